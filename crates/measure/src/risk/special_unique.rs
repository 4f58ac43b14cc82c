//! Special uniques: records that few attributes suffice to single out (SUDA2).
//!
//! All subsets of attributes are walked depth first, each by splitting the groups of the subset
//! before it. A record that is alone in its group leaves the walk: it stays alone. Which records
//! are alone is kept for each subset as one bit a record, so that a minimal unique is a record that
//! is alone in the subset and in none that lacks one attribute.

use crate::{group, reference};
use rayon::prelude::*;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::class::Tally;
use ridotto_core::{ClassTable, Watch};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// The most memory that the bits of all subsets may take.
const MOST_BYTES: u128 = 4 << 30;

/// What a search for special uniques cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SpecialError {
    /// More than 64 attributes.
    #[error("special uniques are searched among at most 64 attributes, and there are {0}")]
    Attributes(usize),
    /// The subsets of this size are too many.
    #[error("there are too many subsets of up to {0} attributes for this file; ask for fewer")]
    Subsets(usize),
}

/// A record that is unique by some attributes, and by no part of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minimal {
    /// The place of the record's tuple in the tally.
    pub tuple: u32,
    /// The attributes: bit `i` is the i-th.
    pub attributes: u64,
}

/// The special uniques of a file.
///
/// # Definition
/// A *minimal sample unique* of a record is a set of attributes by which it is unique in the file
/// while it is not by any proper subset. Those of up to `most` attributes are found. One of size
/// `s` scores Π (a - i) for i from `s` to `most` (but at most to a - 1), where `a` is the number of
/// attributes: the smaller the set, the more supersets single the record out, too. A record's
/// score is the sum over its minimal uniques.
///
/// # Range
/// 0 for a record that is not unique by up to `most` attributes; no upper limit of its own, so
/// scores of files with other attributes or another `most` are not comparable.
///
/// # What it does not see
/// The population: a special unique of the file is likely, not sure, to be a population unique.
/// Records in classes of two.
///
/// # Cost
/// All subsets of up to `most` attributes times the records that are not yet unique.
///
/// # References
/// M. J. Elliot, A. M. Manning, R. W. Ford (2002), *A computational algorithm for handling the
/// special uniques problem*, doi:10.1142/S0218488502001600. A. M. Manning, D. J. Haglin, J. A. Keane
/// (2008), *A recursive search algorithm for statistical disclosure assessment*,
/// doi:10.1007/s10618-007-0078-6.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecialUniques {
    /// The score of each tuple of the tally.
    pub scores: Vec<f64>,
    /// How many minimal uniques each tuple has.
    pub minimal: Vec<u32>,
    /// How many minimal uniques there are of 1, 2, … attributes.
    pub by_size: Vec<u64>,
    /// The share of the whole score that comes from minimal uniques with each attribute; the
    /// shares add up to more than 1 because minimal uniques have several attributes.
    pub contributions: Vec<f64>,
}

/// Finds all special uniques of up to `most` attributes, and scores them. Whoever waits is asked before
/// each subset; those that are left when told to stop are not looked at.
pub fn special_uniques(
    tally: &Tally,
    most: usize,
    watch: &dyn Watch,
) -> Result<SpecialUniques, SpecialError> {
    let attributes = tally.attributes();
    let most = most.min(attributes);
    let mut result = SpecialUniques {
        scores: vec![0.0; tally.len()],
        minimal: vec![0; tally.len()],
        by_size: vec![0; most],
        contributions: vec![0.0; attributes],
    };
    let mut total = 0.0;
    for (set, tuples) in search(tally, most, watch)? {
        let size = set.count_ones() as usize;
        let score = score(size, most, attributes);
        result.by_size[size - 1] += tuples.len() as u64;
        for &tuple in &tuples {
            result.scores[tuple as usize] += score;
            result.minimal[tuple as usize] += 1;
        }
        let sum = score * tuples.len() as f64;
        total += sum;
        let inside = |&attribute: &usize| set >> attribute & 1 == 1;
        (0..attributes).filter(inside).for_each(|at| result.contributions[at] += sum);
    }
    if total > 0.0 {
        result.contributions.iter_mut().for_each(|contribution| *contribution /= total);
    }
    Ok(result)
}

/// Every minimal unique of up to `most` attributes, tuple by tuple.
pub fn minimal_uniques(tally: &Tally, most: usize) -> Result<Vec<Minimal>, SpecialError> {
    let found = search(tally, most.min(tally.attributes()), &())?;
    let each = found.into_iter().flat_map(|(attributes, tuples)| {
        tuples.into_iter().map(move |tuple| Minimal { tuple, attributes })
    });
    let mut all: Vec<Minimal> = each.collect();
    all.sort_unstable();
    Ok(all)
}

