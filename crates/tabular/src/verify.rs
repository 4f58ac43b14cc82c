//! What was written is read again and judged: every line is what the records give or is hidden, none is
//! missing, and whoever attacks the lines gets near to nobody.

use crate::cells::Index;
use crate::given::Sums;
use crate::guess::{Left, left};
use crate::lines::{Lined, PUBLISHED, SUPPRESSED, marks_hidden, mean};
use crate::method::{self, Published};
use crate::plan::Plan;
use crate::protect::{Data, Decision};
use crate::published;
use crate::recount::recount;
use crate::rejudge::rejudge;
use crate::safety::attacked;
use crate::space::{Key, Space};
use crate::suppress::Problem;
use crate::written::hidden_texts;
use ridotto_audit::{Everybody, Outside};
use ridotto_catalogue::Decimal;
use ridotto_core::Control;
use ridotto_release::{Error, Output, Run, Written};
use ridotto_table::{Block, Digest, SourceOptions, unescaped};
use rustc_hash::FxHashMap;

/// A line as it was read.
#[derive(Debug)]
pub struct Read {
    /// Its table.
    pub table: usize,
    /// Its cell.
    pub key: Key,
    /// What it says, unless that is nothing.
    pub value: Option<String>,
    /// The count beside it.
    pub count: Option<String>,
    /// What became of the cell.
    pub status: String,
}

/// What the verifier found in the lines.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many lines there are.
    pub lines: u64,
    /// How many were read, and the digest of the bytes.
    pub file: (u64, Option<Digest>),
    /// Cells that are hidden, by their numbers.
    pub hidden: Vec<bool>,
    /// Cells to which somebody gets too near.
    pub not_safe: u64,
    /// Of each rule the figure of the cell that comes nearest to breaking it.
    pub attained: Vec<Option<f64>>,
    /// What is left to guess and what was lost, where releases are compared.
    pub left: Option<Left>,
}

fn faulty(what: &str) -> Error {
    Error::Unverified(what.to_owned())
}

/// Reads what was written, and judges it.
pub fn verify(
    plan: &Plan,
    data: &Data,
    decision: &Decision,
    written: &Written<'_, Lined>,
    run: &mut Run<'_>,
) -> Result<Found, Error> {
    run.watch.begin("verifying", None);
    let (lines, rows, digest) = read_lines(plan, &data.space, written, run)?;
    let truths: Vec<FxHashMap<Key, Sums>> =
        plan.tables.iter().map(|table| recount(plan, data, table)).collect();
    let values = recounted(plan, decision, &truths);
    let hidden = compared(plan, data, decision, lines, truths)?;
    if hidden.index != decision.cells.index {
        return Err(faulty("the cells of the lines are not those of the tables"));
    }
    let before = published::before(plan, &data.space)?;
    if !published::is_kept(&before, &hidden.index, &hidden.cells) {
        return Err(faulty("a table that was published before would be another one"));
    }
    let attained = rejudge(plan, data, decision, &|cell| {
        let at = cell as usize;
        // Of values that are changed only those count that everybody knows not to be.
        let is_known = decision.outcome.told.as_ref().is_none_or(|told| told[at]);
        is_known && !hidden.cells[at] && !decision.judgement.exempt[at]
    })?;
    let not_safe = attack(plan, data, decision, (&hidden, &values), run)?;
    // Where nothing is written but the data, somebody compares many releases by their figures.
    let left = run.is_alone.then(|| left(plan, data, decision, run));
    let Hidden { lines, cells: hidden, .. } = hidden;
    Ok(Found { lines, file: (rows, digest), hidden, not_safe, attained, left })
}

/// The true values of all cells, as they were counted once more; cells without records are 0.
fn recounted(plan: &Plan, decision: &Decision, truths: &[FxHashMap<Key, Sums>]) -> Vec<f64> {
    let index = &decision.cells.index;
    let mut values = vec![0.0; index.len()];
    for (table, truth) in plan.tables.iter().zip(truths) {
        for (&key, &(sum, count)) in truth {
            for measure in table.shown_measures() {
                let of = if measure == table.measure { sum } else { count };
                if let Some(cell) = index.find(measure, key) {
                    values[cell as usize] = of as f64;
                }
            }
        }
    }
    values
}

