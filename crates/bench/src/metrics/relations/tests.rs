//! The metric by hand, by a second route, and with boxes of the answer's own.

use super::*;
use crate::{BoxedObject, Detected, Metric, RelationKind, Rng, Seed, Tags, Tally};
use Label::*;

/// Objects in a row, every ordered pair asked about.
fn asked(kind: RelationKind, objects: usize) -> Relations {
    let boxed = |at: usize| {
        let left = at as f64 / objects as f64;
        let edges = [left, 0.2, left + 0.9 / objects as f64, 0.8];
        BoxedObject { class: "Chair".into(), mid: Option::None, edges, view: at % kind.views() }
    };
    let pairs = (0..objects).flat_map(|a| (0..objects).map(move |b| [a, b]));
    let pairs: Vec<[usize; 2]> =
        pairs.filter(|[a, b]| a != b && (kind.views() == 1 || a % 2 != b % 2)).collect();
    let parity = pairs.iter().map(|[a, b]| if (a + b) % 2 == 0 { "even" } else { "odd" }.into()).collect();
    let groups = BTreeMap::from([("parity".to_owned(), parity)]);
    let objects = (0..objects).map(boxed).collect();
    Relations { kind, objects, pairs, parts: Vec::new(), groups }
}

fn random(kind: RelationKind, count: usize, rng: &mut Rng) -> Vec<Label> {
    let labels: Vec<Label> = kind.labels().iter().copied().chain([Unsure, NoMajority]).collect();
    (0..count).map(|_| *rng.pick(&labels)).collect()
}

fn counts(grade: Grade) -> Counts {
    *grade.counts.expect("relations are counted")
}

#[test]
fn abstaining_costs_recall_and_claims_on_open_pairs_cost_precision() {
    let asked = asked(RelationKind::Depth, 3);
    let truth = [Closer, Farther, Same, Unsure, NoMajority, Closer];
    let said = [Closer, Closer, Unsure, Same, Farther, Closer];
    let grade = grade(&asked, &truth, Some(&Answer::Relations(said.into())));
    // Two hits of five claims; four pairs are decided.
    assert_eq!(grade.value, 4.0 / 9.0);
    let also = |name: &str| grade.counts.as_ref().unwrap().also[name].ratio().unwrap();
    assert_eq!((also("precision"), also("recall"), also("accuracy")), (0.4, 0.5, 0.5));
    let by = &grade.counts.as_ref().unwrap().by[LABEL];
    assert_eq!((by["closer"].share.ratio(), by["closer"].pairs), (Some(4.0 / 5.0), 2));
    assert_eq!(by["same"].share.ratio(), Some(0.0));
}

#[test]
fn occlusion_keeps_pairs_without_majority_in_the_recall() {
    let asked = asked(RelationKind::Occlusion, 2);
    let answer = Answer::Relations(vec![Label::None, Label::None]);
    let decided = grade(&asked, &[Label::None, Label::None], Some(&answer));
    let open = grade(&asked, &[Label::None, NoMajority], Some(&answer));
    assert_eq!((decided.value, open.value), (1.0, 0.5));
    let silent =
        grade(&asked, &[Label::None, NoMajority], Some(&Answer::Relations(vec![Label::None, Unsure])));
    assert_eq!(silent.value, 2.0 / 3.0);
    let missing = grade(&asked, &[Label::None, NoMajority], Option::None);
    assert!(missing.is_invalid && counts(missing).headline == Share { part: 0.0, whole: 2.0 });
}

