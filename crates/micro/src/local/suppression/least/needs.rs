//! What each record needs, and whom it can fit: the problem of local suppression with wildcards.
//!
//! Every record has to fit `k` records in every scope, itself among them, where cells that are hidden
//! or missing fit anything. Taken by itself that asks for nonsense: `k - 1` records without any value
//! do for all others, and protect nobody. So **no record gives up more than it would have to by
//! itself**, if all others showed what they have; one that fits `k` from the start gives up nothing.
//! The least cells are the cheapest of the choices that keep to this rule.

use super::Asked;
use crate::local::suppression::{CellSet, all, cost, rare::Rare};

/// Pairs of units that are compared at most.
const PAIRS: usize = 1 << 24;
/// Units that are compared with each other at most.
const UNITS: usize = 1 << 10;
/// Keys at most: what a record fits is kept for every set of them.
const KEYS: usize = 12;
/// Costs that differ by less are the same.
pub(super) const SAME: f64 = 1e-9;

/// Units that do not fit enough rows by themselves, and all that is known of them.
#[derive(Debug)]
pub(super) struct Needs<'a> {
    pub costs: &'a [f64],
    pub scopes: &'a [CellSet],
    pub k: u64,
    all: CellSet,
    /// The units of the table.
    pub units: Vec<u32>,
    /// For each of them and each set of keys: the rows that it fits if these are left out.
    fitting: Vec<Vec<u64>>,
    /// The cells that it may hide, the cheapest first.
    pub options: Vec<Vec<CellSet>>,
    /// What it would have to give up by itself.
    own: Vec<f64>,
    /// Its cells that fit anything to begin with.
    wild: Vec<CellSet>,
    /// How many rows each of them is.
    pub rows: Vec<u64>,
    /// The keys in which two of them differ.
    apart: Vec<CellSet>,
}

impl<'a> Needs<'a> {
    /// Looks at all rare units; `None` where these are too many.
    pub(super) fn new(rare: &Rare<'_, '_>, wild: &[CellSet], asked: Asked<'a>) -> Option<Self> {
        let projections = rare.projections();
        let (keys, table) = (projections.keys(), projections.units());
        let count = rare.units.len();
        if keys > KEYS || count > UNITS || count.saturating_mul(table) > PAIRS {
            return None;
        }
        let Asked { costs, scopes, k, .. } = asked;
        let mut needs = Self {
            costs,
            scopes,
            k,
            all: all(keys),
            units: Vec::new(),
            fitting: Vec::new(),
            options: Vec::new(),
            own: Vec::new(),
            wild: Vec::new(),
            rows: Vec::new(),
            apart: Vec::new(),
        };
        let counts = projections.tally().counts();
        let apart =
            |a: u32, b: u32| projections.difference(a, b) & !wild[a as usize] & !wild[b as usize];
        for &unit in &rare.units {
            let mut fitting = vec![0; 1 << keys];
            for other in 0..table as u32 {
                fitting[apart(unit, other) as usize] += counts[other as usize];
            }
            add_subsets(&mut fitting, keys);
            needs.add(unit, fitting, wild[unit as usize], counts[unit as usize]);
        }
        let units = &needs.units;
        needs.apart = units.iter().flat_map(|&a| units.iter().map(move |&b| apart(a, b))).collect();
        Some(needs)
    }

    /// Takes a unit in, if it does not fit enough rows.
    fn add(&mut self, unit: u32, fitting: Vec<u64>, wild: CellSet, rows: u64) {
        let enough = |set: CellSet| {
            self.scopes.iter().all(|scope| fitting[((set | !scope) & self.all) as usize] >= self.k)
        };
        if enough(0) {
            return;
        }
        let mut sets: Vec<CellSet> = (0..=self.all).filter(|set| set & wild == 0).collect();
        let own = sets.iter().filter(|&&set| enough(set)).map(|&set| cost(set, self.costs));
        let own = own.fold(f64::INFINITY, f64::min);
        sets.retain(|&set| cost(set, self.costs) <= own + SAME);
        sets.sort_by(|&a, &b| cost(a, self.costs).total_cmp(&cost(b, self.costs)).then(a.cmp(&b)));
        self.units.push(unit);
        self.fitting.push(fitting);
        self.options.push(sets);
        self.own.push(own);
        self.wild.push(wild);
        self.rows.push(rows);
    }

