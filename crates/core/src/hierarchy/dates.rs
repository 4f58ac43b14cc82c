//! Days in ever longer periods of the calendar.
//!
//! | unit | label |
//! |---|---|
//! | day | `2024-03-01` (of timestamps) |
//! | week | `2024-W07` (ISO: Monday to Sunday, the year that has its Thursday) |
//! | month | `2024-03` |
//! | quarter | `2024-Q1` |
//! | year | `2024` |
//! | decade | `2020-2029` |
//! | century | `1900-1999` |
//!
//! Weeks cross the ends of months and years, so only the top can come after them.

use super::{
    Builder, HierarchyError,
    builder::Column,
    compile::{Labels, Layer},
    definition::BuilderDefinition,
    suppress::SWEENEY,
};
use crate::{
    Kind,
    kind::{Value, civil},
};
use jiff::civil::Date;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Name, Named, Parameter, Problem, Shape, Spanned, Status,
    Worked, code, names, small,
};

/// Periods of the calendar as the catalogue has them.
pub static DATES: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "dates",
        title: "Units of the calendar",
        aliases: &["calendar", "date parts", "periods", "months"],
        formula: "level i: the period u(i) that the day lies in, with u(i) finer than u(i + 1)",
        status: Status::Now,
        summary: "Dates become units of the calendar.",
        parameters: &[PARAMETERS],
        check: units_grow,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ dates = … }",
            serves: &[Kind::Date],
            needs: "dates",
            chain: &["1998-12-24", "1998-12", "1998", "1990-1999", "*"],
            depends: None,
            states_values: false,
        }),
        advice: include_str!("dates.md"),
        references: &[SWEENEY],
        example: "[attributes.birth]\nrole = \"quasi-identifier\"\nhierarchy = { dates = [\"month\", \"year\", \"decade\"] }\n",
        worked: Worked {
            tables: &[&small::VISITS],
            policy: "",
            text: "A day lies in a month, and a month in a year: 2024-01-05 and 2024-01-31 meet in **2024-01**, both meet 2024-03-02 in **2024**, and 2025-03-02 only at `*`.",
            run: &["hierarchy make visits.csv --column day --dates month,year -o -"],
            says: &[
                "2024-01-05;2024-01;2024;*",
                "2024-03-02;2024-03;2024;*",
                "2025-03-02;2025-03;2025;*",
            ],
        },
    },
    bind,
};

/// The units that a policy can name. Days are what timestamps share, and made by `auto` alone.
const UNITS: &[Name] = match DateUnit::NAMES {
    [_, units @ ..] => units,
    [] => &[],
};

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "dates",
    Shape::Choices(UNITS),
    "[\"month\", \"year\", \"decade\"]",
    "The unit at each level, coarser and coarser.",
)
.required()];

#[expect(
    clippy::unnecessary_wraps,
    reason = "builders are bound alike, and some need a value that is there"
)]
fn bind(given: &Given) -> Option<Builder> {
    Some(Builder::Dates(given.choices("dates").into_iter().map(|unit| unit.value).collect()))
}

/// Each unit joins whole ones of the unit before.
fn units_grow(given: &Given) -> Vec<Problem> {
    let units: Vec<Spanned<DateUnit>> = given.choices("dates");
    units.windows(2).find_map(|pair| does_not_follow(pair[0], pair[1])).into_iter().collect()
}

fn does_not_follow(finer: Spanned<DateUnit>, coarser: Spanned<DateUnit>) -> Option<Problem> {
    let (message, label, help) = if *coarser <= *finer {
        (
            format!("`{coarser}` is not coarser than `{finer}`, the unit before"),
            format!("must be coarser than `{finer}`"),
            "the order is `month`, `quarter`, `year`, `decade`, `century`",
        )
    } else if *finer == DateUnit::Week {
        (
            format!("`{coarser}` cannot follow `week`"),
            "weeks cross its borders".to_owned(),
            "a week can begin in one month or year and end in the next, so weeks do not \
             nest: let `week` be the only unit, or leave it out",
        )
    } else {
        return None;
    };
    Some(Problem::error(code::NOT_NESTED, message).at(coarser.span, label).with_help(help))
}

names! {
    /// The units that dates are generalised to, the finer first.
    DateUnit {
        /// Days: what timestamps of the same day share.
        Day = "day" Now,
        /// Weeks, from Monday. They cross the ends of months and years, so nothing can follow.
        Week = "week" Now,
        /// Months.
        Month = "month" Now,
        /// Quarters of a year.
        Quarter = "quarter" Now,
        /// Years.
        Year = "year" Now,
        /// Ten years: 1990 to 1999.
        Decade = "decade" Now,
        /// A hundred years: 1900 to 1999.
        Century = "century" Now,
    }
}

