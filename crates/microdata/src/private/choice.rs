//! Choosing levels with a part of ε.
//!
//! The exponential mechanism, as permute-and-flip ([`Selection`]), prefers levels with a high score.
//! What a score may be is bounded by how much one record can change it, so the usual objectives will
//! not do: a record that lifts a class over the least size changes them by the whole class. The score
//! here is
//!
//! > (1000 + Σ of 1000·(height − level)/height, rounded down, over the quasi-identifiers) · Σ of
//! > max(0, size − t) over the classes
//!
//! The first factor is how much detail a record shows, and depends on the policy alone; one that
//! shows only `*` still counts. The second counts records, but the first t of each class do not
//! count, where t = ⌈k/β⌉ is the size of which k records are expected in the sample. One record
//! more makes one class larger by one, because its labels depend on nothing but itself, so the
//! second factor grows by 0 or by 1. It never falls. So the sensitivity is the greatest first
//! factor, and no half of ε is lost ([`Scores::MoveTogether`]).
//!
//! The choice looks at the whole file and the release at a sample of it drawn afterwards. Both are
//! differentially private, the second for any levels; together they are with the sum of the ε.

use super::release::refused;
use crate::data::Data;
use rayon::prelude::*;
use ridotto_core::model::Private;
use ridotto_core::{ClassTable, Code, Hierarchy};
use ridotto_noise::{Accountant, Exact, Scores, Selection};
use ridotto_release::Error;

impl Data {
    /// The levels that the policy fixes, or that are chosen with a part of ε.
    pub(super) fn private_levels(
        &self,
        private: &Private,
        accountant: &mut Accountant,
    ) -> Result<Vec<u8>, Error> {
        let Some(choice) = private.choice else {
            return Ok(self.keys.iter().map(|key| key.min).collect());
        };
        let ranges: Vec<(u8, u8)> = self.keys.iter().map(|key| (key.min, key.max)).collect();
        let nodes = nodes(&ranges);
        let classes = ClassTable::count(&self.key_columns(), &[], self.table.rows);
        let scores = scores(&classes, &self.hierarchies, &nodes, expected_size(private));
        // A score that is cut off moves no further than one that is not, and the same way.
        let scores: Vec<i64> =
            scores.into_iter().map(|score| i64::try_from(score).unwrap_or(i64::MAX)).collect();
        let sensitivity = sensitivity(&self.hierarchies, &nodes);
        let epsilon = Exact::decimal(choice.digits().unsigned_abs(), choice.places());
        let chosen = Selection::new(scores.len(), sensitivity, Scores::MoveTogether, &epsilon)
            .and_then(|selection| accountant.charge("levels", selection)?.choose(&scores))
            .map_err(refused)?;
        Ok(nodes[chosen.into_inner()].clone())
    }
}

/// The size of a class of which k records are expected in the sample, rounded up.
#[expect(clippy::cast_sign_loss, reason = "it is above 0")]
fn expected_size(private: &Private) -> u64 {
    (private.release.k().get() as f64 / private.release.beta()).ceil() as u64
}

/// Every combination of levels, each from its lowest to its highest.
fn nodes(ranges: &[(u8, u8)]) -> Vec<Vec<u8>> {
    ranges.iter().fold(vec![Vec::new()], |nodes, &(min, max)| {
        let longer = |node: Vec<u8>| {
            (min..=max).map(move |level| node.iter().copied().chain([level]).collect())
        };
        nodes.into_iter().flat_map(longer).collect()
    })
}

/// How much detail a record shows at these levels: more than 0, whatever they are.
fn detail(hierarchies: &[Hierarchy], levels: &[u8]) -> u64 {
    let each = hierarchies.iter().zip(levels).map(|(hierarchy, &level)| {
        let height = hierarchy.height() as u64;
        1000 * (height - u64::from(level)) / height
    });
    1000 + each.sum::<u64>()
}

/// The most by which one record can raise any score.
fn sensitivity(hierarchies: &[Hierarchy], nodes: &[Vec<u8>]) -> u64 {
    nodes.iter().map(|levels| detail(hierarchies, levels)).max().unwrap_or(1)
}

