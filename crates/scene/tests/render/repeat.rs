//! The same scene gives the same bytes, whatever the number of threads.

use crate::scenes::{furnished, shapes};
use spatiq_scene::Scene;
use spatiq_scene::layers::{LayerFile, files};
use spatiq_scene::render::{Quality, render};

/// Not a multiple of the renderer's tiles, nor of eight.
const SIZE: [usize; 2] = [151, 90];

fn on(threads: usize, scene: &Scene, quality: &Quality) -> Vec<LayerFile> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(|| {
        let (frame, picture) = render(scene, SIZE, quality);
        files(scene, &frame, &picture)
    })
}

#[test]
fn all_files_have_the_same_bytes_on_one_thread_on_three_and_again() {
    for scene in [furnished(1), shapes(2)] {
        for quality in [Quality::FAST, Quality::DEFAULT, Quality::FINE] {
            let once = on(1, &scene, &quality);
            assert!(once == on(3, &scene, &quality), "threads make a difference");
            assert!(once == on(1, &scene, &quality), "two runs differ");
        }
    }
}

#[test]
fn more_rays_change_the_picture_but_not_the_layers() {
    let scene = furnished(1);
    let [fast, fine] = [Quality::FAST, Quality::FINE].map(|quality| on(2, &scene, &quality));
    assert_ne!(fast[0], fine[0], "image.png");
    assert!(fast[1..] == fine[1..], "layers depend on the quality");
}
