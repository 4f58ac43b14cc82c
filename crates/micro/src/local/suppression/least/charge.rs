//! A bound on what any choice costs where `*` is a value of its own, for tables of any size.
//!
//! A row that is rare cannot stay as it is: it is in a class of at least `k` rows that agree wherever
//! the class shows something, and all of these hide what the class hides. Say that is the set `S`, and
//! charge what the class pays, `cost(S)` for each of its rows, to its rare rows alone. Of these there
//! are no more than rare rows that agree with this one outside `S`; so each is charged `cost(S)` at
//! least, and `k` times that shared by those who agree, if they are fewer than `k`. The least of that
//! over all sets outside of which `k` rows agree is what a rare row is charged whatever is chosen, and
//! the sum over rare rows is a bound.
//!
//! Cells that are `*` already cost nothing, so where there are some a row is charged its own cells
//! alone. Sets are tried from the cheapest on: whoever was not found one when time is up is charged
//! what the next one costs.

use super::needs::SAME;
use super::round_up;
use crate::local::suppression::{CellSet, all, cost, projection::Projections};
use ridotto_core::{Control, Watch};

/// Up to so many keys every set of them is tried, and of more every set of up to [`CELLS`].
const KEYS: usize = 12;
const CELLS: u32 = 3;
/// Units that are numbered in all.
const WORK: usize = 1 << 25;

/// A rare unit.
struct Charged {
    unit: u32,
    rows: u64,
    /// What each of its rows is charged by the sets that were tried.
    least: f64,
    /// What its cells that are `*` already would cost: it may save so much.
    saves: f64,
}

/// What all rows cost at least. `stars` are the cells of each unit that are `*` already.
pub(super) fn charges(
    projections: &mut Projections<'_>,
    stars: &[CellSet],
    (costs, k): (&[f64], u64),
    watch: &dyn Watch,
) -> f64 {
    let counts = projections.tally().counts();
    let rare = (0..).zip(counts).filter(|(_, rows)| **rows < k);
    let mut charged: Vec<Charged> = rare
        .map(|(unit, &rows)| {
            let saves = cost(stars[unit as usize], costs);
            Charged { unit, rows, least: f64::INFINITY, saves }
        })
        .collect();
    let is_starred = stars.iter().any(|&set| set != 0);
    let (sets, beyond) = sets(costs);
    let mut next = beyond;
    for (nth, &(price, set)) in sets.iter().enumerate() {
        if charged.iter().all(|one| one.least <= price - one.saves + SAME) {
            next = price;
            break;
        }
        if (nth + 1) * projections.units() > WORK || watch.control() != Control::Continue {
            next = price;
            break;
        }
        let alike = projections.count(all(costs.len()) & !set);
        let mut in_need = vec![0; alike.rows.len()];
        for one in &charged {
            in_need[alike.group[one.unit as usize] as usize] += one.rows;
        }
        for one in &mut charged {
            let group = alike.group[one.unit as usize] as usize;
            if alike.rows[group] >= k {
                let own = cost(set & !stars[one.unit as usize], costs);
                let shared = if is_starred { 1.0 } else { k as f64 / in_need[group] as f64 };
                one.least = one.least.min(own * shared.max(1.0));
            }
        }
    }
    let each = charged.iter().map(|one| {
        let at_most = (next - one.saves).max(0.0);
        one.rows as f64 * one.least.min(at_most)
    });
    let least = each.sum::<f64>();
    // Rows that are too few for any class have no choice at all, and nothing is said of them.
    if least.is_finite() { round_up(least, costs) } else { 0.0 }
}

