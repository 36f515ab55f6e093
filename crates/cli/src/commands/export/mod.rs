//! `spatiq export`: a dataset in a layout that other people's code reads.

mod spare3d;

use crate::Outcome;
use crate::args::{Export, LayoutName};
use crate::folder::AsideFolder;
use crate::interrupt::{Interrupted, stop_on_ctrl_c};
use crate::output::{check_target, counted, print};
use crate::progress::Progress;
use anyhow::{Context, bail};
use spatiq_bench::dataset::{Dataset, Row};
use spatiq_bench::{Answer, Question, Split};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Somebody else's way to lay a dataset out. It names files and says what is in them; writing them is not its business.
trait Layout {
    /// The family whose tasks it is for.
    fn family(&self) -> &'static str;
    /// The files of a question.
    fn question(&mut self, asked: &Asked) -> anyhow::Result<Vec<File>>;
    /// The files about a whole split of a task, after its last question.
    fn end_of_split(&mut self, task: &str, split: Split) -> anyhow::Result<Vec<File>>;
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
}

/// A path below the folder that is written, with forward slashes, and the bytes.
type File = (String, Vec<u8>);

impl LayoutName {
    fn layout(self) -> Box<dyn Layout> {
        match self {
            Self::Spare3d => Box::new(spare3d::Spare3d::default()),
        }
    }
}

/// Runs the command.
pub fn run(args: &Export) -> anyhow::Result<Outcome> {
    let dataset = Dataset::open(&args.dir)?;
    let mut layout = args.layout.layout();
    check(&dataset, &*layout)?;
    check_target(&args.out, &args.dir, &[])?;
    let folder = AsideFolder::create(&args.out)?;
    let count = write(&dataset, &mut *layout, &folder)?;
    folder.finish()?;
    let (files, questions) = (counted(count.files, "file"), counted(count.questions, "question"));
    print(&format!("{}: {files} of {questions}", args.out.display()))?;
    Ok(Outcome::Done)
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
    let put = |files: Vec<File>| -> anyhow::Result<u64> {
        files.iter().try_for_each(|(path, bytes)| folder.put(Path::new(path), bytes))?;
        Ok(files.len() as u64)
    };
    for record in &dataset.manifest.tasks {
        for (split, _) in record.splits.iter().filter(|(_, rows)| **rows > 0) {
            for row in dataset.rows(&record.task, Some(*split)) {
                if stop.load(Ordering::Relaxed) {
                    return Err(Interrupted.into());
                }
                let asked = asked(&record.task, *split, row?)?;
                let files = layout.question(&asked).with_context(|| asked.question.id.clone())?;
                count.files += put(files)?;
                count.questions += 1;
                progress.at(count.questions, total, count.questions);
            }
            count.files += put(layout.end_of_split(&record.task, *split)?)?;
        }
    }
    Ok(count)
}

/// What a row asks. Its id comes from a file, so it must not lead elsewhere.
fn asked(task: &str, split: Split, row: Row) -> anyhow::Result<Asked<'_>> {
    let evidence = row.columns.evidence.clone();
    let (question, truth) = row.question()?;
    match Question::place(&question.id) {
        Some((own, of, index)) if (own, of) == (task, split) => {
            Ok(Asked { task, split, index, question, truth, evidence })
        }
        _ => bail!("{:?} is not the id of a question in split {split} of {task}", question.id),
    }
}
