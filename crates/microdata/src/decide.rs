//! Deciding about records: which are suppressed, what each shows, and in which order they go.

use crate::attempt::Attempt;
use crate::bind::Method;
use crate::data::Data;
use crate::decision::{Beside, Decision, Found, Recoded};
use crate::search::Searched;
use crate::weights::Scaled;
use ridotto_core::Control;
use ridotto_core::class::{Tally, mark_rows};
use ridotto_core::count::counted;
use ridotto_core::objective::{Scorer, granularity};
use ridotto_core::{ClassTable, Code, CodeColumn, Codes, Dictionary};
use ridotto_io::Column;
use ridotto_micro::algorithm::{Algorithm, AlgorithmResult, Limits, Note};
use ridotto_micro::cut::{Map, Scored};
use ridotto_micro::evaluate::{suppressed, unmatched, wild_groups};
use ridotto_micro::local::Summary;
use ridotto_micro::{Generalized, Recoding};
use ridotto_policy::language::{Role, Suppressed};
use ridotto_release::Error;
use ridotto_release::{Deadline, Run};
use ridotto_verify::{CellRule, OutputColumn};
use std::time::Instant;

// The rows that a local recoding suppresses are those of which no mean is taken.
const _: () = assert!(ridotto_verify::NO_GROUP == ridotto_micro::local::SUPPRESSED);

/// What a reader of the report must know of a search.
fn notes(algorithm: Algorithm, answer: &AlgorithmResult) -> Vec<String> {
    let mut notes = Vec::new();
    let name = algorithm.name();
    if !answer.proved {
        notes.push(match algorithm {
            Algorithm::Optimal => {
                "the search was stopped: there may be a better generalisation".into()
            }
            Algorithm::KOptimize(_) => format!("`{name}` {}", stopped(answer)),
            _ => format!("`{name}` does not prove that nothing better exists"),
        });
    }
    if let Some(Note::CombinationsOnly { size, .. }) = &answer.note {
        notes.push(format!(
            "`{name}` by itself looks at combinations of up to {size} attributes and would \
             have stopped where all of them together are not safe; the final check went on"
        ));
    }
    notes
}

/// After how many looks a search was stopped, and how far what it found is from what it knows.
fn stopped(answer: &AlgorithmResult) -> String {
    let looks = counted(answer.checked, "look", "looks");
    let mut told = format!("was stopped after {looks}: there may be a better generalisation");
    if let (Some(best), Some(bound)) = (&answer.best, answer.bound) {
        let gap = if best.score > 0.0 { (best.score - bound) / best.score * 100.0 } else { 0.0 };
        told += &format!(
            "; this one costs {:.4}, and none costs less than {bound:.4} (a gap of {gap:.0} %)",
            best.score
        );
    }
    told
}

