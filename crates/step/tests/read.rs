//! STEP files in, bodies out: volumes, edges, assemblies, and what is wrong with files.

mod text;

use spatiq_geom::mesh::{FEATURE_ANGLE, Warning};
use spatiq_geom::{NEVER, Placement};
use spatiq_step::{Reading, StepError, read};
use std::f64::consts::PI;
use text::Text;

fn reading(text: &Text) -> Reading {
    let reading = read(text.finish().as_bytes(), NEVER).unwrap();
    assert!(
        reading.faults.is_empty() && reading.warnings.is_empty(),
        "{:?} {:?}",
        reading.faults,
        reading.warnings
    );
    reading
}

/// The volume, and how many lines are sharp edges.
fn measured(text: &Text) -> (f64, usize) {
    let body = reading(text).body;
    assert!(body.mesh.is_closed());
    let volume = body.mesh.volume();
    let leaf = body.leaf(Placement::IDENTITY, FEATURE_ANGLE, NEVER).unwrap();
    (volume, leaf.mesh().unwrap().features.chains.len())
}

fn near(one: f64, other: f64, share: f64) -> bool {
    (one - other).abs() <= share * other.abs()
}

fn alone(solid: u64, mut text: Text, millimetres: f64) -> Text {
    let context = text.context(millimetres);
    text.shape(&[solid], context);
    text
}

#[test]
fn a_box_has_its_volume_and_twelve_edges() {
    let mut text = Text::default();
    let solid = text.cuboid([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]);
    let (volume, edges) = measured(&alone(solid, text, 1.0));
    assert!(near(volume, 6.0, 1e-12) && edges == 12, "{volume} {edges}");
}

#[test]
fn inches_become_millimetres() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [1.0; 3]);
    let (volume, _) = measured(&alone(solid, text, 25.4));
    assert!(near(volume, 25.4 * 25.4 * 25.4, 1e-12), "{volume}");
}

#[test]
fn a_cylinder_is_round_with_a_seam_and_without_and_the_seam_is_no_edge() {
    for seam in [true, false] {
        let mut text = Text::default();
        let solid = text.cylinder(2.0, 5.0, seam);
        let (volume, edges) = measured(&alone(solid, text, 1.0));
        assert!(near(volume, PI * 4.0 * 5.0, 2e-3), "{volume}");
        assert_eq!(edges, 2, "seam {seam}");
    }
}

