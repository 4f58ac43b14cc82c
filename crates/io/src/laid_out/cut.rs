//! A line to cells.

use super::Layout;
use crate::{Problem, csv::cells_of_record};
use std::borrow::Cow;

/// The cells of a line with this number, in the order of the columns.
pub(super) fn cut<'a>(
    (number, line): (u64, &'a str),
    layout: &Layout,
) -> Result<Vec<Cow<'a, str>>, Problem> {
    let line = line.trim_end_matches(['\r', '\n']);
    let Some(separator) = layout.separator else {
        let cell = |(start, width): (usize, usize)| Cow::Borrowed(piece(line, start, width));
        return Ok(layout.columns.iter().map(|column| cell(column.place)).collect());
    };
    let expected = layout.columns.len();
    let cells: Vec<Cow<'a, str>> = if line.contains('"') {
        if line.bytes().filter(|&byte| byte == b'"').count() % 2 == 1 {
            return Err(Problem::UnterminatedQuote { line: number });
        }
        let cells = cells_of_record(line, separator, '"');
        let cells = cells.map_err(|problem| problem.further_down(number - 1))?;
        cells.into_iter().map(Cow::Owned).collect()
    } else {
        line.split(separator).map(Cow::Borrowed).collect()
    };
    match cells.len() {
        found if found == expected => Ok(cells),
        found => Err(Problem::RaggedRow { line: number, expected, found }),
    }
}

/// Some characters of a line; fewer where it ends before.
fn piece(line: &str, start: usize, width: usize) -> &str {
    let end = start.saturating_add(width);
    if line.is_ascii() {
        return line.get(start.min(line.len())..end.min(line.len())).unwrap_or_default();
    }
    let byte = |at: usize| line.char_indices().nth(at).map_or(line.len(), |(byte, _)| byte);
    &line[byte(start)..byte(end)]
}
