//! A scene: what stands where, in which light, and from where it is seen. All that a picture depends on is in here.

use crate::category::{Colour, PartCategory};
use crate::model::{Model, around};
use crate::shape::Piece;
use serde::{Deserialize, Serialize};
use spatiq_geom::{DVec3, Placement};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything that a picture shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// By which rules it was put together.
    pub kind: Kind,
    /// What is around the objects.
    pub room: Room,
    /// From where it is seen.
    pub camera: Camera,
    /// What lights it.
    pub lamps: Vec<Lamp>,
    /// How bright surfaces are that no lamp reaches, from 0 to 1.
    pub ambient: f64,
    /// What stands in it.
    pub objects: Vec<Object>,
}

/// The kinds of scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Furniture in a room, each piece standing on the floor.
    Room,
    /// Furniture that is tilted, leans on a wall or is stacked.
    Physics,
    /// Simple bodies on open ground, some of them interlocked.
    Ground,
}

impl Kind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Room => "room",
            Self::Physics => "physics",
            Self::Ground => "ground",
        }
    }
}

/// A model that stands somewhere.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub model: Arc<Model>,
    /// From the model's frame to the world.
    pub placement: Placement,
    /// The paint of each part category.
    pub paint: BTreeMap<PartCategory, Paint>,
}

impl Scene {
    /// What an object is called where something is said about it: `objects[1] ("chair-000123")`.
    pub(crate) fn named(&self, index: usize) -> String {
        match self.objects[index].model.name.as_str() {
            "" => format!("objects[{index}]"),
            name => format!("objects[{index}] ({name:?})"),
        }
    }
}

impl Object {
    /// The corners of the box around it, in the world.
    pub fn bounds(&self) -> [DVec3; 2] {
        let placed = |piece: &Piece| {
            let placement = piece.placement.within(&self.placement);
            Piece { shape: piece.shape.clone(), placement }.bounds()
        };
        around(self.model.pieces().map(placed))
    }
}

/// A colour by name, or one that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Paint {
    /// One of the eight.
    Named(Colour),
    /// Any other, as sRGB; scenes of other programs may have such.
    Rgb([u8; 3]),
}

impl Paint {
    /// Red, green and blue as sRGB.
    pub fn rgb(self) -> [u8; 3] {
        match self {
            Self::Named(colour) => colour.rgb(),
            Self::Rgb(rgb) => rgb,
        }
    }
}

/// A pinhole camera; the picture's x axis is level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// Where it is.
    pub eye: [f64; 3],
    /// The point in the middle of the picture.
    pub at: [f64; 3],
    /// Focal length over the width of the film: 35 mm on 36 mm film is 0.972.
    pub focal: f64,
}

/// A lamp: a disk that looks at the point it is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lamp {
    /// Its middle.
    pub position: [f64; 3],
    /// Where it looks.
    pub aim: [f64; 3],
    /// Radius of the disk: the larger, the softer the shadows.
    pub radius: f64,
    /// How bright it makes a white surface 10 m away that faces it, for red, green and blue.
    pub power: [f64; 3],
}

/// The floor, z = 0, and the walls, if any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// What covers the floor or the ground.
    pub floor: Texture,
    /// The walls; none on open ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Walls>,
}

/// Three walls that reach to the ceiling, which is out of the picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walls {
    /// The back wall is the plane y = back.
    pub back: f64,
    /// The side walls are x = -side and x = side.
    pub side: f64,
    /// What covers the back wall, the left one and the right one.
    pub textures: [Texture; 3],
}

/// A pattern that covers a plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texture {
    /// What it looks like.
    pub pattern: Pattern,
    /// Two colours of it, as sRGB.
    pub colours: [[u8; 3]; 2],
    /// Size of what repeats, in metres.
    pub scale: f64,
    /// Turn about the plane's normal, in degrees.
    pub turn: f64,
    /// From where noise is taken.
    pub seed: u32,
}

/// The patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// One colour, slightly mottled.
    Plain,
    /// Squares in two colours.
    Checker,
    /// Boards with grain, staggered.
    Planks,
    /// Square tiles with joints in the second colour.
    Tiles,
    /// Bricks with joints in the second colour.
    Bricks,
    /// Stripes in two colours.
    Stripes,
    /// Blotches of two colours that flow into each other.
    Marble,
    /// Fine weave of two colours.
    Carpet,
}

impl Camera {
    /// The directions of the picture's x axis (to the right), its y axis (down), and of the view.
    pub fn axes(&self) -> [DVec3; 3] {
        let view = (DVec3::from(self.at) - DVec3::from(self.eye)).normalize();
        let right = view.cross(DVec3::Z).normalize();
        [right, view.cross(right), view]
    }

    /// The direction, of length one, in which a point of the picture is seen.
    pub fn ray(&self, size: [usize; 2], pixel: [f64; 2]) -> DVec3 {
        let [right, down, view] = self.axes();
        let [width, height] = size.map(|pixels| pixels as f64);
        let [x, y] = [pixel[0] - width / 2.0, pixel[1] - height / 2.0];
        (view * (self.focal * width) + right * x + down * y).normalize()
    }

    /// Where a point of the world is in the picture, in pixels, and how far before the camera along the view.
    pub fn project(&self, size: [usize; 2], point: DVec3) -> DVec3 {
        let [right, down, view] = self.axes();
        let from_eye = point - DVec3::from(self.eye);
        let depth = from_eye.dot(view);
        let [width, height] = size.map(|pixels| pixels as f64);
        let scale = self.focal * width / depth;
        DVec3::new(
            width / 2.0 + from_eye.dot(right) * scale,
            height / 2.0 + from_eye.dot(down) * scale,
            depth,
        )
    }
}
