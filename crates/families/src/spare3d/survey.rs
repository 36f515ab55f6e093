//! Looking at a model once, when it is brought in: whether questions can be asked about it, and about it what tasks go by.

use super::cut::{Uncut, cutter};
use super::elements::Elements;
use super::ink::Ink;
use super::poses::letter;
use super::proof::{AT_EDGES, OffSurface, Witness, on_surface};
use super::sheet::{Look, Page, Sheet, Shown, THREE_VIEWS};
use super::sketch::Sketch;
use super::stock::cad::{self, CadError};
use super::stock::{Facts, Surveyed};
use super::{cloud, ink};
use serde::{Deserialize, Serialize};
use spatiq_bench::Seed;
use spatiq_geom::mesh::Warning;
use spatiq_geom::{Leaf, Solid, Stop, go_on};

/// A drawing no wider and no higher than this share of the object's longest edge, six pixels, is a dot.
const DOT: f64 = 0.04;

/// So many cuts are tried, and so many of them must bite and be drawn well.
const CUTS: (u64, usize) = (16, 4);

/// Bodies of a model that have more than this share of their volume in common overlap; and lines are missing where they do.
const OVERLAP: f64 = 0.003;

/// Points by which it is seen whether the surface of a model has an outside and an inside.
const POINTS: usize = 1_000;

/// A model that suits at least one task.
#[derive(Clone, Serialize, Deserialize)]
pub struct Survey {
    /// What tasks go by, for [`StockModel::facts`](spatiq_bench::StockModel::facts).
    pub facts: serde_json::Value,
    /// How it looks, to find those that look the same.
    pub sketch: Sketch,
    /// Its drawing from pose 2, as an SVG.
    pub picture: String,
}

/// Why no question can be asked about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Nobody waited for the end.
    Stopped,
    /// For a reason of this kind, which is counted, and exactly this one.
    Because(&'static str, String),
}

/// The endings of files that can be looked at.
pub const ENDINGS: &[&str] = &cad::ENDINGS;

/// Looks at the model of a file, whose name ends in one of [`ENDINGS`].
pub fn survey(ending: &str, bytes: &[u8], most_triangles: usize, stop: Stop) -> Result<Survey, Unfit> {
    let found = look_at(ending, bytes, most_triangles, stop);
    // Whatever failed, failed because it was stopped.
    if stop() { Err(Unfit::Stopped) } else { found }
}

fn look_at(ending: &str, bytes: &[u8], most_triangles: usize, stop: Stop) -> Result<Survey, Unfit> {
    let cad::Reading { body, warnings, faults } = cad::read(ending, bytes, stop).map_err(unreadable)?;
    let triangles = body.mesh.triangles().len();
    if triangles > most_triangles {
        let what = format!("it has {triangles} triangles, and at most {most_triangles} are wanted");
        return Err(Unfit::Because("too large", what));
    }
    if let Some(warning) = warnings.iter().find(|warning| is_no_solid(warning)) {
        return Err(Unfit::Because("not a solid", warning.to_string()));
    }
    if let Some(fault) = faults.first() {
        return Err(Unfit::Because("incomplete", fault.to_string()));
    }
    let solid = cad::placed(body, stop).map_err(unreadable)?;
    let drawn = |what: String| Unfit::Because("cannot be drawn", what);
    check_overlap(&solid, stop)?;
    let sheet = Sheet::within(&solid, None, look(Shown::Whole), stop).map_err(drawn)?;
    let views = THREE_VIEWS.into_iter().map(|(_, pose)| page(&sheet, pose)).collect::<Result<Vec<_>, _>>()?;
    let poses = (1..=8).map(|pose| page(&sheet, letter(pose))).collect::<Result<Vec<_>, _>>()?;
    prove(&solid, &sheet, views.iter().chain(&poses), stop)?;
    let inks =
        |pages: &[Page], shown| -> Vec<Ink> { pages.iter().map(|page| page.shown(shown).ink()).collect() };
    let apart = |shown| distances(&inks(&views, shown)).into_iter().min().unwrap_or(0);
    if apart(Shown::Whole) == 0 {
        return Err(Unfit::Because(
            "views look the same",
            "two of its front, top and right views are alike".into(),
        ));
    }
    let facts = |shown: Shown| Facts {
        views: apart(shown),
        poses: distances(&inks(&poses, shown)),
        cuts: can_be_cut(&solid, sheet.extent(), shown, stop),
    };
    let [whole, paper] = [Shown::Whole, Shown::Paper].map(facts);
    let [front, top, right] = [0, 1, 2].map(|view| views[view].ink());
    let sketch = Sketch::new([&front, &top, &right, &poses[1].ink()]);
    let surveyed = Surveyed { triangles, whole, paper };
    let facts = serde_json::to_value(surveyed).map_err(|error| drawn(error.to_string()))?;
    Ok(Survey { facts, sketch, picture: poses[1].svg() })
}

