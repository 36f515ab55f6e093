//! Points, curves and surfaces, from the entities that describe them.

use crate::curve::Curve;
use crate::fault::Fault;
use crate::file::StepText;
use crate::frame::Frame;
use crate::spline::{Basis, HIGHEST, SplineCurve, SplineSurface};
use crate::surface::Surface;
use crate::value::{Part, Record, Value};
use glam::{DVec3, DVec4};

/// Curves of curves of curves: more is a circle of references.
const DEEPEST: usize = 12;

/// The most points of a single spline.
const MOST_POINTS: usize = 4_000_000;

/// Reads the geometry of a file. Lengths are in the file's units.
#[derive(Clone, Copy)]
pub(crate) struct Geometry<'a> {
    pub file: &'a StepText<'a>,
    /// How many radians the file's unit of angles has.
    pub angle: f64,
}

impl<'a> Geometry<'a> {
    /// A point.
    pub fn point(&self, number: u64) -> Result<DVec3, Fault> {
        let record = self.file.get(number)?;
        match record.simple() {
            "CARTESIAN_POINT" => self.triple(&record, 1),
            "VERTEX_POINT" => self.point(record.entity(1)?).map_err(|fault| fault.within("vertex")),
            _ => Err(record.fault(format!("{} is not a point", record.name()))),
        }
    }

    /// The coordinates in a list of two or three.
    fn triple(&self, record: &Record, index: usize) -> Result<DVec3, Fault> {
        let numbers = record.value(index)?.numbers().filter(|numbers| (1..=3).contains(&numbers.len()));
        let numbers = numbers.ok_or_else(|| record.fault("it has no coordinates"))?;
        let mut point = [0.0; 3];
        for (slot, number) in point.iter_mut().zip(numbers) {
            *slot = record.finite(number)?;
        }
        Ok(point.into())
    }

    /// A direction, or a vector with its length.
    pub fn vector(&self, number: u64) -> Result<DVec3, Fault> {
        let record = self.file.get(number)?;
        let vector = match record.simple() {
            "DIRECTION" => self.triple(&record, 1)?,
            "VECTOR" => {
                let direction = self.vector(record.entity(1)?)?.try_normalize();
                let length = record.number(2)?;
                direction.unwrap_or(DVec3::ZERO) * length
            }
            _ => return Err(record.fault(format!("{} is not a direction", record.name()))),
        };
        if vector.length() > 0.0 { Ok(vector) } else { Err(record.fault("its direction has no length")) }
    }

    /// An `AXIS2_PLACEMENT_3D` or `AXIS1_PLACEMENT`.
    pub fn frame(&self, number: u64) -> Result<Frame, Fault> {
        let record = self.file.get(number)?;
        if !matches!(record.simple(), "AXIS2_PLACEMENT_3D" | "AXIS1_PLACEMENT") {
            return Err(record.fault(format!("{} is not a placement", record.name())));
        }
        let origin = self.point(record.entity(1)?)?;
        let axis = record.optional(2).map(|axis| self.vector(axis)).transpose()?;
        let side = record.optional(3).map(|side| self.vector(side)).transpose()?;
        Ok(Frame::new(origin, axis, side))
    }

    /// A curve.
    pub fn curve(&self, number: u64) -> Result<Curve, Fault> {
        self.curve_within(number, 0)
    }

    fn curve_within(&self, number: u64, depth: usize) -> Result<Curve, Fault> {
        let record = self.file.get(number)?;
        if depth > DEEPEST {
            return Err(record.fault("it refers to itself"));
        }
        let radii = || Ok::<_, Fault>([record.positive(2)?, record.positive(3)?]);
        Ok(match record.simple() {
            "LINE" => {
                Curve::Line { origin: self.point(record.entity(1)?)?, along: self.vector(record.entity(2)?)? }
            }
            "CIRCLE" => {
                let radius = record.positive(2)?;
                Curve::Ellipse { frame: self.frame(record.entity(1)?)?, radii: [radius; 2] }
            }
            "ELLIPSE" => Curve::Ellipse { frame: self.frame(record.entity(1)?)?, radii: radii()? },
            "HYPERBOLA" => Curve::Hyperbola { frame: self.frame(record.entity(1)?)?, radii: radii()? },
            "PARABOLA" => {
                Curve::Parabola { frame: self.frame(record.entity(1)?)?, focal: record.positive(2)? }
            }
            "POLYLINE" => self.polyline(&record)?,
            // What lies in a surface has its curve in space first; where it ends follows from the edge.
            "SURFACE_CURVE" | "SEAM_CURVE" | "INTERSECTION_CURVE" | "BOUNDED_SURFACE_CURVE" => {
                self.curve_within(record.entity(1)?, depth + 1)?
            }
            "TRIMMED_CURVE" => {
                let basis = self.curve_within(record.entity(1)?, depth + 1)?;
                if record.flag(4)? { basis } else { basis.reversed() }
            }
            _ => match spline_part(&record, "B_SPLINE_CURVE") {
                Some(part) => Curve::Spline(self.spline_curve(&record, part)?),
                None => {
                    return Err(
                        record.fault(format!("{} is a kind of curve that is not read", record.name()))
                    );
                }
            },
        })
    }

