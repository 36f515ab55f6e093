//! Probes on questions whose only leak is known.

use super::{PROBES, ProbeResult, measure};
use crate::{BUILTIN, Job, run};
use spatiq_bench::{Answer, Choice, Form, Metric, Picture, Question, Rng, Seed, Settings, Tags};
use spatiq_raster::Gray;
use std::convert::Infallible;

/// A picture in which ink, bounding box and file size vary independently of each other.
#[derive(Clone, Copy)]
struct Sketch {
    /// 0 to 220: pixels that are shaded inside.
    ink: usize,
    /// Width and height of the box, 24 to 60.
    size: (usize, usize),
    /// 0 to 120: how many pairs of grey pixels are as different as they can be; they cost bytes and no ink.
    noise: usize,
}

impl Sketch {
    fn random(rng: &mut Rng) -> Self {
        Self {
            ink: 50 + rng.below(150),
            size: (24 + rng.below(37), 24 + rng.below(37)),
            noise: rng.below(121),
        }
    }

    fn draw(self, rng: &mut Rng) -> Vec<u8> {
        let mut gray = Gray::new(64, 64, 255);
        let mut put = |at: usize, shade: u8| gray.pixels[(3 + at / 20) * 64 + 3 + at % 20] = shade;
        for pair in 0..120 {
            let swing = if pair < self.noise { 1 + rng.below(100) as u8 } else { 0 };
            put(2 * pair, 127 - swing);
            put(2 * pair + 1, 127 + swing);
        }
        let (width, height) = self.size;
        gray.pixels[2 * 64 + 2] = 0;
        gray.pixels[(1 + height) * 64 + 1 + width] = 0;
        // Rows 15 to 25, below the noise and inside the smallest box.
        for at in 0..self.ink {
            gray.pixels[(15 + at / 20) * 64 + 3 + at % 20] = 155;
        }
        gray.encode()
    }
}

/// Questions with the given options; the sketches of a question are its stimulus, then its options in turn.
fn questions(
    count: usize,
    mut make: impl FnMut(&mut Rng, usize) -> (Sketch, Vec<Vec<Sketch>>),
) -> Vec<(Question, Answer)> {
    let item = |index: usize| {
        let mut rng = Seed::root(11).child(index).rng();
        let place = rng.below(4);
        let (stimulus, options) = make(&mut rng, place);
        question(index, place, stimulus, &options, &mut rng)
    };
    (0..count).map(item).collect()
}

fn question(
    index: usize,
    place: usize,
    stimulus: Sketch,
    options: &[Vec<Sketch>],
    rng: &mut Rng,
) -> (Question, Answer) {
    let mut pictures = vec![Picture { name: "question".into(), png: stimulus.draw(rng), svg: None }];
    let mut choices = Vec::new();
    for option in options {
        let from = pictures.len();
        pictures.extend(option.iter().map(|s| Picture { name: String::new(), png: s.draw(rng), svg: None }));
        choices.push(Choice { text: String::new(), pictures: (from..pictures.len()).collect() });
    }
    let question = Question {
        id: format!("iq/sample/test/{index:06}"),
        prompt: String::new(),
        pictures,
        form: Form::Choice(choices),
        tags: Tags::new(),
    };
    (question, Answer::Choice(place))
}

/// Four options of one random sketch each.
fn four(rng: &mut Rng) -> Vec<Vec<Sketch>> {
    (0..4).map(|_| vec![Sketch::random(rng)]).collect()
}

/// Asserts that this probe finds the answers, that no other does, and that the solver of that name does too.
fn assert_only_leak(name: &str, items: &[(Question, Answer)]) {
    for result in measure(items) {
        let told = format!("{result:?}");
        assert_eq!(result.leaks, result.probe == name, "{told}");
        assert!(!result.leaks || result.value >= 0.99, "{told}");
    }
    let solver = BUILTIN.iter().find(|spec| spec.name == name).unwrap();
    let settings = Settings::new(solver.settings, []).unwrap();
    let job = Job { task: "", split: "test", metric: Metric::Accuracy, solver, settings: &settings };
    let (learn, asked) = items.split_at(items.len() / 2);
    let Ok(result) = run(&job, learn, asked.iter().cloned().map(Ok::<_, Infallible>), |_| Ok(()));
    assert!(result.score.value >= 0.99, "{result:?}");
}

