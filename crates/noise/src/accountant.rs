//! Who charges: adds up what is lost, refuses what is too much, writes it down, and only then gives
//! leave to draw.
//!
//! # Composition
//! *Sequential*: of mechanisms on the same records the losses add up, also if each was chosen by what
//! the others answered. For ε and δ that is basic composition, and a budget that is fixed beforehand
//! may be spent adaptively (Rogers and others 2016, arXiv:1605.08294); so may one of ρ
//! (Feldman and Zrnic 2021, arXiv:2008.11193).
//!
//! *Parallel*: of mechanisms each of which sees a part of the records, and no record is in two parts
//! ([`Parts`] says why it matters how parts are made).
//!
//! *Groups*: a person with m records loses what m neighbours lose, one after the other
//! ([`Loss::of_group`]).
//!
//! # What is charged
//! All of it or nothing. A charge that is refused was not counted, and a charge that could not be
//! written is counted by nobody but, perhaps, the ledger, which then refuses further charges until it
//! is opened again: it never counts less than was answered.

use crate::Neighbours;
use crate::ledger::Ledger;
use crate::mechanism::Mechanism;
use crate::{Budget, Exact, Loss, NoiseError, Permit, Protected, Source};
use std::fmt;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};

/// How records were put in parts that do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// By something that no neighbour changes: the number of the record. A neighbour then differs in
    /// one part, as this part's mechanism counts neighbours, so the greatest loss of all parts counts.
    Fixed,
    /// By what records say, such as their town. Where neighbours have a record more, still one part
    /// changes. Where a record says something else, it may leave one part and enter another: two parts
    /// change by a record more or less, and a part that it stays in by two. So the losses, *which
    /// must be stated for a record more or less*, count as those of a group of two.
    ByValue,
}

/// What was charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// For what, in the words of whoever asked.
    pub purpose: String,
    /// By which mechanism.
    pub mechanism: &'static str,
    /// What noise, in words.
    pub noise: String,
    /// The sensitivity, in steps of the grid.
    pub sensitivity: Option<u64>,
    /// What it cost a person.
    pub loss: Loss,
}

/// Charges against one budget.
pub struct Accountant {
    budget: Budget,
    protected: Protected,
    spent: Loss,
    charges: Vec<Charge>,
    source: Source,
    book: Option<Book>,
}

/// Where charges are written down, and for whom.
struct Book {
    ledger: Arc<Mutex<Ledger>>,
    user: Option<String>,
    /// How many of the ledger's lines are counted. Others may charge for the same user.
    counted: usize,
    /// What the ledger grants and what of that is spent, where that is a budget beside the accountant's.
    account: Option<Account>,
}

/// What the ledger grants to a user, and what the user has spent of it.
struct Account {
    granted: Budget,
    spent: Loss,
}

impl Accountant {
    /// Nothing is spent yet, and nothing is written down.
    pub fn new(budget: Budget, protected: Protected) -> Self {
        let spent = budget.nothing();
        let source = Source::system();
        Self { budget, protected, spent, charges: Vec::new(), source, book: None }
    }

    /// With a ledger, whose charges of this user are spent already.
    pub fn with_ledger(
        budget: Budget,
        protected: Protected,
        ledger: Arc<Mutex<Ledger>>,
        user: Option<&str>,
    ) -> Result<Self, NoiseError> {
        let granted = {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            ledger.is_for(protected)?;
            ledger.contents().granted(user)
        };
        let mut accountant = Self::new(budget.with(granted)?, protected);
        let user = user.map(str::to_owned);
        accountant.book = Some(Book { ledger, user, counted: 0, account: None });
        accountant.spend(&[], None)?;
        Ok(accountant)
    }

    /// With a ledger that is charged as well: what it grants to this user is a budget of its own, for all
    /// that was ever charged to it, beside the accountant's, which is for this accountant alone.
    pub fn charged_to(
        mut self,
        ledger: Arc<Mutex<Ledger>>,
        user: Option<&str>,
    ) -> Result<Self, NoiseError> {
        let granted = {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            ledger.is_for(self.protected)?;
            Budget::granted(ledger.contents().granted(user))
        };
        let account = Some(Account { spent: granted.nothing(), granted });
        let user = user.map(str::to_owned);
        self.book = Some(Book { ledger, user, counted: 0, account });
        self.spend(&[], None)?;
        Ok(self)
    }

