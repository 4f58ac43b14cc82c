//! Binding: a policy meets its data, and every error of the two together is born here.

mod algorithm;
mod columns;
mod keys;
mod requirements;
mod together;
mod years;

use crate::mask::{self, Masked, Trail};
use crate::population::{self, People, as_they_are};
use crate::pseudonyms::{Making, Pseudonyms};
use crate::saved::{SavedBaseline, SavedHierarchy};
use crate::weights::Weight;
use crate::{Error, Watch};
pub(crate) use algorithm::Method;
use arrow_array::RecordBatch;
pub(crate) use columns::{BoundColumn, kind};
use keys::Attributes;
pub(crate) use keys::{Key, compiled};
pub use requirements::Requirement;
pub(crate) use requirements::{
    Judged, Setting, bind as bind_requirements, coded, has_order, missing_rule, parameters,
    person_together, target, to_save, told,
};
use ridotto_core::class::Tally;
use ridotto_core::model::Private;
use ridotto_core::objective::Objective;
use ridotto_core::{ClassTable, Hierarchy, KeyColumn};
use ridotto_io::{Column, Dialect, FileSource, Format, Source, SourceOptions, Table, Want, beside};
use ridotto_policy::{Policy, PolicyError, Problem, language};
use ridotto_release::Clock;
use ridotto_report::StepReport;
use ridotto_table::source_of_batches;
use std::path::{Path, PathBuf};
pub(crate) use years::{first_year, note as years_note, note_of_policy as years_note_of_policy};

/// What the command line says against, or beside, the policy.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Another input.
    pub input: Option<PathBuf>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// For tests: draw samples by this seed.
    pub seed: Option<u64>,
    /// No digests of input and output: no report is kept that would show them.
    pub without_digests: bool,
}

impl Overrides {
    /// How the data are read.
    fn source_options(&self, policy: &Policy) -> SourceOptions {
        let digest = !self.without_digests;
        SourceOptions { digest, ..source_options(policy, self.threads) }
    }
}

/// Data that were opened.
#[derive(Debug)]
pub(crate) struct Input {
    /// Where they are read from.
    pub source: Box<dyn Source>,
    /// The format, if they are in a file.
    pub format: Option<Format>,
    /// What a text file looks like.
    pub dialect: Option<Dialect>,
}

/// A policy tied to data: what will be done.
#[derive(Debug)]
pub struct Plan {
    /// The policy.
    pub policy: Policy,
    /// What the input is called.
    pub input: PathBuf,
    pub(crate) source: Box<dyn Source>,
    pub(crate) folder: PathBuf,
    pub(crate) threads: usize,
    /// The data after the masking steps.
    pub(crate) table: Table,
    /// What the masking steps did.
    pub(crate) trail: Trail,
    pub(crate) columns: Vec<BoundColumn>,
    pub(crate) keys: Vec<Key>,
    /// The quasi-identifiers' hierarchies, compiled against the data.
    pub(crate) hierarchies: Vec<Hierarchy>,
    /// The sensitive attributes' hierarchies, by column.
    pub(crate) sensitive: Vec<(usize, Hierarchy)>,
    pub(crate) requirements: Vec<Requirement>,
    /// The columns that the requirements look at.
    pub(crate) judged: Vec<Judged>,
    pub(crate) method: Method,
    pub(crate) objective: Objective,
    /// What stands for identifiers.
    pub(crate) pseudonyms: Pseudonyms,
    /// The weight that is released, if it is to be adjusted.
    pub(crate) weight: Option<Weight>,
    /// What a text input looks like.
    pub(crate) dialect: Option<Dialect>,
    pub(crate) missing: Vec<String>,
    /// How the release is made differentially private, if it is.
    pub(crate) private: Option<Private>,
    /// Everybody of the population, counted by the quasi-identifiers.
    pub(crate) people: Option<Tally>,
    pub(crate) clock: Clock,
    pub(crate) read_seconds: f64,
}

