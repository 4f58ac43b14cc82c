//! Local methods: records with the same value may show different labels.

mod bound;
mod estimate;
mod limit;
mod then_cells;

use crate::attempt::Attempt;
use crate::bind::{Method, QuasiIdentifier};
use crate::data::Data;
use crate::decision::{Beside, Decision, Found, LocalLabels, LocalRecoding, Recoded, Transferable};
use ridotto_core::Watch;
use ridotto_core::count::counted;
use ridotto_core::hierarchy::TOP;
use ridotto_core::objective::granularity;
use ridotto_core::{ClassModel, ClassTable, Code, CodeColumn, Codes, Dictionary, Hierarchy};
use ridotto_io::Column;
use ridotto_micro::local::cell::{self, CellFitted};
use ridotto_micro::local::mondrian::{CutRule, Cuts, Cutting, Fitted, Mondrian, Partition};
use ridotto_micro::local::suppression::{
    CellSet, LocalSuppression, Matching, Suppressed, SuppressionKey,
};
use ridotto_micro::local::{Axis, Grouping, NoGroups, SUPPRESSED, Summary};
use ridotto_policy::language::{self, Role, Suppress};
use ridotto_release::Error;
use ridotto_release::{Deadline, Rows};
use std::num::NonZeroU64;
use std::time::Duration;

/// What a method decided.
struct Grouped {
    grouping: Grouping,
    /// What kind of label each attribute shows.
    kinds: Vec<Summary>,
    transfer: Transferable,
    /// Whether it was told to finish before its end.
    cut_short: bool,
    /// What suppressed cells cost, where that was to be as little as possible.
    cells: Option<CellCost>,
}

/// What suppressed cells cost, and no choice of them less than that.
#[derive(Clone, Copy, Debug)]
struct CellCost {
    cost: f64,
    least: f64,
    /// Whether cells fit anything then, so that no record may give up more than by itself.
    is_wild: bool,
    /// What one cell costs, if all cost the same.
    one: Option<f64>,
}

impl CellCost {
    fn is_least(self) -> bool {
        self.cost <= self.least + 1e-9
    }

    /// How many cells have to be suppressed.
    #[expect(clippy::cast_sign_loss, reason = "no cost is below 0")]
    fn needed(self) -> Option<u64> {
        let cells = (self.least / self.one?).round();
        (self.is_least() || cells > 0.0).then_some(cells as u64)
    }

    /// What a reader must know of it.
    fn note(self, name: &str) -> Option<String> {
        let rule = if self.is_wild {
            ", where no record gives up more than it would have to by itself"
        } else {
            ""
        };
        if self.is_least() {
            return self.is_wild.then(|| format!("no choice hides less{rule}"));
        }
        let unproved = format!("`{name}` does not prove that nothing better exists");
        Some(match self.needed() {
            Some(needed) => {
                let cells = counted(needed, "cell has", "cells have");
                format!("{unproved}; at least {cells} to be hidden{rule}")
            }
            None if self.least > 0.0 => {
                let Self { cost, least, .. } = self;
                format!(
                    "{unproved}; what is hidden weighs {cost:.2}, and at least {least:.2} has to{rule}"
                )
            }
            None => unproved,
        })
    }
}

