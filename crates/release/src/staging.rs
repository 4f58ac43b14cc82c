//! What a run will write, staged before any work is done: a folder that cannot be written, a file that
//! is there already, an output that would replace an input are found out at once.

use crate::certificate::{self, Certifier};
use crate::inputs::folder_of;
use crate::reports::Reports;
use crate::{Destination, Error, FileTarget, Opened, Outputs, targets};
use ridotto_io::{Claims, Dialect, FileTable, Format, Staged, WriteOptions, beside};
use ridotto_policy::{Policy, Problem};
use ridotto_table::{StagedBatches, StagedTable};
use std::path::{Path, PathBuf};

impl Outputs {
    /// Claims the files that a run will write, before it reads anything: of two runs with a common
    /// output the second learns at once that it is, and not when it has worked for an hour. The claims
    /// go into the outputs of the run, which stages its files by them.
    pub fn claim(&self, policy: &Policy, input: Option<&Path>) -> Result<Claims, Error> {
        // Who names no output is told so with all that is wrong with the policy and the data.
        let Some(targets) = Targets::of(policy, self) else { return Ok(Claims::default()) };
        targets.data.as_deref().map(Format::of).transpose()?;
        targets::distinct(&targets.all().collect::<Vec<_>>(), &self.inputs(policy, input))?;
        Ok(Claims::on(targets.all(), self.force)?)
    }

    /// The files that a run reads.
    fn inputs(&self, policy: &Policy, input: Option<&Path>) -> Vec<PathBuf> {
        let (_, key) = certificate::wanted(policy, self);
        let named = targets::inputs_of(policy).into_iter();
        named.chain(input.map(Path::to_owned)).chain(key).collect()
    }
}

/// What a plan says about its outputs before it runs.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// The data that come in.
    pub inputs: &'a Opened,
    /// The names of the tables that are written, the first being the data.
    pub tables: &'a [String],
    /// Files that steps publish.
    pub files: &'a [FileTarget],
    /// Whether nothing may be told of the input, not even how its file is written.
    pub is_silent: bool,
    /// Files that are gone on with.
    pub continued: &'a [PathBuf],
    /// Where else nothing may be written: files that are read besides those of the policy.
    pub others: &'a [PathBuf],
}

/// Where the files of a run go.
#[derive(Debug)]
struct Targets {
    /// The data; `None` if they stay in memory.
    data: Option<PathBuf>,
    reports: Vec<PathBuf>,
    recoding: Option<PathBuf>,
    intervals: Option<PathBuf>,
    /// What else is written beside them.
    others: Vec<PathBuf>,
}

impl Targets {
    /// What a policy and the outputs of its run name; `None` if no file for the data is named.
    fn of(policy: &Policy, outputs: &Outputs) -> Option<Self> {
        let folder = folder_of(policy);
        let beside = |file: &str| beside(folder, file);
        let output = &policy.output;
        let named = output.file.as_ref().map(|file| beside(file));
        let recoding = output.recoding.as_ref().filter(|_| !outputs.alone);
        let steps = policy.masks.iter().filter(|_| !outputs.alone);
        let steps = steps.filter_map(|mask| mask.publishes());
        let (certificate, _) = certificate::wanted(policy, outputs);
        Some(Self {
            data: match &outputs.data {
                Destination::Memory => None,
                Destination::File(file) => Some(file.clone()),
                Destination::Policy => Some(named?),
            },
            reports: outputs.report_files(policy),
            recoding: outputs.recoding.clone().or(recoding.map(|file| beside(file))),
            intervals: outputs.intervals.clone(),
            others: steps.map(|file| beside(file)).chain(certificate).collect(),
        })
    }

    /// All of them.
    fn all(&self) -> impl Iterator<Item = &Path> {
        let beside = self.reports.iter().chain(&self.recoding).chain(&self.intervals);
        beside.chain(&self.others).chain(&self.data).map(PathBuf::as_path)
    }
}

/// What a run will write, staged beside its targets.
#[derive(Debug)]
pub(crate) struct Staging {
    /// The tables, the data first.
    pub tables: Vec<Box<dyn StagedTable>>,
    /// The reports.
    pub reports: Reports,
    /// The decision.
    pub recoding: Option<Staged>,
    /// Between which ends hidden cells are known to lie.
    pub intervals: Option<Staged>,
    /// The certificate, and who signs it.
    pub certificate: Option<Certifier>,
    /// What steps publish, by their names in the policy.
    pub files: Vec<(String, Staged)>,
}

