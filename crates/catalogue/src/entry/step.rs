//! What is known of a masking step.
//!
//! Who reads policies, connects steps or reports on them asks these facts, and never a step's name: so
//! a step that nobody has heard of is treated as it must be. What depends on parameters is a function
//! of them.

use super::{Disclosure, Given, Limit};
use crate::{Claim, Decimal, Proved};

/// What is known of a masking step. Steps promise nothing by themselves unless they claim it: what
/// holds is what the requirements say of the written file.
///
/// The attributes whose values a step changes are those of its parameter `attributes`, and it masks
/// every combination of the attributes of its parameter `strata` by itself; it need have neither. Files that it reads, and one that it writes
/// beside the release, are parameters of the shape [`File`](crate::Shape::File).
#[derive(Clone, Copy, Debug)]
pub struct StepFacts {
    /// What it makes harder to disclose.
    pub against: &'static [Disclosure],
    /// Whether what it leaves is still true.
    pub truth: Truth,
    /// What stays as it was, in a few words.
    pub keeps: &'static str,
    /// What it did, for a sentence that begins with its name.
    pub did: &'static str,
    /// What it does not protect against.
    pub limits: &'static [Limit],
    /// What it leaves to attacks, if it claims anything.
    pub claims: &'static [Claim],
    /// Whether its attributes are gone when it is done.
    pub deletes: bool,
    /// Whether it takes records as a whole, so that every column that is released is read for it.
    pub reads_records: bool,
    /// Whether it counts a record as often as `[data] weight` says.
    pub weighs: bool,
    /// The parameter that is the share of the records that it keeps, if it draws a sample of them.
    pub samples: Option<&'static str>,
    /// The parameters that name columns it looks at and does not change; `table.key` is a parameter
    /// of a table within.
    pub looks_at: &'static [&'static str],
    /// How many releases are made of it, each drawn by itself.
    pub copies: fn(&Given) -> u32,
    /// What it promises of differential privacy.
    pub privacy: fn(&Given) -> Privacy,
    /// Why no noise for single records can follow it: what it makes of a record depends on others.
    pub mixes: fn(&Given) -> Option<Mixing>,
    /// What an intruder who has read the policy knows of how values were changed.
    pub transparency: fn(&Given) -> Transparency,
}

/// One release: for [`StepFacts::copies`].
pub fn one_copy(_: &Given) -> u32 {
    1
}

/// No differential privacy: for [`StepFacts::privacy`].
pub fn promises_nothing(_: &Given) -> Privacy {
    Privacy::None
}

/// What becomes of a record depends on that record alone: for [`StepFacts::mixes`].
pub fn by_itself(_: &Given) -> Option<Mixing> {
    None
}

/// What becomes of a record depends on others: for [`StepFacts::mixes`].
pub fn with_others(_: &Given) -> Option<Mixing> {
    Some(Mixing::USUAL)
}

/// The policy tells an intruder nothing that helps: for [`StepFacts::transparency`].
pub fn opaque(_: &Given) -> Transparency {
    Transparency::Nothing
}

/// Whether what a step leaves is true of the people it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// Values are coarser or fewer, and true: the step is non-perturbative.
    True,
    /// Values are changed, so that statistics stay: the step is perturbative.
    Perturbed,
    /// Values are drawn from a model.
    Synthetic,
}

impl Truth {
    /// As the literature calls such steps.
    pub const fn word(self) -> &'static str {
        match self {
            Self::True => "non-perturbative",
            Self::Perturbed => "perturbative",
            Self::Synthetic => "synthetic",
        }
    }
}

/// What a step promises of differential privacy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privacy {
    /// Nothing.
    None,
    /// Nothing by itself: values between two bounds become the means of groups of k, in an order that
    /// the data have no say in. A step that follows at once may add noise to the means, and both
    /// together make the whole file private; the groups alone are then seen by nobody.
    Groups {
        /// The least size of a group.
        k: u64,
        /// No value is below.
        lower: Decimal,
        /// No value is above.
        upper: Decimal,
    },
    /// Of a record's changed values: noise that is enough for values between two bounds.
    Values {
        /// No value is below.
        lower: Decimal,
        /// No value is above.
        upper: Decimal,
        /// Whether, right after [`Privacy::Groups`], it makes the groups itself and adds noise to
        /// their means.
        on_groups: bool,
    },
    /// Of the whole file that it leaves.
    File,
}

impl Privacy {
    /// Whether a step that promises this promises anything by itself.
    pub const fn is_promised(self) -> bool {
        matches!(self, Self::Values { .. } | Self::File)
    }

    /// The neighbours that the proof is about.
    pub const fn proved(self) -> Proved {
        match self {
            Self::File => Proved::OF_COUNTS,
            Self::None | Self::Groups { .. } | Self::Values { .. } => Proved::OF_RECORDS,
        }
    }
}

/// Why noise for single records cannot follow a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixing {
    /// In a few words, shown at the step.
    pub why: &'static str,
    /// What to do.
    pub help: &'static str,
}

impl Mixing {
    /// Of steps in general.
    pub const USUAL: Self = Self {
        why: "what it makes of a record depends on others, and the noise is for one",
        help: "put it after the noise, or remove it",
    };
}

/// What an intruder who has read the policy knows of how a step's values were changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transparency {
    /// Nothing that helps.
    Nothing,
    /// Values were swapped with others whose ranks are this share of the records away at most.
    RankSwapped {
        /// The share.
        range: Decimal,
    },
    /// Each attribute by itself became means of neighbours.
    Averaged,
}
