//! A second way to run programs: slowly, on the graph itself, with lists instead of bits. `verify` and tests hold it against the first.

use super::program::{
    Geometry, Program, SPATIAL, category, change, colour, number, part, spatial, stability,
};
use spatiq_scene::fit::{Fit, FitKind};
use spatiq_scene::graph::{Graph, PartNode, least_pixels};
use spatiq_scene::physics::Direction;
use spatiq_scene::{Kind, Paint, PartCategory};
use std::collections::BTreeSet;

/// Parts by their object and their place in it.
type PartSet = BTreeSet<(usize, usize)>;
type ObjectSet = BTreeSet<usize>;

#[derive(Clone, PartialEq)]
enum Seen {
    Objects(ObjectSet),
    Parts(PartSet),
    Numbers(Vec<usize>),
    Word(String),
}

/// The answer of a program, as a word.
pub fn run(program: &Program, graph: &Graph) -> Result<String, String> {
    program.check().map_err(|error| error.to_string())?;
    let mut seen: Vec<Seen> = Vec::new();
    for node in &program.nodes {
        let given = Given { graph, inputs: node.inputs.iter().map(|input| seen[*input].clone()).collect() };
        let word = node.value_inputs.first().map_or("", String::as_str);
        let value = given.apply(&node.function, word)?;
        seen.push(value);
    }
    match seen.pop() {
        Some(Seen::Word(word)) => Ok(word),
        Some(Seen::Numbers(numbers)) => match numbers.iter().sum::<usize>() {
            total @ 0..=9 => Ok(total.to_string()),
            total => Err(format!("{total} is more than 9")),
        },
        _ => Err("it ends with a set".into()),
    }
}

struct Given<'a> {
    graph: &'a Graph,
    inputs: Vec<Seen>,
}

