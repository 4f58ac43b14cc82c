//! Numbers parted at given points.
//!
//! The points of a level are among those of the level before, so groups only merge. What lies
//! below the first point and what lies at or above the last are groups too: `<18`, `18-29`,
//! `>=65`. Notation: [`Span`](super::Span).

use super::{
    Builder, Decimal, HierarchyError,
    builder::Column,
    compile::{Labels, Layer},
    definition::BuilderDefinition,
    numbers::{self, FAR, Numbers, in_units, scale_of},
    suppress::SWEENEY,
};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Kind, Parameter, Shape, Status, Value, Worked, small,
};

/// Cut points as the catalogue has them.
pub static CUTS: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "cuts",
        title: "Intervals between chosen points",
        aliases: &["cut points", "breaks", "thresholds", "brackets"],
        formula: "level i: [c(j), c(j + 1)) with cuts(i + 1) ⊂ cuts(i)",
        status: Status::Now,
        summary: "Numbers become the intervals between cut points.",
        parameters: &[PARAMETERS],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ cuts = … }",
            serves: &[Kind::Integer, Kind::Decimal],
            needs: "numbers",
            chain: &["22", "18-29", "<30", "*"],
            depends: None,
            states_values: false,
        }),
        advice: include_str!("cuts.md"),
        references: &[SWEENEY],
        example: "[attributes.age]\nrole = \"quasi-identifier\"\nhierarchy = { cuts = [[18, 30, 45, 65], [30, 65]] }\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "Cuts at 40 and 50 part ages into three: below 40, 40 to 49, from 50 on. The next level keeps the cut at 50 alone, so that 34 and 45 meet. So 45 becomes **40-49**, then **<50**.",
            run: &["hierarchy make stays.csv --column age --cuts \"40,50;50\" -o -"],
            says: &["34;<40;<50;*", "45;40-49;<50;*", "52;>=50;>=50;*"],
        },
    },
    bind,
};

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "cuts",
    Shape::Cuts,
    "[[18, 30, 45, 65], [30, 65]]",
    "The cut points of each level, ascending; each level keeps some of the one before. \
     One list is one level.",
)
.required()];

fn bind(given: &Given) -> Option<Builder> {
    let Some(Value::Levels(levels)) = given.get("cuts") else { return None };
    let levels = levels.iter().map(|cuts| cuts.iter().map(|cut| **cut).collect());
    Some(Builder::Cuts(levels.collect()))
}

/// The labels of the levels whose cut points are given, from the finest.
pub(super) fn layers(
    levels: &[Vec<Decimal>],
    column: Column<'_>,
) -> Result<Vec<Layer>, HierarchyError> {
    let scale = scale_of(levels.iter().flatten());
    let levels: Vec<Vec<i128>> =
        levels.iter().map(|cuts| in_units(cuts, scale, column)).collect::<Result<_, _>>()?;
    check(&levels, column)?;
    let numbers = numbers::read(column, scale)?;
    Ok(levels.iter().map(|cuts| layer(cuts, &numbers, column)).collect())
}

fn check(levels: &[Vec<i128>], column: Column<'_>) -> Result<(), HierarchyError> {
    if levels.is_empty() || levels.iter().any(Vec::is_empty) {
        return Err(column.parameter("each level of the cuts needs at least one point"));
    }
    if let Some(at) = levels.iter().position(|cuts| !cuts.is_sorted_by(|a, b| a < b)) {
        let what = format!("the cuts of level {} are not in ascending order", at + 1);
        return Err(column.parameter(what));
    }
    let nested = |pair: &[Vec<i128>]| pair[1].iter().all(|cut| pair[0].binary_search(cut).is_ok());
    if let Some(at) = levels.windows(2).position(|pair| !nested(pair)) {
        let what = format!("the cuts of level {} are not all cuts of level {}", at + 2, at + 1);
        return Err(column.parameter(what));
    }
    Ok(())
}

fn layer(cuts: &[i128], numbers: &Numbers, column: Column<'_>) -> Layer {
    let mut labels = Labels::new(column.dictionary.len());
    let mut last = None;
    for value in &numbers.units {
        let group = cuts.partition_point(|cut| cut <= value);
        if last == Some(group) {
            labels.repeat();
            continue;
        }
        last = Some(group);
        let start = if group == 0 { -FAR } else { cuts[group - 1] };
        let end = cuts.get(group).copied().unwrap_or(FAR);
        labels.push(&numbers.span(start, end).text(numbers.decimal_comma));
    }
    column.with_missing(labels)
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::{
        Builder,
        builder::tests::{chain, compiled},
    };

    fn cuts(levels: &[&[&str]]) -> Builder {
        let numbers = |level: &&[&str]| level.iter().map(|cut| cut.parse().unwrap()).collect();
        Builder::Cuts(levels.iter().map(numbers).collect())
    }

    #[test]
    fn numbers_are_parted_at_the_points() {
        let ages = cuts(&[&["18", "30", "65"], &["18", "65"], &["18"]]);
        for (values, value, labels) in [
            (&["17", "3"][..], "17", &["17", "<18", "<18", "<18", "*"][..]),
            (&["18"], "18", &["18", "18-29", "18-64", ">=18", "*"]),
            (&["64"], "64", &["64", "30-64", "18-64", ">=18", "*"]),
            (&["65"], "65", &["65", ">=65", ">=65", ">=18", "*"]),
            (&["29.5"], "29.5", &["29.5", "[18, 30)", "[18, 65)", ">=18", "*"]),
            (&["1e300"], "1e300", &["1e300", ">=65", ">=65", ">=18", "*"]),
        ] {
            assert_eq!(chain(&compiled(&ages, values).unwrap(), value), labels);
        }
    }

    /// The recoding example of the lectures: weight and body fat with a decimal comma.
    #[test]
    fn weights_and_body_fat_lie_where_the_lectures_say() {
        let weights = compiled(&cuts(&[&["70", "100", "130"]]), &["121,2345", "80,1"]).unwrap();
        assert_eq!(chain(&weights, "121,2345"), ["121,2345", "[100; 130)", "*"]);
        let fats = compiled(&cuts(&[&["0", "10", "20"]]), &["2,789", "11,5"]).unwrap();
        assert_eq!(chain(&fats, "2,789"), ["2,789", "[0; 10)", "*"]);
    }

    #[test]
    fn points_must_ascend_and_nest() {
        for (builder, message) in [
            (cuts(&[]), "each level of the cuts needs at least one point"),
            (cuts(&[&["1"], &[]]), "each level of the cuts needs at least one point"),
            (cuts(&[&["1", "1"]]), "the cuts of level 1 are not in ascending order"),
            (cuts(&[&["1", "2"], &["1.5"]]), "the cuts of level 2 are not all cuts of level 1"),
        ] {
            let error = compiled(&builder, &["1"]).unwrap_err();
            assert_eq!(error.to_string(), format!("hierarchy `test`: {message}"));
        }
    }
}
