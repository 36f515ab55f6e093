//! The solver `geometric`: holds drawings against the three views, by pixels alone.
//!
//! 1. [`lines`] reads the lines of each picture to a fraction of a pixel.
//! 2. [`space`] finds the points of space that lie on lines of all three views; [`hull`] has all that the silhouettes leave
//!    room for.
//! 3. [`fit`] adds up what does not fit: lines of the drawing that no such point explains, lines of the views that the drawing
//!    does not show, tangents without a partner ([`tangent`]), hidden lines with nothing before them, silhouettes that
//!    differ. Where the middle of the drawing lies is not known: [`middle`] tries.
//! 4. The option that fits best is the answer.
//!
//! Where there are no options the answer is made: see [`making`].

mod fit;
mod hull;
mod lines;
mod making;
mod middle;
mod space;
mod tangent;
#[cfg(test)]
mod tests;
mod views;

use super::poses;
use fit::{Drawn, Misfit, misfit};
use hull::{Hull, Silhouette};
use lines::Lines;
pub use making::{HULL, REBUILDS, REDRAWS};
use space::{Seen, Space};
use spatiq_bench::{Answer, Choice, Picture, Question, Solver, SolverError, SolverSpec};
use spatiq_draw::{Pose, View};
use spatiq_raster::Rgb;

/// Its entry in the registry.
pub const GEOMETRIC: SolverSpec = SolverSpec {
    name: "geometric",
    about: "holds lines, tangents and silhouettes of each drawing against those of the three views",
    privileged: &[],
    learns: false,
    settings: &[],
    make: |_| Box::new(Geometric::default()),
};

/// What does not fit of each option that was looked at last, in pixels.
#[derive(Default)]
struct Geometric(Vec<f64>);

impl Solver for Geometric {
    fn remark(&self) -> Option<String> {
        let each = self.0.iter().enumerate().map(|(k, misfit)| format!("{} {misfit:.0}", Choice::label(k)));
        (!self.0.is_empty())
            .then(|| format!("pixels that do not fit: {}", each.collect::<Vec<_>>().join(", ")))
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        self.0.clear();
        let named = |name: &str| {
            let picture = question.picture(name);
            picture.ok_or_else(|| SolverError(format!("there is no picture {name}"))).and_then(decode)
        };
        let pictures = [named("front")?, named("top")?, named("right")?];
        let lines = [read(&pictures[0])?, read(&pictures[1])?, read(&pictures[2])?];
        let object = Object::new(&lines, &pictures);
        let misfit = |option: &Choice| {
            let picture = match option.pictures.first() {
                Some(&at) => decode(&question.pictures[at])?,
                None => named("isometric")?,
            };
            let pose = pose_in(&option.text).or_else(|| pose_in(&question.prompt));
            let pose = pose.ok_or_else(|| SolverError("no pose is named".into()))?;
            Ok(object.misfit(&picture, view_of(poses::letter(pose)))?.total())
        };
        let misfits: Vec<f64> = question.form.choices().iter().map(misfit).collect::<Result<_, _>>()?;
        let best = (0..misfits.len()).min_by(|&a, &b| misfits[a].total_cmp(&misfits[b]));
        self.0 = misfits;
        best.map(Answer::Choice).ok_or_else(|| SolverError("there are no options".into()))
    }
}

/// What the three views say about the object.
struct Object<'a> {
    space: Space<'a>,
    hull: Hull,
}

impl<'a> Object<'a> {
    /// From front, top and right: their lines and their pictures.
    fn new(lines: &'a [Lines; 3], pictures: &[Rgb; 3]) -> Self {
        let seen = |view: usize| {
            let letter = ['f', 't', 'r'][view];
            Seen { lines: &lines[view], view: view_of(letter), middle: [0.0; 2] }
        };
        let space = Space::new([seen(0), seen(1), seen(2)]);
        let hull = Hull::new(&space.views, &pictures.each_ref().map(Silhouette::of), space.half);
        Self { space, hull }
    }

    fn misfit(&self, drawing: &Rgb, view: View) -> Result<Misfit, SolverError> {
        let drawn = Drawn { lines: read(drawing)?, silhouette: Silhouette::of(drawing) };
        Ok(misfit(&self.space, &self.hull, &drawn, view))
    }
}

fn decode(picture: &Picture) -> Result<Rgb, SolverError> {
    Rgb::decode(&picture.png).map_err(|error| SolverError(format!("picture {}: {error}", picture.name)))
}

fn read(picture: &Rgb) -> Result<Lines, SolverError> {
    let lines = Lines::read(picture);
    if lines.marks.is_empty() { Err(SolverError("a picture has no lines".into())) } else { Ok(lines) }
}

fn view_of(letter: char) -> View {
    Pose::from_letter(letter).expect("one of the eleven poses").view()
}

/// The pose that a text names.
fn pose_in(text: &str) -> Option<u8> {
    (1..=8).find(|&pose| text.contains(poses::place(pose)))
}
