//! A model with its drawings, as a JSON line or as pictures.

use super::failure::Failure;
use super::plan::Plan;
use super::work::Goods;
use crate::args::DrawFormat;
use serde::{Serialize, Serializer};
use spatiq_draw::{Drawing, Frame, Points};
use spatiq_geom::{DVec3, Mesh, Solid, Stop, Stopped, go_on};

/// So much farther out, relative to the picture, is not beyond its border.
const ROUNDING: f64 = 1e-6;

/// A model and its drawings.
pub struct Drawn {
    pub solid: Solid,
    /// A mesh whose triangles enclose some space twice.
    pub crosses_itself: bool,
    /// As many as there are eyes.
    pub drawings: Vec<Drawing>,
    pub bounds: [DVec3; 2],
    pub extent: f64,
    /// What drawing took.
    pub ms: f64,
}

impl Drawn {
    /// The mesh, if that is what was drawn.
    fn mesh(&self) -> Option<&Mesh> {
        self.solid.leaves().first()?.mesh().map(|form| &form.mesh)
    }

    /// `None` where nothing is enclosed.
    fn volume(&self, stop: Stop) -> Result<Option<f64>, Stopped> {
        match self.mesh() {
            Some(mesh) if !mesh.is_closed() => Ok(None),
            // Summing up triangles would count twice what is enclosed twice.
            Some(mesh) if !self.crosses_itself => Ok(Some(mesh.volume())),
            _ => self.solid.volume(stop).map(Some),
        }
    }

    /// The line of a JSON file.
    pub fn line(&self, plan: &Plan, name: &str, stop: Stop) -> Result<Goods, Failure> {
        let [low, high] = self.bounds.map(|corner| corner.to_array());
        let views = plan.eyes.iter().zip(&self.drawings);
        let line = Line {
            id: name,
            // There shall be no -0.
            bbox: [low[0], low[1], low[2], high[0], high[1], high[2]].map(|value| value + 0.0),
            volume: self.volume(stop)?,
            ms: self.ms,
            views: Views(views.map(|(eye, drawing)| (eye.key.as_str(), drawing.points())).collect()),
        };
        serde_json::to_string(&line).map(Goods::Line).map_err(|error| Failure::System(error.into()))
    }

    /// A picture of each view.
    pub fn pictures(
        &self,
        plan: &Plan,
        name: &str,
        warnings: &mut Vec<String>,
        stop: Stop,
    ) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let style = plan.style(self.mesh().is_some());
        warnings.extend(self.cut_off(plan, style.view_box));
        let mut files = Vec::new();
        for (eye, drawing) in plan.eyes.iter().zip(&self.drawings) {
            go_on(stop)?;
            let file = |ending: &str| format!("{name}/{name}_{}.{ending}", eye.ending);
            if plan.format != DrawFormat::Png {
                let title = format!("{name} {}", eye.key);
                let svg = spatiq_draw::svg(drawing, &style, self.extent, Some(&title))?;
                files.push((file("svg"), svg.into_bytes()));
            }
            if plan.format != DrawFormat::Svg {
                files.push((file("png"), spatiq_draw::png(drawing, &style, self.extent)?));
            }
        }
        Ok(files)
    }

    /// A warning if lines leave the pictures of some views.
    fn cut_off(&self, plan: &Plan, view_box: f64) -> Option<String> {
        let least = self.drawings.iter().map(|drawing| Frame::least_view_box(drawing, self.extent));
        let beyond: Vec<(&str, f64)> = plan
            .eyes
            .iter()
            .map(|eye| eye.key.as_str())
            .zip(least)
            .filter(|(_, least)| *least > view_box * (1.0 + ROUNDING))
            .collect();
        let most = beyond.iter().map(|(_, least)| *least).reduce(f64::max)?;
        let views: Vec<&str> = beyond.iter().map(|(view, _)| *view).collect();
        let views = format!("{} {}", if views.len() == 1 { "view" } else { "views" }, views.join(" "));
        // Rounded up: what is said must be enough.
        let enough = (most * 100.0).ceil() / 100.0;
        Some(format!("lines leave the picture in {views}: --view-box {enough} shows all"))
    }
}

/// The line of a model that was drawn.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    bbox: [f64; 6],
    volume: Option<f64>,
    ms: f64,
    views: Views<'a>,
}

/// Views in the order in which they were asked for.
struct Views<'a>(Vec<(&'a str, Points)>);

impl Serialize for Views<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, points)| (key, points)))
    }
}
