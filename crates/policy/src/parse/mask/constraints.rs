//! What groups and synthetic records must keep to, and which values there can be.

use super::perturbation::{Entry, entries, lists};
use crate::code;
use crate::language::{self, Clustering, Distance, Key, SynthesisKind};
use crate::mask::{Among, Close, Constraints, Diverse, Domain, Microaggregate, Of};
use crate::parse::reader::Reader;
use crate::parse::require::{choice, optional};
use crate::parse::value::{self, Item, Written, all, wrong_type};
use ridotto_catalogue::{Decimal, Problem, Span, Spanned};

/// `microaggregate`, with what its groups must hold.
pub(super) fn microaggregate(at: &mut Reader<'_>) -> Option<Microaggregate> {
    at.require("k");
    let k = at.integer("k", &language::K);
    let algorithm = choice(at, "algorithm", Clustering::Mdav);
    let scaling = choice(at, "scaling", language::Scaling::ZScore);
    let mixability =
        optional(at, "mixability", |at| at.number("mixability", &language::MIXABILITY));
    let center = choice(at, "center", language::Center::Mean);
    let diverse = optional(at, "diverse", diverse);
    let close = optional(at, "close", close);
    let lower = optional(at, "lower", |at| at.decimal("lower"));
    let upper = optional(at, "upper", |at| at.decimal("upper"));
    let tree = optional(at, "tree", |at| at.text("tree"));
    let ends = Ends { lower: lower?, upper: upper? };
    let bounds = ends.lower.zip(ends.upper).map(|(lower, upper)| (lower.value, upper.value));
    let step = Microaggregate {
        k: k?.map(u64::from),
        algorithm: algorithm?,
        scaling: scaling?,
        mixability: mixability?,
        center: center?,
        diverse: diverse?,
        close: close?,
        bounds,
        tree: tree?,
    };
    match unfit(&step, &ends) {
        None => Some(step),
        Some(problem) => {
            at.report(problem);
            None
        }
    }
}

/// The bounds as they are written.
struct Ends {
    lower: Option<Spanned<Decimal>>,
    upper: Option<Spanned<Decimal>>,
}

/// What does not go together.
fn unfit(step: &Microaggregate, ends: &Ends) -> Option<Problem> {
    let judged = step.diverse.as_ref().map(|of| of.attribute.span);
    let judged = judged.or(step.close.as_ref().map(|of| of.attribute.span)).flatten();
    let one = ends.lower.or(ends.upper).and_then(|end| end.span);
    if let (Some(tree), false) = (&step.tree, *step.algorithm == Clustering::Ward) {
        return Some(unused("tree", tree.span, "`algorithm = \"ward\"`"));
    }
    if let (Some(mixability), false) = (&step.mixability, *step.algorithm == Clustering::Ward) {
        return Some(unused("mixability", mixability.span, "`algorithm = \"ward\"`"));
    }
    if *step.algorithm == Clustering::Insensitive && step.scaling.span.is_some() {
        return Some(unused("scaling", step.scaling.span, "other algorithms"));
    }
    if *step.algorithm != Clustering::Insensitive {
        if one.is_some() {
            return Some(unused("lower` or `upper", one, "`algorithm = \"insensitive\"`"));
        }
        let alone = *step.algorithm == Clustering::Individual;
        return judged.filter(|_| alone).map(|span| {
            let message = "`individual` makes groups for each attribute alone";
            Problem::error(code::CONTRADICTION, message)
                .at(span, "cannot hold of records")
                .with_help(
                    "take an algorithm that groups records by all attributes, such as `mdav`",
                )
        });
    }
    let (Some(lower), Some(upper)) = (ends.lower, ends.upper) else {
        return Some(
            Problem::error(code::MISSING_KEY, "`insensitive` groups need `lower` and `upper`")
                .at(step.algorithm.span, "asked for here")
                .with_help(
                    "say between which bounds values lie, without looking at the data: an order \
                     that the data have no say in is made of them",
                ),
        );
    };
    if lower.value >= upper.value {
        return Some(not_below(upper.span));
    }
    if judged.is_some() {
        return Some(
            Problem::error(code::CONTRADICTION, "`insensitive` groups cannot grow")
                .at(judged, "looks at values of others")
                .with_help(
                    "one record more would change many groups: leave `diverse` and `close` out, or \
                     take another algorithm",
                ),
        );
    }
    (*step.center != language::Center::Mean).then(|| {
        Problem::error(code::CONTRADICTION, "`insensitive` groups become their mean")
            .at(step.center.span, "not bounded")
            .with_help(
                "one record may move a median or an end from one bound to the other: leave \
                 `center` out",
            )
    })
}

