//! Arrow files that would burst.
//!
//! The library takes room for as many bytes as a file says that something has, and if the system does
//! not give them the whole program ends. Here every length is held against what is there, before the
//! library sees it: no part is longer than the file, nothing that is packed unpacks to more than it
//! can, and what it unpacks to has room.

use crate::{Problem, memory_limit, room_for};
use arrow_ipc::{MessageHeader, RecordBatch, root_as_footer, root_as_message};
use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
    ops::Range,
};

/// What stands before a message that is not of an old writer.
const MARK: [u8; 4] = [0xFF; 4];

/// The most bytes that one packed byte can stand for: a block of Zstandard that repeats one byte has
/// four bytes and gives 128 KiB. LZ4 is far below.
const MOST_PER_BYTE: u64 = 1 << 15;

/// Bytes that a row of a batch takes at least when it is read.
const PER_ROW: u64 = 8;

/// A batch of more rows is no batch.
const MOST_ROWS: i64 = u32::MAX as i64;

/// Looks at all lengths of an Arrow file.
pub(super) fn check_file(file: &File) -> Result<(), Problem> {
    let mut bytes = Bytes::new(file)?;
    let end = bytes.length.checked_sub(10).ok_or(Problem::BrokenArrow)?;
    let tail = bytes.at(end..bytes.length)?;
    let length = u64::from(u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]));
    let start = end.checked_sub(length).ok_or(Problem::BrokenArrow)?;
    let footer = bytes.at(start..end)?;
    let footer = root_as_footer(&footer).map_err(|_| Problem::BrokenArrow)?;
    let blocks = [footer.dictionaries(), footer.recordBatches()];
    for block in blocks.into_iter().flatten().flatten() {
        let start = part(block.offset())?;
        let body = plus(start, part(i64::from(block.metaDataLength()))?)?;
        let end = plus(body, part(block.bodyLength())?)?;
        let message = bytes.at(start..body)?;
        let prefix = if message.starts_with(&MARK) { 8 } else { 4 };
        let message = message.get(prefix..).ok_or(Problem::BrokenArrow)?;
        bytes.check_message(message, body..end)?;
    }
    Ok(())
}

/// Looks at all lengths of an Arrow stream.
pub(super) fn check_stream(file: &File) -> Result<(), Problem> {
    let mut bytes = Bytes::new(file)?;
    let mut start = 0;
    while start + 4 <= bytes.length {
        let mut length = bytes.at(start..start + 4)?;
        start += 4;
        if length == MARK {
            length = bytes.at(start..start + 4)?;
            start += 4;
        }
        let length = i32::from_le_bytes([length[0], length[1], length[2], length[3]]);
        if length == 0 {
            break;
        }
        let body = plus(start, part(i64::from(length))?)?;
        let message = bytes.at(start..body)?;
        let told = root_as_message(&message).map_err(|_| Problem::BrokenArrow)?;
        let end = plus(body, part(told.bodyLength())?)?;
        bytes.check_message(&message, body..end)?;
        start = end;
    }
    Ok(())
}

fn part(length: i64) -> Result<u64, Problem> {
    u64::try_from(length).map_err(|_| Problem::BrokenArrow)
}

fn plus(start: u64, length: u64) -> Result<u64, Problem> {
    start.checked_add(length).ok_or(Problem::BrokenArrow)
}

/// The bytes of a file, of which it is known how many there are.
struct Bytes<'a> {
    file: BufReader<&'a File>,
    length: u64,
}

impl<'a> Bytes<'a> {
    fn new(file: &'a File) -> Result<Self, Problem> {
        let length = file.metadata()?.len();
        Ok(Self { file: BufReader::new(file), length })
    }

    /// Some of the bytes, if the file is so long.
    fn at(&mut self, range: Range<u64>) -> Result<Vec<u8>, Problem> {
        if range.start > range.end || range.end > self.length {
            return Err(Problem::BrokenArrow);
        }
        let length = usize::try_from(range.end - range.start).map_err(|_| Problem::BrokenArrow)?;
        let mut bytes = room(length)?;
        self.file.seek(SeekFrom::Start(range.start))?;
        self.file.by_ref().take(length as u64).read_to_end(&mut bytes)?;
        // A file may have become shorter.
        if bytes.len() == length { Ok(bytes) } else { Err(Problem::BrokenArrow) }
    }

    fn check_message(&mut self, message: &[u8], body: Range<u64>) -> Result<(), Problem> {
        if body.end > self.length {
            return Err(Problem::BrokenArrow);
        }
        let message = root_as_message(message).map_err(|_| Problem::BrokenArrow)?;
        let batch = match message.header_type() {
            MessageHeader::RecordBatch => message.header_as_record_batch(),
            MessageHeader::DictionaryBatch => {
                message.header_as_dictionary_batch().and_then(|it| it.data())
            }
            _ => None,
        };
        batch.map_or(Ok(()), |batch| self.check_batch(&batch, body))
    }

    fn check_batch(&mut self, batch: &RecordBatch<'_>, body: Range<u64>) -> Result<(), Problem> {
        if !(0..=MOST_ROWS).contains(&batch.length()) {
            return Err(Problem::BrokenArrow);
        }
        // Values without a buffer, as of a column of nulls, become texts with a place each.
        room_for(part(batch.length())?.saturating_mul(PER_ROW))?;
        let Some(buffers) = batch.buffers().filter(|_| batch.compression().is_some()) else {
            return Ok(());
        };
        for buffer in buffers {
            let (offset, length) = (part(buffer.offset())?, part(buffer.length())?);
            if length < 8 {
                continue;
            }
            let start = plus(body.start, offset)?;
            if plus(start, length)? > body.end {
                return Err(Problem::BrokenArrow);
            }
            let told = self.at(start..start + 8)?;
            let told = told.try_into().map_or(0, u64::from_le_bytes);
            // All bits set: this one is not packed.
            if told != u64::MAX {
                if told > length.saturating_mul(MOST_PER_BYTE) {
                    return Err(Problem::BrokenArrow);
                }
                room_for(told)?;
            }
        }
        Ok(())
    }
}

/// Room for so many bytes, if the system gives it.
fn room(length: usize) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let limit = memory_limit();
    room_for(length as u64)?;
    bytes.try_reserve_exact(length).map_err(|_| Problem::NoRoom { bytes: length as u64, limit })?;
    Ok(bytes)
}
