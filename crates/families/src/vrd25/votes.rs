//! What raters said about a pair, and what follows from it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A vote a rater, each a code of the release: see [`spatiq_bench::RelationKind::label`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Votes(pub Vec<u8>);

/// The code for "no majority".
pub const NO_MAJORITY: i8 = -1;

/// How much raters agreed on the depth of a pair: the scales of the paper's table 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// All gave the same label.
    Easy,
    /// At least four of five did.
    Moderate,
    /// More than half did.
    Difficult,
    /// More than half could not tell.
    Infeasible,
    /// No label has more than half of the votes.
    Ambiguous,
}

impl Difficulty {
    /// All, in the paper's order.
    pub const ALL: [Self; 5] =
        [Self::Easy, Self::Moderate, Self::Difficult, Self::Infeasible, Self::Ambiguous];

    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Moderate => "moderate",
            Self::Difficult => "difficult",
            Self::Infeasible => "infeasible",
            Self::Ambiguous => "ambiguous",
        }
    }
}

impl Votes {
    /// The label with strictly more than half of the votes, or [`NO_MAJORITY`].
    pub fn majority(&self) -> i8 {
        let (code, votes) = self.most();
        if 2 * votes > self.0.len() { code as i8 } else { NO_MAJORITY }
    }

    /// Whether two labels share the first place.
    pub fn is_tie(&self) -> bool {
        let most = self.most().1;
        self.counts().values().filter(|votes| **votes == most).count() > 1
    }

    /// How hard it was to tell, where these are votes on depth.
    pub fn difficulty(&self) -> Difficulty {
        let (code, votes) = self.most();
        let all = self.0.len();
        match () {
            () if 2 * votes <= all => Difficulty::Ambiguous,
            () if code == 0 => Difficulty::Infeasible,
            () if votes == all => Difficulty::Easy,
            () if 5 * votes >= 4 * all => Difficulty::Moderate,
            () => Difficulty::Difficult,
        }
    }

    /// The same votes on the pair the other way round.
    pub fn mirrored(&self) -> Self {
        Self(self.0.iter().map(|code| [0, 2, 1, 3][usize::from(*code).min(3)]).collect())
    }

    fn counts(&self) -> BTreeMap<u8, usize> {
        let mut counts = BTreeMap::new();
        self.0.iter().for_each(|code| *counts.entry(*code).or_default() += 1);
        counts
    }

    fn most(&self) -> (u8, usize) {
        self.counts()
            .into_iter()
            .max_by_key(|(code, votes)| (*votes, std::cmp::Reverse(*code)))
            .unwrap_or((0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulty_is_decided_in_the_order_of_the_paper() {
        for (votes, majority, difficulty) in [
            (&[1, 1, 1, 1, 1][..], 1, Difficulty::Easy),
            (&[2, 2, 2, 2, 0], 2, Difficulty::Moderate),
            (&[3, 3, 3, 1, 2], 3, Difficulty::Difficult),
            (&[0, 0, 0, 0, 0], 0, Difficulty::Infeasible),
            (&[0, 0, 0, 1, 2], 0, Difficulty::Infeasible),
            (&[1, 1, 2, 2, 0], -1, Difficulty::Ambiguous),
            (&[1, 1, 2, 2], -1, Difficulty::Ambiguous),
            (&[1, 1, 1, 2], 1, Difficulty::Difficult),
            (&[2, 2, 2, 2, 2, 2, 2, 2, 1, 1], 2, Difficulty::Moderate),
            (&[1], 1, Difficulty::Easy),
            (&[], -1, Difficulty::Ambiguous),
        ] {
            let votes = Votes(votes.to_vec());
            assert_eq!((votes.majority(), votes.difficulty()), (majority, difficulty), "{votes:?}");
            assert_eq!(votes.mirrored().difficulty(), difficulty);
            assert_eq!(votes.mirrored().mirrored(), votes);
        }
        assert!(Votes(vec![1, 1, 2, 2]).is_tie() && !Votes(vec![1, 1, 2, 0]).is_tie());
    }
}
