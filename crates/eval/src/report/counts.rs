//! What a dataset holds: distributions by split, attempts that were rejected, settings.

use super::bars::share_bar;
use super::html::{count, escape, percent, table};
use super::{SettingReport, SplitReport, TaskReport};
use std::collections::{BTreeMap, BTreeSet};

/// The three sections.
pub(super) fn sections(task: &TaskReport) -> String {
    distributions(task) + &words(task) + &rejects(task) + &settings(&task.settings)
}

fn distributions(task: &TaskReport) -> String {
    if task.splits.is_empty() {
        return String::new();
    }
    let tags: BTreeSet<&String> = task.splits.iter().flat_map(|split| split.tags.keys()).collect();
    let answers = match task.splits.iter().all(|split| split.answers.is_empty()) {
        true => String::new(),
        false => distribution("Right answers", &task.splits, |split| Some(&split.answers)),
    };
    let by_tag: String = tags
        .into_iter()
        .map(|tag| distribution(&format!("By {tag}"), &task.splits, |split| split.tags.get(tag)))
        .collect();
    format!(
        "<section class=\"counts\">\n<h3>Distribution</h3>\n<div class=\"tables\">\n{answers}{by_tag}</div>\n</section>\n"
    )
}

/// How flat answers are that are words: for each kind of question how often each word is right, and how often the most
/// frequent one beside the mean.
fn words(task: &TaskReport) -> String {
    let kinds = task.splits.iter().flat_map(|split| split.words.iter().map(move |words| (split, words)));
    let row = |(split, (asked, words)): (&SplitReport, (&String, &BTreeMap<String, u64>))| {
        let (all, most) = (words.values().sum::<u64>(), words.values().copied().max().unwrap_or(0));
        let mean = all as f64 / words.len().max(1) as f64;
        let told: Vec<String> =
            words.iter().map(|(word, number)| format!("{}\u{a0}{}", escape(word), count(*number))).collect();
        vec![
            escape(asked),
            escape(&split.name),
            columns(words),
            count(all),
            format!("{:.2}", most as f64 / mean.max(1e-9)),
            format!("<span class=\"note\">{}</span>", told.join(", ")),
        ]
    };
    let rows: Vec<Vec<String>> = kinds.map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = ["Asked, answered by", "Split", "Answers", "Questions", "Most / mean", "Times"].map(escape);
    format!(
        "<section class=\"counts\">\n<h3>Answers</h3>\n{}</section>\n",
        table("How often each word is the answer", &head, &rows)
    )
}

/// A column for each word, as high as it is frequent; a dashed line at their mean.
fn columns(words: &BTreeMap<String, u64>) -> String {
    let most = words.values().copied().max().unwrap_or(0).max(1) as f64;
    let mean = 20.0 * words.values().sum::<u64>() as f64 / words.len().max(1) as f64 / most;
    let column = |(at, number): (usize, &u64)| {
        let high = 20.0 * *number as f64 / most;
        format!("<rect x=\"{}\" y=\"{:.1}\" width=\"5\" height=\"{high:.1}\"/>", 6 * at, 20.0 - high)
    };
    let wide = 6 * words.len();
    let line = format!(
        "<line x1=\"0\" x2=\"{wide}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke-dasharray=\"2 2\"/>",
        y = 20.0 - mean
    );
    let bars: String = words.values().enumerate().map(column).collect();
    format!(
        "<svg class=\"columns\" viewBox=\"0 0 {wide} 20\" width=\"{wide}\" height=\"20\" aria-hidden=\"true\">{bars}{line}</svg>"
    )
}

/// A row per value and a column per split, each with its share of the split.
fn distribution<'a>(
    title: &str,
    splits: &'a [SplitReport],
    counts: impl Fn(&'a SplitReport) -> Option<&'a BTreeMap<String, u64>>,
) -> String {
    let values: BTreeSet<&String> =
        splits.iter().filter_map(&counts).flat_map(|counts| counts.keys()).collect();
    let cell = |value: &String, split: &'a SplitReport| {
        let number = counts(split).and_then(|counts| counts.get(value)).copied().unwrap_or(0);
        let share = number as f64 / split.items.max(1) as f64;
        let label = format!("{} <span class=\"note\">{}</span>", count(number), percent(share));
        format!("{label}{}", share_bar(share))
    };
    let row = |value: &String| -> Vec<String> {
        [escape(value)].into_iter().chain(splits.iter().map(|split| cell(value, split))).collect()
    };
    let total = ["all".into()].into_iter().chain(splits.iter().map(|split| count(split.items))).collect();
    let head: Vec<String> =
        [String::new()].into_iter().chain(splits.iter().map(|split| escape(&split.name))).collect();
    let rows: Vec<Vec<String>> = values.into_iter().map(row).chain([total]).collect();
    table(title, &head, &rows)
}

fn rejects(task: &TaskReport) -> String {
    let rejected: u64 = task.rejects.iter().map(|(_, times)| times).sum();
    if rejected == 0 {
        return String::new();
    }
    let attempts = rejected + task.items();
    let row = |(reason, times): &(String, u64)| {
        let share = *times as f64 / attempts as f64;
        vec![escape(reason), count(*times), percent(share), share_bar(share)]
    };
    let head = ["Reason", "Attempts", "Share", "0 to 100\u{a0}%"].map(escape);
    format!(
        "<section class=\"rejects\">\n<h3>Rejected attempts</h3>\n<p>{} of {} attempts made no question.</p>\n{}</section>\n",
        count(rejected),
        count(attempts),
        table("Why attempts were rejected", &head, &task.rejects.iter().map(row).collect::<Vec<_>>()),
    )
}

fn settings(settings: &[SettingReport]) -> String {
    if settings.is_empty() {
        return String::new();
    }
    let row = |setting: &SettingReport| {
        let value = escape(&setting.value);
        let value = match setting.value == setting.default {
            true => format!("<code>{value}</code>"),
            false => format!(
                "<code class=\"changed\">{value}</code> <span class=\"note\">default {}</span>",
                escape(&setting.default)
            ),
        };
        vec![format!("<code>{}</code>", escape(&setting.name)), value, escape(&setting.about)]
    };
    let head = ["Setting", "Value", "What it does"].map(escape);
    format!(
        "<section class=\"settings\">\n<h3>Settings</h3>\n{}</section>\n",
        table("Settings of this dataset", &head, &settings.iter().map(row).collect::<Vec<_>>()),
    )
}
