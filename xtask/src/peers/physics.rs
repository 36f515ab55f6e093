//! `cargo xtask peers physics`: which objects stay where they are, according to Bullet and to us.

use super::Places;
use super::run::{ensure_peer, python_with, run as run_command};
use anyhow::{Context, Result, ensure};
use rustix::time::{ClockId, clock_gettime};
use serde::Deserialize;
use spatiq_scene::physics::{self, CLEARLY_STABLE, CLEARLY_UNSTABLE, Settled};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Scenes to compare, unless told otherwise.
pub const SCENES: usize = 400;

/// Of the objects that neither engine has doubts about, at least this share must get the same verdict.
const LEAST_AGREEMENT: f64 = 0.99;

/// What to do.
pub struct Plan {
    /// Of the peers' scenes.
    pub seed: u64,
    /// How many scenes.
    pub count: usize,
    /// Folder for scenes and verdicts.
    pub out: PathBuf,
    /// Where the peers' scripts are.
    pub peers: PathBuf,
}

/// What Bullet says of an object.
#[derive(Clone, Copy, Debug, Deserialize)]
struct PeerVerdict {
    stable: bool,
    dpos: f64,
    dquat: f64,
}

/// An object that both engines have judged.
#[derive(Debug)]
struct Judged {
    /// The scene and the object's index in it.
    name: String,
    /// Stable or not, and the motion: by the peer, and by us.
    peer: (bool, f64),
    ours: (bool, f64),
    /// Whether our verdict is clear.
    is_sure: bool,
}

impl Judged {
    fn agree(&self) -> bool {
        self.peer.0 == self.ours.0
    }

    /// Whether neither motion is close to the limit, and ours would be the same after a nudge.
    fn clear(&self) -> bool {
        !(CLEARLY_STABLE..=CLEARLY_UNSTABLE).contains(&self.peer.1) && self.is_sure
    }
}

/// Makes scenes, lets both engines judge them, and prints how far they agree.
pub fn run(places: &Places, plan: &Plan) -> Result<()> {
    let folder = plan.out.join(format!("seed-{}-{}", plan.seed, plan.count));
    // The peer tells physical scenes by their path.
    let scenes = folder.join("physics");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let venv = places.target.join("peers/venv");
    let peer_ms = run_peer(plan, &venv, &folder, &scenes)?;
    let verdicts = folder.join("bullet.json");
    let text = fs::read(&verdicts).with_context(|| format!("cannot read {}", verdicts.display()))?;
    let verdicts = serde_json::from_slice(&text).context("Bullet's verdicts are not what they should be")?;
    let (judged, our_ms) = judge(&scenes, &verdicts)?;
    let text = report(&judged, verdicts.len(), peer_ms, our_ms);
    println!("{text}");
    fs::write(folder.join("report.md"), &text).context("cannot write the report")?;
    let clear: Vec<_> = judged.iter().filter(|one| one.clear()).collect();
    let agreeing = clear.iter().filter(|one| one.agree()).count();
    let enough = agreeing as f64 >= LEAST_AGREEMENT * clear.len() as f64;
    ensure!(enough, "only {agreeing} of {} clear verdicts agree", clear.len());
    Ok(())
}

/// Makes the scenes and lets Bullet judge them; its CPU milliseconds a scene are returned.
fn run_peer(plan: &Plan, venv: &Path, folder: &Path, scenes: &Path) -> Result<f64> {
    let (maker, bullet) = (plan.peers.join("make_scenes.py"), plan.peers.join("bullet_scene.py"));
    ensure_peer(&maker)?;
    ensure_peer(&bullet)?;
    let python = python_with(venv, "pybullet, numpy", &["pybullet", "numpy"])?;
    // Scenes of an earlier run would be judged too.
    if scenes.exists() {
        fs::remove_dir_all(scenes).with_context(|| format!("cannot empty {}", scenes.display()))?;
    }
    let mut command = Command::new(&python);
    command.arg(maker).args(["--kind", "physics", "--n", &plan.count.to_string()]);
    run_command(command.args(["--seed", &plan.seed.to_string(), "--out"]).arg(scenes))?;
    let said = folder.join("bullet.txt");
    let mut command = Command::new(&python);
    command.arg(bullet).arg("--scenes").arg(scenes.join("physics_*.json"));
    command.arg("--verdicts").arg(folder.join("bullet.json")).stdout(File::create(&said)?);
    run_command(&mut command)?;
    let said = fs::read_to_string(&said).context("cannot read what Bullet said")?;
    cpu_ms(&said).with_context(|| format!("Bullet tells no CPU time: {said}"))
}

/// The number in `cpu mean 20.88 ms`.
fn cpu_ms(said: &str) -> Option<f64> {
    let (_, after) = said.split_once("cpu mean ")?;
    after.split_whitespace().next()?.parse().ok()
}

