//! Disclosure risk, from the classes of both files.

use super::alike::Alike;
use super::{Evidence, risk_finding};
use crate::risk::attacker::{People, Risk, journalist, summary};
use crate::risk::contribution::{added, telling};
use crate::risk::guess::best_guess;
use crate::risk::interval::{Deviation, by_deviation, by_rank};
use crate::risk::special_unique::{SpecialUniques, affordable_size, dis_suda, special_uniques};
use crate::risk::uniqueness::{estimated_population_given_sample, population_share, share};
use ridotto_core::Watch;
use ridotto_core::model::Uniqueness;
use ridotto_core::{ClassTable, Parts};
use ridotto_report::Finding;
use ridotto_report::page::Combination;

/// So many combinations are looked at for special uniques, over all sets of attributes.
const MOST_LOOKS: u128 = 30_000_000;
/// The share of the population that a file is taken to be if nobody says how large that is.
const SAMPLED: f64 = 0.01;
/// Combinations of so many attributes are looked at.
const TELLING: usize = 3;
/// Intervals of so many per cent, as the literature has them.
pub(super) const INTERVAL: f64 = 10.0;

/// Which uniques are unique in the population.
const POPULATION_UNIQUE: &str = "population-unique-if-sample-unique";

/// Some measures that belong together.
type Measure = fn(&Evidence<'_>, &dyn Watch) -> Vec<Finding>;

/// The measures of risk.
pub(super) fn measure(of: &Evidence<'_>, parts: &mut Parts<'_>) -> Vec<Finding> {
    let each: [(&str, &[&str], Measure); 7] = [
        (
            "risk of the three attackers",
            &["prosecutor-", "risk-threshold", "marketer-", "journalist-", POPULATION_UNIQUE],
            |of, _| attackers(of),
        ),
        ("uniqueness", &["unique-records", "sample-uniqueness", "population-"], |of, _| {
            uniques(of)
        }),
        ("special uniques", &["special-", "dis-suda-"], special),
        ("k-concealment and k-confusion", &["k-concealment", "k-confusion"], consistency),
        ("risk by attribute", &["distinction", "separation", "adds-to-average-risk"], |of, _| {
            attributes(of)
        }),
        (
            "guesses of sensitive values",
            &["best-guess", "best-guess-", "certain-guess"],
            |of, _| guesses(of),
        ),
        (
            "interval disclosure",
            &["rank-interval-disclosure", "deviation-interval-disclosure"],
            |of, _| intervals(of),
        ),
    ];
    let wanted = each.into_iter().filter(|(_, names, _)| of.wanted.any(names));
    wanted.flat_map(|(name, _, measure)| parts.part(name, |watch| measure(of, watch))).collect()
}

/// A figure of both files.
fn both(name: &str, of: &Evidence<'_>, figure: impl Fn(&ClassTable) -> Option<f64>) -> Finding {
    risk_finding(name, figure(&of.before), figure(&of.after))
}

fn attackers(of: &Evidence<'_>) -> Vec<Finding> {
    let threshold = of.options.threshold.unwrap_or(0.2);
    let risk = |alike: &Alike| summary(&alike.sizes, &alike.risks(), threshold);
    let (before, after) = (risk(&of.alike.0), risk(&of.alike.1));
    let prosecutor = |name: &str, figure: fn(&Risk) -> f64| {
        risk_finding(name, Some(figure(&before)), Some(figure(&after)))
    };
    let mut findings = vec![
        prosecutor("prosecutor-highest", |risk| risk.highest),
        prosecutor("prosecutor-average", |risk| risk.average),
        risk_finding("risk-threshold", None, Some(threshold)),
        prosecutor("prosecutor-share-above", |risk| risk.share_above),
        prosecutor("marketer-expected", |risk| risk.expected),
    ];
    if let Some(population) = &of.population {
        findings.extend(population.findings(of));
    } else if let Some(population) = of.options.population {
        let risk = |table: &ClassTable| {
            let people = People::Sample((table.rows() as f64 / population as f64).min(1.0));
            journalist(table, people, threshold)
        };
        findings.extend([
            both("journalist-highest", of, |table| Some(risk(table)?.highest)),
            both("journalist-average", of, |table| Some(risk(table)?.average)),
            both("journalist-share-above", of, |table| Some(risk(table)?.share_above)),
            both("journalist-expected", of, |table| Some(risk(table)?.expected)),
        ]);
    }
    findings
}

fn uniques(of: &Evidence<'_>) -> Vec<Finding> {
    let (before, after) = (&of.alike.0, &of.alike.1);
    let count = |alike: &Alike| Some(alike.alone() as f64);
    let part = |alike: &Alike| Some(share(alike.alone(), alike.of_row.len() as u64));
    let mut findings = vec![
        risk_finding("unique-records", count(before), count(after)),
        risk_finding("sample-uniqueness", part(before), part(after)),
    ];
    if let Some(population) = of.options.population.filter(|_| of.population.is_none()) {
        findings.extend([
            both("population-uniqueness", of, |table| {
                population_share(table, population, Uniqueness::Dankar).ok().flatten()
            }),
            both("population-unique-if-sample-unique", of, |table| {
                estimated_population_given_sample(table, population, Uniqueness::Dankar)
                    .ok()
                    .flatten()
            }),
        ]);
    }
    findings
}

/// Special uniques: records that few attributes single out.
fn special(of: &Evidence<'_>, watch: &dyn Watch) -> Vec<Finding> {
    let found = |table: &ClassTable| {
        let uniques = special_uniques(table.keys(), special_size(of), watch).ok()?;
        let dis = dis_suda(&uniques, table, sampled(of, table));
        Some((uniques, dis.unwrap_or_default()))
    };
    let (before, after) = (found(&of.before), found(&of.after));
    let both = |name: &str, figure: fn(&(SpecialUniques, Vec<f64>)) -> f64| {
        risk_finding(name, before.as_ref().map(figure), after.as_ref().map(figure))
    };
    let highest = |scores: &[f64]| scores.iter().copied().fold(0.0, f64::max);
    vec![
        both("special-uniques", |(it, _)| {
            it.minimal.iter().filter(|&&sets| sets > 0).count() as f64
        }),
        risk_finding(
            "special-unique-highest-score",
            before.as_ref().map(|(it, _)| highest(&it.scores)),
            after.as_ref().map(|(it, _)| highest(&it.scores)),
        ),
        risk_finding(
            "dis-suda-highest",
            before.as_ref().map(|(_, dis)| highest(dis)),
            after.as_ref().map(|(_, dis)| highest(dis)),
        ),
    ]
}

/// The share of the population that the file is taken to be.
pub(super) fn sampled(of: &Evidence<'_>, table: &ClassTable) -> f64 {
    let people = of.population.as_ref().map(|it| it.people).or(of.options.population);
    people.map_or(SAMPLED, |people| (table.rows() as f64 / people.max(1) as f64).min(1.0))
}

/// How many attributes sets of special uniques have at most: as was said, or as many as both files
/// allow.
pub(super) fn special_size(of: &Evidence<'_>) -> usize {
    let affordable = |table: &ClassTable| affordable_size(table.keys(), MOST_LOOKS);
    let most = affordable(&of.before).min(affordable(&of.after));
    of.options.special_size.unwrap_or(most).min(of.keys.len())
}

/// k-concealment and k-confusion, which the pair of files has and none of them alone.
fn consistency(of: &Evidence<'_>, watch: &dyn Watch) -> Vec<Finding> {
    let Some(found) = crate::files::attack::pair_consistency(of.pair, watch) else {
        return Vec::new();
    };
    let names = ["k-concealment", "k-confusion"];
    let figures = names.into_iter().filter_map(|name| Some((name, found.figure(name)?)));
    figures.map(|(name, figure)| risk_finding(name, None, Some(figure))).collect()
}

/// What each quasi-identifier tells, and what it adds to the risk.
fn attributes(of: &Evidence<'_>) -> Vec<Finding> {
    let each = |table: &ClassTable| (telling(table, 1), added(table));
    let ((told, adds), (told_after, adds_after)) = (each(&of.before), each(&of.after));
    let mut findings = Vec::new();
    for (at, &key) in of.keys.iter().enumerate() {
        let name = &of.pair.shared[key].name;
        let figures = [
            ("distinction", told[at].distinction, told_after[at].distinction),
            ("separation", told[at].separation, told_after[at].separation),
            ("adds-to-average-risk", adds[at].average, adds_after[at].average),
        ];
        findings.extend(figures.map(|(measure, before, after)| Finding {
            attribute: Some(name.clone()),
            ..risk_finding(measure, Some(before), Some(after))
        }));
    }
    findings
}

/// How well a sensitive attribute is guessed by whoever knows a person's class.
fn guesses(of: &Evidence<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, &sensitive) in of.sensitive.iter().enumerate() {
        let name = &of.pair.shared[sensitive].name;
        let (before, after) = (best_guess(&of.before, at), best_guess(&of.after, at));
        let figures = [
            ("best-guess", before.within, after.within),
            ("best-guess-without-class", before.baseline, after.baseline),
            ("certain-guess", before.certain, after.certain),
        ];
        findings.extend(figures.map(|(measure, before, after)| Finding {
            attribute: Some(name.clone()),
            ..risk_finding(measure, Some(before), Some(after))
        }));
    }
    findings
}

