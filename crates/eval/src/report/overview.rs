//! The top of the page: what the dataset is, its size, and the best result of each task beside the paper's.

use super::bars::interval_bar;
use super::html::{count, escape, interval, percent};
use super::results::solver_name;
use super::{Report, TaskReport, task_anchor};
use crate::RunResult;
use crate::probes::{self, ProbeResult};
use spatiq_bench::PaperTable;

/// The page's header.
pub(super) fn header(report: &Report) -> String {
    let pictures = report.tasks.iter().flat_map(|task| &task.splits).map(|split| split.pictures).sum();
    let figures = [
        ("questions", report.tasks.iter().map(TaskReport::items).sum()),
        ("pictures", pictures),
        ("tasks", report.tasks.len() as u64),
    ];
    let figure =
        |(name, number): (&str, u64)| format!("<div><dt>{name}</dt><dd>{}</dd></div>", count(number));
    let cards: String = report.tasks.iter().enumerate().map(|(at, task)| card(at, task)).collect();
    format!(
        "<header>\n<p class=\"origin\">spatiq {version} · seed {seed} · {format}</p>\n<h1>{title}</h1>\n\
         <dl class=\"figures\">{figures}</dl>\n<nav aria-label=\"Tasks\">\n<ul class=\"cards\">\n{cards}</ul>\n</nav>\n\
         </header>\n",
        version = escape(&report.version),
        seed = report.seed,
        format = escape(&report.format),
        title = escape(&report.title),
        figures = figures.map(figure).concat(),
    )
}

/// A task's headline, which leads to its section. Probes are no solvers to boast of: they have a line of their own.
fn card(at: usize, task: &TaskReport) -> String {
    let solvers = task.results.iter().filter(|result| !probes::is_probe(&result.solver));
    // Nor is one that was given part of the truth; it is told apart.
    let (alone, helped): (Vec<&RunResult>, Vec<&RunResult>) =
        solvers.partition(|result| result.privileged.is_empty());
    let best = match (alone.into_iter().reduce(better), helped.is_empty()) {
        (Some(result), _) => format!("{}\n{}", best("Best solver", result), bar(result, task)),
        (None, true) => "<p class=\"best\">No solver has been run yet.</p>".into(),
        (None, false) => {
            "<p class=\"best\">No solver has been run that is given the question alone.</p>".into()
        }
    };
    let best = best + &best_helped(&helped);
    let best_of = |table: &&'static PaperTable| paper_f1(table).or_else(|| paper_best(table));
    let results = task.paper.iter().filter(|table| !super::relations::is_beside(table));
    let paper = results.filter_map(best_of).next().map_or_else(String::new, |best| {
        format!(
            "<p class=\"paper-best\">Paper’s best: <strong>{value:.1}\u{a0}%</strong> {network} \
             <span class=\"note\">{setting}</span></p>",
            value = best.percent,
            network = escape(best.network),
            setting = escape(best.setting),
        )
    });
    format!(
        "<li><a href=\"#{anchor}\">{name}</a>\n<p class=\"note\">{items} questions</p>\n{best}{paper}{leaks}</li>\n",
        anchor = task_anchor(at),
        name = escape(&task.name),
        items = count(task.items()),
        leaks = leaks(&task.probes),
    )
}

/// The best of those that were given the same beyond the question, a line each.
fn best_helped(helped: &[&RunResult]) -> String {
    let mut kinds: Vec<&Vec<String>> = helped.iter().map(|result| &result.privileged).collect();
    kinds.sort();
    kinds.dedup();
    let of_kind = |given: &Vec<String>| {
        helped.iter().copied().filter(|result| result.privileged == *given).reduce(better)
    };
    kinds.into_iter().filter_map(of_kind).map(|result| best("With help", result)).collect()
}

/// A result as a headline.
fn best(title: &str, result: &RunResult) -> String {
    let class = if result.privileged.is_empty() { "best" } else { "helped" };
    format!(
        "<p class=\"{class}\">{title}: <strong>{value}</strong> {solver} <span class=\"note\">{interval}</span></p>",
        value = percent(result.score.value),
        solver = solver_name(result),
        interval = interval(result.score.ci95),
    )
}

fn bar(result: &RunResult, task: &TaskReport) -> String {
    interval_bar(result.score.value, result.score.ci95, task.chance())
}

/// What the blind probes found, in a line.
fn leaks(probes: &[ProbeResult]) -> String {
    let leaking: Vec<&str> = probes.iter().filter(|probe| probe.leaks).map(|probe| probe.probe).collect();
    match (probes.len(), leaking.is_empty()) {
        (0, _) => String::new(),
        (count, true) => format!("<p>Blind probes: none of {count} beats chance</p>\n"),
        (count, false) => format!(
            "<p class=\"leaking\">Blind probes: {} of {count} beat chance ({})</p>\n",
            leaking.len(),
            leaking.join(", ")
        ),
    }
}

/// The higher of two results; the first of equals.
fn better<'a>(best: &'a RunResult, next: &'a RunResult) -> &'a RunResult {
    if next.score.value > best.score.value { next } else { best }
}

struct PaperBest {
    percent: f64,
    network: &'static str,
    setting: &'static str,
}

/// The highest F1 of a table that has a column of that name; its figures are shares.
fn paper_f1(table: &'static PaperTable) -> Option<PaperBest> {
    let (&setting, columns) = table.head.split_first()?;
    let at = 1 + columns.iter().position(|name| *name == "F1")?;
    let figure = |row: &&'static [&'static str]| {
        let share: f64 = row.get(at)?.parse().ok()?;
        Some(PaperBest { percent: 100.0 * share, network: row[0], setting })
    };
    let figures = table.rows.iter().filter_map(figure);
    figures.reduce(|best, next| if next.percent > best.percent { next } else { best })
}

/// The highest figure in the first row of a table, whose cells read `in / out of distribution`.
fn paper_best(table: &'static PaperTable) -> Option<PaperBest> {
    let (&setting, cells) = table.rows.first()?.split_first()?;
    let figure = |(&cell, &network): (&&'static str, &&'static str)| {
        let percent: f64 = cell.split('/').next()?.trim().parse().ok()?;
        Some(PaperBest { percent, network, setting })
    };
    let figures = cells.iter().zip(table.head.get(1..)?).filter_map(figure);
    figures.reduce(|best, next| if next.percent > best.percent { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_best_is_read_off_the_first_row() {
        static TABLE: PaperTable = PaperTable {
            task: "",
            title: "",
            head: &["trained → tested", "one", "two", "three"],
            rows: &[&["all → all", "52.4 / –", "77.9 / 99.0", "–"], &["1 → 2", "96.7 / 3", "", ""]],
        };
        let best = paper_best(&TABLE).unwrap();
        assert_eq!((best.percent, best.network, best.setting), (77.9, "two", "all → all"));
        static EMPTY: PaperTable = PaperTable { task: "", title: "", head: &[], rows: &[] };
        assert!(paper_best(&EMPTY).is_none());
    }
}
