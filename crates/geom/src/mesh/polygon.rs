//! Cuts flat polygons, convex or not, into triangles.

use glam::{DVec2, DVec3};

/// Corners of a polygon that is not convex: cutting takes time that grows with the square.
pub(super) const MOST_CORNERS: usize = 2000;

/// Triangles as indices into the corners, and whether the polygon was a clean one; `None` if it is not convex and has
/// more than [`MOST_CORNERS`].
///
/// All corners stay corners, also those on a straight side: neighbours may need them.
pub(super) fn triangulate(corners: &[DVec3]) -> Option<(Vec<[u32; 3]>, bool)> {
    if corners.len() == 3 {
        return Some((vec![[0, 1, 2]], true));
    }
    let normal = newell(corners);
    let flat = flatten(corners, normal);
    if is_convex(&flat) {
        let fan = (1..corners.len() as u32 - 1).map(|second| [0, second, second + 1]).collect();
        return Some((fan, true));
    }
    (corners.len() <= MOST_CORNERS).then(|| Clipper::new(&flat).clip())
}

/// The normal of a polygon, by Newell's sum: right for every flat one and a mean for others.
fn newell(corners: &[DVec3]) -> DVec3 {
    let next = corners.iter().cycle().skip(1);
    // Relative to a corner, lest large coordinates cancel.
    corners.iter().zip(next).map(|(a, b)| (*a - corners[0]).cross(*b - corners[0])).sum()
}

/// The corners as seen against the normal, so that they run counter-clockwise.
fn flatten(corners: &[DVec3], normal: DVec3) -> Vec<DVec2> {
    let normal = normal.try_normalize().unwrap_or(DVec3::Z);
    let (right, up) = normal.any_orthonormal_pair();
    corners
        .iter()
        .map(|&corner| corner - corners[0])
        .map(|at| DVec2::new(at.dot(right), at.dot(up)))
        .collect()
}

/// Whether every corner turns left, none is straight, and the whole goes around once.
fn is_convex(flat: &[DVec2]) -> bool {
    let count = flat.len();
    let side = |index: usize| flat[(index + 1) % count] - flat[index % count];
    let left = (0..count).all(|index| side(index).perp_dot(side(index + 1)) > 0.0);
    // Going around once, the direction changes from leftwards to rightwards once.
    let turns = (0..count).filter(|&index| side(index).x <= 0.0 && side(index + 1).x > 0.0).count();
    left && turns == 1
}

/// Cuts off ears: corners whose neighbours see each other.
struct Clipper<'a> {
    flat: &'a [DVec2],
    next: Vec<usize>,
    last: Vec<usize>,
    clean: bool,
    triangles: Vec<[u32; 3]>,
}

impl<'a> Clipper<'a> {
    fn new(flat: &'a [DVec2]) -> Self {
        let count = flat.len();
        Self {
            flat,
            next: (0..count).map(|index| (index + 1) % count).collect(),
            last: (0..count).map(|index| (index + count - 1) % count).collect(),
            clean: true,
            triangles: Vec::with_capacity(count - 2),
        }
    }

    fn clip(mut self) -> (Vec<[u32; 3]>, bool) {
        let mut ears: Vec<bool> = (0..self.flat.len()).map(|index| self.is_ear(index)).collect();
        let mut here = 0;
        let mut passed = 0;
        for left in (3..=self.flat.len()).rev() {
            while !ears[here] && passed < left {
                here = self.next[here];
                passed += 1;
            }
            // Without an ear the polygon crosses itself: any corner will do.
            self.clean &= ears[here] || left == 3 && self.area(here) >= 0.0;
            let (last, next) = (self.last[here], self.next[here]);
            self.triangles.push([last as u32, here as u32, next as u32]);
            (self.next[last], self.last[next]) = (next, last);
            (ears[last], ears[next]) = (self.is_ear(last), self.is_ear(next));
            // Going on beyond the neighbour avoids fans of needles around one corner.
            here = self.next[next];
            passed = 0;
        }
        (self.triangles, self.clean)
    }

