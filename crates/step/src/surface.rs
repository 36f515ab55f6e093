//! Surfaces in space, with parameters as the standard gives them.

use crate::curve::Curve;
use crate::frame::Frame;
use crate::spline::SplineSurface;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// A surface.
#[derive(Clone, Debug)]
pub(crate) enum Surface {
    Plane(Frame),
    Cylinder {
        frame: Frame,
        radius: f64,
    },
    /// `slope` is by how much the radius grows along the axis.
    Cone {
        frame: Frame,
        radius: f64,
        slope: f64,
    },
    Sphere {
        frame: Frame,
        radius: f64,
    },
    Torus {
        frame: Frame,
        ring: f64,
        tube: f64,
    },
    /// A curve, moved along a direction.
    Extrusion {
        curve: Curve,
        along: DVec3,
    },
    /// A curve, turned about the z axis of a frame.
    Revolution {
        curve: Curve,
        frame: Frame,
    },
    Spline(SplineSurface),
    /// What lies so far above another surface.
    Offset {
        base: Box<Surface>,
        distance: f64,
    },
}

/// A place of a surface: the point and the derivatives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub point: DVec3,
    pub du: DVec3,
    pub dv: DVec3,
}

impl Spot {
    /// The unit normal; `None` where the surface has none.
    pub fn normal(&self) -> Option<DVec3> {
        let cross = self.du.cross(self.dv);
        cross
            .try_normalize()
            .filter(|_| cross.length() > 1e-9 * self.du.length_squared().max(self.dv.length_squared()))
    }
}

/// A line of parameters that is a single point in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pole {
    /// Which parameter is the same along the line: 0 for u, 1 for v.
    pub axis: usize,
    pub value: f64,
    pub point: DVec3,
}

impl Surface {
    /// The point and derivatives at parameters; beyond the ends of a closed surface it begins again, beyond those of another it ends.
    pub fn at(&self, uv: DVec2) -> Spot {
        let DVec2 { x: u, y: v } = uv;
        match self {
            Self::Plane(frame) => {
                Spot { point: frame.origin + frame.x * u + frame.y * v, du: frame.x, dv: frame.y }
            }
            Self::Cylinder { frame, radius } => {
                let (out, on) = frame.around(u);
                Spot { point: frame.origin + out * *radius + frame.z * v, du: on * *radius, dv: frame.z }
            }
            Self::Cone { frame, radius, slope } => {
                let (out, on) = frame.around(u);
                let here = radius + slope * v;
                Spot {
                    point: frame.origin + out * here + frame.z * v,
                    du: on * here,
                    dv: out * *slope + frame.z,
                }
            }
            Self::Sphere { frame, radius } => {
                let (out, on) = frame.around(u);
                let (sin, cos) = libm::sincos(v);
                Spot {
                    point: frame.origin + (out * cos + frame.z * sin) * *radius,
                    du: on * (radius * cos),
                    dv: (frame.z * cos - out * sin) * *radius,
                }
            }
            Self::Torus { frame, ring, tube } => {
                let (out, on) = frame.around(u);
                let (sin, cos) = libm::sincos(v);
                Spot {
                    point: frame.origin + out * (ring + tube * cos) + frame.z * (tube * sin),
                    du: on * (ring + tube * cos),
                    dv: (frame.z * cos - out * sin) * *tube,
                }
            }
            Self::Extrusion { curve, along } => {
                let (point, du) = curve.at(u);
                Spot { point: point + *along * v, du, dv: *along }
            }
            Self::Revolution { curve, frame } => {
                let (point, slope) = curve.at(v);
                let (sin, cos) = libm::sincos(u);
                let turned = |w: DVec3| {
                    let up = frame.z * w.dot(frame.z);
                    up + (w - up) * cos + frame.z.cross(w) * sin
                };
                let away = turned(point - frame.origin);
                Spot { point: frame.origin + away, du: frame.z.cross(away), dv: turned(slope) }
            }
            Self::Spline(spline) => {
                let domains = [spline.u.domain(), spline.v.domain()];
                let periods = self.periods();
                let within = |axis: usize| {
                    let ([from, to], t) = (domains[axis], uv[axis]);
                    match periods[axis] {
                        Some(period) if !(from..=to).contains(&t) => from + (t - from).rem_euclid(period),
                        _ => t.clamp(from, to),
                    }
                };
                let (point, du, dv) = spline.at(within(0), within(1));
                Spot { point, du, dv }
            }
            Self::Offset { base, distance } => {
                let here = base.at(uv);
                let Some(normal) = here.normal() else { return here };
                // Its derivatives need curvatures, which differences give well enough for searching and for normals.
                let step = 1e-6 * self.step_scale();
                let moved = |uv: DVec2| {
                    let spot = base.at(uv);
                    spot.point + spot.normal().unwrap_or(normal) * *distance
                };
                let slope = |by: DVec2| (moved(uv + by) - moved(uv - by)) / (2.0 * step);
                Spot {
                    point: here.point + normal * *distance,
                    du: slope(DVec2::X * step),
                    dv: slope(DVec2::Y * step),
                }
            }
        }
    }