impl Attempt<'_> {
    /// Decides what each record shows.
    pub(crate) fn find_locally(
        &self,
        classes: &ClassTable,
        time_limit: Option<Duration>,
        watch: &dyn Watch,
    ) -> Result<Found, Error> {
        let watch = &Deadline::new(watch, time_limit);
        let grouped =
            if classes.is_empty() { Err(NoGroups) } else { self.group_within_limit(watch) };
        self.found(classes, grouped)
    }

    /// The same, and the groups before any record was suppressed because it costs more than it keeps; none
    /// if not all records are in groups then.
    pub(crate) fn find_regions(
        &self,
        classes: &ClassTable,
        time_limit: Option<Duration>,
        watch: &dyn Watch,
    ) -> Result<(Found, Option<Vec<u32>>), Error> {
        let watch = &Deadline::new(watch, time_limit);
        let first = if classes.is_empty() { Err(NoGroups) } else { self.first_groups(watch) };
        let (first, gone) = first.map_err(|NoGroups| self.none(classes))?;
        let regions = (gone == 0).then(|| first.grouping.group_of.clone());
        let found = self.found(classes, Ok(self.without_outliers((first, gone), watch)))?;
        Ok((found, regions))
    }

    /// What is said where there are no groups. A class that is too small stays so, whoever goes; of other
    /// models nobody knows.
    fn none(&self, classes: &ClassTable) -> Error {
        self.unmet(classes, self.least_size().is_some())
    }

    /// What was decided, once there are groups.
    fn found(
        &self,
        classes: &ClassTable,
        grouped: Result<Grouped, NoGroups>,
    ) -> Result<Found, Error> {
        let grouped = grouped.map_err(|NoGroups| self.none(classes))?;
        let Grouped { grouping, kinds, transfer, cut_short, cells: cell_cost } = grouped;
        let losses: Vec<f64> = (0..self.keys.len())
            .map(|at| self.local_loss(at, self.key_columns()[at].codes, &grouping, kinds[at]))
            .collect();
        let score = self.mean_loss(&losses);
        let Grouping { group_of, attributes, .. } = grouping;
        let attributes: Vec<LocalLabels> = attributes
            .iter()
            .zip(&kinds)
            .map(|(shown, &shows)| LocalLabels { labels: shown.by_row(&group_of), shows })
            .collect();
        let mut notes = self.local_notes(&kinds, cell_cost);
        notes.extend(cut_short.then(stopped));
        let gone: Vec<bool> = group_of.iter().map(|&group| group == SUPPRESSED).collect();
        let suppressed = gone.iter().filter(|&&gone| gone).count() as u64;
        let keeps = *self.policy.release.suppressed == language::Suppressed::Keep;
        let columns = self.key_columns();
        let kept: Vec<u32> = Rows::Without(&gone).iter().collect();
        notes.extend(self.gone_wholly(self.method, &attributes, &kept));
        let stars = |(at, one): (usize, &LocalLabels)| {
            one.labels.stars(&kept, columns[at].codes, self.dictionary(at).code(TOP))
        };
        let cells = attributes.iter().enumerate().map(stars).sum();
        let shown = Recoded::ByRecord(LocalRecoding { group_of, attributes, transfer });
        let (method, scale) = (self.method, None);
        let decision = Decision { method, shown, gone, keeps, suppressed, cells, losses, scale };
        // By its own rule a choice may be the best, and not by loss alone.
        let proved = cell_cost.is_some_and(|of| of.is_least() && !of.is_wild) && !cut_short;
        let (checked, levels) = (0, None);
        let (minimal, looked) = (None, None);
        Ok(Found {
            decision,
            proved,
            nodes: 0.0,
            checked,
            levels,
            score,
            notes,
            minimal,
            looked,
            cells_needed: cell_cost.and_then(CellCost::needed),
            sizes: Vec::new(),
            beside: Beside::default(),
        })
    }

    /// Whether cuts look at the first sensitive attribute.
    fn cuts_by_gain(&self) -> bool {
        matches!(self.method, Method::Mondrian(of) if of.cuts == Cuts::InformationGain)
    }

    /// Whether records that are alike may show different labels, so that no saved decision repeats it.
    pub(crate) fn parts_alike(&self) -> bool {
        matches!(self.method, Method::Mondrian(of) if of.partition == Partition::Relaxed)
    }

    /// Runs the method on all rows, or on some.
    fn group(&self, rows: Option<&[u32]>, watch: &dyn Watch) -> Result<Grouped, NoGroups> {
        let judged = self.judged.iter().map(|judged| judged.column(&self.table));
        let mut all: Vec<CodeColumn<'_>> = self.key_columns().into_iter().chain(judged).collect();
        let gain = self.first_sensitive().filter(|_| self.cuts_by_gain());
        all.extend(gain.map(|(_, column)| column));
        let some: Vec<Codes> = match rows {
            Some(rows) => all.iter().map(|column| column.codes.take(rows)).collect(),
            None => Vec::new(),
        };
        for (column, codes) in all.iter_mut().zip(&some) {
            column.codes = codes;
        }
        let (columns, judged) = all.split_at(self.keys.len());
        let (some_rows, rows) = (rows, rows.map_or(self.table.rows, <[u32]>::len));
        let models: Vec<&dyn ClassModel> = self.models().map(|model| &**model as _).collect();
        let kinds = vec![Summary::Ancestor; self.keys.len()];
        match self.method {
            Method::Best
            | Method::ByValue(_)
            | Method::Wild(_)
            | Method::Together(_)
            | Method::ThenCells(..) => unreachable!("decides by value"),
            Method::Mondrian(Cutting { partition, summary, .. }) => {
                let relaxed = partition == Partition::Relaxed;
                let axes: Vec<Axis<'_>> =
                    (0..self.keys.len()).map(|at| self.axis(at, summary)).collect();
                let cut = match gain {
                    Some(_) => CutRule::InformationGain(judged.len() - 1),
                    None => CutRule::Median,
                };
                let method = Mondrian { relaxed, cut };
                let fitted = method.fit(columns, &axes, judged, &models, rows, watch)?;
                let kinds = axes.iter().map(Axis::summary).collect();
                let Fitted { grouping, regions, cut_short } = fitted;
                let transfer = Transferable::Regions(regions);
                Ok(Grouped { grouping, kinds, transfer, cut_short, cells: None })
            }
            Method::Cells => {
                let keys = self.cell_keys(columns);
                let fit =
                    if self.suppresses_wholly(self.method) { cell::fit_whole } else { cell::fit };
                let from = self.from.map(|from| match some_rows {
                    Some(rows) => rows.iter().map(|&row| from[row as usize]).collect(),
                    None => from.to_vec(),
                });
                let from: Vec<&[u32]> = from.iter().map(Vec::as_slice).collect();
                let regions = self.regions.filter(|_| some_rows.is_none());
                let effort = cell::Effort { from: &from, regions, ..cell::Effort::default() };
                let fitted = fit(&keys, judged, &models, rows, effort, watch)?;
                let CellFitted { grouping, recoding, cut_short, .. } = fitted;
                let transfer = Transferable::Cells(recoding);
                Ok(Grouped { grouping, kinds, transfer, cut_short, cells: None })
            }
            Method::Suppression(matching) => {
                let key = |(at, key): (usize, &QuasiIdentifier)| SuppressionKey {
                    column: columns[at],
                    dictionary: self.dictionary(at),
                    importance: key.importance,
                };
                let keys: Vec<SuppressionKey<'_>> = self.keys.iter().enumerate().map(key).collect();
                let (k, scopes) = self.sizes()?;
                let found = LocalSuppression { k, matching, scopes }.fit(&keys, rows, watch)?;
                let cells = self.cell_cost(&keys, &found, matching);
                let Suppressed { grouping, cut_short, .. } = found;
                let transfer = Transferable::None;
                Ok(Grouped { grouping, kinds, transfer, cut_short, cells })
            }
        }
    }

    /// What a reader of the report must know.
    fn local_notes(&self, kinds: &[Summary], cells: Option<CellCost>) -> Vec<String> {
        let name = self.method.name();
        let mut notes: Vec<String> = match cells {
            Some(cells) => cells.note(name).into_iter().collect(),
            None => vec![format!("`{name}` does not prove that nothing better exists")],
        };
        if self.parts_alike() && self.data.method != self.method {
            notes.push(format!(
                "`{name}` parted records that are alike, so that they may show different labels \
                 (`partition = \"relaxed\"`)"
            ));
        }
        if self.method == Method::Cells && self.keys.len() > cell::MOST_ATTRIBUTES {
            notes.push(format!(
                "`{name}` improves groups of up to {} quasi-identifiers; of {} it released the groups that \
                 it began with",
                cell::MOST_ATTRIBUTES,
                self.keys.len()
            ));
        }
        if let Some((about, _)) = self.first_sensitive().filter(|_| self.cuts_by_gain()) {
            notes.push(format!("the cuts were chosen by what they tell about `{about}`"));
        }
        let means: Vec<String> = (self.keys.iter().zip(kinds))
            .filter(|(_, kind)| **kind == Summary::Mean)
            .map(|(key, _)| format!("`{}`", key.name))
            .collect();
        if !means.is_empty() {
            notes.push(format!(
                "{} shows means, which are not the truth about a record; verification took the \
                 means again and compared",
                means.join(", ")
            ));
        }
        notes
    }
}

