//! Rows as lines of text, in one notation or another: JSON lines, and what a database takes.
//!
//! Labels are put into the notation once; a row is then a few copies. Several threads make chunks of
//! rows, and one passes them on in order.

use crate::{Look, Problem, Values, to_text, workers};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use ridotto_core::Codes;
use ridotto_core::Watch;

/// Rows per chunk.
const ROWS: usize = 1 << 12;

/// How rows are written down.
pub(crate) trait Notation: Sync {
    /// What comes before the cell of a column.
    fn before(&self, column: usize, line: &mut Vec<u8>);

    /// A cell: its type and its text; `None` if it is missing.
    fn cell(&self, data_type: &DataType, text: Option<&str>, line: &mut Vec<u8>);

    /// A cell of a row that is drawn in some way.
    fn drawn(&self, data_type: &DataType, text: Option<&str>, _look: Look, line: &mut Vec<u8>) {
        self.cell(data_type, text, line);
    }

    /// How each row is drawn, if it matters.
    fn looks(&self) -> Option<&[Look]> {
        None
    }

    /// What comes after the last cell.
    fn end(&self, line: &mut Vec<u8>);
}

/// Where the cells of a column come from.
enum Cells<'a> {
    /// A cell for each code, with what comes before it.
    Ready(&'a Codes, Vec<Vec<u8>>),
    Values(&'a Values<'a>),
}

/// Passes all rows on, in the order given.
pub(crate) fn write_lines(
    notation: &impl Notation,
    values: &[Values<'_>],
    order: &[u32],
    threads: usize,
    progress: &dyn Watch,
    mut pass: impl FnMut(&[u8]) -> Result<(), Problem> + Send,
) -> Result<(), Problem> {
    let columns = values.iter().enumerate();
    let columns = columns.map(|(at, values)| Cells::new(notation, at, values));
    let columns = columns.collect::<Result<Vec<_>, Problem>>()?;
    let chunks: Vec<&[u32]> = order.chunks(ROWS).collect();
    workers::ordered(
        workers::count(threads),
        chunks.len(),
        |at, (mut lines, _): (Vec<u8>, u64)| {
            lines.clear();
            format(notation, &columns, chunks[at], &mut lines)?;
            Ok((lines, chunks[at].len() as u64))
        },
        |(lines, rows)| {
            if progress.is_cancelled() {
                return Err(Problem::Cancelled);
            }
            pass(lines)?;
            progress.advance(*rows);
            Ok(())
        },
    )
}

impl<'a> Cells<'a> {
    fn new(notation: &impl Notation, at: usize, values: &'a Values<'a>) -> Result<Self, Problem> {
        let (codes, label, labels) = match values {
            Values::Coded { codes, label, labels } if notation.looks().is_none() => {
                (codes, label, &labels[0])
            }
            _ => return Ok(Self::Values(values)),
        };
        let texts = to_text(labels).ok_or(Problem::BrokenArrow)?;
        let ready = label.iter().map(|&label| {
            let mut cell = Vec::new();
            notation.before(at, &mut cell);
            let label = label.map(|label| label as usize).filter(|&label| texts.is_valid(label));
            let text = label.map(|label| texts.value(label));
            notation.cell(labels.data_type(), text, &mut cell);
            cell
        });
        Ok(Self::Ready(codes, ready.collect()))
    }
}

fn format(
    notation: &impl Notation,
    columns: &[Cells<'_>],
    rows: &[u32],
    lines: &mut Vec<u8>,
) -> Result<(), Problem> {
    let gathered = columns.iter().map(|cells| match cells {
        Cells::Ready(codes, _) => {
            let mut of_rows = Vec::with_capacity(rows.len());
            codes.gather(rows, &mut of_rows);
            Ok((of_rows, None))
        }
        Cells::Values(values) => {
            let array: ArrayRef = values.gather(rows);
            let texts = to_text(&array).ok_or(Problem::BrokenArrow)?;
            Ok((Vec::new(), Some((array.data_type().clone(), texts))))
        }
    });
    let gathered = gathered.collect::<Result<Vec<_>, Problem>>()?;
    for (row, &from) in rows.iter().enumerate() {
        let look = notation.looks().map(|looks| looks[from as usize]);
        for (at, (cells, (codes, texts))) in columns.iter().zip(&gathered).enumerate() {
            match (cells, texts) {
                (Cells::Ready(_, ready), _) => {
                    lines.extend_from_slice(&ready[codes[row] as usize]);
                }
                (Cells::Values(_), Some((data_type, texts))) => {
                    notation.before(at, lines);
                    let text = texts.is_valid(row).then(|| texts.value(row));
                    match look {
                        Some(look) => notation.drawn(data_type, text, look, lines),
                        None => notation.cell(data_type, text, lines),
                    }
                }
                (Cells::Values(_), None) => return Err(Problem::BrokenArrow),
            }
        }
        notation.end(lines);
    }
    Ok(())
}
