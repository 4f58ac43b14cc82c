//! What must hold of every hierarchy, tried on random dictionaries with every builder.

use super::{
    Auto, Builder, DateUnit, Decimal, Hierarchy, Intervals, Redact, Row, Side, TOP, Tree, set,
};
use crate::{Code, Dictionary, Reading, Texts};
use proptest::{collection::vec, prelude::*, sample::subsequence};
use std::collections::BTreeSet;

/// A dictionary of the texts, `?` being missing, with the rows of each value.
fn dictionary(texts: &[String]) -> (Dictionary, Vec<u64>) {
    let distinct: BTreeSet<&str> = texts.iter().map(String::as_str).collect();
    let shown = distinct.iter().copied().filter(|&text| text != "?");
    let reading = Reading::detect(shown, None, &[]);
    let texts: Texts = distinct.iter().collect();
    let (dictionary, _) = Dictionary::new(&texts, reading, |text| text == "?");
    let counts = (0..dictionary.len() as u64).map(|code| code * 7 % 5).collect();
    (dictionary, counts)
}

/// Compiles and checks every law; the leaves sum to the domain if all of them are in the data.
fn check(builder: &Builder, texts: &[String]) -> Result<Hierarchy, TestCaseError> {
    let (dictionary, counts) = dictionary(texts);
    let compiled = builder.compile("random", &dictionary, &counts, &|text| text == "?");
    let hierarchy = compiled.map_err(|error| TestCaseError::fail(error.to_string()))?;
    check_compiled(builder, &hierarchy, &dictionary, &counts)?;
    Ok(hierarchy)
}

/// The laws of a hierarchy that was compiled.
fn check_compiled(
    builder: &Builder,
    hierarchy: &Hierarchy,
    dictionary: &Dictionary,
    counts: &[u64],
) -> Result<(), TestCaseError> {
    let top = hierarchy.height();
    prop_assert_eq!(hierarchy.groups(top), 1);
    let label = hierarchy.label(top, 0);
    prop_assert!(label == Some(TOP) || label.is_some() && builder.ends_in_one());
    // A root of its own stands above several groups, or is all that there is.
    if label != Some(TOP) && top > 0 {
        prop_assert!(hierarchy.map(top).iter().all(|&group| group == 0));
    }
    prop_assert_eq!(hierarchy.leaves(top), &[hierarchy.domain()]);
    prop_assert_eq!(hierarchy.tree(counts).rows, counts.iter().sum::<u64>());
    let identity: Vec<Code> = (0..dictionary.len() as Code).collect();
    prop_assert_eq!(hierarchy.map(0), identity);
    for level in 0..=top {
        level_is_sound(hierarchy, level, dictionary)?;
        for next in level..=top {
            let step = hierarchy.step(level, next);
            let mapped: Vec<Code> =
                hierarchy.map(level).iter().map(|&group| step[group as usize]).collect();
            prop_assert_eq!(mapped, hierarchy.map(next), "nested from {} to {}", level, next);
            for last in next..=top {
                let further = hierarchy.step(next, last);
                let both: Vec<Code> = step.iter().map(|&group| further[group as usize]).collect();
                prop_assert_eq!(both, hierarchy.step(level, last));
            }
        }
    }
    Ok(())
}

fn level_is_sound(
    hierarchy: &Hierarchy,
    level: usize,
    dictionary: &Dictionary,
) -> Result<(), TestCaseError> {
    let groups = hierarchy.groups(level);
    // Numbered in the order of the first value, without gaps.
    let mut seen = 0;
    for &group in hierarchy.map(level) {
        prop_assert!(group <= seen);
        seen = seen.max(group + 1);
    }
    prop_assert!(seen as usize == groups || dictionary.is_empty());
    prop_assert_eq!(hierarchy.leaves(level).len(), groups);
    let labels: BTreeSet<Option<&str>> =
        (0..groups as Code).map(|group| hierarchy.label(level, group)).collect();
    prop_assert_eq!(labels.len(), groups, "a label is one group");
    if let Some(missing) = hierarchy.missing_group(level) {
        let code = dictionary.missing().expect("a missing group has the missing value");
        prop_assert_eq!(hierarchy.map(level)[code as usize], missing);
        prop_assert_eq!(hierarchy.map(level).iter().filter(|&&group| group == missing).count(), 1);
    }
    Ok(())
}

/// As [`check`], for a domain that is just the dictionary.
fn check_built(builder: &Builder, texts: &[String]) -> Result<Hierarchy, TestCaseError> {
    let hierarchy = check(builder, texts)?;
    prop_assert_eq!(hierarchy.domain() as usize, hierarchy.groups(0));
    for level in 0..=hierarchy.height() {
        prop_assert_eq!(hierarchy.leaves(level).iter().sum::<u64>(), hierarchy.domain());
    }
    // Written out and read again it is the same. A value `*` would be its own ancestor.
    if hierarchy.domain() > 0 && texts.iter().all(|text| text != TOP) {
        let rows = hierarchy.rows().zip(1..).map(|(labels, line)| {
            Row::line(line, labels.into_iter().map(|label| label.unwrap_or("?")))
        });
        let again = check(&Builder::Table(rows.collect()), texts)?;
        prop_assert!(again == hierarchy);
    }
    Ok(hierarchy)
}

