//! `[release]`

use super::reader::Reader;
use super::tables::foreign;
use crate::code;
use crate::language::{self, Algorithm, Generalize, Kind, Suppress};
use crate::policy::Release;
use ridotto_catalogue::{Problem, Share, Spanned};

pub(super) fn release(at: &mut Reader<'_>) -> Release {
    let usual = Release::default();
    let (algorithm, generalize) = (at.choice("algorithm"), at.choice("generalize"));
    let suppress = at.choice("suppress");
    let algorithm =
        algorithm.unwrap_or_else(|| Spanned::assumed(usual_algorithm(generalize, suppress)));
    let release = Release {
        algorithm,
        objective: at.choice("objective").unwrap_or(usual.objective),
        aggregate: at.choice("aggregate").unwrap_or(usual.aggregate),
        generalize: generalize.unwrap_or_else(|| Spanned::assumed(generalized_by(*algorithm))),
        cuts: at.choice("cuts").unwrap_or(usual.cuts),
        partition: at.choice("partition").unwrap_or(usual.partition),
        summary: at.choice("summary"),
        suppress: suppress.unwrap_or_else(|| Spanned::assumed(suppressed_by(*algorithm))),
        suppression: share("suppression", at).unwrap_or(usual.suppression),
        missing: at.choice("missing").unwrap_or(usual.missing),
        missing_sensitive: at.choice("missing-sensitive").unwrap_or(usual.missing_sensitive),
        suppressed: at.choice("suppressed").unwrap_or(usual.suppressed),
        total: usual.total,
    };
    foreign(at, &["total"], Kind::Microdata);
    at.report_all(nothing_to_suppress(&release));
    release
}

/// The same of tables.
pub(super) fn of_tables(at: &mut Reader<'_>) -> Release {
    let usual = Release::default();
    let total = at.text("total").unwrap_or(usual.total);
    let others: Vec<&'static str> = language::RELEASE.keys.iter().map(|key| key.name).collect();
    let others: Vec<&'static str> = others.into_iter().filter(|key| *key != "total").collect();
    foreign(at, &others, Kind::Table);
    Release { total, ..usual }
}

/// The algorithm that does what is asked, when none is named.
fn usual_algorithm(
    generalize: Option<Spanned<Generalize>>,
    suppress: Option<Spanned<Suppress>>,
) -> Algorithm {
    match (generalize.map(|it| *it), suppress.map(|it| *it)) {
        (Some(Generalize::Cell), _) => Algorithm::LocalRecoding,
        (Some(Generalize::None), Some(Suppress::Cell)) => Algorithm::LocalSuppression,
        _ => Algorithm::Optimal,
    }
}

/// What an algorithm generalises at once, when nothing is said.
fn generalized_by(algorithm: Algorithm) -> Generalize {
    match algorithm {
        Algorithm::Mondrian | Algorithm::LocalRecoding => Generalize::Cell,
        Algorithm::LocalSuppression => Generalize::None,
        _ => Generalize::Attribute,
    }
}

/// What an algorithm suppresses at once, when nothing is said.
fn suppressed_by(algorithm: Algorithm) -> Suppress {
    if algorithm == Algorithm::LocalSuppression { Suppress::Cell } else { Suppress::Record }
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
