//! The three views of a question in one size, whatever the size of its pictures.

use super::decode;
use spatiq_bench::{Question, SolverError};
use spatiq_raster::Rgb;

/// Pixels of a side of the views that objects are rebuilt from.
pub const SIDE: usize = 200;

/// Front, top and right.
pub fn three_views(question: &Question) -> Result<[Rgb; 3], SolverError> {
    let view = |name: &str| {
        let picture = question.picture(name);
        let picture = decode(picture.ok_or_else(|| SolverError(format!("there is no picture {name}")))?)?;
        if picture.width != picture.height {
            return Err(SolverError(format!("picture {name} is not square")));
        }
        if picture.pixels.iter().all(|pixel| pixel.iter().all(|&shade| shade > 235)) {
            return Err(SolverError(format!("picture {name} has no lines")));
        }
        Ok(resized(&picture))
    };
    Ok([view("front")?, view("top")?, view("right")?])
}

/// A square line drawing of [`SIDE`] pixels. Lines of large pictures keep their width in pixels, so that they are not lost; those
/// of small ones become wider.
pub fn resized(picture: &Rgb) -> Rgb {
    if picture.width == SIDE {
        return picture.clone();
    }
    let scale = picture.width as f64 / SIDE as f64;
    let stretches: Vec<Vec<(usize, f64)>> = (0..SIDE).map(|k| stretch(k, scale)).collect();
    // What a line has in area grows with its length, while the area of all grows with its square.
    let share = 1.0 / (scale * scale.min(1.0));
    let mut out = Rgb::new(SIDE, SIDE, [255; 3]);
    for (k, pixel) in out.pixels.iter_mut().enumerate() {
        let mut dark = [0.0; 3];
        for &(y, high) in &stretches[k / SIDE] {
            for &(x, wide) in &stretches[k % SIDE] {
                let shades = picture.at(x, y);
                (0..3).for_each(|channel| dark[channel] += wide * high * f64::from(255 - shades[channel]));
            }
        }
        *pixel = dark.map(|dark| 255 - (dark * share).round().min(255.0) as u8);
    }
    out
}

/// The pixels of the large picture, with how much of each, that make up the k-th of the small one.
fn stretch(k: usize, scale: f64) -> Vec<(usize, f64)> {
    let (from, to) = (k as f64 * scale, (k + 1) as f64 * scale);
    (from as usize..(to.ceil() as usize).min((scale * SIDE as f64).round() as usize))
        .map(|pixel| (pixel, to.min(pixel as f64 + 1.0) - from.max(pixel as f64)))
        .filter(|(_, share)| *share > 0.0)
        .collect()
}
