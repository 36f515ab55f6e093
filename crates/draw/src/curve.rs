//! Curves in space: points on them, and a way to find the points between.
//!
//! A curve is a list of points that lie exactly on it, close enough that the chords between them pass for the curve. A
//! parameter counts points: 2.5 is half-way between the third and the fourth. Where more precision is wanted than a chord
//! has, the point on the chord is moved onto the curve.

use crate::drawing::Kind;
use glam::DVec3;
use spatiq_geom::Solid;

/// How far a chord may stray from its curve, as a share of the model's size: a sixteenth of a pixel in a picture of a thousand.
pub const CHORD: f64 = 1e-4;

/// Lengths that count as nothing, as a point's width and as smooth, for a model of a certain size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// A box around the model; it may be larger.
    pub bounds: [DVec3; 2],
    /// The longest edge of that box.
    pub size: f64,
    /// Points nearer than this to a face lie on it.
    pub on: f64,
    /// What is shorter is not worth a line.
    pub short: f64,
    /// Chords that deviate less than this from their curve pass for it.
    pub chord: f64,
}

impl Scale {
    /// For a model within `bounds`, made of parts whose coordinates are at most `reach`: their rounding cannot be seen through.
    pub fn new(bounds: [DVec3; 2], reach: f64) -> Self {
        let size = (bounds[1] - bounds[0]).max_element();
        Self { bounds, size, on: (1e-9 * size).max(1e-14 * reach), short: 1e-5 * size, chord: CHORD * size }
    }
}

/// A face of a leaf, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FaceId {
    pub leaf: usize,
    pub face: usize,
}

/// A curve that may appear in a drawing.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// At least two points on the curve; a closed curve ends where it begins.
    pub points: Vec<DVec3>,
    pub path: Path,
    pub kind: Kind,
    /// The curved faces along it that may turn from the eye somewhere on the way.
    pub faces: [Beside; 2],
    /// How far the true curve may be from the points: they are only as good as the mesh they lie on.
    pub rough: f64,
}

/// A face beside a curve.
#[derive(Clone, Debug)]
pub(crate) enum Beside {
    /// None that could turn away.
    Nothing,
    /// One whose surface is known.
    Face(FaceId),
    /// One of a mesh, by its normal after each point.
    Normals(Vec<DVec3>),
}

/// No faces that matter.
pub(crate) const NOTHING: [Beside; 2] = [Beside::Nothing, Beside::Nothing];

/// What the curve truly is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path {
    /// Its chords.
    Straight,
    Circle {
        centre: DVec3,
        axis: DVec3,
        radius: f64,
    },
    /// Where two faces' surfaces meet.
    Meeting([FaceId; 2]),
    /// Where the triangles of a mesh meet a face of another leaf.
    MeshMeeting {
        mesh: usize,
        other: FaceId,
    },
    /// Where a torus turns away; `toward_eye` in its own frame, `side` 1 or -1 for its two branches.
    TorusOutline {
        leaf: usize,
        ring: f64,
        tube: f64,
        toward_eye: DVec3,
        side: f64,
    },
}

impl Curve {
    /// A straight edge.
    pub fn straight(from: DVec3, to: DVec3, kind: Kind) -> Self {
        Self { points: vec![from, to], path: Path::Straight, kind, faces: NOTHING, rough: 0.0 }
    }

    /// A full circle.
    pub fn circle(centre: DVec3, axis: DVec3, radius: f64, kind: Kind, scale: &Scale) -> Self {
        Self::circle_from(centre, axis.any_orthonormal_vector(), axis, radius, kind, scale)
    }

    /// A full circle that begins in the direction `x`; a quarter of the way on it has a point too.
    pub fn circle_from(centre: DVec3, x: DVec3, axis: DVec3, radius: f64, kind: Kind, scale: &Scale) -> Self {
        let y = axis.cross(x);
        let count = circle_points(radius, scale);
        let turn = std::f64::consts::TAU / count as f64;
        let step = (libm::cos(turn), libm::sin(turn));
        let (mut cos, mut sin) = (1.0, 0.0);
        let mut points = Vec::with_capacity(count + 1);
        for _ in 0..count {
            points.push(centre + x * (radius * cos) + y * (radius * sin));
            (cos, sin) = (cos * step.0 - sin * step.1, cos * step.1 + sin * step.0);
        }
        points.push(points[0]);
        Self { points, path: Path::Circle { centre, axis, radius }, kind, faces: NOTHING, rough: 0.0 }
    }

    /// The parameter of the last point.
    pub fn end(&self) -> f64 {
        (self.points.len() - 1) as f64
    }

    /// Whether the curve ends where it begins.
    pub fn closed(&self) -> bool {
        self.points.len() > 2 && self.points.first() == self.points.last()
    }

    /// The point at a parameter.
    pub fn at(&self, solid: &Solid, t: f64) -> DVec3 {
        let chord = self.on_chord(t);
        if t.fract() == 0.0 { chord } else { self.path.attract(solid, chord).unwrap_or(chord) }
    }

