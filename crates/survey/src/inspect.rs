//! What is a file like, and who could be found in it as it is?

mod quality;

use crate::init::{Guess, InitOptions, Survey};
use ridotto_core::Watch;
use ridotto_core::{ClassTable, CodeColumn};
use ridotto_io::Place;
use ridotto_measure::risk::contribution::{Telling, added, telling};
use ridotto_measure::risk::guess::best_guess;
use ridotto_measure::risk::k_curve::{at, k_curve};
use ridotto_measure::risk::special_unique::special_uniques;
use ridotto_measure::{Series, Values};
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_release::file_report;
use ridotto_report::{ColumnReport, CombinationReport, GuessReport, InspectReport, KLossReport};
use std::cmp::Reverse;

/// What is known of a file's columns.
#[derive(Clone, Debug, Default)]
pub struct InspectOptions {
    /// Roles come from here.
    pub policy: Option<Policy>,
    /// Or the quasi-identifiers are these; guessed if neither is said.
    pub quasi_identifiers: Vec<String>,
    /// And the sensitive attributes these.
    pub sensitive: Vec<String>,
    /// Whether the file has no line of names.
    pub no_header: bool,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

/// Combinations of so many quasi-identifiers are looked at; of fewer where there are many.
const TELLING: usize = 3;
/// More quasi-identifiers than that are looked at in pairs only.
const MANY: usize = 20;
/// So many combinations are told of each size.
const TOLD: usize = 4;

/// Looks at a file. Nothing of what it says is a value of the file.
pub fn inspect<'a>(
    data: impl Into<Place<'a>>,
    options: &InspectOptions,
    watch: &dyn Watch,
) -> Result<InspectReport, Error> {
    let data = data.into();
    let survey = survey(data, options, watch)?;
    watch.begin("measuring", None);
    let places = |role| survey.with_role(role).map(|(at, _)| at).collect::<Vec<usize>>();
    let (keys, sensitive) = (places(Role::QuasiIdentifier), places(Role::Sensitive));
    let columns = |places: &[usize]| {
        let column = |&at: &usize| {
            let (codes, dictionary) = survey.column(at);
            CodeColumn { codes, values: dictionary.len() }
        };
        places.iter().map(column).collect::<Vec<_>>()
    };
    let rows = survey.rows();
    let classes = ClassTable::count(
        &columns(&keys),
        &columns(&sensitive),
        usize::try_from(rows).unwrap_or(0),
    );
    let sizes = classes.keys().counts();
    let names = survey.columns();
    let curve = k_curve(&classes);
    let step =
        |k: u64| at(&curve, k).map(|of| KLossReport { k, records: of.records, share: of.share });
    let guess = |(place, &at): (usize, &usize)| {
        let of = best_guess(&classes, place);
        GuessReport {
            attribute: names[at].facts.name.clone(),
            best_guess: of.within,
            without_class: of.baseline,
            certain: of.certain,
        }
    };
    let quality = quality::quality(&survey, options.policy.as_ref(), options.threads, watch)?;
    let special = special_uniques(classes.keys(), TELLING, &()).ok();
    let guessed = options.policy.is_none() && options.quasi_identifiers.is_empty();
    let mut notes = Vec::new();
    if keys.is_empty() {
        notes.push("no column looks like one that others could know of a person.".to_owned());
    } else if guessed {
        notes.push(
            "which columns others could know was guessed; say it, and the figures change.".into(),
        );
    }
    Ok(InspectReport {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        file: file_report(data.name(), rows, survey.sha256()),
        columns: profiles(&survey, &keys, &classes, options),
        completeness: quality.completeness,
        uniqueness: quality.uniqueness,
        timeliness: quality.timeliness,
        validity: quality.validity,
        accuracy: quality.accuracy,
        consistency: quality.consistency,
        guessed,
        classes: sizes.len() as u64,
        unique_records: sizes.iter().filter(|&&size| size == 1).count() as u64,
        special_uniques: special
            .map(|of| of.minimal.iter().filter(|&&count| count > 0).count() as u64),
        combinations: combinations(&survey, &keys, &classes),
        k_loss: [2, 3, 5, 10, 20, 50, 100]
            .into_iter()
            .filter(|k| *k <= rows)
            .filter_map(step)
            .collect(),
        guesses: sensitive.iter().enumerate().map(guess).collect(),
        notes,
    })
}