    /// What a set of cells costs.
    pub(super) fn cost(&self, set: CellSet) -> f64 {
        cost(set, self.costs)
    }

    /// What a unit would have to give up by itself.
    pub(super) fn own(&self, unit: usize) -> f64 {
        self.own[unit]
    }

    /// The keys in which two units differ.
    pub(super) fn apart(&self, a: usize, b: usize) -> CellSet {
        self.apart[a * self.units.len() + b]
    }

    /// How many rows a unit fits in a scope if it hides some cells and no other row hides any.
    pub(super) fn alone(&self, unit: usize, set: CellSet, scope: CellSet) -> u64 {
        self.fitting[unit][((set | !scope) & self.all) as usize]
    }

    /// The scopes in which a unit does not fit enough rows.
    pub(super) fn scopes_of(&self, unit: usize) -> impl Iterator<Item = CellSet> + '_ {
        let short = move |scope: &CellSet| self.alone(unit, 0, *scope) < self.k;
        self.scopes.iter().copied().filter(short)
    }

    /// Whether a unit fits enough rows with some cells hidden, whatever others do.
    fn is_enough(&self, unit: usize, set: CellSet) -> bool {
        self.scopes.iter().all(|&scope| self.alone(unit, set, scope) >= self.k)
    }

    /// Whether two units can fit where they differ in these keys, within what each may hide.
    pub(super) fn can_fit(&self, a: usize, b: usize, apart: CellSet) -> bool {
        let mut part = apart;
        loop {
            if self.cost(part) <= self.own[a] + SAME
                && self.cost(apart & !part) <= self.own[b] + SAME
            {
                return true;
            }
            if part == 0 {
                return false;
            }
            part = (part - 1) & apart;
        }
    }

    /// The place of each row's unit among those in need.
    fn place(&self, unit: u32) -> Option<usize> {
        self.units.binary_search(&unit).ok()
    }

    /// The rows in need, with the place of their units.
    pub(super) fn needy(&self, unit_of: &[u32]) -> Vec<(usize, usize)> {
        let place = |(row, &unit): (usize, &u32)| Some((row, self.place(unit)?));
        unit_of.iter().enumerate().filter_map(place).collect()
    }

    /// Makes a choice keep to the rule. Only missing cells can have made one that does not, because
    /// the heuristic takes them for values.
    pub(super) fn within_rule(&self, unit_of: &[u32], mut cells: Vec<CellSet>) -> Vec<CellSet> {
        let needy = self.needy(unit_of);
        let before = std::mem::replace(&mut cells, vec![0; unit_of.len()]);
        for &(row, unit) in &needy {
            let set = before[row] & !self.wild[unit];
            let may = self.cost(set) <= self.own[unit] + SAME;
            cells[row] = if may { set } else { self.by_itself(unit) };
        }
        let mut changed = cells != before;
        while changed {
            changed = false;
            for &(row, unit) in &needy {
                if !self.is_enough(unit, cells[row]) && !self.fits(&needy, &cells, (row, unit)) {
                    cells[row] = self.by_itself(unit);
                    changed = true;
                }
            }
        }
        cells
    }

    /// The cheapest cells with which a unit needs nobody.
    fn by_itself(&self, unit: usize) -> CellSet {
        let enough = self.options[unit].iter().find(|&&set| self.is_enough(unit, set));
        *enough.expect("a unit may hide what it needs")
    }

    /// Whether a row fits enough rows.
    fn fits(&self, needy: &[(usize, usize)], cells: &[CellSet], own: (usize, usize)) -> bool {
        let (row, unit) = own;
        self.scopes_of(unit).all(|scope| {
            let others = needy.iter().filter(|&&(other, at)| {
                let apart = self.apart(unit, at) & scope & !cells[row];
                apart != 0 && apart & !cells[other] == 0
            });
            self.alone(unit, cells[row], scope) + others.count() as u64 >= self.k
        })
    }
}

/// Adds to each set's number those of all its subsets.
pub(super) fn add_subsets(numbers: &mut [u64], keys: usize) {
    for key in 0..keys {
        for set in (0..numbers.len()).filter(|set| set & (1 << key) != 0) {
            numbers[set] += numbers[set & !(1 << key)];
        }
    }
}
