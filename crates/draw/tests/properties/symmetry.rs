//! Turning or mirroring the world, eye and all, does not change a drawing.

use crate::ink::same;
use crate::random::{check, draw, placed, solid};
use spatiq_draw::{Drawing, View};
use spatiq_geom::{DMat3, DVec3, Placement};

fn seen_within(view: &View, outer: &Placement) -> View {
    View {
        toward_eye: outer.turn * view.toward_eye,
        right: outer.turn * view.right,
        up: outer.turn * view.up,
    }
}

#[test]
fn a_turned_solid_seen_from_the_turned_pose_looks_the_same() {
    check(60, |parts, dice| {
        let view = dice.view();
        let outer = Placement { turn: dice.turn(), shift: DVec3::ZERO };
        let Some((drawing, size)) = draw(&solid(parts), &view) else { return Ok(()) };
        let turned = draw(&solid(&placed(parts, &outer)), &seen_within(&view, &outer));
        same(&drawing, &turned.ok_or("nothing left")?.0, size)
    });
}

#[test]
fn a_mirrored_solid_gives_the_mirrored_drawing() {
    let mirror = Placement { turn: DMat3::from_diagonal(DVec3::new(-1.0, 1.0, 1.0)), shift: DVec3::ZERO };
    check(60, |parts, dice| {
        let view = dice.view();
        let Some((drawing, size)) = draw(&solid(parts), &view) else { return Ok(()) };
        let mut mirrored_view = seen_within(&view, &mirror);
        // A view keeps to the right hand: with its right turned around, the picture is the mirror image.
        mirrored_view.right = -mirrored_view.right;
        let mirrored = draw(&solid(&placed(parts, &mirror)), &mirrored_view);
        same(&flipped(&drawing), &mirrored.ok_or("nothing left")?.0, size)
    });
}

fn flipped(drawing: &Drawing) -> Drawing {
    let mut flipped = drawing.clone();
    for stroke in flipped.visible.iter_mut().chain(&mut flipped.hidden) {
        stroke.points.iter_mut().for_each(|point| point[0] = -point[0]);
    }
    flipped
}

#[test]
fn a_solid_far_from_the_origin_looks_the_same() {
    check(30, |parts, dice| {
        let view = dice.view();
        let Some((drawing, size)) = draw(&solid(parts), &view) else { return Ok(()) };
        let shift = DVec3::new(300.0, -200.0, 100.0);
        let outer = Placement { shift, ..Placement::IDENTITY };
        let (mut moved, _) = draw(&solid(&placed(parts, &outer)), &view).ok_or("nothing left")?;
        let by = view.project(shift);
        for stroke in moved.visible.iter_mut().chain(&mut moved.hidden) {
            stroke.points.iter_mut().for_each(|point| *point = [point[0] - by.x, point[1] - by.y]);
        }
        same(&drawing, &moved, size)
    });
}
