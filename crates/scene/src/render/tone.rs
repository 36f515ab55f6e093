//! Between the light of a scene and the shades of a picture.

use std::sync::LazyLock;

/// The light that each shade of sRGB stands for.
static LINEAR: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|shade| {
        let value = shade as f64 / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
    })
});

/// Steps of the table from light to shades.
const STEPS: usize = 4096;

/// The shade for every step of light from 0 to 1, between whole shades.
static SHADES: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let shade = |step: usize| {
        let light = step as f64 / STEPS as f64;
        let value =
            if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055 };
        value * 255.0
    };
    (0..=STEPS + 1).map(shade).collect()
});

/// The light of a shade.
pub fn linear(shade: u8) -> f64 {
    LINEAR[usize::from(shade)]
}

/// The shade, not rounded, of some light: as it is up to a half, then less and less, so that nothing burns out.
pub fn shade(light: f64) -> f64 {
    let pressed =
        if light <= KNEE { light } else { 1.0 - (1.0 - KNEE) * (1.0 - KNEE) / (light + 1.0 - 2.0 * KNEE) };
    let at = pressed.clamp(0.0, 1.0) * STEPS as f64;
    let step = at as usize;
    SHADES[step] + (SHADES[step + 1] - SHADES[step]) * (at - step as f64)
}

/// From here on light is pressed together.
const KNEE: f64 = 0.6;