#[test]
fn a_favoured_slot_is_caught() {
    let mut items = questions(600, |rng, _| (Sketch::random(rng), four(rng)));
    items.iter_mut().for_each(|(_, truth)| *truth = Answer::Choice(2));
    assert_only_leak("probe-slot", &items);
}

#[test]
fn an_option_with_more_ink_is_caught() {
    let items = questions(600, |rng, place| {
        let mut options = four(rng);
        options.iter_mut().for_each(|option| option[0].ink = 50 + rng.below(40));
        options[place][0].ink = 120;
        // A question with less ink than any option would make the gap tell the same.
        let ink = if rng.coin() { 20 } else { 160 };
        (Sketch { ink, ..Sketch::random(rng) }, options)
    });
    let results = measure(&items);
    let ink = results.iter().find(|result| result.probe == "probe-ink").unwrap();
    assert!(ink.leaks && ink.value >= 0.99);
    assert_eq!(ink.strategy, "the largest amount of ink");
    // The gap to the question tells part of the same; nothing else does.
    for other in results.iter().filter(|r| !["probe-ink", "probe-area-sum"].contains(&r.probe)) {
        assert!(!other.leaks, "{other:?}");
    }
}

#[test]
fn an_option_of_another_size_is_caught() {
    let items = questions(600, |rng, place| {
        let mut options = four(rng);
        options.iter_mut().for_each(|option| option[0].size.0 = 24 + rng.below(20));
        options[place][0].size.0 = 55;
        (Sketch::random(rng), options)
    });
    assert_only_leak("probe-box", &items);
}

#[test]
fn an_option_with_the_ink_of_the_question_is_caught() {
    let items = questions(600, |rng, place| {
        let mut options = four(rng);
        let mut inks: Vec<usize> = (0..40).map(|at| 50 + 4 * at).collect();
        rng.shuffle(&mut inks);
        options.iter_mut().zip(&inks).for_each(|(option, &ink)| option[0].ink = ink);
        (Sketch { ink: options[place][0].ink, ..Sketch::random(rng) }, options)
    });
    assert_only_leak("probe-area-sum", &items);
}

#[test]
fn an_option_with_a_larger_file_is_caught() {
    let items = questions(600, |rng, place| {
        let mut options = four(rng);
        options.iter_mut().for_each(|option| option[0].noise = rng.below(30));
        options[place][0].noise = 120;
        (Sketch { noise: 60, ..Sketch::random(rng) }, options)
    });
    assert_only_leak("probe-file-size", &items);
}

#[test]
fn an_option_whose_pieces_recur_elsewhere_is_caught() {
    let items = questions(600, |rng, place| {
        let piece = |ink: usize| Sketch { ink, size: (24, 24), noise: 0 };
        let right: Vec<Sketch> = [40, 90, 140].map(|ink| piece(ink + rng.below(10))).into();
        // Every option has a piece of its own that hides what the others add up to.
        let mut options: Vec<Vec<Sketch>> =
            (0..4).map(|_| right.iter().copied().chain([Sketch::random(rng)]).collect()).collect();
        let wrong = options.iter_mut().enumerate().filter(|(at, _)| *at != place);
        for (replaced, (_, option)) in wrong.enumerate() {
            option[replaced].ink =
                if rng.coin() { right[replaced].ink + 12 } else { right[replaced].ink - 12 };
        }
        (Sketch::random(rng), options)
    });
    assert_only_leak("probe-recurrence", &items);
}

/// Options in words, as the poses of a drawing are; the last of two pictures is what is asked about.
fn in_words(count: usize, given: impl Fn(&mut Rng, usize) -> Sketch) -> Vec<(Question, Answer)> {
    let item = |index: usize| {
        let mut rng = Seed::root(12).child(index).rng();
        let place = rng.below(4);
        let sketch = given(&mut rng, place);
        let (mut question, truth) =
            question(index, place, Sketch::random(&mut rng), &[vec![sketch]], &mut rng);
        question.form = Form::Choice(vec![Choice { text: "pose".into(), pictures: vec![] }; 4]);
        (question, truth)
    };
    (0..count).map(item).collect()
}