fn unused(name: &str, span: Option<Span>, used_by: &str) -> Problem {
    Problem::error(code::CONTRADICTION, format!("`{name}` is not used here"))
        .at(span, "without effect")
        .with_help(format!("it belongs to {used_by}: remove it, or change that"))
}

fn diverse(at: &mut Reader<'_>) -> Option<Diverse> {
    let item = at.table("diverse")?;
    let mut at = at.inside(item, &language::DIVERSE)?;
    at.require("attribute");
    at.require("l");
    let (attribute, l) = (at.text("attribute"), at.integer("l", &language::L));
    at.finish();
    Some(Diverse { attribute: attribute?, l: l? })
}

fn close(at: &mut Reader<'_>) -> Option<Close> {
    let item = at.table("close")?;
    let mut at = at.inside(item, &language::CLOSE)?;
    at.require("attribute");
    at.require("t");
    let (attribute, t) = (at.text("attribute"), at.number("t", &language::APART));
    let distance = choice(&mut at, "distance", Distance::Equal);
    at.finish();
    Some(Close { attribute: attribute?, t: t?, distance: distance? })
}

/// What synthetic records keep to, and the domains of their attributes.
pub(super) fn synthetic(
    at: &mut Reader<'_>,
    kind: SynthesisKind,
) -> Option<(Constraints, Vec<Of<Domain>>)> {
    let is_private = kind == SynthesisKind::Private;
    let mut is_fine = true;
    for name in ["ranges", "sums", "impossible"] {
        if is_private && at.key_span(name).is_some() {
            at.report(
                Problem::error(code::CONTRADICTION, format!("`{name}` is not used here"))
                    .at(at.key_span(name), "would look at the data again")
                    .with_help("private synthesis keeps to `domains` alone: remove the key"),
            );
            is_fine = false;
        }
    }
    if !is_private && at.key_span("domains").is_some() {
        at.report(unused("domains", at.key_span("domains"), "`kind = \"private\"`"));
        is_fine = false;
    }
    let ranges = optional(at, "ranges", ranges);
    let sums = optional(at, "sums", |at| lists(at, "sums"));
    let impossible = optional(at, "impossible", impossible);
    let domains = optional(at, "domains", domains);
    let constraints = Constraints {
        ranges: ranges?.unwrap_or_default(),
        sums: sums?.unwrap_or_default(),
        impossible: impossible?.unwrap_or_default(),
    };
    let domains = domains?.unwrap_or_default();
    is_fine.then_some((constraints, domains))
}

fn ranges(at: &mut Reader<'_>) -> Option<Vec<Of<(Decimal, Decimal)>>> {
    let expected = "a table from attributes to lists of two numbers";
    let (key, ranges) = entries(at, "ranges", expected)?;
    all(ranges.into_iter().map(|(name, item)| {
        let Written::List(items) = &item.value else {
            at.report(wrong_type(key, expected, item));
            return None;
        };
        let ends = all(items.iter().map(|item| at.keep(value::decimal(key, item))))?;
        let [lower, upper] = &ends[..] else {
            at.report(wrong_type(key, "two numbers, the least and the greatest,", item));
            return None;
        };
        if lower.value > upper.value {
            at.report(not_below(upper.span));
            return None;
        }
        Some((name, (lower.value, upper.value)))
    }))
}

fn not_below(span: Option<Span>) -> Problem {
    Problem::error(code::CONTRADICTION, "`lower` is not below `upper`")
        .at(span, "not above the other end")
        .with_help("exchange the two, or correct one of them")
}

