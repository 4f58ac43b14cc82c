//! What stands for a group, in the notation of releases.

use super::{Masked, MaskedColumn};
use crate::perturb::{New, Plain};
use ridotto_core::hierarchy::{Span, set};
use ridotto_core::{Code, Kind, Values};
use std::collections::BTreeMap;

/// A masked column as values, or as labels.
pub(super) fn new(plain: &Plain, column: MaskedColumn) -> New {
    let decimals = column.decimals;
    match column.values {
        Masked::Numbers(numbers) => New::Values(Values::Numbers(numbers), decimals),
        Masked::Categories(codes) => New::Values(
            Values::Categories {
                codes,
                categories: plain.texts.len(),
                ordered: plain.is_ordinal(),
            },
            None,
        ),
        Masked::Intervals(intervals) => {
            labels(&intervals, |&(low, high)| interval(plain, low, high, decimals))
        }
        Masked::Ranges(ranges) => labels(&ranges, |&(low, high)| {
            written((low..=high).map(|code| plain.texts[code as usize].clone()))
        }),
        Masked::NumberSets(sets, of) => labels(&of, |&set| {
            let texts = sets[set as usize].iter();
            written(texts.map(|number| plain.reading.write(*number, decimals)))
        }),
        Masked::CategorySets(sets, of) => labels(&of, |&set| {
            let codes = sets[set as usize].iter();
            written(codes.map(|&code: &Code| plain.texts[code as usize].clone()))
        }),
    }
}

/// A label for each row; `None` is missing.
fn labels<T>(cells: &[Option<T>], label: impl Fn(&T) -> String) -> New {
    let mut known = BTreeMap::new();
    let mut labels: Vec<Option<String>> = vec![None];
    let of = cells.iter().map(|cell| match cell {
        None => 0,
        Some(cell) => {
            let text = label(cell);
            *known.entry(text).or_insert_with_key(|text: &String| {
                labels.push(Some(text.clone()));
                labels.len() as u32 - 1
            })
        }
    });
    let of = of.collect();
    New::Labels(of, labels)
}

/// From the least to the greatest value of a group, both included.
fn interval(plain: &Plain, low: f64, high: f64, decimals: Option<u8>) -> String {
    let write = |number: f64| plain.reading.write(number, decimals);
    let (first, last) = (write(low), write(high));
    if first == last {
        return first;
    }
    let comma = plain.reading.decimal_comma;
    let number = |text: &str| text.replace(',', ".").parse().ok();
    match plain.reading.kind {
        Kind::Date => format!("{first}/{last}"),
        Kind::Integer => match number(&first).zip(number(&last)) {
            Some((first, last)) => Span::Whole(first, last).text(comma),
            None => set::write([first.as_str(), &last].into_iter()),
        },
        // The end of a half-open interval is one unit of the last digit above.
        _ => {
            let unit = decimals.map_or(0.0, |decimals| 10_f64.powi(-i32::from(decimals)));
            match number(&first).zip(number(&write(high + unit))) {
                Some((first, end)) => Span::HalfOpen(first, end).text(comma),
                None => set::write([first.as_str(), &last].into_iter()),
            }
        }
    }
}

/// A set in the notation of releases.
fn written(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    match &texts[..] {
        [only] => only.clone(),
        all => set::write(all.iter().map(String::as_str)),
    }
}
