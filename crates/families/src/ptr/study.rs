//! The paper's study of how well parts carry over from some categories to others.

use super::template::{AnswerKind, Chosen, Parameter, ParameterKind, SubType, Template};
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
pub struct Scope {
    /// How often each category comes, in the order of [`Category::FURNITURE`].
    pub weights: [f64; 5],
    /// The categories that there are.
    categories: Vec<Category>,
    /// Whether questions are about shared parts alone.
    shared: bool,
}

/// What words may be about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// No parts at all.
    Nothing,
    /// Parts that may be asked about.
    Shared,
    /// Parts that may not, or any.
    Others,
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
    pub fn of(self, split: Split) -> Scope {
        let categories = match (self, split) {
            (Self::CrossCategory, Split::Train) => SEEN.to_vec(),
            _ => Category::FURNITURE.to_vec(),
        };
        let even = Rules::EVEN[0];
        Scope {
            weights: Category::FURNITURE.map(|one| if categories.contains(&one) { even } else { 0.0 }),
            shared: self != Self::None && split != Split::Train,
            categories,
        }
    }
}

impl Scope {
    /// Whether a template may have an answer.
    pub fn admits_answer(&self, template: &Template, answer: &str) -> bool {
        let names_parts = |parameter: &Parameter| {
            parameter.kind.is_things() || parameter.kind.is_parts() || parameter.kind == ParameterKind::Part
        };
        // All six objects of a room: such words mean every object, and then naming a part does no work.
        let means_all = (template.sub_type, template.kind) == (SubType::CountObject, AnswerKind::Objects)
            && answer == "6";
        if self.shared && (means_all || !template.parameters.iter().any(names_parts)) {
            return false;
        }
        match template.kind {
            AnswerKind::Category => self.categories.iter().any(|category| category.name() == answer),
            AnswerKind::Part => self.has_part(answer),
            _ => true,
        }
    }

    /// Whether something may be chosen for a parameter: it speaks of no parts that may not be asked about, not as a red part, either, which
    /// may be any.
    pub fn admits(&self, template: &Template, parameter: usize, chosen: &Chosen) -> bool {
        self.told(template, parameter, chosen) != About::Others
    }

    /// Whether a question with these choices may be asked. If it is to be about shared parts, it names one, or asks for one.
    pub fn admits_all(&self, template: &Template, chosen: &[Chosen]) -> bool {
        let told = |(at, chosen): (usize, &Chosen)| self.told(template, at, chosen);
        let told: Vec<About> = chosen.iter().enumerate().map(told).collect();
        let names = !self.shared || template.kind == AnswerKind::Part || told.contains(&About::Shared);
        names && !told.contains(&About::Others)
    }

    fn told(&self, template: &Template, parameter: usize, chosen: &Chosen) -> About {
        let has = |kind: ParameterKind| template.parameters.iter().any(|one| one.kind == kind);
        let asks_for_part = template.kind == AnswerKind::Part;
        match (chosen, template.parameters[parameter].kind) {
            (Chosen::Things(Description { clause: Some(clause), .. }), _) => self.about(&clause.parts),
            // The answer says what it is.
            (Chosen::Parts(PartWords { part: None, .. }, _), ParameterKind::Coloured) if asks_for_part => {
                About::Shared
            }
            (Chosen::Parts(words, _), _) => self.about(words),
            (Chosen::Word(word), ParameterKind::Part) => {
                self.about(&PartWords { part: super::program::part(word), colour: None })
            }
            // Of a named part, or of any.
            (Chosen::Word(_), ParameterKind::Colour)
                if self.shared && !asks_for_part && !has(ParameterKind::Part) =>
            {
                About::Others
            }
            _ => About::Nothing,
        }
    }

    /// What words for parts are about.
    fn about(&self, words: &PartWords) -> About {
        match words.part {
            Some(part) if self.has_part(part.name()) => About::Shared,
            None if !self.shared => About::Nothing,
            _ => About::Others,
        }
    }

    fn has_part(&self, name: &str) -> bool {
        let shared = !self.shared || SHARED.iter().any(|part| part.name() == name);
        let mut parts = self.categories.iter().flat_map(|category| category.parts());
        shared && parts.any(|part| part.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptr::hear::hear;
    use crate::ptr::template::TEMPLATES;

    /// Whether a question may be asked in a split of the study.
    fn is_admitted(question: &str, split: Split) -> bool {
        let scope = Study::CrossCategory.of(split);
        let (template, _) = hear(question).swap_remove(0);
        let heard = template.wordings.iter().flat_map(|wording| wording.hear(question, &template.parameters));
        let chosen = heard.into_iter().next().expect("it was just heard");
        template.answers.iter().any(|answer| scope.admits_answer(template, answer))
            && scope.admits_all(template, &chosen)
    }

    #[test]
    fn tests_are_about_shared_parts_and_no_others() {
        for (question, expected) in [
            ("How many objects with legs are there?", true),
            ("How many objects with red legs are there?", true),
            ("How many objects with a red part are there?", false),
            ("How many objects with a seat are there?", false),
            ("How many chairs are there?", false),
            ("What colour are the legs of the chair?", true),
            ("What colour is the top of the table?", false),
            ("What kind of part is the red part of the chair?", true),
            ("How many visible red parts does the chair with legs have?", false),
            ("Would moving the unstable object to the left by a metre or less make it stable?", false),
        ] {
            assert_eq!(is_admitted(question, Split::Test), expected, "{question}");
        }
    }

    #[test]
    fn training_lacks_what_its_furniture_lacks() {
        assert!(is_admitted("How many objects with a seat are there?", Split::Train));
        assert!(!is_admitted("How many objects with a sleep area are there?", Split::Train));
    }

    #[test]
    fn every_sub_type_has_questions_about_shared_parts() {
        let scope = Study::Control.of(Split::Test);
        let admitted = |template: &&Template| {
            template.answers.iter().any(|answer| scope.admits_answer(template, answer))
        };
        let found = |sub_type: SubType| TEMPLATES.iter().filter(admitted).any(|one| one.sub_type == sub_type);
        assert!(SubType::ALL.into_iter().all(found));
    }
}
