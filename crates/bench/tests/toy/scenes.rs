//! The smallest task whose questions share pictures: which pixels are dark?

use spatiq_bench::{
    Answer, EvidenceError, Form, Generator, Item, Metric, Place, Preset, Question, Reject, Scene, Setting,
    SettingError, Settings, SolverSpec, Tags, Task,
};
use spatiq_raster::Gray;
use std::sync::Arc;

/// The task. Every third question is about two scenes: its own and the one before it in the bundle.
pub struct Dark;

/// Questions about a scene, and in a bundle.
pub const OF_A_SCENE: u64 = 4;
pub const BUNDLE: u64 = 20;

impl Task for Dark {
    fn name(&self) -> &'static str {
        "toy/dark"
    }
    fn about(&self) -> &'static str {
        "whether a pixel is dark"
    }
    fn form(&self) -> &'static str {
        "yes or no"
    }
    fn metric(&self) -> Metric {
        Metric::Accuracy
    }
    fn has_options(&self) -> bool {
        false
    }
    fn settings(&self) -> &'static [Setting] {
        &[]
    }
    fn presets(&self) -> &'static [Preset] {
        &[]
    }
    fn solvers(&self) -> &'static [SolverSpec] {
        &[]
    }
    fn configure(&self, _: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        Ok(Box::new(Dark))
    }
    fn rebuild(&self, _: &str, _: &str) -> Result<Item, EvidenceError> {
        Err(EvidenceError("the scene is needed".into()))
    }
    fn rebuild_about(&self, id: &str, evidence: &str, scenes: &[Arc<Scene>]) -> Result<Item, EvidenceError> {
        let at = evidence.parse().map_err(|_| EvidenceError("a number is needed".into()))?;
        Ok(item(id.into(), at, scenes.to_vec()))
    }
    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        let at: usize = item.evidence.parse().unwrap();
        let is_dark = Gray::decode(item.scenes[0].layer("image")).unwrap().pixels[at] < 128;
        match item.truth == Answer::Word(if is_dark { "yes" } else { "no" }.into()) {
            true => Ok(()),
            false => Err(EvidenceError("the answer is wrong".into())),
        }
    }
    fn recheck_scene(&self, given: &Scene) -> Result<(), EvidenceError> {
        match scene(given.name.clone(), given.graph.parse().unwrap_or(0)) == *given {
            true => Ok(()),
            false => Err(EvidenceError("the layers are not those of the graph".into())),
        }
    }
}

impl Generator for Dark {
    fn generate(&self, _: &Place) -> Result<Item, Reject> {
        Err(Reject("questions are made in bundles"))
    }
    fn bundle(&self) -> u64 {
        BUNDLE
    }
    fn asked_of_a_scene(&self) -> u64 {
        OF_A_SCENE
    }
    fn generate_bundle(&self, place: &Place) -> Result<Vec<Item>, Reject> {
        let mut rng = place.seed.rng();
        if rng.below(3) == 0 {
            return Err(Reject("unlucky"));
        }
        let mut items = Vec::new();
        let mut before: Option<Arc<Scene>> = None;
        for nth in 0..BUNDLE / OF_A_SCENE {
            let name = place.scene_name(place.index / OF_A_SCENE + nth);
            let own = Arc::new(scene(name, rng.below(1 << 60) as u64));
            for asked in 0..OF_A_SCENE {
                let mut scenes = vec![own.clone()];
                scenes.extend(before.clone().filter(|_| asked % 3 == 0));
                let id = place.later(nth * OF_A_SCENE + asked).id();
                items.push(item(id, (asked as usize) * 7 + rng.below(7), scenes));
            }
            before = Some(own);
        }
        Ok(items)
    }
}

fn scene(name: String, bits: u64) -> Scene {
    let layer = |layer: u64| {
        let pixels = (0..32).map(|at| if bits >> at & 1 == 1 { 20 } else { 200 + layer as u8 });
        Gray { width: 8, height: 4, pixels: pixels.collect() }.encode()
    };
    Scene { name, layers: [0, 1, 2, 3, 4].map(layer), graph: bits.to_string() }
}

fn item(id: String, at: usize, scenes: Vec<Arc<Scene>>) -> Item {
    let bits: u64 = scenes[0].graph.parse().unwrap_or(0);
    let question = Question {
        id,
        prompt: format!("Is pixel {at} dark?"),
        pictures: Scene::pictures(&scenes),
        form: Form::Word { vocabulary: vec!["yes".into(), "no".into()] },
        tags: Tags::new(),
    };
    let truth = Answer::Word(if bits >> at & 1 == 1 { "yes" } else { "no" }.into());
    Item { question, truth, evidence: at.to_string(), scenes }
}
