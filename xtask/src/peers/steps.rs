//! `cargo xtask peers scene-steps`: what each step of making a scene takes, and whether putting it together and physics
//! stay small beside the rendering.

use super::scenes::{SIZE, now};
use anyhow::{Result, ensure};
use rustix::time::ClockId;
use spatiq_bench::{Seed, Split};
use spatiq_scene::arrange::{Rehearsed, Rules, rehearse};
use spatiq_scene::graph::{Seen, Stability, graph};
use spatiq_scene::render::{Quality, render};
use spatiq_scene::{Generated, Kind, file, layers};

/// Scenes of each kind, unless told otherwise.
pub const SCENES: usize = 40;

/// Putting together and physics may take this share of what the rendering takes.
const MOST: f64 = 0.2;

/// The steps of making a scene.
const STEPS: [&str; 6] = ["putting together", "physics", "rendering", "graph", "files", "scene.json"];

/// Measures and prints a table.
pub fn run(count: usize) -> Result<()> {
    println!("| {count} scenes, CPU ms a scene | {} | share |", STEPS.join(" | "));
    println!("|---|{}", "---:|".repeat(STEPS.len() + 1));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut shares = Vec::new();
    for kind in [Kind::Room, Kind::Physics, Kind::Ground] {
        let all: Vec<_> =
            pool.install(|| (0..count).map(|index| steps(kind, index)).collect::<Result<_>>())?;
        let mean = |step: usize| all.iter().map(|one: &[f64; 6]| one[step]).sum::<f64>() / count as f64 * 1e3;
        let means: [f64; 6] = std::array::from_fn(mean);
        let share = (means[0] + means[1]) / means[2];
        let cells: Vec<String> = means.iter().map(|ms| format!("{ms:.1}")).collect();
        println!("| {} | {} | {:.0} % |", kind.name(), cells.join(" | "), share * 100.0);
        shares.push(share);
    }
    let most = shares.into_iter().fold(0.0, f64::max);
    ensure!(most < MOST, "putting together and physics take {:.0} % of the rendering", most * 100.0);
    Ok(())
}

/// The CPU seconds of each step of one scene.
fn steps(kind: Kind, index: usize) -> Result<[f64; 6]> {
    let mut times = [0.0; 6];
    let mut clock = now(ClockId::ProcessCPUTime);
    let mut lap = |step: usize| {
        let end = now(ClockId::ProcessCPUTime);
        times[step] += end - clock;
        clock = end;
    };
    let seed = Seed::root(1).child("steps").child(kind.name()).child(index as u64);
    let Rehearsed { scene, settled } = rehearse(&Rules::of(kind), &Generated, Split::Train, &seed)?;
    lap(0);
    let stability = Stability::given(&scene, &settled);
    lap(1);
    let (frame, picture) = render(&scene, SIZE, &Quality::DEFAULT);
    lap(2);
    let graph = graph(&scene, &Seen::of(&scene, &frame), &stability);
    lap(3);
    std::hint::black_box(layers::files(&scene, &frame, &picture));
    lap(4);
    std::hint::black_box(file::write(&scene, Some(&graph)));
    lap(5);
    Ok(times)
}
