//! Recipes as values of serde: written with every field, so that nothing depends on what a reader takes for granted.

use super::{Element, Part, Recipe, described};
use crate::tree::Op;
use serde::ser::{Serialize, SerializeMap, Serializer};

const AXES: [&str; 3] = ["x", "y", "z"];

impl Serialize for Recipe {
    /// An array, or an object if there is an id to keep.
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Some(id) = &self.id else { return self.elements.serialize(out) };
        let mut object = out.serialize_map(Some(2))?;
        object.serialize_entry("id", id)?;
        object.serialize_entry("recipe", &self.elements)?;
        object.end()
    }
}

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut object = out.serialize_map(None)?;
        match &self.part {
            Part::Primitive(primitive) => {
                let (name, sizes) = described(primitive);
                object.serialize_entry("prim", name)?;
                object.serialize_entry("params", &sizes)?;
            }
            Part::Recipe(elements) => object.serialize_entry("recipe", elements)?,
        }
        object.serialize_entry("axis", AXES.get(self.axis).unwrap_or(&"?"))?;
        object.serialize_entry("deg", &self.deg)?;
        object.serialize_entry("pos", &self.pos.to_array())?;
        object.serialize_entry("op", name(self.op))?;
        object.end()
    }
}

fn name(op: Option<Op>) -> &'static str {
    match op {
        None => "base",
        Some(Op::Union) => "union",
        Some(Op::Intersection) => "intersection",
        Some(Op::Difference) => "difference",
    }
}
