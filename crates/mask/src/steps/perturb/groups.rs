//! Microaggregation: groups of records, and what stands for their values.

use super::plain::Plain;
use super::required::Required;
use super::{New, Outcome};
use crate::microaggregate::{
    self, Algorithm, Center, Dissimilarity, Masked, MaskedColumn, Options, Scaling, insensitive,
};
use crate::{Dice, Refused};
use ridotto_core::hierarchy::Span;
use ridotto_core::hierarchy::set;
use ridotto_core::{Code, Column, Kind, Values};
use ridotto_policy::Microaggregate;
use ridotto_policy::language;
use ridotto_report::StepFigure;
use std::collections::BTreeMap;

/// Puts the centres of groups in the place of values. Groups hold what is required of them, if it
/// is said which of all records these are.
pub(super) fn microaggregate(
    step: &Microaggregate,
    (plain, unlike): (&[Plain], &BTreeMap<usize, Dissimilarity>),
    (columns, rows): (&[Column], Option<&[u32]>),
    required: Option<&Required>,
    dice: &Dice,
) -> Result<Outcome, Refused> {
    let algorithm = match *step.algorithm {
        language::Clustering::Insensitive => return in_fixed_order(step, plain, columns),
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
    let scaling = match *step.scaling {
        language::Scaling::ZScore => Scaling::ZScore,
        language::Scaling::Robust => Scaling::Robust,
        language::Scaling::Range => Scaling::Range,
        language::Scaling::Plain => Scaling::Plain,
        language::Scaling::Whitened => Scaling::Whitened,
    };
    let usual = Options::new(algorithm, *step.k as usize);
    let mixability = step.mixability.map_or(usual.mixability, |share| share.to_f64());
    let dissimilarities = unlike.clone();
    let options = Options { center, scaling, mixability, dissimilarities, ..usual };
    let done = match required {
        None => microaggregate::mask(&options, columns, None, dice)?,
        Some(required) => required
            .with(rows, |lack| microaggregate::mask_where(&options, columns, None, dice, lack))?,
    };
    let loss = done.loss;
    let figures = vec![
        figure(SHARED, None, Some(*step.k as f64), done.reached_k as f64),
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
        ..Outcome::default()
    })
}

const SHARED: &str = "records that share their masked values, at least";

fn figure(name: &str, original: Option<f64>, expected: Option<f64>, reached: f64) -> StepFigure {
    StepFigure { name: name.to_owned(), original, expected, reached: Some(reached) }
}

/// Groups in an order that the data have no say in.
fn in_fixed_order(
    step: &Microaggregate,
    plain: &[Plain],
    columns: &[Column],
) -> Result<Outcome, Refused> {
    let (lower, upper) = step.bounds.expect("the policy states bounds for insensitive groups");
    let bounds = vec![(lower.to_f64(), upper.to_f64()); columns.len()];
    let made = insensitive(columns, *step.k as usize, &bounds)?;
    let mut figures =
        vec![figure(SHARED, None, Some(*step.k as f64), made.groups().sizes().0 as f64)];
    for (at, plain) in plain.iter().enumerate() {
        let name = format!("change of a group's mean of {} by one record", plain.column.name);
        figures.push(figure(&name, None, Some(made.change(at)), made.change(at)));
    }
    let gaps = |column: &&Column| match &column.values {
        Values::Numbers(numbers) => numbers.iter().any(|number| number.is_nan()),
        Values::Categories { .. } => false,
    };
    let mut notes = Vec::new();
    if columns.iter().any(|column| gaps(&column)) {
        notes.push("missing values count as the middle between the bounds".to_owned());
    }
    let columns = plain.iter().zip(made.columns()).map(|(plain, one)| new(plain, one.clone()));
    Ok(Outcome { columns: columns.collect(), figures, notes, ..Outcome::default() })
}

/// A masked column as values, or as labels in the notation of releases.
fn new(plain: &Plain, column: MaskedColumn) -> New {
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
