//! The layout of COCO, which `pycocotools` and the panoptic tools read.
//!
//! ```text
//! train/000000.png
//! annotations/instances_train.json         an annotation an object that can be seen: mask, box, area
//! annotations/parts_train.json             the same for parts; "object" says which belong together
//! annotations/panoptic_train.json          a segment an object, and one for floor and walls
//! annotations/panoptic_train/000000.png    the segments as colours: red + 256 green + 65536 blue
//! ```

use super::questions::next_picture;
use super::scenes::{Picture, PictureLayout};
use super::{Asked, File, Layout};
use spatiq_bench::Split;
use spatiq_scene::coco::{Instances, Level, Panoptic, Runs};
use std::collections::BTreeMap;

/// The layout.
#[derive(Default)]
pub struct Coco {
    /// The annotations so far.
    splits: BTreeMap<Split, Annotations>,
}

struct Annotations {
    objects: Instances,
    parts: Instances,
    panoptic: Panoptic,
}

impl Default for Annotations {
    fn default() -> Self {
        Self {
            objects: Instances::new(Level::Objects, Runs::Compressed),
            parts: Instances::new(Level::Parts, Runs::Compressed),
            panoptic: Panoptic::new(),
        }
    }
}

/// The scenes of a dataset of rooms, each once.
#[derive(Default)]
pub struct Rooms {
    coco: Coco,
    /// The scene of the question before.
    last: String,
}

impl Layout for Rooms {
    fn family(&self) -> &'static str {
        "ptr"
    }

    fn question(&mut self, asked: &Asked) -> anyhow::Result<Vec<File>> {
        match next_picture(asked, &mut self.last)? {
            Some(picture) => self.coco.picture(&picture),
            None => Ok(Vec::new()),
        }
    }

    fn end(&mut self) -> anyhow::Result<Vec<File>> {
        self.coco.end()
    }
}

impl PictureLayout for Coco {
    fn picture(&mut self, picture: &Picture) -> anyhow::Result<Vec<File>> {
        let Picture { split, index, graph, labels, .. } = picture;
        let name = format!("{index:06}.png");
        let into = self.splits.entry(*split).or_default();
        into.objects.add(&name, graph, labels);
        into.parts.add(&name, graph, labels);
        let segments = into.panoptic.add(&name, &name, graph, labels);
        Ok(vec![
            (format!("{split}/{name}"), picture.image.clone()),
            (format!("annotations/panoptic_{split}/{name}"), segments.encode_fast()),
        ])
    }

    fn end(&mut self) -> anyhow::Result<Vec<File>> {
        let mut files = Vec::new();
        for (split, all) in std::mem::take(&mut self.splits) {
            let kinds = [
                ("instances", all.objects.finish()),
                ("parts", all.parts.finish()),
                ("panoptic", all.panoptic.finish()),
            ];
            for (kind, value) in kinds {
                files.push((format!("annotations/{kind}_{split}.json"), serde_json::to_vec(&value)?));
            }
        }
        Ok(files)
    }
}
