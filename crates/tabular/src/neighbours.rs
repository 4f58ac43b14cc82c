//! Dimensions without groups, whose values have an order: neighbours are merged until no cell is sensitive.
//!
//! Ages, sizes and years have no hierarchy to be cut, but 3 and 4 may be published as 3-4. A *partition* parts
//! the values of each such dimension into runs; what it costs is what the cells cost that are merged, those that
//! the groups of other dimensions take besides, and those that are hidden. Few partitions are all looked at, those
//! that merge least first; of more, neighbours are merged one after the other, always where most sensitive
//! cells go for what it costs, and merges that are not needed in the end are undone. That ends after an amount
//! of work that depends on the records alone, or when time is up.
//!
//! It is done before the decision, by merging the values of the records themselves: what is decided, verified
//! and attacked is the coarser table, and nothing finer is known to anybody.

use crate::method::recoding::{Lost, lost};
use crate::method::{self, Case, RECODE};
use crate::nodes::Nodes;
use crate::plan::Plan;
use crate::protect::{Assessed, Data, Source, assess};
use crate::regrouped::renumbered;
use crate::space::Space;
use crate::suppress::Standing;
use ridotto_audit::Everybody;
use ridotto_core::{Code, Control, Kind, Watch};
use ridotto_policy::Order;
use ridotto_release::{Deadline, Error, Run};
use ridotto_table::Column;
use rustc_hash::FxHashMap;

/// So many partitions are all looked at.
const ALL: u64 = 1_024;
/// The same of records times partitions: each asks for a count of all records.
const WORK: u64 = 200_000_000;

/// So many partitions are looked at however many records there are.
const LEAST: u64 = 200;

/// A dimension whose values have an order.
struct Ordered {
    /// Its place among the dimensions.
    at: usize,
    /// Its values from the first to the last, by their codes.
    values: Vec<Code>,
    /// How a run is written: whether `3-5`, or `low to high`.
    is_dashed: bool,
}

/// For each ordered dimension, between which neighbours there is a boundary.
type Partition = Vec<Vec<bool>>;

/// What a partition costs; nothing if it leaves what must not be published.
struct Priced {
    partition: Partition,
    cost: f64,
}

/// Merges neighbours where the method is recoding and that costs least.
pub fn merge(plan: &Plan, data: Data, run: &mut Run<'_>) -> Result<Data, Error> {
    let is_asked = method::of(plan).entry.name == RECODE.entry.name;
    if !is_asked || matches!(data.source, Source::Cells(_)) {
        return Ok(data);
    }
    let ordered: Vec<Ordered> =
        (0..plan.dimensions.len()).filter_map(|at| Ordered::new(plan, &data, at)).collect();
    if ordered.is_empty() {
        return Ok(data);
    }
    run.watch.begin("merging neighbours", None);
    let base = data.table.columns.clone();
    let nodes: Vec<Nodes> =
        (0..data.space.dimensions()).map(|at| data.space.nodes(at).clone()).collect();
    let cancelled = || run.watch.control() == Control::Cancel;
    let Assessed { cells, judgement, cost } = assess(plan, &data, &cancelled)?;
    let is_sensitive = judgement.standing.contains(&Standing::Sensitive);
    if !is_sensitive {
        return Ok(data);
    }
    let shown = cells.shown();
    let all = (0..cells.len()).filter(|&cell| shown[cell]);
    let place = |cell: usize| {
        let key = cells.index.key(cell as u32);
        ordered.iter().map(|of| data.space.node(key, of.at)).collect()
    };
    let costs = all.map(|cell| (place(cell), cost[cell])).collect();
    let deadline = Deadline::new(run.watch, run.options.time_limit);
    let known = FxHashMap::default();
    let mut search = Search { plan, ordered, base, nodes, costs, data, run, deadline, known };
    let (best, is_all) = search.best()?;
    let finest = search.finest();
    let partition = best.map_or(finest, |best| best.partition);
    search.set(&partition)?;
    let mut data = search.data;
    data.space.set_guessed(!is_all);
    Ok(data)
}

