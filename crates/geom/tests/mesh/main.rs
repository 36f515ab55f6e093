//! Meshes from outside: built, read, written, asked and drawn.

mod building;
mod drawing;
mod queries;
mod reading;
mod real;
mod shapes;
