//! The smallest tasks whose answers are no texts: draw a picture upside down; give the points of a box.

use spatiq_bench::{
    Answer, Cloud, EvidenceError, Form, Generator, Item, Metric, Picture, Place, Preset, Question, Reject,
    Setting, SettingError, Settings, SolverSpec, Tags, Task,
};
use spatiq_raster::Rgb;

/// One of the two.
pub struct Open {
    name: &'static str,
    metric: Metric,
    item: fn(String, u64) -> Item,
}

/// Asks for a drawing.
pub const DRAWING: Open = Open { name: "toy/drawing", metric: Metric::InkF1, item: drawing };

/// Asks for points.
pub const POINTS: Open = Open { name: "toy/points", metric: Metric::FScore, item: points };

/// Pixels of a side.
pub const SIDE: usize = 12;

/// Points of a truth.
pub const COUNT: usize = 30;

impl Task for Open {
    fn name(&self) -> &'static str {
        self.name
    }
    fn about(&self) -> &'static str {
        "what the picture leads to"
    }
    fn form(&self) -> &'static str {
        "a drawing or points"
    }
    fn metric(&self) -> Metric {
        self.metric
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
        Ok(Box::new(Open { ..*self }))
    }
    fn rebuild(&self, id: &str, evidence: &str) -> Result<Item, EvidenceError> {
        let bits = evidence.parse().map_err(|_| EvidenceError("a number is needed".into()))?;
        Ok((self.item)(id.into(), bits))
    }
    fn recheck(&self, item: &Item) -> Result<(), EvidenceError> {
        match item.question.form.check(&item.truth) {
            Ok(()) => Ok(()),
            Err(why) => Err(EvidenceError(why)),
        }
    }
}

impl Generator for Open {
    fn generate(&self, place: &Place) -> Result<Item, Reject> {
        let mut rng = place.seed.rng();
        if rng.below(3) == 0 {
            return Err(Reject("unlucky"));
        }
        Ok((self.item)(place.id(), rng.below(1 << 60) as u64))
    }
}

/// A picture whose pixels are the bits of a number: black, or red in its lower half.
fn picture(bits: u64) -> Rgb {
    let mut picture = Rgb::new(SIDE, SIDE, [255; 3]);
    for at in (0..60).filter(|at| bits >> at & 1 == 1) {
        picture.pixels[2 * at] = if at < 30 { [0; 3] } else { [255, 0, 0] };
    }
    picture
}

fn item(id: String, bits: u64, form: Form, truth: Answer) -> Item {
    let shown = Picture {
        name: "front".into(),
        png: picture(bits).encode(),
        svg: Some(format!("<svg><!-- {bits} --></svg>")),
    };
    let tags = Tags::from([("level".into(), (1 + bits % 2).to_string())]);
    let prompt = "What does the picture lead to?".into();
    let question = Question { id, prompt, pictures: vec![shown], form, tags };
    Item { question, truth, evidence: bits.to_string(), scenes: Vec::new() }
}

fn drawing(id: String, bits: u64) -> Item {
    let mut turned = picture(bits);
    turned.pixels.reverse();
    item(id, bits, Form::Image { side: SIDE }, Answer::Image(turned.encode()))
}

fn points(id: String, bits: u64) -> Item {
    let along = |at: usize, axis: usize| (bits >> ((7 * at + 5 * axis) % 50) & 0xff) as f32 / 3.0;
    let points: Vec<[f32; 3]> = (0..COUNT).map(|at| [0, 1, 2].map(|axis| along(at, axis))).collect();
    // Every other truth has no normals.
    let normals = if bits.is_multiple_of(2) {
        points.iter().map(|p| p.map(|x| x - 40.0)).collect()
    } else {
        Vec::new()
    };
    item(id, bits, Form::Points { count: COUNT }, Answer::Points(Cloud { points, normals }))
}
