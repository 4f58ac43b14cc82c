//! Numbers in intervals of growing width.
//!
//! Every width is a multiple of the one before and all levels start counting at one origin, so
//! the intervals of a level lie in those of the next. Values below `lower`, and those at or above
//! `upper`, are a group of their own on every level below the top: bottom and top coding. The
//! intervals between are cut off at these bounds. Notation: [`Span`](super::Span). Values in a
//! stated order are counted off instead: `runs.rs`.

use super::{
    Builder, Decimal, HierarchyError,
    builder::Column,
    compile::{Labels, Layer},
    definition::BuilderDefinition,
    numbers::{self, FAR, Numbers, in_units, scale_of},
    runs,
    suppress::SWEENEY,
};
use crate::Kind;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Parameter, Problem, Shape, Status, Worked, code, small,
};

/// Intervals of equal width as the catalogue has them.
pub static INTERVALS: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "intervals",
        title: "Intervals of equal width",
        aliases: &["bins", "ranges", "widths", "equal-width intervals"],
        formula: "level i: [o + j·w(i), o + (j + 1)·w(i)) with w(i) | w(i + 1)",
        status: Status::Now,
        summary: "Numbers become intervals of equal width, wider at each level.",
        parameters: &[PARAMETERS],
        check: bounds_in_order,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ intervals = … }",
            serves: &[Kind::Integer, Kind::Decimal, Kind::Ordinal],
            needs: "numbers or values in an order",
            chain: &["22", "20-24", "20-29", "20-39", "*"],
            depends: None,
            states_values: false,
        }),
        advice: include_str!("intervals.md"),
        references: &[SWEENEY],
        example: "[attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10, 20], lower = 15, upper = 95 }\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "Intervals of ten years begin at multiples of ten: 34 lies in 30-39, since `34 - 4 = 30`. Those of twenty join two of them: 30-39 goes into 20-39. Above is `*`. So 34 becomes **30-39**, then **20-39**.",
            run: &["hierarchy make stays.csv --column age --intervals 10,20 -o -"],
            says: &["34;30-39;20-39;*", "45;40-49;40-59;*"],
        },
    },
    bind,
};

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "intervals",
        Shape::Widths,
        "[5, 10, 20]",
        "The width at each level; each a multiple of the one before.",
    )
    .required(),
    Parameter::new("lower", Shape::Decimal, "15", "Lower values fall into one open interval."),
    Parameter::new("upper", Shape::Decimal, "95", "Values from here on fall into one interval."),
    Parameter::new(
        "origin",
        Shape::Decimal,
        "2",
        "Where one interval begins; `lower`, or else 0, when absent.",
    ),
];

#[expect(
    clippy::unnecessary_wraps,
    reason = "builders are bound alike, and some need a value that is there"
)]
fn bind(given: &Given) -> Option<Builder> {
    let number = |name| given.number_if_given(name);
    Some(Builder::Intervals(Intervals {
        widths: given.numbers("intervals").iter().map(|width| **width).collect(),
        lower: number("lower"),
        upper: number("upper"),
        origin: number("origin"),
    }))
}

/// There is something between the least and the greatest.
fn bounds_in_order(given: &Given) -> Vec<Problem> {
    let bounds = given.number_if_given("lower").zip(given.number_if_given("upper"));
    let Some((lower, upper)) = bounds.filter(|(lower, upper)| lower >= upper) else {
        return Vec::new();
    };
    let message = format!("`lower` is {lower} and not below `upper`, which is {upper}");
    vec![
        Problem::error(code::CONTRADICTION, message)
            .at(given.at("lower"), format!("must be less than {upper}"))
            .with_help("between them lie the intervals; outside, all values fall into one"),
    ]
}

/// Intervals of numbers: `widths` per level, from the finest. Of values in a stated order, runs of
/// as many neighbours; these have widths alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intervals {
    /// The width of the intervals on the levels 1, 2, …; each a multiple of the one before.
    pub widths: Vec<Decimal>,
    /// Values below are one group.
    pub lower: Option<Decimal>,
    /// Values at or above are one group.
    pub upper: Option<Decimal>,
    /// Where one interval of every level starts; `lower` if absent, or else 0.
    pub origin: Option<Decimal>,
}

