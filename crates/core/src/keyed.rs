//! Hashing what strangers wrote.
//!
//! Cells come from a file that somebody else may have made. If it were known where a text falls in
//! a table, a file could be made whose texts all fall on one place, and each search would pass all
//! of them. So the whole text is hashed, under secrets that are drawn anew for each process; what
//! they are never reaches an output, because nothing is written in the order of a table.
//!
//! The hash is [foldhash](https://github.com/orlp/foldhash), with secrets from the operating system
//! (those that the library makes are of addresses and the time). Keys that no stranger chooses, as
//! levels or places, may have a cheaper one.

use foldhash::SharedSeed;
use foldhash::fast::FoldHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// A map whose keys come from data.
pub type KeyedMap<K, V> = HashMap<K, V, Keyed>;

/// A set whose members come from data.
pub type KeyedSet<K> = HashSet<K, Keyed>;

/// Makes hashers under this process's secrets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keyed;

/// What nobody outside the process knows.
struct Secrets {
    shared: SharedSeed,
    own: [u64; 2],
}

static SECRETS: LazyLock<Secrets> = LazyLock::new(|| {
    // The standard library's keys are drawn from the operating system.
    let drawn = RandomState::new();
    let number = |place: u8| drawn.hash_one(place);
    Secrets { shared: SharedSeed::from_u64(number(0)), own: [number(1), number(2)] }
});

impl BuildHasher for Keyed {
    type Hasher = FoldHasher<'static>;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        let secrets = &*SECRETS;
        FoldHasher::with_seed(secrets.own[0], &secrets.shared)
    }
}

impl Keyed {
    /// The hash of some bytes.
    #[inline]
    pub fn bytes(self, bytes: &[u8]) -> u64 {
        let mut hasher = self.build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }

    /// The hash of a tuple of numbers, two at a time.
    #[inline]
    pub fn numbers(self, numbers: &[u32]) -> u64 {
        let mut hasher = self.build_hasher();
        let (pairs, rest) = numbers.as_chunks::<2>();
        for &[one, other] in pairs {
            hasher.write_u64(u64::from(one) << 32 | u64::from(other));
        }
        for &number in rest {
            hasher.write_u32(number);
        }
        hasher.finish()
    }

    /// Two secrets for who mixes words without a hasher.
    #[expect(clippy::unused_self, reason = "who has no such hash has no business with its secrets")]
    pub(crate) fn secrets(self) -> [u64; 2] {
        SECRETS.own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Texts of which half is what a widely used hash has as its constant: there a factor becomes
    /// zero, and the other half does not matter.
    #[test]
    fn no_known_text_makes_the_rest_vanish() {
        for constant in [0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344, 0] {
            for constant_first in [true, false] {
                let text = |at: u64| {
                    let (one, other) = if constant_first { (constant, at) } else { (at, constant) };
                    [one.to_le_bytes(), other.to_le_bytes()].concat()
                };
                let hashes: BTreeSet<u64> = (0..1000).map(|at| Keyed.bytes(&text(at))).collect();
                assert_eq!(hashes.len(), 1000);
            }
        }
    }

    #[test]
    fn every_byte_and_every_number_counts() {
        for length in [1, 7, 8, 15, 16, 17, 40, 100, 300] {
            let all: BTreeSet<u64> = (0..length)
                .map(|at| {
                    let mut text = vec![b'a'; length];
                    text[at] = b'b';
                    Keyed.bytes(&text)
                })
                .collect();
            assert_eq!(all.len(), length);
        }
        for width in 1..9 {
            let all: BTreeSet<u64> = (0..width)
                .map(|at| {
                    let mut tuple = vec![0; width];
                    tuple[at] = 1;
                    Keyed.numbers(&tuple)
                })
                .collect();
            assert_eq!(all.len(), width);
        }
    }
}
