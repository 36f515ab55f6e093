//! How far what is seen agrees with what is there, on models of the test split.
//!
//! `cargo test -p spatiq-families --lib seeing::measuring -- --ignored --nocapture` prints the table; `SCENES=60 SEED=24` before it says of
//! how many scenes and of which. What was tuned was tuned on the seeds below 100.

use super::layers::Layers;
use super::{graph, see};
use crate::ptr::world::{Reading, World};
use rayon::prelude::*;
use spatiq_bench::{Given, Seed, Split};
use spatiq_raster::Gray16;
use spatiq_scene::arrange::{Rules, arrange};
use spatiq_scene::fit::{FitKind, Relation};
use spatiq_scene::graph::{Graph, Seen, Stability, graph as true_graph};
use spatiq_scene::render::{Quality, render};
use spatiq_scene::{Generated, Kind, Scene, layers as files};
use std::collections::BTreeMap;

/// A scene with its files and what is true of it.
pub struct Shown {
    pub scene: Scene,
    pub truth: Graph,
    pub image: Vec<u8>,
    pub depth: Vec<u8>,
    pub given: Given,
    pub worlds: [World; 3],
}

/// A scene of the test split.
pub fn shown(kind: Kind, index: u64) -> Shown {
    shown_of(23, kind, index)
}

fn shown_of(seed: u64, kind: Kind, index: u64) -> Shown {
    let (seed, split) = (Seed::root(seed).child(kind.name()).child(index), Split::Test);
    Shown::of(arrange(&Rules::of(kind), &Generated, split, &seed).expect("scenes can be arranged"))
}

impl Shown {
    /// The files and the truth of a scene.
    pub fn of(scene: Scene) -> Self {
        let size = [800, 600];
        let (frame, picture) = render(&scene, size, &Quality::DEFAULT);
        let stability = if scene.kind == Kind::Physics { Stability::of(&scene) } else { Vec::new() };
        let truth = true_graph(&scene, &Seen::of(&scene, &frame), &stability);
        let readings = [Reading::PLAIN, Reading::GENEROUS, Reading::STRICT];
        let worlds = readings.map(|reading| World::of(&truth, &reading).expect("a small scene"));
        let ids = |pixels: &[u16]| {
            Some(Gray16 { width: size[0], height: size[1], pixels: pixels.to_vec() }.encode())
        };
        let given = Given { objects: ids(&frame.objects), parts: ids(&frame.parts), graph: None };
        let (image, depth) = (picture.encode_fast(), files::depth(&frame).encode());
        Self { scene, truth, image, depth, given, worlds }
    }

    /// What is made of it.
    pub fn seen(&self) -> World {
        see(&self.image, &self.depth, &self.given).expect("a whole scene")
    }
}

