//! The models of `spatiq draw`: files that were named, and the recipes in them, one after the other.

use super::lines::{Lines, MOST_RECIPE_BYTES};
use super::name::Names;
use anyhow::{Context, bail};
use spatiq_bench::dataset::open_file;
use spatiq_geom::Recipe;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Larger files of a single model are refused.
const MOST_BYTES: u64 = 2 << 30;

/// A file that can be read, as far as one can see without reading, or models that nobody wrote down yet.
pub struct Source {
    path: PathBuf,
    kind: Kind,
    /// Models in it.
    pub models: u64,
    /// Its last line that is not blank, in a file with a recipe a line.
    last_line: usize,
}

/// What a file holds, by how its name ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Stl,
    Obj,
    Step,
    /// One recipe.
    Recipe,
    /// A recipe a line.
    Recipes,
    /// No file: models that follow from this seed.
    Random(u64),
}

impl Source {
    /// Looks at a file that was named.
    pub fn new(path: &Path) -> anyhow::Result<Self> {
        let shown = path.display();
        let about = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?;
        if about.is_dir() {
            bail!("{shown} is a folder: name the files in it, such as {}", path.join("*.stl").display());
        }
        if !about.is_file() {
            bail!("{shown} is not a regular file: write the model to one first");
        }
        let kind = kind(path)?;
        let most = if kind == Kind::Recipe { MOST_RECIPE_BYTES } else { MOST_BYTES };
        // Recipes in lines are never in memory all at once.
        if about.len() > most && kind != Kind::Recipes {
            bail!("{shown} has {} bytes: a model may have {most}", about.len());
        }
        let mut source = Self { path: path.to_owned(), kind, models: 1, last_line: 0 };
        if kind == Kind::Recipes {
            source.count().with_context(|| format!("cannot read {shown}"))?;
        }
        Ok(source)
    }

    /// So many models that follow from a seed.
    pub fn random(seed: u64, models: u64) -> Self {
        Self { path: "csg".into(), kind: Kind::Random(seed), models, last_line: 0 }
    }

    fn count(&mut self) -> io::Result<()> {
        let mut lines = Lines::open(&self.path)?;
        self.models = 0;
        while lines.advance()? {
            self.models += 1;
            self.last_line = lines.number;
        }
        Ok(())
    }

    fn stem(&self) -> String {
        self.path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
    }
}

fn kind(path: &Path) -> anyhow::Result<Kind> {
    let ending = path.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_lowercase());
    Ok(match ending.as_str() {
        "stl" => Kind::Stl,
        "obj" => Kind::Obj,
        "json" => Kind::Recipe,
        "jsonl" => Kind::Recipes,
        ending if spatiq_step::ENDINGS.contains(&ending) => Kind::Step,
        _ => {
            bail!("{}: expected a file that ends in .step, .stp, .stl, .obj, .json or .jsonl", path.display())
        }
    })
}

/// A model to work on.
pub struct Job {
    /// Its file, and line if need be.
    pub place: String,
    /// What it is called; no other model is.
    pub name: String,
    /// What the user should know about the name.
    pub notes: Vec<String>,
    /// The model, or what is wrong with it.
    pub content: Result<Content, String>,
}

/// What is known of a model before it is worked on.
pub enum Content {
    Recipe(Recipe),
    /// The model of this number that follows from a seed; made by who works on it.
    Random {
        seed: u64,
        number: u64,
    },
    /// A file with a body. They may be large, so each is read by who works on it.
    Body(PathBuf, Kind),
}

/// All models, in the order in which they were given.
pub struct Jobs<'a> {
    sources: std::slice::Iter<'a, Source>,
    /// The file of recipes that is being read.
    lines: Option<(&'a Source, Lines)>,
    /// The seed, the next number and how many there are, of models that follow from a seed.
    random: Option<(u64, u64, u64)>,
    names: Names,
}

