//! Meshes of real parts, where the folder with them is at hand.

use crate::shapes::Random;
use spatiq_geom::NEVER;
use spatiq_geom::mesh::{FEATURE_ANGLE, stl};
use std::path::Path;

#[test]
fn real_parts_are_read_and_agree_with_themselves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cad");
    for number in 5..=9 {
        let path = folder.join(format!("abc{number}.stl"));
        let Ok(bytes) = std::fs::read(&path) else {
            eprintln!("skipped: no {}", path.display());
            continue;
        };
        let (mesh, warnings) = stl::read(&bytes, NEVER).unwrap();
        let features = mesh.features(FEATURE_ANGLE, NEVER).unwrap();
        let count = |closed: bool| features.chains.iter().filter(|chain| chain.closed == closed).count();
        println!("abc{number}: {} triangles, volume {}", mesh.triangles().len(), mesh.volume());
        println!("  {} open and {} closed chains, {:?}", count(false), count(true), warnings);
        let [low, high] = mesh.bounds();
        let mut random = Random(6);
        let mut inside = 0;
        for _ in 0..3000 {
            let point = (low + high) / 2.0 + random.point(1.0) * (high - low) / 2.0;
            inside += usize::from(mesh.contains(point));
        }
        let share = mesh.volume() / (high - low).element_product();
        if mesh.is_closed() {
            assert!((inside as f64 / 3000.0 - share).abs() < 0.04, "abc{number}: {inside} of 3000, {share}");
        }
    }
}
