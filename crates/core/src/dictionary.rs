//! Dictionaries: the distinct values of a column, numbered.
//!
//! While a file is read an [`Interner`] numbers values as they come; afterwards a [`Dictionary`]
//! is made of them, in the order of the column's kind (numbers by size, dates by day, texts by
//! their bytes), so that the same data give the same codes on any number of threads and a range
//! of an ordered attribute is a range of codes. Missing is a value of its own, and the last one.

mod relabel;

use crate::texts::same;
use crate::{Code, Keyed, Reading, Texts};
use rayon::slice::ParallelSliceMut;
use std::{cmp::Ordering, fmt};

/// Numbers texts in the order in which they first come.
///
/// Cells are short, so a slot holds the first and the last eight bytes and the length: up to
/// sixteen bytes these *are* the text, and no further comparison is needed. Of a longer text it
/// holds a hash of the whole in place of the first bytes: addresses begin and end alike by the
/// thousand. Where a text falls is secret ([`Keyed`]), and what it is numbered is not.
#[derive(Clone)]
pub struct Interner {
    secrets: [u64; 2],
    slots: Vec<Slot>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Slot {
    head: u64,
    tail: u64,
    length: u32,
    code: Code,
}

const FREE: Code = Code::MAX;

/// Slots up to which a table is small: it stays in a core's cache.
const SMALL: usize = 1 << 14;

/// The bits of the first so many of eight bytes.
const KEPT: [u64; 9] = {
    let mut kept = [u64::MAX; 9];
    let mut bytes = 0;
    while bytes < 8 {
        kept[bytes] = (1 << (8 * bytes)) - 1;
        bytes += 1;
    }
    kept
};

const EMPTY: Slot = Slot { head: 0, tail: 0, length: 0, code: FREE };

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that knows no text.
    pub fn new() -> Self {
        let (bytes, ends) = (Vec::new(), Vec::new());
        Self { secrets: Keyed.secrets(), slots: vec![EMPTY; 64], bytes, ends }
    }

    /// The code of a text; a new text gets the next free one.
    pub fn intern(&mut self, text: &[u8]) -> Code {
        if text.len() >= 8 {
            return self.intern_within(text, 0, text.len());
        }
        let mut window = [0; 8];
        window[..text.len()].copy_from_slice(text);
        self.intern_within(&window, 0, text.len())
    }

