//! What is sensitive, said once more from the records as they were read.
//!
//! The search counts cells in a cube, keeps a few of the largest contributors of each, and asks the rules of
//! the catalogue. If one of these were wrong, an audit that took over what they say would find its own error
//! right. So the verifier groups the records anew, cell by cell and level by level, with everybody who is
//! in it, and has the formulas of the rules in their plainest form. What the search called sensitive, and
//! in how much doubt it kept it, must be the same. What the owner says of single cells stands.

use crate::apriori;
use crate::given::{Given, Said};
use crate::plan::{Measured, Plan, Rule, bounds};
use crate::protect::{Data, Decision, Source};
use crate::published;
use crate::records::Records;
use crate::rule::Doubt;
use crate::space::Key;
use rayon::prelude::*;
use ridotto_audit::Need;
use ridotto_catalogue::Decimal;
use ridotto_release::Error;
use rustc_hash::FxHashSet;

/// A cell with all that rules may ask of it.
struct Cell {
    /// Where it is, and what it adds up.
    key: Key,
    measure: usize,
    /// What is published of it if it is not hidden.
    value: i64,
    /// The same of contributions without their signs.
    magnitude: i64,
    /// What rules look at: the magnitude of the response, or of the shadow.
    total: i64,
    /// How many contribute.
    contributors: u64,
    /// What each of them contributes to the total, without sign, the largest first: for how many units of
    /// so much, and whether they ask for protection.
    parts: Vec<(i64, u32, bool)>,
}

impl Cell {
    /// The sum of the n largest contributions of single units.
    fn largest(&self, n: u64) -> i64 {
        let (mut left, mut sum) = (n, 0_i64);
        for &(amount, times, _) in &self.parts {
            let taken = left.min(times.into());
            sum = sum.saturating_add(amount.saturating_mul(taken.cast_signed()));
            left -= taken;
        }
        sum.min(self.total)
    }
}

/// What the verifier finds in a rule and a cell: the doubt that the cell needs, if it is sensitive, and the
/// figure that the rule bounds.
struct Asked {
    doubt: Option<Doubt>,
    figure: Option<f64>,
}

/// Judges the cells of a decision anew; an error if they were judged otherwise. Of each rule the figure of the
/// cell that comes nearest to breaking it, among those that are told.
pub fn rejudge(
    plan: &Plan,
    data: &Data,
    decision: &Decision,
    is_told: &(dyn Fn(u32) -> bool + Sync),
) -> Result<Vec<Option<f64>>, Error> {
    let said = said(plan, data)?;
    let again = Again { plan, data, decision, is_told, said };
    let attained = match &data.source {
        Source::Records(records) => again.records(records),
        Source::Cells(given) => again.cells(given),
    };
    let both = attained.and_then(|attained| again.empty().map(|()| attained));
    both.map_err(|what| Error::Unverified(what.to_owned()))
}

/// Of each rule the figure of the cell that comes nearest to breaking it; or what is wrong.
type Attained = Result<Vec<Option<f64>>, &'static str>;

/// The cells of which the owner says something.
fn said(plan: &Plan, data: &Data) -> Result<FxHashSet<Key>, Error> {
    let mut said = FxHashSet::default();
    if let Source::Cells(given) = &data.source {
        let has_levels = given.levels.iter().any(Option::is_some);
        let rows = given.rows().into_iter();
        let own = rows.filter(|(_, row)| has_levels || given.said[*row] != Said::Nothing);
        said.extend(own.map(|(key, _)| key));
    }
    let before = published::before(plan, &data.space)?.into_iter();
    said.extend(before.filter(|(_, is_hidden)| !is_hidden).map(|((_, key), _)| key));
    for line in apriori::read(plan)? {
        let mut key = data.space.total();
        for (at, code) in line.codes.iter().enumerate() {
            let node = code.as_deref().and_then(|code| data.space.nodes(at).called(Some(code)));
            key = node.map_or(key, |node| data.space.with(key, at, node));
        }
        said.insert(key);
    }
    Ok(said)
}

struct Again<'a> {
    plan: &'a Plan,
    data: &'a Data,
    decision: &'a Decision,
    is_told: &'a (dyn Fn(u32) -> bool + Sync),
    said: FxHashSet<Key>,
}

