//! The same decision on new data, verified again.

mod keys;

use crate::bind::{self, Judged, Requirement, Setting};
use crate::guarantee::{counted_guarantee, guarantee, required_level};
use crate::mask::{self, Masked};
use crate::order::order;
use crate::output::OutputColumn;
use ridotto_release::{Clock, cpu_seconds};

use crate::pseudonyms::{Making, Pseudonyms, Scheme};
use crate::release::{Outputs, Release, Targets};
use crate::run::{file_report, order_note, write_options, write_table};
use crate::saved::SavedRecoding;
use crate::shortfall::Shortfall;
use crate::verify::{Expected, Verified, verify};
use crate::weights::{Scaled, Weight};
use crate::{Error, Policy, RunOptions, Watch, findings, formulas};
use keys::Key;
use ridotto_core::class::{Tally, mark_rows};
use ridotto_core::{ClassTable, Code, Codes, Hierarchy, KeyColumn};
use ridotto_io::{Claims, Column, FileSource, Source, SourceOptions, Table, Want, WriteOptions};
use ridotto_micro::{Generalized, evaluate};
use ridotto_policy::language::{MaskMethod, Role};
use ridotto_report::page::Page;
use ridotto_report::{Guarantee, Levels, ObjectiveReport, ReleaseReport, Report, Seconds};
use std::path::{Path, PathBuf};

/// How a recoding is applied.
#[derive(Clone, Debug, Default)]
pub struct ApplyOptions {
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
    /// Reports to write.
    pub reports: Vec<PathBuf>,
    /// Overwrite what is there.
    pub force: bool,
    /// For tests: shuffle by this seed.
    pub seed: Option<u64>,
    /// For tests: do not shuffle.
    pub keep_order: bool,
    /// The key of pseudonyms; the policy's file, beside the recoding, when `None`.
    pub key_file: Option<PathBuf>,
    /// The mapping of pseudonyms; the policy's file, beside the recoding, when `None`.
    pub mapping: Option<PathBuf>,
}

