//! The comparison as Markdown: speed, agreement, and every view that differs.

use super::audit::{Audited, Match};
use super::drawings::{Disagreement, Outcome};
use super::run::Set;
use super::verdict::{Finding, Owner, Settlement};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The whole report of a set.
pub fn markdown(outcome: &Outcome) -> String {
    let mut text = format!("## {}\n\n", outcome.title);
    text += &speed(&outcome.times);
    text += &agreement(outcome);
    text += &volumes(outcome);
    text += &drawn_once(outcome);
    text += &disagreements(&outcome.disagreements);
    text += &audit(&outcome.audited);
    text
}

/// A heading for a set.
pub fn title(set: &Set) -> String {
    let grid = set.grid.as_ref().map(|grid| format!(", on a grid of {grid}"));
    format!("{} models, seed {}{}", set.count, set.seed, grid.unwrap_or_default())
}

fn speed(times: &[(f64, f64)]) -> String {
    if times.is_empty() {
        return "No times to compare.\n\n".into();
    }
    let (peer, ours): (Vec<f64>, Vec<f64>) = times.iter().copied().unzip();
    let mut text = format!(
        "| CPU ms a model, {} models | OpenCASCADE | spatiq | times as fast |\n|---|---:|---:|---:|\n",
        times.len()
    );
    for (name, of) in [("mean", mean as fn(&[f64]) -> f64), ("median", median)] {
        let (peer, ours) = (of(&peer), of(&ours));
        let _ = writeln!(text, "| {name} | {peer:.1} | {ours:.2} | {:.1} |", peer / ours);
    }
    text + "\n"
}

/// The mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The middle value; 0 of nothing.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        n if n.is_multiple_of(2) => (sorted[middle - 1] + sorted[middle]) / 2.0,
        _ => sorted[middle],
    }
}

