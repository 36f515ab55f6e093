//! The frame of an object: which way is up for it, and how it is turned, from the ways its surfaces look.

use super::points::SeenObject;
use spatiq_geom::{DMat3, DVec3};

/// Normals this close to each other are of one direction: the cosine of 4 degrees.
const SAME: f64 = 0.9976;

/// Normals this far apart are of different directions: the cosine of 10 degrees.
const OTHER: f64 = 0.985;

/// Two ways that may be up are the same if closer than this: the cosine of 3 degrees.
const DISTINCT: f64 = 0.9986;

/// A surface is level if its normal is so close to upright, and upright if so close to level: 2.5 degrees.
const LEVEL: f64 = 0.999;
const UPRIGHT: f64 = 0.0436;

/// So many directions are looked at.
const DIRECTIONS: usize = 6;

/// A direction that fewer of the normals have, as a share, is none.
const LEAST: f64 = 0.02;

/// Axes of an object, and the box around what is seen of it.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Towards the camera, to the left of that, and up, in the world.
    pub axes: DMat3,
    /// The corners of the box, along the axes.
    pub low: DVec3,
    /// The other one.
    pub high: DVec3,
}

impl Frame {
    /// The frame with that direction up.
    pub fn new(object: &SeenObject, up: DVec3, eye: DVec3) -> Self {
        let count = object.points().count() as f64;
        let middle = object.points().map(|point| point.place).sum::<DVec3>() / count;
        let towards = (eye - middle).reject_from_normalized(up);
        let front = towards.try_normalize().unwrap_or_else(|| up.any_orthonormal_vector());
        let start = DMat3::from_cols(front, up.cross(front), up);
        let turned = |angle: f64| {
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            let front = start.x_axis * cos + start.y_axis * sin;
            DMat3::from_cols(front, up.cross(front), up)
        };
        let axes = turned(quarter(object, &start).unwrap_or_else(|| tightest(object, &start)));
        let inside = |place: DVec3| axes.transpose() * place;
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for point in object.points() {
            low = low.min(inside(point.place));
            high = high.max(inside(point.place));
        }
        Self { axes, low, high }
    }

    /// A point of the world along the axes.
    pub fn inside(&self, place: DVec3) -> DVec3 {
        self.axes.transpose() * place
    }

    /// The share of the surface that is level or upright in this frame.
    pub fn aligned(&self, object: &SeenObject) -> f64 {
        let (mut aligned, mut all) = (0.0, 0.0);
        for (normal, area) in object.points().filter_map(|point| Some((point.normal?, point.area))) {
            let up = normal.dot(self.up()).abs();
            aligned += if (UPRIGHT..LEVEL).contains(&up) { 0.0 } else { area };
            all += area;
        }
        aligned / f64::max(all, 1e-9)
    }

    /// Up in the world.
    pub fn up(&self) -> DVec3 {
        self.axes.z_axis
    }

    /// The sizes of the box.
    pub fn size(&self) -> DVec3 {
        self.high - self.low
    }
}

/// The turn, up to 45 degrees either way, after which most level normals lie along the axes.
fn quarter(object: &SeenObject, start: &DMat3) -> Option<f64> {
    let level: Vec<(f64, f64)> = object
        .points()
        .filter_map(|point| Some((start.transpose() * point.normal?, point.area)))
        .filter(|(normal, _)| normal.z.abs() < 0.1)
        .map(|(normal, area)| (libm::atan2(normal.y, normal.x), area))
        .collect();
    // Round legs and boards at an angle count little: the angle is where most normals agree, to a degree.
    let mut votes = [0.0; 90];
    for (angle, area) in &level {
        let degrees = (angle.to_degrees() + 360.0) % 90.0;
        votes[(degrees as usize).min(89)] += area;
    }
    let near = |at: usize| votes[(at + 89) % 90] + votes[at] + votes[(at + 1) % 90];
    let best = (0..90).max_by(|a, b| near(*a).total_cmp(&near(*b)))?;
    let all: f64 = votes.iter().sum();
    if near(best) < 0.3 * all || all < 0.01 {
        return None;
    }
    let middle = best as f64 + 0.5;
    let (mut sum, mut weight) = (0.0, 0.0);
    for (angle, area) in &level {
        let off = (angle.to_degrees() - middle + 360.0 + 45.0) % 90.0 - 45.0;
        if off.abs() < 2.0 {
            sum += off * area;
            weight += area;
        }
    }
    let degrees = middle + sum / weight;
    Some((if degrees > 45.0 { degrees - 90.0 } else { degrees }).to_radians())
}

/// The turn with the smallest box around all points.
fn tightest(object: &SeenObject, start: &DMat3) -> f64 {
    let level: Vec<DVec3> = object.points().map(|point| start.transpose() * point.place).collect();
    let area = |degrees: &i32| {
        let angle = f64::from(*degrees).to_radians();
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let reach = |along: &dyn Fn(&DVec3) -> f64| {
            let span = level
                .iter()
                .map(along)
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
            span[1] - span[0]
        };
        reach(&|p| p.x * cos + p.y * sin) * reach(&|p| p.y * cos - p.x * sin)
    };
    let steps = (-15..15).map(|step| step * 3);
    let best = steps.min_by(|a, b| area(a).total_cmp(&area(b))).unwrap_or(0);
    f64::from(best).to_radians()
}

/// Directions that may be up for an object that may have been tilted, the world's first.
pub fn ups(object: &SeenObject) -> Vec<DVec3> {
    let mut normals: Vec<(DVec3, f64)> =
        object.points().filter_map(|point| Some((point.normal?, point.area))).collect();
    // A few hundred normals tell as much as all of them.
    let step = normals.len().div_ceil(800).max(1);
    normals = normals.into_iter().step_by(step).collect();
    let all: f64 = normals.iter().map(|(_, area)| area).sum();
    let mut directions = Vec::new();
    while directions.len() < DIRECTIONS {
        let close = |to: DVec3| -> f64 {
            normals.iter().filter(|(normal, _)| normal.dot(to).abs() > SAME).map(|(_, area)| area).sum()
        };
        let votes = normals.iter().step_by(3).map(|(normal, _)| (close(*normal), *normal));
        let Some((votes, best)) = votes.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        if votes < LEAST * all {
            break;
        }
        let own = normals.iter().filter(|(normal, _)| normal.dot(best).abs() > SAME);
        let mean: DVec3 = own.map(|(normal, area)| *normal * (area * normal.dot(best).signum())).sum();
        directions.push(mean.normalize_or(best));
        normals.retain(|(normal, _)| normal.dot(best).abs() < OTHER);
    }
    let crossed: Vec<DVec3> = (0..directions.len())
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .filter(|(i, j)| directions[*i].dot(directions[*j]).abs() < 0.1)
        .filter_map(|(i, j)| directions[i].cross(directions[j]).try_normalize())
        .collect();
    let mut found = vec![DVec3::Z];
    for direction in directions.into_iter().chain(crossed).flat_map(|way| [way, -way]) {
        if direction.z > -0.15 && found.iter().all(|other| other.dot(direction) < DISTINCT) {
            found.push(direction);
        }
    }
    found
}
