//! Files: what is read, what is written, and that nothing makes the readers fall over.

use crate::shapes::{angle_bar, ball, cube, ring, turned};
use proptest::prelude::*;
use spatiq_geom::mesh::{Mesh, MeshError, ReadError, Warning, obj, stl};
use spatiq_geom::{DVec3, NEVER};

type Read = Result<(Mesh, Vec<Warning>), ReadError>;

/// A mesh whose coordinates fit 32 bits.
fn mesh(triangles: &[[DVec3; 3]]) -> Mesh {
    let rounded: Vec<_> = triangles.iter().map(|t| t.map(|corner| corner.as_vec3().as_dvec3())).collect();
    Mesh::from_triangles(&rounded, NEVER).unwrap().0
}

fn text_stl(mesh: &Mesh) -> String {
    let mut text = String::from("solid of facets\n");
    for triangle in 0..mesh.triangles().len() as u32 {
        text += " facet normal nan 0 0\n  outer loop\n";
        for corner in mesh.corners(triangle) {
            text += &format!("   vertex {:e} {} {:?}\n", corner.x, corner.y, corner.z);
        }
        text += "  endloop\n endfacet\n";
    }
    text + "endsolid of facets\n"
}

fn refusal(read: Read) -> String {
    read.unwrap_err().to_string()
}

fn assert_same(read: Read, expected: &Mesh) {
    let (mesh, warnings) = read.unwrap();
    assert_eq!(warnings, []);
    assert_eq!((mesh.vertices(), mesh.triangles()), (expected.vertices(), expected.triangles()));
}

#[test]
fn the_rounding_of_an_stl_file_is_known_beforehand() {
    let far =
        |away: f64| cube().into_iter().map(|t| t.map(|p| p / 3.0 + DVec3::X * away)).collect::<Vec<_>>();
    let exact = |triangles: &[[DVec3; 3]]| Mesh::from_triangles(triangles, NEVER).unwrap().0;
    for (away, least, most) in [(0.0, 1e-9, 1e-7), (1000.0, 1e-6, 1e-3)] {
        let share = stl::rounding(&exact(&far(away)));
        assert!(share > least && share < most, "{away}: {share}");
    }
    // What was read from such a file goes back into it as it is.
    let read = stl::read(&stl::write(&exact(&far(1000.0)), NEVER).unwrap(), NEVER).unwrap().0;
    assert_eq!(stl::rounding(&read), 0.0);
}

#[test]
fn what_is_written_is_read_back_the_same() {
    for triangles in [cube(), angle_bar(), ball(10), ring(10)] {
        let mesh = mesh(&triangles);
        assert_same(stl::read(&stl::write(&mesh, NEVER).unwrap(), NEVER), &mesh);
        assert_same(stl::read(text_stl(&mesh).as_bytes(), NEVER), &mesh);
        assert_same(obj::read(&obj::write(&mesh, NEVER).unwrap(), NEVER), &mesh);
        let exact = Mesh::from_triangles(&triangles, NEVER).unwrap().0;
        assert_same(obj::read(&obj::write(&exact, NEVER).unwrap(), NEVER), &exact);
    }
}

#[test]
fn a_mesh_that_was_turned_is_read_back_the_same() {
    // Found by fuzzing: the vertices were numbered as before turning.
    let mesh = mesh(&turned(&cube()));
    assert_same(obj::read(&obj::write(&mesh, NEVER).unwrap(), NEVER), &mesh);
    assert_same(stl::read(&stl::write(&mesh, NEVER).unwrap(), NEVER), &mesh);
}

#[test]
fn a_binary_file_may_start_with_solid_and_have_bytes_left_over() {
    let mesh = mesh(&cube());
    let mut file = stl::write(&mesh, NEVER).unwrap();
    file[..14].copy_from_slice(b"solid cube\nend");
    assert_same(stl::read(&file, NEVER), &mesh);
    file.extend([1, 2, 3]);
    assert_eq!(stl::read(&file, NEVER).unwrap().1, [Warning::TrailingBytes(3)]);
}

#[test]
fn text_in_capitals_on_few_lines_with_strange_names_and_several_solids_is_read() {
    let mesh = mesh(&cube());
    let text = text_stl(&mesh);
    assert_same(stl::read(text.to_uppercase().replace('\n', "\r\n").as_bytes(), NEVER), &mesh);
    let (first, rest) = text.split_once('\n').unwrap();
    assert_same(stl::read(format!("{first}\n{}", rest.replace('\n', " ")).as_bytes(), NEVER), &mesh);
    let mut named = b"\xef\xbb\xbf  solid \xff\xfe \x00 facet\n".to_vec();
    named.extend(rest.replace(" endfacet\n", " endfacet\nendsolid\nsolid again\n").bytes());
    assert_same(stl::read(&named, NEVER), &mesh);
}

