//! The arguments of every command, as `--help` shows them.

mod draw;
mod import;
mod scene;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
pub use draw::{Draw, DrawFormat, HiddenLines};
pub use import::{Import, ImportCad, ImportKind, ImportPartnet, ImportVrd25};
pub use scene::{QualityName, Scene, SceneKind};
use spatiq_bench::Split;
use spatiq_bench::dataset::{Format, Shard};
use std::path::PathBuf;

/// Measure spatial reasoning: make benchmarks, check them, solve them, see the results.
#[derive(Parser)]
#[command(version, after_help = "Start with:  spatiq demo")]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The arguments of this run. What looks like a negative number is the value of the option before it, which then says
/// what it allows.
pub fn parse() -> Result<Args, clap::Error> {
    let valued = |arg: clap::Arg| {
        let takes = arg.get_action().takes_values() && !arg.is_positional();
        if takes { arg.allow_negative_numbers(true) } else { arg }
    };
    let command = Args::command()
        .mut_subcommands(|command| command.mut_args(valued).mut_subcommands(|inner| inner.mut_args(valued)));
    Args::from_arg_matches(&command.try_get_matches()?)
}

#[derive(Subcommand)]
pub enum Command {
    /// Make a small dataset of every task, check it, solve it and write a report
    #[command(after_help = "Example:  spatiq demo --out demo   # then open demo/report.html")]
    Demo(Demo),
    /// List every task with its settings and presets
    #[command(after_help = "Example:  spatiq tasks --json")]
    Tasks(Tasks),
    /// Make a dataset; run again, it finishes what is missing and repairs what is damaged
    #[command(after_help = "Examples:\n  spatiq generate iq/rotation --out rotation --count 1000\n  \
        spatiq generate iq/rotation iq/composition --out iq --preset paper --seed 7\n  \
        spatiq generate iq/composition --out big --count 200 --set size=448 --format folder\n  \
        spatiq generate spare3d/isometric-to-pose --out parts --count 100 --set stock=LIB   # a library that import made")]
    Generate(Generate),
    /// Join shards that were made elsewhere
    #[command(after_help = "Example:  spatiq merge whole shard0 shard1 shard2")]
    Merge(Merge),
    /// Check a dataset: files, pictures, answers, every row rebuilt from its evidence
    #[command(
        after_help = "Examples:\n  spatiq verify rotation\n  spatiq verify parts --stock LIB   # made with --set stock=LIB"
    )]
    Verify(Verify),
    /// Make line drawings of solids, visible and hidden lines apart, or export their meshes
    #[command(
        after_help = "Examples:\n  spatiq draw part.stl --out pictures            # pictures/part/part_f.svg, part_t.svg, …\n  \
        spatiq draw recipes.jsonl --poses ftr2 --format png --size 400\n  \
        spatiq draw recipes.jsonl --format json > drawings.jsonl\n  \
        spatiq draw bracket.json --direction 1,-2,0.5 --hidden dashed\n  \
        spatiq draw bracket.json --format stl      # drawings/bracket.stl\n\n\
        A recipe is a JSON array; a .jsonl file holds one a line. Each element is turned, moved and joined to all before it:\n  \
        {\"prim\": \"cylinder\", \"params\": [0.3, 2], \"axis\": \"x\", \"deg\": 90, \"pos\": [0, 0, 1], \"op\": \"difference\"}\n\
        prim and params: sphere [r]; box [x, y, z] full sizes; cone [r, h] apex up; torus [R, r] around z; cylinder [r, h].\n\
        Each is centred on the origin. axis: x, y or z; deg: 0, 90, 180 or 270. op: base for the first, then union,\n\
        intersection or difference. axis, deg and pos may be left out. Instead of prim and params, recipe: [ … ] nests another."
    )]
    Draw(Draw),
    /// Make a furnished room, something that may fall, or open ground: a picture with all its layers and its graph
    #[command(
        after_help = "Examples:\n  spatiq scene --out room                          # image, depth, normals, masks, scene.json\n  \
        spatiq scene --kind physics --seed 7 --out falling\n  \
        spatiq scene --count 100 --quality fast --out rooms   # rooms/000000/, rooms/000001/, …\n  \
        spatiq scene --from room/scene.json --size 1600x1200 --quality fine --out large\n\n\
        DIR/image.png          the picture\n\
        DIR/depth.png          millimetres before the camera along the view, 16 bit; 0 beyond 65.535 m\n\
        DIR/depth.npy          the same in metres, 32-bit floats\n\
        DIR/normals.png        unit normals from -1 to 1 on 0 to 255; x right, y up, z towards the camera\n\
        DIR/objects.png        the number of the object seen, from 1 on; 0 is the room\n\
        DIR/parts.png          the number of the part seen, counted over all objects from 1 on, 16 bit\n\
        DIR/amodal/            a mask for each object and part, as if nothing stood before it\n\
        DIR/scene.json         all that the picture depends on, to be edited and rendered again, and the scene graph\n\n\
        docs/scene-files.md says what every field of scene.json means, and which files are refused."
    )]
    Scene(Scene),
    /// Let a solver answer a dataset's questions and score it
    #[command(
        after_help = "Examples:\n  spatiq eval rotation --solver geometric --out runs/geometric.jsonl\n  \
        spatiq eval rotation --solver probe-ink --fit train --json\n  \
        spatiq eval vrd --solver location --split test --fit val   # chooses its margins on val\n  \
        spatiq eval vrd --solver class --split test --fit val --transfer\n  \
        spatiq eval vrd --solver ordered --set of=location-bottom   # repaired, and F1 before"
    )]
    Eval(Eval),
    /// Score answers made elsewhere: JSON lines {"id", "answer"}, {"id", "image"}, {"id", "points"} or {"id", "boxes", "relations"}
    #[command(after_help = "Examples:\n  spatiq score rotation answers.jsonl --json\n  \
        spatiq score vrd predictions.csv     # in the columns of the 2.5VRD release\n  \
        spatiq score vrd predictions.csv --ordered   # what consistency alone is worth\n\n\
        An image is the path of a PNG file as large as the truth's; points are that of a .npy file (floats, shape (n, 3), or\n\
        (n, 6) with normals) or of a .ply file, with up to 100,000 points. Paths are relative to the file of answers.\n\n\
        Relations: {\"id\", \"answer\": [label, …]} with a label for each asked pair; or, on boxes of a detector, \"boxes\":\n\
        [[xmin, ymin, xmax, ymax], …] from 0 to 1, the surest first, and \"relations\": [[i, j, label], …]; of two pictures, j is\n\
        a number in \"boxes2\". A CSV file has image_id_1, object_id_1, image_id_2, object_id_2, and distance or occlusion.")]
    Score(Score),
    /// Write a page with examples, distributions, probes and results
    #[command(after_help = "Example:  spatiq report rotation --runs runs/geometric.jsonl --out report.html")]
    Report(Report),
    /// Bring in models that somebody else made
    #[command(
        after_help = "Example:  spatiq import cad parts --out LIB   # then: spatiq generate spare3d/… --set stock=LIB"
    )]
    Import(Import),
    /// Write a dataset, or scenes, in other people's layout, so that their code reads it
    #[command(after_help = "Examples:\n  spatiq export views --as spare3d --out views-spare3d\n  \
        spatiq scene --count 20 --out rooms && spatiq export rooms --as coco --out rooms-coco\n\n\
        spare3d: the SPARE3D papers' layout, a folder a task and split, to be given to their loaders:\n  \
        three-view-to-isometric/train/answer.json        {\"000000\": 2, …}\n  \
        three-view-to-isometric/train/000000/            000000_f.png, 000000_r.png, 000000_t.png, 0.png … 3.png\n  \
        pose-to-isometric/train/000000/                  the same, and pose_K.txt\n  \
        isometric-to-pose/train/000000/                  the three views, answer.png; answers \"0\" to \"3\" are poses 1, 2, 5, 6. Their\n                                                   \
        loader takes the first of *r.png for the right view; make that *_r.png, since\n                                                   \
        answer.png ends like this, too\n  \
        isometric-generation/train/000000/               Dic3V/000000_front.png, …; DicAns/isometric.png\n  \
        point-cloud/train/000000/                        Dic3V/000000_front.png, …; DicAns/000000.npy\n\n\
        coco, of scenes or of a dataset of ptr: train/000000.png; annotations/instances_train.json, parts_train.json,\n  \
        panoptic_train.json, panoptic_train/000000.png\n\
        ptr, of the same: images/train/PTR_train_000000.png, depths/train/PTR_train_000000.npy,\n  \
        scenes/train/PTR_train_000000.json; of a dataset also questions/PTR_train_questions.json\n\
        clevr, of a dataset of ptr: images/train/CLEVR_train_000000.png, scenes/CLEVR_train_scenes.json,\n  \
        questions/CLEVR_train_questions.json\n\n\
        vrd25: the columns of the 2.5VRD release, a pair of files for each split:\n  \
        within_image_objects_test.csv                    image_id,object_id,entity,xmin,xmax,ymin,ymax\n  \
        within_image_vrd_test.csv                        image_id_1,object_id_1,image_id_2,object_id_2,distance,occlusion,\n                                                   \
        raw_distance,raw_occlusion\n  \
        across_images_objects_test.csv, …                the same")]
    Export(Export),
}

