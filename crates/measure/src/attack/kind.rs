//! The attacks by name: what the intruder is assumed to know, and what stops them.

use ridotto_catalogue::{Claim, Leaves};
use ridotto_core::model::MODELS;

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attack {
    /// [`linkage`](super::linkage()).
    Linkage,
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

/// What bounds linkage.
const LINKAGE: &[&str] = &[
    "k-anonymity",
    "k-map",
    "l-diversity",
    "p-sensitive",
    "alpha-k",
    "average-risk",
    "sample-uniqueness",
];

/// What bounds homogeneity.
const HOMOGENEITY: &[&str] =
    &["l-diversity", "p-sensitive", "alpha-k", "t-closeness", "beta-likeness", "delta-disclosure"];

impl Attack {
    /// All attacks.
    pub const ALL: [Self; 17] = [
        Self::Linkage,
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

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        self.about().0
    }

    /// What the intruder is assumed to know, besides the release.
    pub fn knows(self) -> &'static str {
        self.about().1
    }

    /// What would have stopped it or bounds what it finds: requirements and methods by their names
    /// in a policy, and habits in words. [`bounds`](super::bounds) says by how much.
    pub fn stopped_by(self) -> Vec<&'static str> {
        let mut all = self.about().2.to_vec();
        // What models claim of themselves.
        for model in MODELS {
            let bounds = |claim: &Claim| {
                claim.attack == self.name() && !matches!(claim.leaves, Leaves::Everything)
            };
            if model.facts().claims.iter().any(bounds) && !all.contains(&model.entry.name) {
                all.push(model.entry.name);
            }
        }
        all
    }

    fn about(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Linkage => {
                ("linkage", "people's quasi-identifiers, and that they are in the release", LINKAGE)
            }
            Self::Homogeneity => (
                "homogeneity",
                "people's quasi-identifiers, and that they are in the release",
                HOMOGENEITY,
            ),
            Self::BackgroundKnowledge => (
                "background-knowledge",
                "people's quasi-identifiers, and which values some people cannot or hardly have",
                &["l-diversity"],
            ),
            Self::Skewness => (
                "skewness",
                "people's quasi-identifiers, and how often values occur in general",
                &["t-closeness", "beta-likeness", "delta-disclosure"],
            ),
            Self::Similarity => (
                "similarity",
                "people's quasi-identifiers, and which values are alike",
                &["t-closeness"],
            ),
            Self::UnsortedMatching => (
                "unsorted-matching",
                "two releases of the same rows in the same order",
                &["rows in a random order"],
            ),
            Self::ComplementaryRelease => (
                "complementary-release",
                "two releases of the same people that share columns",
                &["a release that is based on the earlier one"],
            ),
            Self::Temporal => (
                "temporal",
                "two releases between which people came or went",
                &["a release that is based on the earlier one", "differential-privacy"],
            ),
            Self::Intersection => (
                "intersection",
                "two providers' releases in which the same person has the same value",
                &["differential-privacy"],
            ),
            Self::Membership => (
                "membership",
                "the quasi-identifiers of everybody in the population",
                &["delta-presence", "differential-privacy"],
            ),
            Self::Minimality => (
                "minimality",
                "everybody's quasi-identifiers, and that nothing was generalised without need",
                &["differential-privacy"],
            ),
            Self::Differencing => (
                "differencing",
                "tables of means or sums with their counts, and perhaps some people's values",
                &["differential-privacy", "a least difference of the groups"],
            ),
            Self::ExactValues => (
                "exact-values",
                "a number of each person that was released unchanged",
                &["k-anonymity", "noise", "microaggregate", "round"],
            ),
            Self::KnownExtremes => (
                "known-extremes",
                "who has the greatest or the least values",
                &["top-code", "bottom-code", "microaggregate", "noise"],
            ),
            Self::SortedAverages => (
                "sorted-averages",
                "that each column was microaggregated by itself",
                &["microaggregate over several columns at once"],
            ),
            Self::SuppressedCells => (
                "suppressed-cells",
                "that cells were suppressed only where fewer than k records were alike",
                &["suppression of whole records"],
            ),
            Self::Consistency => (
                "consistency",
                "everybody's quasi-identifiers, and that each person has exactly one record",
                &["k-anonymity"],
            ),
        }
    }
}