impl Attempt<'_> {
    /// Finds out what every record shows.
    pub(crate) fn find(&self, classes: &ClassTable, run: &mut Run<'_>) -> Result<Found, Error> {
        let (watch, time_limit) = (run.watch, run.options.time_limit);
        let (Method::ByValue(algorithm)
        | Method::Wild(algorithm)
        | Method::Together(algorithm)
        | Method::ThenCells(algorithm, _)) = self.method
        else {
            watch.begin("searching", None);
            run.seconds.search = 0.0;
            let found = if self.has_rivals() {
                self.find_from_best_start(classes, run)
            } else {
                self.find_locally(classes, time_limit, watch)
            };
            run.seconds.search += run.lap();
            return if watch.control() == Control::Cancel { Err(Error::Cancelled) } else { found };
        };
        let (scorer, started) = (self.scorer(), Instant::now());
        let asked = (algorithm, self.most_suppressed());
        let first = self.search(asked, classes, &scorer, run)?;
        if let Method::ThenCells(..) = self.method {
            let found = self.cells_or_records(asked, first, (classes, &scorer, started), run);
            run.seconds.search = run.lap();
            return if watch.control() == Control::Cancel { Err(Error::Cancelled) } else { found };
        }
        let Searched { answer, is_none, looked } = first;
        let best = answer.best.as_ref().ok_or_else(|| self.unmet(classes, is_none))?;
        run.seconds.search = run.lap();
        Ok(Found {
            decision: self.decide(classes, best)?,
            proved: answer.proved,
            nodes: self.nodes(),
            checked: answer.checked,
            levels: answer.levels(),
            score: best.score,
            notes: notes(algorithm, &answer),
            minimal: match answer.note {
                Some(Note::Minimal(nodes)) => Some(nodes),
                _ => None,
            },
            looked,
            cells_needed: None,
            sizes: Vec::new(),
            beside: Beside::default(),
        })
    }

    /// The best of what levels and then cells, or levels and then records, lose: with as many
    /// records left over as may be, and with fewer.
    fn cells_or_records(
        &self,
        (algorithm, given): (Algorithm, u64),
        first: Searched,
        (classes, scorer, started): (&ClassTable, &Scorer, Instant),
        run: &Run<'_>,
    ) -> Result<Found, Error> {
        let time_limit = run.options.time_limit;
        let (mut best, mut next) = (None::<Found>, Some(first));
        let (mut is_none, mut limits) = (false, Limits::new(given));
        while let Some(Searched { answer, is_none: none, looked }) = next.take() {
            is_none |= none;
            let Some(levels) = &answer.best else { break };
            let used = levels.outcome.suppressed;
            let left = time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
            let within = &Deadline::new(run.watch, left);
            let cells = self.then_cells((&answer, levels), within);
            let records = self.then_records(classes, (&answer, levels))?;
            let own = cells.filter(|cells| cells.score <= records.score).unwrap_or(records);
            if best.as_ref().is_none_or(|best| own.score < best.score) {
                let mut own = Found { looked, ..own };
                own.notes.extend(notes(algorithm, &answer));
                best = Some(own);
            }
            // Half the time is for what was asked for first.
            let is_late = left.is_some_and(|left| left * 2 < time_limit.unwrap_or_default());
            let is_over = is_late || self.is_large() || run.watch.control() != Control::Continue;
            // Cells are chosen record by record, which takes as long as so many looks at classes.
            let work = answer.checked.saturating_mul(classes.len() as u64);
            let work = work.saturating_add(200 * self.rows());
            if let Some(limit) = limits.fewer(used, work).filter(|_| !is_over) {
                next = Some(self.search((algorithm, limit), classes, scorer, run)?);
            }
        }
        best.ok_or_else(|| self.unmet(classes, is_none))
    }

    /// The records of the classes that fail are suppressed.
    fn then_records(
        &self,
        classes: &ClassTable,
        (answer, best): (&AlgorithmResult, &Scored),
    ) -> Result<Found, Error> {
        let decision = self.decide(classes, best)?;
        let mut notes = Vec::new();
        if decision.suppressed > 0 {
            notes.push(format!(
                "suppressing {} loses less than suppressing cells would",
                ridotto_core::count::records(decision.suppressed)
            ));
        }
        Ok(Found {
            score: self.mean_loss(&decision.losses),
            decision,
            proved: false,
            nodes: 0.0,
            checked: answer.checked,
            levels: answer.levels(),
            notes,
            minimal: None,
            looked: None,
            cells_needed: None,
            sizes: Vec::new(),
            beside: Beside::default(),
        })
    }

    /// Decides about every record: suppressed or not, and in which order.
    pub(crate) fn decide(&self, table: &ClassTable, best: &Scored) -> Result<Decision, Error> {
        let maps: Vec<Map> = best
            .groupings
            .iter()
            .zip(&self.hierarchies)
            .map(|(grouping, hierarchy)| grouping.map(hierarchy))
            .collect();
        let up: Vec<&[Code]> = maps.iter().map(|map| &map.of[..]).collect();
        let values: Vec<usize> = maps.iter().map(|map| map.leaves.len()).collect();
        let recoded = table.coarsen(&up, &values);
        let (rows, gone) = self.gone(&recoded, &up, best);
        let count = rows.iter().filter(|&&gone| gone).count() as u64;
        if count != best.outcome.suppressed {
            return Err(Error::Unverified("the search and the decision do not agree".into()));
        }
        let keeps = *self.policy.release.suppressed == Suppressed::Keep;
        let keys = self.keys.iter().zip(&self.hierarchies).zip(&best.groupings);
        let generalized = keys.map(|((key, hierarchy), grouping)| {
            let Column::Coded { dictionary, .. } = &self.table.columns[key.column] else {
                unreachable!("quasi-identifiers are read as codes");
            };
            Generalized::grouped(&key.name, dictionary, hierarchy, grouping)
        });
        let recoding = Recoding { attributes: generalized.collect() };
        let domains = best.groupings.iter().zip(&self.hierarchies).map(|(by, of)| by.domain(of));
        let gone = |class: usize| gone.get(class).copied().unwrap_or(0);
        let losses = maps
            .iter()
            .zip(domains)
            .enumerate()
            .map(|(at, (map, domain))| loss(&recoded, &gone, at, map, domain))
            .collect();
        let shown = Recoded::ByValue(recoding);
        let (cells, scale) = (0, None);
        let (method, gone, suppressed) = (self.method, rows, count);
        Ok(Decision { method, shown, gone, keeps, suppressed, cells, losses, scale })
    }

    /// Which rows are suppressed, and how many of each class of what is shown.
    fn gone(&self, recoded: &ClassTable, up: &[&[Code]], best: &Scored) -> (Vec<bool>, Vec<u64>) {
        let levels = || -> Vec<u8> {
            best.groupings.iter().map(|grouping| grouping.level().unwrap_or(0)).collect()
        };
        let columns = self.key_columns();
        let of_classes = |gone: &[bool]| {
            let rows =
                mark_rows(recoded.keys(), &columns, up, self.table.rows, |class| gone[class]);
            let sizes = recoded.keys().counts().iter().zip(gone);
            (rows, sizes.map(|(&size, &gone)| if gone { size } else { 0 }).collect())
        };
        match self.method {
            Method::Together(_) => {
                let scorer = self.scorer();
                let rows = self.persons_together(&scorer).suppressed(&levels());
                let kept: Vec<u32> =
                    (0..).zip(&rows).filter(|(_, gone)| !**gone).map(|(row, _)| row).collect();
                let own: Vec<Codes> = columns.iter().map(|key| key.codes.take(&kept)).collect();
                let keys: Vec<CodeColumn<'_>> = own
                    .iter()
                    .zip(&columns)
                    .map(|(codes, key)| CodeColumn { codes, values: key.values })
                    .collect();
                let left = Tally::count(&keys, kept.len()).recode(up, recoded.values());
                let mut gone = recoded.keys().counts().to_vec();
                let mut class = 0;
                for at in 0..left.len() {
                    while recoded.keys().tuple(class) != left.tuple(at) {
                        class += 1;
                    }
                    gone[class] -= left.counts()[at];
                }
                (rows, gone)
            }
            Method::Wild(_) => {
                let scopes = self.wild_scopes();
                let wild = wild_groups(&self.hierarchies, &levels());
                of_classes(&unmatched(recoded, &wild, &scopes))
            }
            _ => of_classes(&suppressed(recoded, &self.asked())),
        }
    }
}

