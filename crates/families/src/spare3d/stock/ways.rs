//! Ways of straight stretches that stay in a solid, or in the air around it.
//!
//! A point is moved to the middle of the stretch that it is on, along each axis in turn: out of a corner into the open, from where
//! more can be seen. If the given points do not see each other from there, points strewn over the box around the solid help.

use spatiq_geom::{DVec3, Interval, Rays, Region, Solid};

/// What a way stays in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// The solid.
    Material,
    /// What is around it; far enough away all of that hangs together.
    Air,
}

/// So often a point is moved along an axis.
const MOVES: usize = 6;

/// Points that help.
const HELPERS: usize = 160;

/// Directions in which the outside is looked for.
const OUTWARD: [[f64; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

/// Whether ways are found between all of these points of a medium; through the air, from each to the outside. Where none is found
/// there may be one.
pub fn hang_together(solid: &Solid, points: &[DVec3], medium: Medium) -> bool {
    let mut ways =
        Ways { region: solid.whole(), rays: Rays::default(), medium, nodes: Vec::new(), group: Vec::new() };
    for &point in points {
        ways.add(point, MOVES);
    }
    let Some([low, high]) = solid.bounds() else { return false };
    let mut helpers = strewn(low, high).take(HELPERS);
    loop {
        if ways.is_one(points.len()) {
            return true;
        }
        let Some(helper) = helpers.next() else { return false };
        if solid.contains(helper) == (medium == Medium::Material) {
            ways.add(helper, 0);
        }
    }
}

/// Points all over a box, the same ones every time.
fn strewn(low: DVec3, high: DVec3) -> impl Iterator<Item = DVec3> {
    // Multiples of these three never come near one another.
    const STEPS: [f64; 3] = [0.819_172_513_396_164_4, 0.671_043_606_703_789_2, 0.549_700_477_901_970_2];
    (1..).map(move |k: u32| low + (high - low) * DVec3::from(STEPS.map(|step| (step * f64::from(k)).fract())))
}

struct Ways<'a> {
    region: Region<'a>,
    rays: Rays,
    medium: Medium,
    /// Points, where they have been moved to.
    nodes: Vec<DVec3>,
    /// The number of each node's group.
    group: Vec<usize>,
}

/// The group of all that reaches the outside.
const OUTSIDE: usize = usize::MAX;

impl Ways<'_> {
    /// Adds a point of the medium after so many moves, and finds out what it can be reached from.
    fn add(&mut self, point: DVec3, moves: usize) {
        let mut group = self.nodes.len();
        let mut at = point;
        for nth in 0..=moves {
            if self.medium == Medium::Air && self.is_outside(at) {
                group = OUTSIDE;
                break;
            }
            let axis = DVec3::AXES[nth % 3];
            if nth < moves
                && let Some((from, to)) = self.stretch(at, axis)
            {
                at += axis * from.midpoint(to);
            }
        }
        self.nodes.push(at);
        self.group.push(group);
        for other in 0..self.nodes.len() - 1 {
            let (mine, others) = (self.group[self.nodes.len() - 1], self.group[other]);
            if mine != others && self.sees(at, self.nodes[other]) {
                // What reaches the outside takes the others with it.
                let (kept, gone) = (mine.max(others), mine.min(others));
                self.group.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
            }
        }
    }

    /// Whether the first so many points hang together.
    fn is_one(&self, count: usize) -> bool {
        let whole = if self.medium == Medium::Air { OUTSIDE } else { self.group[0] };
        self.group[..count].iter().all(|group| *group == whole)
    }

    /// From where to where the line through a point of the medium stays in it.
    fn stretch(&mut self, p: DVec3, direction: DVec3) -> Option<Interval> {
        let inside = self.region.ray(p, direction, &mut self.rays);
        match self.medium {
            Medium::Material => inside.into_iter().find(|&(from, to)| from < 0.0 && 0.0 < to),
            Medium::Air => {
                let from = inside.iter().map(|stretch| stretch.1).filter(|end| *end <= 0.0);
                let to = inside.iter().map(|stretch| stretch.0).filter(|start| *start >= 0.0);
                let within = inside.iter().any(|&(from, to)| from < 0.0 && 0.0 < to);
                (!within).then(|| (from.fold(f64::NEG_INFINITY, f64::max), to.fold(f64::INFINITY, f64::min)))
            }
        }
    }

    fn sees(&mut self, p: DVec3, other: DVec3) -> bool {
        let away = other - p;
        let direction = away.normalize_or(DVec3::X);
        self.stretch(p, direction).is_some_and(|(_, to)| to > away.length())
    }

    fn is_outside(&mut self, p: DVec3) -> bool {
        OUTWARD.into_iter().any(|direction| {
            let stretch = self.stretch(p, DVec3::from(direction).normalize());
            stretch.is_some_and(|(from, to)| from == f64::NEG_INFINITY || to == f64::INFINITY)
        })
    }
}
