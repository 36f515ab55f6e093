//! Colours: paint and patterns in the light that reaches them, and smooth edges.

use super::frame::{Frame, View};
use super::light::{Light, Source, normal_at};
use super::tone::{linear, shade};
use super::world::{Hit, Surface, World, is_step, may_have_steps};
use super::{Quality, ROWS};
use crate::scene::{Lamp, Scene};
use glam::DVec3;
use rayon::prelude::*;
use spatiq_raster::Rgb;

/// How much painted surfaces shine, and how narrowly.
const SHINE: (f64, i32) = (0.16, 5);

/// Seen from so far, open ground is as bright as the sky, in metres.
const HAZE: f64 = 60.0;

/// What open ground fades into.
const SKY: [f64; 3] = [0.72, 0.77, 0.82];

/// Neighbouring pixels of one face differ less in depth, in metres.
const DEPTH_STEP: f32 = 0.1;

/// Rays for light at a place that no pixel's middle shows.
const RAYS: usize = 4;

/// The picture of a frame.
pub fn paint(scene: &Scene, world: &World, frame: &Frame, quality: &Quality) -> Rgb {
    let painter = Painter::new(scene, world, frame, quality);
    let [width, height] = frame.size;
    let pixel = |at: usize| {
        let colour = match quality.edge > 1 && painter.is_edge(at) {
            true => painter.edge(at, quality.edge),
            false => painter.middle(at),
        };
        colour.map(|shade| (shade + 0.5) as u8)
    };
    let pixels = (0..width * height).into_par_iter().with_max_len(width * ROWS).map(pixel).collect();
    Rgb { width, height, pixels }
}

/// The paint of every part, linear.
fn paints(scene: &Scene) -> Vec<[f64; 3]> {
    let of_object = |object: &crate::scene::Object| -> Vec<[f64; 3]> {
        let paint = |part: &crate::model::Part| {
            object.paint.get(&part.category).map_or([128; 3], |paint| paint.rgb())
        };
        object.model.parts.iter().map(|part| paint(part).map(linear)).collect()
    };
    scene.objects.iter().flat_map(of_object).collect()
}

struct Painter<'a> {
    scene: &'a Scene,
    world: &'a World<'a>,
    frame: &'a Frame,
    light: Light,
    view: View,
    paints: Vec<[f64; 3]>,
    lamps: Vec<Glow>,
}

/// A place that is seen, and how.
struct Place {
    surface: Surface,
    point: DVec3,
    normal: DVec3,
    direction: DVec3,
    distance: f64,
}

impl<'a> Painter<'a> {
    fn new(scene: &'a Scene, world: &'a World<'a>, frame: &'a Frame, quality: &Quality) -> Self {
        Painter {
            scene,
            world,
            frame,
            light: Light::new(scene, world, frame, quality),
            view: View::new(&scene.camera, frame.size),
            paints: paints(scene),
            lamps: scene.lamps.iter().map(Glow::new).collect(),
        }
    }

    /// Whether a neighbour shows another face.
    fn is_edge(&self, at: usize) -> bool {
        let [width, height] = self.frame.size;
        let (x, y) = (at % width, at / width);
        let differs = |other: usize| {
            let face = self.frame.faces[at];
            face != self.frame.faces[other]
                || self.frame.parts[at] != 0
                    && (self.frame.depth[at] - self.frame.depth[other]).abs() > DEPTH_STEP
                || may_have_steps(face) && {
                    let points = self.point(at).zip(self.point(other));
                    points.is_some_and(|(own, point)| is_step(normal_at(self.frame, at), own, point))
                }
        };
        x > 0 && differs(at - 1)
            || x + 1 < width && differs(at + 1)
            || y > 0 && differs(at - width)
            || y + 1 < height && differs(at + width)
    }

    /// What the middle of a pixel shows.
    fn point(&self, at: usize) -> Option<DVec3> {
        let [x, y] = self.corner(at);
        self.frame.hits[at].map(|hit| self.view.eye + self.view.direction([x + 0.5, y + 0.5]) * hit.distance)
    }

