//! Local suppression: single cells are taken away until no record's key is rare.

mod exact;
mod least;
mod own;
mod projection;
mod rare;
mod thin;

pub use exact::least_cells;

use super::{GroupCheck, Grouping, NoGroups, Shown, cell, grouping::Names};
use least::{Asked, Bounded};
use projection::Projections;
use rare::Rare;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Generalize, Reference, Status, Suppress,
    Worked,
};
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::hierarchy::{Builder, TOP};
use ridotto_core::model::KAnonymity;
use ridotto_core::{ClassModel, Code, CodeColumn, Dictionary, Watch};
use rustc_hash::FxHashMap;
use std::num::NonZeroU64;

/// Local suppression as the catalogue has it.
pub const ENTRY: Entry = Entry {
    name: "local-suppression",
    title: "Local suppression",
    aliases: &["cell suppression", "CS", "localSuppression", "kAnon"],
    formula: "fewest cells such that every key that is left occurs k times; with wildcards no record gives up more than it would by itself",
    status: Status::Now,
    summary: "Removes as few cells as possible.",
    parameters: &[],
    check: any,
    facts: Facts::Algorithm(AlgorithmFacts {
        family: Family::Local,
        result: Certainty::Heuristic,
        searches: "cells to hide, and to give back; every choice of a few records",
        minimises: "hidden cells",
        grid: &[(Generalize::None, &[Suppress::Cell])],
        is_usual: true,
        needs_monotonicity: false,
        lists_nodes: false,
        by_hierarchies: false,
        weighs_attributes: true,
        cost: "some passes over the records with rare keys, and a search of fixed size for fewer cells",
        done: "It hid single cells, as few as it could find.",
    }),
    advice: include_str!("local_suppression.md"),
    references: &[Reference {
        authors: "L. Willenborg, T. de Waal",
        year: 2001,
        title: "Elements of statistical disclosure control",
        doi: "10.1007/978-1-4613-0121-9",
    }],
    example: "[release]\nalgorithm = \"local-suppression\"\n",
    worked: Worked::released(
        "[release]\nalgorithm = \"local-suppression\"\n",
        "Nothing is made coarser, single cells are hidden. Every age and every postcode is one person's own, so each of these cells must go: `8 + 8 = 16`. Sex may stay, since four people have each. **16 cells** are hidden; on a table with few rare values it would be a handful.",
        &["hidden 16 cells, and no fewer would do", "*,*,f,flu,2100"],
    ),
};

/// The cells of a record that are suppressed: one bit for each key.
pub type CellSet = u32;

/// How a suppressed cell counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// It fits every value: a wildcard.
    Anything,
    /// It is a value of its own, and fits other suppressed cells only.
    OwnCategory,
}

/// One key.
#[derive(Clone, Copy, Debug)]
pub struct SuppressionKey<'a> {
    /// The column.
    pub column: CodeColumn<'a>,
    /// Its values.
    pub dictionary: &'a Dictionary,
    /// What one of its cells costs; 1 is usual.
    pub importance: f64,
}

