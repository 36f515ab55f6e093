//! The same labels by other routes: the scene is read back from its graph, looked at whole, and every object is looked at in a
//! scene of its own; what owns a pixel is taken from the stored layer.

use super::evidence::{Evidence, SeenPair};
use super::picture::Shot;
use spatiq_bench::{Answer, EvidenceError, Form, Item, Label, RelationKind, Scene as Row};
use spatiq_raster::{Gray, Gray16};
use spatiq_scene::render::{Frame, look};
use spatiq_scene::{Scene, file};

/// How far depths may differ, in metres: evidence has them to a millionth, the stored layer in millimetres.
const CLOSE: f64 = 2e-6;
const MILLIMETRE: f64 = 6e-4;

/// What is found out about an object.
struct Found {
    mask: Vec<bool>,
    depth: f64,
}

/// Recomputes all that the evidence and the answer say.
pub fn recheck(item: &Item, kind: RelationKind) -> Result<(), EvidenceError> {
    let evidence = Evidence::parse(&item.evidence)?;
    let (Form::Relations(asked), Answer::Relations(truth)) = (&item.question.form, &item.truth) else {
        return wrong("it does not ask for relations");
    };
    let mut found = Vec::new();
    let mut owners = Vec::new();
    for (view, row) in item.scenes.iter().enumerate() {
        owners.push(owners_of(row, evidence.size)?);
        found.extend(objects_of(row, &owners[view], evidence.size)?);
    }
    if found.len() != evidence.objects.len() {
        return wrong("not every object is asked about");
    }
    for (at, (object, found)) in evidence.objects.iter().zip(&found).enumerate() {
        let owned = |pixel: &usize| owners[object.view][*pixel] == object.number;
        let visible: Vec<usize> = (0..found.mask.len()).filter(owned).collect();
        let [width, height] = evidence.size;
        let columns = visible.iter().map(|pixel| pixel % width);
        let rows = visible.iter().map(|pixel| pixel / width);
        let ends = [columns.clone().min(), rows.clone().min(), columns.max(), rows.max()];
        let edges = ends.map(Option::unwrap_or_default);
        let amodal = found.mask.iter().filter(|inside| **inside).count();
        let [left, upper, right, lower] = object.edges;
        if edges != [left, upper, right - 1, lower - 1]
            || visible.len() != object.visible
            || amodal != object.amodal
        {
            return wrong(&format!("object {at} has another box, or other masks"));
        }
        if (found.depth - object.depth).abs() > CLOSE {
            return wrong(&format!("object {at} is {} m away, not {}", found.depth, object.depth));
        }
        let share = ((right - left) * (lower - upper)) as f64 / (width * height) as f64;
        if 4 * visible.len() < amodal || !(0.02..=0.7).contains(&share) {
            return wrong(&format!("of object {at} too little is seen, or it is too small or too large"));
        }
    }
    if asked.pairs.len() != 2 * evidence.pairs.len() || truth.len() != asked.pairs.len() {
        return wrong("not every pair is asked about in both directions");
    }
    for (at, pair) in evidence.pairs.iter().enumerate() {
        let hides = (kind.views() == 1).then(|| {
            let [a, b] = pair.objects;
            let over = |a: usize, b: usize| {
                let owned = owners[0].iter().map(|owner| *owner == evidence.objects[a].number);
                owned
                    .zip(found[a].mask.iter().zip(&found[b].mask))
                    .filter(|(owned, (a, b))| *owned && **a && **b)
                    .count()
            };
            [over(a, b), over(b, a)]
        });
        if hides != pair.hides {
            return wrong(&format!("pair {at} hides {hides:?} pixels of each other, not {:?}", pair.hides));
        }
        let ratio = found[pair.objects[1]].depth / found[pair.objects[0]].depth;
        if (ratio / libm::exp(pair.delta) - 1.0).abs() > 2.0 * CLOSE {
            return wrong(&format!("pair {at} has another ratio of depths"));
        }
        let expected = expected(&evidence, kind, pair)?;
        let [a, b] = pair.objects;
        for (place, (direction, label)) in
            [([a, b], expected), ([b, a], expected.mirrored())].into_iter().enumerate()
        {
            let place = 2 * at + place;
            if asked.pairs[place] != direction || truth[place] != label {
                return wrong(&format!(
                    "pair {at} is {}, and the answer says {}",
                    label.word(),
                    truth[place].word()
                ));
            }
        }
    }
    Ok(())
}

