//! One record of a text: where it ends, and its cells.

use crate::Problem;

/// Where the first record of a text ends, if it does.
pub(super) fn end_of_record(text: &[u8], quote: u8) -> Option<usize> {
    let mut inside = false;
    text.iter()
        .position(|&byte| {
            inside ^= byte == quote;
            byte == b'\n' && !inside
        })
        .map(|at| at + 1)
}

/// The cells of one record, parsed plainly.
pub(crate) fn cells(record: &str, delimiter: char, quote: char) -> Result<Vec<String>, Problem> {
    let record = record.strip_suffix('\n').unwrap_or(record);
    let record = record.strip_suffix('\r').unwrap_or(record);
    let mut cells = vec![String::new()];
    let (mut line, mut begun, mut inside, mut closed) = (1, false, false, false);
    for character in record.chars() {
        let column = cells.len();
        let cell = cells.last_mut().expect("there is always a cell");
        if inside && character == quote {
            (inside, closed) = (false, true);
        } else if !inside && character == delimiter {
            cells.push(String::new());
            (begun, closed) = (false, false);
            continue;
        } else if closed && character == quote {
            cell.push(quote);
            (inside, closed) = (true, false);
        } else if closed {
            return Err(Problem::TextAfterQuote { line, column });
        } else if !inside && character == quote {
            if begun {
                return Err(Problem::QuoteInside { line, column });
            }
            inside = true;
        } else {
            cell.push(character);
        }
        begun = true;
        line += u64::from(character == '\n');
    }
    Ok(cells)
}
