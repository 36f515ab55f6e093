//! Whether a solid is one piece without enclosed hollows, and whether all that it has, its joints too, is large enough to be seen.
//!
//! 1. Edges that meet form a *web*. Along an edge, and around a corner in which edges meet, the material hangs together, and so does
//!    the air: a tree that uses every leaf once leaves no two wedges that touch in a line or a point only.
//! 2. Every piece of material and every hollow reaches to some web, or to a ball or ring that nothing cuts. So it is enough to
//!    lead a way through the material from the side of each web to the others, and one through the air from each to the outside
//!    ([`super::ways`]). Where there is one web, there is nothing to do.
//! 3. A solid for which no way is found is refused. That may refuse one that winds a lot, but never lets one pass that is
//!    in pieces, down to what the drawing engine can tell apart: a few thousandths of a pixel.
//! 4. What is one piece may still be held together by too little for anybody to see it; see [`super::joints`]. And what is long
//!    enough to be seen may be too narrow; see [`super::slivers`].

use super::ways::{Medium, hang_together};
use super::{joints, slivers};
use spatiq_bench::Reject;
use spatiq_draw::Model;
use spatiq_geom::{DVec3, Leaf, Primitive, Solid};

/// A web that is smaller than this share of the model is a speck: six pixels of a picture.
const SPECK: f64 = 0.05;

/// So short an edge is not seen as one: a share of the model, a pixel and a half of a picture.
const SHORT: f64 = 0.0125;

/// Edges end in the same corner if their ends are nearer than this share of the model.
const SAME_CORNER: f64 = 3e-5;

/// How far beside an edge it is looked for material and air, as shares of the model: the curve may be off its chord.
const BESIDE: [f64; 3] = [1e-5, 1e-4, 5e-4];

/// Directions around an edge in which material and air are looked for.
const AROUND: usize = 48;

/// Refuses a solid of primitives that is not one piece, encloses a hollow, or has features, slivers or joints too small to be seen. It
/// is given with its edges, and with the size of a pixel in the pictures that show it.
pub fn check(solid: &Solid, model: &Model, pixel: f64) -> Result<(), Reject> {
    let (size, webs) = (model.extent(), webs(model));
    let tiny =
        |web: &Web| web.extent() < SPECK * size || web.0.iter().any(|edge| length(edge) < SHORT * size);
    if webs.iter().any(tiny) {
        return Err(Reject("a feature too small to see"));
    }
    if slivers::any(solid, model, pixel) {
        return Err(Reject("a sliver of a face"));
    }
    let round = solid.leaves().iter().filter_map(|leaf| beside_uncut(solid, leaf, size));
    let sides: Option<Vec<Sides>> =
        webs.iter().map(|web| beside_edge(solid, web, size)).chain(round.map(Some)).collect();
    let sides = sides.ok_or(Reject("not in one piece"))?;
    // One web is one piece around which all air hangs together.
    if sides.len() > 1 {
        check_pieces(solid, &sides)?;
    }
    match joints::hold(solid, model.bounds()) {
        true => Ok(()),
        false => Err(Reject("held together by too little")),
    }
}

/// Refuses a solid if no way leads from web to web, or from one to the outside.
fn check_pieces(solid: &Solid, sides: &[Sides]) -> Result<(), Reject> {
    let of = |side: fn(&Sides) -> DVec3| sides.iter().map(side).collect::<Vec<_>>();
    if !hang_together(solid, &of(|sides| sides.material), Medium::Material) {
        return Err(Reject("not in one piece"));
    }
    if !hang_together(solid, &of(|sides| sides.air), Medium::Air) {
        return Err(Reject("an enclosed hollow"));
    }
    Ok(())
}

/// Edges that meet.
struct Web<'a>(Vec<&'a [DVec3]>);

impl Web<'_> {
    /// The longest edge of the box around it.
    fn extent(&self) -> f64 {
        let nowhere = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let [low, high] =
            self.0.iter().copied().flatten().fold(nowhere, |[low, high], &p| [low.min(p), high.max(p)]);
        (high - low).max_element()
    }
}

/// Puts the edges of a model together.
fn webs<'a>(model: &'a Model) -> Vec<Web<'a>> {
    let near = SAME_CORNER * model.extent();
    let meet = |one: &[DVec3], other: &[DVec3]| {
        let ends = |edge: &[DVec3]| [edge[0], edge[edge.len() - 1]];
        ends(one).iter().any(|a| ends(other).iter().any(|b| a.distance(*b) < near))
    };
    let mut webs: Vec<Web> = Vec::new();
    for edge in model.edges() {
        let (met, others) = webs.into_iter().partition(|web| web.0.iter().any(|other| meet(edge, other)));
        webs = others;
        let met: Vec<Web> = met;
        webs.push(Web(met.into_iter().flat_map(|web| web.0).chain([edge]).collect()));
    }
    webs
}

