//! `cargo xtask peers growth`: how our cost grows with the number of primitives.
//!
//! The models are like the peer's, but spread in space as they grow, so that the neighbourhood of a primitive stays as
//! crowded as before, and without intersections, which would leave nothing of a large model.

use super::Places;
use super::plot::{self, Panel, Series};
use super::record::{Drawn, read_ours};
use super::report::mean;
use super::run::{our_binary, run_ours};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Models of each size, unless told otherwise.
pub const MODELS: usize = 20;

const SIZES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// What was measured of the models of one size, as means.
struct Measured {
    primitives: usize,
    drawn: usize,
    ms: f64,
    lines: f64,
}

/// Draws models of growing size and writes a table and a plot.
pub fn run(places: &Places, count: usize, out: &Path) -> Result<()> {
    let binary = our_binary(places)?;
    let folder = out.join("growth");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut rows = Vec::new();
    for primitives in SIZES {
        let models: String = (0..count).map(|k| format!("{}\n", random_recipe(primitives, k))).collect();
        let recipes = folder.join(format!("{primitives}.jsonl"));
        let drawings = folder.join(format!("{primitives}-drawn.jsonl"));
        fs::write(&recipes, models).with_context(|| format!("cannot write {}", recipes.display()))?;
        run_ours(&binary, &recipes, &drawings)?;
        rows.push(measured(primitives, &read_ours(&drawings)?)?);
    }
    println!("{}", table(&rows));
    let path = out.join("growth.svg");
    fs::write(&path, drawn_plot(&rows)).with_context(|| format!("cannot write {}", path.display()))?;
    println!("Plot: {}", path.display());
    Ok(())
}

fn measured(primitives: usize, models: &[Drawn]) -> Result<Measured> {
    let drawn: Vec<(f64, f64)> = models
        .iter()
        .filter(|model| model.fault.is_none())
        .filter_map(|model| Some((model.ms?, lines(model) as f64)))
        .collect();
    ensure!(!drawn.is_empty(), "no model of {primitives} primitives was drawn");
    let (ms, lines): (Vec<f64>, Vec<f64>) = drawn.iter().copied().unzip();
    Ok(Measured { primitives, drawn: drawn.len(), ms: mean(&ms), lines: mean(&lines) })
}

/// Lines in all views, visible and hidden.
fn lines(model: &Drawn) -> usize {
    model.views.values().map(|view| view.visible.len() + view.hidden.len()).sum()
}

fn table(rows: &[Measured]) -> String {
    let mut text = String::from(
        "| primitives | models drawn | CPU ms a model | lines in all views | µs a line | µs / (line × log₂ lines) |\n\
         |---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let a_line = 1000.0 * row.ms / row.lines;
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.0} | {a_line:.1} | {:.2} |",
            row.primitives,
            row.drawn,
            row.ms,
            row.lines,
            a_line / log2(row.lines)
        );
    }
    text
}

/// Logarithm to base two, at least one. A table needs few digits, whatever the platform.
#[allow(clippy::disallowed_methods)]
fn log2(value: f64) -> f64 {
    value.log2().max(1.0)
}

#[allow(clippy::disallowed_methods)]
fn cube_root(value: f64) -> f64 {
    value.cbrt()
}

fn drawn_plot(rows: &[Measured]) -> String {
    let points =
        |value: fn(&Measured) -> f64| rows.iter().map(|row| (row.primitives as f64, value(row))).collect();
    plot::log_log(
        "Cost of a model: building and drawing eleven views",
        "",
        &[Panel {
            x_name: "primitives",
            series: vec![
                Series { name: "CPU ms", colour: "#06c", points: points(|row| row.ms) },
                Series { name: "lines in all views", colour: "#c60", points: points(|row| row.lines) },
            ],
        }],
    )
}

/// A recipe of many primitives, the same for the same numbers.
fn random_recipe(primitives: usize, model: usize) -> Value {
    let mut draws = Draws((primitives as u64) << 32 | model as u64);
    // Three primitives within 0.6 of the middle are as crowded as the peer's.
    let reach = 0.6 * cube_root(primitives as f64 / 3.0);
    let elements = (0..primitives).map(|k| element(&mut draws, k == 0, reach));
    Value::from(elements.collect::<Vec<_>>())
}

fn element(draws: &mut Draws, base: bool, reach: f64) -> Value {
    let (prim, params) = match draws.below(5) {
        0 => ("sphere", vec![draws.between(0.4, 0.9)]),
        1 => ("box", vec![draws.between(0.6, 1.8), draws.between(0.6, 1.8), draws.between(0.6, 1.8)]),
        2 => ("cone", vec![draws.between(0.4, 0.9), draws.between(0.6, 1.8)]),
        3 => ("torus", vec![draws.between(0.5, 0.9), draws.between(0.15, 0.35)]),
        _ => ("cylinder", vec![draws.between(0.3, 0.8), draws.between(0.6, 1.8)]),
    };
    let op = match draws.below(3) {
        _ if base => "base",
        0 => "difference",
        _ => "union",
    };
    let pos = [(); 3].map(|()| draws.between(-reach, reach));
    let axis = ["x", "y", "z"][draws.below(3)];
    json!({"prim": prim, "params": params, "axis": axis, "deg": 90 * draws.below(4), "pos": pos, "op": op})
}

/// Random numbers by the recipe of splitmix64: good enough to scatter primitives.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> usize {
        (self.next() % n) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        // Six digits, as the peer writes them.
        ((low + unit * (high - low)) * 1e6).round() / 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::recipe;

    #[test]
    fn random_recipes_are_solids_of_the_asked_size() {
        for primitives in SIZES {
            let recipe = random_recipe(primitives, 3);
            assert_eq!(recipe, random_recipe(primitives, 3));
            assert_ne!(recipe, random_recipe(primitives, 4));
            assert_eq!(recipe::solid(&recipe).unwrap().leaves().len(), primitives);
        }
    }

    #[test]
    fn the_table_divides_cost_by_lines() {
        let row = Measured { primitives: 2, drawn: 20, ms: 1.024, lines: 1024.0 };
        let text = table(&[row]);
        assert!(text.ends_with("| 2 | 20 | 1.02 | 1024 | 1.0 | 0.10 |\n"), "{text}");
    }
}
