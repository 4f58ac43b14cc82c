//! Microaggregation: groups of records, and what stands for their values.

use super::plain::Plain;
use super::{New, Outcome};
use ridotto_core::hierarchy::Span;
use ridotto_core::{Code, Column, Kind, Values};
use ridotto_micro::local::set;
use ridotto_perturb::microaggregate::{self, Algorithm, Center, Masked, MaskedColumn, Options};
use ridotto_perturb::{Dice, Refused};
use ridotto_policy::Microaggregate;
use ridotto_policy::language;
use ridotto_report::StepFigure;

/// Puts the centres of groups in the place of values.
pub(super) fn microaggregate(
    step: &Microaggregate,
    plain: &[Plain],
    columns: &[Column],
    dice: &Dice,
) -> Result<Outcome, Refused> {
    let algorithm = match *step.algorithm {
        language::Clustering::Optimal => Algorithm::Optimal,
        language::Clustering::Mdav => Algorithm::Mdav,
        language::Clustering::VMdav => Algorithm::VMdav,
        language::Clustering::Ward => Algorithm::Ward,
        language::Clustering::Genetic => Algorithm::Genetic,
        language::Clustering::SingleAxis => Algorithm::SingleAxis,
        language::Clustering::PrincipalComponent => Algorithm::PrincipalComponent,
        language::Clustering::ZScore => Algorithm::ZScore,
        language::Clustering::Individual => Algorithm::Individual,
        language::Clustering::Best => Algorithm::Best,
    };
    let center = match *step.center {
        language::Center::Mean => Center::Mean,
        language::Center::Median => Center::Median,
        language::Center::Mode => Center::Mode,
        language::Center::Interval => Center::Interval,
        language::Center::Set => Center::Set,
    };
    let options = Options { center, ..Options::new(algorithm, *step.k as usize) };
    let done = microaggregate::mask(&options, columns, None, dice)?;
    let loss = done.loss;
    let figure = |name: &str, original, expected, reached| StepFigure {
        name: name.to_owned(),
        original,
        expected,
        reached: Some(reached),
    };
    let figures = vec![
        figure(
            "records that share their masked values, at least",
            None,
            Some(*step.k as f64),
            done.reached_k as f64,
        ),
        figure("sum of squares within groups (SSE)", None, None, loss.within),
        figure("sum of squares between groups (SSA)", None, None, loss.between),
        figure("sum of squares (SST)", None, None, loss.total),
        figure("information loss 100 SSE/SST", Some(0.0), None, 100.0 * loss.share()),
    ];
    let columns = plain.iter().zip(done.columns).map(|(plain, column)| new(plain, column));
    Ok(Outcome {
        columns: columns.collect(),
        figures,
        notes: done.notes.iter().map(ToString::to_string).collect(),
        matrices: Vec::new(),
    })
}

/// A masked column as values, or as labels in the notation of releases.
fn new(plain: &Plain, column: MaskedColumn) -> New {
    let decimals = column.decimals;
    match column.values {
        Masked::Numbers(numbers) => New::Values(Values::Numbers(numbers), decimals),
        Masked::Categories(codes) => New::Values(
            Values::Categories { codes, categories: plain.texts.len(), ordered: false },
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
    let mut known = std::collections::BTreeMap::new();
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
