//! What to do: the parameters of microaggregation.

use crate::Refused;
use ridotto_catalogue::names;
use std::collections::BTreeMap;

names! {
    /// How records are put into groups of at least k.
    Algorithm {
        /// The best partition of one attribute.
        Optimal = "optimal" Now,
        /// Groups around the records that are farthest from the mean, and farthest from those.
        Mdav = "mdav" Now,
        /// As `mdav`, with groups that grow where records are near.
        VMdav = "v-mdav" Now,
        /// Ward's clustering with groups of at least k.
        Ward = "ward" Now,
        /// Evolution of partitions.
        Genetic = "genetic" Now,
        /// In the order of one attribute, the first.
        SingleAxis = "single-axis" Now,
        /// In the order of the first principal component.
        PrincipalComponent = "principal-component" Now,
        /// In the order of the sum of standardised values.
        ZScore = "z-score" Now,
        /// Each attribute by itself: keeps most and protects least.
        Individual = "individual" Now,
        /// The best of several, improved step by step.
        Best = "best" Now,
    }

    /// What the values of a group become.
    Center {
        // Of ordered categories the median, of others the mode.
        /// The mean.
        Mean = "mean" Now,
        // Of an even number of numbers the middle of the two, of categories the lower. Of categories
        // without an order the mode.
        /// The median.
        Median = "median" Now,
        // Of equally frequent ones the least. It is somebody's true value.
        /// The most frequent value.
        Mode = "mode" Now,
        // Of categories without an order the set.
        /// The interval from the least to the greatest.
        Interval = "interval" Now,
        /// The set of all.
        Set = "set" Now,
    }

    /// In which units microaggregation measures how far records are apart.
    Scaling {
        /// In standard deviations, so that every attribute counts alike.
        ZScore = "z-score" Now,
        // If more than half of the values are equal, in mean absolute deviations.
        /// In median deviations from the median: a few wild values do not shrink all others.
        Robust = "robust" Now,
        /// In shares of the range.
        Range = "range" Now,
        /// As they are.
        Plain = "plain" Now,
        /// Standardised, and attributes that say the same count once (Mahalanobis).
        Whitened = "whitened" Now,
    }
}

/// How unlike two categories are.
#[derive(Clone, Debug, PartialEq)]
pub enum Dissimilarity {
    /// Different or not: 1 or 0.
    Equal,
    /// The difference of codes, as a share of the greatest possible. The default where categories
    /// have an order.
    Ordered,
    /// From 0 for equal ones, for each pair, row by row: such as the share of a hierarchy's height
    /// up to where two categories meet.
    Matrix(Vec<f64>),
}

impl Dissimilarity {
    /// A matrix from a function of two categories.
    pub fn from_function(categories: usize, unlike: impl Fn(u32, u32) -> f64) -> Self {
        let all = 0..categories as u32;
        Self::Matrix(
            all.clone()
                .flat_map(|a| all.clone().map(move |b| (a, b)))
                .map(|(a, b)| unlike(a, b))
                .collect(),
        )
    }
}

/// What becomes of missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    /// They stay missing, and records that lack the same values are grouped with one another. Where
    /// fewer than k lack them, those nearest lack them as well.
    Stay,
    /// They become the center of their group.
    Fill,
}

/// The parameters of microaggregation.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How records are grouped.
    pub algorithm: Algorithm,
    /// The least size of a group: 3 to 10 usually.
    pub k: usize,
    /// What takes the place of a group's values.
    pub center: Center,
    /// In what units attributes are compared.
    pub scaling: Scaling,
    /// Attributes that are grouped on their own, by their places; all together if there is none.
    /// An attribute in no part stays as it is.
    pub parts: Vec<Vec<usize>>,
    /// How unlike categories are, by the attribute's place.
    pub dissimilarities: BTreeMap<usize, Dissimilarity>,
    /// What becomes of missing values.
    pub missing: Missing,
    /// The place of the attribute that `single-axis` sorts by, within each part.
    pub axis: usize,
    /// V-MDAV: how much nearer to the group than to others a record must be to join it.
    pub gain: f64,
    /// k-Ward: a group that has k may take in others up to k/(1 − mixability) records; 1, the plain
    /// algorithm, is without limit.
    pub mixability: f64,
    /// Up to how many records (of a stratum) methods of quadratic time work on all of them at once;
    /// beyond that, on blocks of neighbours.
    pub exact: usize,
}

impl Options {
    /// The defaults: means, z-scores, all attributes together, missing values stay.
    pub fn new(algorithm: Algorithm, k: usize) -> Self {
        Self {
            algorithm,
            k,
            center: Center::Mean,
            scaling: Scaling::ZScore,
            parts: Vec::new(),
            dissimilarities: BTreeMap::new(),
            missing: Missing::Stay,
            axis: 0,
            gain: 0.2,
            mixability: 1.0,
            exact: 20_000,
        }
    }

    pub(super) fn check(&self, columns: usize) -> Result<(), Refused> {
        let parameter = |parameter, must_be| Err(Refused::Parameter { parameter, must_be });
        if self.k < 2 {
            return parameter("k", "2 or more");
        }
        if !(self.gain.is_finite() && self.gain >= 0.0) {
            return parameter("gain", "0 or more");
        }
        if !(0.0..=1.0).contains(&self.mixability) {
            return parameter("mixability", "between 0 and 1");
        }
        let places: Vec<usize> = self.parts.iter().flatten().copied().collect();
        let mut once = places.clone();
        once.sort_unstable();
        once.dedup();
        if once.len() != places.len() || once.iter().any(|&place| place >= columns) {
            return parameter("parts", "parts of the attributes, each in one part at most");
        }
        if self.parts.iter().any(Vec::is_empty) || columns == 0 {
            return parameter("attributes", "at least one");
        }
        Ok(())
    }

    /// Attributes that are grouped together.
    pub(super) fn together(&self, columns: usize) -> Vec<Vec<usize>> {
        let parts =
            if self.parts.is_empty() { vec![(0..columns).collect()] } else { self.parts.clone() };
        if self.algorithm == Algorithm::Individual {
            parts.into_iter().flatten().map(|place| vec![place]).collect()
        } else {
            parts
        }
    }
}