impl<'a> Jobs<'a> {
    /// The models of these files.
    pub fn new(sources: &'a [Source], names: Names) -> Self {
        Self { sources: sources.iter(), lines: None, random: None, names }
    }

    fn job(&mut self, place: String, id: &str, content: Result<Content, String>) -> Job {
        let mut notes = Vec::new();
        let name = self.names.name(id, &mut notes);
        Job { place, name, notes, content }
    }

    /// The only model of a file.
    fn whole(&mut self, source: &Source) -> Job {
        let (content, id) = if source.kind == Kind::Recipe {
            let text = read_whole(&source.path, MOST_RECIPE_BYTES);
            named(text.as_deref().map_err(String::clone))
        } else {
            (Ok(Content::Body(source.path.clone(), source.kind)), None)
        };
        let id = id.unwrap_or_else(|| source.stem());
        self.job(source.path.display().to_string(), &id, content)
    }

    /// The next model of a file of recipes.
    fn line(&mut self) -> Option<Job> {
        let (source, mut lines) = self.lines.take()?;
        let (content, id) = match lines.advance() {
            Ok(false) => return None,
            Ok(true) => named(lines.text()),
            Err(error) => (Err(format!("cannot read on: {error}")), None),
        };
        let (number, digits) = (lines.number, source.last_line.to_string().len());
        let readable = lines.is_readable();
        self.lines = readable.then_some((source, lines));
        let id = id.unwrap_or_else(|| format!("{}-{number:0digits$}", source.stem()));
        Some(self.job(format!("{}: line {number}", source.path.display()), &id, content))
    }

    /// The next model that follows from a seed.
    fn random(&mut self) -> Option<Job> {
        let (seed, number, count) = self.random.take()?;
        self.random = (number + 1 < count).then_some((seed, number + 1, count));
        let digits = count.to_string().len().max(5);
        let place = format!("model {number} of seed {seed}");
        Some(self.job(place, &format!("csg-{number:0digits$}"), Ok(Content::Random { seed, number })))
    }

    /// Starts on a file of recipes; a model only if there is something wrong with it.
    fn start(&mut self, source: &'a Source) -> Option<Job> {
        let what = match Lines::open(&source.path) {
            Ok(lines) if source.models > 0 => {
                self.lines = Some((source, lines));
                return None;
            }
            Ok(_) => "there is no recipe in it: write one a line".into(),
            Err(error) => format!("cannot be read: {error}"),
        };
        Some(self.job(source.path.display().to_string(), &source.stem(), Err(what)))
    }
}

impl Iterator for Jobs<'_> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        loop {
            if let Some(job) = self.line().or_else(|| self.random()) {
                return Some(job);
            }
            let source = self.sources.next()?;
            let job = match source.kind {
                Kind::Recipes => self.start(source),
                Kind::Random(seed) => {
                    self.random = Some((seed, 0, source.models));
                    None
                }
                _ => Some(self.whole(source)),
            };
            if job.is_some() {
                return job;
            }
        }
    }
}

/// A recipe, or what is wrong with it, and in any case its own id if it has one.
fn named(text: Result<&[u8], String>) -> (Result<Content, String>, Option<String>) {
    let text = match text {
        Ok(text) => text,
        Err(error) => return (Err(error), None),
    };
    match Recipe::parse(text) {
        Ok(mut recipe) => {
            let id = recipe.id.take();
            (Ok(Content::Recipe(recipe)), id)
        }
        Err(error) => (Err(error.to_string()), error.id),
    }
}

/// Reads the file of a body.
pub fn read_body(path: &Path) -> Result<Vec<u8>, String> {
    read_whole(path, MOST_BYTES)
}

fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = open_file(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.is_empty() {
        return Err("the file is empty".into());
    }
    // It was smaller when it was looked at.
    if bytes.len() as u64 > most {
        return Err(format!("a model may have {most} bytes, and this has more"));
    }
    Ok(bytes)
}