    /// A change of parameters that is worth noticing.
    fn step_scale(&self) -> f64 {
        let [u, v] = self.domains();
        let size = |domain: Option<[f64; 2]>| domain.map_or(1.0, |[from, to]| to - from);
        size(u).min(size(v))
    }

    /// After which parameters it begins again.
    pub fn periods(&self) -> [Option<f64>; 2] {
        match self {
            Self::Plane(_) => [None, None],
            Self::Cylinder { .. } | Self::Cone { .. } | Self::Sphere { .. } => [Some(TAU), None],
            Self::Torus { .. } => [Some(TAU), Some(TAU)],
            Self::Extrusion { curve, .. } => [curve.smooth_period(), None],
            Self::Revolution { curve, .. } => [Some(TAU), curve.smooth_period()],
            Self::Spline(spline) => spline.periods(),
            Self::Offset { base, .. } => base.periods(),
        }
    }

    /// From where to where the parameters go, if not everywhere.
    pub fn domains(&self) -> [Option<[f64; 2]>; 2] {
        match self {
            Self::Extrusion { curve, .. } => [curve.domain(), None],
            Self::Revolution { curve, .. } => [None, curve.domain()],
            Self::Spline(spline) => [Some(spline.u.domain()), Some(spline.v.domain())],
            Self::Offset { base, .. } => base.domains(),
            _ => [None, None],
        }
    }

    /// The lines of parameters that are points in space.
    pub fn poles(&self) -> Vec<Pole> {
        match self {
            Self::Sphere { frame, radius } => {
                let pole = |side: f64| Pole {
                    axis: 1,
                    value: side * std::f64::consts::FRAC_PI_2,
                    point: frame.origin + frame.z * (side * radius),
                };
                vec![pole(-1.0), pole(1.0)]
            }
            Self::Cone { frame, radius, slope } if *slope != 0.0 => {
                let value = -radius / slope;
                vec![Pole { axis: 1, value, point: frame.origin + frame.z * value }]
            }
            Self::Revolution { curve, frame } => {
                let ends = curve.domain().filter(|_| curve.period().is_none());
                let mut candidates: Vec<f64> = ends.into_iter().flatten().collect();
                if let Curve::Line { origin, along } = curve {
                    // Where the line meets the axis.
                    let flat = |w: DVec3| w - frame.z * w.dot(frame.z);
                    let (away, out) = (flat(*origin - frame.origin), flat(*along));
                    candidates.extend(
                        (out.length() > 1e-9 * along.length()).then(|| -away.dot(out) / out.length_squared()),
                    );
                }
                let on_axis = |value: f64| {
                    let point = curve.at(value).0;
                    let local = frame.local(point);
                    let away = local.x.abs().max(local.y.abs());
                    (away < 1e-7 * (1.0 + local.z.abs())).then_some(Pole { axis: 1, value, point })
                };
                candidates.into_iter().filter_map(on_axis).collect()
            }
            Self::Spline(spline) => spline.poles(),
            _ => Vec::new(),
        }
    }

    /// The parameters of a point of the surface, where a formula gives them.
    pub fn closed_form(&self, point: DVec3) -> Option<DVec2> {
        let angle = |y: f64, x: f64| libm::atan2(y, x);
        Some(match self {
            Self::Plane(frame) => frame.local(point).truncate(),
            Self::Cylinder { frame, .. } => {
                let local = frame.local(point);
                DVec2::new(angle(local.y, local.x), local.z)
            }
            Self::Cone { frame, radius, slope } => {
                let local = frame.local(point);
                // Beyond its tip a cone goes on, the other way round.
                let side = if radius + slope * local.z < 0.0 { -1.0 } else { 1.0 };
                DVec2::new(angle(side * local.y, side * local.x), local.z)
            }
            Self::Sphere { frame, .. } => {
                let local = frame.local(point);
                DVec2::new(angle(local.y, local.x), angle(local.z, local.truncate().length()))
            }
            Self::Torus { frame, ring, .. } => {
                let local = frame.local(point);
                DVec2::new(angle(local.y, local.x), angle(local.z, local.truncate().length() - ring))
            }
            // A straight line that is turned has one point at every height.
            Self::Revolution { curve: curve @ Curve::Line { along, .. }, frame }
                if along.dot(frame.z).abs() > 1e-9 * along.length() =>
            {
                let local = frame.local(point);
                let from = frame.local(curve.at(0.0).0);
                let v = (local.z - from.z) / along.dot(frame.z);
                let start = frame.local(curve.at(v).0);
                DVec2::new(angle(local.y, local.x) - angle(start.y, start.x), v)
            }
            _ => return None,
        })
    }

