//! Answers that are no texts: written as files beside the lines of `eval --out`, read again by `score` and `report`.

use crate::output::{check_target, write_one_of_many};
use anyhow::Context;
use spatiq_bench::dataset::open_file;
use spatiq_bench::{Answer, Cloud};
use spatiq_eval::Outcome;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The lines of a run, and the folder for answers that do not fit in a line.
#[derive(Default)]
pub struct Lines {
    /// A JSON object a line.
    pub text: String,
    folder: Option<PathBuf>,
}

impl Lines {
    /// Lines that will be written to a file. Answers go to the folder `NAME.answers` beside it, where NAME is the file's
    /// without its ending. What is no file of its own, such as `/dev/stdout`, has nothing beside it: there, only their
    /// scores are told.
    pub fn beside(file: &Path, dataset: &Path) -> anyhow::Result<Self> {
        let special = std::fs::metadata(file).is_ok_and(|there| !there.is_file());
        if special || file.starts_with("/dev/") || file.starts_with("/proc/") {
            return Ok(Self::default());
        }
        let mut name = file.file_stem().context("name a file for --out")?.to_owned();
        name.push(".answers");
        let folder = file.with_file_name(name);
        check_target(&folder, dataset, &[])?;
        Ok(Self { text: String::new(), folder: Some(folder) })
    }

    /// Adds a line, and writes the answer if it is no text.
    pub fn put(&mut self, mut outcome: Outcome) -> anyhow::Result<()> {
        if let (Some(folder), Some(made)) = (&self.folder, outcome.made.take()) {
            let (ending, bytes, field) = match made {
                Answer::Image(png) => ("png", png, &mut outcome.image),
                Answer::Points(cloud) => ("npy", cloud.to_npy(), &mut outcome.points),
                _ => unreachable!("all others are texts"),
            };
            let name = format!("{}.{ending}", outcome.id.replace(['/', '\\'], "__"));
            write_one_of_many(&folder.join(&name), &bytes)?;
            let folder = folder.file_name().unwrap_or_default().to_string_lossy();
            *field = Some(format!("{folder}/{name}"));
        }
        self.text.push_str(&serde_json::to_string(&outcome)?);
        self.text.push('\n');
        Ok(())
    }
}

/// Reads the files that the lines of `file` name, from where it lies. What is no regular file is refused, and so is what
/// is larger than any answer.
pub fn opener(file: &Path) -> impl Fn(&str) -> Result<Vec<u8>, String> + 'static {
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    move |path| {
        let most = Cloud::MOST_BYTES as u64;
        let mut bytes = Vec::new();
        let read = open_file(&folder.join(path)).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
        read.map_err(|error| format!("its file cannot be read: {error}"))?;
        match bytes.len() as u64 > most {
            true => Err(format!("its file has more than {most} bytes")),
            false => Ok(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(made: Option<Answer>) -> Outcome {
        Outcome {
            id: "toy/open/test/000003".into(),
            answer: Some(String::new()),
            truth: String::new(),
            correct: None,
            score: Some(0.25),
            image: None,
            points: None,
            remark: None,
            ms: 1.5,
            privileged: Vec::new(),
            made,
        }
    }

    #[test]
    fn what_is_written_beside_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("runs/mine.jsonl");
        let mut lines = Lines::beside(&file, &dir.path().join("dataset")).unwrap();
        let cloud = Cloud { points: vec![[1.0, 2.0, 3.0]], normals: vec![[0.0, 0.0, 1.0]] };
        lines.put(outcome(Some(Answer::Points(cloud.clone())))).unwrap();
        lines.put(outcome(Some(Answer::Image(vec![1, 2, 3])))).unwrap();
        lines.put(outcome(None)).unwrap();
        let [points, image, none] = lines.text.lines().collect::<Vec<_>>()[..] else { panic!("three lines") };
        let told = r#"{"id":"toy/open/test/000003","answer":"","truth":"","score":0.25,"#;
        assert_eq!(
            points,
            format!(r#"{told}"points":"mine.answers/toy__open__test__000003.npy","ms":1.5}}"#)
        );
        assert_eq!(image, format!(r#"{told}"image":"mine.answers/toy__open__test__000003.png","ms":1.5}}"#));
        assert_eq!(none, format!(r#"{told}"ms":1.5}}"#));
        let open = opener(&file);
        let read = Cloud::read(&open("mine.answers/toy__open__test__000003.npy").unwrap());
        assert_eq!(read, Ok(cloud));
        assert_eq!(open("mine.answers/toy__open__test__000003.png").unwrap(), [1, 2, 3]);
    }

    #[test]
    fn nothing_is_written_into_the_dataset_or_beside_a_device() {
        let dir = tempfile::tempdir().unwrap();
        let dataset = dir.path().join("d.answers");
        std::fs::create_dir(&dataset).unwrap();
        assert!(Lines::beside(&dir.path().join("d.jsonl"), &dataset).is_err());
        let mut lines = Lines::beside(Path::new("/dev/stdout"), &dataset).unwrap();
        lines.put(outcome(Some(Answer::Image(vec![1])))).unwrap();
        assert!(!lines.text.contains("image"));
    }
}
