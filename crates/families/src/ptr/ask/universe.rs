//! Every description that means something in a scene, and which objects it fits.

use crate::ptr::program::Objects;
use crate::ptr::words::{Clause, Description, PartWords, usually_many};
use crate::ptr::world::World;
use spatiq_scene::{Category, Colour, PartCategory};

/// The descriptions of a scene.
pub struct Universe {
    /// All of them; the first is the empty one.
    pub entries: Vec<Entry>,
    /// For each object the descriptions that fit it alone in the whole scene, and say nothing in vain.
    pub ones: Vec<Vec<usize>>,
}

/// A description with what it means.
pub struct Entry {
    /// The description.
    pub description: Description,
    /// The objects that it fits.
    pub fits: Objects,
    /// The objects that it would fit with one thing left out, for each thing.
    pub without: Vec<Objects>,
}

impl Universe {
    /// All descriptions by categories, parts, colours and numbers that occur in a scene, and by each of the others alone, so that what is
    /// not there is told in as few words as what is.
    pub fn of(world: &World) -> Self {
        let table = Table::of(world);
        let mut clauses = vec![None];
        for part in table.parts.iter().copied().map(Some).chain([None]) {
            for colour in table.colours.iter().copied().map(Some).chain([None]) {
                let parts = PartWords { colour, part };
                if parts == PartWords::default() {
                    continue;
                }
                clauses.push(Some(Clause { parts, count: None, plural: false }));
                let numbers = table.numbers(part);
                clauses.extend(numbers.map(|n| Some(Clause { parts, count: Some(n), plural: false })));
            }
        }
        let absent_parts = PartCategory::NAMED.into_iter().filter(|part| !table.parts.contains(part));
        let absent_colours = Colour::ALL.into_iter().filter(|colour| !table.colours.contains(colour));
        let absent = absent_parts
            .map(|part| PartWords { part: Some(part), colour: None })
            .chain(absent_colours.map(|colour| PartWords { part: None, colour: Some(colour) }));
        clauses.extend(absent.map(|parts| Some(Clause { parts, count: None, plural: false })));
        let mut entries = Vec::new();
        for category in [None].into_iter().chain(table.categories.iter().copied().map(Some)) {
            let may_have = |clause: &&Option<Clause>| {
                let part = clause.and_then(|clause| clause.parts.part);
                part.zip(category).is_none_or(|(part, category)| category.parts().contains(&part))
            };
            let of_category = clauses.iter().filter(may_have);
            entries.extend(of_category.map(|clause| table.entry(Description { category, clause: *clause })));
        }
        let absent = Category::FURNITURE.into_iter().filter(|category| !table.categories.contains(category));
        entries.extend(
            absent.map(|category| table.entry(Description { category: Some(category), clause: None })),
        );
        let all = world.all();
        let alone = |object: usize| {
            let fits = |entry: &Entry| entry.fits == 1 << object && entry.is_needed(all);
            (0..entries.len()).filter(|at| fits(&entries[*at])).collect()
        };
        let ones = (0..world.things.len()).map(alone).collect();
        Self { entries, ones }
    }
}

impl Entry {
    /// Whether every word matters among some objects.
    pub fn is_needed(&self, among: Objects) -> bool {
        let fits = self.fits & among;
        self.without.iter().all(|without| without & among != fits)
    }
}

/// The description with its parts in the number that suits the objects it fits.
pub fn worded(world: &World, description: &Description, objects: Objects) -> Description {
    let Some(clause) = description.clause else { return *description };
    let within = world.groups.iter().filter(|group| objects >> group.thing & 1 == 1);
    let counts = within.filter(|group| clause.parts.fit(group.part, group.colour)).map(|group| group.count);
    let plural = match (clause.count, clause.parts.part, counts.min()) {
        (Some(_), ..) | (None, None, _) => false,
        // Whatever it is made of, a cart is said to have a red body.
        (None, Some(PartCategory::Body), _) => false,
        (None, Some(_), Some(least)) => least > 1,
        (None, Some(part), None) => usually_many(part),
    };
    Description { clause: Some(Clause { plural, ..clause }), ..*description }
}

/// Which objects have what.
struct Table<'a> {
    world: &'a World,
    categories: Vec<Category>,
    parts: Vec<PartCategory>,
    colours: Vec<Colour>,
}

impl<'a> Table<'a> {
    fn of(world: &'a World) -> Self {
        let mut categories: Vec<Category> = world.things.iter().map(|thing| thing.category).collect();
        let mut parts: Vec<PartCategory> = world.groups.iter().map(|group| group.part).collect();
        let mut colours: Vec<Colour> = world.groups.iter().map(|group| group.colour).collect();
        categories.sort_unstable();
        categories.dedup();
        parts.sort_unstable();
        parts.dedup();
        colours.sort_unstable();
        colours.dedup();
        Self { world, categories, parts, colours }
    }

    /// How many of a part some object has, each number once.
    fn numbers(&self, part: Option<PartCategory>) -> impl Iterator<Item = u32> + use<> {
        let of_part = self.world.groups.iter().filter(|group| Some(group.part) == part && group.count <= 9);
        let mut numbers: Vec<u32> = of_part.map(|group| group.count).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter()
    }

    fn entry(&self, description: Description) -> Entry {
        let fits = self.fits(&description);
        let mut without = Vec::new();
        if description.category.is_some() {
            without.push(self.fits(&Description { category: None, ..description }));
        }
        if let Some(clause) = description.clause {
            let other = |clause| self.fits(&Description { clause, ..description });
            without.push(other(None));
            let PartWords { colour, part } = clause.parts;
            if colour.is_some() && part.is_some() {
                without.push(other(Some(Clause { parts: PartWords { colour: None, part }, ..clause })));
                without.push(other(Some(Clause { parts: PartWords { colour, part: None }, ..clause })));
            }
            if clause.count.is_some() {
                without.push(other(Some(Clause { count: None, ..clause })));
            }
        }
        Entry { description, fits, without }
    }

    fn fits(&self, description: &Description) -> Objects {
        let of_category = match description.category {
            None => self.world.all(),
            Some(category) => self.world.objects_where(|thing| thing.category == category),
        };
        of_category & description.clause.map_or(Objects::MAX, |clause| self.having(&clause))
    }

    fn having(&self, clause: &Clause) -> Objects {
        let mut counts = [0; Objects::BITS as usize];
        for group in &self.world.groups {
            let is_meant = clause.parts.fit(group.part, group.colour);
            counts[group.thing] += if is_meant { group.count } else { 0 };
        }
        let counts = counts[..self.world.things.len()].iter().enumerate();
        let fits = counts.filter(|(_, count)| match clause.count {
            None => **count > 0,
            Some(wanted) => **count == wanted,
        });
        fits.map(|(object, _)| 1 << object).sum()
    }
}
