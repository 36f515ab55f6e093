//! `cargo xtask peers scenes`: what a picture with all its layers costs, by Blender's Cycles and by us.

use super::Places;
use super::run::{ensure_peer, python_with, run as run_command};
use anyhow::{Context, Result, ensure};
use rustix::time::{ClockId, clock_gettime};
use spatiq_scene::render::{Quality, look, render};
use spatiq_scene::{Scene, layers, neutral};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Scenes to render, unless told otherwise.
pub const SCENES: usize = 2;

/// Width and height of the pictures.
pub const SIZE: [usize; 2] = [800, 600];

/// So many times less than the peer a picture with all layers must cost, and depth and masks alone.
const ASKED: [f64; 2] = [95.0, 500.0];

/// Of so many runs the least time counts: the others were disturbed.
const RUNS: usize = 5;

/// What to do.
pub struct Plan {
    /// Of the peers' scenes.
    pub seed: u64,
    /// How many scenes.
    pub count: usize,
    /// Folder for scenes and pictures.
    pub out: PathBuf,
    /// Where the peers' scripts are.
    pub peers: PathBuf,
}

/// CPU seconds a scene.
struct Ours {
    look: f64,
    fast: f64,
    standard: f64,
    fine: f64,
}

/// Makes scenes, renders them with both, and prints what that costs.
pub fn run(places: &Places, plan: &Plan) -> Result<()> {
    let folder = plan.out.join(format!("seed-{}-{}", plan.seed, plan.count));
    let scenes = folder.join("scenes");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let peer = run_peer(plan, &places.target.join("peers/venv"), &folder, &scenes)?;
    let ours = run_ours(&scenes, &folder)?;
    let text = report(plan.count, peer, &ours);
    println!("{text}");
    fs::write(folder.join("report.md"), &text).context("cannot write the report")?;
    let ratios = [peer / ours.standard, peer / ours.look];
    ensure!(
        ratios.iter().zip(ASKED).all(|(ratio, asked)| *ratio >= asked),
        "the asked ratios are not reached"
    );
    Ok(())
}

/// Makes the scenes and renders them with Cycles; its CPU seconds a scene are returned.
fn run_peer(plan: &Plan, venv: &Path, folder: &Path, scenes: &Path) -> Result<f64> {
    let (maker, blender) = (plan.peers.join("make_scenes.py"), plan.peers.join("blender_scene.py"));
    ensure_peer(&maker)?;
    ensure_peer(&blender)?;
    let python = python_with(venv, "bpy", &["bpy==4.2.0"]).context("Blender needs Python 3.11 as python3")?;
    // Scenes of an earlier run would be rendered too.
    if scenes.exists() {
        fs::remove_dir_all(scenes).with_context(|| format!("cannot empty {}", scenes.display()))?;
    }
    let count = plan.count.to_string();
    let mut command = Command::new(&python);
    command.arg(maker).args(["--n", &count, "--seed", &plan.seed.to_string(), "--out"]);
    run_command(command.arg(scenes))?;
    let said = folder.join("blender.txt");
    let mut command = Command::new(&python);
    command.arg(blender).args(["--engine", "CYCLES", "--samples", "16", "--n", &count]);
    command.args(["--w", &SIZE[0].to_string(), "--h", &SIZE[1].to_string()]);
    command.arg("--scenes").arg(scenes.join("room_*.json")).arg("--out").arg(folder.join("blender"));
    run_command(command.stdout(File::create(&said)?))?;
    let said = fs::read_to_string(&said).context("cannot read what Blender said")?;
    cpu_seconds(&said).with_context(|| format!("Blender tells no CPU time: {said}"))
}

/// The mean of the numbers in `cpu-s/img [28.1, 28.9]`.
fn cpu_seconds(said: &str) -> Option<f64> {
    let (_, after) = said.split_once("cpu-s/img [")?;
    let (list, _) = after.split_once(']')?;
    let seconds: Option<Vec<f64>> = list.split(',').map(|word| word.trim().parse().ok()).collect();
    let seconds = seconds.filter(|seconds| !seconds.is_empty())?;
    Some(seconds.iter().sum::<f64>() / seconds.len() as f64)
}

