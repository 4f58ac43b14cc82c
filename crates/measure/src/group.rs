//! The groups that measures are shown in, with how to read them.

use ridotto_catalogue::{Concern, MeasureGroup, RowsAre};

/// All groups, in the order of the page and of the book.
pub static GROUPS: &[&MeasureGroup] = &[
    &ATTACKERS,
    &UNIQUENESS,
    &LINKAGE,
    &TELLING,
    &GUESSES,
    &INTERVALS,
    &SCORE,
    &STEPS_RISK,
    &CLASSES,
    &CELLS,
    &DISTRIBUTIONS,
    &QUALITY,
    &LIKENESS,
    &PREDICTIONS,
    &QUERIES,
    &NUMBERS,
    &STATISTICS,
    &STEPS,
];

/// Finding a person's record.
pub static ATTACKERS: MeasureGroup = MeasureGroup {
    place: 0,
    title: "Finding a person's record",
    about: "Three attackers: the *prosecutor* knows that a person is in the file, the *journalist* does not and looks among the population, the *marketer* tries everybody. Look at the highest risk first: it is the person whom you will have to answer to. The journalist's figures need to be told of the population, and trust a model of it.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// Records that are alone.
pub static UNIQUENESS: MeasureGroup = MeasureGroup {
    place: 1,
    title: "Records that are alone",
    about: "A record that is alone in the file is found by whoever knows its quasi-identifiers; whether it is alone in the population is estimated. *Special uniques* (SUDA2) need only few attributes to be alone and are at higher risk than others. Uniques are easily counted, and say nothing about classes of two.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// Linking the input with the release.
pub static LINKAGE: MeasureGroup = MeasureGroup {
    place: 2,
    title: "Linking the input with the release",
    about: "An intruder who has the whole input, the strongest there can be, links its people to the records of the release: by distance, by ranks, by agreement of attributes. What is released as it is counts, too. Needs known rows, by their order or by a column that tells them apart; useful for masked files that have no classes, as after noise or swapping.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// What each quasi-identifier gives away.
pub static TELLING: MeasureGroup = MeasureGroup {
    place: 3,
    title: "What each quasi-identifier gives away",
    about: "*Distinction* counts different values, *separation* counts pairs of records that are told apart; both are 0 for a constant and near 1 for a key. They say which attribute to generalise first. What an attribute adds depends on the others: two that say the same add little each.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// How well sensitive values are guessed.
pub static GUESSES: MeasureGroup = MeasureGroup {
    place: 4,
    title: "How well sensitive values are guessed",
    about: "An intruder who knows a person's class guesses its most frequent value. Compare with the guess without the class: only the difference was learnt from the release. A share of certain guesses above 0 is the homogeneity attack.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// How closely released numbers tell the true ones.
pub static INTERVALS: MeasureGroup = MeasureGroup {
    place: 5,
    title: "How closely released numbers tell the true ones",
    about: "An interval around the released number holds the true one so often. 1 means that numbers are hardly hidden. Needs known rows; for noise, rounding and microaggregation.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// The score.
pub static SCORE: MeasureGroup = MeasureGroup {
    place: 6,
    title: "The score of loss and risk",
    about: "Information loss (IL) and disclosure risk (DR) in per cent, and their mean, as Domingo-Ferrer and Torra compare methods of masking. Only for files whose rows are known. A low score is no promise: a risk may be too high however little is lost.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// Noted by the run.
pub static STEPS_RISK: MeasureGroup = MeasureGroup {
    place: 7,
    title: "Noted by the run",
    about: "What a run notes of risk beside its guarantees: what models that compare with the whole input attain among the released records alone, and how many of the input's unique records a synthesis drew again.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

/// Records and classes.
pub static CLASSES: MeasureGroup = MeasureGroup {
    place: 8,
    title: "Records and classes",
    about: "What is left, and in how many classes. `discernibility` and `class-size` are also objectives; they see classes, not what values lost.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};

/// What the cells still say.
pub static CELLS: MeasureGroup = MeasureGroup {
    place: 9,
    title: "What the cells still say",
    about: "How much of its meaning a released value lost: as a share of its domain (`loss`), of the way to the top (`height`; `precision` is what is left of it, and so the other way round), in bits, or in combinations. `loss` is the one to begin with. *True* cells say nothing wrong; after noise or swapping they are few.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};

/// Distributions.
pub static DISTRIBUTIONS: MeasureGroup = MeasureGroup {
    place: 10,
    title: "Distributions",
    about: "How far the distribution of an attribute, or of a pair, moved. Hellinger and total variation go from 0 to 1 and can be compared; the divergence is unbounded and sensitive to rare values.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};

/// Completeness and variety.
pub static QUALITY: MeasureGroup = MeasureGroup {
    place: 11,
    title: "Completeness and variety",
    about: "How many cells are filled in, and how many records differ.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};

/// Telling the two files apart.
pub static LIKENESS: MeasureGroup = MeasureGroup {
    place: 12,
    title: "Telling the two files apart",
    about: "A model tries to tell records of the release from those of the input. 0 means that it cannot: for its kind of analysis the files are alike. A weak model sees little, so look at several.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};

/// Predicting an attribute from the others.
pub static PREDICTIONS: MeasureGroup = MeasureGroup {
    place: 13,
    title: "Predicting an attribute from the others",
    about: "What a model that learnt from the release knows about the input, beside one that learnt from the input, and beside no model at all. The figure that users of the data care for most.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};

/// Answers to queries.
pub static QUERIES: MeasureGroup = MeasureGroup {
    place: 14,
    title: "Answers to queries",
    about: "A hundred random counting queries are answered from both files. Small answers have large relative errors.",
    concern: Concern::Utility,
    rows_are: RowsAre::Queries,
};

/// Numbers.
pub static NUMBERS: MeasureGroup = MeasureGroup {
    place: 15,
    title: "Numbers",
    about: "Means, deviations and errors of numbers; a generalised number counts as the middle of its range. Only for those who may see the input.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};

/// How far statistics of the numbers moved.
pub static STATISTICS: MeasureGroup = MeasureGroup {
    place: 16,
    title: "How far statistics of the numbers moved",
    about: "The information-loss table of Domingo-Ferrer and Torra: values, means, variances, covariances, correlations, principal components; as mean squares, absolute differences and shares.",
    concern: Concern::Utility,
    rows_are: RowsAre::Statistics,
};

/// Changes by single steps.
pub static STEPS: MeasureGroup = MeasureGroup {
    place: 17,
    title: "Changes by single steps",
    about: "What a run notes of its own steps: how many cells each changed, how like the whole a sample is, what released weights added up to before they were adjusted.",
    concern: Concern::Utility,
    rows_are: RowsAre::Attributes,
};
