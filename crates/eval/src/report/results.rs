//! How solvers and blind probes did, beside what the paper measured.

use super::bars::interval_bar;
use super::html::{count, escape, interval, percent, table};
use super::{SplitReport, TaskReport, Transfer, grid, relations};
use crate::RunResult;
use crate::probes::ProbeResult;
use spatiq_bench::{PaperTable, metrics};
use std::collections::BTreeSet;

/// Results of solvers, whole and by tag, then the paper's tables.
pub(super) fn solvers(task: &TaskReport) -> String {
    if task.results.is_empty() && task.paper.is_empty() {
        return String::new();
    }
    let ours = match task.results.is_empty() {
        true => "<p>No solver has been run yet.</p>\n".into(),
        false => whole(task) + &also(&task.results) + &by_tags(&task.results) + &grid::section(task),
    };
    let paper: String = task
        .paper
        .iter()
        .filter(|paper| !relations::is_beside(paper))
        .map(|paper| paper_table(paper, task))
        .collect();
    format!("<section class=\"results\">\n<h3>Results</h3>\n{ours}{paper}</section>\n")
}

fn whole(task: &TaskReport) -> String {
    let row = |result: &RunResult| {
        let score = &result.score;
        vec![
            solver_name(result),
            interval_bar(score.value, score.ci95, task.chance()),
            format!("<strong>{}</strong>", percent(score.value)),
            interval(score.ci95),
            escape(&result.split),
            answered(task, result),
            count(score.invalid),
        ]
    };
    let metric = task.results.first().map_or("", |result| result.score.metric);
    let scale = match task.chance() {
        Some(chance) => format!("0 to 100\u{a0}%; dashed: chance, {}", percent(chance)),
        None => "0 to 100\u{a0}%".into(),
    };
    let head = ["Solver", &scale, metric, "95\u{a0}% interval", "Split", "Questions", "Invalid"].map(escape);
    table("Solvers on this dataset", &head, &task.results.iter().map(row).collect::<Vec<_>>())
}

/// Other figures of each solver. Some are shares and some distances, so they stand as they are.
fn also(results: &[RunResult]) -> String {
    let names: BTreeSet<&str> = results.iter().flat_map(|result| result.score.also.keys().copied()).collect();
    if names.is_empty() {
        return String::new();
    }
    let row = |result: &RunResult| {
        let cell = |name: &&str| match result.score.also.get(name) {
            Some(value) => format!("{value:.4}"),
            None => "–".into(),
        };
        [solver_name(result)].into_iter().chain(names.iter().map(cell)).collect()
    };
    let head: Vec<String> = ["Solver"].into_iter().chain(names.iter().copied()).map(escape).collect();
    let about: String = names
        .iter()
        .filter_map(|name| {
            Some(format!("<li><strong>{}</strong>: {}</li>", escape(name), escape(metrics::about(name)?)))
        })
        .collect();
    let about = if about.is_empty() { about } else { format!("<ul class=\"legend\">{about}</ul>\n") };
    table(
        "Other measures; where there is no valid answer, a share counts as 0 and a distance is left out",
        &head,
        &results.iter().map(row).collect::<Vec<_>>(),
    ) + &about
}

/// How many questions a run is about; and of how many, where it left some out.
fn answered(task: &TaskReport, result: &RunResult) -> String {
    let asked = |split: &&SplitReport| result.split == "all" || result.split == split.name;
    let all: u64 = task.splits.iter().filter(asked).map(|split| split.items).sum();
    match result.score.items < all {
        true => format!("{} of {}", count(result.score.items), count(all)),
        false => count(result.score.items),
    }
}

/// A solver, and what it was given beyond the question.
pub(super) fn solver_name(result: &RunResult) -> String {
    escape(&result.solver) + &given(result)
}

/// A badge with what a solver was given beyond the question. All that a dataset can give is the truth.
pub(super) fn given(result: &RunResult) -> String {
    let names: Vec<String> = result.privileged.iter().map(|name| format!("true {}", escape(name))).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" <span class=\"badge\">given: {}</span>", names.join(", ")),
    }
}

/// A table per tag, with a column per value of the tag.
fn by_tags(results: &[RunResult]) -> String {
    let tags: BTreeSet<&String> = results.iter().flat_map(|result| result.score.by.keys()).collect();
    tags.into_iter()
        .filter(|tag| values_of(tag, results).len() <= MOST_VALUES)
        .map(|tag| by_tag(tag, results))
        .collect()
}

/// Tables with more columns are not read by anybody; `--json` has them.
const MOST_VALUES: usize = 12;

fn values_of(tag: &str, results: &[RunResult]) -> BTreeSet<String> {
    results
        .iter()
        .filter_map(|result| result.score.by.get(tag))
        .flat_map(|parts| parts.keys().cloned())
        .collect()
}

fn by_tag(tag: &str, results: &[RunResult]) -> String {
    let parts = |result: &RunResult| result.score.by.get(tag).cloned().unwrap_or_default();
    let values = values_of(tag, results);
    let row = |result: &RunResult| {
        let parts = parts(result);
        let cell = |value: &String| match parts.get(value) {
            Some(part) => format!(
                "<strong>{}</strong> <span class=\"note\">{}</span>",
                percent(part.value),
                interval(part.ci95)
            ),
            None => "–".into(),
        };
        [solver_name(result)].into_iter().chain(values.iter().map(cell)).collect()
    };
    let head: Vec<String> = ["Solver".into()]
        .into_iter()
        .chain(values.iter().map(|value| format!("{} {}", escape(tag), escape(value))))
        .collect();
    table(&format!("By {tag}"), &head, &results.iter().map(row).collect::<Vec<_>>())
}