#[derive(clap::Args)]
pub struct Demo {
    /// Folder for the dataset, the runs and report.html
    #[arg(long, default_value = "demo")]
    pub out: PathBuf,
}

#[derive(clap::Args)]
pub struct Tasks {
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct Generate {
    /// Tasks, such as iq/rotation
    #[arg(required = true, value_name = "TASK")]
    pub tasks: Vec<String>,
    /// Folder of the dataset: new, empty, or with an unfinished or damaged run of the same command
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Questions of each task over all splits [default: 1000, or the preset's]
    #[arg(long, value_name = "N", value_parser = whole)]
    pub count: Option<u64>,
    /// Named settings and sizes; `spatiq tasks` lists them
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Another seed gives other questions
    #[arg(long, value_name = "S", value_parser = whole, default_value_t = 1)]
    pub seed: u64,
    /// Shares of the splits [default: train=8,val=1,test=1, or the preset's]
    #[arg(long, value_name = "SHARES", value_parser = shares)]
    pub splits: Option<Shares>,
    /// How rows are written
    #[arg(long, value_enum, default_value_t = FormatName::Parquet)]
    pub format: FormatName,
    /// Make only share I of N, to be merged later
    #[arg(long, value_name = "I/N", value_parser = shard, allow_hyphen_values = true)]
    pub shard: Option<Shard>,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Change a setting; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    pub settings: Vec<(String, String)>,
}

#[derive(clap::Args)]
pub struct Merge {
    /// Folder of the whole dataset: new or empty
    pub out: PathBuf,
    /// Folders of all shards, in any order
    #[arg(required = true, value_name = "DIR")]
    pub shards: Vec<PathBuf>,
}

#[derive(clap::Args)]
pub struct Verify {
    /// Folder of the dataset
    pub dir: PathBuf,
    /// The library that the dataset was made from, if it was
    #[arg(long, value_name = "LIB")]
    pub stock: Option<PathBuf>,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct Eval {
    /// Folder of the dataset
    pub dir: PathBuf,
    /// Who answers; `spatiq tasks` lists them
    #[arg(long, value_name = "NAME")]
    pub solver: String,
    /// Only this task
    #[arg(long, value_name = "TASK")]
    pub task: Option<String>,
    /// Only this split [default: test if there is one, else all]
    #[arg(long, value_name = "SPLIT", value_parser = split)]
    pub split: Option<Split>,
    /// Only the first N questions of each task
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub limit: Option<u64>,
    /// The split that solvers learn from, if they do [default: train]; others choose their margins there
    #[arg(long, value_name = "SPLIT", value_parser = split)]
    pub fit: Option<Split>,
    /// The task whose questions it learns from, instead of the one that it answers; several are pooled
    #[arg(long, value_name = "TASK")]
    pub fit_on: Vec<String>,
    /// Fit on vrd25/within-depth, on vrd25/across-depth and on both, and score each on each: the 2.5VRD paper's table 8
    #[arg(long, conflicts_with_all = ["task", "fit_on", "out"])]
    pub transfer: bool,
    /// Change a setting of the solver; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    pub settings: Vec<(String, String)>,
    /// Write each answer as a JSON line; drawings and points go to a folder beside it, FILE.answers
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct Score {
    /// Folder of the dataset
    pub dir: PathBuf,
    /// The answers, JSON lines or CSV
    #[arg(value_name = "ANSWERS")]
    pub answers: PathBuf,
    /// Relations: first repair the answers, with the fewest changes that make them symmetric and put objects in one order;
    /// the score before is told beside
    #[arg(long)]
    pub ordered: bool,
    /// One JSON document instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(clap::Args)]
pub struct Report {
    /// Folder of the dataset
    pub dir: PathBuf,
    /// Files that `eval --out` wrote, each named after its solver; a file .json is what `eval --transfer --json` printed
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub runs: Vec<PathBuf>,
    /// The page to write
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,
}

#[derive(clap::Args)]
pub struct Export {
    /// Folder of the dataset, or of scenes that `spatiq scene` made
    pub dir: PathBuf,
    /// Whose layout
    #[arg(long = "as", value_enum, value_name = "LAYOUT")]
    pub layout: LayoutName,
    /// Folder to write: new or empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Split of the scenes [default: that of their models, or train]
    #[arg(long, value_name = "SPLIT", value_parser = split)]
    pub split: Option<Split>,
}

/// A layout by its name.
#[derive(Clone, Copy, ValueEnum)]
pub enum LayoutName {
    /// That of the SPARE3D papers, of a dataset
    Spare3d,
    /// COCO instances and panoptic pictures, of scenes or of a dataset of `ptr`
    Coco,
    /// The files of PTR: questions and scenes of a dataset, or scenes alone
    Ptr,
    /// Questions and scenes as CLEVR has them, of a dataset of `ptr`
    Clevr,
    /// That of the 2.5VRD release
    Vrd25,
}

/// A format by its name.
#[derive(Clone, Copy, ValueEnum)]
pub enum FormatName {
    /// Parquet files that the Hugging Face `datasets` library loads
    Parquet,
    /// PNG (and SVG) files beside a metadata.jsonl
    Folder,
    /// Tar shards
    Webdataset,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Parquet => Self::Parquet,
            FormatName::Folder => Self::Folder,
            FormatName::Webdataset => Self::Webdataset,
        }
    }
}

/// Parts in which questions go to the splits.
pub type Shares = Vec<(Split, u64)>;

fn shares(text: &str) -> Result<Shares, String> {
    let mut shares: Shares = Vec::new();
    for piece in text.split(',') {
        let (name, share) = piece.split_once('=').ok_or("expected something like train=8,val=1,test=1")?;
        let split = split(name.trim())?;
        let share = share.trim().parse::<u32>().map_err(|_| format!("{share:?} is not a whole number"))?;
        if shares.iter().any(|(other, _)| *other == split) {
            return Err(format!("{split} is given twice"));
        }
        shares.push((split, share.into()));
    }
    if shares.iter().all(|(_, share)| *share == 0) {
        return Err("at least one split needs a share".into());
    }
    shares.sort();
    Ok(shares)
}

fn split(name: &str) -> Result<Split, String> {
    let hint = || spatiq_bench::nearest(name, Split::ALL.map(Split::name));
    Split::from_name(name).ok_or_else(|| format!("there is no split `{name}`{}", hint()))
}

fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

fn at_least_one(text: &str) -> Result<u64, String> {
    whole(text).ok().filter(|number| *number > 0).ok_or_else(|| "expected a whole number, 1 or more".into())
}

fn shard(text: &str) -> Result<Shard, String> {
    Shard::parse(text).ok_or_else(|| "expected I/N with I from 0 to N-1, such as 0/3".into())
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    Ok((name.trim().into(), value.trim().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Args::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("spatiq "), "{}", command.get_name());
        }
    }

    #[test]
    fn shares_are_read_in_any_order_and_refused_when_senseless() {
        assert_eq!(shares("test=1,train=3").unwrap(), [(Split::Train, 3), (Split::Test, 1)]);
        for text in ["", "train", "train=x", "train=-1", "tran=1", "train=1,train=2", "train=0"] {
            assert!(shares(text).is_err(), "{text:?}");
        }
    }
}
