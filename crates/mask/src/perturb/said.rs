//! What a method says of the rows that it masked, and what is said of all strata together.

use crate::note::{Joined, Note};
use crate::{Figure, Pooled, grouped};
use ridotto_report::StepFigure;
use std::fmt;

/// Something that the publisher should know.
pub(crate) enum Said {
    /// Of noise, swapping or post-randomisation.
    Masked(Note),
    /// Of groups.
    Grouped(grouped::Note),
    /// Of groups, of the attribute of this name.
    GroupedOf(String, grouped::Note),
    /// Always the same.
    Fixed(&'static str),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Masked(note) => note.fmt(f),
            Self::Grouped(note) => note.fmt(f),
            Self::GroupedOf(name, note) => write!(f, "`{name}`: {note}"),
            Self::Fixed(text) => f.write_str(text),
        }
    }
}

impl Said {
    /// What is said of groups, with the name of the attribute that it is about.
    pub(crate) fn of_groups(note: grouped::Note, names: &[&str]) -> Self {
        let of = match note {
            grouped::Note::Suppressed { attribute, .. } => names.get(attribute),
            _ => None,
        };
        match of {
            Some(name) => Self::GroupedOf((*name).to_owned(), note),
            None => Self::Grouped(note),
        }
    }

    fn join(&mut self, other: &Self) -> Option<Joined> {
        match (self, other) {
            (Self::Masked(one), Self::Masked(other)) => one.join(other),
            (Self::Grouped(one), Self::Grouped(other)) => one.join(other),
            (Self::GroupedOf(own, one), Self::GroupedOf(name, other)) if own == name => {
                one.join(other)
            }
            (Self::Fixed(one), Self::Fixed(other)) if one == other => Some(Joined::Same),
            _ => None,
        }
    }
}

/// What is said of strata so far.
#[derive(Default)]
pub(super) struct OfStrata {
    /// Each with how those of several strata were joined, and of how many.
    notes: Vec<(Said, Joined, u64)>,
    figures: Vec<Pool>,
}

/// One figure of all strata that have it.
struct Pool {
    figure: Figure,
    /// Records of these strata.
    records: f64,
    strata: u64,
}

impl OfStrata {
    /// Adds what is said of one more stratum with so many records.
    pub(super) fn add(&mut self, notes: Vec<Said>, figures: Vec<Figure>, records: usize) {
        for note in notes {
            self.add_note(note);
        }
        let records = records as f64;
        for figure in figures {
            match self.figures.iter_mut().find(|pool| pool.figure.name == figure.name) {
                Some(pool) => pool.add(&figure, records),
                None => self.figures.push(Pool { figure, records, strata: 1 }),
            }
        }
    }

    fn add_note(&mut self, note: Said) {
        for (said, how, strata) in &mut self.notes {
            if let Some(joined) = said.join(&note) {
                (*how, *strata) = (joined, *strata + 1);
                return;
            }
        }
        self.notes.push((note, Joined::Same, 1));
    }

    /// What is said of all of so many strata.
    pub(super) fn done(self, strata: u64) -> Told {
        let notes = self.notes.into_iter().map(|(said, how, own)| match how {
            Joined::Same => format!("{said} (in {own} of {strata} strata)"),
            Joined::Added => format!("{said} (together in {own} of {strata} strata)"),
            Joined::Worse => format!("{said} (the worst of {own} of {strata} strata)"),
        });
        Told { notes: notes.collect(), figures: self.figures.into_iter().map(Pool::done).collect() }
    }
}

impl Pool {
    fn add(&mut self, figure: &Figure, records: f64) {
        let share = records / (self.records + records);
        let pool = |one: f64, other: f64| match figure.pooled {
            Pooled::Mean => one + (other - one) * share,
            Pooled::Sum => one + other,
            Pooled::Largest => one.max(other),
            Pooled::Least => one.min(other),
        };
        let own = &mut self.figure;
        own.original = pool(own.original, figure.original);
        own.expected = own.expected.zip(figure.expected).map(|(own, other)| pool(own, other));
        own.reached = pool(own.reached, figure.reached);
        (self.records, self.strata) = (self.records + records, self.strata + 1);
    }

    fn done(mut self) -> StepFigure {
        let how = match self.figure.pooled {
            Pooled::Mean => "the mean of",
            Pooled::Sum => "the sum of",
            Pooled::Largest => "the largest of",
            Pooled::Least => "the least of",
        };
        self.figure.name = format!("{}, {how} {} strata", self.figure.name, self.strata);
        reported(self.figure)
    }
}

/// What a report says of a step.
pub(crate) struct Told {
    /// What the publisher should know.
    pub notes: Vec<String>,
    /// What was promised and what was reached.
    pub figures: Vec<StepFigure>,
}

impl Told {
    /// What is said of all rows together.
    pub fn of(notes: &[Said], figures: Vec<Figure>) -> Self {
        let notes = notes.iter().map(ToString::to_string).collect();
        Self { notes, figures: figures.into_iter().map(reported).collect() }
    }
}

/// A figure as reports have it: what is no number is left out.
fn reported(figure: Figure) -> StepFigure {
    let number = |number: f64| number.is_finite().then_some(number);
    StepFigure {
        name: figure.name,
        original: number(figure.original),
        expected: figure.expected.and_then(number),
        reached: number(figure.reached),
    }
}
