//! The task `ptr/questions`.

use super::ask::flaw::{self, Flaw};
use super::ask::{Asked, Asker};
use super::deck::{self, HAND};
use super::explain;
use super::hear::{NOTE, hear};
use super::make::{Made, Order, make};
use super::naive;
use super::presets::PRESETS;
use super::program::{Program, trace};
use super::show;
use super::solver;
use super::study::Study;
use super::template::{TEMPLATES, Template};
use serde::{Deserialize, Serialize};
use spatiq_bench::{
    Answer, EvidenceError, Figure, Form, Generator, Item, Kind, Metric, Place, Preset, Question, Reject,
    Setting, SettingError, Settings, SolverSpec, Tags, Task,
};
use spatiq_raster::{Gray, Gray16};
use spatiq_scene::graph::{Graph, Seen, Stability, graph, told};
use spatiq_scene::render::{Quality, look, render};
use spatiq_scene::{Kind as SceneKind, Scene, file, layers};
use std::sync::Arc;

/// The task.
pub struct Questions;

/// So many attempts at a room of one size before it gets another object.
const ATTEMPTS_ALIKE: usize = 3;

/// So many attempts before a question may be of another sub-type, with the same answer: that a dataset can be finished counts for more.
const STRICT_ATTEMPTS: usize = 6;

/// So many before one question after the other is given up for something easy.
const HARD_ATTEMPTS: usize = 12;

const SETTINGS: &[Setting] = &[
    Setting {
        name: "width",
        default: "800",
        // In smaller pictures too few parts show enough pixels to be asked about.
        kind: Kind::Whole(640, 1600),
        about: "width of the pictures in pixels; their height is three quarters of it",
    },
    Setting {
        name: "quality",
        default: "default",
        kind: Kind::Word(&["fast", "default", "fine"]),
        about: "how many rays light the pictures",
    },
    Setting {
        name: "study",
        default: "none",
        kind: Kind::Word(&["none", "cross-category", "control"]),
        about: "cross-category: training scenes have chairs, refrigerators and carts only, and other questions are about parts \
                that categories share; control: the same questions with all categories",
    },
];

