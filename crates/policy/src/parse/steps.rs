//! Builders whose levels are a list: widths, cut points, units of the calendar, prefixes.
//!
//! Each level must join whole parts of the level before; otherwise a value would climb into one
//! group and its neighbour from the same part into another. What that means differs for each.

use super::reader::Reader;
use super::value::{self, Item, all, wrong_type};
use crate::code;
use crate::language::{self, DateUnit, Key};
use ridotto_catalogue::{Decimal, Problem, Spanned};
use toml::de::DeValue;

type Decimals = Vec<Spanned<Decimal>>;

/// Widths of intervals: positive, each a multiple of the one before.
pub(super) fn widths(at: &mut Reader<'_>) -> Option<Decimals> {
    let widths = at.list("intervals", "a list of widths", |key, item| {
        let width = value::decimal(key, item)?;
        if width.is_positive() {
            return Ok(width);
        }
        Err(Problem::error(code::OUT_OF_RANGE, format!("an interval cannot be {width} wide"))
            .at(width.span, "must be more than 0")
            .with_help("give the width at each level: `intervals = [5, 10, 20]`"))
    })?;
    not_empty("intervals", &widths, at)?;
    nested(&widths, at, |finer, coarser| {
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
    Some(widths)
}

/// Cut points of each level: ascending, and each level some of the one before.
pub(super) fn cuts(at: &mut Reader<'_>) -> Option<Vec<Decimals>> {
    let (key, item) = at.item("cuts")?;
    let DeValue::Array(items) = item.get_ref() else {
        at.report(wrong_type(key, "a list of cut points", item));
        return None;
    };
    let many = items.first().is_some_and(|first| first.get_ref().is_array());
    let levels = if many {
        all(items.iter().map(|level| cut_points(key, level, at)))?
    } else {
        vec![cut_points(key, item, at)?]
    };
    nested(&levels, at, |finer: &Decimals, coarser: &Decimals| {
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
    Some(levels)
}

fn cut_points(key: &Key, level: &Item<'_>, at: &mut Reader<'_>) -> Option<Decimals> {
    let DeValue::Array(items) = level.get_ref() else {
        at.report(wrong_type(key, "one list, or a list for each level", level));
        return None;
    };
    let points = all(items.iter().map(|item| at.keep(value::decimal(key, item))))?;
    if points.is_empty() {
        at.report(
            Problem::error(code::OUT_OF_RANGE, "a level without cut points")
                .at(value::span(level), "empty")
                .with_help("leave it out: above the last level is always `*`"),
        );
        return None;
    }
    nested(&points, at, |before, point| {
        (**point <= **before).then(|| {
            Problem::error(code::NOT_NESTED, format!("the cut point {point} comes after {before}"))
                .at(point.span, format!("must be more than {before}"))
                .with_help("cut points are written in ascending order, each once")
        })
    })?;
    Some(points)
}

/// Units of the calendar, coarser and coarser.
pub(super) fn dates(at: &mut Reader<'_>) -> Option<Vec<Spanned<DateUnit>>> {
    let units = at.list("dates", "a list of units", value::choice)?;
    not_empty("dates", &units, at)?;
    nested(&units, at, |finer: &Spanned<DateUnit>, coarser: &Spanned<DateUnit>| {
        let (message, label, help) = if **coarser <= **finer {
            (
                format!("`{coarser}` is not coarser than `{finer}`, the unit before"),
                format!("must be coarser than `{finer}`"),
                "the order is `month`, `quarter`, `year`, `decade`, `century`",
            )
        } else if **finer == DateUnit::Week {
            (
                format!("`{coarser}` cannot follow `week`"),
                "weeks cross its borders".to_owned(),
                "a week can begin in one month or year and end in the next, so weeks do not \
                 nest: let `week` be the only unit, or leave it out",
            )
        } else {
            return None;
        };
        Some(Problem::error(code::NOT_NESTED, message).at(coarser.span, label).with_help(help))
    })?;
    Some(units)
}

/// Prefix lengths, shorter and shorter.
pub(super) fn prefixes(at: &mut Reader<'_>) -> Option<Vec<Spanned<u32>>> {
    let prefixes = at.list("addresses", "a list of prefix lengths, or `ipv4`", |key, item| {
        value::integer(key, item, &language::PREFIX)
    })?;
    not_empty("addresses", &prefixes, at)?;
    nested(&prefixes, at, |finer: &Spanned<u32>, coarser: &Spanned<u32>| {
        (**coarser >= **finer).then(|| {
            let message = format!("the prefix of {coarser} bits is not shorter than {finer}");
            Problem::error(code::NOT_NESTED, message)
                .at(coarser.span, format!("must be less than {finer}"))
                .with_help("each level keeps fewer bits: [24, 16, 8]")
        })
    })?;
    Some(prefixes)
}

/// Looks at each level and the one before, and reports the first that does not fit: those
/// after it are measured against a level that is wrong itself.
fn nested<T>(
    levels: &[T],
    at: &mut Reader<'_>,
    problem: impl Fn(&T, &T) -> Option<Problem>,
) -> Option<()> {
    match levels.windows(2).find_map(|pair| problem(&pair[0], &pair[1])) {
        Some(problem) => at.report(problem),
        None => return Some(()),
    }
    None
}

fn not_empty<T>(name: &'static str, list: &[T], at: &mut Reader<'_>) -> Option<()> {
    if list.is_empty() {
        let (key, item) = at.item(name)?;
        at.report(
            Problem::error(code::OUT_OF_RANGE, format!("`{name}` has no level"))
                .at(value::span(item), "empty")
                .with_help(format!("for example `{name} = {}`", key.example)),
        );
        return None;
    }
    Some(())
}
