//! Post-randomisation (PRAM): each category becomes another one with a known probability.
//!
//! # What is preserved
//! In expectation: with the matrix P frequencies f become `Pᵀ f`; with an invariant matrix they stay
//! `f` exactly (within each stratum, if there are strata). Exactly: an impossible change never
//! happens, and no category appears that the attribute does not have. Who knows the matrix estimates
//! the original frequencies without bias ([`Transition::estimate`]), so it may be published: it says
//! nothing about a single record.
//!
//! # Does not protect against
//! A rare category: of the few records that show it many may truly be so; look at the share of true
//! ones among those shown. Several attributes that are changed each by itself may give combinations
//! that cannot be (children with pensions), which tell that a value was changed.
//!
//! # Parameters
//! A `matrix` with a row for each category, or `retain`: the probability that a value stays, with
//! all other categories that occur equally likely; if it is invariant, likely such that frequencies
//! are kept, and a category that more than half of the values have stays more often, which is said.
//! `invariant`. `forbidden` changes: with `retain` the others are the more likely, with a matrix
//! their probability goes to staying. `strata`: records within which frequencies are kept.
//!
//! # Cost
//! One random number per record, O(c) for its category; an estimate is O(c³) for c categories.
//!
//! # Example
//! ```
//! use ridotto_core::{Series, Values};
//! use ridotto_mask::{Dice, pram::{self, Matrix, Pram}};
//! let codes = (0..90).map(|row| Some(row % 3)).collect();
//! let values = Values::Categories { codes, categories: 3, ordered: false };
//! let job = Series { name: "job".into(), values };
//! let pram = Pram { matrix: Matrix::Retain(0.8), invariant: true, forbidden: vec![] };
//! let outcome = pram::mask(&pram, &job, None, &Dice::seeded(1)).unwrap();
//! assert!(outcome.frequencies.iter().all(|f| (f.expected - 30.0).abs() < 1e-9));
//! ```
//!
//! # References
//! P. Kooiman, L. Willenborg, J. Gouweleeuw (1997), *PRAM: a method for disclosure limitation of
//! microdata*. J. Gouweleeuw, P. Kooiman, L. Willenborg, P.-P. de Wolf (1998), *Post randomisation
//! for statistical disclosure control: theory and implementation*, Journal of Official Statistics.

pub(crate) mod bind;
mod entry;
mod estimate;
mod invariant;
mod retaining;
mod transition;

pub use entry::PRAM;
pub use estimate::Estimate;
pub use transition::Transition;

use crate::Note;
use crate::masked::{Figure, Masked, Pooled};
use crate::{Dice, Refused};
use ridotto_core::{Code, Series, Values};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Categories that an attribute may have: a matrix has the square of them.
const MOST: usize = 2048;

/// Parameters of post-randomisation.
#[derive(Clone, Debug, PartialEq)]
pub struct Pram {
    /// The probabilities to begin with.
    pub matrix: Matrix,
    /// Whether the matrix is changed such that expected frequencies are the original ones.
    pub invariant: bool,
    /// Changes that must not happen, from the first to the second category.
    pub forbidden: Vec<(Code, Code)>,
}

/// Where the probabilities come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Matrix {
    /// They are given.
    Given(Transition),
    /// A value stays with this probability, and else becomes any other category that occurs.
    Retain(f64),
}

/// The masked column and what may be published with it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The column and what is to be said of it.
    pub masked: Masked,
    /// The matrix of each stratum, by its number; without strata one with the number 0. They are
    /// all that is needed to treat the next file alike, and to estimate.
    pub matrices: Vec<(u32, Transition)>,
    /// How often each category occurs.
    pub frequencies: Vec<Frequency>,
}

/// How often a category occurs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frequency {
    /// In the original.
    pub original: f64,
    /// In the masked data on average over all draws.
    pub expected: f64,
    /// In the masked data.
    pub reached: f64,
}