fn look(shown: Shown) -> Look {
    Look { size: ink::SIDE as u32, view_box: shown.view_box() }
}

fn unreadable(error: CadError) -> Unfit {
    match error {
        CadError::Stopped => Unfit::Stopped,
        CadError::Unreadable(why) => Unfit::Because("unreadable", why),
    }
}

/// Whether a surface bounds nothing, or lines would be missing in its drawing.
fn is_no_solid(warning: &Warning) -> bool {
    matches!(warning, Warning::Open(_) | Warning::NotOrientable(_) | Warning::SelfIntersecting { .. })
}

fn page(sheet: &Sheet, pose: char) -> Result<Page, Unfit> {
    let page = sheet.page("", pose).map_err(|what| Unfit::Because("cannot be drawn", what))?;
    match page.reach() {
        None => Err(Unfit::Because("blank", format!("nothing is to be seen from pose {pose}"))),
        Some(reach) if reach < DOT => {
            Err(Unfit::Because("dot", format!("it is only a dot from pose {pose}")))
        }
        Some(_) => Ok(page),
    }
}

/// Refuses bodies that overlap: no edge of either runs where their faces meet. What only touches has nothing in common.
fn check_overlap(solid: &Solid, stop: Stop) -> Result<(), Unfit> {
    for form in solid.leaves().iter().filter_map(Leaf::mesh) {
        if form.mesh.contested(0.0, stop).map_err(|_| Unfit::Stopped)?.is_empty() {
            continue;
        }
        let (sum, joined) = (form.mesh.volume(), solid.volume(stop).map_err(|_| Unfit::Stopped)?);
        if sum > (1.0 + OVERLAP) * joined {
            let common = 100.0 * (sum / joined - 1.0);
            let what = format!("its bodies have {common:.1} % of its volume in common");
            return Err(Unfit::Because("bodies overlap", what));
        }
    }
    Ok(())
}

/// Goes over the drawings and the surface as `verify` will, more strictly: what passes here passes there.
fn prove<'a>(
    solid: &Solid,
    sheet: &Sheet,
    pages: impl Iterator<Item = &'a Page>,
    stop: Stop,
) -> Result<(), Unfit> {
    let contradicted = |what: String| Unfit::Because("contradicted by rays", what);
    let witness = |shown: Shown| Witness::new(solid, shown.view_box()).map(|it| (shown, it.strict()));
    let witnesses = [witness(Shown::Whole), witness(Shown::Paper)];
    let poses = THREE_VIEWS.into_iter().map(|(_, pose)| pose).chain((1..=8).map(letter));
    for (page, pose) in pages.zip(poses) {
        for witness in &witnesses {
            go_on(stop).map_err(|_| Unfit::Stopped)?;
            let (shown, witness) = witness.as_ref().map_err(|what| contradicted(what.clone()))?;
            let holds = witness.png_shows(&pose.to_string(), &page.shown(*shown).png(), solid, pose);
            if holds.is_err() && page.thickness() < 1.0 {
                return Err(Unfit::Because("thin", format!("from pose {pose} it is thinner than a pixel")));
            }
            holds.map_err(contradicted)?;
        }
    }
    let cloud = cloud::points(POINTS, 1, solid, sheet).map_err(contradicted)?;
    on_surface(&cloud, solid, sheet.bounds(), sheet.extent(), AT_EDGES / 2.0).map_err(|why| match why {
        OffSurface::Within => Unfit::Because("touches itself", why.to_string()),
        OffSurface::Elsewhere => contradicted(why.to_string()),
    })
}

