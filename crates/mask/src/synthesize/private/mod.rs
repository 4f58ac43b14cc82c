//! Synthetic data with differential privacy: noisy tables of single attributes and of some pairs,
//! and records drawn from them.
//!
//! Pairs are chosen so that they make a tree over the attributes: at each step the exponential
//! mechanism prefers the pair whose table is farthest from what it would be if the two were
//! independent. A record is drawn from the root of the tree outwards, each attribute given the one
//! before it.
//!
//! # Guarantee
//! ε-differential privacy for adding or removing one record, or, with twice the noise, for one that says
//! something else; of a person with several records, if the accountant protects persons. Whatever is computed
//! from the synthetic file, no outcome becomes more than e^ε times as likely. It holds against any knowledge
//! and any computer.
//!
//! *The argument.* Data is looked at three times. (1) Tables of all d attributes: one record more
//! changes one count of each by one, so their distance is d in all, and Laplace noise of scale
//! d/ε₁ makes them ε₁-private. (2) d − 1 choices of a pair: a score is Σ |count − expected count|
//! over the cells, where expected counts are whole numbers computed from (1); one record changes one
//! count by one and so a score by one at most, and each choice is ε₂/(d − 1)-private. (3) Tables of
//! the chosen pairs: one record changes one count of each by one, so noise of scale (d − 1)/ε₃ makes
//! them ε₃-private. A record that says something else is one less and one more, so that each of these distances
//! is twice as large; and where a person may have m records, each loses ε/m. What is computed from (1) to (3) costs nothing, and ε₁ + ε₂ + ε₃ = ε, which the
//! accountant of `ridotto-noise` adds up without rounding. Domains and the number of records to
//! draw are the policy's; nothing else of the data is looked at, and no refusal depends on it.
//!
//! # Does not protect against
//! A person with several records, unless it is known of which person a record is. Measures that compare
//! the synthetic file with the original: publish none of them, as they are not private. What the
//! time of a run tells. What is true of everybody.
//!
//! # Preserves
//! In expectation, but for noise: shares of each attribute, and how pairs of the tree go together.
//! Other pairs only through those.
//!
//! # Parameters
//! ε: 1 is usual, above 10 little is promised. Domains: few bins and categories keep the noise
//! small beside the counts.
//!
//! # Cost
//! One pass over the records for each pair of attributes.
//!
//! # References
//! R. `McKenna`, G. Miklau, D. Sheldon (2021), *Winning the NIST contest: a scalable and general
//! approach to differentially private synthetic data*, arXiv:2108.04978. J. Zhang, G. Cormode,
//! C. Procopiuc, D. Srivastava, X. Xiao (2017), *`PrivBayes`: private data release via Bayesian
//! networks*, doi:10.1145/3134428.

mod domain;
mod draw;
mod measure;
mod noise;
mod project;

pub use domain::Domain;
pub use measure::Measured;
pub(super) use noise::changes;

use super::{Note, Outcome, Unfit};
use crate::Refused;
use crate::noise::private::positive;
use domain::cells;
use noise::Look;
use ridotto_catalogue::Decimal;
use ridotto_core::Series;
use ridotto_noise::{Accountant, Budget, Neighbours, Protected};
use ridotto_numbers::Dice;

/// How to synthesise with differential privacy.
#[derive(Clone, Debug, PartialEq)]
pub struct Private {
    /// How much one record may change: more than 0.
    pub epsilon: Decimal,
    /// The values that each attribute can have, whatever the data is: one for each column.
    pub domains: Vec<Domain>,
}

/// Cells of a table of two attributes, at most.
const MOST_CELLS: usize = 1 << 20;

/// Synthesises with differential privacy, by the operating system's randomness.
pub(super) fn synthesize(
    private: &Private,
    columns: &[Series],
    copies: usize,
    size: Option<usize>,
    dice: &Dice,
) -> Result<Outcome, Refused> {
    let mut accountant = Accountant::new(private.budget()?, PROTECTED);
    charged(private, columns, copies, size, &mut accountant, dice)
}

/// Whom it protects where nothing else is said: that one record is there.
pub const PROTECTED: Protected = Protected::record(Neighbours::AddRemove);

impl Private {
    /// What a record may lose by it.
    pub fn budget(&self) -> Result<Budget, Refused> {
        let epsilon = positive("epsilon", self.epsilon)?;
        Ok(Budget::pure(epsilon).map_err(Unfit::from)?)
    }
}

