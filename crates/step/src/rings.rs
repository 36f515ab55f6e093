//! The rings that bound a face, laid flat and made into polygons.
//!
//! 1. An edge that a face has on both of its sides, such as the seam of a cylinder, does not bound it and is taken out. What is
//!    left are *rings* of points.
//! 2. The parameters of a ring's points are found one after the other, each as near as can be to the one before. On a closed
//!    surface a ring may come back a period away from where it began: it *wraps*.
//! 3. Rings that wrap bound a band, or, a single one, what lies around a pole. The band is cut open between two of their points,
//!    and becomes a polygon whose two cut sides are the same in space.
//! 4. All other rings are holes, or the outer boundary, and are moved by whole periods to where they belong.

use crate::fault::Fault;
use crate::locate::Locator;
use crate::surface::{Pole, Surface};
use crate::topology::{Face, Step};
use glam::{DVec2, DVec3};
use spatiq_geom::Stop;
use std::collections::{BTreeMap, BTreeSet};

/// A corner of a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// The parameters.
    pub uv: DVec2,
    /// Its number among the points in space.
    pub id: u32,
    /// Whether it is a place where the surface has no parameters of its own.
    pub pole: bool,
}

/// Points in space, to which new ones may be added.
pub(crate) type Points = Vec<DVec3>;

/// The rings of a face, as numbers of points: `of_edge` gives those of an edge, from its first vertex to its last.
pub(crate) fn rings(face: &Face, of_edge: impl Fn(usize) -> Vec<u32>, keep_seams: bool) -> Vec<Vec<u32>> {
    let mut uses: BTreeMap<usize, [bool; 2]> = BTreeMap::new();
    for step in face.loops.iter().flatten() {
        uses.entry(step.edge).or_default()[usize::from(step.forward)] = true;
    }
    let is_seam = |step: &Step| !keep_seams && uses[&step.edge] == [true; 2];
    let mut rings = Vec::new();
    for steps in &face.loops {
        let chains: Vec<Vec<u32>> = steps
            .iter()
            .filter(|step| !is_seam(step))
            .map(|step| {
                let mut points = of_edge(step.edge);
                if !step.forward {
                    points.reverse();
                }
                points
            })
            .filter(|points| points.len() > 1)
            .collect();
        if keep_seams {
            // Nothing was taken out, so one follows the other; the ends of a seam are passed twice.
            let mut ring: Vec<u32> = chains.concat();
            ring.dedup();
            if ring.first() == ring.last() {
                ring.pop();
            }
            rings.extend(Some(ring).filter(|ring| ring.len() > 1));
            continue;
        }
        // The chains that are left, by where they begin.
        let mut left: BTreeSet<(u32, usize)> =
            chains.iter().enumerate().map(|(k, chain)| (chain[0], k)).collect();
        for first in 0..chains.len() {
            if !left.remove(&(chains[first][0], first)) {
                continue;
            }
            let (mut ring, mut last) = (chains[first].clone(), first);
            while ring.first() != ring.last() {
                let end = ring[ring.len() - 1];
                // The next one in the loop, or the first after its end.
                let mut after =
                    left.range((end, last)..=(end, usize::MAX)).chain(left.range((end, 0)..(end, last)));
                let Some(&next) = after.next() else { break };
                left.remove(&next);
                last = next.1;
                ring.extend(&chains[last][1..]);
            }
            if ring.first() == ring.last() {
                ring.pop();
            }
            if ring.len() > 1 {
                rings.push(ring);
            }
        }
    }
    rings
}

/// Points of a ring that are tried as its beginning.
const LOOKS: usize = 24;

/// A ring laid flat.
struct Flat {
    corners: Vec<Corner>,
    /// By how many periods it comes back elsewhere.
    wraps: [i32; 2],
}

