//! A solid made ready to be drawn: its edges in space, found once, and then a drawing for every view.

use crate::curve::{Beside, Curve, Path, Scale};
use crate::drawing::{Drawing, Kind};
use crate::edges::edges;
use crate::meet::meet;
use crate::outline::outlines;
use crate::pose::View;
use crate::standing::{apart, bounds, breaks};
use crate::visible;
use crate::wedge::{Local, Side, look};
use glam::DVec3;
use spatiq_geom::{Contact, Leaf, Solid, Stopped, polled};
pub(crate) use spatiq_geom::{Stop, go_on};

/// A solid with its edges.
pub struct Model<'a> {
    solid: &'a Solid,
    scale: Scale,
    edges: Vec<Piece>,
    bounds: [DVec3; 2],
    stop: Stop<'a>,
}

/// How often a solid that turns out far smaller than thought is looked at more closely.
const CLOSER_LOOKS: usize = 2;

/// Why there is no drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// The operations leave no material.
    #[error("nothing is left of the solid: its parts do not meet, or cut one another away")]
    Empty,
    /// The caller wanted no more.
    #[error("stopped before the drawing was done")]
    Stopped,
    /// A tangle.
    #[error("its lines cross one another more than ten million times in one view: too many to draw")]
    TooManyCrossings,
    /// Two meshes in one solid: where their triangles meet is not searched for.
    #[error("the solid has more than one mesh; a mesh can only be joined with primitives")]
    TwoMeshes,
}

impl From<Stopped> for DrawError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// A part of a curve that bounds the solid.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// At least two, on the curve.
    pub points: Vec<DVec3>,
    pub path: Path,
    pub kind: Kind,
    /// The normals of curved faces beside the curve at each of its points; empty where there is none.
    pub normals: [Vec<DVec3>; 2],
    /// The two faces that meet in an edge; none where it is not so simple.
    pub sides: Option<[Side; 2]>,
    /// Whether the normals are those of true faces, of which a mesh has only facets.
    pub has_true_normals: bool,
    /// How far it may be from the true curve.
    pub rough: f64,
}

/// A face whose normal is this near to a right angle to the view may be turned towards the eye or away.
const EDGE_ON: f64 = 1e-3;

impl Piece {
    /// The point at a parameter, on the chord between two others.
    fn on_chord(&self, t: f64) -> DVec3 {
        let index = (t as usize).min(self.points.len() - 2);
        self.points[index].lerp(self.points[index + 1], t - index as f64)
    }

    /// The point of the true curve at a parameter.
    pub fn at(&self, solid: &Solid, t: f64) -> DVec3 {
        let chord = self.on_chord(t);
        self.path.attract(solid, chord).unwrap_or(chord)
    }

    /// Whether the line may hide what is behind it on one side and not on the other: an edge does not where of its two
    /// faces one lies to its left in the picture and the other to its right.
    pub fn covers_one_side(&self, solid: &Solid, view: &View, t: f64) -> bool {
        let Some(sides) = self.sides else { return true };
        let p = self.on_chord(t);
        let facing = sides.map(|side| {
            let normal = solid.leaves()[side.id.leaf].face_normal(side.id.face, p);
            normal.dot(view.toward_eye) * if side.left { 1.0 } else { -1.0 }
        });
        facing[0] * facing[1] > 0.0 || facing.iter().any(|facing| facing.abs() < EDGE_ON)
    }

    /// Whether it is more than a dot, left over where surfaces touch.
    fn long(&self, scale: &Scale) -> bool {
        let length: f64 = self.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        length > 10.0 * scale.short
    }
}

impl<'a> Model<'a> {
    /// Finds the edges of a solid.
    pub fn new(solid: &'a Solid, stop: Stop<'a>) -> Result<Self, DrawError> {
        if solid.leaves().iter().filter(|leaf| leaf.mesh().is_some()).count() > 1 {
            return Err(DrawError::TwoMeshes);
        }
        let reach = solid.bounds_of_leaves().map(|corner| corner.abs().max_element());
        let reach = reach[0].max(reach[1]);
        let mut model =
            Self::at_scale(solid, Scale::new(solid.bounds().ok_or(DrawError::Empty)?, reach), stop)?;
        // What is left may be far smaller than its parts, and is to be seen all the same: look again, closer.
        for _ in 0..CLOSER_LOOKS {
            if model.extent() > model.scale.size / 2.0 {
                break;
            }
            let slack = DVec3::splat(2.0 * model.scale.chord);
            let bounds = [model.bounds[0] - slack, model.bounds[1] + slack];
            model = Self::at_scale(solid, Scale::new(bounds, reach), stop)?;
        }
        Ok(model)
    }

