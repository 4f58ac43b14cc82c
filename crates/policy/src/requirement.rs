//! What a release must satisfy.

use crate::language::{Absent, Distance, Diversity, Estimate, Estimator, Likeness, Model};
use ridotto_catalogue::{Decimal, Share, Span, Spanned};

/// What the release must satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Where the model is named.
    pub span: Span,
    /// The model and its parameters.
    pub rule: Rule,
    /// The quasi-identifiers that it is asked of.
    pub scope: Scope,
}

/// The quasi-identifiers that a requirement is asked of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All together.
    #[default]
    All,
    /// The ones named, together.
    Over(Vec<Spanned<String>>),
    /// Every combination of so many.
    Every(Spanned<u32>),
}

/// The sensitive attributes that a requirement is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Their names; every sensitive attribute when empty.
    pub names: Vec<Spanned<String>>,
    /// Whether their combinations are looked at, and not each one alone.
    pub jointly: bool,
}

/// k for everybody, or for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// The same for all; at least 2.
    Same(Spanned<u64>),
    /// The column with each record's own k.
    Own(Spanned<String>),
}

/// How large the population is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Population {
    /// The share of it that is in the file.
    Fraction(Spanned<Decimal>),
    /// How many people it has.
    Size(Spanned<u64>),
}

/// A model of privacy and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the parameters have the names of the policy language")]
pub enum Rule {
    /// Every combination of quasi-identifiers belongs to at least k records.
    KAnonymity { k: Size },
    /// Every combination belongs to at least k people of the population.
    KMap { k: Spanned<u64>, estimate: Spanned<Estimate>, population: Option<Population> },
    /// The mean risk of being found is bounded.
    AverageRisk { at_most: Spanned<Share> },
    /// The share of records that are unique in the file is bounded.
    SampleUniqueness { at_most: Spanned<Share> },
    /// The share of records that are unique in the population is bounded.
    PopulationUniqueness {
        at_most: Spanned<Share>,
        estimator: Spanned<Estimator>,
        population: Population,
    },
    /// Every class has at least l well represented sensitive values.
    LDiversity {
        about: About,
        l: Spanned<Decimal>,
        kind: Spanned<Diversity>,
        c: Option<Spanned<Decimal>>,
        c2: Option<Spanned<Share>>,
        disclosable: Vec<Spanned<String>>,
        undeniable: Vec<Spanned<String>>,
    },
    /// Every class has at least p distinct sensitive values and k records.
    PSensitive { about: About, p: Spanned<u64>, k: Spanned<u64> },
    /// No sensitive value has a share above alpha in a class, and classes have k records.
    AlphaK { about: About, alpha: Spanned<Decimal>, k: Spanned<u64> },
    /// In every class the sensitive values are distributed nearly as in the whole table.
    TCloseness { about: About, t: Spanned<Decimal>, distance: Spanned<Distance> },
    /// In every class each sensitive value is about as likely as in the whole table.
    DeltaDisclosure {
        about: About,
        delta: Spanned<Decimal>,
        base: Option<Spanned<Decimal>>,
        absent: Spanned<Absent>,
    },
    /// In no class does a sensitive value become much likelier than in the whole table.
    BetaLikeness { about: About, beta: Spanned<Decimal>, kind: Spanned<Likeness> },
    /// How sure one can be that a person is in the file at all is bounded.
    DeltaPresence { at_least: Spanned<Share>, at_most: Spanned<Share> },
    /// The release would be nearly as likely without any one person.
    DifferentialPrivacy {
        epsilon: Spanned<Decimal>,
        delta: Spanned<Decimal>,
        sample: Option<Spanned<Decimal>>,
        search: Option<Spanned<Decimal>>,
    },
}

impl Rule {
    /// The least size of a class, if that is what is asked for and the same for everybody.
    pub fn least_size(&self) -> Option<u64> {
        match self {
            Self::KAnonymity { k } => match k {
                Size::Same(k) => Some(**k),
                Size::Own(_) => None,
            },
            Self::PSensitive { k, .. } | Self::AlphaK { k, .. } => Some(**k),
            _ => None,
        }
    }

    /// Whether it counts the people of the file that `[data] population` names.
    pub fn counts_people(&self) -> bool {
        match self {
            Self::KMap { estimate, .. } => **estimate == Estimate::Population,
            Self::DeltaPresence { .. } => true,
            _ => false,
        }
    }
}

impl Requirement {
    /// The model required.
    pub const fn model(&self) -> Model {
        match self.rule {
            Rule::KAnonymity { .. } => Model::KAnonymity,
            Rule::KMap { .. } => Model::KMap,
            Rule::AverageRisk { .. } => Model::AverageRisk,
            Rule::SampleUniqueness { .. } => Model::SampleUniqueness,
            Rule::PopulationUniqueness { .. } => Model::PopulationUniqueness,
            Rule::LDiversity { .. } => Model::LDiversity,
            Rule::PSensitive { .. } => Model::PSensitive,
            Rule::AlphaK { .. } => Model::AlphaK,
            Rule::TCloseness { .. } => Model::TCloseness,
            Rule::DeltaDisclosure { .. } => Model::DeltaDisclosure,
            Rule::BetaLikeness { .. } => Model::BetaLikeness,
            Rule::DeltaPresence { .. } => Model::DeltaPresence,
            Rule::DifferentialPrivacy { .. } => Model::DifferentialPrivacy,
        }
    }

    /// The sensitive attributes that it is about, if it is about any.
    pub const fn about(&self) -> Option<&About> {
        match &self.rule {
            Rule::LDiversity { about, .. }
            | Rule::PSensitive { about, .. }
            | Rule::AlphaK { about, .. }
            | Rule::TCloseness { about, .. }
            | Rule::DeltaDisclosure { about, .. }
            | Rule::BetaLikeness { about, .. } => Some(about),
            _ => None,
        }
    }

    /// The k that every class must have at least, if the model says one.
    pub const fn k(&self) -> Option<Spanned<u64>> {
        match &self.rule {
            Rule::KAnonymity { k: Size::Same(k) }
            | Rule::PSensitive { k, .. }
            | Rule::AlphaK { k, .. } => Some(*k),
            _ => None,
        }
    }
}