/// Few and cheap suppressed cells so that every record's key occurs at least `k` times.
///
/// With wildcards, each rare record first gets the cheapest set of cells without which what it
/// shows fits at least `k` records: tried from the cheapest set on, so none is cheaper. Then sets
/// are taken back, wholly or cell by cell, wherever all records still fit `k` others, because a
/// suppressed cell of one record serves its neighbours too. At last, records that can serve each
/// other are taken together, and where they are few, the cheapest cells are found and proved; of
/// the others it is known how cheap they can be at least.
///
/// With suppressed cells as a category of their own this is cell generalisation with nothing
/// between a value and `*` ([`cell`]); here, too, tables of few records are improved until nothing is
/// cheaper, and of larger ones it is known how cheap any choice can be at least.
///
/// # Guarantee
/// Own category: k-anonymity of what is shown. Wildcards: each record fits at least `k` records
/// if a suppressed cell fits anything, in every scope.
///
/// # Does not protect against
/// With wildcards, re-identification is **not** bounded by 1/k: a record without suppressed cells
/// may be the only one that shows its values, and fits others only because theirs are hidden. The
/// least number of cells says nothing about safety: `k - 1` records with *all* cells suppressed
/// would make every record fit `k` of them. This method never goes that way: no record loses more
/// than it would need by itself, and what is called the least keeps to that rule. Suppression also
/// tells that there was something to hide.
///
/// # Parameters
/// `k`; the importance of each key, by which cells are weighed; `scopes`, the combinations of
/// keys that must each occur `k` times, as sets of keys (all keys, or every `m` of them:
/// [`every`]). Scopes other than all keys need wildcards.
///
/// # Cost
/// One pass over the distinct records for each set of keys tried, at most 2^keys; above 12 keys
/// sets of more than three cells are tried along one chain only. After that only rare records are
/// looked at, scope by scope. When it is told to finish, it hides along that chain what still has
/// to be hidden, gives nothing more back, and says so.
///
/// # Example
/// ```
/// use ridotto_core::{Codes, Dictionary, CodeColumn, Kind, Reading, Texts};
/// use ridotto_micro::local::suppression::{LocalSuppression, Matching, SuppressionKey, all};
/// let code = |texts: [&str; 2], codes: [u32; 4]| {
///     let texts: Texts = texts.into_iter().collect();
///     let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(Kind::Text), |_| false);
///     (Codes::from_codes(&codes, 2), dictionary)
/// };
/// let columns = [code(["f", "m"], [0, 1, 1, 1]), code(["high", "low"], [0, 0, 0, 0])];
/// let keys = [0, 1].map(|at| SuppressionKey {
///     column: CodeColumn { codes: &columns[at].0, values: 2 },
///     dictionary: &columns[at].1,
///     importance: 1.0,
/// });
/// let scopes = vec![all(2)];
/// let k = 2.try_into().unwrap();
/// let found = LocalSuppression { k, matching: Matching::Anything, scopes }.fit(&keys, 4, &()).unwrap();
/// assert_eq!(found.cells, [0b01, 0, 0, 0]); // the woman's sex, and nothing else
/// assert_eq!(found.grouping.shown(0, 0), Some("*"));
/// ```
///
/// # References
/// M. Templ, A. Kowarik, B. Meindl (2015), *Statistical disclosure control for micro-data using
/// the R package sdcMicro*, doi:10.18637/jss.v067.i04. A. Hundepool et al. (2012), *Statistical
/// Disclosure Control*, doi:10.1002/9781118348239.
#[derive(Clone, Debug)]
pub struct LocalSuppression {
    /// How often a key occurs at least.
    pub k: NonZeroU64,
    /// How suppressed cells count.
    pub matching: Matching,
    /// The sets of keys that are looked at; one bit for each key.
    pub scopes: Vec<CellSet>,
}

/// Every combination of `m` of so many keys, as sets of keys.
pub fn every(m: u32, keys: usize) -> Vec<CellSet> {
    let all = all(keys);
    let mut sets = Vec::new();
    let mut next = if m == 0 { 0 } else { u32::MAX >> (32 - m.min(32)) };
    while next != 0 && next <= all {
        sets.push(next);
        // The next larger number with as many bits (Gosper).
        let lowest = next & next.wrapping_neg();
        let ripple = u64::from(next) + u64::from(lowest);
        let ones = ((ripple ^ u64::from(next)) >> 2) / u64::from(lowest);
        next = u32::try_from(ripple | ones).unwrap_or(0);
    }
    sets
}

/// The set of all keys.
pub fn all(keys: usize) -> CellSet {
    assert!(keys < 32, "local suppression takes at most 31 keys");
    (1 << keys) - 1
}

/// What local suppression decided.
#[derive(Clone, Debug)]
pub struct Suppressed {
    /// The suppressed cells of each row.
    pub cells: Vec<CellSet>,
    /// What each row shows.
    pub grouping: Grouping,
    /// Whether it was told to finish, and hides more than it would have in the end.
    pub cut_short: bool,
    /// What the cells cost at least, whichever are suppressed; 0 where that is not known, and what
    /// they do cost where it is proved that nothing is cheaper.
    pub least: f64,
}