/// Judges the same files; also returns our CPU milliseconds a scene, with the building of bodies.
fn judge(folder: &Path, verdicts: &BTreeMap<String, Vec<PeerVerdict>>) -> Result<(Vec<Judged>, f64)> {
    let mut judged = Vec::new();
    let mut seconds = 0.0;
    for (name, peer) in verdicts {
        let bytes = fs::read(folder.join(name)).with_context(|| format!("cannot read {name}"))?;
        let scene = spatiq_scene::neutral::read(&bytes).with_context(|| name.clone())?;
        let start = thread_seconds();
        let ours = physics::settle(&scene);
        seconds += thread_seconds() - start;
        ensure!(peer.len() == ours.len(), "{name}: Bullet judges {} objects, we {}", peer.len(), ours.len());
        judged.extend(compared(name, peer, &ours));
    }
    Ok((judged, 1000.0 * seconds / verdicts.len().max(1) as f64))
}

fn compared(name: &str, peer: &[PeerVerdict], ours: &[Settled]) -> Vec<Judged> {
    let pairs = peer.iter().zip(ours).enumerate();
    pairs
        .map(|(index, (peer, ours))| Judged {
            name: format!("{name} {index}"),
            peer: (peer.stable, peer.dpos.max(peer.dquat)),
            ours: (ours.stable, ours.motion),
            is_sure: ours.clear,
        })
        .collect()
}

fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn report(judged: &[Judged], scenes: usize, peer_ms: f64, our_ms: f64) -> String {
    let share = |of: &[&Judged]| {
        let agreeing = of.iter().filter(|one| one.agree()).count();
        format!("{agreeing} of {} ({:.2} %)", of.len(), 100.0 * agreeing as f64 / of.len().max(1) as f64)
    };
    let all: Vec<_> = judged.iter().collect();
    let clear: Vec<_> = judged.iter().filter(|one| one.clear()).collect();
    let mut text = format!(
        "| {scenes} scenes, {} objects | |\n|---|---:|\n\
         | verdicts that agree | {} |\n\
         | where neither is in doubt | {} |\n\n\
         | CPU ms a scene | Bullet (steps only) | spatiq (with building) | times as fast |\n|---|---:|---:|---:|\n\
         | mean | {peer_ms:.2} | {our_ms:.2} | {:.1} |\n\n",
        all.len(),
        share(&all),
        share(&clear),
        peer_ms / our_ms
    );
    let differing: Vec<_> = judged.iter().filter(|one| !one.agree()).collect();
    if differing.is_empty() {
        return text + "No verdict differs.\n";
    }
    text += "| differs: scene, object | Bullet | motion | spatiq | motion | clear |\n|---|---|---:|---|---:|---|\n";
    let word = |stable: bool| if stable { "stable" } else { "unstable" };
    for one in differing {
        let ((peer, peer_motion), (ours, our_motion)) = (one.peer, one.ours);
        let _ = writeln!(
            text,
            "| {} | {} | {peer_motion:.4} | {} | {our_motion:.4} | {} |",
            one.name,
            word(peer),
            word(ours),
            if one.clear() { "yes" } else { "no" }
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(peer: (bool, f64), ours: (bool, f64)) -> Judged {
        let is_sure = !(CLEARLY_STABLE..=CLEARLY_UNSTABLE).contains(&ours.1);
        Judged { name: "physics_0000.json 0".into(), peer, ours, is_sure }
    }

    #[test]
    fn a_verdict_is_clear_when_neither_motion_is_close() {
        assert!(judged((true, 0.0), (true, 0.01)).clear());
        assert!(judged((true, 0.0), (false, 0.5)).clear());
        assert!(!judged((true, 0.05), (true, 0.01)).clear());
        assert!(!judged((false, 0.9), (false, 0.2)).clear());
        assert!(!Judged { is_sure: false, ..judged((true, 0.0), (false, 0.5)) }.clear());
    }

    #[test]
    fn the_report_counts_and_lists_what_differs() {
        let all = [
            judged((true, 0.0), (true, 0.0)),
            judged((true, 0.09), (false, 0.11)),
            judged((false, 0.9), (false, 0.8)),
        ];
        let text = report(&all, 3, 20.0, 4.0);
        assert!(text.contains("| verdicts that agree | 2 of 3 (66.67 %) |"), "{text}");
        assert!(text.contains("where neither is in doubt | 2 of 2 (100.00 %) |"), "{text}");
        assert!(text.contains("| mean | 20.00 | 4.00 | 5.0 |"), "{text}");
        assert!(
            text.contains("| physics_0000.json 0 | stable | 0.0900 | unstable | 0.1100 | no |"),
            "{text}"
        );
        assert!(report(&all[..1], 1, 1.0, 1.0).ends_with("No verdict differs.\n"));
    }

    #[test]
    fn the_peers_time_is_read_from_what_it_says() {
        assert_eq!(cpu_ms("RESULT x; cpu mean 20.88 ms; stable objs 1/2"), Some(20.88));
        assert_eq!(cpu_ms("RESULT"), None);
    }

    #[test]
    fn missing_peers_are_one_clear_error() {
        let nowhere = PathBuf::from("no-such-folder");
        let plan = Plan { seed: 0, count: 1, out: nowhere.clone(), peers: nowhere.clone() };
        let error = run_peer(&plan, &nowhere, &nowhere, &nowhere).unwrap_err();
        assert!(error.to_string().contains("--peer FOLDER"), "{error}");
    }
}
