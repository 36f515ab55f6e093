//! Pictures and their layers as files.

use crate::render::{Frame, Mask};
use crate::scene::{Camera, Scene};
use rayon::prelude::*;
use spatiq_raster::{Gray, Gray16, Rgb, encode_bits};
use std::ops::Range;

/// A file: its path within the folder of a scene, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerFile {
    /// With slashes: `amodal/object-001.png`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The picture, every layer of it, and the amodal masks of all objects and parts, always in this order.
pub fn files(scene: &Scene, frame: &Frame, picture: &Rgb) -> Vec<LayerFile> {
    let mut layers =
        vec![Layer::Image, Layer::Normals, Layer::Depth, Layer::DepthNumbers, Layer::Objects, Layer::Parts];
    let mut first = 0;
    for (number, object) in (1..).zip(&scene.objects) {
        let parts = first..first + object.model.parts.len() as u16;
        layers.push(Layer::AmodalObject(number, parts.clone()));
        layers.extend(parts.clone().map(Layer::AmodalPart));
        first = parts.end;
    }
    let file = |layer: Layer| LayerFile { path: layer.path(), bytes: layer.bytes(scene, frame, picture) };
    // The first take most of the time: one each.
    layers.into_par_iter().with_max_len(1).map(file).collect()
}

/// Millimetres before the camera, along the view, rounded; 0 where nothing is, or nothing nearer than 65.535 m.
pub fn depth(frame: &Frame) -> Gray16 {
    let millimetres = |depth: &f32| {
        let rounded = f64::from(*depth) * 1000.0 + 0.5;
        if rounded < 65_536.0 { rounded as u16 } else { 0 }
    };
    gray16(frame, frame.depth.iter().map(millimetres).collect())
}

/// Metres before the camera, along the view, as a file of numpy: 32-bit floats, row by row, infinity where nothing is.
pub fn depth_numbers(frame: &Frame) -> Vec<u8> {
    numpy(frame.size, frame.depth.iter().copied())
}

/// The same from the picture of [`depth`], so to the millimetre.
pub fn depth_numbers_of(millimetres: &Gray16) -> Vec<u8> {
    let metres = |depth: &u16| if *depth == 0 { f32::INFINITY } else { f32::from(*depth) / 1000.0 };
    numpy([millimetres.width, millimetres.height], millimetres.pixels.iter().map(metres))
}

fn numpy([width, height]: [usize; 2], numbers: impl Iterator<Item = f32>) -> Vec<u8> {
    let head = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({height}, {width}), }}");
    // Magic, version and length take ten bytes; all of the head is a multiple of 64, and ends with a line break.
    let length = (head.len() + 11).next_multiple_of(64) - 10;
    let mut bytes = Vec::with_capacity(10 + length + 4 * width * height);
    bytes.extend(b"\x93NUMPY\x01\x00");
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(format!("{head:<0$}\n", length - 1).bytes());
    bytes.extend(numbers.flat_map(f32::to_le_bytes));
    bytes
}

/// Unit normals as colours, from -1 to 1 on 0 to 255, in the camera's axes: x to the right, y up, z towards the camera.
/// Black where nothing is.
pub fn normals(frame: &Frame, camera: &Camera) -> Rgb {
    let [right, down, view] = camera.axes();
    let axes = [right, -down, -view].map(|axis| axis.as_vec3().to_array());
    let colour = |normal: &[f32; 3]| match normal {
        [0.0, 0.0, 0.0] => [0; 3],
        [x, y, z] => axes.map(|[a, b, c]| ((x * a + y * b + z * c) * 127.5 + 128.0) as u8),
    };
    let [width, height] = frame.size;
    Rgb { width, height, pixels: frame.normals.iter().map(colour).collect() }
}

/// The layers, one file each.
enum Layer {
    Image,
    Normals,
    Depth,
    DepthNumbers,
    Objects,
    Parts,
    /// Counted from 1 on; its parts are counted from 0 on.
    AmodalObject(u16, Range<u16>),
    /// Counted from 0 on.
    AmodalPart(u16),
}

impl Layer {
    fn path(&self) -> String {
        match self {
            Self::Image => "image.png".into(),
            Self::Normals => "normals.png".into(),
            Self::Depth => "depth.png".into(),
            Self::DepthNumbers => "depth.npy".into(),
            Self::Objects => "objects.png".into(),
            Self::Parts => "parts.png".into(),
            Self::AmodalObject(number, _) => format!("amodal/object-{number:03}.png"),
            Self::AmodalPart(part) => format!("amodal/part-{:04}.png", part + 1),
        }
    }

    fn bytes(&self, scene: &Scene, frame: &Frame, picture: &Rgb) -> Vec<u8> {
        let bits = |mask: Mask| encode_bits(&mask.bytes(), mask.size);
        match self {
            Self::Image => picture.encode_fast(),
            Self::Normals => normals(frame, &scene.camera).encode_fast(),
            Self::Depth => depth(frame).encode(),
            Self::DepthNumbers => depth_numbers(frame),
            Self::Objects => objects(scene, frame),
            Self::Parts => parts(frame),
            Self::AmodalObject(_, parts) => bits(frame.amodal.mask(parts.clone())),
            Self::AmodalPart(part) => bits(frame.amodal.mask(*part..part + 1)),
        }
    }
}

/// The numbers of objects as a PNG file: in 8 bits if they fit.
pub fn objects(scene: &Scene, frame: &Frame) -> Vec<u8> {
    if scene.objects.len() > usize::from(u8::MAX) {
        return gray16(frame, frame.objects.clone()).encode();
    }
    let [width, height] = frame.size;
    let pixels = frame.objects.iter().map(|object| *object as u8).collect();
    Gray { width, height, pixels }.encode_fast()
}

/// The numbers of parts as a PNG file.
pub fn parts(frame: &Frame) -> Vec<u8> {
    gray16(frame, frame.parts.clone()).encode()
}

fn gray16(frame: &Frame, pixels: Vec<u16>) -> Gray16 {
    let [width, height] = frame.size;
    Gray16 { width, height, pixels }
}
