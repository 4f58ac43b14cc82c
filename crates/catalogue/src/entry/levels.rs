//! Parameters that are lists with an item for each level: widths, cut points, names, prefixes.
//!
//! Each level must join whole parts of the level before; otherwise a value would climb into one
//! group and its neighbour from the same part into another. What that means differs for each.

use super::Value;
use super::several::{Values, all, each, one};
use crate::read::{self, Item, Read, Written};
use crate::{Decimal, Limits, Name, Parameter, Problem, Spanned, code};

type Decimals = Vec<Spanned<Decimal>>;

/// Widths of intervals: positive, each a multiple of the one before.
pub(super) fn widths(key: &Parameter, item: &Item) -> Values<Decimals> {
    let widths = list(key, item, "a list of widths", |key, item| {
        let width = read::decimal(key, item)?;
        if width.is_positive() {
            return Ok(width);
        }
        Err(Problem::error(code::OUT_OF_RANGE, format!("an interval cannot be {width} wide"))
            .at(width.span, "must be more than 0")
            .with_help(format!("give the width at each level: `{} = [5, 10, 20]`", key.name)))
    })?;
    nested(&widths, |finer, coarser| {
        let relation = if **coarser <= **finer {
            "more than"
        } else if !coarser.is_multiple_of(**finer) {
            "a multiple of"
        } else {
            return None;
        };
        let message = format!("the width {coarser} is not {relation} {finer}, the one before");
        let help = "wider intervals must consist of whole narrower ones: [5, 10, 20], not [5, 8]";
        Some(
            Problem::error(code::NOT_NESTED, message)
                .at(coarser.span, format!("must be {relation} {finer}"))
                .with_help(help),
        )
    })?;
    Ok(widths)
}

/// Cut points of each level: ascending, and each level some of the one before.
pub(super) fn cuts(key: &Parameter, item: &Item) -> Values<Vec<Decimals>> {
    let Written::List(items) = &item.value else {
        return Err(vec![read::wrong_type(key, "a list of cut points", item)]);
    };
    let many = items.first().is_some_and(|first| matches!(first.value, Written::List(_)));
    let levels = if many {
        all(items.iter().map(|level| cut_points(key, level)))?
    } else {
        vec![cut_points(key, item)?]
    };
    nested(&levels, |finer: &Decimals, coarser: &Decimals| {
        let has = |cut: &Spanned<Decimal>| finer.iter().any(|finer| **finer == **cut);
        if let Some(new) = coarser.iter().find(|cut| !has(cut)) {
            let message = format!("the cut point {new} is not in the level before");
            let help = "a coarser level keeps some cut points of the finer one and adds none";
            let problem = Problem::error(code::NOT_NESTED, message);
            return Some(problem.at(new.span, "new here").with_help(help));
        }
        (coarser.len() == finer.len()).then(|| {
            Problem::error(code::NOT_NESTED, "two levels have the same cut points")
                .at(coarser[0].span, "nothing is left out here")
                .with_help("leave out some cut points, or the whole level")
        })
    })?;
    Ok(levels)
}

fn cut_points(key: &Parameter, level: &Item) -> Values<Decimals> {
    let Written::List(items) = &level.value else {
        return Err(vec![read::wrong_type(key, "one list, or a list for each level", level)]);
    };
    let points = each(key, items, read::decimal)?;
    if points.is_empty() {
        return Err(vec![
            Problem::error(code::OUT_OF_RANGE, "a level without cut points")
                .at(level.span, "empty")
                .with_help("leave it out: above the last level is always `*`"),
        ]);
    }
    nested(&points, |before, point| {
        (**point <= **before).then(|| {
            Problem::error(code::NOT_NESTED, format!("the cut point {point} comes after {before}"))
                .at(point.span, format!("must be more than {before}"))
                .with_help("cut points are written in ascending order, each once")
        })
    })?;
    Ok(points)
}

/// Some of the names, at least one.
pub(super) fn choices(
    key: &Parameter,
    item: &Item,
    names: &[Name],
) -> Values<Vec<Spanned<&'static str>>> {
    list(key, item, "a list of units", |key, item| {
        read::name(key, item, names).map(|place| place.map(|place| names[place].name))
    })
}