impl Intervals {
    pub(super) fn layers(&self, column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
        if column.dictionary.reading().kind == Kind::Ordinal {
            return runs::layers(self, column);
        }
        let origin = self.origin.or(self.lower).unwrap_or(Decimal::from(0));
        let parameters = self.widths.iter().chain(&self.lower).chain(&self.upper).chain([&origin]);
        let scale = scale_of(parameters);
        let widths = in_units(&self.widths, scale, column)?;
        let [lower, upper, origin] = [self.lower, self.upper, Some(origin)]
            .map(|number| in_units(&number, scale, column).map(|units| units.first().copied()));
        let grid = Grid {
            origin: origin?.unwrap_or(0),
            lower: lower?.unwrap_or(-FAR),
            upper: upper?.unwrap_or(FAR),
        };
        check_widths(&widths, column)?;
        if grid.lower >= grid.upper {
            return Err(column.parameter("`lower` of the intervals is not below `upper`"));
        }
        let numbers = numbers::read(column, scale)?;
        column.refuse(
            |value| grid.is_too_far(numbers.units[value], numbers.limit()),
            |hierarchy, values| {
                let needs = "numbers below 10^20 in size (`lower` and `upper` would take them)";
                HierarchyError::Unreadable { hierarchy, needs, values }
            },
        )?;
        Ok(widths.into_iter().map(|width| grid.layer(width, &numbers, column)).collect())
    }
}

/// Widths are above 0, and each is a multiple of the one before.
pub(super) fn check_widths(widths: &[i128], column: Column<'_>) -> Result<(), HierarchyError> {
    if widths.is_empty() {
        return Err(column.parameter("intervals need at least one width"));
    }
    if widths.iter().any(|&width| width <= 0) {
        return Err(column.parameter("a width of intervals is not above 0"));
    }
    if let Some(at) = widths.windows(2).position(|pair| pair[1] % pair[0] != 0) {
        let what =
            format!("width {} of the intervals is not a multiple of width {}", at + 2, at + 1);
        return Err(column.parameter(what));
    }
    Ok(())
}

/// The lines that all levels share, in units.
#[derive(Clone, Copy)]
struct Grid {
    origin: i128,
    lower: i128,
    upper: i128,
}

impl Grid {
    /// Whether no bound takes a value that is too large to be named.
    fn is_too_far(self, value: i128, limit: i128) -> bool {
        value.abs() >= limit && value >= self.lower && (value < self.upper || self.upper == FAR)
    }

    /// The start and the end of the interval around a value.
    fn around(self, value: i128, width: i128) -> (i128, i128) {
        if value < self.lower {
            return (-FAR, self.lower);
        }
        if value >= self.upper {
            return (self.upper, FAR);
        }
        let start = self.origin + (value - self.origin).div_euclid(width) * width;
        (start.max(self.lower), (start + width).min(self.upper))
    }

