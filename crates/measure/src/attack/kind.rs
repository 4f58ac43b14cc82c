//! The attacks by name: what the intruder is assumed to know, and what stops them.

use super::{
    background, comings, complementary, consistency, differencing, homogeneity, intersection,
    linkage, membership, minimality, nearest, numbers, similarity, skewness, suppressed, unsorted,
};
use ridotto_catalogue::{AttackFacts, Claim, Entry, Leaves};
use ridotto_core::model::MODELS;

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attack {
    /// [`linkage`](super::linkage()).
    Linkage,
    /// [`distance_linkage`](super::distance_linkage).
    DistanceLinkage,
    /// [`rank_linkage`](super::rank_linkage).
    RankLinkage,
    /// [`probability_linkage`](super::probability_linkage).
    ProbabilityLinkage,
    /// [`homogeneity`](super::homogeneity()).
    Homogeneity,
    /// [`background_knowledge`](super::background_knowledge).
    BackgroundKnowledge,
    /// [`skewness`](super::skewness()).
    Skewness,
    /// [`similarity`](super::similarity()).
    Similarity,
    /// [`unsorted_matching`](super::unsorted_matching).
    UnsortedMatching,
    /// [`complementary_release`](super::complementary_release).
    ComplementaryRelease,
    /// [`temporal`](super::temporal()) and [`comings_and_goings`](super::comings_and_goings).
    Temporal,
    /// [`intersection`](super::intersection()).
    Intersection,
    /// [`membership`](super::membership()).
    Membership,
    /// [`minimality`](super::minimality()).
    Minimality,
    /// [`differencing`](super::differencing()).
    Differencing,
    /// [`exact_values`](super::exact_values).
    ExactValues,
    /// [`known_extremes`](super::known_extremes).
    KnownExtremes,
    /// [`sorted_averages`](super::sorted_averages).
    SortedAverages,
    /// [`suppressed_cells`](super::suppressed_cells).
    SuppressedCells,
    /// [`consistency`](super::consistency()).
    Consistency,
}

impl Attack {
    /// All attacks.
    pub const ALL: [Self; 20] = [
        Self::Linkage,
        Self::DistanceLinkage,
        Self::RankLinkage,
        Self::ProbabilityLinkage,
        Self::Homogeneity,
        Self::BackgroundKnowledge,
        Self::Skewness,
        Self::Similarity,
        Self::UnsortedMatching,
        Self::ComplementaryRelease,
        Self::Temporal,
        Self::Intersection,
        Self::Membership,
        Self::Minimality,
        Self::Differencing,
        Self::ExactValues,
        Self::KnownExtremes,
        Self::SortedAverages,
        Self::SuppressedCells,
        Self::Consistency,
    ];

    /// All that is known of it.
    pub fn entry(self) -> &'static Entry {
        match self {
            Self::Linkage => &linkage::LINKAGE,
            Self::DistanceLinkage => &nearest::DISTANCE_LINKAGE,
            Self::RankLinkage => &nearest::RANK_LINKAGE,
            Self::ProbabilityLinkage => &nearest::PROBABILITY_LINKAGE,
            Self::Homogeneity => &homogeneity::HOMOGENEITY,
            Self::BackgroundKnowledge => &background::BACKGROUND_KNOWLEDGE,
            Self::Skewness => &skewness::SKEWNESS,
            Self::Similarity => &similarity::SIMILARITY,
            Self::UnsortedMatching => &unsorted::UNSORTED_MATCHING,
            Self::ComplementaryRelease => &complementary::COMPLEMENTARY_RELEASE,
            Self::Temporal => &comings::TEMPORAL,
            Self::Intersection => &intersection::INTERSECTION,
            Self::Membership => &membership::MEMBERSHIP,
            Self::Minimality => &minimality::MINIMALITY,
            Self::Differencing => &differencing::DIFFERENCING,
            Self::ExactValues => &numbers::EXACT_VALUES,
            Self::KnownExtremes => &numbers::KNOWN_EXTREMES,
            Self::SortedAverages => &numbers::SORTED_AVERAGES,
            Self::SuppressedCells => &suppressed::SUPPRESSED_CELLS,
            Self::Consistency => &consistency::CONSISTENCY,
        }
    }

    /// What it is that it finds.
    pub fn finds(self) -> Finds {
        match self {
            Self::Linkage
            | Self::DistanceLinkage
            | Self::RankLinkage
            | Self::ProbabilityLinkage
            | Self::UnsortedMatching
            | Self::ComplementaryRelease
            | Self::ExactValues
            | Self::Consistency => Finds::SingledOut,
            Self::Skewness => Finds::Likelier,
            _ => Finds::Learnt,
        }
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// What is known of it as an attack.
    pub fn facts(self) -> &'static AttackFacts {
        self.entry().attack().expect("the entries of attacks are of attacks")
    }

    /// What the intruder is assumed to know, besides the release.
    pub fn knows(self) -> &'static str {
        self.facts().knows
    }

    /// What the intruder does, and what becomes known, in sentences.
    pub fn description(self) -> String {
        let words: Vec<&str> = self.facts().discloses.iter().map(|one| one.word()).collect();
        let Entry { summary, advice, .. } = self.entry();
        let text = format!("{summary} {advice}");
        format!("{} Disclosure: {}.", text.trim_end(), words.join(" and "))
    }

    /// What would have stopped it or bounds what it finds: models that claim to, and what its entry
    /// says. [`bounds`](super::bounds) says by how much.
    pub fn stopped_by(self) -> Vec<&'static str> {
        let bounds = |claim: &Claim| {
            claim.attack == self.name() && !matches!(claim.leaves, Leaves::Everything)
        };
        let models = MODELS.iter().filter(|model| model.facts().claims.iter().any(bounds));
        let help = self.facts().help.iter().map(|help| help.text());
        models.map(|model| model.entry.name).chain(help).collect()
    }
}

/// What it means that somebody is found: three things that must not be added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// A single record is taken to be theirs.
    SingledOut,
    /// Something is taken to be known of them.
    Learnt,
    /// Something became likelier, and may still be unlikely.
    Likelier,
}

impl Finds {
    /// In a word, for documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::SingledOut => "singled-out",
            Self::Learnt => "learnt",
            Self::Likelier => "likelier",
        }
    }
}

/// Every attack, in the order of the book.
pub static ATTACKS: &[&Entry] = &[
    &linkage::LINKAGE,
    &nearest::DISTANCE_LINKAGE,
    &nearest::RANK_LINKAGE,
    &nearest::PROBABILITY_LINKAGE,
    &homogeneity::HOMOGENEITY,
    &background::BACKGROUND_KNOWLEDGE,
    &skewness::SKEWNESS,
    &similarity::SIMILARITY,
    &unsorted::UNSORTED_MATCHING,
    &complementary::COMPLEMENTARY_RELEASE,
    &comings::TEMPORAL,
    &intersection::INTERSECTION,
    &membership::MEMBERSHIP,
    &minimality::MINIMALITY,
    &differencing::DIFFERENCING,
    &numbers::EXACT_VALUES,
    &numbers::KNOWN_EXTREMES,
    &numbers::SORTED_AVERAGES,
    &suppressed::SUPPRESSED_CELLS,
    &consistency::CONSISTENCY,
];
