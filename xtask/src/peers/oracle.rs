//! Where a drawing truly has lines, found by rays alone.
//!
//! A ray through a point of the picture meets the boundary of the solid in a column of depths and normals. A line is
//! where columns side by side are not continuations of each other: a depth jumps, a normal turns at once, or their
//! lengths differ. Where two rays are suspicious, the gap between them is halved again and again: what is only
//! curved or steep becomes smooth, what is a line does not. The first boundary alone decides about visible lines.
//!
//! Where faces touch with one normal no ray sees a break. There the touch itself is found, and what is around it tells.
//!
//! This shares the primitives' ray interface with the drawing engine, and what they say of their surfaces, and nothing else.

use super::around::{Around, around};
use super::compare::Ink;
use super::mask::{Frame, Mask, SIDE};
use super::touch::{self, Pair};
use spatiq_draw::View;
use spatiq_geom::{DVec2, DVec3, Rays, Solid};

/// Two normals this far apart (about a degree, as the length of a chord) are two faces.
const TURN: f64 = 0.0175;

/// A jump in depth of so many pixels is an outline.
const JUMP: f64 = 0.1;

/// How often a suspicious gap is halved. From a pixel to 2⁻¹⁶ pixels a sphere of 100 pixels turns by 0.03 degrees at
/// its outline and falls off by 0.06 pixels: less than either limit.
const HALVINGS: u32 = 16;

/// Ink is confirmed by a line this close, in pixels: half the diagonal of the ink's pixel, and what chords of curves
/// may be off.
const REACH: f64 = 1.25;

/// Distance of rays around a place, in pixels.
const FINE: f64 = 0.25;

/// Two surfaces this close (in pixels) with one normal touch somewhere near.
const TOUCH: f64 = 0.002;

/// How far from a touch to look around it, in pixels.
const LOOK: f64 = 1.0;

/// Touches closer to one another than this, in pixels, are one.
const APART: f64 = 0.5;

/// Rays stand a little off the raster, lest they run within faces of models snapped to a grid.
const OFF: DVec2 = DVec2::new(0.0137, 0.0219);

/// A line found between two rays.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// Where, in pixels.
    at: DVec2,
    /// Whether it is a line of the first boundary.
    visible: bool,
}

/// What rays say about the surroundings of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Near {
    /// A visible line passes.
    pub visible: bool,
    /// A line passes, visible or hidden.
    pub any: bool,
    /// Faces touch in a way that is neither a line nor a smooth face for sure: there may be one more line.
    pub tangent: bool,
}

impl Near {
    /// Adds what is known of another line.
    fn add(&mut self, other: Self) {
        self.visible |= other.visible;
        self.any |= other.any;
        self.tangent |= other.tangent;
    }
}

/// Rays through one view of a solid.
pub struct Oracle<'a> {
    solid: &'a Solid,
    view: View,
    frame: Frame,
    start: f64,
    rays: Rays,
}

/// Where a ray passes through the boundary.
#[derive(Clone, Copy, Debug)]
struct Boundary {
    /// In pixels.
    depth: f64,
    /// Out of the solid; right, up and toward the eye.
    normal: DVec3,
}

/// A ray and the boundaries along it, the nearest to the eye first.
#[derive(Clone, Debug)]
struct Column {
    at: DVec2,
    boundaries: Vec<Boundary>,
}

impl<'a> Oracle<'a> {
    /// Rays through a view.
    pub fn new(solid: &'a Solid, view: View, frame: Frame) -> Self {
        let [low, high] = solid.bounds_of_leaves();
        let start = low.length().max(high.length()) + 1.0;
        Self { solid, view, frame, start, rays: Rays::default() }
    }

    /// Whether lines pass near a place.
    pub fn near(&mut self, place: DVec2) -> Near {
        let steps = (2.0 * REACH / FINE) as usize;
        let lines = self.scan(place - REACH, FINE, steps);
        let close = |line: &&Crossing| (line.at - place).length() <= REACH;
        let visible = lines.iter().filter(close).any(|line| line.visible);
        let any = lines.iter().any(|line| close(&line));
        let mut near = Near { visible, any, tangent: false };
        if !visible {
            near.add(self.touches_near(place));
        }
        near
    }

    /// The whole view as rays a pixel apart see it.
    pub fn picture(&mut self) -> Ink {
        let mut ink = Ink { visible: Mask::empty(), all: Mask::empty() };
        for line in self.scan(DVec2::ZERO, 1.0, SIDE) {
            ink.all.add(line.at);
            if line.visible {
                ink.visible.add(line.at);
            }
        }
        ink
    }

