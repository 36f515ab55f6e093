//! Rendered pictures that several questions are about, stored once with their layers.

use crate::Picture;
use std::sync::Arc;

/// A picture with its layers: a row of the scenes table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// `<task>/<split>/scene-<number>`; no two scenes of a dataset have the same.
    pub name: String,
    /// The layers, in the order of [`Scene::LAYERS`].
    pub layers: [Vec<u8>; 5],
    /// JSON: what is where, and all that is needed to render the layers again.
    pub graph: String,
}

impl Scene {
    /// The layers, all of them PNG: colours; depth in millimetres, 16 bit; normals; instances of objects and of parts.
    pub const LAYERS: [&str; 5] = ["image", "depth", "normals", "objects", "parts"];

    /// How many layers, from the first on, anyone may see who is asked about the scene. The rest is truth.
    const SHOWN: usize = 2;

    /// The layer of that name.
    ///
    /// # Panics
    /// Where there is no such layer.
    pub fn layer(&self, name: &str) -> &[u8] {
        let at = Self::LAYERS.iter().position(|layer| *layer == name);
        &self.layers[at.unwrap_or_else(|| panic!("{name} is no layer of a scene"))]
    }

    /// The pictures of a question about these scenes: `image` and `depth`, of a second scene `image2` and `depth2`.
    pub fn pictures(scenes: &[Arc<Self>]) -> Vec<Picture> {
        let mut pictures = Vec::new();
        for (nth, scene) in scenes.iter().enumerate() {
            for (layer, png) in scene.shown().zip(&scene.layers) {
                let name = if nth == 0 { layer.to_owned() } else { format!("{layer}{}", nth + 1) };
                pictures.push(Picture { name, png: png.clone(), svg: None });
            }
        }
        pictures
    }

    /// The names of the layers that a question shows.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &'static str> + use<> {
        Self::LAYERS.into_iter().take(Self::SHOWN)
    }

    /// The last piece of the name, for files.
    pub(crate) fn key(&self) -> &str {
        self.name.rsplit('/').next().expect("a split has a first piece")
    }
}

/// What a solver is given of a question's scenes beyond the question: what its [`crate::SolverSpec`] names and no more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Privileged {
    /// For each scene of the question.
    pub scenes: Vec<Given>,
}

/// What is given of one scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// PNG with the instances of objects.
    pub objects: Option<Vec<u8>>,
    /// PNG with the instances of parts.
    pub parts: Option<Vec<u8>>,
    /// The graph.
    pub graph: Option<String>,
}

impl Privileged {
    /// The true masks of objects.
    pub const OBJECT_MASKS: &str = "object masks";
    /// The true masks of parts.
    pub const PART_MASKS: &str = "part masks";
    /// The true scene graph.
    pub const SCENE_GRAPH: &str = "scene graph";

    /// What these privileges give of some scenes.
    pub fn of(names: &[&str], scenes: &[Arc<Scene>]) -> Self {
        let has = |name: &str| names.contains(&name);
        let given = |scene: &Arc<Scene>| Given {
            objects: has(Self::OBJECT_MASKS).then(|| scene.layer("objects").to_owned()),
            parts: has(Self::PART_MASKS).then(|| scene.layer("parts").to_owned()),
            graph: has(Self::SCENE_GRAPH).then(|| scene.graph.clone()),
        };
        Self { scenes: scenes.iter().map(given).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(number: u8) -> Arc<Scene> {
        let layers = [1, 2, 3, 4, 5].map(|layer| vec![number, layer]);
        Arc::new(Scene {
            name: format!("a/b/test/scene-{number}"),
            layers,
            graph: format!("{{\"n\":{number}}}"),
        })
    }

    #[test]
    fn a_question_shows_colours_and_depth_and_no_truth() {
        let shown: Vec<(String, Vec<u8>)> =
            Scene::pictures(&[scene(7), scene(8)]).into_iter().map(|p| (p.name, p.png)).collect();
        let expected = [("image", [7, 1]), ("depth", [7, 2]), ("image2", [8, 1]), ("depth2", [8, 2])];
        assert_eq!(shown, expected.map(|(name, png)| (name.to_owned(), png.to_vec())));
    }

    #[test]
    fn privileges_give_what_they_name_and_no_more() {
        let given = |names: &[&str]| Privileged::of(names, &[scene(7)]).scenes.remove(0);
        assert_eq!(given(&[]), Given::default());
        assert_eq!(given(&["part masks"]), Given { parts: Some(vec![7, 5]), ..Given::default() });
        let all = given(&["scene graph", "object masks"]);
        assert_eq!(
            (all.graph.as_deref(), all.objects, all.parts),
            (Some("{\"n\":7}"), Some(vec![7, 4]), None)
        );
    }
}
