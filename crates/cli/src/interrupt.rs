//! Ctrl-C: noticed by long work, which then stops where nothing is half-written.

use crate::output::remove_aside;
use spatiq_bench::dataset;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
    use dataset::Error::{Interrupted as Again, InterruptedInVain};
    error.is::<Interrupted>() || matches!(error.downcast_ref(), Some(Again | InterruptedInVain { .. }))
}

/// How long work that nothing interrupts may still take where a command is to stop soon.
const GRACE: Duration = Duration::from_millis(500);

/// Whether what goes on for longer is ended.
static SOON: AtomicBool = AtomicBool::new(false);

/// Set when the user wants to stop. Once it is set, Ctrl-C ends the program at once; even then nothing is half-written.
pub fn stop_on_ctrl_c() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    // A handler that is there already is this one.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            end();
        }
        if SOON.load(Ordering::Relaxed) {
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                end()
            });
        }
    });
    STOP.store(false, Ordering::Relaxed);
    &STOP
}

/// The same, and what does not notice within half a second is ended.
pub fn stop_soon_on_ctrl_c() -> &'static AtomicBool {
    SOON.store(true, Ordering::Relaxed);
    stop_on_ctrl_c()
}

/// Ends the program, with nothing half-written.
fn end() -> ! {
    let _nothing_is_begun = remove_aside();
    eprintln!("error: {Interrupted}");
    std::process::exit(130)
}