impl Again<'_> {
    /// All cells of all tables, from records.
    fn records(&self, records: &Records) -> Attained {
        let mut asking = vec![false; records.respondents().unwrap_or(records.rows)];
        for row in 0..records.rows {
            asking[records.who(row) as usize] |= records.asks(row);
        }
        let mut attained = self.nothing();
        for table in &self.plan.tables {
            let ups: Vec<Vec<Vec<Option<u32>>>> =
                table.dimensions.iter().map(|&at| self.ups(at)).collect();
            let heights = ups.iter().map(Vec::len);
            for levels in combinations(&heights.collect::<Vec<_>>()) {
                let mut rows = self.raised(records, &table.dimensions, &ups, &levels);
                rows.par_sort_unstable();
                let of_cell = |cell: &[(Key, u32, u32)]| -> Attained {
                    table.shown_measures().try_fold(self.nothing(), |all, measure| {
                        let judged = self.judge(&self.cell(records, &asking, measure, cell))?;
                        Ok(self.worse(all, &judged))
                    })
                };
                let found = rows
                    .par_chunk_by(|a, b| a.0 == b.0)
                    .map(of_cell)
                    .try_reduce(|| self.nothing(), |a, b| Ok(self.worse(a, &b)))?;
                attained = self.worse(attained, &found);
            }
        }
        Ok(attained)
    }

    /// Of the empty cells that stand beside groups nobody knows more than of others.
    fn empty(&self) -> Result<(), &'static str> {
        let cells = &self.decision.cells;
        for (table, groups) in self.plan.tables.iter().zip(&cells.groups) {
            for &key in groups.added.iter().filter(|key| !self.said.contains(key)) {
                for measure in table.shown_measures() {
                    let cell = cells.index.find(measure, key).ok_or("an empty cell is missing")?;
                    self.is_bounded(cell, 0.0)?;
                }
            }
        }
        Ok(())
    }

    /// No figures.
    fn nothing(&self) -> Vec<Option<f64>> {
        vec![None; self.plan.rules.len()]
    }

    /// Of the figures of each rule that which comes nearer to breaking it.
    fn worse(&self, mut one: Vec<Option<f64>>, other: &[Option<f64>]) -> Vec<Option<f64>> {
        for ((rule, one), other) in self.plan.rules.iter().zip(&mut one).zip(other) {
            let is_least = (rule.definition.required)(&rule.given).is_least;
            *one = match (*one, *other) {
                (Some(a), Some(b)) => Some(if is_least { a.min(b) } else { a.max(b) }),
                (a, b) => a.or(b),
            };
        }
        one
    }

    /// For each level of a dimension the node of each value on it, if one is there that is on no lower one.
    fn ups(&self, at: usize) -> Vec<Vec<Option<u32>>> {
        let nodes = self.data.space.nodes(at);
        let values = crate::records::coded(&self.data.table, self.plan.dimensions[at].1).values;
        let mut ups = vec![vec![None; values]; nodes.levels()];
        for value in 0..values as u32 {
            for node in std::iter::successors(Some(value), |&node| nodes.parent(node)) {
                ups[usize::from(nodes.level_of(node))][value as usize] = Some(node);
            }
        }
        ups
    }

    /// Every record with its cell on some levels and its respondent.
    fn raised(
        &self,
        records: &Records,
        dimensions: &[usize],
        ups: &[Vec<Vec<Option<u32>>>],
        levels: &[usize],
    ) -> Vec<(Key, u32, u32)> {
        let columns = self.data.columns(self.plan, dimensions);
        let place = |row: usize| {
            let mut key = self.data.space.total();
            for (((at, column), ups), &level) in columns.iter().zip(ups).zip(levels) {
                key = self.data.space.with(key, *at, ups[level][column.codes.get(row) as usize]?);
            }
            Some((key, records.who(row), row as u32))
        };
        (0..records.rows).into_par_iter().filter_map(place).collect()
    }

    /// A cell of some records, which stand in the order of their respondents.
    fn cell(
        &self,
        records: &Records,
        asking: &[bool],
        measure: usize,
        rows: &[(Key, u32, u32)],
    ) -> Cell {
        let looks_at = self.plan.shadow.filter(|_| measure > 0).unwrap_or(measure);
        let sum = |of: usize, part: fn(i64) -> i64| -> i64 {
            rows.iter().map(|row| part(records.adds(of, row.2 as usize))).sum()
        };
        let of = |one: &[(Key, u32, u32)]| {
            let rows = || one.iter().map(|row| row.2 as usize);
            let amount = rows().map(|row| records.contributes(looks_at, row)).sum::<i64>().abs();
            let times = rows().map(|row| records.times(row)).max().unwrap_or(1);
            (amount, times, asking[one[0].1 as usize])
        };
        let mut parts: Vec<(i64, u32, bool)> = rows.chunk_by(|a, b| a.1 == b.1).map(of).collect();
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(part.0));
        Cell {
            key: rows[0].0,
            measure,
            value: sum(measure, |of| of),
            magnitude: sum(measure, i64::abs),
            total: sum(looks_at, i64::abs),
            contributors: parts.len() as u64,
            parts,
        }
    }

    /// All cells of all tables, from lines that were given.
    fn cells(&self, given: &Given) -> Attained {
        let rows = given.rows();
        let mut attained = self.nothing();
        for table in &self.plan.tables {
            for key in given.sums(&self.data.space, table).into_keys() {
                for measure in table.shown_measures() {
                    let looks_at = self.plan.shadow.filter(|_| measure > 0).unwrap_or(measure);
                    let is_count = self.plan.measures[looks_at] == Measured::Count;
                    let of = given.plainly(rows[&key], looks_at, is_count);
                    let own = given.plainly(rows[&key], measure, is_count).value;
                    let judged = self.judge(&Cell {
                        key,
                        measure,
                        value: own,
                        magnitude: own.abs(),
                        total: of.value.abs(),
                        contributors: of.contributors,
                        parts: of.tops.into_iter().map(|amount| (amount, 1, false)).collect(),
                    })?;
                    attained = self.worse(attained, &judged);
                }
            }
        }
        Ok(attained)
    }

    /// Judges a cell, and holds what was decided of it against that. Its figures, if it is told.
    fn judge(&self, of: &Cell) -> Attained {
        let cell = self.decision.cells.index.find(of.measure, of.key);
        let cell = cell.ok_or("a cell that has records was never judged")?;
        let is_count = self.plan.measures[of.measure] == Measured::Count;
        let one = 10_i64.pow(self.data.units[of.measure].places) as f64;
        let (mut reasons, mut doubt) = (0_u32, Doubt::default());
        let mut figures = self.nothing();
        for (at, rule) in self.plan.rules.iter().enumerate() {
            if rule.definition.needs_amounts && is_count {
                continue;
            }
            let asked = asked(rule, of, is_count, one);
            if let Some(more) = asked.doubt {
                reasons |= 1 << at;
                doubt = doubt.and(self.of_response(of, is_count, more));
            }
            figures[at] = asked.figure.filter(|_| (self.is_told)(cell));
        }
        let is_nothing = of.measure > 0 && of.contributors > 0 && of.magnitude == 0;
        if self.plan.zero_is_unsafe() && is_nothing {
            reasons |= 1 << self.plan.rules.len();
            doubt = doubt.and(Doubt { down: one, up: one });
        }
        self.compare(cell, of, reasons, doubt)?;
        Ok(figures)
    }

    /// Where rules looked at a shadow, the doubt is as large a share of the response.
    fn of_response(&self, of: &Cell, is_count: bool, doubt: Doubt) -> Doubt {
        if self.plan.shadow.is_none() || is_count || of.total == 0 {
            return doubt;
        }
        let scale = of.magnitude as f64 / of.total as f64;
        Doubt { down: doubt.down * scale, up: doubt.up * scale }
    }

    fn compare(
        &self,
        cell: u32,
        of: &Cell,
        reasons: u32,
        doubt: Doubt,
    ) -> Result<(), &'static str> {
        let judged = &self.decision.judgement;
        let at = cell as usize;
        let by_rules = (1 << (self.plan.rules.len() + 1)) - 1;
        let before = judged.reasons[at];
        let need = judged.needs.binary_search_by_key(&cell, |need| need.cell).ok();
        let need = need.map(|at| judged.needs[at]);
        if need.is_none() != (before == 0) {
            return Err("a cell is called sensitive and needs no doubt");
        }
        if self.said.contains(&of.key) {
            let is_kept = judged.exempt[at] || before & by_rules == reasons;
            return if is_kept { Ok(()) } else { Err("a sensitive cell was not called so") };
        }
        if before & by_rules != reasons || judged.exempt[at] {
            return Err("rules call other cells sensitive than those that were protected");
        }
        self.is_bounded(cell, of.value as f64)?;
        match need {
            Some(need) if !self.is_enough(need, of, doubt, before == reasons) => {
                Err("a sensitive cell was kept in less doubt than its rule asks for")
            }
            _ => Ok(()),
        }
    }

    /// A cell was taken to be between the ends that everybody knows.
    fn is_bounded(&self, cell: u32, value: f64) -> Result<(), &'static str> {
        let (judged, room) = (&self.decision.judgement, self.room(value));
        let at = cell as usize;
        if is_near(judged.down[at], room.0) && is_near(judged.up[at], room.1) {
            Ok(())
        } else {
            Err("a cell was taken to be bounded otherwise than everybody knows")
        }
    }

    /// How far a cell may be from its value for all that everybody knows.
    fn room(&self, value: f64) -> (f64, f64) {
        bounds(&self.plan.policy).map_or((value, f64::INFINITY), |(low, high)| {
            ((1.0 - low) * value.abs(), (high - 1.0) * value.abs())
        })
    }

    /// Whether a cell was kept in the doubt that rules ask for: in that alone, or in more where it is sensitive
    /// for another reason, too.
    fn is_enough(&self, need: Need, of: &Cell, doubt: Doubt, is_rule_alone: bool) -> bool {
        let is_signed = self.data.units[of.measure].is_signed;
        let down = if is_signed { doubt.down } else { doubt.down.min(of.value as f64) };
        let fits = |has: f64, asks: f64| is_near(has, asks) || (!is_rule_alone && has > asks);
        fits(need.down, down) && fits(need.up, doubt.up)
    }
}

