//! WebDataset: one tar file a part; a sample is `<index>.json`, `<index>.<picture>.png` and, where there is one, `.svg`.
//! An answer that is a drawing or points is `<index>.answer.png` or `<index>.answer.npy`, the latter with the normals.
//! Times, owners and modes are fixed, so the bytes depend on the rows alone.

use super::generate::PartWriter;
use super::manifest::FileRecord;
use super::row::ANSWER;
use super::store::{Hashing, open_file};
use super::{Error, Row, Rows};
use crate::{Answer, Cloud, Picture};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

/// Starts a file.
pub fn create(aside: &Path, path: String) -> Result<Box<dyn PartWriter>, Error> {
    let file = File::create(aside).map_err(Error::io("write", aside))?;
    let tar = tar::Builder::new(Hashing::new(BufWriter::new(file)));
    Ok(Box::new(Writer { tar, aside: aside.to_owned(), path, rows: 0 }))
}

struct Writer {
    tar: tar::Builder<Hashing<BufWriter<File>>>,
    aside: PathBuf,
    path: String,
    rows: u64,
}

impl PartWriter for Writer {
    fn write(&mut self, rows: &[Row]) -> Result<(), Error> {
        for row in rows {
            append_row(&mut self.tar, row).map_err(Error::io("write", &self.aside))?;
        }
        self.rows += rows.len() as u64;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<FileRecord>, Error> {
        let Self { tar, aside, path, rows } = *self;
        let close = || -> io::Result<FileRecord> {
            let (buffered, record) = tar.into_inner()?.finish(path, rows);
            buffered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            Ok(record)
        };
        Ok(vec![close().map_err(Error::io("write", &aside))?])
    }
}

fn append_row(tar: &mut tar::Builder<impl io::Write>, row: &Row) -> io::Result<()> {
    let key = row.columns.id.rsplit('/').next().expect("a split has a first piece");
    let json = serde_json::to_vec(&row.columns).expect("plain data");
    append(tar, &format!("{key}.json"), &json)?;
    for picture in &row.pictures {
        append(tar, &format!("{key}.{}.png", picture.name), &picture.png)?;
        if let Some(svg) = &picture.svg {
            append(tar, &format!("{key}.{}.svg", picture.name), svg.as_bytes())?;
        }
    }
    match &row.answer {
        Some(Answer::Image(png)) => append(tar, &format!("{key}.{ANSWER}.png"), png),
        Some(Answer::Points(cloud)) => append(tar, &format!("{key}.{ANSWER}.npy"), &cloud.to_npy()),
        Some(Answer::Choice(_)) | None => Ok(()),
    }
}

fn append(tar: &mut tar::Builder<impl io::Write>, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    header.set_mtime(0);
    tar.append_data(&mut header, name, bytes)
}

/// Reads a file back.
pub fn read(path: &Path) -> Rows {
    let mut rows = Vec::new();
    if let Err(why) = read_into(path, &mut rows) {
        // The row that was being read lacks pictures: the error stands in its place.
        rows.pop();
        rows.push(Err(Error::damaged(path, Some(rows.len() as u64), why)));
    }
    Box::new(rows.into_iter())
}

fn read_into(path: &Path, rows: &mut Vec<Result<Row, Error>>) -> io::Result<()> {
    let mut archive = tar::Archive::new(BufReader::new(open_file(path)?));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = entry.path()?.to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        if bytes.len() as u64 != entry.size() {
            return Err(io::Error::other(format!("{name} is cut off")));
        }
        if name.ends_with(".json") {
            let columns = serde_json::from_slice(&bytes).map_err(io::Error::other)?;
            rows.push(Ok(Row { columns, pictures: Vec::new(), answer: None }));
            continue;
        }
        let Some(Ok(row)) = rows.last_mut() else {
            return Err(io::Error::other(format!("{name} comes before the row that it belongs to")));
        };
        add_file(row, &name, bytes)?;
    }
    Ok(())
}

fn add_file(row: &mut Row, file: &str, bytes: Vec<u8>) -> io::Result<()> {
    let mut pieces = file.split('.').skip(1);
    match (pieces.next(), pieces.next(), row.pictures.last_mut()) {
        (Some(ANSWER), Some("png"), _) if row.answer.is_none() => {
            row.answer = Some(Answer::Image(bytes));
            Ok(())
        }
        (Some(ANSWER), Some("npy"), _) if row.answer.is_none() => {
            row.answer = Some(Answer::Points(Cloud::read(&bytes).map_err(io::Error::other)?));
            Ok(())
        }
        (Some(name), Some("png"), _) => {
            row.pictures.push(Picture { name: name.into(), png: bytes, svg: None });
            Ok(())
        }
        (Some(name), Some("svg"), Some(picture)) if picture.name == name => {
            picture.svg = Some(String::from_utf8(bytes).map_err(io::Error::other)?);
            Ok(())
        }
        _ => Err(io::Error::other(format!("{file} is not expected here"))),
    }
}
