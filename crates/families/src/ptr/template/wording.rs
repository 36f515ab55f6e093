//! Wordings: from what was chosen to words, and back.

use super::{Chosen, Parameter, ParameterKind};
use crate::ptr::program::{CHANGES, Geometry, SPATIAL};
use crate::ptr::words::{self, Clause, Description, PartWords};
use spatiq_scene::{Category, Colour, PartCategory};

/// One way to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Slot(Slot),
}

/// A place for a parameter, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// `{A}`: in the singular, or the only form there is.
    One(usize),
    /// `{A+}`: in the plural.
    Many(usize),
    /// `{an A}`: with its article.
    An(usize),
    /// `{Q*}`: in the number of what is there.
    Agreeing(usize),
    /// `{is Q}`: the verb that suits.
    Is(usize),
    /// `{has Q}`: the verb that suits.
    Has(usize),
    /// `{them Q}`: the pronoun that suits.
    Them(usize),
    /// `{B.}`: what the parts are of which a description speaks: "red legs".
    Clause(usize),
    /// `{from G Q}`: what the first parts are taken for, in the number of some parts.
    From(usize, usize),
    /// `{to G}`: what the second parts are taken for.
    To(usize),
    /// `{to G+}`: the same in the plural.
    ToMany(usize),
}

impl Slot {
    /// The parameter.
    pub fn parameter(&self) -> usize {
        match self {
            Self::One(at) | Self::Many(at) | Self::An(at) | Self::Agreeing(at) | Self::Clause(at) => *at,
            Self::Is(at) | Self::Has(at) | Self::Them(at) => *at,
            Self::From(at, _) | Self::To(at) | Self::ToMany(at) => *at,
        }
    }

    /// Whether it says what was chosen, rather than agreeing with it.
    pub fn tells(&self) -> bool {
        matches!(self, Self::One(_) | Self::Many(_) | Self::An(_) | Self::Agreeing(_) | Self::Clause(_))
    }

    /// Whether a parameter of a kind can fill it.
    pub fn suits(&self, kind: ParameterKind) -> bool {
        use ParameterKind as K;
        match self {
            Self::One(_) => true,
            Self::Many(_) | Self::An(_) => {
                kind.is_things() || kind.is_parts() || matches!(kind, K::Part | K::Category)
            }
            Self::Agreeing(_) | Self::Is(_) | Self::Has(_) | Self::Them(_) => kind.is_parts(),
            Self::Clause(_) => kind == K::Nameless,
            Self::From(..) | Self::To(_) | Self::ToMany(_) => kind == K::Geometry,
        }
    }
}

impl Wording {
    /// Reads the text of a wording.
    pub fn read(text: &str, parameters: &[Parameter]) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (inside, after) =
                after.split_once('}').ok_or_else(|| "there is a { without its }".to_owned())?;
            if !before.is_empty() {
                pieces.push(Piece::Text(before.into()));
            }
            let slot = slot(inside, parameters)?;
            let has_article = |article: &str| format!(" {}", before.to_lowercase()).ends_with(article);
            if matches!(slot, Slot::One(_)) && [" a ", " an "].into_iter().any(has_article) {
                return Err(format!("an article that does not know its noun: write {{an {inside}}}"));
            }
            if before.ends_with(". ") {
                return Err(format!("a sentence begins with {{{inside}}}, which has no capital letter"));
            }
            pieces.push(Piece::Slot(slot));
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.into()));
        }
        match text.ends_with('?') {
            true => Ok(Self(pieces)),
            false => Err("a question ends with ?".into()),
        }
    }

    /// The slots.
    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Slot(slot) => Some(slot),
            Piece::Text(_) => None,
        })
    }

    /// The question.
    pub fn say(&self, chosen: &[Chosen]) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Slot(slot) => said(slot, chosen),
        };
        let text: String = self.0.iter().map(piece).collect();
        let mut letters = text.chars();
        letters
            .next()
            .map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
    }

    /// All that may have been chosen when this is asked, for a template with so many parameters.
    pub fn hear(&self, question: &str, parameters: &[Parameter]) -> Vec<Vec<Chosen>> {
        let mut found = Vec::new();
        let lower = |text: &str| {
            let mut letters = text.chars();
            letters
                .next()
                .map_or(String::new(), |first| first.to_lowercase().collect::<String>() + letters.as_str())
        };
        // Only the first letter of a question is a capital.
        hear(&self.0, &lower(question), parameters, &mut vec![None; parameters.len()], &mut found);
        found
    }
}

