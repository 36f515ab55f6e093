//! Checking a dataset: that it is whole, and that it is true.
//!
//! 1. Every file is there with its hash, and no other file is.
//! 2. Every row is made again from the seed and the settings that the manifest claims, to the last byte. So no row can be
//!    changed, swapped or chosen by hand.
//! 3. Every row has its id, decodes, is rebuilt from its evidence alone, and its answer is recomputed by [`Task::recheck`],
//!    which takes another route than the generator.
//! 4. Over each split the right answers are spread evenly over the slots, and no question occurs twice.

use super::manifest::{MANIFEST, Manifest, PartRecord};
use super::plan::{Part, Plan};
use super::store::{WORK, hash_file};
use super::{Error, Format, Row, card, generate, read_part};
use crate::{Answer, Choice, Form, Generator, Place, Seed, Split, Task};
use rayon::prelude::*;
use serde::Serialize;
use spatiq_raster::Gray;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Problems beyond this many are counted but not described.
const MOST_PROBLEMS: usize = 100;

/// Rows that are checked at once.
const ROWS_IN_BATCH: usize = 100;

/// What the check found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verdict {
    /// Whether nothing is wrong.
    pub ok: bool,
    /// Files checked.
    pub files: u64,
    /// Rows checked.
    pub rows: u64,
    /// Pictures checked.
    pub pictures: u64,
    /// How many problems there are.
    pub problem_count: u64,
    /// The first hundred of them.
    pub problems: Vec<Problem>,
}

/// Something that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Problem {
    /// The file, below the dataset's folder.
    pub file: String,
    /// The row in that file, from 0.
    pub row: Option<u64>,
    /// The question's id.
    pub id: Option<String>,
    /// What is wrong.
    pub what: String,
}

/// Checks all that can be checked. `on_progress` hears of checked rows and their total.
pub fn verify(
    dir: &Path,
    registry: &[&'static dyn Task],
    mut on_progress: impl FnMut(u64, u64),
) -> Result<Verdict, Error> {
    let manifest = Manifest::read(dir)?;
    let mut check = Check { dir, manifest: &manifest, verdict: Verdict::default() };
    check.files();
    match Plan::from_manifest(&manifest, registry) {
        Err(why) => check.problem(MANIFEST, None, None, why),
        Ok(plan) => check.rows(&plan, &mut on_progress),
    }
    let mut verdict = check.verdict;
    verdict.ok = verdict.problem_count == 0;
    Ok(verdict)
}

struct Check<'a> {
    dir: &'a Path,
    manifest: &'a Manifest,
    verdict: Verdict,
}

/// What a checked row leaves behind for the checks over a whole split.
struct Seen {
    /// The right slot and how many there are, in questions with options.
    slot: Option<(String, usize)>,
    tags: String,
    fingerprint: [u8; 32],
}

