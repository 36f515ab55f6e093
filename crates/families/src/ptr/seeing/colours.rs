//! The names of colours, whatever light falls on them.

use super::layers::Layers;
use spatiq_scene::Colour;

/// The colour of the light, all lamps together: a little warm.
const LIGHT: [f64; 3] = [1.0, 0.97, 0.93];

/// From this light on the renderer presses shades together.
const KNEE: f64 = 0.6;

/// The colour of a surface that these pixels show. Those with the most neighbours of the same part tell it: at edges a pixel shows a mixture.
pub fn name(layers: &Layers, pixels: &[usize]) -> Colour {
    let mut ranked: Vec<(usize, usize)> = pixels.iter().map(|at| (neighbours(layers, *at), *at)).collect();
    ranked.sort_by(|a, b| b.cmp(a));
    let enough = ranked.get((pixels.len() / 20).min(8)).map_or(0, |(neighbours, _)| *neighbours);
    let seen: Vec<usize> =
        ranked.iter().filter(|(neighbours, _)| *neighbours >= enough).map(|(_, at)| *at).collect();
    let shares: Vec<[f64; 3]> = seen.iter().map(|at| share(layers.colours[*at].map(light))).collect();
    let middle = [0, 1, 2].map(|channel| {
        let mut values: Vec<f64> = shares.iter().map(|share| share[channel]).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    });
    let off = |colour: &Colour| -> f64 {
        let paint = colour.rgb().map(linear);
        let own = share([0, 1, 2].map(|channel| paint[channel] * LIGHT[channel]));
        own.iter().zip(middle).map(|(a, b)| (a - b) * (a - b)).sum()
    };
    Colour::ALL.into_iter().min_by(|a, b| off(a).total_cmp(&off(b))).expect("there are colours")
}

/// The light that a shade stands for, with bright shades taken apart again.
fn light(shade: u8) -> f64 {
    let linear = linear(shade);
    if linear <= KNEE {
        return linear;
    }
    (1.0 - KNEE) * (1.0 - KNEE) / (1.0 - linear).max(0.01) + 2.0 * KNEE - 1.0
}

/// A shade of sRGB as a share of white.
fn linear(shade: u8) -> f64 {
    let value = f64::from(shade) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}

/// The shares of red, green and blue.
fn share(light: [f64; 3]) -> [f64; 3] {
    let all: f64 = light.iter().sum();
    light.map(|light| light / all.max(1e-6))
}

/// How many of the eight neighbours are of the same part.
fn neighbours(layers: &Layers, at: usize) -> usize {
    let [width, height] = layers.size;
    let (x, y) = (at % width, at / width);
    let rows = y.saturating_sub(1)..(y + 2).min(height);
    let around = rows.flat_map(|y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| y * width + x));
    around.filter(|other| *other != at && layers.parts[*other] == layers.parts[at]).count()
}
