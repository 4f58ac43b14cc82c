//! A plain model, asked about every histogram that a class could have.

use super::counted::{Counted, concentrate};
use super::{Frequency, MissingSensitive, Subject};
use crate::class::Single;
use crate::model::{Baseline, Bound, ClassModel, Decisive, Needs, UnionRule, Worst};
use crate::{Class, Code, SensitiveId};
use ridotto_catalogue::Decimal;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// What of a sensitive attribute a model bounds. It decides what persons with several values
/// count as, and which value is the worst that missing ones could be.
#[derive(Clone)]
pub enum Aspect {
    /// How much of a class has few values: diversity, alpha. Values that may be disclosed need
    /// not be spread.
    Concentration {
        /// The values that may be disclosed.
        disclosable: BTreeSet<Code>,
        /// Whether the model depends on the shares alone and is the worse the more concentrated
        /// they are; then missing values are worst as the most frequent one.
        is_by_share: bool,
    },
    /// The share of each value by itself, against the table's.
    Shares(Baseline),
    /// The distribution, against the table's, where values differ or do not.
    Distribution(Baseline),
    /// The distribution, against the table's, where some values are nearer to each other than
    /// others.
    Places(Baseline),
    /// How many values there are and how far apart, where these numbers are the values.
    Range(Vec<Decimal>),
}

impl std::fmt::Debug for Aspect {
    /// Numbers are values of the data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Concentration { .. } => "Concentration",
            Self::Shares(_) => "Shares",
            Self::Distribution(_) => "Distribution",
            Self::Places(_) => "Places",
            Self::Range(_) => "Range",
        })
    }
}

impl Aspect {
    /// That of models that bound how much of a class has few values.
    pub fn concentration(disclosable: &[Code], is_by_share: bool) -> Self {
        Self::Concentration { disclosable: disclosable.iter().copied().collect(), is_by_share }
    }

    /// What a baseline for it is counted in.
    pub fn frequency(&self) -> Frequency {
        match self {
            Self::Concentration { .. } | Self::Shares(_) | Self::Range(_) => Frequency::Persons,
            Self::Distribution(_) | Self::Places(_) => Frequency::Pairs,
        }
    }
}

/// A model of a sensitive attribute that heeds missing values and counts persons. The level is the
/// worst one over all that the class could be; it holds if it does in all these cases.
///
/// # Guarantee
/// That of the plain model, for persons and whatever the missing values are; see the
/// [module](super::super::subject) for what is counted.
///
/// # Does not protect against
/// What the plain model does not protect against. With [`MissingSensitive::OwnValue`] or
/// [`MissingSensitive::Ignored`], who knows better than the file what a missing value is.
///
/// # Parameters
/// The plain model, over the subject's column; the subject; the [`Aspect`] that the model bounds.
///
/// # Cost
/// None for classes without missing values, where rows are counted. Persons are counted by a sort
/// of the class's pairs; a distance with places tries every value of the table where some are
/// missing.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn};
/// use ridotto_core::model::{Aspect, DistinctL, MissingSensitive, SensitiveModel, Subject};
/// let disease = Codes::from_codes(&[0, 0, 1, 2], 3); // 2 is missing
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 3 }], 4);
/// let model = DistinctL::new(0, 3.try_into().unwrap());
/// assert_eq!(model.attained(&table), Some(3.0));
/// let subject = Subject::new(0, vec![2], MissingSensitive::WorstCase);
/// let aspect = Aspect::Concentration { disclosable: [].into(), is_by_share: true };
/// let model = SensitiveModel::new(model, subject, aspect);
/// assert_eq!(model.attained(&table), Some(2.0));
/// ```
///
/// # References
/// Those of the [module](super::super::subject).
#[derive(Debug)]
pub struct SensitiveModel<M> {
    plain: M,
    subject: Subject,
    aspect: Aspect,
    /// The values of the table, the rarest first.
    by_rarity: Vec<Code>,
}

/// A value that the class does not have and that may not be disclosed.
const ANOTHER: Code = Code::MAX;

