//! The search for a question: depth first over the lines of a template.

use super::universe::{Entry, worded};
use super::{Asked, Asker, flaw};
use crate::ptr::deck::Card;
use crate::ptr::program::{CHANGES, Function, Geometry, Objects, Parts, SPATIAL, Step, Value};
use crate::ptr::study::Scope;
use crate::ptr::template::{Chosen, Line, ParameterKind, Template};
use crate::ptr::words::{Description, PartWords, usually_many};
use spatiq_bench::Rng;
use spatiq_scene::{Colour, PartCategory};

/// Lines tried before a scene is given up.
const MOST_STEPS: usize = 10_000;

/// Descriptions of several objects that are tried at one place.
const MOST_DESCRIPTIONS: usize = 120;

/// Looks for a question that a card asks for.
pub fn search(asker: &Asker, card: &Card, rng: &mut Rng, scope: &Scope) -> Option<Asked> {
    let template = card.template();
    let chosen = vec![Chosen::Word(String::new()); template.parameters.len()];
    let values = Vec::with_capacity(template.lines.len());
    let mut search = Search { asker, card, template, rng, scope, chosen, values, steps: 0 };
    search.next()
}

struct Search<'a> {
    asker: &'a Asker,
    card: &'a Card,
    template: &'static Template,
    rng: &'a mut Rng,
    scope: &'a Scope,
    chosen: Vec<Chosen>,
    /// What the lines so far give.
    values: Vec<Value>,
    steps: usize,
}

