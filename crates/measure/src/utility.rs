//! Utility: what are the data still good for?
//!
//! Every measure says what it computes, its range and which way is better, what it does not see,
//! and who defined it. Most work on any pair of files, whose rows need not belong together; those
//! that compare row by row ask for an [`Alignment`].
//!
//! | question | measures |
//! |---|---|
//! | how much coarser are cells? | [`height`], [`precision`], [`loss`], [`ambiguity`], [`non_uniform_entropy`] |
//! | how large are classes? | [`Classes`]: average size, discernibility |
//! | how far are numbers? | [`squared_error`], [`sse_by_sst`], [`standardised_sse_by_sst`], [`il1s`] |
//! | how far are statistics? | [`InformationLoss`], [`eigenvalue_difference`] |
//! | how far are distributions? | [`distribution`] of a [`Spread`]: of one attribute, or of two |
//! | can the files be told apart? | [`propensity`] |
//! | are analyses as good? | [`prediction`], [`queries`] |
//! | all of it at once | [`summary`] |
//! | risk and utility together | [`Score`], [`frontier`] |

mod alignment;
mod ambiguity;
mod attribute;
mod classes;
pub mod distribution;
mod domain;
mod eigenvalues;
mod entropy;
mod frequency;
mod height;
mod il1s;
mod information_loss;
mod label;
mod loss;
pub mod model;
mod prediction;
mod propensity;
pub mod queries;
mod recoded;
mod score;
mod spread;
mod squared_error;
pub mod summary;

pub use alignment::Alignment;
pub use ambiguity::{AMBIGUITY, ambiguity};
pub use attribute::{Attribute, Cells, UNREADABLE_CELLS};
pub use classes::{
    AVERAGE_CLASS_SIZE, CLASS_SIZE, CLASS_SIZE_BY_K, CLASSES, Classes, DISCERNIBILITY,
    DISCERNIBILITY_ONE_CLASS, RECORDS,
};
pub use domain::Domain;
pub use eigenvalues::{EIGENVALUES, eigenvalue_difference};
pub use entropy::{NON_UNIFORM_ENTROPY, non_uniform_entropy};
pub use height::{HEIGHT, PRECISION, height, precision};
pub use il1s::{IL1S, il1s};
pub use information_loss::{COMPARED, Compared, Difference, InformationLoss, STATISTICS};
pub use label::{Covers, Labels};
pub use loss::{LOSS, loss, weighted_loss};
pub use prediction::{
    CLASSES_OF_MANY, MOST_CLASSES, PREDICTION_BASELINE, PREDICTION_REGRESSION, PREDICTION_TREES,
    Prediction, ROWS_OF_MANY, Task, prediction,
};
pub use propensity::{
    Learner, PROPENSITY_LOGISTIC, PROPENSITY_QUADRATIC, PROPENSITY_TREE, Propensity, propensity,
};
pub use recoded::Recoded;
pub use score::{DISCLOSURE_RISK, INFORMATION_LOSS, Part, SCORE, Score, best, frontier};
pub use spread::Spread;
pub use squared_error::{
    Normalise, RECORD_SQUARED_ERROR, SQUARED_ERROR_BY_DEVIATION, SQUARED_ERROR_BY_RANGE,
    SSE_BY_SST, STANDARDISED_SSE_BY_SST, record_squared_error, squared_error, sse_by_sst,
    standardised_sse_by_sst, table_squared_error,
};
