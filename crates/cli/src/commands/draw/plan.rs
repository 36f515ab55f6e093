//! What is asked of `spatiq draw`, checked as a whole before anything is read.

use crate::args::{Draw, DrawFormat, HiddenLines};
use anyhow::bail;
use spatiq_draw::{Hidden, Line, Pose, Style, View};
use spatiq_geom::mesh::FEATURE_ANGLE;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Dashes and gaps in pixels.
const DASH: [f64; 2] = [3.0, 2.0];

/// Seconds after which a model is given up.
const TIMEOUT: f64 = 60.0;

/// Segments of a full circle.
const SEGMENTS: u32 = 96;

/// What the pictures of meshes show, as in the papers.
const VIEW_BOX_OF_MESHES: f64 = 1.4;

/// What becomes of every model.
pub struct Plan {
    pub format: DrawFormat,
    /// `None` if what is made is printed.
    pub out: Option<PathBuf>,
    pub eyes: Vec<Eye>,
    style: Style,
    view_box: Option<f64>,
    /// In radians.
    pub feature_angle: f64,
    /// In seconds, if there is a limit.
    pub timeout: Option<f64>,
    pub segments: u32,
    /// The files that are read, by their true paths.
    inputs: BTreeSet<PathBuf>,
}

/// A view and what it is called.
pub struct Eye {
    /// In a JSON line.
    pub key: String,
    /// At the end of a file's name.
    pub ending: String,
    pub view: View,
}

impl Plan {
    /// Checks what is asked for.
    pub fn new(args: &Draw) -> anyhow::Result<Self> {
        refuse_idle(args)?;
        let style = style(args)?;
        style.check()?;
        let folder = || args.out.clone().unwrap_or("drawings".into());
        let plan = Self {
            format: args.format,
            out: (args.format != DrawFormat::Json || args.out.is_some()).then(folder),
            eyes: eyes(args)?,
            style,
            view_box: args.view_box,
            feature_angle: args.feature_angle.map_or(FEATURE_ANGLE, f64::to_radians),
            timeout: Some(args.timeout.unwrap_or(TIMEOUT)).filter(|seconds| *seconds > 0.0),
            segments: args.segments.unwrap_or(SEGMENTS),
            inputs: args.models.iter().filter_map(|path| std::fs::canonicalize(path).ok()).collect(),
        };
        if let Some(out) = plan.out.as_ref().filter(|out| out.exists() && !out.is_dir()) {
            bail!("{} is not a folder: name another with --out", out.display());
        }
        Ok(plan)
    }

    /// How pictures of a mesh, or of a recipe, look.
    pub fn style(&self, is_mesh: bool) -> Style {
        let usual = if is_mesh { VIEW_BOX_OF_MESHES } else { self.style.view_box };
        Style { view_box: self.view_box.unwrap_or(usual), ..self.style }
    }

    /// Refuses to write over a file that is read.
    pub fn check_target(&self, path: &Path) -> anyhow::Result<()> {
        let there = std::fs::canonicalize(path);
        if there.is_ok_and(|there| self.inputs.contains(&there)) {
            bail!("{} is one of the models: name another folder with --out", path.display());
        }
        Ok(())
    }
}

/// Refuses options that would change nothing.
fn refuse_idle(args: &Draw) -> anyhow::Result<()> {
    let of_pictures = [
        ("--size", args.size.is_some()),
        ("--view-box", args.view_box.is_some()),
        ("--visible-color", args.visible_color.is_some()),
        ("--hidden-color", args.hidden_color.is_some()),
        ("--ground", args.ground.is_some()),
        ("--visible-width", args.visible_width.is_some()),
        ("--hidden-width", args.hidden_width.is_some()),
        ("--hidden", args.hidden.is_some()),
        ("--dash", args.dash.is_some()),
    ];
    let of_drawings = [
        ("--poses", args.poses.is_some()),
        ("--direction", !args.directions.is_empty()),
        ("--feature-angle", args.feature_angle.is_some()),
    ];
    let of_meshes = [("--segments", args.segments.is_some())];
    let groups = [
        (&of_pictures[..], args.format.is_picture(), "svg, png and svg-png"),
        (&of_drawings, !args.format.is_mesh(), "svg, png, svg-png and json"),
        (&of_meshes, args.format.is_mesh(), "stl and obj"),
    ];
    for (options, fitting, formats) in groups {
        if let Some((option, _)) = options.iter().find(|(_, given)| *given && !fitting) {
            let format = args.format.name();
            bail!("{option} is for the formats {formats} and means nothing for {format}: leave it out");
        }
    }
    Ok(())
}

fn eyes(args: &Draw) -> anyhow::Result<Vec<Eye>> {
    let usual = if args.directions.is_empty() { &Pose::ALL[..] } else { &[] };
    let poses = args.poses.as_deref().unwrap_or(usual).iter().map(|pose| pose.letter().to_string());
    let views = args.poses.as_deref().unwrap_or(usual).iter().map(|pose| pose.view());
    let mut eyes: Vec<Eye> =
        poses.zip(views).map(|(letter, view)| Eye { key: letter.clone(), ending: letter, view }).collect();
    for (direction, number) in args.directions.iter().zip(1..) {
        if eyes.iter().any(|eye| eye.key == direction.text) {
            bail!("the direction {} is given twice", direction.text);
        }
        let (key, ending) = (direction.text.clone(), format!("d{number}"));
        eyes.push(Eye { key, ending, view: direction.view });
    }
    Ok(eyes)
}

fn style(args: &Draw) -> anyhow::Result<Style> {
    let paper = Style::PAPER;
    let line = |usual: Line, colour: Option<[u8; 3]>, width: Option<f64>| Line {
        colour: colour.unwrap_or(usual.colour),
        width: width.unwrap_or(usual.width),
    };
    // Round ends make dashes longer by a width: wide lines want longer gaps.
    let wide = args.hidden_width.unwrap_or(paper.hidden.width).max(1.0);
    let [on, off] = args.dash.unwrap_or(DASH.map(|length| length * wide));
    let hidden_lines = match (args.hidden, args.dash) {
        (Some(HiddenLines::Dashed), _) | (None, Some(_)) => Hidden::Dashed(on, off),
        (Some(_), Some(_)) => bail!("--dash is for dashed lines: leave it out, or use --hidden dashed"),
        (Some(HiddenLines::Off), None) => Hidden::Off,
        (Some(HiddenLines::Solid) | None, None) => Hidden::Solid,
    };
    Ok(Style {
        size: args.size.unwrap_or(paper.size),
        view_box: args.view_box.unwrap_or(paper.view_box),
        ground: args.ground.unwrap_or(paper.ground),
        visible: line(paper.visible, args.visible_color, args.visible_width),
        hidden: line(paper.hidden, args.hidden_color, args.hidden_width),
        hidden_lines,
    })
}
