//! What does a file attain? Any file, ours or not.

mod attained;
mod baseline;
mod fitting;
mod original;
mod people;
mod sensitive;

use crate::bind::{
    RequirementContext, bind_requirements, person_together, private_requirement, without_persons,
};
use crate::guarantee::{counted_guarantee, guarantee, wildcard_guarantee};
use crate::private::by_construction;
use crate::requirement::{Requirement, coded};
use crate::saved::SavedRecoding;
use baseline::Promise;
use fitting::WildcardColumns;
use ridotto_core::Watch;
use ridotto_core::hierarchy::TOP;
use ridotto_core::model::{DistanceKind, Private};
use ridotto_core::{ClassTable, CodeColumn, Codes, Dictionary, Hierarchy};
use ridotto_io::{Column, Place, ReadAs, SourceOptions, Table};
use ridotto_micro::evaluate;
use ridotto_policy as policy;
use ridotto_policy::Entries;
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_release::private::rows_per_person;
use ridotto_release::{expect_records, source_options};
use ridotto_report::{CheckReport, Guarantee};
use std::path::{Path, PathBuf};

/// What to check a file for.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Roles and requirements come from here.
    pub policy: Option<Policy>,
    /// Or the quasi-identifiers are these.
    pub quasi_identifiers: Vec<String>,
    /// And the sensitive attributes these.
    pub sensitive: Vec<String>,
    /// The owner's recoding: what models that compare with the whole input compare with.
    pub recoding: Option<PathBuf>,
    /// Or the file before masking, for the same: the recoding wins.
    pub original: Option<PathBuf>,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// Counts a file's classes and says what they attain.
pub fn check<'a>(
    data: impl Into<Place<'a>>,
    options: &CheckOptions,
    entries: &Entries,
    watch: &dyn Watch,
) -> Result<CheckReport, Error> {
    let data = data.into();
    let saved = options.recoding.as_deref();
    let saved = saved.map(|file| SavedRecoding::read(file, entries)).transpose()?;
    let with_policy = with_policy(options, saved.as_ref(), entries)?;
    let options = with_policy.as_ref().unwrap_or(options);
    let forgetful = options.policy.as_ref().and_then(without_persons);
    let forgetful =
        forgetful.map(|policy| CheckOptions { policy: Some(policy), ..options.clone() });
    let options = forgetful.as_ref().unwrap_or(options);
    let policy = options.policy.as_ref();
    expect_records(policy)?;
    let source = data.open(&reading(policy, options.threads))?;
    let names: Vec<String> = source.columns().iter().map(|field| field.name.clone()).collect();
    let wanted = quasi_identifiers(options);
    if wanted.is_empty() {
        return Err(Error::Usage {
            message: "nothing says which columns are quasi-identifiers".into(),
            hint: "say `CheckOptions::policy`, or `CheckOptions::quasi_identifiers`".into(),
        });
    }
    source.expect(wanted.iter().copied())?;
    has_all(data.name(), &names, &wanted)?;
    let sensitive = sensitive::names(options);
    let companions: Vec<&str> =
        options.policy.iter().flat_map(Policy::companions).map(|name| name.as_str()).collect();
    let is_wanted = |name: &str| {
        wanted.contains(&name) || sensitive.contains(&name) || companions.contains(&name)
    };
    let want =
        |name: &String| if is_wanted(name) { ReadAs::Code { kind: None } } else { ReadAs::Skip };
    let wants: Vec<ReadAs> = names.iter().map(want).collect();
    watch.begin("reading", data.bytes());
    let table = source.read(&wants, watch)?;
    let rows = table.rows as u64;
    let shown: Vec<usize> = (0..names.len())
        .filter(|&at| wanted.contains(&&*names[at]) || sensitive.contains(&&*names[at]))
        .collect();
    let hidden = if sensitive.is_empty() { Vec::new() } else { hidden_records(&table, &shown) };
    // What was suppressed and kept says nothing about anybody, and is in no class.
    let mut table = if hidden.contains(&true) { without(table, &hidden) } else { table };
    let has_people = policy.is_some_and(|policy| policy.data.population.is_some());
    let baselines = match &saved {
        Some(saved) => saved.baselines.clone(),
        None => original::baselines(options, &sensitive, (&wanted, has_people), watch)?,
    };
    let baselines = &baselines[..];
    let place = |name: &&str| names.iter().position(|other| other == name);
    let sensitive: Vec<(&str, usize)> =
        sensitive.iter().filter_map(|name| Some((*name, place(name)?))).collect();
    if let Some(policy) = policy {
        sensitive::read_again(policy, &mut table, &sensitive, baselines)?;
    }
    let keys: Vec<usize> = wanted.iter().filter_map(place).collect();
    let shown: Vec<_> = wanted.iter().copied().zip(keys.iter().copied()).collect();
    let people = people::join(options, &mut table, &shown, watch)?;
    let trees = trees(options, &table, &sensitive)?;
    let unshown = sensitive::unshown(policy);
    let (required, judged) = match policy {
        Some(policy) => bind_requirements(&RequirementContext {
            policy,
            table: &table,
            keys: wanted.clone(),
            sensitive: sensitive
                .iter()
                .zip(&trees)
                .map(|(&(name, at), tree)| (name, at, tree.as_ref()))
                .collect(),
            has_population: people.is_some(),
            may_lack_values: true,
            unshown: &unshown,
            baselines,
        })?,
        None => (Vec::new(), Vec::new()),
    };
    let dictionaries: Vec<&Dictionary> = keys.iter().map(|&at| dictionary(&table, at)).collect();
    let keys: Vec<CodeColumn<'_>> = keys.into_iter().map(|at| coded(&table, at)).collect();
    let wildcards = fitting::is_asked(policy, &required)?;
    let person = policy.and_then(|policy| person_together(policy, &judged, &table));
    let judged: Vec<CodeColumn<'_>> = judged.iter().map(|judged| judged.column(&table)).collect();
    let classes = ClassTable::count(&keys, &judged, table.rows);
    let classes = match people {
        Some(people) => classes.with_population(people),
        None => classes,
    };
    let counted = Counted {
        rows: table.rows,
        person: person.map(|person| judged[person]),
        wild: wildcards.then(|| fitting::wild_columns(&keys, &dictionaries)),
        keys: &keys,
        classes: &classes,
    };
    let mut guarantees = Vec::new();
    for required in &required {
        let promised = Promise::of(policy, baselines, required);
        guarantees.extend(counted.guarantees(required, promised));
    }
    // With wildcards another number was asked for: that of classes is told beside it.
    let told = if wildcards { &[] } else { &required[..] };
    guarantees.extend(policy.and_then(by_no_file));
    guarantees.extend(policy.into_iter().flat_map(|policy| sensitive::not_shown(policy, &unshown)));
    guarantees.extend(attained::levels(&table, &keys, &sensitive, (policy, told)));
    Ok(CheckReport { rows, classes: classes.len() as u64, guarantees })
}