    fn area(&self, index: usize) -> f64 {
        let [a, b, c] = [self.last[index], index, self.next[index]].map(|corner| self.flat[corner]);
        (b - a).perp_dot(c - b)
    }

    /// Whether a corner turns left and no other corner is in the triangle that it makes with its neighbours.
    fn is_ear(&self, index: usize) -> bool {
        let (last, next) = (self.last[index], self.next[index]);
        let ear = [last, index, next].map(|corner| self.flat[corner]);
        if self.area(index) <= 0.0 {
            return false;
        }
        let mut other = self.next[next];
        while other != last {
            let point = self.flat[other];
            // Polygons with holes are often drawn with a bridge, whose corners occur twice.
            if !ear.contains(&point) && covers(ear, point) {
                return false;
            }
            other = self.next[other];
        }
        true
    }
}

fn covers([a, b, c]: [DVec2; 3], point: DVec2) -> bool {
    [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| (to - from).perp_dot(point - from) >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn areas(corners: &[DVec3]) -> (Vec<DVec3>, bool) {
        let (triangles, clean) = triangulate(corners).unwrap();
        let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a) / 2.0;
        (triangles.iter().map(|t| area(t.map(|i| corners[i as usize]))).collect(), clean)
    }

    /// A star with as many spikes, in a slanted plane.
    fn star(spikes: u32) -> Vec<DVec3> {
        let (right, up) = DVec3::new(1.0, 2.0, 3.0).normalize().any_orthonormal_pair();
        let point = |step: u32| {
            let angle = std::f64::consts::PI * f64::from(step) / f64::from(spikes);
            let radius = if step.is_multiple_of(2) { 1.0 } else { 0.3 };
            (right * libm::cos(angle) + up * libm::sin(angle)) * radius
        };
        (0..2 * spikes).map(point).collect()
    }

    #[test]
    fn triangles_of_a_star_add_up_to_its_area_and_all_face_its_way() {
        for spikes in 3..40 {
            let corners = star(spikes);
            let (areas, clean) = areas(&corners);
            let whole = newell(&corners) / 2.0;
            assert!(clean && areas.len() == corners.len() - 2);
            assert!((areas.iter().sum::<DVec3>() - whole).length() < 1e-12);
            assert!((areas.iter().map(|area| area.length()).sum::<f64>() - whole.length()).abs() < 1e-12);
        }
    }

    #[test]
    fn corners_on_a_straight_side_stay_and_leave_no_needle() {
        let corners = [[0, 0], [1, 0], [2, 0], [2, 2], [1, 2], [0, 2]];
        let corners = corners.map(|[x, y]| DVec3::new(f64::from(x), f64::from(y), 0.0));
        let (areas, clean) = areas(&corners);
        assert!(clean && areas.iter().all(|area| area.z > 0.1));
        assert_eq!(areas.iter().map(|area| area.z).sum::<f64>(), 4.0);
    }

    #[test]
    fn a_hole_with_a_bridge_stays_a_hole() {
        let ring = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0], [1, 1], [1, 3], [3, 3], [3, 1], [1, 1]];
        let corners = ring.map(|[x, y]| DVec3::new(f64::from(x), f64::from(y), 0.0));
        let (areas, clean) = areas(&corners);
        assert!(clean && areas.iter().all(|area| area.z > 0.0), "{areas:?}");
        assert_eq!(areas.iter().map(|area| area.z).sum::<f64>(), 12.0);
    }

    #[test]
    fn a_polygon_that_crosses_itself_is_cut_but_not_clean() {
        let bow = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 1]]
            .map(|[x, y]| DVec3::new(f64::from(x), f64::from(y), 0.0));
        let (areas, clean) = areas(&bow);
        assert!(!clean && areas.len() == 3);
    }

    #[test]
    fn too_many_corners_are_refused_only_if_not_convex() {
        let round = |step: u32| {
            let angle = std::f64::consts::TAU * f64::from(step) / 5000.0;
            DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
        };
        assert_eq!(triangulate(&(0..5000).map(round).collect::<Vec<_>>()).unwrap().0.len(), 4998);
        assert!(triangulate(&star(1500)).is_none());
    }
}