impl Ordered {
    /// A dimension without groups whose values have an order; at least two of them.
    fn new(plan: &Plan, data: &Data, at: usize) -> Option<Self> {
        let (name, column) = &plan.dimensions[at];
        let attribute = plan.policy.attribute(name)?;
        let is_flat = attribute.hierarchy.is_none() && attribute.recode.is_none();
        let Column::Coded { dictionary, .. } = &data.table.columns[*column] else { return None };
        let known = (0..dictionary.len() as Code).filter(|&code| dictionary.text(code).is_some());
        let kind = dictionary.reading().kind;
        let values: Vec<Code> = match attribute.order.as_ref().map(|order| &order.value) {
            Some(Order::Listed(listed)) => {
                let place = |code: &Code| {
                    let text = dictionary.text(*code)?;
                    listed.iter().position(|other| other == text)
                };
                let mut values: Vec<Code> = known.collect();
                // A value that the order does not have has no neighbours.
                if !values.iter().all(|code| place(code).is_some()) {
                    return None;
                }
                values.sort_by_key(place);
                values
            }
            None if matches!(kind, Kind::Integer | Kind::Decimal | Kind::Date) => known.collect(),
            None | Some(Order::Hierarchy) => return None,
        };
        let is_plain = |code: &Code| {
            let text = dictionary.text(*code).unwrap_or_default();
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        let is_dashed = values.iter().all(is_plain);
        (is_flat && values.len() > 1).then_some(Self { at, values, is_dashed })
    }

    /// The runs of a partition.
    fn runs<'a>(&'a self, boundaries: &'a [bool]) -> impl Iterator<Item = &'a [Code]> {
        let ends = (1..self.values.len()).filter(|&end| boundaries[end - 1]);
        let ends: Vec<usize> = ends.chain([self.values.len()]).collect();
        let starts: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).collect();
        starts.into_iter().zip(ends).map(|(start, end)| &self.values[start..end])
    }
}

struct Search<'a, 'r> {
    plan: &'a Plan,
    ordered: Vec<Ordered>,
    /// The columns and nodes before anything was merged.
    base: Vec<Column>,
    nodes: Vec<Nodes>,
    /// The cells before, by their node in each ordered dimension, with what it costs not to publish each.
    costs: Vec<(Vec<u32>, f64)>,
    data: Data,
    run: &'a mut Run<'r>,
    /// When what was found must do.
    deadline: Deadline<'r>,
    /// What is known of partitions that were asked for.
    known: FxHashMap<Partition, Known>,
}

/// What is known of a partition.
#[derive(Clone, Copy)]
struct Known {
    /// How many sensitive cells it leaves.
    left: u64,
    /// What it costs with all that is done besides; nothing if that does not do.
    cost: Option<f64>,
}

impl Search<'_, '_> {
    fn finest(&self) -> Partition {
        self.ordered.iter().map(|of| vec![true; of.values.len() - 1]).collect()
    }

    /// The cheapest partition, and whether all were looked at that could have cost less.
    fn best(&mut self) -> Result<(Option<Priced>, bool), Error> {
        let boundaries: usize = self.ordered.iter().map(|of| of.values.len() - 1).sum();
        let count = u32::try_from(boundaries).ok().and_then(|of| 1_u64.checked_shl(of));
        let rows = self.data.table.rows as u64;
        let few = count.filter(|&count| count <= ALL && count.saturating_mul(rows) <= WORK);
        match few {
            Some(count) => self.of_all(count),
            None => self.one_by_one().map(|best| (best, false)),
        }
    }