impl Data {
    /// What cells cost that were suppressed. Where requirements ask for several sizes the method
    /// serves the largest for all, and what they need is not known.
    fn cell_cost(
        &self,
        keys: &[SuppressionKey<'_>],
        found: &Suppressed,
        matching: Matching,
    ) -> Option<CellCost> {
        let mut sizes = self.requirements.iter().filter_map(|one| one.model.least_size());
        let first = sizes.next()?;
        let one = keys.first()?.importance;
        let (cost, is_wild) = (found.cost(keys), matching == Matching::Anything);
        sizes.all(|size| size == first).then(|| CellCost {
            cost,
            least: found.least,
            is_wild,
            one: keys.iter().all(|key| key.importance.total_cmp(&one).is_eq()).then_some(one),
        })
    }

    /// The size that is asked of classes, and the sets of keys over which it is asked.
    fn sizes(&self) -> Result<(NonZeroU64, Vec<CellSet>), NoGroups> {
        let sizes = self.requirements.iter().filter_map(|one| one.model.least_size());
        let k = sizes.max().and_then(|k| k.try_into().ok()).ok_or(NoGroups)?;
        let set = |subset: &Vec<usize>| subset.iter().map(|at| 1 << at).sum();
        let subsets = self.requirements.iter().flat_map(|one| one.scope.subsets(self.keys.len()));
        let mut scopes: Vec<CellSet> = subsets.map(|subset| set(&subset)).collect();
        scopes.sort_unstable();
        scopes.dedup();
        Ok((k, scopes))
    }

    /// The values of a quasi-identifier.
    pub(crate) fn dictionary(&self, key: usize) -> &Dictionary {
        match &self.table.columns[self.keys[key].column] {
            Column::Coded { dictionary, .. } => dictionary,
            _ => unreachable!("quasi-identifiers are read as codes"),
        }
    }

    /// A quasi-identifier as Mondrian cuts it.
    fn axis(&self, at: usize, summary: Option<Summary>) -> Axis<'_> {
        let (key, dictionary) = (&self.keys[at], self.dictionary(at));
        let attribute = self.policy.attribute(&key.name);
        let has_hierarchy = attribute.is_some_and(|attribute| attribute.hierarchy.is_some());
        let usual = if has_hierarchy { Summary::Ancestor } else { Summary::Range };
        let summary = summary.unwrap_or(usual);
        match summary {
            Summary::Ancestor => Axis::tree(dictionary, &self.hierarchies[at], &key.counts),
            other => Axis::ordered(dictionary, other),
        }
    }

