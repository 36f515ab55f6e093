//! Fits against shapes whose lines and planes are known, and points against areas.

use super::*;
use crate::pose::Pose;
use crate::shape::Shape;
use spatiq_geom::DVec2;
use std::f64::consts::PI;

fn piece(shape: Shape, at: [f64; 3], turn: [f64; 4]) -> Piece {
    Piece { shape, placement: Pose::new(at, turn).unwrap().placement() }
}

fn block(half: [f64; 3], at: [f64; 3]) -> Piece {
    piece(Shape::Box { half: half.into() }, at, Pose::NO_TURN)
}

/// A turn about x.
fn tilt(degrees: f64) -> [f64; 4] {
    let half = degrees.to_radians() / 2.0;
    [libm::cos(half), libm::sin(half), 0.0, 0.0]
}

fn fit(category: PartCategory, pieces: Vec<Piece>) -> Option<Fit> {
    Fit::of(&Part { category, pieces })
}

/// Degrees between two directions without sign.
fn between(fit: &Fit, direction: DVec3) -> f64 {
    libm::acos(fit.direction().dot(direction.normalize()).abs().min(1.0)).to_degrees()
}

#[track_caller]
fn is(found: Option<Fit>, kind: FitKind, direction: DVec3) {
    let found = found.expect("no fit");
    assert_eq!(found.kind, kind);
    assert!(between(&found, direction) < 0.7, "{found:?} is off by {}", between(&found, direction));
}

#[test]
fn straight_things_are_lines_along_themselves() {
    let leg = PartCategory::Leg;
    is(fit(leg, vec![block([0.03, 0.03, 0.25], [0.4, 0.3, 0.25])]), FitKind::Line, DVec3::Z);
    let splayed = piece(Shape::Box { half: DVec3::new(0.02, 0.03, 0.3) }, [0.4, 0.3, 0.25], tilt(12.0));
    let along = splayed.placement.turn.z_axis;
    is(fit(leg, vec![splayed]), FitKind::Line, along);
    let rod = piece(Shape::cylinder(0.015, 0.4), [0.0, 0.0, 0.2], tilt(90.0));
    is(fit(PartCategory::LegBar, vec![rod]), FitKind::Line, DVec3::Y);
    let turned = [(0.02, 0.035), (0.035, 0.02), (0.02, 0.03), (0.03, 0.03)].into_iter().enumerate();
    let turned = turned.map(|(k, (bottom, top))| {
        let at = [0.2, 0.2, 0.075 + 0.15 * k as f64];
        piece(Shape::Frustum { bottom, top, half_height: 0.075 }, at, Pose::NO_TURN)
    });
    is(fit(PartCategory::CentralSupport, turned.collect()), FitKind::Line, DVec3::Z);
}

#[test]
fn flat_things_are_planes_across_their_normals() {
    is(fit(PartCategory::Back, vec![block([0.22, 0.015, 0.3], [0.0, 0.2, 0.8])]), FitKind::Plane, DVec3::Y);
    let round = piece(Shape::cylinder(0.5, 0.015), [0.0, 0.0, 0.7], Pose::NO_TURN);
    is(fit(PartCategory::Top, vec![round]), FitKind::Plane, DVec3::Z);
    is(fit(PartCategory::Drawer, vec![block([0.4, 0.01, 0.06], [0.0, -0.3, 0.6])]), FitKind::Plane, DVec3::Y);
    let outline: Vec<DVec2> =
        (0..6).map(|k| f64::from(k) * PI / 3.0).map(|a| DVec2::new(libm::cos(a), libm::sin(a))).collect();
    let leaning = piece(Shape::Prism { outline, half_height: 0.04 }, [0.0; 3], tilt(20.0));
    let normal = leaning.placement.turn.z_axis;
    is(fit(PartCategory::Shelf, vec![leaning]), FitKind::Plane, normal);
    let posts = [-0.2, 0.2].map(|x| block([0.015, 0.015, 0.25], [x, 0.2, 0.7]));
    let slats = [0.55, 0.7, 0.85].map(|z| block([0.2, 0.008, 0.03], [0.0, 0.2, z]));
    is(fit(PartCategory::Back, posts.into_iter().chain(slats).collect()), FitKind::Plane, DVec3::Y);
}

