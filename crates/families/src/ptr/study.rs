//! The paper's study of how well parts carry over from some categories to others.

use super::template::{AnswerKind, Chosen, Template};
use super::words::{Description, PartWords};
use spatiq_bench::Split;
use spatiq_scene::arrange::Rules;
use spatiq_scene::{Category, PartCategory};

/// Which study a dataset is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// None: everything is asked everywhere.
    None,
    /// Training scenes lack two categories.
    CrossCategory,
    /// They do not; the rest is the same.
    Control,
}

/// What may be asked in a split.
pub struct About {
    /// How often each category comes, in the order of [`Category::FURNITURE`].
    pub weights: [f64; 5],
    /// The categories that there are.
    categories: Vec<Category>,
    /// Whether questions are about shared parts alone.
    shared: bool,
}

/// What is learnt from in the study.
const SEEN: [Category; 3] = [Category::Chair, Category::Refrigerator, Category::Cart];

/// The parts that both seen and unseen categories have.
const SHARED: [PartCategory; 7] = [
    PartCategory::Back,
    PartCategory::Leg,
    PartCategory::LegBar,
    PartCategory::CentralSupport,
    PartCategory::Pedestal,
    PartCategory::Wheel,
    PartCategory::Door,
];

impl Study {
    /// The study of a name.
    pub fn read(name: &str) -> Self {
        match name {
            "cross-category" => Self::CrossCategory,
            "control" => Self::Control,
            _ => Self::None,
        }
    }

    /// What may be asked in a split.
    pub fn of(self, split: Split) -> About {
        let categories = match (self, split) {
            (Self::CrossCategory, Split::Train) => SEEN.to_vec(),
            _ => Category::FURNITURE.to_vec(),
        };
        let even = Rules::EVEN[0];
        About {
            weights: Category::FURNITURE.map(|one| if categories.contains(&one) { even } else { 0.0 }),
            shared: self != Self::None && split != Split::Train,
            categories,
        }
    }
}

impl About {
    /// Whether a template may have an answer.
    pub fn admits_answer(&self, template: &Template, answer: &str) -> bool {
        match template.kind {
            AnswerKind::Category => self.categories.iter().any(|category| category.name() == answer),
            AnswerKind::Part => self.has_part(answer),
            _ => true,
        }
    }

    /// Whether a question may be asked.
    pub fn admits(&self, chosen: &[Chosen]) -> bool {
        chosen.iter().all(|chosen| match chosen {
            Chosen::Things(Description { clause: Some(clause), .. }) => self.admits_parts(&clause.parts),
            Chosen::Parts(words, _) => self.admits_parts(words),
            Chosen::Word(word) => super::program::part(word).is_none() || self.has_part(word),
            Chosen::Things(_) | Chosen::Geometry(_) => true,
        })
    }

    fn admits_parts(&self, words: &PartWords) -> bool {
        words.part.is_none_or(|part| self.has_part(part.name()))
    }

    fn has_part(&self, name: &str) -> bool {
        let shared = !self.shared || SHARED.iter().any(|part| part.name() == name);
        let mut parts = self.categories.iter().flat_map(|category| category.parts());
        shared && parts.any(|part| part.name() == name)
    }
}
