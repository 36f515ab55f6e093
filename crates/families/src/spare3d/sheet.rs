//! An object on paper: its drawings from the eleven poses, all to one scale.

use super::ink::{Ink, SIDE};
use spatiq_bench::Picture;
use spatiq_draw::{DrawError, Drawing, Frame, Model, NEVER, Pose, Style};
use spatiq_geom::{DVec3, Solid};

/// An object that is being drawn.
pub struct Sheet<'a> {
    model: Model<'a>,
    /// The longest edge of the box around the object before it was cut.
    extent: f64,
    style: Style,
}

impl<'a> Sheet<'a> {
    /// A sheet for a solid; `extent` is that of the uncut object where the solid is a cut one.
    pub fn new(solid: &'a Solid, extent: Option<f64>, look: Look) -> Result<Self, DrawError> {
        let model = Model::new(solid, NEVER)?;
        let extent = extent.unwrap_or(model.extent());
        let style = Style { size: look.size as usize, view_box: look.view_box, ..Style::PAPER };
        Ok(Self { model, extent, style })
    }

    /// The longest edge of the box around the uncut object.
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// The corners of the box around the solid.
    pub fn bounds(&self) -> [DVec3; 2] {
        self.model.bounds()
    }

    /// The lines seen from a pose.
    pub fn draw(&self, pose: char) -> Result<Drawing, DrawError> {
        self.model.draw(&pose_of(pose).view())
    }

    /// A drawing as a picture of a question.
    pub fn picture(&self, name: &str, drawing: &Drawing) -> Picture {
        let png = spatiq_draw::png(drawing, &self.style, self.extent)
            .expect("a style and an extent that can be drawn");
        let svg = spatiq_draw::svg(drawing, &self.style, self.extent, None).expect("the same style");
        Picture { name: name.into(), png, svg: Some(svg) }
    }

    /// The ink of a drawing.
    pub fn ink(&self, drawing: &Drawing) -> Ink {
        let style = Style { size: SIDE, ..self.style };
        let frame =
            Frame::new(drawing, &style, self.extent).expect("a style and an extent that can be drawn");
        Ink::new(drawing, &frame)
    }
}

/// What a sheet looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Side of the pictures in pixels.
    pub size: u32,
    /// Side of what they show, in longest edges of the object.
    pub view_box: f64,
}

/// The three views, with the names of their pictures.
pub const THREE_VIEWS: [(&str, char); 3] = [("front", 'f'), ("top", 't'), ("right", 'r')];

fn pose_of(letter: char) -> Pose {
    Pose::from_letter(letter).expect("one of the eleven poses")
}

/// The smallest distance between any two drawings.
pub fn smallest_distance(inks: &[Ink]) -> usize {
    let pairs = (1..inks.len()).flat_map(|k| (0..k).map(move |other| (k, other)));
    pairs.map(|(k, other)| inks[k].distance(&inks[other])).min().unwrap_or(usize::MAX)
}