/// What a thread needs to look at a class.
#[derive(Debug, Default)]
struct Scratch {
    counted: Counted,
    histogram: Vec<(Code, u64)>,
    single: Vec<Option<Single>>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl<M: ClassModel> SensitiveModel<M> {
    /// The model of a subject. `plain` looks at the subject's column.
    pub fn new(plain: M, subject: Subject, aspect: Aspect) -> Self {
        let mut by_rarity = Vec::new();
        if let Aspect::Shares(baseline)
        | Aspect::Distribution(baseline)
        | Aspect::Places(baseline) = &aspect
        {
            by_rarity.extend(
                (0..baseline.counts().len() as Code).filter(|&code| baseline.count(code) > 0),
            );
            by_rarity.sort_by_key(|&code| baseline.count(code));
        }
        Self { plain, subject, aspect, by_rarity }
    }

    /// Whether the plain model sees what there is to see of a class.
    fn is_plain(&self, class: Class<'_>) -> bool {
        let last = || class.histogram(self.subject.column).iter();
        self.subject.persons.is_none() && !last().any(|&(code, _)| self.subject.is_missing(code))
    }

    /// Passes every class that this one could be to `visit`, until it breaks.
    fn visit(&self, class: Class<'_>, mut visit: impl FnMut(Class<'_>) -> ControlFlow<()>) {
        SCRATCH.with_borrow_mut(|Scratch { counted, histogram, single }| {
            let column = self.subject.column;
            counted.fill(&self.subject, class.histogram(column).iter().copied(), class.size());
            if self.subject.rule == MissingSensitive::Ignored {
                (counted.missing, counted.all) = (0, counted.knowing);
            }
            if single.len() <= column {
                single.resize_with(column + 1, || None);
            }
            let single = single[column].get_or_insert_with(|| Single::new(&vec![0; column + 1]));
            let _ = self.candidates(counted, |filled| {
                counted.filled(filled, histogram);
                if let Aspect::Range(numbers) = &self.aspect {
                    for window in windows(histogram, counted.all, numbers) {
                        single.set_size(counted.all);
                        single.set_histogram(column, window);
                        visit(single.class())?;
                    }
                }
                let size = self.size(counted.all, histogram);
                single.set_size(size);
                single.set_histogram(column, histogram.iter().copied());
                visit(single.class())
            });
        });
    }

    /// What a plain class of these values has as its size; persons with several values are dealt
    /// out as the aspect asks.
    fn size(&self, all: u64, histogram: &mut Vec<(Code, u64)>) -> u64 {
        match &self.aspect {
            Aspect::Concentration { disclosable, .. } => {
                let secret = most_frequent(histogram, disclosable);
                concentrate(histogram, all, secret);
                all
            }
            Aspect::Range(_) => {
                concentrate(histogram, all, None);
                all
            }
            Aspect::Shares(_) => all,
            Aspect::Distribution(_) | Aspect::Places(_) => {
                histogram.iter().map(|&(_, count)| count).sum()
            }
        }
    }

    /// Passes the values that missing ones could be to `pass`: enough to find the worst.
    fn candidates(
        &self,
        counted: &Counted,
        mut pass: impl FnMut(Option<Code>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if counted.missing == 0 {
            return pass(None);
        }
        let known = || counted.known.iter().map(|known| known.code);
        let is_absent =
            |code: &Code| counted.known.binary_search_by_key(code, |of| of.code).is_err();
        match &self.aspect {
            Aspect::Concentration { disclosable, is_by_share } => {
                // As a value of its own it may be worst where others must be frequent enough.
                pass(Some(ANOTHER))?;
                if *is_by_share && !self.subject.counts_persons() {
                    let most = counted.known.iter().filter(|of| !disclosable.contains(&of.code));
                    return most
                        .max_by_key(|of| of.count)
                        .map_or(ControlFlow::Continue(()), |of| pass(Some(of.code)));
                }
                known().try_for_each(|code| pass(Some(code)))
            }
            // A value that the class has adds nothing to the different ones, nor to their range.
            Aspect::Range(_) if counted.known.is_empty() => pass(Some(ANOTHER)),
            Aspect::Range(_) => known().try_for_each(|code| pass(Some(code))),
            Aspect::Shares(_) | Aspect::Distribution(_) => {
                known().try_for_each(|code| pass(Some(code)))?;
                let mut absent = self.by_rarity.iter().copied().filter(is_absent);
                let (rarest, most) = (absent.next(), absent.next_back());
                rarest.into_iter().chain(most).try_for_each(|code| pass(Some(code)))
            }
            Aspect::Places(_) => self.by_rarity.iter().try_for_each(|&code| pass(Some(code))),
        }
    }

    /// The level of a class about which nothing is known.
    fn unknown(&self) -> f64 {
        match self.plain.bound() {
            Bound::AtLeast(_) => 0.0,
            Bound::AtMost(_) | Bound::Below(_) | Bound::Within(..) => f64::INFINITY,
        }
    }
}

/// The most frequent value that may not be disclosed.
fn most_frequent(histogram: &[(Code, u64)], disclosable: &BTreeSet<Code>) -> Option<Code> {
    let secret = histogram.iter().rev().filter(|(code, _)| !disclosable.contains(code));
    secret.max_by_key(|&&(_, count)| count).map(|&(code, _)| code)
}

/// The narrowest parts of a histogram, in the order of its numbers, in which as many persons as there
/// are can have a value. No choice of one value a person has a smaller range than all of these.
fn windows(histogram: &[(Code, u64)], persons: u64, numbers: &[Decimal]) -> Vec<Vec<(Code, u64)>> {
    let all: u64 = histogram.iter().map(|&(_, count)| count).sum();
    if all == persons {
        return Vec::new();
    }
    let mut sorted = histogram.to_vec();
    sorted.sort_by_key(|&(code, _)| numbers.get(code as usize).copied());
    let narrowest = |from: usize| {
        let mut sum = 0;
        let end = sorted[from..].iter().position(|&(_, count)| {
            sum += count;
            sum >= persons
        })?;
        let mut window = sorted[from..=from + end].to_vec();
        window.sort_unstable_by_key(|&(code, _)| code);
        Some(window)
    };
    (0..sorted.len()).filter_map(narrowest).collect()
}

impl<M: ClassModel> ClassModel for SensitiveModel<M> {
    fn name(&self) -> &'static str {
        self.plain.name()
    }

