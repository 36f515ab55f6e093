//! Where rays meet shapes: the nearest point, and the surface there. In double precision throughout, so that masks and
//! depth are exact.

use super::shaft::Hull;
use crate::model::around;
use crate::shape::{Piece, Shape};
use glam::{DVec2, DVec3};
use spatiq_geom::{Placement, Primitive};

/// Edges of boxes and rims are shaded as if they were rounded by so much; the shape itself stays as it is.
const BEVEL: f64 = 0.014;

/// A shape that rays can meet.
#[derive(Clone, Debug)]
pub struct Body {
    form: Form,
    /// From its own frame to the world.
    placement: Placement,
    /// The part it belongs to, counted over all objects of the scene.
    pub part: u16,
}

#[derive(Clone, Debug)]
enum Form {
    Box(DVec3),
    Frustum {
        middle: f64,
        slope: f64,
        half_height: f64,
    },
    /// The outline is kept beside the sides: where two of these lie on one line, they do not say where it has a corner.
    Prism {
        outline: Vec<DVec2>,
        sides: Vec<(DVec2, f64)>,
        half_height: f64,
    },
    Ball(f64),
    Ring {
        ring: f64,
        tube: f64,
    },
}

impl Body {
    /// What rays meet of a piece of an object; nothing if it is a mesh.
    pub fn of(piece: &Piece, object: &Placement, part: u16) -> Option<Self> {
        let placement = piece.placement.within(object);
        let form = match &piece.shape {
            Shape::Box { half } => Form::Box(*half),
            Shape::Frustum { bottom, top, half_height } => Form::Frustum {
                middle: (bottom + top) / 2.0,
                slope: (top - bottom) / (2.0 * half_height),
                half_height: *half_height,
            },
            Shape::Prism { outline, half_height } => {
                let next = outline.iter().cycle().skip(1);
                let side = |(from, to): (&DVec2, &DVec2)| {
                    let normal = -(*to - *from).perp().try_normalize()?;
                    Some((normal, normal.dot(*from)))
                };
                let sides = outline.iter().zip(next).filter_map(side).collect();
                Form::Prism { outline: outline.clone(), sides, half_height: *half_height }
            }
            Shape::Ball { radius } => Form::Ball(*radius),
            Shape::Ring { ring, tube } => Form::Ring { ring: *ring, tube: *tube },
            Shape::Mesh(_) => return None,
        };
        Some(Self { form, placement, part })
    }

    /// The box around it in its own frame.
    pub fn hull(&self) -> Hull {
        let half = match &self.form {
            Form::Box(half) => *half,
            Form::Frustum { middle, slope, half_height } => {
                let radius = middle + slope.abs() * half_height;
                DVec3::new(radius, radius, *half_height)
            }
            Form::Prism { outline, half_height, .. } => {
                let [low, high] = around(
                    outline.iter().map(|corner| [corner.extend(-half_height), corner.extend(*half_height)]),
                );
                let shift = self.placement.to_world(low.midpoint(high));
                return Hull { placement: Placement { shift, ..self.placement }, half: (high - low) / 2.0 };
            }
            Form::Ball(radius) => DVec3::splat(*radius),
            Form::Ring { ring, tube } => DVec3::new(ring + tube, ring + tube, *tube),
        };
        Hull { placement: self.placement, half }
    }

    /// The corners of a box around it, along the axes.
    pub fn bounds(&self) -> [DVec3; 2] {
        if let Form::Prism { outline, half_height, .. } = &self.form {
            let corner = |corner: DVec2, z: f64| [self.placement.to_world(corner.extend(z)); 2];
            let ends = [-half_height, *half_height];
            return around(outline.iter().flat_map(|&at| ends.map(|z| corner(at, z))));
        }
        let Hull { placement, half } = self.hull();
        let turn = placement.turn;
        let reach = turn.x_axis.abs() * half.x + turn.y_axis.abs() * half.y + turn.z_axis.abs() * half.z;
        [placement.shift - reach, placement.shift + reach]
    }

    /// How far along a ray it is met first, beyond the start; infinity where it is not. `direction` has length one.
    #[inline]
    pub fn hit(&self, origin: DVec3, direction: DVec3) -> f64 {
        let from = self.placement.to_local(origin);
        let along = self.placement.direction_to_local(direction);
        match &self.form {
            Form::Box(half) => cuboid(from, along, *half),
            Form::Frustum { middle, slope, half_height } => {
                frustum(from, along, *middle, *slope, *half_height)
            }
            Form::Prism { sides, half_height, .. } => prism(from, along, sides, *half_height),
            Form::Ball(radius) => ball(from, along, *radius),
            Form::Ring { ring, tube } => torus(from, along, *ring, *tube),
        }
    }

