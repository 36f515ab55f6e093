//! What a question costs, for every task in the registry: making it, encoding its pictures, checking it, solving it.
//! `cargo bench -p spatiq-families` also prints which share of the making is PNG encoding.
#![expect(clippy::disallowed_types, reason = "benchmarks measure time")]

use criterion::{Criterion, criterion_group};
use spatiq_bench::{Generator, Item, Place, Privileged, Seed, Settings, Split, Task};
use spatiq_families::FAMILIES;
use spatiq_raster::Gray;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Questions that each measurement goes through in turn.
const QUESTIONS: u64 = 48;

fn make(task: &dyn Task, generator: &dyn Generator, index: u64) -> Item {
    let root = Seed::root(1);
    let attempt =
        |attempt| generator.generate(&Place::new(&root, task.name(), Split::Test, index, attempt)).ok();
    (0..).find_map(attempt).expect("some attempt succeeds")
}

fn decode(item: &Item) -> Vec<Gray> {
    item.question
        .pictures
        .iter()
        .map(|picture| Gray::decode(&picture.png).expect("our own picture"))
        .collect()
}

fn tasks(criterion: &mut Criterion) {
    for task in FAMILIES.iter().flat_map(|family| family.tasks) {
        let settings = Settings::new(task.settings(), []).expect("defaults are valid");
        let generator = task.configure(&settings).expect("defaults are valid");
        let items: Vec<Item> = (0..QUESTIONS).map(|index| make(*task, &*generator, index)).collect();
        let pictures: Vec<Vec<Gray>> = items.iter().map(decode).collect();
        let mut group = criterion.benchmark_group(task.name());
        group.sample_size(10).measurement_time(Duration::from_secs(4));
        group.bench_function("generate", |bencher| {
            let mut index = 0..;
            bencher.iter(|| make(*task, &*generator, index.next().expect("endless") % QUESTIONS));
        });
        group.bench_function("encode", |bencher| {
            let mut turn = pictures.iter().cycle();
            bencher.iter(|| turn.next().expect("endless").iter().map(Gray::encode).collect::<Vec<_>>());
        });
        group.bench_function("verify", |bencher| {
            let mut turn = items.iter().cycle();
            bencher.iter(|| {
                let item = turn.next().expect("endless");
                let rebuilt = task.rebuild_about(&item.question.id, &item.evidence, &item.scenes);
                let rebuilt = rebuilt.expect("our own evidence");
                task.recheck(&rebuilt)
            });
        });
        for spec in task.solvers() {
            let mut solver = (spec.make)(&Settings::new(spec.settings, []).expect("defaults are valid"));
            group.bench_function(format!("solve/{}", spec.name), |bencher| {
                let mut turn = items.iter().cycle();
                bencher.iter(|| {
                    let item = turn.next().expect("endless");
                    solver.answer_given(&item.question, &Privileged::of(spec.privileged, &item.scenes))
                });
            });
        }
        group.finish();
        print_share(*task, &*generator, &pictures);
    }
}

/// Prints how much of the time to make a question goes into PNG encoding.
fn print_share(task: &dyn Task, generator: &dyn Generator, pictures: &[Vec<Gray>]) {
    let seconds = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    let (mut making, mut encoding) = (0.0, 0.0);
    for _ in 0..4 {
        making +=
            seconds(&mut || (0..QUESTIONS).for_each(|index| drop(black_box(make(task, generator, index)))));
        encoding +=
            seconds(&mut || pictures.iter().flatten().for_each(|picture| drop(black_box(picture.encode()))));
    }
    let count = pictures.iter().flatten().count() as f64 * 4.0;
    println!(
        "{}: {:.0} % of the making is PNG encoding; {:.0} pictures a CPU-second\n",
        task.name(),
        100.0 * encoding / making,
        count / making
    );
}

criterion_group!(benches, tasks);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
