//! `spatiq tasks`

use crate::Outcome;
use crate::args::Tasks;
use crate::output::{grouped, print, print_json, table};
use crate::registry;
use serde_json::{Value, json};
use spatiq_bench::{Preset, SolverSpec, Task};

/// Runs the command.
pub fn run(args: &Tasks) -> anyhow::Result<Outcome> {
    let tasks = registry::tasks();
    if args.json {
        print_json(&tasks.iter().map(|task| document(*task)).collect::<Vec<_>>())?;
    } else {
        print(&tasks.iter().map(|task| describe(*task)).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Outcome::Done)
}

fn describe(task: &dyn Task) -> String {
    let mut text = format!(
        "{}\n  {}\n  answer: {}; metric: {}\n",
        task.name(),
        task.about(),
        task.form(),
        task.metric().name()
    );
    let indent = |name: &str| format!("    {name}");
    let settings = task
        .settings()
        .iter()
        .map(|s| vec![indent(s.name), format!("{} ({})", s.default, s.kind), s.about.into()]);
    text += &format!("  settings\n{}", table(&settings.collect::<Vec<_>>()));
    let presets = task.presets().iter().map(|p| vec![indent(p.name), size(p), p.about.into()]);
    text += &format!("  presets\n{}", table(&presets.collect::<Vec<_>>()));
    let solvers = registry::solvers(task).into_iter().map(|s| vec![indent(s.name), s.about.into()]);
    text + &format!("  solvers\n{}", table(&solvers.collect::<Vec<_>>()))
}

fn size(preset: &Preset) -> String {
    preset
        .counts
        .iter()
        .map(|(split, count)| format!("{split} {}", grouped(*count)))
        .collect::<Vec<_>>()
        .join(", ")
}

fn document(task: &dyn Task) -> Value {
    let settings = task.settings().iter().map(
        |s| json!({"name": s.name, "default": s.default, "takes": s.kind.to_string(), "about": s.about}),
    );
    let presets = task.presets().iter().map(|p| {
        let counts: serde_json::Map<_, _> =
            p.counts.iter().map(|(s, c)| (s.name().into(), json!(c))).collect();
        let settings: serde_json::Map<_, _> =
            p.settings.iter().map(|(n, v)| ((*n).into(), json!(v))).collect();
        json!({"name": p.name, "about": p.about, "splits": counts, "settings": settings})
    });
    let solver = |s: &SolverSpec| json!({"name": s.name, "about": s.about, "privileged": s.privileged, "learns": s.learns});
    json!({
        "name": task.name(),
        "about": task.about(),
        "form": task.form(),
        "metric": task.metric().name(),
        "settings": settings.collect::<Vec<_>>(),
        "presets": presets.collect::<Vec<_>>(),
        "solvers": registry::solvers(task).into_iter().map(solver).collect::<Vec<_>>(),
    })
}
