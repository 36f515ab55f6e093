//! Reading template files, and refusing them.
//!
//! ```text
//! # A comment. A template begins with its name, its sub-type and its answers:
//! template category-of-thing query-object category
//! let A things                      # parameters: objects as things or nameless ("object with red legs"), parts as parts,
//!                                   # named ("legs") or coloured ("red part"); category, part, colour, relation, geometry, change, stability
//! all = scene
//! a = select A of all               # objects that a description fits; parts: `q = parts Q of p`
//! u = unique a
//! query_object_category u           # the last line has no name
//! differ u v                        # optional: two lines that must have nothing in common
//! several a                         # optional: a line that must give two objects or more
//! say What is the category of the {A}?
//! ```
//!
//! Slots: `{A}` in the singular, `{A+}` in the plural, `{an A}` with its article, `{Q*}` in the number of what is there,
//! `{is Q}`, `{has Q}` and `{them Q}` for the word that suits; `{B.}` for the parts of which a description speaks; `{from G Q}`,
//! `{to G}` and `{to G+}` for what parts are taken for, `{G}` for how they lie.

use super::wording::{Slot, Wording};
use super::{AnswerKind, Chosen, Line, Parameter, ParameterKind, SubType, Template};
use crate::ptr::program::{CHANGES, Function, Geometry, SPATIAL, Type};
use crate::ptr::words::{Description, PartWords};
use spatiq_scene::physics::Direction;
use spatiq_scene::{Category, Colour, PartCategory};
use thiserror::Error;

/// What is wrong with a template file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct TemplateError {
    /// Where, counted from 1.
    pub line: usize,
    /// What.
    pub what: String,
}

/// Reads a file of templates.
pub fn read(text: &str) -> Result<Vec<Template>, TemplateError> {
    let mut done: Vec<Template> = Vec::new();
    let mut draft: Option<Draft> = None;
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default().trim();
        let wrong = |what: String| TemplateError { line, what };
        if content.is_empty() {
            continue;
        }
        if let Some(head) = content.strip_prefix("template ") {
            done.extend(draft.take().map(Draft::finish).transpose()?);
            let started = Draft::start(line, head).map_err(wrong)?;
            if done.iter().any(|template| template.name == started.template.name) {
                return Err(wrong(format!("there are two templates `{}`", started.template.name)));
            }
            draft = Some(started);
        } else {
            let draft = draft.as_mut().ok_or_else(|| wrong("comes before the first template".into()))?;
            draft.add(line, content).map_err(wrong)?;
        }
    }
    done.extend(draft.map(Draft::finish).transpose()?);
    Ok(done)
}

/// A template that is being read.
struct Draft {
    template: Template,
    /// Where it begins.
    line: usize,
    names: Vec<String>,
    types: Vec<Type>,
    /// Where each parameter was declared.
    declared: Vec<usize>,
    ended: bool,
}

impl Draft {
    fn start(line: usize, head: &str) -> Result<Self, String> {
        let words: Vec<&str> = head.split_whitespace().collect();
        let [name, sub_type, kind, range @ ..] = words.as_slice() else {
            return Err("a template has a name, a sub-type and a kind of answers".into());
        };
        let sub_type = SubType::ALL
            .into_iter()
            .find(|one| one.name() == *sub_type)
            .ok_or_else(|| format!("there is no sub-type `{sub_type}`"))?;
        let kind = AnswerKind::ALL
            .into_iter()
            .find(|one| one.name() == *kind)
            .ok_or_else(|| format!("there is no kind of answers `{kind}`"))?;
        let template = Template {
            name: (*name).into(),
            sub_type,
            kind,
            answers: answers(kind, range)?,
            parameters: Vec::new(),
            lines: Vec::new(),
            differ: Vec::new(),
            several: Vec::new(),
            wordings: Vec::new(),
        };
        Ok(Self { template, line, names: Vec::new(), types: Vec::new(), declared: Vec::new(), ended: false })
    }

