//! Solids and shells: vertices, edges that faces share, and faces.

use crate::curve::Curve;
use crate::fault::Fault;
use crate::frame::Frame;
use crate::geometry::Geometry;
use crate::loops;
use crate::surface::Surface;
use glam::DVec3;
use std::collections::BTreeMap;

/// A solid, or shells that are no solid, as the file has them.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub vertices: Vec<DVec3>,
    pub edges: Vec<Edge>,
    pub faces: Vec<Face>,
    /// Whether the file says that it encloses something.
    pub solid: bool,
}

/// A curve between two vertices.
#[derive(Debug)]
pub(crate) struct Edge {
    pub curve: Curve,
    /// Its first and last vertex.
    pub ends: [usize; 2],
    /// Whether it runs the way the curve does.
    pub same_sense: bool,
}

/// A part of a surface.
#[derive(Debug)]
pub(crate) struct Face {
    pub entity: u64,
    pub surface: Surface,
    /// Whether it faces where the normal of the surface points to.
    pub same_sense: bool,
    /// What it is bounded by, with the face to the left, seen from where its surface's normal points to.
    pub loops: Vec<Vec<Step>>,
}

/// An edge as a loop runs through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub edge: usize,
    pub forward: bool,
}

/// Reads the topology of one item of a representation.
pub(crate) struct Topology<'a> {
    geometry: Geometry<'a>,
    body: Body,
    vertices: BTreeMap<u64, usize>,
    edges: BTreeMap<u64, usize>,
    /// Straight edges of polygons, by their ends.
    straight: BTreeMap<[usize; 2], usize>,
    faults: &'a mut Vec<Fault>,
}

/// Kinds of items that have faces.
pub(crate) const SOLIDS: [&str; 3] = ["MANIFOLD_SOLID_BREP", "BREP_WITH_VOIDS", "FACETED_BREP"];
/// Kinds of items that have faces and need not enclose anything.
pub(crate) const SHEETS: [&str; 5] = [
    "SHELL_BASED_SURFACE_MODEL",
    "FACE_BASED_SURFACE_MODEL",
    "OPEN_SHELL",
    "CLOSED_SHELL",
    "CONNECTED_FACE_SET",
];

/// The faces of an item; `None` if it has none by its kind. Faces that cannot be read are left out.
pub(crate) fn body(geometry: Geometry, item: u64, faults: &mut Vec<Fault>) -> Result<Option<Body>, Fault> {
    let record = geometry.file.get(item)?;
    let mut topology = Topology {
        geometry,
        body: Body::default(),
        vertices: BTreeMap::new(),
        edges: BTreeMap::new(),
        straight: BTreeMap::new(),
        faults,
    };
    match record.simple() {
        "MANIFOLD_SOLID_BREP" | "FACETED_BREP" => topology.shell(record.entity(1)?, false, 0)?,
        "BREP_WITH_VOIDS" => {
            topology.shell(record.entity(1)?, false, 0)?;
            for shell in record.entities(2)? {
                topology.shell(shell, false, 0)?;
            }
        }
        "SHELL_BASED_SURFACE_MODEL" | "FACE_BASED_SURFACE_MODEL" => {
            for shell in record.entities(1)? {
                topology.shell(shell, false, 0)?;
            }
        }
        "OPEN_SHELL" | "CLOSED_SHELL" | "CONNECTED_FACE_SET" => topology.shell(item, false, 0)?,
        _ => {
            // A solid in several parts, such as one with voids that is also faceted.
            let Some(part) = SOLIDS.iter().find_map(|name| record.part(name)) else { return Ok(None) };
            for value in &part.values {
                for shell in value.entity().into_iter().chain(value.entities().unwrap_or_default()) {
                    topology.shell(shell, false, 0)?;
                }
            }
        }
    }
    loops::settle(&mut topology.body);
    topology.body.solid = SOLIDS.iter().any(|name| record.part(name).is_some());
    Ok(Some(topology.body))
}

