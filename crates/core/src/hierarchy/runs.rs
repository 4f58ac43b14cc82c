//! Values in runs of neighbours, by an order that somebody stated.
//!
//! A run has so many values of the order, counted from its first, whichever of them the data have:
//! what a label says follows from the policy alone. Every size is a multiple of the one before, so
//! the runs of a level lie in those of the next. A run is written as the [`set`] of its values, a
//! run of one as the value, and what would be all values is `*`.

use super::{
    HierarchyError, Intervals, TOP,
    builder::Column,
    compile::{Labels, Layer},
    intervals,
    numbers::{in_units, scale_of},
    set,
};
use crate::kind::Value;

/// The labels of the levels whose runs have as many values as the intervals are wide.
pub(super) fn layers(
    intervals: &Intervals,
    column: Column<'_>,
) -> Result<Vec<Layer>, HierarchyError> {
    let sizes = sizes(intervals, column)?;
    let reading = column.dictionary.reading();
    let rank = |text: &str| match reading.parse(text) {
        Value::Rank(rank) => Some(rank as usize),
        _ => None,
    };
    let ranks: Vec<Option<usize>> = column.dictionary.texts().iter().map(rank).collect();
    column.refuse(
        |value| ranks[value].is_none(),
        |hierarchy, values| {
            let needs = "values that their order lists";
            HierarchyError::Unreadable { hierarchy, needs, values }
        },
    )?;
    let ranks: Vec<usize> = ranks.into_iter().flatten().collect();
    let order = &reading.order;
    let sizes = sizes.into_iter().take_while(|&size| size < order.len());
    Ok(sizes.map(|size| layer(&labels(order, size), size, &ranks, column)).collect())
}

/// How many values the runs of each level have.
fn sizes(intervals: &Intervals, column: Column<'_>) -> Result<Vec<usize>, HierarchyError> {
    let Intervals { widths, lower, upper, origin } = intervals;
    if lower.or(*upper).or(*origin).is_some() {
        let what = "values in an order have no `lower`, `upper` or `origin`: runs are counted";
        return Err(column.parameter(what));
    }
    let scale = scale_of(widths);
    let widths = in_units(widths, scale, column)?;
    intervals::check_widths(&widths, column)?;
    let one = 10_i128.pow(scale);
    if widths.iter().any(|width| width % one != 0) {
        return Err(column.parameter("a run of values in an order has a whole number of them"));
    }
    Ok(widths.iter().map(|width| usize::try_from(width / one).unwrap_or(usize::MAX)).collect())
}

/// The labels of all runs of a size, from the first.
fn labels(order: &[String], size: usize) -> Vec<String> {
    order.chunks(size).map(label).collect()
}

fn label(run: &[String]) -> String {
    match run {
        // A value that looks like a run, or like everything, must not be taken for it.
        [only] if only != TOP && set::read(only).is_none() => only.clone(),
        run => set::write(run.iter().map(String::as_str)),
    }
}

/// The level of the runs of a size. Leaves are all values of the order, also those that the data do
/// not have.
fn layer(runs: &[String], size: usize, ranks: &[usize], column: Column<'_>) -> Layer {
    let Column { dictionary, is_missing, .. } = column;
    let order = &dictionary.reading().order;
    let mut labels = Labels::new(order.len() + 1);
    for rank in ranks {
        labels.push(&runs[rank / size]);
    }
    if dictionary.missing().is_some() {
        labels.push_missing();
    }
    let others = order.iter().enumerate();
    for (rank, _) in
        others.filter(|(_, value)| dictionary.code(value).is_none() && !is_missing(value))
    {
        labels.push(&runs[rank / size]);
    }
    labels.done()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{Builder, Decimal, Hierarchy, builder::tests::chain};
    use crate::{Dictionary, Reading, Texts};

    fn runs(sizes: &[&str]) -> Intervals {
        let widths = sizes.iter().map(|size| size.parse().unwrap()).collect();
        Intervals { widths, ..Intervals::default() }
    }

    /// Compiles runs of an order against some of its values; `?` is missing.
    fn compiled(
        intervals: Intervals,
        order: &[&str],
        values: &[&str],
    ) -> Result<Hierarchy, HierarchyError> {
        let reading = Reading::of_order(order.iter().map(|&value| value.to_owned()).collect());
        let texts: Texts = values.iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, reading, |text| text == "?");
        let counts = vec![1; dictionary.len()];
        Builder::Intervals(intervals).compile("test", &dictionary, &counts, &|text| text == "?")
    }

    const PAIN: [&str; 5] = ["none", "low", "some", "high", "worst"];

    #[test]
    fn neighbours_of_the_order_are_joined() {
        for (sizes, order, values, value, labels) in [
            (
                &["2", "4"][..],
                &PAIN[..],
                &PAIN[..],
                "some",
                &["{some, high}", "{none, low, some, high}", "*"][..],
            ),
            // The last run is as long as the order lets it be.
            (&["2", "4"], &PAIN, &PAIN, "worst", &["worst", "worst", "*"]),
            // Labels do not depend on which values there are.
            (&["2"], &PAIN, &["worst", "low"], "low", &["{none, low}", "*"]),
            (&["2", "4"], &PAIN, &["low", "?"], "?", &["?", "?", "*"]),
            (&["1", "2"], &PAIN, &PAIN, "low", &["low", "{none, low}", "*"]),
            // A run of all values is everything.
            (&["2", "6", "12"], &PAIN, &PAIN, "low", &["{none, low}", "*"]),
            (&["5"], &PAIN, &PAIN, "low", &["*"]),
            (&["2"], &["a, b", "c", "d"], &["c"], "c", &["{\"a, b\", c}", "*"]),
            // Values that look like runs stay apart from them.
            (&["2"], &["a", "b", "{a, b}"], &["{a, b}"], "{a, b}", &["{\"{a, b}\"}", "*"]),
            (&["2"], &["a", "b", "*"], &["*"], "*", &["{*}", "*"]),
        ] {
            let hierarchy = compiled(runs(sizes), order, values).unwrap();
            assert_eq!(chain(&hierarchy, value)[1..], *labels, "{value} {sizes:?}");
        }
    }

    #[test]
    fn all_values_of_the_order_are_leaves() {
        let hierarchy = compiled(runs(&["2"]), &PAIN, &["low", "worst", "?"]).unwrap();
        assert_eq!((hierarchy.domain(), hierarchy.leaves(1)), (6, &[2, 1, 1][..]));
    }

    #[test]
    fn parameters_and_values_are_checked() {
        let two = || runs(&["2"]);
        let zero = Some(Decimal::from(0));
        let bounds = "values in an order have no `lower`, `upper` or `origin`: runs are counted";
        for (intervals, value, message) in [
            (runs(&[]), "low", "intervals need at least one width"),
            (runs(&["0"]), "low", "a width of intervals is not above 0"),
            (runs(&["2", "3"]), "low", "width 2 of the intervals is not a multiple of width 1"),
            (runs(&["1.5"]), "low", "a run of values in an order has a whole number of them"),
            (Intervals { lower: zero, ..two() }, "low", bounds),
            (Intervals { upper: zero, ..two() }, "low", bounds),
            (Intervals { origin: zero, ..two() }, "low", bounds),
            (
                two(),
                "lowest",
                "it needs values that their order lists, but 1 value, in 1 row, is something else",
            ),
        ] {
            let error = compiled(intervals, &PAIN, &[value]).unwrap_err();
            assert_eq!(error.to_string(), format!("hierarchy `test`: {message}"));
        }
    }
}
