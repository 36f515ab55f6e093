//! What damaged files were found to do, by fuzzing and by hand: each kind of damage is done here to a small whole file, and must end as
//! an error or a warning that names the entity, in no time.

mod text;

use spatiq_geom::NEVER;
use spatiq_step::{Reading, StepError, read};
use text::Text;

/// A box in millimetres.
fn cuboid() -> String {
    let mut text = Text::default();
    let solid = text.cuboid([0.0; 3], [2.0, 3.0, 4.0]);
    let context = text.context(1.0);
    text.shape(&[solid], context);
    text.finish()
}

/// A cylinder with a seam.
fn cylinder() -> String {
    let mut text = Text::default();
    let solid = text.cylinder(2.0, 5.0, true);
    let context = text.context(1.0);
    text.shape(&[solid], context);
    text.finish()
}

/// The number of the first entity of a kind.
fn number(file: &str, kind: &str) -> u64 {
    let line = file.lines().find(|line| line.contains(&format!("={kind}("))).expect("such an entity");
    line[1..line.find('=').expect("a number")].parse().expect("digits")
}

/// The file with the first entity of a kind replaced by another of the same number.
fn replaced(file: &str, kind: &str, by: impl Fn(u64) -> String) -> (String, u64) {
    let number = number(file, kind);
    let start = format!("#{number}=");
    let line = |line: &str| {
        if line.starts_with(&start) { format!("{start}{};\n", by(number)) } else { format!("{line}\n") }
    };
    (file.lines().map(line).collect(), number)
}

/// What is read; a fault must name the entity and say these words, and the faces that do not need it must be there.
fn warned(file: &str, entity: u64, words: &str) -> Reading {
    let reading = read(file.as_bytes(), NEVER).unwrap_or_else(|error| panic!("{words}: {error}"));
    let named = |fault: &spatiq_step::Fault| fault.entity == entity && fault.to_string().contains(words);
    assert!(reading.faults.iter().any(named), "#{entity} {words:?}: {:?}", reading.faults);
    assert!(!reading.body.mesh.triangles().is_empty());
    reading
}

#[test]
fn a_surface_that_is_made_of_itself() {
    let (file, plane) = replaced(&cuboid(), "PLANE", |own| format!("OFFSET_SURFACE('',#{own},1.,.F.)"));
    warned(&file, plane, "refers to itself");
    // A ring of two.
    let (file, plane) = replaced(&cuboid(), "PLANE", |_| "OFFSET_SURFACE('',#90001,1.,.F.)".into());
    let file = file.replace("DATA;\n", &format!("DATA;\n#90001=OFFSET_SURFACE('',#{plane},1.,.F.);\n"));
    let reading = read(file.as_bytes(), NEVER).unwrap();
    assert!(reading.faults.iter().any(|fault| fault.to_string().contains("itself")), "{:?}", reading.faults);
}

#[test]
fn a_curve_that_is_a_surface_of_itself() {
    let (file, side) = replaced(&cylinder(), "CYLINDRICAL_SURFACE", |own| {
        format!("SURFACE_OF_LINEAR_EXTRUSION('',#{own},#{own})")
    });
    let reading = read(file.as_bytes(), NEVER).unwrap();
    assert!(reading.faults.iter().any(|fault| fault.to_string().contains(&format!("#{side}"))));
}

#[test]
fn a_loop_of_itself() {
    let (file, ring) = replaced(&cuboid(), "EDGE_LOOP", |own| format!("EDGE_LOOP('',(#{own},#{own}))"));
    warned(&file, ring, "is a kind of edge that is not read");
}

#[test]
fn a_trimmed_curve_of_itself() {
    let (file, _) = replaced(&cuboid(), "LINE", |own| {
        format!("TRIMMED_CURVE('',#{own},(PARAMETER_VALUE(0.)),(PARAMETER_VALUE(1.)),.T.,.PARAMETER.)")
    });
    let reading = read(file.as_bytes(), NEVER).unwrap();
    assert!(!reading.faults.is_empty());
}

#[test]
fn radii_that_are_none() {
    for (radius, words) in [
        ("0.", "is not more than 0"),
        ("-2.", "is not more than 0"),
        ("1.E300", "beyond 1e30"),
        ("NAN", "cannot be read"),
        ("'two'", "parameter 3"),
        ("$", "parameter 3"),
    ] {
        let frame = number(&cylinder(), "AXIS2_PLACEMENT_3D");
        let (file, side) = replaced(&cylinder(), "CYLINDRICAL_SURFACE", |_| {
            format!("CYLINDRICAL_SURFACE('',#{frame},{radius})")
        });
        warned(&file, side, words);
    }
}