    /// Finds the edges of a solid that has about this size.
    fn at_scale(solid: &'a Solid, scale: Scale, stop: Stop<'a>) -> Result<Self, DrawError> {
        let mut curves = Vec::new();
        for leaf in 0..solid.leaves().len() {
            edges(solid, leaf, &scale, &mut curves);
            for other in 0..leaf {
                let before = curves.len();
                meet(solid, &scale, other, leaf, stop, &mut curves)?;
                // Most pairs do not meet, and asking takes longer than seeing that.
                if curves.len() > before {
                    go_on(stop)?;
                }
            }
            go_on(stop)?;
        }
        let mut edges: Vec<Piece> = Vec::new();
        for curve in polled(&curves, stop) {
            let sharp = |local: Local, _| matches!(local, Local::Sharp(_));
            keep(solid, &scale, curve?, sharp, stop, &mut edges)?;
        }
        let mut model = Self { solid, scale, edges, bounds: [DVec3::ZERO; 2], stop };
        model.bounds = model.find_bounds()?;
        Ok(model)
    }

    /// The corners of the box around the solid.
    pub fn bounds(&self) -> [DVec3; 2] {
        self.bounds
    }

    /// The longest edge of that box.
    pub fn extent(&self) -> f64 {
        (self.bounds[1] - self.bounds[0]).max_element()
    }

    /// The edges in space, each as points on it close enough that the chords between them pass for it. A closed edge ends where
    /// it begins; others end where they meet the next, to within a hundred-thousandth of the model's size.
    pub fn edges(&self) -> impl Iterator<Item = &[DVec3]> {
        self.edges.iter().map(|piece| piece.points.as_slice())
    }

    /// A solid reaches farthest on an edge or, seen from the side, on an outline.
    fn find_bounds(&self) -> Result<[DVec3; 2], DrawError> {
        let mut pieces = self.outlines(DVec3::Z)?;
        pieces.extend(self.outlines(DVec3::Y)?);
        let mut points = self.edges.iter().chain(&pieces).flat_map(|piece| &piece.points);
        let &first = points.next().ok_or(DrawError::Empty)?;
        Ok(points.fold([first, first], |[low, high], &p| [low.min(p), high.max(p)]))
    }

    /// The lines of one view.
    pub fn draw(&self, view: &View) -> Result<Drawing, DrawError> {
        let outlines = self.outlines(view.toward_eye)?;
        visible::split(self.solid, &self.scale, view, &self.edges, &outlines, self.stop)
    }

    /// The outlines that bound the solid.
    fn outlines(&self, toward_eye: DVec3) -> Result<Vec<Piece>, DrawError> {
        let mut pieces = Vec::new();
        let mut curves = Vec::new();
        for (index, leaf) in self.solid.leaves().iter().enumerate() {
            curves.clear();
            outlines(self.solid, index, toward_eye, &self.scale, self.stop, &mut curves)?;
            // Where it is sharp there is an edge already; and another face may pass through the same points.
            let own = |local: Local, p: DVec3| match local {
                Local::Smooth(along) => runs_along(leaf, p, along, &self.scale),
                Local::Sharp(_) | Local::Nothing => false,
            };
            for curve in &curves {
                match leaf.mesh() {
                    // The outline of a mesh lies on the surface that its facets stand for, and they pass beside it.
                    Some(_) => keep_beside(self.solid, &self.scale, curve, index, self.stop, &mut pieces)?,
                    None => keep(self.solid, &self.scale, curve, own, self.stop, &mut pieces)?,
                }
            }
            go_on(self.stop)?;
        }
        Ok(pieces)
    }
}

/// Whether a face of the leaf at `p` runs along a direction.
fn runs_along(leaf: &Leaf, p: DVec3, direction: DVec3, scale: &Scale) -> bool {
    let along = |normal: DVec3| normal.dot(direction).abs() < 1e-3;
    match leaf.contact(p, scale.on) {
        Contact::On(touch) => touch.faces().iter().any(|face| along(face.normal)),
        _ => false,
    }
}

