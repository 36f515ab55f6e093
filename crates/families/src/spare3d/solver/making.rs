//! Answers that are made: the object is rebuilt from the three views, then drawn, or strewn with points.
//!
//! Where nothing can be rebuilt, the visual hull stands in for the object's surface, and all points that lie on lines of all three
//! views for its lines.

use super::views::{SIDE, resized, three_views};
use super::{Object, decode, read, view_of};
use crate::spare3d::cloud::stated_view_box;
use crate::spare3d::rebuild::{Rebuilt, rebuild};
use crate::spare3d::stock::csg::VIEW_BOX;
use spatiq_bench::metrics::grade_drawing;
use spatiq_bench::{Answer, Choice, Cloud, Form, Question, Seed, Solver, SolverError, SolverSpec};
use spatiq_draw::{Drawing, Kind, Model, NEVER, Stroke, Style, picture};
use spatiq_geom::{DVec3, Solid};
use spatiq_raster::Rgb;

/// The solver of the tasks whose answer is made.
pub const REBUILDS: SolverSpec = SolverSpec {
    name: "geometric",
    about: "rebuilds the object from the lines of the three views, then draws it or takes points of its surface",
    privileged: &[],
    learns: false,
    settings: &[],
    make: |_| Box::new(Making::default()),
};

/// The same for options: its own drawing is held against each.
pub const REDRAWS: SolverSpec = SolverSpec {
    name: "redraw",
    about: "rebuilds the object, draws it, and takes the option that is most like its own drawing",
    ..REBUILDS
};

/// What any solver of the point clouds should be better than.
pub const HULL: SolverSpec = SolverSpec {
    name: "visual-hull",
    about: "points on the surface of all that the silhouettes of the three views leave room for",
    make: |_| Box::new(OfHull),
    ..REBUILDS
};

/// The pose of drawings that are asked for.
const POSE: char = '2';

/// What it has to say about the object that it rebuilt last.
#[derive(Default)]
struct Making(Option<String>);

impl Solver for Making {
    fn remark(&self) -> Option<String> {
        self.0.clone()
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        self.0 = None;
        let views = three_views(question)?;
        let rebuilt = rebuild(&views[0], &views[1], &views[2]);
        let nothing = "no solid could be rebuilt: what all three views leave room for stands in for it";
        self.0 = Some(rebuilt.as_ref().map_or(nothing.into(), Rebuilt::remark));
        match &question.form {
            Form::Image { side } => Ok(Answer::Image(drawn(rebuilt.as_ref(), &views, *side)?.encode())),
            Form::Points { count } => {
                Ok(Answer::Points(points(rebuilt.as_ref(), &views, *count, extent(question, &views))?))
            }
            Form::Choice(options) => {
                let mine = drawn(rebuilt.as_ref(), &views, SIDE)?;
                nearest(question, options, &mine).map(Answer::Choice)
            }
            _ => Err(SolverError("there is nothing to draw, to build or to choose".into())),
        }
    }
}

struct OfHull;

impl Solver for OfHull {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        match question.form {
            Form::Points { count } => {
                let views = three_views(question)?;
                Ok(Answer::Points(hull_points(&views, count, extent(question, &views))?))
            }
            _ => Err(SolverError("the visual hull has no lines".into())),
        }
    }
}

/// A picture of the object.
fn drawn(rebuilt: Option<&Rebuilt>, views: &[Rgb; 3], side: usize) -> Result<Rgb, SolverError> {
    let of_solid = |solid: &Solid| Model::new(solid, NEVER).ok()?.draw(&view_of(POSE)).ok();
    let drawing = match rebuilt.and_then(|rebuilt| of_solid(&rebuilt.solid)) {
        Some(drawing) => drawing,
        None => loose_lines(views)?,
    };
    let style = Style { size: side, view_box: VIEW_BOX, ..Style::PAPER };
    // A unit is a pixel of the views.
    picture(&drawing, &style, SIDE as f64 / VIEW_BOX).map_err(|error| SolverError(error.to_string()))
}

