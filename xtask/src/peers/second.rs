//! What OpenCASCADE itself says on second thoughts about files on which we differ: volumes by its adaptive integration instead of a
//! fixed number of points on each face, and, of the edges that it draws as sharp, those along which its own normals agree.

use super::run::python_with;
use anyhow::{Context, Result, ensure};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints a line for each file: name, volume, edges taken for sharp, those of them that are smooth, the largest angle along these.
const SCRIPT: &str = r"
import os, sys
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.GeomAPI import GeomAPI_ProjectPointOnSurf
from OCP.GeomAbs import GeomAbs_C0
from OCP.GeomLProp import GeomLProp_SLProps
from OCP.STEPControl import STEPControl_Reader
from OCP.TopAbs import TopAbs_EDGE, TopAbs_FACE, TopAbs_REVERSED
from OCP.TopExp import TopExp
from OCP.TopTools import TopTools_IndexedDataMapOfShapeListOfShape
from OCP.TopoDS import TopoDS

# Points of the edge itself, not of its images in the parameters of the faces: those that the reader makes may stray.
def normals(edge, faces):
    curve = BRepAdaptor_Curve(edge)
    first, last = curve.FirstParameter(), curve.LastParameter()
    for k in range(21):
        point, pair = curve.Value(first + (last - first) * k / 20), []
        for face in faces:
            surface = BRep_Tool.Surface_s(face)
            nearest = GeomAPI_ProjectPointOnSurf(point, surface)
            if nearest.NbPoints() == 0:
                continue
            found = GeomLProp_SLProps(surface, *nearest.LowerDistanceParameters(), 1, 1e-9)
            if found.IsNormalDefined():
                normal = found.Normal()
                if face.Orientation() == TopAbs_REVERSED:
                    normal.Reverse()
                pair.append(normal)
        if len(pair) == 2:
            yield pair[0].Angle(pair[1])

for name in sys.argv[1:]:
    reader = STEPControl_Reader()
    reader.ReadFile(name)
    reader.TransferRoots()
    shape = reader.OneShape()
    volume = GProp_GProps()
    BRepGProp.VolumePropertiesGK_s(shape, volume, 1e-5)
    edges = TopTools_IndexedDataMapOfShapeListOfShape()
    TopExp.MapShapesAndAncestors_s(shape, TopAbs_EDGE, TopAbs_FACE, edges)
    sharp, largest = 0, []
    for k in range(1, edges.Extent() + 1):
        edge = TopoDS.Edge_s(edges.FindKey(k))
        faces = [TopoDS.Face_s(face) for face in edges.FindFromIndex(k)]
        if len(faces) != 2 or faces[0].IsSame(faces[1]) or BRep_Tool.Degenerated_s(edge):
            continue
        if BRep_Tool.Continuity_s(edge, faces[0], faces[1]) == GeomAbs_C0:
            sharp += 1
            angle = max(normals(edge, faces), default=9.0)
            if angle < 0.01:
                largest.append(angle)
    print('@', os.path.basename(name), volume.Mass(), sharp, len(largest), max(largest, default=0.0))
";

/// A table of the files on which we differ: in lines, or in the volume, which is given.
pub fn table(venv: &Path, files: &[(PathBuf, Option<f64>)]) -> Result<String> {
    if files.is_empty() {
        return Ok(String::new());
    }
    let python = python_with(venv, "OCP.HLRBRep", &["cadquery-ocp"])?;
    let mut command = Command::new(python);
    command.args(["-c", SCRIPT]).args(files.iter().map(|(file, _)| file));
    let output = command.output().context("cannot ask OpenCASCADE again")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    let mut text = String::from(
        "OpenCASCADE asked again, where we differ: the volume by its adaptive integration, and the edges that it draws as sharp although \
         its own normals on both sides differ by less than 0.01 all along.\n\n\
         | file | volume | ours | relative | sharp edges | of them smooth | largest angle |\n|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let lines = said.lines().filter_map(|line| line.strip_prefix("@ "));
    for (line, (_, ours)) in lines.zip(files) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, volume, sharp, smooth, angle] = words[..] else { continue };
        let (volume, angle): (f64, f64) = (volume.parse()?, angle.parse()?);
        let (ours, apart) = ours.map_or_else(Default::default, |ours| {
            (format!("{ours:.4}"), format!("{:.1e}", (ours / volume - 1.0).abs()))
        });
        let _ =
            writeln!(text, "| {name} | {volume:.4} | {ours} | {apart} | {sharp} | {smooth} | {angle:.1e} |");
    }
    text.push('\n');
    Ok(text)
}