/// Prefix lengths, shorter and shorter, or the name of usual ones.
pub(super) fn prefixes(
    key: &Parameter,
    item: &Item,
    limits: &Limits,
    names: &[Name],
) -> Values<Value> {
    if matches!(item.value, Written::Text(_)) {
        return chosen(key, item, names).map_err(one);
    }
    let prefixes = list(key, item, "a list of prefix lengths, or `ipv4`", |key, item| {
        read::integer(key, item, limits)
    })?;
    nested(&prefixes, |finer: &Spanned<u32>, coarser: &Spanned<u32>| {
        (**coarser >= **finer).then(|| {
            let message = format!("the prefix of {coarser} bits is not shorter than {finer}");
            Problem::error(code::NOT_NESTED, message)
                .at(coarser.span, format!("must be less than {finer}"))
                .with_help("each level keeps fewer bits: [24, 16, 8]")
        })
    })?;
    Ok(Value::Wholes(prefixes))
}

/// How many characters are left, fewer and fewer.
pub(super) fn lengths(key: &Parameter, item: &Item, limits: &Limits) -> Values<Value> {
    let lengths =
        list(key, item, "a list of lengths", |key, item| read::integer(key, item, limits))?;
    nested(&lengths, |finer: &Spanned<u32>, coarser: &Spanned<u32>| {
        (**coarser >= **finer).then(|| {
            let message = format!("{coarser} characters are not fewer than {finer}");
            Problem::error(code::NOT_NESTED, message)
                .at(coarser.span, format!("must be less than {finer}"))
                .with_help(format!("each level keeps fewer: `{} = {}`", key.name, key.example))
        })
    })?;
    Ok(Value::Wholes(lengths))
}

/// `true`, a number of groups, or how values are grouped.
pub(super) fn auto(key: &Parameter, item: &Item, limits: &Limits, names: &[Name]) -> Single {
    match item.value {
        Written::Whole(_) => {
            read::integer(key, item, limits).map(|groups| Value::Whole(groups.value.into()))
        }
        Written::Text(_) => chosen(key, item, names),
        _ => yes(key, item),
    }
}

/// A value without its place, or what is wrong with it.
type Single = Result<Value, Problem>;

/// `true`; there is no other way to say it, so `false` is more likely a mistake than a wish.
pub(super) fn yes(key: &Parameter, item: &Item) -> Single {
    match item.value {
        Written::Boolean(true) => Ok(Value::Boolean(true)),
        Written::Boolean(false) => Err(Problem::error(
            code::OUT_OF_RANGE,
            format!("`{} = false` builds no hierarchy", key.name),
        )
        .at(item.span, "can only be true")
        .with_help("leave `hierarchy` out if there is none")),
        _ => Err(read::wrong_type(key, "`true`", item)),
    }
}

fn chosen(key: &Parameter, item: &Item, names: &[Name]) -> Single {
    read::name(key, item, names).map(|place| Value::Choice(names[place.value].name))
}

/// A list of at least one; every bad item is reported.
fn list<T>(
    key: &Parameter,
    item: &Item,
    expected: &str,
    read: impl Fn(&Parameter, &Item) -> Read<T>,
) -> Values<Vec<Spanned<T>>> {
    let Written::List(items) = &item.value else {
        return Err(vec![read::wrong_type(key, expected, item)]);
    };
    let read = each(key, items, read)?;
    if read.is_empty() {
        return Err(vec![
            Problem::error(code::OUT_OF_RANGE, format!("`{}` has no level", key.name))
                .at(item.span, "empty")
                .with_help(format!("for example `{} = {}`", key.name, key.example)),
        ]);
    }
    Ok(read)
}

/// Looks at each level and the one before, and reports the first that does not fit: those
/// after it are measured against a level that is wrong itself.
fn nested<T>(levels: &[T], problem: impl Fn(&T, &T) -> Option<Problem>) -> Values<()> {
    match levels.windows(2).find_map(|pair| problem(&pair[0], &pair[1])) {
        Some(problem) => Err(vec![problem]),
        None => Ok(()),
    }
}
