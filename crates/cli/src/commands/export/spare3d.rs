//! The layout of the SPARE3D papers' data, which their published loaders read. Each takes one folder: a task's split.
//!
//! ```text
//! three-view-to-isometric/train/answer.json        {"000000": 2, …}: the right one of 0 to 3
//! three-view-to-isometric/train/000000/000000_f.png, 000000_r.png, 000000_t.png, 0.png … 3.png
//! pose-to-isometric/train/…                        the same, and an empty file pose_K.txt: the pose asked for
//! isometric-to-pose/train/answer.json              {"000000": "2", …}: 0 to 3 for the poses 1, 2, 5, 6; the loader compares texts
//! isometric-to-pose/train/000000/000000_f.png, 000000_r.png, 000000_t.png, answer.png
//! isometric-generation/train/000000/Dic3V/000000_front.png, 000000_right.png, 000000_top.png
//! isometric-generation/train/000000/DicAns/isometric.png
//! point-cloud/train/000000/Dic3V/…                 as before
//! point-cloud/train/000000/DicAns/000000.npy       10,000 points, shape (n, 3), without their normals
//! ```
//!
//! The loaders of the generative tasks take all that is in a split's folder for a question, so there is nothing else.

use super::{Asked, File, Layout};
use anyhow::{Context, bail};
use serde_json::Value;
use spatiq_bench::{Answer, Cloud, Split};
use std::collections::BTreeMap;

/// The layout.
#[derive(Default)]
pub struct Spare3d {
    /// The right options of the split at hand, each as the task's loader compares it: a number, or a text.
    answers: BTreeMap<String, Value>,
}

/// The three views: what pictures are called here, in the tasks with options, and in the others.
const VIEWS: [(&str, &str, &str); 3] =
    [("front", "f", "front"), ("right", "r", "right"), ("top", "t", "top")];

/// The four drawings to choose from.
const OPTIONS: [&str; 4] = ["A", "B", "C", "D"];

impl Layout for Spare3d {
    fn family(&self) -> &'static str {
        "spare3d"
    }

    fn question(&mut self, asked: &Asked) -> anyhow::Result<Vec<File>> {
        let name = format!("{:06}", asked.index);
        let folder = format!("{}/{name}", root(asked.task, asked.split));
        let mut files = Vec::new();
        let mut put = |path: String, bytes: Vec<u8>| files.push((format!("{folder}/{path}"), bytes));
        let task = own_name(asked.task);
        match (task, &asked.truth) {
            ("three-view-to-isometric" | "pose-to-isometric" | "isometric-to-pose", Answer::Choice(slot)) => {
                for (view, letter, _) in VIEWS {
                    put(format!("{name}_{letter}.png"), picture(asked, view)?);
                }
                if task == "isometric-to-pose" {
                    put("answer.png".into(), picture(asked, "isometric")?);
                } else {
                    for (at, option) in OPTIONS.into_iter().enumerate() {
                        put(format!("{at}.png"), picture(asked, option)?);
                    }
                }
                if task == "pose-to-isometric" {
                    put(format!("pose_{}.txt", pose(&asked.evidence)?), Vec::new());
                }
                let slot = if task == "isometric-to-pose" { slot.to_string().into() } else { (*slot).into() };
                self.answers.insert(name, slot);
            }
            ("isometric-generation" | "point-cloud", truth) => {
                for (view, _, word) in VIEWS {
                    put(format!("Dic3V/{name}_{word}.png"), picture(asked, view)?);
                }
                let (file, bytes) = match truth {
                    Answer::Image(png) => ("isometric.png".into(), png.clone()),
                    // Their networks take rows of three for points.
                    Answer::Points(cloud) => {
                        let bare = Cloud { points: cloud.points.clone(), normals: Vec::new() };
                        (format!("{name}.npy"), bare.to_npy())
                    }
                    _ => bail!("its answer is neither a drawing nor points"),
                };
                put(format!("DicAns/{file}"), bytes);
            }
            _ => bail!("the layout has no place for such a question"),
        }
        Ok(files)
    }

    fn end_of_split(&mut self, task: &str, split: Split) -> anyhow::Result<Vec<File>> {
        let answers = std::mem::take(&mut self.answers);
        if answers.is_empty() {
            return Ok(Vec::new());
        }
        let text = serde_json::to_string_pretty(&answers)? + "\n";
        Ok(vec![(format!("{}/answer.json", root(task, split)), text.into_bytes())])
    }
}

/// The folder that a loader is given.
fn root(task: &str, split: Split) -> String {
    format!("{}/{split}", own_name(task))
}

/// A task's name without its family's.
fn own_name(task: &str) -> &str {
    task.rsplit('/').next().unwrap_or(task)
}

fn picture(asked: &Asked, name: &str) -> anyhow::Result<Vec<u8>> {
    let picture = asked.question.picture(name);
    picture.map(|picture| picture.png.clone()).with_context(|| format!("it has no picture {name:?}"))
}

/// The pose that is asked for.
fn pose(evidence: &str) -> anyhow::Result<u64> {
    let evidence: Value = serde_json::from_str(evidence).context("its evidence is not JSON")?;
    evidence["pose"]
        .as_u64()
        .filter(|pose| (1..=8).contains(pose))
        .context("its evidence has no pose of 1 to 8")
}
