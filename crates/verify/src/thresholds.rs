//! From which sizes on the verifier takes another way.

/// Sizes on which it depends how the verifier works, and never what it says. The defaults suit a
/// core's caches; tests set small ones, so that a few records take every way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// So many texts or classes stay in a core's cache. Where there are more, what is looked for is
    /// prefetched.
    pub cached: usize,
    /// Texts of several cells that a thread remembers at most, so that memory stays bounded.
    pub remembered: usize,
    /// From so many records on the input's codes are packed into a few words per record.
    pub packed: usize,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { cached: 1 << 12, remembered: 1 << 17, packed: 1 << 18 }
    }
}

#[cfg(test)]
impl Thresholds {
    /// So small that a handful of records exceeds them, and one so large that none does.
    pub(crate) const TRIED: [Self; 2] = [
        Self { cached: 2, remembered: 5, packed: 1 },
        Self { cached: usize::MAX, remembered: usize::MAX, packed: usize::MAX },
    ];
}
