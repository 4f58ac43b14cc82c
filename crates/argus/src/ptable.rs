//! Perturbation tables, as the field's programs exchange them: `i;j;p;v;p_int_ub`, a line for each way
//! in which a cell of the value `i` becomes `j`.
//!
//! `p` is its probability, `v` the change `j - i`, and `p_int_ub` the upper end of the part of the unit
//! interval in which the cell's key leads there. Tables for magnitudes have a sixth column, `type`,
//! with `all`, or `even` and `odd` if these are changed differently. A cell of a greater value than the
//! last `i` is changed as that one is.

use crate::Fault;
use crate::text::{cells, lines};
use ridotto_catalogue::Decimal;

/// A perturbation table.
#[derive(Clone, Debug, PartialEq)]
pub struct Ptable {
    /// Its lines, in their order.
    pub rows: Vec<PtableRow>,
    /// Whether they say for which cells they are.
    pub has_kinds: bool,
}

/// A way in which a cell is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct PtableRow {
    /// The true value, in units of the table.
    pub from: Decimal,
    /// The value that is published.
    pub to: Decimal,
    /// How probable it is.
    pub probability: f64,
    /// What is added: `to - from`.
    pub change: Decimal,
    /// Cell keys below this one, and not below that of the line before, lead here.
    pub upper: f64,
    /// For which cells it is: `all`, `even`, `odd` or another word.
    pub kind: String,
}

/// The word for all cells.
pub const ALL: &str = "all";

/// How far probabilities may be from what they should add up to: files have few digits.
const ROUNDING: f64 = 1e-5;

impl Ptable {
    /// Reads a table, and finds out whether it is one: probabilities of a value add up to 1, and each
    /// line ends where those up to it add up to.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let mut lines = lines(text);
        let (_, header) = lines.next().ok_or_else(|| Fault::new(1, "no line", EMPTY))?;
        let separator = [';', '\t', ','].into_iter().find(|&mark| header.contains(mark));
        let separator = separator.unwrap_or(';');
        let names = cells(1, header, separator)?;
        let has_kinds = match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["i", "j", _, "v", _] => false,
            ["i", "j", _, "v", _, "type"] => true,
            _ => return Err(Fault::new(1, "the first line names no columns of a ptable", HEADER)),
        };
        let rows = lines
            .map(|(line, text)| Ok((line, row(line, &cells(line, text, separator)?, has_kinds)?)));
        let rows = rows.collect::<Result<Vec<_>, Fault>>()?;
        check(&rows)?;
        Ok(Self { rows: rows.into_iter().map(|(_, row)| row).collect(), has_kinds })
    }

    /// The table as a file.
    pub fn write(&self) -> String {
        let mut text = String::from("i;j;p;v;p_int_ub");
        text.push_str(if self.has_kinds { ";type\n" } else { "\n" });
        for row in &self.rows {
            let PtableRow { from, to, probability, change, upper, kind } = row;
            text.push_str(&format!("{from};{to};{probability};{change};{upper}"));
            if self.has_kinds {
                text.push(';');
                text.push_str(kind);
            }
            text.push('\n');
        }
        text
    }
}

const EMPTY: &str = "was the file written to its end?";
const HEADER: &str = "write `i;j;p;v;p_int_ub`, or with `;type` at the end";

fn row(line: u64, cells: &[String], has_kinds: bool) -> Result<PtableRow, Fault> {
    let expected = if has_kinds { 6 } else { 5 };
    if cells.len() != expected {
        let message = format!("{} cells where the first line has {expected}", cells.len());
        return Err(Fault::new(line, message, "look for a separator too many or too few"));
    }
    let hint = "write numbers with a decimal point";
    let decimal = |at: usize| {
        cells[at]
            .parse::<Decimal>()
            .map_err(|_| Fault::new(line, format!("cell {} is no number", at + 1), hint))
    };
    let share = |at: usize| {
        let value =
            cells[at].parse::<f64>().ok().filter(|share| (0.0..=1.0 + ROUNDING).contains(share));
        value.ok_or_else(|| Fault::new(line, format!("cell {} is no probability", at + 1), hint))
    };
    let (from, to, change) = (decimal(0)?, decimal(1)?, decimal(3)?);
    if to.checked_sub(from) != Some(change) {
        let hint = "`v` is what is added to `i` to have `j`";
        return Err(Fault::new(line, "`v` is not `j` less `i`", hint));
    }
    let kind = cells.get(5).map_or_else(|| ALL.to_owned(), Clone::clone);
    Ok(PtableRow { from, to, probability: share(2)?, change, upper: share(4)?, kind })
}

/// The lines of each value follow each other, and add up to all there is.
fn check(rows: &[(u64, PtableRow)]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Err(Fault::new(1, "no line but the names", EMPTY));
    }
    let same = |one: &(u64, PtableRow), other: &(u64, PtableRow)| {
        one.1.from == other.1.from && one.1.kind == other.1.kind
    };
    let mut seen: Vec<(Decimal, &str)> = Vec::new();
    for group in rows.chunk_by(same) {
        let (line, first) = &group[0];
        let of = (first.from, &*first.kind);
        if seen.contains(&of) {
            let hint = "put the lines of one `i` below each other";
            return Err(Fault::new(*line, "a value that was there before", hint));
        }
        seen.push(of);
        let mut sum = 0.0;
        for (line, row) in group {
            sum += row.probability;
            if (sum - row.upper).abs() > ROUNDING * 10.0 {
                let hint = "the last number of a line is the sum of `p` up to it";
                return Err(Fault::new(
                    *line,
                    "the probabilities do not add up to the end of this line",
                    hint,
                ));
            }
        }
        if (sum - 1.0).abs() > ROUNDING * 10.0 {
            let hint = "the probabilities of each `i` add up to 1";
            return Err(Fault::new(
                *line,
                "the probabilities of this value do not add up to 1",
                hint,
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.75;-1;0.75\n1;3;0.25;2;1\n";

    #[test]
    fn what_is_read_is_written_again() {
        let table = Ptable::read(SMALL).unwrap();
        assert_eq!((table.rows.len(), table.rows[2].change), (3, Decimal::from(2)));
        assert_eq!(table.write(), SMALL);
        let kinds =
            "i;j;p;v;p_int_ub;type\n1;0.5;0.5;-0.5;0.5;even\n1;1.5;0.5;0.5;1;even\n1;1;1;0;1;odd\n";
        assert_eq!(Ptable::read(kinds).unwrap().write(), kinds);
        let quoted = SMALL.replace("i;j;p;v;p_int_ub", "\"i\";\"j\";\"p\";\"v\";\"p_ij_ub\"");
        assert_eq!(Ptable::read(&quoted).unwrap(), table);
    }

    #[test]
    fn faults_tell_their_lines() {
        for (from, to, line) in [
            ("i;j", "a;b", 1),
            ("0.75;-1;0.75", "0.7;-1;0.7", 4),
            ("0.25;2;1", "0.25;2;0.9", 4),
            ("1;3;0.25;2;1", "1;3;0.25;1;1", 4),
            ("1;3;0.25;2;1", "1;3;0.25;2", 4),
            ("1;3;0.25;2;1", "1;3;x;2;1", 4),
            ("1;3;0.25;2;1", "0;0;1;0;1", 3),
        ] {
            let faulty = SMALL.replacen(from, to, 1);
            assert_ne!(faulty, SMALL);
            assert_eq!(Ptable::read(&faulty).unwrap_err().line, line, "{faulty}");
        }
    }
}
