//! What programs are run on: the visible part of a scene graph, ready for sets as bits.
//!
//! A scene can be looked at in several ways ([`Reading`]). The plain one is the truth; the others draw the line elsewhere
//! where a person might, so that questions are asked only where all of them agree.

mod measure;

use super::program::{Failure, Geometry, Objects, Parts};
use spatiq_scene::fit::{Fit, Relation};
use spatiq_scene::graph::{Graph, LEAST_OFFSET, PartNode, Six, Stability, least_pixels};
use spatiq_scene::physics::Direction;
use spatiq_scene::{Category, Colour, Kind, Paint, PartCategory};

/// What programs see of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// The objects.
    pub things: Vec<Thing>,
    /// The visible parts of all objects, those of one category of an object together.
    pub groups: Vec<Group>,
    /// For each spatial relation and each object the objects that are there, seen from it.
    pub toward: [Vec<Objects>; 6],
    /// How groups lie to each other, row by row.
    relations: Vec<Relation>,
    /// For each geometric relation, in the order of [`Geometry::ALL`], and each group the groups that have it to that one.
    related: [Vec<Parts>; Geometry::ALL.len()],
}

/// An object.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// What it is.
    pub category: Category,
    /// Whether it stays where it is; nothing if that is open.
    pub stable: Option<bool>,
    /// For each direction whether moving it there makes it stable; nothing if that is open.
    pub changes: [Option<bool>; 4],
    /// How far it moves where something may fall, as its stability tells it.
    pub motion: Option<f64>,
    /// Its visible parts.
    pub parts: Parts,
}

/// What is known of an object before it is looked at in some way.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What it is.
    pub category: Category,
    /// Where it stands.
    pub stand: [f64; 3],
    /// Its parts.
    pub parts: &'a [PartNode],
    /// How it fares, where something may fall.
    pub stability: Option<&'a Stability>,
}

/// All visible parts of one category of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The object.
    pub thing: usize,
    /// What they are.
    pub part: PartCategory,
    /// Their colour.
    pub colour: Colour,
    /// How many are visible.
    pub count: u32,
    /// The line or plane that they are taken for.
    pub fit: Option<Fit>,
    /// What each is taken for by itself, where they differ and that is looked at: of two doors one may be open.
    pub singly: Vec<Fit>,
    /// Their values in the layer of parts.
    pub ids: Vec<usize>,
}

/// Where the line is drawn between what is and what is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The least number of pixels that a visible part shows; nothing for the rule of the scene's kind.
    pub pixels: Option<usize>,
    /// How far an object must be in a direction to be there, in metres.
    pub offset: f64,
    /// Whether parts that are nearly parallel or perpendicular are so.
    pub generous: bool,
    /// Whether one of several parts that differ is enough to be parallel or perpendicular to something.
    pub singly: bool,
}

impl Reading {
    /// The truth.
    pub const PLAIN: Self = Self { pixels: None, offset: LEAST_OFFSET, generous: false, singly: false };
    /// Of someone who sees every pixel and takes a little for enough.
    pub const GENEROUS: Self = Self { pixels: Some(1), offset: 0.1, generous: true, singly: true };
    /// Of someone who looks from afar.
    pub const STRICT: Self = Self { pixels: Some(40), offset: 0.3, generous: false, singly: false };
}

/// Why a graph cannot be asked about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorldError {
    /// More than bits.
    #[error("there are more than 64 objects or 128 kinds of parts")]
    TooLarge,
    /// A part has a colour that has no name.
    #[error("a {0} has a colour that has no name")]
    NoColour(PartCategory),
}

impl World {
    /// What is visible of a graph, by a reading.
    pub fn of(graph: &Graph, reading: &Reading) -> Result<Self, WorldError> {
        let views = graph.objects.iter().map(|node| View {
            category: node.category,
            stand: node.stand,
            parts: &node.parts,
            stability: node.stability.as_ref().filter(|_| graph.kind == Kind::Physics),
        });
        Self::seen(&views.collect::<Vec<_>>(), graph.kind, &graph.directions, reading)
    }

