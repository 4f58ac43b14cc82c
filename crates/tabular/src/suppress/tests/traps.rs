//! Patterns that look safe and are not: each betrays the naive one, and none of ours.

use super::vectors::{Case, lecture};
use super::*;

fn hiding(cells: usize, hidden: &[usize]) -> Vec<bool> {
    (0..cells).map(|cell| hidden.contains(&cell)).collect()
}

fn assert_safe(case: &Case) {
    for method in METHODS {
        let found = case.protect(method);
        assert!(found.exposed.is_empty(), "{method:?}");
        assert_eq!(case.unsafe_cells(&found.hidden), 0, "{method:?}");
    }
}

/// Sub-tables that are safe each by itself: of three by two by two cells two lie in each line that has
/// any, and yet the sums of the lines tell one of them. Whoever looks at one sub-table after the other
/// does not see it.
#[test]
fn sub_tables_that_are_safe_by_themselves() {
    // Rows a, b under g and c, d under h; what is hidden of a and b has its partner in their own
    // sub-table, but g and h are hidden with too little room.
    let leaf = |row: u32, column: u32| row * 3 + column;
    let rows = (0..7).map(|row| vec![leaf(row, 2), leaf(row, 0), leaf(row, 1)]);
    let groups = [[4, 0, 1], [5, 2, 3], [6, 4, 5]];
    let lines = groups.into_iter().flat_map(|[total, one, other]| {
        (0..3).map(move |column| vec![leaf(total, column), leaf(one, column), leaf(other, column)])
    });
    let system = System::new(21, rows.chain(lines));
    let inner = [[1, 30], [20, 40], [25, 35], [50, 45]];
    let mut values = vec![0.0; 21];
    for (row, [one, other]) in inner.iter().enumerate() {
        let above = [row, 4 + row / 2, 6];
        for at in above {
            values[at * 3] += f64::from(*one);
            values[at * 3 + 1] += f64::from(*other);
            values[at * 3 + 2] += f64::from(one + other);
        }
    }
    let below = vec![vec![0, 0]; 21];
    let case = Case::new(Sample { system, values, below }, &[(0, 1.0, 1.0)]);
    // In the sub-table of a and b: hidden a in both columns, and g in both, whose row shows its total.
    // Each line has two hidden cells or none; but h and the whole are shown, so g follows.
    let naive = hiding(21, &[0, 1, 12, 13]);
    assert!(fixed(&case.of.system, &naive)[0]);
    assert_eq!(case.unsafe_cells(&naive), 1);
    assert_safe(&case);
}

/// Two cells of one firm each in a row: each firm knows its own, and so the other's.
#[test]
fn single_firms_in_one_row() {
    let mut case = Case::new(lecture(), &[(4, 2.0, 2.0), (5, 4.0, 4.0)]);
    case.alone_know = true;
    for (cell, who) in [(4, 1), (5, 2)] {
        let amount = case.of.values[cell as usize];
        case.contributors.insert(cell, vec![Contributor { who, amount }], 0.0);
    }
    // The others of these columns are hidden: an outsider knows nothing.
    let naive = hiding(16, &[4, 5, 8, 9]);
    assert_eq!(case.unsafe_cells(&naive), 2);
    let firms = std::mem::take(&mut case.contributors);
    assert_eq!(case.unsafe_cells(&naive), 0);
    case.contributors = firms;
    assert_safe(&case);
}

/// A respondent whose own part lets the pattern move less than it seems.
#[test]
fn a_respondent_who_undoes_a_pattern() {
    let mut case = Case::new(lecture(), &[(4, 4.0, 4.0)]);
    // Of the 17 below, 16 are one firm's: it knows that they are not 4 less.
    case.contributors.insert(8, vec![Contributor { who: 7, amount: 16.0 }], 1.0);
    let naive = hiding(16, &[4, 6, 8, 10]);
    assert_eq!(case.unsafe_cells(&naive), 1);
    case.contributors = Contributors::default();
    assert_eq!(case.unsafe_cells(&naive), 0);
    case.contributors.insert(8, vec![Contributor { who: 7, amount: 16.0 }], 1.0);
    assert_safe(&case);
}

/// A count of nobody has no line, so that the line of a hidden count tells that somebody is there: of
/// 1 5 1 | 5 8 2 | 1 8 1 two totals of columns are then the least that they can be, and all five cells known.
#[test]
fn lines_that_tell_that_somebody_is_there() {
    let sensitive = [0, 2, 6, 8, 10].map(|cell| (cell, 1.0, 1.0));
    let of = sample(&[3, 3], &[1, 5, 1, 5, 8, 2, 1, 8, 1]);
    let mut case = Case::new(of, &sensitive);
    let shown = [5, 7, 12, 14];
    let naive: Vec<bool> = (0..16).map(|cell| !shown.contains(&cell)).collect();
    assert_eq!(case.unsafe_cells(&naive), 0);
    for cell in 0..16 {
        case.contributors.insert(cell, Vec::new(), 0.0);
        case.contributors.holds_at_least(cell, 1.0);
    }
    assert_eq!(case.unsafe_cells(&naive), 5);
    assert_safe(&case);
}

/// One who is not listed knows as much as those who are: what matters is how large they can be.
#[test]
fn a_respondent_who_is_not_listed() {
    let mut case = Case::new(lecture(), &[(4, 4.0, 4.0)]);
    case.contributors.insert(8, Vec::new(), 16.0);
    assert_eq!(case.unsafe_cells(&hiding(16, &[4, 6, 8, 10])), 1);
    assert_safe(&case);
}

/// A cell that is hidden here and shown in a linked table is not hidden; its column of another table,
/// with which it shares the total, tells it as well.
#[test]
fn linked_tables() {
    // Flu by town (0, 1) and by sex (2, 3) with one total, 4.
    let system = System::new(5, [[4, 0, 1], [4, 2, 3]]);
    let values = vec![3.0, 2.0, 4.0, 1.0, 5.0];
    let below = vec![vec![0], vec![1], vec![2], vec![3], vec![0, 1]];
    let case = Case::new(Sample { system, values, below }, &[(0, 1.0, 1.0)]);
    // In the first table alone a town and the total are enough; the second shows the total.
    let naive = hiding(5, &[0, 4]);
    assert!(fixed(&case.of.system, &naive)[0]);
    assert_eq!(case.unsafe_cells(&naive), 1);
    assert_safe(&case);
}

/// One who is listed for a cell may be in others without being listed. No pattern is safe here, for the
/// one with 4 of the 6 in the corner could also be whoever has most of what is hidden elsewhere.
#[test]
fn listed_here_and_not_there() {
    let of = sample(&[3, 3], &[11, 1, 6, 1, 2, 1, 2, 3, 11]);
    let sensitive = [(1, 1.0, 1.0), (10, 2.2, 2.2)];
    let mut case = Case::new(of, &sensitive).with_totals_published();
    let parts = [
        (0, 8, 3),
        (10, 8, 3),
        (6, 0, 1),
        (2, 4, 2),
        (9, 2, 1),
        (5, 1, 1),
        (1, 0, 1),
        (8, 1, 1),
        (4, 0, 1),
    ];
    for (cell, amount, rest) in parts {
        let one = Contributor { who: cell, amount: amount.into() };
        case.contributors.insert(cell, vec![one], rest.into());
    }
    let all = hiding(16, &[0, 1, 2, 4, 5, 6, 8, 9, 10]);
    assert!(case.unsafe_cells(&all) > 0);
    for method in METHODS {
        assert!(!case.protect(method).exposed.is_empty(), "{method:?}");
    }
}
