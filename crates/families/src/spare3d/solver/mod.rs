//! The solver `geometric`: holds drawings against the three views, by pixels alone.
//!
//! 1. [`lines`] reads the lines of each picture, to a fraction of a pixel.
//! 2. [`space`] finds the points of space that lie on lines of all three views.
//! 3. [`fit`] says what of a drawing no such point explains, and what of the views the drawing does not show. The option
//!    that leaves least is the answer.

mod fit;
mod hull;
mod lines;
mod space;

use super::poses;
use fit::{Drawn, Misfit, misfit};
use hull::{Hull, Silhouette};
use lines::Lines;
use space::{Seen, Space};
use spatiq_bench::{Answer, Choice, Form, Picture, Question, Solver, SolverError, SolverSpec};
use spatiq_draw::{Pose, View};
use spatiq_raster::Rgb;

/// Its entry in the registry.
pub const GEOMETRIC: SolverSpec = SolverSpec {
    name: "geometric",
    about: "holds the lines of each drawing against those of the three views",
    privileged: &[],
    learns: false,
    settings: &[],
    make: |_| Box::new(Geometric),
};

struct Geometric;

impl Solver for Geometric {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let misfits = misfits(question)?;
        if std::env::var("SPDEBUG").is_ok() {
            eprintln!("{} {:?} cand", question.id, misfits);
        }
        let best = (0..misfits.len()).min_by(|&a, &b| misfits[a].total().total_cmp(&misfits[b].total()));
        best.map(Answer::Choice).ok_or_else(|| SolverError("there are no options".into()))
    }
}

/// What does not fit, for each option.
fn misfits(question: &Question) -> Result<Vec<Misfit>, SolverError> {
    let named = |name: &str| {
        let picture = question.picture(name);
        picture.ok_or_else(|| SolverError(format!("there is no picture {name}"))).and_then(decode)
    };
    let pictures = [named("front")?, named("top")?, named("right")?];
    let lines = pictures.each_ref().map(Lines::read);
    if lines.iter().any(|lines| lines.marks.is_empty()) {
        return Err(SolverError("a view is empty".into()));
    }
    let seen =
        |view: usize| Seen { lines: &lines[view], view: view_of(['f', 't', 'r'][view]), middle: [0.0; 2] };
    let space = Space::new([seen(0), seen(1), seen(2)]);
    let hull = Hull::new(&space.views, &pictures.each_ref().map(Silhouette::of), space.half);
    let Form::Choice(options) = &question.form;
    let drawn = |option: &Choice| -> Result<Misfit, SolverError> {
        let picture = match option.pictures.first() {
            Some(&at) => decode(&question.pictures[at])?,
            None => named("isometric")?,
        };
        let drawn = Drawn { lines: Lines::read(&picture), silhouette: Silhouette::of(&picture) };
        if drawn.lines.marks.is_empty() {
            return Err(SolverError("a drawing is empty".into()));
        }
        let pose = pose_in(&option.text).or_else(|| pose_in(&question.prompt));
        let pose = pose.ok_or_else(|| SolverError("no pose is asked for".into()))?;
        Ok(misfit(&space, &hull, &drawn, view_of(poses::letter(pose))))
    };
    options.iter().map(drawn).collect()
}

fn decode(picture: &Picture) -> Result<Rgb, SolverError> {
    Rgb::decode(&picture.png).map_err(|error| SolverError(format!("picture {}: {error}", picture.name)))
}

fn view_of(letter: char) -> View {
    Pose::from_letter(letter).expect("one of the eleven poses").view()
}

/// The pose that a text names.
fn pose_in(text: &str) -> Option<u8> {
    (1..=8).find(|&pose| text.contains(poses::place(pose)))
}