/// Sets of keys from the cheapest on, with their costs, and what all others cost at least.
fn sets(costs: &[f64]) -> (Vec<(f64, CellSet)>, f64) {
    let keys = costs.len();
    let mut sets: Vec<(f64, CellSet)> = if keys <= KEYS {
        (1..=all(keys)).map(|set| (cost(set, costs), set)).collect()
    } else {
        let some = (1..=CELLS).flat_map(|cells| crate::local::suppression::every(cells, keys));
        some.map(|set| (cost(set, costs), set)).collect()
    };
    sets.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    if keys <= KEYS {
        return (sets, f64::INFINITY);
    }
    let mut cheapest = costs.to_vec();
    cheapest.sort_by(f64::total_cmp);
    let beyond: f64 = cheapest.iter().take(CELLS as usize + 1).sum();
    sets.retain(|set| set.0 < beyond);
    (sets, beyond)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ridotto_core::class::Tally;
    use ridotto_core::{CodeColumn, Codes};

    /// The bound of a table, in which one value is `*` already, or none is.
    fn bound(rows: &[Vec<u32>], costs: &[f64], k: usize, star: Option<u32>) -> f64 {
        let column = |at: usize| -> Vec<u32> { rows.iter().map(|row| row[at]).collect() };
        let codes: Vec<Codes> =
            (0..costs.len()).map(|at| Codes::from_codes(&column(at), 8)).collect();
        let columns: Vec<CodeColumn<'_>> =
            codes.iter().map(|codes| CodeColumn { codes, values: 8 }).collect();
        let tally = Tally::count(&columns, rows.len());
        let is_star = |unit: usize, at: usize| Some(tally.code(unit, at)) == star;
        let set = |unit| (0..costs.len()).map(|at| CellSet::from(is_star(unit, at)) << at).sum();
        let stars: Vec<CellSet> = (0..tally.len()).map(set).collect();
        charges(&mut Projections::new(&tally), &stars, (costs, k as u64), &())
    }

    /// The least that any partition into groups of `k` hides.
    fn least(rows: &[Vec<u32>], costs: &[f64], k: usize, star: Option<u32>) -> f64 {
        fn go(
            at: usize,
            groups: &mut Vec<Vec<usize>>,
            rows: usize,
            price: &dyn Fn(&[Vec<usize>]) -> f64,
        ) -> f64 {
            if at == rows {
                return price(groups);
            }
            let mut best = f64::INFINITY;
            for group in 0..groups.len() {
                groups[group].push(at);
                best = best.min(go(at + 1, groups, rows, price));
                groups[group].pop();
            }
            groups.push(vec![at]);
            best = best.min(go(at + 1, groups, rows, price));
            groups.pop();
            best
        }
        let of_group = |group: &Vec<usize>| -> f64 {
            let differs =
                |at: &usize| group.iter().any(|&row| rows[row][*at] != rows[group[0]][*at]);
            let hides =
                |row: usize, at: usize| if Some(rows[row][at]) == star { 0.0 } else { costs[at] };
            let hidden: Vec<usize> = (0..costs.len()).filter(differs).collect();
            group.iter().map(|&row| hidden.iter().map(|&at| hides(row, at)).sum::<f64>()).sum()
        };
        let price = |groups: &[Vec<usize>]| {
            let is_small = groups.iter().any(|group| group.len() < k);
            if is_small { f64::INFINITY } else { groups.iter().map(of_group).sum() }
        };
        go(0, &mut Vec::new(), rows.len(), &price)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn no_choice_costs_less(
            rows in prop::collection::vec(prop::collection::vec(0_u32..3, 3), 1..8),
            costs in prop::collection::vec(prop::sample::select(vec![1.0, 1.0, 2.0, 0.5]), 3),
            k in 1_usize..4,
            starred: bool,
        ) {
            prop_assume!(rows.len() >= k);
            let star = starred.then_some(2);
            let (bound, least) = (bound(&rows, &costs, k, star), least(&rows, &costs, k, star));
            prop_assert!(bound <= least + 1e-9, "{bound} {least}");
            prop_assert!(least < 1e-9 || starred || bound > 0.0, "{least} cannot be had for nothing");
        }
    }

    /// One rare row among many that are not: `k` rows have to hide what it has to.
    #[test]
    fn others_have_to_go_with_it() {
        let mut rows = vec![vec![0, 0]; 9];
        rows.push(vec![1, 0]);
        for k in 2..6 {
            let bound = bound(&rows, &[1.0, 1.0], k, None);
            assert!((bound - k as f64).abs() < 1e-9, "{bound} for {k}");
            assert!((least(&rows, &[1.0, 1.0], k, None) - bound).abs() < 1e-9);
        }
    }

    /// With more keys than all sets can be tried of, the cheapest that were not tried bound the rest.
    #[test]
    fn many_keys() {
        let row = |own: u32| (0..16).map(|at| if at < 5 { own } else { 0 }).collect::<Vec<u32>>();
        let rows: Vec<Vec<u32>> = (0..4).map(row).collect();
        // Five cells of each have to go; of sets with more than three it is known that they have four.
        let bound = bound(&rows, &[1.0; 16], 2, None);
        assert!((bound - 16.0).abs() < 1e-9, "{bound}");
    }
}
