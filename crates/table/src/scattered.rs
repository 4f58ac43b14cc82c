//! The texts of a column, to be fetched in any order.
//!
//! Rows are written in random order, and a column in which every text is different lies all over the
//! memory. To find a text by way of its chunk is a search, and then look after look that must wait for
//! the one before: chunk, nulls, offsets, text. Here each row has one word that says where its text
//! is, and many rows are fetched at once, in steps: within a step no look depends on another, so that
//! all wait for memory together.

use arrow_array::{Array, StringArray};
use arrow_buffer::Buffer;

/// Where texts are: the chunk, where they begin in it, and how long they are.
const CHUNK: u32 = 20;
const START: u32 = 26;
const LENGTH: u32 = 18;

/// The chunk that there is not: of nulls, and of texts whose place does not fit a word.
const NOWHERE: u64 = (1 << CHUNK) - 1;
const NULL: u64 = word(NOWHERE, 0, 0);
const FAR: u64 = word(NOWHERE, 1, 0);

const fn word(chunk: u64, start: u64, length: u64) -> u64 {
    chunk << (START + LENGTH) | start << LENGTH | length
}

/// The texts of a column.
pub struct Scattered {
    chunks: Vec<StringArray>,
    values: Vec<Buffer>,
    places: Vec<u64>,
}

impl Scattered {
    /// The texts of all chunks, one after the other.
    pub fn new(chunks: Vec<StringArray>) -> Self {
        let mut places = Vec::with_capacity(chunks.iter().map(Array::len).sum());
        for (at, chunk) in (0..).zip(&chunks) {
            let offsets = chunk.value_offsets();
            places.extend(offsets.windows(2).enumerate().map(|(row, ends)| {
                let [start, end] = [ends[0], ends[1]].map(|end| u64::from(end.cast_unsigned()));
                let length = end - start;
                let is_near = at < NOWHERE && start < 1 << START && length < 1 << LENGTH;
                match (chunk.is_null(row), is_near) {
                    (true, _) => NULL,
                    (false, true) => word(at, start, length),
                    (false, false) => FAR,
                }
            }));
        }
        let values = chunks.iter().map(|chunk| chunk.values().clone()).collect();
        Self { chunks, values, places }
    }

    /// Fetches the texts of some rows; a null has none.
    pub fn gather<'a>(&'a self, rows: &[u32], into: &mut Vec<Option<&'a [u8]>>) {
        const TOGETHER: usize = 256;
        let mut places = [0; TOGETHER];
        for rows in rows.chunks(TOGETHER) {
            let places = &mut places[..rows.len()];
            for (place, &row) in places.iter_mut().zip(rows) {
                *place = self.places[row as usize];
            }
            // Both ends: a long text lies in two lines of the cache, or in two pages.
            let ends = |&place: &u64| {
                let text = self.near(place)?;
                Some(text.first()? ^ text.last()?)
            };
            let seen = places.iter().filter_map(ends).fold(0, |seen, byte| seen ^ byte);
            std::hint::black_box(seen);
            into.extend(places.iter().zip(rows).map(|(&place, &row)| match place {
                NULL => None,
                FAR => Some(self.far(row as usize)),
                place => self.near(place),
            }));
        }
    }

    /// The text at a place.
    #[inline]
    fn near(&self, place: u64) -> Option<&[u8]> {
        let chunk = self.values.get((place >> (START + LENGTH)) as usize)?;
        let start = (place >> LENGTH & ((1 << START) - 1)) as usize;
        chunk.get(start..start + (place & ((1 << LENGTH) - 1)) as usize)
    }

    /// The text of a row that has no place.
    #[cold]
    fn far(&self, mut row: usize) -> &[u8] {
        for chunk in &self.chunks {
            if row < chunk.len() {
                return chunk.value(row).as_bytes();
            }
            row -= chunk.len();
        }
        unreachable!("every row is in a chunk")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_wherever_they_are() {
        let giant = "g".repeat(1 << LENGTH);
        let texts: Vec<Option<String>> = (0..700)
            .map(|row| match row % 7 {
                0 => None,
                1 => Some(String::new()),
                3 if row == 500 => Some(giant.clone()),
                _ => Some(format!("text {row}")),
            })
            .collect();
        let chunks: Vec<StringArray> =
            texts.chunks(33).map(|chunk| chunk.iter().cloned().collect()).collect();
        // One that is a part of another begins somewhere within.
        let mut sliced = chunks.clone();
        sliced[3] = StringArray::from_iter(
            [None, Some("before")].into_iter().chain(chunks[3].iter()).collect::<Vec<_>>(),
        )
        .slice(2, 33);
        for chunks in [chunks, sliced] {
            let scattered = Scattered::new(chunks);
            let rows: Vec<u32> = (0..700).rev().chain([5, 5, 500]).collect();
            let mut got = Vec::new();
            scattered.gather(&rows, &mut got);
            for (row, text) in rows.iter().zip(got) {
                assert_eq!(text, texts[*row as usize].as_deref().map(str::as_bytes));
            }
        }
    }
}
