//! A small plot with logarithmic axes, written as SVG by hand.

use std::fmt::Write;

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 46.0;

/// One line of the plot.
pub struct Series {
    /// For the legend.
    pub name: &'static str,
    /// As SVG names it.
    pub colour: &'static str,
    /// Positive x and y.
    pub points: Vec<(f64, f64)>,
}

/// A plot of series over logarithmic axes: marks at the x of the first series, and at powers of ten of y.
pub fn log_log(title: &str, x_name: &str, series: &[Series]) -> String {
    let all = || series.iter().flat_map(|series| &series.points);
    let x = Axis::around(all().map(|point| point.0), LEFT, WIDTH - RIGHT);
    let y = Axis::around(all().map(|point| point.1), HEIGHT - BOTTOM, TOP);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>\n"
    );
    text += &grid(&x, &y, series);
    for (k, one) in series.iter().enumerate() {
        text += &line(&x, &y, one);
        let (at, up) = (LEFT + 10.0, TOP + 14.0 + 16.0 * k as f64);
        let _ = writeln!(text, "<text x=\"{at}\" y=\"{up}\" fill=\"{}\">{}</text>", one.colour, one.name);
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    let _ =
        writeln!(text, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{x_name}</text>", HEIGHT - 10.0);
    text + "</svg>\n"
}

fn grid(x: &Axis, y: &Axis, series: &[Series]) -> String {
    let mut text = String::new();
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for &(value, _) in series.iter().take(1).flat_map(|series| &series.points) {
        let at = x.place(value);
        let _ = writeln!(
            text,
            "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#eee\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{value}</text>",
            bottom + 16.0
        );
    }
    for value in (-3..9).map(power_of_ten).filter(|&value| y.holds(value)) {
        let at = y.place(value);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    text
}

fn line(x: &Axis, y: &Axis, series: &Series) -> String {
    let mut text =
        format!("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"", series.colour);
    for &(a, b) in &series.points {
        let _ = write!(text, "{:.1},{:.1} ", x.place(a), y.place(b));
    }
    text += "\"/>\n";
    for &(a, b) in &series.points {
        let (a, b) = (x.place(a), y.place(b));
        let _ = writeln!(text, "<circle cx=\"{a:.1}\" cy=\"{b:.1}\" r=\"3.5\" fill=\"{}\"/>", series.colour);
    }
    text
}

/// From values to places along one side of the plot.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis with a little room on both ends.
    fn around(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = values.map(log10).fold(ends, |(low, high), v| (low.min(v), high.max(v)));
        Self { low: low - 0.1, high: high + 0.1, from, to }
    }

    fn place(&self, value: f64) -> f64 {
        self.from + (log10(value) - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&log10(value))
    }
}

/// A plot's places need few digits, whatever the platform.
#[allow(clippy::disallowed_methods)]
fn log10(value: f64) -> f64 {
    value.max(1e-9).log10()
}

#[allow(clippy::disallowed_methods)]
fn power_of_ten(exponent: i32) -> f64 {
    10f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_is_a_straight_line() {
        let values = [1.0, 10.0, 100.0];
        let axis = Axis::around(values.into_iter(), 0.0, 220.0);
        let places = values.map(|value| axis.place(value));
        assert!((places[1] - 110.0).abs() < 1e-9);
        assert!((places[2] + places[0] - 220.0).abs() < 1e-9);
    }

    #[test]
    fn a_plot_has_a_line_and_marks_for_every_series() {
        let series = || Series { name: "cost", colour: "red", points: vec![(2.0, 5.0), (4.0, 12.0)] };
        let svg = log_log("title", "x", &[series(), series()]);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (2, 4));
        assert!(svg.contains(">10</text>"));
    }
}