impl Task for Questions {
    fn name(&self) -> &'static str {
        "ptr/questions"
    }

    fn about(&self) -> &'static str {
        "answer a question about furniture and its parts in a room: concepts, relations, analogies, arithmetic, physics"
    }

    fn form(&self) -> &'static str {
        "a word: yes or no, a number from 0 to 9, a colour, a category, a part or a direction"
    }

    fn metric(&self) -> Metric {
        Metric::Accuracy
    }

    fn has_options(&self) -> bool {
        false
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    fn solvers(&self) -> &'static [SolverSpec] {
        solver::SOLVERS
    }

    fn configure(&self, settings: &Settings) -> Result<Box<dyn Generator>, SettingError> {
        let width = settings.whole("width") as usize;
        let quality = match settings.text("quality") {
            "fast" => Quality::FAST,
            "fine" => Quality::FINE,
            _ => Quality::DEFAULT,
        };
        Ok(Box::new(Maker {
            size: [width, width * 3 / 4],
            quality,
            study: Study::read(settings.text("study")),
        }))
    }

    fn rebuild(&self, _: &str, _: &str) -> Result<Item, EvidenceError> {
        Err(EvidenceError("a question cannot be rebuilt without its scene".into()))
    }

    fn rebuild_about(
        &self,
        id: &str,
        evidence: &str,
        scenes: &[Arc<spatiq_bench::Scene>],
    ) -> Result<Item, EvidenceError> {
        let wrong = |what: String| EvidenceError(format!("evidence: {what}"));
        let evidence: Evidence = serde_json::from_str(evidence).map_err(|error| wrong(error.to_string()))?;
        let [scene] = scenes else { return Err(wrong("there is not one scene".into())) };
        let template = TEMPLATES.iter().find(|template| template.name == evidence.template);
        let template =
            template.ok_or_else(|| wrong(format!("there is no template {:?}", evidence.template)))?;
        let graph = graph_of(scene)?;
        item(id.into(), template, &evidence.question, &evidence.program, &graph, scene.clone())
    }

    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        let wrong = |what: String| Err(EvidenceError(what));
        let [scene] = item.scenes.as_slice() else { return wrong("there is not one scene".into()) };
        let graph = graph_of(scene)?;
        let evidence: Evidence =
            serde_json::from_str(&item.evidence).map_err(|error| EvidenceError(error.to_string()))?;
        // The words alone must mean this program and no other.
        let meant = hear(&item.question.prompt);
        if meant.len() != 1 || meant[0].1 != evidence.program {
            return wrong(format!("the words have {} meanings, or not that of the program", meant.len()));
        }
        let answer = item.truth.text();
        match naive::run(&evidence.program, &graph) {
            Ok(found) if found == answer => {}
            Ok(found) => return wrong(format!("the program gives {found}, and the answer is {answer}")),
            Err(why) => return wrong(format!("the program gives nothing: {why}")),
        }
        let checked = evidence.program.check().map_err(|error| EvidenceError(error.to_string()))?;
        let asker = Asker::new(&graph).map_err(|error| EvidenceError(error.to_string()))?;
        match flaw::flaw(&checked, &asker) {
            None => Ok(()),
            Some(Flaw::Idle(node)) => wrong(format!("the clause at node {node} does no work")),
            Some(Flaw::Uncountable(node)) => {
                wrong(format!("node {node} counts bodies of something that has several"))
            }
            Some(Flaw::Foretold(node)) => {
                wrong(format!("the words up to node {node} tell the answer without a look"))
            }
            Some(Flaw::Unsure) => wrong("whoever looks less closely comes to another answer".into()),
            Some(Flaw::NoAnswer(failure)) => wrong(format!("there is no answer: {failure:?}")),
        }
    }

    fn figure(&self, item: &Item) -> Option<Figure> {
        let evidence: Evidence = serde_json::from_str(&item.evidence).ok()?;
        Some(show::figure(&evidence, item.scenes.first().map(Arc::as_ref)))
    }

    fn recheck_scene(&self, scene: &spatiq_bench::Scene) -> Result<(), EvidenceError> {
        let wrong = |what: &str| Err(EvidenceError(what.into()));
        let told = graph_of(scene)?;
        let read = file::read(scene.graph.as_bytes(), &|_| None)
            .map_err(|error| EvidenceError(format!("the scene file: {error}")))?;
        let frame = look(&read, told.size);
        let fresh = graph(&read, &Seen::of(&read, &frame), &stability_of(&read));
        if serde_json::to_value(&fresh).ok() != serde_json::to_value(&told).ok() {
            return wrong("the graph is not what poses, a fresh look and a fresh simulation give");
        }
        let [depth, objects, parts] = masks(&frame);
        let same = |name: &str, bytes: &[u8]| scene.layer(name) == bytes;
        match same("depth", &depth) && same("objects", &objects) && same("parts", &parts) {
            true => Ok(()),
            false => wrong("depth or masks are not what a fresh look gives"),
        }
    }
}

/// Everything about a question that its scene does not tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Evidence {
    /// The name of the template.
    pub template: String,
    /// The question.
    pub question: String,
    /// What answers it.
    pub program: Program,
    /// Why, in a sentence.
    pub explanation: String,
    /// Values in the layer of parts of all that the answer rests on.
    pub parts: Vec<usize>,
}

/// The task with its settings.
struct Maker {
    size: [usize; 2],
    quality: Quality,
    study: Study,
}

impl Generator for Maker {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let nth = (place.index % HAND as u64) as usize;
        let first = Place { index: place.index - nth as u64, ..place.clone() };
        Ok(self.generate_bundle(&first)?.swap_remove(nth))
    }

    fn bundle(&self) -> u64 {
        HAND as u64
    }

    fn most_attempts(&self) -> u64 {
        // Each takes seconds at most, and most first ones succeed; in the end all ten questions are easy.
        40
    }

    fn asked_of_a_scene(&self) -> u64 {
        HAND as u64
    }

    fn generate_bundle(&self, place: &Place) -> Result<Vec<Item>, Reject> {
        let number = place.index / HAND as u64;
        let scope = self.study.of(place.split);
        let rules = deck::Rules { admits: &|template, answer| scope.admits_answer(template, answer) };
        let hand = deck::hand(&place.split_seed, number, &rules);
        let eased = (place.attempt as usize).saturating_sub(HARD_ATTEMPTS).min(HAND);
        let hand = hand.eased(eased, &mut place.seed.child("eased").rng());
        let order = Order {
            hand: &hand,
            rules: &rules,
            scope: &scope,
            weights: scope.weights,
            size: self.size,
            split: place.split,
            more: place.attempt as usize / ATTEMPTS_ALIKE,
            any_class: place.attempt as usize >= STRICT_ATTEMPTS,
        };
        let Made { scene, graph, asked, .. } =
            make(&order, place).map_err(|_| Reject("no scene serves the ten questions"))?;
        let shown = Arc::new(self.shown(&scene, &graph, place.scene_name(number)));
        let mut rng = place.split_seed.child("wordings").child(number).rng();
        let mut items = Vec::new();
        for (nth, (template, Asked { chosen, program, .. })) in (0..).zip(&asked) {
            let template = &TEMPLATES[*template];
            let question = rng.pick(&template.wordings).say(chosen);
            let made = item(place.later(nth).id(), template, &question, program, &graph, shown.clone());
            items.push(made.map_err(|_| Reject("a question does not stand up to its own check"))?);
        }
        Ok(items)
    }
}