    /// The lines that pass between neighbours in a square of rays.
    fn scan(&mut self, corner: DVec2, spacing: f64, steps: usize) -> Vec<Crossing> {
        let mut found = Vec::new();
        let mut above: Vec<Column> = Vec::new();
        for y in 0..=steps {
            let row: Vec<Column> = (0..=steps)
                .map(|x| self.column(corner + OFF + DVec2::new(x as f64, y as f64) * spacing))
                .collect();
            let beside = row.windows(2).map(|pair| (&pair[0], &pair[1]));
            for (a, b) in beside.chain(above.iter().zip(&row)) {
                self.lines_between(a, b, &mut found);
            }
            above = row;
        }
        found
    }

    fn lines_between(&mut self, a: &Column, b: &Column, found: &mut Vec<Crossing>) {
        for (visible, judge) in [(true, first_break as Judge), (false, any_break as Judge)] {
            if let Some(at) = self.break_between(a, b, judge, HALVINGS) {
                found.push(Crossing { at, visible });
            }
        }
    }

    /// Where a break remains between two rays, however close.
    fn break_between(&mut self, a: &Column, b: &Column, judge: Judge, halvings: u32) -> Option<DVec2> {
        if judge(a, b) < 1.0 {
            return None;
        }
        let middle = a.at.midpoint(b.at);
        if halvings == 0 {
            return Some(middle);
        }
        let middle = self.column(middle);
        let mut halves = [(a, &middle), (&middle, b)];
        if judge(halves[0].0, halves[0].1) < judge(halves[1].0, halves[1].1) {
            halves.swap(0, 1);
        }
        halves.into_iter().find_map(|(a, b)| self.break_between(a, b, judge, halvings - 1))
    }

    fn column(&mut self, at: DVec2) -> Column {
        let boundaries = self
            .crossings(at)
            .into_iter()
            .map(|(depth, entry)| Boundary {
                depth: depth * self.frame.scale,
                normal: self.view.project(self.normal(self.point(at, depth), entry)),
            })
            .collect();
        Column { at, boundaries }
    }

    /// Distances along the ray through a place at which it enters (true) or leaves the solid. Slivers that only
    /// rounding leaves between faces in one plane are neither.
    fn crossings(&mut self, at: DVec2) -> Vec<(f64, bool)> {
        let thin = 1e-3 / self.frame.scale;
        let mut inside = self.solid.ray(self.point(at, 0.0), -self.view.toward_eye, &mut self.rays);
        inside.dedup_by(|next, last| {
            let joined = next.0 - last.1 < thin;
            if joined {
                last.1 = next.1;
            }
            joined
        });
        inside.retain(|(from, to)| to - from > thin);
        inside.into_iter().flat_map(|(from, to)| [(from, true), (to, false)]).collect()
    }

    fn point(&self, at: DVec2, depth: f64) -> DVec3 {
        let on_picture = self.frame.to_model(at);
        self.view.right * on_picture.x
            + self.view.up * on_picture.y
            + self.view.toward_eye * (self.start - depth)
    }

    /// The normal of the face that passes nearest to a boundary point, out of the solid.
    fn normal(&self, p: DVec3, entry: bool) -> DVec3 {
        let on_boundary = 1e-3 / self.frame.scale;
        let leaves = self.solid.leaves().iter().filter(|leaf| leaf.field(p).abs() < on_boundary);
        let faces = leaves.flat_map(|leaf| (0..leaf.surfaces().len()).map(move |face| (leaf, face)));
        let nearest =
            faces.min_by(|a, b| a.0.face_distance(a.1, p).abs().total_cmp(&b.0.face_distance(b.1, p).abs()));
        let of_mesh = || {
            let meshes = self.solid.leaves().iter().filter_map(|leaf| Some((leaf.placement(), leaf.mesh()?)));
            meshes.map(|(placement, form)| {
                let local = placement.to_local(p);
                let (triangle, _) = form.mesh.nearest(local);
                placement.turn * form.features.normal(&form.mesh, triangle, local)
            })
        };
        let normal = nearest.map(|(leaf, face)| leaf.face_normal(face, p));
        let normal = normal.or_else(|| of_mesh().next()).unwrap_or(self.view.toward_eye);
        // A leaf that is taken away turns its inside out.
        if (normal.dot(self.view.toward_eye) > 0.0) == entry { normal } else { -normal }
    }

    /// Lines near a place along which faces of two leaves meet with almost one normal. Rays cannot see them; what is around
    /// a point of each tells.
    fn touches_near(&mut self, place: DVec2) -> Near {
        let scale = self.frame.scale;
        let (mut near, mut known) = (Near::default(), Vec::new());
        for (start, pair) in self.pairs_near(place) {
            let meetings = pair.meetings(start, SIDE as f64 / scale);
            near.add(Near { tangent: meetings.is_empty(), ..Near::default() });
            for p in meetings {
                let is_new = known.iter().all(|other| p.distance(*other) * scale >= APART);
                if is_new && self.place(p).distance(place) <= REACH {
                    known.push(p);
                    near.add(self.touch(p, pair.normal(p)));
                }
            }
        }
        near
    }