/// The longest edge of the object in pixels of the views: as the question states it, or what the ink spans.
fn extent(question: &Question, views: &[Rgb; 3]) -> f64 {
    match stated_view_box(&question.prompt) {
        Some(view_box) => SIDE as f64 / view_box,
        None => views.iter().map(span).fold(0.0, f64::max),
    }
}

/// How far the ink of a view extends to the right or upwards, whichever is more, between the middles of lines.
fn span(view: &Rgb) -> f64 {
    let inked = |x: usize, y: usize| view.at(x, y).iter().any(|&shade| shade < 128);
    let columns: Vec<usize> = (0..SIDE).filter(|&x| (0..SIDE).any(|y| inked(x, y))).collect();
    let rows: Vec<usize> = (0..SIDE).filter(|&y| (0..SIDE).any(|x| inked(x, y))).collect();
    let between = |places: &[usize]| places.last().map_or(1, |last| (last - places[0]).max(1));
    between(&columns).max(between(&rows)) as f64
}

/// Points on the object's surface.
fn points(
    rebuilt: Option<&Rebuilt>,
    views: &[Rgb; 3],
    count: usize,
    extent: f64,
) -> Result<Cloud, SolverError> {
    let count = count.clamp(1, Cloud::MOST);
    let mut rng = Seed::root(0).rng();
    let found =
        rebuilt.and_then(|rebuilt| rebuilt.solid.surface_points(count, &mut || rng.unit(), NEVER).ok());
    match found {
        Some(found) => Ok(cloud(found.iter().map(|point| [point.position, point.normal]), extent)),
        None => hull_points(views, count, extent),
    }
}

/// Points on the surface of the visual hull.
fn hull_points(views: &[Rgb; 3], count: usize, extent: f64) -> Result<Cloud, SolverError> {
    let lines = [read(&views[0])?, read(&views[1])?, read(&views[2])?];
    let hull = Object::new(&lines, views).hull;
    let mut rng = Seed::root(0).rng();
    let found = hull.surface_points(count.clamp(1, Cloud::MOST), &mut || rng.unit());
    if found.is_empty() {
        return Err(SolverError("the three views have nothing in common".into()));
    }
    Ok(cloud(found.into_iter(), extent))
}

/// A cloud in the unit that is asked for, the longest edge, from points with their normals in pixels of the views.
fn cloud(points: impl Iterator<Item = [DVec3; 2]>, extent: f64) -> Cloud {
    let float = |v: DVec3| v.to_array().map(|x| x as f32);
    let (points, normals) =
        points.map(|[position, normal]| (float(position / extent), float(normal))).unzip();
    Cloud { points, normals }
}

/// Dots at all points that lie on lines of all three views.
fn loose_lines(views: &[Rgb; 3]) -> Result<Drawing, SolverError> {
    let lines = [read(&views[0])?, read(&views[1])?, read(&views[2])?];
    let object = Object::new(&lines, views);
    let view = view_of(POSE);
    let dot = |p: DVec3| {
        let [x, y] = [p.dot(view.right), p.dot(view.up)];
        Stroke { kind: Kind::Edge, points: vec![[x - 0.2, y], [x + 0.2, y]] }
    };
    let visible = object.space.candidates.iter().map(|candidate| dot(candidate.p)).collect();
    Ok(Drawing { visible, hidden: Vec::new() })
}

/// The option most like a drawing.
fn nearest(question: &Question, options: &[Choice], mine: &Rgb) -> Result<usize, SolverError> {
    let likeness = |option: &Choice| {
        let at = option.pictures.first().ok_or_else(|| SolverError("an option has no drawing".into()))?;
        let grade = grade_drawing(&resized(&decode(&question.pictures[*at])?), mine);
        let figures = grade.also.iter().filter(|(name, _)| name.contains("f1"));
        Ok(grade.value + figures.map(|(_, value)| value).sum::<f64>())
    };
    let likenesses: Vec<f64> = options.iter().map(likeness).collect::<Result<_, _>>()?;
    let best = (0..likenesses.len()).max_by(|&a, &b| likenesses[a].total_cmp(&likenesses[b]));
    best.ok_or_else(|| SolverError("there are no options".into()))
}

#[cfg(test)]
#[path = "making_tests.rs"]
mod tests;