/// How often a released number says within narrow bounds what the true one is.
fn intervals(of: &Evidence<'_>) -> Vec<Finding> {
    let rows = (of.pair.before.rows, of.pair.after.rows);
    let Some(pairs) = of.pair.alignment.pairs(rows.0, rows.1) else { return Vec::new() };
    let mut findings = Vec::new();
    let width = of.options.interval.unwrap_or(INTERVAL);
    for attribute in of.attributes.iter().filter(|attribute| attribute.domain.is_numeric()) {
        let before = attribute.numbers_before();
        let truth: Vec<f64> = pairs.iter().map(|&row| before[row as usize]).collect();
        let released = attribute.numbers_after(false);
        let figures = [
            ("rank-interval-disclosure", by_rank(&truth, &released, width).rate),
            (
                "deviation-interval-disclosure",
                by_deviation(&truth, &released, width, Deviation::Sample).rate,
            ),
        ];
        findings.extend(figures.map(|(measure, rate)| Finding {
            attribute: Some(attribute.name.to_string()),
            ..risk_finding(measure, Some(1.0), Some(rate))
        }));
    }
    findings
}

/// The combinations of a few quasi-identifiers that make the most records unique before, and how
/// many they make unique after.
#[expect(clippy::cast_sign_loss, reason = "a share has no sign")]
pub(super) fn combinations(of: &Evidence<'_>) -> Vec<Combination> {
    let most = TELLING.min(of.keys.len());
    let (before, after) = (telling(&of.before, most), telling(&of.after, most));
    let records = |share: f64, table: &ClassTable| (share * table.rows() as f64).round() as u64;
    let mut all: Vec<Combination> = before
        .iter()
        .zip(&after)
        .map(|(one, other)| Combination {
            attributes: one
                .attributes
                .iter()
                .map(|&at| of.pair.shared[of.keys[at]].name.clone())
                .collect(),
            before: records(one.unique, &of.before),
            after: records(other.unique, &of.after),
        })
        .filter(|combination| combination.before > 0)
        .collect();
    all.sort_by_key(|one| (std::cmp::Reverse(one.before), one.attributes.len()));
    all.truncate(10);
    all
}
