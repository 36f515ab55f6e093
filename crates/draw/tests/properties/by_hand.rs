//! Drawings that are known without a computer.

use crate::ink::same;
use crate::random::{draw, join};
use glam::DVec2;
use spatiq_draw::{Drawing, Pose, Stroke, View};
use spatiq_geom::{DVec3, Leaf, Op, Placement, Primitive, Solid};

fn at(primitive: Primitive, shift: [f64; 3]) -> Solid {
    Leaf::new(primitive, Placement { shift: shift.into(), ..Placement::IDENTITY }).into()
}

fn block(size: [f64; 3], shift: [f64; 3]) -> Solid {
    at(Primitive::Box { half: DVec3::from(size) / 2.0 }, shift)
}

fn seen(solid: &Solid, pose: char) -> Drawing {
    draw(solid, &Pose::from_letter(pose).unwrap().view()).unwrap().0
}

fn counts(solid: &Solid, pose: char) -> (usize, usize) {
    let drawing = seen(solid, pose);
    (drawing.visible.len(), drawing.hidden.len())
}

fn is_straight(stroke: &Stroke) -> bool {
    stroke.points.len() == 2
}

fn is_circle(stroke: &Stroke, middle: [f64; 2], radius: f64) -> bool {
    let round = |&p: &[f64; 2]| (DVec2::from(p).distance(middle.into()) - radius).abs() < 1e-9;
    stroke.points.len() > 8
        && stroke.points.first() == stroke.points.last()
        && stroke.points.iter().all(round)
}

fn has_circle(strokes: &[Stroke], middle: [f64; 2], radius: f64) -> bool {
    strokes.iter().any(|stroke| is_circle(stroke, middle, radius))
}

/// Whether the straight strokes cover a line from end to end, whichever way they are cut.
fn has_line(strokes: &[Stroke], from: [f64; 2], to: [f64; 2]) -> bool {
    let (from, to) = (DVec2::from(from), DVec2::from(to));
    let on = |p: DVec2| {
        strokes.iter().filter(|stroke| is_straight(stroke)).any(|stroke| {
            let [a, b] = [DVec2::from(stroke.points[0]), DVec2::from(stroke.points[1])];
            p.distance(a) + p.distance(b) < a.distance(b) + 1e-6
        })
    };
    (0..=100).all(|k| on(from.lerp(to, f64::from(k) / 100.0)))
}

#[test]
fn a_cube_is_a_square_from_the_sides_and_nine_lines_and_three_hidden_ones_from_a_corner() {
    let cube = block([1.0; 3], [0.0; 3]);
    for pose in ['f', 't', 'r'] {
        assert_eq!(counts(&cube, pose), (4, 0), "{pose}");
    }
    for pose in '1'..='8' {
        assert_eq!(counts(&cube, pose), (9, 3), "{pose}");
    }
}

#[test]
fn a_cylinder_is_a_rectangle_from_the_side_and_a_circle_from_above() {
    let cylinder = at(Primitive::Cylinder { radius: 0.5, height: 2.0 }, [0.0; 3]);
    let side = seen(&cylinder, 'f');
    assert_eq!((side.visible.len(), side.hidden.len()), (4, 0));
    assert!(side.visible.iter().all(is_straight));
    assert!(has_line(&side.visible, [-0.5, -1.0], [-0.5, 1.0]));
    let top = seen(&cylinder, 't');
    assert_eq!((top.visible.len(), top.hidden.len()), (1, 0));
    assert!(has_circle(&top.visible, [0.0; 2], 0.5));
    // The upper rim, the near half of the lower one, and two sides.
    assert_eq!(counts(&cylinder, '1'), (4, 1));
}

#[test]
fn a_cone_from_above_is_its_base_without_an_outline() {
    let cone = at(Primitive::Cone { radius: 0.5, height: 1.0 }, [0.0; 3]);
    let top = seen(&cone, 't');
    assert_eq!((top.visible.len(), top.hidden.len()), (1, 0));
    assert!(has_circle(&top.visible, [0.0; 2], 0.5));
    let side = seen(&cone, 'f');
    assert_eq!((side.visible.len(), side.hidden.len()), (3, 0));
    assert!(has_line(&side.visible, [0.5, -0.5], [0.0, 0.5]));
}