    fn add(&mut self, line: usize, content: &str) -> Result<(), String> {
        let words: Vec<&str> = content.split_whitespace().collect();
        match words.as_slice() {
            ["let", ..] if !self.template.wordings.is_empty() => {
                Err("a parameter stands before the first wording, which else would drop it".into())
            }
            ["let", name, kind] => self.parameter(line, name, kind),
            ["differ", one, other] => {
                let pair = (self.line_of(one)?, self.line_of(other)?);
                self.template.differ.push(pair);
                Ok(())
            }
            ["several", line] => {
                let line = self.typed(line, Type::ObjectSet)?;
                self.template.several.push(line);
                Ok(())
            }
            ["say", ..] => self.say(content["say".len()..].trim()),
            [name, "=", rest @ ..] => {
                if self.names.iter().any(|other| other == name) {
                    return Err(format!("there are two lines `{name}`"));
                }
                self.node(rest)?;
                *self.names.last_mut().expect("just added") = (*name).into();
                Ok(())
            }
            _ => {
                self.node(&words)?;
                self.ended = true;
                Ok(())
            }
        }
    }

    fn parameter(&mut self, line: usize, name: &str, kind: &str) -> Result<(), String> {
        let kind = match kind {
            "things" => ParameterKind::Things,
            "nameless" => ParameterKind::Nameless,
            "parts" => ParameterKind::Parts,
            "named" => ParameterKind::Named,
            "coloured" => ParameterKind::Coloured,
            "category" => ParameterKind::Category,
            "part" => ParameterKind::Part,
            "colour" => ParameterKind::Colour,
            "relation" => ParameterKind::Relation,
            "geometry" => ParameterKind::Geometry,
            "change" => ParameterKind::Change,
            "stability" => ParameterKind::Stability,
            _ => return Err(format!("there is no kind of parameter `{kind}`")),
        };
        if name.len() != 1 || !name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return Err(format!("a parameter is called by a capital letter, not `{name}`"));
        }
        if self.template.parameters.iter().any(|other| other.name == name) {
            return Err(format!("there are two parameters {name}"));
        }
        self.template.parameters.push(Parameter { name: name.into(), kind });
        self.declared.push(line);
        Ok(())
    }

    fn node(&mut self, words: &[&str]) -> Result<(), String> {
        if self.ended {
            return Err("comes after the last node, which has no name".into());
        }
        let (line, output) = match words {
            ["select", things, "of", from] => {
                let things = self.parameter_of(things, ParameterKind::is_things, "objects")?;
                (
                    Line::Select { things, from: self.typed(from, Type::ObjectSet)?, one: false },
                    Type::ObjectSet,
                )
            }
            ["parts", parts, "of", from] => {
                let parts = self.parameter_of(parts, ParameterKind::is_parts, "parts")?;
                (Line::Parts { parts, from: self.typed(from, Type::PartSet)? }, Type::PartSet)
            }
            [function, inputs @ ..] => self.call(function, inputs)?,
            [] => return Err("there is nothing after `=`".into()),
        };
        self.template.lines.push(line);
        self.types.push(output);
        self.names.push(String::new());
        Ok(())
    }

    fn call(&self, name: &str, words: &[&str]) -> Result<(Line, Type), String> {
        let function = Function::from_name(name).ok_or_else(|| format!("there is no function `{name}`"))?;
        let signature = function.signature();
        let (words, value) = match (signature.value, words) {
            (Some(wanted), [before @ .., word]) => (before, Some(self.valued(word, wanted)?)),
            (Some(wanted), []) => return Err(format!("{name} takes a parameter for {wanted}")),
            (None, _) => (words, None),
        };
        let most = signature.inputs.len() + usize::from(signature.among.is_some());
        if !(signature.inputs.len()..=most).contains(&words.len()) {
            return Err(format!("{name} takes {} inputs, not {}", signature.inputs.len(), words.len()));
        }
        let wanted = signature.inputs.iter().chain(&signature.among);
        let inputs = words.iter().zip(wanted).map(|(word, wanted)| self.typed(word, *wanted));
        Ok((Line::Call { function, inputs: inputs.collect::<Result<_, _>>()?, value }, signature.output))
    }

    fn line_of(&self, name: &str) -> Result<usize, String> {
        let place = self.names.iter().position(|other| other == name);
        place.ok_or_else(|| format!("there is no line `{name}` before this one"))
    }

    fn typed(&self, name: &str, wanted: Type) -> Result<usize, String> {
        let line = self.line_of(name)?;
        match self.types[line] {
            given if wanted.admits(given) => Ok(line),
            given => Err(format!("takes {wanted}, and `{name}` is {given}")),
        }
    }

    fn parameter_of(
        &self,
        name: &str,
        suits: impl Fn(ParameterKind) -> bool,
        wanted: &str,
    ) -> Result<usize, String> {
        let place = self.template.parameters.iter().position(|other| other.name == name);
        let place = place.ok_or_else(|| format!("there is no parameter {name}"))?;
        match self.template.parameters[place].kind {
            given if suits(given) => Ok(place),
            given => Err(format!("takes a parameter for {wanted}, and {name} is {given:?}")),
        }
    }

    fn valued(&self, name: &str, wanted: Type) -> Result<usize, String> {
        let kind = match wanted {
            Type::ObjectCategory => ParameterKind::Category,
            Type::PartCategory => ParameterKind::Part,
            Type::Color => ParameterKind::Colour,
            Type::SpatialRelation => ParameterKind::Relation,
            Type::GeometricRelation => ParameterKind::Geometry,
            Type::PossibleChange => ParameterKind::Change,
            Type::Stability => ParameterKind::Stability,
            _ => return Err(format!("no parameter gives {wanted}; use select")),
        };
        self.parameter_of(name, |given| given == kind, wanted.name())
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        let wording = Wording::read(text, &self.template.parameters)?;
        let said = |at: &usize| wording.slots().any(|slot| slot.parameter() == *at && slot.tells());
        let dropped = (0..self.template.parameters.len()).find(|at| !said(at));
        if let Some(dropped) = dropped {
            return Err(format!(
                "this wording drops the parameter {}",
                self.template.parameters[dropped].name
            ));
        }
        if let Some(wrong) = wording.slots().find_map(|slot| self.unsuited(slot)) {
            return Err(wrong);
        }
        // A geometric relation is told by three words: how things lie, and what each is taken for.
        let kind_of = |slot: &Slot| self.template.parameters[slot.parameter()].kind;
        let told = |is: fn(&Slot) -> bool| {
            wording.slots().any(|slot| kind_of(slot) == ParameterKind::Geometry && is(slot))
        };
        if told(|_| true)
            && !(told(|slot| matches!(slot, Slot::From(..)))
                && told(|slot| matches!(slot, Slot::To(_) | Slot::ToMany(_))))
        {
            return Err("this wording does not say what is taken for a line or a plane".into());
        }
        if self.template.wordings.contains(&wording) {
            return Err("this wording is there already".into());
        }
        self.template.wordings.push(wording);
        Ok(())
    }

    /// A slot that its parameter cannot fill.
    fn unsuited(&self, slot: &Slot) -> Option<String> {
        let parameter = &self.template.parameters[slot.parameter()];
        let suits = slot.suits(parameter.kind);
        (!suits)
            .then(|| format!("{} is {:?}, which does not go into {slot:?}", parameter.name, parameter.kind))
    }

    fn finish(mut self) -> Result<Template, TemplateError> {
        let wrong = |line: usize, what: String| Err(TemplateError { line, what });
        let name = self.template.name.clone();
        if !self.ended {
            return wrong(self.line, format!("the template {name} has no last node"));
        }
        if self.template.wordings.len() < 2 {
            return wrong(self.line, format!("the template {name} has fewer than two wordings"));
        }
        for (at, parameter) in self.template.parameters.iter().enumerate() {
            let used = self.template.lines.iter().any(|line| line.parameter() == Some(at));
            if !used {
                return wrong(self.declared[at], format!("the parameter {} is not used", parameter.name));
            }
        }
        let suits = match self.template.kind {
            AnswerKind::YesNo => Type::Boolean,
            AnswerKind::Objects | AnswerKind::Parts => Type::Integer,
            AnswerKind::Colour => Type::Color,
            AnswerKind::Part => Type::PartCategory,
            AnswerKind::Category => Type::ObjectCategory,
            AnswerKind::Direction => Type::PossibleChange,
        };
        let given = *self.types.last().expect("there is a last node");
        if !suits.admits(given) {
            return wrong(self.line, format!("the template {name} gives {given}, which is no {suits}"));
        }
        let samples: Vec<Chosen> = self.template.parameters.iter().map(|one| sample(one.kind)).collect();
        if let Err(error) = self.template.program(&samples).check() {
            return wrong(self.line, format!("the program of the template {name}: {error}"));
        }
        self.find_ones();
        Ok(self.template)
    }

    /// Notes which descriptions must fit one object only: those whose objects go into `unique` and nothing else.
    fn find_ones(&mut self) {
        let lines = self.template.lines.clone();
        for (at, line) in self.template.lines.iter_mut().enumerate() {
            let Line::Select { one, .. } = line else { continue };
            let mut uses = lines.iter().filter(|other| other.inputs().contains(&at)).peekable();
            let unique = |line: &&Line| matches!(line, Line::Call { function: Function::Unique, .. });
            *one = uses.peek().is_some() && uses.all(|line| unique(&line));
        }
    }
}