impl Check<'_> {
    fn problem(&mut self, file: &str, row: Option<u64>, id: Option<&str>, what: impl ToString) {
        self.verdict.problem_count += 1;
        if self.verdict.problems.len() < MOST_PROBLEMS {
            let problem =
                Problem { file: file.into(), row, id: id.map(str::to_owned), what: what.to_string() };
            self.verdict.problems.push(problem);
        }
    }

    /// Every listed file has its hash, and nothing else lies about.
    fn files(&mut self) {
        let hashes: Vec<_> =
            self.manifest.files.par_iter().map(|file| hash_file(&self.dir.join(&file.path))).collect();
        for (file, hash) in self.manifest.files.iter().zip(hashes) {
            match hash {
                Err(why) => self.problem(&file.path, None, None, why),
                Ok((bytes, hash)) if (bytes, &hash) != (file.bytes, &file.blake3) => {
                    self.problem(&file.path, None, None, "its bytes are not those that were written");
                }
                Ok(_) => {}
            }
        }
        self.verdict.files = self.manifest.files.len() as u64;
        let mut rows: BTreeMap<String, u64> = BTreeMap::new();
        for part in &self.manifest.parts {
            *rows.entry(self.manifest.file_of(part)).or_default() += part.rows;
        }
        for file in &self.manifest.files {
            let expected = rows.get(&file.path).copied().unwrap_or(0);
            if file.rows != expected {
                let what =
                    format!("the manifest says that it has {} rows, its parts have {expected}", file.rows);
                self.problem(&file.path, None, None, what);
            }
        }
        let listed: BTreeSet<&str> = self.manifest.files.iter().map(|file| file.path.as_str()).collect();
        if listed.len() != self.manifest.files.len() {
            self.problem(MANIFEST, None, None, "it lists a file twice");
        }
        if !self.dir.join(card::README).is_file() {
            self.problem(card::README, None, None, "is missing; generate writes it again");
        }
        let mut found = Vec::new();
        list_files(self.dir, "", &mut found);
        for path in found.iter().filter(|path| !listed.contains(path.as_str())) {
            self.problem(path, None, None, "does not belong to the dataset");
        }
    }

    /// Every row, part by part.
    fn rows(&mut self, plan: &Plan, on_progress: &mut dyn FnMut(u64, u64)) {
        let parts: Vec<Part> = plan.parts().into_iter().filter(|part| plan.owns(part)).collect();
        let total = parts.iter().map(|part| part.rows).sum();
        let root = Seed::root(plan.seed);
        let mut ids_by_fingerprint = BTreeMap::new();
        if self.manifest.parts.len() != parts.len() {
            let what =
                format!("it lists {} parts where there should be {}", self.manifest.parts.len(), parts.len());
            self.problem(MANIFEST, None, None, what);
        }
        for split in parts.chunk_by(|a, b| a.task == b.task && a.split == b.split) {
            let task = plan.tasks[split[0].task].task;
            let generator = match task.configure(&plan.tasks[split[0].task].settings) {
                Ok(generator) => generator,
                Err(why) => return self.problem(MANIFEST, None, None, why),
            };
            let mut slots = Slots::default();
            for part in split {
                let Some(done) = self.manifest.done(part) else {
                    let what =
                        format!("{} {} from row {} on is missing", task.name(), part.split, part.first);
                    self.problem(MANIFEST, None, None, what);
                    continue;
                };
                let reader = PartCheck { task, generator: &*generator, root, part, record: &done.part };
                for (id, seen) in self.part(&reader, &mut |rows| on_progress(rows, total)) {
                    if let Some((answer, options)) = seen.slot {
                        slots.add(seen.tags, answer, options);
                    }
                    if let Some(earlier) = ids_by_fingerprint.insert(seen.fingerprint, id.clone()) {
                        let what = format!("the same pictures as in {earlier}");
                        self.problem(&self.manifest.file_of(&done.part), None, Some(&id), what);
                    }
                }
            }
            self.balance(task.name(), split[0].split, &slots);
        }
    }

    /// The rows of one part; returns what the split's checks need.
    fn part(&mut self, part: &PartCheck, on_rows: &mut dyn FnMut(u64)) -> Vec<(String, Seen)> {
        let file = self.manifest.file_of(part.record);
        let skipped =
            if self.manifest.format == Format::Folder { self.manifest.rows_before(part.record) } else { 0 };
        let mut rows = read_part(self.dir, self.manifest, part.record).enumerate();
        let mut kept = Vec::new();
        let mut count = 0;
        let pictures_before = self.verdict.pictures;
        loop {
            let batch: Vec<_> = rows.by_ref().take(ROWS_IN_BATCH).collect();
            if batch.is_empty() {
                break;
            }
            let checked: Vec<_> = batch
                .into_par_iter()
                .map(|(at, row)| (at as u64, row.map(|row| part.check(at as u64, row))))
                .collect();
            for (at, result) in checked {
                count += 1;
                match result {
                    Err(Error::Damaged { row, why, .. }) => {
                        self.problem(&file, row.or(Some(skipped + at)), None, why)
                    }
                    Err(other) => self.problem(&file, Some(skipped + at), None, other),
                    Ok(Checked { id, problems, seen, pictures }) => {
                        self.verdict.rows += 1;
                        self.verdict.pictures += pictures;
                        for what in problems {
                            self.problem(&file, Some(skipped + at), Some(&id), what);
                        }
                        kept.push((id, seen));
                    }
                }
            }
            on_rows(self.verdict.rows);
        }
        let read = self.verdict.pictures - pictures_before;
        if (count, read) != (part.record.rows, part.record.pictures) {
            let (rows, pictures) = (part.record.rows, part.record.pictures);
            let what =
                format!("{count} rows with {read} pictures were read instead of {rows} with {pictures}");
            self.problem(&file, None, None, what);
        }
        kept
    }

    /// The right answers of a split must be spread over the slots. A shard has only some of the rows that they were
    /// dealt out to.
    fn balance(&mut self, task: &str, split: Split, slots: &Slots) {
        if self.manifest.shard.is_none() && !slots.are_balanced() {
            let what =
                format!("{task} {split}: right answers are not balanced over the slots: {:?}", slots.counts);
            self.problem(MANIFEST, None, None, what);
        }
    }
}

/// How often each slot is right in a split.
#[derive(Default)]
struct Slots {
    counts: BTreeMap<String, u64>,
    tags: BTreeSet<String>,
}

impl Slots {
    fn add(&mut self, tags: String, answer: String, options: usize) {
        for place in 0..options {
            self.counts.entry(Choice::label(place)).or_default();
        }
        *self.counts.entry(answer).or_default() += 1;
        self.tags.insert(tags);
    }

    /// Slots are dealt out in whole rounds to each group of items, so two slots may differ by one for each group. Items
    /// of a group share their tags; there are at most as many groups as sets of tags.
    fn are_balanced(&self) -> bool {
        let (most, least) = (self.counts.values().max(), self.counts.values().min());
        most.zip(least).is_none_or(|(most, least)| most - least <= self.tags.len() as u64)
    }
}

/// What it takes to check the rows of a part.
struct PartCheck<'a> {
    task: &'static dyn Task,
    generator: &'a dyn Generator,
    root: Seed,
    part: &'a Part,
    record: &'a PartRecord,
}

struct Checked {
    id: String,
    problems: Vec<String>,
    seen: Seen,
    pictures: u64,
}

