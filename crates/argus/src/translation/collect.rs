//! What the commands of a batch say together.

use super::{NOT_HERE, Opened};
use crate::Fault;
use crate::batch::{Batch, Call, Command, Table};
use crate::metadata::Holds;

/// All of a batch, and notes about it.
pub(super) struct Said {
    pub opened: Opened,
    /// The lines that open data and metadata.
    pub lines: (u64, u64),
    pub tables: Vec<(u64, Table)>,
    /// The rules of each table, with their line; nothing if it has none.
    pub rules: Vec<Option<(u64, Vec<Call>)>>,
    pub apriori: Option<(u64, String)>,
    /// Variables that are recoded: the line, the name, a level or a file.
    pub recodes: Vec<(u64, String, String)>,
    /// The line that says that totals are worked out.
    pub add_totals: Option<u64>,
    pub methods: Vec<(u64, Call, String)>,
    /// The file that is written first.
    pub output: Option<(u64, String)>,
    pub notes: Vec<String>,
}

impl Said {
    pub fn note(&mut self, line: u64, note: &str) {
        self.notes.push(format!("line {line}: {note}"));
    }
}

pub(super) fn opened(batch: &Batch) -> Result<Opened, Vec<Fault>> {
    places(batch).map(|(opened, _)| opened)
}

fn places(batch: &Batch) -> Result<(Opened, (u64, u64)), Vec<Fault>> {
    let (mut data, mut metadata, mut faults) = (None, None, Vec::new());
    for (line, command) in &batch.commands {
        let twice = match command {
            Command::OpenRecords(file) => data.replace((*line, Holds::Records, file)).is_some(),
            Command::OpenCells(file) => data.replace((*line, Holds::Cells, file)).is_some(),
            Command::OpenMetadata(file) => metadata.replace((*line, file)).is_some(),
            _ => false,
        };
        if twice {
            let hint = "ridotto protects tables of one file: make a batch for each";
            faults.push(Fault::new(*line, "a second file is opened", hint));
        }
    }
    match (data, metadata) {
        (Some((line, holds, data)), Some((other, metadata))) if faults.is_empty() => {
            let opened = Opened { holds, data: data.clone(), metadata: metadata.clone() };
            Ok((opened, (line, other)))
        }
        (None, _) => Err(vec![Fault::new(1, "the batch opens no data", "add `<OPENMICRODATA>`")]),
        (_, None) => {
            Err(vec![Fault::new(1, "the batch opens no metadata", "add `<OPENMETADATA>`")])
        }
        _ => Err(faults),
    }
}

/// All of a batch, and what of it is not there; nothing can be said of one without a table.
pub(super) fn said(batch: &Batch) -> Result<(Said, Vec<Fault>), Vec<Fault>> {
    let (opened, lines) = places(batch)?;
    let mut said = Said {
        opened,
        lines,
        tables: Vec::new(),
        rules: Vec::new(),
        apriori: None,
        recodes: Vec::new(),
        add_totals: None,
        methods: Vec::new(),
        output: None,
        notes: Vec::new(),
    };
    let mut faults = Vec::new();
    for (line, command) in &batch.commands {
        if let Err(fault) = take(&mut said, *line, command) {
            faults.push(fault);
        }
    }
    if said.output.is_none() && !said.tables.is_empty() {
        let note = "the batch names no file for its table: it is written to `table.csv`";
        said.note(said.tables[0].0, note);
        said.output = Some((said.tables[0].0, "table.csv".to_owned()));
    }
    if said.tables.is_empty() && faults.is_empty() {
        faults.push(Fault::new(1, "the batch asks for no table", "add `<SPECIFYTABLE>`"));
    }
    if said.tables.is_empty() { Err(faults) } else { Ok((said, faults)) }
}

fn take(said: &mut Said, line: u64, command: &Command) -> Result<(), Fault> {
    match command {
        Command::OpenRecords(_)
        | Command::OpenCells(_)
        | Command::OpenMetadata(_)
        | Command::ReadRecords => {}
        Command::Table(table) => {
            said.tables.push((line, table.clone()));
            said.rules.push(None);
        }
        Command::Rules(calls) => match said.rules.last_mut() {
            Some(rules) => *rules = Some((line, calls.clone())),
            None => return Err(before_tables(line)),
        },
        Command::ReadCells(how) => read_cells(said, line, how)?,
        Command::Apriori { file, table, .. } => apriori(said, line, file, *table)?,
        Command::Recode { table, variable, by } => recode(said, line, *table, (variable, by))?,
        Command::Suppress { method, rest } => {
            said.methods.push((line, method.clone(), rest.clone()));
        }
        Command::Write { form, options, file, .. } => write(said, line, *form, options, file)?,
        Command::Other(word) => other(said, line, word)?,
    }
    Ok(())
}

fn before_tables(line: u64) -> Fault {
    Fault::new(line, "there is no table yet", "put it below `<SPECIFYTABLE>`")
}

