//! The parameters of steps that perturb values.

use super::constraints::synthetic;
use super::names;
use crate::code;
use crate::language::{
    self, Limits, MaskMethod, NoiseKind, Replaced, SwapKind, SynthesisKind, Uniques,
};
use crate::mask::{Chances, List, Noise, Pram, Row, Swap, Synthesize};
use crate::parse::reader::Reader;
use crate::parse::require::{choice, optional};
use crate::parse::value::{self, Item, Written, all, wrong_type};
use ridotto_catalogue::{Decimal, Problem, Share, Span, Spanned};

type Method = Spanned<MaskMethod>;

/// A key that the user chose, and what it has.
pub(super) type Entry<'a> = (Spanned<String>, &'a Item);

pub(super) fn noise(method: Method, at: &mut Reader<'_>) -> Option<Noise> {
    let kind = choice(at, "kind", NoiseKind::Uncorrelated);
    let written = at.key_span("alpha");
    let alpha = with_default(at, "alpha", &language::POSITIVE, "0.1");
    let epsilon = optional(at, "epsilon", |at| at.number("epsilon", &language::POSITIVE));
    let lower = optional(at, "lower", |at| at.decimal("lower"));
    let upper = optional(at, "upper", |at| at.decimal("upper"));
    let publish = optional(at, "publish", |at| at.text("publish"));
    let noise = Noise {
        kind: kind?,
        alpha: alpha?,
        epsilon: epsilon?,
        lower: lower?,
        upper: upper?,
        publish: publish?,
    };
    let is_private = *noise.kind == NoiseKind::Private;
    let is_bounded = is_private || *noise.kind == NoiseKind::Restricted;
    let place = noise.kind.span.or(method.span);
    let mut is_fine = true;
    let mut check = |wrong: bool, problem: Problem| {
        if wrong {
            at.report(problem);
            is_fine = false;
        }
    };
    for (name, key) in
        [("epsilon", &noise.epsilon), ("lower", &noise.lower), ("upper", &noise.upper)]
    {
        check(
            is_private && key.is_none(),
            Problem::error(code::MISSING_KEY, format!("private noise needs `{name}`"))
                .at(place, "asked for here")
                .with_help(match name {
                    "epsilon" => "add `epsilon = 1`: the budget of a whole record",
                    _ => "say between which bounds values lie, without looking at the data: they decide how much noise is needed",
                }),
        );
    }
    check(
        !is_private && noise.epsilon.is_some(),
        unused("epsilon", noise.epsilon.as_ref().and_then(|key| key.span), "`kind = \"private\"`"),
    );
    let published = noise.publish.as_ref().and_then(|file| file.span);
    check(
        noise.publish.is_some() && *noise.kind != NoiseKind::Linear,
        unused("publish", published, "`kind = \"linear\"`"),
    );
    check(is_private && written.is_some(), unused("alpha", written, "other kinds of noise"));
    for (name, key) in [("lower", &noise.lower), ("upper", &noise.upper)] {
        check(
            !is_bounded && key.is_some(),
            unused(name, key.as_ref().and_then(|key| key.span), "`restricted` and `private` noise"),
        );
    }
    if let (Some(lower), Some(upper)) = (&noise.lower, &noise.upper) {
        check(
            lower.value >= upper.value,
            Problem::error(code::CONTRADICTION, "`lower` is not below `upper`")
                .at(upper.span, "not above `lower`")
                .with_help("exchange the two, or correct one of them"),
        );
    }
    is_fine.then_some(noise)
}

pub(super) fn swap(method: Method, at: &mut Reader<'_>) -> Option<Swap> {
    let kind = choice(at, "kind", SwapKind::Rank);
    let written = ["range", "extremes", "correlations", "share", "alike", "with"]
        .map(|name| (name, at.key_span(name)));
    let range = share_or(at, "range", "0.05");
    let extremes = choice(at, "extremes", language::Extremes::Swap);
    let correlations = optional(at, "correlations", |at| share(at, "correlations"));
    let part = share_or(at, "share", "0.1");
    let alike = optional(at, "alike", |at| names(at, "alike"));
    let with = optional(at, "with", |at| at.text("with"));
    let swap = Swap {
        kind: kind?,
        range: range?,
        extremes: extremes?,
        correlations: correlations?,
        share: part?,
        alike: alike?.unwrap_or_default(),
        with: with?,
    };
    let used: &[&str] = match *swap.kind {
        SwapKind::Rank => &["range", "extremes", "correlations"],
        SwapKind::Pairs => &["share", "alike"],
        SwapKind::Targeted => &["alike"],
        SwapKind::CrossSet => &["range", "with"],
    };
    let mut is_fine = true;
    for (name, span) in written {
        if span.is_some() && !used.contains(&name) {
            at.report(unused(name, span, "other kinds of swapping"));
            is_fine = false;
        }
    }
    if *swap.kind == SwapKind::CrossSet && swap.with.is_none() {
        at.report(
            Problem::error(code::MISSING_KEY, "swapping across two files needs the other")
                .at(swap.kind.span.or(method.span), "asked for here")
                .with_help("add `with = \"other.csv\"`: a file with the same columns"),
        );
        is_fine = false;
    }
    is_fine.then_some(swap)
}

