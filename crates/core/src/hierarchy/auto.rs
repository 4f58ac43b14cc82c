//! A hierarchy made from the data alone, for a first try.
//!
//! - *Numbers* are cut into groups of about equal numbers of rows, and neighbours are joined two
//!   by two from level to level. Cuts lie at the roundest number between two values and the
//!   outermost groups are open (`<23`, `>=61`), so that no label tells an extreme value.
//! - *Dates* become months, years, decades and centuries, as far as these merge anything.
//! - *Addresses* become prefixes of whole bytes.
//! - *Codes* (short, without spaces, most with a digit) are redacted from the right.
//! - *Other texts* keep their frequent values; the others become `{rare: 12 values}`. On each
//!   level at most half as many values are kept.
//!
//! Labels are released, so none of them names a value that is not in its group's label anyway.
//! The same data give the same hierarchy.

use super::{
    Builder, DateUnit, Decimal, HierarchyError, Redact, addresses,
    builder::Column,
    compile::{Labels, Layer},
    cuts, dates,
    definition::BuilderDefinition,
    numbers::{self, MOST_PLACES, Numbers},
};
use crate::kind::ALL_KINDS;
use crate::{Code, Kind};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Limits, Named, Parameter, Shape, Status, Value, Worked,
    names, small,
};
use std::net::IpAddr;

/// Hierarchies from the data as the catalogue has them.
pub static AUTO: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "auto",
        title: "From the data",
        aliases: &["automatic", "quantiles", "from data"],
        formula: "numbers: quantiles, joined two by two; texts: the rare ones joined, ever more",
        status: Status::Now,
        summary: "Groups are found in the data.",
        parameters: &[PARAMETERS],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ auto = … }",
            serves: ALL_KINDS,
            needs: "",
            chain: &["1234", "1000-1499", "1000-1999", "*"],
            depends: Some("groups are made from the data"),
            states_values: false,
        }),
        advice: include_str!("auto.md"),
        references: &[],
        example: "[attributes.income]\nrole = \"quasi-identifier\"\nhierarchy = { auto = true }\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "Rare values are joined first: asthma and gout occur once each and become one group, **{rare: 2 values}**; then flu, which occurs twice, joins them; cancer, which occurs four times, stays itself up to `*`. Of numbers it takes quantiles instead: half of the ages are below 47.",
            run: &["hierarchy make stays.csv --column disease --auto -o -"],
            says: &[
                "asthma;{rare: 2 values};{rare: 3 values};*",
                "flu;flu;{rare: 3 values};*",
                "cancer;cancer;cancer;*",
            ],
        },
    },
    bind,
};

/// Groups that are made from the data.
const MOST_GROUPS: Limits =
    Limits { least: 2, open: false, most: 1_000_000, because: "one group is the top, `*`" };

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "auto",
    Shape::Auto(MOST_GROUPS, AutoBy::NAMES),
    "8",
    "`true`, the number of finest groups, or how values are grouped.",
)
.required()];

fn bind(given: &Given) -> Option<Builder> {
    let mut auto = Auto::default();
    match given.get("auto")? {
        Value::Whole(groups) => auto.groups = Some(usize::try_from(*groups).ok()?),
        Value::Choice(_) => auto.by = Some(given.choice("auto")),
        _ => {}
    }
    Some(Builder::Auto(auto))
}

/// Settings of the automatic hierarchy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Auto {
    /// The number of groups that numbers have on level 1; if absent, about the square root of
    /// the number of values, a power of two from 2 to 32.
    pub groups: Option<usize>,
    /// How texts are grouped; if absent, as they look.
    pub by: Option<AutoBy>,
}

names! {
    /// How values are grouped when the data decides.
    AutoBy {
        /// By how often they occur, so that groups become similar in size.
        Frequency = "frequency" Now,
        /// By the characters they begin with.
        Prefix = "prefix" Now,
    }
}

/// At most so many levels are made of a text below the top.
const TEXT_LEVELS: u32 = 6;
/// The periods tried for dates.
const DATE_UNITS: [DateUnit; 5] =
    [DateUnit::Day, DateUnit::Month, DateUnit::Year, DateUnit::Decade, DateUnit::Century];
/// Codes have at most so many characters.
const CODE_LENGTH: usize = 16;

impl Auto {
    pub(super) fn layers(self, column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
        if self.groups.is_some_and(|groups| groups < 2) {
            return Err(column.parameter("an automatic hierarchy needs at least 2 groups"));
        }
        match self.by {
            Some(AutoBy::Prefix) => return by_prefix(column),
            Some(AutoBy::Frequency) => return Ok(by_frequency(column)),
            None => {}
        }
        match column.dictionary.reading().kind {
            Kind::Boolean => Ok(Vec::new()),
            Kind::Integer | Kind::Decimal => self.numbers(column),
            Kind::Date => dates_layers(column),
            Kind::Text | Kind::Ordinal => texts(column),
        }
    }