    /// As [`intern`](Self::intern) of `buffer[start..end]`, but faster: nothing is copied if at
    /// least eight bytes follow `start` in the buffer, whatever they are.
    #[inline]
    pub fn intern_within(&mut self, buffer: &[u8], start: usize, end: usize) -> Code {
        let length = end - start;
        if buffer.len() - start < 8 {
            return self.intern(&buffer[start..end]);
        }
        let (head, tail) = words_of(buffer, start, length);
        let mask = self.slots.len() - 1;
        let mut at = hash(self.secrets, head, tail, length) as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot.head == head
                && slot.tail == tail
                && slot.length as usize == length
                && slot.code != FREE
                && (length <= 16 || same(self.bytes_of(slot.code), &buffer[start..end]))
            {
                return slot.code;
            }
            if slot.code == FREE {
                return self.add(at, head, tail, &buffer[start..end]);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn add(&mut self, at: usize, head: u64, tail: u64, text: &[u8]) -> Code {
        let code = Code::try_from(self.ends.len()).expect("fewer than 2^32 distinct values");
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        self.slots[at] = Slot { head, tail, length: text.len() as u32, code };
        // A large table is filled more: it is memory that it lacks then, and not probes.
        let full = match self.slots.len() {
            0..=SMALL => self.slots.len() / 2,
            slots => slots / 3 * 2,
        };
        if self.ends.len() > full {
            self.grow();
        }
        code
    }

    #[cold]
    fn grow(&mut self) {
        let factor = if self.slots.len() <= SMALL { 4 } else { 2 };
        let larger = vec![EMPTY; self.slots.len() * factor];
        let mask = larger.len() - 1;
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.code != FREE {
                let mut at = self.home(&slot) & mask;
                while self.slots[at].code != FREE {
                    at = (at + 1) & mask;
                }
                self.slots[at] = slot;
            }
        }
    }

    /// Where a text is looked for first, up to the size of the table.
    fn home(&self, slot: &Slot) -> usize {
        hash(self.secrets, slot.head, slot.tail, slot.length as usize) as usize
    }

    /// Looks where the texts at these places of a buffer will be looked for.
    ///
    /// In a large table each search waits for memory. The places of many texts are fetched at
    /// once, as none depends on another; in a small table they are there already.
    pub fn warm(&self, buffer: &[u8], spans: impl Iterator<Item = (usize, usize)>) {
        if self.slots.len() <= SMALL {
            return;
        }
        let mask = self.slots.len() - 1;
        let mut seen = 0;
        for (start, end) in spans {
            if buffer.len() - start >= 8 {
                let (head, tail) = words_of(buffer, start, end - start);
                let at = hash(self.secrets, head, tail, end - start) as usize & mask;
                seen ^= self.slots[at].code;
            }
        }
        std::hint::black_box(seen);
    }

    /// Interns all texts of another interner, and tells the code of each.
    pub fn absorb(&mut self, other: &Self) -> Vec<Code> {
        const TOGETHER: usize = 256;
        let start = |code: usize| if code == 0 { 0 } else { other.ends[code - 1] };
        let mut codes = Vec::with_capacity(other.len());
        for first in (0..other.len()).step_by(TOGETHER) {
            let some = first..other.len().min(first + TOGETHER);
            let spans = some.map(|code| (start(code), other.ends[code]));
            self.warm(&other.bytes, spans.clone());
            codes.extend(spans.map(|(start, end)| self.intern_within(&other.bytes, start, end)));
        }
        codes
    }

    /// The texts in the order of their codes; `None` if they are not UTF-8.
    pub fn into_texts(self) -> Option<Texts> {
        drop(self.slots);
        Texts::from_parts(self.bytes, self.ends)
    }

    /// The bytes of the text with a code.
    pub fn bytes_of(&self, code: Code) -> &[u8] {
        let start = if code == 0 { 0 } else { self.ends[code as usize - 1] };
        &self.bytes[start..self.ends[code as usize]]
    }

    /// The bytes of memory that it takes.
    pub fn size(&self) -> usize {
        let (slots, ends) =
            (size_of_val(&self.slots[..]), size_of::<usize>() * self.ends.capacity());
        slots + ends + self.bytes.capacity()
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl fmt::Debug for Interner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Interner({})", self.len())
    }
}

/// The first and the last eight bytes of a text, with at least eight bytes from `start` on. Short
/// texts are loaded like long ones and masked: no branch, as lengths are hard to foresee. Of more
/// than sixteen bytes the first word is a hash of all.
#[inline]
fn words_of(buffer: &[u8], start: usize, length: usize) -> (u64, u64) {
    let kept = KEPT[length.min(8)];
    let last = start + length.max(8) - 8;
    let tail = load(buffer, last) & kept;
    match length {
        0..=16 => (load(buffer, start) & kept, tail),
        _ => (Keyed.bytes(&buffer[start..start + length]), tail),
    }
}

#[inline]
fn load(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes are eight bytes"))
}

/// Multiply and fold, twice. Once would do for texts without a rule; numbers in a row would stay in a
/// row, at a distance that is as good or bad as the secrets happen to be. Who does not know these
/// cannot choose texts that fall together.
#[inline]
fn hash(secrets: [u64; 2], head: u64, tail: u64, length: usize) -> u64 {
    let mixed = folded(head ^ secrets[0], tail.rotate_left(29) ^ (length as u64) ^ secrets[1]);
    folded(mixed, 0x9E37_79B9_7F4A_7C15)
}

#[inline]
fn folded(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    (product >> 64) as u64 ^ product as u64
}

/// The distinct values of a column in their order; a missing value, if there is one, is the last.
#[derive(Clone, PartialEq)]
pub struct Dictionary {
    reading: Reading,
    texts: Texts,
    missing: bool,
}

impl Dictionary {
    /// Makes a dictionary of interned texts, and says which code each interned text gets in it.
    /// `is_missing` tells the texts that mean "missing"; they share one code.
    pub fn new(
        texts: &Texts,
        reading: Reading,
        is_missing: impl Fn(&str) -> bool,
    ) -> (Self, Vec<Code>) {
        let values = texts.iter().zip(0..).filter(|(text, _)| !is_missing(text));
        let common = common_letters(values.clone().map(|(text, _)| text));
        let mut keys: Vec<Key> =
            values.map(|(text, at)| Key::of(text, at, &reading, common)).collect();
        keys.par_sort_unstable_by(|a, b| {
            let texts = || texts.get(a.at()).cmp(texts.get(b.at()));
            a.unread.cmp(&b.unread).then(a.rank.cmp(&b.rank)).then_with(texts)
        });
        let missing = keys.len() < texts.len();
        let mut new = vec![keys.len() as Code; texts.len()];
        let mut sorted = Texts::new();
        for (code, key) in keys.iter().enumerate() {
            sorted.push(texts.get(key.at()));
            new[key.at()] = code as Code;
        }
        (Self { reading, texts: sorted, missing }, new)
    }