/// The polygons of a face in the plane of its parameters: inside is what an odd number of them encloses.
pub(crate) fn polygons(
    face: &Face,
    rings: &[Vec<u32>],
    points: &mut Points,
    near: f64,
    steps: impl Fn(DVec2) -> DVec2,
    stop: Stop,
) -> Result<Vec<Vec<Corner>>, Fault> {
    let surface = &face.surface;
    let (periods, poles) = (surface.periods(), surface.poles());
    let mut locator = Locator::new(surface);
    let flats: Vec<Flat> =
        rings.iter().map(|ring| flat(&mut locator, surface, &poles, ring, points, near, stop)).collect();
    let wrong = |what: &str| Fault::new(face.entity, what);
    let (wrapping, plain): (Vec<Flat>, Vec<Flat>) = flats.into_iter().partition(|flat| flat.wraps != [0, 0]);
    let mut polygons: Vec<Vec<Corner>> = Vec::new();
    let holes: Vec<Vec<Corner>> = plain.into_iter().map(|flat| flat.corners).collect();
    if let Some(first) = wrapping.first() {
        let axis = usize::from(first.wraps[0] == 0);
        let same = wrapping.iter().all(|flat| flat.wraps[axis].abs() == 1 && flat.wraps[1 - axis] == 0);
        let Some(period) = periods[axis].filter(|_| same) else {
            return Err(wrong("its bounds wind around the surface in a way that is not read"));
        };
        let band = Band { axis, period, across: periods[1 - axis], poles: &poles, holes: &holes };
        polygons.extend(band.polygons(wrapping, points, surface, &steps).map_err(wrong)?);
    } else if signed(&holes) <= 0.0 && periods.iter().all(Option::is_some) || holes.is_empty() {
        polygons
            .push(whole(surface, &poles, &holes, points, &steps).ok_or_else(|| wrong("it has no bounds"))?);
    }
    if polygons.is_empty() {
        // The largest is the outer one.
        let largest =
            (0..holes.len()).max_by(|&a, &b| area(&holes[a]).abs().total_cmp(&area(&holes[b]).abs()));
        let outer = largest.ok_or_else(|| wrong("it has no bounds"))?;
        polygons.push(holes[outer].clone());
        let others = holes.into_iter().enumerate().filter(|(k, _)| *k != outer).map(|(_, hole)| hole);
        add_holes(&mut polygons, others, periods);
    } else {
        add_holes(&mut polygons, holes.into_iter(), periods);
    }
    Ok(polygons)
}

/// Moves holes by whole periods to where they are inside one of the polygons.
fn add_holes(
    polygons: &mut Vec<Vec<Corner>>,
    holes: impl Iterator<Item = Vec<Corner>>,
    periods: [Option<f64>; 2],
) {
    if periods == [None, None] {
        return polygons.extend(holes);
    }
    let outer = polygons.clone();
    for mut hole in holes {
        let shifts = |axis: usize| -> Vec<f64> {
            periods[axis].map_or(vec![0.0], |period| [0.0, 1.0, -1.0, 2.0, -2.0].map(|k| k * period).to_vec())
        };
        let inside = |shift: DVec2| {
            let some = || hole.iter().step_by(hole.len().div_ceil(8));
            let within = some().filter(|corner| encloses(&outer, corner.uv + shift)).count();
            within * 2 > some().count()
        };
        let all = shifts(0).into_iter().flat_map(|u| shifts(1).into_iter().map(move |v| DVec2::new(u, v)));
        let shift = all.into_iter().find(|shift| inside(*shift)).unwrap_or(DVec2::ZERO);
        hole.iter_mut().for_each(|corner| corner.uv += shift);
        polygons.push(hole);
    }
}

