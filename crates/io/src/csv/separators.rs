//! Where cells end: 64 bytes at a time.
//!
//! Sixteen bytes are compared with a separator at once, and the results of four comparisons are
//! one word with a bit per byte. Bits within quotes are masked by the parity of the quotes before
//! them: a quote toggles, and a doubled quote toggles twice, which is as well.

use wide::u8x16;

/// Bytes looked at in one step; buffers have at least as many after their text.
pub(super) const STEP: usize = 64;

/// What parts cells and records, ready for comparison.
#[derive(Clone, Copy)]
pub(super) struct Finder {
    delimiter: u8x16,
    newline: u8x16,
    quote: u8x16,
}

impl Finder {
    pub fn new(delimiter: u8, quote: u8) -> Self {
        Self {
            delimiter: u8x16::splat(delimiter),
            newline: u8x16::splat(b'\n'),
            quote: u8x16::splat(quote),
        }
    }

    /// Appends the positions of delimiters and line ends in `buffer[from..to]` to `ends`, which
    /// are all separators if there is no quote. At most [`STEP`] bytes beyond `to` are looked at.
    pub fn plain(&self, buffer: &[u8], from: usize, to: usize, ends: &mut Ends) {
        for at in (from..to).step_by(STEP) {
            let bits = bits(buffer, at, |four| {
                four.map(|bytes| bytes.simd_eq(self.delimiter) | bytes.simd_eq(self.newline))
            });
            ends.push_bits(at as u32, bits & below(to - at));
        }
    }

    /// As [`plain`](Self::plain), but not between quotes. `inside` says whether `from` is, and
    /// then whether `to` is: all bits set if so.
    pub fn quoted(&self, buffer: &[u8], from: usize, to: usize, inside: &mut u64, ends: &mut Ends) {
        for at in (from..to).step_by(STEP) {
            let bits = bits(buffer, at, |four| {
                four.map(|bytes| bytes.simd_eq(self.delimiter) | bytes.simd_eq(self.newline))
            });
            let within = self.within_quotes(buffer, at, to, inside);
            ends.push_bits(at as u32, bits & !within & below(to - at));
        }
    }

    /// How many line ends outside quotes are in `text`, which is followed by [`STEP`] bytes up to
    /// `to`, and where the last one is; and whether a quote is open at the end.
    pub fn records(&self, buffer: &[u8], from: usize, to: usize) -> (usize, Option<usize>, bool) {
        let (mut count, mut last, mut inside) = (0, None, 0);
        for at in (from..to).step_by(STEP) {
            let bits = bits(buffer, at, |four| four.map(|bytes| bytes.simd_eq(self.newline)));
            let bits = bits & !self.within_quotes(buffer, at, to, &mut inside) & below(to - at);
            if bits != 0 {
                count += bits.count_ones() as usize;
                last = Some(at + 63 - bits.leading_zeros() as usize);
            }
        }
        (count, last, inside != 0)
    }

    fn within_quotes(&self, buffer: &[u8], at: usize, to: usize, inside: &mut u64) -> u64 {
        let quotes = bits(buffer, at, |four| four.map(|bytes| bytes.simd_eq(self.quote)));
        let within = parity(quotes & below(to - at)) ^ *inside;
        *inside = 0_u64.wrapping_sub(within >> 63);
        within
    }
}

/// One bit for each of the bytes from `at` on for which `compare` holds.
#[inline]
fn bits(buffer: &[u8], at: usize, compare: impl FnOnce([u8x16; 4]) -> [u8x16; 4]) -> u64 {
    let bytes: &[u8; STEP] = buffer[at..at + STEP].try_into().expect("the slice is one step long");
    let four = [0, 16, 32, 48].map(|from| {
        let sixteen: [u8; 16] =
            bytes[from..from + 16].try_into().expect("sixteen bytes are sixteen");
        u8x16::new(sixteen)
    });
    let [a, b, c, d] = compare(four).map(|equal| u64::from(equal.to_bitmask()));
    a | b << 16 | c << 32 | d << 48
}

