//! English: plurals, articles, numbers, and how things of a scene are described.

use super::program::Geometry;
use spatiq_scene::fit::FitKind;
use spatiq_scene::{Category, Colour, PartCategory};

/// Numbers as words.
pub const NUMBERS: [&str; 10] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// How questions tell spatial relations.
pub const RELATIONS: [&str; 6] =
    ["to the left of", "to the right of", "in front of", "behind", "higher up than", "lower down than"];

/// How questions tell where something is moved.
pub const MOVES: [&str; 4] = ["to the left", "to the right", "to the front", "to the back"];

/// What an object is called that is not called by its category.
const ANY: &str = "object";

/// Says which objects are meant: a category, and what of their parts tells them apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Description {
    /// What they are.
    pub category: Option<Category>,
    /// What parts they have.
    pub clause: Option<Clause>,
}

/// Says what parts an object has: a category, a colour, or both; perhaps how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clause {
    /// The parts.
    pub parts: PartWords,
    /// Exactly so many; at least one otherwise.
    pub count: Option<u32>,
    /// Whether "at least one" is told in the plural. It means the same.
    pub plural: bool,
}

/// Says which parts are meant: a category, a colour, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartWords {
    /// Their colour.
    pub colour: Option<Colour>,
    /// What they are.
    pub part: Option<PartCategory>,
}

/// The plural of a noun, of which the last word changes.
pub fn plural(noun: &str) -> String {
    match noun {
        _ if noun.ends_with("shelf") => noun.replace("shelf", "shelves"),
        _ if noun.ends_with("body") => noun.replace("body", "bodies"),
        _ => format!("{noun}s"),
    }
}

/// A noun in one of its two numbers.
pub fn in_number(noun: &str, many: bool) -> String {
    if many { plural(noun) } else { noun.to_owned() }
}

/// With its indefinite article.
pub fn with_article(phrase: &str) -> String {
    let article = if phrase.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {phrase}")
}

/// A kind of fit, with its article or in the plural.
pub fn kind(kind: FitKind, many: bool) -> &'static str {
    match (kind, many) {
        (FitKind::Line, false) => "a line",
        (FitKind::Line, true) => "lines",
        (FitKind::Plane, false) => "a plane",
        (FitKind::Plane, true) => "planes",
    }
}

/// Parallel or perpendicular.
pub fn relation(geometry: Geometry) -> &'static str {
    if geometry.perpendicular { "perpendicular" } else { "parallel" }
}

impl Description {
    /// As a phrase: "chair with red legs".
    pub fn phrase(&self, many: bool) -> String {
        let noun = in_number(self.category.map_or(ANY, Category::name), many);
        match &self.clause {
            None => noun,
            Some(clause) => format!("{noun} with {}", clause.phrase()),
        }
    }

    /// All ways to read the beginning of a text as such a phrase, each with the rest of the text.
    pub fn readings(text: &str, many: bool) -> Vec<(Self, &str)> {
        let nouns = Category::FURNITURE.into_iter().map(|category| (Some(category), category.name()));
        let mut found = Vec::new();
        for (category, noun) in nouns.chain([(None, ANY)]) {
            let Some(rest) = text.strip_prefix(&in_number(noun, many)) else { continue };
            found.push((Self { category, clause: None }, rest));
            if let Some(clause) = rest.strip_prefix(" with ") {
                let of = |(clause, rest)| (Self { category, clause: Some(clause) }, rest);
                found.extend(Clause::readings(clause).into_iter().map(of));
            }
        }
        found
    }
}

impl Clause {
    /// As a phrase: "red legs", "a red seat", "exactly two visible legs".
    pub fn phrase(&self) -> String {
        match self.count {
            Some(count) => {
                let number = NUMBERS[count as usize];
                format!("exactly {number} visible {}", self.parts.phrase(count != 1))
            }
            None if self.plural => self.parts.phrase(true),
            None => with_article(&self.parts.phrase(false)),
        }
    }

