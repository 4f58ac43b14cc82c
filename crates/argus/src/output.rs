//! Tables as τ-Argus writes them: a line for each cell, with its codes, its value and its status.
//!
//! ```text
//! "North","Steel",2300.50,1
//! "North","Glass",-,14
//! ```
//!
//! The status is a number; a value may stand there though the status says that it is hidden, and this is
//! a file for its owner then. What is published has `x` or a bare dash in place of hidden values.

use crate::Fault;
use crate::text::{cells, lines};

/// A cell of such a table.
#[derive(Clone, PartialEq, Eq)]
pub struct Written {
    /// The line, from 1.
    pub line: u64,
    /// Its codes, in the order of the dimensions.
    pub codes: Vec<String>,
    /// Its value, where one is written.
    pub value: Option<String>,
    /// Its status, where it has one.
    pub status: Option<Status>,
}

/// Tells where it stands, and no code or value.
impl std::fmt::Debug for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Written(line {}, {:?})", self.line, self.status)
    }
}

/// What a number in the last column means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is published.
    Safe,
    /// A rule, a request or somebody says that it is sensitive.
    Primary,
    /// It is hidden so that others are not known.
    Secondary,
    /// Nobody is in it.
    Empty,
}

impl Status {
    /// Whether the cell is hidden.
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::Primary | Self::Secondary)
    }

    fn of(number: &str) -> Option<Self> {
        Some(match number.parse::<u8>().ok()? {
            1 | 2 | 10 => Self::Safe,
            3..=9 => Self::Primary,
            11 | 12 => Self::Secondary,
            13 | 14 => Self::Empty,
            _ => return None,
        })
    }
}

/// Reads a table with so many dimensions. Names of columns in the first line are passed over.
pub fn output(text: &str, dimensions: usize) -> Result<Vec<Written>, Fault> {
    let mut all = Vec::new();
    for (line, text) in lines(text) {
        let mut cells = cells(line, text, ',')?;
        if cells.len() != dimensions + 1 && cells.len() != dimensions + 2 {
            let message = format!(
                "{} cells, where {} or {} are needed",
                cells.len(),
                dimensions + 1,
                dimensions + 2
            );
            let hint = "a line has a code for each dimension, the value, and perhaps the status";
            return Err(Fault::new(line, message, hint));
        }
        let status = cells.get(dimensions + 1).map(|cell| Status::of(cell));
        let is_value = is_value(&cells[dimensions]);
        // Whatever cannot be a value or a status is a name, in the first line.
        if line == 1 && (status == Some(None) || is_value.is_none()) {
            continue;
        }
        let hint = "the status is a number from 1 to 14";
        let status = match status {
            Some(None) => return Err(Fault::new(line, "a status that is none", hint)),
            Some(status) => status,
            None => None,
        };
        let Some(is_value) = is_value else {
            let hint = "a value is a number, or `x` or `-` where there is none";
            return Err(Fault::new(line, "a value that is none", hint));
        };
        cells.truncate(dimensions + 1);
        let value = cells.pop().filter(|_| is_value);
        all.push(Written { line, codes: cells, value, status });
    }
    Ok(all)
}

/// Whether a text is a number; nothing if it does not even say that there is none.
fn is_value(text: &str) -> Option<bool> {
    let is_absent = matches!(text, "" | "-" | "." | "x" | "X");
    let is_number = || text.parse::<ridotto_catalogue::Decimal>().is_ok();
    if is_absent { Some(false) } else { is_number().then_some(true) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_codes_value_and_status() {
        let text = "\"A\",\"B\",\"Turnover\",\"Status\"\r\n\"Total\",\" 1\",5.00,3\r\n\"Total\",\"2\",-,14\r\nx,y,x,11\r\n";
        let all = output(text, 2).unwrap();
        assert_eq!(all[0].codes, ["Total", "1"]);
        assert_eq!((all[0].value.as_deref(), all[0].status), (Some("5.00"), Some(Status::Primary)));
        assert_eq!((all[1].value.as_deref(), all[1].status), (None, Some(Status::Empty)));
        assert!(all[2].status.is_some_and(Status::is_hidden));
        assert_eq!(output("a,5\nb,x\n", 1).unwrap()[1].value, None);
        for (text, message) in [
            ("a,1,1\nb,1\nc\n", "line 3: 1 cells, where 2 or 3 are needed"),
            ("a,1,1\nb,1,99\n", "line 2: a status that is none"),
            ("a,1,1\nb,secret,1\n", "line 2: a value that is none"),
        ] {
            assert_eq!(output(text, 1).unwrap_err().to_string(), message);
        }
    }
}
