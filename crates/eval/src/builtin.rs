//! Solvers that know nothing of any task: what a real one has to beat.

use crate::probes;
use spatiq_bench::{Answer, Form, Kind, Question, Seed, Setting, Settings, Solver, SolverError, SolverSpec};

/// What fits any task of choices, words or relations.
pub const CHANCE: &[SolverSpec] = &[SolverSpec {
    name: "chance",
    about: "guesses, every option, word or label equally likely",
    privileged: &[],
    learns: false,
    settings: &[Setting {
        name: "seed",
        default: "0",
        kind: Kind::Whole(0, u64::MAX),
        about: "another number, other guesses",
    }],
    make: |settings| Box::new(Chance::new(settings)),
}];

/// Every solver that fits any task of choices.
pub const BUILTIN: &[SolverSpec] = &[
    CHANCE[0],
    SolverSpec {
        name: "first",
        about: "always says A",
        privileged: &[],
        learns: false,
        settings: &[],
        make: |_| Box::new(First),
    },
    probes::SLOT.solver(|_| probes::SLOT.blank()),
    probes::INK.solver(|_| probes::INK.blank()),
    probes::BOX.solver(|_| probes::BOX.blank()),
    probes::AREA_SUM.solver(|_| probes::AREA_SUM.blank()),
    probes::FILE_SIZE.solver(|_| probes::FILE_SIZE.blank()),
    probes::RECURRENCE.solver(|_| probes::RECURRENCE.blank()),
];

/// A guess hangs on the question's id, so it does not matter who asks first.
struct Chance(Seed);

impl Chance {
    fn new(settings: &Settings) -> Self {
        Self(Seed::root(settings.whole("seed")).child("chance"))
    }
}

impl Solver for Chance {
    fn answer(&mut self, question: &Question) -> Result<Answer, SolverError> {
        let mut rng = self.0.child(&question.id).rng();
        match &question.form {
            Form::Choice(options) => Ok(Answer::Choice(rng.below(options.len()))),
            Form::Word { vocabulary } => Ok(Answer::Word(rng.pick(vocabulary).clone())),
            Form::Relations(asked) => {
                let guess = |_| *rng.pick(asked.kind.labels());
                Ok(Answer::Relations(asked.pairs.iter().map(guess).collect()))
            }
            Form::Image { .. } | Form::Points { .. } => {
                Err(SolverError("there is nothing to choose from".into()))
            }
        }
    }
}

struct First;

impl Solver for First {
    fn answer(&mut self, _: &Question) -> Result<Answer, SolverError> {
        Ok(Answer::Choice(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::{Choice, Tags};

    fn guesses(seed: &str, count: usize) -> Vec<Answer> {
        let chance = BUILTIN[0];
        let settings = Settings::new(chance.settings, [("seed", seed)]).unwrap();
        let mut solver = (chance.make)(&settings);
        let ask = |index: usize| {
            let question = Question {
                id: format!("iq/sample/test/{index:06}"),
                prompt: String::new(),
                pictures: Vec::new(),
                form: Form::Choice(vec![Choice::default(); 4]),
                tags: Tags::new(),
            };
            solver.answer(&question).unwrap()
        };
        (0..count).map(ask).collect()
    }

    #[test]
    fn chance_repeats_itself_and_favours_no_option() {
        let all = guesses("7", 4000);
        assert_eq!(all, guesses("7", 4000));
        assert_ne!(all, guesses("8", 4000));
        for place in 0..4 {
            let count = all.iter().filter(|&answer| *answer == Answer::Choice(place)).count();
            // Four standard deviations to either side of 1,000.
            assert!((890..=1110).contains(&count), "{place}: {count}");
        }
    }

    #[test]
    fn solvers_have_names_of_their_own_and_say_what_they_do() {
        let mut names: Vec<&str> = BUILTIN.iter().map(|spec| spec.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), BUILTIN.len());
        assert!(BUILTIN.iter().all(|spec| !spec.about.is_empty() && spec.privileged.is_empty()));
    }
}