    /// All ways to read the beginning of a text as such a phrase, each with the rest of the text.
    pub fn readings(text: &str) -> Vec<(Self, &str)> {
        let mut found = Vec::new();
        let mut add = |count: Option<u32>, plural: bool, rest| {
            for (parts, rest) in PartWords::readings(rest, plural) {
                // "a" and "an" must suit.
                let clause = Self { parts, count, plural: plural && count.is_none() };
                if text.starts_with(&clause.phrase()) {
                    found.push((clause, rest));
                }
            }
        };
        if let Some(rest) = text.strip_prefix("exactly ") {
            for (number, word) in NUMBERS.iter().enumerate() {
                if let Some(rest) = rest.strip_prefix(word).and_then(|rest| rest.strip_prefix(" visible ")) {
                    add(Some(number as u32), number != 1, rest);
                }
            }
        }
        for article in ["a ", "an "] {
            if let Some(rest) = text.strip_prefix(article) {
                add(None, false, rest);
            }
        }
        add(None, true, text);
        found
    }
}

impl PartWords {
    /// Whether parts of this category and colour are meant.
    pub fn fit(&self, part: PartCategory, colour: Colour) -> bool {
        self.part.is_none_or(|wanted| wanted == part) && self.colour.is_none_or(|wanted| wanted == colour)
    }

    /// As a phrase: "red legs", "leg", "red part".
    pub fn phrase(&self, many: bool) -> String {
        let noun = in_number(self.part.map_or("part", PartCategory::name), many);
        match self.colour {
            Some(colour) => format!("{colour} {noun}"),
            None => noun,
        }
    }

    /// All ways to read the beginning of a text as such a phrase, each with the rest of the text.
    pub fn readings(text: &str, many: bool) -> Vec<(Self, &str)> {
        let colours = Colour::ALL.into_iter().filter_map(|colour| {
            let rest = text.strip_prefix(colour.name())?.strip_prefix(' ')?;
            Some((Some(colour), rest))
        });
        let mut found = Vec::new();
        for (colour, rest) in colours.chain([(None, text)]) {
            let named = PartCategory::NAMED.into_iter().map(|part| (Some(part), part.name()));
            for (part, noun) in named.chain([(None, "part")]) {
                let rest = rest.strip_prefix(&in_number(noun, many));
                if let Some(rest) = rest.filter(|_| colour.is_some() || part.is_some()) {
                    found.push((Self { colour, part }, rest));
                }
            }
        }
        found
    }
}

/// Whether objects usually have several of a part.
pub fn usually_many(category: PartCategory) -> bool {
    use PartCategory as P;
    let single = [P::Back, P::Seat, P::CentralSupport, P::Pedestal, P::Top, P::SleepArea, P::Body];
    !single.contains(&category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_read_again() {
        let colours = [None, Some(Colour::Gray), Some(Colour::Red)];
        let parts = PartCategory::NAMED.into_iter().map(Some).chain([None]);
        for part in parts {
            for colour in colours.into_iter().filter(|colour| part.is_some() || colour.is_some()) {
                for (count, plural) in [(None, true), (None, false), (Some(1), false), (Some(4), false)] {
                    for category in [None, Some(Category::Refrigerator)] {
                        let clause = Clause { parts: PartWords { colour, part }, count, plural };
                        let told = Description { category, clause: Some(clause) };
                        for many in [true, false] {
                            let text = format!("{} and more", told.phrase(many));
                            let readings = Description::readings(&text, many);
                            assert!(readings.contains(&(told, " and more")), "{text}: {readings:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn articles_and_plurals_suit() {
        assert_eq!(with_article("arm"), "an arm");
        assert_eq!(with_article("yellow arm"), "a yellow arm");
        assert_eq!(plural("shelf"), "shelves");
        assert_eq!(plural("sleep area"), "sleep areas");
        assert_eq!(plural("body"), "bodies");
    }
}
