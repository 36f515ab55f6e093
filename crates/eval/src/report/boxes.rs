//! Objects as boxes over their picture, or over nothing where nobody has the picture.

use super::gallery::image;
use super::html::escape;
use spatiq_bench::{BoxedObject, Edges, Picture, Question, Relations};
use spatiq_raster::Rgb;

/// A box with its name.
pub(super) struct Named<'a> {
    pub edges: &'a Edges,
    pub name: String,
    /// Which of the colours.
    pub colour: usize,
    /// Whether it was found by a solver, and not given.
    pub is_found: bool,
}

/// As many are told apart by colour.
const COLOURS: [&str; 6] = ["#d1242f", "#0a5fb4", "#1a7f37", "#9a5b00", "#7a3fbf", "#0f7b7b"];

/// Width of a drawing in its own units; its height follows from the picture.
const WIDTH: f64 = 320.0;

/// Height over width where there is no picture.
const UNKNOWN_RATIO: f64 = 0.75;

/// Pictures of more pixels across are made smaller for the page.
const MOST_ACROSS: usize = 320;

/// All objects of a question by their numbers, a picture for each view.
pub(super) fn views(question: &Question, asked: &Relations, found: [&[Edges]; 2]) -> String {
    let number = |(at, object): (usize, &BoxedObject)| (object.view, at, format!("{at} {}", object.class));
    let objects: Vec<(usize, usize, String)> = asked.objects.iter().enumerate().map(number).collect();
    let view = |view: usize| {
        let given = objects.iter().filter(|(own, ..)| *own == view).map(|(_, at, name)| Named {
            edges: &asked.objects[*at].edges,
            name: name.clone(),
            colour: *at,
            is_found: false,
        });
        let found = found[view].iter().enumerate().map(|(at, edges)| Named {
            edges,
            name: format!("found {at}"),
            colour: at,
            is_found: true,
        });
        boxed(picture(question, view), &given.chain(found).collect::<Vec<_>>())
    };
    format!("<div class=\"views\">{}</div>\n", (0..asked.kind.views()).map(view).collect::<String>())
}

/// The picture of a view.
pub(super) fn picture(question: &Question, view: usize) -> Option<&Picture> {
    question.picture(["image", "image2"][view])
}

/// A picture with boxes over it.
pub(super) fn boxed(picture: Option<&Picture>, boxes: &[Named<'_>]) -> String {
    let smaller = picture.and_then(|picture| smaller(&picture.png));
    let ratio = smaller.as_ref().map_or(UNKNOWN_RATIO, |(ratio, _)| *ratio);
    let height = WIDTH * ratio;
    let names: Vec<&str> = boxes.iter().map(|named| named.name.as_str()).collect();
    let alt = format!("Boxes: {}", names.join(", "));
    let ground = smaller.map_or_else(
        || format!("<svg class=\"ground\" viewBox=\"0 0 {WIDTH} {height:.0}\"></svg>"),
        |(_, png)| image(&png, &alt),
    );
    // Large boxes first, so that none covers the name of a smaller one within it.
    let mut order: Vec<&Named<'_>> = boxes.iter().collect();
    order.sort_by(|a, b| {
        spatiq_bench::relations::area(b.edges).total_cmp(&spatiq_bench::relations::area(a.edges))
    });
    let frames: String = order.iter().map(|named| frame(named, height)).collect();
    let tags: String = order.iter().map(|named| tag(named, height)).collect();
    format!(
        "<div class=\"boxed\">{ground}<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">{frames}{tags}\
         </svg></div>",
        escape(&alt)
    )
}

/// A frame with a white rim, to be seen on any ground.
fn frame(named: &Named<'_>, height: f64) -> String {
    let [x0, y0, x1, y1] = *named.edges;
    let place = format!(
        "x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\"",
        x0 * WIDTH,
        y0 * height,
        (x1 - x0) * WIDTH,
        (y1 - y0) * height
    );
    let dashes = if named.is_found { " stroke-dasharray=\"6 3\"" } else { "" };
    format!(
        "<rect {place} stroke=\"#fff\" stroke-opacity=\".75\" stroke-width=\"4\"/>\
         <rect {place} stroke=\"{}\" stroke-width=\"2\"{dashes}/>",
        COLOURS[named.colour % COLOURS.len()]
    )
}

/// The name in the upper left corner of its box, moved where it would leave the picture.
fn tag(named: &Named<'_>, height: f64) -> String {
    let letters = named.name.chars().count() as f64;
    let (width, tall) = (6.4 * letters + 7.0, 15.0);
    let x = (named.edges[0] * WIDTH).min(WIDTH - width).max(0.0);
    let y = (named.edges[1] * height).min(height - tall).max(0.0);
    // Those who found a box have its name at the foot, since it often has the same corner.
    let y = if named.is_found { (named.edges[3] * height - tall).max(0.0) } else { y };
    format!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{tall}\" fill=\"{}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        COLOURS[named.colour % COLOURS.len()],
        x + 3.5,
        y + 11.5,
        escape(&named.name)
    )
}

/// Height over width of a picture, and the picture no larger than the page needs it.
fn smaller(png: &[u8]) -> Option<(f64, Vec<u8>)> {
    let picture = Rgb::decode(png).ok().filter(|picture| picture.width > 0 && picture.height > 0)?;
    let ratio = picture.height as f64 / picture.width as f64;
    let step = picture.width.max(picture.height).div_ceil(MOST_ACROSS);
    if step < 2 {
        return Some((ratio, png.to_vec()));
    }
    let (width, height) = (picture.width / step, picture.height / step);
    let mut pixels = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let mut sums = [0usize; 3];
            for row in 0..step {
                for column in 0..step {
                    let colour = picture.at(x * step + column, y * step + row);
                    sums.iter_mut().zip(colour).for_each(|(sum, value)| *sum += usize::from(value));
                }
            }
            pixels.push(sums.map(|sum| (sum / (step * step)) as u8));
        }
    }
    Some((ratio, Rgb { width, height, pixels }.encode()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_becomes_smaller_and_keeps_its_colours_and_shape() {
        let large = Rgb { width: 1024, height: 683, pixels: vec![[10, 200, 30]; 1024 * 683] };
        let (ratio, png) = smaller(&large.encode()).unwrap();
        assert_eq!(ratio, 683.0 / 1024.0);
        let small = Rgb::decode(&png).unwrap();
        assert_eq!((small.width, small.height), (256, 170));
        assert!(small.pixels.iter().all(|pixel| *pixel == [10, 200, 30]));
        assert!(smaller(b"no picture").is_none());
    }

    #[test]
    fn no_name_leaves_the_picture() {
        for edges in [[0.99, 0.99, 1.0, 1.0], [0.0, 0.0, 0.01, 0.01]] {
            let name = "12 Musical instrument".to_owned();
            let html = boxed(None, &[Named { edges: &edges, name, colour: 12, is_found: false }]);
            let x: f64 =
                html.rsplit("<text x=\"").next().unwrap().split('"').next().unwrap().parse().unwrap();
            assert!((0.0..WIDTH - 130.0).contains(&x), "{html}");
        }
    }
}
