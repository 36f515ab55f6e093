//! The pictures that are looked at: decoded, and held against each other.

use super::SeeError;
use spatiq_bench::Given;
use spatiq_raster::{Gray, Gray16, Rgb};
use std::collections::BTreeMap;

/// Colours, depth and masks, row by row from the upper left.
#[derive(Clone, Debug)]
pub struct Layers {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Red, green and blue as sRGB; empty where nobody asks for colours.
    pub colours: Vec<[u8; 3]>,
    /// Millimetres before the camera, along the view; 0 where nothing is.
    pub depth: Vec<u16>,
    /// The instance of an object, or 0.
    pub objects: Vec<u16>,
    /// The instance of a part, or 0.
    pub parts: Vec<u16>,
}

impl Layers {
    /// Decodes four files; all must be there and fit each other.
    pub fn read(image: &[u8], depth: &[u8], given: &Given) -> Result<Self, SeeError> {
        let wrong = |layer: &'static str| move |error| SeeError::Picture { layer, error };
        let missing = |layer| SeeError::Missing { layer };
        let picture = Rgb::decode(image).map_err(wrong("image"))?;
        let depth = Gray16::decode(depth).map_err(wrong("depth"))?;
        let objects = given.objects.as_ref().ok_or(missing("objects"))?;
        let parts = given.parts.as_ref().ok_or(missing("parts"))?;
        let size = [picture.width, picture.height];
        let fits = |layer: &'static str, found: [usize; 2]| match found == size {
            true => Ok(()),
            false => Err(SeeError::Sizes { layer, found, size }),
        };
        fits("depth", [depth.width, depth.height])?;
        let ids = |layer: &'static str, bytes: &[u8]| {
            let ids = instances(bytes).map_err(wrong(layer))?;
            fits(layer, [ids.width, ids.height])?;
            Ok::<_, SeeError>(ids.pixels)
        };
        let (objects, parts) = (ids("objects", objects)?, ids("parts", parts)?);
        Self { size, colours: picture.pixels, depth: depth.pixels, objects, parts }.checked()
    }

    /// Every part must belong to one object, and every pixel of an object to a part.
    pub fn checked(self) -> Result<Self, SeeError> {
        let mut owners = BTreeMap::new();
        for (object, part) in self.objects.iter().zip(&self.parts) {
            if (*object == 0) != (*part == 0) || *owners.entry(*part).or_insert(*object) != *object {
                return Err(SeeError::Masks { object: *object, part: *part });
            }
        }
        Ok(self)
    }
}

/// Numbers of instances, in 8 or in 16 bits.
fn instances(bytes: &[u8]) -> Result<Gray16, spatiq_raster::DecodeError> {
    Gray16::decode(bytes).or_else(|_| {
        let narrow = Gray::decode(bytes)?;
        let pixels = narrow.pixels.into_iter().map(u16::from).collect();
        Ok(Gray16 { width: narrow.width, height: narrow.height, pixels })
    })
}
