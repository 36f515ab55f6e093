//! The pictures of Open Images and maps of their depth, where somebody has them.

use super::places::Pictures;
use crate::commands::import::read_whole;
use spatiq_bench::Picture;
use spatiq_bench::dataset::{Error, ImportedFile};
use spatiq_raster::{Gray16, Rgb};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Pictures and depth maps by the ids of images.
pub struct Images {
    pub pictures: Pictures,
    pub depths: Pictures,
}

impl Images {
    /// The pictures of a question: `image`, and `image2` where it is about two; `depth` and `depth2` likewise. None of a kind
    /// where one is missing: boxes of a picture that nobody sees beside one that everybody sees would be no question.
    pub fn read(&self, ids: &[String]) -> Result<Vec<Picture>, Error> {
        let mut pictures =
            all(&self.pictures, ids, ["image", "image2"], |path, bytes| Ok(decoded(path, &bytes)?.encode()))?;
        pictures.extend(all(&self.depths, ids, ["depth", "depth2"], |_, bytes| {
            // The bytes stay what they are: nobody has a reason to pack them anew.
            Gray16::decode(&bytes).map_err(|error| format!("it is no 16-bit grey PNG file: {error}"))?;
            Ok(bytes)
        })?);
        Ok(pictures)
    }

    /// How many of these images there is a picture of.
    pub fn count(&self, ids: &BTreeSet<&String>) -> u64 {
        ids.iter().filter(|id| self.pictures.contains_key(**id)).count() as u64
    }

    /// What stands for all pictures of these images among the files that were read: their names and sizes. So an import with
    /// other pictures is another import.
    pub fn record(&self, ids: &BTreeSet<&String>) -> Option<ImportedFile> {
        let of = |(kind, files): (&str, &Pictures)| {
            let used: Vec<_> = files.iter().filter(|(id, _)| ids.contains(id)).collect();
            let line = |(id, paths): &(&String, &Vec<PathBuf>)| {
                let bytes = std::fs::metadata(&paths[0]).map_or(0, |there| there.len());
                format!("{kind} {id} {bytes}\n")
            };
            used.iter().map(line).collect::<String>()
        };
        let list: String = [("image", &self.pictures), ("depth", &self.depths)].into_iter().map(of).collect();
        (!list.is_empty()).then(|| ImportedFile::new("pictures, by id and size", list.as_bytes()))
    }
}

/// The files of all ids, or none.
fn all(
    files: &Pictures,
    ids: &[String],
    names: [&str; 2],
    png: impl Fn(&Path, Vec<u8>) -> Result<Vec<u8>, String>,
) -> Result<Vec<Picture>, Error> {
    let found: Option<Vec<&Vec<PathBuf>>> = ids.iter().map(|id| files.get(id)).collect();
    let mut pictures = Vec::new();
    for (name, paths) in names.into_iter().zip(found.into_iter().flatten()) {
        let path = &paths[0];
        let wrong = |source| Error::Io { doing: "read", path: path.clone(), source };
        let bytes = only(paths).map_err(wrong)?;
        let png = png(path, bytes).map_err(|why| wrong(std::io::Error::other(why)))?;
        pictures.push(Picture { name: name.into(), png, svg: None });
    }
    Ok(pictures)
}

/// The bytes of a picture that may lie in several folders: some tools copy it into one for each class that it shows.
fn only(paths: &[PathBuf]) -> std::io::Result<Vec<u8>> {
    let bytes = read_whole(&paths[0])?;
    for other in &paths[1..] {
        if read_whole(other)? != bytes {
            let what = format!("{} has the same name and shows something else", other.display());
            return Err(std::io::Error::other(what));
        }
    }
    Ok(bytes)
}

/// Pictures of more pixels are a mistake.
const MOST_PIXELS: usize = 1 << 26;

fn decoded(path: &Path, bytes: &[u8]) -> Result<Rgb, String> {
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if is_png {
        return Rgb::decode(bytes).map_err(|error| error.to_string());
    }
    let mut decoder = jpeg_decoder::Decoder::new(bytes);
    decoder.read_info().map_err(|error| error.to_string())?;
    let info = decoder.info().ok_or("it says nothing about its size")?;
    let (width, height) = (usize::from(info.width), usize::from(info.height));
    if width * height > MOST_PIXELS {
        return Err(format!("it has {width} x {height} pixels, which is too many"));
    }
    let bytes = decoder.decode().map_err(|error| error.to_string())?;
    let pixels = match info.pixel_format {
        jpeg_decoder::PixelFormat::RGB24 => bytes.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect(),
        jpeg_decoder::PixelFormat::L8 => bytes.iter().map(|grey| [*grey; 3]).collect(),
        other => return Err(format!("its colours are {other:?}, and RGB or grey is expected")),
    };
    Ok(Rgb { width, height, pixels })
}