impl Staging {
    /// Stages everything, or says what is in the way.
    pub fn new(outputs: &Outputs, wanted: &Wanted<'_>) -> Result<Self, Error> {
        let policy = wanted.policy;
        let targets = Targets::of(policy, outputs).ok_or_else(|| {
            let problem = Problem::error("bind::no-output", "the policy names no output file")
                .with_help("add `file = \"…\"` to `[output]`, or say `Outputs::data`");
            policy.error([problem])
        })?;
        let is_address = targets.data.as_deref().is_some_and(ridotto_io::is_address);
        if is_address && !policy.measures.is_empty() {
            return Err(Error::Usage {
                message: "queries are asked of files, and the release goes to a database".into(),
                hint: "leave out `[[measure]]`, and ask `ridotto assess` afterwards".into(),
            });
        }
        let mut inputs = outputs.inputs(policy, None);
        inputs.extend(wanted.inputs.inputs.iter().map(|input| input.source.name().to_owned()));
        inputs.extend(wanted.others.iter().cloned());
        targets.data.as_deref().map(Format::of).transpose()?;
        let continued = wanted.continued.iter().filter(|_| !outputs.alone);
        let all = targets.all().chain(continued.map(PathBuf::as_path));
        targets::distinct(&all.collect::<Vec<_>>(), &inputs)?;
        let (force, claims) = (outputs.force, &outputs.claims);
        let mut files = Vec::new();
        for file in wanted.files.iter().filter(|_| !outputs.alone) {
            let path = beside(folder_of(policy), &file.file);
            let staged = if file.is_private {
                claims.private(&path, force)?
            } else {
                claims.beside(&path, force)?
            };
            files.push((file.file.clone(), staged));
        }
        Ok(Self {
            tables: tables(&targets, outputs, wanted)?,
            reports: Reports::stage(&targets.reports, force, claims, outputs.audience)?,
            recoding: targets.recoding.map(|path| claims.private(&path, force)).transpose()?,
            intervals: targets.intervals.map(|path| claims.private(&path, force)).transpose()?,
            certificate: Certifier::stage(policy, outputs)?,
            files,
        })
    }
}

/// The tables that will be written. Of several the first has the name that was said, and each other
/// the same with its own name in it: `out-nodes.csv` beside `out.csv`.
fn tables(
    targets: &Targets,
    outputs: &Outputs,
    wanted: &Wanted<'_>,
) -> Result<Vec<Box<dyn StagedTable>>, Error> {
    let staged = |(at, name): (usize, &String)| -> Result<Box<dyn StagedTable>, Error> {
        let Some(first) = &targets.data else { return Ok(Box::new(StagedBatches::new())) };
        let target = if at == 0 { first.clone() } else { sibling(first, name) };
        let staged = if outputs.is_private {
            outputs.claims.private(&target, outputs.force)?
        } else {
            outputs.claims.beside(&target, outputs.force)?
        };
        Ok(Box::new(FileTable::new(staged, write_options(wanted, &target)?)))
    };
    wanted.tables.iter().enumerate().map(staged).collect()
}

/// A file beside another one.
fn sibling(file: &Path, name: &str) -> PathBuf {
    let own = file.file_name().unwrap_or_default().to_string_lossy();
    let (stem, ending) = match own.split_once('.') {
        Some((stem, ending)) => (stem, format!(".{ending}")),
        None => (&*own, String::new()),
    };
    file.with_file_name(format!("{stem}-{name}{ending}"))
}

/// The output looks like the input, in the format that its name tells.
fn write_options(wanted: &Wanted<'_>, target: &Path) -> Result<WriteOptions, Error> {
    let input = wanted.inputs.first();
    let format = Format::of(target)?;
    let (before, after) = (Dialect::for_path(input.source.name()), Dialect::for_path(target));
    let dialect = match input.dialect {
        // Where only one of the names says tabs, its own name counts.
        Some(dialect) if before.delimiter != after.delimiter && target.as_os_str() != "-" => {
            Dialect { delimiter: after.delimiter, ..dialect }
        }
        Some(dialect) => dialect,
        None => after,
    };
    let plain = Dialect { bom: false, crlf: false, ..dialect };
    Ok(WriteOptions {
        format,
        dialect: if wanted.is_silent { plain } else { dialect },
        missing: wanted.inputs.options.missing.first().cloned().unwrap_or_default(),
        escape_formulas: wanted.policy.output.escapes_formulas(),
        threads: wanted.inputs.threads,
    })
}