#[test]
fn the_tally_agrees_with_precision_and_recall_over_a_table_of_confusions() {
    let mut rng = Seed::root(5).rng();
    for kind in [RelationKind::Depth, RelationKind::DepthAcross, RelationKind::Occlusion] {
        let mut tally = Tally::default();
        let mut table: BTreeMap<(Label, Label), f64> = BTreeMap::new();
        for _ in 0..60 {
            let asked = asked(kind, 2 + rng.below(5));
            let count = asked.pairs.len();
            let (truth, said) = (random(kind, count, &mut rng), random(kind, count, &mut rng));
            for (truth, said) in truth.iter().zip(&said) {
                *table.entry((*truth, *said)).or_default() += 1.0;
            }
            tally.add_grade(&Tags::new(), &grade(&asked, &truth, Some(&Answer::Relations(said))));
        }
        let sum = |keep: &dyn Fn(Label, Label) -> bool| -> f64 {
            table.iter().filter(|((truth, said), _)| keep(*truth, *said)).map(|(_, count)| count).sum()
        };
        let scored = |label: Label| kind.labels().contains(&label);
        let open_counts = |truth: Label| kind == RelationKind::Occlusion && truth == NoMajority;
        let hits = sum(&|truth, said| truth == said && scored(said));
        let precision = hits / sum(&|_, said| scored(said));
        let recall = hits / sum(&|truth, _| scored(truth) || open_counts(truth));
        let score = tally.score(Metric::MicroF1);
        let f1 = 2.0 * precision * recall / (precision + recall);
        assert!((score.value - f1).abs() < 1e-12 && (score.also["recall"] - recall).abs() < 1e-12);
        for label in kind.labels() {
            let both = sum(&|truth, said| truth == *label && said == *label);
            let any = sum(&|truth, _| truth == *label) + sum(&|_, said| said == *label);
            let part = &score.by[LABEL][label.word()];
            assert!((part.value - 2.0 * both / any).abs() < 1e-12);
        }
        let pairs: u64 = score.by["parity"].values().map(|part| part.pairs.unwrap()).sum();
        assert_eq!(pairs as f64, sum(&|_, _| true));
        // By hand: where items do not matter, the half width is about that of a proportion.
        let half = (score.ci95[1] - score.ci95[0]) / 2.0;
        assert!(half > 0.005 && half < 0.1, "{half}");
    }
}

#[test]
fn the_interval_of_a_ratio_is_that_of_the_jackknife() {
    let mut rng = Seed::root(6).rng();
    let shares: Vec<Share> = (0..80)
        .map(|_| {
            let whole = 2.0 + rng.below(20) as f64;
            Share { part: (whole * (0.4 + 0.4 * rng.unit())).floor(), whole }
        })
        .collect();
    let mut tally = Tally::default();
    let total = shares.iter().fold(Share::default(), |mut sum, share| {
        sum.add(*share);
        sum
    });
    for share in &shares {
        let counts = Counts { headline: *share, ..Counts::default() };
        tally.add_grade(&Tags::new(), &Grade { counts: Some(Box::new(counts)), ..Grade::of(0.0) });
    }
    let score = tally.score(Metric::MicroF1);
    let n = shares.len() as f64;
    let without = |share: &Share| (total.part - share.part) / (total.whole - share.whole);
    let mean = shares.iter().map(without).sum::<f64>() / n;
    let spread: f64 = shares.iter().map(|share| without(share) - mean).map(|off| off * off).sum();
    let error = (spread * (n - 1.0) / n).sqrt();
    let half = (score.ci95[1] - score.ci95[0]) / 2.0;
    assert!((half / 1.96 / error - 1.0).abs() < 0.02, "{half} {error}");
}

#[test]
fn detected_boxes_that_are_the_true_ones_score_like_labels() {
    let mut rng = Seed::root(7).rng();
    for kind in [RelationKind::Depth, RelationKind::DepthAcross, RelationKind::Occlusion] {
        let asked = asked(kind, 6);
        let truth = random(kind, asked.pairs.len(), &mut rng);
        let mut labels = random(kind, asked.pairs.len(), &mut rng);
        let two = kind.views() == 2;
        let of_view = |view| asked.objects.iter().filter(move |o| o.view == view).map(|o| o.edges).collect();
        // Of two pictures, even objects are in the first and odd ones in the second.
        let within = |object: usize| if two { object / 2 } else { object };
        let mut relations = Vec::new();
        for (at, [a, b]) in asked.pairs.iter().enumerate() {
            if two && a % 2 == 1 {
                let forth = asked.pairs.iter().position(|pair| pair == &[*b, *a]).unwrap();
                labels[at] = labels[forth].mirrored();
                continue;
            }
            relations.push((within(*a), within(*b), labels[at]));
        }
        for at in 0..labels.len() {
            let [a, b] = asked.pairs[at];
            if two && a % 2 == 1 {
                let forth = asked.pairs.iter().position(|pair| pair == &[b, a]).unwrap();
                labels[at] = labels[forth].mirrored();
            }
        }
        let boxes2 = if two { of_view(1) } else { Vec::new() };
        let found = Answer::Detected(Detected { boxes: of_view(0), boxes2, relations });
        let form = crate::Form::Relations(asked.clone());
        assert_eq!(form.check(&found), Ok(()));
        assert_eq!(form.read(&found.text()), Some(found.clone()));
        let by_box = counts(grade(&asked, &truth, Some(&found)));
        let by_label = counts(grade(&asked, &truth, Some(&Answer::Relations(labels))));
        assert_eq!(by_box.headline, by_label.headline);
        assert_eq!((&by_box.by, by_box.also["precision"]), (&by_label.by, by_label.also["precision"]));
        assert_eq!(by_box.also["boxes-found"].ratio(), Some(1.0));
        assert_eq!(by_box.also["f1-perfect-boxes"], by_box.headline);
    }
}

