//! Lines, and the words in them.
//!
//! These files are written by hand or by other programs, on Windows mostly: lines end in one carriage
//! return or two, a byte order mark may stand first, and names may stand in quotes.

use crate::Fault;

/// The lines that are not blank, with their numbers; nothing is left of their ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.split('\n').map(str::trim_end);
    (1..).zip(lines).filter(|(_, line)| !line.trim_start().is_empty())
}

/// What is between quotes, or the text itself if there are none; without blanks around it.
pub(crate) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text)
}

/// The words of a line, parted by blanks; one in quotes may have blanks, and keeps them.
pub(crate) fn words(number: u64, line: &str) -> Result<Vec<&str>, Fault> {
    let (mut words, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(inner) => inner.split_once('"').ok_or_else(|| open_quote(number))?,
            None => rest.split_at(rest.find([' ', '\t', '"']).unwrap_or(rest.len())),
        };
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// The cells of a line, parted by a character; blanks around them and quotes are not part of them.
pub(crate) fn cells(number: u64, line: &str, separator: char) -> Result<Vec<String>, Fault> {
    let (mut cells, mut rest) = (Vec::new(), line);
    loop {
        let (cell, after) = cell(number, rest, separator)?;
        cells.push(cell);
        match after {
            Some(after) => rest = after,
            None => return Ok(cells),
        }
    }
}

/// The first cell of some, and what follows its separator.
fn cell<'a>(
    number: u64,
    text: &'a str,
    separator: char,
) -> Result<(String, Option<&'a str>), Fault> {
    let split = |text: &'a str| match text.split_once(separator) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    };
    // A blank may be the separator, and then it is none that could be left out.
    let begun = text.trim_start_matches(|it: char| it != separator && it.is_whitespace());
    let Some(mut inner) = begun.strip_prefix('"') else {
        let (cell, after) = split(text);
        return Ok((cell.trim().to_owned(), after));
    };
    let mut cell = String::new();
    loop {
        let (part, after) = inner.split_once('"').ok_or_else(|| open_quote(number))?;
        cell.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                inner = more;
            }
            None => {
                let (between, after) = split(after);
                if !between.trim().is_empty() {
                    let hint = "put the whole cell in quotes, and double the quotes in it";
                    return Err(Fault::new(number, "text after a closing quote", hint));
                }
                return Ok((cell.trim().to_owned(), after));
            }
        }
    }
}

fn open_quote(number: u64) -> Fault {
    Fault::new(number, "a quote is open at the end of the line", "close it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_numbers_and_no_ends() {
        let found: Vec<_> = lines("\u{feff}a \r\r\n\r\n b\r\n\t\nc").collect();
        assert_eq!(found, [(1, "a"), (3, " b"), (5, "c")]);
    }

    #[test]
    fn words_may_stand_in_quotes() {
        let found = words(1, " <CODELIST> \"a b.cdl\" 2\t\"\" x\"y\"").unwrap();
        assert_eq!(found, ["<CODELIST>", "a b.cdl", "2", "", "x", "y"]);
        assert_eq!(words(7, "a \"b").unwrap_err().line, 7);
    }

    #[test]
    fn cells_lose_their_quotes_and_blanks() {
        for (line, separator, expected) in [
            ("\"a\", b ,\" 2\"", ',', vec!["a", "b", "2"]),
            ("\"a,b\",\"say \"\"so\"\"\",", ',', vec!["a,b", "say \"so\"", ""]),
            ("a\tb", '\t', vec!["a", "b"]),
            ("", ';', vec![""]),
        ] {
            assert_eq!(cells(1, line, separator).unwrap(), expected);
        }
        for faulty in ["\"a", "\"a\"b,c", "\"\"\""] {
            assert!(cells(1, faulty, ',').is_err(), "{faulty}");
        }
    }
}