impl PartCheck<'_> {
    fn check(&self, at: u64, row: Row) -> Checked {
        let index = self.part.first + at;
        let place = |attempt| Place::new(&self.root, self.task.name(), self.part.split, index, attempt);
        let id = place(0).id();
        let pictures = row.pictures.len() as u64;
        let mut problems = Vec::new();
        if row.columns.id != id {
            problems.push(format!("its id is {:?} instead of {id:?}", row.columns.id));
        }
        for picture in &row.pictures {
            if let Err(why) = Gray::decode(&picture.png) {
                problems.push(format!("picture {}: {why}", picture.name));
            }
        }
        let (answer, tags) = (row.columns.answer.clone(), row.columns.tags.clone());
        let fingerprint = fingerprint(&row);
        // First this: evidence from elsewhere may describe something that takes for ever to draw.
        match generate::first_accepted(self.generator, place, &AtomicBool::new(false)) {
            Ok((item, _)) => match self.difference(Row::new(self.task.name(), item), &row) {
                Some(what) => {
                    problems.push(format!("{what} is not what the dataset's seed and settings give"));
                }
                None => problems.extend(self.rebuild(&id, &row).err()),
            },
            Err(why) => problems.push(format!("the dataset's seed and settings give nothing here: {why}")),
        }
        let options = options_differ(row).unwrap_or_else(|why| {
            problems.push(why);
            Some(0)
        });
        let slot = options.map(|options| (answer, options));
        Checked { id, problems, seen: Seen { slot, tags, fingerprint }, pictures }
    }

    /// Makes the row again from its evidence, compares, and recomputes its answer.
    fn rebuild(&self, id: &str, row: &Row) -> Result<(), String> {
        let item = self.task.rebuild(id, &row.columns.evidence).map_err(|why| why.to_string())?;
        self.task.recheck(&item).map_err(|why| why.to_string())?;
        let difference = self.difference(Row::new(self.task.name(), item), row);
        difference.map_or(Ok(()), |what| Err(format!("{what} is not what its evidence gives")))
    }

    /// The first way in which a row differs from what it should be.
    fn difference(&self, made: Row, row: &Row) -> Option<String> {
        let (a, b) = (&made.columns, &row.columns);
        if let (Some(Answer::Points(made)), Some(Answer::Points(stored))) = (&made.answer, &row.answer)
            && made.points.len() != stored.points.len()
        {
            let [stored, made] = [stored, made].map(|cloud| cloud.points.len());
            return Some(format!("the answer has {stored} points instead of {made}, which"));
        }
        let columns = [
            ("task", a.task != b.task),
            ("prompt", a.prompt != b.prompt),
            ("image_names", a.image_names != b.image_names),
            ("scene", a.scene != b.scene),
            ("choices", a.choices != b.choices),
            ("answer", a.answer != b.answer),
            (answer_column(&made.answer), made.answer != row.answer),
            ("tags", a.tags != b.tags),
            ("evidence", a.evidence != b.evidence),
        ];
        let column = columns.iter().find(|(_, differs)| *differs).map(|(name, _)| format!("column {name}"));
        let picture = made.pictures.iter().zip(&row.pictures).find(|(made, stored)| made != stored);
        column.or(picture.map(|(made, _)| format!("picture {}", made.name)))
    }
}

/// The column that has an answer.
fn answer_column(answer: &Option<Answer>) -> &'static str {
    match answer {
        Some(Answer::Image(_)) => "answer_image",
        Some(Answer::Points(_)) => "answer_points or answer_normals",
        Some(Answer::Choice(_)) | None => "answer",
    }
}

/// How many options there are; `None` where there is nothing to choose. They must differ, or the question has two right
/// answers.
fn options_differ(row: Row) -> Result<Option<usize>, String> {
    let (question, _) = row.question().map_err(|error| error.to_string())?;
    let Form::Choice(choices) = &question.form else { return Ok(None) };
    let mut shown = BTreeSet::new();
    for (choice, pictures) in choices.iter().zip(question.options()) {
        let mut pictures: Vec<&[u8]> = pictures.iter().map(|picture| picture.png.as_slice()).collect();
        pictures.sort_unstable();
        if !shown.insert((&choice.text, pictures)) {
            return Err("two options are the same".into());
        }
    }
    Ok(Some(choices.len()))
}

/// The same for two questions that show the same, in whatever order of options.
fn fingerprint(row: &Row) -> [u8; 32] {
    let mut hashes: Vec<_> =
        row.pictures.iter().map(|picture| *blake3::hash(&picture.png).as_bytes()).collect();
    hashes.sort_unstable();
    *blake3::hash(&hashes.concat()).as_bytes()
}

/// The files below a folder, by their paths in it, but for the card and the manifest.
fn list_files(dir: &Path, prefix: &str, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // Links are not followed: they may lead in circles, and none belongs to a dataset.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) && path != WORK {
            list_files(&entry.path(), &format!("{path}/"), found);
        } else if ![MANIFEST, card::README, WORK].contains(&path.as_str()) {
            found.push(path);
        }
    }
    found.sort_unstable();
}
