//! `cargo xtask peers growth-scenes`: how the cost of a picture grows with pixels, objects and triangles, and what a
//! second thread brings.

use super::facets::faceted;
use super::plot::{self, Panel, Series};
use super::scenes::{SIZE, cpu, everything, wall};
use anyhow::{Context, Result};
use spatiq_geom::{DMat3, DVec3, Placement};
use spatiq_scene::render::{Quality, look};
use spatiq_scene::{Category, Colour, Model, Object, Paint, Scene, furniture, neutral};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Objects of the scenes whose size or triangles grow.
const OBJECTS: usize = 5;

/// Triangles of a whole scene; the last are those of real models.
const TRIANGLES: [usize; 5] = [1_000, 5_000, 20_000, 54_000, OBJECTS * 54_000];

/// One measurement: how much of something, and the CPU milliseconds of depth and masks alone and of everything.
type Row = (f64, [f64; 2]);

/// Measures, prints tables and writes the plot, an SVG file.
pub fn run(plot: &Path) -> Result<()> {
    let shapes = scene(OBJECTS, None)?;
    let widths = [400, 800, 1200, 1600].map(|width| [width, width * 3 / 4]);
    let pixels = widths.map(|size| Ok(((size[0] * size[1]) as f64, costs(&shapes, size)?)));
    let pixels: Vec<Row> = pixels.into_iter().collect::<Result<_>>()?;
    let objects = [1, 2, 4, 8, 12].map(|count| Ok((count as f64, costs(&scene(count, None)?, SIZE)?)));
    let objects: Vec<Row> = objects.into_iter().collect::<Result<_>>()?;
    let triangles =
        TRIANGLES.map(|count| Ok((count as f64, costs(&scene(OBJECTS, Some(count / OBJECTS))?, SIZE)?)));
    let triangles: Vec<Row> = triangles.into_iter().collect::<Result<_>>()?;
    let (_, most) = triangles[triangles.len() - 1];
    publish(plot, &[("pixels", pixels), ("objects", objects), ("triangles", triangles)])?;
    let own = costs(&shapes, SIZE)?;
    println!(
        "Furniture of 54 000 triangles an object costs {:.2} times the procedural one (asked: at most 2).",
        most[1] / own[1]
    );
    let [one, two] = [1, 2].map(|threads| wall(threads, || everything(&shapes, SIZE, &Quality::DEFAULT)));
    let (one, two) = (one?, two?);
    println!(
        "One thread takes {one:.3} s, two {two:.3} s: {:.2} times as fast (asked: at least 1.8).",
        one / two
    );
    Ok(())
}

/// CPU milliseconds on one thread: depth and masks alone, and everything.
fn costs(scene: &Scene, size: [usize; 2]) -> Result<[f64; 2]> {
    let look = cpu(1, || drop(look(scene, size)))?;
    let all = cpu(1, || everything(scene, size, &Quality::DEFAULT))?;
    Ok([look * 1000.0, all * 1000.0])
}

fn publish(path: &Path, grown: &[(&'static str, Vec<Row>)]) -> Result<()> {
    let panel = |(what, rows): &(&'static str, Vec<Row>)| {
        println!("{}", table(what, rows));
        let points = |which: usize| rows.iter().map(|(x, ms)| (*x, ms[which])).collect();
        let series = vec![
            Series { name: "every layer, as files", colour: "#06c", points: points(1) },
            Series { name: "depth and masks alone", colour: "#c60", points: points(0) },
        ];
        Panel { x_name: what, series }
    };
    let panels: Vec<Panel> = grown.iter().map(panel).collect();
    let svg = plot::log_log("What a picture costs on one thread", "CPU milliseconds", &panels);
    fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    println!("Plot: {}\n", path.display());
    Ok(())
}

fn table(what: &str, rows: &[Row]) -> String {
    let mut text =
        format!("| {what} | depth and masks alone, CPU ms | everything, CPU ms |\n|---:|---:|---:|\n");
    for (x, [look, all]) in rows {
        let _ = writeln!(text, "| {x} | {look:.1} | {all:.1} |");
    }
    text
}

/// Furniture in rows, in the peers' room; as so many triangles an object, if told.
fn scene(count: usize, triangles: Option<usize>) -> Result<Scene> {
    let empty = br#"{"objects": [], "camera": {"eye": [0, -15.5, 5.5], "at": [0, 0, 0.5]}}"#;
    let mut scene = neutral::read(empty)?;
    for place in 0..count {
        let model = furniture::make(Category::FURNITURE[place % 5], 11 + 37 * place as u32);
        let model = triangles.map_or(Ok(model.clone()), |triangles| faceted(&model, triangles))?;
        scene.objects.push(object(model, place));
    }
    Ok(scene)
}

fn object(model: Model, place: usize) -> Object {
    let (sin, cos) = (libm::sin(place as f64), libm::cos(place as f64));
    let turn = DMat3::from_cols(DVec3::new(cos, sin, 0.0), DVec3::new(-sin, cos, 0.0), DVec3::Z);
    let shift = DVec3::new((place % 4) as f64 * 2.6 - 3.9, 3.5 - (place / 4) as f64 * 3.0, 0.0);
    let colours = Colour::ALL.into_iter().cycle().skip(place);
    let paint = model.counts().into_keys().zip(colours.map(Paint::Named)).collect();
    Object { model: Arc::new(model), placement: Placement { turn, shift }, paint }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_have_as_many_objects_as_asked_and_are_seen() {
        for count in [1, 5, 12] {
            let scene = scene(count, None).unwrap();
            let frame = look(&scene, [160, 120]);
            let seen = (1..=count as u16).filter(|object| frame.objects.contains(object)).count();
            assert_eq!((scene.objects.len(), seen), (count, count));
        }
    }
}