impl Plan {
    /// Reads the data and binds the policy to them.
    pub fn bind(policy: Policy, overrides: &Overrides, watch: &dyn Watch) -> Result<Self, Error> {
        let clock = Clock::start();
        let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
        let input = overrides
            .input
            .clone()
            .or_else(|| policy.data.input.as_ref().map(|input| beside(folder, &input.value)))
            .ok_or_else(|| {
                let problem = Problem::error("bind::no-input", "the policy names no input file")
                    .with_help("add `input = \"…\"` to `[data]`, or say `--input FILE`");
                policy.error([problem])
            })?;
        // What is wrong with the policy alone is said before a file is opened.
        algorithm::bind(&policy)?;
        let options = overrides.source_options(&policy);
        let source = FileSource::open(&input, &options)?;
        let (format, dialect) = (Some(source.format()), source.dialect().copied());
        let input = Input { source: Box::new(source), format, dialect };
        Self::bind_input(policy, input, overrides, clock, watch)
    }

    /// As [`bind`](Self::bind), for batches that are in memory: of one schema, and at least one.
    pub fn bind_batches(
        policy: Policy,
        batches: impl IntoIterator<Item = RecordBatch>,
        overrides: &Overrides,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let clock = Clock::start();
        let source = source_of_batches(batches, &overrides.source_options(&policy))?;
        let input = Input { source, format: None, dialect: None };
        Self::bind_input(policy, input, overrides, clock, watch)
    }

    fn bind_input(
        policy: Policy,
        input: Input,
        overrides: &Overrides,
        mut clock: Clock,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
        let folder = folder.to_owned();
        let (method, objective) = algorithm::bind(&policy)?;
        let options = overrides.source_options(&policy);
        let source = &*input.source;
        source.expect(policy.attributes.iter().map(|attribute| attribute.name.as_str()))?;
        let mut columns = columns::bind(&policy, source)?;
        columns::asked(&policy, source, &columns)?;
        let private = crate::private::bind(&policy, &input, &mut columns)?;
        crate::private::bind_steps(&policy, &input, &mut columns)?;
        let bytes = std::fs::metadata(source.name()).ok().map(|metadata| metadata.len());
        watch.begin("reading", bytes);
        let wants = masked_wants(&policy, source, &mut columns)?;
        let mut table = source.read(&wants, watch)?;
        let order_of = |attribute: &_| crate::ordinal::order(&folder, attribute);
        crate::ordinal::put_in_order(&policy, &mut table, &order_of)?;
        watch.begin("counting", None);
        let missing = options.missing.clone();
        let wanted: Vec<bool> = columns.iter().map(|column| column.want != Want::Skip).collect();
        let masking = mask::Setting {
            policy: &policy,
            missing: &missing,
            wanted: &wanted,
            seed: overrides.seed,
            folder: &folder,
            reading: &options,
            watch,
        };
        let role = |name: &str| {
            let at = policy.attributes.iter().find(|attribute| *attribute.name == name)?;
            (!policy.is_deleted(name)).then_some(*at.role)
        };
        let weight = Weight::of_input(&policy, &table, role)?;
        let Masked { mut table, trail } = mask::run(masking, table)?;
        let people = people(&policy, &folder, &mut table, &options, watch)?;
        let mut attributes =
            keys::bind(&policy, &folder, &table, &columns, &missing, private.is_some())?;
        algorithm::without_levels(&policy, &table, &mut attributes);
        let Attributes { keys, hierarchies, sensitive } = attributes;
        crate::private::few_enough(&policy, private.as_ref(), &keys)?;
        let of_sensitive =
            sensitive.iter().filter_map(|of| Some((of.column, of.hierarchy.clone()?))).collect();
        let setting = Setting {
            policy: &policy,
            table: &table,
            keys: keys.iter().map(|key| key.name.as_str()).collect(),
            sensitive: sensitive
                .iter()
                .map(|of| (of.name.as_str(), of.column, of.hierarchy.as_ref()))
                .collect(),
            has_population: people.is_some(),
            may_lack_values: false,
            unshown: &[],
            baselines: &[],
        };
        let (requirements, judged) = requirements::bind(&setting)?;
        together::serves(&policy, method, &requirements, keys.len())?;
        let pseudonyms =
            Making::new(&folder, overrides.seed)?.of_policy(&policy, &table, &columns, watch)?;
        let read_seconds = clock.lap();
        Ok(Self {
            policy,
            input: input.source.name().to_owned(),
            source: input.source,
            folder,
            threads: overrides.threads,
            table,
            trail,
            columns,
            keys,
            hierarchies,
            sensitive: of_sensitive,
            requirements,
            judged,
            method,
            objective,
            pseudonyms,
            weight,
            dialect: input.dialect,
            missing,
            private,
            people,
            clock,
            read_seconds,
        })
    }