#[test]
fn what_is_thick_or_bent_is_roughly_a_line_or_plane_and_a_cube_is_not() {
    let roughly = |category, pieces| Fit::roughly(&Part { category, pieces });
    let cushion = || vec![block([0.22, 0.22, 0.06], [0.0; 3])];
    assert_eq!(fit(PartCategory::Seat, cushion()), None);
    assert!(between(&roughly(PartCategory::Seat, cushion()).unwrap(), DVec3::Z) < 3.0);
    let stump = || vec![block([0.05, 0.05, 0.13], [0.0; 3])];
    assert_eq!(fit(PartCategory::Leg, stump()), None);
    assert!(between(&roughly(PartCategory::Leg, stump()).unwrap(), DVec3::Z) < 3.0);
    for category in [PartCategory::Seat, PartCategory::Leg] {
        assert_eq!(roughly(category, vec![block([0.2; 3], [0.0; 3])]), None);
    }
    // Whatever is one exactly is the same one roughly.
    let board = || vec![block([0.22, 0.015, 0.3], [0.0, 0.2, 0.8])];
    assert_eq!(roughly(PartCategory::Back, board()), fit(PartCategory::Back, board()));
    assert_eq!(roughly(PartCategory::Wheel, board()), None);
    // No rule makes a mattress a plane or an arm a line, but somebody may.
    for category in [PartCategory::SleepArea, PartCategory::Body] {
        assert_eq!(fit(category, board()), None);
        assert!(between(&roughly(category, board()).unwrap(), DVec3::Y) < 3.0);
    }
    let bar = || vec![block([0.03, 0.25, 0.03], [0.3, 0.0, 0.6])];
    assert_eq!(fit(PartCategory::Arm, bar()), None);
    assert!(between(&roughly(PartCategory::Arm, bar()).unwrap(), DVec3::Y) < 3.0);
}

#[test]
fn things_that_are_neither_have_no_fit() {
    let cube = || vec![block([0.2; 3], [0.0; 3])];
    assert_eq!(fit(PartCategory::Leg, cube()), None);
    assert_eq!(fit(PartCategory::Seat, cube()), None);
    assert_eq!(fit(PartCategory::Seat, vec![block([0.22, 0.22, 0.06], [0.0; 3])]), None, "a thick cushion");
    assert_eq!(fit(PartCategory::Back, vec![block([0.02, 0.02, 0.3], [0.0; 3])]), None, "a bar is no plane");
    assert_eq!(fit(PartCategory::Leg, vec![block([0.02, 0.25, 0.35], [0.0; 3])]), None, "a panel is no line");
    let ring = piece(Shape::Ring { ring: 0.3, tube: 0.01 }, [0.0; 3], Pose::NO_TURN);
    assert_eq!(fit(PartCategory::LegBar, vec![ring]), None, "a round stretcher");
    let ball = piece(Shape::Ball { radius: 0.3 }, [0.0; 3], Pose::NO_TURN);
    assert_eq!(fit(PartCategory::Pedestal, vec![ball]), None);
}

/// A board or bar bent about z into an arc of so many degrees.
fn arc(degrees: f64, radius: f64, half: [f64; 2]) -> Vec<Piece> {
    let steps = 12;
    let step = degrees / f64::from(steps);
    (0..steps)
        .map(|k| {
            let angle = (step * (f64::from(k) + 0.5) - degrees / 2.0).to_radians();
            let at = [radius * libm::sin(angle), radius * libm::cos(angle), 0.0];
            let long = radius * (step / 2.0).to_radians();
            let turn = [libm::cos(-angle / 2.0), 0.0, 0.0, libm::sin(-angle / 2.0)];
            piece(Shape::Box { half: DVec3::new(long, half[0], half[1]) }, at, turn)
        })
        .collect()
}

#[test]
fn bent_things_are_neither_but_hardly_bent_ones_pass() {
    assert_eq!(fit(PartCategory::Back, arc(60.0, 0.45, [0.01, 0.25])), None);
    assert_eq!(fit(PartCategory::LegBar, arc(90.0, 0.4, [0.01, 0.01])), None);
    is(fit(PartCategory::Back, arc(10.0, 2.4, [0.01, 0.25])), FitKind::Plane, DVec3::Y);
    is(fit(PartCategory::LegBar, arc(10.0, 2.4, [0.01, 0.01])), FitKind::Line, DVec3::X);
}

#[test]
fn only_categories_of_the_list_are_fitted() {
    assert_eq!(fit(PartCategory::Arm, vec![block([0.03, 0.03, 0.25], [0.0; 3])]), None);
    assert_eq!(fit(PartCategory::SleepArea, vec![block([0.3, 0.3, 0.01], [0.0; 3])]), None);
}

#[test]
fn a_fit_turns_with_its_part() {
    let leg = |turn| vec![piece(Shape::Box { half: DVec3::new(0.03, 0.03, 0.3) }, [0.1, 0.2, 0.3], turn)];
    let standing = fit(PartCategory::Leg, leg(Pose::NO_TURN)).unwrap();
    let placement = Pose::new([1.0, 2.0, 3.0], [0.3, -0.8, 0.4, 0.2]).unwrap().placement();
    let placed = standing.placed(&placement);
    assert!(between(&placed, placement.turn.z_axis) < 0.7);
    let middle = placement.to_world(DVec3::new(0.1, 0.2, 0.3));
    assert!(DVec3::from(placed.point).abs_diff_eq(middle, 0.02), "{placed:?}");
    assert!(placed.direction.iter().fold(0.0, |a: f64, b| if b.abs() > a.abs() { *b } else { a }) > 0.0);
}

