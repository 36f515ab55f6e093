//! The paper's rule on a depth map beside the picture.

use super::asked;
use super::rules::{Rule, Seen};
use spatiq_bench::relations::overlap;
use spatiq_bench::{Answer, Edges, Question, Relations, Solver, SolverError};
use spatiq_raster::Gray16;

/// Compares the mean depth within boxes. Margins are shares of the greatest depth in the picture, since depth maps come in
/// all units; between two pictures the sign of the difference decides.
pub struct Depth {
    rule: Rule,
    /// Whether the map has inverse depths.
    larger_is_closer: bool,
}

impl Depth {
    /// The rule with its settings.
    pub fn new(margin: f64, tau: f64, larger_is_closer: bool) -> Self {
        Self { rule: Rule { margin, tau }, larger_is_closer }
    }
}

/// The mean depth of each object, as a share of the greatest depth in any of the pictures.
fn depths(question: &Question, asked: &Relations, larger_is_closer: bool) -> Result<Vec<f64>, SolverError> {
    let mut maps = Vec::new();
    for name in ["depth", "depth2"].into_iter().take(asked.kind.views()) {
        let picture =
            question.picture(name).ok_or(SolverError("there is no depth map beside the picture".into()))?;
        maps.push(Gray16::decode(&picture.png).map_err(|error| SolverError(format!("{name}: {error}")))?);
    }
    let greatest = maps.iter().flat_map(|map| &map.pixels).copied().max().unwrap_or(0).max(1);
    let mean = |map: &Gray16, edges: &Edges| {
        let [columns, rows] =
            [(0, map.width), (1, map.height)].map(|(axis, count)| pixels(edges, axis, count));
        let (mut sum, mut count) = (0.0, 0.0);
        for y in rows {
            for pixel in &map.pixels[y * map.width..][columns.clone()] {
                // Zero is beyond what a map of depths can tell; in one of inverse depths it is simply the farthest.
                let is_beyond = *pixel == 0 && !larger_is_closer;
                sum += if is_beyond { f64::from(u16::MAX) } else { f64::from(*pixel) };
                count += 1.0;
            }
        }
        sum / f64::max(count, 1.0) / f64::from(greatest)
    };
    Ok(asked.objects.iter().map(|object| mean(&maps[object.view], &object.edges)).collect())
}

/// The pixels along an axis whose middles are within a box.
pub fn pixels(edges: &Edges, axis: usize, count: usize) -> std::ops::Range<usize> {
    let at = |edge: f64| ((edge * count as f64).round() as usize).min(count);
    at(edges[axis])..at(edges[axis + 2])
}

impl Depth {
    fn seen(&self, asked: &Relations, depths: &[f64], [a, b]: [usize; 2]) -> Seen {
        let overlap = overlap(&asked.objects[a].edges, &asked.objects[b].edges);
        let lead = if self.larger_is_closer { depths[a] - depths[b] } else { depths[b] - depths[a] };
        Seen { lead, overlap }
    }
}

impl Solver for Depth {
    fn fit(&mut self, examples: &mut dyn Iterator<Item = (Question, Answer)>) {
        let mut pairs = Vec::new();
        for (question, truth) in examples {
            let (Ok(asked), Answer::Relations(truth)) = (asked(&question), truth) else { continue };
            let Ok(depths) = depths(&question, asked, self.larger_is_closer) else { continue };
            let seen =
                |(pair, label): (&[usize; 2], _)| (asked.kind, self.seen(asked, &depths, *pair), label);
            pairs.extend(asked.pairs.iter().zip(truth).map(seen));
        }
        self.rule = self.rule.fitted(&pairs);
    }

    fn learnt(&self) -> Option<String> {
        Some(self.rule.told())
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let asked = asked(question)?;
        let depths = depths(question, asked, self.larger_is_closer)?;
        let label = |pair: &[usize; 2]| self.rule.label(asked.kind, self.seen(asked, &depths, *pair));
        Ok(Answer::Relations(asked.pairs.iter().map(label).collect()))
    }
}
