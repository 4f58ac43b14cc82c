//! Parquet files that would burst.
//!
//! What a Parquet file says about itself is written in Thrift's compact protocol, and the library takes
//! room for lists, pages and dictionaries as long as they are said to be. Here the same bytes are gone
//! through without keeping anything: no list has more elements than bytes follow, no page is longer
//! than its column or unpacks to more than it can, and what it unpacks to is within the limit.

use crate::{Problem, room_for};
use parquet::file::metadata::RowGroupMetaData;
use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
};

/// The most bytes that the library keeps for one element of a list, with some to spare.
const PER_ELEMENT: u64 = 1 << 10;

/// Structures within structures.
const DEEPEST: usize = 32;

/// The most bytes that one packed byte can stand for, as in Arrow files.
const MOST_PER_BYTE: u64 = 1 << 15;

/// A page's header is rarely longer than a hundred bytes; its statistics may have long texts.
const HEADER: u64 = 1 << 10;
const LONGEST_HEADER: u64 = 1 << 24;

/// Looks at what stands at the end of a file.
pub(super) fn check_footer(file: &File) -> Result<(), Problem> {
    let length = file.metadata()?.len();
    let end = length.checked_sub(8).ok_or(Problem::BrokenParquet)?;
    let tail = read(file, end, 8)?;
    let told = u64::from(u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]));
    let start = end.checked_sub(told).ok_or(Problem::BrokenParquet)?;
    room_for(told)?;
    let footer = read(file, start, told)?;
    // An encrypted one is refused by the library.
    if tail[4..] == *b"PAR1" { Thrift::new(&footer).skip_struct(0) } else { Ok(()) }
}

/// Looks at the pages of some columns of a row group.
pub(super) fn check_pages(
    file: &File,
    group: &RowGroupMetaData,
    is_wanted: impl Fn(usize) -> bool,
) -> Result<(), Problem> {
    let length = file.metadata()?.len();
    for (_, column) in group.columns().iter().enumerate().filter(|(at, _)| is_wanted(*at)) {
        let offsets =
            column.dictionary_page_offset().into_iter().chain([column.data_page_offset()]);
        let starts = offsets.map(u64::try_from).collect::<Result<Vec<_>, _>>();
        let starts = starts.map_err(|_| Problem::BrokenParquet)?;
        let size = u64::try_from(column.compressed_size()).map_err(|_| Problem::BrokenParquet)?;
        let mut at = starts.into_iter().min().unwrap_or(0);
        let end =
            at.checked_add(size).filter(|&end| end <= length).ok_or(Problem::BrokenParquet)?;
        while at < end {
            at = check_page(file, at, end)?;
        }
    }
    Ok(())
}

/// Looks at a page, and says where the next one begins.
fn check_page(file: &File, at: u64, end: u64) -> Result<u64, Problem> {
    let mut most = HEADER;
    let (page, length) = loop {
        let bytes = read(file, at, most.min(end - at))?;
        let mut thrift = Thrift::new(&bytes);
        match thrift.page() {
            Ok(page) => break (page, thrift.at as u64),
            // Perhaps it goes on.
            Err(_) if most < (end - at).min(LONGEST_HEADER) => most *= 16,
            Err(problem) => return Err(problem),
        }
    };
    let (packed, unpacked) = (u64::try_from(page.packed), u64::try_from(page.unpacked));
    let (Ok(packed), Ok(unpacked)) = (packed, unpacked) else {
        return Err(Problem::BrokenParquet);
    };
    let next = at + length + packed;
    let is_too_many = |values| u64::try_from(values).map_or(true, |values| values > unpacked);
    let has_too_many = page.dictionary.is_some_and(is_too_many);
    if next > end
        || unpacked > packed.saturating_add(1).saturating_mul(MOST_PER_BYTE)
        || has_too_many
    {
        return Err(Problem::BrokenParquet);
    }
    room_for(unpacked)?;
    Ok(next)
}

/// Some bytes of a file, if it has them.
fn read(file: &File, start: u64, length: u64) -> Result<Vec<u8>, Problem> {
    let mut file = BufReader::with_capacity(length.min(1 << 16) as usize, file);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(Problem::BrokenParquet) }
}

/// What matters of a page's header.
#[derive(Default)]
struct Page {
    unpacked: i64,
    packed: i64,
    /// The number of values of a dictionary.
    dictionary: Option<i64>,
}