    /// Refuses if the ledger that is charged as well has not so much left.
    pub fn affords(&self, more: &Budget) -> Result<(), NoiseError> {
        let Some(Account { granted, spent }) = self.account() else { return Ok(()) };
        granted.allows(&added(spent, &granted.counted(more.whole())?)?)
    }

    /// What was spent of the ledger that is charged as well, by all who ever charged it for this user, and
    /// what it grants.
    pub fn of_ledger(&self) -> Option<(&Loss, &Loss)> {
        self.account().map(|account| (&account.spent, account.granted.whole()))
    }

    fn account(&self) -> Option<&Account> {
        self.book.as_ref()?.account.as_ref()
    }

    /// With another source of noise: for tests.
    #[must_use]
    pub fn drawing_from(self, source: Source) -> Self {
        Self { source, ..self }
    }

    /// More to spend, for who is protected already: losses for other neighbours do not add up with these.
    pub fn allow(&mut self, more: &Budget, protected: Protected) -> Result<(), NoiseError> {
        if protected != self.protected {
            return Err(NoiseError::Protected);
        }
        self.budget = self.budget.plus(more)?;
        Ok(())
    }

    /// Charges for one use of a mechanism, and permits it.
    pub fn charge<M: Mechanism>(
        &mut self,
        purpose: &str,
        mechanism: M,
    ) -> Result<Permit<M>, NoiseError> {
        let loss = self.of_person(&mechanism.loss())?;
        check_kind(&mechanism, self.protected.neighbours)?;
        let key = self.source.key()?;
        self.spend(&[Self::described(purpose, &mechanism, loss.clone())], Some(&loss))?;
        Ok(Permit { mechanism, key })
    }

    /// Charges for mechanisms of which each sees a part of the records, and permits them.
    pub fn charge_parts<M: Mechanism>(
        &mut self,
        purpose: &str,
        parts: Parts,
        mechanisms: Vec<M>,
    ) -> Result<Vec<Permit<M>>, NoiseError> {
        let mut greatest: Option<Loss> = None;
        let moves = parts == Parts::ByValue && self.protected.neighbours == Neighbours::ChangeOne;
        // A part then has a record more or less.
        let within = if moves { Neighbours::AddRemove } else { self.protected.neighbours };
        for mechanism in &mechanisms {
            check_kind(mechanism, within)?;
            let loss = self.budget.counted(&mechanism.loss())?;
            greatest = Some(match greatest {
                Some(so_far) => greater(&so_far, &loss),
                None => loss,
            });
        }
        let Some(greatest) = greatest else { return Err(NoiseError::Nothing) };
        let two = NonZeroU64::MIN.saturating_add(1);
        let loss = if moves { greatest.of_group(two)? } else { greatest };
        let loss = self.of_person(&loss)?;
        let keys: Vec<_> =
            mechanisms.iter().map(|_| self.source.key()).collect::<Result<_, _>>()?;
        let first = mechanisms.first().ok_or(NoiseError::Nothing)?;
        self.spend(&[Self::described(purpose, first, loss.clone())], Some(&loss))?;
        let both = mechanisms.into_iter().zip(keys);
        Ok(both.map(|(mechanism, key)| Permit { mechanism, key }).collect())
    }