    fn level(&self, class: Class<'_>) -> f64 {
        if self.is_plain(class) {
            return self.plain.level(class);
        }
        let mut worst = None;
        self.visit(class, |class| {
            if !class.histogram(self.subject.column).is_empty() {
                let level = self.plain.level(class);
                worst = Some(worst.map_or(level, |other| self.bound().worse(other, level)));
            }
            ControlFlow::Continue(())
        });
        worst.unwrap_or_else(|| self.unknown())
    }

    fn bound(&self) -> Bound {
        self.plain.bound()
    }

    /// However the missing values of a union are filled in with one value, those of the classes are
    /// filled in with it, too; so what the plain model promises for that value is kept, and so it is
    /// for the worst. Persons are another matter: who has a row in both classes has the values of
    /// both in the union, which may be values that everybody has. So nothing is promised then.
    fn union_rule(&self) -> UnionRule {
        match self.subject.persons {
            Some(_) => UnionRule::NoPromise,
            None => self.plain.union_rule(),
        }
    }

    fn holds(&self, class: Class<'_>) -> bool {
        if self.is_plain(class) {
            return self.plain.holds(class);
        }
        let (mut holds, mut asked) = (true, false);
        self.visit(class, |class| {
            asked |= !class.histogram(self.subject.column).is_empty();
            holds = asked && self.plain.holds(class);
            if holds { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        holds && asked
    }

    /// That of the plain model in the worst of all cases.
    fn decides(&self, class: Class<'_>) -> Decisive {
        if self.is_plain(class) {
            return self.plain.decides(class);
        }
        let mut worst = Worst::default();
        self.visit(class, |class| {
            if !class.histogram(self.subject.column).is_empty() {
                worst.add(self.plain.holds(class), self.plain.decides(class), self.bound());
            }
            ControlFlow::Continue(())
        });
        let unknown = || Decisive::of_bound(self.bound(), self.unknown());
        worst.decisive().unwrap_or_else(unknown)
    }

    fn least_removed(&self, class: Class<'_>) -> u64 {
        // Parts of a class without missing values have none either.
        if self.is_plain(class) {
            return self.plain.least_removed(class);
        }
        let fails = !self.holds(class);
        match self.union_rule() {
            _ if class.size() < self.rows_needed() => class.size(),
            UnionRule::NoPromise => 0,
            UnionRule::HoldsIfBoth => u64::from(fails).min(class.size()),
            UnionRule::HoldsIfEither => {
                if fails {
                    class.size()
                } else {
                    0
                }
            }
        }
    }

    fn rows_needed(&self) -> u64 {
        self.plain.rows_needed()
    }

    /// Whether there are so many *known* values is seen from so many and one more, as one of them
    /// may stand for the missing ones.
    fn needs(&self, of: SensitiveId) -> Needs {
        match self.plain.needs(of) {
            Needs::Nothing => Needs::Nothing,
            _ if self.subject.counts_persons() => Needs::All,
            Needs::Distinct(l) => Needs::Distinct(l + self.subject.missing.len() as u64),
            Needs::All => Needs::All,
        }
    }
}