fn score(size: usize, most: usize, attributes: usize) -> f64 {
    (size..=most.min(attributes - 1)).map(|i| (attributes - i) as f64).product()
}

type Bits = Vec<u64>;

/// The tuples with a minimal unique in each subset of attributes, by size and then by the subset.
fn search(
    tally: &Tally,
    most: usize,
    watch: &dyn Watch,
) -> Result<Vec<(u64, Vec<u32>)>, SpecialError> {
    let attributes = tally.attributes();
    if attributes > 64 {
        return Err(SpecialError::Attributes(attributes));
    }
    let subsets: u128 = (1..=most).map(|size| choose(attributes, size)).sum();
    if subsets.saturating_mul(tally.len() as u128) / 8 > MOST_BYTES {
        return Err(SpecialError::Subsets(most));
    }
    let walk = Walk::new(tally, most, watch);
    let alone: FxHashMap<u64, Bits> = walk.all().into_iter().collect();
    let mut sets: Vec<u64> = alone.keys().copied().collect();
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    let minimal = |&set: &u64| {
        let mut bits = alone[&set].clone();
        for attribute in (0..attributes).filter(|at| set >> at & 1 == 1) {
            if let Some(smaller) = alone.get(&(set & !(1 << attribute))) {
                bits.iter_mut().zip(smaller).for_each(|(bits, smaller)| *bits &= !smaller);
            }
        }
        (set, ones(&bits))
    };
    Ok(sets.par_iter().map(minimal).collect())
}

fn choose(all: usize, some: usize) -> u128 {
    (0..some).fold(1, |sets, at| sets * (all - at) as u128 / (at + 1) as u128)
}

fn ones(bits: &Bits) -> Vec<u32> {
    let mut places = Vec::new();
    for (word, &bits) in bits.iter().enumerate() {
        let mut left = bits;
        while left != 0 {
            places.push(word as u32 * 64 + left.trailing_zeros());
            left &= left - 1;
        }
    }
    places
}

/// The walk through all subsets.
struct Walk<'a> {
    columns: Vec<Vec<u32>>,
    /// Whether a tuple has one record, so that it can be unique.
    single: Vec<bool>,
    most: usize,
    watch: &'a dyn Watch,
}

/// Tuples that are not yet told apart lie together; a group ends where `ends` says.
struct Groups {
    tuples: Vec<u32>,
    ends: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(tally: &Tally, most: usize, watch: &'a dyn Watch) -> Self {
        let column = |at| (0..tally.len()).map(|tuple| tally.code(tuple, at)).collect();
        let columns = (0..tally.attributes()).map(column).collect();
        let single = tally.counts().iter().map(|&count| count == 1).collect();
        Self { columns, single, most, watch }
    }

    fn all(&self) -> Vec<(u64, Bits)> {
        let tuples: Vec<u32> = (0..self.single.len() as u32).collect();
        let whole = Groups { ends: vec![tuples.len()], tuples };
        let none = vec![0; self.single.len().div_ceil(64)];
        if self.most == 0 { Vec::new() } else { self.below(0, 0, &whole, &none) }
    }

    /// Who is alone in each superset of `set` by attributes from `first` on.
    fn below(&self, set: u64, first: usize, groups: &Groups, alone: &Bits) -> Vec<(u64, Bits)> {
        let one = |attribute: usize| {
            if !self.watch.goes_on() {
                return Vec::new();
            }
            let (set, mut alone) = (set | 1 << attribute, alone.clone());
            let finer = self.split(groups, &self.columns[attribute], &mut alone);
            let mut found = Vec::new();
            if (set.count_ones() as usize) < self.most {
                found = self.below(set, attribute + 1, &finer, &alone);
            }
            found.push((set, alone));
            found
        };
        (first..self.columns.len()).into_par_iter().map(one).reduce(Vec::new, |mut all, more| {
            all.extend(more);
            all
        })
    }

    /// Splits each group by one more column, and notes the tuples that are now alone.
    fn split(&self, groups: &Groups, column: &[u32], alone: &mut Bits) -> Groups {
        let mut finer =
            Groups { tuples: Vec::with_capacity(groups.tuples.len()), ends: Vec::new() };
        let (mut start, mut pairs) = (0, Vec::new());
        for &end in &groups.ends {
            let group = &groups.tuples[start..end];
            start = end;
            pairs.clear();
            let pair = |&tuple: &u32| u64::from(column[tuple as usize]) << 32 | u64::from(tuple);
            pairs.extend(group.iter().map(pair));
            pairs.sort_unstable();
            for same in pairs.chunk_by(|a, b| a >> 32 == b >> 32) {
                if let [pair] = same {
                    let tuple = *pair as u32 as usize;
                    alone[tuple / 64] |= u64::from(self.single[tuple]) << (tuple % 64);
                } else {
                    finer.tuples.extend(same.iter().map(|&pair| pair as u32));
                    finer.ends.push(finer.tuples.len());
                }
            }
        }
        finer
    }
}

