//! Masks in the formats of COCO: instances of objects or parts, and panoptic pictures.

use crate::category::{Category, PartCategory};
use crate::graph::{Graph, Labels, Named, Node, Rect, parts};
use crate::rle::Rle;
use serde_json::{Value, json};
use spatiq_raster::Rgb;

/// Name of what belongs to no object: floor and walls.
const BACKGROUND: &str = "background";

/// What annotations are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One for each object.
    Objects,
    /// One for each part.
    Parts,
}

/// How masks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Run lengths as a text, which is much shorter.
    Compressed,
    /// Run lengths as numbers.
    Plain,
}

/// An annotation file of instances that grows picture by picture.
pub struct Instances {
    level: Level,
    runs: Runs,
    images: Vec<Value>,
    annotations: Vec<Value>,
}

impl Instances {
    /// A file without pictures.
    pub fn new(level: Level, runs: Runs) -> Self {
        Self { level, runs, images: Vec::new(), annotations: Vec::new() }
    }

    /// Adds a picture and an annotation for each of its objects or parts that can be seen.
    pub fn add(&mut self, file_name: &str, graph: &Graph, labels: &Labels) {
        let image = self.images.len() + 1;
        self.images.push(image_entry(image, file_name, labels));
        let things = things(graph, self.level);
        let layer = match self.level {
            Level::Objects => &labels.objects,
            Level::Parts => &labels.parts,
        };
        let ids: Vec<u16> = (1..=things.len() as u16).collect();
        let masks = Rle::of_several(layer, labels.size, &ids);
        for ((thing, mask), instance) in things.iter().zip(masks).zip(ids) {
            let Some(frame) = thing.frame else { continue };
            self.annotations.push(json!({
                "id": self.annotations.len() + 1,
                "image_id": image,
                "category_id": thing.category,
                // Which object of the scene, from 0: parts of one object belong together.
                "object": thing.object,
                // Its value in the layer of objects or parts.
                "instance": instance,
                "segmentation": match self.runs {
                    Runs::Compressed => mask.compressed(),
                    Runs::Plain => mask.uncompressed(),
                },
                "bbox": frame.xywh(),
                "area": thing.pixels,
                "iscrowd": 0,
            }));
        }
    }

    /// The file.
    pub fn finish(self) -> Value {
        let categories = match self.level {
            Level::Objects => object_categories(),
            Level::Parts => part_categories(),
        };
        file(categories, self.images, self.annotations)
    }
}

/// A panoptic annotation file that grows picture by picture.
#[derive(Default)]
pub struct Panoptic {
    images: Vec<Value>,
    annotations: Vec<Value>,
}

impl Panoptic {
    /// A file without pictures.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a picture, and gives the one whose colours say which segment each pixel belongs to: red + 256 green +
    /// 65536 blue. Segments are the objects, numbered from 1, and after them the background.
    pub fn add(&mut self, file_name: &str, segments_name: &str, graph: &Graph, labels: &Labels) -> Rgb {
        let image = self.images.len() + 1;
        self.images.push(image_entry(image, file_name, labels));
        let things = things(graph, Level::Objects);
        let background = things.len() as u32 + 1;
        let segments: Vec<u32> =
            labels.objects.iter().map(|id| if *id == 0 { background } else { u32::from(*id) }).collect();
        let mut entries: Vec<Value> = (1..)
            .zip(&things)
            .filter_map(|(id, thing)| Some(segment(id, thing.category, thing.pixels, thing.frame?.xywh())))
            .collect();
        let rest = labels.background();
        if let Some(frame) = rest.frame {
            entries.push(segment(background as usize, background_category(), rest.pixels, frame.xywh()));
        }
        // The format asks for neither, but `pycocotools` reads no file without: it takes an annotation for an instance.
        let largest = entries.iter().max_by_key(|entry| entry["area"].as_u64());
        self.annotations.push(json!({
            "id": image,
            "image_id": image,
            "category_id": largest.map(|entry| entry["category_id"].clone()),
            "file_name": segments_name,
            "segments_info": entries,
        }));
        let colour = |id: &u32| [*id as u8, (*id >> 8) as u8, (*id >> 16) as u8];
        let [width, height] = labels.size;
        Rgb { width, height, pixels: segments.iter().map(colour).collect() }
    }

    /// The file.
    pub fn finish(self) -> Value {
        let mut categories = object_categories();
        for category in &mut categories {
            category["isthing"] = json!(1);
        }
        categories.push(json!({
            "id": background_category(), "name": BACKGROUND, "supercategory": BACKGROUND, "isthing": 0
        }));
        file(categories, self.images, self.annotations)
    }
}

/// An annotation file.
fn file(categories: Vec<Value>, images: Vec<Value>, annotations: Vec<Value>) -> Value {
    // Readers print what a file says about itself, and some fail where it says nothing.
    let info = json!({"description": "scenes rendered by spatiq"});
    json!({"info": info, "licenses": [], "images": images, "categories": categories, "annotations": annotations})
}

fn segment(id: usize, category: usize, area: usize, bbox: [usize; 4]) -> Value {
    json!({"id": id, "category_id": category, "area": area, "bbox": bbox, "iscrowd": 0})
}

