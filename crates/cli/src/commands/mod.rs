//! The commands, a file each.

pub mod answers;
pub mod demo;
pub mod draw;
pub mod eval;
pub mod export;
pub mod generate;
pub mod import;
pub mod merge;
pub mod report;
pub mod results;
pub mod scene;
pub mod score;
pub mod tasks;
pub mod transfer;
pub mod verify;