#[test]
fn boxes_that_match_nothing_make_false_claims_and_unfit_ones_make_none() {
    let asked = asked(RelationKind::Depth, 3);
    let truth: Vec<Label> = asked.pairs.iter().map(|[a, b]| if a < b { Closer } else { Farther }).collect();
    let of = |boxes: Vec<[f64; 4]>, relations| {
        let found = Detected { boxes, boxes2: Vec::new(), relations };
        counts(grade(&asked, &truth, Some(&Answer::Detected(found))))
    };
    let [a, b, c] = [0, 1, 2].map(|at| asked.objects[at].edges);
    let nowhere = [0.0, 0.0, 1.0, 0.15];
    let claims = vec![(0, 1, Closer), (1, 0, Farther), (0, 2, Closer)];
    // The third box is nowhere: one of three claims is false, and six pairs are relevant.
    let counts = of(vec![a, b, nowhere], claims.clone());
    assert_eq!(counts.headline, Share { part: 4.0, whole: 9.0 });
    // With the right label on all six pairs of these boxes, two would be right.
    assert_eq!(counts.also["f1-perfect-predicates"], Share { part: 4.0, whole: 12.0 });
    assert_eq!(counts.also["f1-perfect-boxes"], Share { part: 4.0, whole: 4.0 });
    // A tiny box is passed over with all that is said about it, and the next takes its place.
    let tiny = [0.0, 0.0, 0.1, 0.1];
    let counts = of(vec![tiny, a, b, c], vec![(0, 1, Closer), (1, 2, Closer), (1, 3, Closer)]);
    assert_eq!(counts.headline, Share { part: 4.0, whole: 8.0 });
    // There are three objects, so a fourth box does not count.
    let counts = of(vec![a, nowhere, b, c], vec![(0, 3, Closer), (0, 2, Closer)]);
    assert_eq!(counts.headline, Share { part: 2.0, whole: 7.0 });
    // Two boxes on one object: only one of them is it; between them nothing is counted.
    let near = [a[0], a[1], a[2], a[3] - 0.02];
    let counts = of(vec![a, near, b], vec![(0, 1, Same), (0, 2, Closer), (1, 2, Closer)]);
    assert_eq!(counts.headline, Share { part: 2.0, whole: 8.0 });
}

#[test]
fn nothing_that_is_said_about_a_part_and_its_whole_counts() {
    let mut asked = asked(RelationKind::Depth, 3);
    asked.pairs.retain(|pair| !pair.contains(&2));
    asked.groups.clear();
    let boxes: Vec<_> = asked.objects.iter().map(|object| object.edges).collect();
    let relations = vec![(0, 1, Closer), (0, 2, Closer), (2, 1, Closer)];
    let found = Answer::Detected(Detected { boxes, boxes2: Vec::new(), relations });
    let of = |asked: &Relations| counts(grade(asked, &[Closer, Farther], Some(&found)));
    // One claim is right and two are about pairs that nobody labelled; two pairs are relevant.
    assert_eq!(of(&asked).headline, Share { part: 2.0, whole: 5.0 });
    // Whichever of the two is named first.
    for (parts, claims) in [(vec![[0, 2]], 2.0), (vec![[2, 0]], 2.0), (vec![[2, 0], [1, 2]], 1.0)] {
        let told = Relations { parts, ..asked.clone() };
        assert_eq!(told.fault(), Option::None);
        assert_eq!(of(&told).headline, Share { part: 2.0, whole: 2.0 + claims });
        // All pairs of the boxes, both ways, but those of parts and wholes.
        let perfect = Share { part: 4.0, whole: 2.0 + 2.0 * claims };
        assert_eq!(of(&told).also["f1-perfect-predicates"], perfect);
    }
    for parts in [vec![[0, 1]], vec![[1, 0]], vec![[2, 2]], vec![[0, 3]]] {
        assert!(Relations { parts, ..asked.clone() }.fault().is_some());
    }
}

