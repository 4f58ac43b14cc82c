//! Work in parts on several threads, with errors in the order of the file.

use std::{
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

/// How many threads a setting means: 0 is as many as the machine has.
pub fn count(setting: usize) -> usize {
    match setting {
        0 => thread::available_parallelism().map_or(1, Into::into),
        threads => threads,
    }
}

/// The error that comes first in the file, whichever thread meets it.
struct First<E> {
    error: Mutex<Option<(usize, E)>>,
    raised: AtomicBool,
}

impl<E> First<E> {
    fn new() -> Self {
        Self { error: Mutex::new(None), raised: AtomicBool::new(false) }
    }

    fn raise(&self, at: usize, error: E) {
        let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|(other, _)| at < *other) {
            *first = Some((at, error));
        }
        self.raised.store(true, Ordering::Relaxed);
    }

    fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    fn or<T>(self, value: T) -> Result<T, E> {
        let error = self.error.into_inner().unwrap_or_else(PoisonError::into_inner);
        error.map_or(Ok(value), |(_, error)| Err(error))
    }
}

/// Gives every item that `next` produces to one of several workers, each with a state of its own,
/// and returns the states. A worker that is free fetches its next item itself, one at a time: no
/// more items are held than there are workers. If anything fails, the error that belongs to the
/// earliest item is returned, so that it is always the same one.
pub fn feed<T, S: Send, E: Send>(
    threads: usize,
    mut next: impl FnMut() -> Result<Option<T>, E> + Send,
    start: impl Fn() -> S + Sync,
    each: impl Fn(&mut S, T) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E> {
    if threads <= 1 {
        let mut state = start();
        while let Some(item) = next()? {
            each(&mut state, item)?;
        }
        return Ok(vec![state]);
    }
    let first = First::new();
    // Items are numbered from 0; there is no number left when there is no item left.
    let source = Mutex::new((next, Some(0)));
    let take = || {
        let mut source = source.lock().ok()?;
        let (next, number) = &mut *source;
        let at = number.take().filter(|_| !first.is_raised())?;
        match next() {
            Ok(item) => {
                *number = item.is_some().then_some(at + 1);
                Some((at, item?))
            }
            Err(error) => {
                first.raise(at, error);
                None
            }
        }
    };
    let work = || {
        let mut state = start();
        while let Some((at, item)) = take() {
            if let Err(error) = each(&mut state, item) {
                first.raise(at, error);
            }
        }
        state
    };
    let states = thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut states = vec![work()];
        states.extend(workers.into_iter().map(join));
        states
    });
    first.or(states)
}

/// Runs `each` on all items, some at a time, and returns the results in the order of the items.
pub fn map<T: Send, U: Send, E: Send>(
    threads: usize,
    items: Vec<T>,
    each: impl Fn(T) -> Result<U, E> + Sync,
) -> Result<Vec<U>, E> {
    if threads <= 1 || items.len() <= 1 {
        return items.into_iter().map(each).collect();
    }
    let first = First::new();
    let items: Vec<_> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let results: Vec<_> = items.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let work = || {
            while !first.is_raised() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(at) else { break };
                let item = item.lock().ok().and_then(|mut item| item.take());
                match each(item.expect("each item is taken once")) {
                    Ok(result) => {
                        *results[at].lock().expect("no panic while it is held") = Some(result);
                    }
                    Err(error) => first.raise(at, error),
                }
            }
        };
        let workers: Vec<_> = (1..threads.min(items.len())).map(|_| scope.spawn(work)).collect();
        work();
        workers.into_iter().for_each(join);
    });
    first.or(())?;
    let result = |slot: Mutex<Option<U>>| slot.into_inner().ok().flatten();
    Ok(results.into_iter().filter_map(result).collect())
}

/// Makes `count` pieces on several threads and passes them on in order. Each thread passes its own
/// pieces on when it is their turn, and then makes the next one of what is left of the last.
pub fn ordered<T: Default, E: Send>(
    threads: usize,
    count: usize,
    make: impl Fn(usize, T) -> Result<T, E> + Sync,
    mut pass: impl FnMut(&mut T) -> Result<(), E> + Send,
) -> Result<(), E> {
    if threads <= 1 || count <= 1 {
        let mut piece = T::default();
        for at in 0..count {
            piece = make(at, piece)?;
            pass(&mut piece)?;
        }
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let turns = Turns { state: Mutex::new((Turn::Of(0), pass)), changed: Condvar::new() };
    let work = || {
        let _stop = StopIfPanicking(&turns);
        let mut piece = T::default();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return;
            }
            let result = make(at, piece);
            match turns
                .take(at, |pass| result.and_then(|mut piece| pass(&mut piece).map(|()| piece)))
            {
                Some(passed) => piece = passed,
                None => return,
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.min(count)).map(|_| scope.spawn(work)).collect();
        work();
        workers.into_iter().for_each(join);
    });
    match turns.state.into_inner().unwrap_or_else(PoisonError::into_inner).0 {
        Turn::Failed(error) => Err(error),
        Turn::Of(_) | Turn::Stopped => Ok(()),
    }
}

/// Whose turn it is.
enum Turn<E> {
    Of(usize),
    /// Nobody's any more: there was an error.
    Failed(E),
    /// Nobody's any more: a thread panics.
    Stopped,
}