impl Data {
    /// The weight as it is released, if that is another than the input's.
    pub(crate) fn scaled(&self, decision: &Decision) -> Option<Scaled<'_>> {
        Some(self.weight.as_ref()?.times(decision.scale?))
    }

    pub(crate) fn output_columns<'a>(&'a self, decision: &'a Decision) -> Vec<OutputColumn<'a>> {
        let scaled = self.scaled(decision);
        let key_of = |at: usize| self.keys.iter().position(|key| key.column == at);
        let released = self.columns.iter().enumerate().filter(|(_, column)| column.is_released());
        released
            .map(|(at, column)| {
                let is_hidden = column.role != Role::Insensitive;
                let hidden = decision.hidden().filter(|_| is_hidden);
                match (key_of(at), &self.table.columns[at]) {
                    (Some(key), Column::Coded { dictionary, .. }) => {
                        self.key_column(key, dictionary, decision, hidden)
                    }
                    _ => match scaled.filter(|scaled| scaled.is_at(&self.table, at)) {
                        Some(scaled) => scaled.output(&self.table, at, column.role),
                        None => {
                            OutputColumn::same(&self.table, at, hidden).always_shown_if(!is_hidden)
                        }
                    },
                }
            })
            .collect()
    }

    /// A quasi-identifier as it is written.
    fn key_column<'a>(
        &'a self,
        key: usize,
        dictionary: &'a Dictionary,
        decision: &'a Decision,
        hidden: Option<&[bool]>,
    ) -> OutputColumn<'a> {
        let (at, hierarchy) = (self.keys[key].column, &self.hierarchies[key]);
        let column = match &decision.shown {
            Recoded::ByValue(recoding) => {
                // Without a hierarchy, neighbours are called by what they hold.
                let rule = if decision.method.has_levels() {
                    CellRule::Ancestor(hierarchy)
                } else {
                    CellRule::Covering(dictionary.reading())
                };
                let labelling = recoding.attributes[key].label(dictionary);
                OutputColumn::labelled(&self.table, at, labelling, rule, hidden)
            }
            Recoded::ByRecord(local) => {
                let labels = &local.attributes[key];
                let rule = match labels.shows {
                    _ if let Some(restored) = &self.restored => {
                        let reading = restored.readings[key].as_ref();
                        reading.map_or(CellRule::Decided, CellRule::Covering)
                    }
                    Summary::Ancestor if decision.method.has_levels() => {
                        CellRule::Ancestor(hierarchy)
                    }
                    Summary::Ancestor | Summary::Range | Summary::Set => {
                        CellRule::Covering(dictionary.reading())
                    }
                    Summary::Mean => CellRule::Mean(&local.group_of),
                };
                OutputColumn::by_row(&self.table, at, &labels.labels, rule, hidden)
            }
        };
        column.at_key(key).suppressed_wholly_if(self.suppresses_wholly(decision.method))
    }
}

/// One attribute's loss: the mean over records of (leaves under the value − 1)/(leaves − 1), a
/// suppressed record counting 1.
fn loss(
    recoded: &ClassTable,
    gone: &dyn Fn(usize) -> u64,
    at: usize,
    map: &Map,
    domain: u64,
) -> f64 {
    let (mut lost, mut rows) = (0.0, 0.0);
    for (number, class) in recoded.classes().enumerate() {
        let (size, gone) = (class.size() as f64, gone(number) as f64);
        lost += gone + (size - gone) * granularity(map.leaves[class.code(at) as usize], domain);
        rows += size;
    }
    if rows > 0.0 { lost / rows } else { 0.0 }
}
