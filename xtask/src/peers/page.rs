//! The views that differ as one page: peer, ours, what only one of them has, and what rays see.

use super::audit::Audited;
use super::compare::Ink;
use super::drawings::{Disagreement, Outcome};
use super::mask::{Frame, Mask, SIDE};
use super::oracle::Oracle;
use super::record::{Lines, Polyline};
use super::report::ink;
use super::verdict::{Finding, Owner, Piece};
use std::fmt::Write;

const STYLE: &str = "\
body { font: 14px sans-serif; margin: 2em } svg { border: 1px solid #ccc; width: 300px; height: 300px }
td { vertical-align: top; padding: 4px } polyline { fill: none; stroke-linecap: round; stroke-linejoin: round }
.visible { stroke: black; stroke-width: 1.4 } .hidden { stroke: #e33; stroke-width: .7 }
.faint { stroke: #bbb; stroke-width: 1 } .false { fill: #e0a } .real { fill: #0a0 } .open { fill: #fa0 }
.seen { fill: black } .unseen { fill: #e33 }";

/// The page of a set, with everything in it.
pub fn html(outcome: &Outcome) -> String {
    let mut text = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n<style>{STYLE}</style>\n<h1>{0}</h1>\n\
         <p>{1} of {2} views differ. Ink that only one drawing has: \
         <b style=\"color:#e0a\">rays find no line</b>, <b style=\"color:#0a0\">rays find a line</b>, \
         <b style=\"color:#fa0\">undecided</b>.</p>\n<table>\n\
         <tr><th>OpenCASCADE<th>spatiq<th>only in OpenCASCADE<th>only in spatiq<th>rays<th>verdict\n",
        outcome.title,
        outcome.disagreements.len(),
        outcome.views.len()
    );
    for one in &outcome.disagreements {
        text += &row(one);
    }
    text + "</table>\n" + &doubts(&outcome.audited)
}

/// Our drawings that are not what rays see, whatever the peer draws.
fn doubts(audited: &[Audited]) -> String {
    let mut text = String::new();
    for (view, doubt) in audited.iter().filter_map(|view| Some((view, view.doubt.as_ref()?))) {
        let frame = view.view.frame;
        let faint = polylines(frame, &doubt.drawn.visible, "faint");
        let cells = [
            drawing(frame, &doubt.drawn),
            faint.clone() + &pieces(&doubt.settlement.pieces, Owner::Ours),
            faint + &pieces(&doubt.settlement.pieces, Owner::Peer),
            seen(&doubt.seen),
        ];
        text += &pictures(&cells);
        let _ = writeln!(text, "<td><b>{} {}</b>", view.id, view.view.pose.letter());
    }
    if text.is_empty() {
        return text;
    }
    let head = "<tr><th>spatiq<th>only in spatiq<th>only seen by rays<th>rays<th>view\n";
    format!("<h2>Not what rays see</h2>\n<table>\n{head}{text}</table>\n")
}

fn row(one: &Disagreement) -> String {
    let frame = one.view.frame;
    let both = polylines(frame, one.peer.visible.iter().chain(&one.ours.visible), "faint");
    let cells = [
        drawing(frame, &one.peer),
        drawing(frame, &one.ours),
        both.clone() + &pieces(&one.settlement.pieces, Owner::Peer),
        both + &pieces(&one.settlement.pieces, Owner::Ours),
        seen(&Oracle::new(&one.solid, one.view.pose.view(), frame).picture()),
    ];
    pictures(&cells) + &verdict(one)
}

fn pictures(cells: &[String]) -> String {
    let mut text = String::from("<tr>");
    for cell in cells {
        let _ = write!(text, "<td><svg viewBox=\"0 0 {SIDE} {SIDE}\">{cell}</svg>");
    }
    text
}

fn verdict(one: &Disagreement) -> String {
    let settlement = &one.settlement;
    let mut text = format!("<td><b>{} {}: {}</b>", one.id, one.view.pose.letter(), settlement.verdict());
    let rows = [
        ("peer draws falsely", settlement.false_ink(Owner::Peer)),
        ("peer misses", settlement.missing_ink(Owner::Peer)),
        ("we draw falsely", settlement.false_ink(Owner::Ours)),
        ("we miss", settlement.missing_ink(Owner::Ours)),
        ("tangent", settlement.found(Finding::Tangent)),
        ("mixed", settlement.found(Finding::Mixed)),
    ];
    for (name, found) in rows.into_iter().filter(|(_, found)| found.0 > 0) {
        let _ = write!(text, "<br>{name}: {} px", ink(found));
    }
    text + "\n"
}

fn drawing(frame: Frame, lines: &Lines) -> String {
    polylines(frame, &lines.hidden, "hidden") + &polylines(frame, &lines.visible, "visible")
}

fn polylines<'a>(frame: Frame, lines: impl IntoIterator<Item = &'a Polyline>, class: &str) -> String {
    let mut text = String::new();
    for line in lines {
        let _ = write!(text, "<polyline class=\"{class}\" points=\"");
        for &point in line {
            let at = frame.to_pixels(point);
            let _ = write!(text, "{:.1},{:.1} ", at.x, at.y);
        }
        text += "\"/>";
    }
    text
}

fn pieces(pieces: &[Piece], owner: Owner) -> String {
    let own = pieces.iter().filter(|piece| piece.owner == owner);
    own.map(|piece| {
        let class = match piece.finding {
            Finding::Real => "real",
            Finding::False => "false",
            Finding::Tangent | Finding::Mixed => "open",
        };
        // Hidden ink is drawn thinner than visible ink.
        dots(&piece.pixels, if piece.visible { 3.0 } else { 1.5 }, class)
    })
    .collect()
}

fn seen(ink: &Ink) -> String {
    let pixels = |mask: &Mask| mask.pixels().collect::<Vec<_>>();
    let hidden = dots(&pixels(&ink.all.without(&ink.visible)), 1.0, "unseen");
    hidden + &dots(&pixels(&ink.visible), 1.6, "seen")
}

/// Pixels as squares of a size, in one path.
fn dots(pixels: &[(usize, usize)], size: f64, class: &str) -> String {
    let mut text = format!("<path class=\"{class}\" d=\"");
    for &(x, y) in pixels {
        let corner = |v: usize| v as f64 + 0.5 - size / 2.0;
        let _ = write!(text, "M{} {}h{size}v{size}h-{size}z", corner(x), corner(y));
    }
    text + "\"/>"
}
