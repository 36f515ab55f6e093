//! Chores of the workspace. `cargo xtask tidy` checks the rules of the house that the compiler does not.

mod tidy;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let chore = std::env::args().nth(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace");
    match chore.as_deref() {
        Some("tidy") => report(&tidy::check(root)),
        _ => {
            eprintln!("usage: cargo xtask tidy");
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
