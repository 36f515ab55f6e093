//! What pairs of objects are like: how often each label comes, how hard they are, and what classes give away.

use super::bars::share_bar;
use super::html::{count, escape, percent, table};
use super::{ByLabel, SplitReport, TaskReport};
use spatiq_bench::PaperTable;
use std::collections::{BTreeMap, BTreeSet};

/// Classes, or pairs of them, shown for each label.
const MOST_SHOWN: usize = 6;

/// Classes, or pairs of them, shown by how often they come.
const MOST_FREQUENT: usize = 100;

/// Rarer classes are not shown: their shares say nothing.
const LEAST_PAIRS: u64 = 20;

/// What the titles of tables begin with that stand beside those of the paper with the same title.
const TITLE: &str = "Pairs by ";

/// The labels and difficulties in the order in which they are told; others follow.
const ORDER: [&str; 14] = [
    "closer",
    "farther",
    "same",
    "none",
    "occludes",
    "occluded",
    "mutual",
    "unsure",
    "no-majority",
    "easy",
    "moderate",
    "difficult",
    "infeasible",
    "ambiguous",
];

/// Whether a table of the paper stands beside one of this section.
pub(super) fn is_beside(paper: &PaperTable) -> bool {
    paper.title.starts_with(TITLE)
}

/// The section, where relations are asked for.
pub(super) fn section(task: &TaskReport) -> String {
    if task.splits.iter().all(|split| split.pairs.labelled == 0) {
        return String::new();
    }
    let groups: BTreeSet<&String> = task.splits.iter().flat_map(|split| split.pairs.groups.keys()).collect();
    let by_group: String = groups
        .into_iter()
        .map(|group| shares(&format!("{TITLE}{group}"), task, |split| split.pairs.groups.get(group).cloned()))
        .collect();
    let labels = shares(&format!("{TITLE}label"), task, |split| {
        Some(split.pairs.labels.iter().map(|(label, pairs)| ((*label).to_owned(), *pairs)).collect())
    });
    // The split with most labelled pairs tells most about classes.
    let largest = task.splits.iter().max_by_key(|split| split.pairs.labelled);
    let bias = largest.map_or(String::new(), |split| {
        let both =
            split.pairs.both.iter().map(|(name, labels)| (name.clone(), labels.values().sum())).collect();
        bias("class of A", split, &split.pairs.classes)
            + &bias("classes of A and B", split, &split.pairs.both)
            + &frequent("Objects by class", split, &split.pairs.objects)
            + &frequent("Pairs by their classes", split, &both)
    });
    format!(
        "<section class=\"counts\">\n<h3>Pairs</h3>\n<div class=\"tables\">\n{labels}{by_group}</div>\n{bias}</section>\n"
    )
}

/// Where a label or difficulty stands.
fn rank(name: &str) -> (usize, String) {
    (ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len()), name.to_owned())
}

/// A row for each value, a column for each split, then those of the paper.
fn shares(
    title: &str,
    task: &TaskReport,
    counts: impl Fn(&SplitReport) -> Option<BTreeMap<String, u64>>,
) -> String {
    let splits: Vec<&SplitReport> = task.splits.iter().filter(|split| split.pairs.labelled > 0).collect();
    let all: Vec<BTreeMap<String, u64>> =
        splits.iter().map(|split| counts(split).unwrap_or_default()).collect();
    let values: BTreeSet<&String> = all.iter().flat_map(|counts| counts.keys()).collect();
    let mut values: Vec<&String> = values.into_iter().collect();
    values.sort_by_key(|value| rank(value));
    let paper = task.paper.iter().find(|paper| paper.title == title);
    let cell = |value: &String, (split, counts): (&&SplitReport, &BTreeMap<String, u64>)| {
        let pairs = counts.get(value).copied().unwrap_or(0);
        let share = pairs as f64 / split.pairs.labelled as f64;
        format!("{} <span class=\"note\">{}</span>{}", percent(share), count(pairs), share_bar(share))
    };
    let published = |value: &String| -> Vec<String> {
        let Some(paper) = paper else { return Vec::new() };
        let row = paper.rows.iter().find(|row| row[0] == value);
        (1..paper.head.len()).map(|at| row.map_or("–".into(), |row| escape(row[at]))).collect()
    };
    let row = |value: &String| -> Vec<String> {
        let cells = splits.iter().zip(&all).map(|of| cell(value, of));
        [escape(value)].into_iter().chain(cells).chain(published(value)).collect()
    };
    let heads = paper.map_or(&[][..], |paper| &paper.head[1..]).iter().enumerate();
    let heads =
        heads.map(|(at, head)| if at == 0 { format!("Paper’s {}", escape(head)) } else { escape(head) });
    let head: Vec<String> = [String::new()]
        .into_iter()
        .chain(splits.iter().map(|split| escape(&split.name)))
        .chain(heads)
        .collect();
    table(title, &head, &values.into_iter().map(row).collect::<Vec<_>>())
}