/// The rows of a file, counted as the requirements ask for.
struct Counted<'a> {
    rows: usize,
    keys: &'a [CodeColumn<'a>],
    classes: &'a ClassTable,
    /// The column that tells persons apart, if all rows of one are taken together.
    person: Option<CodeColumn<'a>>,
    /// The quasi-identifiers, if what is hidden fits anything.
    wild: Option<WildcardColumns>,
}

impl Counted<'_> {
    /// What is attained of a requirement.
    fn guarantees(&self, required: &Requirement, promised: Promise) -> Vec<Guarantee> {
        let all = self.keys.len();
        if let Some(person) = self.person {
            return vec![together(required, self.keys, person, self.rows)];
        }
        if let Some(wild) = &self.wild {
            let fitting = |subset: &[usize]| wild.least_fitting(subset, self.rows);
            return vec![wildcard_guarantee(required, all, &fitting)];
        }
        let judged = guarantee(required, all, self.rows as u64, &|subset| {
            if subset.len() == all { self.classes.clone() } else { self.classes.project(subset) }
        });
        promised.told(judged, required.attained_among(self.classes))
    }
}

/// How the file is read. A masked one need not be written as its original was: only what is missing,
/// and what was escaped, is told.
fn reading(policy: Option<&Policy>, threads: usize) -> SourceOptions {
    let usual = SourceOptions { threads, ..SourceOptions::default() };
    match policy {
        Some(policy) => SourceOptions {
            missing: source_options(policy, 0).missing,
            escaped: policy.output.escapes_formulas(),
            ..usual
        },
        None => usual,
    }
}

/// With the policy that is in the recoding, if no other one is given.
fn with_policy(
    options: &CheckOptions,
    saved: Option<&SavedRecoding>,
    entries: &Entries,
) -> Result<Option<CheckOptions>, Error> {
    let is_given = options.policy.is_some() || !options.quasi_identifiers.is_empty();
    let (Some(saved), Some(file)) = (saved.filter(|_| !is_given), &options.recoding) else {
        return Ok(None);
    };
    let faulty = |problem| Error::Document { file: file.clone(), problem };
    let policy = Some(saved.policy(entries).map_err(faulty)?);
    Ok(Some(CheckOptions { policy, ..options.clone() }))
}

