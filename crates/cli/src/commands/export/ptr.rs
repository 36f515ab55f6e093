//! The layout of the PTR data.
//!
//! ```text
//! images/train/PTR_train_000000.png
//! depths/train/PTR_train_000000.npy        metres before the camera, along the view
//! scenes/train/PTR_train_000000.json
//! ```

use super::File;
use super::scenes::{Picture, PictureLayout};
use spatiq_scene::original::{Entry, original};

/// The layout.
pub struct Ptr;

impl PictureLayout for Ptr {
    fn picture(&mut self, picture: &Picture) -> anyhow::Result<Vec<File>> {
        let split = picture.split.name();
        let stem = format!("PTR_{split}_{:06}", picture.index);
        let image_filename = format!("{stem}.png");
        let entry = Entry { image_index: picture.index as usize, split, image_filename: &image_filename };
        let scene = original(&entry, &picture.graph, &picture.labels);
        Ok(vec![
            (format!("images/{split}/{image_filename}"), picture.image.clone()),
            (format!("depths/{split}/{stem}.npy"), picture.depth.clone()),
            (format!("scenes/{split}/{stem}.json"), serde_json::to_vec(&scene)?),
        ])
    }

    fn end(&mut self) -> anyhow::Result<Vec<File>> {
        Ok(Vec::new())
    }
}