/// Finds the parameters of a ring's points.
fn flat(
    locator: &mut Locator,
    surface: &Surface,
    poles: &[Pole],
    ring: &[u32],
    points: &Points,
    near: f64,
    stop: Stop,
) -> Flat {
    let (periods, domains) = (surface.periods(), surface.domains());
    let pole_of = |id: u32| poles.iter().find(|pole| pole.point.distance(points[id as usize]) <= near);
    // Begin at a point that has parameters of its own, and only these: at an end of the surface it may have others at the other end.
    let mut has_own = |id: u32| {
        let uv = locator.find(points[id as usize], None, near);
        (0..2).all(|axis| {
            let ends = domains[axis].filter(|_| periods[axis].is_none());
            ends.is_none_or(|[from, to]| {
                (from + 1e-6 * (to - from)..=to - 1e-6 * (to - from)).contains(&uv[axis])
            })
        })
    };
    let free = ring.iter().position(|&id| pole_of(id).is_none()).unwrap_or(0);
    let some = (free..ring.len()).step_by(ring.len().div_ceil(LOOKS)).filter(|&k| pole_of(ring[k]).is_none());
    let start = some.into_iter().find(|&k| has_own(ring[k])).unwrap_or(free);
    let order: Vec<u32> = ring[start..].iter().chain(&ring[..start]).copied().collect();
    let beside = |mut uv: DVec2, last: DVec2| {
        for axis in 0..2 {
            if let Some(period) = periods[axis] {
                uv[axis] += ((last[axis] - uv[axis]) / period).round() * period;
            }
        }
        uv
    };
    let mut corners: Vec<Corner> = Vec::with_capacity(order.len());
    let mut last: Option<DVec2> = None;
    let mut behind_pole = None;
    for (k, &id) in order.iter().enumerate() {
        // Whoever called sees that it was stopped.
        if k % 64 == 63 && stop() {
            break;
        }
        if let Some(pole) = pole_of(id) {
            let mut uv = last.unwrap_or_default();
            uv[pole.axis] = pole.value;
            corners.push(Corner { uv, id, pole: true });
            behind_pole = Some(corners.len());
            continue;
        }
        let found = locator.find(points[id as usize], last, near);
        let uv = last.map_or(found, |last| beside(found, last));
        if let Some(before) = corners.last().filter(|before| before.pole).copied()
            && let Some(pole) = pole_of(before.id)
        {
            // One leaves a pole in another direction than one came.
            let mut leaving = uv;
            leaving[pole.axis] = pole.value;
            corners.push(Corner { uv: leaving, ..before });
        }
        corners.push(Corner { uv, id, pole: false });
        last = Some(uv);
    }
    let (Some(first), Some(end)) = (corners.first().map(|corner| corner.uv), last) else {
        return Flat { corners, wraps: [0, 0] };
    };
    let back = beside(first, end);
    let mut wraps = [0, 1]
        .map(|axis| periods[axis].map_or(0, |period| ((back[axis] - first[axis]) / period).round() as i32));
    if let Some(from) = behind_pole.filter(|_| wraps != [0, 0]) {
        // Around a pole any direction is as good: what is behind it moves, and the ring closes.
        for corner in &mut corners[from..] {
            for axis in 0..2 {
                corner.uv[axis] -= f64::from(wraps[axis]) * periods[axis].unwrap_or(0.0);
            }
        }
        wraps = [0, 0];
    }
    if let Some(pole) = corners.last().filter(|corner| corner.pole).and_then(|corner| pole_of(corner.id)) {
        // The ring ends at a pole: it leaves towards where it began.
        let mut leaving = first;
        leaving[pole.axis] = pole.value;
        let last = corners[corners.len() - 1];
        corners.push(Corner { uv: leaving, ..last });
    }
    Flat { corners, wraps }
}

/// Twice the area that corners enclose, more than zero if they are counter-clockwise.
fn area(corners: &[Corner]) -> f64 {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    sides.map(|(a, b)| (a.uv - corners[0].uv).perp_dot(b.uv - corners[0].uv)).sum()
}

fn signed(rings: &[Vec<Corner>]) -> f64 {
    rings.iter().map(|ring| area(ring)).sum()
}

/// Whether an odd number of polygons encloses a place.
pub(crate) fn encloses(polygons: &[Vec<Corner>], place: DVec2) -> bool {
    let crosses = |a: DVec2, b: DVec2| {
        (a.y > place.y) != (b.y > place.y) && place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y)
    };
    let sides = polygons.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    sides.filter(|(a, b)| crosses(a.uv, b.uv)).count() % 2 == 1
}

