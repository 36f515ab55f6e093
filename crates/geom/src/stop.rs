//! Giving up: long work asks now and then whether anyone still waits for it.

/// Asked now and then during long work: whether to give up. Once it says so it goes on saying so.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// For work that may take as long as it takes.
pub const NEVER: Stop<'static> = &|| false;

/// The caller wanted no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Stopped;

/// Asking takes as long as some ten small steps, and so many of the largest are over in a blink.
const ASK_EVERY: usize = 256;

/// What is sorted at one go.
const SORTED_AT_ONCE: usize = 1 << 18;

/// Gives up if the caller wants to.
pub fn go_on(stop: Stop) -> Result<(), Stopped> {
    if stop() { Err(Stopped) } else { Ok(()) }
}

/// The items, or that the caller wants no more: asked before the first and then every so many.
pub fn polled<T>(items: impl IntoIterator<Item = T>, stop: Stop) -> impl Iterator<Item = Result<T, Stopped>> {
    let ask = move |step: usize| step.is_multiple_of(ASK_EVERY) && stop();
    items.into_iter().enumerate().map(move |(step, item)| if ask(step) { Err(Stopped) } else { Ok(item) })
}

/// What becomes of all items.
pub(crate) fn map_all<T, U, C: FromIterator<U>>(
    items: impl IntoIterator<Item = T>,
    stop: Stop,
    mut each: impl FnMut(T) -> U,
) -> Result<C, Stopped> {
    polled(items, stop).map(|item| item.map(&mut each)).collect()
}

/// Sorts items of which no two are equal.
pub(crate) fn sort<T: Ord>(items: &mut [T], stop: Stop) -> Result<(), Stopped> {
    go_on(stop)?;
    if items.len() <= SORTED_AT_ONCE {
        items.sort_unstable();
        return Ok(());
    }
    let (left, _, right) = items.select_nth_unstable(items.len() / 2);
    sort(left, stop)?;
    sort(right, stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn long_work_is_asked_about_again_and_again() {
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) == 3;
        assert_eq!(polled(0..10_000, &stop).take_while(Result::is_ok).count(), 3 * ASK_EVERY);
        assert_eq!(polled(0..10_000, NEVER).filter(Result::is_ok).count(), 10_000);
    }

    #[test]
    fn sorting_in_parts_sorts() {
        let count = 3 * SORTED_AT_ONCE as u64;
        let mut items: Vec<u64> = (0..count).map(|k| k * 7919 % count).collect();
        sort(&mut items, NEVER).unwrap();
        assert!(items.iter().copied().eq(0..count));
        let asked = AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) == 2;
        assert_eq!(sort(&mut items, &stop), Err(Stopped));
    }
}