/// All lines of the file.
pub fn read_lines(
    plan: &Plan,
    space: &Space,
    written: &Written<'_, Lined>,
    run: &Run<'_>,
) -> Result<(Vec<Read>, u64, Option<Digest>), Error> {
    let Written { output, staged, .. } = written;
    let missing = if marks_hidden(plan, space) { hidden_texts(staged.name()) } else { Vec::new() };
    let options = SourceOptions {
        digest: run.digests,
        threads: run.threads,
        missing,
        ..SourceOptions::default()
    };
    let source = staged.reopen(&options)?;
    let columns: Vec<usize> = (0..output.names().len()).collect();
    let (missing, is_escaped) = (staged.missing(), staged.escapes_formulas());
    let text = |block: &Block<'_>, row: usize, column: usize| {
        let text = block.cell(row, column)?;
        let bytes = text.as_bytes();
        let bytes = if is_escaped { unescaped(bytes) } else { bytes };
        let text = String::from_utf8_lossy(bytes).into_owned();
        (text != missing).then_some(text)
    };
    let each = |lines: &mut Vec<Read>, block: &Block<'_>| -> Result<(), Error> {
        for row in 0..block.rows() {
            let cells = columns.iter().map(|&column| text(block, row, column)).collect();
            lines.push(line(plan, space, cells)?);
        }
        Ok(())
    };
    let scanned = source.scan(&columns, Vec::new, each, run.watch)?;
    Ok((scanned.states.into_iter().flatten().collect(), scanned.rows, scanned.sha256))
}

/// A line of texts: of which cell it is, and what it says.
fn line(plan: &Plan, space: &Space, cells: Vec<Option<String>>) -> Result<Read, Error> {
    let mut cells = cells.into_iter();
    let mut next = || cells.next().flatten();
    let table = if plan.has_several() {
        let name = next();
        let is_it = |table: &crate::plan::Planned| table.name == name;
        plan.tables.iter().position(is_it).ok_or_else(|| faulty("a line is of no table"))?
    } else {
        0
    };
    let mut key = space.total();
    for at in 0..plan.dimensions.len() {
        let node = space.nodes(at).called(next().as_deref());
        let node = node.ok_or_else(|| faulty("a line has a label that no cell has"))?;
        key = space.with(key, at, node);
    }
    let value = next();
    let count = if plan.has_means() { next() } else { None };
    let status = next().ok_or_else(|| faulty("a line has no status"))?;
    Ok(Read { table, key, value, count, status })
}

/// Which cells the lines hide.
struct Hidden {
    lines: u64,
    index: Index,
    cells: Vec<bool>,
}

/// Holds every line against the records, or against what the method made of them.
fn compared(
    plan: &Plan,
    data: &Data,
    decision: &Decision,
    lines: Vec<Read>,
    mut truths: Vec<FxHashMap<Key, Sums>>,
) -> Result<Hidden, Error> {
    let shown = |line: &Read| {
        let measures = plan.tables[line.table].shown_measures();
        measures.map(|measure| (measure, line.key)).collect::<Vec<_>>()
    };
    let outcome = &decision.outcome;
    // Cells that are too fine to be published are unknown, as hidden ones are.
    let all = 0..decision.cells.len() as u32;
    let dropped = all.filter(|&cell| !outcome.has_line(cell)).map(|cell| {
        let index = &decision.cells.index;
        (index.measure(cell), index.key(cell))
    });
    let keys = lines.iter().flat_map(shown).chain(dropped);
    let index = Index::new(plan.measures.len(), keys.collect());
    let mut cells = vec![true; index.len()];
    let find = |measure, key| index.find(measure, key).expect("the cells of lines are indexed");
    for (truth, groups) in truths.iter_mut().zip(&decision.cells.groups) {
        truth.extend(groups.added.iter().map(|&key| (key, (0, 0))));
    }
    let count = lines.len() as u64;
    for line in lines {
        let truth = truths[line.table].remove(&line.key);
        let truth =
            truth.ok_or_else(|| faulty("a line is of a cell without records, or there twice"))?;
        let is_hidden = judge_line(plan, data, decision, &line, truth)?;
        if !is_hidden {
            for (measure, key) in shown(&line) {
                cells[find(measure, key) as usize] = false;
            }
        }
    }
    let all = 0..decision.cells.len() as u32;
    for cell in all.filter(|&cell| outcome.is_unwritten_zero(cell)) {
        let place = (decision.cells.index.measure(cell), decision.cells.index.key(cell));
        cells[find(place.0, place.1) as usize] = false;
    }
    let is_missing = |(table, key): (&crate::plan::Planned, &Key)| {
        let cell = decision.cells.index.find(table.measure, *key);
        cell.is_none_or(|cell| outcome.has_line(cell))
    };
    let mut rest = plan
        .tables
        .iter()
        .zip(&truths)
        .flat_map(|(of, rest)| rest.keys().map(move |key| (of, key)));
    if rest.any(is_missing) {
        return Err(faulty("a cell that has records is missing"));
    }
    Ok(Hidden { lines: count, index, cells })
}

