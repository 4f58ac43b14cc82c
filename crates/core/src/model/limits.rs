//! What models do not protect against, in the words that people read.

use ridotto_catalogue::Limit;

/// All of a class have the same sensitive value.
pub const HOMOGENEITY: Limit = Limit {
    name: "What a class has in common",
    text: "If everybody in a class has the same sensitive value, one need not know which record is whose. Only a requirement of its own bounds that for a sensitive attribute.",
};

/// A mean hides its extremes.
pub const AVERAGES: Limit = Limit {
    name: "The most exposed person",
    text: "A bound on an average or on a share says nothing about a single person: somebody may still be found with certainty.",
};

/// What is estimated may be wrong.
pub const ESTIMATES: Limit = Limit {
    name: "A wrong estimate of the population",
    text: "The number of people who fit is estimated. If the model of the population is wrong, so is the bound.",
};

/// Values may be distinct and alike.
pub const SIMILARITY: Limit = Limit {
    name: "Values that are distinct but alike",
    text: "Distinct values may mean nearly the same, such as two kinds of one disease, or neighbouring incomes. The model counts them as different.",
};

/// A rare value may be common in a class.
pub const SKEWNESS: Limit = Limit {
    name: "Probable inference",
    text: "A sensitive value that is rare in the table may be common in a class. Then much is learned about its members, though nothing is certain.",
};

/// What is true of groups is no secret.
pub const STATISTICS: Limit = Limit {
    name: "What the data say about groups",
    text: "Anyone may still learn what is true of a group as a whole, and apply it to its members. That is what the data are published for.",
};

/// Stars that fit anything are no records of one's own kind.
pub const WILDCARDS: Limit = Limit {
    name: "What suppressed cells do not say",
    text: "A record whose cells are suppressed is counted with all that it could be. Whoever knows what stood there, or compares records that fit it, may find it with a chance above 1 in k.",
};

/// All values of a class but one may lie together.
pub const CLUSTERED_VALUES: Limit = Limit {
    name: "Values that lie together",
    text: "The least and the greatest value of a class are far apart, but all others may be nearly the same. Whoever guesses one of these is nearly right.",
};
