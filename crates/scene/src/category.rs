//! What things, their parts and their colours are called.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What an object is. The first five furnish rooms; the rest stand on the open ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Category {
    Chair,
    Table,
    Bed,
    Refrigerator,
    Cart,
    Box,
    Ball,
    Cylinder,
    Cone,
    Ring,
    Frame,
}

/// What a part of an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum PartCategory {
    Back,
    Seat,
    Arm,
    #[serde(rename = "arm vertical bar")]
    ArmVerticalBar,
    #[serde(rename = "arm horizontal bar")]
    ArmHorizontalBar,
    Leg,
    #[serde(rename = "leg bar")]
    LegBar,
    #[serde(rename = "central support")]
    CentralSupport,
    Pedestal,
    Wheel,
    Top,
    Drawer,
    Door,
    Shelf,
    #[serde(rename = "sleep area")]
    SleepArea,
    Body,
    /// What has no name: seen, but never asked about.
    Other,
}

/// The colour of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Colour {
    Gray,
    Red,
    Blue,
    Green,
    Brown,
    Purple,
    Cyan,
    Yellow,
}

impl Category {
    /// What furnishes rooms.
    pub const FURNITURE: [Self; 5] = [Self::Chair, Self::Table, Self::Bed, Self::Refrigerator, Self::Cart];

    /// Its name in files and questions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chair => "chair",
            Self::Table => "table",
            Self::Bed => "bed",
            Self::Refrigerator => "refrigerator",
            Self::Cart => "cart",
            Self::Box => "box",
            Self::Ball => "ball",
            Self::Cylinder => "cylinder",
            Self::Cone => "cone",
            Self::Ring => "ring",
            Self::Frame => "frame",
        }
    }

    /// The parts that objects of this category may have.
    pub fn parts(self) -> &'static [PartCategory] {
        use PartCategory as P;
        match self {
            Self::Chair => &[
                P::Back,
                P::Seat,
                P::Arm,
                P::ArmVerticalBar,
                P::ArmHorizontalBar,
                P::Leg,
                P::LegBar,
                P::CentralSupport,
                P::Pedestal,
                P::Wheel,
            ],
            Self::Table => &[
                P::Top,
                P::Leg,
                P::LegBar,
                P::CentralSupport,
                P::Pedestal,
                P::Drawer,
                P::Door,
                P::Shelf,
                P::Wheel,
            ],
            Self::Bed => &[P::SleepArea, P::Back, P::Leg],
            Self::Refrigerator => &[P::Body, P::Door],
            Self::Cart => &[P::Body, P::Wheel],
            _ => &[P::Body],
        }
    }

    /// How far the farthest corner of such an object is from its middle, in metres.
    pub fn reach(self) -> f64 {
        match self {
            Self::Chair => 1.0,
            Self::Cart => 1.25,
            _ => 1.5,
        }
    }
}

impl PartCategory {
    /// All that can be asked about.
    pub const NAMED: [Self; 16] = [
        Self::Back,
        Self::Seat,
        Self::Arm,
        Self::ArmVerticalBar,
        Self::ArmHorizontalBar,
        Self::Leg,
        Self::LegBar,
        Self::CentralSupport,
        Self::Pedestal,
        Self::Wheel,
        Self::Top,
        Self::Drawer,
        Self::Door,
        Self::Shelf,
        Self::SleepArea,
        Self::Body,
    ];

    /// Its name in files and questions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Back => "back",
            Self::Seat => "seat",
            Self::Arm => "arm",
            Self::ArmVerticalBar => "arm vertical bar",
            Self::ArmHorizontalBar => "arm horizontal bar",
            Self::Leg => "leg",
            Self::LegBar => "leg bar",
            Self::CentralSupport => "central support",
            Self::Pedestal => "pedestal",
            Self::Wheel => "wheel",
            Self::Top => "top",
            Self::Drawer => "drawer",
            Self::Door => "door",
            Self::Shelf => "shelf",
            Self::SleepArea => "sleep area",
            Self::Body => "body",
            Self::Other => "other",
        }
    }

    /// Whether such parts may be taken for lines.
    pub fn may_be_line(self) -> bool {
        use PartCategory as P;
        matches!(self, P::ArmVerticalBar | P::ArmHorizontalBar | P::Leg | P::LegBar | P::CentralSupport)
    }

    /// Whether such parts may be taken for planes.
    pub fn may_be_plane(self) -> bool {
        use PartCategory as P;
        matches!(self, P::Back | P::Seat | P::Pedestal | P::Door | P::Drawer | P::Top | P::Shelf)
    }
}

impl Colour {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Gray, Self::Red, Self::Blue, Self::Green, Self::Brown, Self::Purple, Self::Cyan, Self::Yellow];

    /// Its name in files and questions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gray => "gray",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Brown => "brown",
            Self::Purple => "purple",
            Self::Cyan => "cyan",
            Self::Yellow => "yellow",
        }
    }

    /// The paint: red, green and blue as sRGB.
    pub fn rgb(self) -> [u8; 3] {
        match self {
            Self::Gray => [87, 87, 87],
            Self::Red => [173, 35, 35],
            Self::Blue => [42, 75, 215],
            Self::Green => [29, 105, 20],
            Self::Brown => [129, 74, 25],
            Self::Purple => [129, 38, 192],
            Self::Cyan => [41, 208, 208],
            Self::Yellow => [255, 238, 51],
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl fmt::Display for PartCategory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
