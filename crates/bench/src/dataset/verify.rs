//! Checking a dataset: that it is whole, and that it is true.
//!
//! 1. Every file is there with its hash, and no other file is.
//! 2. Every row is made again from the seed and the settings that the manifest claims, to the last byte. So no row can be
//!    changed, swapped or chosen by hand. Where the manifest says that the rows were brought in, there is no such seed.
//! 3. Every row has its id, decodes, is rebuilt from its evidence alone, and its answer is recomputed by [`Task::recheck`],
//!    which takes another route than the generator.
//!    So is what the graph of a scene says, by [`Task::recheck_scene`].
//! 4. The attempts that were rejected on the way are counted again; a preset is only named where all of its settings
//!    hold; the card is the one that the manifest gives.
//! 5. Over each split the right answers are spread evenly over slots and words (`balance`), and no question occurs twice.

use super::balance::{Answered, Balance};
use super::manifest::{MANIFEST, Manifest, PartRecord};
use super::plan::{Part, Plan};
use super::store::{WORK, hash_file, open_file};
use super::{Error, Format, Row, card, generate, parquet, read_part};
use crate::{Answer, Generator, Item, Place, Scene, Seed, Split, Task};
use rayon::prelude::*;
use serde::Serialize;
use spatiq_raster::Gray;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
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
        Ok(plan) => {
            check.card(&plan);
            check.rows(&plan, &mut on_progress);
        }
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
    answered: Answered,
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
            if self.manifest.format == Format::Parquet
                && parquet::is_marked(&self.dir.join(&file.path)).is_ok_and(|marked| !marked)
            {
                let what = "does not tell the `datasets` library which of its columns are pictures";
                self.problem(&file.path, None, None, what);
            }
        }
        self.verdict.files = self.manifest.files.len() as u64;
        let mut rows: BTreeMap<String, u64> = BTreeMap::new();
        for part in &self.manifest.parts {
            *rows.entry(self.manifest.file_of(part)).or_default() += part.rows;
            if self.manifest.format != Format::Folder {
                *rows.entry(self.manifest.scenes_of(part)).or_default() += part.scenes;
            }
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
        let mut found = Vec::new();
        list_files(self.dir, "", &mut found);
        for path in found.iter().filter(|path| !listed.contains(path.as_str())) {
            self.problem(path, None, None, "does not belong to the dataset");
        }
    }

    /// The card says what the manifest says.
    fn card(&mut self, plan: &Plan) {
        let written = open_file(&self.dir.join(card::README)).and_then(|mut file| {
            let mut text = String::new();
            file.read_to_string(&mut text).map(|_| text)
        });
        match written {
            Err(_) => self.problem(card::README, None, None, "cannot be read; generate writes it again"),
            Ok(text) if text != card::text(self.manifest, &plan.metrics()) => {
                self.problem(
                    card::README,
                    None,
                    None,
                    "is not the card of this dataset; generate writes it again",
                );
            }
            Ok(_) => {}
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
            let mut balance = Balance::default();
            for part in split {
                let Some(done) = self.manifest.done(part) else {
                    let what =
                        format!("{} {} from row {} on is missing", task.name(), part.split, part.first);
                    self.problem(MANIFEST, None, None, what);
                    continue;
                };
                let is_imported = plan.imported.is_some();
                let reader =
                    PartCheck { task, generator: &*generator, root, part, record: &done.part, is_imported };
                for (id, seen) in self.part(&reader, &mut |rows| on_progress(rows, total)) {
                    balance.add(seen.answered);
                    if let Some(earlier) = ids_by_fingerprint.insert(seen.fingerprint, id.clone()) {
                        let what = format!("the same question as {earlier}");
                        self.problem(&self.manifest.file_of(&done.part), None, Some(&id), what);
                    }
                }
            }
            self.balance(task.name(), split[0].split, &balance);
        }
    }

    /// The rows of one part; returns what the split's checks need.
    fn part(&mut self, part: &PartCheck, on_rows: &mut dyn FnMut(u64)) -> Vec<(String, Seen)> {
        let file = self.manifest.file_of(part.record);
        let skipped =
            if self.manifest.format == Format::Folder { self.manifest.rows_before(part.record) } else { 0 };
        let mut rows = read_part(self.dir, self.manifest, part.record).enumerate();
        let bundle = part.generator.bundle() as usize;
        let mut kept = Vec::new();
        let mut scenes = BTreeSet::new();
        let mut count = 0;
        let mut rejected = Some(BTreeMap::<String, u64>::new());
        let pictures_before = self.verdict.pictures;
        loop {
            let mut batch: Vec<_> = rows.by_ref().take(ROWS_IN_BATCH.next_multiple_of(bundle)).collect();
            if batch.is_empty() {
                break;
            }
            let checked: Vec<_> = batch.par_chunks_mut(bundle).flat_map(|rows| part.check(rows)).collect();
            for (at, result) in checked {
                count += 1;
                let made = result.as_ref().ok().and_then(|checked| checked.rejects.as_ref());
                rejected = rejected.zip(made).map(|(mut all, made)| {
                    made.iter().for_each(|(reason, count)| *all.entry(reason.0.into()).or_default() += count);
                    all
                });
                match result {
                    Err(Error::Damaged { row, why, .. }) => {
                        self.problem(&file, row.or(Some(skipped + at)), None, why)
                    }
                    Err(other) => self.problem(&file, Some(skipped + at), None, other),
                    Ok(Checked { id, problems, seen, pictures, about, rejects: _ }) => {
                        self.verdict.rows += 1;
                        let new = about.into_iter().filter(|scene| scenes.insert(scene.clone())).count();
                        self.verdict.pictures += pictures + (new * Scene::LAYERS.len()) as u64;
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
        let (rows, pictures) = (part.record.rows, part.record.pictures);
        if (count, read, scenes.len() as u64) != (rows, pictures, part.record.scenes) {
            let what =
                format!("{count} rows with {read} pictures were read instead of {rows} with {pictures}");
            self.problem(&file, None, None, what);
        } else if let Some(rejected) = rejected.filter(|rejected| *rejected != part.record.rejected) {
            let [said, found] = [&part.record.rejected, &rejected].map(|counts| counts.values().sum::<u64>());
            let what = match said == found {
                true => format!(
                    "{}: the reasons for {said} rejected attempts are not those that are stated",
                    part.task.name()
                ),
                false => {
                    format!("{}: {found} attempts were rejected, where {said} are stated", part.task.name())
                }
            };
            self.problem(MANIFEST, None, None, what);
        }
        kept
    }

    /// The right answers of a split must be spread evenly. A shard has only some of the rows that they were dealt out to,
    /// and what was brought in is as it is.
    fn balance(&mut self, task: &str, split: Split, balance: &Balance) {
        if self.manifest.shard.is_none() && self.manifest.imported.is_none() {
            for what in balance.problems() {
                self.problem(MANIFEST, None, None, format!("{task} {split}: {what}"));
            }
        }
    }
}

/// What it takes to check the rows of a part.
struct PartCheck<'a> {
    task: &'static dyn Task,
    generator: &'a dyn Generator,
    root: Seed,
    part: &'a Part,
    record: &'a PartRecord,
    /// Whether the rows were brought in, so that no seed gives them again.
    is_imported: bool,
}

struct Checked {
    id: String,
    problems: Vec<String>,
    seen: Seen,
    pictures: u64,
    /// The names of its scenes.
    about: Vec<String>,
    /// What was rejected before the row's bundle was made, with the first of it; nothing if it could not be.
    rejects: Option<generate::Rejects>,
}

impl PartCheck<'_> {
    /// Checks the rows of a bundle, which are taken.
    fn check(&self, rows: &mut [(usize, Result<Row, Error>)]) -> Vec<(u64, Result<Checked, Error>)> {
        let first = self.part.first + rows[0].0 as u64;
        let place = |attempt| Place::new(&self.root, self.task.name(), self.part.split, first, attempt);
        let made = match self.is_imported {
            true => Err(Error::Request("nothing is made".into())),
            false => generate::first_accepted(self.generator, place, &AtomicBool::new(false)),
        };
        let (mut items, mut rejects, why) = match made {
            Ok((items, rejects)) => (items.into_iter(), Some(rejects), String::new()),
            Err(why) => (Vec::new().into_iter(), None, why.to_string()),
        };
        let mut known = BTreeMap::new();
        let mut checked = Vec::new();
        for (at, row) in rows {
            let made = items.next().ok_or(&why);
            let row = std::mem::replace(row, Ok(Row::default()));
            // Those of the bundle are counted once.
            let rejects = rejects.as_mut().map(std::mem::take);
            let check = |row| Checked { rejects, ..self.check_row(*at as u64, row, made, &mut known) };
            checked.push((*at as u64, row.map(check)));
        }
        checked
    }

    /// Checks a row against what should be there. What was found of the bundle's scenes so far is known.
    fn check_row(
        &self,
        at: u64,
        row: Row,
        made: Result<Item, &String>,
        known: &mut BTreeMap<String, Result<(), String>>,
    ) -> Checked {
        let id = Place::new(&self.root, self.task.name(), self.part.split, self.part.first + at, 0).id();
        let mut problems = Vec::new();
        if row.columns.id != id {
            problems.push(format!("its id is {:?} instead of {id:?}", row.columns.id));
        }
        for picture in &row.pictures {
            if let Err(why) = Gray::decode(&picture.png) {
                problems.push(format!("picture {}: {why}", picture.name));
            }
        }
        if self.is_imported {
            problems.extend(self.rebuild(&id, &row, known).err());
            return self.checked(id, row, problems);
        }
        // First this: evidence from elsewhere may describe something that takes for ever to draw.
        match made {
            Ok(item) => match self.difference(Row::new(self.task.name(), item), &row) {
                Some(what) => {
                    problems.push(format!("{what} is not what the dataset's seed and settings give"));
                }
                None => problems.extend(self.rebuild(&id, &row, known).err()),
            },
            Err(why) => problems.push(format!("the dataset's seed and settings give nothing here: {why}")),
        }
        self.checked(id, row, problems)
    }

    /// What is left to be checked of a row, and what it leaves behind.
    fn checked(&self, id: String, row: Row, mut problems: Vec<String>) -> Checked {
        let pictures = row.pictures.len() as u64;
        let about = row.scenes.iter().map(|scene| scene.name.clone()).collect();
        let fingerprint = fingerprint(&row);
        let answered = answered(row).unwrap_or_else(|why| {
            problems.push(why);
            Answered::Open
        });
        Checked { id, problems, seen: Seen { answered, fingerprint }, pictures, about, rejects: None }
    }

    /// Makes the row again from its evidence, compares, and recomputes its answer.
    fn rebuild(
        &self,
        id: &str,
        row: &Row,
        known: &mut BTreeMap<String, Result<(), String>>,
    ) -> Result<(), String> {
        for scene in &row.scenes {
            let check = || self.task.recheck_scene(scene).map_err(|why| format!("{}: {why}", scene.name));
            known.entry(scene.name.clone()).or_insert_with(check).clone()?;
        }
        let item = match self.is_imported {
            true => self.task.rebuild_imported(id, &row.columns.evidence, row.pictures.clone()),
            false => self.task.rebuild_about(id, &row.columns.evidence, &row.scenes),
        };
        let item = item.map_err(|why| why.to_string())?;
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
            ("asked", a.asked != b.asked),
            ("answer", a.answer != b.answer),
            (answer_column(&made.answer), made.answer != row.answer),
            ("tags", a.tags != b.tags),
            ("evidence", a.evidence != b.evidence),
        ];
        let column = columns.iter().find(|(_, differs)| *differs).map(|(name, _)| format!("column {name}"));
        let picture = made.pictures.iter().zip(&row.pictures).find(|(made, stored)| made != stored);
        let scene = made.scenes.iter().zip(&row.scenes).find(|(made, stored)| made != stored);
        let scene = scene.map(|(made, _)| format!("scene {}", made.name));
        column.or(picture.map(|(made, _)| format!("picture {}", made.name))).or(scene)
    }
}