/// The lowest `count` bits.
#[inline]
fn below(count: usize) -> u64 {
    if count >= STEP { u64::MAX } else { (1 << count) - 1 }
}

/// Each bit the parity of the bits up to and including it.
#[inline]
fn parity(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

/// A list of positions with room to spare, so that many are written without asking each time.
#[derive(Default)]
pub(super) struct Ends {
    room: Vec<u32>,
    length: usize,
}

impl Ends {
    pub fn as_slice(&self) -> &[u32] {
        &self.room[..self.length]
    }

    pub fn clear(&mut self) {
        self.length = 0;
    }

    pub fn push(&mut self, position: u32) {
        self.push_bits(position, 1);
    }

    /// Removes all but the positions from `first` on.
    pub fn keep_from(&mut self, first: usize) {
        self.room.copy_within(first..self.length, 0);
        self.length -= first;
    }

    /// Appends `base` plus the number of each set bit. Eight at a time, as the number of bits is
    /// hard to foresee: what is written too much is overwritten by the next ones.
    #[inline]
    fn push_bits(&mut self, base: u32, mut bits: u64) {
        if self.room.len() < self.length + STEP {
            self.grow();
        }
        let count = bits.count_ones() as usize;
        let room: &mut [u32; STEP] = (&mut self.room[self.length..self.length + STEP])
            .try_into()
            .expect("the slice is one step long");
        for eight in room.chunks_exact_mut(8) {
            for end in eight {
                *end = base.wrapping_add(bits.trailing_zeros());
                bits &= bits.wrapping_sub(1);
            }
            if bits == 0 {
                break;
            }
        }
        self.length += count;
    }

    #[cold]
    fn grow(&mut self) {
        self.room.resize((self.room.len() * 2).max(4096), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn padded(text: &str) -> (Vec<u8>, usize) {
        let mut buffer = text.as_bytes().to_vec();
        buffer.extend_from_slice(&[b','; STEP]);
        (buffer, text.len())
    }

    /// One byte after the other.
    fn plainly(text: &str) -> (Vec<u32>, usize, bool) {
        let (mut inside, mut ends, mut records) = (false, Vec::new(), 0);
        for (at, byte) in text.bytes().enumerate() {
            inside ^= byte == b'"';
            if !inside && (byte == b',' || byte == b'\n') {
                ends.push(at as u32);
                records += usize::from(byte == b'\n');
            }
        }
        (ends, records, inside)
    }

    #[test]
    fn separators_outside_quotes_are_found_at_every_distance() {
        let finder = Finder::new(b',', b'"');
        let pieces =
            ["a,b\n", "\"x,\n\"", ",,,,,,,,,,,", "\"\"\"\",", "longer text ", "\n\n", "\""];
        let mut text = String::new();
        for round in 0..300 {
            text.push_str(pieces[(round * round + round / 7) % pieces.len()]);
            let (buffer, to) = padded(&text);
            let (expected, records, open) = plainly(&text);
            let (mut ends, mut inside) = (Ends::default(), 0);
            finder.quoted(&buffer, 0, to, &mut inside, &mut ends);
            assert_eq!(ends.as_slice(), expected);
            let last = (0..to).rev().find(|&at| {
                buffer[at] == b'\n' && ends.as_slice().binary_search(&(at as u32)).is_ok()
            });
            assert_eq!(finder.records(&buffer, 0, to), (records, last, open));
            if !text.contains('"') {
                let mut plain = Ends::default();
                finder.plain(&buffer, 0, to, &mut plain);
                assert_eq!(plain.as_slice(), expected);
            }
        }
    }

    #[test]
    fn sixty_four_separators_in_a_row_fit() {
        let (buffer, to) = padded(&",".repeat(1000));
        let mut ends = Ends::default();
        Finder::new(b',', b'"').plain(&buffer, 0, to, &mut ends);
        assert_eq!(ends.as_slice(), (0..1000).collect::<Vec<u32>>());
        ends.keep_from(998);
        assert_eq!(ends.as_slice(), [998, 999]);
    }
}
