//! All that probes know of a question: a few whole numbers per picture.

use spatiq_bench::{Picture, Question};
use spatiq_raster::Gray;

/// A question reduced to numbers; each picture is decoded once, here.
pub(super) struct Facts {
    /// The question's id, to break ties with.
    pub id: String,
    /// Pictures that belong to no option.
    pub stimuli: Vec<PictureFacts>,
    /// The pictures of each option.
    pub options: Vec<Vec<PictureFacts>>,
}

/// A picture reduced to numbers. They are whole, so that equal options come out equal whatever is added first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PictureFacts {
    /// Ink in 255ths of a black pixel.
    pub ink: i64,
    /// Pixels from the first to the last column with ink.
    pub width: i64,
    /// Pixels from the first to the last row with ink.
    pub height: i64,
    /// Size of the file.
    pub bytes: i64,
}

impl Facts {
    pub fn of(question: &Question) -> Self {
        let facts = |pictures: Vec<&Picture>| pictures.into_iter().map(PictureFacts::of).collect();
        Self {
            id: question.id.clone(),
            stimuli: facts(question.stimuli()),
            options: question.options().into_iter().map(facts).collect(),
        }
    }
}

impl PictureFacts {
    /// A picture that does not decode counts as blank: finding damage is the business of `verify`.
    fn of(picture: &Picture) -> Self {
        let mut facts = Self { bytes: picture.png.len() as i64, ..Self::default() };
        let Ok(gray) = Gray::decode(&picture.png) else { return facts };
        let (mut columns, mut rows) = (Extent::default(), Extent::default());
        for (y, row) in gray.pixels.chunks_exact(gray.width.max(1)).enumerate() {
            let ink: i64 = row.iter().map(|&shade| i64::from(255 - shade)).sum();
            if ink == 0 {
                continue;
            }
            facts.ink += ink;
            rows.include(y);
            row.iter().position(|&shade| shade < 255).into_iter().for_each(|x| columns.include(x));
            row.iter().rposition(|&shade| shade < 255).into_iter().for_each(|x| columns.include(x));
        }
        Self { width: columns.length(), height: rows.length(), ..facts }
    }

    /// Whether the two may be the same shape, up to a quarter turn and the rounding that turning brings.
    pub fn resembles(&self, other: &Self) -> bool {
        let near = |a: i64, b: i64| (a - b).abs() <= 1;
        let upright = near(self.width, other.width) && near(self.height, other.height);
        let turned = near(self.width, other.height) && near(self.height, other.width);
        (self.ink - other.ink).abs() <= 2 * 255 && (upright || turned)
    }
}

/// From the first to the last of some places along a line.
#[derive(Default)]
struct Extent(Option<(usize, usize)>);

impl Extent {
    fn include(&mut self, place: usize) {
        let (first, last) = self.0.unwrap_or((place, place));
        self.0 = Some((first.min(place), last.max(place)));
    }

    fn length(&self) -> i64 {
        self.0.map_or(0, |(first, last)| (last - first + 1) as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(gray: &Gray) -> PictureFacts {
        PictureFacts::of(&Picture { name: "A".into(), png: gray.encode(), svg: None })
    }

    #[test]
    fn ink_and_box_are_those_of_the_shape() {
        let mut gray = Gray::new(40, 30, 255);
        gray.fill(&[[3.0, 4.0], [13.0, 4.0], [13.0, 24.0], [3.0, 24.0]], 0);
        let found = facts(&gray);
        assert_eq!((found.ink, found.width, found.height), (200 * 255, 10, 20));
        let mut turned = Gray::new(40, 30, 255);
        turned.fill(&[[9.0, 8.0], [29.0, 8.0], [29.0, 18.0], [9.0, 18.0]], 0);
        assert!(found.resembles(&facts(&turned)));
        turned.fill(&[[9.0, 8.0], [9.0, 18.0], [7.0, 18.0], [7.0, 8.0]], 0);
        assert!(!found.resembles(&facts(&turned)));
    }

    #[test]
    fn a_blank_or_broken_picture_has_no_ink() {
        let blank = facts(&Gray::new(9, 9, 255));
        assert_eq!((blank.ink, blank.width, blank.height), (0, 0, 0));
        let broken = PictureFacts::of(&Picture { name: "A".into(), png: vec![1, 2, 3], svg: None });
        assert_eq!(broken, PictureFacts { bytes: 3, ..PictureFacts::default() });
    }
}
