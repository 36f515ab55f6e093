//! Questions about rooms and their scenes, as PTR and CLEVR have them.
//!
//! ```text
//! images/train/PTR_train_000000.png        depths/train/PTR_train_000000.npy
//! scenes/train/PTR_train_000000.json       questions/PTR_train_questions.json
//!
//! images/train/CLEVR_train_000000.png
//! scenes/CLEVR_train_scenes.json           questions/CLEVR_train_questions.json
//! ```
//!
//! A file of questions grows with each of them, so that no number of questions fills the memory.

use super::scenes::{Picture, PictureLayout};
use super::{Asked, File, Layout, ptr};
use anyhow::{Context, bail};
use serde_json::{Value, json};
use spatiq_bench::{Scene, Split};
use spatiq_families::ptr::original::Entry;
use spatiq_raster::Gray16;
use spatiq_scene::graph::{Labels, told};
use spatiq_scene::layers::depth_numbers_of;
use spatiq_scene::original::{self, clevr};

/// Whose files are written.
#[derive(Clone, Copy)]
pub enum Whose {
    /// The original's.
    Ptr,
    /// Those of CLEVR.
    Clevr,
}

/// The layout.
pub struct Questions {
    whose: Whose,
    /// The scene of the question before.
    last: String,
    questions: List,
    scenes: List,
}

impl Questions {
    /// For one of the two.
    pub fn new(whose: Whose) -> Self {
        Self { whose, last: String::new(), questions: List::new("questions"), scenes: List::new("scenes") }
    }

    fn picture(&mut self, picture: &Picture, file: &str) -> anyhow::Result<Vec<File>> {
        match self.whose {
            Whose::Ptr => ptr::Ptr.picture(picture),
            Whose::Clevr => {
                let split = picture.split;
                let image_index = picture.index as usize;
                let entry = original::Entry { image_index, split: split.name(), image_filename: file };
                self.scenes.add(split, &clevr(&entry, &picture.graph));
                Ok(vec![(format!("images/{split}/{file}"), picture.image.clone())])
            }
        }
    }

    fn prefix(&self) -> &'static str {
        match self.whose {
            Whose::Ptr => "PTR",
            Whose::Clevr => "CLEVR",
        }
    }
}

impl Layout for Questions {
    fn family(&self) -> &'static str {
        "ptr"
    }

    fn question(&mut self, asked: &Asked) -> anyhow::Result<Vec<File>> {
        let (_, image_index) = room(asked)?;
        let image_filename = format!("{}_{}_{image_index:06}.png", self.prefix(), asked.split);
        let answer = asked.truth.text();
        let entry = Entry {
            split: asked.split,
            image_index,
            image_filename: &image_filename,
            question_index: asked.index,
            answer: &answer,
            evidence: &asked.evidence,
        };
        let question = match self.whose {
            Whose::Ptr => entry.original()?,
            Whose::Clevr => entry.clevr()?,
        };
        self.questions.add(asked.split, &question);
        match next_picture(asked, &mut self.last)? {
            Some(picture) => self.picture(&picture, &image_filename),
            None => Ok(Vec::new()),
        }
    }

    fn end_of_split(&mut self, _: &str, split: Split) -> anyhow::Result<Vec<File>> {
        [&mut self.questions, &mut self.scenes].into_iter().for_each(|list| list.end(split));
        Ok(Vec::new())
    }

    fn growth(&mut self) -> Vec<File> {
        let prefix = self.prefix();
        [&mut self.questions, &mut self.scenes].into_iter().filter_map(|list| list.growth(prefix)).collect()
    }
}

/// The one scene that a question is about, and its number.
fn room<'a>(asked: &'a Asked) -> anyhow::Result<(&'a Scene, u64)> {
    let [scene] = asked.scenes.as_slice() else { bail!("it is about {} scenes", asked.scenes.len()) };
    Ok((scene, number(scene, asked)?))
}

/// The number that a scene's name tells. The name comes from a file, so it must be the one that we would have given.
fn number(scene: &Scene, asked: &Asked) -> anyhow::Result<u64> {
    let start = format!("{}/{}/scene-", asked.task, asked.split);
    let number = scene.name.strip_prefix(&start).and_then(|number| number.parse().ok());
    let number = number.filter(|number: &u64| format!("{start}{number:06}") == scene.name);
    number.with_context(|| format!("{:?} is not the name of a scene of split {}", scene.name, asked.split))
}

/// The picture that a question is about, with all that is known about it, unless the question before was about the same.
pub fn next_picture(asked: &Asked, last: &mut String) -> anyhow::Result<Option<Picture>> {
    let (scene, index) = room(asked)?;
    if *last == scene.name {
        return Ok(None);
    }
    last.clone_from(&scene.name);
    picture(scene, asked.split, index).with_context(|| format!("the scene {}", scene.name)).map(Some)
}

fn picture(scene: &Scene, split: Split, index: u64) -> anyhow::Result<Picture> {
    let graph = told(&scene.graph).context("the graph")?.context("it has no graph")?;
    let labels = Labels::read(scene.layer("objects"), scene.layer("parts"), &graph)?;
    let depth = depth_numbers_of(&Gray16::decode(scene.layer("depth")).context("the layer of depth")?);
    Ok(Picture { split, index, image: scene.layer("image").to_owned(), depth, labels, graph })
}

/// A file with a list in it, an entry a line, that is written bit by bit.
struct List {
    /// What is listed.
    what: &'static str,
    split: Option<Split>,
    new: String,
}

impl List {
    fn new(what: &'static str) -> Self {
        Self { what, split: None, new: String::new() }
    }

    fn add(&mut self, split: Split, entry: &Value) {
        let before = match self.split {
            Some(_) => ",\n".into(),
            None => format!(
                "{{\"info\": {}, \"{}\": [\n",
                json!({ "split": split.name(), "version": format!("spatiq {}", env!("CARGO_PKG_VERSION")) }),
                self.what
            ),
        };
        self.split = Some(split);
        self.new += &format!("{before}{entry}");
    }

    /// Ends the file of a split, if it was begun. What is left is fetched with the next growth.
    fn end(&mut self, split: Split) {
        if self.split == Some(split) {
            self.new += "\n]}\n";
        }
    }

    /// What is to be written, and where.
    fn growth(&mut self, prefix: &str) -> Option<File> {
        let (split, what) = (self.split?, self.what);
        let new = std::mem::take(&mut self.new);
        if new.ends_with("]}\n") {
            self.split = None;
        }
        (!new.is_empty()).then(|| (format!("{what}/{prefix}_{split}_{what}.json"), new.into_bytes()))
    }
}
