//! The column names.

use super::{
    blocks::Ahead,
    delimiter::delimiter,
    first_line::{are_unnamed, is_record, unnamed},
    record::{cells, end_of_record},
    stream::Stream,
};
use crate::{Problem, check_names};
use memchr::{memchr, memchr_iter};

/// Text to look at before anything is decided.
const SAMPLE: usize = 1 << 16;

/// The longest line of column names.
const LONGEST: usize = 1 << 26;

/// The longest name.
const LONGEST_NAME: usize = 1000;

/// The first record, and what was read to find it.
pub(super) struct Header {
    pub names: Vec<String>,
    pub delimiter: u8,
    pub crlf: bool,
    pub ahead: Ahead,
    /// Whether the names look like a record.
    pub is_record: bool,
}

/// Reads the column names. The delimiter is detected among the usual ones unless it is said. Where
/// there are said to be no names, columns are called by their number, unless the first line does so.
pub(super) fn read(
    stream: &mut Stream,
    said: Option<u8>,
    quote: u8,
    otherwise: u8,
    has_names: bool,
) -> Result<Header, Problem> {
    let (text, end) = sample(stream, quote)?;
    let record = &text[..end];
    let crlf = record.ends_with(b"\r\n");
    let delimiter = said.unwrap_or_else(|| delimiter(&text, quote, otherwise));
    if !has_names {
        let first = first_cells(record, delimiter, quote)?;
        if !are_unnamed(&first) {
            let (names, ahead) = (unnamed(first.len()), Ahead { text, from: 0, line: 1 });
            return Ok(Header { names, delimiter, crlf, ahead, is_record: false });
        }
    }
    let names = names(record, delimiter, quote)?;
    let line = 1 + memchr_iter(b'\n', record).count() as u64;
    let is_record = is_record(&names, &text[end..], delimiter, quote);
    Ok(Header { names, delimiter, crlf, ahead: Ahead { text, from: end, line }, is_record })
}

/// Enough text to hold the first record, and where that ends.
fn sample(stream: &mut Stream, quote: u8) -> Result<(Vec<u8>, usize), Problem> {
    let (mut text, mut ended) = (Vec::new(), false);
    loop {
        let filled = text.len();
        text.resize(filled + SAMPLE.max(filled), 0);
        let (got, last) = stream.fill(&mut text[filled..])?;
        text.truncate(filled + got);
        ended |= last;
        if let Some(end) = end_of_record(&text, quote) {
            return Ok((text, end));
        }
        if ended || text.len() > LONGEST {
            let end = text.len();
            return match memchr(b'\r', &text) {
                _ if text.iter().all(u8::is_ascii_whitespace) => Err(Problem::Empty),
                _ if memchr_iter(quote, &text).count() % 2 == 1 => {
                    Err(Problem::UnterminatedQuote { line: 1 })
                }
                Some(_) => Err(Problem::LoneCarriageReturns),
                None if ended => Ok((text, end)),
                None => Err(Problem::EndlessRecord { line: 1 }),
            };
        }
    }
}

/// The cells of the first record.
fn first_cells(record: &[u8], delimiter: u8, quote: u8) -> Result<Vec<String>, Problem> {
    let wrong = || Problem::NotInEncoding { line: 1, encoding: crate::Encoding::Utf8 };
    let record = std::str::from_utf8(record).map_err(|_| wrong())?;
    if record.trim_end_matches(['\r', '\n']).is_empty() {
        return Err(Problem::Empty);
    }
    cells(record, char::from(delimiter), char::from(quote))
}

/// The names in a record, each there and each different.
fn names(record: &[u8], delimiter: u8, quote: u8) -> Result<Vec<String>, Problem> {
    let names = first_cells(record, delimiter, quote)?;
    // A name may have a line end; one that has rows in it must not be shown to anybody.
    let is_endless = |name: &String| {
        name.len() > LONGEST_NAME || name.contains('\n') && name.contains(char::from(delimiter))
    };
    if let Some(at) = names.iter().position(is_endless) {
        return Err(Problem::EndlessName { number: at + 1 });
    }
    check_names(&names, Some(1))?;
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Compression;

    fn header(text: &str) -> Result<(Vec<String>, usize, u64), String> {
        let raw = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        let mut stream = Stream::new(raw, Compression::None, None, false).unwrap();
        read(&mut stream, None, b'"', b',', true)
            .map(|header| (header.names, header.ahead.from, header.ahead.line))
            .map_err(|problem| problem.code().to_owned())
    }

    #[test]
    fn names_are_parsed_as_cells_are() {
        for (text, names, end, line) in [
            ("a,b\n1,2\n", vec!["a", "b"], 4, 2),
            ("a;b\r\n1;2\r\n", vec!["a", "b"], 5, 2),
            ("\"a,1\",\"b\"\"\n\"\n1,2", vec!["a,1", "b\"\n"], 13, 3),
            (" a ,b", vec![" a ", "b"], 5, 1),
        ] {
            let names = names.into_iter().map(str::to_owned).collect();
            assert_eq!(header(text), Ok((names, end, line)), "{text:?}");
        }
    }

    #[test]
    fn bad_names_are_errors() {
        for (text, code) in [
            ("", "io::empty"),
            ("\n\n", "io::empty"),
            ("\r\n", "io::empty"),
            ("\na,b\n1,2\n", "io::empty"),
            ("a,b\r1,2\r", "io::lone-carriage-returns"),
            ("a,,b\n", "io::empty-name"),
            ("a,b,a\n", "io::duplicate-name"),
            ("a,\"b\n1,2\n3\",c\n4,5\n", "io::endless-name"),
            ("a,b\"c\",d\n", "io::quote-inside"),
            ("a,\"b\"c,d\n", "io::text-after-quote"),
            ("a,\"b\n1,2\n", "io::unterminated-quote"),
        ] {
            assert_eq!(header(text), Err(code.to_owned()), "{text:?}");
        }
    }
}