/// Threads that do something one after the other.
struct Turns<E, P> {
    state: Mutex<(Turn<E>, P)>,
    changed: Condvar,
}

impl<E, P> Turns<E, P> {
    /// Does something when it is one's turn, unless something went wrong before or now.
    fn take<T>(&self, own: usize, act: impl FnOnce(&mut P) -> Result<T, E>) -> Option<T> {
        let state = self.state.lock().ok()?;
        let waiting = |state: &mut (Turn<E>, P)| matches!(state.0, Turn::Of(at) if at != own);
        let mut state = self.changed.wait_while(state, waiting).ok()?;
        let (turn, pass) = &mut *state;
        let Turn::Of(at) = turn else { return None };
        let next = *at + 1;
        let (then, result) = match act(pass) {
            Ok(result) => (Turn::Of(next), Some(result)),
            Err(error) => (Turn::Failed(error), None),
        };
        *turn = then;
        drop(state);
        self.changed.notify_all();
        result
    }
}

/// Lets nobody wait for a thread that panics.
struct StopIfPanicking<'a, E, P>(&'a Turns<E, P>);

impl<E, P> Drop for StopIfPanicking<'_, E, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.state.lock().unwrap_or_else(PoisonError::into_inner).0 = Turn::Stopped;
            self.0.changed.notify_all();
        }
    }
}

/// What `make` passes on, made on a thread of its own and never more than a few pieces ahead. It is
/// told whether anybody still wants a piece. A panic there is the problem that `otherwise` names.
pub fn ahead<T: Send + 'static, E: Send + 'static>(
    make: impl FnOnce(&mut dyn FnMut(T) -> bool) -> Result<(), E> + Send + 'static,
    otherwise: impl Fn() -> E,
) -> impl Iterator<Item = Result<T, E>> {
    let (sender, receiver) = mpsc::sync_channel(2);
    let mut maker = Some(thread::spawn(move || make(&mut |piece| sender.send(piece).is_ok())));
    std::iter::from_fn(move || match receiver.recv() {
        Ok(piece) => Some(Ok(piece)),
        // The maker has ended: well, or with an error that is told once.
        Err(_) => match maker.take()?.join() {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(Err(error)),
            Err(_) => Some(Err(otherwise())),
        },
    })
}

fn join<T>(worker: thread::ScopedJoinHandle<'_, T>) -> T {
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for threads in 1..4 {
            let mut left = 0..100_u64;
            let sums = feed(
                threads,
                || Ok::<_, ()>(left.next()),
                || 0,
                |sum, item| {
                    *sum += item;
                    Ok(())
                },
            );
            assert_eq!(sums.unwrap().iter().sum::<u64>(), 4950);
            let doubled = map(threads, (0..100).collect(), |item: u64| Ok::<_, ()>(item * 2));
            assert_eq!(doubled.unwrap(), (0..100).map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn pieces_are_passed_on_in_order() {
        for threads in 1..5 {
            for count in [0, 1, 3, 50] {
                let mut got = Vec::new();
                let make = |at, mut piece: Vec<usize>| {
                    piece.clear();
                    piece.push(at);
                    Ok::<_, ()>(piece)
                };
                ordered(threads, count, make, |piece| {
                    got.append(piece);
                    Ok(())
                })
                .unwrap();
                assert_eq!(got, (0..count).collect::<Vec<_>>());
            }
            let panics = |at: usize, ()| {
                assert!(at != 5, "as it was meant to");
                Ok::<_, ()>(())
            };
            let caught = std::panic::catch_unwind(|| ordered(threads, 100, panics, |()| Ok(())));
            assert!(caught.is_err());
            let make = |at, ()| if at % 10 == 7 { Err(at) } else { Ok(()) };
            assert_eq!(ordered(threads, 100, make, |()| Ok(())), Err(7));
            assert_eq!(ordered(threads, 100, |_, ()| Ok(()), |()| Err(3)), Err(3));
        }
    }

    #[test]
    fn pieces_are_made_ahead() {
        let made = |last: u32| {
            ahead(
                move |pass| {
                    (0..last).all(&mut *pass);
                    assert!(last != 9, "as it was meant to");
                    if last == 5 { Err("five") } else { Ok(()) }
                },
                || "panic",
            )
        };
        assert_eq!(made(3).collect::<Vec<_>>(), [Ok(0), Ok(1), Ok(2)]);
        assert_eq!(made(5).last(), Some(Err("five")));
        assert_eq!(made(9).last(), Some(Err("panic")));
        assert_eq!(made(1_000_000).next(), Some(Ok(0)));
    }

    #[test]
    fn the_earliest_error_wins() {
        for threads in 1..4 {
            let mut left = 0..100_u64;
            let failed = feed(
                threads,
                || Ok(left.next()),
                || (),
                |(), item| {
                    if item % 10 == 7 { Err(item) } else { Ok(()) }
                },
            );
            assert_eq!(failed, Err(7));
            let mut left = 0..3_u64;
            let failed = feed(threads, || left.next().map(Some).ok_or(99), || (), |(), _| Ok(()));
            assert_eq!(failed, Err(99));
        }
    }
}
