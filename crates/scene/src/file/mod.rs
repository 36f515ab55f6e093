//! The scene file: a scene as JSON that people read, edit and have rendered again.
//!
//! ```text
//! {"spatiq_scene": 1, "kind": "room", "camera": {"eye", "at", "focal"}, "lamps": [{"position", "aim", "radius", "power"}],
//!  "ambient": 0.3, "room": {"floor": texture, "walls": {"back", "side", "textures": [3]}},
//!  "objects": [{"category": "chair", "name": "mine", "position": [x, y, z], "turn": [w, x, y, z],
//!               "paint": {"leg": "red", "seat": [120, 90, 60]},
//!               "parts": [{"part": "leg", "pieces": [{"shape": "box", "half": [x, y, z], "at": [x, y, z]}]}]}],
//!  "graph": {what follows from the rest; not read}, "rendered": {digests of the pictures and of all of the above; not read}}
//! ```
//!
//! Shapes: box (half), cylinder (radius, half_height), frustum (bottom, top, half_height), prism (outline,
//! half_height), ball (radius), ring (ring, tube). A turn that is left out is none. An object from a library has
//! `"model": {"library": "id"}` in place of a name and parts; `"split": "test"` after the kind then says which models of the
//! library it was made from, and may be left out.

mod layout;
mod objects;
mod place;
mod read;
mod rendered;
mod shapes;
mod strict;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::is_behind;
pub use read::{Told, is_one, read, read_split, read_told};
pub use rendered::{PICTURES, check_rendered, sealed};
pub use write::{settled, write, write_of, write_with};

use thiserror::Error;

/// The version of the format that is written, and the only one that is read.
const VERSION: u64 = 1;

/// Why a file is no scene.
#[derive(Debug, Error)]
pub enum FileError {
    /// Not JSON at all, or a number that is too large for any use.
    #[error("not readable as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Something in it makes no sense.
    #[error("{place}: {what}")]
    Wrong {
        /// Where, such as `objects[2].parts[1].pieces[0]`.
        place: String,
        /// What is wrong there.
        what: String,
    },
}