    /// The unit normal of its surface at a point of it, towards the side that is seen along `direction`, and which of its
    /// faces that is.
    pub fn face(&self, point: DVec3, direction: DVec3) -> (DVec3, u8) {
        let local = self.placement.to_local(point);
        let upper = u8::from(local.z > 0.0);
        let (normal, face) = match &self.form {
            Form::Box(half) => {
                let axis = (local.abs() - *half).max_position();
                (DVec3::AXES[axis] * local[axis].signum(), 2 * axis as u8 + u8::from(local[axis] > 0.0))
            }
            Form::Frustum { middle, slope, half_height } => {
                let round = local.truncate().length() - (middle + slope * local.z);
                match local.z.abs() - half_height > round {
                    true => (DVec3::Z * local.z.signum(), upper),
                    false => (local.truncate().normalize_or_zero().extend(-slope).normalize(), 2),
                }
            }
            Form::Prism { sides, half_height, .. } => {
                let mut most = (local.z.abs() - half_height, DVec3::Z * local.z.signum(), upper);
                // Of very many sides some share a number.
                for (face, (normal, at)) in (2..=u8::MAX).cycle().zip(sides) {
                    let outside = normal.dot(local.truncate()) - at;
                    if outside > most.0 {
                        most = (outside, normal.extend(0.0), face);
                    }
                }
                (most.1, most.2)
            }
            Form::Ball(_) => (local.normalize(), 0),
            Form::Ring { ring, .. } => {
                let middle = local.truncate().normalize_or_zero() * *ring;
                ((local - middle.extend(0.0)).normalize(), 0)
            }
        };
        let normal = self.placement.turn * normal;
        (if normal.dot(direction) > 0.0 { -normal } else { normal }, face)
    }

    /// The normal by which it is shaded: as if the edges were slightly rounded, so that they catch light.
    pub fn soft_normal(&self, point: DVec3, normal: DVec3) -> DVec3 {
        let local = self.placement.to_local(point);
        let lean = |inside: f64, size: f64| {
            let bevel = BEVEL.min(0.4 * size);
            ((bevel - inside) / bevel).clamp(0.0, 1.0)
        };
        let bent = match &self.form {
            Form::Box(half) => {
                let inside = *half - local.abs();
                let own = self.placement.direction_to_local(normal).abs();
                let bend = |axis: usize| match own[axis] > 0.5 {
                    true => 0.0,
                    false => local[axis].signum() * lean(inside[axis], half[axis]),
                };
                DVec3::new(bend(0), bend(1), bend(2))
            }
            Form::Frustum { middle, slope, half_height } => {
                let radius = middle + slope * local.z;
                let outward = local.truncate().normalize_or_zero().extend(0.0);
                match self.placement.direction_to_local(normal).z.abs() > 0.9 {
                    true => outward * lean(radius - local.truncate().length(), radius),
                    false => DVec3::Z * local.z.signum() * lean(half_height - local.z.abs(), *half_height),
                }
            }
            _ => return normal,
        };
        (normal + self.placement.turn * bent * 0.8).normalize()
    }
}

fn cuboid(from: DVec3, along: DVec3, half: DVec3) -> f64 {
    let inverse = along.recip();
    let (one, other) = ((-half - from) * inverse, (half - from) * inverse);
    let (enter, leave) = (one.min(other).max_element(), one.max(other).min_element());
    if enter <= leave { ahead(enter, leave) } else { f64::INFINITY }
}

/// The first of two places that lies ahead.
fn ahead(enter: f64, leave: f64) -> f64 {
    if enter > 0.0 {
        enter
    } else if leave > 0.0 {
        leave
    } else {
        f64::INFINITY
    }
}

fn ball(from: DVec3, along: DVec3, radius: f64) -> f64 {
    let middle = -from.dot(along);
    let aside = (from + along * middle).length_squared();
    let half = radius * radius - aside;
    if half < 0.0 {
        return f64::INFINITY;
    }
    let half = half.sqrt();
    ahead(middle - half, middle + half)
}

/// The round side is where x² + y² = (middle + slope z)².
fn frustum(from: DVec3, along: DVec3, middle: f64, slope: f64, half_height: f64) -> f64 {
    let mut first = f64::INFINITY;
    let mut meet = |t: f64| {
        if t > 0.0 && t < first {
            first = t;
        }
    };
    for z in [-half_height, half_height] {
        let t = (z - from.z) / along.z;
        let radius = middle + slope * z;
        if (from + along * t).truncate().length_squared() <= radius * radius {
            meet(t);
        }
    }
    let (reach, grow) = (middle + slope * from.z, slope * along.z);
    let a = along.truncate().length_squared() - grow * grow;
    let b = from.truncate().dot(along.truncate()) - reach * grow;
    let c = from.truncate().length_squared() - reach * reach;
    let root = b * b - a * c;
    if root >= 0.0 && a != 0.0 {
        let root = root.sqrt();
        for t in [(-b - root) / a, (-b + root) / a] {
            if (from.z + along.z * t).abs() <= half_height {
                meet(t);
            }
        }
    }
    first
}

