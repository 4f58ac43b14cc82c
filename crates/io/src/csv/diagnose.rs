//! The first thing that is wrong with some text, found slowly and surely.
//!
//! The fast parser only sees *that* something is wrong. This one goes byte by byte through a plain
//! state machine and says what and where; it is also what the fast one is tested against.

use super::{
    Layout,
    blocks::{Fate, RawBlock},
};
use crate::{Encoding, Problem};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the beginning of a cell.
    Start,
    /// In a cell without quotes.
    Bare,
    /// Between quotes.
    Quoted,
    /// After a quote that closes the cell unless another quote follows.
    Closed,
}

/// What is wrong with a block, if anything.
pub(super) fn diagnose(block: &RawBlock, layout: &Layout) -> Option<Problem> {
    let text = &block.buffer[1..block.end];
    let valid = std::str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
    let problem = first_problem(text, valid, layout, block.first_line);
    match problem {
        Some(Problem::UnterminatedQuote { line }) if block.fate == Fate::Endless => {
            Some(Problem::EndlessRecord { line })
        }
        None if block.fate == Fate::Endless => {
            Some(Problem::EndlessRecord { line: block.first_line })
        }
        problem => problem,
    }
}

/// What is wrong first in `text`, of which the first `valid` bytes are UTF-8.
fn first_problem(text: &[u8], valid: usize, layout: &Layout, first_line: u64) -> Option<Problem> {
    let mut line = first_line;
    let (mut state, mut cells) = (State::Start, 1);
    let (mut record_line, mut quote_line) = (line, line);
    for (at, &byte) in text[..valid].iter().enumerate() {
        let ends_line = byte == b'\n' || byte == b'\r' && text.get(at + 1) == Some(&b'\n');
        state = match state {
            State::Quoted if byte == layout.quote => State::Closed,
            State::Quoted => State::Quoted,
            State::Closed if byte == layout.quote => State::Quoted,
            State::Start if byte == layout.quote => {
                quote_line = line;
                State::Quoted
            }
            State::Bare if byte == layout.quote => {
                return Some(Problem::QuoteInside { line, column: cells });
            }
            _ if byte == layout.delimiter => {
                cells += 1;
                State::Start
            }
            _ if byte == b'\n' => {
                if cells != layout.columns {
                    let expected = layout.columns;
                    return Some(Problem::RaggedRow { line: record_line, expected, found: cells });
                }
                cells = 1;
                State::Start
            }
            State::Closed if !ends_line => {
                return Some(Problem::TextAfterQuote { line, column: cells });
            }
            State::Closed => State::Closed,
            State::Start | State::Bare => State::Bare,
        };
        line += u64::from(byte == b'\n');
        if byte == b'\n' && state != State::Quoted {
            record_line = line;
        }
    }
    if valid < text.len() {
        Some(Problem::NotInEncoding { line, encoding: Encoding::Utf8 })
    } else if state == State::Quoted {
        Some(Problem::UnterminatedQuote { line: quote_line })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_problem_is_named_with_its_line() {
        let layout = Layout { delimiter: b',', quote: b'"', columns: 2 };
        let check = |text: &[u8], expected: Option<&str>| {
            let valid = std::str::from_utf8(text).map_or_else(|e| e.valid_up_to(), str::len);
            let problem = first_problem(text, valid, &layout, 2);
            assert_eq!(problem.map(|problem| problem.to_string()).as_deref(), expected, "{text:?}");
        };
        check(b"a,b\nc,d\n", None);
        check(b"a,\"x\r\ny\"\r\n\"\"\"\",\"\"\r\n", None);
        check(b"a,b\nc\n", Some("line 3: 2 cells expected, 1 found"));
        check(b"a,\"b\n\"\nc,d,e\n", Some("line 4: 2 cells expected, 3 found"));
        check(b"a,b\n\nc,d\n", Some("line 3: 2 cells expected, 1 found"));
        check(b"a,b\"\n", Some("line 2: a quote inside an unquoted cell (column 2)"));
        check(b"a,\"\n\"x\n", Some("line 3: text after a closing quote (column 2)"));
        check(b"a,\"b\nc,d\n", Some("line 2: a quote is opened here and never closed"));
        check(b"a,b\n\xFF,c\n", Some("line 3: bytes that are not UTF-8"));
        check(b"a\n\xFF,c\n", Some("line 2: 2 cells expected, 1 found"));
    }
}