    fn layer(self, width: i128, numbers: &Numbers, column: Column<'_>) -> Layer {
        let mut labels = Labels::new(column.dictionary.len());
        let mut last = (0, 0);
        for &value in &numbers.units {
            if (last.0..last.1).contains(&value) {
                labels.repeat();
                continue;
            }
            last = self.around(value, width);
            labels.push(&numbers.span(last.0, last.1).text(numbers.decimal_comma));
        }
        column.with_missing(labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{
        Builder,
        builder::tests::{chain, compiled},
    };

    fn intervals(widths: &[&str], lower: &str, upper: &str, origin: &str) -> Builder {
        let number = |text: &str| text.parse::<Decimal>().ok();
        Builder::Intervals(Intervals {
            widths: widths.iter().filter_map(|width| number(width)).collect(),
            lower: number(lower),
            upper: number(upper),
            origin: number(origin),
        })
    }

    #[test]
    fn boundaries_may_have_as_many_places_as_a_policy_writes() {
        let fine = intervals(&["0.000000000000000002"], "0", "1", "");
        let hierarchy = compiled(&fine, &["0.000000000000000003", "0.5"]).unwrap();
        let label = &chain(&hierarchy, "0.000000000000000003")[1];
        assert_eq!(label, "[0.000000000000000002, 0.000000000000000004)");
        let far = intervals(&["0.000000000000000002"], "", "99999999999999999999", "");
        let refused = compiled(&far, &["0.5"]).unwrap_err();
        assert!(matches!(refused, HierarchyError::Parameter { .. }), "{refused}");
    }

    #[test]
    fn numbers_fall_into_nested_intervals() {
        let ages = intervals(&["5", "10", "20"], "15", "95", "");
        let bare = intervals(&["5", "10"], "", "", "");
        let tenths = intervals(&["0.1", "0.5"], "", "", "");
        let shifted = intervals(&["4"], "3", "9", "1");
        for (builder, values, value, labels) in [
            (&ages, &["15", "22"][..], "22", &["20-24", "15-24", "15-34"][..]),
            (&ages, &["14", "-3"], "-3", &["<15", "<15", "<15"]),
            (&ages, &["95", "9999"], "95", &[">=95", ">=95", ">=95"]),
            (&ages, &["94"], "94", &["90-94", "85-94", "75-94"]),
            (&ages, &["94", "?"], "?", &["?", "?", "?"]),
            (&ages, &["94.5"], "94.5", &["[90, 95)", "[85, 95)", "[75, 95)"]),
            (&bare, &["-1"], "-1", &["-5--1", "-10--1"]),
            (&bare, &["0"], "0", &["0-4", "0-9"]),
            (&bare, &["-0.5"], "-0.5", &["[-5, 0)", "[-10, 0)"]),
            (
                &bare,
                &["9223372036854775807"],
                "9223372036854775807",
                &[
                    "9223372036854775805-9223372036854775809",
                    "9223372036854775800-9223372036854775809",
                ],
            ),
            (&tenths, &["0.3", "0.29999999999999999999"], "0.3", &["[0.3, 0.4)", "[0, 0.5)"]),
            (
                &tenths,
                &["0.3", "0.29999999999999999999"],
                "0.29999999999999999999",
                &["[0.2, 0.3)", "[0, 0.5)"],
            ),
            (&tenths, &["0,7", "1,25"], "0,7", &["[0,7; 0,8)", "[0,5; 1)"]),
            (&tenths, &["7"], "7", &["[7, 7.1)", "[7, 7.5)"]),
            (&shifted, &["3"], "3", &["3-4"]),
            (&shifted, &["8"], "8", &["5-8"]),
            (&intervals(&["1", "2"], "", "", ""), &["5"], "5", &["5", "4-5"]),
        ] {
            let chain = chain(&compiled(builder, values).unwrap(), value);
            assert_eq!(chain[1..chain.len() - 1], *labels, "{value}");
        }
    }

    #[test]
    fn parameters_and_values_are_checked() {
        let five = intervals(&["5"], "", "", "");
        for (builder, values, message) in [
            (intervals(&[], "", "", ""), &["1"][..], "intervals need at least one width"),
            (intervals(&["0"], "", "", ""), &["1"], "a width of intervals is not above 0"),
            (
                intervals(&["5", "10", "25"], "", "", ""),
                &["1"],
                "width 3 of the intervals is not a multiple of width 2",
            ),
            (
                intervals(&["5"], "9", "9", ""),
                &["1"],
                "`lower` of the intervals is not below `upper`",
            ),
            (
                five.clone(),
                &["1e300", "1.5"],
                "it needs numbers below 10^20 in size (`lower` and `upper` would take them), but 1 \
                 value, in 1 row, is something else",
            ),
        ] {
            let error = compiled(&builder, values).unwrap_err();
            assert_eq!(error.to_string(), format!("hierarchy `test`: {message}"));
        }
        let bounded = compiled(&intervals(&["5"], "0", "9", ""), &["1e300", "-1e300"]).unwrap();
        assert_eq!((bounded.label(1, 0), bounded.label(1, 1)), (Some("<0"), Some(">=9")));
        let error = compiled(&five, &["a"]).unwrap_err();
        let message = "hierarchy `test` needs numbers, but the values are of the kind text";
        assert_eq!(error.to_string(), message);
    }
}
