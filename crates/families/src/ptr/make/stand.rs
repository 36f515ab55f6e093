//! A scene on the way to the one that is wanted, with what is known of it.

use crate::ptr::ask::Asker;
use crate::ptr::world::{View, World, WorldError};
use spatiq_scene::graph::{Graph, PartNode, Seen, Six, Stability, directions, graph, sketched, stand};
use spatiq_scene::render::{look, pixels_alone};
use spatiq_scene::{Kind, Scene};

/// A scene with what is visible of it.
#[derive(Clone)]
pub struct Stand {
    /// The scene.
    pub scene: Scene,
    /// How its objects fare, where something may fall.
    pub stability: Vec<Stability>,
    /// The parts of each object.
    parts: Vec<Vec<PartNode>>,
    stands: Vec<[f64; 3]>,
    six: Six<[f64; 3]>,
}

impl Stand {
    /// Looks at every object. Where something may fall, things may hide one another, and the whole scene is looked at.
    pub fn new(scene: Scene, stability: Vec<Stability>, size: [usize; 2]) -> Self {
        let parts = match scene.kind {
            Kind::Physics => {
                let seen = Seen::of(&scene, &look(&scene, size));
                graph(&scene, &seen, &[]).objects.into_iter().map(|node| node.parts).collect()
            }
            _ => (0..scene.objects.len()).map(|at| alone(&scene, at, size)).collect(),
        };
        Self::with(scene, stability, parts)
    }

    /// As if every part were in full view.
    pub fn unseen(scene: Scene, stability: Vec<Stability>) -> Self {
        let full = |object: &spatiq_scene::Object| vec![usize::MAX; object.model.parts.len()];
        let parts = scene.objects.iter().map(|object| sketched(object, &full(object), scene.kind)).collect();
        Self::with(scene, stability, parts)
    }

    fn with(scene: Scene, stability: Vec<Stability>, parts: Vec<Vec<PartNode>>) -> Self {
        let stands = scene.objects.iter().map(|object| stand(object).to_array()).collect();
        let six = directions(&scene.camera).map(|direction| direction.to_array());
        Self { scene, stability, parts, stands, six }
    }

    /// With another scene, of which all objects but one are the same.
    pub fn changed(&self, scene: Scene, place: usize, size: [usize; 2]) -> Self {
        if scene.kind == Kind::Physics {
            let stability = Stability::of(&scene);
            return Self::new(scene, stability, size);
        }
        let mut parts = self.parts.clone();
        parts[place] = alone(&scene, place, size);
        Self::with(scene, Vec::new(), parts)
    }

    /// Takes over what a picture of the whole scene says.
    pub fn look_again(&mut self, graph: &Graph) {
        self.parts = graph.objects.iter().map(|node| node.parts.clone()).collect();
    }

    /// Takes over the paint of the scene.
    pub fn painted(&mut self) {
        for (parts, object) in self.parts.iter_mut().zip(&self.scene.objects) {
            parts.iter_mut().for_each(|part| part.paint = object.paint[&part.part]);
        }
    }

    /// Gets ready to ask about it.
    pub fn asker(&self) -> Result<Asker, WorldError> {
        let view = |at: usize| View {
            category: self.scene.objects[at].model.category,
            stand: self.stands[at],
            parts: &self.parts[at],
            stability: self.stability.get(at),
        };
        let views: Vec<View> = (0..self.parts.len()).map(view).collect();
        Asker::seeing(|reading| World::seen(&views, self.scene.kind, &self.six, reading))
    }
}

/// The parts of an object that nothing hides.
fn alone(scene: &Scene, at: usize, size: [usize; 2]) -> Vec<PartNode> {
    sketched(&scene.objects[at], &pixels_alone(scene, at, size), scene.kind)
}
