//! Drawing a question at random.
//!
//! Lengths come first, then directions, then which intervals the angles of the five pictures lie in, then the odd
//! object, and last the angles. Each of these is drawn again on its own where it breaks a rule, a limited number of
//! times: so a rule about the views does not thin out long edges, and few attempts are lost.

use super::evidence::{Evidence, LENGTHS, OddKind};
use super::object::{Direction, Object};
use super::view::View;
use super::visible::every_edge_shows;
use crate::iq::levels::Stratum;
use spatiq_bench::{Place, Reject, Rng};

/// How often one part is drawn before the attempt is given up.
const DRAWS: usize = 64;
/// Angles are whole hundredths of a degree, so that evidence is easy to read.
const STEPS_PER_DEGREE: usize = 100;
/// Steps across the 60° that an interval spans.
const ANGLE_STEPS: usize = 60 * STEPS_PER_DEGREE;

/// Which odd objects are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddWanted {
    /// Any that differ, mirror images among them as chance has it.
    Any,
    /// The mirror image, always.
    Mirror,
    /// Any but the mirror image.
    NeverMirror,
}

/// The quarter turns that the vertical and the horizontal angle of a picture start from, 0 to 3.
type Quarters = [usize; 2];

/// Draws the question at a place.
pub fn sample(place: &Place, stratum: &Stratum, size: u32, wanted: OddWanted) -> Result<Evidence, Reject> {
    let mut rng = place.seed.rng();
    let slot = stratum.slot(&place.split_seed, 4);
    let edges = usize::from(stratum.level) + 2;
    let lengths: Vec<u8> = (0..edges).map(|_| LENGTHS.start() + rng.below(LENGTHS.len()) as u8).collect();
    let object = draw_object(&mut rng, &lengths, wanted)?;
    let quarters = draw_quarters(&mut rng);
    let odd = match wanted {
        OddWanted::Mirror => mirror_for(&object, quarters[slot + 1]),
        _ => draw_odd(&mut rng, &object, wanted)?,
    };
    let mirrored = object.mirrored().canonical_form() == odd.canonical_form();
    let (edges, odd_edges) = (object.edges(), odd.edges());
    let mut views = [View { vertical: 0.0, horizontal: 0.0 }; 5];
    for (at, view) in views.iter_mut().enumerate() {
        let shown = if at == slot + 1 { &odd_edges } else { &edges };
        let draws = (0..DRAWS).map(|_| draw_view(&mut rng, quarters[at]));
        let fit = draws.into_iter().find(|view| every_edge_shows(shown, &view.projection()));
        *view = fit.ok_or(Reject("an edge is hidden"))?;
    }
    Ok(Evidence {
        level: stratum.level,
        distribution: stratum.distribution,
        size,
        lengths,
        directions: object.directions,
        odd_directions: odd.directions,
        odd: if mirrored { OddKind::Mirror } else { OddKind::Other },
        slot,
        views,
    })
}

/// An object of these lengths that keeps clear of itself and, where mirror images are asked for, is not its own.
fn draw_object(rng: &mut Rng, lengths: &[u8], wanted: OddWanted) -> Result<Object, Reject> {
    let mut reason = Reject("path touches itself");
    for _ in 0..DRAWS {
        let first = *rng.pick(&Direction::ALL);
        let object =
            Object { lengths: lengths.to_vec(), directions: draw_directions(rng, first, lengths.len()) };
        if object.touches_itself() {
            continue;
        }
        if wanted != OddWanted::Mirror || !object.is_achiral() {
            return Ok(object);
        }
        reason = Reject("object is its own mirror image");
    }
    Err(reason)
}

/// An object that begins like the given one but is not congruent to it.
fn draw_odd(rng: &mut Rng, object: &Object, wanted: OddWanted) -> Result<Object, Reject> {
    let form = object.canonical_form();
    let mirror_form = object.mirrored().canonical_form();
    for _ in 0..DRAWS {
        let directions = draw_directions(rng, object.directions[0], object.directions.len());
        let odd = Object { lengths: object.lengths.clone(), directions };
        let odd_form = odd.canonical_form();
        let mirror_refused = wanted == OddWanted::NeverMirror && odd_form == mirror_form;
        if odd_form != form && !mirror_refused && !odd.touches_itself() {
            return Ok(odd);
        }
    }
    Err(Reject("odd object is congruent"))
}

