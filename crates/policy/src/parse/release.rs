//! `[release]`: its own keys, and the parameters of the algorithm and of the objective.

use super::reader::Reader;
use super::tables::foreign;
use super::value::Item;
use crate::code;
use crate::language::{self, Generalize, Kind, Suppress};
use crate::policy::{Idle, Release};
use crate::unsaid;
use ridotto_catalogue::{AlgorithmFacts, Definition, Problem, Share, Sort, Spanned, Value};

/// How the release is made. `None` only after a problem was reported.
pub(super) fn release(root: &mut Reader<'_>) -> Option<Release> {
    let item = root.table("release");
    let table = item.and_then(Item::as_table).unwrap_or_default();
    let mut at = root.release(table, item.and_then(|item| item.span));
    let release = read(&mut at);
    at.finish();
    release
}

fn read(at: &mut Reader<'_>) -> Option<Release> {
    // Who reads a policy without algorithms has no release in mind.
    if at.entries().of(Sort::Algorithm).next().is_none() {
        return Some(Release::of(&unsaid::ALGORITHM, &unsaid::OBJECTIVE));
    }
    let algorithm = at.entry("algorithm", Sort::Algorithm);
    let (generalize, suppress) = (at.choice("generalize"), at.choice("suppress"));
    let algorithm = algorithm.or_else(|| usual_algorithm(at, generalize, suppress))?;
    let objective = at.entry("objective", Sort::Objective);
    let objective = objective.or_else(|| at.usual_entry("objective", Sort::Objective))?;
    let usual = Release::of(algorithm, objective);
    let idle = idle(at, [algorithm, objective]);
    let (algorithm, objective) =
        (at.given(algorithm, "algorithm"), at.given(objective, "objective"));
    let release = Release {
        algorithm: algorithm?,
        objective: objective?,
        idle,
        generalize: generalize.unwrap_or(usual.generalize),
        suppress: suppress.unwrap_or(usual.suppress),
        suppression: share("suppression", at).unwrap_or(usual.suppression),
        missing: at.choice("missing").unwrap_or(usual.missing),
        missing_sensitive: at.choice("missing-sensitive").unwrap_or(usual.missing_sensitive),
        suppressed: at.choice("suppressed").unwrap_or(usual.suppressed),
        total: usual.total,
    };
    foreign(at, &["total"], Kind::Microdata);
    at.report_all(nothing_to_suppress(&release));
    Some(release)
}

/// The same of tables, which have no algorithm.
pub(super) fn of_tables(root: &mut Reader<'_>) -> Release {
    let usual = Release::of(&unsaid::ALGORITHM, &unsaid::OBJECTIVE);
    let Some(item) = root.table("release") else { return usual };
    let Some(mut at) = root.inside(item, &language::RELEASE) else { return usual };
    let total = at.text("total").unwrap_or_else(|| usual.total.clone());
    let others: Vec<&'static str> = language::RELEASE.keys.iter().map(|key| key.name).collect();
    let others: Vec<&'static str> = others.into_iter().filter(|key| *key != "total").collect();
    foreign(&mut at, &others, Kind::Table);
    at.finish();
    Release { total, ..usual }
}

/// The algorithm that does what is asked, when none is named.
fn usual_algorithm(
    at: &mut Reader<'_>,
    generalize: Option<Spanned<Generalize>>,
    suppress: Option<Spanned<Suppress>>,
) -> Option<&'static dyn Definition> {
    let fits = |of: &AlgorithmFacts, suppress: Option<Spanned<Suppress>>| {
        of.is_usual
            && of.grid.iter().any(|(what, with)| {
                generalize.is_none_or(|asked| *asked == *what)
                    && suppress.is_none_or(|asked| with.contains(&asked))
            })
    };
    let first = |suppress| {
        let mut all = at.entries().of(Sort::Algorithm);
        all.find(|of| of.entry().algorithm().is_some_and(|facts| fits(facts, suppress)))
    };
    // Where nothing does both, what is suppressed is refused later.
    first(suppress).or_else(|| first(None)).or_else(|| at.usual_entry("algorithm", Sort::Algorithm))
}

/// The keys that are parameters of others than those that are chosen. Their values are read, too.
fn idle(at: &mut Reader<'_>, chosen: [&'static dyn Definition; 2]) -> Vec<Idle> {
    let entries = at.entries();
    let mut idle = Vec::new();
    for of in [Sort::Algorithm, Sort::Objective].into_iter().flat_map(|sort| entries.of(sort)) {
        if chosen.iter().any(|chosen| chosen.entry() == of.entry()) {
            continue;
        }
        for parameter in of.entry().all_parameters() {
            let Some((key, item)) = at.item(parameter.name) else { continue };
            if let Err(problems) = Value::read(key, item) {
                at.report_all(problems);
            }
            let key = Spanned { value: parameter.name, span: item.span };
            idle.push(Idle { of: of.entry().name, sort: of.entry().sort(), key });
        }
    }
    idle
}

fn share(name: &'static str, at: &mut Reader<'_>) -> Option<Spanned<Share>> {
    let number = at.number(name, &language::SHARE)?;
    Share::new(number.value).map(|share| number.map(|_| share))
}

/// The limit is one on records.
fn nothing_to_suppress(release: &Release) -> Option<Problem> {
    let (limit, what) = (release.suppression, release.suppress);
    let label = match *what {
        Suppress::Record => return None,
        // Cells of so many records are suppressed once attributes are generalised.
        Suppress::Cell if *release.generalize == Generalize::Attribute => return None,
        Suppress::None => "but nothing may be suppressed",
        Suppress::Attribute | Suppress::Cell => "but no record may be suppressed",
    };
    (*limit > Share::ZERO).then(|| {
        let message =
            format!("`suppress = \"{what}\"` forbids what `suppression = {limit}` allows");
        Problem::error(code::CONTRADICTION, message)
            .at(limit.span, label)
            .with_help("write `suppression = 0.0`, or `suppress = \"record\"`")
    })
}
