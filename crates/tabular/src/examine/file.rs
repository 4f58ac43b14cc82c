//! A file to lines: of our form, or as τ-Argus writes tables.

use super::lines::Line;
use crate::plan::Plan;
use crate::protect::Data;
use crate::space::Key;
use crate::written::{hidden_texts, is_hidden};
use ridotto_argus::output::{Written, output};
use ridotto_argus::{Fault, Metadata};
use ridotto_catalogue::Decimal;
use ridotto_io::{FileSource, whole_text};
use ridotto_release::{Error, Run, metadata};
use ridotto_table::{Block, Lines as Numbers, Source, SourceOptions, unescaped};
use std::path::Path;

/// Reads a file; which form it has, its columns tell.
pub(super) fn read(
    plan: &Plan,
    data: &Data,
    file: &Path,
    run: &Run<'_>,
) -> Result<Vec<Line>, Error> {
    let mut missing = hidden_texts(file);
    missing.push(String::new());
    let options =
        SourceOptions { digest: false, threads: run.threads, missing, ..SourceOptions::default() };
    if let Ok(source) = FileSource::open(file, &options) {
        let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
        if let Some(places) = places(plan, &names) {
            return ours(plan, data, (file, &source), &places, run);
        }
    }
    theirs(plan, data, file)
}

/// The columns of a file of ours: the table if there are several, dimensions, value, count and status.
struct Places {
    columns: Vec<usize>,
}

fn places(plan: &Plan, names: &[&str]) -> Option<Places> {
    let place = |name: &str| names.iter().position(|other| *other == name);
    let mut columns = Vec::new();
    if plan.has_several() {
        columns.push(place("table")?);
    }
    for (name, _) in &plan.dimensions {
        columns.push(place(name)?);
    }
    columns.push(place("value")?);
    if plan.has_means() {
        columns.push(place("count")?);
    }
    columns.push(place("status")?);
    Some(Places { columns })
}

/// A file of our form.
fn ours(
    plan: &Plan,
    data: &Data,
    (file, source): (&Path, &FileSource),
    places: &Places,
    run: &Run<'_>,
) -> Result<Vec<Line>, Error> {
    run.watch.begin("reading", None);
    let text = |block: &Block<'_>, row: usize, column: usize| {
        let text = block.cell(row, column)?;
        let text = String::from_utf8_lossy(unescaped(text.as_bytes())).into_owned();
        (!text.is_empty()).then_some(text)
    };
    let numbers = Numbers::starting_at(2);
    let each = |lines: &mut Vec<Line>, block: &Block<'_>| -> Result<(), Error> {
        for row in 0..block.rows() {
            let cells: Vec<Option<String>> =
                (0..places.columns.len()).map(|column| text(block, row, column)).collect();
            let number = numbers.of(block.first_row as usize + row);
            let line = line(plan, data, number, &cells);
            lines.push(line.map_err(|fault| Error::of_fault(file, fault))?);
        }
        Ok(())
    };
    let scanned = source.scan(&places.columns, Vec::new, each, run.watch)?;
    let mut lines: Vec<Line> = scanned.states.into_iter().flatten().collect();
    lines.sort_unstable_by_key(|line| line.number);
    Ok(lines)
}

const LABEL: &str = "cells are called by values, groups and totals of the policy's dimensions";

fn line(plan: &Plan, data: &Data, number: u64, cells: &[Option<String>]) -> Result<Line, Fault> {
    let mut cells = cells.iter().map(Option::as_deref);
    let mut next = || cells.next().flatten();
    let table = if plan.has_several() {
        let name = next();
        let found = plan.tables.iter().position(|table| table.name.as_deref() == name);
        found.ok_or_else(|| Fault::new(number, "no table of the policy is called so", LABEL))?
    } else {
        0
    };
    let mut key = data.space.total();
    for at in 0..plan.dimensions.len() {
        key = placed(data, (key, at), next(), number)?;
    }
    let decimal = |text: Option<&str>| match text {
        None => Ok(None),
        Some(text) => text.parse::<Decimal>().map(Some).map_err(|_| {
            Fault::new(number, "a value that is no number", "hidden cells have no value")
        }),
    };
    let value = decimal(next())?;
    let count = if plan.has_means() { decimal(next())? } else { None };
    let Some(is_hidden) = is_hidden(next()) else {
        let hint = "an audit is about cells that are hidden: their status is `suppressed`, and that of \
                    all others `published`";
        return Err(Fault::new(number, "a status of another kind of table", hint));
    };
    Ok(Line { number, table, key, is_hidden, value, count })
}

/// The cell that has the node of a label in a dimension.
fn placed(
    data: &Data,
    (key, at): (Key, usize),
    label: Option<&str>,
    number: u64,
) -> Result<Key, Fault> {
    let node = data.space.nodes(at).called(label);
    let fault = || Fault::new(number, format!("code {} is none that cells have", at + 1), LABEL);
    node.map(|node| data.space.with(key, at, node)).ok_or_else(fault)
}

/// A file that τ-Argus wrote: of one table.
fn theirs(plan: &Plan, data: &Data, file: &Path) -> Result<Vec<Line>, Error> {
    let [table] = &plan.tables[..] else {
        return Err(Error::Usage {
            message: format!("{}: the file does not say of which table its lines are", file.display()),
            hint: "a file of several tables has the columns `table`, the dimensions, `value` and `status`"
                .into(),
        });
    };
    let text = whole_text(file)?;
    let metadata = metadata(&plan.policy)?;
    let fault = |fault: Fault| Error::of_fault(file, fault);
    let written = output(&text, table.dimensions.len()).map_err(fault)?;
    let lines = written.iter().map(|line| theirs_line(plan, data, metadata.as_ref(), line));
    lines.filter_map(Result::transpose).collect::<Result<_, _>>().map_err(fault)
}

/// A line of theirs; nothing where it says that nobody is in the cell, and nobody is.
fn theirs_line(
    plan: &Plan,
    data: &Data,
    metadata: Option<&Metadata>,
    written: &Written,
) -> Result<Option<Line>, Fault> {
    let number = written.line;
    let mut key = data.space.total();
    for (code, &at) in written.codes.iter().zip(&plan.tables[0].dimensions) {
        let variable = metadata.and_then(|of| of.variable(&plan.dimensions[at].0));
        let is_missing = variable.is_some_and(|of| of.missing.contains(code));
        let label = (!is_missing).then_some(code.as_str());
        let is_known = data.space.nodes(at).called(label).is_some();
        // Codes of a list that no record has: an empty cell tells nothing that was not known.
        if !is_known && !written.status.is_some_and(ridotto_argus::output::Status::is_hidden) {
            let is_nothing =
                written.value.as_deref().is_none_or(|value| value.parse() == Ok(Decimal::ZERO));
            if is_nothing {
                return Ok(None);
            }
        }
        key = placed(data, (key, at), label, number)?;
    }
    let value = written.value.as_deref().and_then(|text| text.parse().ok());
    let is_empty = written.status == Some(ridotto_argus::output::Status::Empty);
    let is_hidden = match written.status {
        Some(status) => status.is_hidden(),
        None => value.is_none(),
    };
    let value = if is_empty { Some(Decimal::ZERO) } else { value };
    Ok(Some(Line { number, table: 0, key, is_hidden, value, count: None }))
}