impl Topology<'_> {
    fn shell(&mut self, number: u64, turned: bool, depth: usize) -> Result<(), Fault> {
        let record = self.geometry.file.get(number)?;
        match record.simple() {
            "ORIENTED_CLOSED_SHELL" | "ORIENTED_OPEN_SHELL" if depth < 4 => {
                let turned = turned == record.flag(3)?;
                self.shell(record.entity(2)?, turned, depth + 1)
            }
            "CLOSED_SHELL" | "OPEN_SHELL" | "CONNECTED_FACE_SET" => {
                for face in record.entities(1)? {
                    if let Err(fault) = self.face(face, turned, 0) {
                        self.faults.push(fault.within(&format!("face #{face} is left out")));
                    }
                }
                Ok(())
            }
            _ => Err(record.fault(format!("{} is not a shell", record.name()))),
        }
    }

    fn face(&mut self, number: u64, turned: bool, depth: usize) -> Result<(), Fault> {
        let record = self.geometry.file.get(number)?;
        if record.simple() == "ORIENTED_FACE" && depth < 4 {
            let turned = turned == record.flag(3)?;
            return self.face(record.entity(2)?, turned, depth + 1);
        }
        if !matches!(record.simple(), "ADVANCED_FACE" | "FACE_SURFACE" | "FACE") {
            return Err(record.fault(format!("{} is not a face", record.name())));
        }
        let mut loops = Vec::new();
        for bound in record.entities(1)? {
            let bound = self.geometry.file.get(bound)?;
            let forward = bound.flag(2)?;
            let mut steps = self.bound(bound.entity(1)?)?;
            if !forward {
                steps.reverse();
                steps.iter_mut().for_each(|step| step.forward = !step.forward);
            }
            if !steps.is_empty() {
                loops.push(steps);
            }
        }
        let (surface, same_sense) = if record.simple() == "FACE" {
            (self.plane_of(&loops).ok_or_else(|| record.fault("its corners are on a line"))?, true)
        } else {
            (self.geometry.surface(record.entity(2)?)?, record.flag(3)?)
        };
        // Loops run with the face to the left as seen from outside; here, from where the surface's normal points.
        if !same_sense {
            for steps in &mut loops {
                steps.reverse();
                steps.iter_mut().for_each(|step| step.forward = !step.forward);
            }
        }
        self.body.faces.push(Face { entity: number, surface, same_sense: same_sense != turned, loops });
        Ok(())
    }

    /// The steps of a loop; none for a loop that is a single vertex.
    fn bound(&mut self, number: u64) -> Result<Vec<Step>, Fault> {
        let record = self.geometry.file.get(number)?;
        match record.simple() {
            "VERTEX_LOOP" => Ok(Vec::new()),
            "EDGE_LOOP" => {
                let steps = record.entities(1)?;
                steps.into_iter().map(|step| self.step(step, 0)).collect()
            }
            "POLY_LOOP" => self.polygon(&record.entities(1)?),
            _ => Err(record.fault(format!("{} is a kind of loop that is not read", record.name()))),
        }
    }

    fn polygon(&mut self, points: &[u64]) -> Result<Vec<Step>, Fault> {
        let corners: Vec<usize> = points.iter().map(|&point| self.vertex(point)).collect::<Result<_, _>>()?;
        let sides = (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]]);
        let mut steps = Vec::new();
        for [a, b] in sides.filter(|[a, b]| a != b) {
            let ends = [a.min(b), a.max(b)];
            let edge = *self.straight.entry(ends).or_insert_with(|| {
                let [from, to] = ends.map(|end| self.body.vertices[end]);
                let curve = Curve::Line { origin: from, along: to - from };
                self.body.edges.push(Edge { curve, ends, same_sense: true });
                self.body.edges.len() - 1
            });
            steps.push(Step { edge, forward: a < b });
        }
        Ok(steps)
    }

    fn step(&mut self, number: u64, depth: usize) -> Result<Step, Fault> {
        let record = self.geometry.file.get(number)?;
        match record.simple() {
            "ORIENTED_EDGE" if depth < 4 => {
                let inner = self.step(record.entity(3)?, depth + 1)?;
                Ok(Step { forward: inner.forward == record.flag(4)?, ..inner })
            }
            "EDGE_CURVE" => Ok(Step { edge: self.edge(number)?, forward: true }),
            _ => Err(record.fault(format!("{} is a kind of edge that is not read", record.name()))),
        }
    }

    fn edge(&mut self, number: u64) -> Result<usize, Fault> {
        if let Some(&edge) = self.edges.get(&number) {
            return Ok(edge);
        }
        let record = self.geometry.file.get(number)?;
        let ends = [self.vertex(record.entity(1)?)?, self.vertex(record.entity(2)?)?];
        let curve = self.geometry.curve(record.entity(3)?)?;
        self.body.edges.push(Edge { curve, ends, same_sense: record.flag(4)? });
        self.edges.insert(number, self.body.edges.len() - 1);
        Ok(self.body.edges.len() - 1)
    }

    fn vertex(&mut self, number: u64) -> Result<usize, Fault> {
        if let Some(&vertex) = self.vertices.get(&number) {
            return Ok(vertex);
        }
        self.body.vertices.push(self.geometry.point(number)?);
        self.vertices.insert(number, self.body.vertices.len() - 1);
        Ok(self.body.vertices.len() - 1)
    }

    /// The plane through the corners of loops, by Newell's sum.
    fn plane_of(&self, loops: &[Vec<Step>]) -> Option<Surface> {
        let start =
            |step: &Step| self.body.vertices[self.body.edges[step.edge].ends[usize::from(!step.forward)]];
        let origin = start(loops.first()?.first()?);
        let mut normal = DVec3::ZERO;
        for steps in loops {
            for (k, step) in steps.iter().enumerate() {
                let next = start(&steps[(k + 1) % steps.len()]);
                normal += (start(step) - origin).cross(next - origin);
            }
        }
        Some(Surface::Plane(Frame::new(origin, Some(normal.try_normalize()?), None)))
    }
}