pub(super) fn pram(method: Method, at: &mut Reader<'_>) -> Option<Pram> {
    let second = at.key_span("retain").and(at.key_span("matrix"));
    let retain = optional(at, "retain", |at| share(at, "retain"));
    let matrix = optional(at, "matrix", matrix);
    let invariant = optional(at, "invariant", |at| at.boolean("invariant"));
    let never = optional(at, "never", |at| lists(at, "never"));
    let publish = optional(at, "publish", |at| at.text("publish"));
    let (retain, matrix) = (retain?, matrix?);
    let (invariant, never) = (invariant?.is_some_and(|yes| *yes), never?.unwrap_or_default());
    let chances = match (retain, matrix) {
        (Some(retain), None) => Chances::Retain(retain),
        (None, Some(matrix)) => Chances::Matrix(matrix),
        (Some(_), Some(_)) => {
            at.report(
                Problem::error(code::CONTRADICTION, "the probabilities are given twice")
                    .at(second, "the second time")
                    .with_help("keep `retain` or `matrix`"),
            );
            return None;
        }
        (None, None) => {
            at.report(
                Problem::error(code::MISSING_KEY, "nothing says how likely values change")
                    .at(method.span, "no `retain` and no `matrix` here")
                    .with_help("add `retain = 0.9`, or a `matrix`"),
            );
            return None;
        }
    };
    if matches!(chances, Chances::Matrix(_)) && !never.is_empty() {
        at.report(
            Problem::error(code::CONTRADICTION, "a matrix says itself what a value never becomes")
                .at(never.first().and_then(|(from, _)| from.span), "not used")
                .with_help("write 0 in the matrix, or leave the entry out"),
        );
        return None;
    }
    Some(Pram { chances, invariant, never, publish: publish? })
}

pub(super) fn synthesize(method: Method, at: &mut Reader<'_>) -> Option<Synthesize> {
    let kind = choice(at, "kind", SynthesisKind::Sequential);
    let model = choice(at, "model", language::SynthesisModel::Cart);
    let copies = optional(at, "copies", |at| at.integer("copies", &language::COPIES));
    let frame = optional(at, "frame", |at| at.text("frame"));
    let weight = optional(at, "weight", |at| share(at, "weight"));
    let chosen = at.key_span("records");
    let records = choice(at, "records", Replaced::All);
    let size = optional(at, "size", |at| at.integer("size", &language::RECORDS));
    let smooth = optional(at, "smooth", |at| at.boolean("smooth"));
    let uniques = choice(at, "uniques", Uniques::Keep);
    let epsilon = optional(at, "epsilon", |at| at.number("epsilon", &language::POSITIVE));
    let has_attributes = at.key_span("attributes").is_some();
    let kind = kind?;
    let kept_to = synthetic(at, *kind);
    let (constraints, domains) = kept_to?;
    let synthesis = Synthesize {
        kind,
        model: model?,
        copies: copies?,
        frame: frame?,
        weight: weight?,
        records: *records?,
        size: size?,
        smooth: smooth?.is_none_or(|yes| *yes),
        uniques: *uniques?,
        epsilon: epsilon?,
        constraints,
        domains,
    };
    let place = synthesis.kind.span.or(method.span);
    let keeps_rows = matches!(*synthesis.kind, SynthesisKind::Partial | SynthesisKind::Hybrid);
    let problem = if *synthesis.kind == SynthesisKind::Private && synthesis.epsilon.is_none() {
        Problem::error(code::MISSING_KEY, "private synthesis needs `epsilon`")
            .at(place, "asked for here")
            .with_help("add `epsilon = 1`: the budget of a whole record")
    } else if *synthesis.kind == SynthesisKind::Partial && !has_attributes {
        Problem::error(code::MISSING_KEY, "partial synthesis needs `attributes`")
            .at(place, "asked for here")
            .with_help("name the attributes that are drawn anew; others stay true")
    } else if let (Some(epsilon), false) =
        (synthesis.epsilon, *synthesis.kind == SynthesisKind::Private)
    {
        unused("epsilon", epsilon.span, "`kind = \"private\"`")
    } else if let (Some(copies), true) = (
        synthesis.copies,
        // Copies of a private file would each cost its budget, and there is no rule for hybrids.
        matches!(*synthesis.kind, SynthesisKind::Hybrid | SynthesisKind::Private),
    ) {
        unused("copies", copies.span, "the other kinds of synthesis")
    } else if let (Some(frame), false) =
        (&synthesis.frame, *synthesis.kind == SynthesisKind::MultipleImputation)
    {
        unused("frame", frame.span, "`kind = \"multiple-imputation\"`")
    } else if let (Some(weight), false) =
        (synthesis.weight, *synthesis.kind == SynthesisKind::Hybrid)
    {
        unused("weight", weight.span, "`kind = \"hybrid\"`")
    } else if let Some(weight) = synthesis.weight.filter(|weight| weight.to_f64() >= 1.0) {
        Problem::error(code::OUT_OF_RANGE, "`weight` is 1, which leaves every record as it is")
            .at(weight.span, "nothing would be synthetic")
            .with_help("take less than 1: at 0.5 a record is half true")
    } else if let (Some(chosen), false) = (chosen, *synthesis.kind == SynthesisKind::Partial) {
        unused("records", Some(chosen), "`kind = \"partial\"`")
    } else if let (Some(size), true) = (synthesis.size, keeps_rows) {
        unused("size", size.span, "kinds in which no value stays true")
    } else {
        return Some(synthesis);
    };
    at.report(problem);
    None
}

