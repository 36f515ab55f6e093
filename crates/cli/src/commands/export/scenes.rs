//! Folders that `spatiq scene` wrote, picture by picture: one scene, or many in folders with numbers.

use super::{File, coco, ptr};
use crate::args::{Export, LayoutName};
use crate::folder::AsideFolder;
use crate::interrupt::{Interrupted, stop_on_ctrl_c};
use crate::output::{check_target, counted, print};
use crate::progress::Progress;
use anyhow::{Context, bail};
use spatiq_bench::Split;
use spatiq_bench::dataset::open_file;
use spatiq_scene::Generated;
use spatiq_scene::file::{self, Told};
use spatiq_scene::graph::{Graph, Labels};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Larger files are refused before they are read.
const MOST_BYTES: u64 = 256 << 20;

/// Somebody else's way to lay pictures with masks and graphs out, wherever they come from.
pub trait PictureLayout {
    /// The files of a picture.
    fn picture(&mut self, picture: &Picture) -> anyhow::Result<Vec<File>>;
    /// The files about all pictures, after the last.
    fn end(&mut self) -> anyhow::Result<Vec<File>>;
}

/// A picture and what is known about it.
pub struct Picture {
    /// The split whose models it shows.
    pub split: Split,
    /// Its number within the split.
    pub index: u64,
    /// The picture as a PNG file.
    pub image: Vec<u8>,
    /// How far away everything is in metres, as a file of numpy.
    pub depth: Vec<u8>,
    /// What every pixel shows.
    pub labels: Labels,
    /// What is where.
    pub graph: Graph,
}

/// Whether a layout is one of pictures rather than of questions.
pub fn layout(name: LayoutName) -> Option<Box<dyn PictureLayout>> {
    match name {
        LayoutName::Coco => Some(Box::new(coco::Coco::default())),
        LayoutName::Ptr => Some(Box::new(ptr::Ptr)),
        LayoutName::Spare3d | LayoutName::Vrd25 | LayoutName::Clevr => None,
    }
}

/// Writes all scenes of a folder; tells how many scenes and files there are.
pub fn run(args: &Export, layout: &mut dyn PictureLayout) -> anyhow::Result<()> {
    let scenes = scenes(&args.dir)?;
    check_target(&args.out, &args.dir, &[])?;
    let stop = stop_on_ctrl_c();
    let folder = AsideFolder::create(&args.out)?;
    let total = scenes.len() as u64;
    let mut progress = Progress::of("exporting", "scenes", total);
    let mut files = 0;
    let mut put = |new: Vec<File>| -> anyhow::Result<()> {
        files += new.len() as u64;
        new.iter().try_for_each(|(path, bytes)| folder.put(Path::new(path), bytes))
    };
    let mut split = args.split;
    for (done, (index, dir)) in (1..).zip(&scenes) {
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        let picture = picture(dir, *index, &mut split).with_context(|| dir.display().to_string())?;
        put(layout.picture(&picture)?)?;
        progress.at(done, total, done);
    }
    put(layout.end()?)?;
    folder.finish()?;
    print(&format!("{}: {} of {}", args.out.display(), counted(files, "file"), counted(total, "scene")))
}

/// The folders of scenes with their numbers: the folder itself, or all those with a number for a name.
fn scenes(dir: &Path) -> anyhow::Result<Vec<(u64, PathBuf)>> {
    let cannot = || format!("cannot read {}", dir.display());
    if dir.join("scene.json").is_file() {
        return Ok(vec![(0, dir.to_owned())]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let number = name.parse().ok().filter(|number: &u64| format!("{number:06}") == name);
        if let Some(number) = number.filter(|_| path.join("scene.json").is_file()) {
            found.push((number, path));
        }
    }
    if found.is_empty() {
        bail!("{} has no scene.json: `spatiq scene --out DIR` makes a folder of scenes", dir.display());
    }
    found.sort();
    Ok(found)
}

/// Reads a scene. The first one settles the split, if nothing did before.
fn picture(dir: &Path, index: u64, split: &mut Option<Split>) -> anyhow::Result<Picture> {
    let text = read(dir, "scene.json")?;
    let Told { graph, split: told, from_library } = file::read_told(&text).context("scene.json")?;
    let mut pictures = file::PICTURES.map(|_| Vec::new());
    for (name, bytes) in file::PICTURES.iter().zip(&mut pictures) {
        *bytes = read(dir, name)?;
    }
    file::check_rendered(&text, &pictures)?;
    let [image, depth, objects, parts] = pictures;
    let labels = Labels::read(&objects, &parts, &graph)?;
    let mut settle = |what: &str, own: Split| match *split.get_or_insert(own) == own {
        true => Ok(()),
        false => bail!("{what} is of split {own}, and the rest is not: export the splits one by one"),
    };
    for node in &graph.objects {
        if let Some(own) = Generated::split(&node.model) {
            settle(&format!("the model {}", node.model), own)?;
        }
    }
    if let Some(told) = told {
        settle("the scene", told)?;
    }
    // A name that somebody gave to an object of his own belongs to no split; a model of a library does.
    if let (Some(model), None) = (from_library, *split) {
        bail!("nothing says to which split the library's model {model} belongs: say so with --split");
    }
    let split = split.unwrap_or(Split::Train);
    Ok(Picture { split, index, image, depth, labels, graph })
}

fn read(dir: &Path, name: &str) -> anyhow::Result<Vec<u8>> {
    let path = dir.join(name);
    let read = || -> anyhow::Result<Vec<u8>> {
        let size = open_file(&path)?.metadata()?.len();
        if size > MOST_BYTES {
            bail!("a file of {size} bytes is too large");
        }
        Ok(fs::read(&path)?)
    };
    read().with_context(|| name.to_owned())
}
