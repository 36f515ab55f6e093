//! PNG in and out. Drawings are written with 8 bits a channel, small; layers and photographs of scenes in 1, 8 or 16
//! bits, fast. Read from any colour type, see-through pixels on white, and to grey by the luma of the colours.

use crate::{Gray, Gray16, Rgb};
use png::{BitDepth, ColorType, DeflateCompression, Filter};
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
    /// Numbers of 16 bits were wanted.
    #[error("not a picture in 16-bit grey")]
    NotGray16,
}

impl Gray {
    /// The picture as a PNG file.
    pub fn encode(&self) -> Vec<u8> {
        small(&self.pixels, [self.width, self.height], ColorType::Grayscale)
    }

    /// The picture as a PNG file that is written in a fraction of the time, and is larger.
    pub fn encode_fast(&self) -> Vec<u8> {
        fast(&self.pixels, [self.width, self.height], ColorType::Grayscale, BitDepth::Eight)
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
        small(self.pixels.as_flattened(), [self.width, self.height], ColorType::Rgb)
    }

    /// The picture as a PNG file that is written in a fraction of the time, and is larger.
    pub fn encode_fast(&self) -> Vec<u8> {
        fast(self.pixels.as_flattened(), [self.width, self.height], ColorType::Rgb, BitDepth::Eight)
    }

    /// Reads a PNG file.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (width, height, pixels) = decode(bytes, colour)?;
        Ok(Self { width, height, pixels })
    }
}

impl Gray16 {
    /// The picture as a PNG file, written in little time.
    pub fn encode(&self) -> Vec<u8> {
        let pixels: Vec<[u8; 2]> = self.pixels.iter().map(|value| value.to_be_bytes()).collect();
        fast(pixels.as_flattened(), [self.width, self.height], ColorType::Grayscale, BitDepth::Sixteen)
    }

    /// Reads a PNG file of 16-bit grey, and no other: its numbers mean something.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (info, raw) = raw(bytes, png::Transformations::IDENTITY)?;
        if (info.color_type, info.bit_depth) != (ColorType::Grayscale, BitDepth::Sixteen) {
            return Err(DecodeError::NotGray16);
        }
        let pixels = raw.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
        Ok(Self { width: info.width as usize, height: info.height as usize, pixels })
    }
}

/// Width and height that the head of a PNG file states; nothing is decoded.
pub fn png_size(bytes: &[u8]) -> Result<[usize; 2], DecodeError> {
    let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info()?;
    Ok([reader.info().width as usize, reader.info().height as usize])
}

/// A PNG file of a mask, black and white: rows of bytes, eight pixels each, the highest bit leftmost.
///
/// # Panics
/// When the bytes do not fill the rows.
pub fn encode_bits(rows: &[u8], size: [usize; 2]) -> Vec<u8> {
    fast(rows, size, ColorType::Grayscale, BitDepth::One)
}

/// A PNG file of these bytes, row by row, at a good compression.
fn small(pixels: &[u8], size: [usize; 2], colours: ColorType) -> Vec<u8> {
    let compression = DeflateCompression::Level(4);
    encode(pixels, size, (colours, BitDepth::Eight), compression)
}

/// A PNG file of these bytes, row by row, in little time.
fn fast(pixels: &[u8], size: [usize; 2], colours: ColorType, depth: BitDepth) -> Vec<u8> {
    encode(pixels, size, (colours, depth), DeflateCompression::FdeflateUltraFast)
}

fn encode(
    pixels: &[u8],
    [width, height]: [usize; 2],
    (colours, depth): (ColorType, BitDepth),
    compression: DeflateCompression,
) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(pixels.len() / 8);
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(colours);
    encoder.set_depth(depth);
    encoder.set_filter(Filter::Up);
    encoder.set_deflate_compression(compression);
    let mut writer = encoder.write_header().expect("a header is always written to memory");
    writer.write_image_data(pixels).expect("the pixels fill the picture");
    writer.finish().expect("a trailer is always written to memory");
    bytes
}

/// Width, height and pixels of a PNG file, each pixel as `read` makes it of 1 to 4 bytes.
fn decode<P>(bytes: &[u8], read: impl Fn(&[u8]) -> P) -> Result<(usize, usize, Vec<P>), DecodeError> {
    let (info, raw) = raw(bytes, png::Transformations::normalize_to_color8())?;
    let pixels = raw.chunks_exact(info.color_type.samples()).map(read).collect();
    Ok((info.width as usize, info.height as usize, pixels))
}

/// What a PNG file is, and its bytes row by row.
fn raw(bytes: &[u8], wanted: png::Transformations) -> Result<(png::OutputInfo, Vec<u8>), DecodeError> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(wanted);
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
    raw.truncate(frame.buffer_size());
    Ok((frame, raw))
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
    fn fast_files_hold_the_same_pictures() {
        assert_eq!(Gray::decode(&sample().encode_fast()).unwrap(), sample());
        let colours: Vec<[u8; 3]> = (0..77_u8).map(|k| [k, k.wrapping_mul(91), 255 - k]).collect();
        let picture = Rgb { width: 11, height: 7, pixels: colours };
        assert_eq!(Rgb::decode(&picture.encode_fast()).unwrap(), picture);
    }

    #[test]
    fn numbers_of_16_bits_survive_the_round_trip() {
        let pixels: Vec<u16> = (0..35_u16).map(|k| k.wrapping_mul(7919)).collect();
        let picture = Gray16 { width: 5, height: 7, pixels };
        let bytes = picture.encode();
        assert_eq!(Gray16::decode(&bytes).unwrap(), picture);
        for length in 0..bytes.len() {
            assert!(Gray16::decode(&bytes[..length]).is_err(), "cut to {length}");
        }
        let other = Gray16::decode(&sample().encode()).unwrap_err();
        assert_eq!(other.to_string(), "not a picture in 16-bit grey");
    }

    #[test]
    fn a_mask_reads_as_black_and_white() {
        // Ten pixels in a row: two bytes, of which the last six bits mean nothing.
        let bytes = encode_bits(&[0b1000_0001, 0b0100_0000, 0b0111_1110, 0b1000_0000], [10, 2]);
        let picture = Gray::decode(&bytes).unwrap();
        let white: Vec<usize> = (0..20).filter(|at| picture.pixels[*at] == 255).collect();
        assert_eq!(white, [0, 7, 9, 11, 12, 13, 14, 15, 16, 18]);
        assert!(picture.pixels.iter().all(|shade| [0, 255].contains(shade)));
    }

    #[test]
    fn every_truncation_is_an_error() {
        for bytes in [sample().encode(), sample().encode_fast()] {
            for length in 0..bytes.len() {
                assert!(Gray::decode(&bytes[..length]).is_err(), "cut to {length} of {}", bytes.len());
            }
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
