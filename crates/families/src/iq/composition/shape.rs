//! Convex polygons: cutting, overlapping, turning, and what a person can still make out.
//!
//! Everything a cut leaves of a convex shape is convex, so half planes are all the geometry there is. Arithmetic
//! is IEEE additions, multiplications, divisions and roots only.

use serde::{Deserialize, Serialize};
use spatiq_raster::Point;

/// A convex polygon; its corners in the order that makes the shoelace sum positive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shape {
    /// At least three.
    pub corners: Vec<Point>,
}

/// The points with `normal · point <= offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Points out of the half plane; of length 1.
    pub normal: Point,
    /// Where the line lies along the normal.
    pub offset: f64,
}

/// Corners are whole multiples of 1 / GRID, so that evidence is short and tells exactly what was drawn.
const GRID: f64 = 10_000.0;

/// A corner this near to a line lies on it.
const ON_LINE: f64 = 1e-9;

/// The narrowest a piece may be, in 224ths of the square's side: thinner ones are slivers that nobody can judge.
pub const NARROWEST: f64 = 20.0;

/// The shortest side that is a side to the eye and not a blunt corner.
pub const SHORTEST_SIDE: f64 = 10.0;

/// Cosines of the least and the largest turn from one side to the next: corners between 14° and 166°.
const TURN_COSINES: [f64; 2] = [0.970_295_726, -0.970_295_726];