fn prism(from: DVec3, along: DVec3, sides: &[(DVec2, f64)], half_height: f64) -> f64 {
    let inverse = along.z.recip();
    let mut enter = -from.z * inverse - half_height * inverse.abs();
    let mut leave = -from.z * inverse + half_height * inverse.abs();
    if along.z == 0.0 {
        if from.z.abs() > half_height {
            return f64::INFINITY;
        }
        (enter, leave) = (f64::NEG_INFINITY, f64::INFINITY);
    }
    for (normal, at) in sides {
        let speed = normal.dot(along.truncate());
        let gap = at - normal.dot(from.truncate());
        if speed == 0.0 {
            if gap < 0.0 {
                return f64::INFINITY;
            }
        } else if speed < 0.0 {
            enter = enter.max(gap / speed);
        } else {
            leave = leave.min(gap / speed);
        }
        if enter > leave {
            return f64::INFINITY;
        }
    }
    ahead(enter, leave)
}

fn torus(from: DVec3, along: DVec3, ring: f64, tube: f64) -> f64 {
    let mut inside = Vec::new();
    Primitive::Torus { ring, tube }.ray(from, along, &mut inside);
    inside.into_iter().map(|(enter, leave)| ahead(enter, leave)).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::category::Category;
    use crate::furniture;
    use crate::pose::Pose;

    /// However many sides a prism has, each looks its own way.
    #[test]
    fn every_side_of_a_prism_of_many_has_its_normal() {
        let sides = 1000;
        let angle = |k: f64| std::f64::consts::TAU * k / f64::from(sides);
        let towards = |k: f64| DVec2::new(libm::cos(angle(k)), libm::sin(angle(k)));
        let outline = (0..sides).map(|k| towards(f64::from(k))).collect();
        let shape = Shape::Prism { outline, half_height: 0.5 };
        let body =
            Body::of(&Piece { shape, placement: Placement::IDENTITY }, &Placement::IDENTITY, 0).unwrap();
        for k in 0..sides {
            let out = towards(f64::from(k) + 0.5);
            let point = out * libm::cos(angle(0.5));
            let (normal, _) = body.face(point.extend(0.1), -out.extend(0.0));
            assert!(normal.distance(out.extend(0.0)) < 1e-6, "side {k}: {normal}");
        }
    }

    /// A box that is too small hides a piece from rays, without any other sign.
    #[test]
    fn the_box_around_every_piece_of_every_model_has_all_of_its_corners() {
        let turned = Pose::new([0.3, -1.2, 0.8], [0.9, 0.2, -0.3, 0.25]).unwrap().placement();
        for category in Category::FURNITURE {
            for number in 0..furniture::MODELS {
                let model = furniture::make(category, number);
                for piece in model.pieces() {
                    let body = Body::of(piece, &turned, 0).unwrap();
                    let [low, high] = body.bounds();
                    let place = piece.placement.within(&turned);
                    let mut reach = [DVec3::INFINITY, DVec3::NEG_INFINITY];
                    for corner in piece.shape.corners(16) {
                        let corner = place.to_world(corner);
                        assert!(
                            corner.cmpge(low - 1e-12).all() && corner.cmple(high + 1e-12).all(),
                            "{}: {corner} is not within {low} and {high}",
                            model.name
                        );
                        reach = [reach[0].min(corner), reach[1].max(corner)];
                    }
                    if matches!(piece.shape, Shape::Prism { .. }) {
                        let spare = (reach[0] - low).max(high - reach[1]).max_element();
                        assert!(spare < 1e-12, "{}: the box is too large by {spare}", model.name);
                    }
                }
            }
        }
    }

    #[test]
    fn corners_on_one_line_and_corners_that_come_twice_make_no_difference() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let more = [[-1.0, -1.0], [0.2, -1.0], [1.0, -1.0], [1.0, 0.5], [1.0, 0.5], [1.0, 1.0], [-1.0, 1.0]];
        let body = |outline: &[[f64; 2]]| {
            let outline = outline.iter().map(|corner| DVec2::from(*corner)).collect();
            let shape = Shape::Prism { outline, half_height: 0.5 };
            Body::of(&Piece { shape, placement: Placement::IDENTITY }, &Placement::IDENTITY, 0).unwrap()
        };
        let (one, other) = (body(&square), body(&more));
        assert_eq!(one.bounds(), other.bounds());
        assert_eq!(one.bounds(), [DVec3::new(-1.0, -1.0, -0.5), DVec3::new(1.0, 1.0, 0.5)]);
        for k in 0..200 {
            let from = DVec3::new(3.0, 0.02 * f64::from(k) - 2.0, 0.2);
            for at in [DVec3::ZERO, DVec3::new(0.3, 0.7, -0.2)] {
                let along = (at - from).normalize();
                assert_eq!(one.hit(from, along), other.hit(from, along));
                assert!(one.hit(from, along) < f64::INFINITY);
            }
        }
    }
}
