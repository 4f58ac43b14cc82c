//! The program plays the intruder against a masked file, and says whom it could find.
//!
//! The people are those of the file before: whoever has that file knows everybody's
//! quasi-identifiers, which is the most that somebody outside can know. Nothing is used that an
//! intruder would not have, but for counting who was right.

mod attack_run;
mod method;
mod nearest;
mod outside;
mod owners;
mod releases;
mod rules;

pub(crate) use attack_run::{column, language};
pub use method::Protected;

use super::pair::{Pair, Shared, cells};
use super::pair::{PairOptions, Rows};
use crate::attack::{
    self, Alike, Attack, Cells, File, Found, Inference, Skew, background_knowledge,
    belief_with_rules, consistency, consistency_with_truth, exact_values, homogeneity,
    known_extremes, linkage_with_truth, similarity, skewness, suppressed_cells,
    suppressed_cells_with_truth, unsorted_matching,
};
use crate::utility::Attribute;
use attack_run::{AttackRun, after, before, file, keys};
use owners::Owners;
use releases::Other;
use ridotto_core::class::Tally;
use ridotto_core::{Code, CodeColumn, Parts, Watch};
use ridotto_io::{Place, Table};
use ridotto_policy::Requirement;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_release::file_report;
use ridotto_release::{Impatient, left_out};
use ridotto_report::{AttackReport, InPlace};
use std::path::{Path, PathBuf};

/// What the intruder has.
#[derive(Clone, Debug, Default)]
pub struct AttackOptions {
    /// The files' columns and rows.
    pub pair: PairOptions,
    /// Another release of the same people, to be joined with the masked file.
    pub with: Option<PathBuf>,
    /// Another release is of a later time, and not of the same time.
    pub later: bool,
    /// A release of an earlier time.
    pub earlier: Option<PathBuf>,
    /// Another provider's release, in which the same people have the same sensitive values.
    pub also: Option<PathBuf>,
    /// A file of people from elsewhere, whose columns may have other names.
    pub outside: Option<PathBuf>,
    /// Which of its columns is which: its name, and ours.
    pub map: Vec<(String, String)>,
    /// Rules about who can have which value.
    pub know: Option<PathBuf>,
    /// A value of which it is known that nothing was generalised but to protect it.
    pub minimal: Option<Protected>,
    /// Tables of means that were published, each by some attributes.
    pub means_by: Vec<Vec<String>>,
    /// The fewest people of a cell of these tables that was published; 1 if not given.
    pub least_cell: Option<u64>,
    /// Attributes that were replaced by averages of neighbours, each by itself.
    pub averages: Vec<String>,
    /// A list of everybody who may or may not be in the file.
    pub population: Option<PathBuf>,
    /// A value that becomes so many times as likely is counted as learnt; 2 if not given.
    pub factor: Option<f64>,
    /// Numbers within this share of their range are alike; 0.1 if not given.
    pub alike: Option<f64>,
    /// Tell which records were found.
    pub show_records: bool,
    /// Models of which it is known that the masked file attains them.
    pub in_place: Vec<InPlace>,
}

/// Extremes of each end that an intruder may know the owners of.
const EXTREMES: usize = 3;

/// The quasi-identifiers of both files as an intruder reads them.
pub(crate) fn files_of_keys(pair: &Pair) -> (Vec<Cells>, Vec<Cells>) {
    let keys = keys(pair);
    (before(pair, &keys), after(pair, &keys))
}

/// How many records each person could be, and how many persons each record, if everybody has exactly
/// one: k-concealment and k-confusion. They are of the pair of files, and no class of one file
/// shows them. `None` if there are too many pairs to look at.
pub(crate) fn pair_consistency(pair: &Pair, watch: &dyn Watch) -> Option<Found> {
    let (people, release) = files_of_keys(pair);
    consistency(&file(&people)?.watched(watch), &file(&release)?)
}