    /// How many values there are, missing included.
    pub fn len(&self) -> usize {
        self.texts.len() + usize::from(self.missing)
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the column's texts are read.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// The text of a value; `None` for the missing one.
    pub fn text(&self, code: Code) -> Option<&str> {
        ((code as usize) < self.texts.len()).then(|| self.texts.get(code as usize))
    }

    /// The values that are not missing, in order.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The code of the missing value, if the column has one.
    pub fn missing(&self) -> Option<Code> {
        self.missing.then_some(self.texts.len() as Code)
    }

    /// The code of a text, if it is among the values.
    pub fn code(&self, text: &str) -> Option<Code> {
        let key = self.reading.parse(text);
        let mut range = 0..self.texts.len();
        while !range.is_empty() {
            let middle = range.start + range.len() / 2;
            let other = self.texts.get(middle);
            match self
                .reading
                .compare(&self.reading.parse(other), &key)
                .then_with(|| other.cmp(text))
            {
                Ordering::Equal => return Some(middle as Code),
                Ordering::Less => range.start = middle + 1,
                Ordering::Greater => range.end = middle,
            }
        }
        None
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dictionary({} values, {:?})", self.len(), self.reading.kind)
    }
}

/// What a text is sorted by before its letters are looked at, and its place.
struct Key {
    /// The order of the value; for a text, and for what could not be read, its first letters.
    rank: u64,
    at: u32,
    unread: bool,
}

impl Key {
    fn of(text: &str, at: u32, reading: &Reading, common: usize) -> Self {
        let rank = reading.parse(text).rank();
        let letters = || first_letters(&text.as_bytes()[common..]);
        Self { rank: rank.unwrap_or_else(letters), at, unread: rank.is_none() }
    }