    /// How many records there are to decide about: those of the file, or of a sample of it.
    pub fn rows(&self) -> u64 {
        self.table.rows as u64
    }

    /// The most records that may be suppressed: the policy's share, rounded down. Of a release that
    /// is differentially private it is all of them.
    pub fn limit(&self) -> u64 {
        if self.private.is_some() {
            return self.rows();
        }
        self.policy.release.suppression.of(self.rows())
    }

    /// How the release is made differentially private, if that is required.
    pub fn private(&self) -> Option<&Private> {
        self.private.as_ref()
    }

    /// The quasi-identifiers: name, height, and the levels allowed.
    pub fn quasi_identifiers(&self) -> impl Iterator<Item = (&str, usize, (u8, u8))> {
        let keys = self.keys.iter().zip(&self.hierarchies);
        keys.map(|(key, hierarchy)| (key.name.as_str(), hierarchy.height(), (key.min, key.max)))
    }

    /// How many generalisations there are to choose from.
    pub fn nodes(&self) -> f64 {
        if !self.method.has_levels() {
            // Any value but the first of each attribute may begin a group.
            let values = self.hierarchies.iter().map(|of| of.groups(0).saturating_sub(1) as f64);
            return values.sum::<f64>().min(1000.0).exp2();
        }
        self.keys.iter().map(|key| f64::from(key.max - key.min) + 1.0).product()
    }

    /// The algorithm's name.
    pub fn algorithm(&self) -> &'static str {
        self.method.name()
    }

    /// Whether records with the same value may show different labels: then there are no
    /// generalisations to count.
    pub fn is_local(&self) -> bool {
        self.method.is_local()
    }

    /// The columns and what becomes of them.
    pub fn roles(&self) -> impl Iterator<Item = (&str, language::Role, bool)> {
        let names = self.table.names.iter().map(String::as_str);
        names.zip(&self.columns).map(|(name, column)| (name, column.role, column.is_released()))
    }

    /// The identifiers that become pseudonyms, and by which method.
    pub fn pseudonyms(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let columns = self.pseudonyms.columns.iter();
        columns.map(|of| (self.table.names[of.column].as_str(), of.method.name()))
    }

    /// What a person should think about again; not wrong, but rarely meant.
    pub fn lints(&self) -> Vec<Problem> {
        let mut lints = self.policy.lints();
        lints.extend(keys::lints(&self.policy, &self.table, &self.columns));
        lints.extend(self.pseudonyms.lints(&self.policy, &self.table));
        lints.extend(self.trail.lints.iter().cloned());
        lints
    }

    /// The masking steps that were done: their methods and what they did.
    pub fn steps(&self) -> &[StepReport] {
        &self.trail.steps
    }

    /// The requirements.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The classes of the data, with the histograms that the requirements look at.
    pub(crate) fn class_table(&self) -> ClassTable {
        let judged: Vec<KeyColumn<'_>> =
            self.judged.iter().map(|judged| judged.column(&self.table)).collect();
        let classes = ClassTable::count(&self.key_columns(), &judged, self.table.rows);
        match &self.people {
            Some(people) => classes.with_population(people.clone()),
            None => classes,
        }
    }

    /// The sensitive attributes' hierarchies as they are saved.
    pub(crate) fn sensitive_hierarchies(&self) -> Vec<SavedHierarchy> {
        let saved = |(at, hierarchy): &(usize, Hierarchy)| match &self.table.columns[*at] {
            Column::Coded { dictionary, .. } => {
                Some(SavedHierarchy::new(&self.table.names[*at], dictionary, hierarchy))
            }
            _ => None,
        };
        self.sensitive.iter().filter_map(saved).collect()
    }

    /// The values of an ordinal column from the first to the last; none of another one.
    pub(crate) fn order_of(&self, name: &str) -> Vec<String> {
        let at = self.table.names.iter().position(|other| other == name);
        match at.map(|at| &self.table.columns[at]) {
            Some(Column::Coded { dictionary, .. }) => dictionary.reading().order.clone(),
            _ => Vec::new(),
        }
    }

    /// What requirements compare classes with, each distribution once.
    pub(crate) fn baselines(&self) -> Vec<SavedBaseline> {
        let mut saved: Vec<SavedBaseline> = Vec::new();
        for relative in self.requirements.iter().filter_map(|required| required.relative.as_ref()) {
            let baseline = to_save(relative.target(), &self.table);
            if saved.iter().all(|other| other.attribute != baseline.attribute) {
                saved.push(baseline);
            }
        }
        saved
    }

    /// The quasi-identifiers' codes.
    pub(crate) fn key_columns(&self) -> Vec<KeyColumn<'_>> {
        let column = |key: &Key| match &self.table.columns[key.column] {
            Column::Coded { codes, dictionary, .. } => {
                KeyColumn { codes, values: dictionary.len() }
            }
            _ => unreachable!("quasi-identifiers are read as codes"),
        };
        self.keys.iter().map(column).collect()
    }
}