fn survey(data: Place<'_>, options: &InspectOptions, watch: &dyn Watch) -> Result<Survey, Error> {
    let InspectOptions { policy, quasi_identifiers, sensitive, no_header, threads } = options;
    if let Some(policy) = policy {
        return Survey::by_policy(data, policy, *threads, watch);
    }
    let reading = InitOptions {
        quasi_identifiers: quasi_identifiers.clone(),
        sensitive: sensitive.clone(),
        no_header: *no_header,
        threads: *threads,
        ..InitOptions::default()
    };
    let mut survey = Survey::read(data, &reading, watch)?;
    if !quasi_identifiers.is_empty() {
        // Those that were said, and no others.
        let guessed: Vec<usize> =
            survey.with_role(Role::QuasiIdentifier).map(|(at, _)| at).collect();
        for at in guessed {
            survey.answer(at, Role::Insensitive);
        }
    }
    survey.tell(&InitOptions {
        quasi_identifiers: quasi_identifiers.clone(),
        sensitive: sensitive.clone(),
        ..InitOptions::default()
    })?;
    Ok(survey)
}

fn profiles(
    survey: &Survey,
    keys: &[usize],
    classes: &ClassTable,
    options: &InspectOptions,
) -> Vec<ColumnReport> {
    let added = added(classes);
    let is_named =
        |name: &str| options.policy.as_ref().is_none_or(|policy| policy.attribute(name).is_some());
    let column = |(at, guess): (usize, &Guess)| {
        let of = &guess.facts;
        let place = keys.iter().position(|&key| key == at);
        ColumnReport {
            name: of.name.clone(),
            kind: of.kind.to_string(),
            role: if is_named(&of.name) { guess.role.to_string() } else { "not named".into() },
            looks_like: of.looks_like().map(str::to_owned),
            distinct: of.distinct,
            missing: of.missing,
            alone: of.alone,
            distinction: of.distinction(),
            separation: of.separation,
            adds_to_average_risk: place.map(|place| added[place].average),
        }
    };
    survey.columns().iter().enumerate().map(column).collect()
}

/// For each number of columns, the combinations that make the most records unique.
#[expect(clippy::cast_sign_loss, reason = "a share has no sign")]
fn combinations(survey: &Survey, keys: &[usize], classes: &ClassTable) -> Vec<CombinationReport> {
    let most = if keys.len() > MANY { 2 } else { TELLING };
    let mut all: Vec<Telling> = telling(classes, most.min(keys.len()));
    all.retain(|one| one.unique > 0.0);
    all.sort_by_key(|one| (one.attributes.len(), Reverse((one.unique * 1e12) as u64)));
    let name = |&at: &usize| survey.columns()[keys[at]].facts.name.clone();
    all.chunk_by(|a, b| a.attributes.len() == b.attributes.len())
        .flat_map(|same| same.iter().take(TOLD))
        .map(|one| CombinationReport {
            attributes: one.attributes.iter().map(name).collect(),
            unique_records: (one.unique * classes.rows() as f64).round() as u64,
            distinction: one.distinction,
            separation: one.separation,
        })
        .collect()
}

/// The columns as measures of quality take them.
fn plain(survey: &Survey) -> Vec<Series> {
    let column = |at: usize| {
        let (codes, dictionary) = survey.column(at);
        let missing = dictionary.missing();
        let known = |code: u32| (Some(code) != missing).then_some(code);
        let codes = codes.iter().map(known).collect();
        let categories = dictionary.len();
        let values = Values::Categories { codes, categories, ordered: false };
        Series { name: survey.columns()[at].facts.name.as_str().into(), values }
    };
    (0..survey.columns().len()).map(column).collect()
}
