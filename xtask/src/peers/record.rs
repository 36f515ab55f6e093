//! What each engine wrote about each model, read into one form.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use spatiq_geom::DVec3;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A line of a drawing, in model units.
pub type Polyline = Vec<[f64; 2]>;

/// The lines of one view.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Lines {
    /// What nothing hides.
    pub visible: Vec<Polyline>,
    /// What lies behind a face.
    pub hidden: Vec<Polyline>,
}

/// What one engine made of one model.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// As the engine calls it.
    pub id: String,
    /// Why there is no drawing.
    pub fault: Option<String>,
    /// Of the solid, where the engine tells it.
    pub volume: Option<f64>,
    /// Corners of the box around the solid.
    pub bounds: Option<[DVec3; 2]>,
    /// CPU time of building the solid and drawing all its views.
    pub ms: Option<f64>,
    /// The drawings by the letters of their poses.
    pub views: BTreeMap<char, Lines>,
}

impl Drawn {
    fn new(line: &Value) -> Self {
        let id = line["id"].as_str().map_or_else(|| line["id"].to_string(), str::to_owned);
        let volume = line["volume"].as_f64();
        Self { id, fault: None, volume, bounds: corners(&line["bbox"]), ms: None, views: BTreeMap::new() }
    }
}

/// A recipe and what the peer made of it.
pub struct PeerModel {
    /// The elements, as both engines read them.
    pub recipe: Value,
    /// The peer's drawing.
    pub drawn: Drawn,
}

/// Reads the peer's output.
pub fn read_peer(path: &Path) -> Result<Vec<PeerModel>> {
    json_lines(path)?.iter().map(peer_model).collect()
}

fn peer_model(line: &Value) -> Result<PeerModel> {
    let mut drawn = Drawn::new(line);
    let mut ms = line["build_ms"].as_f64();
    for (pose, view) in line["views"].as_object().into_iter().flatten() {
        let exact = &view["exact"];
        // A view that failed has an error instead; its cost is unknown.
        if let (Some(letter), Ok(lines)) = (pose.chars().next(), Lines::deserialize(exact)) {
            drawn.views.insert(letter, lines);
            let cost = exact["ms"].as_f64().unwrap_or(0.0) + exact["poly_ms"].as_f64().unwrap_or(0.0);
            ms = ms.map(|ms| ms + cost);
        }
    }
    drawn.ms = ms;
    let status = line["status"].as_str().context("the peer's output has no status")?;
    drawn.fault = drawn.views.is_empty().then(|| status.to_owned());
    Ok(PeerModel { recipe: line["recipe"].clone(), drawn })
}

/// Reads the output of `spatiq draw --format json`.
pub fn read_ours(path: &Path) -> Result<Vec<Drawn>> {
    json_lines(path)?.iter().map(our_model).collect()
}

fn our_model(line: &Value) -> Result<Drawn> {
    let mut drawn = Drawn::new(line);
    drawn.ms = line["ms"].as_f64();
    drawn.fault = line["error"].as_str().map(str::to_owned);
    for (pose, view) in line["views"].as_object().into_iter().flatten() {
        let letter = pose.chars().next().context("a pose without a letter")?;
        let lines = Lines::deserialize(view).with_context(|| format!("model {}, pose {pose}", drawn.id))?;
        drawn.views.insert(letter, lines);
    }
    ensure!(
        drawn.fault.is_some() || !drawn.views.is_empty(),
        "model {} has neither views nor an error",
        drawn.id
    );
    Ok(drawn)
}

fn corners(value: &Value) -> Option<[DVec3; 2]> {
    let [a, b, c, d, e, f] = <[f64; 6]>::deserialize(value).ok()?;
    Some([DVec3::new(a, b, c), DVec3::new(d, e, f)])
}

fn json_lines(path: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let values = text.lines().filter(|line| !line.is_empty()).enumerate();
    values
        .map(|(k, line)| {
            serde_json::from_str(line).with_context(|| format!("{}, line {}", path.display(), k + 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_cost_of_the_peer_is_booleans_and_views_and_polylines() {
        let view = json!({"exact": {"ms": 2.0, "poly_ms": 0.5, "visible": [[[0, 0], [1, 1]]], "hidden": []}});
        let line = json!({"id": "7", "status": "ok", "recipe": [], "build_ms": 10.0, "volume": 1.5,
            "bbox": [0, 0, 0, 1, 2, 3], "views": {"f": view, "t": view, "r": {"exact": {"error": "x"}}}});
        let model = peer_model(&line).unwrap().drawn;
        assert_eq!((model.ms, model.fault, model.views.len()), (Some(15.0), None, 2));
        assert_eq!(model.bounds.unwrap()[1], DVec3::new(1.0, 2.0, 3.0));
    }

    #[test]
    fn a_model_without_views_has_its_fault() {
        let line = json!({"id": "0", "status": "empty", "recipe": [], "build_ms": 2.0, "bbox": null});
        assert_eq!(peer_model(&line).unwrap().drawn.fault.as_deref(), Some("empty"));
        let ours = our_model(&json!({"id": "a.json", "error": "nothing is left"})).unwrap();
        assert_eq!(ours.fault.as_deref(), Some("nothing is left"));
        assert!(our_model(&json!({"id": "a.json"})).is_err());
    }
}