/// The population, if the policy names one, counted by the quasi-identifiers; their columns then
/// have the values of both files.
fn people(
    policy: &Policy,
    folder: &Path,
    table: &mut Table,
    options: &SourceOptions,
    watch: &dyn Watch,
) -> Result<Option<Tally>, Error> {
    let keys = policy.with_role(language::Role::QuasiIdentifier);
    let wanted: Vec<_> = keys
        .filter(|attribute| !policy.is_deleted(&attribute.name))
        .map(|attribute| {
            (attribute.name.as_str(), attribute.value_type.map(|stated| kind(*stated)))
        })
        .collect();
    let Some(people) = People::read(policy, folder, &wanted, options, watch)? else {
        return Ok(None);
    };
    let place = |name: &str| table.names.iter().position(|other| other == name);
    let places: Vec<usize> = wanted.iter().filter_map(|(name, _)| place(name)).collect();
    let people = people.join(table, &places, |_, values| as_they_are(values));
    let keys: Vec<KeyColumn<'_>> = places.iter().map(|&at| coded(table, at)).collect();
    population::contains(policy, &keys, table.rows, &people)?;
    Ok(Some(people))
}

/// What is read of each column, for the release and for the masking steps. What a step deletes is
/// not released.
fn masked_wants(
    policy: &Policy,
    source: &dyn Source,
    columns: &mut [BoundColumn],
) -> Result<Vec<Want>, PolicyError> {
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    let mut wants: Vec<_> = columns.iter().map(|column| column.want).collect();
    mask::wants(policy, &names, &mut wants)?;
    for (column, name) in columns.iter_mut().zip(&names) {
        if policy.is_deleted(name) {
            column.want = Want::Skip;
            column.is_released = false;
        }
    }
    Ok(wants)
}

/// What the policy calls an encoding.
pub(crate) fn encoding(name: language::Encoding) -> ridotto_io::Encoding {
    match name {
        language::Encoding::Utf8 => ridotto_io::Encoding::Utf8,
        language::Encoding::Latin1 => ridotto_io::Encoding::Latin1,
        language::Encoding::Utf16 | language::Encoding::Utf16Le => ridotto_io::Encoding::Utf16Le,
        language::Encoding::Utf16Be => ridotto_io::Encoding::Utf16Be,
    }
}

/// How the policy says that its data are to be read.
pub fn source_options(policy: &Policy, threads: usize) -> SourceOptions {
    let data = &policy.data;
    let ascii = |character: char| u8::try_from(character).unwrap_or(0);
    SourceOptions {
        delimiter: data.delimiter.map(|delimiter| ascii(*delimiter)),
        quote: data.quote.map_or(b'"', |quote| ascii(*quote)),
        encoding: data.encoding.map(|name| encoding(*name)),
        header: *data.header,
        missing: data.missing.iter().map(|text| text.value.clone()).collect(),
        decimal: data.decimal.map(|mark| match *mark {
            language::DecimalMark::Point => '.',
            language::DecimalMark::Comma => ',',
        }),
        dates: data.dates.iter().map(|format| format.value.clone()).collect(),
        first_year: first_year(policy),
        sheet: data.sheet.as_ref().map(|sheet| sheet.value.clone()),
        threads,
        ..SourceOptions::default()
    }
}
