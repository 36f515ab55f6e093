//! PNG in and out. Written with 8 bits a channel; read from any colour type, see-through pixels on white, and to grey
//! by the luma of the colours.

use crate::{Gray, Rgb};
use thiserror::Error;

/// Larger pictures are refused before memory is taken for them.
const MOST_PIXELS: u64 = 64 << 20;

/// Length, name and checksum of a chunk; the last chunk of a file has nothing else.
const CHUNK_FRAME: usize = 12;

/// Name of the chunk that fills a file up: by its letters' cases it is private and may be passed over.
const FILLER: &[u8; 4] = b"spAd";

/// Why bytes are no picture.
#[derive(Debug, Error)]
pub enum DecodeError {
    /// The PNG decoder refused them.
    #[error("not a readable PNG: {0}")]
    Png(#[from] png::DecodingError),
    /// The header claims an absurd size.
    #[error("a picture of {width} x {height} pixels is too large")]
    TooLarge {
        /// Claimed pixels in a row.
        width: u32,
        /// Claimed rows.
        height: u32,
    },
}

impl Gray {
    /// The picture as a PNG file.
    pub fn encode(&self) -> Vec<u8> {
        encode(&self.pixels, self.width, self.height, png::ColorType::Grayscale)
    }

    /// The picture as a PNG file whose length is a multiple of `unit`, so that the length tells nothing about what is
    /// drawn: the rest is filled by a chunk that readers pass over.
    pub fn encode_to_multiple_of(&self, unit: usize) -> Vec<u8> {
        let mut bytes = self.encode();
        let end = bytes.split_off(bytes.len() - CHUNK_FRAME);
        let content = (bytes.len() + 2 * CHUNK_FRAME).next_multiple_of(unit) - bytes.len() - 2 * CHUNK_FRAME;
        let mut chunk = FILLER.to_vec();
        chunk.resize(FILLER.len() + content, 0);
        bytes.extend((content as u32).to_be_bytes());
        bytes.extend(&chunk);
        bytes.extend(crc32fast::hash(&chunk).to_be_bytes());
        bytes.extend(end);
        bytes
    }

    /// Reads a PNG file.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (width, height, pixels) = decode(bytes, |pixel| [luma(pixel)])?;
        Ok(Self { width, height, pixels: pixels.into_flattened() })
    }
}

impl Rgb {
    /// The picture as a PNG file.
    pub fn encode(&self) -> Vec<u8> {
        encode(self.pixels.as_flattened(), self.width, self.height, png::ColorType::Rgb)
    }

    /// Reads a PNG file.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (width, height, pixels) = decode(bytes, colour)?;
        Ok(Self { width, height, pixels })
    }
}

/// Width and height that the head of a PNG file states; nothing is decoded.
pub fn png_size(bytes: &[u8]) -> Result<[usize; 2], DecodeError> {
    let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info()?;
    Ok([reader.info().width as usize, reader.info().height as usize])
}

/// A PNG file of these bytes, row by row.
fn encode(pixels: &[u8], width: usize, height: usize, colours: png::ColorType) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(pixels.len() / 8);
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(colours);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_filter(png::Filter::Up);
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    let mut writer = encoder.write_header().expect("a header is always written to memory");
    writer.write_image_data(pixels).expect("the pixels fill the picture");
    writer.finish().expect("a trailer is always written to memory");
    bytes
}

/// Width, height and pixels of a PNG file, each pixel as `read` makes it of 1 to 4 bytes.
fn decode<P>(bytes: &[u8], read: impl Fn(&[u8]) -> P) -> Result<(usize, usize, Vec<P>), DecodeError> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let (width, height) = (reader.info().width, reader.info().height);
    let too_large = DecodeError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut raw = vec![0; reader.output_buffer_size().ok_or(too_large)?];
    let frame = reader.next_frame(&mut raw)?;
    // A file cut off after its last row would pass unseen otherwise.
    reader.finish()?;
    let channels = frame.color_type.samples();
    let pixels = raw[..frame.buffer_size()].chunks_exact(channels).map(read).collect();
    Ok((width as usize, height as usize, pixels))
}

/// One pixel of 1 to 4 bytes as a colour on white paper.
fn colour(pixel: &[u8]) -> [u8; 3] {
    let (colour, alpha) = channels(pixel);
    colour.map(|shade| on_white(u32::from(shade), alpha))
}

/// One pixel of 1 to 4 bytes as a shade on white paper.
fn luma(pixel: &[u8]) -> u8 {
    let ([r, g, b], alpha) = channels(pixel);
    let [r, g, b] = [r, g, b].map(u32::from);
    on_white((299 * r + 587 * g + 114 * b + 500) / 1000, alpha)
}

/// Colour and opacity of a pixel of 1 (grey), 2 (grey, alpha), 3 (colour) or 4 (colour, alpha) bytes.
fn channels(pixel: &[u8]) -> ([u8; 3], u8) {
    match *pixel {
        [grey] => ([grey; 3], 255),
        [grey, alpha] => ([grey; 3], alpha),
        [r, g, b] => ([r, g, b], 255),
        [r, g, b, alpha, ..] => ([r, g, b], alpha),
        [] => ([255; 3], 255),
    }
}

/// A shade as it looks on white when it is see-through.
fn on_white(shade: u32, alpha: u8) -> u8 {
    let alpha = u32::from(alpha);
    ((shade * alpha + 255 * (255 - alpha) + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Gray {
        let mut picture = Gray::new(40, 30, 255);
        picture.fill(&[[3.0, 2.0], [33.3, 9.1], [11.0, 28.7]], 20);
        picture
    }

    #[test]
    fn a_picture_survives_the_round_trip() {
        assert_eq!(Gray::decode(&sample().encode()).unwrap(), sample());
    }

    #[test]
    fn a_colour_picture_survives_the_round_trip_and_reads_as_grey() {
        let mut picture = Rgb::new(7, 5, [255; 3]);
        picture.pixels[12] = [200, 30, 4];
        assert_eq!(Rgb::decode(&picture.encode()).unwrap(), picture);
        let grey = Gray::decode(&picture.encode()).unwrap();
        assert_eq!((grey.at(5, 1), grey.at(4, 1)), (78, 255));
        assert_eq!(Rgb::decode(&grey.encode()).unwrap().at(5, 1), [78; 3]);
    }

    #[test]
    fn a_filled_up_file_has_the_same_picture_and_an_even_length() {
        for unit in [1, 7, 64, 512, 4096] {
            let bytes = sample().encode_to_multiple_of(unit);
            assert_eq!((bytes.len() % unit, Gray::decode(&bytes).unwrap()), (0, sample()));
        }
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = sample().encode();
        for length in 0..bytes.len() {
            assert!(Gray::decode(&bytes[..length]).is_err(), "cut to {length} of {}", bytes.len());
        }
    }

    #[test]
    fn a_hostile_size_takes_no_memory() {
        let mut bytes = sample().encode();
        bytes[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        assert!(Gray::decode(&bytes).is_err());
    }

    #[test]
    fn the_size_is_read_without_the_pixels() {
        let bytes = sample().encode();
        assert_eq!(png_size(&bytes).unwrap(), [40, 30]);
        assert!(png_size(&bytes[..20]).is_err());
    }

    #[test]
    fn damage_is_seen_wherever_it_is() {
        let bytes = sample().encode();
        for at in 8..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            // No panic; and where it still decodes, the damage hit a chunk that carries no pixels.
            if let Ok(picture) = Gray::decode(&damaged) {
                assert_eq!(picture, sample(), "byte {at}");
            }
        }
    }
}
