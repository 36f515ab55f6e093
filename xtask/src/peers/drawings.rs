//! `cargo xtask peers drawings`: the same models drawn by OpenCASCADE and by us, timed and compared.

use super::audit::{Audited, audit};
use super::compare::{self, Ink, ViewComparison};
use super::record::{Drawn, Lines, PeerModel, read_ours, read_peer};
use super::run::{Set, our_binary, run_ours, run_peer};
use super::verdict::{Settlement, settle};
use super::{Places, oracle, page, recipe, report};
use anyhow::{Context, Result, ensure};
use spatiq_geom::Solid;
use std::fs;
use std::path::{Path, PathBuf};

/// Volumes farther apart than this share are listed.
pub const VOLUMES_DIFFER: f64 = 0.005;

/// What to do.
pub struct Plan {
    /// The sets of models, one after the other.
    pub sets: Vec<Set>,
    /// Folder for the outputs, a folder each.
    pub out: PathBuf,
    /// The peer's script.
    pub script: PathBuf,
    /// Whether the peer's finished output may be used again.
    pub reuse: bool,
    /// Whether to ask rays about every view, and not only about those that differ.
    pub audit: bool,
    /// A finished output to compare instead of running our binary.
    pub ours: Option<PathBuf>,
}

/// All that is known about a set in the end.
#[derive(Default)]
pub struct Outcome {
    /// What was drawn.
    pub title: String,
    /// CPU milliseconds of the models that both tell a time of: the peer's and ours.
    pub times: Vec<(f64, f64)>,
    /// Views that both drew.
    pub views: Vec<ViewComparison>,
    /// Those that differ.
    pub disagreements: Vec<Disagreement>,
    /// Models both have a volume of, by the relative difference.
    pub volumes: Vec<Volumes>,
    /// Models with a drawing by one engine only, and the other's words.
    pub drawn_once: Vec<DrawnOnce>,
    /// Models that neither engine draws.
    pub drawn_by_none: usize,
    /// Views asked of rays, if that was wanted.
    pub audited: Vec<Audited>,
}

/// A view that the two draw differently.
pub struct Disagreement {
    /// The model.
    pub id: String,
    /// How much.
    pub view: ViewComparison,
    /// Who is right.
    pub settlement: Settlement,
    /// The peer's lines.
    pub peer: Lines,
    /// Our lines.
    pub ours: Lines,
    /// The solid itself, for further rays.
    pub solid: Solid,
}

/// The volume of a model.
pub struct Volumes {
    /// The model.
    pub id: String,
    /// According to the peer.
    pub peer: f64,
    /// According to us.
    pub ours: f64,
    /// According to rays, where the two differ.
    pub by_rays: Option<f64>,
}

impl Volumes {
    /// Relative to the larger.
    pub fn difference(&self) -> f64 {
        let larger = self.peer.abs().max(self.ours.abs());
        if larger == 0.0 { 0.0 } else { (self.peer - self.ours).abs() / larger }
    }
}

/// A model that only one engine drew.
pub struct DrawnOnce {
    /// The model.
    pub id: String,
    /// Who drew it.
    pub drawn_by: &'static str,
    /// Why the other did not.
    pub fault: String,
    /// What rays say is its volume.
    pub by_rays: f64,
}

/// Runs, compares and reports every set.
pub fn run(places: &Places, plan: &Plan) -> Result<()> {
    let binary = match &plan.ours {
        Some(finished) => {
            ensure!(finished.is_file(), "{} is not there", finished.display());
            None
        }
        None => Some(our_binary(places)?),
    };
    for set in &plan.sets {
        let folder = plan.out.join(set.name());
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let peer = peer_models(places, plan, set, &folder)?;
        let ours = match (&plan.ours, &binary) {
            (Some(finished), _) => read_ours(finished)?,
            (None, Some(binary)) => draw_ours(binary, &peer, &folder)?,
            (None, None) => Vec::new(),
        };
        let outcome = outcome(set, &peer, &ours, plan.audit)?;
        let text = report::markdown(&outcome);
        println!("{text}");
        write(&folder.join("report.md"), &text)?;
        write(&folder.join("index.html"), &page::html(&outcome))?;
        println!("Pictures: {}\n", folder.join("index.html").display());
    }
    Ok(())
}

fn peer_models(places: &Places, plan: &Plan, set: &Set, folder: &Path) -> Result<Vec<PeerModel>> {
    let finished = folder.join("peer.jsonl");
    if !(plan.reuse && finished.is_file()) {
        run_peer(&plan.script, &places.target.join("peers/venv"), set, &finished)?;
    }
    let mut models = read_peer(&finished)?;
    ensure!(models.len() >= set.count, "the finished output has only {} models", models.len());
    models.truncate(set.count);
    Ok(models)
}

