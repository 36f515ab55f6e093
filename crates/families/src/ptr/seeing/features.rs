//! What is measured of a part: numbers that tell what it is, whichever way its object is turned.

use super::frame::Frame;
use super::points::{Point, SeenObject, SeenPart};
use spatiq_geom::{DMat3, DVec3};

/// How many numbers describe a part.
pub const COUNT: usize = 53;

/// Numbers that describe a part.
pub type Features = [f32; COUNT];

/// What is seen of a part along the axes of its object.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The corners of the box around it.
    pub low: DVec3,
    /// The other one.
    pub high: DVec3,
    /// The middle of its points, weighted by area.
    pub middle: DVec3,
    /// How far the points reach along their three principal directions, the longest first.
    pub spread: DVec3,
    /// The three principal directions.
    pub principal: DMat3,
    /// Square metres that look up, that look sideways, and all.
    pub areas: DVec3,
}

impl Shape {
    fn of(part: &SeenPart, frame: &Frame) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (mut sum, mut areas) = (DVec3::ZERO, DVec3::ZERO);
        for point in &part.points {
            let place = frame.inside(point.place);
            low = low.min(place);
            high = high.max(place);
            sum += place * point.area;
            let up = point.normal.map_or(0.5, |normal| normal.dot(frame.up()));
            areas += DVec3::new(
                f64::from(u8::from(up > 0.95)) * point.area,
                f64::from(u8::from(up.abs() < 0.15)) * point.area,
                point.area,
            );
        }
        let middle = sum / areas.z;
        let mut squares = DMat3::ZERO;
        for point in &part.points {
            let off = frame.inside(point.place) - middle;
            let weight = point.area / areas.z;
            squares += DMat3::from_cols(off * off.x, off * off.y, off * off.z) * weight;
        }
        let principal = principal(squares);
        let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for point in &part.points {
            let along = principal.transpose() * (frame.inside(point.place) - middle);
            least = least.min(along);
            most = most.max(along);
        }
        Self { low, high, middle, spread: most - least, principal, areas }
    }

    /// Whether another part is as large and as high up, and so may be of the same kind.
    pub fn is_like(&self, other: &Self) -> bool {
        let close = |a: f64, b: f64| (a - b).abs() < 0.05 + 0.15 * a.abs().max(b.abs());
        close(self.low.z, other.low.z)
            && close(self.high.z, other.high.z)
            && close(self.spread.x, other.spread.x)
            && close(self.spread.y, other.spread.y)
    }

    /// Whether the boxes overlap, seen from above.
    pub fn is_over(&self, other: &Self) -> bool {
        self.low.x < other.high.x
            && other.low.x < self.high.x
            && self.low.y < other.high.y
            && other.low.y < self.high.y
    }
}

/// The principal directions of a symmetric matrix, by Jacobi's rotations; that of the largest value first.
pub fn principal(mut squares: DMat3) -> DMat3 {
    let mut axes = DMat3::IDENTITY;
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off = squares.col(p)[q];
            if off.abs() < 1e-14 {
                continue;
            }
            let angle = 0.5 * libm::atan2(2.0 * off, squares.col(q)[q] - squares.col(p)[p]);
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            let mut turn = DMat3::IDENTITY;
            turn.col_mut(p)[p] = cos;
            turn.col_mut(q)[q] = cos;
            turn.col_mut(p)[q] = -sin;
            turn.col_mut(q)[p] = sin;
            squares = turn.transpose() * squares * turn;
            axes *= turn;
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| squares.col(*b)[*b].total_cmp(&squares.col(*a)[*a]));
    DMat3::from_cols(axes.col(order[0]), axes.col(order[1]), axes.col(order[2]))
}

/// The shapes of all parts of an object.
pub fn shapes(object: &SeenObject, frame: &Frame) -> Vec<Shape> {
    object.parts.iter().map(|part| Shape::of(part, frame)).collect()
}

/// The numbers of all parts of an object.
pub fn features(object: &SeenObject, frame: &Frame, shapes: &[Shape]) -> Vec<Features> {
    let whole = Whole::of(object, frame, shapes);
    (0..shapes.len()).map(|nth| whole.part(nth)).collect()
}

/// What all parts of an object share.
struct Whole<'a> {
    object: &'a SeenObject,
    frame: &'a Frame,
    shapes: &'a [Shape],
    areas: DVec3,
    pixels: usize,
    /// Heights of all points above the lowest, in order.
    heights: Vec<f64>,
}

impl<'a> Whole<'a> {
    fn of(object: &'a SeenObject, frame: &'a Frame, shapes: &'a [Shape]) -> Self {
        let height = |point: &Point| frame.inside(point.place).z;
        let mut heights: Vec<f64> = object.points().map(height).collect();
        heights.sort_by(f64::total_cmp);
        let areas = shapes.iter().map(|shape| shape.areas).sum();
        Self { object, frame, shapes, areas, pixels: heights.len(), heights }
    }

