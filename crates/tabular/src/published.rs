//! Tables that were published before, as the files that people have: they are kept as they are.
//!
//! What such a file shows is known, whatever becomes of the other tables, so its cells are published, and they
//! must be what the data give: of tables of other data nothing follows. What it hides stays hidden, for a new
//! table that showed it would undo what was hidden for its sake. All tables are one system, and so what
//! the old and the new ones tell together is attacked like one.

use crate::cells::{Cells, Index};
use crate::judge::Judgement;
use crate::plan::{Plan, Planned};
use crate::records::Unit;
use crate::space::{Key, Space};
use crate::suppress::Standing;
use crate::written::{hidden_texts, is_hidden, is_near, is_value, mean};
use ridotto_argus::Fault;
use ridotto_catalogue::{Decimal, Spanned};
use ridotto_io::FileSource;
use ridotto_policy::Problem;
use ridotto_release::Error;
use ridotto_table::{Block, Lines as Numbers, Source, SourceOptions, unescaped};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::PathBuf;

/// What a line of such a file says.
#[derive(Clone, Copy, Debug)]
struct Line {
    number: u64,
    key: Key,
    /// Value, and the count beside a mean, if they are shown.
    shown: Option<(Decimal, Option<Decimal>)>,
}

/// Cells of tables that were published before, and whether each is hidden there. A cell that several files have
/// is shown if one of them shows it.
pub type Before = FxHashMap<(usize, Key), bool>;

/// The files of tables that were published before, with the tables they are of.
fn files(plan: &Plan) -> impl Iterator<Item = (&Planned, &Spanned<String>)> {
    let tables = plan.tables.iter().zip(&plan.policy.tables);
    tables.filter_map(|(table, asked)| Some((table, asked.published.as_ref()?)))
}

/// Where these files are.
pub fn paths(plan: &Plan) -> Vec<PathBuf> {
    files(plan).map(|(_, file)| plan.folder.join(&file.value)).collect()
}

/// Reads all tables that were published before.
pub fn before(plan: &Plan, space: &Space) -> Result<Before, Error> {
    let mut before = Before::default();
    for (table, file) in files(plan) {
        for line in read(plan, space, table, file)? {
            for measure in table.shown_measures() {
                let hidden = before.entry((measure, line.key)).or_insert(true);
                *hidden &= line.shown.is_none();
            }
        }
    }
    Ok(before)
}

/// Says of the cells of tables that were published before what can become of them. An error if a file tells
/// something else than the data.
pub fn keep(
    plan: &Plan,
    (space, units): (&Space, &[Unit]),
    cells: &Cells,
    judgement: &mut Judgement,
) -> Result<(), Error> {
    for (table, file) in files(plan) {
        agrees(plan, (space, units), cells, (table, file))?;
    }
    for ((measure, key), is_hidden) in before(plan, space)? {
        let Some(cell) = cells.index.find(measure, key) else { continue };
        if is_hidden {
            judgement.standing[cell as usize] = Standing::Sensitive;
        } else {
            judgement.exempt(cell, Standing::Published);
        }
    }
    Ok(())
}

/// Whether cells are hidden, and shown, as they were before.
pub fn is_kept(before: &Before, index: &Index, hidden: &[bool]) -> bool {
    let mut cells = before.iter();
    cells.all(|(&(measure, key), &was_hidden)| {
        index.find(measure, key).is_none_or(|cell| hidden[cell as usize] == was_hidden)
    })
}

/// A file has every cell of its table that has records, with its value or hidden.
fn agrees(
    plan: &Plan,
    (space, units): (&Space, &[Unit]),
    cells: &Cells,
    (table, file): (&Planned, &Spanned<String>),
) -> Result<(), Error> {
    let lines = read(plan, space, table, file)?;
    let places = |measure: usize| units[measure].places;
    let value = |measure: usize, key: Key| {
        cells.index.find(measure, key).map_or(0, |cell| cells.values[cell as usize])
    };
    let is_true = |line: &Line| {
        let Some((written, count)) = line.shown else { return true };
        let sum = value(table.measure, line.key);
        if !table.is_mean {
            return is_value(written, sum, places(table.measure));
        }
        let counted = value(0, line.key);
        let mean = mean(sum, places(table.measure), counted, places(0));
        is_near(written, mean) && count.is_some_and(|count| is_value(count, counted, places(0)))
    };
    let fault = |message: String, help: &str| {
        let problem = Problem::error("bind::published", message)
            .at(file.span, "published before")
            .with_help(help);
        Err(plan.policy.error([problem]).into())
    };
    if let Some(line) = lines.iter().find(|line| !is_true(line)) {
        return fault(
            format!("line {} of `{file}` is not what the data give", line.number),
            "tables are protected together if they are of the same data; of others nothing follows",
        );
    }
    let known: FxHashSet<Key> = lines.iter().map(|line| line.key).collect();
    let at = plan.tables.iter().position(|of| std::ptr::eq(of, table));
    let own = at.map(|at| &cells.tables[at]);
    let has_value = |cell: u32| cells.values[cell as usize] != 0;
    let missing = own
        .into_iter()
        .flatten()
        .filter(|line| has_value(line.cell) && !known.contains(&cells.index.key(line.cell)));
    match missing.count() {
        0 => Ok(()),
        count => fault(
            format!("`{file}` has no line for cells of its table that have records: {count}"),
            "a cell that is not in a file is a published zero: name the dimensions and hierarchies of \
             the table as it was",
        ),
    }
}

