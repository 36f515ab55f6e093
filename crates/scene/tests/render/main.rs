//! What holds for every picture, whatever the scene.

mod layers;
mod limits;
mod mirror;
mod repeat;
mod scenes;
mod second_route;