    /// The same from what is seen of each object.
    pub fn seen(
        views: &[View],
        kind: Kind,
        six: &Six<[f64; 3]>,
        reading: &Reading,
    ) -> Result<Self, WorldError> {
        let least = reading.pixels.unwrap_or(least_pixels(kind));
        let mut groups = Vec::new();
        for (thing, view) in views.iter().enumerate() {
            for part in view.parts.iter().filter(|part| part.part != PartCategory::Other) {
                groups.extend(group(thing, part, least, reading)?);
            }
        }
        if views.len() > Objects::BITS as usize || groups.len() > Parts::BITS as usize {
            return Err(WorldError::TooLarge);
        }
        let stands: Vec<[f64; 3]> = views.iter().map(|view| view.stand).collect();
        let directions = [six.left, six.right, six.front, six.behind, six.above, six.below];
        let things =
            views.iter().enumerate().map(|(at, view)| thing(view.category, view.stability, at, &groups));
        let relations = measure::relations(&groups, reading.generous);
        Ok(Self {
            things: things.collect(),
            toward: directions.map(|direction| measure::toward(&stands, direction, reading.offset)),
            related: measure::related(&groups, &relations, reading.generous),
            relations,
            groups,
        })
    }

    /// Every object.
    pub fn all(&self) -> Objects {
        self.objects_where(|_| true)
    }

    /// Every visible part.
    pub fn all_parts(&self) -> Parts {
        self.parts_where(|_| true)
    }

    /// The objects of which something holds.
    pub fn objects_where(&self, holds: impl Fn(&Thing) -> bool) -> Objects {
        let fits = self.things.iter().enumerate().filter(|(_, thing)| holds(thing));
        fits.map(|(at, _)| 1 << at).sum()
    }

    /// The parts of which something holds.
    pub fn parts_where(&self, holds: impl Fn(&Group) -> bool) -> Parts {
        let fits = self.groups.iter().enumerate().filter(|(_, group)| holds(group));
        fits.map(|(at, _)| 1 << at).sum()
    }

    /// The numbers of some parts.
    pub fn each(&self, parts: Parts) -> impl Iterator<Item = usize> {
        (0..self.groups.len()).filter(move |group| parts >> group & 1 == 1)
    }

    /// The parts of some objects.
    pub fn parts_of(&self, objects: Objects) -> Parts {
        let within = self.things.iter().enumerate().filter(|(at, _)| objects >> at & 1 == 1);
        within.map(|(_, thing)| thing.parts).fold(0, |all, parts| all | parts)
    }

    /// The objects that some parts belong to.
    pub fn owners(&self, parts: Parts) -> Objects {
        self.objects_where(|thing| thing.parts & parts != 0)
    }

    /// How many of some parts each object has.
    pub fn counts(&self, parts: Parts) -> Vec<u32> {
        let mut counts = vec![0; self.things.len()];
        self.each(parts).for_each(|group| counts[self.groups[group].thing] += self.groups[group].count);
        counts
    }

    /// In which of the six directions one object is, seen from another: a bit each.
    pub fn signature(&self, of: usize, from: usize) -> u8 {
        let there = |relation: &usize| self.toward[*relation][from] >> of & 1 == 1;
        (0..6).filter(there).map(|relation| 1 << relation).sum()
    }

    /// The parts that have a relation to all of some parts, and are none of them. All of the latter must be what the relation
    /// speaks of, lines or planes.
    pub fn related(&self, to: Parts, geometry: Geometry) -> Result<Parts, Failure> {
        let suits = |fit: Fit| fit.kind == geometry.from || fit.kind == geometry.to;
        if to == 0 || !self.each(to).all(|group| self.groups[group].fit.is_some_and(suits)) {
            return Err(Failure::NoRelation);
        }
        let at = Geometry::ALL.iter().position(|one| *one == geometry).expect("all are listed");
        Ok(self.each(to).fold(!to, |found, one| found & self.related[at][one]))
    }