fn draw_directions(rng: &mut Rng, first: Direction, edges: usize) -> Vec<Direction> {
    let mut directions = vec![first];
    while directions.len() < edges {
        let turns = directions[directions.len() - 1].turns();
        directions.push(*rng.pick(&turns));
    }
    directions
}

/// The mirror image, in the plane that the horizontal interval is symmetric about.
///
/// The picture of this image at a horizontal angle of h is the mirrored picture (but for the light) of the object
/// itself at an angle in the same interval, as far from its other end. Angles are drawn evenly, so whatever does not
/// tell left from right, such as outlines or bounding boxes, is distributed in the odd picture as it is in one of
/// the object itself: nothing but handedness gives it away.
fn mirror_for(object: &Object, [_, horizontal]: Quarters) -> Object {
    object.map(if horizontal % 2 == 0 { Direction::swap_x_minus_z } else { Direction::swap_x_z })
}

/// Deals the four intervals to the five pictures, for each of the two angles: one pair of pictures shares an
/// interval, and it is not the same pair for both. Every picture is treated alike.
fn draw_quarters(rng: &mut Rng) -> [Quarters; 5] {
    let mut pictures = [0, 1, 2, 3, 4];
    loop {
        let mut dealt = [[0; 2]; 5];
        let mut pairs = [[0; 2]; 2];
        for (angle, pair) in pairs.iter_mut().enumerate() {
            rng.shuffle(&mut pictures);
            for (quarter, &picture) in pictures[1..].iter().enumerate() {
                dealt[picture][angle] = quarter;
            }
            let partner = pictures[1 + rng.below(4)];
            dealt[pictures[0]][angle] = dealt[partner][angle];
            *pair = [pictures[0].min(partner), pictures[0].max(partner)];
        }
        if pairs[0] != pairs[1] {
            return dealt;
        }
    }
}

/// A view with its angles in the given intervals, each as likely as the one as far from the interval's other end.
fn draw_view(rng: &mut Rng, quarters: Quarters) -> View {
    let mut angle = |quarter: usize| {
        let steps = 1 + rng.below(ANGLE_STEPS - 1);
        ((quarter * 90 + 15) * STEPS_PER_DEGREE + steps) as f64 / STEPS_PER_DEGREE as f64
    };
    View { vertical: angle(quarters[0]), horizontal: angle(quarters[1]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::Seed;

    #[test]
    fn the_five_pictures_use_all_intervals_and_are_treated_alike() {
        let mut rng = Seed::root(1).rng();
        let mut shared = [[[0u32; 5]; 5]; 2];
        for _ in 0..10_000 {
            let dealt = draw_quarters(&mut rng);
            let pairs = (0..5).flat_map(|i| (i + 1..5).map(move |j| (i, j)));
            let mut same_in_both = 0;
            for (i, j) in pairs {
                let same = [0, 1].map(|angle| dealt[i][angle] == dealt[j][angle]);
                same_in_both += u32::from(same == [true, true]);
                for angle in 0..2 {
                    shared[angle][i][j] += u32::from(same[angle]);
                }
            }
            assert_eq!(same_in_both, 0);
        }
        for counts in shared {
            // One pair of ten shares an interval: about 1,000 times each, with a standard deviation of 30.
            let pairs = (0..5).flat_map(|i| (i + 1..5).map(move |j| counts[i][j]));
            assert_eq!(pairs.clone().sum::<u32>(), 10_000);
            assert!(pairs.into_iter().all(|count| (850..1150).contains(&count)), "{counts:?}");
        }
    }

    #[test]
    fn angles_keep_to_their_interval() {
        let mut rng = Seed::root(2).rng();
        for _ in 0..20_000 {
            let view = draw_view(&mut rng, [2, 3]);
            assert!((195.0..255.0).contains(&view.vertical) && (285.0..345.0).contains(&view.horizontal));
        }
    }
}
