//! Whether a point of a line is hidden: a ray towards the eye decides.

use crate::curve::Scale;
use crate::model::between;
use crate::pose::View;
use crate::wedge::{Local, look};
use glam::DVec3;
use spatiq_geom::{Beams, Contact, Rays, Region, Solid};

/// Looks at a solid from one side.
pub(crate) struct Eye<'a> {
    scale: &'a Scale,
    toward: DVec3,
    beams: Beams<'a>,
    rays: Rays,
    /// How near to the eye something was that hid a point: often it hides the next one too.
    hid: f64,
}

impl<'a> Eye<'a> {
    pub fn new(solid: &'a Solid, scale: &'a Scale, view: &View) -> Self {
        let beams = Beams::new(solid, [view.right, view.up], scale.chord);
        Self { scale, toward: view.toward_eye, beams, rays: Rays::default(), hid: f64::NEG_INFINITY }
    }

    /// Whether a point on a line of the solid is hidden; the line may be `rough` away from the true one.
    pub fn is_hidden(&mut self, p: DVec3, rough: f64) -> bool {
        let beam = self.beams.around(p);
        // What begins nearer than this is the face on which the point lies.
        let nothing = 1e3 * self.scale.on;
        let margin = (2.0 * rough).max(2.0 * self.scale.short);
        let ahead = self.hid - p.dot(self.toward);
        if ahead > nothing + margin && beam.clearly_holds(p + self.toward * ahead, margin) {
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
                if beam.leaves().any(|(_, leaf)| leaf.is_near(inside, 2.0 * rough)) {
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

/// The normal of a face along which a ray through material runs at `p`, if there is one that bounds the solid.
fn grazed_face(beam: &Region, scale: &Scale, p: DVec3, ray: DVec3) -> Option<DVec3> {
    let tolerance = 10.0 * scale.on;
    let (_, leaf) = beam.leaves().find(|(_, leaf)| leaf.is_near(p, tolerance))?;
    let Contact::On(touch) = leaf.contact(p, tolerance) else { return None };
    let along = touch.faces().iter().find(|face| face.normal.dot(ray).abs() < 1e-3)?;
    let local = look(beam, &Scale { on: tolerance, ..*scale }, p, ray);
    (local != Local::Nothing).then_some(along.normal)
}