#[test]
fn a_given_picture_that_tells_the_answer_is_caught() {
    // Not the most ink for A and the least for D, but some order that has to be learnt.
    let inks = [120, 60, 180, 90];
    let items =
        in_words(800, |rng, place| Sketch { ink: inks[place] + rng.below(20), ..Sketch::random(rng) });
    let results = measure(&items);
    for result in &results {
        // The gap to the other picture's ink tells part of the same.
        assert_eq!(result.leaks, ["probe-ink", "probe-area-sum"].contains(&result.probe), "{result:?}");
    }
    let ink = results.iter().find(|result| result.probe == "probe-ink").unwrap();
    assert!(ink.value > 0.9, "{ink:?}");
    assert_eq!(
        ink.strategy.split(':').next(),
        Some("by the amount of ink of the given picture, from least to most")
    );
    let items =
        in_words(800, |rng, place| Sketch { size: (25 + 9 * ((place + 2) % 4), 40), ..Sketch::random(rng) });
    assert_only_leak("probe-box", &items);
    let items = in_words(800, |rng, place| Sketch { noise: 40 * ((place + 1) % 4), ..Sketch::random(rng) });
    for result in measure(&items) {
        assert_eq!(result.leaks, result.probe == "probe-file-size", "{result:?}");
    }
}

#[test]
fn a_given_picture_that_tells_nothing_is_no_leak() {
    let items = in_words(1500, |rng, _| Sketch::random(rng));
    for result in measure(&items) {
        assert!(result.ci999[0] <= 0.25 && 0.25 <= result.ci999[1] && result.items == 1500, "{result:?}");
    }
}

#[test]
fn exchangeable_options_leak_nothing() {
    let items = questions(1500, |rng, _| {
        (Sketch::random(rng), (0..4).map(|_| vec![Sketch::random(rng), Sketch::random(rng)]).collect())
    });
    let results = measure(&items);
    assert_eq!(results.len(), PROBES.len());
    for result in results {
        assert!(result.ci999[0] <= 0.25 && 0.25 <= result.ci999[1], "{result:?}");
        assert_eq!((result.chance, result.items, result.leaks), (0.25, 1500, false));
    }
}

#[test]
fn a_tie_is_a_fair_guess() {
    // All options are the same, and the answer is dealt in turns: whoever breaks ties by place would find it.
    let mut items = questions(1500, |rng, _| {
        let same = Sketch { noise: 0, ..Sketch::random(rng) };
        (same, vec![vec![same, same]; 4])
    });
    items.iter_mut().enumerate().for_each(|(at, (_, truth))| *truth = Answer::Choice(at % 4));
    for result in measure(&items) {
        let ProbeResult { ci999: [low, _], .. } = result;
        assert!(low <= 0.25 && !result.leaks, "{result:?}");
    }
}

#[test]
fn nothing_to_measure_is_no_leak() {
    assert!(measure(&[]).iter().all(|result| !result.leaks && result.items == 0));
    let words = Form::Choice(vec![Choice { text: "left".into(), pictures: vec![] }; 2]);
    let question = Question {
        id: String::new(),
        prompt: String::new(),
        pictures: vec![],
        form: words,
        tags: Tags::new(),
    };
    let results = measure(&[(question.clone(), Answer::Choice(0))]);
    assert!(results.iter().all(|result| !result.leaks && result.probe != "probe-recurrence"));
    // Where there is nothing to choose, probes have nothing to say, as solvers too.
    let drawing = Question { form: Form::Image { side: 8 }, ..question };
    let truth = Answer::Image(Gray::new(8, 8, 255).encode());
    assert!(measure(&[(drawing.clone(), truth)]).is_empty());
    for spec in BUILTIN {
        let settings = Settings::new(spec.settings, []).unwrap();
        let answer = (spec.make)(&settings).answer(&drawing);
        assert!(answer.is_err() || !drawing.form.admits(&answer.unwrap()), "{}", spec.name);
    }
}
