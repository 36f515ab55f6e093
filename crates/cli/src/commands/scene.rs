//! `spatiq scene`: pictures of scenes with all their layers and their graphs.

use crate::Outcome;
use crate::args::{QualityName, Scene as Args, SceneKind};
use crate::folder::AsideFolder;
use crate::interrupt::{Interrupted, stop_on_ctrl_c};
use crate::output::{counted, print};
use crate::progress::Progress;
use anyhow::{Context, anyhow};
use rayon::prelude::*;
use spatiq_bench::dataset::{Library, open_file};
use spatiq_bench::{Seed, Split};
use spatiq_scene::arrange::{Rehearsed, Rules, rehearse};
use spatiq_scene::graph::{Seen, Stability, graph};
use spatiq_scene::physics::{check_work, settle};
use spatiq_scene::render::{Quality, render};
use spatiq_scene::{
    Category, Furniture, Generated, Kind, Models, Scene, file, layers, neutral, overlap, placed,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Larger scene files are refused before they are read.
const MOST_BYTES: u64 = 256 << 20;

/// Scenes that are made before their files are written, for each thread.
const BATCH: u64 = 4;

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let stop = stop_on_ctrl_c();
    if matches!(args.kind, SceneKind::Ground) && (args.weights.is_some() || args.stock.is_some()) {
        return Err(anyhow!(
            "there is no furniture on open ground: --weights and --stock go with --kind room or physics"
        ));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build()?;
    let models = models(args.stock.as_deref())?;
    let folder = AsideFolder::create(&args.out)?;
    let total = args.count.unwrap_or(1);
    let mut progress = Progress::of("rendering", "scenes", total);
    let one = |index: u64| -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        Ok(match &args.from {
            Some(path) => {
                let (scene, split) = told(path, &*models)?;
                files(&scene, split, args)?
            }
            // Names of models of the generator tell the split; those of a library do not.
            None => {
                let made = made(args, &*models, index);
                let made = made.with_context(|| format!("scene {index} of seed {}", args.seed))?;
                files(&made, args.stock.as_ref().map(|_| args.split), args)?
            }
        })
    };
    // Whole scenes side by side; what is left of a batch is shared out within its last scenes.
    let batch = BATCH * pool.current_num_threads() as u64;
    for first in (0..total).step_by(batch as usize) {
        let indices = first..total.min(first + batch);
        let scenes: Vec<_> = pool.install(|| indices.clone().into_par_iter().map(one).collect());
        for (index, files) in indices.zip(scenes) {
            let place = if args.count.is_some() { format!("{index:06}/") } else { String::new() };
            for (path, bytes) in files? {
                folder.put(Path::new(&format!("{place}{path}")), &bytes)?;
            }
            progress.at(index + 1, total, index + 1);
        }
    }
    folder.finish()?;
    print(&format!("{}: {}", args.out.display(), counted(total, "scene")))?;
    Ok(Outcome::Done)
}

/// Where furniture comes from.
fn models(stock: Option<&Path>) -> anyhow::Result<Box<dyn Models>> {
    Ok(match stock {
        None => Box::new(Generated),
        Some(dir) => {
            Box::new(Furniture::of(Arc::new(Library::open(dir)?)).with_context(|| dir.display().to_string())?)
        }
    })
}

/// The scene of a number.
fn made(args: &Args, models: &dyn Models, index: u64) -> anyhow::Result<Rehearsed> {
    let kind = match args.kind {
        SceneKind::Room => Kind::Room,
        SceneKind::Physics => Kind::Physics,
        SceneKind::Ground => Kind::Ground,
    };
    let weights = args.weights.map_or_else(|| usual(models, args.split), |weights| weights.0);
    let mut rules = Rules { size: args.size, weights, ..Rules::of(kind) };
    if let Some(objects) = args.objects {
        rules.objects = objects as usize..=objects as usize;
    }
    let seed = Seed::root(args.seed).child("scene").child(kind.name()).child(args.split).child(index);
    Ok(rehearse(&rules, models, args.split, &seed)?)
}

/// How often categories come where nobody says so: as in PTR, but for those of which a library has none.
fn usual(models: &dyn Models, split: Split) -> [f64; 5] {
    let mut weights = Rules::ORIGINAL;
    for (category, weight) in Category::FURNITURE.into_iter().zip(&mut weights) {
        if models.count(category, split) == 0 {
            *weight = 0.0;
        }
    }
    // Of an empty library whoever asks it says so.
    if weights == [0.0; 5] { Rules::ORIGINAL } else { weights }
}

/// The scene of a file, with time going on in it where something may fall, and the split that the file tells.
fn told(path: &Path, models: &dyn Models) -> anyhow::Result<(Rehearsed, Option<Split>)> {
    let (scene, split) = read(path, models)?;
    let settled = match scene.kind {
        Kind::Physics => {
            check_work(&scene).with_context(|| path.display().to_string())?;
            settle(&scene)
        }
        Kind::Room | Kind::Ground => Vec::new(),
    };
    Ok((Rehearsed { scene, settled }, split))
}

/// The scene of a file, ours or a neutral one, and the split that ours may tell.
fn read(path: &Path, models: &dyn Models) -> anyhow::Result<(Scene, Option<Split>)> {
    let name = || path.display().to_string();
    let size = open_file(path).and_then(|file| file.metadata()).with_context(name)?.len();
    if size > MOST_BYTES {
        return Err(anyhow!("a scene file of {size} bytes is too large")).with_context(name);
    }
    let bytes = fs::read(path).with_context(name)?;
    // Some editors begin a text with this mark.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let library = |id: &str| models.model(id).ok();
    match file::is_one(bytes) {
        true => {
            let scene = file::read(bytes, &library).with_context(name)?;
            overlap::check(&scene).with_context(name)?;
            placed::check(&scene).with_context(name)?;
            Ok((scene, file::read_split(bytes).with_context(name)?))
        }
        false => Ok((neutral::read(bytes).with_context(name)?, None)),
    }
}

/// The files of a scene.
fn files(
    Rehearsed { scene, settled }: &Rehearsed,
    split: Option<Split>,
    args: &Args,
) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let quality = match args.quality {
        QualityName::Fast => Quality::FAST,
        QualityName::Default => Quality::DEFAULT,
        QualityName::Fine => Quality::FINE,
    };
    let physics = || Stability::given(scene, settled);
    let (stability, (frame, picture)) = rayon::join(physics, || render(scene, args.size, &quality));
    let text = || file::write_of(scene, Some(&graph(scene, &Seen::of(scene, &frame), &stability)), split);
    let (text, layers) = rayon::join(text, || layers::files(scene, &frame, &picture));
    let text = file::sealed(&text, &layers)?;
    let mut files: Vec<_> = layers.into_iter().map(|file| (file.path, file.bytes)).collect();
    files.push(("scene.json".into(), text.into_bytes()));
    Ok(files)
}