    fn numbers(self, column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
        let scale = scale(column);
        let numbers = numbers::read(column, scale)?;
        let values = numbers.units.len();
        let usual = values.isqrt().next_power_of_two().clamp(2, 32);
        let mut edges = edges(column.counts, values, self.groups.unwrap_or(usual));
        let mut levels = Vec::new();
        while !edges.is_empty() {
            let cuts = edges.iter().filter_map(|&edge| cut(&numbers, edge));
            levels.push(cuts.map(|cut| Decimal::new(cut, scale)).collect::<Vec<_>>());
            edges = edges.into_iter().skip(1).step_by(2).collect();
        }
        levels.retain(|cuts| !cuts.is_empty());
        if levels.is_empty() { Ok(Vec::new()) } else { cuts::layers(&levels, column) }
    }
}

/// The first values of all groups but the first, for groups of about equal numbers of rows.
fn edges(counts: &[u64], values: usize, groups: usize) -> Vec<usize> {
    let rows = |value| counts.get(value).copied().unwrap_or(0);
    let total: u128 = (0..values).map(|value| u128::from(rows(value))).sum();
    let (mut before, mut edges) = (0, Vec::new());
    for value in 0..values {
        // The group that the rows before this value fill.
        let due = before * groups as u128 >= (edges.len() as u128 + 1) * total;
        if value > 0 && due && edges.len() + 1 < groups {
            edges.push(value);
            // A value so frequent that it fills several groups is one group.
            before = before.max(edges.len() as u128 * total / groups as u128);
        }
        before += u128::from(rows(value));
    }
    edges
}

/// The roundest number that parts the values before an edge from those after it.
fn cut(numbers: &Numbers, edge: usize) -> Option<i128> {
    let (below, above) = (numbers.units[edge - 1], numbers.units[edge]);
    if below >= above {
        return None;
    }
    let (mut step, mut halve) = (10_i128.pow(36), true);
    loop {
        let candidate = above.div_euclid(step) * step;
        if candidate > below {
            return (candidate.abs() < numbers.limit()).then_some(candidate);
        }
        step /= if halve { 2 } else { 5 };
        halve = !halve;
    }
}

/// How many digits after the decimal mark the values have at most.
fn scale(column: Column<'_>) -> u32 {
    if column.dictionary.reading().kind == Kind::Integer {
        return 0;
    }
    let digits = |text: &str| {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let fraction = mantissa.split_once(['.', ',']).map_or(0, |(_, fraction)| fraction.len());
        let exponent = exponent.parse::<i32>().unwrap_or(0);
        (fraction as u32).saturating_add_signed(exponent.saturating_neg()).min(MOST_PLACES)
    };
    column.dictionary.texts().iter().map(digits).max().unwrap_or(0)
}

fn dates_layers(column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    let dates = dates::read(column)?;
    let mut groups = dates.len();
    let mut units = DATE_UNITS.to_vec();
    units.retain(|unit| {
        let mut labels: Vec<String> = dates.iter().map(|&date| unit.label(date)).collect();
        labels.dedup();
        let merges = labels.len() > 1 && labels.len() < groups;
        if merges {
            groups = labels.len();
        }
        merges
    });
    if units.is_empty() { Ok(Vec::new()) } else { dates::layers(&units, column) }
}

fn texts(column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    let texts = column.dictionary.texts();
    if !texts.is_empty() && texts.iter().all(|text| text.parse::<IpAddr>().is_ok()) {
        return addresses::layers(&[], column);
    }
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    if longest > 1 && longest <= CODE_LENGTH && are_codes(column) {
        return by_prefix(column);
    }
    Ok(by_frequency(column))
}

fn by_prefix(column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    let lengths = || column.dictionary.texts().iter().map(|text| text.chars().count());
    let longest = lengths().max().unwrap_or(0);
    let step = longest.div_ceil(TEXT_LEVELS as usize).max(1);
    let pad = lengths().any(|length| length != longest);
    Redact { step, pad, ..Redact::default() }.layers(column)
}

/// Whether four of five texts have a digit and none has a space.
fn are_codes(column: Column<'_>) -> bool {
    let texts = column.dictionary.texts();
    let digits = texts.iter().filter(|text| text.bytes().any(|byte| byte.is_ascii_digit())).count();
    5 * digits >= 4 * texts.len() && !texts.iter().any(|text| text.contains(char::is_whitespace))
}

