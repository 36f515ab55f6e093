//! Whole drawings as pixels and as SVG files: what is in them, and what cannot be drawn.

use proptest::prelude::*;
use spatiq_draw::{Drawing, Hidden, Kind, Line, Stroke, Style, StyleError, picture, png, svg};
use spatiq_raster::Rgb;

fn stroke(kind: Kind, points: Vec<[f64; 2]>) -> Stroke {
    Stroke { kind, points }
}

fn ellipse(center: [f64; 2], a: f64, b: f64) -> Vec<[f64; 2]> {
    let at = |i: u32| {
        let angle = f64::from(i % 120) / 120.0 * std::f64::consts::TAU;
        [center[0] + a * libm::cos(angle), center[1] + b * libm::sin(angle)]
    };
    (0..=120).map(at).collect()
}

/// A cylinder, a wave, and three hidden lines; about two units wide.
fn sample() -> Drawing {
    let wave = (0..=60).map(|i| f64::from(i) / 60.0);
    let arc = ellipse([0.0, -0.5], 0.8, 0.4);
    Drawing {
        visible: vec![
            stroke(Kind::Edge, ellipse([0.0, 0.5], 0.8, 0.4)),
            stroke(Kind::Edge, arc[60..].to_vec()),
            stroke(Kind::Outline, vec![[-0.8, 0.5], [-0.8, -0.5]]),
            stroke(Kind::Outline, vec![[0.8, -0.5], [0.8, 0.5]]),
            stroke(Kind::Edge, wave.map(|t| [t - 0.5, 0.5 + 0.2 * libm::sin(6.0 * t)]).collect()),
        ],
        hidden: vec![
            stroke(Kind::Edge, arc[..=60].to_vec()),
            stroke(Kind::Edge, vec![[-0.8, -0.5], [0.8, -0.5]]),
            stroke(Kind::Edge, vec![[0.0, -0.9], [0.0, 0.9]]),
        ],
    }
}

fn scaled(by: f64) -> Drawing {
    let mut drawing = sample();
    for stroke in drawing.visible.iter_mut().chain(&mut drawing.hidden) {
        stroke.points.iter_mut().for_each(|point| *point = point.map(|v| v * by));
    }
    drawing
}

#[test]
fn an_svg_has_a_layer_for_hidden_and_one_for_visible_lines_with_a_path_for_each() {
    let text = svg(&sample(), &Style::PAPER, 1.8, Some("a < b & c")).unwrap();
    let file = roxmltree::Document::parse(&text).unwrap();
    let title = file.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("a < b & c"));
    let layers: Vec<_> = file.descendants().filter(|node| node.has_tag_name("g")).collect();
    let ids: Vec<_> = layers.iter().map(|layer| layer.attribute("id").unwrap()).collect();
    assert_eq!(ids, ["hidden", "visible"]);
    let counts = |class: &str| -> Vec<usize> {
        let of_class = |layer: &roxmltree::Node| {
            layer.children().filter(|path| path.attribute("class") == Some(class)).count()
        };
        layers.iter().map(of_class).collect()
    };
    assert_eq!((counts("edge"), counts("outline")), (vec![3, 3], vec![0, 2]));
    let paths: Vec<&str> = file
        .descendants()
        .filter(|node| node.has_tag_name("path"))
        .map(|path| path.attribute("d").unwrap())
        .collect();
    assert!(paths[3].ends_with('Z') && paths[3].matches('C').count() <= 8, "{}", paths[3]);
    assert!(paths[1].matches('L').count() == 1 && !paths[1].contains('C'), "{}", paths[1]);
    assert!(text.len() < 3000, "{}", text.len());
}

#[test]
fn style_decides_on_ground_and_hidden_lines() {
    let has = |style: Style, what: &str| svg(&sample(), &style, 1.8, None).unwrap().contains(what);
    let paper = Style::PAPER;
    assert!(has(paper, "<rect") && !has(Style { ground: None, ..paper }, "<rect"));
    assert!(!has(paper, "dasharray"));
    assert!(has(Style { hidden_lines: Hidden::Dashed(3.0, 1.5), ..paper }, "stroke-dasharray=\"3 1.5\""));
    let off = Style { hidden_lines: Hidden::Off, ..paper };
    assert!(!has(off, "hidden"));
    let red = |style: &Style| {
        let pixels = picture(&sample(), style, 1.8).unwrap().pixels;
        pixels.iter().filter(|[r, g, _]| *r > g.saturating_add(20)).count()
    };
    let dashed = red(&Style { hidden_lines: Hidden::Dashed(3.0, 3.0), ..paper });
    assert_eq!(red(&off), 0);
    assert!(0 < dashed && dashed < red(&paper));
}

