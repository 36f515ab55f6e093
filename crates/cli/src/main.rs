//! The `spatiq` command: arguments in, one clear line out when something is wrong.
//!
//! Exit codes: 0 done, 1 what was checked does not hold, 2 bad usage or an error, 130 interrupted.

mod args;
mod commands;
mod folder;
mod interrupt;
mod output;
mod progress;
mod registry;

use args::Command;
use clap::error::ErrorKind;
use std::process::ExitCode;

/// How a command ended that did not fail.
pub enum Outcome {
    /// All is well.
    Done,
    /// The command worked, and what it checked does not hold.
    DoesNotHold,
}

fn main() -> ExitCode {
    let args = match args::parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let result = match args.command {
        Command::Demo(args) => commands::demo::run(&args),
        Command::Tasks(args) => commands::tasks::run(&args),
        Command::Generate(args) => commands::generate::run(&args),
        Command::Merge(args) => commands::merge::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Draw(args) => commands::draw::run(&args),
        Command::Scene(args) => commands::scene::run(&args),
        Command::Eval(args) => commands::eval::run(&args),
        Command::Score(args) => commands::score::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Export(args) => commands::export::run(&args),
    };
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::DoesNotHold) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {}", one_line(&error));
            ExitCode::from(if interrupt::is_behind(&error) { 130 } else { 2 })
        }
    }
}

/// Help and version are printed as they are; a mistake on the command line is told in one line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
    }
    // The first paragraph says what is wrong; of the others only a suggestion helps.
    let text = error.render().to_string();
    let wanted =
        text.split("\n\n").enumerate().filter(|(at, paragraph)| *at == 0 || paragraph.contains("similar"));
    let words: Vec<&str> = wanted.flat_map(|(_, paragraph)| paragraph.split_whitespace()).collect();
    eprintln!("{}; see --help", words.join(" "));
    ExitCode::from(2)
}

/// An error and its causes in one line, without saying anything twice.
fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if line.is_empty() {
            line = cause;
        } else if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line.replace('\n', " ")
}
