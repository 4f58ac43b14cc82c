//! The methods, with what the policy says about them.

use super::super::{Setting, place};
use super::across::other_file;
use super::groups::microaggregate;
use super::plain::Plain;
use super::required::Required;
use super::unlike::by_hierarchy;
use super::{New, Outcome, refused};
use crate::microaggregate::Dissimilarity;
use crate::noise::{Kind, Noise};
use crate::pram::{Matrix, Pram, Transition};
use crate::sample::groups;
use crate::swap::{cross_set, pairs, rank, shuffle};
use crate::{Dice, Extremes, Figure, Masked, Refused, noise, pram};
use ridotto_core::{Code, Column, KeyColumn};
use ridotto_io::Table;
use ridotto_policy::language::{self, NoiseKind, Role, SwapKind};
use ridotto_policy::{self as policy, Chances, Mask, Problem, Step};
use ridotto_release::Error;
use ridotto_report::StepFigure;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A method that is ready to be run on some rows or on all.
pub(super) struct Method<'a> {
    /// The attributes that it changes.
    pub columns: Vec<Plain>,
    /// What it looks at: attributes in which records are alike, or that predict.
    given: Vec<Column>,
    /// The weight of each record.
    weights: Option<Vec<f64>>,
    /// Which records are at risk.
    at_risk: Vec<bool>,
    /// The columns of another file.
    others: Vec<Column>,
    step: &'a Step,
    /// Of PRAM, for each attribute.
    prams: Vec<Pram>,
    /// What groups of records must hold.
    required: Option<Required>,
    /// How unlike categories are.
    dissimilarities: BTreeMap<usize, Dissimilarity>,
}

impl<'a> Method<'a> {
    /// Looks up what the step needs.
    pub fn new(
        setting: Setting<'_>,
        mask: &'a Mask,
        table: &Table,
        mut columns: Vec<Plain>,
    ) -> Result<Self, Error> {
        let given = match &mask.step {
            Step::Swap(swap) => &swap.alike[..],
            Step::Shuffle { by } => by,
            _ => &[],
        };
        let given = given.iter().map(|name| Plain::of(table, place(table, name)).column).collect();
        let weights = match (&mask.step, &setting.policy.data.weight) {
            (Step::Noise(_), Some(name)) => {
                let weights = Plain::of(table, place(table, name)).column;
                match weights.values {
                    ridotto_core::Values::Numbers(numbers) => Some(numbers),
                    ridotto_core::Values::Categories { .. } => None,
                }
            }
            _ => None,
        };
        let at_risk = match &mask.step {
            Step::Swap(swap) if *swap.kind == SwapKind::Targeted => at_risk(setting, mask, table)?,
            _ => Vec::new(),
        };
        let others = match &mask.step {
            Step::Swap(policy::Swap { with: Some(file), .. }) => {
                other_file(setting, mask, file, &mut columns)?
            }
            _ => Vec::new(),
        };
        let prams = match &mask.step {
            Step::Pram(step) => columns
                .iter()
                .map(|plain| chances(setting, mask, step, plain))
                .collect::<Result<_, _>>()?,
            _ => Vec::new(),
        };
        let required = match &mask.step {
            Step::Microaggregate(step) => Required::new(setting, mask, step, table)?,
            _ => None,
        };
        let dissimilarities = match &mask.step {
            Step::Microaggregate(_) => by_hierarchy(setting, table, &columns),
            _ => BTreeMap::new(),
        };
        let step = &mask.step;
        Ok(Self {
            columns,
            given,
            weights,
            at_risk,
            others,
            step,
            prams,
            required,
            dissimilarities,
        })
    }