impl Given<'_> {
    fn apply(&self, function: &str, word: &str) -> Result<Seen, String> {
        let graph = self.graph;
        let yes = |yes: bool| Ok(Seen::Word(if yes { "yes" } else { "no" }.into()));
        let number_of = |count: usize| Ok(Seen::Numbers(vec![count]));
        let all: ObjectSet = (0..graph.objects.len()).collect();
        match function {
            "scene" => Ok(Seen::Objects(all)),
            "unique" => match self.objects(0)?.len() {
                1 => Ok(self.inputs[0].clone()),
                count => Err(format!("{count} objects fit")),
            },
            "relate_object" => {
                let relation = spatial(word).ok_or("no relation")?;
                Ok(Seen::Objects(
                    all.into_iter().filter(|to| self.is_toward(relation, self.one(0), *to)).collect(),
                ))
            }
            "count_object" => number_of(self.objects(0)?.len()),
            "exist_object" => yes(!self.objects(0)?.is_empty()),
            "filter_object_category" => {
                let wanted = category(word).ok_or("no category")?;
                let of = |object: &usize| graph.objects[*object].category == wanted;
                Ok(Seen::Objects(self.objects(0)?.into_iter().filter(of).collect()))
            }
            "filter_stability" => {
                let wanted = stability(word).ok_or("no stability")?;
                let mut found = ObjectSet::new();
                for object in self.objects(0)? {
                    if self.is_stable(object)? == wanted {
                        found.insert(object);
                    }
                }
                Ok(Seen::Objects(found))
            }
            "query_object_category" => Ok(Seen::Word(graph.objects[self.one(0)].category.name().into())),
            "query_possible_change" => {
                let mut helping = Vec::new();
                for direction in Direction::ALL {
                    if self.helps(self.one(0), direction)? {
                        helping.push(direction.name());
                    }
                }
                match helping.as_slice() {
                    [only] => Ok(Seen::Word((*only).into())),
                    _ => Err(format!("{} directions help", helping.len())),
                }
            }
            "query_is_stability" => {
                yes(self.is_stable(self.one(0))? == stability(word).ok_or("no stability")?)
            }
            "query_is_possible_change" => yes(self.helps(self.one(0), change(word).ok_or("no change")?)?),
            "same_object_category" => {
                let of = self.one(0);
                let same = |other: &usize| {
                    *other != of && graph.objects[*other].category == graph.objects[of].category
                };
                Ok(Seen::Objects(all.into_iter().filter(same).collect()))
            }
            "query_object_analogy" => {
                let place = |of: usize, from: usize| -> Vec<usize> {
                    (0..SPATIAL.len()).filter(|relation| self.is_toward(*relation, from, of)).collect()
                };
                let wanted = place(self.one(0), self.one(1));
                if wanted.is_empty() {
                    return Err("the two have no relation".into());
                }
                let among = if self.inputs.len() > 3 { self.objects(3)? } else { all };
                let fits = |other: &usize| *other != self.one(2) && place(self.one(2), *other) == wanted;
                Ok(Seen::Objects(among.into_iter().filter(fits).collect()))
            }
            "expand_parts" => {
                let objects = self.objects(0)?;
                Ok(Seen::Parts(
                    self.every_part().into_iter().filter(|(object, _)| objects.contains(object)).collect(),
                ))
            }
            "relate_part" => {
                let geometry = Geometry::from_name(word).ok_or("no relation")?;
                let among = if self.inputs.len() > 1 { self.parts(1)? } else { self.every_part() };
                self.related(&self.parts(0)?, geometry, among).map(Seen::Parts)
            }
            "query_part_analogy" => {
                let (from, to, third) = (self.parts(0)?, self.parts(1)?, self.parts(2)?);
                let kind =
                    |parts: &PartSet| parts.iter().next().and_then(|at| self.fit(*at)).map(|fit| fit.kind);
                let (Some(a), Some(b)) = (kind(&from), kind(&to)) else {
                    return Err("no line or plane".into());
                };
                let all_of = |parts: &PartSet, kind: FitKind| {
                    !parts.is_empty()
                        && parts.iter().all(|at| self.fit(*at).is_some_and(|fit| fit.kind == kind))
                };
                let geometry = [true, false]
                    .map(|perpendicular| Geometry { from: a, to: b, perpendicular })
                    .into_iter()
                    .find(|geometry| {
                        self.related(&from, *geometry, to.clone()).is_ok_and(|found| found == to)
                    });
                let geometry = geometry.ok_or("the two have no relation")?;
                if !all_of(&from, a) || !all_of(&to, b) || !all_of(&third, a) {
                    return Err("these are not all lines, or all planes".into());
                }
                let among = if self.inputs.len() > 3 { self.parts(3)? } else { self.every_part() };
                let among =
                    among.into_iter().filter(|at| self.fit(*at).is_some_and(|fit| fit.kind == b)).collect();
                self.related(&third, geometry, among).map(Seen::Parts)
            }
            "exist_part" => yes(!self.parts(0)?.is_empty()),
            "filter_part_category" => {
                let wanted = part(word).ok_or("no part")?;
                Ok(Seen::Parts(
                    self.parts(0)?.into_iter().filter(|at| self.node(*at).part == wanted).collect(),
                ))
            }
            "filter_part_color" => {
                let wanted = Paint::Named(colour(word).ok_or("no colour")?);
                Ok(Seen::Parts(
                    self.parts(0)?.into_iter().filter(|at| self.node(*at).paint == wanted).collect(),
                ))
            }
            "count_part" => {
                let parts = self.parts(0)?;
                let count = |object: usize| {
                    let own = parts.iter().filter(|(of, _)| *of == object);
                    own.map(|at| self.visible(*at)).sum()
                };
                Ok(Seen::Numbers(all.into_iter().map(count).collect()))
            }
            "filter_part_exist" => {
                Ok(Seen::Objects(self.parts(0)?.into_iter().map(|(object, _)| object).collect()))
            }
            "filter_part_count" => {
                let Seen::Numbers(numbers) = &self.inputs[0] else { return Err("no numbers".into()) };
                let wanted = number(word).ok_or("no number")? as usize;
                Ok(Seen::Objects(all.into_iter().filter(|object| numbers[*object] == wanted).collect()))
            }
            "query_part_category" => self.shared(|node| node.part.name().to_owned()),
            "query_part_color" => self.shared(|node| match node.paint {
                Paint::Named(colour) => colour.name().to_owned(),
                Paint::Rgb(_) => String::new(),
            }),
            "same_part_color" => {
                let parts = self.parts(0)?;
                let mut paints: Vec<Paint> = parts.iter().map(|at| self.node(*at).paint).collect();
                paints.dedup();
                let [paint] = paints.as_slice() else { return Err("there is not one colour".into()) };
                let same = |at: &(usize, usize)| self.node(*at).paint == *paint && !parts.contains(at);
                Ok(Seen::Parts(self.every_part().into_iter().filter(same).collect()))
            }
            "equal_object_category" | "equal_part_category" | "equal_part_color" => {
                yes(self.inputs[0] == self.inputs[1])
            }
            "equal_integer" => yes(self.total(0)? == self.total(1)?),
            "greater_than" => yes(self.total(0)? > self.total(1)?),
            "less_than" => yes(self.total(0)? < self.total(1)?),
            "sum" => number_of(self.total(0)? + self.total(1)?),
            "minus" => {
                let [one, other] = [self.total(0)?, self.total(1)?];
                if other > one { Err("the difference is below 0".into()) } else { number_of(one - other) }
            }
            _ => Err(format!("there is no function {function}")),
        }
    }

    fn objects(&self, nth: usize) -> Result<ObjectSet, String> {
        match &self.inputs[nth] {
            Seen::Objects(objects) => Ok(objects.clone()),
            _ => Err("not objects".into()),
        }
    }

    fn one(&self, nth: usize) -> usize {
        self.objects(nth).ok().and_then(|objects| objects.into_iter().next()).unwrap_or(0)
    }

    fn parts(&self, nth: usize) -> Result<PartSet, String> {
        match &self.inputs[nth] {
            Seen::Parts(parts) => Ok(parts.clone()),
            _ => Err("not parts".into()),
        }
    }

    fn total(&self, nth: usize) -> Result<usize, String> {
        match &self.inputs[nth] {
            Seen::Numbers(numbers) => Ok(numbers.iter().sum()),
            _ => Err("not a number".into()),
        }
    }

    fn node(&self, (object, place): (usize, usize)) -> &PartNode {
        &self.graph.objects[object].parts[place]
    }

    fn visible(&self, at: (usize, usize)) -> usize {
        let least = least_pixels(self.graph.kind);
        self.node(at).instances.iter().filter(|instance| instance.pixels >= least).count()
    }

    fn every_part(&self) -> PartSet {
        let objects = self.graph.objects.iter().enumerate();
        let parts =
            objects.flat_map(|(object, node)| (0..node.parts.len()).map(move |place| (object, place)));
        parts.filter(|at| self.node(*at).part != PartCategory::Other && self.visible(*at) > 0).collect()
    }

    fn fit(&self, at: (usize, usize)) -> Option<Fit> {
        self.node(at).fit
    }

    /// By the angle between directions, in degrees.
    fn related(&self, to: &PartSet, geometry: Geometry, among: PartSet) -> Result<PartSet, String> {
        let suits = |at: &(usize, usize)| {
            self.fit(*at).is_some_and(|fit| fit.kind == geometry.from || fit.kind == geometry.to)
        };
        if to.is_empty() || !to.iter().all(suits) {
            return Err("these are not what the relation speaks of".into());
        }
        let holds = |a: Fit, b: Fit| {
            let kinds = [a.kind, b.kind];
            let wanted = [geometry.from, geometry.to];
            let cosine = a.direction().dot(b.direction()).abs().min(1.0);
            let between = libm::acos(cosine).to_degrees();
            // Of a plane the normal is known.
            let angle = if a.kind == b.kind { between } else { 90.0 - between };
            let right = if geometry.perpendicular { angle >= 85.0 } else { angle <= 5.0 };
            (kinds == wanted || kinds == [wanted[1], wanted[0]]) && right
        };
        let with_all = |other: &(usize, usize)| {
            let with =
                |one: &(usize, usize)| self.fit(*one).zip(self.fit(*other)).is_some_and(|(a, b)| holds(a, b));
            !to.contains(other) && to.iter().all(with)
        };
        Ok(among.into_iter().filter(with_all).collect())
    }

    fn is_toward(&self, relation: usize, from: usize, to: usize) -> bool {
        let six = &self.graph.directions;
        let direction = [six.left, six.right, six.front, six.behind, six.above, six.below][relation];
        let [a, b] = [from, to].map(|object| self.graph.objects[object].stand);
        (0..3).map(|axis| (b[axis] - a[axis]) * direction[axis]).sum::<f64>() > 0.2
    }

    fn is_stable(&self, object: usize) -> Result<bool, String> {
        let stability =
            self.graph.objects[object].stability.as_ref().filter(|_| self.graph.kind == Kind::Physics);
        stability
            .and_then(|stability| stability.stable)
            .ok_or_else(|| "nobody knows what is stable".to_owned())
    }

    fn helps(&self, object: usize, direction: Direction) -> Result<bool, String> {
        if self.is_stable(object)? {
            return Err("it is stable".into());
        }
        let stability = self.graph.objects[object].stability.as_ref().ok_or("nobody knows")?;
        let moves = stability.changes.iter().filter(|change| change.direction == direction);
        let outcomes: Vec<Option<bool>> = moves.map(|change| change.helps).collect();
        if outcomes.contains(&Some(true)) {
            return Ok(true);
        }
        match outcomes.is_empty() || outcomes.contains(&None) {
            true => Err("nobody knows whether that helps".into()),
            false => Ok(false),
        }
    }

    fn shared(&self, of: impl Fn(&PartNode) -> String) -> Result<Seen, String> {
        let mut words: Vec<String> = self.parts(0)?.into_iter().map(|at| of(self.node(at))).collect();
        words.sort_unstable();
        words.dedup();
        match words.as_slice() {
            [word] => Ok(Seen::Word(word.clone())),
            _ => Err(format!("{} words would fit", words.len())),
        }
    }
}