impl Line {
    /// The earlier lines that it takes.
    pub fn inputs(&self) -> Vec<usize> {
        match self {
            Self::Call { inputs, .. } => inputs.clone(),
            Self::Select { from, .. } | Self::Parts { from, .. } => vec![*from],
        }
    }

    /// The parameter that it takes.
    pub fn parameter(&self) -> Option<usize> {
        match self {
            Self::Call { value, .. } => *value,
            Self::Select { things, .. } => Some(*things),
            Self::Parts { parts, .. } => Some(*parts),
        }
    }
}

fn answers(kind: AnswerKind, range: &[&str]) -> Result<Vec<String>, String> {
    let named = |names: Vec<&str>| Ok(names.into_iter().map(str::to_owned).collect());
    match (kind, range) {
        (AnswerKind::Objects | AnswerKind::Parts, [range]) => {
            let ends =
                range.split_once('-').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
            match ends {
                Some((low, high)) if low <= high && high <= 9u32 => {
                    Ok((low..=high).map(|number: u32| number.to_string()).collect())
                }
                _ => Err(format!("`{range}` is no range of numbers from 0 to 9, such as 0-6")),
            }
        }
        (AnswerKind::Objects | AnswerKind::Parts, _) => Err("a count has a range, such as 0-6".into()),
        (AnswerKind::Part, ["line-or-plane", left_out @ ..]) => {
            let fits =
                PartCategory::NAMED.into_iter().filter(|part| part.may_be_line() || part.may_be_plane());
            let mut kept: Vec<&str> = fits.map(PartCategory::name).collect();
            for word in left_out {
                let at = kept.iter().position(|name| word.strip_prefix('-') == Some(name));
                kept.remove(
                    at.ok_or_else(|| format!("`{word}` leaves out no part that is a line or a plane"))?,
                );
            }
            named(kept)
        }
        (_, [word, ..]) => Err(format!("`{word}`: only counts have a range")),
        (AnswerKind::YesNo, _) => named(vec!["yes", "no"]),
        (AnswerKind::Colour, _) => named(Colour::ALL.into_iter().map(Colour::name).collect()),
        (AnswerKind::Part, _) => named(PartCategory::NAMED.into_iter().map(PartCategory::name).collect()),
        (AnswerKind::Category, _) => named(Category::FURNITURE.into_iter().map(Category::name).collect()),
        (AnswerKind::Direction, _) => named(Direction::ALL.into_iter().map(Direction::name).collect()),
    }
}

/// Something that a parameter might be, to try the program.
fn sample(kind: ParameterKind) -> Chosen {
    let word = |word: &str| Chosen::Word(word.into());
    match kind {
        ParameterKind::Things | ParameterKind::Nameless => {
            Chosen::Things(Description { category: Some(Category::Bed), clause: None })
        }
        ParameterKind::Parts | ParameterKind::Named | ParameterKind::Coloured => {
            Chosen::Parts(PartWords { colour: Some(Colour::Red), part: None }, false)
        }
        ParameterKind::Category => word(Category::Bed.name()),
        ParameterKind::Part => word(PartCategory::Leg.name()),
        ParameterKind::Colour => word(Colour::Red.name()),
        ParameterKind::Relation => word(SPATIAL[0]),
        ParameterKind::Geometry => Chosen::Geometry(Geometry::ALL[0]),
        ParameterKind::Change => word(CHANGES[0]),
        ParameterKind::Stability => word("stable"),
    }
}
