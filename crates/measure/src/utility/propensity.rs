//! Propensity: can a record be told to be from the masked file?

use super::model::{Binning, Design, Encoding, Growth, Linear, Logistic, Terms, Tree};
use crate::Series;
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_core::Watch;
use ridotto_numbers::sum::sum;

/// What learns to tell the files apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// Logistic regression: the measure's own.
    Logistic(Terms),
    /// Linear regression by least squares.
    LeastSquares(Terms),
    /// A tree of depth 6 with at least 20 records in a leaf, which sees how attributes go together.
    Tree,
}

/// What a learner made of the two files.
#[derive(Clone)]
pub struct Propensity {
    /// The mean over all records of (score − c)², where c is the masked file's share of them.
    pub u: f64,
    /// Each record's score, those before masking first: how likely it is from the masked file.
    pub scores: Vec<f64>,
}

impl std::fmt::Debug for Propensity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Propensity({})", self.u)
    }
}

/// Categories of a column that a regression tells apart; the rarest share a term.
const MOST_CATEGORIES: usize = 64;

/// Puts the files together, learns which record is from which, and measures how far the learnt
/// probabilities are from not knowing. Rows need not belong together.
///
/// `None` if a file is empty, or a column is of another kind after.
///
/// # Range
/// 0 to c(1 − c), which is 1/4 for files of one length; 0 is indistinguishable, **less** is better
/// although the measure is called a utility.
///
/// # Does not see
/// What the learner cannot: with linear terms, files with equal means and shares are the same
/// (microaggregation keeps means). Nor who is who: exchanged records leave U at 0.
///
/// # References
/// M.-J. Woo, J. Reiter, A. Oganian, A. Karr (2009), *Global measures of data utility for microdata
/// masked for disclosure limitation*, doi:10.29012/jpc.v1i1.568; J. Snoke, G. Raab, B. Nowok,
/// C. Dibben, A. Slavkovic (2018), *General and specific utility measures for synthetic data*,
/// doi:10.1111/rssa.12358.
pub fn propensity(
    before: &[Series],
    after: &[Series],
    learner: Learner,
    watch: &dyn Watch,
) -> Option<Propensity> {
    let n = before.first()?.len();
    let rows = n + after.first()?.len();
    if n == 0 || rows == n || before.len() != after.len() {
        return None;
    }
    let stacked: Option<Vec<Series>> =
        before.iter().zip(after).map(|(before, after)| before.stack(after)).collect();
    let stacked = stacked?;
    let scores: Vec<f64> = match learner {
        Learner::Logistic(terms) => {
            let design = design(&stacked, terms);
            let model = Logistic::fit(&design, |row| row >= n, 0.0, watch);
            (0..rows).map(|row| model.predict(&design, row)).collect()
        }
        Learner::LeastSquares(terms) => {
            let design = design(&stacked, terms);
            let target: Vec<f64> = (0..rows).map(|row| f64::from(u8::from(row >= n))).collect();
            let model = Linear::fit(&design, &target, 0.0);
            (0..rows).map(|row| model.predict(&design, row)).collect()
        }
        Learner::Tree => {
            let columns = Binning::learn(&stacked).bin(&stacked);
            let growth = Growth { depth: 6, least_rows: 20, shrink: 0.0 };
            let targets: Vec<(f64, f64)> =
                (0..rows).map(|row| (f64::from(u8::from(row >= n)), 1.0)).collect();
            let tree = Tree::grow(&columns, (0..rows as u32).collect(), &targets, growth);
            (0..rows).map(|row| tree.predict(&columns, row)).collect()
        }
    };
    let share = (rows - n) as f64 / rows as f64;
    let u = sum(rows, |row| (scores[row] - share).powi(2)) / rows as f64;
    Some(Propensity { u, scores })
}

fn design(columns: &[Series], terms: Terms) -> Design {
    Encoding::learn(columns, terms, MOST_CATEGORIES).encode(columns)
}

/// Propensity, linear model.
pub static PROPENSITY_LOGISTIC: Entry = MeasureEntry {
    name: "propensity-logistic",
    title: "Propensity, linear model",
    aliases: &["propensity", "propensity-score", "pmse"],
    formula: "mean of (p - c)^2 over the records of both files, c the share of the second",
    summary: "How well a model tells records of the two files apart: 0 if it cannot, 0.25 if it always can and the files are of one length.",
    facts: MeasureFacts {
        group: &group::LIKENESS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::WOO_2009],
    worked: Worked::assessed("Both files are put together, 16 records, half of them released: c is 1/2. A regression learns from numbers and categories how likely each is released. If it could not tell, all would have 1/2, and the figure would be 0; if it always could, `(1 - 1/2)^2 = 0.25`. It is **0.0775**: a little can be told.", &["propensity-logistic 0 0.0775"]),
}
.entry();

/// Propensity, quadratic model.
pub static PROPENSITY_QUADRATIC: Entry = MeasureEntry {
    name: "propensity-quadratic",
    title: "Propensity, quadratic model",
    aliases: &["pMSE quadratic", "propensity score with squares"],
    formula: "the same with squares and products",
    summary: "The same with a model that sees pairs of attributes, too.",
    facts: MeasureFacts {
        group: &group::LIKENESS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::WOO_2009],
    worked: Worked::assessed("With squares and products the regression tells all 16 records apart, so each has 0 or 1 where c is 1/2: `(1 - 1/2)^2 = 0.25`, which is **0.25**, the most there is. With so few records and so many terms that is no wonder.", &["propensity-quadratic 0 0.25"]),
}
.entry();

/// Propensity, tree.
pub static PROPENSITY_TREE: Entry = MeasureEntry {
    name: "propensity-tree",
    title: "Propensity, tree",
    aliases: &["pMSE tree", "propensity score by CART"],
    formula: "the same with a decision tree",
    summary: "The same with a decision tree.",
    facts: MeasureFacts {
        group: &group::LIKENESS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::SNOKE_2018],
    worked: Worked::assessed("A leaf of the tree needs 20 records, and there are 16. So it cannot grow, everybody has 1/2, and `(1/2 - 1/2)^2 = 0`: **0**.", &["propensity-tree 0 0"]),
}
.entry();