/// The distances between any two drawings: 1 and 0, 2 and 0, 2 and 1, 3 and 0, …
fn distances(inks: &[Ink]) -> Vec<usize> {
    let pairs = (1..inks.len()).flat_map(|k| (0..k).map(move |other| (k, other)));
    pairs.map(|(k, other)| inks[k].distance(&inks[other])).collect()
}

/// Whether enough of the cuts that the papers' rule draws bite and can be drawn.
fn can_be_cut(solid: &Solid, extent: f64, shown: Shown, stop: Stop) -> bool {
    let Some(uncut) = Uncut::new(solid) else { return false };
    let Ok(witness) = Witness::new(solid, shown.view_box()).map(Witness::strict) else { return false };
    let holds = |cut: &Elements| -> Result<(), String> {
        let rest = cut.off(solid)?;
        let sheet = Sheet::within(&rest, Some(extent), look(shown), stop)?;
        for pose in THREE_VIEWS.into_iter().map(|(_, pose)| pose).chain(['2']) {
            witness.png_shows("", &sheet.page("", pose)?.picture().png, &rest, pose)?;
        }
        Ok(())
    };
    let seed = Seed::root(0).child("survey");
    let cuts = (0..CUTS.0).take_while(|_| !stop()).filter_map(|nth| cutter(solid, &seed.child(nth)));
    let good = cuts.filter(|cut| uncut.is_bitten_by(cut) && holds(cut).is_ok());
    good.take(CUTS.1).count() == CUTS.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_geom::mesh::{FEATURE_ANGLE, Mesh};
    use spatiq_geom::{DVec3, NEVER, Placement, Primitive};

    /// Two cubes of side 2 as one mesh, their middles so far apart.
    fn cubes(apart: DVec3) -> Solid {
        let cube: Solid = Leaf::new(Primitive::Box { half: DVec3::ONE }, Placement::IDENTITY).into();
        let cube = cube.tessellate(8, NEVER).unwrap();
        let moved = |shift: DVec3| cube.vertices.iter().map(move |corner| *corner + shift);
        let corners: Vec<DVec3> = moved(DVec3::ZERO).chain(moved(apart)).collect();
        let count = cube.vertices.len() as u32;
        let other = cube.triangles.iter().map(|triangle| triangle.map(|corner| corner + count));
        let triangles: Vec<[u32; 3]> = cube.triangles.iter().copied().chain(other).collect();
        let mesh = Mesh::restored(&corners, &triangles, NEVER).unwrap();
        Leaf::from_mesh(mesh, Placement::IDENTITY, FEATURE_ANGLE, NEVER).unwrap().into()
    }

    #[test]
    fn bodies_may_touch_but_not_overlap() {
        for apart in [DVec3::new(2.5, 0.0, 0.0), DVec3::new(2.0, 0.3, 0.4), DVec3::new(2.0, 2.0, 2.0)] {
            assert_eq!(check_overlap(&cubes(apart), NEVER), Ok(()), "{apart}");
        }
        for apart in [DVec3::new(1.9, 0.3, 0.4), DVec3::new(1.0, 1.0, 1.0), DVec3::new(0.5, 0.0, 0.0)] {
            let refused = check_overlap(&cubes(apart), NEVER);
            assert!(matches!(refused, Err(Unfit::Because("bodies overlap", _))), "{apart}");
        }
    }
}