fn unused(name: &str, span: Option<Span>, used_by: &str) -> Problem {
    Problem::error(code::CONTRADICTION, format!("`{name}` is not used here"))
        .at(span, "without effect")
        .with_help(format!("it belongs to {used_by}: remove it, or change the `kind`"))
}

fn with_default(
    at: &mut Reader<'_>,
    name: &'static str,
    limits: &Limits,
    otherwise: &str,
) -> Option<Spanned<Decimal>> {
    let otherwise = Decimal::parse(otherwise).expect("a default is a number");
    let read = optional(at, name, |at| at.number(name, limits))?;
    Some(read.unwrap_or(Spanned::assumed(otherwise)))
}

fn share(at: &mut Reader<'_>, name: &'static str) -> Option<Spanned<Share>> {
    let number = at.number(name, &language::SOME)?;
    let share = Share::new(*number).expect("the limits are those of a share");
    Some(number.map(|_| share))
}

fn share_or(at: &mut Reader<'_>, name: &'static str, otherwise: &str) -> Option<Spanned<Share>> {
    let otherwise = Decimal::parse(otherwise).and_then(Share::new).expect("a default is a share");
    Some(optional(at, name, |at| share(at, name))?.unwrap_or(Spanned::assumed(otherwise)))
}

/// The entries of a table that a key has, in the order written; at least one.
pub(super) fn entries<'a>(
    at: &mut Reader<'a>,
    name: &'static str,
    expected: &str,
) -> Option<(&'static language::Key, Vec<Entry<'a>>)> {
    let (key, item) = at.item(name)?;
    let table = match &item.value {
        Written::Table(table) if !table.is_empty() => table,
        Written::Table(_) => {
            at.report(
                Problem::error(code::OUT_OF_RANGE, format!("`{name}` is empty"))
                    .at(item.span, "no values in here")
                    .with_help(format!("for example `{name} = {}`", key.example)),
            );
            return None;
        }
        _ => {
            at.report(wrong_type(key, expected, item));
            return None;
        }
    };
    Some((key, table.iter().map(|(name, item)| (name.clone(), item)).collect()))
}

fn matrix(at: &mut Reader<'_>) -> Option<Vec<Row>> {
    let expected = "a table from values to tables of probabilities";
    let (key, rows) = entries(at, "matrix", expected)?;
    let limits = &language::SHARE;
    let rows = rows.into_iter().map(|(from, item)| {
        let Written::Table(table) = &item.value else {
            at.report(wrong_type(key, expected, item));
            return None;
        };
        let cells = all(table.iter().map(|(to, item)| {
            let chance = at.keep(value::number(key, item, limits))?;
            Some((to.clone(), *chance))
        }))?;
        Some((from, cells))
    });
    all(rows)
}

pub(super) fn lists(at: &mut Reader<'_>, name: &'static str) -> Option<Vec<List>> {
    let expected = "a table from values to lists of values";
    let (key, lists) = entries(at, name, expected)?;
    all(lists.into_iter().map(|(from, item)| {
        let Written::List(items) = &item.value else {
            at.report(wrong_type(key, expected, item));
            return None;
        };
        let values = all(items.iter().map(|item| at.keep(value::text(key, item))))?;
        Some((from, values))
    }))
}