    /// All partitions, those that merge least first.
    fn of_all(&mut self, count: u64) -> Result<(Option<Priced>, bool), Error> {
        let mut all: Vec<(f64, Partition)> = (0..count)
            .map(|set| {
                let mut bits = (0..).map(|bit| set >> bit & 1 == 0);
                let partition: Partition = (self.ordered.iter())
                    .map(|of| bits.by_ref().take(of.values.len() - 1).collect())
                    .collect();
                (self.merged(&partition), partition)
            })
            .collect();
        // Of equals later boundaries stay.
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        let (mut best, mut is_all): (Option<Priced>, bool) = (None, true);
        for (merged, partition) in all {
            if best.as_ref().is_some_and(|best| merged >= best.cost) {
                break;
            }
            if best.is_some() && !self.deadline.goes_on() {
                is_all = false;
                break;
            }
            let Known { cost, .. } = self.known(&partition)?;
            if let Some(cost) =
                cost.filter(|&cost| best.as_ref().is_none_or(|best| cost < best.cost))
            {
                best = Some(Priced { partition, cost });
            }
        }
        Ok((best, is_all))
    }

    /// Merges neighbours one after the other, and undoes what is not needed.
    fn one_by_one(&mut self) -> Result<Option<Priced>, Error> {
        let mut now = self.finest();
        let mut best = self.priced(now.clone())?;
        loop {
            let (merged, left) = (self.merged(&now), self.known(&now)?.left);
            if left == 0 || self.is_enough() {
                break;
            }
            let mut next: Option<(f64, Partition)> = None;
            for (dimension, place) in boundaries(&now, true) {
                let mut tried = now.clone();
                tried[dimension][place] = false;
                let gained = left.saturating_sub(self.known(&tried)?.left);
                // What removes nothing is worth little, and may be needed by what comes after it.
                let each = (self.merged(&tried) - merged) / (gained as f64).max(1e-3);
                if next.as_ref().is_none_or(|(least, _)| each < *least) {
                    next = Some((each, tried));
                }
            }
            match next {
                Some((_, tried)) => now = tried,
                None => break,
            }
            let reached = self.priced(now.clone())?;
            if reached.cost < best.cost {
                best = reached;
            }
        }
        for (dimension, place) in boundaries(&best.partition, false) {
            if self.is_enough() {
                break;
            }
            let mut tried = best.partition.clone();
            tried[dimension][place] = true;
            if self.known(&tried)?.cost.is_some_and(|cost| cost < best.cost) {
                best = self.priced(tried)?;
            }
        }
        Ok(Some(best).filter(|best| best.cost.is_finite()))
    }

    /// Whether so much was asked, or so long, that what is found must do: then groups are closed, if anything is.
    fn is_enough(&self) -> bool {
        let asked = self.known.len() as u64;
        let much = asked > LEAST && asked.saturating_mul(self.data.table.rows as u64) > WORK;
        much || !self.deadline.goes_on()
    }

    fn priced(&mut self, partition: Partition) -> Result<Priced, Error> {
        let cost = self.known(&partition)?.cost.unwrap_or(f64::INFINITY);
        Ok(Priced { partition, cost })
    }

    /// What the cells cost that are merged.
    fn merged(&self, partition: &Partition) -> f64 {
        let of = |(ordered, boundaries): (&Ordered, &Vec<bool>)| {
            let mut is_merged = vec![false; self.nodes[ordered.at].len()];
            for run in ordered.runs(boundaries).filter(|run| run.len() > 1) {
                for &value in run {
                    is_merged[value as usize] = true;
                }
            }
            is_merged
        };
        let merged: Vec<Vec<bool>> = self.ordered.iter().zip(partition).map(of).collect();
        let is_lost = |place: &[u32]| {
            place.iter().zip(&merged).any(|(&node, is_merged)| is_merged[node as usize])
        };
        self.costs.iter().filter(|(place, _)| is_lost(place)).map(|(_, cost)| cost).sum()
    }