/// Adds the parts of a curve that are wanted for what the solid looks like around them.
fn keep(
    solid: &Solid,
    scale: &Scale,
    curve: &Curve,
    wanted: impl Fn(Local, DVec3) -> bool,
    stop: Stop,
    out: &mut Vec<Piece>,
) -> Result<(), Stopped> {
    if solid.leaves().len() == 1 {
        out.push(piece(solid, curve, Run { from: 0.0, to: curve.end(), sides: None }));
        return Ok(());
    }
    let mut cuts = vec![0.0, curve.end()];
    let bounds = bounds(curve, scale);
    let near = solid.region(|leaf| !apart(bounds, leaf));
    for (_, leaf) in near.leaves() {
        breaks(solid, scale, curve, leaf, stop, &mut cuts)?;
    }
    cuts.sort_by(f64::total_cmp);
    let mut runs: Vec<Run> = Vec::new();
    for pair in polled(cuts.windows(2), stop) {
        let pair = pair?;
        let (from, to) = (pair[0], pair[1]);
        let middle = between(from, to);
        let p = curve.at(solid, middle);
        if to - from < 1e-9 || curve.at(solid, from).distance(p) < scale.short {
            continue;
        }
        let local = look(&near, scale, p, curve.tangent(middle));
        if wanted(local, p) {
            let sides = if let Local::Sharp(sides) = local { sides } else { None };
            let next = Run { from, to, sides };
            match runs.last_mut() {
                Some(last) if curve.at(solid, last.to).distance(curve.at(solid, from)) < 30.0 * scale.on => {
                    *last = last.and(next);
                }
                _ => runs.push(next),
            }
        }
    }
    // A closed curve may have been cut at its seam only.
    if let (true, [first, .., last]) = (curve.closed(), runs.as_slice())
        && first.from == 0.0
        && last.to == curve.end()
    {
        let beyond = Run { to: curve.end() + first.to, ..*first };
        runs[0] = last.and(beyond);
        runs.pop();
    }
    out.extend(runs.into_iter().map(|run| piece(solid, curve, run)).filter(|piece| piece.long(scale)));
    Ok(())
}

/// Adds the parts of a curve of a leaf on whose sides it matters that the leaf is on one of them: there it bounds the solid.
fn keep_beside(
    solid: &Solid,
    scale: &Scale,
    curve: &Curve,
    own: usize,
    stop: Stop,
    out: &mut Vec<Piece>,
) -> Result<(), Stopped> {
    if solid.leaves().len() == 1 {
        out.push(piece(solid, curve, Run { from: 0.0, to: curve.end(), sides: None }));
        return Ok(());
    }
    let mut cuts = vec![0.0, curve.end()];
    let bounds = bounds(curve, scale);
    let near = solid.region(|leaf| !apart(bounds, leaf));
    for (_, leaf) in near.leaves().filter(|(index, _)| *index != own) {
        breaks(solid, scale, curve, leaf, stop, &mut cuts)?;
    }
    cuts.sort_by(f64::total_cmp);
    for pair in polled(cuts.windows(2), stop) {
        let pair = pair?;
        let (from, to) = (pair[0], pair[1]);
        let p = curve.on_chord(between(from, to));
        if to - from < 1e-9 || curve.on_chord(from).distance(p) < scale.short {
            continue;
        }
        let is_inside: Vec<bool> = solid.leaves().iter().map(|leaf| leaf.field(p) < 0.0).collect();
        let holds = |inside: bool| solid.holds(|leaf| if leaf == own { inside } else { is_inside[leaf] });
        if holds(true) != holds(false) {
            let piece = piece(solid, curve, Run { from, to, sides: None });
            out.extend(Some(piece).filter(|piece| piece.long(scale)));
        }
    }
    Ok(())
}

/// A part of a curve, between two parameters.
#[derive(Clone, Copy)]
struct Run {
    from: f64,
    to: f64,
    sides: Option<[Side; 2]>,
}

impl Run {
    /// Goes on with the next run; faces that do not go on are no longer known.
    fn and(self, next: Self) -> Self {
        Self { from: self.from, to: next.to, sides: self.sides.filter(|_| self.sides == next.sides) }
    }
}

/// A share of a way, not half of it: the middle of a symmetric curve is often a special place.
pub(crate) const BETWEEN: f64 = 0.381_966;

/// A parameter between two others.
pub(crate) fn between(from: f64, to: f64) -> f64 {
    from + (to - from) * BETWEEN
}

/// The part of a curve between two parameters; beyond the end of a closed curve it begins again.
fn piece(solid: &Solid, curve: &Curve, Run { from, to, sides }: Run) -> Piece {
    let end = curve.end();
    let wrap = |t: f64| if t > end { t - end } else { t };
    let mut points = vec![curve.at(solid, wrap(from))];
    let mut next = from.floor() + 1.0;
    while next < to {
        points.push(curve.points[wrap(next) as usize]);
        next += 1.0;
    }
    points.push(curve.at(solid, wrap(to)));
    let normals = [0, 1].map(|side| match &curve.faces[side] {
        Beside::Nothing => Vec::new(),
        Beside::Face(id) => points.iter().map(|&p| solid.leaves()[id.leaf].face_normal(id.face, p)).collect(),
        Beside::Normals(all) => {
            (0..points.len()).map(|k| all[wrap(from.floor() + k as f64) as usize]).collect()
        }
    });
    let is_true = |leaf: &Leaf| leaf.mesh().is_some_and(|form| form.features.has_truth());
    let of_mesh = matches!(curve.faces[0], Beside::Normals(_));
    let has_true_normals = of_mesh && solid.leaves().iter().any(is_true);
    Piece { points, path: curve.path, kind: curve.kind, normals, sides, has_true_normals, rough: curve.rough }
}
