//! Whether a point of a line is hidden: a ray towards the eye decides.

use crate::curve::Scale;
use crate::model::between;
use crate::pose::View;
use crate::wedge::{Local, look};
use glam::DVec3;
use spatiq_geom::{Beams, Contact, Leaf, Rays, Region, Solid};

/// Looks at a solid from one side.
pub(crate) struct Eye<'a> {
    scale: &'a Scale,
    toward: DVec3,
    beams: Beams<'a>,
    rays: Rays,
    /// How near to the eye something was that hid a point: often it hides the next one too.
    hid: f64,
    /// Whether there is a mesh in the solid.
    is_mesh: bool,
    /// How far facets may be from the surfaces that they stand for.
    roughness: f64,
}

impl<'a> Eye<'a> {
    pub fn new(solid: &'a Solid, scale: &'a Scale, view: &View) -> Self {
        let beams = Beams::new(solid, [view.right, view.up], scale.chord);
        let meshes = || solid.leaves().iter().filter_map(Leaf::mesh);
        Self {
            scale,
            toward: view.toward_eye,
            beams,
            rays: Rays::default(),
            hid: f64::NEG_INFINITY,
            is_mesh: meshes().next().is_some(),
            roughness: meshes().map(|form| form.roughness).fold(0.0, f64::max),
        }
    }

    /// Whether a point on a line of the solid is hidden; the line may be `rough` away from the true one.
    pub fn is_hidden(&mut self, p: DVec3, rough: f64) -> bool {
        let beam = self.beams.around(p);
        // What begins nearer than this is the face on which the point lies.
        let nothing = 1e3 * self.scale.on;
        let margin = (2.0 * rough).max(2.0 * self.scale.short);
        let ahead = self.hid - p.dot(self.toward);
        // Of a mesh it takes longer to know how deep a point is inside than to follow a ray.
        if !self.is_mesh && ahead > nothing + margin && beam.clearly_holds(p + self.toward * ahead, margin) {
            return true;
        }
        let mut grazed = None;
        let blocked = beam.stretches(p, self.toward, nothing, &mut self.rays, |from, to| {
            if to - from <= nothing {
                return false;
            }
            let ahead = between(from, to);
            let inside = p + self.toward * ahead;
            if rough > 0.0 {
                // On facets a ray along a round face dips below its neighbours: only what is deeper counts.
                let is_shallow = |share: f64| {
                    let place = p + self.toward * (from + (to - from) * share);
                    beam.leaves().any(|(_, leaf)| leaf.is_near(place, 2.0 * rough))
                };
                if is_shallow(0.38) && is_shallow(0.57) && is_shallow(0.2) && is_shallow(0.83) {
                    return false;
                }
            } else {
                grazed = grazed_face(beam, self.scale, inside, self.toward);
            }
            self.hid = p.dot(self.toward) + ahead;
            true
        });
        let Some(normal) = grazed else { return blocked };
        // The ray runs along a face, where chance decides: beside it, on either side, there is no doubt.
        [1.0, -1.0].into_iter().all(|side| {
            let beside = p + normal * (side * self.scale.short);
            let thick = |from: f64, to: f64| to - from > nothing;
            beam.stretches(beside, self.toward, self.scale.chord, &mut self.rays, thick)
        })
    }
}

impl Eye<'_> {
    /// Whether a point on an edge of a mesh is hidden, given the true normals of the faces beside it. Along a face that is seen
    /// edge-on facets decide by chance: just outside of it there is no doubt.
    pub fn is_edge_hidden(&mut self, p: DVec3, normals: impl Iterator<Item = DVec3>) -> bool {
        let away = 3.0 * self.roughness + self.scale.short;
        let toward = self.toward;
        self.is_hidden(p, 0.0)
            && normals
                .filter(|normal| normal.dot(toward).abs() < EDGE_ON)
                .all(|normal| self.is_hidden(p + normal * away, 0.0))
    }
}

/// A face whose true normal is this near to a right angle to the view is seen edge-on.
const EDGE_ON: f64 = 1e-6;

/// The normal of a face along which a ray through material runs at `p`, if there is one that bounds the solid.
fn grazed_face(beam: &Region, scale: &Scale, p: DVec3, ray: DVec3) -> Option<DVec3> {
    let tolerance = 10.0 * scale.on;
    let (_, leaf) = beam.leaves().find(|(_, leaf)| leaf.is_near(p, tolerance))?;
    let Contact::On(touch) = leaf.contact(p, tolerance) else { return None };
    let along = touch.faces().iter().find(|face| face.normal.dot(ray).abs() < 1e-3)?;
    let local = look(beam, &Scale { on: tolerance, ..*scale }, p, ray);
    (local != Local::Nothing).then_some(along.normal)
}
