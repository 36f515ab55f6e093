//! The arguments of `spatiq draw`.

use clap::ValueEnum;
use spatiq_draw::{Pose, Style, View};
use spatiq_geom::DVec3;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Draw {
    /// STEP, STL or OBJ files; .json files with one recipe each; .jsonl files with a recipe a line
    #[arg(required_unless_present = "random", value_name = "MODEL")]
    pub models: Vec<PathBuf>,
    /// Instead of files, so many models of 2, 3 and 4 primitives such as spare3d asks about; pictures come with their recipes
    #[arg(long, value_name = "N", conflicts_with = "models", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub random: Option<u64>,
    /// For --random: another seed gives other models [default: 0]
    #[arg(long, value_name = "S", conflicts_with = "models")]
    pub seed: Option<u64>,
    /// Views of the papers: front, top, right, isometric 1 to 8 [default: ftr12345678, or none with --direction]
    #[arg(long, value_name = "LETTERS", value_parser = poses)]
    pub poses: Option<Poses>,
    /// Another view, from the model towards the eye; may be given several times (files end in _d1, _d2, …)
    #[arg(long = "direction", value_name = "X,Y,Z", value_parser = direction, allow_hyphen_values = true)]
    pub directions: Vec<Direction>,
    /// What is written: a picture a view, a JSON line a model, or the model's mesh
    #[arg(long, value_enum, default_value_t = DrawFormat::Svg)]
    pub format: DrawFormat,
    /// Folder for the files [default: drawings; json is printed instead]
    ///
    /// A model is called by its recipe's id (in {"id": "lid", "recipe": […]}), else by its file, and its line in a .jsonl
    /// file. What no file name may have becomes _ and a name that is taken gets -2, -3, …; a note says so.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Width and height of a picture [default: 200]
    #[arg(long, value_name = "PX", value_parser = size)]
    pub size: Option<usize>,
    /// A picture shows so many times the model's longest edge [default: 1.7 for recipes, 1.4 for meshes]
    #[arg(long, value_name = "K")]
    pub view_box: Option<f64>,
    /// Colour of visible lines, as rrggbb [default: 000000]
    #[arg(long, value_name = "COLOUR", value_parser = colour)]
    pub visible_color: Option<Colour>,
    /// Colour of hidden lines, as rrggbb [default: ff0000]
    #[arg(long, value_name = "COLOUR", value_parser = colour)]
    pub hidden_color: Option<Colour>,
    /// Colour of the ground, as rrggbb, or none (white in a PNG) [default: ffffff]
    #[arg(long, value_name = "COLOUR", value_parser = ground)]
    pub ground: Option<Ground>,
    /// Width of visible lines [default: 0.7]
    #[arg(long, value_name = "PX")]
    pub visible_width: Option<f64>,
    /// Width of hidden lines [default: 0.35]
    #[arg(long, value_name = "PX")]
    pub hidden_width: Option<f64>,
    /// What becomes of hidden lines [default: solid]
    #[arg(long, value_enum)]
    pub hidden: Option<HiddenLines>,
    /// Length of dashes and gaps of hidden lines, which makes them dashed [default: 3,2; more where they are wider than 1]
    #[arg(long, value_name = "ON,OFF", value_parser = dash, allow_hyphen_values = true)]
    pub dash: Option<[f64; 2]>,
    /// A mesh has an edge where triangles meet at more than this angle [default: 20]
    #[arg(long, value_name = "DEG", value_parser = feature_angle)]
    pub feature_angle: Option<f64>,
    /// Gives a model up after so much processor time, from reading on; 0 for never [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = timeout)]
    pub timeout: Option<f64>,
    /// For stl and obj: segments of a full circle [default: 96]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=1024))]
    pub segments: Option<u32>,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// What `draw` writes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DrawFormat {
    /// A vector picture for each view: DIR/ID/ID_f.svg
    Svg,
    /// A picture in pixels for each view: DIR/ID/ID_f.png
    Png,
    /// Both for each view
    SvgPng,
    /// A line for each model, printed or in DIR/drawings.jsonl
    Json,
    /// No drawing but the model's mesh: DIR/ID.stl
    Stl,
    /// No drawing but the model's mesh: DIR/ID.obj
    Obj,
}

