//! Looking at a node where all rows of a person are the unit.
//!
//! Whoever knows which rows belong together knows a *set* of rows, and that may be unlike any
//! other's even if every row by itself is like many. Here persons are alike if the multisets of
//! their generalised rows are equal, and `k` persons must be. A person who is not alike enough
//! others is suppressed with all rows, which changes nothing for anybody else.
//!
//! Equal multisets stay equal when values grow coarser, so persons who are alike stay alike, and
//! who is suppressed at a node is suppressed at every finer one.

use super::outcome::outcome_of;
use super::{Evaluate, Look};
use crate::lattice::OpenNodes;
use crate::local::Numbers;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::objective::Scorer;
use ridotto_core::{Code, CodeColumn, Hierarchy};
use rustc_hash::FxHashMap;

/// Evaluates nodes by how many persons have the same rows.
#[derive(Debug)]
pub struct PersonEvaluator<'a> {
    hierarchies: &'a [Hierarchy],
    k: u64,
    scorer: &'a Scorer,
    /// The key of each unit, attribute by attribute.
    codes: Vec<Vec<Code>>,
    /// The rows of each unit.
    counts: Vec<u64>,
    profiles: Vec<Profile>,
    /// The profile of each row's person.
    profile_of: Vec<u32>,
}

/// Persons who have the same rows to begin with.
#[derive(Debug)]
struct Profile {
    persons: u64,
    /// Units, ascending, and how many rows of each a person has.
    units: Vec<(u32, u32)>,
}

/// Sequences, each with a number. Equal sequences have equal numbers, and no others have.
#[derive(Debug, Default)]
struct Sequences(FxHashMap<(u32, u64), u32>);

impl Sequences {
    /// The number of a sequence; the empty one is 0.
    fn number(&mut self, of: impl Iterator<Item = u64>) -> u32 {
        of.fold(0, |before, next| {
            let number = self.0.len() as u32 + 1;
            *self.0.entry((before, next)).or_insert(number)
        })
    }
}

/// A class and how many rows of it, in one word.
fn word((class, rows): (u32, u32)) -> u64 {
    u64::from(class) << 32 | u64::from(rows)
}

