//! Reading the CSV files. A bad row is named with its file and line, counted and left out; nothing is repaired.

use super::{ObjectRow, PairRow, Release, Setting, Votes};
use crate::vrd25::votes::NO_MAJORITY;
use csv::{ReaderBuilder, StringRecord, WriterBuilder};
use spatiq_bench::relations::is_box;
use std::collections::{BTreeMap, BTreeSet};

/// A file by its name and what is in it.
#[derive(Clone, Copy)]
pub struct FileText<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// What is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where the file as a whole is meant.
    pub line: u64,
    /// The kind of fault, under which it is counted.
    pub kind: &'static str,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { file, line, what, .. } = self;
        if *line == 0 { write!(out, "{file}: {what}") } else { write!(out, "{file}, line {line}: {what}") }
    }
}

/// Rows that were left out.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Whether the first one ends the reading.
    pub strict: bool,
    /// How many of each kind.
    pub counts: BTreeMap<&'static str, u64>,
    /// All of them, but for what is beyond all measure.
    pub named: Vec<Fault>,
}

impl Faults {
    /// So many are kept to be named.
    const MOST: usize = 1_000_000;

    /// File, line, kind and reason of each.
    pub fn as_csv(&self) -> Vec<u8> {
        let mut writer = WriterBuilder::new().from_writer(Vec::new());
        let rows = self.named.iter().map(|fault| {
            let Fault { file, line, kind, what } = fault;
            [file.clone(), line.to_string(), (*kind).into(), what.clone()]
        });
        for row in [["file", "line", "kind", "what"].map(String::from)].into_iter().chain(rows) {
            writer.write_record(row).expect("memory takes it all");
        }
        writer.into_inner().expect("memory takes it all")
    }

    fn add(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.strict {
            return Err(fault);
        }
        *self.counts.entry(fault.kind).or_default() += 1;
        if self.named.len() < Self::MOST {
            self.named.push(fault);
        }
        Ok(())
    }
}

/// Reads the two files of a setting. An error is a file that makes no sense as a whole, or the first bad row where these
/// are not to be left out.
pub fn read(
    setting: Setting,
    objects: FileText<'_>,
    pairs: FileText<'_>,
    faults: &mut Faults,
) -> Result<Release, Fault> {
    let mut release = Release::default();
    let mut ids: BTreeSet<(String, u32)> = BTreeSet::new();
    each_row(objects, OBJECT_COLUMNS, faults, |_, row| {
        let (image, object) = read_object(row)?;
        if !ids.insert((image.clone(), object.id)) {
            return Err(("repeated object", format!("object {} of {image} was there before", object.id)));
        }
        release.objects.entry(image).or_default().push(object);
        Ok(())
    })?;
    let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut seen: BTreeSet<[(String, u32); 2]> = BTreeSet::new();
    each_row(pairs, PAIR_COLUMNS, faults, |_, row| {
        let (images, pair) = read_pair(setting, row)?;
        let [a, b] = [(&images[0], pair.objects[0]), (&images[1], pair.objects[1])]
            .map(|(image, id)| (image.clone(), id));
        for end in [&a, &b] {
            if !ids.contains(end) {
                return Err(("unknown object", format!("there is no object {} of {}", end.1, end.0)));
            }
        }
        if a == b {
            return Err(("pair of one object", format!("object {} of {} stands to itself", a.1, a.0)));
        }
        if !seen.insert(if a < b { [a.clone(), b.clone()] } else { [b.clone(), a.clone()] }) {
            let what = format!("objects {} of {} and {} of {} were paired before", a.1, a.0, b.1, b.0);
            return Err(("repeated pair", what));
        }
        let mut images = images;
        images.dedup();
        let place = *places.entry(images.clone()).or_insert_with(|| {
            release.pairs.push((images, Vec::new()));
            release.pairs.len() - 1
        });
        release.pairs[place].1.push(pair);
        Ok(())
    })?;
    Ok(release)
}

/// The names of classes by their machine identifiers, from `class-descriptions-boxable.csv`, which has no head.
pub fn classes(file: FileText<'_>) -> Result<BTreeMap<String, String>, Fault> {
    let mut names = BTreeMap::new();
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(file.bytes);
    let mut record = StringRecord::new();
    loop {
        let line = reader.position().line();
        let fault = |what: String| Fault { file: file.name.into(), line, kind: "class names", what };
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(names),
            Ok(true) if record.len() == 2 => names.insert(record[0].into(), record[1].into()),
            Ok(true) => return Err(fault("a machine identifier and a name are expected".into())),
            Err(error) => return Err(fault(reason(&error))),
        };
    }
}

pub(super) const OBJECT_COLUMNS: &[&str] =
    &["image_id", "object_id", "entity", "xmin", "xmax", "ymin", "ymax"];

pub(super) const PAIR_COLUMNS: &[&str] = &[
    "image_id_1",
    "object_id_1",
    "image_id_2",
    "object_id_2",
    "distance",
    "occlusion",
    "raw_distance",
    "raw_occlusion",
];

/// The fields of a row, in the order of the wanted columns.
type Fields<'a> = Vec<&'a str>;