fn length(edge: &[DVec3]) -> f64 {
    edge.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// A point of the material and one of the air, on either side of a surface.
struct Sides {
    material: DVec3,
    air: DVec3,
}

/// The sides of a web, beside its longest edge: there no other leaf is near.
fn beside_edge(solid: &Solid, web: &Web, size: f64) -> Option<Sides> {
    let edge = web.0.iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let last = edge.len() - 1;
    let points = [last / 2, last / 3, last * 3 / 4].map(|at| match at {
        0 => (edge[0].lerp(edge[1], 0.38), edge[1] - edge[0]),
        at => (edge[at], edge[at + 1] - edge[at - 1]),
    });
    let all = BESIDE.into_iter().flat_map(|reach| points.map(|point| (point, reach * size)));
    all.into_iter().find_map(|((p, along), reach)| beside(solid, p, along, reach))
}

fn beside(solid: &Solid, p: DVec3, along: DVec3, reach: f64) -> Option<Sides> {
    if solid.leaves().iter().filter(|leaf| leaf.field(p).abs() < 2.0 * reach).count() > 2 {
        return None;
    }
    let (x, y) = along.normalize_or(DVec3::X).any_orthonormal_pair();
    let around = (0..AROUND).map(|k| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * k as f64 / AROUND as f64);
        p + (x * cos + y * sin) * reach
    });
    let (material, air): (Vec<DVec3>, Vec<DVec3>) = around.partition(|&p| solid.contains(p));
    Some(Sides { material: *material.first()?, air: *air.first()? })
}

