//! Files changed at random. One number makes one input, always the same.

/// A generator of numbers that look random: the `splitmix64` of Steele, Lea and Flood (2014),
/// <https://doi.org/10.1145/2714064.2660195>. Nothing secret depends on it.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or 0.
    fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.throw() % end as u64) as usize }
    }

    /// Some part of `length` things, seldom a long one.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let longest = if self.below(8) == 0 { length } else { 16 };
        let end = start + self.below(longest + 1);
        start..end.min(length)
    }
}

/// Inputs do not grow beyond that: short ones are tried faster, and go wrong as well.
const LONGEST: usize = 4096;

/// One of the files, changed in a few places.
pub(crate) fn input(dice: &mut Dice, corpus: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut bytes = corpus[dice.below(corpus.len())].clone();
    for _ in 0..dice.below(8) {
        change(dice, &mut bytes, corpus, words);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(dice: &mut Dice, bytes: &mut Vec<u8>, corpus: &[Vec<u8>], words: &[&str]) {
    match dice.below(8) {
        0 | 1 => {
            let word = words[dice.below(words.len())];
            let at = dice.range(bytes.len());
            let at = if dice.below(2) == 0 { at.start..at.start } else { at };
            bytes.splice(at, word.bytes());
        }
        2 => _ = bytes.drain(dice.range(bytes.len())),
        3 => {
            let piece = bytes[dice.range(bytes.len())].to_vec();
            let at = dice.below(bytes.len() + 1);
            let times = 1 + dice.below(3);
            bytes.splice(at..at, piece.repeat(times));
        }
        4 => {
            let other = &corpus[dice.below(corpus.len())];
            let piece = other[dice.range(other.len())].to_vec();
            let at = dice.range(bytes.len());
            bytes.splice(at, piece);
        }
        5 if !bytes.is_empty() => {
            let at = dice.below(bytes.len());
            bytes[at] = dice.throw() as u8;
        }
        6 if !bytes.is_empty() => {
            let at = dice.below(bytes.len());
            bytes[at] ^= 1 << dice.below(8);
        }
        _ => bytes.truncate(dice.below(bytes.len() + 1)),
    }
}