impl DrawFormat {
    /// Its name, which is also how its files end, where they all end alike.
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::SvgPng => "svg-png",
            Self::Json => "json",
            Self::Stl => "stl",
            Self::Obj => "obj",
        }
    }

    /// Whether it shows the model in pictures.
    pub fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png | Self::SvgPng)
    }

    /// Whether it is the model itself and not its drawings.
    pub fn is_mesh(self) -> bool {
        matches!(self, Self::Stl | Self::Obj)
    }
}

/// What becomes of hidden lines, by its name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HiddenLines {
    Solid,
    Dashed,
    Off,
}

/// Poses in the order in which they were asked for.
pub type Poses = Vec<Pose>;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// A colour or none.
type Ground = Option<Colour>;

/// A view by the direction of the eye.
#[derive(Clone)]
pub struct Direction {
    /// As it was given.
    pub text: String,
    pub view: View,
}

fn poses(text: &str) -> Result<Poses, String> {
    let mut poses = Poses::new();
    for letter in text.chars() {
        let pose = Pose::from_letter(letter)
            .ok_or_else(|| format!("there is no pose {letter:?}: use letters of ftr12345678"))?;
        if poses.contains(&pose) {
            return Err(format!("the pose {letter:?} is given twice"));
        }
        poses.push(pose);
    }
    if poses.is_empty() {
        return Err("no pose is given: use letters of ftr12345678".into());
    }
    Ok(poses)
}

fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

fn direction(text: &str) -> Result<Direction, String> {
    let direction = numbers::<3>(text).ok_or("expected three numbers, such as 1,-2,0.5")?;
    let view = View::from_direction(DVec3::from(direction))
        .ok_or("nobody can look from there: at least one number must not be 0, and none beyond measure")?;
    Ok(Direction { text: text.to_owned(), view })
}

fn colour(text: &str) -> Result<Colour, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err("expected six hexadecimal digits, such as ff0000 for red".into());
    }
    let number = u32::from_str_radix(digits, 16).map_err(|error| error.to_string())?;
    let [_, rgb @ ..] = number.to_be_bytes();
    Ok(rgb)
}

fn ground(text: &str) -> Result<Ground, String> {
    if text == "none" { Ok(None) } else { colour(text).map(Some) }
}

fn dash(text: &str) -> Result<[f64; 2], String> {
    numbers(text).ok_or_else(|| "expected two numbers, such as 3,2".into())
}

fn size(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=Style::LARGEST).contains(number));
    number.ok_or_else(|| format!("expected a whole number of pixels, 1 to {}", Style::LARGEST))
}

fn feature_angle(text: &str) -> Result<f64, String> {
    in_range(text, 0.0..=180.0, "an angle from 0 to 180 degrees")
}

pub fn timeout(text: &str) -> Result<f64, String> {
    in_range(text, 0.0..=1e9, "a number of seconds, or 0 for no limit")
}

fn in_range(text: &str, range: std::ops::RangeInclusive<f64>, what: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_keep_their_order_and_are_refused_when_senseless() {
        let letters: String = poses("8tf").unwrap().into_iter().map(Pose::letter).collect();
        assert_eq!(letters, "8tf");
        for text in ["", "x", "ff", "f t", "F", "9"] {
            assert!(poses(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn colours_are_read_with_and_without_a_hash() {
        assert_eq!(colour("#0a10ff"), Ok([10, 16, 255]));
        assert_eq!(colour("0A10FF"), Ok([10, 16, 255]));
        for text in ["", "#", "red", "#fff", "+fffff", "fffffff", "äää"] {
            assert!(colour(text).is_err(), "{text:?}");
        }
        assert_eq!(ground("none"), Ok(None));
    }

    #[test]
    fn directions_nobody_can_look_along_are_refused() {
        assert_eq!(direction("0, -1,0").ok().map(|eye| eye.view.toward_eye), Some(DVec3::NEG_Y));
        for text in ["0,0,0", "1,2", "1,2,3,4", "nan,0,1", "inf,0,1", "a,b,c", ""] {
            assert!(direction(text).is_err(), "{text:?}");
        }
    }
}
