//! Ctrl-C: noticed by long work, which then stops where nothing is half-written.

use spatiq_bench::dataset;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// The user stopped a command that begins anew when it is run again.
#[derive(Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("interrupted; nothing is half-written")
    }
}

impl std::error::Error for Interrupted {}

/// Whether an error says that the user stopped the command.
pub fn is_behind(error: &anyhow::Error) -> bool {
    error.is::<Interrupted>() || matches!(error.downcast_ref(), Some(dataset::Error::Interrupted))
}

/// Set when the user wants to stop. Once it is set, Ctrl-C ends the program at once; even then nothing is half-written.
pub fn stop_on_ctrl_c() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    // A handler that is there already is this one.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            eprintln!("error: {Interrupted}");
            std::process::exit(130);
        }
    });
    STOP.store(false, Ordering::Relaxed);
    &STOP
}