    /// The point of the chord at a parameter: on the curve where that is whole, else near it.
    pub fn on_chord(&self, t: f64) -> DVec3 {
        let index = (t as usize).min(self.points.len() - 2);
        let fraction = t - index as f64;
        match fraction {
            0.0 => self.points[index],
            1.0 => self.points[index + 1],
            _ => self.points[index].lerp(self.points[index + 1], fraction),
        }
    }

    /// The direction of the curve at a parameter, from its chords.
    pub fn tangent(&self, t: f64) -> DVec3 {
        let last = self.points.len() - 1;
        let index = (t as usize).min(last - 1);
        let whole = t == index as f64 && index > 0;
        let (from, to) = if whole { (index - 1, index + 1) } else { (index, index + 1) };
        (self.points[to] - self.points[from]).normalize_or(DVec3::X)
    }

    /// Adds points until no chord deviates from the curve.
    pub fn refine(&mut self, solid: &Solid, scale: &Scale) {
        if matches!(self.path, Path::Straight) {
            return;
        }
        let mut refined = vec![self.points[0]];
        for pair in self.points.windows(2) {
            subdivide(&self.path, solid, scale, pair[0], pair[1], 8, &mut refined);
            refined.push(pair[1]);
        }
        self.points = refined;
    }
}

/// Adds the points between `from` and `to` that their chord misses.
fn subdivide(
    path: &Path,
    solid: &Solid,
    scale: &Scale,
    from: DVec3,
    to: DVec3,
    depth: u32,
    out: &mut Vec<DVec3>,
) {
    let chord = from.midpoint(to);
    let Some(middle) = path.attract(solid, chord) else { return };
    // A middle that is not between the ends was drawn to another branch.
    let between = (middle - from).dot(middle - to) < 0.0;
    if depth == 0 || !between || middle.distance(chord) <= scale.chord {
        return;
    }
    subdivide(path, solid, scale, from, middle, depth - 1, out);
    out.push(middle);
    subdivide(path, solid, scale, middle, to, depth - 1, out);
}

impl Path {
    /// The point of the curve near `p`; `None` where the curve has no direction of its own, as at an apex.
    pub fn attract(&self, solid: &Solid, p: DVec3) -> Option<DVec3> {
        match *self {
            Self::Straight => Some(p),
            Self::Circle { centre, axis, radius } => {
                let away = p - centre;
                let flat = away - axis * away.dot(axis);
                Some(centre + flat.try_normalize()? * radius)
            }
            Self::Meeting(faces) => meeting_point(solid, faces, p),
            Self::MeshMeeting { mesh, other } => {
                let leaf = &solid.leaves()[mesh];
                let (triangle, _) = leaf.mesh()?.mesh.nearest(leaf.placement().to_local(p));
                meeting_point(solid, [FaceId { leaf: mesh, face: triangle as usize }, other], p)
            }
            Self::TorusOutline { leaf, ring, tube, toward_eye, side } => {
                let placement = solid.leaves()[leaf].placement();
                let local = placement.to_local(p);
                let away = DVec3::new(local.x, local.y, 0.0).try_normalize()?;
                Some(placement.to_world(torus_outline_point(ring, tube, toward_eye, side, away)?))
            }
        }
    }
}

/// The point of a torus' outline over the direction `away` from its axis.
///
/// Its normal is `cos v · away + sin v · z`, at a right angle to the view where `cos v (away·d) + sin v d.z = 0`.
pub(crate) fn torus_outline_point(
    ring: f64,
    tube: f64,
    toward_eye: DVec3,
    side: f64,
    away: DVec3,
) -> Option<DVec3> {
    let normal = (away * toward_eye.z - DVec3::Z * away.dot(toward_eye)).try_normalize()?;
    Some(away * ring + normal * (tube * side))
}

/// Newton's steps towards both surfaces at once, each the shortest that would do if they were planes.
fn meeting_point(solid: &Solid, faces: [FaceId; 2], start: DVec3) -> Option<DVec3> {
    let mut p = start;
    for _ in 0..8 {
        let [(a, m), (b, n)] = faces.map(|id| solid.leaves()[id.leaf].face_at(id.face, p));
        let cosine = m.dot(n);
        let sine_squared = 1.0 - cosine * cosine;
        if sine_squared < 1e-14 {
            return None;
        }
        let along_m = (a - cosine * b) / sine_squared;
        let along_n = (b - cosine * a) / sine_squared;
        let step = m * along_m + n * along_n;
        p -= step;
        if step.length_squared() < 1e-26 * (1.0 + p.length_squared()) {
            return Some(p);
        }
    }
    (p.is_finite()).then_some(p)
}

/// How many chords a circle needs to pass for round.
pub(crate) fn circle_points(radius: f64, scale: &Scale) -> usize {
    let exact = std::f64::consts::PI * (radius / (2.0 * scale.chord)).sqrt();
    (exact.ceil() as usize).clamp(16, 1024).next_multiple_of(8)
}