/// A table of the paper; where its columns are figures that we have too, ours come first.
fn paper_table(paper: &PaperTable, task: &TaskReport) -> String {
    let results = &task.results;
    if let Some(table) = paper_by_tag(paper, results) {
        return table;
    }
    let cells = |cells: &[&str]| cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>();
    let ours = |result: &RunResult| {
        let figures: Option<Vec<String>> =
            paper.head.get(1..)?.iter().map(|name| figure(result, name)).collect();
        let name = format!(
            "<strong>{}</strong> <span class=\"badge\">here, {}{}</span>",
            solver_name(result),
            escape(&result.split),
            boxes(result),
        );
        Some([name].into_iter().chain(figures?).collect())
    };
    let transferred = task.transfers.iter().filter(|_| paper.head.first() == Some(&TRAINED)).map(transfer);
    let published = paper.rows.iter().map(|row| cells(row));
    let rows: Vec<Vec<String>> =
        results.iter().filter_map(ours).chain(transferred).chain(published).collect();
    table(&format!("From the paper: {}", paper.title), &cells(paper.head), &rows)
}

/// A table of the paper with a row for each value of a tag of ours: what we have for it comes in columns of its own.
fn paper_by_tag(paper: &PaperTable, results: &[RunResult]) -> Option<String> {
    let (tag, published) = paper.head.split_first()?;
    let ours: Vec<&RunResult> = results.iter().filter(|result| result.score.by.contains_key(*tag)).collect();
    if ours.is_empty() {
        return None;
    }
    let row = |row: &&[&str]| -> Vec<String> {
        let figure = |result: &&RunResult| {
            let of_value = result.score.by[*tag].get(row[0]).map(|part| part.value);
            let value = if row[0] == "all" { Some(result.score.value) } else { of_value };
            value.map_or("–".into(), |value| format!("<strong>{:.1}</strong>", 100.0 * value))
        };
        let theirs = row[1..].iter().map(|cell| escape(cell));
        [escape(row[0])].into_iter().chain(ours.iter().map(figure)).chain(theirs).collect()
    };
    let here = |result: &&RunResult| {
        format!("{} <span class=\"badge\">here, {}</span>", solver_name(result), escape(&result.split))
    };
    let head: Vec<String> = [escape(tag)]
        .into_iter()
        .chain(ours.iter().map(here))
        .chain(published.iter().map(|name| escape(name)))
        .collect();
    let title = format!("Beside the paper: {}", paper.title);
    Some(table(&title, &head, &paper.rows.iter().map(row).collect::<Vec<_>>()))
}

/// The first column of tables about what was learnt elsewhere.
const TRAINED: &str = "trained";

fn transfer(one: &Transfer) -> Vec<String> {
    let name = format!(
        "on {} <span class=\"badge\">{} here, {}, true boxes given</span>",
        escape(&one.fit),
        escape(&one.solver),
        escape(&one.split)
    );
    vec![name, format!("<strong>{:.3}</strong>", one.value)]
}

/// What answers with boxes of their own have besides.
const PERFECT_BOXES: &str = "f1-perfect-boxes";

/// Whose boxes a result about relations is about.
fn boxes(result: &RunResult) -> &'static str {
    match (result.score.metric, result.score.also.contains_key(PERFECT_BOXES)) {
        ("micro-f1", true) => ", its own boxes",
        ("micro-f1", false) => ", true boxes given",
        _ => "",
    }
}

/// A figure of ours by the name that the paper's tables have for it: F1, another measure, or that of a label or difficulty.
fn figure(result: &RunResult, name: &str) -> Option<String> {
    let score = &result.score;
    let of = |group: &str| score.by.get(group).and_then(|parts| parts.get(name)).map(|part| part.value);
    let value = match name {
        "F1" if score.metric == "micro-f1" => Some(score.value),
        "precision" | "recall" | PERFECT_BOXES | "f1-perfect-predicates" => score.also.get(name).copied(),
        _ => of("label").or_else(|| of("difficulty")),
    };
    value.map(|value| format!("{value:.3}"))
}

/// The blind probes.
pub(super) fn probes(task: &TaskReport) -> String {
    if task.probes.is_empty() {
        return String::new();
    }
    let row = |result: &ProbeResult| {
        let verdict = match result.leaks {
            true => "<span class=\"badge leak\">leaks</span>",
            false => "<span class=\"badge clean\">no leak seen</span>",
        };
        vec![
            // With the name, so that a phone shows it without scrolling.
            format!(
                "{} {verdict}<br><span class=\"note\">{}</span>",
                escape(result.probe),
                escape(result.about)
            ),
            interval_bar(result.value, result.ci999, Some(result.chance)),
            format!("<strong>{}</strong>", percent(result.value)),
            interval(result.ci999),
            escape(&result.strategy),
        ]
    };
    let head = ["Probe", "0 to 100\u{a0}%; dashed: chance", "Accuracy", "99.9\u{a0}% interval", "Goes by"];
    let rows: Vec<Vec<String>> = task.probes.iter().map(row).collect();
    let items = task.probes.iter().map(|probe| probe.items).max().unwrap_or(0);
    format!(
        "<section class=\"probes\">\n<h3>Blind probes</h3>\n\
         <p>Each looks at one plain feature of the options and never at what is asked. One that beats chance by more \
         than luck allows would be a leak.</p>\n{}</section>\n",
        table(&format!("Probes on {} questions", count(items)), &head.map(escape), &rows),
    )
}
