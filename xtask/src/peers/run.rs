//! Running the peer and our own binary, one right after the other.

use super::Places;
use anyhow::{Context, Result, bail, ensure};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which models to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// Of the peer's random recipes.
    pub seed: u64,
    /// What sizes and positions are rounded to, as given; that makes faces that lie in one plane.
    pub grid: Option<String>,
    /// How many models.
    pub count: usize,
}

impl Set {
    /// A name for people and for folders.
    pub fn name(&self) -> String {
        let grid = self.grid.as_ref().map(|grid| format!("-grid-{grid}"));
        format!("seed-{}{}", self.seed, grid.unwrap_or_default())
    }
}

/// Draws a set with the peer.
pub fn run_peer(script: &Path, venv: &Path, set: &Set, out: &Path) -> Result<()> {
    ensure_peer(script)?;
    let python = python_with(venv, "OCP.HLRBRep", &["cadquery-ocp"])?;
    let mut command = Command::new(python);
    command.arg(script).args(["--seed", &set.seed.to_string(), "--count", &set.count.to_string()]);
    command.args(set.grid.iter().flat_map(|grid| ["--grid", grid]));
    // Renamed when finished, so that --reuse never meets half an output.
    let unfinished = out.with_extension("unfinished");
    command.arg("--out").arg(&unfinished).stdout(File::create(out.with_extension("txt"))?);
    run(&mut command)?;
    std::fs::rename(unfinished, out).context("cannot keep the peer's output")
}

/// That a script of the peers is where it should be.
pub fn ensure_peer(script: &Path) -> Result<()> {
    ensure!(
        script.is_file(),
        "the peer {} is not there: name its folder with --peer FOLDER",
        script.display()
    );
    Ok(())
}

/// A Python that has what a peer needs, made once: what it imports, and the packages that bring that.
pub fn python_with(venv: &Path, modules: &str, packages: &[&str]) -> Result<PathBuf> {
    let python = venv.join("bin").join("python");
    let has_peer = |python: &Path| {
        let tried = Command::new(python).args(["-c", &format!("import {modules}")]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    if !has_peer(&python) {
        eprintln!("installing {} into {}", packages.join(" "), venv.display());
        run(Command::new("python3").args(["-m", "venv"]).arg(venv))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(packages))?;
        ensure!(has_peer(&python), "{} is installed but does not load", packages.join(" "));
    }
    Ok(python)
}

/// Our release binary: the one that was named, or else one built now.
pub fn our_binary(places: &Places) -> Result<PathBuf> {
    if let Some(binary) = &places.binary {
        ensure!(binary.is_file(), "{} is not there", binary.display());
        return Ok(binary.clone());
    }
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut build = Command::new(cargo);
    run(build.current_dir(&places.root).args(["build", "--release", "--quiet", "--package", "spatiq"]))?;
    Ok(places.target.join("release").join("spatiq"))
}

/// Draws a file of recipes with our binary, on one thread.
pub fn run_ours(binary: &Path, recipes: &Path, out: &Path) -> Result<()> {
    let mut command = Command::new(binary);
    command.arg("draw").arg(recipes).args(["--format", "json"]).env("RAYON_NUM_THREADS", "1");
    let status = command.stdout(File::create(out)?).status();
    let status = status.with_context(|| format!("cannot run {}", binary.display()))?;
    // Models that cannot be drawn are lines with an error, and may also show in the exit code.
    let wrote = out.metadata().is_ok_and(|data| data.len() > 0);
    ensure!(status.success() || wrote, "spatiq draw failed ({status}) and drew nothing");
    Ok(())
}

/// Runs a command to its end; an error if it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot run {shown}"))?;
    if !status.success() {
        bail!("{shown} {} failed ({status})", first_argument(command));
    }
    Ok(())
}

fn first_argument(command: &Command) -> String {
    command.get_args().next().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_peer_is_one_clear_error() {
        let set = Set { seed: 1, grid: None, count: 1 };
        let nowhere = Path::new("no-such-folder/occt_drawings.py");
        let error = run_peer(nowhere, Path::new("venv"), &set, Path::new("out")).unwrap_err();
        assert!(error.to_string().contains("--peer FOLDER"), "{error}");
    }

    #[test]
    fn sets_have_names_of_their_own() {
        let set = |grid: Option<&str>| Set { seed: 1, grid: grid.map(str::to_owned), count: 200 };
        assert_eq!(set(None).name(), "seed-1");
        assert_eq!(set(Some("0.25")).name(), "seed-1-grid-0.25");
    }
}