    fn at(&self) -> usize {
        self.at as usize
    }
}

/// The first eight bytes as a number that orders texts as the bytes do, up to ties.
fn first_letters(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(8);
    bytes[..length].copy_from_slice(&text[..length]);
    u64::from_be_bytes(bytes)
}

/// With how many bytes all texts begin alike: these say nothing about their order.
fn common_letters<'a>(mut texts: impl Iterator<Item = &'a str>) -> usize {
    let Some(first) = texts.next() else { return 0 };
    let mut common = first.len();
    for text in texts {
        let alike = first.bytes().zip(text.bytes()).take(common);
        common = alike.take_while(|(a, b)| a == b).count();
        if common == 0 {
            break;
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interning_tells_texts_apart_at_every_length() {
        let mut interner = Interner::new();
        let texts: Vec<String> = (0..3000)
            .map(|i| format!("{}{i}", "x".repeat(i % 40)))
            .chain([String::new(), "\0".into(), "\0\0".into(), "12345678".into()])
            .collect();
        let codes: Vec<Code> = texts.iter().map(|text| interner.intern(text.as_bytes())).collect();
        assert_eq!(codes, (0..texts.len() as Code).collect::<Vec<_>>());
        for (text, &code) in texts.iter().zip(&codes) {
            let padded = [b"??", text.as_bytes(), b"junk junk"].concat();
            assert_eq!(interner.intern_within(&padded, 2, 2 + text.len()), code);
            assert_eq!(interner.bytes_of(code), text.as_bytes());
        }
        let all = interner.into_texts().unwrap();
        assert!(all.iter().eq(texts.iter().map(String::as_str)));
    }

    /// How many slots a search for each text passes before it comes to its own.
    fn passed(interner: &Interner) -> usize {
        let mask = interner.slots.len() - 1;
        let taken = interner.slots.iter().enumerate().filter(|(_, slot)| slot.code != FREE);
        taken.map(|(at, slot)| at.wrapping_sub(interner.home(slot)) & mask).sum()
    }

    /// Columns of texts that are alike in length and at both ends, as strangers and mail programs
    /// make them. Of two thirds of all slots taken, a search passes one on average (Knuth 6.4).
    #[test]
    fn texts_that_are_alike_do_not_fall_together() {
        // By many secrets: none may be a bad one.
        for round in 1..=20_u64 {
            let secret =
                |at: u64| folded(round ^ 0x5851_F42D_4C95_7F2D, at ^ 0x1405_7B7E_F767_814F);
            alike_do_not_fall_together([secret(1), secret(2)]);
        }
        alike_do_not_fall_together(Keyed.secrets());
    }

    fn alike_do_not_fall_together(secrets: [u64; 2]) {
        let url = |at: u32| format!("https://example.org/item/{at:06}/index.html");
        let mail = |at: u32| format!("employee-{at:06}@example.org");
        let short = |at: u32| format!("AB{at:06}XY");
        let columns: [&dyn Fn(u32) -> String; 3] = [&url, &mail, &short];
        for column in columns {
            let mut interner = Interner { secrets, ..Interner::new() };
            (0..20_000).for_each(|at| _ = interner.intern(column(at).as_bytes()));
            assert!(passed(&interner) < 2 * 20_000, "{}", passed(&interner));
        }
        // Texts that were chosen for the hash without secrets that was here before: one factor is 0.
        let mut interner = Interner { secrets, ..Interner::new() };
        let chosen = 0x9E37_79B9_7F4A_7C15_u64.to_le_bytes();
        (0..20_000_u64).for_each(|at| _ = interner.intern(&[chosen, at.to_le_bytes()].concat()));
        assert!(passed(&interner) < 2 * 20_000, "{}", passed(&interner));
    }

    /// Secrets say where a text lies and nothing else.
    #[test]
    fn numbers_do_not_depend_on_secrets() {
        let text = |at: u32| format!("{}{}", "long ".repeat(at as usize % 6), at % 700);
        let coded = |secrets| {
            let mut interner = Interner { secrets, ..Interner::new() };
            let codes: Vec<Code> =
                (0..3000).map(|at| interner.intern(text(at).as_bytes())).collect();
            let places: Vec<Code> = interner.slots.iter().map(|slot| slot.code).collect();
            (codes, interner.into_texts(), places)
        };
        let (one, other) = (coded([1, 2]), coded([3, 4]));
        assert!(one.0 == other.0 && one.1 == other.1);
        assert_ne!(one.2, other.2);
    }

    #[test]
    fn one_interner_absorbs_another() {
        let (mut one, mut other) = (Interner::new(), Interner::new());
        let text = |at: u32| format!("text {at}");
        (0..30_000).for_each(|at| _ = one.intern(text(at).as_bytes()));
        (20_000..50_000).rev().for_each(|at| _ = other.intern(text(at).as_bytes()));
        let codes = one.absorb(&other);
        assert_eq!((one.len(), codes.len()), (50_000, 30_000));
        for (at, code) in codes.into_iter().enumerate() {
            assert_eq!(one.bytes_of(code), other.bytes_of(at as Code));
        }
    }

    #[test]
    fn texts_that_begin_alike_are_ordered_by_what_follows() {
        for texts in [&["person 9", "person", "person 10", "person 1"][..], &["b", "a"], &["x"]] {
            let (dictionary, _) = Dictionary::new(
                &texts.iter().collect(),
                Reading::of_kind(crate::Kind::Text),
                |_| false,
            );
            let mut sorted = texts.to_vec();
            sorted.sort_unstable();
            assert_eq!(dictionary.texts().iter().collect::<Vec<_>>(), sorted);
        }
    }

    #[test]
    fn only_utf8_becomes_texts() {
        for bytes in [&[&b"\xFF"[..]][..], &[b"\xC3", b"\xA9"]] {
            let mut interner = Interner::new();
            for bytes in bytes {
                interner.intern(bytes);
            }
            assert!(interner.into_texts().is_none());
        }
    }

    #[test]
    fn texts_are_ordered_by_their_bytes_and_unread_ones_come_last() {
        let texts: Texts =
            ["x", "10", "abcdefgh", "", "abcdefgz", "-1", "abcdefg", "\0"].into_iter().collect();
        for (kind, expected) in [
            (crate::Kind::Text, ["", "\0", "-1", "10", "abcdefg", "abcdefgh", "abcdefgz", "x"]),
            (crate::Kind::Integer, ["-1", "10", "", "\0", "abcdefg", "abcdefgh", "abcdefgz", "x"]),
        ] {
            let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(kind), |_| false);
            assert_eq!(dictionary.texts().iter().collect::<Vec<_>>(), expected);
            for (code, text) in (0..).zip(dictionary.texts().iter()) {
                assert_eq!(dictionary.code(text), Some(code));
            }
        }
    }

    #[test]
    fn numbers_are_ordered_by_size_and_missing_is_last() {
        let texts: Texts = ["10", "?", "9", "NA", "-1"].into_iter().collect();
        let reading = Reading::of_kind(crate::Kind::Integer);
        let (dictionary, new) =
            Dictionary::new(&texts, reading, |text| text == "?" || text == "NA");
        assert_eq!(dictionary.texts().iter().collect::<Vec<_>>(), ["-1", "9", "10"]);
        assert_eq!(new, [2, 3, 1, 3, 0]);
        assert_eq!((dictionary.missing(), dictionary.len()), (Some(3), 4));
        assert_eq!((dictionary.code("9"), dictionary.code("8")), (Some(1), None));
    }
}