/// For each row, how many persons have the same rows as its person.
pub fn persons_alike(keys: &[CodeColumn<'_>], person: CodeColumn<'_>, rows: usize) -> Vec<u64> {
    let (profiles, profile_of) = profiles(&Tally::count(keys, rows), keys, person, rows);
    profile_of.iter().map(|&profile| profiles[profile as usize].persons).collect()
}

/// The persons by their rows, and the profile of each row's person.
fn profiles(
    tally: &Tally,
    keys: &[CodeColumn<'_>],
    person: CodeColumn<'_>,
    rows: usize,
) -> (Vec<Profile>, Vec<u32>) {
    let unit_of = number_rows(tally, keys, rows);
    let mut owned: Vec<(Code, u32)> =
        unit_of.iter().enumerate().map(|(row, &unit)| (person.codes.get(row), unit)).collect();
    owned.sort_unstable();
    let (mut sequences, mut known) = (Sequences::default(), FxHashMap::default());
    let mut profiles: Vec<Profile> = Vec::new();
    let mut profile_of_person = vec![0_u32; person.values];
    for own in owned.chunk_by(|a, b| a.0 == b.0) {
        let units: Vec<(u32, u32)> =
            own.chunk_by(|a, b| a.1 == b.1).map(|same| (same[0].1, same.len() as u32)).collect();
        let number = sequences.number(units.iter().copied().map(word));
        let profile = *known.entry(number).or_insert_with(|| {
            profiles.push(Profile { persons: 0, units });
            profiles.len() as u32 - 1
        });
        profiles[profile as usize].persons += 1;
        profile_of_person[own[0].0 as usize] = profile;
    }
    let of_row = |row: usize| profile_of_person[person.codes.get(row) as usize];
    (profiles, (0..rows).map(of_row).collect())
}

impl<'a> PersonEvaluator<'a> {
    /// An evaluator of rows: their keys, and whose they are.
    pub fn new(
        (keys, person): (&[CodeColumn<'_>], CodeColumn<'_>),
        rows: usize,
        hierarchies: &'a [Hierarchy],
        k: u64,
        scorer: &'a Scorer,
    ) -> Self {
        let tally = Tally::count(keys, rows);
        let (profiles, profile_of) = profiles(&tally, keys, person, rows);
        let code = |at: usize| (0..tally.len()).map(|unit| tally.code(unit, at)).collect();
        let codes = (0..keys.len()).map(code).collect();
        let counts = tally.counts().to_vec();
        Self { hierarchies, k, scorer, codes, counts, profiles, profile_of }
    }

    /// The rows of persons who are not alike enough others at a node.
    pub fn suppressed(&self, levels: &[u8]) -> Vec<bool> {
        let gone = self.gone(&self.classes(levels));
        self.profile_of.iter().map(|&profile| gone[profile as usize]).collect()
    }

    /// The class of each unit at a node.
    fn classes(&self, levels: &[u8]) -> Vec<u32> {
        let mut class = vec![0; self.counts.len()];
        let mut numbers = Numbers::default();
        for (at, codes) in self.codes.iter().enumerate() {
            let up = self.hierarchies[at].map(levels[at].into());
            let pairs: Vec<u64> = class
                .iter()
                .zip(codes)
                .map(|(&class, &code)| word((class, up[code as usize])))
                .collect();
            numbers.number(&pairs, &mut class);
        }
        class
    }

    /// Which profiles fewer than `k` persons have once units are these classes.
    fn gone(&self, class: &[u32]) -> Vec<bool> {
        let mut sequences = Sequences::default();
        let mut persons: FxHashMap<u32, u64> = FxHashMap::default();
        let number = |profile: &Profile| {
            let mut rows: Vec<(u32, u32)> =
                profile.units.iter().map(|&(unit, rows)| (class[unit as usize], rows)).collect();
            rows.sort_unstable();
            rows.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0 };
                same
            });
            sequences.number(rows.into_iter().map(word))
        };
        let numbers: Vec<u32> = self.profiles.iter().map(number).collect();
        for (number, profile) in numbers.iter().zip(&self.profiles) {
            *persons.entry(*number).or_default() += profile.persons;
        }
        numbers.iter().map(|number| persons[number] < self.k).collect()
    }
}

impl Evaluate for PersonEvaluator<'_> {
    fn look(&mut self, levels: &[u8], limit: u64, _open: OpenNodes<'_>) -> Look {
        let class = self.classes(levels);
        let gone = self.gone(&class);
        let classes = class.iter().max().map_or(0, |&last| last as usize + 1);
        let (mut rows, mut lost) = (vec![0; classes], vec![0; classes]);
        let mut first = vec![0; classes];
        for (unit, (&class, &count)) in class.iter().zip(&self.counts).enumerate() {
            rows[class as usize] += count;
            first[class as usize] = unit;
        }
        for (profile, _) in self.profiles.iter().zip(&gone).filter(|(_, gone)| **gone) {
            for &(unit, each) in &profile.units {
                lost[class[unit as usize] as usize] += profile.persons * u64::from(each);
            }
        }
        let key = |unit: usize| -> Vec<Code> {
            let up = |at: usize| self.hierarchies[at].map(levels[at].into());
            (0..self.codes.len()).map(|at| up(at)[self.codes[at][unit] as usize]).collect()
        };
        let each = (0..classes).map(|at| (key(first[at]), rows[at], lost[at]));
        let outcome = outcome_of(each, self.hierarchies, levels, self.scorer);
        let floor = outcome.suppressed;
        Look { outcome: (outcome.suppressed <= limit).then_some(outcome), floor }
    }
}