/// The label of a pair, from what its evidence says: that was found to hold before.
fn expected(evidence: &Evidence, kind: RelationKind, pair: &SeenPair) -> Result<Label, EvidenceError> {
    let votes = if kind == RelationKind::Occlusion { pair.occlusion.as_ref() } else { Some(&pair.distance) };
    let Some(votes) = votes.filter(|votes| (3..=10).contains(&votes.0.len())) else {
        return wrong("a pair does not have three to ten votes");
    };
    if evidence.majority {
        let winner =
            (0..4).find(|code| 2 * votes.0.iter().filter(|vote| *vote == code).count() > votes.0.len());
        let label = kind.label(winner.map_or(-1, |code| code as i8));
        return label.ok_or(EvidenceError("a vote does not fit the task".into()));
    }
    let [a, b] = pair.objects.map(|at| &evidence.objects[at]);
    if kind == RelationKind::Occlusion {
        // In whole numbers: a fiftieth of the mask.
        let is_enough =
            |pixels: usize, amodal: usize| pixels >= evidence.least_pixels && 50 * pixels >= amodal;
        let [first, second] = pair.hides.unwrap_or_default();
        return Ok(match (is_enough(first, b.amodal), is_enough(second, a.amodal)) {
            (false, false) => Label::None,
            (true, false) => Label::Occludes,
            (false, true) => Label::Occluded,
            (true, true) => Label::Mutual,
        });
    }
    Ok(match () {
        () if kind == RelationKind::Depth && pair.delta.abs() <= 0.05 => Label::Same,
        () if a.depth < b.depth => Label::Closer,
        () => Label::Farther,
    })
}

/// The stored layer of objects.
fn owners_of(row: &Row, [width, height]: [usize; 2]) -> Result<Vec<u16>, EvidenceError> {
    let layer =
        Gray::decode(row.layer("objects")).map_err(|error| EvidenceError(format!("objects: {error}")))?;
    if [layer.width, layer.height] != [width, height] {
        return wrong("the layer of objects has another size");
    }
    Ok(layer.pixels.into_iter().map(u16::from).collect())
}

/// Every object by itself, and as the whole picture has it.
fn objects_of(row: &Row, owners: &[u16], size: [usize; 2]) -> Result<Vec<Found>, EvidenceError> {
    let scene = read(row)?;
    let stored =
        Gray16::decode(row.layer("depth")).map_err(|error| EvidenceError(format!("depth: {error}")))?;
    if [stored.width, stored.height] != size {
        return wrong("the depth has another size");
    }
    let whole = look(&scene, size);
    let mut first = 0;
    let mut found = Vec::new();
    for (number, object) in (1..).zip(&scene.objects) {
        let parts = first..first + object.model.parts.len() as u16;
        first = parts.end;
        let single = look(&Scene { objects: vec![object.clone()], ..scene.clone() }, size);
        let mask: Vec<bool> = single.objects.iter().map(|owner| *owner == 1).collect();
        let amodal = whole.amodal.mask(parts);
        if (0..mask.len()).any(|at| mask[at] != amodal.at(at % size[0], at / size[0])) {
            return wrong(&format!("object {number} alone has another mask than among the others"));
        }
        let differs = |at: &usize| {
            let millimetres = f64::from(stored.pixels[*at]) / 1000.0;
            owners[*at] == number && (f64::from(single.depth[*at]) - millimetres).abs() > MILLIMETRE
        };
        if (0..mask.len()).any(|at| differs(&at)) {
            return wrong(&format!("the stored depth is not that of object {number}"));
        }
        found.push(Found { depth: middle(&single, &mask), mask });
    }
    Ok(found)
}

/// The median of the depth over a mask, by sorting.
fn middle(frame: &Frame, mask: &[bool]) -> f64 {
    let inside = frame.depth.iter().zip(mask).filter(|(_, inside)| **inside);
    let mut depths: Vec<f64> = inside.map(|(depth, _)| f64::from(*depth)).collect();
    depths.sort_by(f64::total_cmp);
    match depths.len() {
        0 => f64::INFINITY,
        count => (depths[(count - 1) / 2] + depths[count / 2]) / 2.0,
    }
}

/// Renders a stored scene again: every layer and the graph come out to the byte.
pub fn recheck_scene(row: &Row) -> Result<(), EvidenceError> {
    let stored =
        Gray16::decode(row.layer("depth")).map_err(|error| EvidenceError(format!("depth: {error}")))?;
    let scene = read(row)?;
    let again = Shot::sized(scene, [stored.width, stored.height]).developed(row.name.clone());
    let again = again.map_err(|reject| EvidenceError(reject.0.into()))?;
    for (layer, (one, other)) in Row::LAYERS.iter().zip(again.layers.iter().zip(&row.layers)) {
        if one != other {
            return wrong(&format!("rendered again, its layer {layer:?} differs"));
        }
    }
    if again.graph != row.graph {
        return wrong("its graph is not that of its scene");
    }
    Ok(())
}

fn read(row: &Row) -> Result<Scene, EvidenceError> {
    file::read(row.graph.as_bytes(), &|_| None).map_err(|error| EvidenceError(format!("graph: {error}")))
}

fn wrong<T>(what: &str) -> Result<T, EvidenceError> {
    Err(EvidenceError(what.into()))
}