    fn polyline(&self, record: &Record) -> Result<Curve, Fault> {
        let points = record.entities(1)?;
        let points: Vec<DVec4> = points
            .into_iter()
            .map(|point| Ok(self.point(point)?.extend(1.0)))
            .collect::<Result<_, Fault>>()?;
        let last = points.len().saturating_sub(1);
        let knots = std::iter::once(0).chain(0..=last).chain([last]).map(|knot| knot as f64).collect();
        let basis = Basis::new(1, knots, points.len());
        let basis = basis.ok_or_else(|| record.fault("a polyline has at least two points"))?;
        Ok(Curve::Spline(SplineCurve::new(basis, points)))
    }

    fn spline_curve(&self, record: &Record, part: &Part) -> Result<SplineCurve, Fault> {
        let from = first(record);
        let degree = degree(record, part, from)?;
        let points = record.value_of(part, from + 1)?.entities();
        let points = points.ok_or_else(|| record.fault("it has no list of points"))?;
        let knots = self.knots(record, part, "CURVE", [from + 5, from + 6], degree, points.len())?;
        let weights = record.part("RATIONAL_B_SPLINE_CURVE").and_then(|part| part.values.last());
        let weights = weights.map(Value::numbers);
        let points = self.weighted(record, &points, weights)?;
        let basis = Basis::new(degree, knots, points.len());
        let basis = basis.ok_or_else(|| record.fault("its knots do not fit its points and its degree"))?;
        Ok(SplineCurve::new(basis, points))
    }

    /// Points times their weights, and the weights; all 1 if none are given.
    fn weighted(
        &self,
        record: &Record,
        points: &[u64],
        weights: Option<Option<Vec<f64>>>,
    ) -> Result<Vec<DVec4>, Fault> {
        let wrong = || record.fault("its weights are not one positive number for each point");
        let weights = match weights {
            None => vec![1.0; points.len()],
            Some(weights) => weights.ok_or_else(wrong)?,
        };
        if weights.len() != points.len() || !weights.iter().all(|weight| (1e-9..1e9).contains(weight)) {
            return Err(wrong());
        }
        let place = |(&point, &weight): (&u64, &f64)| Ok((self.point(point)? * weight).extend(weight));
        points.iter().zip(&weights).map(place).collect()
    }

    /// All knots, repeated as often as they count.
    fn knots(
        &self,
        record: &Record,
        part: &Part,
        kind: &str,
        [multiplicities, values]: [usize; 2],
        degree: usize,
        count: usize,
    ) -> Result<Vec<f64>, Fault> {
        let named = |prefix: &str| record.parts.iter().any(|part| part.name == format!("{prefix}_{kind}"));
        let spans = count.saturating_sub(degree);
        if named("BEZIER") {
            let pieces = count.saturating_sub(1) / degree;
            return Ok((0..=pieces)
                .flat_map(|k| {
                    let times = if k == 0 || k == pieces { degree + 1 } else { degree };
                    std::iter::repeat_n(k as f64, times)
                })
                .collect());
        }
        if named("UNIFORM") {
            return Ok((0..count + degree + 1).map(|k| k as f64 - degree as f64).collect());
        }
        if named("QUASI_UNIFORM") {
            let inner = (0..=spans).map(|k| k as f64);
            let (low, high) = (std::iter::repeat_n(0.0, degree), std::iter::repeat_n(spans as f64, degree));
            return Ok(low.chain(inner).chain(high).collect());
        }
        let own = record.part(&format!("B_SPLINE_{kind}_WITH_KNOTS"));
        let own = own.ok_or_else(|| record.fault("it is a spline without knots"))?;
        // In an entity of several parts the knots stand alone, from the first on.
        let skip = if std::ptr::eq(own, part) { 0 } else { skipped(kind) };
        let (times, values) = (own.values.get(multiplicities - skip), own.values.get(values - skip));
        let lists = times.and_then(Value::numbers).zip(values.and_then(Value::numbers));
        let (times, values) = lists.ok_or_else(|| record.fault("its knots are not lists of numbers"))?;
        let total: f64 = times.iter().sum();
        if times.len() != values.len()
            || total != (count + degree + 1) as f64
            || times.iter().any(|times| *times < 0.0)
        {
            return Err(record.fault("its knots do not fit its points and its degree"));
        }
        let mut knots = Vec::with_capacity(count + degree + 1);
        for (times, value) in times.into_iter().zip(values) {
            let value = record.finite(value)?;
            knots.extend(std::iter::repeat_n(value, times as usize));
        }
        Ok(knots)
    }

    /// A surface.
    pub fn surface(&self, number: u64) -> Result<Surface, Fault> {
        self.surface_within(number, 0)
    }