#[test]
fn consistency_is_counted_by_its_conventions() {
    let asked = asked(RelationKind::Depth, 3);
    let of = |labels: [Label; 6]| {
        let also = counts(grade(&asked, &[Closer; 6], Some(&Answer::Relations(labels.into())))).also;
        ["asymmetric", "intransitive-strict", "intransitive-weak"]
            .map(|name| also.get(name).map(|share| (share.part as u64, share.whole as u64)))
    };
    // Pairs are (0,1) (0,2) (1,0) (1,2) (2,0) (2,1).
    let order = [Closer, Closer, Farther, Closer, Farther, Farther];
    assert_eq!(of(order), [Some((0, 3)), Some((0, 1)), Some((0, 1))]);
    let cycle = [Closer, Farther, Farther, Closer, Closer, Farther];
    assert_eq!(of(cycle), [Some((0, 3)), Some((3, 3)), Some((3, 3))]);
    // 0 and 1 are alike, 1 and 2 are alike, and yet 0 is closer than 2: against 2 ≤ 1 ≤ 0.
    let drift = [Same, Closer, Same, Same, Farther, Same];
    assert_eq!(of(drift)[1..], [Option::None, Some((1, 4))]);
    let lopsided = [Closer, Unsure, Closer, Unsure, Unsure, Closer];
    assert_eq!(of(lopsided)[0], Some((2, 2)));
}

#[test]
fn what_is_no_answer_is_refused_with_its_reason() {
    let asked = asked(RelationKind::Depth, 3);
    let form = crate::Form::Relations(asked.clone());
    let why = |text: &str| assert!(form.read(text).is_none(), "{text} is admitted");
    for text in ["", "[", "A", "[\"closer\"]", "{\"boxes\": []}", "[1,2,3,4,5,6]"] {
        why(text);
    }
    let labels = |label: &str| format!("[{}]", vec![format!("{label:?}"); 6].join(","));
    assert!(form.read(&labels("closer")).is_some() && form.read(&labels("unsure")).is_some());
    why(&labels("mutual"));
    why(&labels("Closer"));
    for (text, reason) in [
        (r#"{"boxes": [[0,0,1,2]], "relations": []}"#, "a box is not"),
        (r#"{"boxes": [[0,0,1,1]], "relations": [[0,0,"closer"]]}"#, "names no two boxes"),
        (r#"{"boxes": [[0,0,1,1]], "relations": [[0,7,"closer"]]}"#, "names no two boxes"),
        (r#"{"boxes": [[0,0,1,1]], "boxes2": [[0,0,1,1]], "relations": []}"#, "no second picture"),
    ] {
        let answer = Answer::Detected(serde_json::from_str(text).unwrap());
        assert!(form.check(&answer).unwrap_err().contains(reason), "{text}");
    }
    for fault in [
        Relations { pairs: vec![[0, 3]], ..asked.clone() },
        Relations { pairs: vec![[1, 1]], ..asked.clone() },
        Relations { pairs: vec![[0, 1], [0, 1]], ..asked.clone() },
        Relations { pairs: vec![], ..asked.clone() },
        Relations { kind: RelationKind::DepthAcross, ..asked.clone() },
        Relations { groups: BTreeMap::from([("x".into(), vec![])]), ..asked },
    ] {
        assert!(fault.fault().is_some(), "{fault:?}");
    }
}