    /// What all charges cost together.
    pub fn spent(&self) -> &Loss {
        &self.spent
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whom it protects.
    pub fn protected(&self) -> Protected {
        self.protected
    }

    /// The charges that this accountant made, in their order.
    pub fn charges(&self) -> &[Charge] {
        &self.charges
    }

    /// Whether somebody may know the noise: then nothing is promised.
    pub fn is_seeded(&self) -> bool {
        self.source.is_seeded()
    }

    /// ε of everything that was spent, for a δ; `None` if more fails than δ allows.
    pub fn epsilon(&self, delta: &Exact) -> Option<Exact> {
        match &self.spent {
            Loss::Concentrated { rho } => crate::loss::epsilon_of(rho, delta).ok(),
            spent => {
                let (epsilon, fails) = spent.epsilon_delta()?;
                (fails <= *delta).then_some(epsilon)
            }
        }
    }

    /// What a person loses where a record loses so much.
    fn of_person(&self, loss: &Loss) -> Result<Loss, NoiseError> {
        loss.of_group(self.protected.records)
    }

    fn described(purpose: &str, mechanism: &dyn Mechanism, loss: Loss) -> Charge {
        Charge {
            purpose: purpose.to_owned(),
            mechanism: mechanism.name(),
            noise: mechanism.noise(),
            sensitivity: mechanism.sensitivity(),
            loss,
        }
    }

    /// Counts a loss, writes it down, and keeps it in mind; or does none of these.
    fn spend(&mut self, charges: &[Charge], loss: Option<&Loss>) -> Result<(), NoiseError> {
        let Self { budget, spent, book, .. } = self;
        match book {
            Some(book) => book.spend(budget, spent, charges, loss)?,
            None => *spent = within(budget, spent, loss)?,
        }
        self.charges.extend_from_slice(charges);
        Ok(())
    }
}

impl Book {
    /// Counts a loss against the accountant's budget and the ledger's own, writes it down, and keeps it in
    /// mind; or does none of these.
    fn spend(
        &mut self,
        budget: &Budget,
        spent: &mut Loss,
        charges: &[Charge],
        loss: Option<&Loss>,
    ) -> Result<(), NoiseError> {
        let Self { ledger, user, counted, account } = self;
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        // What the ledger has is what counts: others may have charged meanwhile.
        let (of, so_far) = match account {
            Some(Account { granted, spent }) => (&*granted, spent),
            None => (budget, &mut *spent),
        };
        for loss in ledger.contents().losses_from(user.as_deref(), *counted) {
            *so_far = added(so_far, &of.counted(loss)?)?;
        }
        *counted = ledger.contents().entries.len();
        let in_all = within(of, so_far, loss)?;
        let here = within(budget, spent, loss)?;
        for charge in charges {
            ledger.charge(user.as_deref(), &charge.purpose, charge.mechanism, &charge.loss)?;
        }
        *counted = ledger.contents().entries.len();
        if let Some(account) = account {
            account.spent = in_all;
        }
        *spent = here;
        Ok(())
    }
}

/// What is spent with a loss more, if the budget allows that. What was spent before, nobody can refuse.
fn within(budget: &Budget, spent: &Loss, loss: Option<&Loss>) -> Result<Loss, NoiseError> {
    let Some(loss) = loss else { return Ok(spent.clone()) };
    let sum = added(spent, &budget.counted(loss)?)?;
    budget.allows(&sum)?;
    Ok(sum)
}

/// Refuses a mechanism whose loss is argued for other neighbours.
fn check_kind(mechanism: &dyn Mechanism, neighbours: Neighbours) -> Result<(), NoiseError> {
    match mechanism.argued_for().filter(|argued| *argued != neighbours) {
        None => Ok(()),
        Some(Neighbours::ChangeOne) => Err(NoiseError::TellsRecords),
        Some(argued) => {
            Err(NoiseError::Neighbours { mechanism: mechanism.name(), argued: argued.words() })
        }
    }
}

/// Two losses, one after the other, as one budget counts them.
fn added(one: &Loss, other: &Loss) -> Result<Loss, NoiseError> {
    one.and(other).ok_or(NoiseError::Kind { budget: one.kind(), loss: other.kind() })
}

/// A loss that is not below either.
fn greater(one: &Loss, other: &Loss) -> Loss {
    match (one, other) {
        (Loss::Concentrated { rho }, Loss::Concentrated { rho: more }) => {
            Loss::Concentrated { rho: rho.max(more).clone() }
        }
        _ => {
            let nothing = || (Exact::zero(), Exact::zero());
            let (epsilon, delta) = one.epsilon_delta().unwrap_or_else(nothing);
            let (more, fails) = other.epsilon_delta().unwrap_or_else(nothing);
            let (epsilon, delta) = (epsilon.max(more), delta.max(fails));
            Loss::stated(epsilon, delta)
        }
    }
}

impl fmt::Debug for Accountant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Accountant({} of {} spent)", self.spent, self.budget.whole())
    }
}

#[cfg(test)]
pub(crate) mod tests;
