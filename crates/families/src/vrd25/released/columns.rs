//! The columns of the release, written from questions and read as answers.

use super::read::{Faults, FileText, OBJECT_COLUMNS, PAIR_COLUMNS, each_row};
use super::{Fault, Release, Released, Setting, file_names};
use crate::vrd25::votes::Votes;
use csv::WriterBuilder;
use spatiq_bench::{Edges, Label, RelationKind, Split};
use std::collections::{BTreeMap, BTreeSet};

/// Rows of the release's files, collected question by question.
#[derive(Default)]
pub struct CsvRows {
    parts: BTreeMap<(Setting, Split), Part>,
}

#[derive(Default)]
struct Part {
    objects: Vec<[String; 7]>,
    pairs: Vec<[String; 8]>,
    /// The images whose objects are there, and the images whose pairs are.
    seen: BTreeSet<Vec<String>>,
}

impl CsvRows {
    /// Adds what is known about a question. Two tasks may be about the same pictures: these are there once.
    pub fn add(&mut self, split: Split, released: &Released) {
        let setting = if released.images.len() == 2 { Setting::Across } else { Setting::Within };
        let part = self.parts.entry((setting, split)).or_default();
        if !part.seen.insert([&["pairs".to_owned()], &released.images[..]].concat()) {
            return;
        }
        for (at, image) in released.images.iter().enumerate() {
            if !part.seen.insert(vec![image.clone()]) {
                continue;
            }
            for object in released.objects.iter().filter(|object| object.image == at) {
                part.objects.push(object_row(image, object.id, &object.mid, &object.edges));
            }
        }
        for pair in &released.pairs {
            let [a, b] = pair.objects.map(|at| &released.objects[at]);
            let raw = |votes: &Votes| votes.0.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
            part.pairs.push([
                released.images[a.image].clone(),
                a.id.to_string(),
                released.images[b.image].clone(),
                b.id.to_string(),
                pair.distance.majority().to_string(),
                pair.occlusion.majority().to_string(),
                raw(&pair.distance),
                raw(&pair.occlusion),
            ]);
        }
    }

    /// Adds objects that no question is about: see [`unasked`].
    pub fn add_objects(&mut self, name: &str, text: &str) -> Result<(), Fault> {
        let places = Setting::ALL.into_iter().flat_map(|s| Split::ALL.map(|split| (s, split)));
        let Some(place) = places.into_iter().find(|(s, split)| file_names(*s, *split)[0] == name) else {
            let what = "no file of the release has this name".into();
            return Err(Fault { file: name.into(), line: 0, kind: "name", what });
        };
        let part = self.parts.entry(place).or_default();
        let mut faults = Faults { strict: true, ..Faults::default() };
        each_row(FileText { name, bytes: text.as_bytes() }, OBJECT_COLUMNS, &mut faults, |_, row| {
            part.objects.push(std::array::from_fn(|at| row[at].to_owned()));
            Ok(())
        })
    }

    /// The files, by name. Objects stand in the order of their images' ids, as in the release.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        for ((setting, split), part) in &self.parts {
            let [objects, pairs] = file_names(*setting, *split);
            let mut rows = part.objects.clone();
            rows.sort_by(|a, b| a[0].cmp(&b[0]));
            files.push((objects, written(OBJECT_COLUMNS, &rows)));
            files.push((pairs, written(PAIR_COLUMNS, &part.pairs)));
        }
        files
    }
}

fn object_row(image: &str, id: u32, mid: &str, edges: &Edges) -> [String; 7] {
    let [x0, y0, x1, y1] = edges.map(|edge| edge.to_string());
    [image.to_owned(), id.to_string(), mid.to_owned(), x0, x1, y0, y1]
}

/// The objects of images without labelled pairs, as a file of objects: no question has them.
pub fn unasked(release: &Release) -> Option<String> {
    let asked: BTreeSet<&String> = release.pairs.iter().flat_map(|(images, _)| images).collect();
    let images = release.objects.iter().filter(|(image, _)| !asked.contains(image));
    let rows: Vec<[String; 7]> = images
        .flat_map(|(image, objects)| objects.iter().map(|o| object_row(image, o.id, &o.mid, &o.edges)))
        .collect();
    (!rows.is_empty()).then(|| String::from_utf8(written(OBJECT_COLUMNS, &rows)).expect("made of text"))
}

