//! What is around the objects: floor and walls, camera and lamps, each slightly different every time.

use super::{Draws, rounded};
use crate::scene::{Camera, Kind, Lamp, Pattern, Room, Scene, Texture, Walls};

/// Pairs of quiet colours for floors.
const FLOORS: &[(Pattern, [[u8; 3]; 2])] = &[
    (Pattern::Planks, [[186, 145, 104], [150, 108, 70]]),
    (Pattern::Planks, [[205, 178, 145], [178, 148, 112]]),
    (Pattern::Planks, [[122, 88, 62], [92, 64, 44]]),
    (Pattern::Tiles, [[198, 196, 190], [150, 148, 142]]),
    (Pattern::Tiles, [[176, 158, 138], [120, 106, 92]]),
    (Pattern::Checker, [[206, 202, 194], [150, 146, 140]]),
    (Pattern::Carpet, [[168, 160, 150], [142, 134, 124]]),
    (Pattern::Carpet, [[130, 138, 148], [108, 116, 128]]),
    (Pattern::Marble, [[212, 208, 200], [170, 166, 160]]),
    (Pattern::Plain, [[178, 172, 164], [160, 154, 146]]),
];

/// The same for walls, lighter, so that things stand out before them.
const WALLS: &[(Pattern, [[u8; 3]; 2])] = &[
    (Pattern::Plain, [[226, 221, 210], [210, 205, 194]]),
    (Pattern::Plain, [[205, 214, 216], [190, 200, 203]]),
    (Pattern::Plain, [[222, 212, 196], [206, 196, 180]]),
    (Pattern::Plain, [[208, 214, 200], [194, 200, 186]]),
    (Pattern::Stripes, [[222, 216, 206], [206, 199, 188]]),
    (Pattern::Stripes, [[206, 212, 218], [192, 199, 206]]),
    (Pattern::Bricks, [[196, 150, 130], [214, 206, 196]]),
    (Pattern::Bricks, [[214, 208, 200], [190, 184, 176]]),
];

/// Open ground.
const GROUNDS: &[(Pattern, [[u8; 3]; 2])] = &[
    (Pattern::Plain, [[172, 170, 166], [156, 154, 150]]),
    (Pattern::Marble, [[186, 180, 170], [160, 154, 144]]),
    (Pattern::Carpet, [[140, 150, 128], [122, 132, 110]]),
    (Pattern::Tiles, [[182, 178, 172], [150, 146, 140]]),
];

/// A scene without objects.
pub fn empty(draws: &mut Draws) -> Scene {
    let kind = draws.rules.kind;
    let room = match kind {
        Kind::Ground => Room { floor: texture(draws, GROUNDS), walls: None },
        Kind::Room | Kind::Physics => {
            let floor = texture(draws, FLOORS);
            // Side walls share their covering, as they do in most rooms.
            let (behind, aside) = (texture(draws, WALLS), texture(draws, WALLS));
            let textures = [behind, aside.clone(), aside];
            let walls = Walls { back: draws.about(4.0, 0.3), side: draws.about(5.6, 0.3), textures };
            Room { floor, walls: Some(walls) }
        }
    };
    Scene {
        kind,
        room,
        camera: camera(draws, kind),
        lamps: lamps(draws),
        ambient: draws.about(0.33, 0.03),
        objects: Vec::new(),
    }
}

fn texture(draws: &mut Draws, choice: &[(Pattern, [[u8; 3]; 2])]) -> Texture {
    let (pattern, colours) = *draws.rng.pick(choice);
    let scale = match pattern {
        Pattern::Planks => draws.about(1.5, 0.3),
        Pattern::Bricks => draws.about(0.7, 0.1),
        Pattern::Marble => draws.about(2.0, 0.5),
        Pattern::Stripes => draws.about(0.7, 0.3),
        _ => draws.about(0.9, 0.25),
    };
    let turn = match pattern {
        Pattern::Planks | Pattern::Tiles | Pattern::Checker | Pattern::Carpet => {
            90.0 * draws.rng.below(2) as f64
        }
        _ => 0.0,
    };
    Texture { pattern, colours, scale, turn, seed: draws.rng.below(1 << 20) as u32 }
}

fn camera(draws: &mut Draws, kind: Kind) -> Camera {
    let [eye, at] = match kind {
        Kind::Room => [[0.0, -9.4, 4.6], [0.0, 0.0, 0.6]],
        // Stacks are tall.
        Kind::Physics => [[0.0, -10.1, 4.5], [0.0, 0.0, 1.2]],
        Kind::Ground => [[0.0, -10.5, 6.3], [0.0, 0.0, 0.3]],
    };
    let mut jitter = |middle: [f64; 3], most: f64| middle.map(|value| draws.about(value, most));
    Camera { eye: jitter(eye, 0.35), at: jitter(at, 0.15), focal: rounded(35.0 / 36.0) }
}

/// A strong lamp from the right, a weaker one from the left, and one above the back, like those of the original.
fn lamps(draws: &mut Draws) -> Vec<Lamp> {
    [
        ([4.3, -6.6, 8.4], 0.8, [0.92, 0.89, 0.83]),
        ([-4.5, -7.4, 6.6], 1.1, [0.36, 0.38, 0.42]),
        ([0.0, 1.8, 9.0], 1.1, [0.28, 0.28, 0.28]),
    ]
    .map(|(position, radius, power)| {
        let strength = draws.about(1.0, 0.1);
        Lamp {
            position: position.map(|value: f64| draws.about(value, 0.7)),
            aim: [0.0, 0.0, 0.0],
            radius,
            power: power.map(|power: f64| rounded(power * strength)),
        }
    })
    .into()
}
