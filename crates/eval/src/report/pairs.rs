//! The options that are hardest to tell apart, side by side: whoever sees no difference has found a fault.

use super::TaskReport;
use super::gallery::{captioned, image};
use super::html::{count, escape};
use spatiq_bench::{Pair, Picture};
use spatiq_raster::Rgb;

/// The closest pairs of a task.
pub(super) fn section(task: &TaskReport) -> String {
    if task.pairs.is_empty() {
        return String::new();
    }
    let pairs: String = task.pairs.iter().map(|(id, pair)| shown(id, pair)).collect();
    format!(
        "<section class=\"closest\">\n<h3>Closest accepted pairs</h3>\n<p>A question is kept only if every two of its \
         options differ visibly. Of all questions here, these have the two options that differ least; beside them, over the \
         first, what differs: its own ink that is farther than two pixels from any of the second, at 200 pixels a side, is red, and \
         such ink of the second is blue, and so is visible ink where the other's is hidden. The distance is about what there is of the one that has more of it.</p>\n\
         <div class=\"pairs\">\n{pairs}</div>\n</section>\n"
    )
}

fn shown(id: &str, pair: &Pair) -> String {
    let picture = |picture: &Picture| {
        captioned(&image(&picture.png, &format!("Option: {}", picture.name)), &picture.name)
    };
    format!(
        "<article class=\"pair\">\n<div class=\"stimuli\">{}{}</div>\n<p><strong>{}</strong> {} apart<br>\
         <code>{}</code></p>\n</article>\n",
        pair.pictures.iter().map(picture).collect::<String>(),
        marked(pair).map_or(String::new(), |png| captioned(&image(&png, "What differs"), "what differs")),
        count(pair.distance),
        escape(pair.unit),
        escape(id),
    )
}

/// The size of picture, in pixels a side, in which ink within [`REACH`] is the same ink: that in which distances are stored.
const SIDE: usize = 200;

/// In pixels of such a picture.
const REACH: usize = 2;

/// How dark the middle of a line is at least: the visible ones are twice as wide as the hidden ones, and neither fills a pixel.
const DARK: [u8; 2] = [76, 38];

const OF_FIRST: [u8; 3] = [200, 30, 30];
const OF_SECOND: [u8; 3] = [30, 80, 220];

/// The first picture, pale, and over it the ink of either that is not near any of the other.
fn marked(pair: &Pair) -> Option<Vec<u8>> {
    let [first, second] = pair.pictures.each_ref().map(|picture| Rgb::decode(&picture.png).ok());
    let (mut first, second) = (first?, second?);
    if (first.width, first.height) != (second.width, second.height) {
        return None;
    }
    let inks = [&first, &second].map(Ink::of);
    let reach = (REACH * first.width / SIDE).max(1);
    let strays = [inks[0].strays_from(&inks[1], reach), inks[1].strays_from(&inks[0], reach)];
    for pixel in &mut first.pixels {
        *pixel = pixel.map(|shade| 255 - (255 - shade) / 3);
    }
    for (strays, colour) in strays.into_iter().zip([OF_FIRST, OF_SECOND]) {
        strays.into_iter().for_each(|at| first.pixels[at] = colour);
    }
    Some(first.encode())
}

/// Where the middles of lines lie.
struct Ink {
    width: usize,
    visible: Vec<bool>,
    hidden: Vec<bool>,
}

impl Ink {
    fn of(picture: &Rgb) -> Self {
        // Red stays where a red line lies.
        let kind = |&[red, green, blue]: &[u8; 3]| {
            let [kept, dark] = [red, green.min(blue)].map(|shade| 255 - shade);
            let is_hidden = 2 * u16::from(kept) < u16::from(dark);
            [!is_hidden && dark >= DARK[0], is_hidden && dark >= DARK[1]]
        };
        let [visible, hidden] =
            [0, 1].map(|which| picture.pixels.iter().map(|pixel| kind(pixel)[which]).collect());
        Self { width: picture.width, visible, hidden }
    }

    /// The pixels of this ink that have none of the other within reach. Beside hidden lines any will do, as in the distance.
    fn strays_from(&self, other: &Self, reach: usize) -> Vec<usize> {
        let strays = |&at: &usize| {
            let near = |of: &[bool]| self.around(at, reach).any(|beside| of[beside]);
            let seen = near(&other.visible);
            (self.visible[at] && !seen) || (self.hidden[at] && !seen && !near(&other.hidden))
        };
        (0..self.visible.len()).filter(strays).collect()
    }

    /// The pixels within reach of one.
    fn around(&self, at: usize, reach: usize) -> impl Iterator<Item = usize> {
        let (width, height) = (self.width, self.visible.len() / self.width);
        let (x, y) = (at % width, at / width);
        let rows = y.saturating_sub(reach)..(y + reach + 1).min(height);
        let columns = x.saturating_sub(reach)..(x + reach + 1).min(width);
        let all = rows.flat_map(move |row| columns.clone().map(move |column| (column, row)));
        let square = move |(column, row): (usize, usize)| column.abs_diff(x).pow(2) + row.abs_diff(y).pow(2);
        all.filter(move |&place| square(place) <= reach * reach)
            .map(move |(column, row)| row * width + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: [u8; 3] = [100; 3];
    const RED: [u8; 3] = [255, 170, 170];

    /// A picture of 200 pixels a side with lines across it, each from a column on.
    fn lines(lines: &[(usize, usize, [u8; 3])]) -> Rgb {
        let mut picture = Rgb { width: SIDE, height: SIDE, pixels: vec![[255; 3]; SIDE * SIDE] };
        for &(row, from, colour) in lines {
            picture.pixels[row * SIDE + from..(row + 1) * SIDE].fill(colour);
        }
        picture
    }

    fn strays(one: &Rgb, other: &Rgb) -> usize {
        Ink::of(one).strays_from(&Ink::of(other), REACH).len()
    }

    #[test]
    fn ink_within_two_pixels_is_not_marked() {
        let at = |row| lines(&[(row, 50, BLACK)]);
        assert_eq!([50, 51, 52, 53].map(|row| strays(&at(50), &at(row))), [0, 0, 0, 150]);
        let longer = lines(&[(50, 40, BLACK)]);
        assert_eq!((strays(&longer, &at(50)), strays(&at(50), &longer)), (8, 0));
    }

    #[test]
    fn what_is_hidden_here_and_visible_there_is_marked_once() {
        let (seen, unseen) = (lines(&[(50, 0, BLACK)]), lines(&[(50, 0, RED)]));
        assert_eq!((strays(&seen, &unseen), strays(&unseen, &seen)), (SIDE, 0));
        assert_eq!(strays(&unseen, &unseen), 0);
    }

    #[test]
    fn the_ink_of_either_is_marked_over_the_first() {
        let picture = |rgb: &Rgb| Picture { name: "A".into(), png: rgb.encode(), svg: None };
        let pictures = [lines(&[(50, 0, BLACK), (9, 0, BLACK)]), lines(&[(51, 0, BLACK), (90, 5, BLACK)])];
        let pair = Pair { distance: 200, unit: "pixels of ink", pictures: pictures.each_ref().map(picture) };
        let shown = Rgb::decode(&marked(&pair).unwrap()).unwrap();
        let count = |colour| shown.pixels.iter().filter(|pixel| **pixel == colour).count();
        assert_eq!((count(OF_FIRST), count(OF_SECOND), count([204; 3])), (SIDE, SIDE - 5, SIDE));
    }
}