fn written<const N: usize>(head: &[&str], rows: &[[String; N]]) -> Vec<u8> {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(head).expect("memory takes it all");
    rows.iter().for_each(|row| writer.write_record(row).expect("memory takes it all"));
    writer.into_inner().expect("memory takes it all")
}

/// Answers in the columns of the release: both ends of each pair, and a label for depth, for occlusion, or for both.
#[derive(Default)]
pub struct Answers {
    said: BTreeMap<[End; 2], Said>,
    has: [bool; 2],
}

/// An image and an object in it.
type End = (String, u32);

struct Said {
    line: u64,
    /// Codes for distance and occlusion.
    codes: [Option<i8>; 2],
    is_used: bool,
}

/// Reads answers.
pub fn answers(file: FileText<'_>) -> Result<Answers, Fault> {
    let mut answers = Answers::default();
    let mut faults = Faults { strict: true, ..Faults::default() };
    let head = file.bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let head = String::from_utf8_lossy(head);
    let names: Vec<&str> = head.trim_start_matches('\u{feff}').trim().split(',').map(str::trim).collect();
    answers.has = ["distance", "occlusion"].map(|name| names.contains(&name));
    if answers.has == [false; 2] {
        let what = "it has neither a column `distance` nor a column `occlusion`".into();
        return Err(Fault { file: file.name.into(), line: 0, kind: "missing column", what });
    }
    let ends = ["image_id_1", "object_id_1", "image_id_2", "object_id_2"];
    let labels = ["distance", "occlusion"].into_iter().zip(answers.has).filter(|(_, has)| *has);
    let columns: Vec<&str> = ends.into_iter().chain(labels.map(|(name, _)| name)).collect();
    let has = answers.has;
    each_row(file, &columns, &mut faults, |line, row| {
        let id = |text: &str| {
            text.parse().map_err(|_| ("no number", format!("{text:?} is not the number of an object")))
        };
        let pair = [(row[0].to_owned(), id(row[1])?), (row[2].to_owned(), id(row[3])?)];
        let mut given = row[4..].iter();
        let mut codes = [None; 2];
        for (code, _) in codes.iter_mut().zip(has).filter(|(_, has)| *has) {
            let text = given.next().expect("a column for each");
            let read = text.parse::<i8>().ok().filter(|code| (-1..=3).contains(code));
            *code = Some(read.ok_or(("label out of range", format!("{text:?} is no label from -1 to 3")))?);
        }
        match answers.said.insert(pair, Said { line, codes, is_used: false }) {
            None => Ok(()),
            Some(_) => Err(("repeated pair", "this pair was answered before".to_owned())),
        }
    })?;
    Ok(answers)
}

impl Answers {
    /// Whether there are labels of this kind.
    pub fn is_about(&self, kind: RelationKind) -> bool {
        self.has[usize::from(kind == RelationKind::Occlusion)]
    }

    /// The labels for the asked pairs of a question: both directions of each pair. What is answered in one direction only is
    /// understood in the other; what is not answered at all makes no claim. `None` where nothing is answered.
    /// The line of a label that this kind of question does not have is an error.
    pub fn labels(&mut self, released: &Released, kind: RelationKind) -> Result<Option<Vec<Label>>, u64> {
        let at = usize::from(kind == RelationKind::Occlusion);
        let mut is_answered = false;
        let mut labels = Vec::new();
        for pair in &released.pairs {
            let end = |at: usize| {
                let object = &released.objects[at];
                (released.images[object.image].clone(), object.id)
            };
            let [a, b] = pair.objects.map(end);
            let mut said = |pair: &[End; 2]| -> Result<Option<Label>, u64> {
                let Some(said) = self.said.get_mut(pair) else { return Ok(None) };
                said.is_used = true;
                is_answered = true;
                said.codes[at].map(|code| kind.label(code).ok_or(said.line)).transpose()
            };
            let (forth, back) = (said(&[a.clone(), b.clone()])?, said(&[b, a])?);
            let open = Label::Unsure;
            labels.push(forth.or(back.map(Label::mirrored)).unwrap_or(open));
            labels.push(back.or(forth.map(Label::mirrored)).unwrap_or(open));
        }
        Ok(is_answered.then_some(labels))
    }

    /// The line of the first answer that no question asked for.
    pub fn unused(&self) -> Option<u64> {
        self.said.values().filter(|said| !said.is_used).map(|said| said.line).min()
    }
}
