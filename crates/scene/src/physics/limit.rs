//! How much may be simulated. Scenes that are made have few objects; files may have any number.

use crate::scene::Scene;
use thiserror::Error;

/// More objects than this take too long: each that falls is moved in sixteen ways, and all of them are simulated every time.
pub const MOST_OBJECTS: usize = 40;

/// More pieces than this, in all objects together, likewise.
pub const MOST_PIECES: usize = 4_000;

/// Why a scene is not simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TooMuch {
    /// It has too many objects.
    #[error("a scene in which things may fall has at most {MOST_OBJECTS} objects, and this one {0}")]
    Objects(usize),
    /// They have too many pieces.
    #[error("a scene in which things may fall has at most {MOST_PIECES} pieces, and this one {0}")]
    Pieces(usize),
}

/// Refuses scenes that would take too long.
pub fn check_work(scene: &Scene) -> Result<(), TooMuch> {
    if scene.objects.len() > MOST_OBJECTS {
        return Err(TooMuch::Objects(scene.objects.len()));
    }
    match scene.objects.iter().map(|object| object.model.pieces().count()).sum() {
        pieces if pieces > MOST_PIECES => Err(TooMuch::Pieces(pieces)),
        _ => Ok(()),
    }
}