/// 0: totals are there and are sums; 1: they are worked out, perhaps with `T`, so that what is said of cells is
/// kept; 2: they need not be sums.
fn read_cells(said: &mut Said, line: u64, how: &str) -> Result<(), Fault> {
    let hint = "write `<READTABLE>`, or `<READTABLE> 1` where totals are to be worked out";
    match how.chars().next() {
        None | Some('0') => {}
        Some('1') => {
            said.add_totals = Some(line);
            let note = "totals without a line are worked out; one that has a line and is no sum is an error, \
                        where τ-Argus puts another in its place";
            said.note(line, note);
        }
        Some('2') => {
            let note = "τ-Argus goes on with totals that are no sums; here one is an error, because nobody could \
                        say what is safe";
            said.note(line, note);
        }
        Some(_) => {
            return Err(Fault::new(line, "an option of `<READTABLE>` that there is not", hint));
        }
    }
    Ok(())
}

/// A recode is of a variable, whichever table it names: τ-Argus recodes it in all tables that have it.
fn recode(
    said: &mut Said,
    line: u64,
    table: usize,
    (variable, by): (&str, &str),
) -> Result<(), Fault> {
    let fault = |message: &str, hint: &'static str| Err(Fault::new(line, message, hint));
    if said.opened.holds == Holds::Cells {
        return fault("cells are not recoded, but records", NOT_HERE);
    }
    let Some((_, of)) = table.checked_sub(1).and_then(|at| said.tables.get(at)) else {
        return fault("a recode of a table that there is not", "tables are counted from 1");
    };
    let has = |table: &Table| table.dimensions.iter().any(|of| of.eq_ignore_ascii_case(variable));
    if !has(of) {
        return fault(
            "a recode of a variable that its table does not have",
            "name a dimension of it",
        );
    }
    if said.recodes.iter().any(|(_, of, _)| of.eq_ignore_ascii_case(variable)) {
        return fault("a variable is recoded twice", "leave the recode that counts");
    }
    if said.tables.iter().enumerate().any(|(at, (_, other))| at + 1 != table && has(other)) {
        said.note(line, "the variable is recoded in all tables that have it, as τ-Argus does");
    }
    said.recodes.push((line, variable.to_owned(), by.to_owned()));
    Ok(())
}

fn apriori(said: &mut Said, line: u64, file: &str, table: usize) -> Result<(), Fault> {
    if said.tables.len() != 1 || table != 1 {
        let message = "an a-priori file of one of several tables";
        let hint = "ridotto reads one for a policy with one table: make a batch for each table that has one";
        return Err(Fault::new(line, message, hint));
    }
    if said.apriori.replace((line, file.to_owned())).is_some() {
        return Err(Fault::new(line, "a second a-priori file", "put both files into one"));
    }
    Ok(())
}

fn write(
    said: &mut Said,
    line: u64,
    form: u8,
    options: &[(String, bool)],
    file: &str,
) -> Result<(), Fault> {
    match form {
        4 => return Err(Fault::new(line, "files for Eurostat are not written", NOT_HERE)),
        5 => return Err(Fault::new(line, "cells to be read again are not written", NOT_HERE)),
        6 => {
            let note = "`Outputs::intervals` writes the table as JJ if the name ends in .jj, for its owner alone";
            said.note(line, note);
            return Ok(());
        }
        _ => {}
    }
    let has_status = options.iter().any(|(name, is_on)| name == "AS" && *is_on);
    if has_status {
        let note = "the status never says which suppression is primary; `Outputs::intervals` does, for the \
                    owner alone";
        said.note(line, note);
    }
    if said.output.is_some() {
        let note = "all tables are written to one file, with a column `table`";
        said.note(line, note);
        return Ok(());
    }
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let is_text =
        [".csv", ".tsv", ".txt"].iter().any(|end| name.to_ascii_lowercase().ends_with(end));
    let name = if is_text { name.to_owned() } else { format!("{name}.csv") };
    if form == 1 {
        said.note(line, "a line is written for each cell, and no matrix");
    }
    said.output = Some((line, name));
    Ok(())
}

fn other(said: &mut Said, line: u64, word: &str) -> Result<(), Fault> {
    match word {
        "SILENT" => {}
        "SOLVER" => said.note(line, "ridotto has a solver of its own"),
        "LOGBOOK" | "VERSIONINFO" => {
            said.note(line, "no log is written; a report tells what was done");
        }
        "GOINTERACTIVE" => said.note(line, "there is no window: ridotto goes on to the end"),
        "CLEAR" => {
            let hint = "make a batch of what follows";
            return Err(Fault::new(line, "a second batch begins", hint));
        }
        _ => {
            let message = format!("`<{word}>` is not there in ridotto");
            return Err(Fault::new(line, message, NOT_HERE));
        }
    }
    Ok(())
}
