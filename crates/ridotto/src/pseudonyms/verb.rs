//! Pseudonyms in any file, without the rest of the machinery.

use super::{Making, Pseudonyms, Scheme};
use crate::bind::source_options;
use crate::order::order;
use crate::output::OutputColumn;

use crate::run::{file_report, order_note, write_options, write_table};
use crate::verify::{Expected, verify};
use crate::{Error, Policy, RunOptions, Watch, formulas};
use ridotto_catalogue::similar;
use ridotto_core::Kind;
use ridotto_io::{
    Column, Dialect, Digest, FileSource, FileTable, Format, Source, SourceOptions, Staged, Table,
    Want, WriteOptions,
};
use ridotto_policy::language::{PseudonymMethod, Role};
use ridotto_release::targets::{distinct, inputs_of};
use ridotto_release::{place_all, write_all};
use ridotto_report::{PseudonymReport, ReplacedReport};
use ridotto_table::StagedTable;
use std::path::{Path, PathBuf};

/// What is replaced, and how.
#[derive(Clone, Debug, Default)]
pub struct PseudonymizeOptions {
    /// The columns that are replaced by one scheme.
    pub attributes: Vec<String>,
    /// The scheme.
    pub scheme: Option<Scheme>,
    /// Or what a policy says; then identifiers without a pseudonym are left out.
    pub policy: Option<Policy>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Overwrite what is there.
    pub force: bool,
    /// For tests: draw and shuffle by this seed.
    pub seed: Option<u64>,
    /// Do not shuffle the records.
    pub keep_order: bool,
    /// Escape cells that a spreadsheet would run, also if a policy does not say so.
    pub escape_formulas: bool,
}

/// A file that was written and verified, and is not yet in its place. Dropped without
/// [`publish`](Self::publish), it leaves nothing behind.
#[derive(Debug)]
pub struct Pseudonymized {
    pub(super) data: FileTable,
    pub(super) mappings: Vec<Staged>,
    pub(super) report: PseudonymReport,
}

impl Pseudonymized {
    /// What was done.
    pub fn report(&self) -> &PseudonymReport {
        &self.report
    }

    /// Puts the files in their places, the data last: all of them or none.
    pub fn publish(self) -> Result<PseudonymReport, Error> {
        place_all(self.mappings, [Box::new(self.data) as Box<dyn StagedTable>])?;
        Ok(self.report)
    }
}

/// Replaces columns of a file by pseudonyms.
pub fn pseudonymize(
    data: &Path,
    output: &Path,
    options: &PseudonymizeOptions,
    watch: &dyn Watch,
) -> Result<Pseudonymized, Error> {
    let (schemes, folder) = schemes(options)?;
    Format::of(output)?;
    let mut inputs: Vec<PathBuf> = options.policy.as_ref().map(inputs_of).unwrap_or_default();
    inputs.push(data.to_owned());
    inputs.extend(schemes.iter().filter_map(|(_, of)| Some(folder.join(of.key_file.as_ref()?))));
    let kept = schemes.iter().filter_map(|(_, of)| Some(folder.join(of.mapping.as_ref()?)));
    let mut targets: Vec<PathBuf> = kept.collect();
    targets.sort();
    targets.dedup();
    targets.push(output.to_owned());
    distinct(&targets, &inputs)?;
    let staged = Staged::beside(output, options.force)?;
    let reading = reading(options.policy.as_ref(), options.threads);
    let dropped = |name: &str| {
        let attribute = options.policy.as_ref().and_then(|policy| policy.attribute(name));
        attribute.is_some_and(|of| *of.role == Role::Identifier && of.pseudonym.is_none())
    };
    let names: Vec<&str> = schemes.iter().map(|(name, _)| name.as_str()).collect();
    let (table, dialect) = read(data, &reading, &names, &dropped, watch)?;
    let mut making = Making::new(&folder, options.seed)?;
    watch.begin("replacing", None);
    for (name, scheme) in &schemes {
        let at = place(&table, name);
        making.column(name, scheme, &table, at, watch).map_err(|fault| fault.at_column(name))?;
    }
    let made = making.made();
    let mut mappings = Vec::new();
    for mapping in &made.mappings {
        let file = mapping.stage()?;
        write_all(&file, &mapping.close()?)?;
        mappings.push(file);
    }
    let run =
        RunOptions { seed: options.seed, keep_order: options.keep_order, ..RunOptions::default() };
    let order = order(&vec![false; table.rows], false, &run)?;
    let to_write = To {
        data: (data, dialect),
        staged,
        missing: &reading.missing,
        threads: options.threads,
        escape_formulas: is_escaped(options.policy.as_ref(), options.escape_formulas),
    };
    let Written { data: staged, sha256, note } = written(to_write, &table, &made, &order, watch)?;
    let attributes = schemes.iter().map(|(name, scheme)| ReplacedReport {
        name: name.clone(),
        method: scheme.method.name().to_owned(),
        values: values(&table, place(&table, name)),
        unknown: 0,
    });
    let mut notes: Vec<String> = order_note(&run).into_iter().collect();
    notes.extend(note);
    notes.extend(made.notes(&table));
    notes.extend(schemes.iter().filter(|(_, of)| of.method == PseudonymMethod::SaltedHash).map(
        |(name, _)| format!("whoever can guess values of `{name}` undoes their hashes: use a key"),
    ));
    let report = PseudonymReport {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        input: file_report(data, table.rows as u64, table.sha256),
        output: file_report(output, table.rows as u64, sha256),
        attributes: attributes.collect(),
        dropped: table.names.iter().filter(|name| dropped(name)).cloned().collect(),
        notes,
    };
    Ok(Pseudonymized { data: staged, mappings, report })
}