/// Applies a saved recoding to a file and verifies the result.
///
/// A value that the recoding never saw becomes `*`; a class that fails is suppressed; and if more
/// than the allowed share would have to be, there is no release.
pub fn apply(
    recoding: &Path,
    data: &Path,
    output: &Path,
    options: &ApplyOptions,
    watch: &dyn Watch,
) -> Result<Release, Error> {
    let mut clock = Clock::start();
    let mut seconds = Seconds::default();
    let saved = SavedRecoding::read(recoding)?;
    let targets = Targets {
        data: Some(output.to_owned()),
        reports: options.reports.clone(),
        recoding: None,
        others: Vec::new(),
    };
    let mut inputs = vec![data.to_owned(), recoding.to_owned()];
    let faulty = |problem| Error::Document { file: recoding.to_owned(), problem };
    let policy = saved.policy().map_err(faulty)?;
    let (source, outputs) = opened(&saved, &policy, data, (&targets, &inputs), options)?;
    let table = read(&source, &saved, &policy, data, watch)?;
    let weight = Weight::of_input(&policy, &table, |name| saved.role(name).flatten())?;
    let Masked { table, trail } = masked(&saved, &policy, table, options, watch)?;
    let pseudonyms = pseudonyms(&saved, &policy, recoding, &table, options, watch)?;
    inputs.extend(pseudonyms.keys.iter().cloned());
    let outputs = outputs.with_mappings(&targets, &pseudonyms, &inputs)?;
    let (keys, unseen) = keys::keys(&saved, &table);
    seconds.read = clock.lap();
    let columns: Vec<KeyColumn<'_>> = keys.iter().map(|key| key.column()).collect();
    let up: Vec<&[Code]> = keys.iter().map(Key::up).collect();
    let groups: Vec<usize> = keys.iter().map(Key::groups).collect();
    let (requirements, judged) = requirements(&policy, &saved, &table)?;
    let person = bind::person_together(&policy, &judged, &table);
    let judged: Vec<KeyColumn<'_>> = judged.iter().map(|judged| judged.column(&table)).collect();
    let raw: Vec<KeyColumn<'_>> = keys.iter().map(Key::raw).collect();
    let before = Tally::count(&raw, table.rows);
    let classes = ClassTable::count(&columns, &judged, table.rows);
    let recoded = classes.coarsen(&up, &groups);
    seconds.count = clock.lap();
    let asked: Vec<_> = requirements.iter().map(|required| required.asked(keys.len())).collect();
    let failing = evaluate::suppressed(&recoded, &asked);
    let suppressed = match person {
        Some(person) => unlike(&keys, judged[person], table.rows, &requirements),
        None => mark_rows(recoded.keys(), &columns, &up, table.rows, |class| failing[class]),
    };
    let gone = suppressed.iter().filter(|&&gone| gone).count() as u64;
    let limit = saved.share().map_or(0, |share| share.of(table.rows as u64));
    let holds = person.is_some() || evaluate::tables_hold(&recoded, &failing, &asked);
    if gone > limit || gone == table.rows as u64 || !holds {
        let sizes = recoded.keys().counts();
        return Err(unmet(&requirements, sizes, person.is_some(), (gone, limit)));
    }
    let run =
        RunOptions { seed: options.seed, keep_order: options.keep_order, ..RunOptions::default() };
    let order = order(&suppressed, saved.keep_suppressed, &run)?;
    let kept: Vec<u32> =
        (0..).zip(&suppressed).filter(|(_, gone)| !**gone).map(|(row, _)| row).collect();
    let hidden = (saved.keep_suppressed && gone > 0).then_some(suppressed);
    let scaled = weight.as_ref().map_or(Ok(None), |weight| weight.scaled(&table, &order))?;
    let out = output_columns(&saved, &table, (&keys, &pseudonyms), hidden.as_deref(), scaled);
    seconds.apply = clock.lap();
    write_table(&*outputs.data, &out, &order, watch)?;
    seconds.write = clock.lap();
    let reading = SourceOptions { threads: options.threads, ..SourceOptions::default() };
    let expected = Expected {
        columns: &out,
        order: &order,
        hidden: hidden.as_deref(),
        missing: outputs.data.missing(),
        judged: &judged,
        people: None,
        escaped: outputs.data.escapes_formulas(),
    };
    let verified = verify(&*outputs.data, &reading, &expected, watch)?;
    seconds.verify = clock.lap();
    let guarantees = attained(&requirements, keys.len(), &verified, person);
    if guarantees.iter().any(|guarantee| guarantee.holds != Some(true)) {
        return Err(Error::Unverified("a requirement is not attained".into()));
    }
    seconds.total = clock.total();
    seconds.cpu = cpu_seconds();
    let mut findings = findings::of_classes(before.counts(), &verified.sizes(), gone);
    findings.extend(trail.findings);
    findings.extend(scaled.map(|scaled| scaled.finding()));
    let mut notes: Vec<String> = order_note(&run).into_iter().chain(trail.notes).collect();
    notes.extend(unseen);
    notes.extend(bind::years_note(&table));
    notes.extend(formulas::note(&*outputs.data, &out, &order, formulas::BY_POLICY));
    notes.extend(pseudonyms.notes(&table));
    notes.extend(scaled.map(|scaled| scaled.note()));
    notes.extend(keys.iter().filter_map(Key::note));
    let report = Report {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        input: file_report(data, trail.records, table.sha256),
        output: file_report(output, verified.rows, verified.sha256),
        steps: trail.steps,
        release: release_report(&saved, (&keys, &kept), gone, &verified),
        guarantees,
        findings,
        notes,
        seconds: Some(seconds),
    };
    drop(out);
    let page = Page { report: report.clone(), ..Page::default() };
    Release::new(outputs, report, &page, Some(&saved), watch)
}

/// The data, opened, and the outputs, staged: what is wrong with these is said first.
fn opened(
    saved: &SavedRecoding,
    policy: &Policy,
    data: &Path,
    (targets, inputs): (&Targets, &[PathBuf]),
    options: &ApplyOptions,
) -> Result<(FileSource, Outputs), Error> {
    let source = FileSource::open(data, &saved.source_options(options.threads));
    let dialect = source.as_ref().ok().and_then(|source| source.dialect().copied());
    let how = |target: &Path| {
        let written = write_options((data, dialect), target, &saved.missing, options.threads)?;
        Ok(WriteOptions { escape_formulas: policy.output.escapes_formulas(), ..written })
    };
    let outputs = Outputs::at(targets, inputs, (options.force, &Claims::default()), &how)?;
    Ok((source?, outputs))
}