/// Special uniques.
pub static SPECIAL_UNIQUES: Entry = MeasureEntry {
    name: "special-uniques",
    title: "Special uniques",
    aliases: &["suda", "suda2", "minimal-sample-uniques"],
    formula: "records with a minimal unique of as many attributes as were looked at",
    summary: "Records that some of the quasi-identifiers suffice to single out, by sets of as many attributes as were looked at: all, unless it is said.",
    facts: MeasureFacts {
        group: &group::UNIQUENESS,
        unit: Unit::Count,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::ELLIOT_2002],
    worked: Worked::surveyed("By age alone nobody is alone, nor by sex. By both, rows 3 (30-39, m) and 6 (40-49, f) are, and by nothing less: **2** records.", &["special-uniques 2 2"]),
}
.entry();

/// The probability that a special unique is found (DIS-SUDA): how likely a link to a record that is
/// alone is right, shared out among them by their scores.
///
/// # Definition
/// With θ the probability that a match with a unique record is right
/// ([`correct_match`](super::uniqueness::correct_match)), U the unique records, a the attributes and
/// q = 1 + (8 - a)/20: 1 / (1 + (U/θ - U) / (s^q · Σ s^-q)) for a score s, the sum over all records with
/// a score; 0 without one.
///
/// # Reference
/// M. J. Elliot (2000), *DIS: a new approach to the measurement of statistical disclosure risk*.
pub fn dis_suda(found: &SpecialUniques, table: &ClassTable, sampled: f64) -> Option<Vec<f64>> {
    let theta = super::uniqueness::correct_match(table, sampled)?;
    let power = 1.0 + (8.0 - found.contributions.len() as f64) / 20.0;
    let scored = || found.scores.iter().filter(|score| **score > 0.0);
    let sum: f64 = scored().map(|score| score.powf(-power)).sum();
    let uniques = scored().count() as f64;
    let of = |&score: &f64| {
        let odds = (uniques / theta - uniques) / (score.powf(power) * sum);
        if score > 0.0 { 1.0 / (1.0 + odds) } else { 0.0 }
    };
    Some(found.scores.iter().map(of).collect())
}

/// How large sets of attributes may be, so that no more than so many tuples are looked at in all; at
/// least 1.
pub fn affordable_size(tally: &Tally, most_looks: u128) -> usize {
    let (attributes, tuples) = (tally.attributes(), tally.len() as u128);
    let mut looks = 0;
    let fits = |size: &usize| {
        looks += choose(attributes, *size) * tuples;
        looks <= most_looks
    };
    (1..=attributes).take_while(fits).last().unwrap_or(1)
}

/// DIS-SUDA.
pub static DIS_SUDA_HIGHEST: Entry = MeasureEntry {
    name: "dis-suda-highest",
    title: "Highest chance to find a special unique",
    aliases: &["dis-suda"],
    formula: "max over records of 1 / (1 + (U/t - U) / (s^q sum of s^-q)), t: chance that a match with a unique record is right, q = 1 + (8 - a)/20",
    summary: "The chance that a link to the most exposed special unique is right, if the file is a sample of the population: of the size that is stated, or else of a hundred times as many.",
    facts: MeasureFacts {
        group: &group::UNIQUENESS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::ELLIOT_2002],
    worked: Worked::surveyed("Two of six records are alone. SUDA's scores say which of them stand out more, and the weights say how likely a match with a unique record is right; together the highest is **0.03093**, for rows 3 and 6 alike, since both have the score 1.", &["dis-suda-highest 0.03093 0.03093"]),
}
.entry();

/// Highest score of a special unique.
pub static SPECIAL_UNIQUE_HIGHEST_SCORE: Entry = MeasureEntry {
    name: "special-unique-highest-score",
    title: "Highest score of a special unique",
    aliases: &["suda-score"],
    formula: "max over records of the sum over minimal uniques of s attributes of the product of (a - i) for i = s .. the largest size looked at",
    summary: "The more small sets of attributes single a record out, the higher it scores; comparable only for the same attributes.",
    facts: MeasureFacts {
        group: &group::UNIQUENESS,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::MANNING_2008],
    worked: Worked::surveyed("Row 3 is alone by age and sex together, two of two attributes. Such a set scores nothing more than itself: **1**. Were it alone by its age, age would count, and each set with age in it would single it out, too.", &["special-unique-highest-score 1 1"]),
}
.entry();