/// The sides of a ball or a ring that may be whole.
fn beside_uncut(solid: &Solid, leaf: &Leaf, size: f64) -> Option<Sides> {
    let away = match *leaf.primitive()? {
        Primitive::Sphere { radius } => radius,
        Primitive::Torus { ring, tube } => ring + tube,
        Primitive::Box { .. } | Primitive::Cone { .. } | Primitive::Cylinder { .. } => return None,
    };
    let at = |away: f64| leaf.placement().to_world(DVec3::X * away);
    let (within, without) = (at(away - BESIDE[0] * size), at(away + BESIDE[0] * size));
    match (solid.contains(within), solid.contains(without)) {
        (true, false) => Some(Sides { material: within, air: without }),
        (false, true) => Some(Sides { material: without, air: within }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Shells, csg};
    use super::*;
    use crate::spare3d::cut::{Uncut, cutter};
    use crate::spare3d::elements::Elements;
    use spatiq_bench::Seed;
    use spatiq_draw::NEVER;
    use spatiq_geom::Recipe;
    use spatiq_geom::recipe::{Element, Part};

    fn check(solid: &Solid) -> Result<(), Reject> {
        let model = Model::new(solid, NEVER).unwrap();
        super::check(solid, &model, csg::pixel(model.extent()))
    }

    fn solid(elements: &str) -> Solid {
        Recipe::parse(format!("[{elements}]").as_bytes()).unwrap().solid().unwrap()
    }

    const ONE_PIECE: Shells = Shells { pieces: 1, hollows: 0 };

    #[test]
    fn pieces_are_told_apart_however_narrow_the_gap() {
        for (gap, pieces) in [(-0.05, 1), (1e-3, 2), (0.006, 2), (0.1, 2)] {
            let second = format!(
                r#"{{"prim": "sphere", "params": [0.5], "pos": [{}, 0, 0], "op": "union"}}"#,
                1.1 + gap
            );
            let balls = solid(&format!(r#"{{"prim": "sphere", "params": [0.6], "op": "base"}}, {second}"#));
            assert_eq!(check(&balls).err(), (pieces == 2).then_some(Reject("not in one piece")), "{gap}");
            assert_eq!(Shells::of(&balls).unwrap().pieces, pieces, "{gap}");
        }
        // A ball over a ring, and the tips of two cones, passed for one piece once.
        for pair in [
            r#"{"prim": "sphere", "params": [0.462], "op": "base"},
               {"prim": "torus", "params": [0.695, 0.277], "pos": [-0.054, 0.384, -0.679], "op": "union"}"#,
            r#"{"prim": "cone", "params": [0.635, 1.287], "axis": "x", "deg": 270, "op": "base"},
               {"prim": "cone", "params": [0.612, 0.768], "axis": "x", "deg": 90, "pos": [0.737, -0.4, 0.593], "op": "union"}"#,
        ] {
            assert_eq!(check(&solid(pair)), Err(Reject("not in one piece")), "{pair}");
        }
    }

    #[test]
    fn a_hollow_is_told_from_a_hole() {
        let block = r#"{"prim": "box", "params": [2, 2, 2], "op": "base"}"#;
        for (cut, expected) in [
            (r#"{"prim": "sphere", "params": [0.5], "op": "difference"}"#, Err(Reject("an enclosed hollow"))),
            (
                r#"{"prim": "box", "params": [1, 1, 1], "op": "difference"}"#,
                Err(Reject("an enclosed hollow")),
            ),
            (r#"{"prim": "cylinder", "params": [0.5, 3], "op": "difference"}"#, Ok(())),
            (r#"{"prim": "cylinder", "params": [0.5, 2], "pos": [0, 0, 0.5], "op": "difference"}"#, Ok(())),
        ] {
            assert_eq!(check(&solid(&format!("{block}, {cut}"))), expected, "{cut}");
        }
    }

    #[test]
    fn a_corner_that_just_comes_through_is_a_speck() {
        let speck = Err(Reject("a feature too small to see"));
        for (edge, expected) in [(1.2, speck), (1.4, Ok(()))] {
            let cube = format!(r#"{{"prim": "box", "params": [{edge}, {edge}, {edge}], "op": "base"}}"#);
            // The corners of a cube of edge 1.2 are 1.04 from its middle.
            let ball = r#"{"prim": "sphere", "params": [1.02], "op": "union"}"#;
            assert_eq!(check(&solid(&format!("{cube}, {ball}"))), expected, "{edge}");
        }
        let corner = solid(
            r#"{"prim": "sphere", "params": [0.471], "op": "base"},
               {"prim": "box", "params": [0.532, 0.548, 1.338], "pos": [0.133, 0.058, 0.491], "op": "union"},
               {"prim": "sphere", "params": [0.694], "pos": [-0.642, 0.043, 0.39], "op": "union"}"#,
        );
        assert_eq!(check(&corner), speck);
    }

    /// Both passed once: the boxes share two pixels by two, and the smaller ball hangs on a shaving.
    #[test]
    fn what_hangs_by_a_corner_or_a_shaving_is_held_together_by_too_little() {
        for object in [
            r#"{"prim": "box", "params": [0.77, 0.804, 1.196], "op": "base"},
               {"prim": "box", "params": [0.659, 0.586, 1.003], "pos": [0.683, -0.668, 0.566], "op": "union"}"#,
            r#"{"prim": "sphere", "params": [0.557], "op": "base"},
               {"prim": "cone", "params": [0.655, 1.196], "axis": "y", "deg": 90, "pos": [-0.272, -0.658, -0.117],
                "op": "intersection"},
               {"prim": "sphere", "params": [0.657], "pos": [-0.649, -0.13, 0.523], "op": "union"},
               {"prim": "sphere", "params": [0.415], "pos": [0.432, -0.599, 0.033], "op": "union"}"#,
        ] {
            assert_eq!(check(&solid(object)), Err(Reject("held together by too little")), "{object}");
        }
        // What a cut leaves is looked at in the same way.
        let bar = solid(r#"{"prim": "box", "params": [2, 0.6, 0.6], "op": "base"}"#);
        let uncut = Uncut::new(&bar).unwrap();
        // The last one leaves as much as the second, but its top all but lies in the bar's.
        for (bottom, top, bites) in [(-0.22, 0.5, false), (-0.08, 0.5, true), (-0.08, 0.32, false)] {
            let notch = Primitive::Box { half: DVec3::new(0.2, 0.5, (top - bottom) / 2.0) };
            let pos = DVec3::new(0.1, 0.0, (top + bottom) / 2.0);
            let part = Part::Primitive(notch);
            let cut = Elements(vec![Element { part, axis: 2, deg: 0, pos, op: None }]);
            assert_eq!(uncut.is_bitten_by(&cut), bites, "{bottom} {top}");
        }
    }

    /// Triangles that are joined exactly, and then counted, know nothing of edges and ways.
    #[test]
    fn what_passes_is_one_piece_without_hollows_by_its_triangles_too() {
        let mut cuts = 0;
        for number in 0..60 {
            let object = csg::numbered(31, number).solid().unwrap();
            assert_eq!(Shells::of(&object), Some(ONE_PIECE), "{number}");
            let uncut = Uncut::new(&object).unwrap();
            let seed = Seed::root(32).child(number);
            let bites = |nth: &u64| cutter(&object, &seed.child(*nth)).filter(|cut| uncut.is_bitten_by(cut));
            for cut in (0..6).filter_map(|nth| bites(&nth)) {
                cuts += 1;
                assert_eq!(Shells::of(&cut.off(&object).unwrap()), Some(ONE_PIECE), "{number} {cut:?}");
            }
        }
        assert!(cuts > 60, "{cuts}");
    }
}