    /// The shades of what the middle of a pixel shows.
    fn middle(&self, at: usize) -> [f64; 3] {
        let [x, y] = self.corner(at);
        let direction = self.view.direction([x + 0.5, y + 0.5]);
        let Some(hit) = self.frame.hits[at] else { return SKY.map(shade) };
        let place = self.place(hit, direction, normal_at(self.frame, at));
        self.colour(&place, |lamp| f64::from(self.light.lamps[lamp][at]), f64::from(self.light.open[at]))
    }

    /// The mean of the shades that several places of a pixel show.
    fn edge(&self, at: usize, rays: usize) -> [f64; 3] {
        let [x, y] = self.corner(at);
        let mut sum = [0.0; 3];
        for k in 0..rays {
            // A lattice of which no two points share a row or a column.
            let across = (k as f64 + 0.5) / rays as f64;
            let down = (0.5 + 0.618_033_988_749_894_9 * k as f64).fract();
            let direction = self.view.direction([x + across, y + down]);
            let colour = match self.world.first(self.view.eye, direction) {
                None => SKY.map(shade),
                Some(hit) => self.inside(at, hit, direction),
            };
            sum.iter_mut().zip(colour).for_each(|(sum, colour)| *sum += colour);
        }
        sum.map(|sum| sum / rays as f64)
    }

    /// The shades of what a ray within a pixel meets, in the light of a pixel nearby that shows the same.
    fn inside(&self, at: usize, hit: Hit, direction: DVec3) -> [f64; 3] {
        let point = self.view.eye + direction * hit.distance;
        let (normal, face) = self.world.face(hit.surface, point, direction);
        let place = self.place(hit, direction, normal);
        match self.neighbours(at).find(|other| self.frame.faces[*other] == face) {
            Some(other) => {
                let open = f64::from(self.light.open[other]);
                self.colour(&place, |lamp| f64::from(self.light.lamps[lamp][other]), open)
            }
            None => {
                let seen = |source: &Source| source.seen(self.world, point, normal, RAYS);
                let lamp = |lamp: usize| seen(&self.lamps[lamp].source);
                self.colour(&place, lamp, seen(&Source::Surroundings))
            }
        }
    }

    /// A pixel and those around it, the nearest first.
    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        const NEAREST: [[isize; 2]; 9] =
            [[0, 0], [0, -1], [-1, 0], [1, 0], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1]];
        let [width, height] = self.frame.size;
        NEAREST.into_iter().filter_map(move |[dx, dy]| {
            let x = (at % width).checked_add_signed(dx).filter(|x| *x < width)?;
            let y = (at / width).checked_add_signed(dy).filter(|y| *y < height)?;
            Some(y * width + x)
        })
    }

    fn corner(&self, at: usize) -> [f64; 2] {
        [at % self.frame.size[0], at / self.frame.size[0]].map(|pixel| pixel as f64)
    }

    fn place(&self, hit: Hit, direction: DVec3, normal: DVec3) -> Place {
        let point = self.view.eye + direction * hit.distance;
        Place { surface: hit.surface, point, normal, direction, distance: hit.distance }
    }

    /// The shades of a place, given how much of each lamp and of the surroundings it sees.
    fn colour(&self, place: &Place, seen: impl Fn(usize) -> f64, open: f64) -> [f64; 3] {
        let (own, normal, is_painted) = match place.surface {
            Surface::Body(at) => {
                let normal = self.world.soft_normal(at, place.point, place.normal);
                (self.paints[usize::from(self.world.part(at))], normal, true)
            }
            Surface::Plane(plane) => (self.covering(plane, place), place.normal, false),
        };
        // Light from above is stronger than what the floor throws back.
        let around = self.scene.ambient * open * (0.8 + 0.2 * normal.z);
        let mut light = own.map(|own| own * around);
        for (at, lamp) in self.lamps.iter().enumerate() {
            let (strength, towards) = lamp.arriving(place);
            let falls = normal.dot(towards);
            let arrives = if falls > 0.0 && strength > 0.0 { strength * seen(at) } else { 0.0 };
            if arrives > 0.0 {
                let shine = if is_painted { glance(place, normal, towards) } else { 0.0 };
                for channel in 0..3 {
                    light[channel] += lamp.power[channel] * arrives * (falls * own[channel] + shine);
                }
            }
        }
        if self.scene.room.walls.is_none() {
            let haze = (place.distance / HAZE).min(1.0);
            let haze = haze * haze;
            light = std::array::from_fn(|channel| light[channel] + (SKY[channel] - light[channel]) * haze);
        }
        light.map(shade)
    }

    /// The pattern of a plane of the room, averaged over the pixel.
    fn covering(&self, plane: u8, place: &Place) -> [f64; 3] {
        // Seen at a slant a pixel covers more; the mean of its two sides keeps patterns crisp and calm.
        let slant = place.direction.dot(place.normal).abs().max(0.05);
        self.world.cover(plane, place.point, self.view.pixel * place.distance / slant.sqrt())
    }
}

