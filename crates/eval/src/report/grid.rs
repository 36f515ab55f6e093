//! Grids of F1 as shaded tables: the 2.5VRD paper's figures 6 and 11.

use super::TaskReport;
use super::html::{escape, table};
use super::results::solver_name;
use crate::grids::{Grid, grids};

/// The grids of every solver; each solver's can be unfolded, the first one's are.
pub(super) fn section(task: &TaskReport) -> String {
    let mut solvers = Vec::new();
    for result in &task.results {
        let drawn: String = grids(result).iter().map(drawn).collect();
        if !drawn.is_empty() {
            let open = if solvers.is_empty() { " open" } else { "" };
            solvers.push(format!(
                "<details{open}>\n<summary>{}</summary>\n<div class=\"grids\">\n{drawn}</div>\n</details>\n",
                solver_name(result)
            ));
        }
    }
    match solvers.is_empty() {
        true => String::new(),
        false => format!(
            "<h4>F1 by size and place of both boxes (the paper’s figures 6 and 11)</h4>\n{}",
            solvers.concat()
        ),
    }
}

fn drawn(grid: &Grid) -> String {
    let cell = |cell: &Option<(f64, u64)>| match cell {
        Some((f1, pairs)) => format!(
            "<span class=\"shade\" style=\"--share:{:.0}%\" title=\"{pairs} pairs\">{:.0}</span>",
            100.0 * f1.clamp(0.0, 1.0),
            100.0 * f1
        ),
        None => "<span class=\"shade\">·</span>".into(),
    };
    let rows: Vec<Vec<String>> = grid
        .values
        .iter()
        .zip(&grid.cells)
        .map(|(value, cells)| [escape(value)].into_iter().chain(cells.iter().map(cell)).collect())
        .collect();
    let head: Vec<String> =
        ["A \\ B"].into_iter().map(escape).chain(grid.values.iter().map(|v| escape(v))).collect();
    table(&format!("{}, in %", grid.title), &head, &rows)
}