impl Search<'_> {
    /// Goes on with the next line.
    fn next(&mut self) -> Option<Asked> {
        let template = self.template;
        let Some(line) = template.lines.get(self.values.len()) else { return self.finished() };
        match line {
            Line::Call { function, inputs, value } => match value {
                None => self.call(*function, inputs, String::new()),
                Some(parameter) => {
                    let mut options = self.options(template.parameters[*parameter].kind, inputs);
                    options.retain(|option| self.scope.admits(template, *parameter, option));
                    self.rng.shuffle(&mut options);
                    options.into_iter().find_map(|option| {
                        let word = option.word();
                        self.chosen[*parameter] = option;
                        self.call(*function, inputs, word)
                    })
                }
            },
            Line::Select { things, from, one } => {
                let among = self.values[*from].objects()?;
                if *one { self.one(*things, among) } else { self.some(*things, among) }
            }
            Line::Parts { parts, from } => self.parts(*parts, *from),
        }
    }

    /// Goes on with what the line gives.
    fn with(&mut self, value: Value) -> Option<Asked> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let at = self.values.len();
        let same = |(one, other): &(usize, usize)| {
            let earlier = one.min(other);
            one.max(other) == &at && self.values[*earlier].meets(&value)
        };
        let is_alone =
            |line: &usize| *line == at && value.objects().is_none_or(|objects| objects.count_ones() < 2);
        if self.template.differ.iter().any(same) || self.template.several.iter().any(is_alone) {
            return None;
        }
        self.values.push(value);
        let found = if self.is_hopeless() { None } else { self.next() };
        self.values.truncate(at);
        found
    }

    /// Whether a later line cannot have a value any more, because of what the last one gives.
    fn is_hopeless(&self) -> bool {
        let world = &self.asker.plain;
        let last = self.values.len() - 1;
        let later = self.template.lines[self.values.len()..].iter().filter_map(|line| match line {
            Line::Call { function, inputs, .. } => Some((*function, inputs)),
            Line::Select { .. } | Line::Parts { .. } => None,
        });
        let known = |input: usize| self.values.get(input);
        let parts = |input: usize| match known(input) {
            Some(Value::Parts(parts)) => Some(*parts),
            _ => None,
        };
        let is_fitted = |parts: Parts| world.each(parts).all(|group| world.groups[group].fit.is_some());
        later.into_iter().any(|(function, inputs)| match function {
            Function::RelatePart => inputs[0] == last && parts(last).is_some_and(|parts| !is_fitted(parts)),
            Function::QueryPartAnalogy if inputs[..3].contains(&last) => {
                let related =
                    parts(inputs[0]).zip(parts(inputs[1])).map(|(one, other)| world.geometry(one, other));
                let unlike = |geometry: Geometry| {
                    let like =
                        |group: usize| world.groups[group].fit.is_some_and(|fit| fit.kind == geometry.from);
                    parts(inputs[2]).is_some_and(|third| !world.each(third).all(like))
                };
                !parts(last).is_some_and(is_fitted) || related.is_some_and(|found| found.is_none_or(unlike))
            }
            Function::QueryObjectAnalogy if inputs[..2].contains(&last) => {
                match (known(inputs[0]), known(inputs[1])) {
                    (Some(Value::Object(one)), Some(Value::Object(other))) => {
                        world.signature(*one, *other) == 0
                    }
                    _ => false,
                }
            }
            _ => false,
        })
    }

    fn call(&mut self, function: Function, inputs: &[usize], value: String) -> Option<Asked> {
        let step = Step { function, inputs: inputs.to_vec(), value };
        let given = self.asker.plain.step(&step, &self.values).ok()?;
        let is_last = self.values.len() + 1 == self.template.lines.len();
        match is_last && given.word().as_deref() != Some(&self.card.answer) {
            true => {
                self.steps += 1;
                None
            }
            false => self.with(given),
        }
    }

    /// One object after the other, each by a description that fits it alone.
    fn one(&mut self, parameter: usize, among: Objects) -> Option<Asked> {
        let world = &self.asker.plain;
        let mut objects: Vec<usize> = (0..world.things.len()).filter(|at| among >> at & 1 == 1).collect();
        self.rng.shuffle(&mut objects);
        for object in objects {
            let Some(description) = self.description(parameter, among, object) else { continue };
            self.chosen[parameter] = Chosen::Things(worded(world, &description, 1 << object));
            let found = self.with(Value::Objects(1 << object));
            if found.is_some() || self.steps > MOST_STEPS {
                return found;
            }
        }
        None
    }

    /// A description that fits one object alone among some, short ones as often as long ones.
    fn description(&mut self, parameter: usize, among: Objects, object: usize) -> Option<Description> {
        let universe = &self.asker.universe;
        let admits = |entry: &&Entry| self.is_admitted(parameter, &entry.description);
        let found: Vec<Description> = if among == self.asker.plain.all() {
            let entries = universe.ones[object].iter().map(|at| &universe.entries[*at]);
            entries.filter(admits).map(|entry| entry.description).collect()
        } else {
            let fits = |entry: &&Entry| entry.fits & among == 1 << object && entry.is_needed(among);
            universe.entries.iter().filter(fits).filter(admits).map(|entry| entry.description).collect()
        };
        let mut lengths: Vec<usize> = found.iter().map(length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        if lengths.is_empty() {
            return None;
        }
        let wanted = *self.rng.pick(&lengths);
        let found: Vec<Description> = found.into_iter().filter(|one| length(one) == wanted).collect();
        Some(*self.rng.pick(&found))
    }

    /// Whether a description may stand where the template wants one.
    fn is_admitted(&self, parameter: usize, description: &Description) -> bool {
        let template = self.template;
        let kind = template.parameters[parameter].kind;
        let named = kind == ParameterKind::Things || description.category.is_none();
        let says_nothing = *description == Description::default() && template.must_tell(parameter);
        let speaks = description.clause.is_some() || !template.needs_clause(parameter);
        named
            && !says_nothing
            && speaks
            && self.scope.admits(template, parameter, &Chosen::Things(*description))
    }

    /// Descriptions of any number of objects.
    fn some(&mut self, parameter: usize, among: Objects) -> Option<Asked> {
        let asker = self.asker;
        let entries = &asker.universe.entries;
        let start = self.rng.below(entries.len());
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.rotate_left(start);
        // Those that fit something and those that fit nothing in turn: the latter are far more.
        let fits = |at: &usize| {
            let entry = &entries[*at];
            entry.is_needed(among) && self.is_admitted(parameter, &entry.description)
        };
        let (mut full, mut empty): (Vec<usize>, Vec<usize>) =
            order.into_iter().filter(fits).partition(|at| entries[*at].fits & among != 0);
        self.rng.shuffle(&mut full);
        self.rng.shuffle(&mut empty);
        // What a description tells of, whether a category, a part, a colour or a number, is drawn before the description: else what is not
        // there would be told in more words than what is.
        let mut ranks: Vec<usize> = (0..SHAPES).collect();
        self.rng.shuffle(&mut ranks);
        full.sort_by_key(|at| ranks[shape(&entries[*at].description)]);
        empty.sort_by_key(|at| ranks[shape(&entries[*at].description)]);
        // The empty description is one of many, but the only one that fits everything.
        if let Some(at) = full.iter().position(|at| *at == 0) {
            let early = self.rng.below(full.len().min(MOST_DESCRIPTIONS));
            full.swap(early, at);
        }
        full.truncate(MOST_DESCRIPTIONS);
        empty.truncate(MOST_DESCRIPTIONS / 4);
        for at in full.into_iter().chain(empty) {
            let entry = &entries[at];
            let objects = entry.fits & among;
            self.chosen[parameter] = Chosen::Things(worded(&asker.plain, &entry.description, objects));
            let found = self.with(Value::Objects(objects));
            if found.is_some() || self.steps > MOST_STEPS {
                return found;
            }
        }
        None
    }

    /// Parts of an earlier line, by what they are or by their colour.
    fn parts(&mut self, parameter: usize, from: usize) -> Option<Asked> {
        let world = &self.asker.plain;
        let Value::Parts(among) = self.values[from] else { return None };
        let kind = self.template.parameters[parameter].kind;
        let at = self.values.len();
        let is_asked = |line: &Line| matches!(line, Line::Call { function: Function::ExistPart, inputs, .. } if inputs[0] == at);
        let may_be_none = self.template.lines.iter().any(is_asked);
        let named = self.possible(among).into_iter().map(|part| PartWords { part: Some(part), colour: None });
        let coloured = Colour::ALL.into_iter().map(|colour| PartWords { part: None, colour: Some(colour) });
        let mut options: Vec<(PartWords, Parts)> = named
            .chain(coloured)
            .filter(|words| kind.admits(words))
            .filter(|words| self.scope.admits(self.template, parameter, &Chosen::Parts(*words, false)))
            .map(|words| (words, among & world.parts_where(|group| words.fit(group.part, group.colour))))
            .filter(|(_, parts)| *parts != among && (may_be_none || *parts != 0))
            .collect();
        self.rng.shuffle(&mut options);
        for (words, parts) in options {
            let count: u32 = world.each(parts).map(|group| world.groups[group].count).sum();
            let many = match words.part {
                Some(PartCategory::Body) => false,
                part if count == 0 => part.is_some_and(usually_many),
                _ => count > 1,
            };
            self.chosen[parameter] = Chosen::Parts(words, many);
            let found = self.with(Value::Parts(parts));
            if found.is_some() || self.steps > MOST_STEPS {
                return found;
            }
        }
        None
    }

    /// The part categories that the owners of some parts may have.
    fn possible(&self, parts: Parts) -> Vec<PartCategory> {
        let world = &self.asker.plain;
        let owners = world.owners(parts);
        let mut found: Vec<PartCategory> = (0..world.things.len())
            .filter(|at| owners >> at & 1 == 1)
            .flat_map(|at| world.things[at].category.parts().iter().copied())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What a parameter may be that gives a function its word.
    fn options(&self, kind: ParameterKind, inputs: &[usize]) -> Vec<Chosen> {
        let world = &self.asker.plain;
        let words = |names: &[&str]| names.iter().map(|name| Chosen::Word((*name).into())).collect();
        let parts = |nth: usize| match inputs.get(nth).map(|input| &self.values[*input]) {
            Some(Value::Parts(parts)) => *parts,
            _ => 0,
        };
        match kind {
            ParameterKind::Relation => {
                let stacked = world.toward[4].iter().any(|above| *above != 0);
                words(&SPATIAL[..if stacked { 6 } else { 4 }])
            }
            ParameterKind::Change => words(&CHANGES),
            ParameterKind::Stability => match self.card.word {
                Some(word) => words(&[word]),
                None => words(&["stable", "unstable"]),
            },
            ParameterKind::Colour => words(&Colour::ALL.map(Colour::name)),
            ParameterKind::Part => {
                words(&self.possible(parts(0)).into_iter().map(PartCategory::name).collect::<Vec<_>>())
            }
            ParameterKind::Geometry => {
                let kinds: Vec<_> = world.each(parts(0)).map(|group| world.groups[group].fit).collect();
                let is = |geometry: &Geometry| {
                    kinds.iter().all(|fit| fit.is_some_and(|fit| fit.kind == geometry.from))
                };
                Geometry::ALL.into_iter().filter(is).map(Chosen::Geometry).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The question, if it has no flaw.
    fn finished(&mut self) -> Option<Asked> {
        let asker = self.asker;
        if flaw::is_told(self.template, &self.chosen, &self.values, &asker.plain)
            || !self.scope.admits_all(self.template, &self.chosen)
        {
            return None;
        }
        let program = self.template.program(&self.chosen);
        let checked = program.check().ok()?;
        match flaw::flaw(&checked, asker) {
            Some(_) => {
                // Looking for flaws takes as long as many lines.
                self.steps += 20;
                None
            }
            None => Some(Asked { chosen: self.chosen.clone(), program, checked }),
        }
    }
}

/// Kinds of descriptions, by what they tell of.
const SHAPES: usize = 16;

/// What a description tells of.
fn shape(description: &Description) -> usize {
    let clause = description.clause;
    let tells = [
        description.category.is_some(),
        clause.is_some_and(|clause| clause.parts.part.is_some()),
        clause.is_some_and(|clause| clause.parts.colour.is_some()),
        clause.is_some_and(|clause| clause.count.is_some()),
    ];
    tells.into_iter().fold(0, |shape, tells| 2 * shape + usize::from(tells))
}

/// How much a description tells.
fn length(description: &Description) -> usize {
    let clause = description.clause.map_or(0, |clause| {
        let PartWords { part, colour } = clause.parts;
        usize::from(part.is_some()) + usize::from(colour.is_some()) + usize::from(clause.count.is_some())
    });
    clause + usize::from(description.category.is_some())
}
