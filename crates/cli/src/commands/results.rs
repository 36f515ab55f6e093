//! Results as people read them in a terminal.

use crate::output::{grouped, table};
use spatiq_bench::metrics;
use spatiq_eval::{BEFORE, CHANGED, Grid, RunResult, grids};
use std::path::Path;

/// Results for people, with or without their parts by level and other tags.
pub fn describe(results: &[RunResult], with_parts: bool) -> String {
    let percent = |value: f64| format!("{:.2} %", 100.0 * value);
    let interval = |[low, high]: [f64; 2]| format!("{:.2} to {:.2}", 100.0 * low, 100.0 * high);
    let head = ["task", "solver", "split", "", "items", "invalid", "score", "95 % interval"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for result in results {
        let score = &result.score;
        let name = format!("{} ({})", percent(score.value), score.metric);
        let cells = [&result.task, &result.solver, &result.split].map(String::clone);
        let numbers =
            [String::new(), grouped(score.items), grouped(score.invalid), name, interval(score.ci95)];
        rows.push(cells.into_iter().chain(numbers).collect());
        for (tag, values) in
            score.by.iter().filter(|(_, values)| with_parts && (2..=12).contains(&values.len()))
        {
            for (value, part) in values {
                let blank = || String::new();
                let cells =
                    [blank(), blank(), blank(), format!("{tag} {value}"), grouped(part.items), blank()];
                rows.push(cells.into_iter().chain([percent(part.value), interval(part.ci95)]).collect());
            }
        }
    }
    let notes = results.iter().filter(|_| with_parts).map(notes);
    let drawn = |result: &RunResult| grids(result).iter().map(|grid| drawn(result, grid)).collect::<String>();
    let grids = results.iter().filter(|_| with_parts).map(drawn);
    table(&rows) + &notes.chain(grids).collect::<String>()
}

/// A grid in %, with a dot where there are no such pairs.
fn drawn(result: &RunResult, grid: &Grid) -> String {
    let corner = |text: &str| format!("  {text}");
    let head = [corner("A \\ B")].into_iter().chain(grid.values.iter().cloned()).collect();
    let rows = grid.values.iter().zip(&grid.cells).map(|(value, cells)| {
        let cell =
            |cell: &Option<(f64, u64)>| cell.map_or("·".into(), |(f1, _)| format!("{:.1}", 100.0 * f1));
        [corner(value)].into_iter().chain(cells.iter().map(cell)).collect::<Vec<String>>()
    });
    let rows: Vec<Vec<String>> = [head].into_iter().chain(rows).collect();
    format!("\n{}, {}: {}\n{}", result.task, result.solver, grid.title, table(&rows))
}

/// Other figures of a result, and why answers were invalid.
fn notes(result: &RunResult) -> String {
    let mut text = String::new();
    if let Some(learnt) = &result.learnt {
        text += &format!("{}: learnt from {}: {learnt}\n", result.task, result.fit.join(" and "));
    }
    if let [Some(before), Some(changed)] = [BEFORE, CHANGED].map(|name| result.score.also.get(name)) {
        let [before, after, changed] = [*before, result.score.value, *changed].map(|share| 100.0 * share);
        let metric = result.score.metric;
        text += &format!(
            "{}: {metric} {before:.2} % before the repair, {after:.2} % after; {changed:.2} % of the labels changed\n",
            result.task
        );
    }
    for (name, value) in &result.score.also {
        let about = metrics::about(name).map_or(String::new(), |about| format!(" ({about})"));
        text += &format!("{}: {name} {value:.4}{about}\n", result.task);
    }
    for (why, (times, first)) in &result.faults.0 {
        text += &format!("{}: {} invalid: {why} (first: {first})\n", result.task, grouped(*times));
    }
    text
}

/// Where a run's solver name comes from: the file's name.
pub fn solver_of(path: &Path) -> String {
    path.file_stem().map_or("answers".into(), |stem| stem.to_string_lossy().into_owned())
}