/// Renders the same files on one thread, and keeps the pictures beside the peer's.
fn run_ours(scenes: &Path, folder: &Path) -> Result<Ours> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(scenes)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    let mut sums = [0.0; 4];
    for path in &paths {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let scene = neutral::read(&bytes).with_context(|| path.display().to_string())?;
        let (_, picture) = render(&scene, SIZE, &Quality::DEFAULT);
        fs::write(folder.join(path.file_name().context("no name")?).with_extension("png"), picture.encode())?;
        let seconds = [
            cpu(1, || drop(look(&scene, SIZE)))?,
            cpu(1, || everything(&scene, SIZE, &Quality::FAST))?,
            cpu(1, || everything(&scene, SIZE, &Quality::DEFAULT))?,
            cpu(1, || everything(&scene, SIZE, &Quality::FINE))?,
        ];
        sums.iter_mut().zip(seconds).for_each(|(sum, seconds)| *sum += seconds);
    }
    let [look, fast, standard, fine] = sums.map(|sum| sum / paths.len() as f64);
    Ok(Ours { look, fast, standard, fine })
}

/// Renders a scene and encodes all of its files.
pub fn everything(scene: &Scene, size: [usize; 2], quality: &Quality) {
    let (frame, picture) = render(scene, size, quality);
    std::hint::black_box(layers::files(scene, &frame, &picture));
}

/// The CPU seconds, of all threads together, that some work takes on so many of them.
pub fn cpu(threads: usize, work: impl Fn() + Send + Sync) -> Result<f64> {
    least(ClockId::ProcessCPUTime, threads, work)
}

/// The seconds by the clock on the wall.
pub fn wall(threads: usize, work: impl Fn() + Send + Sync) -> Result<f64> {
    least(ClockId::Monotonic, threads, work)
}

fn least(clock: ClockId, threads: usize, work: impl Fn() + Send + Sync) -> Result<f64> {
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
    let run = |_| {
        let start = now(clock);
        pool.install(&work);
        now(clock) - start
    };
    Ok((0..RUNS).map(run).fold(f64::INFINITY, f64::min))
}

/// The seconds that a clock shows.
pub fn now(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn report(count: usize, peer: f64, ours: &Ours) -> String {
    let row = |name: &str, seconds: f64, asked: Option<f64>| {
        let asked = asked.map_or(String::new(), |asked| format!("{asked:.0}"));
        format!("| {name} | {peer:.2} | {seconds:.4} | {:.0} | {asked} |\n", peer / seconds)
    };
    let [width, height] = SIZE;
    format!(
        "| {count} scenes, {width} × {height}, CPU s a scene | Cycles, 16 samples | spatiq | times less | asked |\n|---|---:|---:|---:|---:|\n"
    ) + &row("all layers as files, default", ours.standard, Some(ASKED[0]))
        + &row("all layers as files, fast", ours.fast, None)
        + &row("all layers as files, fine", ours.fine, None)
        + &row("depth, normals and masks alone", ours.look, Some(ASKED[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_cpu_time_is_read_from_what_blender_says() {
        let said = "import bpy 1.2s\nRESULT engine=CYCLES mean 15.10 cpu-s/img [28.0, 29.0]\n";
        assert_eq!(cpu_seconds(said), Some(28.5));
        assert_eq!(cpu_seconds("RESULT cpu-s/img []"), None);
        assert_eq!(cpu_seconds("Killed"), None);
    }

    #[test]
    fn the_report_divides_the_peer_s_time_by_ours() {
        let ours = Ours { look: 0.05, fast: 0.2, standard: 0.25, fine: 0.5 };
        let text = report(2, 25.0, &ours);
        assert!(text.contains("| all layers as files, default | 25.00 | 0.2500 | 100 | 95 |"), "{text}");
        assert!(
            text.ends_with("| depth, normals and masks alone | 25.00 | 0.0500 | 500 | 500 |\n"),
            "{text}"
        );
    }
}