#[test]
fn visible_lines_lie_on_top() {
    let line = vec![[-1.0, 0.0], [1.0, 0.0]];
    let drawing =
        Drawing { visible: vec![stroke(Kind::Edge, line.clone())], hidden: vec![stroke(Kind::Edge, line)] };
    let wide = Line { width: 2.0, ..Style::PAPER.visible };
    let pixels = picture(&drawing, &Style { visible: wide, ..Style::PAPER }, 2.0).unwrap();
    assert_eq!(pixels.at(100, 100), [0; 3]);
}

#[test]
fn a_file_of_pixels_holds_the_picture() {
    let bytes = png(&sample(), &Style::PAPER, 1.8).unwrap();
    assert_eq!(Rgb::decode(&bytes).unwrap(), picture(&sample(), &Style::PAPER, 1.8).unwrap());
}

#[test]
fn the_scale_of_a_model_does_not_show() {
    let reference = picture(&sample(), &Style::PAPER, 1.8).unwrap();
    for scale in [1e-9, 1e9, 1e-100, 1e100] {
        let other = picture(&scaled(scale), &Style::PAPER, 1.8 * scale).unwrap();
        let worst = reference.pixels.iter().zip(&other.pixels).map(|(a, b)| a[1].abs_diff(b[1])).max();
        assert!(worst <= Some(1), "{scale}: {worst:?}");
    }
}

#[test]
fn empty_and_degenerate_drawings_are_drawn() {
    let dot = |point| Drawing { visible: vec![stroke(Kind::Edge, vec![point; 3])], hidden: Vec::new() };
    let paper = Style::PAPER;
    assert!(picture(&Drawing::default(), &paper, 1.0).unwrap().pixels.iter().all(|pixel| *pixel == [255; 3]));
    let dark = |drawing: &Drawing| {
        picture(drawing, &paper, 1.0).unwrap().pixels.iter().filter(|p| p[0] < 255).count()
    };
    assert_eq!(dark(&dot([7.0, -3.0])), 4);
    assert_eq!(dark(&dot([f64::NAN, 0.0])), 0);
    for drawing in [Drawing::default(), dot([1e300, 0.0]), dot([f64::NAN, 0.0]), dot([f64::INFINITY, 0.0])] {
        let text = svg(&drawing, &paper, 1.0, None).unwrap();
        roxmltree::Document::parse(&text).unwrap();
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    for size in [0, 8193] {
        let style = Style { size, ..Style::PAPER };
        assert_eq!(png(&sample(), &style, 1.0), Err(StyleError::Size(size)));
        assert_eq!(svg(&sample(), &style, 1.0, None), Err(StyleError::Size(size)));
    }
    assert!(png(&sample(), &Style { size: 1, ..Style::PAPER }, 1.8).is_ok());
    assert_eq!(svg(&sample(), &Style::PAPER, 0.0, None), Err(StyleError::Extent(0.0)));
}

proptest! {
    #[test]
    fn any_drawing_at_all_gives_pixels_and_a_readable_file(
        points in proptest::collection::vec(proptest::array::uniform2(proptest::num::f64::ANY), 0..8),
        extent in proptest::num::f64::ANY, dashed: bool,
    ) {
        let drawing = Drawing {
            visible: vec![stroke(Kind::Edge, points.clone())],
            hidden: vec![stroke(Kind::Outline, points)],
        };
        let hidden_lines = if dashed { Hidden::Dashed(1.0, 0.5) } else { Hidden::Solid };
        let style = Style { size: 16, hidden_lines, ..Style::PAPER };
        let _ = drawing.points();
        if let Ok(text) = svg(&drawing, &style, extent, None) {
            prop_assert!(roxmltree::Document::parse(&text).is_ok());
            prop_assert!(picture(&drawing, &style, extent).is_ok());
        }
    }
}
