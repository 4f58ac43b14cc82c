//! The program plays the intruder against a masked file, and says whom it could find.
//!
//! The people are those of the file before: whoever has that file knows everybody's
//! quasi-identifiers, which is the most that somebody outside can know. Nothing is used that an
//! intruder would not have, but for counting who was right.

use crate::pair::{Pair, Shared, cells};
use crate::{Error, PairOptions, Watch};
use ridotto_io::Table;
use ridotto_measure::attack::meaning::Language;
use ridotto_measure::attack::{
    self, Alike, Attack, Cells, File, Found, Inference, Skew, consistency, exact_values,
    homogeneity, known_extremes, similarity, skewness, suppressed_cells, unsorted_matching,
};
use ridotto_measure::utility::Attribute;
use ridotto_policy::language::Role;
use ridotto_report::{AttackReport, AttackResult, FileReport};
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
    /// A list of everybody who may or may not be in the file.
    pub population: Option<PathBuf>,
    /// A value that becomes so many times as likely is counted as learnt; 2 if not given.
    pub factor: Option<f64>,
    /// Numbers within this share of their range are alike; 0.1 if not given.
    pub alike: Option<f64>,
}

/// Extremes of each end that an intruder may know the owners of.
const EXTREMES: usize = 3;

/// How many records each person could be, and how many persons each record, if everybody has exactly
/// one: k-concealment and k-confusion. They are of the pair of files, and no class of one file
/// shows them. `None` if there are too many pairs to look at.
pub(crate) fn pair_consistency(pair: &Pair) -> Option<Found> {
    let keys = pair.with_role(Role::QuasiIdentifier);
    let people = read(&pair.before, &pair.shared, &keys, |shared| shared.before, pair);
    let release = read(&pair.after, &pair.shared, &keys, |shared| shared.after, pair);
    consistency(&file(&people)?, &file(&release)?)
}

/// Attacks a masked file.
pub fn attack(
    before: &Path,
    after: &Path,
    options: &AttackOptions,
    watch: &dyn Watch,
) -> Result<AttackReport, Error> {
    let pair = Pair::read(before, after, &options.pair, watch)?;
    watch.begin("attacking", None);
    let mut fight = Fight { results: Vec::new(), notes: pair.notes.clone() };
    let keys = pair.with_role(Role::QuasiIdentifier);
    let people = read(&pair.before, &pair.shared, &keys, |shared| shared.before, &pair);
    let release = read(&pair.after, &pair.shared, &keys, |shared| shared.after, &pair);
    let (people_file, release_file) = (file(&people), file(&release));
    if let (Some(people), Some(release)) = (&people_file, &release_file) {
        fight.add(None, attack::linkage(people, release));
        fight.add(None, pair_consistency(&pair));
        fight.add(None, suppressed_cells(release, 2));
        fight.add(None, unsorted_matching(people, release));
        for at in pair.with_role(Role::Sensitive) {
            let shared = &pair.shared[at];
            let theirs = column(&pair.after, shared, shared.after, &pair);
            infer(&mut fight, shared, people, (release, &theirs), options);
        }
    }
    numbers(&mut fight, &pair);
    if let Some(other) = &options.with {
        joined(&mut fight, after, other, options, watch)?;
    }
    if let Some(population) = &options.population {
        membership(&mut fight, after, population, options, watch)?;
    }
    let report = |path: &Path, table: &Table| FileReport {
        file: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
        rows: Some(table.rows as u64),
        sha256: Some(table.sha256.to_string()),
    };
    Ok(AttackReport {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        before: report(before, &pair.before),
        after: report(after, &pair.after),
        findings: fight.results,
        notes: fight.notes,
    })
}

/// What was found so far.
struct Fight {
    results: Vec<AttackResult>,
    notes: Vec<String>,
}

impl Fight {
    /// Keeps what an attack found; one that could not be tried found nothing.
    fn add(&mut self, attribute: Option<&str>, found: Option<Found>) {
        let Some(found) = found else { return };
        let smallest_group = found.smallest_group();
        self.results.push(AttackResult {
            name: found.attack.name().to_owned(),
            attribute: attribute.map(str::to_owned),
            knows: found.attack.knows().to_owned(),
            people: found.people,
            of: found.of,
            unmatched: found.unmatched,
            certainty: found.certainty,
            surest: found.surest,
            smallest_group,
            group_sizes: found.group_sizes.clone(),
            stopped_by: found.stopped_by().iter().map(|&name| name.to_owned()).collect(),
        });
    }
}

/// A column as an intruder reads it.
fn column(table: &Table, shared: &Shared, at: usize, pair: &Pair) -> Cells {
    let before = cells(&pair.before, shared.before).dictionary;
    let mut language = Language::new(before.reading().clone());
    if let Some(hierarchy) = &shared.hierarchy {
        language = language.with_hierarchy(hierarchy);
    }
    let of = cells(table, at);
    let column = Cells::of_column(of.codes.clone(), of.dictionary, &language, true);
    column.expect("every code is of the dictionary")
}

