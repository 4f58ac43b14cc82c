//! Rules on small cells, whose answers are counted by hand; each is strict.

use super::*;
use ridotto_catalogue::{Decimal, Value};

/// A cell of contributors who contributed so much each, judged in hundredths.
fn cell(tops: &[Top], total: i64) -> Judged<'_> {
    Judged {
        total,
        contributors: tops.len() as u64,
        tops,
        one: 1,
        is_count: false,
        asks: &|_| false,
    }
}

fn tops(contributions: &[i64]) -> Vec<Top> {
    let top = |(who, &amount): (usize, &i64)| Top { who: who as u32, times: 1, amount };
    contributions.iter().enumerate().map(top).collect()
}

fn given(rule: &'static RuleDefinition, values: &[(&'static str, &str)]) -> Given {
    let value = |(name, text): &(&'static str, &str)| {
        let number: Decimal = text.parse().unwrap();
        let is_whole = ["n", "pool"].contains(name);
        let value =
            if is_whole { Value::Whole(text.parse().unwrap()) } else { Value::Number(number) };
        (*name, value)
    };
    Given::with(rule, &values.iter().map(value).collect::<Vec<_>>())
}

fn doubt(
    rule: &'static RuleDefinition,
    values: &[(&'static str, &str)],
    contributions: &[i64],
) -> Option<Doubt> {
    let tops = tops(contributions);
    (rule.doubt)(&given(rule, values), &cell(&tops, contributions.iter().sum()))
}

/// The cells c1 to c6 of the vectors `sensitivity`: for each the rules by which it is sensitive.
#[test]
fn rules_are_strict() {
    type Case = (&'static str, &'static RuleDefinition, &'static [(&'static str, &'static str)]);
    let rules: [Case; 10] = [
        ("(1,0.6)", &DOMINANCE, &[("n", "1"), ("k", "0.6")]),
        ("(1,0.75)", &DOMINANCE, &[("n", "1"), ("k", "0.75")]),
        ("(2,0.85)", &DOMINANCE, &[("n", "2"), ("k", "0.85")]),
        ("(2,0.9)", &DOMINANCE, &[("n", "2"), ("k", "0.9")]),
        ("p10", &P_PERCENT, &[("p", "10")]),
        ("p15", &P_PERCENT, &[("p", "15")]),
        ("p25", &P_PERCENT, &[("p", "25")]),
        ("pq_10_50", &PQ, &[("p", "10"), ("q", "50")]),
        ("pq_10_25", &PQ, &[("p", "10"), ("q", "25")]),
        ("threshold_freq_3", &MINIMUM_FREQUENCY, &[("n", "3")]),
    ];
    let cells: [(&[i64], &str); 6] = [
        (&[60, 25, 10, 5], "pq_10_25"),
        (&[90, 5, 3, 2], "(1,0.6) (1,0.75) (2,0.85) (2,0.9) p10 p15 p25 pq_10_50 pq_10_25"),
        (&[50, 50], "(2,0.85) (2,0.9) p10 p15 p25 pq_10_50 pq_10_25 threshold_freq_3"),
        (&[30, 28, 22, 20], ""),
        (
            &[100],
            "(1,0.6) (1,0.75) (2,0.85) (2,0.9) p10 p15 p25 pq_10_50 pq_10_25 threshold_freq_3",
        ),
        (&[70, 20, 6, 4], "(1,0.6) (2,0.85) p15 p25 pq_10_50 pq_10_25"),
    ];
    for (contributions, expected) in cells {
        let is_sensitive =
            |(_, rule, values): &&(&str, &'static RuleDefinition, &'static [(&str, &str)])| {
                doubt(rule, values, contributions).is_some()
            };
        let found: Vec<&str> = rules.iter().filter(is_sensitive).map(|rule| rule.0).collect();
        assert_eq!(found.join(" "), expected, "{contributions:?}");
    }
}

/// A share that is the bound to the last digit is none too many: 0.6 is no binary number.
#[test]
fn a_share_that_is_the_bound_is_allowed() {
    assert!(doubt(&DOMINANCE, &[("n", "1"), ("k", "0.6")], &[600_000, 400_000]).is_none());
    assert!(doubt(&DOMINANCE, &[("n", "1"), ("k", "0.6")], &[600_001, 400_000]).is_some());
    // The error is 15 % of the largest, and then a little less.
    assert!(doubt(&P_PERCENT, &[("p", "15")], &[100_000, 70_000, 15_000]).is_none());
    assert!(doubt(&P_PERCENT, &[("p", "15")], &[100_000, 70_000, 14_999]).is_some());
    assert!(doubt(&MINIMUM_FREQUENCY, &[("n", "3")], &[1, 1, 1]).is_none());
    assert!(doubt(&MINIMUM_FREQUENCY, &[("n", "3")], &[1, 1]).is_some());
    assert!(doubt(&MINIMUM_FREQUENCY, &[("n", "3")], &[]).is_none());
}

/// One of 90 in a cell of 100 leaves all others 10 at most (the vector `dominance.90`); to be kept from
/// that, attackers must find possible what the rule says.
#[test]
fn protection_levels_follow_from_rules() {
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    let contributions = [90, 4, 3, 3];
    let tops_of = tops(&contributions);
    let of = cell(&tops_of, 100);
    assert_eq!(of.total - of.largest(1), 10);
    let found = doubt(&DOMINANCE, &[("n", "1"), ("k", "0.75")], &contributions).unwrap();
    near(found.up, 90.0 / 0.75 - 100.0);
    near(found.down, found.up);
    let found = doubt(&P_PERCENT, &[("p", "15")], &contributions).unwrap();
    near(found.up, 0.15 * 90.0 - 6.0);
    let found = doubt(&PQ, &[("p", "10"), ("q", "50")], &contributions).unwrap();
    near(found.up, 0.2 * 90.0 - 6.0);
    // Others take a tenth of the value, or what is stated.
    let found = doubt(&MINIMUM_FREQUENCY, &[("n", "5")], &contributions).unwrap();
    near(found.up, 10.0);
    let stated = [("n", "5"), ("range", "0.3"), ("lower-range", "0.2")];
    let found = doubt(&MINIMUM_FREQUENCY, &stated, &contributions).unwrap();
    assert_eq!(found, Doubt { up: 30.0, down: 20.0 });
}

/// Counts are kept at least 1 away, whatever a tenth of them is.
#[test]
fn counts_are_in_doubt_by_one() {
    let tops = tops(&[1, 1]);
    let of = Judged { is_count: true, ..cell(&tops, 2) };
    let found = (MINIMUM_FREQUENCY.doubt)(&given(&MINIMUM_FREQUENCY, &[("n", "3")]), &of).unwrap();
    assert_eq!(found, Doubt { up: 1.0, down: 1.0 });
}

/// The cells of the vectors `attack.external` (one person) and `attack.internal` (two) are sensitive; that they
/// are attacked with success where they are published, `table audit` tells of them.
#[test]
fn cells_of_one_and_two_are_sensitive() {
    for people in [&[142][..], &[140, 120]] {
        assert!(doubt(&MINIMUM_FREQUENCY, &[("n", "3")], people).is_some());
        assert!(doubt(&P_PERCENT, &[("p", "10")], people).is_some());
    }
}

/// A record that stands for three units has three contributions.
#[test]
fn weights_repeat_contributions() {
    let tops = [Top { who: 0, times: 3, amount: 20 }, Top { who: 1, times: 1, amount: 10 }];
    let of = cell(&tops, 70);
    assert_eq!((of.largest(2), of.against(1)), (40, (20, 30)));
}

/// Who asks is heard where nobody contributes more.
#[test]
fn requests_are_heard_of_the_largest() {
    let tops = tops(&[30, 30, 5]);
    let sensitive = |asks: &dyn Fn(u32) -> bool| {
        let of = Judged { asks, ..cell(&tops, 65) };
        (REQUEST.doubt)(&Given::of(&REQUEST, &[]), &of).is_some()
    };
    assert!(sensitive(&|who| who == 0) && sensitive(&|who| who == 1));
    assert!(!sensitive(&|who| who == 2) && !sensitive(&|_| false));
}

/// With a share who asks is heard from there on, the largest or not; the share itself is not more.
#[test]
fn requests_are_heard_above_a_share() {
    let tops = tops(&[60, 30, 10]);
    let sensitive = |share: &str, who: u32| {
        let of = Judged { asks: &|one| one == who, ..cell(&tops, 100) };
        (REQUEST.doubt)(&given(&REQUEST, &[("share", share)]), &of).is_some()
    };
    assert!(sensitive("0.29", 1) && !sensitive("0.3", 1) && !sensitive("0.29", 2));
    assert!(sensitive("0.09", 2) && !sensitive("0.6", 0));
    // What is told is the share of who asks, and it keeps to the bound where the cell is not sensitive.
    let of = Judged { asks: &|one| one == 1, ..cell(&tops, 100) };
    let figure = (REQUEST.figure)(&given(&REQUEST, &[("share", "0.3")]), &of);
    assert_eq!(figure, Some(0.3));
    assert_eq!((REQUEST.looks_at)(&given(&REQUEST, &[("share", "0.3")])), 4);
}

/// Two who pool what they know take two contributions off: 5 and 3 leave 2 of the 90 in doubt.
#[test]
fn who_pool_what_they_know_are_kept_away_as_well() {
    let contributions = [50, 30, 12, 8];
    assert!(doubt(&P_PERCENT, &[("p", "40")], &contributions).is_none());
    let two = [("p", "40"), ("pool", "2")];
    let found = doubt(&P_PERCENT, &two, &contributions).expect("100 * 8 is less than 40 * 50");
    assert!((found.up - (0.4 * 50.0 - 8.0)).abs() < 1e-9);
    assert!(doubt(&P_PERCENT, &[("p", "16"), ("pool", "2")], &contributions).is_none());
    assert!(doubt(&PQ, &[("p", "16"), ("q", "50"), ("pool", "2")], &contributions).is_some());
    assert_eq!((P_PERCENT.looks_at)(&given(&P_PERCENT, &two)), 3);
}

/// What a rule claims of published cells is so: of any cell that it does not call sensitive, the best estimates
/// of the largest contribution err by what is claimed, or the rule claims nothing.
mod claims {
    use super::*;
    use proptest::prelude::*;
    use ridotto_catalogue::{Figure, Leaves, Level};

    type Case<'a> = (&'static RuleDefinition, Vec<(&'static str, &'a str)>, f64);

    /// By how much of it the largest contribution is overestimated: by who knows the total alone, and by the
    /// second largest.
    fn errors(contributions: &[i64]) -> [(&'static str, f64); 2] {
        let total: i64 = contributions.iter().sum();
        let mut sorted = contributions.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let first = sorted[0];
        let second = sorted.get(1).copied().unwrap_or(0);
        let share = |rest: i64| rest as f64 / first as f64;
        [("outsider", share(total - first)), ("respondent", share(total - first - second))]
    }

    proptest! {
        #[test]
        fn published_cells_keep_to_them(
            contributions in prop::collection::vec(1_i64..2_000, 1..7),
            k in 1_u32..100,
            n in 1_u64..4,
            (p, q) in (1_u32..50, 50_u32..101),
        ) {
            let k = format!("0.{k:02}");
            let (p, q, n) = (p.to_string(), q.to_string(), n.to_string());
            let share: f64 = k.parse().unwrap();
            let of = |text: &str| text.parse::<f64>().unwrap();
            let cases: [Case<'_>; 3] = [
                (&DOMINANCE, vec![("n", &n), ("k", &k)], share),
                (&P_PERCENT, vec![("p", &p)], of(&p)),
                (&PQ, vec![("p", &p), ("q", &q)], of(&p) / of(&q)),
            ];
            let mut sorted = contributions.clone();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            for (rule, values, level) in cases {
                if doubt(rule, &values, &sorted).is_some() {
                    continue;
                }
                for claim in rule.entry.model().unwrap().claims {
                    let is_meant = match claim.of {
                        "published cells" => true,
                        "n >= 2" => n != "1",
                        _ => false,
                    };
                    let Leaves::AtLeast(Figure::Named(_), bound) = claim.leaves else { continue };
                    let found = errors(&sorted).into_iter().find(|(who, _)| *who == claim.attack);
                    let Some((_, error)) = found.filter(|_| is_meant) else { continue };
                    let bound = (bound.of)(&Level { level, ..Level::default() });
                    prop_assert!(error >= bound - 1e-9, "{} of {}: {error} {bound}", claim.attack, rule.entry.name);
                }
            }
        }
    }

    /// Where nothing is claimed there is a cell that shows why.
    #[test]
    fn dominance_of_one_leaves_everything_to_the_second() {
        assert!(doubt(&DOMINANCE, &[("n", "1"), ("k", "0.75")], &[70, 30]).is_none());
        let [_, (who, error)] = errors(&[70, 30]);
        assert_eq!((who, error.to_string()), ("respondent", "0".to_owned()));
    }
}
