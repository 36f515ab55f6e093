//! Running programs.

use super::value::{self, Objects, Parts, Value};
use super::{Checked, Function, Geometry, Step};
use crate::ptr::world::World;

/// The largest number that questions know.
const MOST: u32 = 9;

/// Why a program has no answer in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// What should be one object is none or several.
    NotOne,
    /// Parts that should share a category or a colour do not, or there are none.
    NotSame,
    /// Nothing is related to nothing, or the two have no relation that could be repeated.
    NoRelation,
    /// A number is below 0 or above 9.
    OutOfRange,
    /// Physics has no clear verdict, or was not asked.
    Unknown,
}

/// The answer of a program in a scene.
pub fn run(program: &Checked, world: &World) -> Result<Value, Failure> {
    trace(program, world).map(|mut values| values.pop().expect("a checked program has nodes"))
}

/// What every node of a program gives.
pub fn trace(program: &Checked, world: &World) -> Result<Vec<Value>, Failure> {
    let mut values = Vec::with_capacity(program.steps.len());
    for step in &program.steps {
        values.push(world.step(step, &values)?);
    }
    // Numbers on the way may be large, but no answer is.
    match values.last().and_then(Value::integer) {
        Some(number) if number > MOST => Err(Failure::OutOfRange),
        _ => Ok(values),
    }
}

impl World {
    /// What a node gives, from what the nodes before gave.
    pub fn step(&self, step: &Step, values: &[Value]) -> Result<Value, Failure> {
        let input = |nth: usize| &values[step.inputs[nth]];
        let objects = |nth: usize| input(nth).objects().expect("checked");
        let parts = |nth: usize| match input(nth) {
            Value::Parts(parts) => *parts,
            _ => unreachable!("checked"),
        };
        let object = |nth: usize| match input(nth) {
            Value::Object(object) => *object,
            _ => unreachable!("checked"),
        };
        let integer = |nth: usize| input(nth).integer().expect("checked");
        let among_objects = |nth: usize| if step.inputs.len() > nth { objects(nth) } else { self.all() };
        let among_parts = |nth: usize| if step.inputs.len() > nth { parts(nth) } else { self.all_parts() };
        let word = step.value.as_str();
        Ok(match step.function {
            Function::Scene => Value::Objects(self.all()),
            Function::Unique => Value::Object(one(objects(0))?),
            Function::RelateObject => {
                Value::Objects(self.toward[value::spatial(word).expect("checked")][object(0)])
            }
            Function::CountObject => Value::Integer(objects(0).count_ones()),
            Function::ExistObject => Value::Boolean(objects(0) != 0),
            Function::FilterObjectCategory => {
                let category = value::category(word).expect("checked");
                Value::Objects(objects(0) & self.objects_where(|thing| thing.category == category))
            }
            Function::FilterStability => {
                Value::Objects(self.with_stability(objects(0), value::stability(word).expect("checked"))?)
            }
            Function::QueryObjectCategory => Value::Category(self.things[object(0)].category),
            Function::QueryPossibleChange => Value::Change(self.only_change(object(0))?),
            Function::QueryIsStability => {
                let stable = self.things[object(0)].stable.ok_or(Failure::Unknown)?;
                Value::Boolean(stable == value::stability(word).expect("checked"))
            }
            Function::QueryIsPossibleChange => {
                Value::Boolean(self.change_helps(object(0), value::change(word).expect("checked"))?)
            }
            Function::SameObjectCategory => {
                let category = self.things[object(0)].category;
                let same = self.objects_where(|thing| thing.category == category);
                Value::Objects(same & !(1 << object(0)))
            }
            Function::QueryObjectAnalogy => {
                let signature = self.signature(object(0), object(1));
                if signature == 0 || object(0) == object(1) {
                    return Err(Failure::NoRelation);
                }
                let from = object(2);
                let same = |other: &usize| *other != from && self.signature(from, *other) == signature;
                let found: Objects = (0..self.things.len()).filter(same).map(|other| 1 << other).sum();
                Value::Objects(found & among_objects(3))
            }
            Function::ExpandParts => Value::Parts(self.parts_of(objects(0))),
            Function::RelatePart => {
                let geometry = Geometry::from_name(word).expect("checked");
                Value::Parts(self.related(parts(0), geometry)? & among_parts(1))
            }
            Function::ExistPart => Value::Boolean(parts(0) != 0),
            Function::FilterPartCategory => {
                let part = value::part(word).expect("checked");
                Value::Parts(parts(0) & self.parts_where(|group| group.part == part))
            }
            Function::FilterPartColor => {
                let colour = value::colour(word).expect("checked");
                Value::Parts(parts(0) & self.parts_where(|group| group.colour == colour))
            }
            Function::CountPart => Value::Integers(self.counts(parts(0))),
            Function::FilterPartExist => Value::Objects(self.owners(parts(0))),
            Function::FilterPartCount => {
                let Value::Integers(counts) = input(0) else { unreachable!("checked") };
                let wanted = value::number(word).expect("checked");
                let fits = counts.iter().enumerate().filter(|(_, count)| **count == wanted);
                Value::Objects(fits.map(|(object, _)| 1 << object).sum())
            }
            Function::QueryPartCategory => Value::Part(self.shared(parts(0), |group| group.part)?),
            Function::QueryPartColor => Value::Colour(self.shared(parts(0), |group| group.colour)?),
            Function::SamePartColor => {
                let colour = self.shared(parts(0), |group| group.colour)?;
                Value::Parts(self.parts_where(|group| group.colour == colour) & !parts(0))
            }
            Function::EqualObjectCategory | Function::EqualPartCategory | Function::EqualPartColor => {
                Value::Boolean(input(0) == input(1))
            }
            Function::QueryPartAnalogy => {
                let geometry = self.geometry(parts(0), parts(1)).ok_or(Failure::NoRelation)?;
                let (from, to) = (geometry.from, geometry.to);
                // The third must be what the first is; what is found must be what the second is.
                let fits = |kind| self.parts_where(|group| group.fit.is_some_and(|fit| fit.kind == kind));
                if parts(2) & !fits(from) != 0 {
                    return Err(Failure::NoRelation);
                }
                Value::Parts(self.related(parts(2), geometry)? & fits(to) & among_parts(3))
            }
            Function::EqualInteger => Value::Boolean(integer(0) == integer(1)),
            Function::GreaterThan => Value::Boolean(integer(0) > integer(1)),
            Function::LessThan => Value::Boolean(integer(0) < integer(1)),
            Function::Sum => Value::Integer(integer(0) + integer(1)),
            Function::Minus => Value::Integer(integer(0).checked_sub(integer(1)).ok_or(Failure::OutOfRange)?),
        })
    }

    /// What all of some parts have in common.
    fn shared<T: PartialEq>(
        &self,
        parts: Parts,
        what: impl Fn(&crate::ptr::world::Group) -> T,
    ) -> Result<T, Failure> {
        let mut all = self.each(parts).map(|group| what(&self.groups[group]));
        let first = all.next().ok_or(Failure::NotSame)?;
        match all.all(|other| other == first) {
            true => Ok(first),
            false => Err(Failure::NotSame),
        }
    }
}

/// The one object of a set.
fn one(objects: Objects) -> Result<usize, Failure> {
    match objects.count_ones() {
        1 => Ok(objects.trailing_zeros() as usize),
        _ => Err(Failure::NotOne),
    }
}
