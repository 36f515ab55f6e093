//! What joins do to a drawing: some change nothing, and solids that do not meet are drawn as they are.

use crate::ink::{Ink, TOLERANCE, few_strays, same};
use crate::random::{Part, check, draw, join, parts, placed, solid};
use glam::DVec2;
use spatiq_draw::{DrawError, Drawing, Model, NEVER, View};
use spatiq_geom::{DVec3, Leaf, Op, Placement, Primitive, Rays, Solid};

/// Checks that a join leaves the drawing of random solids as it is.
fn changes_nothing(count: u64, change: impl Fn(&Solid) -> Solid) {
    check(count, |parts, dice| {
        let (view, before) = (dice.view(), solid(parts));
        let Some((drawing, size)) = draw(&before, &view) else { return Ok(()) };
        let (after, _) = draw(&change(&before), &view).ok_or("nothing left")?;
        same(&drawing, &after, size)
    });
}

#[test]
fn a_union_with_itself_changes_nothing() {
    changes_nothing(30, |solid| join(solid.clone(), Op::Union, solid.clone()));
}

#[test]
fn an_intersection_with_itself_changes_nothing() {
    changes_nothing(30, |solid| join(solid.clone(), Op::Intersection, solid.clone()));
}

#[test]
fn taking_away_what_is_elsewhere_changes_nothing() {
    let shift = DVec3::new(4.0, -3.0, 2.0);
    let placement = Placement { shift, ..Placement::IDENTITY };
    let elsewhere = Solid::from(Leaf::new(Primitive::Torus { ring: 1.0, tube: 0.5 }, placement));
    changes_nothing(30, |solid| join(solid.clone(), Op::Difference, elsewhere.clone()));
}

#[test]
fn nothing_is_left_of_a_solid_without_itself() {
    check(60, |parts, _| {
        let solid = solid(parts);
        let nothing = join(solid.clone(), Op::Difference, solid);
        match Model::new(&nothing, NEVER) {
            Err(DrawError::Empty) => Ok(()),
            Err(other) => Err(format!("{other}")),
            Ok(model) => Err(format!("bounds {:?}", model.bounds())),
        }
    });
}

#[test]
fn the_order_of_a_union_does_not_matter() {
    check(40, |parts, dice| {
        let united: Vec<Part> = parts.iter().map(|part| Part { op: Op::Union, ..*part }).collect();
        let turned_around: Vec<Part> = united.iter().rev().copied().collect();
        let view = dice.view();
        let (first, size) = draw(&solid(&united), &view).ok_or("nothing left")?;
        let (second, _) = draw(&solid(&turned_around), &view).ok_or("nothing left")?;
        same(&first, &second, size)
    });
}

/// Two random solids, the second moved by a way that depends on the view.
fn beside(parts_of_first: &[Part], seed: u64, way: DVec3) -> (Solid, Solid) {
    let outer = Placement { shift: way, ..Placement::IDENTITY };
    (solid(parts_of_first), solid(&placed(&parts(seed), &outer)))
}

#[test]
fn solids_side_by_side_are_both_drawn_as_they_are() {
    check(30, |parts, dice| {
        let view = dice.view();
        let (a, b) = beside(parts, 1000 + dice.pick(&[0, 1, 2, 3, 4, 5, 6, 7]), view.right * 6.0);
        let (Some((mut alone, _)), Some((other, _))) = (draw(&a, &view), draw(&b, &view)) else {
            return Ok(());
        };
        let (both, size) = draw(&join(a, Op::Union, b), &view).ok_or("nothing left")?;
        alone.visible.extend(other.visible);
        alone.hidden.extend(other.hidden);
        same(&alone, &both, size)
    });
}

#[test]
fn what_stands_behind_another_solid_is_hidden_and_the_rest_is_not() {
    check(40, |parts, dice| {
        let view = dice.view();
        let (back, front) = beside(parts, 1000 + dice.pick(&[0, 1, 2, 3, 4, 5, 6, 7]), view.toward_eye * 4.0);
        let (Some((far, _)), Some((near, _))) = (draw(&back, &view), draw(&front, &view)) else {
            return Ok(());
        };
        let (both, size) = draw(&join(back, Op::Union, front.clone()), &view).ok_or("nothing left")?;
        hides(&front, &near, &far, &both, &view, size)
    });
}

/// Whether a drawing of two solids shows the front one as it is, and of the back one what the front one leaves over.
fn hides(
    front: &Solid,
    near: &Drawing,
    far: &Drawing,
    both: &Drawing,
    view: &View,
    size: f64,
) -> Result<(), String> {
    let tolerance = TOLERANCE * size;
    let visible = Ink::new(&both.visible, tolerance);
    let hidden = Ink::new(&both.hidden, tolerance);
    let any = |p| visible.near(p) || hidden.near(p);
    few_strays("front", &near.visible, size, |p| visible.near(p))?;
    few_strays("front hidden", &near.hidden, size, any)?;
    few_strays("back hidden", &far.hidden, size, any)?;
    let own = Ink::new(near.visible.iter(), tolerance);
    few_strays("back", &far.visible, size, |p| match covered(front, view, p, tolerance) {
        Some(true) => hidden.near(p) || own.near(p),
        Some(false) => visible.near(p),
        None => any(p),
    })?;
    let back = Ink::new(far.visible.iter(), tolerance);
    few_strays("visible", &both.visible, size, |p| {
        own.near(p) || (back.near(p) && covered(front, view, p, tolerance) != Some(true))
    })
}

/// Whether a solid covers a place of the picture; `None` on its border.
fn covered(solid: &Solid, view: &View, p: DVec2, reach: f64) -> Option<bool> {
    let mut rays = Rays::default();
    let mut covers = |q: DVec2| {
        let origin = view.right * q.x + view.up * q.y;
        solid.whole().stretches(origin, view.toward_eye, f64::NEG_INFINITY, &mut rays, |_, _| true)
    };
    let middle = covers(p);
    let ring = [DVec2::X, DVec2::ONE, DVec2::Y, DVec2::new(-1.0, 1.0)];
    let clear = ring.iter().all(|&d| covers(p + d * reach) == middle && covers(p - d * reach) == middle);
    clear.then_some(middle)
}