impl Maker {
    /// The picture and its layers.
    fn shown(&self, scene: &Scene, graph: &Graph, name: String) -> spatiq_bench::Scene {
        let (frame, picture) = render(scene, self.size, &self.quality);
        let [depth, objects, parts] = masks(&frame);
        let normals = layers::normals(&frame, &scene.camera).encode_fast();
        spatiq_bench::Scene {
            name,
            layers: [picture.encode_fast(), depth, normals, objects, parts],
            graph: file::write(scene, Some(graph)),
        }
    }
}

/// The layers of depth, objects and parts as files.
fn masks(frame: &spatiq_scene::render::Frame) -> [Vec<u8>; 3] {
    let [width, height] = frame.size;
    let objects = frame.objects.iter().map(|object| *object as u8).collect();
    [
        layers::depth(frame).encode(),
        Gray { width, height, pixels: objects }.encode_fast(),
        Gray16 { width, height, pixels: frame.parts.clone() }.encode(),
    ]
}

fn stability_of(scene: &Scene) -> Vec<Stability> {
    if scene.kind == SceneKind::Physics { Stability::of(scene) } else { Vec::new() }
}

/// The graph that a scene tells.
fn graph_of(scene: &spatiq_bench::Scene) -> Result<Graph, EvidenceError> {
    let graph = told(&scene.graph).map_err(|error| EvidenceError(format!("the graph: {error}")))?;
    graph.ok_or_else(|| EvidenceError("the scene has no graph".into()))
}

/// A question with all that follows from its program and its scene.
fn item(
    id: String,
    template: &Template,
    question: &str,
    program: &Program,
    graph: &Graph,
    scene: Arc<spatiq_bench::Scene>,
) -> Result<Item, EvidenceError> {
    let checked = program.check().map_err(|error| EvidenceError(error.to_string()))?;
    let asker = Asker::new(graph).map_err(|error| EvidenceError(error.to_string()))?;
    let values = trace(&checked, &asker.plain).map_err(|why| EvidenceError(format!("no answer: {why:?}")))?;
    let answer = values.last().and_then(|value| value.word()).unwrap_or_default();
    let evidence = Evidence {
        template: template.name.clone(),
        question: question.into(),
        program: program.clone(),
        explanation: explain::sentence(&checked, &values, &asker.plain),
        parts: explain::parts(&checked, &values, &asker.plain),
    };
    let tags = [
        ("type", template.sub_type.type_name()),
        ("sub-type", template.sub_type.name()),
        ("answer", template.kind.name()),
        ("template", &template.name),
    ];
    let scenes = vec![scene];
    let question = Question {
        id,
        prompt: format!("{NOTE}{question}"),
        pictures: spatiq_bench::Scene::pictures(&scenes),
        form: Form::Word { vocabulary: vocabulary(template) },
        tags: tags.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<Tags>(),
    };
    let evidence = serde_json::to_string(&evidence).expect("evidence has no map with odd keys");
    Ok(Item { question, truth: Answer::Word(answer), evidence, scenes })
}

/// The words that answer questions of the same kind.
pub(super) fn vocabulary(template: &Template) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for other in TEMPLATES.iter() {
        if (other.sub_type, other.kind) == (template.sub_type, template.kind) {
            words.extend(
                other.answers.iter().filter(|answer| !words.contains(answer)).cloned().collect::<Vec<_>>(),
            );
        }
    }
    words
}
