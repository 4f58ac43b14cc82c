//! Small text tables without column names, such as hierarchies: read whole and plainly.

use super::{
    delimiter::delimiter,
    record::{cells, end_of_record},
    stream::Stream,
};
use crate::{Compression, Format, IoError, Problem};
use std::{fs::File, path::Path};

/// A record of a small table.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its cells.
    pub cells: Vec<String>,
}

/// Tells where the record is and never a cell.
impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Record(line {}, {} cells)", self.line, self.cells.len())
    }
}

/// Reads all records of a small text file. Blank lines are passed over.
pub fn records(path: &Path, said: Option<u8>) -> Result<Vec<Record>, IoError> {
    read(path, said).map_err(|problem| IoError::new(path, problem))
}

const QUOTE: u8 = b'"';
/// More than that is no hierarchy.
const MOST: usize = 1 << 30;

fn read(path: &Path, said: Option<u8>) -> Result<Vec<Record>, Problem> {
    let Ok(Format::Csv { compression }) = Format::of(path) else {
        return Err(Problem::UnknownFormat);
    };
    let text = whole(path, compression)?;
    let otherwise = if crate::formats::says_tabs(path) { b'\t' } else { b',' };
    let delimiter = said.unwrap_or_else(|| delimiter(&text, QUOTE, otherwise));
    split(&text, delimiter)
}

/// Reads a small file that is a text and no table, whatever its name ends in.
pub fn whole_text(path: &Path) -> Result<String, IoError> {
    let text = whole(path, Compression::None).and_then(|bytes| {
        String::from_utf8(bytes)
            .map_err(|_| Problem::NotInEncoding { line: 1, encoding: crate::Encoding::Utf8 })
    });
    text.map_err(|problem| IoError::new(path, problem))
}

/// The text of a file in UTF-8.
fn whole(path: &Path, compression: Compression) -> Result<Vec<u8>, Problem> {
    let mut stream = Stream::new(Box::new(File::open(path)?), compression, None, false)?;
    let mut text = Vec::new();
    loop {
        let filled = text.len();
        text.resize(filled + (1 << 16).max(filled), 0);
        let (got, ended) = stream.fill(&mut text[filled..])?;
        text.truncate(filled + got);
        if ended {
            break;
        }
        if text.len() > MOST {
            return Err(Problem::EndlessRecord { line: 1 });
        }
    }
    Ok(text)
}

fn split(text: &[u8], delimiter: u8) -> Result<Vec<Record>, Problem> {
    let (mut records, mut line, mut rest) = (Vec::new(), 1, text);
    while !rest.is_empty() {
        let end = end_of_record(rest, QUOTE).unwrap_or(rest.len());
        let record = std::str::from_utf8(&rest[..end])
            .map_err(|_| Problem::NotInEncoding { line, encoding: crate::Encoding::Utf8 })?;
        if record.bytes().filter(|&byte| byte == QUOTE).count() % 2 == 1 {
            return Err(Problem::UnterminatedQuote { line });
        }
        if !record.trim_end_matches(['\r', '\n']).is_empty() {
            let cells = cells(record, char::from(delimiter), char::from(QUOTE))
                .map_err(|problem| problem.further_down(line - 1))?;
            records.push(Record { line, cells });
        }
        line += record.matches('\n').count() as u64;
        rest = &rest[end..];
    }
    if records.is_empty() { Err(Problem::Empty) } else { Ok(records) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_have_cells_and_lines() {
        let records = split(b"a;\"b\nc\";*\r\n\nd;e;*", b';').unwrap();
        let got: Vec<_> = records.iter().map(|record| (record.line, &record.cells[..])).collect();
        let [first, second] =
            [["a", "b\nc", "*"], ["d", "e", "*"]].map(|cells| cells.map(String::from));
        assert_eq!(got, [(1, &first[..]), (4, &second[..])]);
        assert_eq!(format!("{:?}", records[0]), "Record(line 1, 3 cells)");
    }

    #[test]
    fn faults_are_told_by_their_line() {
        for (text, expected) in [
            ("a;b\nc;\"d\"e\n", "line 2: text after a closing quote"),
            ("a;b\n\"c;d\n", "line 2"),
            ("\n\n", "empty"),
        ] {
            let problem = split(text.as_bytes(), b';').unwrap_err().to_string();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
