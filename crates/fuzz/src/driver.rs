//! Tries one input after the other, and says which one went wrong.

use crate::Target;
use crate::mutate::{Dice, input};
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{fmt, fs, panic};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// After so many inputs.
    Cases(u64),
    /// At this time.
    Until(Instant),
}

/// An input for which something does not hold.
#[derive(Debug)]
pub struct Failure {
    /// The target's name.
    pub target: &'static str,
    /// The number that makes the input.
    pub seed: u64,
    /// Where the input was written, if it could be.
    pub file: Option<PathBuf>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, seed, file } = self;
        write!(f, "{target} fails; see it again with `cargo xtask fuzz --target {target} ")?;
        write!(f, "--seed {seed} --cases 1`")?;
        match file {
            Some(file) => write!(f, "; the input is in {}", file.display()),
            None => Ok(()),
        }
    }
}

/// The files of a target, in the order of their names.
pub fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
    let entries = fs::read_dir(&folder).expect("the corpus is beside the sources");
    let mut files: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("a file of the corpus")).collect()
}

/// Tries the corpus as it is, and then inputs made from the numbers `seed`, `seed` + 1, …; tells how
/// many were tried, or which was the first to fail.
pub fn drive(target: &Target, seed: u64, budget: Budget) -> Result<u64, Failure> {
    let corpus = corpus(target);
    assert!(!corpus.is_empty(), "{} has a corpus", target.name);
    for bytes in &corpus {
        target.try_one(bytes);
    }
    let mut tried = 0;
    loop {
        let is_over = match budget {
            Budget::Cases(cases) => tried == cases,
            // Looking at the clock costs little, but not nothing.
            Budget::Until(end) => tried.is_multiple_of(64) && Instant::now() >= end,
        };
        if is_over {
            return Ok(tried);
        }
        let number = seed.wrapping_add(tried);
        let bytes = input(&mut Dice::new(number), &corpus, target.words);
        if panic::catch_unwind(|| target.try_one(&bytes)).is_err() {
            return Err(Failure {
                target: target.name,
                seed: number,
                file: kept(target, number, &bytes),
            });
        }
        tried += 1;
    }
}

/// Writes a failing input to where the system keeps temporary files.
fn kept(target: &Target, seed: u64, bytes: &[u8]) -> Option<PathBuf> {
    let file = std::env::temp_dir().join(format!("ridotto-fuzz-{}-{seed}", target.name));
    fs::write(&file, bytes).ok().map(|()| file)
}
