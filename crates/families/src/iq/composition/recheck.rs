//! Checking an item by another route than it was made.
//!
//! That the true pieces tile is told by counting: the centre of every pixel of the original lies in just one piece.
//! That the others do not is told by their area or the balance of their sides, where the generator searched for tilings. That
//! the pictures show these pieces is told by their ink.

use super::balance::side_gap;
use super::cutting::{ORIGINAL_AREA, SIDE, piece_areas};
use super::equal::EQUAL;
use super::evidence::{Candidate, Change, Evidence, How, OPTIONS, Wrong, piece_count};
use super::picture::Frame;
use super::proof::{AREA_DECIDES, SIDES_DECIDE};
use super::shape::Shape;
use super::similar::{SCALES, SIMILAR};
use spatiq_bench::{Answer, EvidenceError, Item, Picture};
use spatiq_raster::Gray;

/// Checks every rule of the task on an item.
pub fn recheck(item: &Item) -> Result<(), EvidenceError> {
    let evidence = Evidence::parse(&item.evidence)?;
    check(
        item.truth == Answer::Choice(evidence.answer),
        "the truth is not the option that the evidence names",
    )?;
    check(evidence.original.area() > ORIGINAL_AREA, "the original is too small")?;
    check(evidence.original.is_clear(), "the original has sides or corners that cannot be made out")?;
    check(
        (0..OPTIONS)
            .all(|option| evidence.pieces_of(option).iter().all(|piece| is_piece(piece, evidence.level))),
        "a piece is too large, too small or too thin",
    )?;
    check_cover(&evidence)?;
    for (place, option) in evidence.options.iter().enumerate() {
        if let Some(change) = &option.change {
            check_change(&evidence, place, change)?;
        }
    }
    check_rule(&evidence)?;
    check_pictures(item, &evidence)
}

fn check(holds: bool, flaw: &str) -> Result<(), EvidenceError> {
    if holds { Ok(()) } else { Err(EvidenceError(flaw.into())) }
}

fn is_piece(piece: &Shape, level: u8) -> bool {
    // Bringing a piece to an area may end a hair off the range.
    let areas = piece_areas(piece_count(level));
    (areas.start() - EQUAL..=areas.end() + EQUAL).contains(&piece.area())
        && piece.is_clear()
        && piece.extent().iter().all(|&side| side <= SIDE)
}

/// The true pieces cover every pixel centre of the original once, and none outside.
fn check_cover(evidence: &Evidence) -> Result<(), EvidenceError> {
    let area: f64 = evidence.pieces.iter().map(Shape::area).sum();
    check((area - evidence.original.area()).abs() < EQUAL, "the true pieces have not the original's area")?;
    let shapes: Vec<&Shape> = evidence.pieces.iter().chain([&evidence.original]).collect();
    for row in 0..SIDE as usize {
        let spans: Vec<Option<[f64; 2]>> = shapes.iter().map(|shape| span(shape, row as f64 + 0.5)).collect();
        let (original, pieces) = spans.split_last().expect("the original is one of them");
        for column in 0..SIDE as usize {
            let centre = column as f64 + 0.5;
            let in_span = |span: &[f64; 2]| (span[0]..span[1]).contains(&centre);
            // On an outline, a pixel centre may fall to either side by rounding.
            if spans.iter().flatten().flatten().any(|end| (end - centre).abs() < 0.01) {
                continue;
            }
            let times = pieces.iter().flatten().filter(|span| in_span(span)).count();
            let wanted = usize::from(original.as_ref().is_some_and(in_span));
            check(times == wanted, "the true pieces leave a gap, overlap or stick out")?;
        }
    }
    Ok(())
}

/// Where a horizontal line enters and leaves a shape.
fn span(shape: &Shape, y: f64) -> Option<[f64; 2]> {
    let mut span = [f64::INFINITY, f64::NEG_INFINITY];
    for [from, to] in shape.sides() {
        if (from[1] <= y) != (to[1] <= y) {
            let x = from[0] + (to[0] - from[0]) * (y - from[1]) / (to[1] - from[1]);
            span = [span[0].min(x), span[1].max(x)];
        }
    }
    (span[0] < span[1]).then_some(span)
}

