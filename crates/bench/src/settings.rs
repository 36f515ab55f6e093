//! Settings of tasks and solvers: declared as data, checked before use, handed on typed.

use std::collections::BTreeMap;
use thiserror::Error;

/// A setting that a task or solver understands.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// What `--set` calls it.
    pub name: &'static str,
    /// Its value when nobody says otherwise.
    pub default: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What it does, in a line.
    pub about: &'static str,
}

/// The values a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number between the two, both included.
    Whole(u64, u64),
    /// A number between the two, both included.
    Number(f64, f64),
    /// The same; where people name a split to learn from with `--fit`, the solver chooses its value there.
    Fitted(f64, f64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Text that its owner reads; the string tells what it looks like.
    Text(&'static str),
}

/// A value for every setting of one owner, all of the right kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings(BTreeMap<String, String>);

/// Why settings are refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SettingError {
    /// No setting has that name.
    #[error("there is no setting `{name}`{hint}")]
    Unknown {
        /// The name given.
        name: String,
        /// A suggestion, or the list of names.
        hint: String,
    },
    /// The value is not of the setting's kind.
    #[error("`{name}={value}`: {expected}")]
    Value {
        /// The setting.
        name: String,
        /// What was given.
        value: String,
        /// What it takes instead.
        expected: String,
    },
}

impl Settings {
    /// The defaults, overridden by `given` in order.
    pub fn new<'a>(
        known: &[Setting],
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SettingError> {
        let mut values: BTreeMap<String, String> =
            known.iter().map(|setting| (setting.name.into(), setting.default.into())).collect();
        for (name, value) in given {
            let Some(setting) = known.iter().find(|setting| setting.name == name) else {
                let hint = nearest(name, known.iter().map(|setting| setting.name));
                return Err(SettingError::Unknown { name: name.into(), hint });
            };
            setting.kind.check(value).map_err(|expected| SettingError::Value {
                name: name.into(),
                value: value.into(),
                expected,
            })?;
            values.insert(name.into(), value.into());
        }
        Ok(Self(values))
    }

    /// A value as text.
    ///
    /// # Panics
    /// When the owner did not declare the setting.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_else(|| panic!("setting `{name}` is not declared"))
    }

    /// The value of a [`Kind::Whole`] setting.
    pub fn whole(&self, name: &str) -> u64 {
        self.text(name).parse().expect("checked when set")
    }

    /// The value of a [`Kind::Number`] or [`Kind::Fitted`] setting.
    pub fn number(&self, name: &str) -> f64 {
        self.text(name).parse().expect("checked when set")
    }

    /// Names and values in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Kind {
    /// Says what is expected when the value is not that.
    fn check(&self, value: &str) -> Result<(), String> {
        let fits = match self {
            Self::Whole(low, high) => value.parse::<u64>().is_ok_and(|v| (low..=high).contains(&&v)),
            Self::Number(low, high) | Self::Fitted(low, high) => {
                value.parse::<f64>().is_ok_and(|v| (low..=high).contains(&&v))
            }
            Self::Word(words) => words.contains(&value),
            Self::Text(_) => true,
        };
        if fits { Ok(()) } else { Err(format!("expected {self}")) }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(low, high) => write!(out, "a whole number from {low} to {high}"),
            Self::Number(low, high) => write!(out, "a number from {low} to {high}"),
            Self::Fitted(low, high) => write!(out, "a number from {low} to {high}, chosen by --fit"),
            Self::Word(words) => write!(out, "one of {}", words.join(", ")),
            Self::Text(looks) => write!(out, "{looks}"),
        }
    }
}

/// A sentence's tail that suggests what was meant: the nearest name, or else all of them.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let close = known
        .iter()
        .map(|name| (strsim::damerau_levenshtein(given, name), *name))
        .filter(|(distance, name)| *distance <= 1 + name.len().max(given.len()) / 3)
        .min();
    match close {
        Some((_, name)) => format!("; did you mean `{name}`?"),
        None if known.is_empty() => String::new(),
        None => format!("; known: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Setting] = &[
        Setting { name: "size", default: "224", kind: Kind::Whole(16, 4096), about: "" },
        Setting { name: "odd", default: "any", kind: Kind::Word(&["any", "mirror"]), about: "" },
    ];

    #[test]
    fn defaults_hold_until_overridden() {
        let settings = Settings::new(KNOWN, [("size", "64"), ("size", "32")]).unwrap();
        assert_eq!((settings.whole("size"), settings.text("odd")), (32, "any"));
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        let error = Settings::new(KNOWN, [("sise", "64")]).unwrap_err();
        assert_eq!(error.to_string(), "there is no setting `sise`; did you mean `size`?");
        let error = Settings::new(KNOWN, [("colour", "64")]).unwrap_err();
        assert_eq!(error.to_string(), "there is no setting `colour`; known: size, odd");
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_refused_with_what_is_expected() {
        for (name, value, expected) in [
            ("size", "0", "a whole number from 16 to 4096"),
            ("size", "-4", "a whole number from 16 to 4096"),
            ("size", "99999999999999999999999", "a whole number from 16 to 4096"),
            ("odd", "Mirror", "one of any, mirror"),
        ] {
            let error = Settings::new(KNOWN, [(name, value)]).unwrap_err();
            assert_eq!(error.to_string(), format!("`{name}={value}`: expected {expected}"));
        }
    }
}
