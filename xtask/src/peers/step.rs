//! `cargo xtask peers step`: the same STEP files read and drawn by OpenCASCADE and by us, timed and compared.
//!
//! Both begin with the file and end with eleven drawings, on one thread. The judge asks rays about our triangles, with the true normals of
//! their faces: it tells who is right about lines, and says nothing about whether the triangles are. For that there are the volumes.

use super::Places;
use super::drawings::{Outcome, VOLUMES_DIFFER, write};
use super::record::{Drawn, Lines, read_peer};
use super::run::{ensure_peer, python_with, run as run_command};
use super::{page, report, second};
use anyhow::{Context, Result, ensure};
use rustix::time::{ClockId, clock_gettime};
use spatiq_draw::{Model, Pose};
use spatiq_geom::mesh::FEATURE_ANGLE;
use spatiq_geom::{DVec3, NEVER, Placement, Solid};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds after which the peer is stopped: its exact hidden lines of a real thread take longer than anyone waits.
const PATIENCE: &str = "120";

/// What to do.
pub struct Plan {
    /// Folder with the files.
    pub models: PathBuf,
    /// Folder for the output.
    pub out: PathBuf,
    /// The peer's script.
    pub script: PathBuf,
    /// Whether the peer's finished output may be used again.
    pub reuse: bool,
}

/// Runs, compares and reports.
pub fn run(places: &Places, plan: &Plan) -> Result<()> {
    let files = files(&plan.models)?;
    fs::create_dir_all(&plan.out).with_context(|| format!("cannot make {}", plan.out.display()))?;
    let finished = plan.out.join("peer.jsonl");
    if !(plan.reuse && finished.is_file()) {
        run_peer(places, plan, &files, &finished)?;
    }
    let mut outcome = Outcome { title: format!("{} STEP files", files.len()), ..Outcome::default() };
    let mut times = String::from("| file | OpenCASCADE ms | spatiq ms | triangles |\n|---|---:|---:|---:|\n");
    let mut machined = Vec::new();
    let mut differ = Vec::new();
    for (file, peer) in files.iter().zip(read_peer(&finished)?) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        ensure!(name == peer.drawn.id, "the finished output is of other files: leave out --reuse");
        let (solid, ours, triangles) = ours(file)?;
        let peer_ms = peer.drawn.ms.filter(|_| peer.drawn.fault.is_none());
        let shown =
            peer_ms.map_or_else(|| peer.drawn.fault.clone().unwrap_or_default(), |ms| format!("{ms:.1}"));
        let _ = writeln!(times, "| {name} | {shown} | {:.1} | {triangles} |", ours.ms.unwrap_or_default());
        if name.starts_with("mfcad") {
            machined.extend(peer_ms.zip(ours.ms));
        }
        if let Some(solid) = solid {
            let before = outcome.disagreements.len();
            let views = outcome.add(&solid, &peer.drawn, &ours);
            outcome.views.extend(views);
            let apart = |(peer, ours): (f64, f64)| (ours / peer - 1.0).abs() > VOLUMES_DIFFER;
            if outcome.disagreements.len() > before || peer.drawn.volume.zip(ours.volume).is_some_and(apart) {
                differ.push((file.clone(), ours.volume));
            }
        }
    }
    let (theirs, ours): (f64, f64) = machined.iter().fold((0.0, 0.0), |sum, ms| (sum.0 + ms.0, sum.1 + ms.1));
    let ratio = if ours > 0.0 {
        format!("MFCAD: {theirs:.1} ms against {ours:.1}, {:.1} times as fast\n\n", theirs / ours)
    } else {
        String::new()
    };
    let again = second::table(&places.target.join("peers/venv"), &differ)?;
    let text =
        format!("{}{again}{times}\n{ratio}Most memory: {}\n", report::markdown(&outcome), most_memory());
    println!("{text}");
    write(&plan.out.join("report.md"), &text)?;
    write(&plan.out.join("index.html"), &page::html(&outcome))?;
    println!("Pictures: {}", plan.out.join("index.html").display());
    Ok(())
}

/// The STEP files of a folder, by their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}: name a folder with --models", folder.display()))?;
    let is_step = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        spatiq_step::ENDINGS.contains(&ending.as_str())
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_step).collect();
    files.sort();
    ensure!(!files.is_empty(), "{} has no STEP files", folder.display());
    Ok(files)
}

fn run_peer(places: &Places, plan: &Plan, files: &[PathBuf], out: &Path) -> Result<()> {
    ensure_peer(&plan.script)?;
    let python = python_with(&places.target.join("peers/venv"), "OCP.HLRBRep", &["cadquery-ocp"])?;
    let unfinished = out.with_extension("unfinished");
    let mut command = Command::new(python);
    command
        .arg(&plan.script)
        .args(["--timeout", PATIENCE, "--out"])
        .arg(&unfinished)
        .arg("--step")
        .args(files);
    run_command(command.stdout(fs::File::create(out.with_extension("txt"))?))?;
    fs::rename(unfinished, out).context("cannot keep the peer's output")
}

/// Reads and draws a file, as `spatiq draw` does.
fn ours(path: &Path) -> Result<(Option<Solid>, Drawn, usize)> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let id = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut drawn = Drawn { id, fault: None, volume: None, bounds: None, ms: None, views: BTreeMap::new() };
    let start = cpu_ms();
    let reading = match spatiq_step::read(&bytes, NEVER) {
        Ok(reading) => reading,
        Err(error) => {
            drawn.fault = Some(error.to_string());
            return Ok((None, drawn, 0));
        }
    };
    let mesh = &reading.body.mesh;
    let triangles = mesh.triangles().len();
    drawn.volume = mesh.is_closed().then(|| mesh.volume());
    let solid: Solid = reading.body.leaf(Placement::IDENTITY, FEATURE_ANGLE, NEVER)?.into();
    let model = Model::new(&solid, NEVER)?;
    for pose in Pose::ALL {
        let points = model.draw(&pose.view())?.points();
        drawn.views.insert(pose.letter(), Lines { visible: points.visible, hidden: points.hidden });
    }
    drawn.ms = Some(cpu_ms() - start);
    let bounds: [DVec3; 2] = model.bounds();
    drawn.bounds = Some(bounds);
    Ok((Some(solid), drawn, triangles))
}

/// Processor time of this thread so far.
fn cpu_ms() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

/// The most memory that this process ever had, as the system tells it.
fn most_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".into(), |line| line.trim().to_owned())
}
