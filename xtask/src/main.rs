//! Chores of the workspace: `cargo xtask tidy` checks the rules of the house that the compiler does not, and
//! `cargo xtask peers` measures the product beside other tools.

mod peers;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask tidy
       cargo xtask peers drawings [--seed N] [--grid G] [--count N] [--out FOLDER] [--peer FOLDER]
           [--reuse]        take the peer's finished output of the same set
           [--audit]        ask rays about every view, not only those that differ
           [--binary FILE]  run this spatiq instead of building one
           [--ours FILE]    compare this output of spatiq draw instead of running it
       cargo xtask peers step [--models FOLDER] [--out FOLDER] [--peer FOLDER] [--reuse]
       cargo xtask peers growth [--count N] [--out FOLDER] [--binary FILE]
       cargo xtask peers physics [--seed N] [--count N] [--out FOLDER] [--peer FOLDER]
       cargo xtask peers scenes [--seed N] [--count N] [--out FOLDER] [--peer FOLDER]
       cargo xtask peers growth-scenes [--out FILE.svg]
       cargo xtask peers scene-steps [--count N]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace");
    match words.as_slice() {
        ["tidy"] => report(&tidy::check(root)),
        ["peers", chore, flags @ ..] if peers::CHORES.contains(chore) => {
            finish(peers::run(root, chore, flags))
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn report(faults: &[String]) -> ExitCode {
    for fault in faults {
        println!("{fault}");
    }
    println!("tidy: {} faults", faults.len());
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn finish(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    eprintln!("error: {error:#}");
    ExitCode::FAILURE
}
