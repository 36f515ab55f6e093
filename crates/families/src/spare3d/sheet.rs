//! An object on paper: its drawings from the eleven poses, all to one scale.

use super::ink::{Ink, SIDE};
use super::stock::{cad, csg};
use serde::{Deserialize, Serialize};
use spatiq_bench::Picture;
use spatiq_draw::{Drawing, Frame, Model, NEVER, Pose, Stop, Style};
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
    pub fn new(solid: &'a Solid, extent: Option<f64>, look: Look) -> Result<Self, String> {
        Self::within(solid, extent, look, NEVER)
    }

    /// The same, for as long as somebody waits for it.
    pub fn within(solid: &'a Solid, extent: Option<f64>, look: Look, stop: Stop<'a>) -> Result<Self, String> {
        let model = Model::new(solid, stop).map_err(|error| error.to_string())?;
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

    /// A page with the drawing from a pose.
    pub fn page(&self, name: &str, pose: char) -> Result<Page, String> {
        let drawing = self.model.draw(&pose_of(pose).view()).map_err(|error| error.to_string())?;
        Ok(Page { name: name.into(), drawing, style: self.style, extent: self.extent })
    }

    /// Pages with the three views.
    pub fn views(&self) -> Result<Vec<Page>, String> {
        THREE_VIEWS.into_iter().map(|(name, pose)| self.page(name, pose)).collect()
    }
}

/// A drawing that can become a picture.
#[derive(Clone)]
pub struct Page {
    name: String,
    drawing: Drawing,
    style: Style,
    extent: f64,
}

impl Page {
    /// The same with pictures that show another part of it.
    pub fn shown(&self, shown: Shown) -> Self {
        Self { style: Style { view_box: shown.view_box(), ..self.style }, ..self.clone() }
    }

    /// The picture.
    pub fn picture(&self) -> Picture {
        Picture { name: self.name.clone(), png: self.png(), svg: Some(self.svg()) }
    }

    /// The picture in pixels.
    pub fn png(&self) -> Vec<u8> {
        spatiq_draw::png(&self.drawing, &self.style, self.extent).expect(DRAWABLE)
    }

    /// The same as curves.
    pub fn svg(&self) -> String {
        spatiq_draw::svg(&self.drawing, &self.style, self.extent, None).expect(DRAWABLE)
    }

    /// The shorter edge of the box around its lines, in pixels.
    pub fn thickness(&self) -> f64 {
        let pixels = self.style.size as f64 / (self.style.view_box * self.extent);
        let thin = |[low, high]: [[f64; 2]; 2]| f64::min(high[0] - low[0], high[1] - low[1]);
        self.drawing.bounds().map_or(0.0, |bounds| thin(bounds) * pixels)
    }

    /// The longer edge of the box around its lines, in longest edges of the object; nothing without lines.
    pub fn reach(&self) -> Option<f64> {
        self.drawing.bounds().map(|_| Frame::least_view_box(&self.drawing, self.extent))
    }

    /// The ink, to hold it against that of others.
    pub fn ink(&self) -> Ink {
        let style = Style { size: SIDE, ..self.style };
        let frame = Frame::new(&self.drawing, &style, self.extent).expect(DRAWABLE);
        Ink::new(&self.drawing, &frame)
    }
}

const DRAWABLE: &str = "a style and an extent that can be drawn";

/// The drawings of a question.
pub struct Pages {
    /// Those that are shown; the three views come first.
    pub shown: Vec<Page>,
    /// The ink of those among which the answer is chosen, whether they are shown or not.
    pub compared: Vec<Ink>,
    /// The drawing that is to be made.
    pub answer: Option<Page>,
}

impl Pages {
    /// The smallest distance between drawings among which the answer is chosen; where it is not chosen, between the views.
    pub fn smallest_distance(&self) -> usize {
        match self.compared.is_empty() {
            true => self.smallest_distance_of_views(),
            false => smallest_distance(&self.compared),
        }
    }

    /// The two most similar drawings among which the answer is chosen; `None` where it is not chosen.
    pub fn most_similar(&self) -> Option<[usize; 2]> {
        closest(&self.compared).map(|(_, pair)| pair)
    }

    /// The smallest distance between two of the three views.
    pub fn smallest_distance_of_views(&self) -> usize {
        smallest_distance(&self.shown[..3].iter().map(Page::ink).collect::<Vec<_>>())
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

/// How much of a drawing pictures of a library's model show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// All of it, whatever the pose.
    #[default]
    Whole,
    /// What the papers' pictures of CAD models show: seen across a corner, a cube is wider.
    Paper,
}

impl Shown {
    /// As the setting says it.
    pub const WORDS: &[&str] = &["whole", "paper"];

    /// By its word.
    pub fn of(word: &str) -> Self {
        if word == Self::WORDS[1] { Self::Paper } else { Self::Whole }
    }

    /// Side of what is shown, in longest edges of the object.
    pub fn view_box(self) -> f64 {
        match self {
            Self::Whole => csg::VIEW_BOX,
            Self::Paper => cad::VIEW_BOX,
        }
    }

    /// Whether it is all.
    pub fn is_whole(&self) -> bool {
        *self == Self::Whole
    }
}

/// The three views, with the names of their pictures.
pub const THREE_VIEWS: [(&str, char); 3] = [("front", 'f'), ("top", 't'), ("right", 'r')];

fn pose_of(letter: char) -> Pose {
    Pose::from_letter(letter).expect("one of the eleven poses")
}

/// The smallest distance between any two drawings.
fn smallest_distance(inks: &[Ink]) -> usize {
    closest(inks).map_or(usize::MAX, |(distance, _)| distance)
}

/// The two drawings that differ least, the earlier first, and by how much.
fn closest(inks: &[Ink]) -> Option<(usize, [usize; 2])> {
    let pairs = (1..inks.len()).flat_map(|k| (0..k).map(move |other| [other, k]));
    pairs.map(|pair| (inks[pair[0]].distance(&inks[pair[1]]), pair)).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::{Leaf, Placement, Primitive};
    use spatiq_raster::Gray;

    /// Seen across a corner a cube of edge 1 is 1.63 high.
    #[test]
    fn pictures_show_all_of_a_cube_unless_they_are_like_those_of_the_papers() {
        let cube: Solid = Leaf::new(Primitive::Box { half: DVec3::ONE }, Placement::IDENTITY).into();
        for (shown, is_cut_off) in [(Shown::Whole, false), (Shown::Paper, true)] {
            let look = Look { size: 200, view_box: shown.view_box() };
            let sheet = Sheet::new(&cube, None, look).unwrap();
            for pose in "12345678".chars() {
                let page = sheet.page("", pose).unwrap();
                let picture = Gray::decode(&page.png()).unwrap();
                let is_inked = |x: usize, y: usize| picture.pixels[y * 200 + x] < 255;
                let border = (0..200).any(|k| is_inked(k, 0) || is_inked(k, 199) || is_inked(0, k));
                assert_eq!(border, is_cut_off, "{shown:?} {pose}");
                assert_eq!(page.shown(Shown::Whole).png() == page.png(), shown.is_whole());
            }
        }
    }
}
