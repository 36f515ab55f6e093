//! How two lines or planes lie to each other.

use super::Fit;
use serde::{Deserialize, Serialize};

/// Up to this angle, in degrees, directions count as the same.
const SAME: f64 = 5.0;

/// From this angle on, in degrees, they count as different. In between, people may disagree.
const DIFFERENT: f64 = 15.0;

/// How two lines, two planes, or a line and a plane lie to each other. Which way a direction points never matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// At 0 degrees, give or take 5.
    Parallel,
    /// At 90 degrees, give or take 5.
    Perpendicular,
    /// 5 to 15 degrees from one of the above: nothing to be asked about.
    Unclear,
    /// At another angle.
    Neither,
}

/// How two lines or planes lie to each other.
pub fn relation(a: &Fit, b: &Fit) -> Relation {
    let (a_direction, b_direction) = (a.direction(), b.direction());
    let sine = a_direction.cross(b_direction).length();
    let angle = libm::atan2(sine, a_direction.dot(b_direction).abs()).to_degrees();
    // Of a plane the normal is known, which a line parallel to the plane is perpendicular to.
    let angle = if a.kind == b.kind { angle } else { 90.0 - angle };
    match angle {
        _ if angle <= SAME => Relation::Parallel,
        _ if angle >= 90.0 - SAME => Relation::Perpendicular,
        _ if (DIFFERENT..=90.0 - DIFFERENT).contains(&angle) => Relation::Neither,
        _ => Relation::Unclear,
    }
}
