//! From a recipe of the peer to a solid that rays can ask.

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::Value;
use spatiq_geom::{DVec3, Leaf, Op, Placement, Primitive, Solid};

#[derive(Deserialize)]
struct Element {
    prim: String,
    params: Vec<f64>,
    axis: char,
    deg: u32,
    pos: [f64; 3],
    op: String,
}

/// The solid of a recipe: elements joined from first to last.
pub fn solid(recipe: &Value) -> Result<Solid> {
    let elements = Vec::<Element>::deserialize(recipe).context("not a recipe")?;
    let mut whole: Option<Solid> = None;
    for element in &elements {
        let part = Solid::from(leaf(element)?);
        whole = Some(match whole {
            None => part,
            Some(before) => before.join(op(&element.op)?, part)?,
        });
    }
    whole.context("the recipe has no elements")
}

fn leaf(element: &Element) -> Result<Leaf> {
    let axis = ['x', 'y', 'z'].into_iter().position(|axis| axis == element.axis).context("no such axis")?;
    ensure!(element.deg.is_multiple_of(90), "{} degrees are not right angles", element.deg);
    let placement = Placement::quarter_turns(axis, element.deg / 90, DVec3::from(element.pos));
    Ok(Leaf::new(primitive(&element.prim, &element.params)?, placement))
}

fn primitive(name: &str, params: &[f64]) -> Result<Primitive> {
    Ok(match (name, params) {
        ("sphere", &[radius]) => Primitive::Sphere { radius },
        ("box", &[x, y, z]) => Primitive::Box { half: DVec3::new(x, y, z) / 2.0 },
        ("cone", &[radius, height]) => Primitive::Cone { radius, height },
        ("torus", &[ring, tube]) => Primitive::Torus { ring, tube },
        ("cylinder", &[radius, height]) => Primitive::Cylinder { radius, height },
        _ => bail!("no primitive is {name} of {} numbers", params.len()),
    })
}

fn op(name: &str) -> Result<Op> {
    Ok(match name {
        "union" => Op::Union,
        "intersection" => Op::Intersection,
        "difference" => Op::Difference,
        _ => bail!("no operation is called {name}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_box_with_a_hole_is_solid_beside_the_hole() {
        let solid = solid(&json!([
            {"prim": "box", "params": [2, 2, 2], "axis": "z", "deg": 0, "pos": [0, 0, 0], "op": "base"},
            {"prim": "cylinder", "params": [0.5, 4], "axis": "x", "deg": 90, "pos": [0.4, 0, 0], "op": "difference"}
        ]))
        .unwrap();
        // The cylinder lies along y after its quarter turn about x.
        assert!(!solid.contains(DVec3::new(0.4, 0.9, 0.0)));
        assert!(solid.contains(DVec3::new(-0.4, 0.0, 0.9)));
    }

    #[test]
    fn what_is_no_recipe_is_an_error() {
        assert!(solid(&json!([])).is_err());
        assert!(solid(&json!("box")).is_err());
        let element =
            json!({"prim": "box", "params": [1], "axis": "z", "deg": 0, "pos": [0, 0, 0], "op": "base"});
        assert!(solid(&json!([element])).is_err());
    }
}