fn agreement(outcome: &Outcome) -> String {
    let views = &outcome.views;
    let share = |agreeing: usize| {
        format!("{agreeing} ({:.2} %)", 100.0 * agreeing as f64 / views.len().max(1) as f64)
    };
    let visible = views.iter().filter(|view| view.visible.agree()).count();
    let all = views.iter().filter(|view| view.all.agree()).count();
    let both = views.iter().filter(|view| view.agrees()).count();
    let differing = outcome.volumes.iter().filter(|volumes| volumes.differ()).count();
    let largest = outcome.volumes.iter().map(|volumes| volumes.difference()).fold(0.0, f64::max);
    let mut text = String::from("| agreement | |\n|---|---:|\n");
    let rows = [
        ("views compared", views.len().to_string()),
        ("visible lines agree", share(visible)),
        ("all lines agree", share(all)),
        ("both agree", share(both)),
        ("models drawn by one only", outcome.drawn_once.len().to_string()),
        ("models drawn by none", outcome.drawn_by_none.to_string()),
        ("volumes compared", outcome.volumes.len().to_string()),
        ("volumes that differ by more than 0.5 %", differing.to_string()),
        ("largest relative difference of volumes", format!("{largest:.2e}")),
    ];
    for (name, value) in rows {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    for (verdict, count) in verdicts(&outcome.disagreements) {
        let _ = writeln!(text, "| views that differ: {verdict} | {count} |");
    }
    text + "\n"
}

/// How often each verdict was given.
fn verdicts(disagreements: &[Disagreement]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for disagreement in disagreements {
        *counts.entry(disagreement.settlement.verdict()).or_insert(0) += 1;
    }
    counts
}

fn volumes(outcome: &Outcome) -> String {
    let differing: Vec<_> = outcome.volumes.iter().filter(|volumes| volumes.differ()).collect();
    if differing.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("| volumes that differ | OpenCASCADE | spatiq | by rays |\n|---|---:|---:|---:|\n");
    for volumes in differing {
        let by_rays = volumes.by_rays.map(|volume| format!("{volume:.4}")).unwrap_or_default();
        let _ = writeln!(text, "| {} | {:.4} | {:.4} | {by_rays} |", volumes.id, volumes.peer, volumes.ours);
    }
    text + "\n"
}

fn drawn_once(outcome: &Outcome) -> String {
    if outcome.drawn_once.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("| drawn by one only | by | the other says | volume by rays |\n|---|---|---|---:|\n");
    for model in &outcome.drawn_once {
        let _ =
            writeln!(text, "| {} | {} | {} | {:.5} |", model.id, model.drawn_by, model.fault, model.by_rays);
    }
    text + "\n"
}

fn disagreements(disagreements: &[Disagreement]) -> String {
    if disagreements.is_empty() {
        return "No view differs.\n".into();
    }
    let mut text = String::from(
        "Ink near the other's: visible lines, then all lines, each the peer's and ours. \
         False, missing and undecided ink: pixels (pieces). Tangent: faces touch there with one normal, \
         and neither rays nor what is around the touch say whether that is a line.\n\n\
         | view | visible | all | verdict | peer false | peer misses | we draw falsely | we miss | tangent | mixed |\n\
         |---|---|---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for one in disagreements {
        let _ = writeln!(text, "{}", row(one));
    }
    text
}

/// How many views are what rays see, and every one of ours that is not, the worst first.
fn audit(audited: &[Audited]) -> String {
    if audited.is_empty() {
        return String::new();
    }
    let passing = |of: fn(&Audited) -> &Match| audited.iter().filter(|view| of(view).passes()).count();
    let (peer, ours) = (passing(|view| &view.peer), passing(|view| &view.ours));
    let mut doubts: Vec<_> = audited.iter().filter_map(|view| Some((view, view.doubt.as_ref()?))).collect();
    doubts.sort_by(|a, b| a.0.ours.worst().total_cmp(&b.0.ours.worst()));
    let wrong = doubts.iter().filter(|(_, doubt)| doubt.settlement.wrong(Owner::Ours)).count();
    let mut text = format!(
        "\nWhat rays see, of {} views: OpenCASCADE draws it in {peer}, spatiq in {ours}; of our other {}, finer rays \
         find {wrong} wrong.\n\n\
         | ours is not what rays see | drawn and true (visible, all) | true and drawn | the peer's worst share | \
         we draw falsely | we miss |\n|---|---|---|---:|---:|---:|\n",
        audited.len(),
        doubts.len()
    );
    for (view, doubt) in doubts {
        let _ = writeln!(text, "{}", doubt_row(view, &doubt.settlement));
    }
    text
}

fn doubt_row(view: &Audited, settlement: &Settlement) -> String {
    let ([drawn, all_drawn], [seen, all_seen]) = (view.ours.drawn_is_true, view.ours.true_is_drawn);
    format!(
        "| {} {} | {drawn:.3} {all_drawn:.3} | {seen:.3} {all_seen:.3} | {:.3} | {} | {} |",
        view.id,
        view.view.pose.letter(),
        view.peer.worst(),
        ink(settlement.false_ink(Owner::Ours)),
        ink(settlement.missing_ink(Owner::Ours))
    )
}

fn row(one: &Disagreement) -> String {
    let (visible, all, settlement) = (one.view.visible, one.view.all, &one.settlement);
    let cells = [
        settlement.false_ink(Owner::Peer),
        settlement.missing_ink(Owner::Peer),
        settlement.false_ink(Owner::Ours),
        settlement.missing_ink(Owner::Ours),
        settlement.found(Finding::Tangent),
        settlement.found(Finding::Mixed),
    ];
    format!(
        "| {} {} | {:.3} {:.3} | {:.3} {:.3} | {} | {} |",
        one.id,
        one.view.pose.letter(),
        visible.peer,
        visible.ours,
        all.peer,
        all.ours,
        settlement.verdict(),
        cells.map(ink).join(" | ")
    )
}

/// Pixels and pieces of ink, or nothing.
pub fn ink((pieces, pixels): (usize, usize)) -> String {
    if pieces == 0 { String::new() } else { format!("{pixels} ({pieces})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_of_an_even_number_lies_between_two() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
        assert_eq!(median(&[9.0, 1.0, 3.0]), 3.0);
        assert_eq!((median(&[]), mean(&[])), (0.0, 0.0));
    }

    #[test]
    fn speed_is_the_ratio_of_the_means() {
        let text = speed(&[(10.0, 1.0), (30.0, 3.0)]);
        assert!(text.contains("| mean | 20.0 | 2.00 | 10.0 |"), "{text}");
        assert_eq!(speed(&[]), "No times to compare.\n\n");
    }
}
