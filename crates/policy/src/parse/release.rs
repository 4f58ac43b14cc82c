//! `[release]`: its own keys, and the parameters of the algorithm and of the objective.

use super::reader::Reader;
use super::tables::foreign;
use super::value::Item;
use crate::code;
use crate::entries::Entries;
use crate::language::{self, Generalize, Kind, Suppress};
use crate::policy::{Idle, Release};
use crate::table::Protection;
use crate::unsaid;
use ridotto_catalogue::{
    AlgorithmFacts, Decimal, Definition, Problem, Share, Sort, Spanned, Value,
};

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
    foreign(at, OF_TABLES, Kind::Microdata);
    foreign(at, &of_methods_alone(at.entries()), Kind::Microdata);
    at.report_all(nothing_to_suppress(&release));
    Some(release)
}

/// The parameters of methods for tables that nothing else has.
fn of_methods_alone(entries: &Entries) -> Vec<&'static str> {
    let others = || entries.of(Sort::Algorithm).chain(entries.of(Sort::Objective));
    let is_others = |key: &str| others().any(|of| of.entry().parameter(key).is_some());
    let own = language::RELEASE.keys.iter().map(|key| key.name).collect::<Vec<_>>();
    let all = entries.of(Sort::Method).flat_map(|of| of.entry().all_parameters());
    let mut alone: Vec<&'static str> =
        all.map(|key| key.name).filter(|key| !is_others(key) && !own.contains(key)).collect();
    alone.sort_unstable();
    alone.dedup();
    alone
}

/// The keys of `[release]` that are about tables, besides the parameters of their methods.
const OF_TABLES: &[&str] = &["method", "total", "group", "zero", "apriori", "bounds"];

/// The same of tables, which have a method in place of an algorithm. `None` only after a problem was
/// reported.
pub(super) fn of_tables(root: &mut Reader<'_>) -> (Option<Release>, Option<Protection>) {
    let usual = Release::of(&unsaid::ALGORITHM, &unsaid::OBJECTIVE);
    let item = root.table("release");
    let table = item.and_then(Item::as_table).unwrap_or_default();
    let mut at = root.release(table, item.and_then(|item| item.span));
    let total = at.text("total").unwrap_or_else(|| usual.total.clone());
    let protection = protection(&mut at);
    at.finish();
    (Some(Release { total, ..usual }), protection)
}

fn protection(at: &mut Reader<'_>) -> Option<Protection> {
    let usual = Protection::default();
    let others = language::RELEASE.keys.iter().map(|key| key.name);
    foreign(at, &others.filter(|key| !OF_TABLES.contains(key)).collect::<Vec<_>>(), Kind::Table);
    let rest = Protection {
        group: at.boolean("group").unwrap_or(usual.group),
        zero: at.choice("zero").unwrap_or(usual.zero),
        apriori: at.text("apriori"),
        bounds: bounds(at),
        method: usual.method,
    };
    // Who reads a policy without methods has no release in mind.
    if at.entries().of(Sort::Method).next().is_none() {
        return Some(rest);
    }
    let method = if at.item("method").is_some() {
        at.entry("method", Sort::Method)?
    } else {
        at.usual_entry("method", Sort::Method)?
    };
    of_other_methods(at, method);
    Some(Protection { method: at.given(method, "method")?, ..rest })
}

/// Refuses parameters of other methods than the one that is chosen, and those of algorithms.
fn of_other_methods(at: &mut Reader<'_>, method: &'static dyn Definition) {
    let own = |key: &str| method.entry().parameter(key).is_some();
    let mut keys: Vec<&'static str> = at.entries().release_keys().map(|key| key.name).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys.into_iter().filter(|key| !own(key)) {
        if at.item(key).is_none() {
            continue;
        }
        let entries = at.entries();
        let mut methods = entries.of(Sort::Method).map(Definition::entry);
        let of = methods.find(|entry| entry.parameter(key).is_some()).map(|entry| entry.name);
        let name = method.entry().name;
        let (message, help) = match of {
            Some(of) => (
                format!("`{key}` means nothing for `method = \"{name}\"`"),
                format!("remove it, or say `method = \"{of}\"`"),
            ),
            None => (
                format!("`{key}` means nothing for `kind = \"table\"`"),
                "remove it, or say another `kind`".to_owned(),
            ),
        };
        at.report(
            Problem::error(code::CONTRADICTION, message)
                .at(at.key_span(key), "not used")
                .with_help(help),
        );
    }
}

/// Between which shares of its value everybody knows a cell to lie: two numbers around 1.
fn bounds(at: &mut Reader<'_>) -> Option<Spanned<(Decimal, Decimal)>> {
    let (key, item) = at.item("bounds")?;
    match Value::read(key, item) {
        Ok(Value::Numbers(ends)) => {
            let (low, high) = (ends[0].value, ends[1].value);
            if low <= Decimal::ONE && high >= Decimal::ONE {
                return Some(Spanned { value: (low, high), span: item.span });
            }
            at.report(
                Problem::error(code::OUT_OF_RANGE, "the true value is not within `bounds`")
                    .at(item.span, "must have 1 between its ends")
                    .with_help("they are shares of a cell's value: `bounds = [0.5, 2.0]`"),
            );
            None
        }
        Ok(_) => None,
        Err(problems) => {
            at.report_all(problems);
            None
        }
    }
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
