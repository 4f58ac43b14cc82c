//! At most so many records of each person: the others are left out before anything private looks at the
//! data.
//!
//! What is differentially private for a record is so for a person with m records, at m times the loss; so m
//! must be bounded, and not by trusting the data. A record is kept if fewer than m of its person's are above
//! it in the file, whatever other persons' records are, and wherever these stand: so a person more, or one who
//! says something else, changes m of the records that are kept at most. A record that names no person may be
//! anybody's, so that none is kept. It is no error, and nothing is told of how many were left out, where that
//! would tell about somebody.

use ridotto_core::Code;
use ridotto_table::{Column, Table};

/// Leaves so many records of each person in the table, the first ones; how many it left out.
///
/// # Panics
/// If the column was not read as codes.
pub fn cut(table: &mut Table, person: usize, rows: u64) -> u64 {
    let Column::Coded { codes, dictionary, .. } = &table.columns[person] else {
        unreachable!("the column of persons is read as codes");
    };
    let kept = kept(codes.iter(), dictionary.len(), dictionary.missing(), rows);
    let gone = table.rows - kept.len();
    if gone > 0 {
        table.keep(&kept);
    }
    gone as u64
}

/// The rows that are kept.
fn kept(
    persons: impl Iterator<Item = Code>,
    names: usize,
    missing: Option<Code>,
    rows: u64,
) -> Vec<u32> {
    let mut seen = vec![0_u64; names];
    let is_kept = |&(_, person): &(u32, Code)| {
        let seen = &mut seen[person as usize];
        *seen += 1;
        *seen <= rows && Some(person) != missing
    };
    (0_u32..).zip(persons).filter(is_kept).map(|(row, _)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(persons: &[Code], rows: u64) -> Vec<u32> {
        kept(persons.iter().copied(), 5, Some(4), rows)
    }

    #[test]
    fn the_first_records_of_each_are_kept() {
        assert_eq!(of(&[0, 1, 0, 0, 2, 1, 1], 2), [0, 1, 2, 4, 5]);
        assert_eq!(of(&[0, 1, 0, 0, 2, 1, 1], 1), [0, 1, 4]);
        // Who is not named is nobody's, and not one person.
        assert_eq!(of(&[4, 4, 0, 4], 9), [2]);
        assert!(of(&[], 3).is_empty());
    }

    proptest! {
        /// What is kept of the others is the same, whatever records one person has and wherever they stand:
        /// so two neighbours differ in so many records at most.
        #[test]
        fn a_person_changes_no_record_of_others(
            persons in prop::collection::vec(0_u32..5, 0..30),
            rows in 1_u64..4,
        ) {
            let without: Vec<Code> = persons.iter().copied().filter(|&person| person != 0).collect();
            let all = of(&persons, rows);
            let others: Vec<u32> = all.iter().copied().filter(|&row| persons[row as usize] != 0).collect();
            // Each by its number among the records of others.
            let number = |row: u32| {
                persons[..row as usize].iter().filter(|&&person| person != 0).count() as u32
            };
            prop_assert_eq!(others.iter().map(|&row| number(row)).collect::<Vec<_>>(), of(&without, rows));
            prop_assert!((all.len() - others.len()) as u64 <= rows);
        }
    }
}
