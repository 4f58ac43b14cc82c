//! All that is known of each attack: what the intruder is assumed to know, and what stops them.

use super::{
    Attack, background, comings, complementary, consistency, differencing, homogeneity,
    intersection, linkage, membership, minimality, nearest, numbers, similarity, skewness,
    suppressed, unsorted,
};
use ridotto_catalogue::{AttackFacts, Claim, Entry, Leaves};
use ridotto_core::model::MODELS;

impl Attack {
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