/// The same with an accountant that charges for what is looked at.
pub fn charged(
    private: &Private,
    columns: &[Series],
    copies: usize,
    size: Option<usize>,
    accountant: &mut Accountant,
    dice: &Dice,
) -> Result<Outcome, Refused> {
    let before = accountant.spent().epsilon_delta();
    let outcome = looking(private, columns, copies, size, accountant, dice)?;
    let after = accountant.spent().epsilon_delta();
    let spent = before.zip(after).and_then(|((before, _), (after, _))| after.minus(&before));
    Ok(Outcome { spent: spent.map(|spent| spent.to_f64()), ..outcome })
}

/// The same with what looks at the data. `dice` are thrown only after the data has been looked at for
/// the last time, and protect nothing.
fn looking(
    private: &Private,
    columns: &[Series],
    copies: usize,
    size: Option<usize>,
    look: &mut dyn Look,
    dice: &Dice,
) -> Result<Outcome, Refused> {
    check(private, columns, copies, size, look.times())?;
    let places: Vec<Vec<u32>> = private
        .domains
        .iter()
        .zip(columns)
        .map(|(domain, column)| cells(domain, &column.values))
        .collect::<Option<_>>()
        .ok_or(Unfit::Attributes { parameter: "domains" })?;
    let widths: Vec<usize> = private.domains.iter().map(Domain::cells).collect();
    let epsilon = positive("epsilon", private.epsilon)?;
    let measured = measure::measure(&places, &widths, &epsilon, look)?;
    // From here on nothing looks at the data.
    let records = size.unwrap_or_else(|| measured.records());
    let names = || columns.iter().map(|column| column.name.clone());
    let copy = |number: usize| {
        draw::draw(&measured, &private.domains, records, names(), &dice.part(number as u64))
    };
    Ok(Outcome {
        copies: (0..copies).map(copy).collect(),
        decimals: private.domains.iter().map(Domain::decimals).collect(),
        figures: Vec::new(),
        replicated: Vec::new(),
        notes: vec![Note::Private],
        spent: None,
    })
}

/// Refuses what makes no sense; looks at no value.
fn check(
    private: &Private,
    columns: &[Series],
    copies: usize,
    size: Option<usize>,
    times: f64,
) -> Result<(), Refused> {
    let refuse = |parameter, must_be| Err(Refused::Parameter { parameter, must_be });
    let first = columns.first().ok_or(Unfit::NoAttribute)?;
    if columns.iter().any(|column| column.len() != first.len()) {
        return Err(Unfit::Lengths.into());
    }
    positive("epsilon", private.epsilon)?;
    if private.domains.len() != columns.len() {
        return refuse("domains", "given for every attribute: those of the data are not private");
    }
    if !private.domains.iter().all(Domain::is_sound) {
        return refuse(
            "domains",
            "of at least one category, or of numbers from least to most in at least one bin",
        );
    }
    let fits = |(domain, column): (&Domain, &Series)| domain.fits(&column.values);
    if !private.domains.iter().zip(columns).all(fits) {
        return refuse("domains", "of the kinds of their attributes: numbers or categories");
    }
    let mut widths: Vec<usize> = private.domains.iter().map(Domain::cells).collect();
    widths.sort_unstable_by(|a, b| b.cmp(a));
    let cells = widths.iter().take(2).try_fold(1_usize, |cells, &width| cells.checked_mul(width));
    if cells.is_none_or(|cells| cells > MOST_CELLS) {
        return refuse("domains", "so small that two of them make at most a million combinations");
    }
    if !(1..=100).contains(&copies) {
        return refuse("copies", "between 1 and 100");
    }
    if size == Some(0) {
        return refuse("size", "at least 1");
    }
    if size.is_none() && times * private.noise_of_total() > MOST_NOISE {
        return refuse(
            "epsilon",
            "larger, or `size` be given: how many records to draw would be noise of more than a \
             million",
        );
    }
    Ok(())
}

/// Noise that the number of records may have, in standard deviations.
const MOST_NOISE: f64 = 1e6;

impl Private {
    /// How far the number of records that is measured is off: the sums of the noisy tables of d attributes,
    /// over d. It follows from the policy alone.
    fn noise_of_total(&self) -> f64 {
        let attributes = self.domains.len() as f64;
        let parts = if self.domains.len() > 1 { 3.0 } else { 1.0 };
        let scale = attributes * parts / self.epsilon.to_f64();
        let cells: usize = self.domains.iter().map(Domain::cells).sum();
        scale * (2.0 * cells as f64).sqrt() / attributes
    }
}

#[cfg(test)]
mod attack;
#[cfg(test)]
mod tests;
