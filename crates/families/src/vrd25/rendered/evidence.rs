//! What is kept of a question about rendered scenes, and the way from there to the question.

use super::labels::{Hiding, across_label, delta, depth_label, enough, is_clear_depth, is_clear_hiding};
use super::picture::Shot;
use super::plan::pairs;
use super::{Rendered, Rules};
use crate::vrd25::asked::{Labelled, question};
use crate::vrd25::released::{Released, ReleasedObject, ReleasedPair};
use crate::vrd25::votes::Votes;
use serde::{Deserialize, Serialize};
use spatiq_bench::{BoxedObject, EvidenceError, Form, Item, Label, Reject, RelationKind, Scene, Seed, Tags};
use std::sync::Arc;

/// The evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Whether what most raters said is the answer.
    pub majority: bool,
    /// Hiding fewer pixels than this is none.
    pub least_pixels: usize,
    /// Width and height of the pictures.
    pub size: [usize; 2],
    /// Where each picture was taken: in a room, or on open ground.
    pub places: Vec<String>,
    /// The objects of all pictures.
    pub objects: Vec<SeenObject>,
    /// All pairs that are asked about, in one direction.
    pub pairs: Vec<SeenPair>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenObject {
    /// Which of the pictures it is in.
    pub view: usize,
    /// Its number in the layer of objects.
    pub number: u16,
    /// What it is.
    pub class: String,
    /// The box around what is seen of it, in pixels: left, upper, right, lower.
    #[serde(rename = "box")]
    pub edges: [usize; 4],
    /// Median depth over its whole mask, in metres.
    pub depth: f64,
    /// Pixels that show it.
    pub visible: usize,
    /// Pixels of its whole mask.
    pub amodal: usize,
}

/// A pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenPair {
    /// The numbers of its objects in this list.
    pub objects: [usize; 2],
    /// The logarithm of how many times farther the second is than the first.
    pub delta: f64,
    /// How many pixels of the second the first hides, and of the first the second; nothing between two pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hides: Option<[usize; 2]>,
    /// Votes on which is closer.
    pub distance: Votes,
    /// Votes on which hides which; none between two pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occlusion: Option<Votes>,
}

/// Larger pictures, and more objects, were never made.
const MOST_PIXELS: usize = 2048;
const MOST_OBJECTS: usize = 64;

impl Evidence {
    /// What is kept of shots, with the votes of raters.
    pub fn of(made: &Rendered, shots: &[Shot], seed: &Seed) -> Result<Self, Reject> {
        let Rules { raters, least_pixels, .. } = &made.rules;
        let mut objects = Vec::new();
        for (view, shot) in shots.iter().enumerate() {
            for (number, (object, measured)) in (1..).zip(shot.scene.objects.iter().zip(&shot.exact.objects))
            {
                objects.push(SeenObject {
                    view,
                    number,
                    class: object.model.category.name().into(),
                    edges: measured.edges,
                    depth: measured.depth,
                    visible: measured.visible,
                    amodal: measured.amodal,
                });
            }
        }
        let across = made.kind.views() == 2;
        let mut seen = Vec::new();
        for [a, b] in pairs(objects.len()).filter(|[a, b]| !across || objects[*a].view != objects[*b].view) {
            let seed = seed.child(a).child(b);
            let delta = delta(objects[a].depth, objects[b].depth);
            if across && delta == 0.0 {
                return Err(Reject("two objects are at exactly the same depth"));
            }
            let exact = &shots[0].exact;
            seen.push(SeenPair {
                objects: [a, b],
                delta,
                hides: (!across).then(|| [exact.hides[a][b], exact.hides[b][a]]),
                distance: raters.on_depth(delta, &seed),
                occlusion: (!across).then(|| raters.on_hiding(exact, [a, b], *least_pixels, &seed)),
            });
        }
        Ok(Self {
            majority: made.rules.majority,
            least_pixels: *least_pixels,
            size: made.rules.size,
            places: shots.iter().map(|shot| shot.scene.kind.name().into()).collect(),
            objects,
            pairs: seen,
        })
    }

    /// Reads evidence that somebody may have changed.
    pub fn parse(text: &str) -> Result<Self, EvidenceError> {
        let wrong = |what: &str| Err(EvidenceError(format!("evidence: {what}")));
        let evidence: Self =
            serde_json::from_str(text).map_err(|error| EvidenceError(format!("evidence: {error}")))?;
        let [width, height] = evidence.size;
        let views = evidence.places.len();
        if !(1..=2).contains(&views) || evidence.objects.len() > MOST_OBJECTS {
            return wrong("it is of no picture or of too many, or has too many objects");
        }
        if [width, height].iter().any(|pixels| !(1..=MOST_PIXELS).contains(pixels)) {
            return wrong("the picture's size makes no sense");
        }
        for object in &evidence.objects {
            let [left, upper, right, lower] = object.edges;
            let within = left < right && right <= width && upper < lower && lower <= height;
            if !within || object.view >= views || !(object.depth.is_finite() && object.depth > 0.0) {
                return wrong("an object has no proper view, box or depth");
            }
        }
        if evidence.pairs.iter().flat_map(|pair| pair.objects).any(|at| at >= evidence.objects.len()) {
            return wrong("a pair names an object that is not there");
        }
        Ok(evidence)
    }

