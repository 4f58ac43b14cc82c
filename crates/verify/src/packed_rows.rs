//! What verification looks up in the input.

use rayon::prelude::*;
use ridotto_core::{Code, Codes, each_width};

/// The input's codes in a few words per record. Records are looked up in random order, which then
/// costs one miss of the cache and not one per column.
pub(crate) struct PackedRows {
    words: Vec<u64>,
    /// Words of a record.
    stride: usize,
    /// Where each column is; `None` if it has no codes, or if there is no place left.
    places: Vec<Option<Place>>,
}

/// Words of a record at most: they lie in one line of the cache.
const WORDS: usize = 2;

/// Where the codes of a column are.
#[derive(Clone, Copy)]
struct Place {
    word: usize,
    shift: u32,
    mask: u64,
}

impl PackedRows {
    /// The companion of records, of whose columns each has codes of so many values or none; `None` if
    /// there are less than `many` records: they fit the cache anyway.
    pub fn new<'a>(
        columns: impl Iterator<Item = Option<(&'a Codes, usize)>>,
        records: usize,
        many: usize,
    ) -> Option<Self> {
        if records < many {
            return None;
        }
        let mut used = [0; WORDS];
        let mut packed: Vec<(&'a Codes, Place)> = Vec::new();
        let place = |column: Option<(&'a Codes, usize)>| {
            let (codes, values) = column?;
            let bits = (usize::BITS - values.saturating_sub(1).leading_zeros()).max(1);
            let word = (0..WORDS).find(|&word| used[word] + bits <= u64::BITS)?;
            let place = Place { word, shift: used[word], mask: u64::MAX >> (u64::BITS - bits) };
            packed.push((codes, place));
            used[word] += bits;
            Some(place)
        };
        let places = columns.map(place).collect();
        // Where no column is checked by its codes there is nothing to look up.
        let rows = packed.first()?.0.len();
        let stride = used.iter().filter(|&&bits| bits > 0).count().max(1);
        let mut words = vec![0; rows * stride];
        words.par_chunks_mut(stride << 14).enumerate().for_each(|(chunk, words)| {
            for &(codes, Place { word, shift, .. }) in &packed {
                let rows = (chunk << 14)..(chunk << 14) + words.len() / stride;
                each_width!(codes, codes => match stride {
                    1 => words.iter_mut().zip(&codes[rows]).for_each(|(word, &code)| {
                        *word |= u64::from(code) << shift;
                    }),
                    _ => words.chunks_exact_mut(stride).zip(&codes[rows]).for_each(|(words, &code)| {
                        words[word] |= u64::from(code) << shift;
                    }),
                });
            }
        });
        Some(Self { words, stride, places })
    }

    /// The words of some records.
    pub fn gather(&self, records: &[u32], into: &mut Vec<u64>) {
        into.clear();
        match self.stride {
            1 => into.extend(records.iter().map(|&record| self.words[record as usize])),
            stride => {
                let of = |&record: &u32| &self.words[record as usize * stride..][..stride];
                into.extend(records.iter().flat_map(of));
            }
        }
    }

    /// Appends a column's codes in words that were [gathered](Self::gather); `false` if the column
    /// has none here.
    pub fn codes(&self, column: usize, words: &[u64], into: &mut Vec<Code>) -> bool {
        let Some(Place { word, shift, mask }) = self.places[column] else { return false };
        let code = |word: u64| (word >> shift & mask) as Code;
        match self.stride {
            1 => into.extend(words.iter().map(|&word| code(word))),
            stride => into.extend(words.chunks_exact(stride).map(|words| code(words[word]))),
        }
        true
    }
}