/// Attacks a masked file.
pub fn attack<'a>(
    people: impl Into<Place<'a>>,
    release: impl Into<Place<'a>>,
    options: &AttackOptions,
    watch: &dyn Watch,
) -> Result<AttackReport, Error> {
    let (people, release) = (people.into(), release.into());
    let pair = Pair::read(people, release, &options.pair, watch)?;
    watch.begin("attacking", None);
    let mut run = AttackRun::new(options.show_records);
    run.notes.clone_from(&pair.notes);
    run.truth = truth(&pair);
    run.in_place = in_place(&pair, options);
    let mut parts = Parts::new(watch);
    let keys = keys(&pair);
    let known = match &options.know {
        Some(path) => rules::read(path, &pair, &keys)?,
        None => Vec::new(),
    };
    by_labels(&mut run, &pair, &known, options, &mut parts)?;
    let attributes = if watch.goes_on() { pair.attributes() } else { Vec::new() };
    run.part(&mut parts, "linkage by distance and by probability", |run, watch| {
        nearest::everybody(run, &pair, &attributes, watch);
        Ok(())
    })?;
    run.part(&mut parts, "attacks on numbers", |run, _| {
        numbers(run, &pair, &attributes);
        Ok(())
    })?;
    if !options.averages.is_empty() {
        let work =
            |run: &mut AttackRun, _: &dyn Watch| method::averages(run, &pair, &attributes, options);
        run.part(&mut parts, "averages", work)?;
    }
    if let Some(protected) = &options.minimal {
        let work =
            |run: &mut AttackRun, _: &dyn Watch| method::minimal(run, &pair, protected, options);
        run.part(&mut parts, "minimality", work)?;
    }
    if !options.means_by.is_empty() {
        let work = |run: &mut AttackRun, _: &dyn Watch| method::means(run, &pair, options);
        run.part(&mut parts, "means", work)?;
    }
    let beside = if options.later { Other::Later } else { Other::Beside };
    let others = [(&options.with, beside), (&options.earlier, Other::Earlier)];
    for (path, other) in others {
        let Some(path) = path else { continue };
        run.part(&mut parts, "other releases", |run, watch| {
            let file = (path.as_path(), other);
            releases::joined(run, &pair, file, options, (people, &Impatient(watch)))
        })?;
    }
    if let Some(path) = &options.also {
        run.part(&mut parts, "other providers", |run, watch| {
            releases::providers(run, &pair, path, options, (people, &Impatient(watch)))
        })?;
    }
    if let Some(path) = &options.outside {
        run.part(&mut parts, "outside file", |run, watch| {
            outside::outside(run, &pair, path, options, &Impatient(watch))
        })?;
    }
    if let Some(population) = &options.population {
        run.part(&mut parts, "membership", |run, watch| {
            membership(run, release, population, options, &Impatient(watch))
        })?;
    }
    if run.truth.is_none() {
        run.notes.push(
            "nothing says which row was which, so who was singled out is claimed and was not \
             checked: say it if it is known, by the order of the rows or by a column that tells them \
             apart"
                .to_owned(),
        );
    }
    run.notes.extend(left_out(&parts, watch)?);
    let report = |path: &Path, table: &Table| file_report(path, table.rows as u64, table.sha256);
    Ok(AttackReport {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        before: report(people.name(), &pair.before),
        after: report(release.name(), &pair.after),
        findings: run.results,
        in_place: run.in_place,
        notes: run.notes,
    })
}