    /// Faces that may touch near a place, each with a point to start from; none if they coincide all around it.
    fn pairs_near(&mut self, place: DVec2) -> Vec<(DVec3, Pair<'a>)> {
        let (solid, near) = (self.solid, TOUCH / self.frame.scale);
        let (mut found, mut apart) = (Vec::new(), false);
        for at in around_place(place) {
            for (depth, _) in self.crossings(at) {
                let p = self.point(at, depth);
                let pairs = touch::pairs(solid, p, near);
                apart |= pairs.is_empty();
                found.extend(pairs.into_iter().map(|pair| (p, pair)));
            }
        }
        if apart { found } else { Vec::new() }
    }

    /// What a touch adds to the drawing.
    fn touch(&mut self, p: DVec3, normal: DVec3) -> Near {
        match around(self.solid, p, normal, LOOK / self.frame.scale) {
            Some(Around::Nothing | Around::Smooth) => Near::default(),
            Some(Around::Sharp) => Near { any: true, visible: self.sees(p), tangent: false },
            None => Near { tangent: true, ..Near::default() },
        }
    }

    /// Whether a ray that passes close to a point of the boundary meets nothing long before it.
    fn sees(&mut self, p: DVec3) -> bool {
        let (at, depth) = (self.place(p), self.start - p.dot(self.view.toward_eye));
        let around = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
        around.into_iter().any(|offset| {
            let first = self.crossings(at + OFF + DVec2::from(offset) * FINE).first().copied();
            first.is_some_and(|(first, _)| (depth - first) * self.frame.scale < REACH)
        })
    }

    /// Where a point is seen, in pixels.
    fn place(&self, p: DVec3) -> DVec2 {
        self.frame.to_pixels(self.view.project(p).truncate().to_array())
    }
}

/// A square of places for rays around a place.
fn around_place(place: DVec2) -> impl Iterator<Item = DVec2> {
    let steps = 0..=(2.0 * REACH / FINE) as usize;
    let offsets = steps.clone().flat_map(move |y| steps.clone().map(move |x| DVec2::new(x as f64, y as f64)));
    offsets.map(move |offset| place + OFF + offset * FINE - REACH)
}

/// How far two columns are from continuing each other: from 1 there may be a line between them.
type Judge = fn(&Column, &Column) -> f64;

fn first_break(a: &Column, b: &Column) -> f64 {
    match (a.boundaries.first(), b.boundaries.first()) {
        (None, None) => 0.0,
        (Some(one), Some(other)) => boundary_break(one, other, b.at - a.at),
        _ => f64::INFINITY,
    }
}

fn any_break(a: &Column, b: &Column) -> f64 {
    if a.boundaries.len() != b.boundaries.len() {
        return f64::INFINITY;
    }
    let pairs = a.boundaries.iter().zip(&b.boundaries);
    pairs.map(|(one, other)| boundary_break(one, other, b.at - a.at)).fold(0.0, f64::max)
}

fn boundary_break(a: &Boundary, b: &Boundary, step: DVec2) -> f64 {
    let explained = (slope(a.normal) + slope(b.normal)).dot(step) / 2.0;
    let jump = (b.depth - a.depth - explained).abs();
    ((b.normal - a.normal).length() / TURN).max(jump / JUMP)
}

/// How depth grows along the picture's x and y on a face.
fn slope(normal: DVec3) -> DVec2 {
    let edge_on = 1e-6;
    let toward = if normal.z.abs() < edge_on { edge_on.copysign(normal.z) } else { normal.z };
    DVec2::new(normal.x, -normal.y) / toward
}

/// The volume of a solid, by rays through the middles of small squares.
pub fn volume(solid: &Solid) -> f64 {
    let steps = 500;
    let [low, high] = solid.bounds_of_leaves();
    let cell = (high - low) / f64::from(steps);
    let mut rays = Rays::default();
    let mut length = 0.0;
    for k in 0..steps * steps {
        let (x, y) = (f64::from(k % steps) + 0.5, f64::from(k / steps) + 0.5);
        let origin = DVec3::new(low.x + x * cell.x, low.y + y * cell.y, low.z - 1.0);
        let inside = solid.ray(origin, DVec3::Z, &mut rays);
        length += inside.iter().map(|(from, to)| to - from).sum::<f64>();
    }
    length * cell.x * cell.y
}