impl Shape {
    /// An upright rectangle from the origin to that corner.
    pub fn rectangle(width: f64, height: f64) -> Self {
        Self { corners: vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]] }
    }

    /// What lies inside the half plane: a shape, or nothing that has an area.
    pub fn clipped(&self, plane: &HalfPlane) -> Option<Self> {
        let mut kept = Vec::with_capacity(self.corners.len() + 1);
        let mut before = *self.corners.last()?;
        let mut before_out = plane.outside(before);
        for &corner in &self.corners {
            let out = plane.outside(corner);
            if (before_out > ON_LINE && out < -ON_LINE) || (before_out < -ON_LINE && out > ON_LINE) {
                let part = before_out / (before_out - out);
                kept.push([
                    before[0] + (corner[0] - before[0]) * part,
                    before[1] + (corner[1] - before[1]) * part,
                ]);
            }
            if out <= ON_LINE {
                kept.push(corner);
            }
            (before, before_out) = (corner, out);
        }
        (kept.len() >= 3).then_some(Self { corners: kept })
    }

    /// The part that both shapes have.
    pub fn common(&self, other: &Self) -> Option<Self> {
        let mut rest = self.clone();
        for plane in other.planes() {
            rest = rest.clipped(&plane)?;
        }
        Some(rest)
    }

    /// The area that both shapes have.
    pub fn overlap(&self, other: &Self) -> f64 {
        if self.apart(other) { 0.0 } else { self.common(other).map_or(0.0, |both| both.area()) }
    }

    /// Adds what `other` leaves of this shape to `rest`, in convex parts, and returns the area it took away.
    pub fn minus(&self, other: &Self, rest: &mut Vec<Self>) -> f64 {
        if self.apart(other) {
            rest.push(self.clone());
            return 0.0;
        }
        let mark = rest.len();
        let mut inside = self.clone();
        for plane in other.planes() {
            rest.extend(inside.clipped(&plane.opposite()));
            match inside.clipped(&plane) {
                Some(part) => inside = part,
                None => {
                    // Nothing is common to both: keep the shape whole.
                    rest.truncate(mark);
                    rest.push(self.clone());
                    return 0.0;
                }
            }
        }
        inside.area()
    }

    /// Twice the area is the shoelace sum.
    pub fn area(&self) -> f64 {
        self.sides().map(|[a, b]| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
    }

    /// The length of the outline.
    pub fn perimeter(&self) -> f64 {
        self.sides().map(|[a, b]| length(minus(b, a))).sum()
    }

    /// The least and the largest coordinates.
    pub fn bounds(&self) -> [Point; 2] {
        let fold = |pick: fn(f64, f64) -> f64, start: f64| {
            self.corners.iter().fold([start; 2], |best, c| [pick(best[0], c[0]), pick(best[1], c[1])])
        };
        [fold(f64::min, f64::INFINITY), fold(f64::max, f64::NEG_INFINITY)]
    }

    /// Width and height of the bounding box.
    pub fn extent(&self) -> Point {
        let [low, high] = self.bounds();
        minus(high, low)
    }

    /// The centre of mass.
    pub fn centroid(&self) -> Point {
        let origin = self.corners[0];
        let mut sum = [0.0; 3];
        for [a, b] in self.sides().map(|side| side.map(|corner| minus(corner, origin))) {
            let weight = a[0] * b[1] - a[1] * b[0];
            sum = [sum[0] + weight, sum[1] + weight * (a[0] + b[0]), sum[2] + weight * (a[1] + b[1])];
        }
        [origin[0] + sum[1] / (3.0 * sum[0]), origin[1] + sum[2] / (3.0 * sum[0])]
    }

    /// The same shape elsewhere.
    pub fn moved(&self, by: Point) -> Self {
        self.map(|[x, y]| [x + by[0], y + by[1]])
    }

    /// The same shape, its bounding box begun at the origin.
    pub fn at_origin(&self) -> Self {
        let [low, _] = self.bounds();
        self.moved(low.map(|value| -value))
    }

    /// Turned about the origin by quarter turns, clockwise as pictures show it.
    pub fn turned(&self, quarters: u8) -> Self {
        match quarters % 4 {
            0 => self.clone(),
            1 => self.map(|[x, y]| [-y, x]),
            2 => self.map(|[x, y]| [-x, -y]),
            _ => self.map(|[x, y]| [y, -x]),
        }
    }

    /// Stretched along both axes by factors above 0.
    pub fn stretched(&self, factors: Point) -> Self {
        self.map(|[x, y]| [x * factors[0], y * factors[1]])
    }

    /// With every corner on the grid that evidence is written in.
    pub fn rounded(&self) -> Self {
        self.map(|corner| corner.map(round))
    }

    /// The corners put through a function that keeps them convex and in order.
    fn map(&self, change: impl Fn(Point) -> Point) -> Self {
        Self { corners: self.corners.iter().map(|&corner| change(corner)).collect() }
    }

    /// Every side, from corner to corner.
    pub fn sides(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(&from, &to)| [from, to])
    }

    /// The half planes whose common part the shape is.
    pub fn planes(&self) -> impl Iterator<Item = HalfPlane> + '_ {
        self.sides().filter_map(|[from, to]| {
            let along = minus(to, from);
            let length = length(along);
            let normal = [along[1] / length, -along[0] / length];
            (length > ON_LINE).then(|| HalfPlane { normal, offset: dot(normal, from) })
        })
    }

    /// The distance of the two nearest parallel lines that have the shape between them.
    pub fn width(&self) -> f64 {
        let across = |plane: HalfPlane| self.corners.iter().map(|&c| -plane.outside(c)).fold(0.0, f64::max);
        self.planes().map(across).fold(f64::INFINITY, f64::min)
    }

    /// Whether a person can make out every side and corner.
    pub fn is_clear(&self) -> bool {
        let sides: Vec<Point> = self.sides().map(|[from, to]| minus(to, from)).collect();
        let long = sides.iter().all(|&side| length(side) >= SHORTEST_SIDE);
        long && self.width() >= NARROWEST
            && sides.iter().zip(sides.iter().cycle().skip(1)).all(|(&side, &next)| {
                let cosine = dot(side, next) / (length(side) * length(next));
                cosine < TURN_COSINES[0] && cosine > TURN_COSINES[1]
            })
    }

    /// Whether the corners go round a convex shape once, without doubling back.
    pub fn is_convex(&self) -> bool {
        // Corners on the grid may lie a hair inside the line through their neighbours.
        const HAIR: f64 = 1e-3;
        let within = |plane: HalfPlane| self.corners.iter().all(|&corner| plane.outside(corner) <= HAIR);
        self.corners.len() >= 3 && self.area() > 0.0 && self.planes().all(within)
    }

    /// The least area in which the two shapes differ over all four turns, their centres of mass put together.
    pub fn unlikeness(&self, other: &Self) -> f64 {
        let here = self.moved(self.centroid().map(|value| -value));
        let there = other.moved(other.centroid().map(|value| -value));
        let (area, other_area) = (self.area(), other.area());
        let differ = |turns| area + other_area - 2.0 * here.overlap(&there.turned(turns));
        (0..4).map(differ).fold(f64::INFINITY, f64::min)
    }

    /// Whether the bounding boxes have nothing in common.
    fn apart(&self, other: &Self) -> bool {
        let ([low, high], [other_low, other_high]) = (self.bounds(), other.bounds());
        (0..2).any(|axis| high[axis] <= other_low[axis] || other_high[axis] <= low[axis])
    }
}

impl HalfPlane {
    /// How far a point lies outside; negative inside.
    pub fn outside(&self, point: Point) -> f64 {
        dot(self.normal, point) - self.offset
    }

    /// The other side of the same line.
    pub fn opposite(&self) -> Self {
        Self { normal: [-self.normal[0], -self.normal[1]], offset: -self.offset }
    }
}

/// The nearest number that evidence is written in.
pub fn round(value: f64) -> f64 {
    (value * GRID).round() / GRID
}

/// The way from `b` to `a`.
pub fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

/// The scalar product.
pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The length of a vector.
pub fn length(vector: Point) -> f64 {
    dot(vector, vector).sqrt()
}