    /// Masks some rows, or all.
    pub fn run(&self, rows: Option<&[u32]>, dice: &Dice) -> Result<Outcome, Refused> {
        let some = |column: &Column| match rows {
            Some(rows) => column.take(rows),
            None => column.clone(),
        };
        let columns: Vec<Column> = self.columns.iter().map(|plain| some(&plain.column)).collect();
        let given: Vec<Column> = self.given.iter().map(some).collect();
        let masked = match self.step {
            Step::Noise(noise) => return self.noise(noise, &columns, rows, dice),
            Step::Swap(swap) => match *swap.kind {
                SwapKind::Rank => {
                    let options = rank::RankSwap {
                        range: swap.range.to_f64(),
                        extremes: match *swap.extremes {
                            language::Extremes::Keep => Extremes::Keep,
                            language::Extremes::Swap => Extremes::Move,
                        },
                        correlation_change: swap.correlations.map(|bound| bound.to_f64()),
                    };
                    rank::mask(&options, &columns, None, dice)?
                }
                SwapKind::Pairs => {
                    let options = pairs::PairSwap { share: swap.share.to_f64() };
                    pairs::mask(&options, &columns, &given, dice)?
                }
                SwapKind::Targeted => {
                    let at_risk: Cow<'_, [bool]> = match rows {
                        Some(rows) => rows.iter().map(|&row| self.at_risk[row as usize]).collect(),
                        None => Cow::Borrowed(&self.at_risk),
                    };
                    pairs::targeted(&at_risk, &columns, &given, dice)?
                }
                SwapKind::CrossSet => {
                    let options = cross_set::CrossSetSwap { range: swap.range.to_f64() };
                    cross_set::mask(&options, &columns, &self.others, dice)?
                }
            },
            Step::Shuffle { .. } => shuffle::mask(&columns, &given, dice)?,
            Step::Pram(_) => return self.pram(&columns, dice),
            Step::Microaggregate(step) => {
                let required = self.required.as_ref();
                let unlike = &self.dissimilarities;
                return microaggregate(
                    step,
                    (&self.columns, unlike),
                    (&columns, rows),
                    required,
                    dice,
                );
            }
            _ => unreachable!("other steps are done elsewhere"),
        };
        Ok(outcome(masked))
    }

    fn noise(
        &self,
        noise: &policy::Noise,
        columns: &[Column],
        rows: Option<&[u32]>,
        dice: &Dice,
    ) -> Result<Outcome, Refused> {
        let bound = |number: &Option<policy::Spanned<policy::Decimal>>| {
            number.as_ref().map(|number| number.to_f64())
        };
        let kind = match *noise.kind {
            NoiseKind::Uncorrelated => Kind::Uncorrelated,
            NoiseKind::Correlated => Kind::Correlated,
            NoiseKind::Linear => Kind::Linear { reveal: noise.publish.is_some() },
            NoiseKind::Restricted => Kind::Restricted {
                lower: bound(&noise.lower),
                upper: bound(&noise.upper),
                extremes: Extremes::Move,
            },
            NoiseKind::OutlierAware => Kind::OutlierAware,
            NoiseKind::Orthogonal => Kind::Orthogonal,
            NoiseKind::Multiplicative => Kind::Multiplicative,
            NoiseKind::Private => return Ok(outcome(super::private::noise(noise, columns)?)),
        };
        let weights: Option<Cow<'_, [f64]>> = self.weights.as_ref().map(|weights| match rows {
            Some(rows) => rows.iter().map(|&row| weights[row as usize]).collect(),
            None => Cow::Borrowed(&weights[..]),
        });
        let options = Noise { kind, alpha: vec![noise.alpha.to_f64()] };
        let done = noise::mask(&options, columns, weights.as_deref(), dice)?;
        let revealed = done.transformation.map_or(Vec::new(), |of| {
            let each = columns.iter().zip(of.shifts).map(|(column, shift)| super::Revealed {
                attribute: column.name.to_string(),
                scale: of.scale,
                shift,
            });
            each.collect()
        });
        Ok(Outcome { revealed, ..outcome(done.masked) })
    }

    fn pram(&self, columns: &[Column], dice: &Dice) -> Result<Outcome, Refused> {
        let mut all = Outcome::default();
        for (at, (column, options)) in columns.iter().zip(&self.prams).enumerate() {
            let drawn = pram::mask(options, column, None, &dice.part(at as u64))?;
            all.matrices.extend(drawn.matrices.iter().map(|(_, matrix)| {
                let observed: Vec<f64> = drawn.frequencies.iter().map(|of| of.reached).collect();
                let estimate = matrix.estimate(&observed, false).ok();
                super::Corrected {
                    attribute: column.name.to_string(),
                    categories: self.columns[at].texts.clone(),
                    matrix: matrix.clone(),
                    estimated: estimate.as_ref().map(|of| of.frequencies.clone()),
                    errors: estimate.map(|of| of.errors),
                    observed,
                }
            }));
            let Outcome { columns, figures, notes, .. } = outcome(drawn.masked);
            all.columns.extend(columns);
            all.figures.extend(figures);
            all.notes.extend(notes);
        }
        Ok(all)
    }
}