/// A lamp with what every place needs.
struct Glow {
    source: Source,
    position: DVec3,
    /// Where it looks, of length one.
    aim: DVec3,
    power: [f64; 3],
}

impl Glow {
    fn new(lamp: &Lamp) -> Self {
        let position = DVec3::from(lamp.position);
        let aim = (DVec3::from(lamp.aim) - position).normalize_or(DVec3::NEG_Z);
        Self { source: Source::lamp(lamp), position, aim, power: lamp.power }
    }

    /// How strongly its light arrives at a place, and from where.
    fn arriving(&self, place: &Place) -> (f64, DVec3) {
        let way = self.position - place.point;
        let closeness = way.length_recip();
        let towards = way * closeness;
        (100.0 * closeness * closeness * (-towards).dot(self.aim).max(0.0), towards)
    }
}

/// How much of the light from a direction is thrown back to the eye.
fn glance(place: &Place, normal: DVec3, towards: DVec3) -> f64 {
    let mut glance = normal.dot((towards - place.direction).normalize()).max(0.0);
    for _ in 0..SHINE.1 {
        glance *= glance;
    }
    glance * SHINE.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrange::{Rules, arrange};
    use crate::render::frame;
    use crate::render::steps::steps;
    use crate::scene::Kind;
    use crate::stock::Generated;
    use spatiq_bench::{Seed, Split};

    /// Where a tread ends and a lower one of the same mesh begins, which looks the same way and is hardly farther off, the picture is smoothed;
    /// in the midst of a tread it is not.
    #[test]
    fn edges_of_steps_are_smooth_though_their_faces_look_the_same_way() {
        const SIZE: [usize; 2] = [320, 240];
        let mut scene = arrange(&Rules::of(Kind::Room), &Generated, Split::Test, &Seed::root(1)).unwrap();
        scene.objects = vec![steps(0.03)];
        let world = World::new(&scene);
        let frame = frame::look(&scene, &world, SIZE);
        let painter = Painter::new(&scene, &world, &frame, &Quality::FAST);
        let tread = |at: usize| {
            let height = painter.point(at).map(|point| point.z).filter(|_| frame.parts[at] == 1)?;
            [0.1, 0.13].into_iter().position(|tread| (height - tread).abs() < 1e-6)
        };
        let (mut between, mut within) = (0, 0);
        for at in SIZE[0] + 1..SIZE[0] * (SIZE[1] - 1) - 1 {
            let around = [at - 1, at + 1, at - SIZE[0], at + SIZE[0]].map(tread);
            let Some(own) = tread(at) else { continue };
            if around.iter().flatten().any(|other| *other != own) {
                between += 1;
                assert!(painter.is_edge(at), "pixel {at} is next to another tread");
            }
            if around.iter().all(|other| *other == Some(own)) {
                within += 1;
                assert!(!painter.is_edge(at), "pixel {at} is in the midst of a tread");
            }
        }
        assert!(between > 50 && within > 5_000, "{between} pixels between treads, {within} within");
    }
}