fn read(
    table: &Table,
    shared: &[Shared],
    keys: &[usize],
    place: fn(&Shared) -> usize,
    pair: &Pair,
) -> Vec<Cells> {
    keys.iter().map(|&at| column(table, &shared[at], place(&shared[at]), pair)).collect()
}

fn file(columns: &[Cells]) -> Option<File<'_>> {
    File::new(columns.iter().collect())
}

/// Attacks on a sensitive attribute.
fn infer(
    fight: &mut Fight,
    shared: &Shared,
    people: &File<'_>,
    (release, theirs): (&File<'_>, &Cells),
    options: &AttackOptions,
) {
    let Some(release) = release.clone().with_sensitive(theirs) else { return };
    let Some(inference) = Inference::new(people, &release) else { return };
    let name = Some(shared.name.as_str());
    fight.add(name, Some(homogeneity(&inference)));
    let skew = Skew { factor: options.factor.unwrap_or(2.0), ..Skew::default() };
    fight.add(name, skewness(&inference, &skew));
    let numbers: Vec<f64> = theirs.meanings().iter().map(number).collect();
    if numbers.iter().any(|number| !number.is_nan()) {
        let alike = Alike::Numbers(numbers, options.alike.unwrap_or(0.1));
        fight.add(name, similarity(&inference, &alike));
    } else if let Some(hierarchy) = shared.hierarchy.as_ref().filter(|of| of.height() > 1) {
        let groups = hierarchy.map(hierarchy.height() - 1);
        // Sensitive values are released as they are: each is one of the hierarchy's.
        if groups.len() == theirs.meanings().len() {
            fight.add(name, similarity(&inference, &Alike::Groups(groups.to_vec())));
        }
    }
}

fn number(meaning: &attack::meaning::Meaning) -> f64 {
    match meaning {
        attack::meaning::Meaning::Exact(value) => value.number().unwrap_or(f64::NAN),
        _ => f64::NAN,
    }
}

/// Attacks on numbers that were released nearly or wholly as they are.
fn numbers(fight: &mut Fight, pair: &Pair) {
    let attributes = pair.attributes();
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
        fight.add(name, exact_values(&[(own, theirs)], 0.0));
        let known = |numbers: &[f64]| {
            numbers.iter().copied().filter(|number| !number.is_nan()).collect::<Vec<_>>()
        };
        fight.add(name, known_extremes(&known(own), &known(theirs), EXTREMES));
    }
}

/// The numbers after that stand for themselves.
fn shown(attribute: &Attribute) -> Vec<f64> {
    let number = |label: &ridotto_measure::utility::Recoded| {
        if label.lower.total_cmp(&label.upper).is_eq() { label.midpoint() } else { f64::NAN }
    };
    let numbers: Vec<f64> = attribute.labels.iter().map(number).collect();
    attribute
        .after
        .iter()
        .map(|code| code.map_or(f64::NAN, |code| numbers[code as usize]))
        .collect()
}

/// The masked file together with another release.
fn joined(
    fight: &mut Fight,
    after: &Path,
    other: &Path,
    options: &AttackOptions,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let both = Pair::read(after, other, &plain(&options.pair), watch)?;
    let keys = both.with_role(Role::QuasiIdentifier);
    let one = read(&both.before, &both.shared, &keys, |shared| shared.before, &both);
    let two = read(&both.after, &both.shared, &keys, |shared| shared.after, &both);
    if let (Some(one), Some(two)) = (file(&one), file(&two)) {
        let identifying = keys.len();
        fight.add(None, unsorted_matching(&one, &two));
        let found = if options.later {
            attack::temporal(&one, &two, identifying)
        } else {
            attack::complementary_release(&one, &two, identifying)
        };
        fight.add(None, found);
    }
    Ok(())
}

/// Who of everybody is in the masked file?
fn membership(
    fight: &mut Fight,
    after: &Path,
    population: &Path,
    options: &AttackOptions,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let both = Pair::read(population, after, &options.pair, watch)?;
    let keys = both.with_role(Role::QuasiIdentifier);
    let everybody = read(&both.before, &both.shared, &keys, |shared| shared.before, &both);
    let release = read(&both.after, &both.shared, &keys, |shared| shared.after, &both);
    if let (Some(everybody), Some(release)) = (file(&everybody), file(&release)) {
        fight.add(None, attack::membership(&everybody, &release, 1.0));
    }
    Ok(())
}

/// The same columns without knowledge of rows.
fn plain(options: &PairOptions) -> PairOptions {
    PairOptions { rows: crate::Rows::Unknown, ..options.clone() }
}

/// All attacks by name, with what the intruder is assumed to know.
pub fn attacks() -> impl Iterator<Item = (&'static str, &'static str)> {
    Attack::ALL.into_iter().map(|attack| (attack.name(), attack.knows()))
}
