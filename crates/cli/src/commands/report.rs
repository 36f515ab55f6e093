//! `spatiq report`

use crate::Outcome;
use crate::args;
use crate::commands::eval::solver_of;
use crate::commands::score;
use crate::output::{check_target, print, write_whole};
use crate::progress::Progress;
use crate::registry;
use anyhow::Context;
use spatiq_bench::dataset::{Dataset, TaskRecord};
use spatiq_bench::{Answer, Question, Split};
use spatiq_eval::report::{Report, SettingReport, SplitReport, TaskReport, page};
use spatiq_eval::{Judge, RunResult, probes};
use spatiq_families::FAMILIES;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Questions shown of each level.
const EXAMPLES_OF_A_LEVEL: usize = 3;

/// Questions that the blind probes look at.
const PROBED: usize = 2_000;

/// Runs the command.
pub fn run(args: &args::Report) -> anyhow::Result<Outcome> {
    write(&args.dir, &args.runs, &args.out)?;
    print(&format!("wrote {}", args.out.display()))?;
    Ok(Outcome::Done)
}

/// Writes the page of a dataset and runs on it.
pub fn write(dir: &Path, runs: &[PathBuf], out: &Path) -> anyhow::Result<()> {
    let dataset = Dataset::open(dir)?;
    check_target(out, dir, runs)?;
    let mut judges = Vec::new();
    for path in runs {
        judges.push((path, score::read(path)?));
    }
    let total = dataset.manifest.parts.iter().map(|part| part.rows).sum();
    let mut reading =
        Reading { dataset: &dataset, judges, progress: Progress::new("reading", total), rows: 0, total };
    let mut tasks = Vec::new();
    for record in &dataset.manifest.tasks {
        tasks.push(reading.task(record)?);
    }
    for result in reading.results()? {
        let of_task = tasks.iter_mut().filter(|task: &&mut TaskReport| task.name == result.task);
        of_task.for_each(|task| task.results.push(result.clone()));
    }
    let manifest = &dataset.manifest;
    let report = Report {
        title: manifest.tasks.iter().map(|task| task.task.as_str()).collect::<Vec<_>>().join(", "),
        version: manifest.spatiq.clone(),
        seed: manifest.seed,
        format: manifest.format.name().into(),
        tasks,
    };
    write_whole(out, page(&report).as_bytes())
}

/// One pass over the dataset, collecting all that the page shows.
struct Reading<'a> {
    dataset: &'a Dataset,
    judges: Vec<(&'a PathBuf, Judge)>,
    progress: Progress,
    rows: u64,
    total: u64,
}

impl Reading<'_> {
    fn task(&mut self, record: &TaskRecord) -> anyhow::Result<TaskReport> {
        let task = registry::task(&record.task)?;
        let mut splits = Vec::new();
        let mut probed = Vec::new();
        let mut examples = Vec::new();
        // The test split comes first: that is where examples and probes are taken from, if it is large enough.
        for split in Split::ALL.into_iter().rev().filter(|split| record.splits.contains_key(split)) {
            let report = self.split(record, split, |question, truth| {
                if examples_wanted(&examples, question) {
                    examples.push((question.clone(), truth.clone()));
                }
                if probed.len() < PROBED {
                    probed.push((question.clone(), truth.clone()));
                }
            })?;
            splits.insert(0, report);
        }
        examples.sort_by(|(a, _), (b, _)| (level(a), &a.id).cmp(&(level(b), &b.id)));
        let settings = task.settings().iter().map(|setting| SettingReport {
            name: setting.name.into(),
            value: record.settings.get(setting.name).cloned().unwrap_or_default(),
            default: setting.default.into(),
            about: setting.about.into(),
        });
        Ok(TaskReport {
            name: record.task.clone(),
            about: task.about().into(),
            settings: settings.collect(),
            splits,
            rejects: rejects(self.dataset, &record.task),
            examples,
            results: Vec::new(),
            probes: probes::measure(&probed),
            paper: FAMILIES.iter().flat_map(|f| f.paper).filter(|table| table.task == record.task).collect(),
        })
    }

    fn split(
        &mut self,
        record: &TaskRecord,
        split: Split,
        mut look: impl FnMut(&Question, &Answer),
    ) -> anyhow::Result<SplitReport> {
        let mut report = SplitReport { name: split.name().into(), ..SplitReport::default() };
        for question in self.dataset.questions(&record.task, Some(split)) {
            let (question, truth) = question?;
            report.add(&question, &truth);
            for (_, judge) in self.judges.iter_mut().filter(|(_, judge)| judge.has(&question.id)) {
                judge.see(&question, &truth);
            }
            look(&question, &truth);
            self.rows += 1;
            self.progress.at(self.rows, self.total, self.rows);
        }
        Ok(report)
    }

    /// The runs' results; each is over the questions that its file answers.
    fn results(self) -> anyhow::Result<Vec<RunResult>> {
        let mut results = Vec::new();
        for (path, judge) in self.judges {
            results.extend(judge.finish(&solver_of(path)).with_context(|| path.display().to_string())?);
        }
        Ok(results)
    }
}

fn level(question: &Question) -> Option<&String> {
    question.tags.get("level")
}

fn examples_wanted(examples: &[(Question, Answer)], question: &Question) -> bool {
    examples.iter().filter(|(other, _)| level(other) == level(question)).count() < EXAMPLES_OF_A_LEVEL
}

/// Rejected attempts of a task by reason, the commonest first.
fn rejects(dataset: &Dataset, task: &str) -> Vec<(String, u64)> {
    let mut reasons: BTreeMap<&String, u64> = BTreeMap::new();
    for (reason, count) in
        dataset.manifest.parts.iter().filter(|part| part.task == task).flat_map(|p| &p.rejected)
    {
        *reasons.entry(reason).or_default() += count;
    }
    let mut reasons: Vec<(String, u64)> =
        reasons.into_iter().map(|(reason, count)| (reason.clone(), count)).collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    reasons
}
