//! Distances to the surface and what is near a point.

use super::Mesh;
use glam::DVec3;

impl Mesh {
    /// The distance to the surface; negative inside.
    ///
    /// Where shells overlap the surface within counts too, so the distance may be too small there, never too large.
    pub fn distance(&self, point: DVec3) -> f64 {
        let away = self.nearest(point).1;
        if self.contains(point) { -away } else { away }
    }

    /// The triangle nearest to a point, and how far it is.
    pub fn nearest(&self, point: DVec3) -> (u32, f64) {
        let (triangle, squared) =
            self.bvh.nearest(point, |triangle| (self.closest(triangle, point) - point).length_squared());
        (triangle, squared.sqrt())
    }

    /// The point of a triangle that is closest to `point`.
    pub fn closest(&self, triangle: u32, point: DVec3) -> DVec3 {
        closest_in_triangle(self.corners(triangle), point)
    }

    /// Whether the surface is within `radius` of a point.
    pub(crate) fn is_near(&self, point: DVec3, radius: f64) -> bool {
        let within = |place: DVec3| (place - point).length_squared() <= radius * radius;
        self.bvh
            .any(|low, high| within(point.clamp(low, high)), |triangle| within(self.closest(triangle, point)))
    }

    /// Replaces `out` by the triangles within `radius` of a point, in ascending order.
    pub fn nearest_within(&self, point: DVec3, radius: f64, out: &mut Vec<u32>) {
        out.clear();
        let within = |place: DVec3| (place - point).length_squared() <= radius * radius;
        self.bvh.visit(
            |low, high| within(point.clamp(low, high)),
            |triangle| {
                if within(self.closest(triangle, point)) {
                    out.push(triangle);
                }
            },
        );
        out.sort_unstable();
    }
}

/// The closest point of a segment.
pub(super) fn closest_in_segment(a: DVec3, b: DVec3, point: DVec3) -> DVec3 {
    let along = (point - a).dot(b - a);
    let whole = (b - a).length_squared();
    if along <= 0.0 || whole == 0.0 {
        a
    } else if along >= whole {
        b
    } else {
        a + (b - a) * (along / whole)
    }
}

/// The closest point of a triangle: the foot of the perpendicular, or else a point of a side.
fn closest_in_triangle([a, b, c]: [DVec3; 3], point: DVec3) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let beyond = |from: DVec3, to: DVec3| normal.cross(to - from).dot(point - from) < 0.0;
    let outside = [(a, b), (b, c), (c, a)].map(|(from, to)| beyond(from, to));
    let area = normal.length_squared();
    if outside == [false; 3] && area > 0.0 {
        return point - normal * ((point - a).dot(normal) / area);
    }
    // Beside an obtuse corner the closest side need not be the one that the point is beyond, so all are tried.
    let sides = [(a, b), (b, c), (c, a)].map(|(from, to)| closest_in_segment(from, to, point));
    let squared = |place: &DVec3| (*place - point).length_squared();
    sides.into_iter().min_by(|one, other| squared(one).total_cmp(&squared(other))).expect("three sides")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_point_is_closer_than_a_grid_of_others() {
        let corners = [DVec3::new(0.0, 0.0, 0.0), DVec3::new(4.0, 0.0, 1.0), DVec3::new(5.0, 1.0, 0.0)];
        for index in 0..500 {
            let at = |step: i32, wide: i32| f64::from(index * step % wide) / f64::from(wide) * 12.0 - 4.0;
            let point = DVec3::new(at(37, 101), at(53, 97), at(29, 89));
            let closest = closest_in_triangle(corners, point);
            let mut best = f64::INFINITY;
            for i in 0..=200 {
                for j in 0..=200 - i {
                    let (u, v) = (f64::from(i) / 200.0, f64::from(j) / 200.0);
                    let other = corners[0] * (1.0 - u - v) + corners[1] * u + corners[2] * v;
                    best = best.min((other - point).length());
                }
            }
            let away = (closest - point).length();
            assert!(away <= best + 1e-12 && best - away < 0.03, "{point} {closest} {best}");
        }
    }

    #[test]
    fn a_triangle_without_area_still_has_a_closest_point() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::X * 3.0];
        assert_eq!(closest_in_triangle(corners, DVec3::new(2.0, 1.0, 0.0)), DVec3::X * 2.0);
    }
}