#[test]
fn coordinates_that_are_none() {
    for (value, words) in [("1.E300", "beyond 1e30"), ("-1.E999", "beyond 1e30"), ("INF", "cannot be read")] {
        let (file, point) =
            replaced(&cuboid(), "CARTESIAN_POINT", |_| format!("CARTESIAN_POINT('',({value},0.,0.))"));
        let reading = warned(&file, point, words);
        assert!(reading.body.mesh.vertices().iter().all(|vertex| vertex.is_finite()));
    }
}

#[test]
fn entities_that_are_not_there() {
    for kind in ["PLANE", "VERTEX_POINT", "LINE", "ORIENTED_EDGE", "FACE_BOUND", "DIRECTION"] {
        let whole = cuboid();
        let gone = number(&whole, kind);
        let file = whole.replacen(&format!("#{gone}="), "#4000000000=", 1);
        warned(&file, gone, "is not there");
    }
    let whole = cuboid();
    let shell = number(&whole, "CLOSED_SHELL");
    let error = read(whole.replacen(&format!("#{shell}="), "#90001=", 1).as_bytes(), NEVER).unwrap_err();
    assert!(error.to_string().contains(&format!("#{shell}")), "{error}");
}

#[test]
fn units_that_are_missing_or_unheard_of() {
    for (from, to) in [
        (".MILLI.", ".ZORK."),
        (".METRE.", ".PARSEC."),
        ("LENGTH_MEASURE(1.0)", "LENGTH_MEASURE(0.)"),
        ("LENGTH_MEASURE(1.0)", "LENGTH_MEASURE(-1.)"),
        ("LENGTH_MEASURE(1.0)", "LENGTH_MEASURE(1.E300)"),
    ] {
        let reading = read(cuboid().replacen(from, to, 1).as_bytes(), NEVER).unwrap();
        let said = reading.faults.iter().any(|fault| fault.to_string().contains("millimetres"));
        assert!(said && (reading.body.mesh.volume() - 24.0).abs() < 1e-9, "{to}: {:?}", reading.faults);
    }
}

#[test]
fn parentheses_without_end() {
    for count in [100, 100_000] {
        let deep = format!("#90001=LINE({}{});\n", "(".repeat(count), ")".repeat(count));
        let reading = read(cuboid().replace("DATA;\n", &format!("DATA;\n{deep}")).as_bytes(), NEVER).unwrap();
        assert!((reading.body.mesh.volume() - 24.0).abs() < 1e-9);
        let (file, plane) =
            replaced(&cuboid(), "PLANE", |_| format!("PLANE{}#1{}", "(".repeat(count), ")".repeat(count)));
        let faults = read(file.as_bytes(), NEVER).unwrap().faults;
        assert!(faults.iter().any(|fault| fault.entity == plane), "{faults:?}");
    }
}

#[test]
fn flags_that_are_turned_around() {
    // Arcs then go the long way, and faces lie outside of their bounds.
    for file in [cuboid(), cylinder()] {
        for (at, _) in file.match_indices(".T.") {
            let mut turned = file.clone();
            turned.replace_range(at..at + 3, ".F.");
            let reading = read(turned.as_bytes(), NEVER).unwrap();
            assert!(reading.body.mesh.triangles().len() < 100_000);
        }
    }
}

#[test]
fn a_file_that_is_cut_off_anywhere() {
    let whole = cylinder();
    let end = whole.find("ENDSEC;\nEND-ISO").expect("an end");
    for at in (0..end).step_by(7) {
        match read(&whole.as_bytes()[..at], NEVER) {
            Err(StepError::NotStep) => assert!(at < 13),
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(_) => panic!("{at} of {} bytes were enough", whole.len()),
        }
    }
}

#[test]
fn control_points_that_do_not_fit_their_knots() {
    let points = "((#1,#1),(#1,#1))";
    for (degree, multiplicities, knots) in [
        ("1,1", "(2,2),(2,2)", "(0.,0.),(0.,1.)"),
        ("1,1", "(2,999999999),(2,2)", "(0.,1.),(0.,1.)"),
        ("1,1", "(2,-2),(2,2)", "(0.,1.),(0.,1.)"),
        ("0,1", "(2,2),(2,2)", "(0.,1.),(0.,1.)"),
        ("999999999,1", "(2,2),(2,2)", "(0.,1.),(0.,1.)"),
        ("1,1", "(2,2),(2,2)", "(1.,0.),(0.,1.)"),
        ("1,1", "(),()", "(),()"),
    ] {
        let (file, plane) = replaced(&cuboid(), "PLANE", |_| {
            format!(
                "B_SPLINE_SURFACE_WITH_KNOTS('',{degree},{points},.UNSPECIFIED.,.F.,.F.,.F.,{multiplicities},{knots},\
                 .UNSPECIFIED.)"
            )
        });
        let faults = read(file.as_bytes(), NEVER).unwrap().faults;
        assert!(
            faults.iter().any(|fault| fault.to_string().contains(&format!("#{plane}"))),
            "{knots} {faults:?}"
        );
    }
}
