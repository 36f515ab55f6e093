//! The worst answers of a run, kept with their questions so that people can look at them.

use spatiq_bench::{Answer, Grade, Question};

/// Of so many questions it is kept which were missed.
const MOST_IDS: usize = 500;

/// An answer that is not as good as the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct Miss {
    /// What was asked.
    pub question: Question,
    /// What is right.
    pub truth: Answer,
    /// What was answered, or why there is no answer.
    pub answer: Result<Answer, String>,
    /// How good the answer is; worth nothing where there is none.
    pub grade: Grade,
    /// What the solver found out on the way.
    pub remark: Option<String>,
}

/// How many answers there were, and the worst of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Misses {
    /// Answers, good ones too.
    pub answers: u64,
    /// Those that are not as good as the truth.
    pub missed: u64,
    /// The questions of these, in order; not of all where they are very many.
    pub ids: Vec<String>,
    /// The worst, the worst first; of equals the earlier first.
    pub worst: Vec<Miss>,
    most: usize,
}

impl Misses {
    /// None yet; at most so many are kept.
    pub fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Adds an answer, and keeps it if it is one of the worst.
    pub fn add(&mut self, miss: Miss) {
        self.answers += 1;
        if miss.grade.value >= 1.0 {
            return;
        }
        self.missed += 1;
        if self.ids.len() < MOST_IDS {
            self.ids.push(miss.question.id.clone());
        }
        let at = self.worst.partition_point(|other| other.grade.value <= miss.grade.value);
        if at < self.most {
            self.worst.insert(at, miss);
            self.worst.truncate(self.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spatiq_bench::{Form, Tags};

    #[test]
    fn the_worst_are_kept_and_all_are_counted() {
        let mut misses = Misses::new(3);
        for (at, value) in [0.5, 1.0, 0.25, 0.5, 0.75, 0.25, 1.0].into_iter().enumerate() {
            let form = Form::Image { side: 1 };
            let question = Question {
                id: at.to_string(),
                prompt: String::new(),
                pictures: vec![],
                form,
                tags: Tags::new(),
            };
            let answer = Ok(Answer::Image(Vec::new()));
            let (truth, grade) = (Answer::Image(Vec::new()), Grade::of(value));
            misses.add(Miss { question, truth, answer, grade, remark: None });
        }
        let kept: Vec<&str> = misses.worst.iter().map(|miss| miss.question.id.as_str()).collect();
        assert_eq!((misses.answers, misses.missed, kept), (7, 5, vec!["2", "5", "0"]));
        assert_eq!(misses.ids, ["0", "2", "3", "4", "5"]);
    }
}
