//! From evidence to the question a person sees: pictures, prompt, options.

use super::cutting::SIDE;
use super::evidence::{Evidence, Shown, Wrong, piece_count};
use super::shape::Shape;
use crate::iq::levels::tags;
use spatiq_bench::{Answer, Choice, Form, Item, Picture, Question};
use spatiq_raster::{Gray, Point};
use std::fmt::Write;

/// The item that the evidence describes.
pub fn item(id: &str, evidence: &Evidence) -> Item {
    let frame = Frame::of(evidence);
    let mut pictures = vec![frame.picture("question".into(), &frame.question(&evidence.original))];
    let mut choices = Vec::new();
    for (place, option) in evidence.options.iter().enumerate() {
        let pieces = evidence.pieces_of(place);
        let first = pictures.len();
        for (nth, shown) in option.shown.iter().enumerate() {
            let name = format!("{}{}", Choice::label(place), nth + 1);
            pictures.push(frame.picture(name, &frame.piece(pieces[shown.piece], shown)));
        }
        choices.push(Choice { text: String::new(), pictures: (first..pictures.len()).collect() });
    }
    let question = Question {
        id: id.into(),
        prompt: prompt(piece_count(evidence.level)),
        pictures,
        form: Form::Choice(choices),
        tags: tags(evidence.level, evidence.distribution),
    };
    let truth = Answer::Choice(evidence.answer);
    Item { question, truth, evidence: evidence.write(), scenes: Vec::new() }
}

fn prompt(pieces: usize) -> String {
    format!(
        "The first picture shows a black shape that was cut into {pieces} pieces along straight lines. The options A, \
         B, C and D have {pieces} pieces each, one to a picture: first come those of A, then those of B, of C and of D. \
         They are drawn to the same scale as the shape. Pieces may have been turned by quarter turns, but never \
         flipped over. Which option's pieces, put together without gaps or overlaps, make up the shape exactly?"
    )
}

/// How the unit of the evidence becomes pixels.
pub struct Frame {
    size: u32,
    padding: f64,
    /// Pixels per unit.
    pub scale: f64,
    /// Files are as long as a multiple of this.
    unit: usize,
}

/// No outline of a piece takes more bytes, so all files of equal-area questions have one length. Without this the true
/// piece is a little more often than others the one with neither a long nor a short file.
const BYTES_PER_PIXEL_OF_SIDE: usize = 13;

impl Frame {
    /// The frame of a question's pictures.
    pub fn of(evidence: &Evidence) -> Self {
        Self::new(evidence.size, evidence.padding, evidence.wrong)
    }

    /// Pictures of `size` pixels that show the square with `padding` units around it.
    pub fn new(size: u32, padding: u32, wrong: Wrong) -> Self {
        let padding = f64::from(padding);
        let unit = if wrong == Wrong::EqualArea { BYTES_PER_PIXEL_OF_SIDE * size as usize } else { 1 };
        Self { size, padding, scale: f64::from(size) / (SIDE + 2.0 * padding), unit }
    }

    /// The room, in units, that is left on either side of a shape in the middle of a picture.
    pub fn room(&self, shape: &Shape) -> Point {
        shape.extent().map(|side| f64::max((SIDE - side) / 2.0 + self.padding, 0.0))
    }

    /// The original in pixels, where it lies in the square.
    pub fn question(&self, original: &Shape) -> Shape {
        original.moved([self.padding; 2]).stretched([self.scale; 2])
    }

    /// A piece in pixels: turned, its box in the middle of the picture, then shifted.
    pub fn piece(&self, piece: &Shape, shown: &Shown) -> Shape {
        let turned = piece.turned(shown.turns);
        let [low, high] = turned.bounds();
        let middle = SIDE / 2.0 + self.padding;
        let to_middle = |axis: usize| middle - (low[axis] + high[axis]) / 2.0 + shown.shift[axis];
        turned.moved([to_middle(0), to_middle(1)]).stretched([self.scale; 2])
    }

    fn picture(&self, name: String, shape: &Shape) -> Picture {
        let mut canvas = Gray::new(self.size as usize, self.size as usize, 255);
        canvas.fill(&shape.corners, 0);
        Picture { name, png: self.encode(&canvas), svg: Some(self.svg(shape)) }
    }

    fn encode(&self, canvas: &Gray) -> Vec<u8> {
        if self.unit == 1 { canvas.encode() } else { canvas.encode_to_multiple_of(self.unit) }
    }

    fn svg(&self, shape: &Shape) -> String {
        let size = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {size} {size}\">\
             <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/><polygon points=\""
        );
        // From the topmost corner on: the order in which cuts left the corners would tell how a piece was made.
        let key = |corner: &Point| (corner[1], corner[0]);
        let start = (0..shape.corners.len()).min_by(|&a, &b| {
            let (a, b) = (key(&shape.corners[a]), key(&shape.corners[b]));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        let corners = shape.corners.iter().cycle().skip(start.unwrap_or(0)).take(shape.corners.len());
        for (nth, [x, y]) in corners.enumerate() {
            let gap = if nth == 0 { "" } else { " " };
            write!(svg, "{gap}{x:.4},{y:.4}").expect("text is always written to memory");
        }
        svg.push_str("\" fill=\"#000\"/></svg>\n");
        svg
    }
}
