//! Walking through JSON while knowing where one is, so that an error can say so.

use super::FileError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use spatiq_geom::DVec3;

/// Farther away or larger than this, in metres, nothing makes sense.
const FARTHEST: f64 = 1e4;

/// Smaller than this, in metres, nothing makes sense.
const SMALLEST: f64 = 1e-6;

/// A value and its place in the file.
pub(super) struct At<'a> {
    pub value: &'a Value,
    pub place: String,
}

/// The fields of an object.
pub(super) struct Fields<'a> {
    map: &'a Map<String, Value>,
    place: String,
}

impl<'a> At<'a> {
    pub fn wrong(&self, what: impl Into<String>) -> FileError {
        FileError::Wrong { place: named(&self.place), what: what.into() }
    }

    /// The object's fields, none of which may have another name than these.
    pub fn fields(&self, known: &[&str]) -> Result<Fields<'a>, FileError> {
        let Value::Object(map) = self.value else {
            return Err(self.wrong(format!("must be an object with the fields {}", known.join(", "))));
        };
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(self.wrong(format!("unknown field {key:?}; there are {}", known.join(", ")))),
            None => Ok(Fields { map, place: self.place.clone() }),
        }
    }

    /// The members of a list with at most `most`.
    pub fn list(&self, most: usize) -> Result<Vec<At<'a>>, FileError> {
        let Value::Array(values) = self.value else { return Err(self.wrong("must be a list")) };
        if values.len() > most {
            return Err(self.wrong(format!("has {} entries, at most {most} are allowed", values.len())));
        }
        let at = |(k, value)| At { value, place: format!("{}[{k}]", self.place) };
        Ok(values.iter().enumerate().map(at).collect())
    }

    pub fn text(&self) -> Result<&'a str, FileError> {
        self.value.as_str().ok_or_else(|| self.wrong("must be a text"))
    }

    /// One of a few words.
    pub fn word<T: DeserializeOwned>(&self) -> Result<T, FileError> {
        self.text()?;
        self.typed()
    }

    /// A whole number from 0 to the largest of its kind.
    pub fn whole<T: TryFrom<u64>>(&self, most: u64) -> Result<T, FileError> {
        let number =
            self.value.as_u64().filter(|number| *number <= most).and_then(|number| number.try_into().ok());
        number.ok_or_else(|| self.wrong(format!("must be a whole number from 0 to {most}")))
    }

    /// A number of which no more is asked than to be one.
    pub fn number(&self) -> Result<f64, FileError> {
        self.value.as_f64().filter(|number| number.is_finite()).ok_or_else(|| self.wrong("must be a number"))
    }

    /// So many numbers.
    pub fn numbers<const N: usize>(&self) -> Result<[f64; N], FileError> {
        let numbers = self.value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
        let found: Option<[f64; N]> = numbers.and_then(|numbers: Vec<f64>| numbers.try_into().ok());
        found.ok_or_else(|| self.wrong(format!("must be a list of {N} numbers")))
    }

    /// A point not too far away.
    pub fn point(&self) -> Result<[f64; 3], FileError> {
        let point = self.numbers()?;
        self.near(DVec3::from(point))?;
        Ok(point)
    }

    /// Refuses points that are too far away.
    pub fn near(&self, point: DVec3) -> Result<(), FileError> {
        match point.abs().max_element() <= FARTHEST {
            true => Ok(()),
            false => Err(self.wrong(format!("is farther away than {FARTHEST} m"))),
        }
    }

    /// Refuses sizes that nothing can have.
    pub fn sized(&self, size: f64) -> Result<(), FileError> {
        let name = self.place.rsplit('.').next().unwrap_or_default();
        let what = match size {
            _ if size < 0.0 => format!("{name} has a negative size"),
            0.0 => format!("{name} has a size of 0"),
            _ if size < SMALLEST => format!("{name} is smaller than {SMALLEST} m"),
            _ if size > FARTHEST => format!("{name} is larger than {FARTHEST} m"),
            _ => return Ok(()),
        };
        // The place is that of the piece: the name of the size is in the sentence.
        let place = self.place.rsplit_once('.').map_or("", |(before, _)| before);
        Err(FileError::Wrong { place: place.into(), what })
    }

    /// The size of something.
    pub fn size(&self) -> Result<f64, FileError> {
        let size = self.number()?;
        self.sized(size)?;
        Ok(size)
    }

    /// What serde makes of it.
    pub fn typed<T: DeserializeOwned>(&self) -> Result<T, FileError> {
        T::deserialize(self.value).map_err(|error| self.wrong(error.to_string()))
    }
}

/// A place for people to read: the outermost one has no name of its own.
fn named(place: &str) -> String {
    if place.is_empty() { "the file".into() } else { place.into() }
}

impl<'a> Fields<'a> {
    /// The field, or an error if there is none.
    pub fn need(&self, name: &str) -> Result<At<'a>, FileError> {
        self.get(name).ok_or_else(|| FileError::Wrong {
            place: named(&self.place),
            what: format!("the field {name:?} is missing"),
        })
    }

    /// The field, if there is one.
    pub fn get(&self, name: &str) -> Option<At<'a>> {
        let dot = if self.place.is_empty() { "" } else { "." };
        self.map.get(name).map(|value| At { value, place: format!("{}{dot}{name}", self.place) })
    }

    /// The names and values of all fields.
    pub fn all(&self) -> impl Iterator<Item = (&'a str, At<'a>)> {
        self.map
            .iter()
            .map(|(name, value)| (name.as_str(), At { value, place: format!("{}.{name}", self.place) }))
    }
}