#[test]
fn a_torus_is_two_circles_from_above_and_a_stadium_from_the_side() {
    let torus = at(Primitive::Torus { ring: 1.0, tube: 0.25 }, [0.0; 3]);
    let top = seen(&torus, 't');
    assert_eq!((top.visible.len(), top.hidden.len()), (2, 0));
    assert!(has_circle(&top.visible, [0.0; 2], 1.25) && has_circle(&top.visible, [0.0; 2], 0.75));
    let side = seen(&torus, 'f');
    assert!(has_line(&side.visible, [-1.0, 0.25], [1.0, 0.25]));
    assert!(has_line(&side.visible, [-1.0, -0.25], [1.0, -0.25]));
    let on_a_small_circle = |p: &[f64; 2]| (DVec2::new(p[0].abs() - 1.0, p[1]).length() - 0.25).abs() < 1e-9;
    let inner = |p: &[f64; 2]| p[0].abs() < 1.0 - 1e-3;
    let curved = |strokes: &[Stroke]| {
        strokes.iter().filter(|stroke| !is_straight(stroke)).cloned().collect::<Vec<_>>()
    };
    for stroke in curved(&side.visible).iter().chain(&curved(&side.hidden)) {
        assert!(stroke.points.iter().all(on_a_small_circle));
    }
    // Where the tube turns away towards the hole it lies behind its near side.
    assert!(!curved(&side.visible).iter().flat_map(|stroke| &stroke.points).any(inner));
    assert!(curved(&side.hidden).iter().flat_map(|stroke| &stroke.points).any(inner));
}

#[test]
fn a_drilled_hole_is_a_circle_from_above_and_two_hidden_lines_from_the_front() {
    let drill = at(Primitive::Cylinder { radius: 0.5, height: 4.0 }, [0.0; 3]);
    let drilled = join(block([2.0; 3], [0.0; 3]), Op::Difference, drill);
    let top = seen(&drilled, 't');
    assert_eq!((top.visible.len(), top.hidden.len()), (5, 0));
    assert!(has_circle(&top.visible, [0.0; 2], 0.5));
    let front = seen(&drilled, 'f');
    assert_eq!((front.visible.len(), front.hidden.len()), (4, 2));
    for x in [-0.5, 0.5] {
        assert!(has_line(&front.hidden, [x, -1.0], [x, 1.0]));
    }
}

#[test]
fn a_blind_hole_has_a_hidden_bottom() {
    let drill = at(Primitive::Cylinder { radius: 0.5, height: 1.0 }, [0.0, 0.0, 0.5]);
    let front = seen(&join(block([2.0; 3], [0.0; 3]), Op::Difference, drill), 'f');
    assert_eq!((front.visible.len(), front.hidden.len()), (4, 3));
    assert!(has_line(&front.hidden, [-0.5, 0.0], [0.5, 0.0]));
}

#[test]
fn there_is_no_line_between_flush_faces() {
    let stack = join(block([1.0; 3], [0.0; 3]), Op::Union, block([1.0; 3], [0.0, 0.0, 1.0]));
    for pose in Pose::ALL.map(Pose::letter) {
        let drawing = seen(&stack, pose);
        let whole = seen(&block([1.0, 1.0, 2.0], [0.0, 0.0, 0.5]), pose);
        let lines = |strokes: &[Stroke], others: &[Stroke]| {
            others.iter().all(|other| has_line(strokes, other.points[0], other.points[1]))
        };
        assert!(lines(&drawing.visible, &whole.visible) && lines(&whole.visible, &drawing.visible), "{pose}");
        assert!(lines(&drawing.hidden, &whole.hidden) && lines(&whole.hidden, &drawing.hidden), "{pose}");
    }
}

#[test]
fn a_step_shows_where_only_some_faces_are_flush() {
    let step = join(block([2.0, 1.0, 1.0], [0.0; 3]), Op::Union, block([1.0; 3], [-0.5, 0.0, 1.0]));
    let front = seen(&step, 'f');
    assert!(
        has_line(&front.visible, [0.0, 0.5], [1.0, 0.5]) && has_line(&front.visible, [0.0, 0.5], [0.0, 1.5])
    );
    assert!(!has_line(&front.visible, [-1.0, 0.5], [0.0, 0.5]) && front.hidden.is_empty());
}

#[test]
fn a_ball_on_a_cylinder_as_wide_has_no_seam() {
    let cylinder = at(Primitive::Cylinder { radius: 0.5, height: 1.0 }, [0.0; 3]);
    let capsule = join(cylinder, Op::Union, at(Primitive::Sphere { radius: 0.5 }, [0.0, 0.0, 0.5]));
    let front = seen(&capsule, 'f');
    assert!(front.hidden.is_empty() && !has_line(&front.visible, [-0.5, 0.5], [0.5, 0.5]));
    let length = |stroke: &Stroke| {
        stroke.points.windows(2).map(|pair| DVec2::from(pair[0]).distance(pair[1].into())).sum::<f64>()
    };
    let whole: f64 = front.visible.iter().map(length).sum();
    assert!((whole - (3.0 + std::f64::consts::FRAC_PI_2)).abs() < 1e-3, "{whole}");
    // From below the rim of the base is all there is, and from above the ball.
    assert_eq!(counts(&capsule, 't'), (1, 0));
}

#[test]
fn a_torus_almost_from_the_side_looks_as_from_the_side() {
    let torus = at(Primitive::Torus { ring: 1.0, tube: 0.25 }, [0.0; 3]);
    let (side, size) = draw(&torus, &View::from_direction(DVec3::Y).unwrap()).unwrap();
    for tilt in [1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12] {
        let (tilted, _) = draw(&torus, &View::from_direction(DVec3::new(0.0, 1.0, tilt)).unwrap()).unwrap();
        assert_eq!(same(&side, &tilted, size), Ok(()), "{tilt}");
    }
}