/// Whether a line hides its cell; an error if it says anything but what it should.
fn judge_line(
    plan: &Plan,
    data: &Data,
    decision: &Decision,
    line: &Read,
    (sum, count): Sums,
) -> Result<bool, Error> {
    let table = &plan.tables[line.table];
    if line.status == SUPPRESSED {
        let is_empty = line.value.is_none() && line.count.is_none();
        return if is_empty { Ok(true) } else { Err(faulty("a hidden cell shows a value")) };
    }
    let find = |measure| decision.cells.index.find(measure, line.key);
    let (mut sum, mut count, mut status) = (sum, count, PUBLISHED);
    if let Some(changed) = &decision.outcome.changed {
        let of = |measure| find(measure).map(|cell| changed[cell as usize]);
        (sum, count) = (of(table.measure).unwrap_or(sum), of(0).unwrap_or(count));
    }
    if let Some(cell) = find(table.measure) {
        if decision.outcome.is_unwritten_zero(cell) {
            return Err(faulty("a cell that is published as 0 has a line"));
        }
        status = decision.outcome.status(cell, method::of(plan));
    }
    if line.status != status {
        return Err(faulty("a line has a status that it should not have"));
    }
    let places = |measure: usize| data.units[measure].places;
    let value = line.value.as_deref().ok_or_else(|| faulty("a published cell has no value"))?;
    let fits = if table.is_mean {
        let counted = line.count.as_deref().is_some_and(|text| is_number(text, count, places(0)));
        let expected = mean(sum, places(table.measure), count, places(0));
        counted && value.parse() == Ok(expected)
    } else if plan.has_means() {
        value.parse() == Ok(sum as f64 / 10_f64.powi(places(table.measure).cast_signed()))
    } else {
        is_number(value, sum, places(table.measure))
    };
    if fits { Ok(false) } else { Err(faulty("a cell is not what the records give")) }
}

/// Whether a text is so many units of 10^-places.
fn is_number(text: &str, units: i64, places: u32) -> bool {
    let number = Decimal::parse(text).and_then(|number| number.checked_units(places));
    number == Some(units.into())
}

/// Attacks the lines: cells and sums are those of the lines, values those that were counted once more, and
/// what is sensitive was judged anew.
fn attack(
    plan: &Plan,
    data: &Data,
    decision: &Decision,
    (hidden, values): (&Hidden, &[f64]),
    run: &Run<'_>,
) -> Result<u64, Error> {
    let system = hidden.index.system(&data.space, plan);
    if let Some(published) = &decision.outcome.changed {
        let published = Published {
            plan,
            units: &data.units,
            cells: &decision.cells,
            system: &system,
            needs: &decision.judgement.needs,
            values: published,
        };
        return (method::of(plan).keeps)(&published).map(|()| 0).map_err(faulty);
    }
    let judged = &decision.judgement;
    let everyone = data.everyone(plan, &hidden.index, values);
    let problem = Problem {
        system: &system,
        values,
        standing: &judged.standing,
        cost: &decision.cost,
        needs: &judged.needs,
        outside: Outside { down: &judged.down, up: &judged.up },
        contributors: &judged.contributors,
        everybody: everyone.as_ref().map(|of| of as &dyn Everybody),
        alone_know: plan.alone_know(),
    };
    let cancelled = || run.watch.control() == Control::Cancel;
    let found = attacked(&problem, &hidden.cells, &cancelled);
    ridotto_release::heed(run.watch)?;
    if found.unsafe_cells() > 0 {
        return Err(Error::Unverified(format!(
            "{} sensitive cells are too well known ({})",
            found.unsafe_cells(),
            found.by_whom()
        )));
    }
    Ok(0)
}