    fn part(&self, nth: usize) -> Features {
        let (shape, frame) = (&self.shapes[nth], self.frame);
        let points = &self.object.parts[nth].points;
        let size = frame.size();
        let own = shape.high - shape.low;
        let centre = (frame.low + frame.high) / 2.0;
        let aside = ((shape.low + shape.high) / 2.0 - centre).abs() / (size / 2.0).max(DVec3::splat(0.02));
        let others = || self.shapes.iter().enumerate().filter(|(other, _)| *other != nth).map(|(_, one)| one);
        let count = |holds: &dyn Fn(&Shape) -> bool| others().filter(|other| holds(other)).count() as f64;
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(2.0, f64::min);
        let above = least(
            &mut others()
                .filter(|other| other.is_over(shape) && other.middle.z > shape.middle.z)
                .map(|other| other.low.z - shape.high.z),
        );
        let below = least(
            &mut others()
                .filter(|other| other.is_over(shape) && other.middle.z < shape.middle.z)
                .map(|other| shape.low.z - other.high.z),
        );
        let higher = self.heights.len() - self.heights.partition_point(|z| *z <= shape.high.z);
        let along = shape.principal.x_axis;
        let flat = shape.principal.z_axis;
        let [level, round] = self.level(points);
        let [line, plane] = bends(points, frame, shape);
        let long = shape.spread.x.max(0.01);
        let straight_up = (shape.middle - centre).truncate().length();
        let numbers: [f64; COUNT] = [
            libm::log2(points.len() as f64),
            points.len() as f64 / self.pixels as f64,
            own.z,
            own.x.max(own.y),
            own.x.min(own.y),
            shape.low.z - frame.low.z,
            shape.high.z - frame.low.z,
            frame.high.z - shape.high.z,
            (shape.low.z - frame.low.z) / size.z.max(0.05),
            (shape.high.z - frame.low.z) / size.z.max(0.05),
            aside.x.max(aside.y),
            aside.x.min(aside.y),
            shape.areas.x / shape.areas.z,
            shape.areas.y / shape.areas.z,
            shape.areas.x / self.areas.x.max(1e-4),
            shape.areas.y / self.areas.y.max(1e-4),
            shape.areas.z / self.areas.z,
            shape.areas.x,
            shape.areas.y,
            shape.spread.x,
            shape.spread.y,
            shape.spread.z,
            shape.spread.y / long,
            shape.spread.z / long,
            along.z.abs(),
            flat.z.abs(),
            level,
            round,
            self.shapes.len() as f64,
            size.z,
            size.x.max(size.y),
            size.x.min(size.y),
            size.length() / 2.0,
            count(&|other| shape.is_like(other)),
            count(&|other| other.low.z > shape.high.z - 0.03),
            count(&|other| other.high.z < shape.low.z + 0.03),
            count(&|other| other.middle.z > shape.middle.z),
            higher as f64 / self.pixels as f64,
            above,
            below,
            (shape.middle.x - centre.x) / size.x.max(0.05),
            (frame.high.x - shape.high.x) / size.x.max(0.05),
            (shape.low.x - frame.low.x) / size.x.max(0.05),
            own.x / size.x.max(0.05),
            own.y / size.y.max(0.05),
            shape.areas.z / (shape.spread.x * shape.spread.y).max(1e-4),
            line,
            plane,
            straight_up / size.truncate().length().max(0.05),
            along.x.abs().max(along.y.abs()),
            thick(own.z, own.x, own.y),
            thick(shape.spread.z, shape.spread.x, shape.spread.y),
            shape.spread.y / shape.spread.length().max(0.01),
        ];
        numbers.map(|number| number as f32)
    }

    /// Of what looks sideways, the share that looks along the axes; and the share of points with no flat surface.
    fn level(&self, points: &[Point]) -> [f64; 2] {
        let (mut sideways, mut straight, mut bent) = (0usize, 0usize, 0usize);
        for point in points {
            match point.normal.map(|normal| self.frame.inside(normal)) {
                None => bent += 1,
                Some(normal) if normal.z.abs() < 0.15 => {
                    sideways += 1;
                    straight += usize::from(normal.x.abs().max(normal.y.abs()) > 0.985);
                }
                Some(_) => (),
            }
        }
        [straight as f64 / (sideways as f64).max(1.0), bent as f64 / points.len() as f64]
    }
}

/// How thick a board is beside what a plane may be, by the rule for planes.
fn thick(thick: f64, long: f64, wide: f64) -> f64 {
    let size = DVec3::new(thick, long, wide).length().max(0.01);
    let across = long * wide / DVec3::new(long, wide, 0.0).length().max(0.01);
    thick / (0.1 * size).min(0.3 * across).max(1e-3)
}

/// How far the middles of sections are off the line, and points off the plane, as a share of the length.
fn bends(points: &[Point], frame: &Frame, shape: &Shape) -> [f64; 2] {
    const SECTIONS: usize = 5;
    let mut sums = [(DVec3::ZERO, 0.0); SECTIONS];
    let mut off_plane = 0.0;
    let long = shape.spread.x.max(1e-3);
    for point in points {
        let along = shape.principal.transpose() * (frame.inside(point.place) - shape.middle);
        let section = ((along.x / long + 0.5) * SECTIONS as f64).clamp(0.0, SECTIONS as f64 - 1.0) as usize;
        sums[section].0 += along * point.area;
        sums[section].1 += point.area;
        off_plane += along.z * along.z * point.area;
    }
    let off = |(sum, area): &(DVec3, f64)| {
        let middle = *sum / area.max(1e-9);
        DVec3::new(0.0, middle.y, middle.z).length()
    };
    let line = sums.iter().filter(|(_, area)| *area > 0.0).map(off).fold(0.0, f64::max);
    [line / long, (off_plane / shape.areas.z).sqrt() / long]
}