    fn surface_within(&self, number: u64, depth: usize) -> Result<Surface, Fault> {
        let record = self.file.get(number)?;
        if depth > DEEPEST {
            return Err(record.fault("it refers to itself"));
        }
        let frame = || self.frame(record.entity(1)?);
        Ok(match record.simple() {
            "PLANE" => Surface::Plane(frame()?),
            "CYLINDRICAL_SURFACE" => Surface::Cylinder { frame: frame()?, radius: record.positive(2)? },
            "CONICAL_SURFACE" => {
                let (radius, angle) = (record.number(2)?, record.number(3)? * self.angle);
                let slope = libm::tan(angle);
                if radius < 0.0 || !slope.is_finite() || slope.abs() > 1e6 {
                    return Err(record.fault("it is not a cone: its radius or its angle is out of range"));
                }
                Surface::Cone { frame: frame()?, radius, slope }
            }
            "SPHERICAL_SURFACE" => Surface::Sphere { frame: frame()?, radius: record.positive(2)? },
            "TOROIDAL_SURFACE" | "DEGENERATE_TOROIDAL_SURFACE" => {
                Surface::Torus { frame: frame()?, ring: record.number(2)?, tube: record.positive(3)? }
            }
            "SURFACE_OF_LINEAR_EXTRUSION" => Surface::Extrusion {
                curve: self.curve(record.entity(1)?)?,
                along: self.vector(record.entity(2)?)?,
            },
            "SURFACE_OF_REVOLUTION" => Surface::Revolution {
                curve: self.curve(record.entity(1)?)?,
                frame: self.frame(record.entity(2)?)?,
            },
            "OFFSET_SURFACE" => {
                let base = Box::new(self.surface_within(record.entity(1)?, depth + 1)?);
                Surface::Offset { base, distance: record.number(2)? }
            }
            // Where it ends follows from the bounds of the face.
            "RECTANGULAR_TRIMMED_SURFACE" | "CURVE_BOUNDED_SURFACE" => {
                self.surface_within(record.entity(1)?, depth + 1)?
            }
            _ => match spline_part(&record, "B_SPLINE_SURFACE") {
                Some(part) => Surface::Spline(self.spline_surface(&record, part)?),
                None => {
                    return Err(
                        record.fault(format!("{} is a kind of surface that is not read", record.name()))
                    );
                }
            },
        })
    }

    fn spline_surface(&self, record: &Record, part: &Part) -> Result<SplineSurface, Fault> {
        let from = first(record);
        let degrees = [degree(record, part, from)?, degree(record, part, from + 1)?];
        let no_points = || record.fault("it has no table of points");
        let rows = record.value_of(part, from + 2)?.list().ok_or_else(no_points)?;
        let rows: Vec<Vec<u64>> =
            rows.iter().map(Value::entities).collect::<Option<_>>().ok_or_else(no_points)?;
        let across = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != across) || rows.len().saturating_mul(across) > MOST_POINTS {
            return Err(no_points());
        }
        let u = self.knots(record, part, "SURFACE", [from + 7, from + 9], degrees[0], rows.len())?;
        let v = self.knots(record, part, "SURFACE", [from + 8, from + 10], degrees[1], across)?;
        let weights = record.part("RATIONAL_B_SPLINE_SURFACE").and_then(|part| part.values.last());
        let weights = weights.map(|table| {
            let rows: Option<Vec<Vec<f64>>> = table.list()?.iter().map(Value::numbers).collect();
            Some(rows?.concat())
        });
        let points = self.weighted(record, &rows.concat(), weights)?;
        let bases = Basis::new(degrees[0], u, rows.len()).zip(Basis::new(degrees[1], v, across));
        let surface = bases.and_then(|(u, v)| SplineSurface::new(u, v, points));
        surface.ok_or_else(|| record.fault("its knots do not fit its points and its degrees"))
    }
}

/// The part of an entity that has the points of a spline.
fn spline_part<'r, 'a>(record: &'r Record<'a>, kind: &str) -> Option<&'r Part<'a>> {
    let kinds = [kind.to_owned(), format!("{kind}_WITH_KNOTS")];
    let short = kind.trim_start_matches("B_SPLINE_");
    let others = ["BEZIER", "UNIFORM", "QUASI_UNIFORM"].map(|prefix| format!("{prefix}_{short}"));
    let with_points = |name: &String| record.part(name).filter(|part| part.values.len() > 4);
    kinds.iter().chain(&others).find_map(with_points)
}

/// Where the parameters begin: an entity of a single part has its name first.
fn first(record: &Record) -> usize {
    usize::from(record.parts.len() == 1)
}

fn degree(record: &Record, part: &Part, index: usize) -> Result<usize, Fault> {
    let degree =
        record.value_of(part, index)?.number().filter(|degree| (1.0..=HIGHEST as f64).contains(degree));
    degree
        .map(|degree| degree as usize)
        .ok_or_else(|| record.fault(format!("its degree is not from 1 to {HIGHEST}")))
}

/// How many parameters before the knots an entity of several parts has in another part.
fn skipped(kind: &str) -> usize {
    if kind == "CURVE" { 5 } else { 7 }
}