    /// What a partition leaves and costs.
    fn known(&mut self, partition: &Partition) -> Result<Known, Error> {
        if let Some(known) = self.known.get(partition) {
            return Ok(*known);
        }
        let merged = self.merged(partition);
        self.set(partition)?;
        let (plan, data, watch) = (self.plan, &self.data, self.run.watch);
        let cancelled = || watch.control() == Control::Cancel;
        let Assessed { cells, judgement, cost } = assess(plan, data, &cancelled)?;
        let values: Vec<f64> = cells.values.iter().map(|&value| value as f64).collect();
        let everyone = data.everyone(plan, &cells.index, &values);
        let case = Case {
            plan,
            given: &plan.policy.protection.method,
            table: &data.table,
            units: &data.units,
            space: &data.space,
            cells: &cells,
            judgement: &judgement,
            values: &values,
            everybody: everyone.as_ref().map(|of| of as &dyn Everybody),
            cost: &cost,
            watch: &self.deadline,
            options: self.run.options,
        };
        let sensitive = judgement.standing.iter().filter(|of| **of == Standing::Sensitive).count();
        let besides = lost(&case).map(|Lost { dropped, hidden }| {
            let shown = cells.shown();
            let is_joined = |cell: usize| {
                let key = cells.index.key(cell as u32);
                (0..data.space.dimensions())
                    .any(|at| data.space.nodes(at).is_joined(data.space.node(key, at)))
            };
            let counts = |cell: &usize| {
                let cell = *cell;
                // A merged cell is lost already; that nothing is shown in its place is a loss as well.
                shown[cell] && if dropped[cell] { !is_joined(cell) } else { hidden[cell] }
            };
            (0..cells.len()).filter(counts).map(|cell| cost[cell]).sum::<f64>()
        });
        let known = Known { left: sensitive as u64, cost: besides.map(|besides| merged + besides) };
        self.known.insert(partition.clone(), known);
        Ok(known)
    }

    /// Merges the values of the records as a partition says.
    fn set(&mut self, partition: &Partition) -> Result<(), Error> {
        let mut nodes = self.nodes.clone();
        for (ordered, boundaries) in self.ordered.iter().zip(partition) {
            let at = ordered.at;
            let place = self.plan.dimensions[at].1;
            let mut column = self.base[place].clone();
            if !boundaries.contains(&false) {
                self.data.table.columns[place] = column;
                continue;
            }
            let old = &self.nodes[at];
            let mut new: Vec<u32> = vec![u32::MAX; old.values()];
            let (mut labels, mut joined) = (Vec::new(), Vec::new());
            for run in ordered.runs(boundaries) {
                for &value in run {
                    new[value as usize] = labels.len() as u32;
                }
                labels.push(label(old, run, ordered.is_dashed));
                joined.push(run.len() > 1);
            }
            // A missing value is no neighbour of any.
            for value in (0..new.len()).filter(|&value| new[value] == u32::MAX).collect::<Vec<_>>()
            {
                new[value] = labels.len() as u32;
                labels.push(old.label(value as u32).map(str::to_owned));
                joined.push(false);
            }
            let flat = Nodes::flat(labels, self.plan.policy.release.total.as_str());
            let flat = flat.map_err(|_| self.same_label(at))?;
            nodes[at] = renumbered(&mut column, &flat.with_joined(joined), &new);
            self.data.table.columns[place] = column;
        }
        self.data.space = Space::new(nodes).expect("there were more cells before");
        Ok(())
    }

    fn same_label(&self, at: usize) -> Error {
        let name = &self.plan.dimensions[at].0;
        let problem = ridotto_policy::Problem::error(
            "bind::label",
            format!("a run of values of `{name}` would be called as another value is"),
        )
        .at(self.plan.place_of(name), "its neighbours are merged")
        .with_help("give the attribute a hierarchy, or hide cells: `method = \"fast\"`");
        self.plan.policy.error([problem]).into()
    }
}

/// The places of boundaries that are there, or that are not.
fn boundaries(of: &Partition, is: bool) -> Vec<(usize, usize)> {
    let places = of.iter().enumerate().flat_map(|(dimension, all)| {
        let own = all.iter().enumerate().filter(move |(_, there)| **there == is);
        own.map(move |(place, _)| (dimension, place))
    });
    places.collect()
}

/// What a run is called: by its first and its last value.
fn label(nodes: &Nodes, run: &[Code], is_dashed: bool) -> Option<String> {
    let first = nodes.label(run[0])?;
    let last = nodes.label(*run.last()?)?;
    Some(match (run.len(), is_dashed) {
        (1, _) => first.to_owned(),
        (_, true) => format!("{first}-{last}"),
        (_, false) => format!("{first} to {last}"),
    })
}
