//! Progress of long work: a bar with rate and time left on a terminal, a plain line now and then elsewhere; and the
//! clocks of the summary. What is made never sees a clock: beside the solvers' stopwatch, this is the only one.
#![expect(clippy::disallowed_types, reason = "people want to know how long it takes")]

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rustix::time::ClockId;
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Shown while work goes on.
pub struct Progress {
    bar: Option<ProgressBar>,
    what: &'static str,
    /// What is counted.
    noun: &'static str,
    started: Instant,
    last_line: Instant,
}

/// Between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

impl Progress {
    /// Starts to show work on so many rows.
    pub fn new(what: &'static str, rows: u64) -> Self {
        Self::of(what, "rows", rows)
    }

    /// Starts to show work on so many of something.
    pub fn of(what: &'static str, noun: &'static str, count: u64) -> Self {
        let style =
            format!("{{msg}} {{wide_bar}} {{human_pos}}/{{human_len}} {noun}, {{rate}}, {{eta}} left");
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template(&style).expect("the template is well formed");
            let rate = move |state: &ProgressState, out: &mut dyn Write| {
                _ = write!(out, "{:.0} {noun}/s", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate));
            bar.set_message(what);
            bar
        });
        Self { bar, what, noun, started: Instant::now(), last_line: Instant::now() }
    }

    /// Tells how far it is: rows there, rows in all, and how many of them this run has worked on.
    pub fn at(&mut self, rows: u64, of: u64, worked: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(of);
            bar.set_position(rows);
            if worked == 0 {
                // What was there already says nothing about how fast the rest will be.
                bar.reset_eta();
            }
        } else if self.last_line.elapsed() >= LINE_EVERY && worked > 0 {
            self.last_line = Instant::now();
            let rate = worked as f64 / self.started.elapsed().as_secs_f64();
            let left = of.saturating_sub(rows) as f64 / rate;
            let noun = self.noun;
            eprintln!("{}: {rows} of {of} {noun}, {rate:.0} {noun}/s, {left:.0} s left", self.what);
        }
    }

    /// Does what writes to the terminal, with the bar out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Time since it was started: what a person waits, and what the processor works.
pub struct Stopwatch {
    started: Instant,
    cpu_seconds: f64,
}

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Self {
        Self { started: Instant::now(), cpu_seconds: cpu_seconds(ClockId::ProcessCPUTime) }
    }

    /// Seconds on the clock.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Seconds of processor time over all threads.
    pub fn cpu_seconds(&self) -> f64 {
        cpu_seconds(ClockId::ProcessCPUTime) - self.cpu_seconds
    }
}

/// What the processor works in one thread since it was started, to be asked in the same thread. Unlike time on the clock
/// it does not depend on what else the machine does.
pub struct ThreadWatch {
    cpu_seconds: f64,
}

impl ThreadWatch {
    /// Starts now.
    pub fn start() -> Self {
        Self { cpu_seconds: cpu_seconds(ClockId::ThreadCPUTime) }
    }

    /// Seconds of processor time of this thread.
    pub fn seconds(&self) -> f64 {
        cpu_seconds(ClockId::ThreadCPUTime) - self.cpu_seconds
    }
}

fn cpu_seconds(clock: ClockId) -> f64 {
    let time = rustix::time::clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
