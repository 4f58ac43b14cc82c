//! A bound on what any choice costs with wildcards.
//!
//! Think of one scope. A record in need either hides cells itself, or fits records that hide all in
//! which the two differ. Of what a record pays, a part is counted for itself, and the rest for
//! those that it serves so: they agree with it wherever it shows something, and they are few, because
//! no record hides more than it needs to be like `k` others. So each record in need brings at least
//! the lesser of the two, and the sum is a bound whatever the part is; the best part is taken.

use super::needs::{Needs, SAME, add_subsets};
use super::round_up;
use crate::local::suppression::{CellSet, cost, every_subset, rare::Rare};

/// How finely the part is chosen.
const PARTS: u32 = 32;

/// Some records in need: what each brings if it is served, by how much others pay for it, and how
/// many they are.
type Served = (f64, u64);

/// The best bound of what is known of the records in need, where no cell is cheaper than `cell`.
fn best(served: &[Served], cell: f64) -> f64 {
    let bound = |part: f64| -> f64 {
        let brings =
            |&(served, rows): &Served| rows as f64 * (part * cell).min((1.0 - part) * served);
        served.iter().map(brings).sum()
    };
    (1..PARTS).map(|part| bound(f64::from(part) / f64::from(PARTS))).fold(0.0, f64::max)
}

/// The cheapest cell of a scope.
fn cheapest_cell(scope: CellSet, costs: &[f64]) -> f64 {
    let cells = costs.iter().enumerate().filter(|(at, _)| scope & (1 << at) != 0);
    cells.map(|(_, cost)| *cost).fold(f64::INFINITY, f64::min)
}

/// What a part of the units costs at least.
pub(super) fn floor(needs: &Needs<'_>, units: &[usize]) -> f64 {
    let of_scope = |&scope: &CellSet| {
        let lacks = |unit: usize| needs.k.saturating_sub(needs.alone(unit, 0, scope));
        let short: Vec<usize> = units.iter().copied().filter(|&unit| lacks(unit) > 0).collect();
        let mut offers = vec![Vec::new(); short.len()];
        for &unit in units {
            let prices = prices(needs, &short, unit, scope);
            for (other, offers) in short.iter().zip(&mut offers) {
                let apart = needs.apart(unit, *other) & scope;
                let price = prices[apart as usize];
                if apart != 0 && price.is_finite() {
                    offers.push((price, needs.rows[unit]));
                }
            }
        }
        let served = short.iter().zip(&mut offers).map(|(&unit, offers)| {
            offers.sort_by(|a, b| a.0.total_cmp(&b.0));
            (cheapest(offers, lacks(unit)), needs.rows[unit])
        });
        best(&served.collect::<Vec<_>>(), cheapest_cell(scope, needs.costs))
    };
    let bound = needs.scopes.iter().map(of_scope).fold(0.0, f64::max);
    round_up(bound, needs.costs)
}

/// For each set of keys: the least that a row in need which differs in these pays for a row of a
/// unit that serves it; infinite if none of that unit can.
fn prices(needs: &Needs<'_>, short: &[usize], unit: usize, scope: CellSet) -> Vec<f64> {
    let keys = needs.costs.len();
    let mut serves = vec![0; 1 << keys];
    for &other in short {
        let apart = needs.apart(unit, other) & scope;
        serves[apart as usize] += if apart == 0 { 0 } else { needs.rows[other] };
    }
    add_subsets(&mut serves, keys);
    let mut prices = vec![f64::INFINITY; 1 << keys];
    for &set in &needs.options[unit] {
        // Cells that are missing serve at no cost, and are left out of differences.
        let rows = serves[set as usize];
        if rows > 0 {
            prices[set as usize] = needs.cost(set) / rows as f64;
        }
    }
    for key in 0..keys {
        for set in (0..prices.len()).filter(|set| set & (1 << key) == 0) {
            prices[set] = prices[set].min(prices[set | 1 << key]);
        }
    }
    prices
}

/// What so many of the cheapest offers cost, each made by some rows; infinite if they are too few.
fn cheapest(offers: &[(f64, u64)], mut lacks: u64) -> f64 {
    let mut sum = 0.0;
    for &(price, rows) in offers {
        let taken = rows.min(lacks);
        sum += price * taken as f64;
        lacks -= taken;
        if lacks == 0 {
            return sum;
        }
    }
    f64::INFINITY
}

/// The same for tables with more units than can be compared, where no cell is missing: units are
/// looked at by what they show, and `own` is what each may hide at most.
pub(super) fn floor_of_many(
    rare: &mut Rare<'_, '_>,
    own: &[f64],
    (costs, scopes, k): (&[f64], &[CellSet], u64),
) -> f64 {
    let counts = rare.projections().tally().counts();
    let rows: Vec<u64> = rare.units.iter().map(|&unit| counts[unit as usize]).collect();
    let mut bound: f64 = 0.0;
    for (at, &scope) in scopes.iter().enumerate() {
        let short = rare.needy[at].clone();
        let mut price = vec![f64::INFINITY; rows.len()];
        for set in every_subset(scope).filter(|&set| set != 0) {
            let cost = cost(set, costs);
            let alike = rare.among(scope & !set);
            let mut groups = vec![(0, 0_u64); alike.rows.len()];
            for unit in 0..rows.len() {
                let (in_need, may) = &mut groups[alike.group[unit] as usize];
                *in_need += if short[unit] { rows[unit] } else { 0 };
                *may += if cost <= own[unit] + SAME { rows[unit] } else { 0 };
            }
            for (unit, price) in price.iter_mut().enumerate() {
                let (in_need, may) = groups[alike.group[unit] as usize];
                let itself = if cost <= own[unit] + SAME { rows[unit] } else { 0 };
                if short[unit] && may > itself {
                    *price = price.min(cost / in_need as f64);
                }
            }
        }
        let alone = rare.count(scope);
        let served = (0..rows.len()).filter(|&unit| short[unit]).map(|unit| {
            let lacks = k.saturating_sub(alone.rows_of(unit as u32));
            (lacks as f64 * price[unit], rows[unit])
        });
        bound = bound.max(best(&served.collect::<Vec<_>>(), cheapest_cell(scope, costs)));
    }
    round_up(bound, costs)
}
