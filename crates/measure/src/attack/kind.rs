//! The attacks by name, and what it is that each finds.

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