/// Every quasi-identifier must be there.
fn has_all(data: &Path, names: &[String], wanted: &[&str]) -> Result<(), Error> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match wanted.iter().find(|name| !names.contains(name)) {
        None => Ok(()),
        Some(name) => Err(Error::Usage {
            message: format!("{}: there is no column `{name}`", data.display()),
            hint: ridotto_catalogue::similar(name, &names),
        }),
    }
}

/// That a release is differentially private lies in how it was made: no file shows it.
fn by_no_file(policy: &Policy) -> Option<Guarantee> {
    let rows = rows_per_person(policy);
    let private = Private::of(&private_requirement(policy)?.given, rows).ok()?;
    let required = by_construction(&private, None);
    Some(Guarantee { attained: None, holds: None, shown: Guarantee::BY_NO_FILE.into(), ..required })
}

/// What a file attains if all rows of a person are the unit.
fn together(
    required: &Requirement,
    keys: &[CodeColumn<'_>],
    person: CodeColumn<'_>,
    rows: usize,
) -> Guarantee {
    let least = evaluate::persons_alike(keys, person, rows).into_iter().min();
    counted_guarantee(required, required.model.name(), least)
}

fn dictionary(table: &Table, at: usize) -> &Dictionary {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary,
        _ => unreachable!("what is checked is read as codes"),
    }
}

/// The columns that an intruder may know.
fn quasi_identifiers(options: &CheckOptions) -> Vec<&str> {
    match &options.policy {
        Some(policy) => policy
            .with_role(Role::QuasiIdentifier)
            .filter(|attribute| !policy.is_deleted(&attribute.name))
            .map(|attribute| attribute.name.as_str())
            .collect(),
        None => options.quasi_identifiers.iter().map(String::as_str).collect(),
    }
}

/// The hierarchies of the sensitive attributes, where a requirement measures by them.
fn trees(
    options: &CheckOptions,
    table: &Table,
    sensitive: &[(&str, usize)],
) -> Result<Vec<Option<Hierarchy>>, Error> {
    let hierarchical = DistanceKind::Hierarchical.name();
    let by_tree = |asked: &policy::Requirement| asked.given.word("distance") == Some(hierarchical);
    let policy = options.policy.as_ref();
    let Some(policy) = policy.filter(|policy| policy.requirements.iter().any(by_tree)) else {
        return Ok(vec![None; sensitive.len()]);
    };
    let tree = |&(name, at): &(&str, usize)| {
        let has_one = policy.attribute(name).is_some_and(|of| of.hierarchy.is_some());
        let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { return Ok(None) };
        has_one.then(|| people::hierarchy(policy, name, codes, dictionary)).transpose()
    };
    sensitive.iter().map(tree).collect()
}

/// Which records show `*` in every quasi-identifier *and* every sensitive attribute: they were
/// suppressed and kept.
fn hidden_records(table: &Table, shown: &[usize]) -> Vec<bool> {
    let all: Vec<_> = shown
        .iter()
        .filter_map(|&at| match &table.columns[at] {
            Column::Coded { codes, dictionary, .. } => Some((codes, dictionary.code(TOP))),
            _ => None,
        })
        .collect();
    let is_hidden = |row: usize| all.iter().all(|(codes, star)| Some(codes.get(row)) == *star);
    (0..table.rows).map(is_hidden).collect()
}

/// The table without some records.
fn without(mut table: Table, gone: &[bool]) -> Table {
    let kept: Vec<u32> = (0..).zip(gone).filter(|(_, gone)| !**gone).map(|(row, _)| row).collect();
    let columns = std::mem::take(&mut table.columns).into_iter().map(|column| match column {
        Column::Coded { codes, dictionary, native } => {
            let mut left = Vec::new();
            codes.gather(&kept, &mut left);
            // A value that only they showed, such as `*`, is none any more.
            let mut used = vec![false; dictionary.len()];
            for &code in &left {
                used[code as usize] = true;
            }
            let (dictionary, new) = dictionary.in_use(|code| used[code as usize]);
            for code in &mut left {
                *code = new[*code as usize].unwrap_or_default();
            }
            let codes = Codes::from_codes(&left, dictionary.len());
            Column::Coded { codes, dictionary, native }
        }
        other => other,
    });
    table.columns = columns.collect();
    table.rows = kept.len();
    table
}