/// Groups are ranges of codes: an ordered attribute stays ordered.
fn check_order(hierarchy: &Hierarchy) -> Result<(), TestCaseError> {
    for level in 0..=hierarchy.height() {
        prop_assert!(hierarchy.map(level).is_sorted());
    }
    Ok(())
}

fn or_missing(texts: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<String>> {
    vec(prop_oneof![15 => texts, 1 => Just("?".to_owned())], 0..40)
}

fn integers() -> impl Strategy<Value = Vec<String>> {
    (
        any::<i64>().prop_map(|number| number.to_string()),
        or_missing((-200..200_i64).prop_map(|number| number.to_string())),
    )
        .prop_map(|(anchor, mut texts)| {
            texts.push(anchor);
            texts
        })
}

fn decimals() -> impl Strategy<Value = Vec<String>> {
    or_missing((-3000..3000_i64).prop_map(|units| Decimal::new(units.into(), 2).to_string()))
        .prop_map(|mut texts| {
            texts.push("0.005".to_owned());
            texts
        })
}

fn days() -> impl Strategy<Value = Vec<String>> {
    or_missing(
        (1..=28, 1..=12, 1890..2040)
            .prop_map(|(day, month, year)| format!("{day:02}.{month:02}.{year}")),
    )
    .prop_map(|mut texts| {
        texts.push("31.12.1999".to_owned());
        texts
    })
}

fn hosts() -> impl Strategy<Value = Vec<String>> {
    let v4 =
        any::<u32>().prop_map(|bits| std::net::Ipv4Addr::from_bits(bits & 0x0303_0fff).to_string());
    let v6 = any::<u128>().prop_map(|bits| std::net::Ipv6Addr::from_bits(bits << 40).to_string());
    or_missing(prop_oneof![v4, v6])
}

proptest! {
    #[test]
    fn intervals(
        integers in integers(), decimals in decimals(), first in 1..50_i128, factors in vec(1..5_i128, 0..4),
        scale in 0..3_u32, origin in proptest::option::of(-50..50_i64),
        bounds in proptest::option::of((-300..0_i64, 1..300_i64)),
    ) {
        let mut width = first;
        let mut widths = vec![Decimal::new(width, scale)];
        for factor in factors {
            width *= factor;
            widths.push(Decimal::new(width, scale));
        }
        let (lower, upper) = bounds.unzip();
        let intervals = Intervals {
            widths, lower: lower.map(Decimal::from), upper: upper.map(Decimal::from), origin: origin.map(Decimal::from),
        };
        for texts in [integers, decimals] {
            check_order(&check_built(&Builder::Intervals(intervals.clone()), &texts)?)?;
        }
    }

    /// Runs are neighbours, and say the same whichever values the data have.
    #[test]
    fn runs_of_an_order(
        order in proptest::collection::btree_set("[a-d{}, *]{1,3}", 1..12), first in 1..4_i128, factors in vec(1..4_i128, 0..3),
        shuffle in any::<prop::sample::Index>(), present in vec(any::<bool>(), 12), has_missing in any::<bool>(),
    ) {
        let mut order: Vec<String> = order.into_iter().collect();
        let begin = shuffle.index(order.len());
        order.rotate_left(begin);
        let widths = factors.iter().scan(first, |width, factor| { *width *= factor; Some(*width) });
        let widths = std::iter::once(first).chain(widths).map(|width| Decimal::new(width, 0)).collect();
        let builder = Builder::Intervals(Intervals { widths, ..Intervals::default() });
        let compiled = |values: &[&String]| {
            let mut texts: Texts = values.iter().collect();
            if has_missing {
                texts.push("?");
            }
            let (dictionary, _) = Dictionary::new(&texts, Reading::of_order(order.clone()), |text| text == "?");
            let counts = vec![1; dictionary.len()];
            let hierarchy = builder.compile("random", &dictionary, &counts, &|text| text == "?").unwrap();
            (dictionary, counts, hierarchy)
        };
        let all: Vec<&String> = order.iter().collect();
        let some: Vec<&String> = order.iter().zip(&present).filter(|(_, is)| **is).map(|(value, _)| value).collect();
        let (dictionary, counts, whole) = compiled(&all);
        check_compiled(&builder, &whole, &dictionary, &counts)?;
        check_order(&whole)?;
        for level in 0..=whole.height() {
            prop_assert_eq!(whole.leaves(level).iter().sum::<u64>(), whole.domain());
        }
        let (dictionary, counts, part) = compiled(&some);
        check_compiled(&builder, &part, &dictionary, &counts)?;
        check_order(&part)?;
        prop_assert_eq!(part.height(), whole.height());
        // Without a level between there is no run that could have more values than the data.
        prop_assert!(part.height() == 1 || part.domain() == whole.domain());
        let rows: Vec<_> = whole.rows().collect();
        prop_assert!(part.rows().all(|row| rows.contains(&row)));
        // A label holds the values of its run, as a set is read.
        for row in rows.iter().filter(|row| row[0].is_some()) {
            for label in row[1..row.len() - 1].iter().flatten() {
                let holds = |set: Vec<String>| set.iter().any(|one| Some(one.as_str()) == row[0]);
                prop_assert!(Some(*label) == row[0] || set::read(label).is_some_and(holds), "{}", label);
            }
        }
    }

    #[test]
    fn cuts(
        integers in integers(), decimals in decimals(), levels in (1..5_usize, vec(-250..250_i128, 1..20)), scale in 0..3_u32,
    ) {
        let mut cuts: Vec<i128> = levels.1.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        let mut all = Vec::new();
        for _ in 0..levels.0 {
            all.push(cuts.iter().map(|&cut| Decimal::new(cut, scale)).collect());
            cuts = cuts.iter().copied().step_by(2).collect();
        }
        for texts in [integers, decimals] {
            check_order(&check_built(&Builder::Cuts(all.clone()), &texts)?)?;
        }
    }

    #[test]
    fn redaction_of_mixed_lengths(
        texts in or_missing("[ab*ü]{0,5}"), left in any::<bool>(), step in 1..4_usize, pad in any::<bool>(),
        with in prop_oneof![Just('*'), Just('a'), Just('€')],
    ) {
        let side = if left { Side::Left } else { Side::Right };
        check_built(&Builder::Redact(Redact { side, with, step, pad }), &texts)?;
    }

    #[test]
    fn dates(texts in days(), units in subsequence(vec![
        DateUnit::Day, DateUnit::Month, DateUnit::Quarter, DateUnit::Year, DateUnit::Decade, DateUnit::Century,
    ], 1..=6)) {
        check_order(&check_built(&Builder::Dates(units), &texts)?)?;
        check_order(&check_built(&Builder::Dates(vec![DateUnit::Day, DateUnit::Week]), &texts)?)?;
    }

    #[test]
    fn digits_of_mixed_lengths(texts in or_missing("[ab1ü]{0,5}"), lengths in subsequence((1..=6).rev().collect::<Vec<u8>>(), 1..4)) {
        check_built(&Builder::Digits(lengths), &texts)?;
    }

    #[test]
    fn addresses(texts in hosts(), prefixes in subsequence((0..=128).rev().collect::<Vec<u8>>(), 0..6)) {
        check_built(&Builder::Addresses(prefixes), &texts)?;
    }

    #[test]
    fn tables_and_trees(texts in or_missing("[a-e]{1,3}"), more in vec("[f-h]{1,2}", 0..5)) {
        // Lower and upper case part values from labels, so there is no cycle.
        let values: BTreeSet<&str> = texts.iter().chain(&more).map(String::as_str).filter(|&text| text != "?").collect();
        let first = |value: &str| value[..1].to_uppercase();
        let two = |value: &str| value[..value.len().min(2)].to_uppercase() + "+";
        let rows = values.iter().zip(1..);
        let rows = rows.map(|(&value, line)| Row::line(line, [value.to_owned(), two(value), first(value)]));
        let rows: Vec<Row> = rows.collect();
        let trees = values.iter().map(|&value| {
            let leaf = Tree::leaf(value);
            // Short values are less deep.
            Tree::node(first(value), [if value.len() > 1 { Tree::node(two(value), [leaf]) } else { leaf }])
        });
        for builder in [Builder::Table(rows), Builder::Groups(trees.collect())] {
            if values.is_empty() {
                continue;
            }
            let hierarchy = check(&builder, &texts)?;
            let missing = u64::from(texts.iter().any(|text| text == "?"));
            prop_assert_eq!(hierarchy.domain(), values.len() as u64 + missing);
        }
    }

    #[test]
    fn automatic_and_suppressed(
        texts in prop_oneof![
            integers(), decimals(), days(), hosts(), or_missing("[A-C][0-9]{2}"), or_missing("[A-C][0-9]{1,4}"),
            or_missing("[a-d]{1,3} [a-d]"), or_missing("true|false"),
        ],
        groups in proptest::option::of(2..40_usize),
    ) {
        check_built(&Builder::Auto(Auto { groups, by: None }), &texts)?;
        check_built(&Builder::Suppress, &texts)?;
    }
}
