//! Between the light of a scene and the shades of a picture.

use std::sync::LazyLock;

/// The light that each shade of sRGB stands for.
static LINEAR: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|shade| {
        let value = shade as f64 / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
    })
});

/// Steps of the table from light to shades for a light of 1.
const STEPS: f64 = 1024.0;

/// Brighter light looks like this, which is nearly white.
const BRIGHTEST: f64 = 16.0;

/// From here on light is pressed together.
const KNEE: f64 = 0.6;

/// The shade for every step of light, and that of the next one.
static SHADES: LazyLock<Vec<[f64; 2]>> = LazyLock::new(|| {
    let steps = 0..=(BRIGHTEST * STEPS) as u32;
    steps.map(|step| [step, step + 1].map(|step| exact_shade(f64::from(step) / STEPS))).collect()
});

/// The light of a shade.
pub fn linear(shade: u8) -> f64 {
    LINEAR[usize::from(shade)]
}

/// The shade, not rounded, of some light: as it is up to the knee, then less and less, so that nothing burns out.
#[inline]
pub fn shade(light: f64) -> f64 {
    let at = light.min(BRIGHTEST) * STEPS;
    let step = at as usize;
    let [shade, next] = SHADES[step];
    shade + (next - shade) * (at - step as f64)
}

fn exact_shade(light: f64) -> f64 {
    let pressed =
        if light <= KNEE { light } else { 1.0 - (1.0 - KNEE) * (1.0 - KNEE) / (light + 1.0 - 2.0 * KNEE) };
    let value =
        if pressed <= 0.003_130_8 { pressed * 12.92 } else { 1.055 * libm::pow(pressed, 1.0 / 2.4) - 0.055 };
    value * 255.0
}