/// Attacks by what labels stand for: linkage, consistency, what cells and the order of rows tell, and
/// what the records that fit say.
fn by_labels(
    run: &mut AttackRun,
    pair: &Pair,
    known: &[rules::Known],
    options: &AttackOptions,
    parts: &mut Parts<'_>,
) -> Result<(), Error> {
    let keys = keys(pair);
    let (people, release) = (before(pair, &keys), after(pair, &keys));
    if let (Some(people), Some(release)) = (&file(&people), &file(&release)) {
        let guess = 1.0 / release.rows().max(1) as f64;
        let tried = parts.part("linkage", |watch| {
            let people = people.clone().watched(watch);
            let found = match &run.truth {
                Some(truth) => linkage_with_truth(&people, release, truth),
                None => attack::linkage(&people, release),
            };
            found.map(|found| found.beside(guess))
        });
        run.add(None, tried);
        let tried = parts.part("consistency", |watch| {
            let people = people.clone().watched(watch);
            let found = consistency_with_truth(&people, release, run.truth.as_deref());
            found.map(|found| found.beside(guess))
        });
        run.add(None, tried);
        let owners = pair.alignment.pairs(pair.before.rows, pair.after.rows);
        let is_so = owners.as_ref().map(|owners| {
            move |row: u32, column: usize, label: &attack::meaning::Meaning| {
                people.keys()[column].meaning(owners[row as usize] as usize).meets(label)
            }
        });
        let tried = parts.part("suppressed cells", |watch| {
            let release = release.clone().watched(watch);
            match &is_so {
                Some(is_so) => suppressed_cells_with_truth(&release, 2, is_so),
                None => suppressed_cells(&release, 2),
            }
        });
        run.add(None, tried);
        let tried = parts
            .part("matching", |watch| unsorted_matching(&people.clone().watched(watch), release));
        let tried = tried.map(|found| match &run.truth {
            Some(truth) => found.checked(|_, row| truth[row as usize] == Some(row)),
            None => found,
        });
        run.add(None, tried.map(|found| found.beside(guess)));
        for at in pair.with_role(Role::Sensitive) {
            let shared = &pair.shared[at];
            run.part(parts, &format!("attacks on `{}`", shared.name), |run, watch| {
                let theirs = &after(pair, &[at])[0];
                let known = known.iter().filter(|rule| rule.about == at);
                let rules: Vec<_> = known.flat_map(|rule| rule.rules.iter().cloned()).collect();
                let people = people.clone().watched(watch);
                let own = &before(pair, &[at])[0];
                infer(run, shared, (&people, own), (release, theirs), &rules, options);
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// The row of the release that is each person's, if it is known.
fn truth(pair: &Pair) -> Option<Vec<Option<u32>>> {
    let rows = pair.alignment.pairs(pair.before.rows, pair.after.rows)?;
    let mut truth = vec![None; pair.before.rows];
    for (row, &was) in (0..).zip(&rows) {
        truth[was as usize] = Some(row);
    }
    Some(truth)
}

/// What protects the release already: what is said to, and k-anonymity, if every class has as many
/// records as the policy requires, or two.
fn in_place(pair: &Pair, options: &AttackOptions) -> Vec<InPlace> {
    let required = options.pair.policy.iter().flat_map(|policy| &policy.requirements);
    let k = required.filter_map(Requirement::plain_k).map(|k| *k).max().unwrap_or(2);
    let columns: Vec<CodeColumn<'_>> = keys(pair)
        .iter()
        .map(|&at| cells(&pair.after, pair.shared[at].after))
        .map(|of| CodeColumn { codes: of.codes, values: of.dictionary.len() })
        .collect();
    let smallest = Tally::count(&columns, pair.after.rows).counts().iter().copied().min();
    let is_anonymous = smallest.is_some_and(|smallest| smallest >= k.max(2));
    let mut all = options.in_place.clone();
    let own = InPlace { model: "k-anonymity".to_owned(), attribute: None };
    if is_anonymous && !all.contains(&own) {
        all.push(own);
    }
    all
}

/// Attacks on a sensitive attribute.
fn infer(
    run: &mut AttackRun,
    shared: &Shared,
    (people, own): (&File<'_>, &Cells),
    (release, theirs): (&File<'_>, &Cells),
    rules: &[attack::Rule],
    options: &AttackOptions,
) {
    let Some(release) = release.clone().with_sensitive(theirs) else { return };
    let Some(inference) = Inference::new(people, &release) else { return };
    let name = Some(shared.name.as_str());
    // The file before says what everybody truly has.
    let is = |person: u32, code: Option<Code>| {
        code.is_some_and(|code| inference.meaning(code).meets(own.meaning(person as usize)))
    };
    let only = |values: Vec<(Code, f64)>| values.first().map(|value| value.0);
    let guess = inference.commonest();
    let checked = |found: Found, code: &dyn Fn(usize, u32) -> Option<Code>| {
        found.checked(|at, person| is(person, code(at, person))).beside(guess)
    };
    let found =
        checked(homogeneity(&inference), &|_, person| only(inference.belief(person as usize)));
    let is_number = theirs.meanings().iter().any(|value| !number(value).is_nan());
    if is_number && found.right.is_some_and(|right| right < found.people) {
        run.notes.push(format!(
            "a number of `{}` counts as learnt rightly if it is right to the digit; `similarity` \
             counts what is about right",
            shared.name
        ));
    }
    run.add(name, Some(found));
    if !rules.is_empty() {
        let is_there =
            |rule: &attack::Rule| theirs.meanings().iter().any(|value| value.within(&rule.value));
        let strange = rules.iter().filter(|rule| !is_there(rule)).count();
        if strange > 0 {
            run.notes.push(format!(
                "no record has the value of {strange} of the rules about `{}`",
                shared.name
            ));
        }
        let found = background_knowledge(&inference, people, rules);
        let found = found.map(|found| {
            checked(found, &|_, person| {
                only(belief_with_rules(&inference, people, rules, person as usize)?)
            })
        });
        run.add_with(name, options.know.as_deref(), found);
    }
    let skew = Skew { factor: options.factor.unwrap_or(2.0), ..Skew::default() };
    let found = skewness(&inference, &skew).map(|found| {
        let values = found.values.clone();
        // A value that became likelier is compared with how likely it was before.
        let before = found.certainty - found.figure("mean-shift").unwrap_or(0.0);
        checked(found, &|at, _| values.get(at).copied()).beside(before)
    });
    run.add(name, found);
    // Something about a value is right if the value is one of those that are left.
    let among = |found: Found| {
        found.checked(|_, person| {
            let left = inference.belief(person as usize);
            left.iter().any(|value| is(person, Some(value.0)))
        })
    };
    let numbers: Vec<f64> = theirs.meanings().iter().map(number).collect();
    if numbers.iter().any(|number| !number.is_nan()) {
        let share = options.alike.unwrap_or(0.1);
        // A number is about where those lie that are left, if it is within what counts as alike.
        let ends = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.fold((f64::NAN, f64::NAN), |(low, high), it| (low.min(it), high.max(it)))
        };
        let (low, high) = ends(&mut numbers.iter().copied());
        let reach = share * (high - low);
        let is_about = |_: usize, person: u32| {
            let left = inference.belief(person as usize);
            let (low, high) = ends(&mut left.iter().map(|value| numbers[value.0 as usize]));
            let own = number(own.meaning(person as usize));
            low - reach <= own && own <= high + reach
        };
        let found = similarity(&inference, &Alike::Numbers(numbers.clone(), share));
        run.add(name, found.map(|found| found.checked(is_about)));
    } else if let Some(hierarchy) = shared.hierarchy.as_ref().filter(|of| of.height() > 1) {
        let groups = hierarchy.map(hierarchy.height() - 1);
        // Sensitive values are released as they are: each is one of the hierarchy's.
        if groups.len() == theirs.meanings().len() {
            let alike = Alike::Groups(groups.to_vec());
            run.add(name, similarity(&inference, &alike).map(among));
        }
    }
}

/// What people of another file have in common with those of their classes.
fn homogeneous(people: &File<'_>, release: &File<'_>) -> Option<Found> {
    Some(homogeneity(&Inference::new(people, release)?))
}

fn number(meaning: &attack::meaning::Meaning) -> f64 {
    match meaning {
        attack::meaning::Meaning::Exact(value) => value.number().unwrap_or(f64::NAN),
        _ => f64::NAN,
    }
}

/// Attacks on numbers that were released nearly or wholly as they are.
fn numbers(run: &mut AttackRun, pair: &Pair, attributes: &[Attribute]) {
    let numeric = |at: &usize| attributes[*at].domain.is_numeric();
    let beside: Vec<usize> = (0..attributes.len())
        .filter(|&at| pair.shared[at].role != Role::QuasiIdentifier)
        .filter(numeric)
        .collect();
    let columns: Vec<(Vec<f64>, Vec<f64>)> = beside
        .iter()
        .map(|&at| (attributes[at].numbers_before(), shown(&attributes[at])))
        .collect();
    for (&at, (own, theirs)) in beside.iter().zip(&columns) {
        let name = Some(pair.shared[at].name.as_str());
        let found = exact_values(&[(own, theirs)], 0.0);
        let found = found.map(|found| match &run.truth {
            Some(truth) => found.checked(|_, person| {
                let row = truth[person as usize];
                row.is_some_and(|row| theirs[row as usize].total_cmp(&own[person as usize]).is_eq())
            }),
            None => found,
        });
        let guess = 1.0 / theirs.len().max(1) as f64;
        run.add(name, found.map(|found| found.beside(guess)));
        let known = |numbers: &[f64]| {
            numbers.iter().copied().filter(|number| !number.is_nan()).collect::<Vec<_>>()
        };
        run.add(name, known_extremes(&known(own), &known(theirs), EXTREMES));
    }
}

/// The numbers after that stand for themselves.
fn shown(attribute: &Attribute) -> Vec<f64> {
    let number = |label: &crate::utility::Recoded| {
        if label.lower.total_cmp(&label.upper).is_eq() { label.midpoint() } else { f64::NAN }
    };
    let numbers: Vec<f64> = attribute.labels.iter().map(number).collect();
    attribute
        .after
        .iter()
        .map(|code| code.map_or(f64::NAN, |code| numbers[code as usize]))
        .collect()
}

/// Who of everybody is in the masked file?
fn membership(
    run: &mut AttackRun,
    after: Place<'_>,
    population: &Path,
    options: &AttackOptions,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let both = Pair::read(population.into(), after, &plain(&options.pair), watch)?;
    let keys = keys(&both);
    let (everybody, release) = (before(&both, &keys), attack_run::after(&both, &keys));
    let members = match &options.pair.rows {
        Rows::By(column) => Owners::by_column(&both, column).map(|owners| owners.members()),
        _ => None,
    };
    if members.is_none() && run.truth.is_some() {
        run.notes.push(
            "who is in the masked file was claimed and not checked: the population has no column \
             that tells which row is whose"
                .to_owned(),
        );
    }
    if let (Some(everybody), Some(release)) = (file(&everybody), file(&release)) {
        let everybody = everybody.watched(watch);
        let found = attack::membership(&everybody, &release, 1.0).map(|found| {
            // Somebody taken at random is there as often as there are records.
            let guess = (release.rows() as f64 / everybody.rows().max(1) as f64).min(1.0);
            match &members {
                Some(members) => found.checked(|_, row| members[row as usize]),
                None => found,
            }
            .beside(guess)
        });
        run.add_with(None, Some(population), found);
    }
    Ok(())
}

/// The same columns without knowledge of rows.
fn plain(options: &PairOptions) -> PairOptions {
    PairOptions { rows: Rows::Unknown, ..options.clone() }
}

/// All attacks by name, with what the intruder is assumed to know.
pub fn attacks() -> impl Iterator<Item = (&'static str, &'static str)> {
    Attack::ALL.into_iter().map(|attack| (attack.name(), attack.knows()))
}