fn image_entry(id: usize, file_name: &str, labels: &Labels) -> Value {
    json!({"id": id, "file_name": file_name, "width": labels.size[0], "height": labels.size[1]})
}

/// What an annotation is about, and what is visible of it.
struct Thing {
    category: usize,
    object: usize,
    pixels: usize,
    frame: Option<Rect>,
}

/// Objects or parts in the order of their values in the layers.
fn things(graph: &Graph, level: Level) -> Vec<Thing> {
    let of_object = |(object, node): (usize, &Node)| Thing {
        category: node.category as usize + 1,
        object,
        pixels: node.pixels,
        frame: node.visible_box,
    };
    let of_part = |part: Named| Thing {
        category: part.category as usize + 1,
        object: part.object,
        pixels: part.instance.pixels,
        frame: part.instance.visible_box,
    };
    match level {
        Level::Objects => graph.objects.iter().enumerate().map(of_object).collect(),
        Level::Parts => parts(graph).into_iter().map(of_part).collect(),
    }
}

fn object_categories() -> Vec<Value> {
    use Category as C;
    let others =
        [C::Box, C::Ball, C::Cylinder, C::Cone, C::Ring, C::Frame].map(|category| (category, "body"));
    let furniture = C::FURNITURE.map(|category| (category, "furniture"));
    let all = furniture.into_iter().chain(others);
    all.map(|(category, kind)| json!({"id": category as usize + 1, "name": category.name(), "supercategory": kind}))
        .collect()
}

fn part_categories() -> Vec<Value> {
    let all = PartCategory::NAMED.into_iter().chain([PartCategory::Other]);
    all.map(|part| json!({"id": part as usize + 1, "name": part.name(), "supercategory": "part"})).collect()
}

/// The number after those of all objects.
fn background_category() -> usize {
    Category::Frame as usize + 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::tests::{picture, two_tables};

    fn shown() -> (Graph, Labels) {
        let seen = picture();
        (crate::graph::graph(&two_tables(), &seen, &[]), Labels::of(&seen))
    }

    #[test]
    fn areas_and_boxes_are_those_of_the_masks() {
        let (graph, labels) = shown();
        for (level, layer) in [(Level::Objects, &labels.objects), (Level::Parts, &labels.parts)] {
            let mut file = Instances::new(level, Runs::Plain);
            file.add("a.png", &graph, &labels);
            file.add("b.png", &graph, &labels);
            let file = file.finish();
            let annotations = file["annotations"].as_array().unwrap();
            let mut values: Vec<u16> = layer.iter().copied().filter(|id| *id > 0).collect();
            values.sort_unstable();
            values.dedup();
            assert_eq!(annotations.len(), 2 * values.len());
            for (annotation, value) in annotations.iter().zip(values.iter().cycle()) {
                let pixels: Vec<usize> = (0..layer.len()).filter(|k| layer[*k] == *value).collect();
                assert_eq!(annotation["area"], json!(pixels.len()));
                let range = |of: fn(usize, usize) -> usize| {
                    let all = pixels.iter().map(|k| of(*k, labels.size[0]));
                    (all.clone().min().unwrap(), all.max().unwrap())
                };
                let ((left, right), (top, bottom)) = (range(|k, w| k % w), range(|k, w| k / w));
                assert_eq!(annotation["bbox"], json!([left, top, right - left + 1, bottom - top + 1]));
                let counts = annotation["segmentation"]["counts"].as_array().unwrap();
                let inside: u64 = counts.iter().skip(1).step_by(2).map(|count| count.as_u64().unwrap()).sum();
                assert_eq!(json!(inside), annotation["area"]);
            }
            let ids: Vec<u64> = annotations.iter().map(|one| one["id"].as_u64().unwrap()).collect();
            assert_eq!(ids, (1..=ids.len() as u64).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_category_id_is_in_the_list() {
        let names = |list: Vec<Value>| -> Vec<(u64, String)> {
            list.iter()
                .map(|one| (one["id"].as_u64().unwrap(), one["name"].as_str().unwrap().into()))
                .collect()
        };
        assert!(names(object_categories()).contains(&(Category::Table as u64 + 1, "table".into())));
        assert!(names(part_categories()).contains(&(PartCategory::Other as u64 + 1, "other".into())));
        assert!(names(object_categories()).iter().all(|(id, _)| *id != background_category() as u64));
    }

    #[test]
    fn panoptic_segments_cover_the_picture_once() {
        let (graph, labels) = shown();
        let mut file = Panoptic::new();
        let colours = file.add("a.png", "a-segments.png", &graph, &labels);
        let file = file.finish();
        let segments = file["annotations"][0]["segments_info"].as_array().unwrap();
        let mut all = 0;
        for segment in segments {
            let id = segment["id"].as_u64().unwrap();
            let count = colours
                .pixels
                .iter()
                .filter(|[r, g, b]| u64::from(*r) + 256 * u64::from(*g) + 65_536 * u64::from(*b) == id);
            let count = count.count() as u64;
            assert_eq!(segment["area"].as_u64(), Some(count));
            all += count as usize;
        }
        assert_eq!(all, labels.objects.len());
    }
}
