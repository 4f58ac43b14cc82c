//! Workbooks that would burst.
//!
//! A packed file of a megabyte may unpack to a gigabyte. Sheets are read cell by cell, so their length
//! does no harm; what does is a text without an end, and the tables of a workbook that are kept in
//! memory. Both are looked for by unpacking once without keeping anything.

use crate::Problem;
use memchr::{memchr, memrchr};
use std::io::{BufReader, Read, Seek};
use zip::ZipArchive;

/// No tag and no text is longer: a cell has at most 32,767 characters.
const LONGEST: usize = 1 << 20;

/// The most text of a workbook that is kept in memory: names, formats, and texts that cells share.
const MOST: u64 = 1 << 29;

pub(super) fn check(file: impl Read + Seek) -> Result<(), Problem> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|_| Problem::BrokenSheet)?;
    let (mut kept, mut buffer) = (0, vec![0; 1 << 16]);
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).map_err(|_| Problem::BrokenSheet)?;
        let name = entry.name().map_err(|_| Problem::BrokenSheet)?.to_lowercase();
        if !matches!(name.rsplit_once('.'), Some((_, "xml" | "rels"))) {
            continue;
        }
        let is_sheet = name.contains("/worksheets/");
        let mut gap = 0;
        loop {
            let got = entry.read(&mut buffer).map_err(|_| Problem::BrokenSheet)?;
            if got == 0 {
                break;
            }
            let read = &buffer[..got];
            match (memchr(b'<', read), memrchr(b'<', read)) {
                (Some(first), Some(last)) => {
                    if gap + first > LONGEST {
                        return Err(Problem::BurstingSheet);
                    }
                    gap = got - last;
                }
                _ => gap += got,
            }
            kept += if is_sheet { 0 } else { got as u64 };
            if gap > LONGEST || kept > MOST {
                return Err(Problem::BurstingSheet);
            }
        }
    }
    Ok(())
}