fn slot(inside: &str, parameters: &[Parameter]) -> Result<Slot, String> {
    let place = |name: &str| {
        let place = parameters.iter().position(|parameter| parameter.name == name);
        place.ok_or_else(|| format!("there is no parameter {name}"))
    };
    Ok(match inside.split(' ').collect::<Vec<_>>().as_slice() {
        ["an", name] => Slot::An(place(name)?),
        ["is", name] => Slot::Is(place(name)?),
        ["has", name] => Slot::Has(place(name)?),
        ["them", name] => Slot::Them(place(name)?),
        ["to", name] if name.ends_with('+') => Slot::ToMany(place(&name[..name.len() - 1])?),
        ["to", name] => Slot::To(place(name)?),
        ["from", name, agreeing] => Slot::From(place(name)?, place(agreeing)?),
        [name] if name.ends_with('.') => Slot::Clause(place(&name[..name.len() - 1])?),
        [name] if name.ends_with('+') => Slot::Many(place(&name[..name.len() - 1])?),
        [name] if name.ends_with('*') => Slot::Agreeing(place(&name[..name.len() - 1])?),
        [name] => Slot::One(place(name)?),
        _ => return Err(format!("{{{inside}}} is no slot")),
    })
}

fn said(slot: &Slot, chosen: &[Chosen]) -> String {
    let there_are_many = |at: usize| matches!(chosen[at], Chosen::Parts(_, true));
    match slot {
        Slot::One(at) => phrase(&chosen[*at], false),
        Slot::Many(at) => phrase(&chosen[*at], true),
        Slot::An(at) => words::with_article(&phrase(&chosen[*at], false)),
        Slot::Agreeing(at) => phrase(&chosen[*at], there_are_many(*at)),
        Slot::Is(at) => if there_are_many(*at) { "are" } else { "is" }.into(),
        Slot::Has(at) => if there_are_many(*at) { "have" } else { "has" }.into(),
        Slot::Them(at) => if there_are_many(*at) { "them" } else { "it" }.into(),
        Slot::Clause(at) => match &chosen[*at] {
            Chosen::Things(Description { clause: Some(clause), .. }) => clause.phrase(),
            _ => String::new(),
        },
        Slot::From(at, _) | Slot::To(at) | Slot::ToMany(at) => {
            let Chosen::Geometry(geometry) = &chosen[*at] else { return String::new() };
            match slot {
                Slot::From(_, agreeing) => words::kind(geometry.from, there_are_many(*agreeing)).into(),
                Slot::ToMany(_) => words::kind(geometry.to, true).into(),
                _ => words::kind(geometry.to, false)["a ".len()..].into(),
            }
        }
    }
}

fn phrase(chosen: &Chosen, many: bool) -> String {
    match chosen {
        Chosen::Things(description) => description.phrase(many),
        Chosen::Parts(parts, _) => parts.phrase(many),
        Chosen::Geometry(geometry) => words::relation(*geometry).into(),
        Chosen::Word(word) => {
            if let Some(place) = SPATIAL.iter().position(|name| name == word) {
                return words::RELATIONS[place].into();
            }
            if let Some(place) = CHANGES.iter().position(|name| name == word) {
                return words::MOVES[place].into();
            }
            words::in_number(word, many)
        }
    }
}

/// Goes through the pieces and everything that may stand in each slot.
fn hear(
    pieces: &[Piece],
    text: &str,
    parameters: &[Parameter],
    chosen: &mut Vec<Option<Chosen>>,
    found: &mut Vec<Vec<Chosen>>,
) {
    let Some((piece, pieces)) = pieces.split_first() else {
        if text.is_empty() {
            found.extend(chosen.iter().cloned().collect::<Option<Vec<_>>>());
        }
        return;
    };
    match piece {
        Piece::Text(literal) => {
            // The first word of a question was made small.
            let literal = match literal.chars().next() {
                Some(first) if first.is_uppercase() => {
                    first.to_lowercase().collect::<String>() + &literal[1..]
                }
                _ => literal.clone(),
            };
            if let Some(rest) = text.strip_prefix(&literal) {
                hear(pieces, rest, parameters, chosen, found);
            }
        }
        Piece::Slot(Slot::Is(_)) => skip(&["is", "are"], pieces, text, parameters, chosen, found),
        Piece::Slot(Slot::Has(_)) => skip(&["has", "have"], pieces, text, parameters, chosen, found),
        Piece::Slot(Slot::Them(_)) => skip(&["it", "them"], pieces, text, parameters, chosen, found),
        Piece::Slot(slot) => {
            let at = slot.parameter();
            for (meant, rest) in heard(slot, parameters[at].kind, text) {
                let before = chosen[at].clone();
                if before.as_ref().is_none_or(|before| before.means(&meant)) {
                    chosen[at] = Some(meant);
                    hear(pieces, rest, parameters, chosen, found);
                    chosen[at] = before;
                }
            }
        }
    }
}

