//! The strokes of any drawing: finite, not too many points, closed where closed, no two the same, and always the same ones.

use crate::ink::{Ink, samples};
use crate::random::{check, draw, size_of_leaves, solid};
use glam::DVec2;
use spatiq_draw::{CHORD, Drawing, Model, NEVER, Pose, Stroke};
use spatiq_geom::{Leaf, Placement, Primitive, Solid};

fn all(drawing: &Drawing) -> impl Iterator<Item = &Stroke> {
    drawing.visible.iter().chain(&drawing.hidden)
}

#[test]
fn strokes_have_a_few_finite_points() {
    check(100, |parts, dice| {
        let Some((drawing, _)) = draw(&solid(parts), &dice.view()) else { return Ok(()) };
        for stroke in all(&drawing) {
            if !(2..=2000).contains(&stroke.points.len()) {
                return Err(format!("{} points", stroke.points.len()));
            }
            if stroke.points.iter().flatten().any(|v| !v.is_finite()) {
                return Err("a point is not finite".into());
            }
        }
        Ok(())
    });
}

#[test]
fn curves_that_almost_close_do() {
    check(100, |parts, dice| {
        let solid = solid(parts);
        let Some((drawing, _)) = draw(&solid, &dice.view()) else { return Ok(()) };
        let nothing = 1e-7 * size_of_leaves(&solid);
        for stroke in all(&drawing).filter(|stroke| stroke.points.len() > 8) {
            let (first, last) =
                (DVec2::from(stroke.points[0]), DVec2::from(stroke.points[stroke.points.len() - 1]));
            if first != last && first.distance(last) < nothing {
                return Err(format!("{first} is not quite {last}"));
            }
        }
        Ok(())
    });
}

/// Short strokes may well run along others: an outline ends on an edge at no angle at all.
#[test]
fn no_visible_stroke_lies_on_another_for_its_whole_length() {
    check(100, |parts, dice| {
        let Some((drawing, size)) = draw(&solid(parts), &dice.view()) else { return Ok(()) };
        let inks: Vec<Ink> = drawing.visible.iter().map(|stroke| Ink::new([stroke], CHORD * size)).collect();
        for (k, stroke) in drawing.visible.iter().enumerate() {
            let points = samples(stroke, 1e-3 * size);
            let long = points.len() > 100;
            let twin = |&other: &usize| {
                has_same_ends(stroke, &drawing.visible[other], 1e-6 * size)
                    || (long && points.iter().all(|&p| inks[other].near(p)))
            };
            if let Some(other) = (0..k).find(twin) {
                return Err(format!("{k} lies on {other} at {}", points[0]));
            }
        }
        Ok(())
    });
}

/// Whether two straight strokes are the same line.
fn has_same_ends(a: &Stroke, b: &Stroke, tolerance: f64) -> bool {
    let ([p, q], [r, s]) = (&a.points[..], &b.points[..]) else { return false };
    let near = |p: &[f64; 2], q: &[f64; 2]| DVec2::from(*p).distance((*q).into()) < tolerance;
    (near(p, r) && near(q, s)) || (near(p, s) && near(q, r))
}

#[test]
fn drawings_do_not_depend_on_what_was_drawn_before() {
    check(20, |parts, _| {
        let solid = solid(parts);
        let Ok(model) = Model::new(&solid, NEVER) else { return Ok(()) };
        let again = Model::new(&solid, NEVER).map_err(|fault| fault.to_string())?;
        let first = Pose::ALL.map(|pose| model.draw(&pose.view()));
        let mut backwards = Pose::ALL;
        backwards.reverse();
        let mut second = backwards.map(|pose| again.draw(&pose.view()));
        second.reverse();
        if first == second { Ok(()) } else { Err("drawn twice, two drawings".into()) }
    });
}

#[test]
fn the_outline_of_a_ball_is_as_round_as_promised() {
    for radius in [1e-3, 0.7, 40.0] {
        let ball = Solid::from(Leaf::new(Primitive::Sphere { radius }, Placement::IDENTITY));
        for pose in Pose::ALL {
            let (drawing, size) = draw(&ball, &pose.view()).unwrap();
            assert_eq!((drawing.visible.len(), drawing.hidden.len()), (1, 0));
            let points: Vec<DVec2> = drawing.visible[0].points.iter().map(|&p| p.into()).collect();
            assert_eq!(points.first(), points.last());
            assert!(points.iter().all(|p| (p.length() - radius).abs() < 1e-9 * size));
            let sag = |pair: &[DVec2]| radius - pair[0].midpoint(pair[1]).length();
            assert!(points.windows(2).all(|pair| sag(pair) < 1.05 * CHORD * size));
        }
    }
}