pub(super) fn outcome(masked: Masked) -> Outcome {
    let Masked { columns, decimals, figures, notes } = masked;
    let new = |(column, decimals): (Column, Option<u8>)| New::Values(column.values, decimals);
    let number = |number: f64| number.is_finite().then_some(number);
    let figure = |figure: Figure| StepFigure {
        name: figure.name,
        original: number(figure.original),
        expected: figure.expected.and_then(number),
        reached: number(figure.reached),
    };
    Outcome {
        columns: columns.into_iter().zip(decimals).map(new).collect(),
        figures: figures.into_iter().map(figure).collect(),
        notes: notes.iter().map(ToString::to_string).collect(),
        ..Outcome::default()
    }
}

/// The records that fewer than k others look like, by the quasi-identifiers as they are.
pub(super) fn at_risk(
    setting: Setting<'_>,
    mask: &Mask,
    table: &Table,
) -> Result<Vec<bool>, Error> {
    let names = setting.policy.with_role(Role::QuasiIdentifier);
    let keys: Vec<KeyColumn<'_>> = names
        .filter_map(|attribute| match &table.columns[place(table, &attribute.name)] {
            ridotto_io::Column::Coded { codes, dictionary, .. } => {
                Some(KeyColumn { codes, values: dictionary.len() })
            }
            _ => None,
        })
        .collect();
    if keys.is_empty() {
        let problem = Problem::error("bind::mask", "nobody is at risk without a quasi-identifier")
            .at(mask.span, "changes those at risk")
            .with_help("give `role = \"quasi-identifier\"` to what an intruder may know");
        return Err(setting.policy.error([problem]).into());
    }
    let sizes = setting.policy.requirements.iter().filter_map(|asked| asked.k().map(|k| *k));
    let k = sizes.max().unwrap_or(2);
    let (class_of, sizes) = groups(&keys, table.rows);
    Ok(class_of.iter().map(|&class| sizes[class as usize] < k).collect())
}

/// The probabilities of PRAM for one attribute.
fn chances(
    setting: Setting<'_>,
    mask: &Mask,
    step: &policy::Pram,
    plain: &Plain,
) -> Result<Pram, Error> {
    let code = |text: &policy::Spanned<String>| -> Result<Code, Error> {
        let at = plain.texts.iter().position(|other| *other == text.value);
        at.map(|at| at as Code).ok_or_else(|| {
            let message = format!("`{}` has no value `{text}`", plain.column.name);
            let problem = Problem::error("bind::mask", message)
                .at(text.span.unwrap_or(mask.span), "no record has it")
                .with_help(
                    "values are compared letter by letter; leave out those that do not occur",
                );
            setting.policy.error([problem]).into()
        })
    };
    let matrix = match &step.chances {
        Chances::Retain(retain) => Matrix::Retain(retain.to_f64()),
        Chances::Matrix(rows) => {
            let size = plain.texts.len();
            // What the matrix does not name stays.
            let mut entries: Vec<Vec<f64>> = (0..size)
                .map(|from| (0..size).map(|to| f64::from(u8::from(from == to))).collect())
                .collect();
            for (from, cells) in rows {
                let row = &mut entries[code(from)? as usize];
                row.fill(0.0);
                for (to, chance) in cells {
                    row[code(to)? as usize] = chance.to_f64();
                }
            }
            let transition = Transition::new(entries).map_err(|error| {
                let of = Refused::Of {
                    attribute: plain.column.name.to_string(),
                    reason: Box::new(error),
                };
                refused(setting, mask, &of)
            })?;
            Matrix::Given(transition)
        }
    };
    let mut forbidden = Vec::new();
    for (from, all) in &step.never {
        for to in all {
            forbidden.push((code(from)?, code(to)?));
        }
    }
    Ok(Pram { matrix, invariant: step.invariant, forbidden })
}