/// The column that has an answer.
fn answer_column(answer: &Option<Answer>) -> &'static str {
    match answer {
        Some(Answer::Image(_)) => "answer_image",
        Some(Answer::Points(_)) => "answer_points or answer_normals",
        _ => "answer",
    }
}

/// The answer of a row, whose options must differ, or the question has two right answers.
fn answered(row: Row) -> Result<Answered, String> {
    let tags = row.columns.tags.clone();
    let (question, truth) = row.question().map_err(|error| error.to_string())?;
    let mut shown = BTreeSet::new();
    for (choice, pictures) in question.form.choices().iter().zip(question.options()) {
        let mut pictures: Vec<&[u8]> = pictures.iter().map(|picture| picture.png.as_slice()).collect();
        pictures.sort_unstable();
        if !shown.insert((&choice.text, pictures)) {
            return Err("two options are the same".into());
        }
    }
    Ok(Answered::of(&question, &truth, &tags))
}

/// The same for two questions that show the same, in whatever order of options.
fn fingerprint(row: &Row) -> [u8; 32] {
    let mut hashes: Vec<_> =
        row.pictures.iter().map(|picture| *blake3::hash(&picture.png).as_bytes()).collect();
    hashes.sort_unstable();
    if !row.scenes.is_empty() {
        // Of one scene many things may be asked.
        hashes.extend(row.scenes.iter().map(|scene| *blake3::hash(scene.layer("image")).as_bytes()));
        hashes.push(*blake3::hash(row.columns.prompt.as_bytes()).as_bytes());
    } else if row.pictures.is_empty() || !row.columns.asked.is_empty() {
        // Of one picture several kinds of relations may be asked.
        let asked = format!("{} {}", row.columns.task, row.columns.evidence);
        hashes.push(*blake3::hash(asked.as_bytes()).as_bytes());
    }
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
