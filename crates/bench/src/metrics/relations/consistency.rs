//! Whether labels agree with each other, whatever the truth.
//!
//! - *asymmetric*: of the pairs with a claim in either direction, the share whose two labels do not mirror each other;
//! - *intransitive-strict*: of the triples with a < b and b < c, the share with c < a;
//! - *intransitive-weak*: of the triples with a ≤ b and b ≤ c, the share with c < a.
//!
//! Triples are ordered, a < b means that a is closer, and only those count that are asked about in all three pairs and
//! answered in the first two.

use crate::{Label, RelationKind, Share};
use std::collections::BTreeMap;

/// Adds the counts of one question. Where nothing could go wrong, nothing is added.
pub fn count(
    kind: RelationKind,
    said: impl Iterator<Item = ([usize; 2], Label)>,
    also: &mut BTreeMap<&'static str, Share>,
) {
    let said: BTreeMap<[usize; 2], Label> = said.collect();
    let mut add = |name: &'static str, wrong: bool| {
        also.entry(name).or_default().add(Share { part: f64::from(wrong), whole: 1.0 });
    };
    for (&[a, b], &label) in said.iter().filter(|([a, b], _)| a < b) {
        let Some(&back) = said.get(&[b, a]) else { continue };
        if kind.is_scored(label) || kind.is_scored(back) {
            add("asymmetric", label.mirrored() != back);
        }
    }
    if !kind.is_order() || kind.views() > 1 {
        // Between two pictures no three pairs close a triangle.
        return;
    }
    let is_weak = |label: Label| matches!(label, Label::Closer | Label::Same);
    for (&[a, b], &first) in said.iter().filter(|(_, label)| is_weak(**label)) {
        for (&[_, c], &second) in said.range([b, 0]..=[b, usize::MAX]).filter(|(_, label)| is_weak(**label)) {
            let Some(&third) = said.get(&[a, c]) else { continue };
            let cycle = third == Label::Farther;
            if [first, second] == [Label::Closer; 2] {
                add("intransitive-strict", cycle);
            }
            add("intransitive-weak", cycle);
        }
    }
}