/// What became of the records: nothing was searched, so that there is no objective.
fn release_report(
    saved: &SavedRecoding,
    (keys, kept): (&[Key<'_>], &[u32]),
    gone: u64,
    verified: &Verified,
) -> ReleaseReport {
    ReleaseReport {
        minimal: None,
        algorithm: "saved-recoding".into(),
        proved_optimal: false,
        nodes: 1.0,
        checked: 1,
        levels: levels(saved, |at| at.level),
        heights: levels(saved, |at| Some(at.height)),
        suppressed_rows: Some(gone),
        suppressed_cells: keys.iter().map(|key| key.stars(kept)).sum(),
        classes: verified.classes() as u64,
        objective: ObjectiveReport { name: "none".into(), aggregate: None, value: Some(0.0) },
    }
}

/// What stands for identifiers, by the same keys as before.
fn pseudonyms(
    saved: &SavedRecoding,
    policy: &Policy,
    recoding: &Path,
    table: &Table,
    options: &ApplyOptions,
    watch: &dyn Watch,
) -> Result<Pseudonyms, Error> {
    let folder = recoding.parent().unwrap_or(Path::new(""));
    let mut making = Making::new(folder, options.seed)?;
    making.instead(options.key_file.as_deref(), options.mapping.as_deref());
    for (at, name) in table.names.iter().enumerate() {
        if saved.role(name).flatten() != Some(Role::Identifier) {
            continue;
        }
        let Some(of) = policy.attribute(name).and_then(|of| of.pseudonym.as_ref()) else {
            continue;
        };
        making
            .column(name, &Scheme::of(of), table, at, watch)
            .map_err(|fault| fault.at_column(name))?;
    }
    let made = making.made();
    for column in &saved.columns {
        let now = made.key_of(&column.name, table);
        if column.key.is_some() && column.key != now {
            return Err(Error::Usage {
                message: format!("`{}` had its pseudonyms from another key", column.name),
                hint: "say `--key-file` with the key that the recoding was made with".into(),
            });
        }
    }
    Ok(made)
}

/// The rows of persons whom too few are like with all their rows, as these are shown.
fn unlike(
    keys: &[Key<'_>],
    person: KeyColumn<'_>,
    rows: usize,
    requirements: &[Requirement],
) -> Vec<bool> {
    let recode = |key: &Key<'_>| -> Codes {
        let labels: Vec<Code> =
            key.column().codes.iter().map(|code| key.up()[code as usize]).collect();
        Codes::from_codes(&labels, key.groups())
    };
    let shown: Vec<Codes> = keys.iter().map(recode).collect();
    let shown: Vec<KeyColumn<'_>> = (shown.iter().zip(keys))
        .map(|(codes, key)| KeyColumn { codes, values: key.groups() })
        .collect();
    let k = requirements.iter().map(|required| required_level(required.judge.bound()));
    let k = k.fold(1.0, f64::max);
    let alike = evaluate::persons_alike(&shown, person, rows);
    alike.into_iter().map(|persons| (persons as f64) < k).collect()
}

/// What the written file attains.
fn attained(
    requirements: &[Requirement],
    keys: usize,
    verified: &Verified,
    person: Option<usize>,
) -> Vec<Guarantee> {
    let seen = |subset: &[usize]| verified.table(subset);
    let each = requirements.iter();
    each.map(|required| match person {
        Some(person) => counted_guarantee(required, "k-anonymity", verified.least_alike(person)),
        None => guarantee(required, keys, verified.rows, &seen),
    })
    .collect()
}

/// More records than may be would have to be suppressed.
fn unmet(
    requirements: &[Requirement],
    sizes: &[u64],
    by_person: bool,
    (gone, limit): (u64, u64),
) -> Error {
    let least = requirements.iter().map(|required| required.of_all()?.least_size());
    let k: Option<u64> = least.reduce(|a, b| Some(a?.max(b?))).flatten();
    match k.filter(|_| !by_person) {
        Some(k) => Shortfall::nearest(sizes, k, limit, Vec::new()),
        None => Shortfall::models(sizes.iter().sum(), gone, limit, Vec::new()),
    }
    .into()
}

/// Levels are told only if every attribute has one for all its values.
fn levels(saved: &SavedRecoding, level: fn(&Generalized) -> Option<u8>) -> Levels {
    let each = saved.attributes.attributes.iter();
    let levels: Option<Vec<_>> = each.map(|at| Some((at.name.clone(), level(at)?))).collect();
    Levels(levels.unwrap_or_default())
}

/// What must hold, tied to the new data.
fn requirements(
    policy: &Policy,
    saved: &SavedRecoding,
    table: &Table,
) -> Result<(Vec<Requirement>, Vec<Judged>), Error> {
    let hierarchy = |name: &str, at: usize| {
        let saved_as = saved.sensitive.iter().find(|of| of.attribute == name)?;
        match &table.columns[at] {
            Column::Coded { dictionary, .. } => saved_as.compile(dictionary, &saved.missing),
            _ => None,
        }
    };
    let hierarchies: Vec<Option<Hierarchy>> =
        table.names.iter().enumerate().map(|(at, name)| hierarchy(name, at)).collect();
    let sensitive = table.names.iter().enumerate();
    let sensitive = sensitive
        .filter(|(_, name)| policy.attribute(name).is_some_and(|of| of.has_role(Role::Sensitive)))
        .filter(|(_, name)| saved.role(name).flatten().is_some())
        .map(|(at, name)| (name.as_str(), at, hierarchies[at].as_ref()));
    bind::bind_requirements(&Setting {
        policy,
        table,
        keys: saved.key_names(),
        sensitive: sensitive.collect(),
        has_population: false,
        may_lack_values: true,
        unshown: &[],
        baselines: &[],
    })
}

/// The table after the steps of the policy. They are done anew: thresholds and lists are those of
/// the policy, and a sample is drawn again, so that who is not drawn is not in this release either.
fn masked(
    saved: &SavedRecoding,
    policy: &Policy,
    table: Table,
    options: &ApplyOptions,
    watch: &dyn Watch,
) -> Result<Masked, Error> {
    let is_companion = |name: &str| policy.companions().any(|other| other.value == name);
    let is_wanted = |name: &str| saved.role(name).flatten().is_some() || is_companion(name);
    let wanted: Vec<bool> = table.names.iter().map(|name| is_wanted(name)).collect();
    let reading = saved.source_options(options.threads);
    let setting = mask::Setting {
        policy,
        missing: &saved.missing,
        wanted: &wanted,
        seed: options.seed,
        folder: Path::new(""),
        reading: &reading,
        watch,
    };
    if policy.private_file().is_some() {
        return Err(Error::Usage {
            message: "a differentially private step cannot be applied from a saved decision".into(),
            hint: "run `ridotto anonymize` with a policy, which settles what the data may not"
                .into(),
        });
    }
    let mut masked = mask::run(setting, table)?;
    let warnings = masked.trail.lints.iter().map(|lint| lint.message.clone());
    masked.trail.notes.extend(warnings);
    if policy.masks.iter().any(|mask| mask.method() == MaskMethod::Sample) {
        masked.trail.notes.push(
            "a new sample was drawn: whoever has several releases of the same people has more of \
             them than each sample alone"
                .into(),
        );
    }
    Ok(masked)
}

fn read(
    source: &dyn Source,
    saved: &SavedRecoding,
    policy: &Policy,
    data: &Path,
    watch: &dyn Watch,
) -> Result<Table, Error> {
    let released = saved.columns.iter().filter(|column| column.role != "dropped");
    source.expect(released.map(|column| column.name.as_str()))?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if let Some(lacking) = saved
        .columns
        .iter()
        .find(|column| column.role != "dropped" && !names.contains(&column.name.as_str()))
    {
        return Err(Error::Usage {
            message: format!("{}: there is no column `{}`", data.display(), lacking.name),
            hint: "a recoding fits files with the columns of the one it was made from".into(),
        });
    }
    let mut wants = Vec::with_capacity(names.len());
    for &name in &names {
        let is_companion = policy.companions().any(|other| other.value == name);
        let want = match saved.want(name) {
            Some(Want::Skip | Want::Carry) if is_companion => Some(Want::Code { kind: None }),
            want => want,
        };
        let Some(want) = want else {
            return Err(Error::Usage {
                message: format!("{}: the column `{name}` is new", data.display()),
                hint: "the recoding does not say what to do with it: remove the column, or make a \
                       new recoding"
                    .into(),
            });
        };
        wants.push(want);
    }
    mask::wants(policy, &names, &mut wants)?;
    watch.begin("reading", std::fs::metadata(data).ok().map(|metadata| metadata.len()));
    let mut table = source.read(&wants, watch)?;
    crate::ordinal::put_in_order(policy, &mut table, &|attribute| Ok(saved.order(attribute)))?;
    watch.begin("counting", None);
    Ok(table)
}

fn output_columns<'a>(
    saved: &SavedRecoding,
    table: &'a Table,
    (keys, pseudonyms): (&'a [Key<'a>], &Pseudonyms),
    hidden: Option<&[bool]>,
    scaled: Option<Scaled<'_>>,
) -> Vec<OutputColumn<'a>> {
    let roles = table.names.iter().map(|name| saved.role(name).flatten());
    roles
        .enumerate()
        .filter_map(|(at, role)| {
            let role = role?;
            let hidden = hidden.filter(|_| role != Role::Insensitive);
            if role == Role::Identifier {
                // Never as it is.
                return Some(pseudonyms.of(at)?.output(table, hidden));
            }
            Some(match keys.iter().position(|key| key.at == at) {
                Some(key) => keys[key].output(table, hidden).at_key(key),
                None => match scaled.filter(|scaled| scaled.is_at(table, at)) {
                    Some(scaled) => scaled.output(table, at, role),
                    None => OutputColumn::same(table, at, hidden)
                        .always_shown_if(role == Role::Insensitive),
                },
            })
        })
        .collect()
}