/// All lines of a file about a table.
fn read(
    plan: &Plan,
    space: &Space,
    table: &Planned,
    file: &Spanned<String>,
) -> Result<Vec<Line>, Error> {
    let path = plan.folder.join(&file.value);
    let mut missing = hidden_texts(&path);
    missing.push(String::new());
    let options = SourceOptions { digest: false, missing, ..SourceOptions::default() };
    let source = FileSource::open(&path, &options)?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    let columns = columns(plan, table, &names).map_err(|lacking| {
        let problem = Problem::error(
            "bind::published",
            format!("`{file}` has no column `{lacking}`"),
        )
        .at(file.span, "published before")
        .with_help(
            "it is a file as `table` writes it: dimensions, `value`, `count` of means, `status`",
        );
        Error::from(plan.policy.error([problem]))
    })?;
    let numbers = Numbers::starting_at(2);
    let each = |lines: &mut Vec<Line>, block: &Block<'_>| -> Result<(), Error> {
        for row in 0..block.rows() {
            let text = |column: usize| {
                let bytes = block.cell(row, column)?;
                let text = String::from_utf8_lossy(unescaped(bytes.as_bytes())).into_owned();
                (!text.is_empty()).then_some(text)
            };
            let number = numbers.of(block.first_row as usize + row);
            let texts: Vec<Option<String>> = (0..columns.places.len()).map(text).collect();
            let line = columns.line(plan, space, table, number, &texts);
            lines.extend(line.map_err(|fault| Error::of_fault(&path, fault))?);
        }
        Ok(())
    };
    let scanned = source.scan(&columns.places, Vec::new, each, &())?;
    let mut lines: Vec<Line> = scanned.states.into_iter().flatten().collect();
    lines.sort_unstable_by_key(|line| line.number);
    Ok(lines)
}

/// Which columns of a file are looked at: its dimensions first, then value, status and what else there is.
struct Columns {
    places: Vec<usize>,
    /// Places among the dimensions of the policy; the table's own and others that the file has.
    dimensions: Vec<usize>,
    has_table: bool,
}

/// The columns of a file about a table; which one it lacks, otherwise.
fn columns<'a>(plan: &'a Plan, table: &Planned, names: &[&str]) -> Result<Columns, &'a str> {
    let place = |name: &str| names.iter().position(|other| *other == name);
    let (mut places, mut dimensions) = (Vec::new(), Vec::new());
    for (at, (name, _)) in plan.dimensions.iter().enumerate() {
        match place(name) {
            Some(found) => {
                places.push(found);
                dimensions.push(at);
            }
            None if table.dimensions.contains(&at) => return Err(name),
            None => {}
        }
    }
    places.push(place("value").ok_or("value")?);
    places.push(place("status").ok_or("status")?);
    if table.is_mean {
        places.push(place("count").ok_or("count")?);
    }
    let of_table = place("table");
    places.extend(of_table);
    Ok(Columns { places, dimensions, has_table: of_table.is_some() })
}

impl Columns {
    /// What a line says; nothing if it is of another table.
    fn line(
        &self,
        plan: &Plan,
        space: &Space,
        table: &Planned,
        number: u64,
        texts: &[Option<String>],
    ) -> Result<Option<Line>, Fault> {
        let text = |at: usize| texts[at].as_deref();
        if self.has_table && text(texts.len() - 1) != table.name.as_deref() {
            return Ok(None);
        }
        let mut key = space.total();
        for (column, &at) in self.dimensions.iter().enumerate() {
            let node = space.nodes(at).called(text(column)).ok_or_else(|| {
                let hint =
                    "cells are called by values, groups and totals of the policy's dimensions";
                Fault::new(number, format!("code {} is none that cells have", column + 1), hint)
            })?;
            key = space.with(key, at, node);
        }
        let is_own = |at: usize| {
            table.dimensions.contains(&at) || space.node(key, at) == space.nodes(at).total()
        };
        if !(0..plan.dimensions.len()).all(is_own) {
            return Ok(None);
        }
        let first = self.dimensions.len();
        let number_of = |at: usize| {
            let parsed = text(at).and_then(|text| text.parse::<Decimal>().ok());
            parsed.ok_or_else(|| {
                Fault::new(number, "a value that is no number", "hidden cells have no value")
            })
        };
        let shown = match is_hidden(text(first + 1)) {
            Some(true) => None,
            Some(false) => {
                let count = table.is_mean.then(|| number_of(first + 2)).transpose()?;
                Some((number_of(first)?, count))
            }
            None => {
                let hint = "tables published before are true but for cells that are hidden: their status \
                            is `suppressed`, and that of all others `published`";
                return Err(Fault::new(number, "a status of another kind of table", hint));
            }
        };
        Ok(Some(Line { number, key, shown }))
    }
}

#[cfg(test)]
mod tests;
