//! What an attack found.

use super::Attack;
use super::candidates::Tuples;
use ridotto_core::Code;
use std::collections::BTreeMap;

/// What an attack found: how many people and how surely. There is no value and no name in it; rows
/// are told by their places, and who may see them decides who shows them.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Which attack it was.
    pub attack: Attack,
    /// How many people could be singled out, or something be learnt of them for certain (or as
    /// surely as the attack was asked to be).
    pub people: u64,
    /// How many people were attacked.
    pub of: u64,
    /// How many of these could not be attacked at all, because no record fits them. If that
    /// surprises, a label was not understood: then the attack says too little.
    pub unmatched: u64,
    /// How sure the intruder is, from 0 to 1, on the average of those attacked; of an unmatched
    /// person 0.
    pub certainty: f64,
    /// How sure the intruder is of the person of whom most is known.
    pub surest: f64,
    /// Sizes of the groups in which people hide, with how many people hide in a group of this size.
    pub group_sizes: Vec<(u64, u64)>,
    /// The rows of those found, in the file of the people.
    pub rows: Vec<u32>,
    /// What each of these is said to have, by code, if the attack says different things of people.
    pub values: Vec<Code>,
    /// How many of those found are found rightly, if that can be told.
    pub right: Option<u64>,
    /// How often a guess without the release is right, if that can be told.
    pub guess: Option<f64>,
    /// How sure the intruder is of those who were not found, with how many they are.
    pub(crate) unsure: Vec<(f64, u64)>,
    /// Other numbers that this attack gives, by name.
    pub figures: Vec<(&'static str, f64)>,
}

/// What the intruder makes of one person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guess {
    /// How many records or people the person hides among.
    pub group: u64,
    /// How sure the intruder is.
    pub certainty: f64,
    /// Whether that counts as found.
    pub found: bool,
}

impl Found {
    /// Adds up the guesses about people, one for each tuple; `None` is unmatched.
    pub(super) fn of_tuples(attack: Attack, people: &Tuples, guesses: &[Option<Guess>]) -> Self {
        let counted = guesses.iter().zip(&people.counts).map(|(guess, &count)| (*guess, count));
        let mut found = Self::of_guesses(attack, counted);
        let is_found = |&tuple: &u32| guesses[tuple as usize].is_some_and(|guess| guess.found);
        let rows = (0..).zip(&people.of_row).filter(|(_, tuple)| is_found(tuple));
        found.rows = rows.map(|(row, _)| row).collect();
        found
    }

    /// Adds up guesses, each about so many people, without saying in which rows they are.
    pub(super) fn of_guesses(
        attack: Attack,
        guesses: impl IntoIterator<Item = (Option<Guess>, u64)>,
    ) -> Self {
        let mut found = Self {
            attack,
            people: 0,
            of: 0,
            unmatched: 0,
            certainty: 0.0,
            surest: 0.0,
            group_sizes: Vec::new(),
            rows: Vec::new(),
            values: Vec::new(),
            right: None,
            guess: None,
            unsure: Vec::new(),
            figures: Vec::new(),
        };
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        let mut unsure: BTreeMap<u64, u64> = BTreeMap::new();
        let mut sum = 0.0;
        for (guess, count) in guesses {
            found.of += count;
            let Some(guess) = guess else {
                found.unmatched += count;
                continue;
            };
            if guess.found {
                found.people += count;
            } else {
                *unsure.entry(guess.certainty.to_bits()).or_default() += count;
            }
            *sizes.entry(guess.group).or_default() += count;
            sum += guess.certainty * count as f64;
            found.surest = found.surest.max(guess.certainty);
        }
        found.certainty = sum / found.of.max(1) as f64;
        found.unsure =
            unsure.into_iter().map(|(bits, people)| (f64::from_bits(bits), people)).collect();
        found.group_sizes = sizes.into_iter().filter(|&(_, people)| people > 0).collect();
        found
    }

    /// As [`of_guesses`](Self::of_guesses), a guess for each row.
    pub(super) fn of_rows(attack: Attack, guesses: &[Option<Guess>]) -> Self {
        let mut found = Self::of_guesses(attack, guesses.iter().map(|&guess| (guess, 1)));
        let rows = (0..).zip(guesses).filter(|(_, guess)| guess.is_some_and(|guess| guess.found));
        found.rows = rows.map(|(row, _)| row).collect();
        found
    }

    /// The same with one more number.
    #[must_use]
    pub(super) fn with(mut self, name: &'static str, figure: f64) -> Self {
        self.figures.push((name, figure));
        self
    }

    /// The same, with those found rightly counted: `is_right` is asked of the place in the list and of
    /// the row of each.
    #[must_use]
    pub fn checked(mut self, is_right: impl Fn(usize, u32) -> bool) -> Self {
        let each = self.rows.iter().enumerate();
        self.right = Some(each.filter(|&(at, &row)| is_right(at, row)).count() as u64);
        self
    }

    /// The same, with how often a guess without the release is right.
    #[must_use]
    pub fn beside(self, guess: f64) -> Self {
        Self { guess: Some(guess), ..self }
    }

    /// Of how many of those who were not found the intruder is surer than by a guess without the
    /// release; `None` if there is no such guess.
    pub fn likelier(&self) -> Option<u64> {
        const ROUNDING: f64 = 1e-9;
        let guess = self.guess?;
        let surer = self.unsure.iter().filter(|(certainty, _)| *certainty > guess + ROUNDING);
        Some(surer.map(|(_, people)| people).sum())
    }

    /// A number by its name.
    pub fn figure(&self, name: &str) -> Option<f64> {
        self.figures.iter().find(|(own, _)| *own == name).map(|&(_, figure)| figure)
    }

    /// The least group in which somebody hides; `None` if nobody was attacked.
    pub fn smallest_group(&self) -> Option<u64> {
        self.group_sizes.first().map(|&(size, _)| size)
    }
}
