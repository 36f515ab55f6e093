//! The lines and planes that parts are taken for.

use super::points::{Point, SeenObject};
use super::recognise::Recognised;
use spatiq_geom::DVec3;
use spatiq_scene::PartCategory;
use spatiq_scene::fit::{Fit, FitKind};

/// Normals this close to each other are of one plane: the cosine of 6 degrees.
const SAME: f64 = 0.9945;

/// Directions this close are taken for the same, half-way between what must and what must not be: the cosine of 10 degrees.
const PARALLEL: f64 = 0.985;

/// A bar that is less than so many times as long as it is wide runs along an axis of its object.
const STUBBY: f64 = 3.0;

/// So does one of which fewer pixels are seen: upright, and level.
const FEW: [usize; 2] = [25, 12];

/// Boards of which fewer pixels are seen look along an axis of their object.
const FEW_OF_BOARD: usize = 100;

/// This close to an axis of the object a bar runs along it: the cosine of 2 degrees.
const ALONG: f64 = 0.9994;

/// For each part of an object its line or plane, if it has one.
pub fn fits(object: &SeenObject, known: &Recognised) -> Vec<Option<Fit>> {
    (0..object.parts.len()).map(|nth| fit(object, known, nth)).collect()
}

fn fit(object: &SeenObject, known: &Recognised, nth: usize) -> Option<Fit> {
    let kind = FitKind::of(known.parts[nth]).filter(|kind| is_straight(object, known, nth, *kind))?;
    let direction = match kind {
        FitKind::Line => known.frame.axes * along(object, known, nth),
        FitKind::Plane => normal(object, known, nth),
    };
    let chief = direction.to_array()[direction.abs().max_position()];
    let point = known.frame.axes * known.shapes[nth].middle;
    let direction = direction * chief.signum();
    Some(Fit { kind, point: point.to_array(), direction: direction.to_array() })
}

/// Whether a part is straight or flat enough. All bars of a kind are of one make, so those that are seen well speak for the rest; boards
/// may differ.
fn is_straight(object: &SeenObject, known: &Recognised, nth: usize, kind: FitKind) -> bool {
    if kind == FitKind::Plane {
        return known.straight[nth] > 0.5;
    }
    let like = (0..known.parts.len()).filter(|other| known.parts[*other] == known.parts[nth]);
    let (mut sum, mut all) = (0.0, 0.0);
    for other in like {
        let weight = (object.parts[other].points.len() as f64).min(400.0);
        sum += weight * known.straight[other];
        all += weight;
    }
    sum > 0.5 * all
}

/// The direction of a bar along the axes of its object.
fn along(object: &SeenObject, known: &Recognised, nth: usize) -> DVec3 {
    let shape = &known.shapes[nth];
    let along = shape.principal.x_axis;
    let nearest = DVec3::AXES[along.abs().max_position()];
    let size = (shape.high - shape.low).to_array();
    let upright = matches!(
        known.parts[nth],
        PartCategory::Leg | PartCategory::ArmVerticalBar | PartCategory::CentralSupport
    );
    let seen_well = shape.spread.x > STUBBY * shape.spread.y
        && object.parts[nth].points.len() >= FEW[usize::from(!upright)];
    match () {
        () if seen_well && along.dot(nearest).abs() < ALONG => along,
        () if seen_well => nearest,
        () if upright => DVec3::Z,
        // What is left is a level bar of which little is seen.
        () if size[0] > size[1] => DVec3::X,
        () => DVec3::Y,
    }
}

/// The normal of a board. Level boards are level even where only their edge is seen; of the ways that an upright one looks, the one across
/// which it is thinnest is taken.
fn normal(object: &SeenObject, known: &Recognised, nth: usize) -> DVec3 {
    let frame = &known.frame;
    let upright = matches!(known.parts[nth], PartCategory::Back | PartCategory::Door | PartCategory::Drawer);
    if !upright {
        return frame.up();
    }
    let points = &object.parts[nth].points;
    let steep = |normal: DVec3| normal.dot(frame.up()).abs() < 0.45;
    let surface =
        |point: &Point| point.normal.filter(|normal| steep(*normal)).map(|normal| (normal, point.area));
    let mut normals: Vec<(DVec3, f64)> = points.iter().filter_map(surface).collect();
    let all: f64 = normals.iter().map(|(_, area)| area).sum();
    let mut ways: Vec<DVec3> = Vec::new();
    while !normals.is_empty() && ways.len() < 3 {
        let close = |to: DVec3| normals.iter().filter(move |(normal, _)| normal.dot(to).abs() > SAME);
        let votes = |to: DVec3| -> f64 { close(to).map(|(_, area)| area).sum() };
        let step = normals.len().div_ceil(150).max(1);
        let best = normals.iter().step_by(step).map(|(normal, _)| (votes(*normal), *normal));
        let Some((votes, best)) = best.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        if votes < 0.04 * all {
            break;
        }
        let sum: DVec3 = close(best).map(|(normal, area)| *normal * (area * normal.dot(best).signum())).sum();
        ways.push(sum.normalize_or(best));
        normals.retain(|(normal, _)| normal.dot(best).abs() < PARALLEL);
    }
    ways.extend([frame.axes.x_axis, frame.axes.y_axis]);
    let thick = |way: &DVec3| {
        let reach = points.iter().map(|point| point.place.dot(*way));
        let [low, high] =
            reach.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)]);
        high - low
    };
    // The axes are asked last, and only where they are clearly better than what is seen.
    let seen = ways.len() - 2;
    let doubt = if points.len() < FEW_OF_BOARD { 0.0 } else { 0.05 };
    let score = |nth: usize| match nth < seen {
        true => thick(&ways[nth]),
        false => doubt + thick(&ways[nth]) * (1.0 + 4.0 * doubt),
    };
    let best = (0..ways.len()).min_by(|a, b| score(*a).total_cmp(&score(*b)));
    best.map_or(frame.axes.x_axis, |best| ways[best])
}

/// What all parts of a category are taken for: the mean of theirs by their pixels, if they agree. Of bars, only those of which enough is
/// seen are asked.
pub fn common(fits: &[(Option<Fit>, usize)]) -> Option<Fit> {
    let all: Vec<(Fit, f64)> =
        fits.iter().map(|(fit, pixels)| Some(((*fit)?, *pixels as f64))).collect::<Option<_>>()?;
    let (first, _) = all.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let close = |a: &Fit, b: &Fit| a.kind == b.kind && a.direction().dot(b.direction()).abs() > PARALLEL;
    if !all.iter().all(|(one, _)| all.iter().all(|(other, _)| close(one, other))) {
        return None;
    }
    let (mut direction, mut point, mut weight) = (DVec3::ZERO, DVec3::ZERO, 0.0);
    for (fit, pixels) in &all {
        direction += fit.direction() * (pixels * fit.direction().dot(first.direction()).signum());
        point += DVec3::from(fit.point) * *pixels;
        weight += pixels;
    }
    let direction = direction.try_normalize()?.to_array();
    Some(Fit { kind: first.kind, point: (point / weight).to_array(), direction })
}
