//! From the OBJ files of parts to parts that stand where and as large as a model must.

use super::file::{PartMeshes, PieceMesh};
use super::{Faults, Open, Unfit};
use crate::category::{Category, PartCategory};
use spatiq_geom::mesh::{MeshError, ReadError, obj};
use spatiq_geom::{DVec3, Mesh, Stop};
use std::collections::BTreeSet;

/// A part before its files are read.
pub(super) struct Group {
    pub(super) part: PartCategory,
    /// What PartNet calls it.
    pub(super) label: String,
    /// Whether labels below it would mean parts as well.
    pub(super) nested: bool,
    pub(super) objs: Vec<Obj>,
}

/// An OBJ file of a part.
pub(super) struct Obj {
    /// The file's name without its ending.
    pub(super) stem: String,
    /// How far what is in the file is shifted.
    pub(super) shift: DVec3,
}

impl Obj {
    /// A file that is taken as it lies.
    pub(super) fn at_rest(stem: &str) -> Self {
        Self { stem: stem.into(), shift: DVec3::ZERO }
    }
}

/// A part as it lies in its files: y is up, and it looks to +z.
pub(super) struct Raw {
    part: PartCategory,
    pieces: Vec<(Mesh, DVec3)>,
}

impl Raw {
    pub(super) fn category(&self) -> PartCategory {
        self.part
    }
}

/// Reads the files of all parts. What cannot be read is left out and counted; a model that loses all of a named part by that is
/// unfit.
pub(super) fn read(
    groups: Vec<Group>,
    open: Open,
    most_triangles: usize,
    faults: &mut Faults,
    stop: Stop,
) -> Result<Vec<Raw>, Unfit> {
    let mut parts = Vec::new();
    let (mut used, mut triangles) = (BTreeSet::new(), 0);
    for group in groups {
        let mut pieces = Vec::new();
        let mut lost = None;
        if group.part == PartCategory::Other {
            faults.unknown(&group.label);
        }
        for obj in group.objs {
            if !used.insert(obj.stem.clone()) {
                faults.count("OBJ of two parts");
                continue;
            }
            match read_obj(&obj.stem, open, stop)? {
                Ok(mesh) => {
                    triangles += mesh.triangles().len();
                    pieces.push((mesh, obj.shift));
                }
                Err(fault) => {
                    faults.count(fault);
                    lost = Some(fault);
                }
            }
            if triangles > most_triangles {
                let what = format!("it has more than {most_triangles} triangles");
                return Err(Unfit::Because("too large", what));
            }
        }
        if pieces.is_empty() {
            // Without a part that somebody named, what is said about the model would be wrong.
            if let Some(fault) = lost.filter(|_| group.part != PartCategory::Other) {
                let what = format!("of its {:?} no file is left: {fault}", group.label);
                return Err(Unfit::Because("lost part", what));
            }
            faults.count("empty part");
            continue;
        }
        faults.count_if(group.nested, "part within a part");
        faults.count_if(pieces.len() > 1, "part of several OBJs");
        parts.push(Raw { part: group.part, pieces });
    }
    Ok(parts)
}

/// The mesh of a file, or what is wrong with it.
fn read_obj(stem: &str, open: Open, stop: Stop) -> Result<Result<Mesh, &'static str>, Unfit> {
    // What is no plain name would lead out of the folder.
    if stem.is_empty() || stem.starts_with('.') || stem.contains(['/', '\\', '\0']) {
        return Ok(Err("OBJ of a strange name"));
    }
    let [plain, textured] = ["objs", "textured_objs"].map(|folder| format!("{folder}/{stem}.obj"));
    let found = open(&plain).and_then(|found| if found.is_some() { Ok(found) } else { open(&textured) });
    let bytes = match found {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(Err("missing OBJ")),
        Err(_) => return Ok(Err("unreadable OBJ")),
    };
    match obj::read(&bytes, stop) {
        Ok((mesh, _)) => Ok(Ok(mesh)),
        Err(ReadError::Mesh(MeshError::Stopped(_))) => Err(Unfit::Stopped),
        Err(ReadError::Mesh(MeshError::Empty)) => Ok(Err("empty OBJ")),
        Err(_) => Ok(Err("unreadable OBJ")),
    }
}

/// Makes the parts stand on z = 0 around the z axis, look to -y, and reach as far as their category does; those of a kind
/// one after the other.
pub(super) fn stand(category: Category, mut parts: Vec<Raw>) -> Result<Vec<PartMeshes>, Unfit> {
    let points = || {
        let pieces = parts.iter().flat_map(|part| &part.pieces);
        pieces.flat_map(|(mesh, shift)| mesh.vertices().iter().map(|vertex| upright(*vertex + *shift)))
    };
    let nothing = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let [low, high] = points().fold(nothing, |[low, high], point| [low.min(point), high.max(point)]);
    let middle = (low + high) / 2.0;
    let farthest = points().map(|point| point.distance(middle)).fold(0.0, f64::max);
    let scale = category.reach() / farthest;
    if !scale.is_finite() || scale <= 0.0 {
        return Err(Unfit::Because("unreadable", "it has no size that can be calculated with".into()));
    }
    let foot = middle.with_z(low.z);
    let place = |point: DVec3| ((upright(point) - foot) * scale).to_array().map(|along| along as f32);
    parts.sort_by_key(|part| part.part);
    let piece = |(mesh, shift): &(Mesh, DVec3)| PieceMesh {
        vertices: mesh.vertices().iter().map(|vertex| place(*vertex + *shift)).collect(),
        triangles: mesh.triangles().to_vec(),
    };
    let part =
        |part: &Raw| PartMeshes { category: part.part, pieces: part.pieces.iter().map(piece).collect() };
    Ok(parts.iter().map(part).collect())
}

/// A quarter turn about x, which brings y up to z, and the front from +z to -y.
fn upright(point: DVec3) -> DVec3 {
    DVec3::new(point.x, -point.z, point.y)
}