    /// The first sensitive attribute: its name and its column.
    fn first_sensitive(&self) -> Option<(&str, CodeColumn<'_>)> {
        let attribute = self.policy.with_role(Role::Sensitive).next()?;
        let at = self.table.names.iter().position(|name| *name == attribute.name.value)?;
        match &self.table.columns[at] {
            Column::Coded { codes, dictionary, .. } => {
                Some((&attribute.name.value, CodeColumn { codes, values: dictionary.len() }))
            }
            _ => None,
        }
    }

    /// One attribute's loss: the mean over records of (leaves under what is shown − 1)/(leaves −
    /// 1), a suppressed record counting 1. Without a hierarchy the leaves are the values of the
    /// column.
    fn local_loss(&self, at: usize, codes: &Codes, grouping: &Grouping, kind: Summary) -> f64 {
        let (dictionary, shown) = (self.dictionary(at), &grouping.attributes[at]);
        let mut groups: Vec<(Code, u64)> = vec![(0, 0); grouping.groups];
        let mut pairs = Vec::new();
        let mut gone = 0_u64;
        for (&group, code) in grouping.group_of.iter().zip(codes.iter()) {
            if group == SUPPRESSED {
                gone += 1;
                continue;
            }
            let (first, rows) = &mut groups[group as usize];
            *first = code;
            *rows += 1;
            if kind != Summary::Ancestor {
                pairs.push((group, code));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut covered = vec![0_u64; grouping.groups];
        for same in pairs.chunk_by(|a, b| a.0 == b.0) {
            let (first, last) = (same[0], same[same.len() - 1]);
            covered[first.0 as usize] = match kind {
                Summary::Set => same.len() as u64,
                _ => u64::from(last.1 - first.1) + 1,
            };
        }
        let mut lost = gone as f64;
        for (group, &(code, rows)) in groups.iter().enumerate().filter(|(_, of)| of.1 > 0) {
            let label = shown.of(group);
            let share = if kind == Summary::Ancestor {
                share_of(&self.hierarchies[at], code, label)
            } else if label == Some(TOP) {
                1.0
            } else {
                granularity(covered[group], dictionary.len() as u64)
            };
            lost += rows as f64 * share;
        }
        lost / codes.len().max(1) as f64
    }

    /// Whether the policy lets attributes go as a whole.
    pub(crate) fn suppresses_attributes(&self) -> bool {
        *self.policy.release.suppress == Suppress::Attribute
    }

    /// Whether an attribute that a method suppresses shows `*` in every record, and no other one does:
    /// cells are generalised, and suppression takes attributes.
    pub(crate) fn suppresses_wholly(&self, method: Method) -> bool {
        method == Method::Cells && self.suppresses_attributes()
    }

    /// Says which attributes were suppressed as a whole, if only whole ones are.
    fn gone_wholly(&self, method: Method, shown: &[LocalLabels], rows: &[u32]) -> Option<String> {
        let text = |of: &LocalLabels, row: u32| {
            of.labels.text(of.labels.codes.get(row as usize)) == Some(TOP)
        };
        let is_gone = |of: &LocalLabels| rows.iter().all(|&row| text(of, row));
        let keys = self.keys.iter().zip(shown).filter(|(_, of)| is_gone(of));
        let names: Vec<String> = keys.map(|(key, _)| format!("`{}`", key.name)).collect();
        let is_said = self.suppresses_wholly(method) && !names.is_empty();
        is_said.then(|| format!("suppressed as a whole: {}", names.join(", ")))
    }
}

/// What a reader must know of a method that was told to finish.
pub(crate) fn stopped() -> String {
    "the search was stopped: there may be a better generalisation".into()
}

/// The share of its domain that a value is spread over by a label of its hierarchy.
fn share_of(hierarchy: &Hierarchy, code: Code, label: Option<&str>) -> f64 {
    let level = (0..=hierarchy.height())
        .find(|&level| hierarchy.label(level, hierarchy.map(level)[code as usize]) == label);
    let level = level.unwrap_or(hierarchy.height());
    let leaves = hierarchy.leaves(level)[hierarchy.map(level)[code as usize] as usize];
    granularity(leaves, hierarchy.domain())
}