#[test]
fn a_whole_sphere_and_a_whole_torus_need_no_edges() {
    for (surface, volume) in [
        ("SPHERICAL_SURFACE('',#F,2.)", 4.0 / 3.0 * PI * 8.0),
        ("TOROIDAL_SURFACE('',#F,3.,1.)", 2.0 * PI * PI * 3.0),
    ] {
        let mut text = Text::default();
        let frame = text.frame([1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [1.0, 0.0, 0.0]);
        let surface = text.add(surface.replace("#F", &format!("#{frame}")));
        let vertex = text.vertex([1.0, 1.0, 1.0]);
        let ring = text.add(format!("VERTEX_LOOP('',#{vertex})"));
        let bound = text.add(format!("FACE_BOUND('',#{ring},.T.)"));
        let face = text.add(format!("ADVANCED_FACE('',(#{bound}),#{surface},.T.)"));
        let solid = text.solid(&[face]);
        let (found, edges) = measured(&alone(solid, text, 1.0));
        assert!(near(found, volume, 3e-3) && edges == 0, "{found} {volume} {edges}");
    }
}

#[test]
fn a_cone_ends_in_its_tip() {
    let mut text = Text::default();
    let vertex = text.vertex([1.0, 0.0, 0.0]);
    let circle = text.circle(vertex, [0.0; 3], 1.0);
    let frame = text.frame([0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let plane = text.add(format!("PLANE('',#{frame})"));
    let bottom = text.face(plane, &[&[(circle, false)]], false);
    let down = text.frame([0.0; 3], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]);
    let cone = text.add(format!("CONICAL_SURFACE('',#{down},1.,{:?})", PI / 8.0));
    let side = text.face(cone, &[&[(circle, true)]], true);
    let solid = text.solid(&[bottom, side]);
    let (volume, edges) = measured(&alone(solid, text, 1.0));
    let height = 1.0 / (PI / 8.0).tan_by_libm();
    assert!(near(volume, PI * height / 3.0, 3e-3) && edges == 1, "{volume} {edges}");
}

trait Tangent {
    fn tan_by_libm(self) -> f64;
}

impl Tangent for f64 {
    fn tan_by_libm(self) -> f64 {
        libm::tan(self)
    }
}

#[test]
fn parts_stand_where_the_assembly_puts_them_as_often_as_it_does() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [1.0, 1.0, 1.0]);
    let (inches, millimetres) = (text.context(25.4), text.context(1.0));
    let origin = text.frame([0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let part = text.shape(&[solid, origin], inches);
    let mut places = Vec::new();
    for x in [0.0, 100.0] {
        places.push(text.frame([x, 0.0, 50.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
    }
    let whole = text.add(format!("SHAPE_REPRESENTATION('',(#{},#{}),#{millimetres})", places[0], places[1]));
    for place in places {
        let moved = text.add(format!("ITEM_DEFINED_TRANSFORMATION('','',#{origin},#{place})"));
        text.add(format!(
            "(REPRESENTATION_RELATIONSHIP('','',#{part},#{whole})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#{moved})\
             SHAPE_REPRESENTATION_RELATIONSHIP())"
        ));
    }
    let body = reading(&text).body;
    assert!(near(body.mesh.volume(), 2.0 * 25.4 * 25.4 * 25.4, 1e-9));
    let [low, high] = body.mesh.bounds();
    assert!(low.abs_diff_eq([0.0, 0.0, 50.0].into(), 1e-9), "{low}");
    assert!(high.abs_diff_eq([125.4, 25.4, 75.4].into(), 1e-9), "{high}");
}

/// Says that one representation is placed within another; the number of that.
fn within(text: &mut Text, child: u64, parent: u64) -> u64 {
    let frame = text.frame([2.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let moved = text.add(format!("ITEM_DEFINED_TRANSFORMATION('','',#{frame},#{frame})"));
    text.add(format!(
        "(REPRESENTATION_RELATIONSHIP('','',#{child},#{parent})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#{moved})\
         SHAPE_REPRESENTATION_RELATIONSHIP())"
    ))
}

#[test]
fn a_part_that_contains_itself_is_named_and_nothing_is_lost() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [1.0; 3]);
    let context = text.context(1.0);
    let (root, inner) = (text.shape(&[solid], context), text.shape(&[solid], context));
    within(&mut text, inner, root);
    let wrong = within(&mut text, inner, inner);
    let reading = read(text.finish().as_bytes(), NEVER).unwrap();
    let [fault] = reading.faults.as_slice() else { panic!("{:?}", reading.faults) };
    assert!(fault.entity == wrong && fault.what.contains("would contain itself"), "{fault}");
    assert!(near(reading.body.mesh.volume(), 2.0, 1e-9));
}

#[test]
fn an_assembly_that_contains_itself_is_not_followed_for_ever() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [1.0; 3]);
    let context = text.context(1.0);
    let [root, inner, other] = [0; 3].map(|_| text.shape(&[solid], context));
    for (child, parent) in [(inner, root), (other, inner), (inner, other)] {
        within(&mut text, child, parent);
    }
    let reading = read(text.finish().as_bytes(), NEVER).unwrap();
    assert!(
        reading.faults.iter().any(|fault| fault.what.contains("contains itself")),
        "{:?}",
        reading.faults
    );
}

#[test]
fn solids_that_only_an_assembly_within_itself_has_are_named() {
    let mut text = Text::default();
    let (solid, lost) = (text.cuboid([0.0; 3], [1.0; 3]), text.cuboid([3.0; 3], [4.0; 3]));
    let context = text.context(1.0);
    text.shape(&[solid], context);
    let frame = text.frame([2.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let (round, back) = (text.shape(&[frame], context), text.shape(&[frame], context));
    let part = text.shape(&[lost], context);
    for (child, parent) in [(part, round), (round, back), (back, round)] {
        within(&mut text, child, parent);
    }
    let reading = read(text.finish().as_bytes(), NEVER).unwrap();
    assert!(near(reading.body.mesh.volume(), 1.0, 1e-9));
    let named: Vec<u64> = reading.faults.iter().map(|fault| fault.entity).collect();
    assert_eq!(named, [part], "{:?}", reading.faults);
}

#[test]
fn a_length_of_unknown_unit_is_a_millimetre_and_that_is_said() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [2.0; 3]);
    let unit = text.add("(FURLONG_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))");
    let context = text.add(format!("(GLOBAL_UNIT_ASSIGNED_CONTEXT((#{unit}))REPRESENTATION_CONTEXT('',''))"));
    text.shape(&[solid], context);
    let reading = read(text.finish().as_bytes(), NEVER).unwrap();
    assert!(near(reading.body.mesh.volume(), 8.0, 1e-9));
    let [fault] = reading.faults.as_slice() else { panic!("{:?}", reading.faults) };
    assert!(fault.entity == context && fault.what.contains("millimetres"), "{fault}");
}

#[test]
fn a_face_whose_surface_is_elsewhere_is_left_out_and_named() {
    let mut text = Text::default();
    let solid = text.cylinder(2.0, 5.0, true);
    let text = alone(solid, text, 1.0).finish();
    let (before, after) = text.split_once("CYLINDRICAL_SURFACE").unwrap();
    let absurd = format!("{before}CYLINDRICAL_SURFACE{}", after.replacen("2.0", "2.0E12", 1));
    let reading = read(absurd.as_bytes(), NEVER).unwrap();
    // The two ends are left.
    assert!(reading.body.mesh.triangles().len() < 500);
    let [fault] = reading.faults.as_slice() else { panic!("{:?}", reading.faults) };
    assert!(fault.entity > 0 && fault.what.contains("far from its surface"), "{fault}");
}

#[test]
fn assemblies_that_multiply_beyond_measure_are_refused() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [1.0; 3]);
    let context = text.context(1.0);
    let mut child = text.shape(&[solid], context);
    let frame = text.frame([2.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let moved = text.add(format!("ITEM_DEFINED_TRANSFORMATION('','',#{frame},#{frame})"));
    for _ in 0..40 {
        let parent = text.shape(&[frame], context);
        for _ in 0..2 {
            text.add(format!(
                "(REPRESENTATION_RELATIONSHIP('','',#{child},#{parent})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(#{moved})\
                 SHAPE_REPRESENTATION_RELATIONSHIP())"
            ));
        }
        child = parent;
    }
    assert!(matches!(read(text.finish().as_bytes(), NEVER), Err(StepError::TooLarge(_))));
}

#[test]
fn what_cannot_be_read_is_named_by_its_number_and_the_rest_is_there() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [1.0; 3]);
    let whole = alone(solid, text, 1.0).finish();
    let number = |name: &str| {
        let line = whole.lines().find(|line| line.contains(name)).unwrap();
        line[1..line.find('=').unwrap()].parse::<u64>().unwrap()
    };
    let (plane, point) = (number("=PLANE"), number("=CARTESIAN_POINT"));
    for (from, to, entity, what) in [
        ("=PLANE", "=BLANCMANGE_SURFACE", plane, "not read"),
        (
            "=CARTESIAN_POINT('',(0.0,0.0,0.0))",
            "=CARTESIAN_POINT('',(1.E300,0.,0.))",
            point,
            "nothing can be calculated",
        ),
        ("=CARTESIAN_POINT('',(0.0,0.0,0.0))", "=CARTESIAN_POINT('',(0.,NAN,0.))", point, "cannot be read"),
    ] {
        let bad = whole.replacen(from, to, 1);
        let reading = read(bad.as_bytes(), NEVER).unwrap();
        assert!(
            reading.faults.iter().any(|fault| fault.entity == entity && fault.what.contains(what)),
            "{:?}",
            reading.faults
        );
        assert!(reading.warnings.iter().any(|warning| matches!(warning, Warning::Open(_))));
    }
    let gone = whole.replacen(&format!("#{point}="), "#99999=", 1);
    assert!(
        read(gone.as_bytes(), NEVER)
            .unwrap()
            .faults
            .iter()
            .any(|fault| fault.to_string().starts_with(&format!("#{point}: ")))
    );
}

#[test]
fn a_solid_that_is_inside_out_is_turned_and_said_so() {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [1.0, 2.0, 3.0]);
    let text = alone(solid, text, 1.0).finish();
    let turned = text.replace("FACE_BOUND('',", "FACE_BOUND('' ,");
    let turned: String = turned
        .lines()
        .map(|line| {
            if line.contains("ADVANCED_FACE") {
                line.replace(".T.)", ".F.)") + "\n"
            } else {
                line.to_owned() + "\n"
            }
        })
        .collect();
    let reading = read(turned.as_bytes(), NEVER).unwrap();
    assert!(near(reading.body.mesh.volume(), 6.0, 1e-12));
    assert!(
        reading.warnings.iter().any(|warning| matches!(warning, Warning::InsideOut(_))),
        "{:?}",
        reading.warnings
    );
}

#[test]
fn files_without_anything_to_draw_say_so() {
    for (data, words) in [
        ("", "no solids and no shells"),
        ("#1=MANIFOLD_SOLID_BREP('',#2);", "#2: "),
        ("#1=MANIFOLD_SOLID_BREP('',#1);", "is not a shell"),
    ] {
        let text = format!("ISO-10303-21;\nDATA;\n{data}\nENDSEC;\nEND-ISO-10303-21;\n");
        let error = read(text.as_bytes(), NEVER).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(read(b"solid x", NEVER).unwrap_err(), StepError::NotStep);
    assert!(read(b"ISO-10303-21;\nDATA;\n#1=A(", NEVER).unwrap_err().to_string().contains("cut off"));
}