/// A wrong option does not tile: its area or its sides tell.
fn check_change(evidence: &Evidence, place: usize, change: &Change) -> Result<(), EvidenceError> {
    let pieces: Vec<Shape> = evidence.pieces_of(place).into_iter().cloned().collect();
    let area_gap = (pieces.iter().map(Shape::area).sum::<f64>() - evidence.original.area()).abs();
    let side_gap = side_gap(&evidence.original, &pieces);
    check(
        area_gap >= AREA_DECIDES || side_gap >= SIDES_DECIDE,
        "nothing tells that a wrong option does not make up the shape",
    )?;
    let stated = [(change.area_gap, area_gap), (change.side_gap, side_gap)];
    check(
        stated.iter().all(|(stated, found)| (stated - found).abs() < 0.02),
        "a gap is not as the evidence states",
    )
}

/// The wrong options were made by the rule, and no two options have the same pieces.
fn check_rule(evidence: &Evidence) -> Result<(), EvidenceError> {
    let changes: Vec<&Change> = evidence.options.iter().filter_map(|option| option.change.as_ref()).collect();
    let replaced = changes.iter().filter(|change| change.how == How::Replaced).count();
    check(replaced == 2, "there are not two options with a piece replaced")?;
    check(
        changes.iter().all(|change| keeps_rule(change, &evidence.pieces[change.piece], evidence.wrong)),
        "a wrong piece was not made as the rule says",
    )?;
    check(
        evidence.wrong == Wrong::Paper || changes.iter().all(|change| change.piece == changes[0].piece),
        "wrong options of equal area change different pieces",
    )?;
    let same = |a: &Change, b: &Change| a.piece == b.piece && a.shape.unlikeness(&b.shape) < 1.0;
    let pairs = changes.iter().enumerate().flat_map(|(at, a)| changes[..at].iter().map(move |b| (a, b)));
    check(!pairs.into_iter().any(|(a, b)| same(a, b)), "two options have the same pieces")
}

fn keeps_rule(change: &Change, truth: &Shape, wrong: Wrong) -> bool {
    let (area, true_area) = (change.shape.area(), truth.area());
    match (wrong, change.how) {
        (Wrong::Paper, How::Replaced) => (area - true_area).abs() <= SIMILAR * true_area + EQUAL,
        (Wrong::Paper, How::Scaled(factor)) => {
            let scaled = truth.stretched([factor; 2]).at_origin();
            let near =
                |(a, b): (&[f64; 2], &[f64; 2])| (a[0] - b[0]).abs() < 1e-3 && (a[1] - b[1]).abs() < 1e-3;
            SCALES.iter().any(|[low, high]| (*low..=*high).contains(&factor))
                && scaled.corners.len() == change.shape.corners.len()
                && scaled.corners.iter().zip(&change.shape.corners).all(near)
        }
        (Wrong::EqualArea, How::Replaced | How::Stretched(_)) => (area - true_area).abs() <= EQUAL,
        _ => false,
    }
}

/// The pictures are as many and have as much ink as the shapes they show.
fn check_pictures(item: &Item, evidence: &Evidence) -> Result<(), EvidenceError> {
    let frame = Frame::of(evidence);
    let mut shown = vec![frame.question(&evidence.original)];
    for (place, option) in evidence.options.iter().enumerate() {
        let Candidate { shown: pictures, .. } = option;
        let pieces = evidence.pieces_of(place);
        shown.extend(pictures.iter().map(|picture| frame.piece(pieces[picture.piece], picture)));
    }
    let pictures = &item.question.pictures;
    check(pictures.len() == shown.len(), "there are not as many pictures as shapes")?;
    for (picture, shape) in pictures.iter().zip(&shown) {
        check_ink(picture, shape, evidence.size)?;
    }
    Ok(())
}

fn check_ink(picture: &Picture, shape: &Shape, size: u32) -> Result<(), EvidenceError> {
    let named = |flaw: String| EvidenceError(format!("picture {}: {flaw}", picture.name));
    let pixels = Gray::decode(&picture.png).map_err(|error| named(error.to_string()))?;
    if pixels.width != size as usize || pixels.height != size as usize {
        return Err(named("not of the stated size".into()));
    }
    // Each pixel of the outline is rounded to one of 256 shades, and a side touches fewer than two pixels for each of
    // its length.
    let rounding = 0.5 / 255.0 * (2.0 * shape.perimeter() + 8.0);
    let off = (pixels.ink() - shape.area()).abs();
    if off > rounding + 0.01 {
        Err(named(format!("its ink differs from its shape's area by {off:.2} px²")))
    } else {
        Ok(())
    }
}