/// What is between rings that wrap.
struct Band<'a> {
    axis: usize,
    period: f64,
    /// The period the other way, if there is one.
    across: Option<f64>,
    poles: &'a [Pole],
    holes: &'a [Vec<Corner>],
}

/// Pairs of points between which a band may be cut that are tried.
const CUTS: usize = 64;

impl Band<'_> {
    fn polygons(
        &self,
        wrapping: Vec<Flat>,
        points: &mut Points,
        surface: &Surface,
        steps: &impl Fn(DVec2) -> DVec2,
    ) -> Result<Vec<Vec<Corner>>, &'static str> {
        let other = 1 - self.axis;
        // Seen along the axis, the face is to the left of a ring that goes on, so that it is the band's lower side;
        // along v, left is where u falls.
        let mut sides: Vec<(bool, Vec<Corner>)> = wrapping
            .into_iter()
            .map(|mut flat| {
                let on = flat.wraps[self.axis] > 0;
                if !on {
                    flat.corners.reverse();
                }
                (on == (self.axis == 0), flat.corners)
            })
            .collect();
        let middle = |corners: &[Corner]| {
            corners.iter().map(|corner| corner.uv[other]).sum::<f64>() / corners.len() as f64
        };
        if let (Some(period), [(low, a), (_, b)]) = (self.across, sides.as_mut_slice()) {
            // The upper one is less than a period above the lower one.
            let (below, above) = if *low { (a, b) } else { (b, a) };
            let shift = ((middle(below) - middle(above)) / period).ceil() * period;
            above.iter_mut().for_each(|corner| corner.uv[other] += shift);
        }
        sides.sort_by(|a, b| middle(&a.1).total_cmp(&middle(&b.1)));
        if sides.len() % 2 == 1 {
            self.add_pole(&mut sides, points)?;
        }
        let mut polygons = Vec::new();
        for pair in sides.chunks(2) {
            let (below, above) = (&pair[0].1, &pair[1].1);
            polygons
                .push(self.cut(below, above, points, surface, steps).ok_or("its band cannot be cut open")?);
        }
        Ok(polygons)
    }

    /// A face with a single ring goes as far as a pole.
    fn add_pole(
        &self,
        sides: &mut Vec<(bool, Vec<Corner>)>,
        points: &mut Points,
    ) -> Result<(), &'static str> {
        let other = 1 - self.axis;
        let reach = |corners: &[Corner]| corners[0].uv[other];
        let (low, high) = (&sides[0], &sides[sides.len() - 1]);
        let poles = || self.poles.iter().filter(|pole| pole.axis == other);
        let below =
            poles().filter(|pole| pole.value <= reach(&low.1)).max_by(|a, b| a.value.total_cmp(&b.value));
        let above =
            poles().filter(|pole| pole.value >= reach(&high.1)).min_by(|a, b| a.value.total_cmp(&b.value));
        let (pole, is_low) = match (below, above) {
            (Some(pole), _) if !low.0 => (pole, true),
            (_, Some(pole)) if high.0 => (pole, false),
            // The file may have a ring the wrong way round.
            (Some(pole), None) => (pole, true),
            (None, Some(pole)) => (pole, false),
            _ => return Err("it has one bound around a surface that does not end"),
        };
        let id = points.len() as u32;
        points.push(pole.point);
        let start = if is_low { low.1[0].uv } else { high.1[0].uv };
        let mut uv = start;
        uv[other] = pole.value;
        let corner = Corner { uv, id, pole: true };
        let at = if is_low { 0 } else { sides.len() };
        sides.insert(at, (is_low, vec![corner]));
        Ok(())
    }

    /// The polygon of the band between two rings that go on along the axis.
    fn cut(
        &self,
        below: &[Corner],
        above: &[Corner],
        points: &mut Points,
        surface: &Surface,
        steps: &impl Fn(DVec2) -> DVec2,
    ) -> Option<Vec<Corner>> {
        let axis = self.axis;
        let every = below.len().div_ceil(CUTS);
        // From each point below, the point above that is nearest along the axis.
        let mut cuts: Vec<(f64, usize, usize, f64)> = Vec::new();
        for i in (0..below.len()).step_by(every) {
            let from = below[i].uv[axis];
            let ahead = |corner: &Corner| {
                let way = from - corner.uv[axis];
                let shift = (way / self.period).round() * self.period;
                (way - shift, shift)
            };
            let nearest = (0..above.len())
                .min_by(|&a, &b| ahead(&above[a]).0.abs().total_cmp(&ahead(&above[b]).0.abs()))?;
            let (way, shift) = ahead(&above[nearest]);
            cuts.push((if above[nearest].pole { 0.0 } else { way.abs() }, i, nearest, shift));
        }
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let lift = |corner: &Corner, by: f64| {
            let mut corner = *corner;
            corner.uv[axis] += by;
            corner
        };
        let (_, i, j, shift) = cuts.into_iter().find(|&(_, i, j, shift)| {
            let from = below[i].uv;
            let to =
                if above[j].pole { set(above[j].uv, axis, from[axis]) } else { lift(&above[j], shift).uv };
            self.is_free(from, to, below, above)
        })?;
        let from = below[i].uv;
        let to = if above[j].pole { set(above[j].uv, axis, from[axis]) } else { lift(&above[j], shift).uv };
        let run = |ring: &[Corner], start: usize, target: f64| -> Vec<Corner> {
            let mut corners = Vec::with_capacity(ring.len() + 1);
            for k in 0..=ring.len() {
                let index = (start + k) % ring.len();
                let turns = f64::from(u8::from(start + k >= ring.len())) * self.period;
                let back = target - ring[start].uv[axis];
                corners.push(lift(&ring[index], turns + back));
            }
            corners
        };
        let low = if below[i].pole {
            pole_line(below[i], axis, to[axis], self.period)
        } else {
            run(below, i, from[axis])
        };
        let high = if above[j].pole {
            pole_line(above[j], axis, from[axis], self.period)
        } else {
            run(above, j, to[axis])
        };
        let (from, to) = (low[0].uv, high[0].uv);
        let between = cut_points(surface, from, to, points, steps);
        let mut polygon = low;
        polygon.extend(between.iter().map(|corner| lift(corner, self.period)));
        polygon.extend(high.into_iter().rev());
        polygon.extend(between.into_iter().rev());
        Some(polygon)
    }

    /// Whether a cut meets no ring but at its ends.
    fn is_free(&self, from: DVec2, to: DVec2, below: &[Corner], above: &[Corner]) -> bool {
        let rings = [below, above].into_iter().chain(self.holes.iter().map(Vec::as_slice));
        for (which, ring) in rings.enumerate() {
            for k in 0..ring.len() {
                let a = ring[k].uv;
                let mut b = ring[(k + 1) % ring.len()].uv;
                if which < 2 && k + 1 == ring.len() {
                    b[self.axis] += self.period;
                }
                for turn in -2..=2 {
                    let mut shift = DVec2::ZERO;
                    shift[self.axis] = f64::from(turn) * self.period;
                    if crosses(from, to, a + shift, b + shift) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

fn set(mut uv: DVec2, axis: usize, value: f64) -> DVec2 {
    uv[axis] = value;
    uv
}

/// A pole as the side of a band.
fn pole_line(pole: Corner, axis: usize, from: f64, period: f64) -> Vec<Corner> {
    [from, from + period].map(|value| Corner { uv: set(pole.uv, axis, value), ..pole }).to_vec()
}

/// Whether two segments cross, other than at the ends of the first.
fn crosses(from: DVec2, to: DVec2, a: DVec2, b: DVec2) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    let (one, other) = (side(a, b, from), side(a, b, to));
    let (first, second) = (side(from, to, a), side(from, to, b));
    one * other < 0.0 && first * second <= 0.0
}

/// New points between the ends of a cut, where the surface bends along it.
fn cut_points(
    surface: &Surface,
    from: DVec2,
    to: DVec2,
    points: &mut Points,
    steps: &impl Fn(DVec2) -> DVec2,
) -> Vec<Corner> {
    let step = steps(from.midpoint(to)).min(steps(from)).min(steps(to));
    let way = ((to - from) / step).abs();
    let count = way.max_element().ceil().clamp(1.0, 2000.0) as usize;
    let place = |k: usize| {
        let uv = from.lerp(to, k as f64 / count as f64);
        points.push(surface.at(uv).point);
        Corner { uv, id: points.len() as u32 - 1, pole: false }
    };
    (1..count).map(place).collect()
}

/// The polygon of a surface that is closed both ways, or between two poles, cut open where no hole is.
fn whole(
    surface: &Surface,
    poles: &[Pole],
    holes: &[Vec<Corner>],
    points: &mut Points,
    steps: &impl Fn(DVec2) -> DVec2,
) -> Option<Vec<Corner>> {
    let periods = surface.periods();
    let free = |axis: usize| {
        let period = periods[axis]?;
        // The middle of the longest stretch without a hole.
        let mut taken: Vec<(f64, f64)> = holes
            .iter()
            .map(|hole| {
                let values = hole.iter().map(|corner| corner.uv[axis]);
                let (low, high) = values
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
                let start = low.rem_euclid(period);
                (start, start + high - low)
            })
            .collect();
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        let Some(&(first, _)) = taken.first() else { return Some(0.0) };
        let (mut best, mut end) = ((0.0, 0.0), f64::NEG_INFINITY);
        for (from, to) in taken.iter().copied().chain([(first + period, 0.0)]) {
            if end.is_finite() && from - end > best.0 {
                best = (from - end, end.midpoint(from));
            }
            end = f64::max(end, to);
        }
        (best.0 > 0.0).then_some(best.1)
    };
    let side = |from: DVec2, to: DVec2, points: &mut Points| cut_points(surface, from, to, points, steps);
    let shifted = |corners: &[Corner], shift: DVec2| -> Vec<Corner> {
        corners.iter().map(|corner| Corner { uv: corner.uv + shift, ..*corner }).collect()
    };
    if let (Some(u), Some(v)) = (free(0), free(1)) {
        let (wide, high) = (DVec2::X * periods[0]?, DVec2::Y * periods[1]?);
        let start = DVec2::new(u, v);
        points.push(surface.at(start).point);
        let corner = Corner { uv: start, id: points.len() as u32 - 1, pole: false };
        let mut along = vec![corner];
        along.extend(side(start, start + wide, points));
        let mut up = vec![corner];
        up.extend(side(start, start + high, points));
        let mut polygon = along.clone();
        polygon.extend(shifted(&up, wide));
        polygon.push(Corner { uv: start + wide + high, ..corner });
        polygon.extend(shifted(&along, high).into_iter().skip(1).rev());
        polygon.push(Corner { uv: start + high, ..corner });
        polygon.extend(up.into_iter().skip(1).rev());
        return Some(polygon);
    }
    let axis = (0..2).find(|&axis| periods[axis].is_some())?;
    let other = 1 - axis;
    let mut ends: Vec<&Pole> = poles.iter().filter(|pole| pole.axis == other).collect();
    ends.sort_by(|a, b| a.value.total_cmp(&b.value));
    let (start, period) = (free(axis)?, periods[axis]?);
    let [low, high] = ends.as_slice() else { return None };
    let lines = [low, high].map(|pole| {
        points.push(pole.point);
        let uv = set(DVec2::splat(pole.value), axis, start);
        pole_line(Corner { uv, id: points.len() as u32 - 1, pole: true }, axis, start, period)
    });
    let between = side(lines[0][0].uv, lines[1][0].uv, points);
    let [below, above] = lines;
    let mut polygon = below;
    polygon.extend(shifted(&between, set(DVec2::ZERO, axis, period)));
    polygon.extend(above.into_iter().rev());
    polygon.extend(between.into_iter().rev());
    Some(polygon)
}
