//! Height, and precision, which is its opposite.

use super::Attribute;
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};

/// The height or tree metric of one attribute: the mean over its cells of the steps of
/// generalisation by the steps there are to the top.
///
/// Cells of `removed` records, blanked cells and `*` count 1. `None` if the height of a cell is not
/// known: without a hierarchy only that of values (0) and of `*` (1) is.
///
/// # Range
/// 0 to 1; 0 is intact, less is better.
///
/// # Does not see
/// How much a step takes away: one step in a hierarchy of two is as dear as five in one of ten,
/// and a column that matters is as cheap as one that does not.
///
/// # Example
/// ```
/// use ridotto_measure::utility::{Attribute, Domain, Recoded, height};
/// let domain = Domain::of_categories(4);
/// let half = Recoded { height: 0.5, share: 1.0 / 3.0, ..Recoded::value(0, f64::NAN) };
/// let labels = vec![half, domain.top()];
/// let illness =
///     Attribute::from_parts("illness", domain, vec![Some(0); 2], vec![Some(0), Some(1)], labels);
/// assert_eq!(height(&illness, 0), Some(0.75));
/// ```
///
/// # References
/// P. Samarati (2001), *Protecting respondents' identities in microdata release*,
/// doi:10.1109/69.971193.
pub fn height(attribute: &Attribute, removed: u64) -> Option<f64> {
    let mut used = attribute.labels.iter().zip(&attribute.counts).filter(|(_, count)| **count > 0);
    if used.any(|(label, _)| label.height.is_nan()) {
        return None;
    }
    attribute.mean(removed, |label| label.height)
}

/// Precision of a table: 1 less the mean [`height`] of its attributes.
///
/// `None` if the height of an attribute is not known, or there is none.
///
/// # Range
/// 0 to 1; 1 is intact, **more** is better.
///
/// # Does not see
/// What [`height`] does not see. Comparable only with the same hierarchies.
///
/// # References
/// L. Sweeney (2002), *Achieving k-anonymity privacy protection using generalization and
/// suppression*, doi:10.1142/S021848850200165X.
pub fn precision<'a>(
    attributes: impl IntoIterator<Item = &'a Attribute>,
    removed: u64,
) -> Option<f64> {
    let heights: Option<Vec<f64>> =
        attributes.into_iter().map(|attribute| height(attribute, removed)).collect();
    let heights = heights.filter(|heights| !heights.is_empty())?;
    Some(1.0 - heights.iter().sum::<f64>() / heights.len() as f64)
}

/// Height.
pub static HEIGHT: Entry = MeasureEntry {
    name: "height",
    title: "Height",
    aliases: &["generalisation height", "generalization height"],
    formula: "mean over cells of steps of generalisation / steps to the top",
    summary: "How far values were generalised, as a share of the way to the top, on average.",
    facts: MeasureFacts {
        group: &group::CELLS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::SAMARATI_2001],
    worked: Worked::assessed("Ages have three levels above the years, and went one up: `1/3 = 0.3333`. Postcodes went one of five up: `1/5 = 0.2`. Sex went all the way. So **0.3333** of age.", &["height of age 0 0.3333", "height of postcode 0 0.2"]),
}
.entry();

/// Precision.
pub static PRECISION: Entry = MeasureEntry {
    name: "precision",
    title: "Precision",
    aliases: &["prec"],
    formula: "1 - mean of the attributes' heights",
    summary: "The share of the way to the top that is left, on average over the quasi-identifiers. The objective of this name is what is lost of it: 1 less this.",
    facts: MeasureFacts {
        group: &group::CELLS,
        unit: Unit::Part,
        better: Better::More,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::SWEENEY_2002B],
    worked: Worked::assessed("Heights are 1/3, 1/5 and 1: `1 - (1/3 + 1/5 + 1) / 3 = 0.4889`, so **0.4889** is kept of 1.", &["precision kept 1 0.4889"]),
}
.entry();