/// For each label what has it most often, as in the paper's figures 5 and 10.
fn bias(of: &str, split: &SplitReport, counts: &ByLabel) -> String {
    let total = |labels: &BTreeMap<&'static str, u64>| labels.values().sum::<u64>();
    let common: Vec<_> = counts.iter().filter(|(_, labels)| total(labels) >= LEAST_PAIRS).collect();
    let mut labels: Vec<&str> = split.pairs.labels.keys().copied().collect();
    labels.sort_by_key(|label| rank(label));
    let share = |of: &BTreeMap<&'static str, u64>, label: &str| {
        of.get(label).copied().unwrap_or(0) as f64 / total(of) as f64
    };
    let mut rows = Vec::new();
    for label in &labels {
        let mut ranked: Vec<_> = common.iter().filter(|(_, of)| share(of, label) > 0.0).collect();
        ranked.sort_by(|a, b| share(b.1, label).total_cmp(&share(a.1, label)).then(a.0.cmp(b.0)));
        for (name, of) in ranked.into_iter().take(MOST_SHOWN) {
            let shares = labels.iter().map(|label| percent(share(of, label)));
            let stack = stack(&labels.iter().map(|label| share(of, label)).collect::<Vec<_>>(), &labels);
            let cells = [escape(label), escape(name), stack, count(total(of))].into_iter().chain(shares);
            rows.push(cells.collect::<Vec<String>>());
        }
    }
    let head = ["Most often", "What", "All labels", "Pairs"].into_iter().chain(labels.iter().copied());
    match rows.is_empty() {
        true => String::new(),
        false => table(
            &format!(
                "Labels by {of}, split {}: the {MOST_SHOWN} with the highest share of each label, of those with {LEAST_PAIRS} \
                 pairs or more (the paper’s figures 5 and 10)",
                split.name
            ),
            &head.map(escape).collect::<Vec<_>>(),
            &rows,
        ),
    }
}

/// Shares that make a whole, one after the other.
fn stack(shares: &[f64], labels: &[&str]) -> String {
    let mut at = 0.0;
    let mut pieces = String::new();
    for (share, label) in shares.iter().zip(labels) {
        let width = 100.0 * share;
        pieces += &format!(
            "<rect class=\"part-{}\" x=\"{at:.2}\" width=\"{width:.2}\" height=\"12\"/>",
            rank(label).0
        );
        at += width;
    }
    format!(
        "<svg class=\"stack\" viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{pieces}</svg>"
    )
}

/// What comes most often, with bars to a logarithmic scale, as in the paper's figures 8 and 9.
fn frequent(title: &str, split: &SplitReport, counts: &BTreeMap<String, u64>) -> String {
    let mut ranked: Vec<(&String, u64)> = counts.iter().map(|(name, count)| (name, *count)).collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let Some(most) = ranked.first().map(|(_, count)| *count) else { return String::new() };
    // One is a short bar, and not none.
    let long = |count: u64| libm::log10(1.0 + count as f64) / libm::log10(1.0 + most as f64);
    let line = |(name, number): &(&String, u64)| {
        format!(
            "<li><span>{}</span> <b>{}</b>{}</li>\n",
            escape(name),
            count(*number),
            share_bar(long(*number))
        )
    };
    let shown: String = ranked.iter().take(MOST_FREQUENT).map(line).collect();
    let all = ranked.len();
    format!(
        "<details class=\"frequent\">\n<summary>{}, split {}: the {} most frequent of {} (the paper’s figures 8 and 9)</summary>\n\
         <p class=\"note\">Bars to a logarithmic scale.</p>\n<ol>\n{shown}</ol>\n</details>\n",
        escape(title),
        escape(&split.name),
        count(all.min(MOST_FREQUENT) as u64),
        count(all as u64),
    )
}
