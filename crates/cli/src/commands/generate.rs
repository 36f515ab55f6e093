//! `spatiq generate`

use crate::Outcome;
use crate::args::Generate;
use crate::interrupt::stop_on_ctrl_c;
use crate::output::{grouped, print, table};
use crate::progress::{Progress, Stopwatch};
use crate::registry::{self, BUILT_IN, STOCK};
use anyhow::{Context, bail};
use spatiq_bench::dataset::{self, Plan, Summary, TaskPlan};
use spatiq_bench::{Preset, Settings, Split, Stock, Task, nearest};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

const DEFAULT_COUNT: u64 = 1000;
const DEFAULT_SHARES: &[(Split, u64)] = &[(Split::Train, 8), (Split::Val, 1), (Split::Test, 1)];

/// Runs the command.
pub fn run(args: &Generate) -> anyhow::Result<Outcome> {
    let plan = plan(args)?;
    plan.check()?;
    let pool = pool(args.threads)?;
    let watch = Stopwatch::start();
    let summary = pool.install(|| make(&plan, &args.out))?;
    print(&describe(&args.out, &summary, &watch))?;
    Ok(Outcome::Done)
}

/// Threads to work on: so many, or one for each core.
pub fn pool(threads: Option<u16>) -> anyhow::Result<rayon::ThreadPool> {
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = threads {
        pool = pool.num_threads(threads.into());
    }
    pool.build().context("cannot start threads")
}

/// Makes a planned dataset, with progress, until done or interrupted.
pub fn make(plan: &Plan, dir: &Path) -> anyhow::Result<Summary> {
    let mut progress = Progress::new("generating", 0);
    let stop = stop_on_ctrl_c();
    let summary = dataset::generate(plan, dir, stop, |at| progress.at(at.rows, at.of, at.made))?;
    // From here on Ctrl-C ends the program at once.
    stop.store(true, Ordering::Relaxed);
    Ok(summary)
}

fn plan(args: &Generate) -> anyhow::Result<Plan> {
    let tasks = args.tasks.iter().map(|name| registry::task(name)).collect::<anyhow::Result<Vec<_>>>()?;
    for (name, _) in &args.settings {
        let known: Vec<&str> =
            tasks.iter().flat_map(|task| task.settings()).map(|setting| setting.name).collect();
        if !known.contains(&name.as_str()) {
            bail!("there is no setting `{name}`{}", nearest(name, known));
        }
    }
    let (settings, stock) = with_digests(&args.settings)?;
    let stocked = |task| stock.as_ref().map_or(task, |stock| registry::stocked(task, stock));
    let plans = tasks.into_iter().map(|task| task_plan(args, &settings, stocked(task)));
    let tasks = plans.collect::<anyhow::Result<Vec<_>>>()?;
    check_shares(&tasks)?;
    Ok(Plan { seed: args.seed, format: args.format.into(), imported: None, shard: args.shard, tasks })
}

/// Settings as they are given: names and values.
type Given = Vec<(String, String)>;

/// The settings as datasets state them, with the digest of a library instead of its folder; and that library.
fn with_digests(given: &[(String, String)]) -> anyhow::Result<(Given, Option<Arc<dyn Stock>>)> {
    let mut settings = given.to_vec();
    let mut stock = None;
    for (name, value) in settings.iter_mut().filter(|(name, value)| name == STOCK && value != BUILT_IN) {
        if value.is_empty() {
            bail!("`{name}=`: name the folder of a library, or {BUILT_IN}");
        }
        let library = registry::library(Path::new(value)).with_context(|| format!("`{name}={value}`"))?;
        *value = library.digest().into();
        stock = Some(library);
    }
    Ok((settings, stock))
}

/// Refuses several tasks that would each take the whole of a library: an object serves one question of one task.
fn check_shares(tasks: &[TaskPlan]) -> anyhow::Result<()> {
    let whole = |task: &&TaskPlan| {
        let has = |name: &str, is: fn(&str) -> bool| task.settings.iter().any(|(n, v)| n == name && is(v));
        has(STOCK, |value| value != BUILT_IN) && has("share", |value| value == "whole")
    };
    match tasks.iter().filter(whole).count() {
        0 | 1 => Ok(()),
        count => {
            bail!("`share=whole`: {count} tasks cannot each have the whole library: generate one at a time")
        }
    }
}

