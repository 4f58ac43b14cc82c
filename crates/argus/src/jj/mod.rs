//! JJ files: a table as solvers of cell suppression exchange it, with its cells and relations and without
//! any label.
//!
//! ```text
//! 0
//! 3                              three cells: number, value, cost, status, bounds, protection levels
//! 0 25 25 s 0 1000 0 0 0
//! 1 5 5 u 0 1000 1 1 0           `u` sensitive, `m` hidden besides, `s` safe, `z` must be published
//! 2 20 20 s 0 1000 0 0 0
//! 1                              one relation
//! 0 3 : 0 (-1) 1 (1) 2 (1)       its right side, how many terms, and these: a cell and its factor
//! ```
//!
//! A JJ file has true values and tells which suppression is primary: it is for the owner alone.

mod read;
mod write;

use crate::Fault;
use ridotto_catalogue::Decimal;

/// A table.
#[derive(Clone, PartialEq, Eq)]
pub struct Jj {
    /// The cells; they are called by their place.
    pub cells: Vec<Cell>,
    /// The sums.
    pub relations: Vec<Sum>,
}

/// Counts, and shows no value.
impl std::fmt::Debug for Jj {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Jj({} cells, {} relations)", self.cells.len(), self.relations.len())
    }
}

/// A cell.
#[derive(Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its true value.
    pub value: Decimal,
    /// What it costs to hide it.
    pub cost: Decimal,
    /// What is done with it.
    pub status: Status,
    /// Between what everybody knows it to lie.
    pub bounds: (Decimal, Decimal),
    /// How far below its value it must stay in doubt.
    pub lower_level: Decimal,
    /// How far above.
    pub upper_level: Decimal,
    /// How wide its interval must be at least.
    pub sliding_level: Decimal,
}

/// What is done with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It may be published.
    Safe,
    /// It must not be known.
    Sensitive,
    /// It must be published.
    Published,
    /// It is hidden so that others are not known.
    Hidden,
}

impl Status {
    /// Its letter in a file.
    pub fn letter(self) -> char {
        match self {
            Self::Safe => 's',
            Self::Sensitive => 'u',
            Self::Published => 'z',
            Self::Hidden => 'm',
        }
    }

    fn of(letter: &str) -> Option<Self> {
        Some(match letter {
            "s" => Self::Safe,
            "u" => Self::Sensitive,
            "z" => Self::Published,
            "m" => Self::Hidden,
            _ => return None,
        })
    }
}

/// A sum: one cell is what others add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The line, from 1.
    pub line: u64,
    /// The cell that is the sum.
    pub total: u32,
    /// The cells that are added up.
    pub parts: Vec<u32>,
}

impl Jj {
    /// Reads a file. Each relation has to be a sum: one cell of it is what the others add up to.
    pub fn read(text: &str) -> Result<Self, Fault> {
        read::read(text)
    }

    /// The table as a file.
    pub fn write(&self) -> String {
        write::write(self)
    }

    /// The first sum that the values do not keep to.
    pub fn broken(&self) -> Option<&Sum> {
        let value = |&cell: &u32| self.cells[cell as usize].value;
        self.relations.iter().find(|sum| {
            let mut left = Some(value(&sum.total));
            for part in &sum.parts {
                left = left.and_then(|left| left.checked_sub(value(part)));
            }
            left != Some(Decimal::ZERO)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: &str = "0\n3\n0 25 25 s 0 1000 0 0 0\n1 5.5 5.5 u 0 1000 1 1 0\n2 19.5 19.5 z 0 1000 0 0 0\n\
        1\n0 3 : 0 (-1) 1 (1) 2 (1)\n";

    #[test]
    fn what_is_read_is_written_again() {
        let table = Jj::read(SMALL).unwrap();
        assert_eq!(table.relations, [Sum { line: 7, total: 0, parts: vec![1, 2] }]);
        assert_eq!(
            (table.cells[1].status, table.cells[1].upper_level),
            (Status::Sensitive, Decimal::ONE)
        );
        assert_eq!(table.write(), SMALL);
        assert!(table.broken().is_none());
        assert!(Jj::read(&SMALL.replace("0 25 25", "0 26 25")).unwrap().broken().is_some());
    }

    /// The total may have either sign, and terms may stand close together.
    #[test]
    fn sums_are_found_whatever_their_signs() {
        for relation in ["0 3 : 1 (-1) 0 (1) 2 (-1)", "0.0 3 : 2 (1) 1(1) 0 ( -1 )"] {
            let table = Jj::read(&SMALL.replace("0 3 : 0 (-1) 1 (1) 2 (1)", relation)).unwrap();
            assert_eq!(table.relations[0].total, 0);
        }
    }

    #[test]
    fn faults_tell_their_lines_and_no_value() {
        for (from, to, message) in [
            ("0\n3\n", "0\nx\n", "line 2: no number of cells"),
            ("1 5.5 5.5 u", "7 5.5 5.5 u", "line 4: a cell of another number than its place"),
            ("1 5.5 5.5 u", "1 5.5 5.5 q", "line 4: a status that is none of s, u, z, m"),
            ("1 5.5 5.5 u", "1 secret 5.5 u", "line 4: word 2 is no number"),
            ("1 5.5 5.5 u 0 1000 1 1 0", "1 5.5 5.5 u", "line 4: 4 words, where 9 are needed"),
            ("2 (1)", "9 (1)", "line 7: a cell that there is not"),
            ("2 (1)", "2 (2)", "line 7: no sum: one cell must be what the others add up to"),
            ("0 3 : 0", "5 3 : 0", "line 7: no sum: one cell must be what the others add up to"),
            ("0 3 : 0", "0 4 : 0", "line 7: 3 terms, where 4 are said"),
            ("1\n0 3 :", "2\n0 3 :", "line 8: the file ends before it is complete"),
            ("0 (-1) 1 (1)", "0 (-1) 0 (1)", "line 7: a cell that is there twice"),
        ] {
            let faulty = SMALL.replacen(from, to, 1);
            assert_ne!(faulty, SMALL);
            assert_eq!(Jj::read(&faulty).unwrap_err().to_string(), message);
        }
    }

    proptest! {
        #[test]
        fn any_table_is_read_as_it_was_written(values in proptest::collection::vec((0_i64..1_000_000, 0_u8..4, 0_i64..100), 1..20)) {
            let letters = ["s", "u", "z", "m"];
            let cell = |&(value, status, level): &(i64, u8, i64)| Cell {
                value: Decimal::new(value.into(), 2),
                cost: Decimal::from(1),
                status: Status::of(letters[usize::from(status)]).unwrap(),
                bounds: (Decimal::ZERO, Decimal::from(10_000_000)),
                lower_level: Decimal::new(level.into(), 2),
                upper_level: Decimal::new(level.into(), 1),
                sliding_level: Decimal::ZERO,
            };
            let cells: Vec<Cell> = values.iter().map(cell).collect();
            let many = cells.len() as u32;
            let relations = (1..many).map(|at| Sum {
                line: u64::from(many + 3 + at),
                total: at,
                parts: (0..at).collect(),
            });
            let table = Jj { relations: relations.collect(), cells };
            prop_assert!(Jj::read(&table.write()).unwrap() == table);
        }
    }
}