impl DateUnit {
    /// The label of the period that a day lies in.
    pub(super) fn label(self, date: Date) -> String {
        let (year, month) = (date.year(), date.month());
        match self {
            Self::Day => format!("{year:04}-{month:02}-{:02}", date.day()),
            Self::Week => {
                let week = date.iso_week_date();
                format!("{:04}-W{:02}", week.year(), week.week())
            }
            Self::Month => format!("{year:04}-{month:02}"),
            Self::Quarter => format!("{year:04}-Q{}", (month + 2) / 3),
            Self::Year => format!("{year:04}"),
            Self::Decade => years(year, 10),
            Self::Century => years(year, 100),
        }
    }
}

fn years(year: i16, count: i16) -> String {
    let first = year - year.rem_euclid(count);
    format!("{first:04}-{:04}", first + count - 1)
}

/// The labels of the levels whose periods are given, from the shortest.
pub(super) fn layers(units: &[DateUnit], column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    if units.is_empty() {
        return Err(column.parameter("dates need at least one unit"));
    }
    for pair in units.windows(2) {
        if pair[0] >= pair[1] {
            return Err(column.parameter("the units of dates must grow from level to level"));
        }
        if pair[0] == DateUnit::Week {
            let what = "weeks cross the ends of months and years: no other unit can follow them";
            return Err(column.parameter(what));
        }
    }
    let dates = read(column)?;
    Ok(units.iter().map(|&unit| layer(unit, &dates, column)).collect())
}

/// The days of a column; all of them must be dates.
pub(super) fn read(column: Column<'_>) -> Result<Vec<Date>, HierarchyError> {
    let needs = "dates";
    let reading = column.dictionary.reading();
    if reading.kind != Kind::Date {
        let (hierarchy, kind) = (column.name.to_owned(), reading.kind);
        return Err(HierarchyError::WrongKind { hierarchy, needs, kind });
    }
    let date = |text| match reading.parse(text) {
        Value::Day(day) => civil(day),
        _ => None,
    };
    let dates: Vec<Option<Date>> = column.dictionary.texts().iter().map(date).collect();
    column.refuse(
        |value| dates[value].is_none(),
        |hierarchy, values| HierarchyError::Unreadable { hierarchy, needs, values },
    )?;
    Ok(dates.into_iter().flatten().collect())
}

fn layer(unit: DateUnit, dates: &[Date], column: Column<'_>) -> Layer {
    let mut labels = Labels::new(column.dictionary.len());
    let mut last = None;
    for &date in dates {
        // Values are in order, so most days are in the month of the day before.
        if last == Some((date.year(), date.month())) && unit >= DateUnit::Month {
            labels.repeat();
        } else {
            labels.push(&unit.label(date));
            last = Some((date.year(), date.month()));
        }
    }
    column.with_missing(labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{
        Builder,
        builder::tests::{chain, compiled},
    };
    use DateUnit::{Century, Day, Decade, Month, Quarter, Week, Year};

    #[test]
    fn days_lie_in_periods() {
        let long = [Day, Month, Quarter, Year, Decade, Century];
        for (units, values, value, labels) in [
            (
                &long[..],
                &["2024-03-31"][..],
                "2024-03-31",
                &["2024-03-31", "2024-03", "2024-Q1", "2024", "2020-2029", "2000-2099"][..],
            ),
            (
                &long[3..],
                &["31.12.1999", "1.1.2000"],
                "31.12.1999",
                &["1999", "1990-1999", "1900-1999"],
            ),
            (
                &[Day, Month],
                &["2024-03-01T12:30:00"],
                "2024-03-01T12:30:00",
                &["2024-03-01", "2024-03"],
            ),
            (&[Week], &["2024-02-18"], "2024-02-18", &["2024-W07"]),
            (&[Day, Week], &["2024-12-30"], "2024-12-30", &["2024-12-30", "2025-W01"]),
            (&[Week], &["2021-01-03"], "2021-01-03", &["2020-W53"]),
            (&[Month], &["2024-02-18", "?"], "?", &["?"]),
        ] {
            let chain = chain(&compiled(&Builder::Dates(units.to_vec()), values).unwrap(), value);
            assert_eq!(chain[1..chain.len() - 1], *labels);
        }
    }

    #[test]
    fn days_of_a_month_share_it_in_any_order_of_text() {
        let days = ["02.01.2024", "01.02.2024", "31.01.2024", "01.01.2023"];
        let hierarchy = compiled(&Builder::Dates(vec![Month, Year]), &days).unwrap();
        assert_eq!(hierarchy.map(1), [0, 1, 1, 2]);
        assert_eq!(hierarchy.map(2), [0, 1, 1, 1]);
    }

    #[test]
    fn units_and_values_are_checked() {
        for (units, values, message) in [
            (vec![], "2024-02-18", "hierarchy `test`: dates need at least one unit"),
            (
                vec![Year, Month],
                "2024-02-18",
                "hierarchy `test`: the units of dates must grow from level to level",
            ),
            (
                vec![Week, Year],
                "2024-02-18",
                "hierarchy `test`: weeks cross the ends of months and years: no other unit can \
                 follow them",
            ),
            (
                vec![Year],
                "2024",
                "hierarchy `test` needs dates, but the values are of the kind integer",
            ),
        ] {
            let error = compiled(&Builder::Dates(units), &[values]).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
