//! `spatiq eval --transfer`: what is learnt within pictures tried between two, and the other way round, as in table 8 of the
//! 2.5VRD paper.

use crate::Outcome;
use crate::args::Eval;
use crate::commands::answers::Lines;
use crate::commands::eval::{Exam, named, settings, take};
use crate::output::{print, print_json, table};
use crate::registry;
use anyhow::bail;
use spatiq_bench::Task;
use spatiq_bench::dataset::{Dataset, TaskRecord};
use spatiq_eval::RunResult;
use spatiq_families::vrd25::{ACROSS_DEPTH, WITHIN_DEPTH};

/// Runs the command.
pub fn run(dataset: &Dataset, args: &Eval) -> anyhow::Result<Outcome> {
    let [within, across] = [named(dataset, WITHIN_DEPTH.name())?, named(dataset, ACROSS_DEPTH.name())?];
    let sources: [&[&TaskRecord]; 3] = [&[within], &[across], &[within, across]];
    let mut results = Vec::new();
    for fit_on in sources {
        for record in [within, across] {
            let task = registry::task(&record.task)?;
            let solver = registry::solver(task, &args.solver)?;
            let settings = settings(args, solver)?;
            let (split, limit, fit) = (args.split, args.limit, args.fit);
            let exam = Exam { task, solver, settings: &settings, split, limit, fit, fit_on };
            if !exam.may_learn() {
                bail!("{} learns nothing that could be transferred", solver.name);
            }
            results.push(take(dataset, record, &exam, &mut Lines::default())?);
        }
    }
    if args.json {
        print_json(&results)?;
    } else {
        print(&described(&results))?;
    }
    Ok(Outcome::Done)
}

/// A row for each source, a column for each task.
fn described(results: &[RunResult]) -> String {
    let mut rows = Vec::new();
    for of_source in results.chunks(2) {
        if rows.is_empty() {
            let head = of_source.iter().map(|result| format!("{} ({})", result.task, result.split));
            rows.push([String::from("fitted on")].into_iter().chain(head).chain(["learnt".into()]).collect());
        }
        let [Some(first), Some(last)] = [of_source.first(), of_source.last()] else { continue };
        let cell = |result: &RunResult| format!("{:.2} %", 100.0 * result.score.value);
        let learnt = last.learnt.clone().unwrap_or_default();
        let cells = [first.fit.join(" and ")].into_iter().chain(of_source.iter().map(cell)).chain([learnt]);
        rows.push(cells.collect::<Vec<String>>());
    }
    let [solver, metric] = results.first().map_or(["", ""], |first| [&first.solver, first.score.metric]);
    format!("{solver}, {metric} where it was fitted and where it was not\n{}", table(&rows))
}
