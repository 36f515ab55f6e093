//! The product beside other tools, on the same work: `cargo xtask peers drawings`, `step`, `growth`, `physics`,
//! `scenes`, `growth-scenes` and `scene-steps`.

mod around;
#[cfg(test)]
mod around_tests;
mod audit;
mod compare;
mod drawings;
mod facets;
mod growth;
mod growth_scenes;
mod mask;
mod oracle;
#[cfg(test)]
mod oracle_tests;
mod page;
mod physics;
mod plot;
mod recipe;
mod record;
mod report;
mod run;
mod scenes;
mod second;
mod step;
mod steps;
mod touch;
mod verdict;

use anyhow::{Context, Result, bail};
use run::Set;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

/// Models of a set, as many as the peer's README measures.
const MODELS: usize = 200;

/// Where the peers lie, seen from the workspace.
const PEERS: &str = "../shared/peers";

/// Where CAD models lie, seen from the workspace.
const MODELS_FOLDER: &str = "../shared/data/cad";

/// Where the chores work.
struct Places {
    root: PathBuf,
    target: PathBuf,
    /// The spatiq to run, if it is not to be built.
    binary: Option<PathBuf>,
}

/// The chores.
pub const CHORES: [&str; 7] =
    ["drawings", "step", "growth", "physics", "scenes", "growth-scenes", "scene-steps"];

/// Runs one of the chores.
pub fn run(root: &Path, chore: &str, flags: &[&str]) -> Result<()> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    if ["scenes", "growth-scenes", "scene-steps", "step"].contains(&chore) && cfg!(debug_assertions) {
        return run_optimised(root, chore, flags);
    }
    let mut places = Places { root: root.to_owned(), target, binary: None };
    let mut flags = Flags::read(flags)?;
    places.binary = flags.binary.take();
    if chore == "growth" {
        let out = flags.out.unwrap_or_else(|| places.target.join("peers"));
        return growth::run(&places, flags.count.unwrap_or(growth::MODELS), &out);
    }
    if chore == "physics" {
        let plan = physics::Plan {
            seed: flags.seed.unwrap_or(0),
            count: flags.count.unwrap_or(physics::SCENES),
            out: flags.out.unwrap_or_else(|| places.target.join("peers/physics")),
            peers: flags.peer.unwrap_or_else(|| root.join(PEERS)),
        };
        return physics::run(&places, &plan);
    }
    if chore == "scenes" {
        let plan = scenes::Plan {
            seed: flags.seed.unwrap_or(0),
            count: flags.count.unwrap_or(scenes::SCENES),
            out: flags.out.unwrap_or_else(|| places.target.join("peers/scenes")),
            peers: flags.peer.unwrap_or_else(|| root.join(PEERS)),
        };
        return scenes::run(&places, &plan);
    }
    if chore == "step" {
        let plan = step::Plan {
            models: flags.models.unwrap_or_else(|| root.join(MODELS_FOLDER)),
            out: flags.out.unwrap_or_else(|| places.target.join("peers/step")),
            script: flags.peer.unwrap_or_else(|| root.join(PEERS)).join("occt_drawings.py"),
            reuse: flags.reuse,
        };
        return step::run(&places, &plan);
    }
    if chore == "growth-scenes" {
        return growth_scenes::run(&flags.out.unwrap_or_else(|| root.join("docs/scene-cost.svg")));
    }
    if chore == "scene-steps" {
        return steps::run(flags.count.unwrap_or(steps::SCENES));
    }
    let plan = drawings::Plan {
        sets: flags.sets(),
        out: flags.out.unwrap_or_else(|| places.target.join("peers/drawings")),
        script: flags.peer.unwrap_or_else(|| root.join(PEERS)).join("occt_drawings.py"),
        reuse: flags.reuse,
        audit: flags.audit,
        ours: flags.ours,
    };
    drawings::run(&places, &plan)
}

/// Runs a chore that measures this very program as it is shipped.
fn run_optimised(root: &Path, chore: &str, flags: &[&str]) -> Result<()> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--release", "--quiet", "--manifest-path"]).arg(root.join("Cargo.toml"));
    run::run(command.args(["--package", "xtask", "--", "peers", chore]).args(flags))
}

/// What may be said after the name of a chore.
#[derive(Debug, Default)]
struct Flags {
    seed: Option<u64>,
    grid: Option<String>,
    count: Option<usize>,
    out: Option<PathBuf>,
    models: Option<PathBuf>,
    peer: Option<PathBuf>,
    ours: Option<PathBuf>,
    binary: Option<PathBuf>,
    reuse: bool,
    audit: bool,
}

impl Flags {
    fn read(words: &[&str]) -> Result<Self> {
        let mut flags = Self::default();
        let mut words = words.iter();
        while let Some(&flag) = words.next() {
            match flag {
                "--reuse" => flags.reuse = true,
                "--audit" => flags.audit = true,
                _ => flags.set(flag, words.next().copied())?,
            }
        }
        Ok(flags)
    }

    fn set(&mut self, flag: &str, value: Option<&str>) -> Result<()> {
        let value = value.with_context(|| format!("{flag} needs a value"))?;
        match flag {
            "--seed" => self.seed = Some(number(flag, value)?),
            "--count" => self.count = Some(number(flag, value)?),
            "--grid" => {
                number::<f64>(flag, value)?;
                self.grid = Some(value.to_owned());
            }
            "--out" => self.out = Some(value.into()),
            "--models" => self.models = Some(value.into()),
            "--peer" => self.peer = Some(value.into()),
            "--ours" => self.ours = Some(value.into()),
            "--binary" => self.binary = Some(value.into()),
            _ => bail!("no flag is called {flag}"),
        }
        Ok(())
    }

    /// The set that is named, or the two that the README shows.
    fn sets(&self) -> Vec<Set> {
        let count = self.count.unwrap_or(MODELS);
        let set =
            |grid: Option<&str>| Set { seed: self.seed.unwrap_or(1), grid: grid.map(str::to_owned), count };
        match (self.seed, self.grid.as_deref()) {
            (None, None) => vec![set(None), set(Some("0.25"))],
            (_, grid) => vec![set(grid)],
        }
    }
}

fn number<T: FromStr>(flag: &str, value: &str) -> Result<T> {
    value.parse().ok().with_context(|| format!("{flag} needs a number, not {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_seed_or_a_grid_the_two_sets_of_the_readme_are_drawn() {
        let names = |words: &[&str]| -> Vec<String> {
            Flags::read(words).unwrap().sets().iter().map(Set::name).collect()
        };
        assert_eq!(names(&[]), ["seed-1", "seed-1-grid-0.25"]);
        assert_eq!(names(&["--seed", "7", "--count", "30"]), ["seed-7"]);
        assert_eq!(names(&["--grid", "0.1"]), ["seed-1-grid-0.1"]);
    }

    #[test]
    fn wrong_flags_are_errors_that_name_them() {
        let error = |words: &[&str]| Flags::read(words).unwrap_err().to_string();
        assert_eq!(error(&["--seed"]), "--seed needs a value");
        assert_eq!(error(&["--seed", "x"]), "--seed needs a number, not x");
        assert_eq!(error(&["--sed", "1"]), "no flag is called --sed");
    }
}