    /// The question about these scenes.
    pub fn item(
        &self,
        id: String,
        kind: RelationKind,
        scenes: Vec<Arc<Scene>>,
    ) -> Result<Item, EvidenceError> {
        if scenes.len() != kind.views() || self.places.len() != scenes.len() {
            return Err(EvidenceError("it is about another number of scenes".into()));
        }
        let [width, height] = self.size.map(|pixels| pixels as f64);
        let object = |object: &SeenObject| {
            let [left, upper, right, lower] = object.edges.map(|edge| edge as f64);
            let edges = [left / width, upper / height, right / width, lower / height];
            BoxedObject { class: object.class.clone(), mid: None, edges, view: object.view }
        };
        let pairs: Vec<Labelled> =
            self.pairs.iter().map(|pair| self.labelled(kind, pair)).collect::<Result<_, _>>()?;
        let objects = self.objects.iter().map(object).collect();
        let tags = Tags::from([("place".into(), self.places.join("-"))]);
        let (question, truth) = question(id, kind, objects, &pairs, Scene::pictures(&scenes), tags);
        if let Form::Relations(asked) = &question.form
            && let Some(fault) = asked.fault()
        {
            return Err(EvidenceError(fault));
        }
        Ok(Item { question, truth, evidence: serde_json::to_string(self).expect("plain data"), scenes })
    }

    fn labelled(&self, kind: RelationKind, pair: &SeenPair) -> Result<Labelled, EvidenceError> {
        let label = self.label(kind, pair).ok_or_else(|| {
            EvidenceError("evidence: votes, or what hides what, do not fit the task".into())
        })?;
        let clear = match kind {
            RelationKind::Occlusion => self.ratios(pair).is_some_and(is_clear_hiding),
            _ => is_clear_depth(pair.delta, kind == RelationKind::DepthAcross),
        };
        Ok(Labelled {
            pair: pair.objects,
            label,
            difficulty: Some(pair.distance.difficulty()),
            groups: vec![("call", if clear { "clear" } else { "close" }.into())],
        })
    }

    /// The answer about a pair; `None` where what is kept of it does not fit the task.
    pub fn label(&self, kind: RelationKind, pair: &SeenPair) -> Option<Label> {
        let votes = if kind == RelationKind::Occlusion { pair.occlusion.as_ref()? } else { &pair.distance };
        match (self.majority, kind) {
            (true, _) => kind.label(votes.majority()),
            (false, RelationKind::Depth) => Some(depth_label(pair.delta)),
            (false, RelationKind::DepthAcross) => Some(across_label(pair.delta)),
            (false, RelationKind::Occlusion) => {
                let hides = self.ratios(pair)?.map(|ratio| ratio >= 1.0);
                Some(Hiding::of(hides).label())
            }
        }
    }

    /// How many times more than enough the first hides of the second, and the second of the first.
    fn ratios(&self, pair: &SeenPair) -> Option<[f64; 2]> {
        let [a, b] = pair.objects.map(|at| self.objects[at].amodal);
        let [first, second] = pair.hides?;
        Some([first as f64 / enough(b, self.least_pixels), second as f64 / enough(a, self.least_pixels)])
    }
}

/// The same in the words of the release: pictures have sixteen hexadecimal digits for a name, and classes stand for themselves.
pub fn as_released(id: &str, evidence: &str) -> Result<Released, EvidenceError> {
    let evidence = Evidence::parse(evidence)?;
    let [width, height] = evidence.size.map(|pixels| pixels as f64);
    let name = |view: usize| blake3::hash(format!("{id} {view}").as_bytes()).to_hex()[..16].to_owned();
    let object = |object: &SeenObject| {
        let [left, upper, right, lower] = object.edges.map(|edge| edge as f64);
        ReleasedObject {
            image: object.view,
            id: object.number.into(),
            mid: object.class.clone(),
            class: object.class.clone(),
            edges: [left / width, upper / height, right / width, lower / height],
        }
    };
    let pair = |pair: &SeenPair| ReleasedPair {
        objects: pair.objects,
        distance: pair.distance.clone(),
        // Between two pictures nothing hides anything.
        occlusion: pair.occlusion.clone().unwrap_or(Votes(vec![0; pair.distance.0.len()])),
    };
    Ok(Released {
        images: (0..evidence.places.len()).map(name).collect(),
        objects: evidence.objects.iter().map(object).collect(),
        pairs: evidence.pairs.iter().map(pair).collect(),
        parts: Vec::new(),
        pictures: Vec::new(),
    })
}

/// The item of some evidence and its scenes.
pub fn rebuild(
    id: &str,
    evidence: &str,
    kind: RelationKind,
    scenes: &[Arc<Scene>],
) -> Result<Item, EvidenceError> {
    Evidence::parse(evidence)?.item(id.into(), kind, scenes.to_vec())
}
