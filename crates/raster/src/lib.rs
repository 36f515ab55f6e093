//! Grey and colour pictures: polygons and pen strokes with exact-area anti-aliasing, PNG in and out.
//!
//! A shape's coverage of each pixel is computed in closed form with IEEE additions, multiplications and
//! divisions only, so a picture has the same bytes on every machine.
//!
//! ```
//! use spatiq_raster::Gray;
//!
//! let mut picture = Gray::new(8, 8, 255);
//! picture.fill(&[[1.0, 1.0], [5.0, 1.0], [5.0, 5.5], [1.0, 5.5]], 0);
//! assert_eq!(picture.at(2, 2), 0);
//! assert_eq!(picture.at(2, 5), 128); // half covered
//! assert_eq!(Gray::decode(&picture.encode()).unwrap(), picture);
//! ```

mod cover;
mod dash;
mod fill;
mod layer;
mod outline;
mod png;
mod union;

pub use layer::Pen;
pub use png::{DecodeError, encode_bits, png_size};

/// A point in pixels: x to the right, y down, the origin at the top left corner of the top left pixel.
pub type Point = [f64; 2];

/// An 8-bit grey picture, rows from top to bottom; 0 is black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gray {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` shades.
    pub pixels: Vec<u8>,
}

impl Gray {
    /// A picture of one shade.
    pub fn new(width: usize, height: usize, shade: u8) -> Self {
        Self { width, height, pixels: vec![shade; width * height] }
    }

    /// The shade of a pixel.
    pub fn at(&self, x: usize, y: usize) -> u8 {
        self.pixels[y * self.width + x]
    }

    /// The amount of ink: each pixel counts for how dark it is, from 0 (white) to 1 (black).
    pub fn ink(&self) -> f64 {
        self.pixels.iter().map(|&shade| u64::from(255 - shade)).sum::<u64>() as f64 / 255.0
    }
}

/// Numbers of 16 bits, one a pixel, rows from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gray16 {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` numbers.
    pub pixels: Vec<u16>,
}

/// An 8-bit colour picture, rows from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgb {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` colours: red, green, blue.
    pub pixels: Vec<[u8; 3]>,
}

impl Rgb {
    /// A picture of one colour.
    pub fn new(width: usize, height: usize, colour: [u8; 3]) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    /// The colour of a pixel.
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }
}
