//! Published tables of means: which people, or groups of people, follow from them together.

use super::Attack;
use super::differencing::differencing;
use super::found::{Found, Guess};
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{CodeColumn, Codes};

/// So many steps of solving at most; more would take minutes.
const MOST: usize = 4_000_000_000;

/// Solves whole tables of means with their counts for single people.
///
/// Each table is, for every person, the number of the cell they are in. The total of all is
/// published too, and cells of fewer than `least` people are not. People who are in the same cells
/// everywhere are told together or not at all; groups of these whose mean follows are the groups of
/// the result, and people are found if they are alone in theirs. The figures: `cells` that were
/// published, `independent`, how many of them say something new, and `groups`, how many
/// means follow.
///
/// # Stopped by
/// As [`differencing`].
///
/// # Cost
/// cells² · groups.
///
/// # Example
/// ```
/// use ridotto_measure::attack::tables_of_means;
/// // Six people by town, and by town and sex; cells of fewer than two are held back.
/// let town = vec![0, 0, 0, 1, 1, 1];
/// let both = vec![0, 0, 1, 2, 2, 2];
/// let found = tables_of_means(&[town, both], 2).unwrap();
/// assert_eq!((found.people, &found.rows[..]), (1, &[2][..]));
/// ```
///
/// `None` if the tables have not equally many people, or there are too many cells to solve.
pub fn tables_of_means(tables: &[Vec<u32>], least: u64) -> Option<Found> {
    let people = tables.first()?.len();
    if tables.iter().any(|table| table.len() != people) {
        return None;
    }
    let values: Vec<usize> = tables
        .iter()
        .map(|table| table.iter().max().map_or(0, |&most| most as usize + 1))
        .collect();
    let codes: Vec<Codes> = tables
        .iter()
        .zip(&values)
        .map(|(table, &values)| Codes::from_codes(table, values))
        .collect();
    let columns: Vec<CodeColumn<'_>> =
        codes.iter().zip(&values).map(|(codes, &values)| CodeColumn { codes, values }).collect();
    let groups = Tally::count(&columns, people);
    let cells = published(&groups, &values, least);
    if cells.len().checked_pow(2)?.checked_mul(groups.len())? > MOST {
        return None;
    }
    let solved = differencing(groups.len(), &cells, &[])?;
    let (number, counts) = (|name| solved.figure(name).unwrap_or(0.0), groups.counts());
    let guesses = (0..).zip(counts).map(|(group, &count)| {
        let is_told = solved.rows.binary_search(&group).is_ok();
        let certainty = if is_told { 1.0 / count as f64 } else { 0.0 };
        (is_told.then_some(Guess { group: count, certainty, found: count == 1 }), count)
    });
    let mut found = Found::of_guesses(Attack::Differencing, guesses);
    // Those of whom nothing follows were attacked all the same.
    found.unmatched = 0;
    let is_found =
        |group: u32| counts[group as usize] == 1 && solved.rows.binary_search(&group).is_ok();
    let of_row = number_rows(&groups, &columns, people);
    found.rows = (0..).zip(of_row).filter(|(_, group)| is_found(*group)).map(|it| it.0).collect();
    let found = found.with("cells", number("cells")).with("independent", number("independent"));
    Some(found.with("groups", solved.rows.len() as f64))
}

/// The groups in each cell that is large enough, and in the total.
fn published(groups: &Tally, values: &[usize], least: u64) -> Vec<Vec<u32>> {
    let mut cells = vec![(0..groups.len() as u32).collect::<Vec<u32>>()];
    for (table, &values) in values.iter().enumerate() {
        let mut own = vec![(0, Vec::new()); values];
        for group in 0..groups.len() {
            let (count, members) = &mut own[groups.code(group, table) as usize];
            *count += groups.counts()[group];
            members.push(group as u32);
        }
        let large = own.into_iter().filter(|(count, _)| *count >= least.max(1));
        cells.extend(large.map(|(_, members)| members));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cells_that_were_held_back_follow_from_totals() {
        let by_sex = [vec![0, 0, 0, 0, 1]];
        assert_eq!(tables_of_means(&by_sex, 1).map(|found| found.people), Some(1));
        // The only woman's cell is held back, and the difference of the others tells it.
        let found = tables_of_means(&by_sex, 2).expect("one table");
        assert_eq!((found.people, found.of, &found.rows[..]), (1, 5, &[4][..]));
        assert_eq!(found.group_sizes, [(1, 1), (4, 4)]);
        // Two cells held back are told together only.
        let found = tables_of_means(&[vec![0, 0, 0, 1, 2]], 2).expect("one table");
        assert_eq!((found.people, found.figure("cells")), (0, Some(2.0)));
        assert!(tables_of_means(&[], 1).is_none());
        assert!(tables_of_means(&[vec![0], vec![0, 1]], 1).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        /// People one by one are what groups are.
        #[test]
        fn groups_tell_what_single_people_tell(
            people in prop::collection::vec((0_u32..3, 0_u32..4), 1..12), least in 1_u64..4,
        ) {
            let tables: Vec<Vec<u32>> = vec![
                people.iter().map(|it| it.0).collect(), people.iter().map(|it| it.1).collect(),
            ];
            let found = tables_of_means(&tables, least).expect("small");
            let mut cells = vec![(0..people.len() as u32).collect::<Vec<_>>()];
            for table in &tables {
                for cell in 0..4 {
                    let members: Vec<u32> =
                        (0..).zip(table).filter(|it| *it.1 == cell).map(|it| it.0).collect();
                    if members.len() as u64 >= least {
                        cells.push(members);
                    }
                }
            }
            let alone = differencing(people.len(), &cells, &[]).expect("sound");
            prop_assert_eq!(found.rows, alone.rows);
            prop_assert_eq!((found.people, found.of), (alone.people, alone.of));
        }
    }
}