/// Bytes of the compact protocol, and how far they were read.
struct Thrift<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Thrift<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn byte(&mut self) -> Result<u8, Problem> {
        let byte = *self.bytes.get(self.at).ok_or(Problem::BrokenParquet)?;
        self.at += 1;
        Ok(byte)
    }

    fn pass(&mut self, bytes: u64) -> Result<(), Problem> {
        let left = (self.bytes.len() - self.at) as u64;
        if bytes > left {
            return Err(Problem::BrokenParquet);
        }
        self.at += bytes as usize;
        Ok(())
    }

    fn number(&mut self) -> Result<u64, Problem> {
        let mut number = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Problem::BrokenParquet)
    }

    /// A number with a sign.
    fn signed(&mut self) -> Result<i64, Problem> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// The number and the kind of the next field; `None` at the end of the structure.
    fn field(&mut self, last: &mut i64) -> Result<Option<(i64, u8)>, Problem> {
        let head = self.byte()?;
        if head == 0 {
            return Ok(None);
        }
        *last = match head >> 4 {
            0 => self.signed()?,
            step => last.saturating_add(step.into()),
        };
        Ok(Some((*last, head & 0x0F)))
    }

    fn skip_struct(&mut self, depth: usize) -> Result<(), Problem> {
        let mut last = 0;
        while let Some((_, kind)) = self.field(&mut last)? {
            self.skip(kind, depth, false)?;
        }
        Ok(())
    }

    /// Passes over a value. A truth value has a byte in a list, and none as a field.
    fn skip(&mut self, kind: u8, depth: usize, in_list: bool) -> Result<(), Problem> {
        if depth > DEEPEST {
            return Err(Problem::BrokenParquet);
        }
        match kind {
            1 | 2 if !in_list => Ok(()),
            1..=3 => self.pass(1),
            4..=6 => self.number().map(|_| ()),
            7 => self.pass(8),
            8 => {
                let length = self.number()?;
                self.pass(length)
            }
            9 | 10 => self.skip_list(depth),
            11 => self.skip_map(depth),
            12 => self.skip_struct(depth + 1),
            _ => Err(Problem::BrokenParquet),
        }
    }

    fn skip_list(&mut self, depth: usize) -> Result<(), Problem> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.number()?,
            few => few.into(),
        };
        self.check_count(count)?;
        (0..count).try_for_each(|_| self.skip(head & 0x0F, depth + 1, true))
    }

    fn skip_map(&mut self, depth: usize) -> Result<(), Problem> {
        let count = self.number()?;
        if count == 0 {
            return Ok(());
        }
        self.check_count(count)?;
        let kinds = self.byte()?;
        (0..count).try_for_each(|_| {
            self.skip(kinds >> 4, depth + 1, true)?;
            self.skip(kinds & 0x0F, depth + 1, true)
        })
    }

    /// Each element has a byte at least, and takes more in memory.
    fn check_count(&self, count: u64) -> Result<(), Problem> {
        if count > (self.bytes.len() - self.at) as u64 {
            return Err(Problem::BrokenParquet);
        }
        room_for(count * PER_ELEMENT)
    }

    /// The header of a page.
    fn page(&mut self) -> Result<Page, Problem> {
        let (mut page, mut last) = (Page::default(), 0);
        while let Some((number, kind)) = self.field(&mut last)? {
            match (number, kind) {
                (2, 4..=6) => page.unpacked = self.signed()?,
                (3, 4..=6) => page.packed = self.signed()?,
                (7, 12) => page.dictionary = Some(self.first_number()?),
                _ => self.skip(kind, 0, false)?,
            }
        }
        Ok(page)
    }

    /// The first field of a structure, which is a number; the rest is passed over.
    fn first_number(&mut self) -> Result<i64, Problem> {
        let (mut first, mut last) = (0, 0);
        while let Some((number, kind)) = self.field(&mut last)? {
            match (number, kind) {
                (1, 4..=6) => first = self.signed()?,
                _ => self.skip(kind, 1, false)?,
            }
        }
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_held_against_the_bytes_that_follow() {
        // Field 1 is a list of structures: two empty ones, then the end.
        assert!(Thrift::new(&[0x19, 0x2C, 0, 0, 0]).skip_struct(0).is_ok());
        // The same with 2³¹ of them.
        let bomb = [0x19, 0xFC, 0x80, 0x80, 0x80, 0x80, 0x08, 0, 0];
        assert!(matches!(Thrift::new(&bomb).skip_struct(0), Err(Problem::BrokenParquet)));
        // A text of 2³¹ bytes, and structures without end.
        let text = [0x18, 0x80, 0x80, 0x80, 0x80, 0x08, b'a', 0];
        assert!(Thrift::new(&text).skip_struct(0).is_err());
        assert!(Thrift::new(&[0x1C; 100]).skip_struct(0).is_err());
    }

    #[test]
    fn numbers_have_signs() {
        for (bytes, expected) in [(&[0][..], 0), (&[1], -1), (&[2], 1), (&[0xFE, 0xFF, 3], 0x7FFF)]
        {
            assert_eq!(Thrift::new(bytes).signed().unwrap(), expected);
        }
    }
}
