//! The line or plane of all parts of a category together.

use super::{Fit, Relation, relation};
use spatiq_geom::DVec3;

/// What all instances of a category of an object are taken for: the mean of theirs, if every instance has one and they
/// all agree in direction. Four splayed legs are four lines, but "the legs" have no direction.
pub fn common(instances: &[Option<Fit>]) -> Option<Fit> {
    let fits: Vec<Fit> = instances.iter().copied().collect::<Option<_>>()?;
    let first = fits.first()?;
    let agree = |a: &Fit| fits.iter().all(|b| a.kind == b.kind && relation(a, b) == Relation::Parallel);
    if !fits.iter().all(agree) {
        return None;
    }
    let aligned = |fit: &Fit| fit.direction() * fit.direction().dot(first.direction()).signum();
    let point = fits.iter().map(|fit| DVec3::from(fit.point)).sum::<DVec3>() / fits.len() as f64;
    Fit::new(first.kind, point, fits.iter().map(aligned).sum())
}