#[test]
fn a_binary_file_cut_short_says_how_many_bytes_are_missing() {
    let mut file = stl::write(&mesh(&cube()), NEVER).unwrap();
    file.truncate(file.len() - 7);
    assert_eq!(
        refusal(stl::read(&file, NEVER)),
        "the file announces 12 triangles but ends 7 bytes too early"
    );
    file[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let missing = u64::from(u32::MAX) * 50 - (file.len() as u64 - 84);
    assert_eq!(stl::read(&file, NEVER).unwrap_err(), ReadError::Truncated { triangles: u32::MAX, missing });
}

#[test]
fn bad_stl_files_each_give_one_clear_error() {
    let file = stl::write(&mesh(&cube()), NEVER).unwrap();
    let with = |at: usize, value: f32| {
        let mut file = file.clone();
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
        refusal(stl::read(&file, NEVER))
    };
    let second = 84 + 50 + 12;
    assert_eq!(with(second, f32::NAN), "triangle 2 has a coordinate that is not a finite number");
    assert_eq!(with(second + 8, f32::INFINITY), "triangle 2 has a coordinate that is not a finite number");
    assert_eq!(
        with(second + 8, -3e38),
        "triangle 2 has the coordinate -3.0e38: beyond 1e38 nothing can be calculated"
    );
    assert_eq!(stl::read(&[0; 84], NEVER).unwrap_err(), ReadError::Mesh(MeshError::Empty));
    assert_eq!(
        refusal(stl::read(b"hello", NEVER)),
        "not an STL file: 5 bytes that neither start with `solid` nor have the 84 of a binary header"
    );
    assert!(refusal(stl::read(b"", NEVER)).starts_with("not an STL file: 0 bytes"));
    let text = |content: &str| refusal(stl::read(format!("solid\n{content}").as_bytes(), NEVER));
    assert_eq!(text("endsolid"), "the mesh has no triangle with an area");
    assert_eq!(text(""), "line 1: the file ends here, without `endsolid`");
    assert_eq!(text("facet normal 0 0"), "line 2: the file ends here, before the normal is complete");
    assert_eq!(text("facet outer loop"), "line 2: `outer` where `normal` is expected");
    let loops = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\n";
    assert_eq!(text(&format!("{loops}vertex 0 1 0")), "line 7: `vertex` where `endloop` is expected");
    assert_eq!(text(&loops.replace("1 1 0", "1 x 0")), "line 6: `x` is not a number");
    assert_eq!(text(&loops.replace("1 1 0", "1 nan 0")), "line 6: `nan` is not a finite number");
    assert_eq!(text(&loops.replace("1 1 0", "1 1e400 0")), "line 6: `1e400` is not a finite number");
    let whole = format!("{loops}endloop\nendfacet\n");
    assert_eq!(text(&format!("{whole}color 1")), "line 9: `color` is not what follows here in an STL file");
    assert_eq!(
        text(&format!("{whole}endsolid\nfacet")),
        "line 10: `facet` is not what follows here in an STL file"
    );
}

#[test]
fn all_ways_to_write_a_face_are_understood() {
    let text = b"# \xff\xfe not UTF-8\r\nmtllib x.mtl\r\no thing\r\nv 0 0 0 1.0\r\nv 1 0 0 0.5 0.5 0.5\r\n\
        v 0 1 \\\r\n 0\r\nvt 0 0\r\nvn 0 0 1\r\nv 0 0 1 # apex\r\ng a b\r\ns off\r\nusemtl m\xff\r\n\
        f 1 3 2\r\nf 1/1 2/1 4/1\r\nf -3//1 -2//1 -1//1\r\nf 3/1/1 1/1/1 \\\r\n4/1/1\r\nl 1 2\r\n";
    let (mesh, warnings) = obj::read(text, NEVER).unwrap();
    assert_eq!(warnings, []);
    assert!(mesh.is_closed() && mesh.triangles().len() == 4);
    assert!((mesh.volume() - 1.0 / 6.0).abs() < 1e-15);
}

#[test]
fn faces_may_come_before_their_vertices_and_have_many_corners() {
    let text = "f 1 2 3 4 5 6\nf 12 11 10 9 8 7\nf 1 7 8 2\nf 2 8 9 3\nf 3 9 10 4\nf 4 10 11 5\nf 5 11 12 6\nf 6 12 7 1\n";
    let outline = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let points = [1, 0].iter().flat_map(|z| outline.iter().map(move |[x, y]| format!("v {x} {y} {z}\n")));
    let (mesh, warnings) =
        obj::read((text.to_owned() + &points.collect::<String>()).as_bytes(), NEVER).unwrap();
    assert_eq!(warnings, []);
    assert!(mesh.is_closed());
    assert_eq!(mesh.volume(), 3.0);
    assert_eq!(mesh.features(0.3, NEVER).unwrap().chains.len(), 18);
}

#[test]
fn bad_obj_files_each_give_one_clear_error() {
    let text =
        |content: &str| refusal(obj::read(format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{content}").as_bytes(), NEVER));
    assert_eq!(refusal(obj::read(b"", NEVER)), "the mesh has no triangle with an area");
    assert_eq!(text("f 1 2"), "line 4: a face needs at least 3 corners, this one has 2");
    assert_eq!(text("f 1 2 4"), "line 4: vertex 4 does not exist: the file has 3");
    assert_eq!(text("f 1 2 4294967296"), "line 4: vertex 4294967296 does not exist: the file has 3");
    assert_eq!(text("f 1 2 0"), "line 4: `0` refers to vertex 0, but they are counted from 1");
    for index in ["-4", "99999999999", "-9223372036854775808"] {
        let expected = format!("line 4: `{index}` refers to a vertex that the file does not have");
        assert_eq!(text(&format!("f 1 2 {index}")), expected);
    }
    assert_eq!(text("f 1 2 3.5"), "line 4: `3.5` is not the corner of a face");
    assert_eq!(text("f 1 2 /3"), "line 4: `/3` is not the corner of a face");
    assert_eq!(text("\nv 1 2"), "line 5: a vertex needs 3 coordinates, this one has 2");
    assert_eq!(text("v 1 2 nan"), "line 4: `nan` is not a finite number");
    assert_eq!(text("v 1 2 1e400"), "line 4: `1e400` is not a finite number");
    assert_eq!(text("v 1 2 1e160"), "line 4: `1e160` is too large: beyond 1e38 nothing can be calculated");
    assert_eq!(text("surf 0 1 0 1 1 2"), "line 4: `surf`: free-form curves and surfaces are not supported");
    assert_eq!(text("f 1 1 2"), "the mesh has no triangle with an area");
    let star: String = (0..3000).map(|i| format!("v {} {} 0\n", i % 2, i)).collect();
    let face: String = (4..3004).map(|i| format!(" {i}")).collect();
    assert_eq!(
        text(&format!("{star}f{face}")),
        "line 3004: a face with 3000 corners that is not convex: at most 2000"
    );
}

#[test]
fn unknown_lines_and_crossing_polygons_are_warned_of() {
    let text = "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\nv 0 1 0\nwhat is this\nf 1 2 3 4 5\nor that\n";
    let (_, warnings) = obj::read(text.as_bytes(), NEVER).unwrap();
    assert!(warnings.contains(&Warning::BadPolygons(1)));
    assert!(warnings.contains(&Warning::UnknownLines { count: 2, first: 6 }));
}

#[test]
fn a_file_cut_off_anywhere_never_panics() {
    let mesh = mesh(&angle_bar());
    let (binary, text, object) =
        (stl::write(&mesh, NEVER).unwrap(), text_stl(&mesh), obj::write(&mesh, NEVER).unwrap());
    for length in 0..binary.len() {
        assert!(stl::read(&binary[..length], NEVER).is_err(), "{length}");
    }
    for length in 0..text.len() - 20 {
        assert!(stl::read(&text.as_bytes()[..length], NEVER).is_err(), "{length}");
    }
    for length in 0..object.len() {
        if let Ok((mesh, _)) = obj::read(&object[..length], NEVER) {
            assert!(mesh.triangles().len() <= 20);
        }
    }
}

/// Asks everything that can be asked.
fn use_mesh(read: Read) {
    if let Ok((mesh, warnings)) = read {
        assert!(warnings.iter().all(|warning| !warning.to_string().is_empty()));
        let [low, high] = mesh.bounds();
        assert!(mesh.volume().is_finite() && mesh.area().is_finite());
        assert!(mesh.distance(low.lerp(high, 0.3)).is_finite());
        let features = mesh.features(0.3, NEVER).unwrap();
        features.outline(&mesh, DVec3::new(0.1, 0.2, 0.3), NEVER).unwrap();
        obj::read(&obj::write(&mesh, NEVER).unwrap(), NEVER).unwrap();
    }
}

fn flipped(file: &[u8], flips: &[(usize, u8)]) -> Vec<u8> {
    let mut file = file.to_vec();
    for (at, byte) in flips {
        let at = at % file.len();
        file[at] ^= byte;
    }
    file
}

proptest! {
    #[test]
    fn flipped_bytes_never_panic(flips in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..8)) {
        let mesh = mesh(&angle_bar());
        use_mesh(stl::read(&flipped(&stl::write(&mesh, NEVER).unwrap(), &flips), NEVER));
        use_mesh(stl::read(&flipped(text_stl(&mesh).as_bytes(), &flips), NEVER));
        use_mesh(obj::read(&flipped(&obj::write(&mesh, NEVER).unwrap(), &flips), NEVER));
    }
}