/// Whether two numbers are the same but for the last digits.
fn is_near(a: f64, b: f64) -> bool {
    let size = a.abs().max(b.abs()).max(1.0);
    a.total_cmp(&b).is_eq() || (size.is_finite() && (a - b).abs() <= 1e-9 * size)
}

/// Every combination of levels.
fn combinations(heights: &[usize]) -> Vec<Vec<usize>> {
    heights.iter().fold(vec![Vec::new()], |all, &height| {
        let longer = |chosen: &Vec<usize>| {
            let chosen = chosen.clone();
            (0..height).map(move |level| [&chosen[..], &[level]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// A rule in its plainest form.
fn asked(rule: &Rule, of: &Cell, is_count: bool, one: f64) -> Asked {
    let given = &rule.given;
    let (total, is_empty) = (of.total, of.total == 0);
    let doubt = |own: Option<f64>| {
        let least = if is_count { one } else { 0.0 };
        let share = |name: &str| {
            let share = given.number_if_given(name).map(Decimal::to_f64);
            share.map(|share| f64::max(share * total as f64, least))
        };
        let usual = || if is_empty { one } else { f64::max(0.1 * total as f64, least) };
        let up = share("range").or(own).unwrap_or_else(usual);
        Doubt { down: share("lower-range").unwrap_or(up), up }
    };
    match rule.definition.entry.name {
        "minimum-frequency" => {
            let is_sensitive = of.contributors > 0 && of.contributors < given.whole("n");
            Asked {
                doubt: is_sensitive.then(|| doubt(None)),
                figure: (of.contributors > 0).then_some(of.contributors as f64),
            }
        }
        "dominance" => {
            let (largest, k) = (of.largest(given.whole("n")), given.number("k"));
            let up = largest as f64 / k.to_f64() - total as f64;
            Asked {
                doubt: is_less((total, k), (largest, Decimal::ONE)).then(|| doubt(Some(up))),
                figure: (!is_empty).then(|| largest as f64 / total as f64),
            }
        }
        "p-percent" => prior_posterior(of, given, Decimal::new(100, 0), &doubt),
        "pq" => prior_posterior(of, given, given.number("q"), &doubt),
        "request" if given.number_if_given("share").is_some() => {
            let share = given.number("share");
            let amount = of.parts.iter().find(|part| part.2).map_or(0, |part| part.0);
            Asked {
                doubt: is_less((total, share), (amount, Decimal::ONE)).then(|| doubt(None)),
                figure: (!is_empty).then(|| amount as f64 / total as f64),
            }
        }
        "request" => {
            let first = of.parts.first().map(|part| part.0);
            let asks = of.parts.iter().any(|part| part.2 && Some(part.0) == first);
            Asked { doubt: asks.then(|| doubt(None)), figure: Some(u8::from(asks).into()) }
        }
        // A rule without a plain form would be believed: rather nothing is published.
        _ => Asked { doubt: Some(Doubt { down: f64::INFINITY, up: f64::INFINITY }), figure: None },
    }
}

/// q·(T − x1 − x2 − … − x(m+1)) < p·x1, where m pool what they know.
fn prior_posterior(
    of: &Cell,
    given: &ridotto_catalogue::Given,
    q: Decimal,
    doubt: &dyn Fn(Option<f64>) -> Doubt,
) -> Asked {
    let (p, pool) = (given.number("p"), given.whole_if_given("pool").unwrap_or(1));
    let (first, rest) = (of.largest(1), of.total - of.largest(pool + 1));
    let is_sensitive = first > 0 && is_less((rest, q), (first, p));
    let up = p.to_f64() / q.to_f64() * first as f64 - rest as f64;
    Asked {
        doubt: is_sensitive.then(|| doubt(Some(up))),
        figure: (first > 0).then(|| q.to_f64() * rest as f64 / first as f64),
    }
}

/// Whether one product of a whole number and a decimal is less than another, exactly.
fn is_less(a: (i64, Decimal), b: (i64, Decimal)) -> bool {
    let places = a.1.places().max(b.1.places());
    let units = |(number, by): (i64, Decimal)| {
        by.checked_units(places).and_then(|by| i128::from(number).checked_mul(by))
    };
    match (units(a), units(b)) {
        (Some(a), Some(b)) => a < b,
        _ => (a.0 as f64) * a.1.to_f64() < (b.0 as f64) * b.1.to_f64(),
    }
}

#[cfg(test)]
mod tests;