/// The columns and their schemes, and where their files are.
fn schemes(options: &PseudonymizeOptions) -> Result<(Vec<(String, Scheme)>, PathBuf), Error> {
    let schemes: Vec<(String, Scheme)> = match (&options.policy, &options.scheme) {
        (Some(policy), _) => {
            let all = policy.pseudonyms().map(|(of, how)| (of.name.value.clone(), Scheme::of(how)));
            all.collect()
        }
        (None, Some(scheme)) => {
            scheme.check()?;
            options.attributes.iter().map(|name| (name.clone(), scheme.clone())).collect()
        }
        (None, None) => Vec::new(),
    };
    if schemes.is_empty() {
        return Err(Error::Usage {
            message: "nothing says which columns become pseudonyms".into(),
            hint: "say `--attributes NAME --method hmac-sha256 --key-file secret.key`, or \
                   `--policy POLICY` with `pseudonym = { … }` for an identifier"
                .into(),
        });
    }
    let folder = options.policy.as_ref().map_or(PathBuf::new(), folder_of);
    Ok((schemes, folder))
}

/// The folder of a policy.
pub(super) fn folder_of(policy: &Policy) -> PathBuf {
    Path::new(policy.source().name()).parent().unwrap_or(Path::new("")).to_owned()
}

/// How the data are read.
pub(super) fn reading(policy: Option<&Policy>, threads: usize) -> SourceOptions {
    match policy {
        Some(policy) => source_options(policy, threads),
        None => SourceOptions { threads, ..SourceOptions::default() },
    }
}

/// Whether cells that a spreadsheet would run are escaped: it was said, or a policy says so.
pub(super) fn is_escaped(policy: Option<&Policy>, said: bool) -> bool {
    said || policy.is_some_and(|policy| policy.output.escapes_formulas())
}

/// Reads a file: columns that are replaced as codes, others as they are.
pub(super) fn read(
    data: &Path,
    reading: &SourceOptions,
    replaced: &[&str],
    dropped: &dyn Fn(&str) -> bool,
    watch: &dyn Watch,
) -> Result<(Table, Option<Dialect>), Error> {
    let source = FileSource::open(data, reading)?;
    source.expect(replaced.iter().copied())?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if let Some(lacking) = replaced.iter().find(|name| !names.contains(name)) {
        return Err(Error::Usage {
            message: format!("{}: there is no column `{lacking}`", data.display()),
            hint: similar(lacking, &names),
        });
    }
    let want = |name: &&str| {
        if replaced.contains(name) {
            Want::Code { kind: Some(Kind::Text) }
        } else if dropped(name) {
            Want::Skip
        } else {
            Want::Carry
        }
    };
    let wants: Vec<Want> = names.iter().map(want).collect();
    watch.begin("reading", std::fs::metadata(data).ok().map(|metadata| metadata.len()));
    Ok((source.read(&wants, watch)?, source.dialect().copied()))
}

/// The place of a column that is there.
pub(super) fn place(table: &Table, name: &str) -> usize {
    let place = table.names.iter().position(|other| other == name);
    place.expect("it was found when the file was read")
}

/// How many different values a column has.
pub(super) fn values(table: &Table, at: usize) -> u64 {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary.texts().len() as u64,
        _ => 0,
    }
}

/// Where and how a table is written.
pub(super) struct To<'a> {
    /// The input, and what it looks like if it is a text.
    pub data: (&'a Path, Option<Dialect>),
    pub staged: Staged,
    pub missing: &'a [String],
    pub threads: usize,
    pub escape_formulas: bool,
}

/// What is known of a file that was written.
pub(super) struct Written {
    pub data: FileTable,
    pub sha256: Option<Digest>,
    /// What is to be said of cells that a spreadsheet would run.
    pub note: Option<String>,
}

/// Writes a table and reads it again: every cell must be what it was, or what stands for it.
pub(super) fn written(
    to: To<'_>,
    table: &Table,
    made: &Pseudonyms,
    order: &[u32],
    watch: &dyn Watch,
) -> Result<Written, Error> {
    let released = (0..table.columns.len())
        .filter(|&at| !matches!(table.columns[at], Column::Skipped))
        .map(|at| match made.of(at) {
            Some(replaced) => replaced.output(table, None),
            None => OutputColumn::same(table, at, None),
        });
    let columns: Vec<OutputColumn<'_>> = released.collect();
    let options = write_options(to.data, to.staged.target(), to.missing, to.threads)?;
    let options = WriteOptions { escape_formulas: to.escape_formulas, ..options };
    let data = FileTable::new(to.staged, options);
    write_table(&data, &columns, order, watch)?;
    let expected = Expected {
        columns: &columns,
        order,
        hidden: None,
        missing: data.missing(),
        judged: &[],
        people: None,
        escaped: data.escapes_formulas(),
    };
    let reading = SourceOptions { threads: to.threads, ..SourceOptions::default() };
    let sha256 = verify(&data, &reading, &expected, watch)?.sha256;
    let note = formulas::note(&data, &columns, order, "`--escape-formulas`");
    Ok(Written { data, sha256, note })
}