    /// How far parameters may go in each direction until the surface strays from its chord by `chord` or turns by `angle`;
    /// looked at around some parameters. Infinite where it is straight.
    pub fn steps(&self, uv: DVec2, chord: f64, angle: f64) -> DVec2 {
        let turn = |radius: f64| libm::sqrt(8.0 * chord / radius.abs().max(chord)).min(angle);
        match self {
            Self::Plane(_) => DVec2::INFINITY,
            Self::Cylinder { radius, .. } => DVec2::new(turn(*radius), f64::INFINITY),
            Self::Cone { radius, slope, .. } => DVec2::new(turn(radius + slope * uv.y), f64::INFINITY),
            Self::Sphere { radius, .. } => DVec2::splat(turn(*radius)),
            Self::Torus { ring, tube, .. } => DVec2::new(turn(ring.abs() + tube), turn(*tube)),
            _ => DVec2::new(self.step(uv, DVec2::X, chord, angle), self.step(uv, DVec2::Y, chord, angle)),
        }
    }

    /// How far one may go from `uv` along an axis, from how the surface bends over a small step.
    fn step(&self, uv: DVec2, axis: DVec2, chord: f64, angle: f64) -> f64 {
        let domains = self.domains();
        let which = usize::from(axis.y > 0.0);
        let small = 1e-3 * domains[which].map_or(1.0, |[from, to]| to - from);
        let slope = |spot: Spot| if which == 0 { spot.du } else { spot.dv };
        // At the end of the domain one looks back.
        let ahead = domains[which].is_none_or(|[_, to]| uv[which] + small <= to);
        let by = if ahead { small } else { -small };
        let (here, there) = (self.at(uv), self.at(uv + axis * by));
        let (from, to) = (slope(here), slope(there));
        let speed = from.length().max(to.length());
        let turn = angle_between(from, to) / small;
        // A twisted surface may be straight both ways, and yet its normal turns.
        let normals = here.normal().zip(there.normal());
        let twist = normals.map_or(0.0, |(normal, other)| angle_between(normal, other) / small);
        let flat = if twist > 1e-9 { angle / twist } else { f64::INFINITY };
        // At a pole the direction of what has no length is rounding and says nothing.
        let across = if which == 0 { here.dv } else { here.du };
        if turn <= 1e-12 || speed <= 1e-9 * across.length() {
            return flat;
        }
        // A curve of curvature k strays from a chord of length c by k c² / 8.
        let curvature = turn / speed;
        let length = libm::sqrt(8.0 * chord / curvature);
        (length / speed).min(angle / turn).min(flat)
    }
}

fn angle_between(one: DVec3, other: DVec3) -> f64 {
    libm::atan2(one.cross(other).length(), one.dot(other))
}

impl SplineSurface {
    /// After which parameters it begins again, because its first and last rows of points are the same.
    fn periods(&self) -> [Option<f64>; 2] {
        let period = |closed: bool, [from, to]: [f64; 2]| closed.then_some(to - from);
        [period(self.closed[0], self.u.domain()), period(self.closed[1], self.v.domain())]
    }

    /// The sides that are points.
    fn poles(&self) -> Vec<Pole> {
        let [u, v] = [self.u.domain(), self.v.domain()];
        let mut poles = Vec::new();
        for (axis, value) in [(0, u[0]), (0, u[1]), (1, v[0]), (1, v[1])] {
            let across = if axis == 0 { v } else { u };
            let place = |share: f64| {
                let other = across[0] + (across[1] - across[0]) * share;
                if axis == 0 { self.at(value, other).0 } else { self.at(other, value).0 }
            };
            let point = place(0.0);
            if (1..=8).all(|k| place(f64::from(k) / 8.0).distance(point) < 1e-7 * self.size) {
                poles.push(Pole { axis, value, point });
            }
        }
        poles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spline::Basis;
    use glam::DVec4;

    #[test]
    fn a_twisted_patch_bends_though_all_its_lines_are_straight() {
        let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]];
        let patch = |height: f64| {
            let basis = || Basis::new(1, vec![0.0, 0.0, 1.0, 1.0], 2).unwrap();
            let points = corners.iter().map(|[x, y, z]| DVec4::new(*x, *y, z * height, 1.0)).collect();
            Surface::Spline(SplineSurface::new(basis(), basis(), points).unwrap())
        };
        let steps = |height: f64| patch(height).steps(DVec2::splat(0.5), 1e-3, 0.1);
        assert!(steps(1.0).max_element() < 0.2, "{}", steps(1.0));
        assert_eq!(steps(0.0), DVec2::INFINITY);
    }
}
