//! The audit against brute force: every table that an attacker finds possible, listed.
//!
//! In two dimensions the ends of an interval are whole numbers, so listing whole tables finds them.

use proptest::prelude::*;
use ridotto_audit::{
    Attacker, Audit, Contributor, Contributors, Direction, Need, Outside, System, fixed,
};

const SIDE: usize = 3;
const WIDTH: usize = SIDE + 1;
const CELLS: usize = WIDTH * WIDTH;

/// Rows and columns of three by three cells with their totals.
fn square() -> System {
    let row = |row: u32| [3, 0, 1, 2].map(|at| row * 4 + at);
    let column = |column: u32| [3, 0, 1, 2].map(|at| at * 4 + column);
    System::new(CELLS, (0..4).map(row).chain((0..4).map(column)))
}

fn totalled(inner: &[u8]) -> Vec<i64> {
    let at = |row: usize, column: usize| i64::from(inner[row * SIDE + column]);
    let mut values = vec![0; CELLS];
    for row in 0..SIDE {
        for column in 0..SIDE {
            for place in [
                row * WIDTH + column,
                row * WIDTH + SIDE,
                SIDE * WIDTH + column,
                SIDE * WIDTH + SIDE,
            ] {
                values[place] += at(row, column);
            }
        }
    }
    values
}

/// All tables of whole numbers that agree with what is told; no value is below its floor.
fn possible(values: &[i64], hidden: &[bool], floors: &[i64]) -> Vec<Vec<i64>> {
    let most: i64 = values[CELLS - 1] + 3;
    let mut all = Vec::new();
    let mut inner = vec![0; SIDE * SIDE];
    fill(
        0,
        &mut inner,
        &mut |inner| {
            let cells: Vec<u8> = inner.iter().filter_map(|&of| u8::try_from(of).ok()).collect();
            let table = totalled(&cells);
            let agrees = (0..CELLS).all(|cell| hidden[cell] || table[cell] == values[cell]);
            if agrees && table.iter().zip(floors).all(|(value, floor)| value >= floor) {
                all.push(table);
            }
        },
        &|cell| {
            let place = cell / SIDE * WIDTH + cell % SIDE;
            if hidden[place] { (0, most.min(6)) } else { (values[place], values[place]) }
        },
    );
    all
}

fn fill(
    at: usize,
    inner: &mut Vec<i64>,
    each: &mut dyn FnMut(&[i64]),
    ends: &dyn Fn(usize) -> (i64, i64),
) {
    if at == inner.len() {
        return each(inner);
    }
    let (low, high) = ends(at);
    for value in low..=high {
        inner[at] = value;
        fill(at + 1, inner, each, ends);
    }
}

