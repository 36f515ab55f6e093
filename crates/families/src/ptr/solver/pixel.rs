//! Hears the program in the words and runs it on what it sees: colours, depth and the true masks, nothing else.

use super::oracle::run_heard;
use crate::ptr::seeing::see_and_presume;
use crate::ptr::world::World;
use spatiq_bench::{Answer, Privileged, Question, Solver, SolverError};

/// The solver. Ten questions in a row are about one picture, so the last one is remembered.
#[derive(Default)]
pub struct Pixel {
    last: Option<(Vec<u8>, [World; 3])>,
}

impl Solver for Pixel {
    fn answer(&mut self, _: &Question) -> Result<Answer, SolverError> {
        Err(SolverError("it needs the masks".into()))
    }

    fn answer_given(&mut self, question: &Question, given: &Privileged) -> Result<Answer, SolverError> {
        let lacking = || SolverError("it needs a picture, its depth and the masks".into());
        let layer = |name: &str| question.picture(name).map(|picture| &picture.png).ok_or_else(lacking);
        let image = layer("image")?;
        if self.last.as_ref().is_none_or(|(seen, _)| seen != image) {
            let masks = given.scenes.first().ok_or_else(lacking)?;
            let worlds = see_and_presume(image, layer("depth")?, masks);
            self.last = Some((image.clone(), worlds.map_err(|error| SolverError(error.to_string()))?));
        }
        let (_, [seen, one_unstable, one_direction]) = self.last.as_ref().expect("seen just above");
        // Whoever asks about the only unstable object has seen that there is one; whoever asks which direction helps, that one does. A
        // question of yes or no is answered before that is presumed.
        run_heard(question, seen)
            .or_else(|_| run_heard(question, one_unstable))
            .or_else(|_| run_heard(question, one_direction))
    }
}
