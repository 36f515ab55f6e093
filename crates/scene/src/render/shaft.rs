//! The space that rays from a few neighbouring pixels to a source of light can pass, and what reaches into it. Most of what
//! stands in a room does not, so that few rays have to ask about much.

use glam::DVec3;
use spatiq_geom::Placement;

/// What lies no higher above a flat patch than this is below all rays that leave it: they start farther off it, and normals in
/// single precision lean by less.
const FLUSH: f64 = 5e-7;

/// Room for rounding.
const SLACK: f64 = 1e-9;

/// The points that neighbouring pixels show, in a ball.
pub struct Patch {
    /// The middle of the ball.
    pub middle: DVec3,
    /// Its radius.
    pub radius: f64,
    /// Where all of them lie on one plane: its normal, and how far along it the plane is.
    pub flat: Option<(DVec3, f64)>,
}

impl Patch {
    /// Points on a surface; nothing if there are none. `normal` is that of all of them, if they have one in common.
    pub fn around(points: impl Iterator<Item = DVec3> + Clone, normal: Option<DVec3>) -> Option<Self> {
        let first = points.clone().next()?;
        let flat = normal.map(|normal| (normal, normal.dot(first)));
        // Faces that look the same way may be at different heights.
        let is_on =
            |(normal, at): &(DVec3, f64)| points.clone().all(|point| (normal.dot(point) - at).abs() < FLUSH);
        let flat = flat.filter(is_on);
        let [low, high] = crate::model::around(points.map(|point| [point, point]));
        Some(Self { middle: low.midpoint(high), radius: low.distance(high) / 2.0, flat })
    }
}

/// All lines from a patch to a ball, or all around it.
pub struct Shaft {
    from: DVec3,
    way: DVec3,
    /// How wide it is at the patch, and how much wider at its end.
    start: f64,
    growth: f64,
    above: Option<(DVec3, f64)>,
}

/// The box around a solid, in a frame of its own.
#[derive(Clone, Copy, Debug)]
pub struct Hull {
    /// The middle of the box and its axes.
    pub placement: Placement,
    /// Half its sizes.
    pub half: DVec3,
}

impl Hull {
    /// A box along the axes of the world, by its corners.
    pub fn along_axes([low, high]: [DVec3; 2]) -> Self {
        let placement = Placement { shift: low.midpoint(high), ..Placement::IDENTITY };
        Self { placement, half: (high - low) / 2.0 }
    }
}

impl Shaft {
    /// From a patch to a ball.
    pub fn towards(patch: &Patch, (middle, radius): (DVec3, f64)) -> Self {
        let growth = radius - patch.radius;
        Self {
            from: patch.middle,
            way: middle - patch.middle,
            start: patch.radius + SLACK,
            growth,
            above: patch.flat,
        }
    }

    /// From a patch as far as `reach` in all directions.
    pub fn around(patch: &Patch, reach: f64) -> Self {
        let start = patch.radius + reach + SLACK;
        Self { from: patch.middle, way: DVec3::ZERO, start, growth: 0.0, above: patch.flat }
    }

    /// Whether it may reach into a box along the axes.
    pub fn may_enter(&self, low: DVec3, high: DVec3) -> bool {
        self.passes(self.from - low.midpoint(high), self.way, (high - low) / 2.0)
    }

    /// Whether it may reach into a box, above the plane of the patch.
    pub fn may_meet(&self, hull: &Hull) -> bool {
        let (from, way) = (hull.placement.to_local(self.from), hull.placement.direction_to_local(self.way));
        let is_above = |(normal, at): (DVec3, f64)| {
            let reach = hull.placement.direction_to_local(normal).abs().dot(hull.half);
            normal.dot(hull.placement.shift) + reach > at + FLUSH
        };
        self.above.is_none_or(is_above) && self.passes(from, way, hull.half)
    }

    /// Whether a plane of the room is within its width, on the side to which its rays go.
    pub fn may_meet_plane(&self, normal: DVec3, gap: f64) -> bool {
        gap < self.start && self.above.is_none_or(|(own, _)| own != normal)
    }

    /// Whether a cube that moves from `from` along `way` and grows comes into touch with a box around the origin. Each side of
    /// the box leaves a stretch of the way, since all moves evenly.
    fn passes(&self, from: DVec3, way: DVec3, half: DVec3) -> bool {
        let (mut begin, mut end) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            let reach = half[axis] + self.start;
            for (speed, at) in [(way[axis], from[axis]), (-way[axis], -from[axis])] {
                // Where at + speed t <= reach + growth t.
                let (closing, gap) = (speed - self.growth, reach - at);
                if closing > 0.0 {
                    end = end.min(gap / closing);
                } else if closing < 0.0 {
                    begin = begin.max(gap / closing);
                } else if gap < 0.0 {
                    return false;
                }
            }
            if begin > end {
                return false;
            }
        }
        true
    }
}