    /// The relation of some parts to others, if all have the same.
    pub fn geometry(&self, from: Parts, to: Parts) -> Option<Geometry> {
        let first = |parts: Parts| self.each(parts).next();
        let (one, other) = (first(from)?, first(to)?);
        let (one_fit, other_fit) = (self.groups[one].fit?, self.groups[other].fit?);
        let perpendicular = match self.relation(one, other) {
            Relation::Perpendicular => true,
            Relation::Parallel => false,
            Relation::Unclear | Relation::Neither => return None,
        };
        let geometry = Geometry { from: one_fit.kind, to: other_fit.kind, perpendicular };
        let is_kind = |parts, kind| {
            self.each(parts).all(|group| self.groups[group].fit.is_some_and(|fit| fit.kind == kind))
        };
        let related = self.related(from, geometry).ok()?;
        let holds = from & to == 0 && to & !related == 0;
        (holds && is_kind(from, geometry.from) && is_kind(to, geometry.to)).then_some(geometry)
    }

    /// How two groups lie to each other; `Neither` where one of them is no line or plane.
    pub fn relation(&self, one: usize, other: usize) -> Relation {
        self.relations[one * self.groups.len() + other]
    }

    /// Those of some objects that are stable, or that are not.
    pub fn with_stability(&self, objects: Objects, stable: bool) -> Result<Objects, Failure> {
        let mut found = 0;
        for (at, thing) in self.things.iter().enumerate().filter(|(at, _)| objects >> at & 1 == 1) {
            if thing.stable.ok_or(Failure::Unknown)? == stable {
                found |= 1 << at;
            }
        }
        Ok(found)
    }

    /// Whether moving an unstable object in a direction makes it stable.
    pub fn change_helps(&self, object: usize, direction: Direction) -> Result<bool, Failure> {
        match self.things[object].stable {
            Some(false) => self.things[object].changes[direction as usize].ok_or(Failure::Unknown),
            _ => Err(Failure::Unknown),
        }
    }

    /// The one direction in which moving an unstable object makes it stable.
    pub fn only_change(&self, object: usize) -> Result<Direction, Failure> {
        let mut helping = Vec::new();
        for direction in Direction::ALL {
            if self.change_helps(object, direction)? {
                helping.push(direction);
            }
        }
        match helping.as_slice() {
            [only] => Ok(*only),
            _ => Err(Failure::NotOne),
        }
    }
}

fn thing(category: Category, stability: Option<&Stability>, at: usize, groups: &[Group]) -> Thing {
    let own = groups.iter().enumerate().filter(|(_, group)| group.thing == at);
    let changes = |direction: Direction| {
        let moves = stability?.changes.iter().filter(|change| change.direction == direction);
        let outcomes: Vec<Option<bool>> = moves.map(|change| change.helps).collect();
        match outcomes.contains(&Some(true)) {
            true => Some(true),
            false => (!outcomes.is_empty() && !outcomes.contains(&None)).then_some(false),
        }
    };
    Thing {
        category,
        stable: stability.and_then(|stability| stability.stable),
        changes: Direction::ALL.map(changes),
        motion: stability.map(|stability| stability.motion),
        parts: own.map(|(group, _)| 1 << group).sum(),
    }
}

fn group(
    thing: usize,
    part: &PartNode,
    least: usize,
    reading: &Reading,
) -> Result<Option<Group>, WorldError> {
    let visible = part.instances.iter().filter(|instance| instance.pixels >= least);
    let ids: Vec<usize> = visible.map(|instance| instance.id).collect();
    if ids.is_empty() {
        return Ok(None);
    }
    let Paint::Named(colour) = part.paint else { return Err(WorldError::NoColour(part.part)) };
    let fit = if reading.generous { measure::nearly_common(part) } else { part.fit };
    let singly = if reading.singly && fit.is_none() { measure::singly(part) } else { Vec::new() };
    Ok(Some(Group { thing, part: part.part, colour, count: ids.len() as u32, fit, singly, ids }))
}