/// Whether a stroke passes near a place.
fn passes(strokes: &[Stroke], place: [f64; 2]) -> bool {
    let near = |p: DVec2| p.distance(place.into()) < 0.01;
    strokes.iter().any(|stroke| crate::ink::samples(stroke, 0.005).into_iter().any(near))
}

#[test]
fn a_rod_along_a_ring_leaves_no_line_when_joined_and_a_pinch_when_taken_away() {
    let ring = || at(Primitive::Torus { ring: 1.0, tube: 0.25 }, [0.0; 3]);
    for height in [1.0, 1.2] {
        // From one side of the touch to the other, and ending in it.
        let upright =
            Placement::quarter_turns(0, 1, DVec3::new(1.0, if height > 1.1 { 0.6 } else { 0.0 }, 0.0));
        let rod = || Solid::from(Leaf::new(Primitive::Cylinder { radius: 0.25, height }, upright));
        let joined = seen(&join(ring(), Op::Union, rod()), 't');
        assert!(!passes(&joined.visible, [0.85, 0.0]) && !passes(&joined.hidden, [0.85, 0.0]));
        // The ring leaves the rod inwards, so what is left there has no width in the middle.
        let cut = seen(&join(ring(), Op::Difference, rod()), 't');
        assert!(has_line(&cut.visible, [0.76, 0.0], [0.99, 0.0]), "{height}");
    }
}

#[test]
fn two_rings_that_touch_are_symmetric() {
    let ring = |ring, y| at(Primitive::Torus { ring, tube: 0.25 }, [0.0, y, 0.0]);
    for op in [Op::Union, Op::Difference, Op::Intersection] {
        // One inside the other, and side by side.
        for (small, y) in [(0.5, 0.25), (0.75, 1.5)] {
            let drawing = seen(&join(ring(0.75, 0.0), op, ring(small, y)), 't');
            let mut mirrored = drawing.clone();
            for stroke in mirrored.visible.iter_mut().chain(&mut mirrored.hidden) {
                stroke.points.iter_mut().for_each(|point| point[0] = -point[0]);
            }
            same(&drawing, &mirrored, 2.0).unwrap_or_else(|why| panic!("{op:?} {small}: {why}"));
        }
    }
}

#[test]
fn a_ring_that_barely_pokes_through_a_wall_leaves_a_small_oval() {
    for (out, up) in [(2e-4, 0.0), (2e-4, 0.123), (5e-4, -0.07), (5e-4, 0.2), (2e-3, 0.011)] {
        let wall = at(Primitive::Cylinder { radius: 1.0, height: 2.0 }, [0.0; 3]);
        let ring = at(Primitive::Torus { ring: 0.6, tube: 0.3 }, [0.1 + out, 0.0, up]);
        let drawing = seen(&join(wall, Op::Union, ring), 'r');
        let small = |stroke: &&Stroke| stroke.points.iter().all(|p| p[0].abs() < 0.6 && p[1].abs() < 0.9);
        let ovals: Vec<&Stroke> = drawing.visible.iter().filter(small).collect();
        let [oval] = ovals.as_slice() else { panic!("{} strokes at {out} {up}", ovals.len()) };
        assert_eq!(oval.points.first(), oval.points.last());
        // At the height of the ring's middle its outer edge, a circle of 0.9 about (0.1 + out, 0), leaves the wall's where
        // both have the same x: solved for y.
        let x = (1.0 - 0.81 + (0.1 + out) * (0.1 + out)) / (2.0 * (0.1 + out));
        let half = (1.0 - x * x).sqrt();
        let widest = oval.points.iter().map(|p| p[0].abs()).fold(0.0, f64::max);
        assert!((widest / half - 1.0).abs() < 0.02, "{widest} instead of {half} at {out} {up}");
    }
}

#[test]
fn a_ring_has_the_same_hidden_lines_from_all_eight_corners() {
    // Where the tube is a third of the ring, the inner outline has tips too small to be seen.
    for step in 0..=30 {
        let tube = 0.330 + 0.0005 * f64::from(step);
        let ring = at(Primitive::Torus { ring: 1.0, tube }, [0.0; 3]);
        let hidden = |pose: char| -> f64 {
            let strokes = seen(&ring, pose).hidden;
            let length = |stroke: &Stroke| -> f64 {
                stroke.points.windows(2).map(|pair| DVec2::from(pair[0]).distance(pair[1].into())).sum()
            };
            strokes.iter().map(length).sum()
        };
        let all: Vec<f64> = ('1'..='8').map(hidden).collect();
        let most = all.iter().fold(0.0_f64, |most, length| most.max(*length));
        assert!(all.iter().all(|length| most - length < 0.02), "{tube}: {all:?}");
    }
}
