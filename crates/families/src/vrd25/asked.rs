//! The one way from objects and labelled pairs to a question: words, boxes, both directions, groups.

use super::votes::Difficulty;
use spatiq_bench::relations::area;
use spatiq_bench::{
    Answer, BoxedObject, Edges, Form, Label, Picture, Question, RelationKind, Relations, Tags,
};
use std::collections::BTreeMap;

/// A pair that somebody labelled, in one direction.
pub struct Labelled {
    /// The numbers of its objects.
    pub pair: [usize; 2],
    /// How the first stands to the second.
    pub label: Label,
    /// How hard it is, where raters said.
    pub difficulty: Option<Difficulty>,
    /// Other groups that it belongs to.
    pub groups: Vec<(&'static str, String)>,
}

/// The question about these pairs, each asked in both directions, and its answer.
pub fn question(
    id: String,
    kind: RelationKind,
    objects: Vec<BoxedObject>,
    pairs: &[Labelled],
    pictures: Vec<Picture>,
    mut tags: Tags,
) -> (Question, Answer) {
    tags.insert("objects".into(), count_group(objects.len()).into());
    let mut asked = Vec::new();
    let mut labels = Vec::new();
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for labelled in pairs {
        let [a, b] = labelled.pair;
        for (pair, label) in [([a, b], labelled.label), ([b, a], labelled.label.mirrored())] {
            asked.push(pair);
            labels.push(label);
            for (name, value) in groups_of(&objects, pair, labelled) {
                groups.entry(name.into()).or_default().push(value);
            }
        }
    }
    let asked = Relations { kind, objects, pairs: asked, parts: Vec::new(), groups };
    let prompt = prompt(&asked);
    (Question { id, prompt, pictures, form: Form::Relations(asked), tags }, Answer::Relations(labels))
}

fn count_group(objects: usize) -> &'static str {
    match objects {
        0..=2 => "2",
        3 => "3",
        4 => "4",
        5..=6 => "5-6",
        _ => "7 or more",
    }
}

/// The groups of a pair in one direction. Those of two objects name the first one's share first: the paper's figure 6
/// tells F1 by both.
fn groups_of(objects: &[BoxedObject], pair: [usize; 2], labelled: &Labelled) -> Vec<(&'static str, String)> {
    let [a, b] = pair.map(|at| objects[at].edges);
    let both = |of: fn(&Edges) -> &'static str| format!("{} : {}", of(&a), of(&b));
    let mut groups = vec![("size", both(size_bin)), ("row", both(row_bin)), ("column", both(column_bin))];
    groups.extend(labelled.difficulty.map(|difficulty| ("difficulty", difficulty.name().to_owned())));
    groups.extend(labelled.groups.iter().cloned());
    groups
}

/// Shares of the picture that a box covers.
pub const SIZE_BINS: [&str; 5] = ["02-05%", "05-10%", "10-20%", "20-35%", "35-70%"];

/// Where the middle of a box is, from the upper or left edge on.
pub const PLACE_BINS: [&str; 5] = ["00-20%", "20-40%", "40-60%", "60-80%", "80-99%"];

fn size_bin(edges: &Edges) -> &'static str {
    let limits = [0.05, 0.1, 0.2, 0.35];
    SIZE_BINS[limits.iter().filter(|limit| area(edges) >= **limit).count()]
}

fn row_bin(edges: &Edges) -> &'static str {
    place_bin((edges[1] + edges[3]) / 2.0)
}

fn column_bin(edges: &Edges) -> &'static str {
    place_bin((edges[0] + edges[2]) / 2.0)
}

fn place_bin(middle: f64) -> &'static str {
    PLACE_BINS[((5.0 * middle) as usize).min(4)]
}

/// The question in words, with all that the boxes say.
fn prompt(asked: &Relations) -> String {
    let pictures = match asked.kind.views() {
        1 => "A picture shows these objects",
        _ => "Two pictures show these objects",
    };
    let object = |(at, object): (usize, &BoxedObject)| {
        let [x0, y0, x1, y1] = object.edges;
        let which = match (asked.kind.views(), object.view) {
            (1, _) => "",
            (_, 0) => " in the first picture",
            (_, _) => " in the second picture",
        };
        format!("{at}: {} [{x0:.3}, {y0:.3}, {x1:.3}, {y1:.3}]{which}", object.class)
    };
    let objects: Vec<String> = asked.objects.iter().enumerate().map(object).collect();
    let pairs: Vec<String> = asked.pairs.iter().map(|[a, b]| format!("{a}-{b}")).collect();
    format!(
        "{pictures}, each with the left, upper, right and lower edge of its box as shares of the picture's width and height \
         from the upper left corner: {}. Below are pairs of objects by their numbers. For each pair say how the first object \
         stands to the second: {} Answer with a JSON list of these words, one for each pair in order. The pairs are: {}.",
        objects.join("; "),
        words(asked.kind),
        pairs.join(", ")
    )
}

fn words(kind: RelationKind) -> &'static str {
    match kind {
        RelationKind::Depth => {
            "\"closer\" if it is closer to the camera, \"farther\" if it is farther away, \"same\" if both are about equally \
             far, \"unsure\" if nobody could tell."
        }
        RelationKind::DepthAcross => {
            "\"closer\" if it is closer to its camera than the second is to its own, \"farther\" if it is farther away, \
             \"unsure\" if nobody could tell."
        }
        RelationKind::Occlusion => {
            "\"occludes\" if it hides part of the second, \"occluded\" if the second hides part of it, \"mutual\" if each \
             hides part of the other, \"none\" if neither does, \"unsure\" if you make no claim."
        }
    }
}
