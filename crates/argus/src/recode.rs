//! Global recodes, `.grc`, and lists of labels, `.cdl`.
//!
//! ```text
//! 1:1-5,7        1, what is from 1 to 5, and 7 become 1
//! 2:-0           what is up to 0 becomes 2
//! ```
//!
//! A file that begins with `<TREERECODE>` lists groups of a hierarchy that are closed instead: what is
//! below one of them becomes it.

use crate::Fault;
use crate::text::{cells, lines};

/// What becomes of codes.
#[derive(Clone, PartialEq, Eq)]
pub enum Recode {
    /// The groups of a hierarchy that are closed.
    Tree(Vec<String>),
    /// New codes, and which become them.
    Codes(Vec<NewCode>),
}

/// Counts, and shows no code.
impl std::fmt::Debug for Recode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tree(closed) => write!(f, "Tree({} groups)", closed.len()),
            Self::Codes(codes) => write!(f, "Codes({})", codes.len()),
        }
    }
}

/// A code, and which become it.
#[derive(Clone, PartialEq, Eq)]
pub struct NewCode {
    /// The line, from 1.
    pub line: u64,
    /// The new code.
    pub code: String,
    /// The old ones, each from here to there; an end that is empty is open.
    pub of: Vec<(String, String)>,
}

impl NewCode {
    /// Whether a code becomes this one. Codes are compared as texts of equal length, filled up with
    /// blanks in front.
    pub fn takes(&self, code: &str) -> bool {
        let width = |text: &str| text.chars().count();
        let filled = |text: &str, to: usize| format!("{text:>to$}");
        self.of.iter().any(|(from, to)| {
            let widest = width(code).max(width(from)).max(width(to));
            let code = filled(code, widest);
            (from.is_empty() || filled(from, widest) <= code)
                && (to.is_empty() || code <= filled(to, widest))
        })
    }
}

/// Reads a global recode.
pub fn recode(text: &str) -> Result<Recode, Fault> {
    let mut all = lines(text).peekable();
    let is_tree =
        all.peek().is_some_and(|(_, line)| line.trim().eq_ignore_ascii_case("<TREERECODE>"));
    if is_tree {
        return Ok(Recode::Tree(all.skip(1).map(|(_, line)| line.trim().to_owned()).collect()));
    }
    let mut codes = Vec::new();
    for (line, text) in all {
        if let Some(word) = text.trim().strip_prefix('<') {
            // New texts for "missing", and new labels: neither changes which cells there are.
            if word.starts_with("MISSING>") || word.starts_with("CODELIST>") {
                continue;
            }
            return Err(Fault::new(
                line,
                "a word that recodes do not have",
                "write `new: old, old`",
            ));
        }
        let hint = "write the new code, a colon, and the old ones with commas: `1: 1-5, 7`";
        let (code, of) = text.split_once(':').ok_or_else(|| Fault::new(line, "no colon", hint))?;
        let of: Vec<(String, String)> = of.split(',').map(range).collect();
        if code.trim().is_empty() || of.contains(&(String::new(), String::new())) {
            return Err(Fault::new(line, "a code is missing", hint));
        }
        codes.push(NewCode { line, code: code.trim().to_owned(), of });
    }
    Ok(Recode::Codes(codes))
}

fn range(text: &str) -> (String, String) {
    let text = text.trim();
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    (from.trim().to_owned(), to.trim().to_owned())
}

/// Reads the labels of codes: a code and its label in each line.
pub fn labels(text: &str) -> Result<Vec<(String, String)>, Fault> {
    let label = |(line, text): (u64, &str)| {
        let mut cells = cells(line, text, ',')?;
        if cells.len() < 2 {
            return Err(Fault::new(line, "no label", "write the code, a comma and its label"));
        }
        let label = cells.split_off(1).join(",");
        Ok((cells.remove(0), label))
    };
    lines(text).map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_taken_by_ranges() {
        let Recode::Codes(codes) = recode("<MISSING> 9\n1: 1-5, 7\n2:-0\n3:20-\n").unwrap() else {
            panic!("codes");
        };
        let becomes = |code: &str| codes.iter().find(|new| new.takes(code)).map(|new| &*new.code);
        for (code, expected) in [
            ("1", Some("1")),
            ("5", Some("1")),
            ("6", None),
            ("7", Some("1")),
            ("20", Some("3")),
            ("0", Some("2")),
        ] {
            assert_eq!(becomes(code), expected, "{code}");
        }
    }

    #[test]
    fn trees_and_labels() {
        let tree = recode("<TREERECODE>\r\n142\r\n1500\r\n").unwrap();
        assert_eq!(tree, Recode::Tree(vec!["142".into(), "1500".into()]));
        let read = labels(" 1,Groningen\r\nNr,North, up\r\n").unwrap();
        assert_eq!(
            read,
            [("1".to_owned(), "Groningen".to_owned()), ("Nr".into(), "North,up".into())]
        );
        for (text, line) in [("1:2\nx\n", 2), (":1\n", 1), ("1:\n", 1), ("<X>\n", 1)] {
            assert_eq!(recode(text).unwrap_err().line, line);
        }
    }
}