fn draw_ours(binary: &Path, peer: &[PeerModel], folder: &Path) -> Result<Vec<Drawn>> {
    let recipes: String = peer.iter().map(|model| format!("{}\n", model.recipe)).collect();
    let (input, output) = (folder.join("recipes.jsonl"), folder.join("ours.jsonl"));
    write(&input, &recipes)?;
    run_ours(binary, &input, &output)?;
    read_ours(&output)
}

fn outcome(set: &Set, peer: &[PeerModel], ours: &[Drawn], audit: bool) -> Result<Outcome> {
    ensure!(peer.len() == ours.len(), "the peer drew {} models, we drew {}", peer.len(), ours.len());
    let mut outcome = Outcome { title: report::title(set), ..Outcome::default() };
    for (peer, ours) in peer.iter().zip(ours) {
        let solid = recipe::solid(&peer.recipe).with_context(|| format!("model {}", peer.drawn.id))?;
        let views = outcome.add(&solid, &peer.drawn, ours);
        if audit {
            outcome.audited.extend(audited(&solid, &peer.drawn, ours, &views));
        }
        outcome.views.extend(views);
    }
    Ok(outcome)
}

impl Outcome {
    /// Adds a model; its views, compared, are returned.
    pub fn add(&mut self, solid: &Solid, peer: &Drawn, ours: &Drawn) -> Vec<ViewComparison> {
        self.times.extend(peer.ms.zip(ours.ms));
        self.drawn_once.extend(drawn_once(solid, peer, ours));
        self.drawn_by_none += usize::from(peer.fault.is_some() && ours.fault.is_some());
        if peer.fault.is_some() || ours.fault.is_some() {
            return Vec::new();
        }
        self.volumes.extend(volumes(solid, peer, ours));
        let views = compare::compare(peer, ours);
        for view in views.iter().filter(|view| !view.agrees()) {
            let letter = view.pose.letter();
            let (peer_lines, our_lines) = (&peer.views[&letter], &ours.views[&letter]);
            let ink = |lines: &Lines| Ink::new(view.frame, lines);
            self.disagreements.push(Disagreement {
                id: peer.id.clone(),
                view: *view,
                settlement: settle(solid, view, &ink(peer_lines), &ink(our_lines)),
                peer: peer_lines.clone(),
                ours: our_lines.clone(),
                solid: solid.clone(),
            });
        }
        views
    }
}

/// Asks rays about all views of a model, the views shared out among the processors.
fn audited(solid: &Solid, peer: &Drawn, ours: &Drawn, views: &[ViewComparison]) -> Vec<Audited> {
    let one = |view: &ViewComparison| {
        let letter = view.pose.letter();
        audit(&peer.id, solid, view, &peer.views[&letter], &ours.views[&letter])
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let shares = views.chunks(views.len().div_ceil(threads).max(1));
    std::thread::scope(|scope| {
        let running: Vec<_> =
            shares.map(|share| scope.spawn(move || share.iter().map(one).collect::<Vec<_>>())).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no audit panics")).collect()
    })
}

fn drawn_once(solid: &Solid, peer: &Drawn, ours: &Drawn) -> Option<DrawnOnce> {
    let (drawn_by, fault) = match (&peer.fault, &ours.fault) {
        (Some(fault), None) => ("spatiq", fault),
        (None, Some(fault)) => ("peer", fault),
        _ => return None,
    };
    let by_rays = oracle::volume(solid);
    Some(DrawnOnce { id: peer.id.clone(), drawn_by, fault: fault.clone(), by_rays })
}

fn volumes(solid: &Solid, peer: &Drawn, ours: &Drawn) -> Option<Volumes> {
    let (peer_volume, our_volume) = peer.volume.zip(ours.volume)?;
    let mut volumes = Volumes { id: peer.id.clone(), peer: peer_volume, ours: our_volume, by_rays: None };
    volumes.by_rays = volumes.differ().then(|| oracle::volume(solid));
    Some(volumes)
}

impl Volumes {
    /// Whether the difference is worth a line.
    pub fn differ(&self) -> bool {
        self.difference() > VOLUMES_DIFFER
    }
}

pub fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_differ_relative_to_the_larger() {
        let volumes = |peer, ours| Volumes { id: String::new(), peer, ours, by_rays: None }.difference();
        assert_eq!(volumes(2.0, 1.0), 0.5);
        assert_eq!(volumes(1.0, 2.0), 0.5);
        assert_eq!(volumes(0.0, 0.0), 0.0);
    }

    #[test]
    fn outputs_of_unequal_length_are_not_compared() {
        let set = Set { seed: 1, grid: None, count: 1 };
        let line = serde_json::json!({"id": "x", "error": "y"});
        let path = std::env::temp_dir().join(format!("spatiq-peers-{}.jsonl", std::process::id()));
        fs::write(&path, line.to_string()).unwrap();
        let ours = read_ours(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(outcome(&set, &[], &ours, false).is_err());
        assert!(outcome(&set, &[], &[], true).is_ok());
    }
}