/// Goes on after a word that only agrees with others.
fn skip(
    forms: &[&str],
    pieces: &[Piece],
    text: &str,
    parameters: &[Parameter],
    chosen: &mut Vec<Option<Chosen>>,
    found: &mut Vec<Vec<Chosen>>,
) {
    for rest in forms.iter().filter_map(|form| text.strip_prefix(form)) {
        hear(pieces, rest, parameters, chosen, found);
    }
}

/// What a slot may stand for at the beginning of a text, each with the rest of the text.
fn heard<'a>(slot: &Slot, kind: ParameterKind, text: &'a str) -> Vec<(Chosen, &'a str)> {
    match slot {
        Slot::Many(_) => nouns(kind, text, true),
        Slot::An(_) => {
            let rest = ["an ", "a "].into_iter().filter_map(|article| text.strip_prefix(article));
            rest.flat_map(|rest| nouns(kind, rest, false)).collect()
        }
        Slot::Agreeing(_) => [false, true].into_iter().flat_map(|many| nouns(kind, text, many)).collect(),
        Slot::Clause(_) => {
            let of =
                |(clause, rest)| (Chosen::Things(Description { category: None, clause: Some(clause) }), rest);
            Clause::readings(text).into_iter().map(of).collect()
        }
        Slot::From(..) | Slot::To(_) | Slot::ToMany(_) => geometries(slot, text),
        Slot::One(_) | Slot::Is(_) | Slot::Has(_) | Slot::Them(_) => nouns(kind, text, false),
    }
}

fn geometries<'a>(slot: &Slot, text: &'a str) -> Vec<(Chosen, &'a str)> {
    let mut found = Vec::new();
    for geometry in Geometry::ALL {
        let forms = match slot {
            Slot::From(..) => vec![words::kind(geometry.from, false), words::kind(geometry.from, true)],
            Slot::ToMany(_) => vec![words::kind(geometry.to, true)],
            _ => vec![&words::kind(geometry.to, false)["a ".len()..]],
        };
        let rests = forms.into_iter().filter_map(|form| text.strip_prefix(form));
        found.extend(rests.map(|rest| (Chosen::Geometry(geometry), rest)));
    }
    found
}

fn nouns(kind: ParameterKind, text: &str, many: bool) -> Vec<(Chosen, &str)> {
    let word = |names: &mut dyn Iterator<Item = (&'static str, String)>| -> Vec<(Chosen, &str)> {
        let read = |(name, said): (&'static str, String)| {
            Some((Chosen::Word(name.into()), text.strip_prefix(said.as_str())?))
        };
        names.filter_map(read).collect()
    };
    let inflected = |name: &'static str| (name, words::in_number(name, many));
    match kind {
        ParameterKind::Things | ParameterKind::Nameless => {
            let readings = Description::readings(text, many).into_iter();
            let fits = readings.filter(|(one, _)| kind == ParameterKind::Things || one.category.is_none());
            fits.map(|(one, rest)| (Chosen::Things(one), rest)).collect()
        }
        ParameterKind::Parts | ParameterKind::Named | ParameterKind::Coloured => {
            let readings = PartWords::readings(text, many).into_iter();
            let fits = readings.filter(|(one, _)| kind.admits(one));
            fits.map(|(one, rest)| (Chosen::Parts(one, many), rest)).collect()
        }
        ParameterKind::Category => word(&mut Category::FURNITURE.iter().map(|one| inflected(one.name()))),
        ParameterKind::Part => word(&mut PartCategory::NAMED.iter().map(|one| inflected(one.name()))),
        ParameterKind::Colour => word(&mut Colour::ALL.iter().map(|one| inflected(one.name()))),
        ParameterKind::Relation => {
            word(&mut SPATIAL.into_iter().zip(words::RELATIONS).map(|(name, said)| (name, said.into())))
        }
        ParameterKind::Change => {
            word(&mut CHANGES.into_iter().zip(words::MOVES).map(|(name, said)| (name, said.into())))
        }
        ParameterKind::Stability => {
            word(&mut ["stable", "unstable"].into_iter().map(|name| (name, name.to_owned())))
        }
        ParameterKind::Geometry => {
            let of = |geometry: Geometry| {
                Some((Chosen::Geometry(geometry), text.strip_prefix(words::relation(geometry))?))
            };
            Geometry::ALL.into_iter().filter_map(of).collect()
        }
    }
}