/// Changes the categories of a column at random; `strata` has the number of each record's stratum.
pub fn mask(
    options: &Pram,
    column: &Series,
    strata: Option<&[u32]>,
    dice: &Dice,
) -> Result<Outcome, Refused> {
    let Values::Categories { codes, categories, ordered } = &column.values else {
        return Err(Refused::NeedsCategories.of(&column.name));
    };
    check(options, codes, *categories).map_err(|refused| refused.of(&column.name))?;
    let mut result = codes.clone();
    let (mut matrices, mut notes) = (Vec::new(), Vec::new());
    let (mut before, mut expected) = (vec![0.0; *categories], vec![0.0; *categories]);
    let (mut kept, mut asked) = (0.0, 0.0);
    for (stratum, rows) in members(strata, codes.len())? {
        let own: Vec<Option<Code>> = rows.iter().map(|&row| codes[row as usize]).collect();
        let frequencies = count(&own, *categories);
        let (matrix, stays) =
            options.matrix(&frequencies).map_err(|refused| refused.of(&column.name))?;
        asked += stays;
        notes.extend(options.retention(&column.name, &matrix, &frequencies));
        kept += matrix.kept(&frequencies);
        add(&mut before, &frequencies);
        add(&mut expected, &matrix.expected(&frequencies));
        let changed = matrix.apply(&own, &dice.part(u64::from(stratum)))?;
        rows.iter().zip(changed).for_each(|(&row, code)| result[row as usize] = code);
        if !matrix.is_invertible()
            && !notes.iter().any(|note| matches!(note, Note::NoWayBack { .. }))
        {
            notes.push(Note::NoWayBack { attribute: column.name.to_string() });
        }
        matrices.push((stratum, matrix));
    }
    let reached = count(&result, *categories);
    let records: f64 = before.iter().sum();
    if (asked - kept).abs() > 0.0005 * records {
        let (asked, used) = (asked / records, kept / records);
        notes.push(Note::Retention { attribute: column.name.to_string(), asked, used });
    }
    let same = codes.iter().zip(&result).filter(|(a, b)| a.is_some() && a == b).count();
    let figures = vec![
        Figure {
            name: format!("share of values of {} that are the same", column.name),
            original: 1.0,
            expected: Some(kept / records),
            reached: same as f64 / records,
            pooled: Pooled::Mean,
        },
        Figure {
            name: format!("largest change of a frequency of {}, as a share", column.name),
            original: 0.0,
            expected: None,
            reached: furthest(&before, &reached) / records,
            pooled: Pooled::Largest,
        },
    ];
    let all = before.iter().zip(&expected).zip(&reached);
    let frequencies = all
        .map(|((&original, &expected), &reached)| Frequency { original, expected, reached })
        .collect();
    let values = Values::Categories { codes: result, categories: *categories, ordered: *ordered };
    let columns = vec![Series { name: Arc::clone(&column.name), values }];
    let masked = Masked { columns, decimals: vec![None], figures, notes };
    Ok(Outcome { masked, matrices, frequencies })
}

impl Pram {
    /// The matrix to use, and how many values stay with the one that was asked for. Two stages may
    /// lead over an allowed category to a forbidden one, so the reversible matrix is taken where
    /// something is forbidden.
    fn matrix(&self, frequencies: &[f64]) -> Result<(Transition, f64), Refused> {
        let matrix = match &self.matrix {
            Matrix::Retain(retain) => {
                let of =
                    if self.invariant { Transition::retain_invariant } else { Transition::retain };
                let matrix = of(*retain, frequencies, &self.forbidden)?;
                // What is not as asked is said of its category.
                let kept = matrix.kept(frequencies);
                return Ok((matrix, kept));
            }
            Matrix::Given(matrix) => matrix.clone().forbid(&self.forbidden),
        };
        let asked = matrix.kept(frequencies);
        let used = match (self.invariant, self.forbidden.is_empty()) {
            (false, _) => matrix,
            (true, true) => matrix.two_stages(frequencies)?,
            (true, false) => matrix.reversible(frequencies)?,
        };
        Ok((used, asked))
    }

    /// What is to be said where a category does not stay with the probability that was asked.
    fn retention(&self, name: &str, matrix: &Transition, frequencies: &[f64]) -> Option<Note> {
        let Matrix::Retain(asked) = self.matrix else { return None };
        let attribute = name.to_owned();
        let occurs = |at: &usize| frequencies[*at] > 0.0;
        let occurring: Vec<usize> = (0..frequencies.len()).filter(occurs).collect();
        if let [only] = occurring[..] {
            #[expect(clippy::cast_sign_loss, reason = "a count is not negative")]
            let records = frequencies[only] as u64;
            return Some(Note::Alone { attribute, records });
        }
        let used = occurring.iter().map(|&at| matrix.row(at)[at]).fold(0.0, f64::max);
        (used > asked + 1e-9).then_some(Note::Dominant { attribute, asked, used })
    }
}

fn check(options: &Pram, codes: &[Option<Code>], categories: usize) -> Result<(), Refused> {
    if codes.iter().all(Option::is_none) {
        return Err(Refused::AllMissing);
    }
    if !(2..=MOST).contains(&categories) {
        return Err(Refused::Categories { least: 2, most: MOST, categories });
    }
    if let Matrix::Given(matrix) = &options.matrix
        && matrix.categories() != categories
    {
        return Err(Refused::MatrixSize { categories, rows: matrix.categories() });
    }
    let is_category = |code: &Code| (*code as usize) < categories;
    if !options
        .forbidden
        .iter()
        .all(|(from, to)| is_category(from) && is_category(to) && from != to)
    {
        let must_be = "changes from one category of the attribute to another";
        return Err(Refused::Parameter { parameter: "forbidden", must_be });
    }
    Ok(())
}

/// The rows of each stratum, by its number.
fn members(strata: Option<&[u32]>, rows: usize) -> Result<BTreeMap<u32, Vec<u32>>, Refused> {
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    match strata {
        Some(strata) if strata.len() != rows => return Err(Refused::Uneven),
        Some(strata) => (0..rows as u32).zip(strata).for_each(|(row, stratum)| {
            members.entry(*stratum).or_default().push(row);
        }),
        None => {
            members.insert(0, (0..rows as u32).collect());
        }
    }
    Ok(members)
}

/// How often each category occurs.
fn count(codes: &[Option<Code>], categories: usize) -> Vec<f64> {
    let mut counts = vec![0.0; categories];
    codes.iter().flatten().for_each(|code| counts[*code as usize] += 1.0);
    counts
}

fn add(sums: &mut [f64], numbers: &[f64]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

fn furthest(before: &[f64], after: &[f64]) -> f64 {
    before.iter().zip(after).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
