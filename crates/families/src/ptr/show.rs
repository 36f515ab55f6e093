//! What an answer rests on, shown: the picture half as large, all but the evidence faded, and objects with their numbers.

use super::questions::Evidence;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use spatiq_bench::{Figure, Scene};
use spatiq_raster::{DecodeError, Gray, Gray16, Rgb};
use std::collections::BTreeMap;

/// The rim of what matters.
const RIM: [u8; 3] = [230, 80, 20];

/// What the rest is mixed with.
const PALE: u32 = 235;

/// The explanation, and where the picture is at hand also the picture with the evidence in it.
pub fn figure(evidence: &Evidence, scene: Option<&Scene>) -> Figure {
    let answered = scene.and_then(|scene| drawn(evidence, scene).ok());
    Figure { caption: evidence.explanation.clone(), asked: None, answered }
}

fn drawn(evidence: &Evidence, scene: &Scene) -> Result<String, DecodeError> {
    let picture = Rgb::decode(scene.layer("image"))?;
    let objects = Gray::decode(scene.layer("objects"))?;
    let parts = Gray16::decode(scene.layer("parts"))?;
    let half =
        faded(&picture, |x, y| evidence.parts.contains(&usize::from(parts.pixels[y * parts.width + x])));
    let number = |(object, [x, y]): (u8, [f64; 2])| {
        format!(
            "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"middle\" dominant-baseline=\"central\" font-family=\"sans-serif\" \
             font-size=\"17\" font-weight=\"bold\" fill=\"#fff\" stroke=\"#222\" stroke-width=\"3\" paint-order=\"stroke\">{object}</text>"
        )
    };
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\">\
         <image width=\"{w}\" height=\"{h}\" href=\"data:image/png;base64,{png}\"/>{numbers}</svg>",
        w = half.width,
        h = half.height,
        png = STANDARD.encode(half.encode()),
        numbers = middles(&objects).into_iter().map(number).collect::<String>(),
    ))
}

/// Half as many pixels each way, pale where nothing matters; where that ends there is a rim.
fn faded(picture: &Rgb, matters: impl Fn(usize, usize) -> bool) -> Rgb {
    let (width, height) = (picture.width / 2, picture.height / 2);
    let matters = |x: usize, y: usize| matters(2 * x, 2 * y);
    let mut half = Rgb::new(width, height, [0; 3]);
    for (at, pixel) in half.pixels.iter_mut().enumerate() {
        let (x, y) = (at % width, at / width);
        let here = matters(x, y);
        let beside = [(x.saturating_sub(1), y), (x + 1, y), (x, y.saturating_sub(1)), (x, y + 1)];
        let is_rim = here && beside.iter().any(|(x, y)| *x >= width || *y >= height || !matters(*x, *y));
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| picture.at(2 * x + dx, 2 * y + dy));
        let mean = |channel: usize| four.iter().map(|colour| u32::from(colour[channel])).sum::<u32>() / 4;
        let seen = [0, 1, 2].map(mean);
        let grey = seen.iter().sum::<u32>() / 3;
        *pixel = match (is_rim, here) {
            (true, _) => RIM,
            (false, true) => seen.map(|value| value as u8),
            (false, false) => [((grey + 2 * PALE) / 3) as u8; 3],
        };
    }
    half
}

/// The middle of each object in the smaller picture, by its number.
fn middles(objects: &Gray) -> Vec<(u8, [f64; 2])> {
    let mut sums: BTreeMap<u8, [f64; 3]> = BTreeMap::new();
    for (at, object) in objects.pixels.iter().enumerate().filter(|(_, object)| **object > 0) {
        let [x, y, count] = sums.entry(*object).or_default();
        *x += (at % objects.width) as f64 / 2.0;
        *y += (at / objects.width) as f64 / 2.0;
        *count += 1.0;
    }
    sums.into_iter().map(|(object, [x, y, count])| (object, [x / count, y / count])).collect()
}