/// Inner cells, and which cells are hidden: never a total, so that all values stay below ten.
fn tables() -> impl Strategy<Value = (Vec<u8>, Vec<bool>)> {
    let hidden = proptest::collection::vec(any::<bool>(), SIDE * SIDE);
    (proptest::collection::vec(0_u8..3, SIDE * SIDE), hidden).prop_map(|(inner, of)| {
        let mut hidden = vec![false; CELLS];
        for (at, of) in of.into_iter().enumerate() {
            hidden[at / SIDE * WIDTH + at % SIDE] = of;
        }
        (inner, hidden)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Intervals, exact cells, and who gets too near, as a list of all possible tables has them.
    #[test]
    fn what_can_be_inferred((inner, hidden) in tables(), distance in 1_u8..3) {
        let (system, values) = (square(), totalled(&inner));
        let real: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        let up = vec![f64::INFINITY; CELLS];
        let outside = Outside { down: &real, up: &up };
        // In each cell of one there is one contributor.
        let mut contributors = Contributors::default();
        for cell in 0..CELLS {
            if hidden[cell] && values[cell] == 1 {
                contributors.insert(cell as u32, vec![Contributor { who: cell as u32, amount: 1.0 }], 0.0);
            }
        }
        let audit = Audit::new((&system, &real, &hidden), outside, &contributors, false);
        let tables = possible(&values, &hidden, &[0; CELLS]);
        let exact = fixed(&system, &hidden);
        let mut needs = Vec::new();
        for cell in (0..CELLS).filter(|&cell| hidden[cell]) {
            let all = || tables.iter().map(|table| table[cell]);
            let (low, high) = (all().min().unwrap(), all().max().unwrap());
            let interval = audit.interval(cell as u32, &|| false);
            prop_assert!(interval.is_exact);
            prop_assert!((real[cell] - interval.down - low as f64).abs() < 1e-6, "{cell} {interval:?} {low}");
            prop_assert!((real[cell] + interval.up - high as f64).abs() < 1e-6, "{cell} {interval:?} {high}");
            prop_assert_eq!(audit.is_exact(cell as u32, &|| false), low == high);
            prop_assert!(!exact[cell] || low == high);
            let distance = f64::from(distance);
            needs.push(Need { cell: cell as u32, down: distance.min(real[cell]), up: distance });
        }
        for (verdict, need) in audit.verdicts(&needs, &|| false).iter().zip(&needs) {
            let near = nearest(&values, &hidden, &tables, *need);
            prop_assert_eq!(verdict.near.is_some(), near, "{:?} {:?}", verdict, need);
            if let Some((Attacker::Outsider, direction)) = verdict.near {
                let cell = need.cell as usize;
                let reaches = tables.iter().any(|table| match direction {
                    Direction::Down => (values[cell] - table[cell]) as f64 >= need.down,
                    Direction::Up => (table[cell] - values[cell]) as f64 >= need.up,
                });
                prop_assert!(!reaches);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Where the line of a hidden cell tells that somebody is in it, no other cell can be empty.
    #[test]
    fn what_lines_tell((inner, hidden) in tables(), distance in 1_u8..3) {
        let (system, values) = (square(), totalled(&inner));
        let real: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        let up = vec![f64::INFINITY; CELLS];
        let mut contributors = Contributors::default();
        let mut needs = Vec::new();
        for cell in (0..CELLS).filter(|&cell| hidden[cell] && values[cell] > 0) {
            contributors.insert(cell as u32, Vec::new(), 0.0);
            contributors.holds_at_least(cell as u32, 1.0);
            let distance = f64::from(distance);
            needs.push(Need { cell: cell as u32, down: distance.min(real[cell]), up: distance });
        }
        let outside = Outside { down: &real, up: &up };
        let audit = Audit::new((&system, &real, &hidden), outside, &contributors, false);
        let tables = possible(&values, &hidden, &[0; CELLS]);
        for (verdict, need) in audit.verdicts(&needs, &|| false).iter().zip(&needs) {
            let target = need.cell as usize;
            let is_filled =
                |table: &&Vec<i64>| (0..CELLS).all(|cell| values[cell] == 0 || table[cell] > 0);
            let below = |tables: &[&Vec<i64>], by: f64| {
                by <= 0.0 || tables.iter().any(|table| (values[target] - table[target]) as f64 >= by)
            };
            let all: Vec<&Vec<i64>> = tables.iter().collect();
            let left: Vec<&Vec<i64>> = tables.iter().filter(is_filled).collect();
            let above = left.iter().any(|table| (table[target] - values[target]) as f64 >= need.up);
            let is_safe =
                below(&all, need.down) && below(&left, need.down.min(real[target] - 1.0)) && above;
            prop_assert_eq!(verdict.near.is_none(), is_safe, "{:?} {:?}", verdict, need);
        }
        let plain = contributors.without_least();
        let naive = Audit::new((&system, &real, &hidden), outside, &plain, false);
        for (naive, ours) in naive.verdicts(&needs, &|| false).iter().zip(audit.verdicts(&needs, &|| false)) {
            prop_assert!(naive.near.is_none() || ours.near.is_some());
        }
    }
}

/// Whether the outsider, or one of those who are alone in cells of one, gets too near to a cell.
fn nearest(values: &[i64], hidden: &[bool], tables: &[Vec<i64>], need: Need) -> bool {
    let cell = need.cell as usize;
    let far = |tables: &[&Vec<i64>], down: f64| {
        let below = tables.iter().any(|table| (values[cell] - table[cell]) as f64 >= down);
        let above = tables.iter().any(|table| (table[cell] - values[cell]) as f64 >= need.up);
        below && above
    };
    let all: Vec<&Vec<i64>> = tables.iter().collect();
    let known = |who: usize| {
        let own: Vec<&Vec<i64>> = tables.iter().filter(|table| table[who] >= 1).collect();
        // Who is in the cell knows that it is not below their part.
        let down = if who == cell { 0.0 } else { need.down };
        far(&own, down)
    };
    let strangers = (0..CELLS).filter(|&who| hidden[who] && values[who] == 1);
    !far(&all, need.down) || !strangers.into_iter().all(known)
}
