//! Small drawings beside numbers. They say nothing that the numbers do not, so screen readers pass over them.

/// A scale from 0 to 1 with an interval, the value in it, and chance as a dashed line.
pub(super) fn interval_bar(value: f64, [low, high]: [f64; 2], chance: Option<f64>) -> String {
    let [value, low, high] = [value, low, high].map(to_scale);
    let chance = chance.map(to_scale).map_or_else(String::new, |at| {
        format!("<line class=\"chance\" x1=\"{at:.2}\" x2=\"{at:.2}\" y1=\"0\" y2=\"16\"/>")
    });
    format!(
        "<svg class=\"bar interval\" viewBox=\"0 0 100 16\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" y=\"7\" height=\"2\"/>\
         <rect class=\"range\" x=\"{low:.2}\" width=\"{width:.2}\" y=\"4\" height=\"8\"/>{chance}\
         <line class=\"value\" x1=\"{value:.2}\" x2=\"{value:.2}\" y1=\"1\" y2=\"15\"/></svg>",
        // Narrow intervals stay visible.
        width = (high - low).max(0.6),
    )
}

/// A bar as long as the share.
pub(super) fn share_bar(share: f64) -> String {
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"track\" width=\"100\" height=\"8\"/>\
         <rect class=\"range\" width=\"{:.2}\" height=\"8\"/></svg>",
        to_scale(share),
    )
}

/// Hundredths of the scale's length; what is no number is drawn as 0.
fn to_scale(share: f64) -> f64 {
    if share.is_finite() { 100.0 * share.clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_drawn_off_the_scale() {
        let bar = interval_bar(f64::NAN, [-3.0, f64::INFINITY], Some(7.0));
        assert!(bar.contains("class=\"chance\" x1=\"100.00\""), "{bar}");
        assert!(!bar.contains("NaN") && !bar.contains("inf\""), "{bar}");
    }
}
