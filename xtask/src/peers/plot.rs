//! Plots with logarithmic axes, side by side, written as SVG by hand.

use std::fmt::Write;

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 46.0;

/// What is above the panels: the title, and what the lines are.
const HEAD: f64 = 54.0;

/// One line of a panel.
pub struct Series {
    /// For the legend.
    pub name: &'static str,
    /// As SVG names it.
    pub colour: &'static str,
    /// Positive x and y.
    pub points: Vec<(f64, f64)>,
}

/// Lines over one x axis.
pub struct Panel {
    /// What x is.
    pub x_name: &'static str,
    /// The same names and colours in every panel.
    pub series: Vec<Series>,
}

/// Panels over the same logarithmic y axis: marks at the x of the first series, and at 1, 2 and 5 times powers of ten of y.
pub fn log_log(title: &str, y_name: &str, panels: &[Panel]) -> String {
    let all = || panels.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points);
    let y = Axis::around(all().map(|point| point.1), HEIGHT - BOTTOM, TOP);
    let (width, height) = (WIDTH * panels.len() as f64, HEAD + HEIGHT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
    for (k, one) in panels.iter().take(1).flat_map(|panel| &panel.series).enumerate() {
        let at = LEFT + 190.0 * k as f64;
        let _ = writeln!(
            text,
            "<path d=\"M{at} 40h22\" stroke=\"{0}\" stroke-width=\"2\"/><circle cx=\"{1}\" cy=\"40\" r=\"3.5\" fill=\"{0}\"/>\
             <text x=\"{2}\" y=\"44\">{3}</text>",
            one.colour,
            at + 11.0,
            at + 28.0,
            one.name
        );
    }
    for (k, panel) in panels.iter().enumerate() {
        let _ = writeln!(text, "<g transform=\"translate({} {HEAD})\">", WIDTH * k as f64);
        text += &drawn(panel, &y, y_name);
        text += "</g>\n";
    }
    text + "</svg>\n"
}

fn drawn(panel: &Panel, y: &Axis, y_name: &str) -> String {
    let all = panel.series.iter().flat_map(|series| &series.points);
    let x = Axis::around(all.map(|point| point.0), LEFT, WIDTH - RIGHT);
    let mut text = grid(&x, y, &panel.series);
    for series in &panel.series {
        text += &line(&x, y, series);
    }
    let (middle, half) = ((LEFT + WIDTH - RIGHT) / 2.0, (TOP + HEIGHT - BOTTOM) / 2.0);
    let _ = writeln!(
        text,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
         <text transform=\"translate(14 {half}) rotate(-90)\" text-anchor=\"middle\">{y_name}</text>",
        HEIGHT - 10.0,
        panel.x_name
    );
    text
}

fn grid(x: &Axis, y: &Axis, series: &[Series]) -> String {
    let mut text = String::new();
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for &(value, _) in series.iter().take(1).flat_map(|series| &series.points) {
        let at = x.place(value);
        let _ = writeln!(
            text,
            "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"#eee\"/>\
             <text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            short(value)
        );
    }
    let steps = (-3..9).flat_map(|exponent| [1.0, 2.0, 5.0].map(|step| step * power_of_ten(exponent)));
    for value in steps.filter(|&value| y.holds(value)) {
        let at = y.place(value);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            short(value)
        );
    }
    let _ = writeln!(text, "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#888\"/>");
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

/// A number in at most two digits behind the point: `54k`, `1.92M`.
fn short(value: f64) -> String {
    let (value, unit) = match value {
        _ if value >= 1e6 => (value / 1e6, "M"),
        _ if value >= 1e3 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    format!("{}{unit}", (value * 100.0).round() / 100.0)
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
    fn a_plot_has_a_line_and_marks_for_every_series_of_every_panel() {
        let series = || Series { name: "cost", colour: "red", points: vec![(2.0, 5.0), (4000.0, 12.0)] };
        let panel = || Panel { x_name: "x", series: vec![series(), series()] };
        let svg = log_log("title", "ms", &[panel(), panel(), panel()]);
        // Two circles are in the legend.
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (6, 14));
        assert_eq!((svg.matches(">10</text>").count(), svg.matches(">4k</text>").count()), (3, 3));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.02, 5.0, 54e3, 1.92e6].map(short), ["0.02", "5", "54k", "1.92M"]);
    }
}
