//! Leaving at once: what a process that is told to end takes with it.
//!
//! Work that is interrupted looks up as often as it can, and some of it cannot often. So whoever hears
//! the signal may end the process from outside, if it leaves first: what is being put in its place is
//! waited for, so that it is there wholly or not at all, and the few files that have a name are removed.
//! Files without a name, locks and transactions go with the process.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Files of ours that have a name.
static NAMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Held while files are put in their places.
static PLACING: Mutex<()> = Mutex::new(());
/// Whether everything that was to be published is.
static PUBLISHED: AtomicBool = AtomicBool::new(false);

/// How long is waited for a file that is put in its place; a pipe that nobody reads takes forever.
const PATIENCE: Duration = Duration::from_secs(2);

/// Leaves: removes what has a name, and lets nothing be put in its place any more. `false` if
/// everything is published already, so that there is nothing to leave.
pub fn leave() -> bool {
    let begun = Instant::now();
    let placing = loop {
        match PLACING.try_lock() {
            Ok(placing) => break Some(placing),
            Err(_) if begun.elapsed() > PATIENCE => break None,
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    if PUBLISHED.load(Ordering::SeqCst) {
        return false;
    }
    // Nothing may be placed between this and the end of the process.
    std::mem::forget(placing);
    for name in &*locked(&NAMED) {
        _ = fs::remove_file(name);
    }
    true
}

/// While this is held, files are put in their places, and nobody leaves in between.
#[derive(Debug)]
pub struct Placing(
    #[expect(dead_code, reason = "held, and not looked at")] MutexGuard<'static, ()>,
);

impl Placing {
    /// Begins to put files in their places.
    pub fn begin() -> Self {
        Self(locked(&PLACING))
    }

    /// Says that everything is published: whoever is told to end now has nothing to leave.
    pub fn end(self) {
        PUBLISHED.store(true, Ordering::SeqCst);
    }
}

fn locked<T>(of: &'static Mutex<T>) -> MutexGuard<'static, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file of ours has a name from now on.
pub(super) fn named(path: &Path) {
    locked(&NAMED).insert(path.to_owned());
}

/// It has none any more.
pub(super) fn unnamed(path: &Path) {
    locked(&NAMED).remove(path);
}

#[cfg(test)]
mod tests {
    use crate::{Placing, Staged, leave};
    use std::{path::Path, process::Command};

    /// In the environment of a process that runs this test alone.
    const ALONE: &str = "RIDOTTO_TEST_ALONE";

    /// Leaving is for the whole process, which other tests share: so this one starts another.
    #[test]
    fn who_leaves_leaves_nothing() {
        if std::env::var_os(ALONE).is_none() {
            let this = "staged::leave::tests::who_leaves_leaves_nothing";
            let mut again = Command::new(std::env::current_exe().unwrap());
            again.args(["--exact", this]).env(ALONE, "1");
            let ran = again.output().unwrap();
            let said = String::from_utf8_lossy(&ran.stdout);
            assert!(ran.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let count = |folder: &Path| folder.read_dir().unwrap().count();
        let staged = Staged::beside(&folder.path().join("out.csv"), false).unwrap();
        assert_eq!(count(folder.path()), 1, "the claim");
        assert!(leave());
        assert_eq!(count(folder.path()), 0);
        // Whoever goes on to publish waits, and ends with the process.
        let placed = std::thread::spawn(move || {
            let placing = Placing::begin();
            staged.publish().unwrap();
            placing.end();
        });
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!placed.is_finished());
        assert_eq!(count(folder.path()), 0);
    }
}
