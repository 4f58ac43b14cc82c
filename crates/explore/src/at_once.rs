//! Some things at once, and not waited for longer than somebody waits.
//!
//! The threads are its own and not those that computations share: of these one that waits for another
//! could wait for itself. When time is up, what is being done is told to stop and not waited for: a long
//! step of a method that never looks up must not keep what was found before from being told.

use ridotto_core::{Control, Watch};
use ridotto_release::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often it is asked whether somebody still waits.
const PAUSE: Duration = Duration::from_millis(50);

/// Tells work to stop. What it says of progress is heard by nobody.
#[derive(Debug, Default)]
struct Stop(AtomicBool);

impl Watch for Stop {
    fn control(&self) -> Control {
        if self.0.load(Ordering::Relaxed) { Control::Cancel } else { Control::Continue }
    }
}

/// Does something for all, next what `pick` says of those that are left; each that is done is kept at
/// once, and given back in the order of all. What was not done when time was up is left out; the first
/// error ends everything.
pub(crate) fn at_once<T: Send + Sync + 'static, R: Send + 'static>(
    all: Vec<T>,
    workers: usize,
    pick: impl Fn(&[(usize, T)]) -> usize + Send + Sync + 'static,
    each: impl Fn(&T, &dyn Watch) -> Result<R, Error> + Send + Sync + 'static,
    mut keep: impl FnMut(&R) -> Result<(), Error>,
    watch: &dyn Watch,
) -> Result<Vec<R>, Error> {
    let stop = Arc::new(Stop::default());
    let count = all.len();
    let left: Vec<(usize, T)> = all.into_iter().enumerate().collect();
    let shared = Arc::new((Mutex::new(left), pick, each));
    let (send, receive) = channel();
    for _ in 0..workers.min(count).max(1) {
        let (stop, shared, send) = (Arc::clone(&stop), Arc::clone(&shared), send.clone());
        std::thread::spawn(move || {
            let (left, pick, each) = &*shared;
            let next = || {
                let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
                let goes_on = !left.is_empty() && stop.control() == Control::Continue;
                goes_on.then(|| {
                    let at = pick(&left).min(left.len() - 1);
                    left.remove(at)
                })
            };
            while let Some((at, one)) = next() {
                // Whoever no longer listens has heard enough.
                let _ = send.send((at, each(&one, &*stop)));
            }
        });
    }
    drop(send);
    let mut done = Vec::new();
    let ended = loop {
        if watch.control() != Control::Continue {
            break Ok(());
        }
        match receive.recv_timeout(PAUSE) {
            Ok((at, Ok(result))) => {
                if let Err(error) = keep(&result) {
                    break Err(error);
                }
                watch.advance(1);
                done.push((at, result));
            }
            Ok((_, Err(error))) => break Err(error),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break Ok(()),
        }
    };
    stop.0.store(true, Ordering::Relaxed);
    ended?;
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_testkit::Hurry;

    fn first<T>(_: &[(usize, T)]) -> usize {
        0
    }

    #[test]
    fn all_are_done_in_their_order() {
        let doubled =
            at_once(vec![3, 1, 2], 2, first, |one, _| Ok(one * 2), |_| Ok(()), &()).unwrap();
        assert_eq!(doubled, [6, 2, 4]);
    }

    /// One that never ends does not keep the others from being told.
    #[test]
    fn what_never_ends_is_not_waited_for() {
        let each = |one: &u32, _: &dyn Watch| {
            if *one == 2 {
                loop {
                    std::thread::park();
                }
            }
            Ok(*one)
        };
        let watch = Hurry::after(5, Control::Finish);
        let mut kept = Vec::new();
        let keep = |one: &u32| {
            kept.push(*one);
            Ok(())
        };
        assert_eq!(at_once(vec![0, 1, 2, 3], 1, first, each, keep, &watch).unwrap(), [0, 1]);
        assert_eq!(kept, [0, 1]);
    }

    #[test]
    fn an_error_ends_it() {
        let each = |one: &u32, _: &dyn Watch| if *one > 0 { Err(Error::Cancelled) } else { Ok(()) };
        assert!(at_once(vec![0, 1], 1, first, each, |()| Ok(()), &()).is_err());
    }

    /// What is picked is done next, and what was done is told in the order of all.
    #[test]
    fn what_is_picked_is_next() {
        let last = |left: &[(usize, u32)]| left.len() - 1;
        let mut kept = Vec::new();
        let keep = |one: &u32| {
            kept.push(*one);
            Ok(())
        };
        let all = at_once(vec![0, 1, 2], 1, last, |one, _| Ok(*one), keep, &()).unwrap();
        assert_eq!((all, kept), (vec![0, 1, 2], vec![2, 1, 0]));
    }
}
