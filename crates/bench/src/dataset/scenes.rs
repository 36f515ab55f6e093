//! The scenes table: read beside the questions, and joined with them.
//!
//! Scenes are written when the first question about them is, so both tables are read once, from the front, and only the
//! last few scenes are kept.

use super::{Error, Row, Rows};
use crate::Scene;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

/// So many scenes back a question may refer.
const RECENT: usize = 16;

/// Where scenes are read from.
pub trait SceneSource: Send {
    /// The scene of that name, which comes next.
    fn fetch(&mut self, name: &str) -> Result<Scene, Error>;
    /// Whether no scene is left.
    fn is_exhausted(&mut self) -> bool;
}

/// A file with one scene after the other.
pub struct InOrder<I: Iterator> {
    scenes: std::iter::Peekable<I>,
    path: PathBuf,
    read: u64,
}

impl<I: Iterator<Item = Result<Scene, Error>>> InOrder<I> {
    /// The scenes of a file.
    pub fn new(path: PathBuf, scenes: I) -> Self {
        Self { scenes: scenes.peekable(), path, read: 0 }
    }
}

impl<I: Iterator<Item = Result<Scene, Error>> + Send> SceneSource for InOrder<I> {
    fn fetch(&mut self, name: &str) -> Result<Scene, Error> {
        let damaged = |why: String| Error::damaged(&self.path, Some(self.read), why);
        let scene = self.scenes.next().unwrap_or_else(|| Err(damaged(format!("scene {name} is missing"))))?;
        // In tar files the last piece of the name stands for all of it.
        if scene.name != name && name.rsplit('/').next() != Some(&scene.name) {
            return Err(damaged(format!("scene {} is here, where {name} should be", scene.name)));
        }
        self.read += 1;
        Ok(Scene { name: name.to_owned(), ..scene })
    }

    fn is_exhausted(&mut self) -> bool {
        self.scenes.peek().is_none()
    }
}

/// Gives rows their scenes.
pub fn join(rows: Rows, source: Box<dyn SceneSource>, path: PathBuf) -> Rows {
    Box::new(Joined { rows, source, path, recent: VecDeque::new(), is_done: false })
}

struct Joined {
    rows: Rows,
    source: Box<dyn SceneSource>,
    path: PathBuf,
    recent: VecDeque<Arc<Scene>>,
    is_done: bool,
}

impl Iterator for Joined {
    type Item = Result<Row, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.rows.next() {
            Some(row) => Some(row.and_then(|row| self.with_scenes(row))),
            None if !self.is_done && !self.source.is_exhausted() => {
                self.is_done = true;
                Some(Err(Error::damaged(&self.path, None, "there are scenes that no question is about")))
            }
            None => None,
        }
    }
}

impl Joined {
    fn with_scenes(&mut self, row: Row) -> Result<Row, Error> {
        let scenes = row.columns.scenes().map(|name| self.scene(name)).collect::<Result<_, _>>()?;
        Ok(Row { scenes, ..row })
    }

    fn scene(&mut self, name: &str) -> Result<Arc<Scene>, Error> {
        if let Some(known) = self.recent.iter().find(|scene| scene.name == name) {
            return Ok(known.clone());
        }
        let scene = Arc::new(self.source.fetch(name)?);
        self.recent.truncate(RECENT - 1);
        self.recent.push_front(scene.clone());
        Ok(scene)
    }
}