#[test]
fn legs_that_agree_share_a_line_and_splayed_ones_do_not() {
    let leg =
        |degrees| fit(PartCategory::Leg, vec![piece(Shape::cylinder(0.02, 0.3), [0.0; 3], tilt(degrees))]);
    let straight = [leg(0.0), leg(0.0), leg(180.0), leg(1.0)];
    assert!(straight.iter().all(Option::is_some));
    is(common(&straight), FitKind::Line, DVec3::Z);
    assert_eq!(common(&[leg(-12.0), leg(12.0)]), None);
    assert_eq!(common(&[leg(0.0), None]), None);
    assert_eq!(common(&[]), None);
}

#[test]
fn all_six_relations_can_be_reached_from_fitted_parts() {
    use FitKind::{Line, Plane};
    let leg = |degrees| {
        let rod = piece(Shape::cylinder(0.02, 0.3), [0.5, 0.0, 0.3], tilt(degrees));
        Fit::of_pieces(Line, &[rod]).unwrap()
    };
    let board = |degrees| {
        let board = piece(Shape::Box { half: DVec3::new(0.3, 0.4, 0.01) }, [0.0, 0.3, 0.0], tilt(degrees));
        Fit::of_pieces(Plane, &[board]).unwrap()
    };
    let pairs =
        |degrees| [(leg(0.0), leg(degrees)), (board(0.0), board(degrees)), (leg(90.0), board(degrees))];
    for degrees in [0.0, 3.0, 177.0, 180.0, 183.0] {
        for (a, b) in pairs(degrees) {
            assert_eq!(
                (relation(&a, &b), relation(&b, &a)),
                (Relation::Parallel, Relation::Parallel),
                "{degrees}"
            );
        }
    }
    for (degrees, expected) in [
        (90.0, Relation::Perpendicular),
        (-87.0, Relation::Perpendicular),
        (10.0, Relation::Unclear),
        (-80.0, Relation::Unclear),
        (45.0, Relation::Neither),
        (107.0, Relation::Neither),
    ] {
        for (a, b) in pairs(degrees) {
            assert_eq!(relation(&a, &b), expected, "{degrees}: {:?} {:?}", a.kind, b.kind);
        }
    }
}

#[test]
fn anti_parallel_vectors_are_parallel() {
    let line = |direction| Fit { kind: FitKind::Line, point: [0.0; 3], direction };
    assert_eq!(relation(&line([0.0, 0.0, 1.0]), &line([0.0, 0.0, -1.0])), Relation::Parallel);
}

#[test]
fn points_lie_on_the_surface_and_are_spread_by_area() {
    let mut rng = Seed::root(3).rng();
    let turn = [0.9, 0.2, -0.3, 0.1];
    // A frustum whose lower half has three fifths of its side, and a ring whose outer half has more than its inner.
    let frustum = piece(Shape::Frustum { bottom: 0.2, top: 0.1, half_height: 0.5 }, [1.0, 2.0, 3.0], turn);
    let surface = Surface::of(std::slice::from_ref(&frustum)).unwrap();
    let slant = DVec2::new(0.1, 1.0).length();
    let [side, caps] = [PI * 0.3 * slant, PI * (0.04 + 0.01)];
    assert!((surface.area() - side - caps).abs() < 1e-12);
    let (mut below, mut on_side) = (0.0, 0.0);
    for _ in 0..20_000 {
        let point = frustum.placement.to_local(surface.point(&mut rng));
        let radius = 0.15 - 0.1 * point.z;
        if point.z.abs() < 0.5 - 1e-9 {
            assert!((point.truncate().length() - radius).abs() < 1e-12);
            on_side += 1.0;
            below += if point.z < 0.0 { 1.0 } else { 0.0 };
        }
    }
    let share: f64 = on_side / 20_000.0;
    assert!((share - side / (side + caps)).abs() < 0.01, "{share}");
    let below: f64 = below / on_side;
    assert!((below - 0.35 / 0.6).abs() < 0.012, "{below}");
    let (ring, tube) = (0.3, 0.1);
    let surface = Surface::of(&[piece(Shape::Ring { ring, tube }, [0.0; 3], Pose::NO_TURN)]).unwrap();
    let outer =
        (0..20_000).filter(|_| surface.point(&mut rng).truncate().length() > ring).count() as f64 / 20_000.0;
    assert!((outer - (0.5 + tube / (PI * ring))).abs() < 0.012, "{outer}");
}

#[test]
fn areas_are_those_of_the_shapes() {
    let outline = vec![DVec2::ZERO, DVec2::new(3.0, 0.0), DVec2::new(0.0, 4.0)];
    for (shape, area) in [
        (Shape::Box { half: DVec3::new(0.5, 1.0, 1.5) }, 22.0),
        (Shape::Prism { outline, half_height: 0.5 }, 24.0),
        (Shape::Ball { radius: 1.0 }, 4.0 * PI),
        (Shape::Ring { ring: 2.0, tube: 1.0 }, 8.0 * PI * PI),
        (Shape::cylinder(1.0, 1.0), 6.0 * PI),
    ] {
        let found = Surface::of(&[piece(shape, [0.0; 3], Pose::NO_TURN)]).unwrap().area();
        assert!((found - area).abs() < 1e-12, "{found} {area}");
    }
}