fn task_plan(
    args: &Generate,
    settings: &[(String, String)],
    task: &'static dyn Task,
) -> anyhow::Result<TaskPlan> {
    let preset = args.preset.as_deref().map(|name| registry::preset(task, name)).transpose()?;
    let own = |name: &str| task.settings().iter().any(|setting| setting.name == name);
    let given =
        settings.iter().filter(|(name, _)| own(name)).map(|(name, value)| (name.as_str(), value.as_str()));
    let given = preset.map_or(&[][..], |preset| preset.settings).iter().copied().chain(given);
    let settings = Settings::new(task.settings(), given).with_context(|| task.name().to_owned())?;
    let generator = task.configure(&settings).with_context(|| task.name().to_owned())?;
    let mut counts = counts(args, preset);
    for count in counts.values_mut() {
        *count = count.div_ceil(generator.asked_of_a_scene()).saturating_mul(generator.asked_of_a_scene());
    }
    let named = preset.filter(|preset| preset.describes(task, &settings));
    if let (Some(preset), None) = (preset, named) {
        let (task, preset) = (task.name(), preset.name);
        eprintln!(
            "note: {task}: with other settings this is not the preset `{preset}`, and will not bear its name"
        );
    }
    Ok(TaskPlan { task, preset: named.map(|preset| preset.name.into()), settings, counts })
}

/// Questions in each split: the preset's own, or the asked number shared out.
fn counts(args: &Generate, preset: Option<&Preset>) -> BTreeMap<Split, u64> {
    let presets = preset.map(|preset| preset.counts);
    let total = args.count.or(presets.map(|counts| counts.iter().map(|(_, count)| count).sum()));
    let shares = args.splits.as_deref().or(presets).unwrap_or(DEFAULT_SHARES);
    share_out(total.unwrap_or(DEFAULT_COUNT), shares)
}

/// Splits a total in proportion to the shares; what does not divide goes to the largest remainders, the earlier first.
fn share_out(total: u64, shares: &[(Split, u64)]) -> BTreeMap<Split, u64> {
    let sum: u128 = shares.iter().map(|(_, share)| u128::from(*share)).sum();
    let scaled = |share: u64| u128::from(total) * u128::from(share);
    let mut counts: Vec<(Split, u64)> =
        shares.iter().map(|(s, share)| (*s, (scaled(*share) / sum) as u64)).collect();
    let left = total - counts.iter().map(|(_, count)| count).sum::<u64>();
    let mut by_remainder: Vec<usize> = (0..shares.len()).collect();
    by_remainder.sort_by_key(|&at| std::cmp::Reverse(scaled(shares[at].1) % sum));
    for &at in by_remainder.iter().take(left as usize) {
        counts[at].1 += 1;
    }
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// What a run did, for people.
pub fn describe(dir: &Path, summary: &Summary, watch: &Stopwatch) -> String {
    let made = match summary.made_items {
        0 if summary.items == 0 => "none of the dataset's parts is in this shard".into(),
        0 => "all there already, nothing to do".into(),
        made if made == summary.items => String::new(),
        made => format!("{} made now, the others were there", grouped(made)),
    };
    let row = |name: &str, value: String, note: String| vec![format!("  {name}"), value, note];
    let mut rows = vec![
        row("items", grouped(summary.items), made),
        row("images", grouped(summary.pictures), String::new()),
    ];
    for (task, reasons) in &summary.rejected {
        let attempts = summary.items_of.get(task).unwrap_or(&0) + reasons.values().sum::<u64>();
        for (reason, count) in reasons {
            let rate = 100.0 * *count as f64 / attempts as f64;
            rows.push(row(
                "rejected",
                grouped(*count),
                format!("{rate:.1} % of attempts at {task}: {reason}"),
            ));
        }
    }
    if summary.rejected.is_empty() {
        rows.push(row("rejected", "0".into(), String::new()));
    }
    if summary.made_pictures > 0 {
        let (seconds, cpu) = (watch.seconds(), watch.cpu_seconds());
        let rate = |time: f64| grouped((summary.made_pictures as f64 / time.max(1e-3)) as u64);
        rows.push(row("seconds", format!("{seconds:.1}"), format!("{} images a second", rate(seconds))));
        rows.push(row("cpu-seconds", format!("{cpu:.1}"), format!("{} images a cpu-second", rate(cpu))));
    }
    format!("{}\n{}", dir.display(), table(&rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_the_total() {
        let shares = [(Split::Train, 8), (Split::Val, 1), (Split::Test, 1)];
        let counts = |total| share_out(total, &shares).into_values().collect::<Vec<_>>();
        assert_eq!(counts(1000), [800, 100, 100]);
        assert_eq!(counts(7), [5, 1, 1]);
        assert_eq!(counts(1), [1]);
        for total in 0..50 {
            assert_eq!(counts(total).iter().sum::<u64>(), total);
        }
        assert_eq!(share_out(u64::MAX, &shares).into_values().fold(0u64, u64::wrapping_add), u64::MAX);
    }
}