/// Counts of right and of all.
#[derive(Default)]
struct Table(BTreeMap<&'static str, (usize, usize)>);

impl Table {
    fn add(&mut self, what: &'static str, right: bool) {
        let (rights, all) = self.0.entry(what).or_default();
        *rights += usize::from(right);
        *all += 1;
    }

    fn join(mut self, other: Self) -> Self {
        for (what, (rights, all)) in other.0 {
            let own = self.0.entry(what).or_default();
            own.0 += rights;
            own.1 += all;
        }
        self
    }
}

fn compare(name: &str, shown: &Shown) -> Table {
    let mut table = Table::default();
    let seen = shown.seen();
    let [truth, generous, strict] = &shown.worlds;
    let mut whole = true;
    for (at, (one, other)) in truth.things.iter().zip(&seen.things).enumerate() {
        table.add("category", one.category == other.category);
        if one.category != other.category {
            println!("{name}: object {} is a {}, seen as a {}", at + 1, one.category, other.category);
        }
        if let Some(stable) = one.stable {
            table.add("stable", other.stable == Some(stable));
            if other.stable != Some(stable) {
                println!("{name}: {} {} stable {stable}", one.category, at + 1);
            }
            for direction in 0..4 {
                if let (false, Some(change)) = (stable, one.changes[direction]) {
                    table.add("change", other.changes[direction] == Some(change));
                    if other.changes[direction] != Some(change) {
                        println!(
                            "{name}: {} {} change {direction} {change}, seen {:?}",
                            one.category,
                            at + 1,
                            other.changes[direction]
                        );
                    }
                }
            }
        }
    }
    for group in &truth.groups {
        for id in &group.ids {
            let found = seen.groups.iter().find(|other| other.ids.contains(id));
            let right = found.is_some_and(|other| other.part == group.part);
            table.add("part", right);
            if !right {
                let category = truth.things[group.thing].category;
                println!(
                    "{name}: {category} {}: {} {id} seen as {:?}",
                    group.thing + 1,
                    group.part,
                    found.map(|found| found.part.name())
                );
            }
        }
        let found = seen.groups.iter().find(|other| other.thing == group.thing && other.part == group.part);
        table.add("count", found.is_some_and(|other| other.count == group.count));
        whole &= found.is_some_and(|other| other.count == group.count && other.colour == group.colour);
        if let Some(found) = found {
            table.add("colour", found.colour == group.colour);
            if found.colour != group.colour {
                println!(
                    "{name}: {} {} {} px, seen {}",
                    group.colour,
                    group.part,
                    group.ids.len(),
                    found.colour
                );
            }
        }
    }
    table.add("whole scene", whole && truth.groups.len() == seen.groups.len());
    for from in 0..truth.things.len() {
        for to in (0..truth.things.len()).filter(|to| *to != from) {
            let signature = truth.signature(to, from);
            if generous.signature(to, from) == signature && strict.signature(to, from) == signature {
                table.add("spatial", seen.signature(to, from) == signature);
            }
        }
    }
    lines(name, &mut table, shown, &seen);
    instances(name, &mut table, shown);
    table
}

/// Lines, planes and how they lie to each other, where all readings agree.
fn lines(name: &str, table: &mut Table, shown: &Shown, seen: &World) {
    let [truth, generous, _] = &shown.worlds;
    let same = |a: usize| {
        let group = &truth.groups[a];
        seen.groups.iter().position(|other| other.thing == group.thing && other.part == group.part)
    };
    let relaxed = |a: usize| {
        let group = &truth.groups[a];
        generous.groups.iter().position(|other| other.thing == group.thing && other.part == group.part)
    };
    for a in 0..truth.groups.len() {
        let (Some(b), Some(g)) = (same(a), relaxed(a)) else { continue };
        let [one, other] = [&truth.groups[a], &seen.groups[b]];
        if one.fit.is_some() == generous.groups[g].fit.is_some() {
            table.add("is line or plane", one.fit.is_some() == other.fit.is_some());
            if one.fit.is_some() != other.fit.is_some() {
                println!(
                    "{name}: {} {} of {} has a fit: {}",
                    one.part,
                    one.count,
                    truth.things[one.thing].category,
                    one.fit.is_some()
                );
            }
        }
        for c in a + 1..truth.groups.len() {
            let (Some(d), Some(h)) = (same(c), relaxed(c)) else { continue };
            let relation = truth.relation(a, c);
            if generous.relation(g, h) == relation
                && relation != Relation::Unclear
                && one.fit.is_some()
                && truth.groups[c].fit.is_some()
            {
                table.add("geometric", seen.relation(b, d) == relation);
                if seen.relation(b, d) != relation {
                    println!(
                        "{name}: {} to {} is {relation:?}, seen {:?}",
                        one.part,
                        truth.groups[c].part,
                        seen.relation(b, d)
                    );
                }
            }
        }
    }
}

/// Lines and planes of each part by itself.
fn instances(name: &str, table: &mut Table, shown: &Shown) {
    let layers = Layers::read(&shown.image, &shown.depth, &shown.given).unwrap();
    let seen = graph(&layers).unwrap();
    for (one, other) in shown.truth.objects.iter().zip(&seen.objects) {
        for part in one.parts.iter() {
            for instance in part.instances.iter().filter(|instance| instance.pixels > 0) {
                let Some(found) = other
                    .parts
                    .iter()
                    .filter(|other| other.part == part.part)
                    .flat_map(|part| &part.instances)
                    .find(|found| found.id == instance.id)
                else {
                    continue;
                };
                if FitKind::of(part.part).is_none() {
                    continue;
                }
                table.add("instance fit", found.fit.is_some() == instance.fit.is_some());
                if found.fit.is_some() != instance.fit.is_some() {
                    println!(
                        "{name}: {} {} {} px: instance fit {}",
                        one.model,
                        part.part,
                        instance.pixels,
                        instance.fit.is_some()
                    );
                }
                if let (Some(a), Some(b)) = (instance.fit, found.fit) {
                    let angle = libm::acos(a.direction().dot(b.direction()).abs().min(1.0)).to_degrees();
                    table.add("direction to 5 degrees", angle < 5.0);
                    if angle > 5.0 {
                        println!(
                            "{name}: {} {} {} px: direction off by {angle:.1}",
                            one.model, part.part, instance.pixels
                        );
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "takes minutes, and prints a table"]
    fn what_is_seen_is_held_against_what_is_there() {
        let from_outside =
            |name: &str, usual: u64| std::env::var(name).map_or(usual, |number| number.parse().unwrap());
        let (count, seed) = (from_outside("SCENES", 60), from_outside("SEED", 23));
        for kind in [Kind::Room, Kind::Physics] {
            let shown: Vec<Shown> =
                (0..count).into_par_iter().map(|index| shown_of(seed, kind, index)).collect();
            let names = (0..count).map(|index| format!("{} {index}", kind.name()));
            let tables = names.zip(&shown).map(|(name, one)| compare(&name, one));
            let table = tables.reduce(Table::join).unwrap_or_default();
            println!("{} scenes of the kind {}", count, kind.name());
            for (what, (rights, all)) in table.0 {
                println!("{what:18} {rights:6} of {all:6}  {:.4}", rights as f64 / all as f64);
            }
        }
    }
}