impl Suppressed {
    /// What the suppressed cells cost.
    pub fn cost(&self, keys: &[SuppressionKey<'_>]) -> f64 {
        let costs: Vec<f64> = keys.iter().map(|key| key.importance).collect();
        self.cells.iter().map(|&set| cost(set, &costs)).sum()
    }
}

/// Cells that were chosen.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// The suppressed cells of each row.
    pub cells: Vec<CellSet>,
    /// As in [`Suppressed`].
    pub cut_short: bool,
    /// As in [`Suppressed`].
    pub least: f64,
}

impl LocalSuppression {
    /// Chooses the cells.
    ///
    /// # Panics
    /// If there are more than 31 keys, or scopes that do not go with the matching.
    pub fn fit(
        &self,
        keys: &[SuppressionKey<'_>],
        rows: usize,
        watch: &dyn Watch,
    ) -> Result<Suppressed, NoGroups> {
        if (rows as u64) < self.k.get() && rows > 0 {
            return Err(NoGroups);
        }
        let columns: Vec<_> = keys.iter().map(|key| key.column).collect();
        let tally = Tally::count(&columns, rows);
        let unit_of = number_rows(&tally, &columns, rows);
        let Hidden { cells, cut_short, least } = match self.matching {
            Matching::Anything => {
                let costs: Vec<f64> = keys.iter().map(|key| key.importance).collect();
                let wild = already(keys, &tally, |text| text.is_none_or(|text| text == TOP));
                self.wildcards(&tally, &unit_of, &wild, &costs, watch)
            }
            Matching::OwnCategory => {
                assert_eq!(self.scopes, [all(keys.len())], "wildcards serve other scopes");
                hide(keys, &[], &[&KAnonymity::new(self.k)], rows, watch)?
            }
        };
        let grouping = show(keys, &tally, &unit_of, &cells);
        Ok(Suppressed { cells, grouping, cut_short, least })
    }

    /// The search alone, with wildcards. `wild` are the cells of each distinct tuple that fit anything
    /// to begin with.
    pub fn wildcards(
        &self,
        tally: &Tally,
        unit_of: &[u32],
        wild: &[CellSet],
        costs: &[f64],
        watch: &dyn Watch,
    ) -> Hidden {
        let mut projections = Projections::new(tally);
        let (k, scopes) = (self.k.get(), &self.scopes);
        let mut rare = Rare::new(&mut projections, scopes, k);
        let (own, hurried) = own::sets(&mut rare, costs, scopes, k, watch);
        let mut rows = Vec::new();
        let mut units = Vec::new();
        for (row, unit) in unit_of.iter().enumerate() {
            if let Ok(unit) = rare.units.binary_search(unit) {
                rows.push(row);
                units.push(unit as u32);
            }
        }
        let sets = units.iter().map(|&unit| own[unit as usize]).collect();
        let (sets, stopped) = thin::thin(&mut rare, &units, sets, costs, scopes, (k, watch));
        let mut cells = vec![0; unit_of.len()];
        rows.into_iter().zip(sets).for_each(|(row, set)| cells[row] = set);
        let asked = Asked { costs, scopes, k, watch };
        let improved = least::improve_wild(&mut rare, unit_of, (wild, &own), asked, cells);
        let cut_short = hurried || stopped || improved.stopped;
        Hidden { cells: improved.cells, cut_short, least: improved.least }
    }
}

/// The cells of each distinct tuple whose texts are of some kind.
fn already(
    keys: &[SuppressionKey<'_>],
    tally: &Tally,
    is_so: impl Fn(Option<&str>) -> bool,
) -> Vec<CellSet> {
    let is = |unit: usize, at: usize| is_so(keys[at].dictionary.text(tally.code(unit, at)));
    let set = |unit| (0..keys.len()).map(|at| CellSet::from(is(unit, at)) << at).sum();
    (0..tally.len()).map(set).collect()
}

/// Few and cheap suppressed cells so that records that show the same satisfy every model, where a
/// suppressed cell is a value of its own: cell generalisation with nothing between a value and
/// `*`. `sensitive` are the attributes that the models look at, in their order.
pub fn hide(
    keys: &[SuppressionKey<'_>],
    sensitive: &[CodeColumn<'_>],
    models: &[&dyn ClassModel],
    rows: usize,
    watch: &dyn Watch,
) -> Result<Hidden, NoGroups> {
    let compile = |key: &SuppressionKey<'_>| {
        let none = Builder::Suppress.compile("key", key.dictionary, &[], &|_| false);
        none.expect("a value and `*` fit every column")
    };
    let hierarchies: Vec<_> = keys.iter().map(compile).collect();
    let cell_keys: Vec<cell::CellKey<'_>> = keys
        .iter()
        .zip(&hierarchies)
        .map(|(key, hierarchy)| {
            let SuppressionKey { column, dictionary, importance } = *key;
            cell::CellKey { column, dictionary, hierarchy, importance }
        })
        .collect();
    let fitted = cell::fit(&cell_keys, sensitive, models, rows, cell::Effort::default(), watch)?;
    let suppressed = |row: usize, at: usize| {
        let code = keys[at].column.codes.get(row);
        fitted.grouping.shown(row, at) != keys[at].dictionary.text(code)
    };
    let set = |row| (0..keys.len()).map(|at| u32::from(suppressed(row, at)) << at).sum();
    let (cells, cut_short) = ((0..rows).map(set).collect(), fitted.cut_short);
    let judge = GroupCheck::new(models.iter().copied(), Vec::new());
    if cut_short || !sensitive.is_empty() || !judge.size_decides() {
        return Ok(Hidden { cells, cut_short, least: 0.0 });
    }
    let Bounded { cells, least, .. } = improve_classes(keys, (judge.least(), watch), rows, cells);
    Ok(Hidden { cells, cut_short, least })
}

/// Makes cells as few as they can be, where models ask for sizes only.
fn improve_classes(
    keys: &[SuppressionKey<'_>],
    (k, watch): (u64, &dyn Watch),
    rows: usize,
    cells: Vec<CellSet>,
) -> Bounded {
    let columns: Vec<_> = keys.iter().map(|key| key.column).collect();
    let tally = Tally::count(&columns, rows);
    let unit_of = number_rows(&tally, &columns, rows);
    let stars = already(keys, &tally, |text| text == Some(TOP));
    let costs: Vec<f64> = keys.iter().map(|key| key.importance).collect();
    let mut projections = Projections::new(&tally);
    least::improve_classes(&mut projections, &unit_of, &stars, (&costs, k, watch), cells)
}

/// All subsets of a set, the set itself first.
fn every_subset(of: CellSet) -> impl Iterator<Item = CellSet> {
    std::iter::successors(Some(of), move |&set| (set != 0).then(|| (set - 1) & of))
}

/// What a set of cells costs.
fn cost(set: CellSet, costs: &[f64]) -> f64 {
    costs.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0).map(|(_, cost)| cost).sum()
}

/// Rows with the same values and the same suppressed cells are a group.
fn show(
    keys: &[SuppressionKey<'_>],
    tally: &Tally,
    unit_of: &[u32],
    cells: &[CellSet],
) -> Grouping {
    let mut known: FxHashMap<(u32, CellSet), u32> = FxHashMap::default();
    let mut order = Vec::new();
    let group_of = unit_of
        .iter()
        .zip(cells)
        .map(|(&unit, &set)| {
            *known.entry((unit, set)).or_insert_with(|| {
                order.push((unit, set));
                order.len() as u32 - 1
            })
        })
        .collect();
    let attribute = |(at, key): (usize, &SuppressionKey<'_>)| {
        let (mut shown, mut names) = (Shown::default(), Names::default());
        for &(unit, set) in &order {
            let code: Code = tally.code(unit as usize, at);
            let hidden = set & (1 << at) != 0;
            shown.push(&mut names, if hidden { Some(TOP) } else { key.dictionary.text(code) });
        }
        shown
    };
    let attributes = keys.iter().enumerate().map(attribute).collect();
    Grouping { group_of, groups: order.len(), attributes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_those_with_so_many_keys() {
        for keys in 0..9 {
            for m in 0..10 {
                let plain: Vec<CellSet> =
                    (1..=all(keys)).filter(|set| set.count_ones() == m).collect();
                assert_eq!(every(m, keys), plain, "{m} of {keys}");
            }
        }
        assert_eq!(every(3, 31).len(), 4_495);
        assert_eq!(every(31, 31), [all(31)]);
    }
}