fn impossible(at: &mut Reader<'_>) -> Option<Vec<Vec<Of<Among>>>> {
    let expected = "a list of tables from attributes to values";
    let (key, item) = at.item("impossible")?;
    let items = match &item.value {
        Written::List(items) if !items.is_empty() => items,
        _ => {
            at.report(wrong_type(key, expected, item));
            return None;
        }
    };
    all(items.iter().map(|item| combination(at, key, item)))
}

fn combination(at: &mut Reader<'_>, key: &'static Key, item: &Item) -> Option<Vec<Of<Among>>> {
    let Written::Table(table) = &item.value else {
        at.report(wrong_type(key, "a list of tables from attributes to values", item));
        return None;
    };
    if table.len() < 2 {
        at.report(
            Problem::error(code::OUT_OF_RANGE, "a combination has at least two attributes")
                .at(item.span, "fewer")
                .with_help(format!("for example `impossible = {}`", key.example)),
        );
        return None;
    }
    all(table.iter().map(|(name, item)| Some((name.clone(), among(at, key, item)?))))
}

fn among(at: &mut Reader<'_>, key: &'static Key, item: &Item) -> Option<Among> {
    match &item.value {
        Written::Text(_) => Some(Among::Values(vec![at.keep(value::text(key, item))?])),
        Written::List(items) if !items.is_empty() => {
            let values = all(items.iter().map(|item| at.keep(value::text(key, item))))?;
            Some(Among::Values(values))
        }
        Written::Table(table) if !table.is_empty() => {
            let mut at = at.inside(item, &language::BETWEEN)?;
            let lower = optional(&mut at, "lower", |at| at.decimal("lower"));
            let upper = optional(&mut at, "upper", |at| at.decimal("upper"));
            let (lower, upper) = (lower?, upper?);
            if let (Some(lower), Some(upper)) = (lower, upper)
                && lower.value > upper.value
            {
                at.report(not_below(upper.span));
                return None;
            }
            at.finish();
            Some(Among::Between(lower.map(|end| end.value), upper.map(|end| end.value)))
        }
        _ => {
            let expected = "a value in quotes, a list of values, or `{ lower = …, upper = … }`,";
            at.report(wrong_type(key, expected, item));
            None
        }
    }
}

fn domains(at: &mut Reader<'_>) -> Option<Vec<Of<Domain>>> {
    let expected = "a table from attributes to lists of values or to `lower`, `upper` and `bins`";
    let (key, domains) = entries(at, "domains", expected)?;
    all(domains.into_iter().map(|(name, item): Entry<'_>| {
        let domain = match &item.value {
            Written::List(items) if !items.is_empty() => {
                let values = all(items.iter().map(|item| at.keep(value::text(key, item))))?;
                different(at, &values)?;
                Domain::Values(values)
            }
            Written::Table(_) => numbers(at, item)?,
            _ => {
                at.report(wrong_type(key, expected, item));
                return None;
            }
        };
        Some((name, domain))
    }))
}

fn different(at: &mut Reader<'_>, values: &[Spanned<String>]) -> Option<()> {
    let twice = (1..values.len())
        .find(|&index| values[..index].iter().any(|other| other.value == values[index].value));
    let Some(index) = twice else { return Some(()) };
    at.report(
        Problem::error(code::DUPLICATE, "the same value is named twice")
            .at(values[index].span, "again here")
            .with_help("remove one of the two"),
    );
    None
}

fn numbers(at: &mut Reader<'_>, item: &Item) -> Option<Domain> {
    let mut at = at.inside(item, &language::NUMBERS)?;
    for name in ["lower", "upper", "bins"] {
        at.require(name);
    }
    let (lower, upper) = (at.decimal("lower"), at.decimal("upper"));
    let bins = at.integer("bins", &language::BINS);
    let decimals = optional(&mut at, "decimals", |at| at.integer("decimals", &language::DECIMALS));
    let (lower, upper) = (lower?, upper?);
    if lower.value >= upper.value {
        at.report(not_below(upper.span));
        return None;
    }
    at.finish();
    let decimals = decimals?.map_or(0, |decimals| decimals.value);
    Some(Domain::Numbers { lower: lower.value, upper: upper.value, bins: bins?.value, decimals })
}
