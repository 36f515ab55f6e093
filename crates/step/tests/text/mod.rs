//! Small STEP files, written for tests.

use std::fmt::Write;

/// A file as it grows.
#[derive(Default)]
pub struct Text {
    data: String,
    last: u64,
}

impl Text {
    /// Adds an entity and gives its number.
    pub fn add(&mut self, what: impl std::fmt::Display) -> u64 {
        self.last += 1;
        let _ = writeln!(self.data, "#{}={what};", self.last);
        self.last
    }

    pub fn point(&mut self, [x, y, z]: [f64; 3]) -> u64 {
        self.add(format!("CARTESIAN_POINT('',({x:?},{y:?},{z:?}))"))
    }

    pub fn direction(&mut self, [x, y, z]: [f64; 3]) -> u64 {
        self.add(format!("DIRECTION('',({x:?},{y:?},{z:?}))"))
    }

    /// Axes at a point: z, and x.
    pub fn frame(&mut self, at: [f64; 3], z: [f64; 3], x: [f64; 3]) -> u64 {
        let (at, z, x) = (self.point(at), self.direction(z), self.direction(x));
        self.add(format!("AXIS2_PLACEMENT_3D('',#{at},#{z},#{x})"))
    }

    pub fn vertex(&mut self, at: [f64; 3]) -> u64 {
        let at = self.point(at);
        self.add(format!("VERTEX_POINT('',#{at})"))
    }

    /// A straight edge between vertices, whose points are given too.
    pub fn line(&mut self, ends: [u64; 2], from: [f64; 3], to: [f64; 3]) -> u64 {
        let (at, along) =
            (self.point(from), self.direction([to[0] - from[0], to[1] - from[1], to[2] - from[2]]));
        let along = self.add(format!("VECTOR('',#{along},1.)"));
        let line = self.add(format!("LINE('',#{at},#{along})"));
        self.add(format!("EDGE_CURVE('',#{},#{},#{line},.T.)", ends[0], ends[1]))
    }

    /// A full circle about z that begins and ends at a vertex.
    pub fn circle(&mut self, vertex: u64, centre: [f64; 3], radius: f64) -> u64 {
        let frame = self.frame(centre, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
        let circle = self.add(format!("CIRCLE('',#{frame},{radius:?})"));
        self.add(format!("EDGE_CURVE('',#{vertex},#{vertex},#{circle},.T.)"))
    }

    /// A face with loops of edges, each with its direction.
    pub fn face(&mut self, surface: u64, loops: &[&[(u64, bool)]], same_sense: bool) -> u64 {
        let mut bounds = Vec::new();
        for edges in loops {
            let steps: Vec<String> = edges
                .iter()
                .map(|(edge, forward)| {
                    format!("#{}", self.add(format!("ORIENTED_EDGE('',*,*,#{edge},{})", flag(*forward))))
                })
                .collect();
            let ring = self.add(format!("EDGE_LOOP('',({}))", steps.join(",")));
            bounds.push(format!("#{}", self.add(format!("FACE_BOUND('',#{ring},.T.)"))));
        }
        self.add(format!("ADVANCED_FACE('',({}),#{surface},{})", bounds.join(","), flag(same_sense)))
    }

    pub fn solid(&mut self, faces: &[u64]) -> u64 {
        let faces: Vec<String> = faces.iter().map(|face| format!("#{face}")).collect();
        let shell = self.add(format!("CLOSED_SHELL('',({}))", faces.join(",")));
        self.add(format!("MANIFOLD_SOLID_BREP('',#{shell})"))
    }

    /// A context with a unit of length, in millimetres.
    pub fn context(&mut self, millimetres: f64) -> u64 {
        let base = self.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))");
        let size = self.add(format!("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE({millimetres:?}),#{base})"));
        let unit = self.add(format!("(CONVERSION_BASED_UNIT('U',#{size})LENGTH_UNIT()NAMED_UNIT(*))"));
        self.add(format!(
            "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#{unit}))REPRESENTATION_CONTEXT('',''))"
        ))
    }

    /// A representation of items.
    pub fn shape(&mut self, items: &[u64], context: u64) -> u64 {
        let items: Vec<String> = items.iter().map(|item| format!("#{item}")).collect();
        self.add(format!("ADVANCED_BREP_SHAPE_REPRESENTATION('',({}),#{context})", items.join(",")))
    }

    /// The whole file.
    pub fn finish(&self) -> String {
        format!(
            "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('X'));\nENDSEC;\nDATA;\n{}ENDSEC;\nEND-ISO-10303-21;\n",
            self.data
        )
    }

    /// A box from one corner to the opposite one.
    pub fn cuboid(&mut self, low: [f64; 3], high: [f64; 3]) -> u64 {
        let corner = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { high[axis] } else { low[axis] });
        let vertices: Vec<u64> = (0..8).map(|k| self.vertex(corner(k))).collect();
        let mut edges = std::collections::BTreeMap::new();
        for k in 0..8_usize {
            for axis in (0..3).filter(|axis| k >> axis & 1 == 0) {
                let other = k | 1 << axis;
                edges.insert((k, other), self.line([vertices[k], vertices[other]], corner(k), corner(other)));
            }
        }
        let mut faces = Vec::new();
        for axis in 0..3 {
            for side in 0..2_usize {
                let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                let at = side << axis;
                let mut ring = [at, at | 1 << next, at | 1 << next | 1 << last, at | 1 << last];
                if side == 0 {
                    ring.reverse();
                }
                let steps: Vec<(u64, bool)> = (0..4)
                    .map(|k| {
                        let (a, b) = (ring[k], ring[(k + 1) % 4]);
                        (edges[&(a.min(b), a.max(b))], a < b)
                    })
                    .collect();
                let mut normal = [0.0; 3];
                normal[axis] = if side == 1 { 1.0 } else { -1.0 };
                let mut along = [0.0; 3];
                along[next] = 1.0;
                let frame = self.frame(corner(ring[0]), normal, along);
                let plane = self.add(format!("PLANE('',#{frame})"));
                faces.push(self.face(plane, &[&steps], true));
            }
        }
        self.solid(&faces)
    }

    /// A cylinder about z, with or without a seam.
    pub fn cylinder(&mut self, radius: f64, height: f64, seam: bool) -> u64 {
        let (low, high) = ([radius, 0.0, 0.0], [radius, 0.0, height]);
        let vertices = [self.vertex(low), self.vertex(high)];
        let circles = [
            self.circle(vertices[0], [0.0; 3], radius),
            self.circle(vertices[1], [0.0, 0.0, height], radius),
        ];
        let frame = self.frame([0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
        let side = self.add(format!("CYLINDRICAL_SURFACE('',#{frame},{radius:?})"));
        let side = if seam {
            let seam = self.line(vertices, low, high);
            self.face(side, &[&[(circles[0], true), (seam, true), (circles[1], false), (seam, false)]], true)
        } else {
            self.face(side, &[&[(circles[0], true)], &[(circles[1], false)]], true)
        };
        let bottom = self.add(format!("PLANE('',#{frame})"));
        let bottom = self.face(bottom, &[&[(circles[0], false)]], false);
        let frame = self.frame([0.0, 0.0, height], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
        let top = self.add(format!("PLANE('',#{frame})"));
        let top = self.face(top, &[&[(circles[1], true)]], true);
        self.solid(&[side, bottom, top])
    }
}

fn flag(is: bool) -> &'static str {
    if is { ".T." } else { ".F." }
}
