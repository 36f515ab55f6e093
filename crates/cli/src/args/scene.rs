//! The arguments of `spatiq scene`.

use super::{split, whole};
use clap::ValueEnum;
use spatiq_bench::Split;
use spatiq_scene::Category;
use spatiq_scene::arrange::Rules;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Scene {
    /// Folder for the picture, its layers and scene.json: new or empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// What kind of scene
    #[arg(long, value_enum, default_value_t = SceneKind::Room, conflicts_with = "from")]
    pub kind: SceneKind,
    /// Another seed gives another scene
    #[arg(long, value_name = "S", value_parser = whole, default_value_t = 1, conflicts_with = "from")]
    pub seed: u64,
    /// Makes so many scenes, in folders 000000, 000001, …
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), conflicts_with = "from")]
    pub count: Option<u64>,
    /// How many objects [default: 3 to 6 in a room, 3 where something may fall, 4 to 8 on open ground]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=8), conflicts_with = "from")]
    pub objects: Option<u64>,
    /// How often categories come: `paper` as in PTR, `even`, or a list such as chair=2,bed=1 [default: paper, of the categories
    /// that the library has]
    #[arg(long, value_name = "WEIGHTS", value_parser = weights, conflicts_with = "from")]
    pub weights: Option<Weights>,
    /// Renders a scene file that this command wrote, or a neutral one of boxes and cylinders
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Takes furniture from a library that `spatiq import partnet` made
    #[arg(long, value_name = "LIB")]
    pub stock: Option<PathBuf>,
    /// Which models to use: no model belongs to two splits
    #[arg(long, value_name = "SPLIT", value_parser = split, default_value = "train", conflicts_with = "from")]
    pub split: Split,
    /// Pixels of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, default_value = "800x600")]
    pub size: [usize; 2],
    /// How many rays are spent on light
    #[arg(long, value_enum, default_value_t = QualityName::Default)]
    pub quality: QualityName,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// The kinds of scenes.
#[derive(Clone, Copy, ValueEnum)]
pub enum SceneKind {
    /// Furniture on the floor of a room
    Room,
    /// Furniture that is tilted, leans on a wall or stands on other furniture
    Physics,
    /// Simple bodies on open ground, some of them interlocked
    Ground,
}

/// How good pictures are.
#[derive(Clone, Copy, ValueEnum)]
pub enum QualityName {
    /// Rough shadows
    Fast,
    /// Soft shadows
    Default,
    /// Soft shadows without any noise
    Fine,
}

/// How often each category of furniture comes.
#[derive(Clone, Copy)]
pub struct Weights(pub [f64; 5]);

/// Weights by the name of a preset, or one by one; what is not named does not come.
fn weights(text: &str) -> Result<Weights, String> {
    match text {
        "paper" => return Ok(Weights(Rules::ORIGINAL)),
        "even" => return Ok(Weights(Rules::EVEN)),
        _ => {}
    }
    let mut weights = [0.0; 5];
    for pair in text.split(',') {
        let (name, weight) = pair.split_once('=').unwrap_or((pair, ""));
        let category = Category::FURNITURE.iter().position(|category| category.name() == name.trim());
        let weight = weight.trim().parse().ok().filter(|weight| (0.0..=MOST_WEIGHT).contains(weight));
        let (Some(category), Some(weight)) = (category, weight) else {
            let names = Category::FURNITURE.map(Category::name).join(", ");
            return Err(format!("expected paper, even, or a list such as chair=2,bed=1 of {names}"));
        };
        weights[category] = weight;
    }
    if weights.iter().all(|weight| *weight == 0.0) {
        return Err("at least one weight must be above 0".into());
    }
    Ok(Weights(weights))
}

/// No weight is larger.
const MOST_WEIGHT: f64 = 1e6;

/// No side of a picture is longer.
const LONGEST: usize = 8_192;

/// Width and height.
fn size(text: &str) -> Result<[usize; 2], String> {
    let sides =
        text.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    match sides {
        Some(size) if size.iter().all(|side| (1..=LONGEST).contains(side)) => Ok(size),
        _ => Err(format!("expected two numbers from 1 to {LONGEST}, such as 800x600")),
    }
}