fn by_frequency(column: Column<'_>) -> Vec<Layer> {
    let texts = column.dictionary.texts();
    let mut order: Vec<Code> = (0..texts.len() as Code).collect();
    let rows = |value: Code| column.counts.get(value as usize).copied().unwrap_or(0);
    order.sort_by_key(|&value| std::cmp::Reverse(rows(value)));
    let mut rank = vec![0; texts.len()];
    order.iter().enumerate().for_each(|(at, &value)| rank[value as usize] = at);
    // A factor that reaches one value within the levels allowed, and is at least 2.
    let reaches = |factor: &usize| factor.pow(TEXT_LEVELS) >= texts.len();
    let factor = (2..=texts.len()).find(reaches).unwrap_or(2);
    let kept = std::iter::successors(Some(texts.len() / factor), |kept| Some(kept / factor));
    kept.take_while(|&kept| kept > 0 && texts.len() - kept > 1)
        .map(|kept| {
            let rare = format!("{{rare: {} values}}", texts.len() - kept);
            let mut labels = Labels::new(column.dictionary.len());
            for (text, &rank) in texts.iter().zip(&rank) {
                labels.push(if rank < kept { text } else { &rare });
            }
            column.with_missing(labels)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{
        Builder, Hierarchy,
        builder::tests::{chain, dictionary},
    };

    fn auto(texts: &[&str], counts: &[u64]) -> Hierarchy {
        let dictionary = dictionary(texts);
        let builder = Builder::Auto(Auto::default());
        builder.compile("test", &dictionary, counts, &|text| text == "?").unwrap()
    }

    #[test]
    fn numbers_are_cut_where_the_rows_are_and_at_round_numbers() {
        let ages: Vec<String> = (17..=80).map(|age| age.to_string()).collect();
        let ages: Vec<&str> = ages.iter().map(String::as_str).collect();
        let hierarchy = auto(&ages, &[1; 64]);
        let groups: Vec<usize> = (0..=hierarchy.height()).map(|l| hierarchy.groups(l)).collect();
        assert_eq!(groups, [64, 8, 4, 2, 1]);
        assert_eq!(chain(&hierarchy, "40"), ["40", "33-40", "33-48", "<49", "*"]);
        assert_eq!(chain(&hierarchy, "17"), ["17", "<25", "<33", "<49", "*"]);
        assert_eq!(chain(&hierarchy, "80"), ["80", ">=73", ">=65", ">=49", "*"]);

        let salaries = auto(&["900", "1150", "3,5", "12345678,9", "?"], &[10, 10, 10, 10, 1]);
        assert_eq!(chain(&salaries, "3,5"), ["3,5", "<1000", "*"]);
        assert_eq!(chain(&salaries, "12345678,9"), ["12345678,9", ">=1000", "*"]);
    }

    #[test]
    fn a_frequent_number_is_a_group_of_its_own() {
        let values = ["0", "10", "20", "30", "40", "50", "60", "70", "80", "90"];
        let hierarchy = auto(&values, &[91, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(hierarchy.map(1)[..2], [0, 1]);
        assert!(hierarchy.groups(1) > 2);
        assert_eq!(auto(&["7"], &[3]).height(), 1);
    }

    #[test]
    fn dates_use_the_periods_that_merge() {
        let days =
            ["1985-03-01", "1985-03-09", "1985-07-01", "1986-01-01", "1999-01-01", "2001-01-01"];
        let labels = ["1985-03-01", "1985-03", "1985", "1980-1989", "1900-1999", "*"];
        assert_eq!(chain(&auto(&days, &[1; 6]), "1985-03-01"), labels);
        let year = ["2024-03-01", "2024-03-09", "2024-07-01"];
        assert_eq!(chain(&auto(&year, &[1; 3]), "2024-03-09"), ["2024-03-09", "2024-03", "*"]);
    }

    #[test]
    fn texts_are_taken_for_what_they_look_like() {
        let zips = ["02138", "02139"];
        let labels = ["02138", "0213*", "021**", "02***", "0****", "*****", "*"];
        assert_eq!(chain(&auto(&zips, &[1; 2]), "02138"), labels);
        let codes = ["E11", "E11.9", "J45.0"];
        let labels = ["E11", "E11**", "E11**", "E1***", "E****", "*****", "*"];
        assert_eq!(chain(&auto(&codes, &[1; 3]), "E11"), labels);
        let hosts = ["10.0.0.1", "10.0.0.2"];
        assert_eq!(chain(&auto(&hosts, &[1; 2]), "10.0.0.1")[1], "10.0.0.*");
        let jobs = ["baker", "clerk", "nurse", "pilot", "potter", "?"];
        let hierarchy = auto(&jobs, &[50, 9, 60, 2, 1, 7]);
        assert_eq!(chain(&hierarchy, "baker"), ["baker", "baker", "{rare: 4 values}", "*"]);
        assert_eq!(chain(&hierarchy, "clerk")[1..3], ["{rare: 3 values}", "{rare: 4 values}"]);
        assert_eq!(chain(&hierarchy, "nurse"), ["nurse", "nurse", "nurse", "*"]);
        assert_eq!(chain(&hierarchy, "?"), ["?", "?", "?", "*"]);
        assert_eq!(auto(&["true", "false"], &[1; 2]).height(), 1);
        assert_eq!(auto(&["f", "m"], &[1; 2]).height(), 1);
    }
}
