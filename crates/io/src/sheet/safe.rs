//! Workbooks that would burst.
//!
//! A packed file of a megabyte may unpack to a gigabyte. Sheets are read cell by cell, so their length
//! does no harm; what does is a text without an end, the tables of a workbook that are kept in memory,
//! and a number of shared texts for which room is made before one of them is there. All are looked for
//! by unpacking once without keeping anything. Parts that overlap, so that the same bytes are unpacked
//! again and again, are refused.

use crate::{Problem, room_for};
use memchr::{memchr, memmem, memrchr};
use std::io::{BufReader, Read, Seek, SeekFrom};
use zip::ZipArchive;

/// No tag and no text is longer: a cell has at most 32,767 characters.
const LONGEST: usize = 1 << 20;

/// The most text of a workbook that is kept in memory: names, formats, and texts that cells share.
const MOST: u64 = 1 << 29;

/// What is kept of a byte of such text at most: five say that a text is empty, and it takes 24.
const PER_BYTE: u64 = 6;

/// Where the number of shared texts stands, and how much of what follows holds it.
const COUNT: &[u8] = b"uniqueCount";
const AFTER_COUNT: usize = 64;

pub(super) fn check(mut file: impl Read + Seek) -> Result<(), Problem> {
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|_| Problem::BrokenSheet)?;
    let (mut kept, mut packed, mut buffer) = (0, 0_u64, vec![0; 1 << 16]);
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).map_err(|_| Problem::BrokenSheet)?;
        packed = packed.saturating_add(entry.compressed_size());
        if packed > length {
            return Err(Problem::BurstingSheet);
        }
        let name = entry.name().map_err(|_| Problem::BrokenSheet)?.to_lowercase();
        if !matches!(name.rsplit_once('.'), Some((_, "xml" | "rels"))) {
            continue;
        }
        let is_sheet = name.contains("/worksheets/");
        let mut part = Part::default();
        loop {
            let got = entry.read(&mut buffer).map_err(|_| Problem::BrokenSheet)?;
            if got == 0 {
                break;
            }
            part.take(&buffer[..got])?;
            kept += if is_sheet { 0 } else { got as u64 };
            if kept > MOST {
                return Err(Problem::BurstingSheet);
            }
            room_for(kept * PER_BYTE)?;
        }
        part.finish()?;
    }
    Ok(())
}

/// A part of a workbook while it is unpacked.
#[derive(Default)]
struct Part {
    bytes: u64,
    /// Bytes since the last tag began.
    gap: usize,
    /// The end of what was unpacked before, in which a count may begin.
    tail: Vec<u8>,
    /// The most shared texts that it says it has.
    told: u64,
}

impl Part {
    fn take(&mut self, read: &[u8]) -> Result<(), Problem> {
        match (memchr(b'<', read), memrchr(b'<', read)) {
            (Some(first), Some(last)) => {
                if self.gap + first > LONGEST {
                    return Err(Problem::BurstingSheet);
                }
                self.gap = read.len() - last;
            }
            _ => self.gap += read.len(),
        }
        self.bytes += read.len() as u64;
        let seam = &read[..read.len().min(AFTER_COUNT)];
        self.tail.extend_from_slice(seam);
        let counts = memmem::find_iter(read, COUNT).map(|at| count(&read[at + COUNT.len()..]));
        let at_seam = memmem::find_iter(&self.tail, COUNT);
        let at_seam = at_seam.map(|at| count(&self.tail[at + COUNT.len()..]));
        self.told = counts.chain(at_seam).fold(self.told, u64::max);
        // A piece may be as short as a byte.
        let last = read.len().saturating_sub(AFTER_COUNT).max(seam.len());
        self.tail.extend_from_slice(&read[last..]);
        self.tail.drain(..self.tail.len().saturating_sub(AFTER_COUNT));
        if self.gap > LONGEST { Err(Problem::BurstingSheet) } else { Ok(()) }
    }

    /// There are no more texts than bytes.
    fn finish(self) -> Result<(), Problem> {
        if self.told > self.bytes { Err(Problem::BurstingSheet) } else { Ok(()) }
    }
}

/// The number of `="123"`.
fn count(after: &[u8]) -> u64 {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b"=\"'+".contains(byte);
    let digits = after.iter().skip_while(|byte| is_between(byte));
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |number: u64, digit| {
        number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_found_wherever_a_piece_ends() {
        let text =
            b"<?xml version=\"1.0\"?><sst count='2' uniqueCount = \"2147483647\"><si/></sst>";
        for piece in [1, 2, 7, 30, 40, 50, 64, 1000] {
            let mut part = Part::default();
            text.chunks(piece).for_each(|piece| part.take(piece).unwrap());
            assert_eq!(part.told, 2_147_483_647, "in pieces of {piece}");
            assert!(part.finish().is_err());
        }
        let mut part = Part::default();
        part.take(b"<sst uniqueCount=\"3\"><si/><si/><si/></sst>").unwrap();
        assert!(part.finish().is_ok());
    }
}