type RowFault = (&'static str, String);

/// Reads the rows of a file with a head, whatever the order of its columns. Each is taken with the number of its line.
pub(in crate::vrd25) fn each_row(
    file: FileText<'_>,
    columns: &[&str],
    faults: &mut Faults,
    mut take: impl FnMut(u64, Fields<'_>) -> Result<(), RowFault>,
) -> Result<(), Fault> {
    let whole = |kind, what: String| Fault { file: file.name.into(), line: 0, kind, what };
    // Some editors begin a file with a byte order mark.
    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file.bytes);
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(bytes);
    let head = reader.headers().map_err(|error| whole("no head", reason(&error)))?.clone();
    let mut places = Vec::new();
    for column in columns {
        let mut at = (0..head.len()).filter(|at| head[*at].trim() == *column);
        match (at.next(), at.next()) {
            (Some(at), None) => places.push(at),
            (None, _) => return Err(whole("missing column", format!("it has no column `{column}`"))),
            (Some(_), Some(_)) => {
                return Err(whole("missing column", format!("it has two columns `{column}`")));
            }
        }
    }
    let mut record = StringRecord::new();
    loop {
        let result = reader.read_record(&mut record);
        let position = match &result {
            Ok(_) => record.position(),
            Err(error) => error.position(),
        };
        let line = position.map_or(0, |position| line_of(position, bytes));
        // No field has lines of its own, so whatever spans several has a quote that is not closed.
        let start = position.map_or(0, csv::Position::byte) as usize;
        let spanned = bytes[start..reader.position().byte() as usize].trim_ascii();
        let count = |wanted: u8| spanned.iter().filter(|byte| **byte == wanted).count() as u64;
        let (more, is_open) = (count(b'\n'), count(b'"') % 2 == 1);
        let taken = match result {
            Ok(false) => return Ok(()),
            Ok(true) if more > 0 || is_open => {
                for after in 1..=more {
                    let what = format!("it was taken for a part of line {line}");
                    faults.add(Fault {
                        file: file.name.into(),
                        line: line + after,
                        kind: "open quote",
                        what,
                    })?;
                }
                Err(("open quote", "it has a quote that is not closed".into()))
            }
            Ok(true) if record.len() != head.len() => {
                Err(("missing columns", format!("it has {} columns instead of {}", record.len(), head.len())))
            }
            Ok(true) => take(line, places.iter().map(|at| record[*at].trim()).collect()),
            Err(error) => Err(("unreadable", reason(&error))),
        };
        if let Err((kind, what)) = taken {
            faults.add(Fault { file: file.name.into(), line, kind, what })?;
        }
    }
}

/// The line of a record. Where lines end with two characters, the parser counts before it has seen the second.
fn line_of(position: &csv::Position, bytes: &[u8]) -> u64 {
    let is_between = bytes.get(position.byte() as usize) == Some(&b'\n');
    position.line() + u64::from(is_between)
}

/// What the parser says, without where, which we say ourselves.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => "it is not UTF-8 text".into(),
        _ => error.to_string(),
    }
}

fn read_object(row: Fields<'_>) -> Result<(String, ObjectRow), RowFault> {
    let [image, id, mid, x0, x1, y0, y1] = row[..] else { unreachable!("as many as columns") };
    let edges = [number(x0, "xmin")?, number(y0, "ymin")?, number(x1, "xmax")?, number(y1, "ymax")?];
    if !is_box(&edges) {
        let what = format!("the box {x0} to {x1}, {y0} to {y1} is empty or not within 0 and 1");
        return Err(("box outside", what));
    }
    if image.is_empty() || mid.is_empty() {
        return Err(("empty field", "image_id or entity is empty".into()));
    }
    Ok((image.into(), ObjectRow { id: whole(id, "object_id")?, mid: mid.into(), edges }))
}

fn read_pair(setting: Setting, row: Fields<'_>) -> Result<(Vec<String>, PairRow), RowFault> {
    let [image1, id1, image2, id2, distance, occlusion, raw_distance, raw_occlusion] = row[..] else {
        unreachable!("as many as columns")
    };
    match (setting, image1 == image2) {
        (Setting::Within, false) => {
            return Err(("images", format!("{image1} and {image2} are two images, and one is expected")));
        }
        (Setting::Across, true) => {
            return Err(("images", format!("{image1} is one image, and two are expected")));
        }
        _ => {}
    }
    let most = if setting == Setting::Within { 3 } else { 2 };
    let distance = votes("distance", distance, raw_distance, most)?;
    // Nothing hides anything in another picture.
    let occlusion =
        votes("occlusion", occlusion, raw_occlusion, if setting == Setting::Within { 3 } else { 0 })?;
    let objects = [whole(id1, "object_id_1")?, whole(id2, "object_id_2")?];
    Ok((vec![image1.into(), image2.into()], PairRow { objects, distance, occlusion }))
}

/// The votes of a row, which must be codes up to `most` and give the row's label.
fn votes(name: &str, label: &str, raw: &str, most: u8) -> Result<Votes, RowFault> {
    let code = |vote: &str| match vote.trim().parse::<u8>() {
        Ok(code) if code <= most => Ok(code),
        _ => Err(("vote out of range", format!("raw_{name}: {vote:?} is no vote from 0 to {most}"))),
    };
    let votes = Votes(raw.split(',').map(code).collect::<Result<_, _>>()?);
    let told = label.parse::<i8>().ok().filter(|told| (NO_MAJORITY..=most as i8).contains(told));
    let Some(told) = told else {
        return Err(("label out of range", format!("{name}: {label:?} is no label from -1 to {most}")));
    };
    match votes.majority() {
        majority if majority == told => Ok(votes),
        NO_MAJORITY if votes.is_tie() => {
            Err(("even tie", format!("{name} is {told}, and the votes {raw} are tied")))
        }
        majority => {
            Err(("label against votes", format!("{name} is {told}, and the votes {raw} give {majority}")))
        }
    }
}

fn number(text: &str, name: &str) -> Result<f64, RowFault> {
    text.parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())
        .ok_or_else(|| ("no number", format!("{name}: {text:?} is not a number")))
}

fn whole(text: &str, name: &str) -> Result<u32, RowFault> {
    text.parse().map_err(|_| ("no number", format!("{name}: {text:?} is not a whole number")))
}