/// The score of each combination of levels.
fn scores(
    classes: &ClassTable,
    hierarchies: &[Hierarchy],
    nodes: &[Vec<u8>],
    expected: u64,
) -> Vec<u64> {
    let score = |levels: &Vec<u8>| {
        let at = hierarchies.iter().zip(levels);
        let (up, values): (Vec<&[Code]>, Vec<usize>) = at
            .map(|(hierarchy, &level)| {
                (hierarchy.map(level.into()), hierarchy.groups(level.into()))
            })
            .unzip();
        let sizes = classes.keys().recode(&up, &values);
        let beyond = sizes.counts().iter().map(|size| size.saturating_sub(expected)).sum::<u64>();
        detail(hierarchies, levels) * beyond
    };
    nodes.par_iter().map(score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ridotto_core::hierarchy::{Builder, Row};
    use ridotto_core::{CodeColumn, Codes, Dictionary, Kind, Reading, Texts};
    use ridotto_noise::{Budget, Neighbours, Protected, Source};
    use ridotto_testkit::neighbours::beyond_claim;

    /// Two attributes of six values; one has levels of pairs and of all, the other of `*` alone.
    fn hierarchies() -> Vec<Hierarchy> {
        let texts: Texts = ["a", "b", "c", "d", "e", "f"].into_iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(Kind::Text), |_| false);
        let row = |(at, value): (usize, &str)| {
            Row::line(at as u64, [value.to_owned(), format!("p{}", at / 2), "all".into()])
        };
        let rows = texts.iter().enumerate().map(row).collect();
        [Builder::Table(rows), Builder::Suppress]
            .map(|builder| builder.compile("test", &dictionary, &[1; 6], &|_| false).unwrap())
            .into()
    }

    fn scored(rows: &[(u32, u32)], expected: u64) -> (Vec<u64>, u64) {
        let column = |of: fn(&(u32, u32)) -> u32| {
            Codes::from_codes(&rows.iter().map(of).collect::<Vec<_>>(), 6)
        };
        let columns = [column(|row| row.0), column(|row| row.1)];
        let keys: Vec<CodeColumn<'_>> =
            columns.iter().map(|codes| CodeColumn { codes, values: 6 }).collect();
        let classes = ClassTable::count(&keys, &[], rows.len());
        let hierarchies = hierarchies();
        let nodes = nodes(&[(0, 2), (0, 1)]);
        (scores(&classes, &hierarchies, &nodes, expected), sensitivity(&hierarchies, &nodes))
    }

    /// The chance of each to be the first that says yes, in a random order of all.
    fn permute_and_flip(coins: &[f64]) -> Vec<f64> {
        fn go(coins: &[f64], left: &[usize], reached: f64, got: &mut [f64]) {
            for (place, &at) in left.iter().enumerate() {
                let asked = reached / left.len() as f64;
                got[at] += asked * coins[at];
                if coins[at] < 1.0 {
                    let mut rest = left.to_vec();
                    rest.remove(place);
                    go(coins, &rest, asked * (1.0 - coins[at]), got);
                }
            }
        }
        let mut got = vec![0.0; coins.len()];
        go(coins, &(0..coins.len()).collect::<Vec<_>>(), 1.0, &mut got);
        got
    }

    #[test]
    fn scores_are_as_defined() {
        // One class of three and one of one at the bottom; of four in all.
        let (got, sensitivity) = scored(&[(0, 0), (0, 0), (0, 0), (1, 0)], 1);
        assert_eq!(nodes(&[(0, 2), (0, 1)])[..3], [vec![0, 0], vec![0, 1], vec![1, 0]]);
        let expected = [3000 * 2, 2000 * 2, 2500 * 3, 1500 * 3, 2000 * 3, 1000 * 3];
        assert_eq!((got, sensitivity), (expected.to_vec(), 3000));
    }

    /// Levels that are chosen from a file, and from the same with one record more, by what is drawn: they are
    /// told apart by ε and no more, and a choice that spends one and a half times that is found out.
    #[test]
    fn the_choice_that_is_drawn_keeps_to_its_epsilon() {
        // Nine attributes that are shown or not: a record shows ten times as much at the finest levels as at
        // the coarsest, so that what one more of it moves is nearly all that is charged for.
        let texts: Texts = ["a", "b"].into_iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(Kind::Text), |_| false);
        let hierarchy =
            || Builder::Suppress.compile("test", &dictionary, &[1; 2], &|_| false).unwrap();
        let hierarchies: Vec<Hierarchy> = (0..9).map(|_| hierarchy()).collect();
        let nodes = [vec![0; 9], vec![1; 9]];
        let sensitivity = sensitivity(&hierarchies, &nodes);
        let scores_of = |rows: &[u32]| {
            let codes = Codes::from_codes(rows, 2);
            let keys = vec![CodeColumn { codes: &codes, values: 2 }; 9];
            let classes = ClassTable::count(&keys, &[], rows.len());
            let scores = scores(&classes, &hierarchies, &nodes, 1);
            scores.into_iter().map(u64::cast_signed).collect::<Vec<_>>()
        };
        let (before, after) = (scores_of(&[0, 1]), scores_of(&[0, 1, 0]));
        assert_eq!((&before[..], &after[..]), (&[0, 1000][..], &[10_000, 2000][..]));
        assert_eq!(sensitivity, 10_000);
        let beyond = |spent: &str| {
            let run = |scores: &[i64]| {
                let (scores, epsilon): (Vec<i64>, Exact) =
                    (scores.to_vec(), spent.parse().unwrap());
                move |seed| {
                    let budget = Budget::pure(Exact::whole(10)).unwrap();
                    let accountant =
                        Accountant::new(budget, Protected::record(Neighbours::AddRemove));
                    let source = Source::seeded_for_tests(seed);
                    let way = Scores::MoveTogether;
                    let selection =
                        Selection::new(scores.len(), sensitivity, way, &epsilon).unwrap();
                    let permit = accountant.drawing_from(source).charge("", selection).unwrap();
                    vec![permit.choose(&scores).unwrap().into_inner().cast_signed() as i64]
                }
            };
            beyond_claim([&run(&before), &run(&after)], 60_000, (0.5, 0.0))
        };
        let (honest, sabotaged) = (beyond("0.5"), beyond("0.75"));
        println!(
            "honest {honest:.1}, sabotaged {sabotaged:.1} standard errors, {before:?} {after:?}"
        );
        assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
        assert!(sabotaged > 5.0, "a saboteur is not found out: {sabotaged}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        /// One record more, whichever it is: no score falls, none grows by more than the
        /// sensitivity, and no choice by permute-and-flip becomes more than e^ε times as likely, or as
        /// unlikely.
        #[test]
        fn no_record_moves_the_choice_far(
            rows in prop::collection::vec((0_u32..6, 0_u32..6), 0..24),
            expected in 1_u64..5,
            epsilon in 0.05_f64..3.0,
        ) {
            let chances = |scores: &[u64], sensitivity: u64| {
                let best = scores.iter().max().copied().unwrap_or(0);
                let coin = |score: &u64| {
                    (-epsilon * (best - score) as f64 / sensitivity as f64).exp()
                };
                permute_and_flip(&scores.iter().map(coin).collect::<Vec<_>>())
            };
            let (before, sensitivity) = scored(&rows, expected);
            let old = chances(&before, sensitivity);
            for record in (0..36).map(|at| (at / 6, at % 6)) {
                let more: Vec<_> = rows.iter().copied().chain([record]).collect();
                let (after, _) = scored(&more, expected);
                for (&before, &after) in before.iter().zip(&after) {
                    prop_assert!(after >= before && after - before <= sensitivity);
                }
                for (old, new) in old.iter().zip(chances(&after, sensitivity)) {
                    let ratio = (new / old).ln().abs();
                    prop_assert!(ratio <= epsilon * (1.0 + 1e-9), "{} > {}", ratio, epsilon);
                }
            }
        }
    }
}
