//! `spatiq export`: a dataset, or a folder of scenes, in a layout that other people's code reads.

mod coco;
mod ptr;
mod questions;
mod scenes;
mod spare3d;
mod vrd25;

use crate::Outcome;
use crate::args::{Export, LayoutName};
use crate::folder::AsideFolder;
use crate::interrupt::{Interrupted, stop_on_ctrl_c};
use crate::output::{check_target, counted, print};
use crate::progress::Progress;
use anyhow::{Context, bail};
use spatiq_bench::dataset::{Dataset, Manifest, Row};
use spatiq_bench::{Answer, Question, Scene, Split};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Somebody else's way to lay a dataset out. It names files and says what is in them; writing them is not its business.
trait Layout {
    /// The family whose tasks it is for.
    fn family(&self) -> &'static str;
    /// Looks at the dataset as a whole, before its first question.
    fn begin(&mut self, _manifest: &Manifest) -> anyhow::Result<()> {
        Ok(())
    }
    /// The files of a question.
    fn question(&mut self, asked: &Asked) -> anyhow::Result<Vec<File>>;
    /// The files about a whole split of a task, after its last question.
    fn end_of_split(&mut self, _task: &str, _split: Split) -> anyhow::Result<Vec<File>> {
        Ok(Vec::new())
    }
    /// What is new at the ends of files that grow from question to question.
    fn growth(&mut self) -> Vec<File> {
        Vec::new()
    }
    /// The files about the whole dataset, after its last question.
    fn end(&mut self) -> anyhow::Result<Vec<File>> {
        Ok(Vec::new())
    }
}

/// A question of the dataset, with all that its row says.
struct Asked<'a> {
    task: &'a str,
    split: Split,
    /// Its number within the split.
    index: u64,
    question: Question,
    truth: Answer,
    evidence: String,
    /// The scenes that it is about.
    scenes: Vec<Arc<Scene>>,
}

/// A path below the folder that is written, with forward slashes, and the bytes.
type File = (String, Vec<u8>);

impl LayoutName {
    /// The layout of questions by that name.
    fn of_questions(self) -> Box<dyn Layout> {
        match self {
            Self::Spare3d => Box::new(spare3d::Spare3d::default()),
            Self::Vrd25 => Box::new(vrd25::Columns::default()),
            Self::Ptr => Box::new(questions::Questions::new(questions::Whose::Ptr)),
            Self::Clevr => Box::new(questions::Questions::new(questions::Whose::Clevr)),
            Self::Coco => Box::new(coco::Rooms::default()),
        }
    }
}

/// Runs the command.
pub fn run(args: &Export) -> anyhow::Result<Outcome> {
    if let Some(mut layout) = scenes::layout(args.layout).filter(|_| !is_dataset(&args.dir)) {
        scenes::run(args, &mut *layout)?;
        return Ok(Outcome::Done);
    }
    let mut layout = args.layout.of_questions();
    if args.split.is_some() {
        bail!("--split is for folders of scenes; a dataset knows its splits");
    }
    let dataset = Dataset::open(&args.dir)?;
    check(&dataset, &*layout)?;
    check_target(&args.out, &args.dir, &[])?;
    let folder = AsideFolder::create(&args.out)?;
    let count = write(&dataset, &mut *layout, &folder)?;
    folder.finish()?;
    let (files, questions) = (counted(count.files, "file"), counted(count.questions, "question"));
    print(&format!("{}: {files} of {questions}", args.out.display()))?;
    Ok(Outcome::Done)
}

/// Whether a folder has a dataset rather than scenes.
fn is_dataset(dir: &Path) -> bool {
    dir.join("manifest.json").exists()
}

/// Refuses what would be only a part of a dataset, or has no place in the layout.
fn check(dataset: &Dataset, layout: &dyn Layout) -> anyhow::Result<()> {
    let (dir, manifest) = (dataset.dir.display(), &dataset.manifest);
    if let Some(shard) = &manifest.shard {
        bail!("{dir} is shard {shard} of a dataset: merge the shards first");
    }
    let family = layout.family();
    let foreign = |task: &&str| task.split_once('/').is_none_or(|(name, _)| name != family);
    if let Some(task) = manifest.tasks.iter().map(|record| record.task.as_str()).find(foreign) {
        bail!("{dir} has the task {task}, and this layout is for tasks of {family} only");
    }
    if manifest.parts.iter().all(|part| part.rows == 0) {
        bail!("{dir} has no questions");
    }
    Ok(())
}

/// What was written.
#[derive(Default)]
struct Count {
    questions: u64,
    files: u64,
}

fn write(dataset: &Dataset, layout: &mut dyn Layout, folder: &AsideFolder) -> anyhow::Result<Count> {
    let stop = stop_on_ctrl_c();
    let total = dataset.manifest.parts.iter().map(|part| part.rows).sum();
    let mut progress = Progress::of("exporting", "questions", total);
    let mut count = Count::default();
    let put = |files: Vec<File>, growth: Vec<File>| -> anyhow::Result<u64> {
        files.iter().try_for_each(|(path, bytes)| folder.put(Path::new(path), bytes))?;
        let mut new = files.len() as u64;
        for (path, bytes) in growth {
            new += u64::from(folder.append(Path::new(&path), &bytes)?);
        }
        Ok(new)
    };
    layout.begin(&dataset.manifest)?;
    for record in &dataset.manifest.tasks {
        for (split, _) in record.splits.iter().filter(|(_, rows)| **rows > 0) {
            for row in dataset.rows(&record.task, Some(*split)) {
                if stop.load(Ordering::Relaxed) {
                    return Err(Interrupted.into());
                }
                let asked = asked(&record.task, *split, row?)?;
                let files = layout.question(&asked).with_context(|| asked.question.id.clone())?;
                count.files += put(files, layout.growth())?;
                count.questions += 1;
                progress.at(count.questions, total, count.questions);
            }
            let files = layout.end_of_split(&record.task, *split)?;
            count.files += put(files, layout.growth())?;
        }
    }
    count.files += put(layout.end()?, Vec::new())?;
    Ok(count)
}

/// What a row asks. Its id comes from a file, so it must not lead elsewhere.
fn asked(task: &str, split: Split, row: Row) -> anyhow::Result<Asked<'_>> {
    let (evidence, scenes) = (row.columns.evidence.clone(), row.scenes.clone());
    let (question, truth) = row.question()?;
    match Question::place(&question.id) {
        Some((own, of, index)) if (own, of) == (task, split) => {
            Ok(Asked { task, split, index, question, truth, evidence, scenes })
        }
        _ => bail!("{:?} is not the id of a question in split {split} of {task}", question.id),
    }
}
