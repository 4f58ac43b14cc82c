//! How much may be lost, and between which files.

use crate::{Exact, Loss, NoiseError, loss};
use std::num::NonZeroU64;

/// Which files are neighbours: the promise is that they cannot be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Neighbours {
    /// One has a record that the other lacks (*unbounded*). That somebody is in the file is hidden.
    AddRemove,
    /// Both have the same number of records, and one of them differs (*bounded*). What somebody says
    /// is hidden; how many records there are is public.
    ChangeOne,
}

impl Neighbours {
    /// Its name in policies and ledgers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AddRemove => "add-remove",
            Self::ChangeOne => "change-one",
        }
    }

    /// In a clause: "files of which ...".
    pub const fn words(self) -> &'static str {
        match self {
            Self::AddRemove => "of which one has a record more",
            Self::ChangeOne => "that differ in what one record says",
        }
    }
}

/// Whom a budget protects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protected {
    /// Which files are neighbours, for one record.
    pub neighbours: Neighbours,
    /// How many records a person has at most: losses are those of a group of so many.
    pub records: NonZeroU64,
}

impl Protected {
    /// One record: persons, if each has one.
    pub const fn record(neighbours: Neighbours) -> Self {
        Self { neighbours, records: NonZeroU64::MIN }
    }

    /// A person with so many records at most.
    pub const fn person(neighbours: Neighbours, records: NonZeroU64) -> Self {
        Self { neighbours, records }
    }
}

/// How much may be lost in all, in one of the notions of privacy; charges are added up in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget(Loss);

impl Budget {
    /// ε, with pure losses alone.
    pub fn pure(epsilon: Exact) -> Result<Self, NoiseError> {
        if epsilon.is_zero() {
            return Err(NoiseError::Positive { parameter: "epsilon" });
        }
        Ok(Self(Loss::Pure { epsilon }))
    }

    /// ε and δ: pure and approximate losses are added up. It is pure if δ is 0.
    pub fn approximate(epsilon: Exact, delta: Exact) -> Result<Self, NoiseError> {
        loss::check_delta(&delta)?;
        let Self(pure) = Self::pure(epsilon)?;
        let Loss::Pure { epsilon } = pure else { unreachable!("it was just made") };
        Ok(Self(Loss::of(epsilon, delta)?))
    }

    /// ρ: zero-concentrated losses are added up, and pure ones as ε²/2. Many small losses cost less
    /// so than in ε.
    pub fn concentrated(rho: Exact) -> Result<Self, NoiseError> {
        if rho.is_zero() {
            return Err(NoiseError::Positive { parameter: "rho" });
        }
        Ok(Self(Loss::Concentrated { rho }))
    }

    /// The greatest ρ that is (ε, δ)-differential privacy.
    pub fn concentrated_within(epsilon: &Exact, delta: &Exact) -> Result<Self, NoiseError> {
        Self::concentrated(loss::rho_within(epsilon, delta)?)
    }

    /// With more than it had, in ε and δ. What is counted in ρ cannot have more in ε: make it anew.
    pub(crate) fn with(self, (epsilon, delta): (Exact, Exact)) -> Result<Self, NoiseError> {
        if epsilon.is_zero() && delta.is_zero() {
            return Ok(self);
        }
        let refused = NoiseError::Kind { budget: self.0.kind(), loss: "granted in epsilon" };
        let (old, fails) = self.0.epsilon_delta().ok_or(refused)?;
        Self::approximate(old.plus(&epsilon), fails.plus(&delta))
    }

    /// What a ledger grants, which may be nothing yet.
    pub(crate) fn granted((epsilon, delta): (Exact, Exact)) -> Self {
        Self(Loss::Approximate { epsilon, delta })
    }

    /// Both together; they must be of a kind.
    pub fn plus(&self, more: &Self) -> Result<Self, NoiseError> {
        let refused = || NoiseError::Kind { budget: self.0.kind(), loss: more.0.kind() };
        let sum = self.0.and(&more.0).ok_or_else(refused)?;
        if let Loss::Approximate { delta, .. } = &sum {
            loss::check_delta(delta)?;
        }
        Ok(Self(sum))
    }

    /// All of it.
    pub fn whole(&self) -> &Loss {
        &self.0
    }

    /// A loss as this budget counts it.
    pub(crate) fn counted(&self, loss: &Loss) -> Result<Loss, NoiseError> {
        let refused = || NoiseError::Kind { budget: self.0.kind(), loss: loss.kind() };
        match (&self.0, loss) {
            (Loss::Concentrated { .. }, _) => {
                let rho = loss.concentrated().ok_or_else(refused)?;
                Ok(Loss::Concentrated { rho })
            }
            (Loss::Pure { .. }, Loss::Pure { .. })
            | (Loss::Approximate { .. }, Loss::Pure { .. } | Loss::Approximate { .. }) => {
                Ok(loss.clone())
            }
            _ => Err(refused()),
        }
    }

    /// Refuses a sum of losses that is beyond it.
    pub(crate) fn allows(&self, sum: &Loss) -> Result<(), NoiseError> {
        let exceeds = |what, would: &Exact, budget: &Exact| {
            if would <= budget {
                return Ok(());
            }
            let (would, budget) = (would.to_string(), budget.to_string());
            Err(NoiseError::Exhausted { what, would, budget })
        };
        match (&self.0, sum) {
            (Loss::Concentrated { rho: budget }, Loss::Concentrated { rho }) => {
                exceeds("rho", rho, budget)
            }
            (budget, sum) => {
                let refused = NoiseError::Kind { budget: budget.kind(), loss: sum.kind() };
                let both = budget.epsilon_delta().zip(sum.epsilon_delta());
                let ((epsilon, delta), (spent, fails)) = both.ok_or(refused)?;
                exceeds("epsilon", &spent, &epsilon)?;
                exceeds("delta", &fails, &delta)
            }
        }
    }

    /// No loss, as this budget counts.
    pub(crate) fn nothing(&self) -> Loss {
        match self.0 {
            Loss::Concentrated { .. } => Loss::Concentrated { rho: Exact::zero() },
            _ => Loss::Pure { epsilon: Exact::zero() },
        }
    }
}
