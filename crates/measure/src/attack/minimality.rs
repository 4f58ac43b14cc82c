//! Minimality: that something was generalised tells that it had to be.

use super::Attack;
use super::found::{Found, Guess};
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};
use ridotto_core::Decimal;
use ridotto_core::class::Tally;
use ridotto_core::{CodeColumn, Codes};

mod odds;

use odds::Odds;

/// What the intruder knows of the method: a finer class is kept unless it has fewer than `k` rows,
/// or more than `share` of them have the sensitive value.
#[derive(Clone, Copy, Debug)]
pub struct Minimal {
    /// At most this share of a class may have the sensitive value: 1/l for l-diversity of this kind.
    pub share: Decimal,
    /// The fewest rows of a class; 1 if nothing was asked.
    pub k: u64,
    /// Whose need it was.
    pub need: Need,
}

/// Why classes were joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Each class by itself, as local recoding does: one of its own parts was not safe.
    OfEachClass,
    /// All classes at once, as full-domain generalisation does: some part somewhere was not safe.
    OfTheTable,
}

/// Infers from a minimal generalisation where the sensitive value must be.
///
/// The intruder knows everybody's quasi-identifiers, so also the finer classes, `finer` for each
/// row, that were joined to the published ones, `published`; and of a published class, how many of
/// its rows have the sensitive value. Placements of these among the finer classes are equally
/// likely at first. Those are ruled out in which no finer class would have been unsafe: then nothing
/// would have been generalised. What is left is more than the release says, and may exceed what the
/// requirement promises; then a person is found. Certainty is the probability that the person
/// has the sensitive value. The figure `promised` is the share that the requirement allows.
///
/// A finer class with fewer than `k` rows explains a generalisation by itself, and nothing is learnt.
///
/// # Stopped by
/// Methods whose choices do not depend on sensitive values, and differential privacy.
///
/// # Cost
/// For a published class of *m* finer ones with *s* sensitive values of *n* rows: about
/// *m* · *s* · *n* steps, once for each distinct size of a finer class.
///
/// # Example
/// ```
/// use ridotto_core::Decimal;
/// use ridotto_measure::attack::{Minimal, Need, minimality};
/// // Two people of one kind, five of another; two of all seven have the value, shown as one class.
/// let finer = [0, 0, 1, 1, 1, 1, 1];
/// let sensitive = [true, true, false, false, false, false, false];
/// let half = Minimal { share: Decimal::new(5, 1), k: 1, need: Need::OfEachClass };
/// let found = minimality(&finer, &[0; 7], &sensitive, &half).unwrap();
/// // Only two values in the class of two would have been unsafe: so that is where they are.
/// assert_eq!((found.people, found.surest), (2, 1.0));
/// ```
///
/// `None` if the three have not equally many rows, or a finer class lies in two published ones.
///
/// # References
/// R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei (2007), *Minimality attack in privacy preserving data
/// publishing*.
pub fn minimality(
    finer: &[u32],
    published: &[u32],
    sensitive: &[bool],
    minimal: &Minimal,
) -> Option<Found> {
    let rows = finer.len();
    if published.len() != rows || sensitive.len() != rows {
        return None;
    }
    let classes = classes(finer, published, sensitive)?;
    let odds: Vec<Odds> = classes.iter().map(|class| Odds::new(class, minimal.share)).collect();
    let joined = |class: &Class| class.sizes.len() > 1;
    let explained = |class: &Class| class.sizes.iter().any(|&size| size < minimal.k);
    let table_explained = classes.iter().filter(|class| joined(class)).any(explained);
    let all_safe: f64 = classes
        .iter()
        .zip(&odds)
        .filter(|(class, _)| joined(class))
        .map(|(_, odds)| odds.safe)
        .product();
    let mut guesses = Vec::new();
    let mut of_finer = rustc_hash::FxHashMap::default();
    for (class, odds) in classes.iter().zip(&odds) {
        let safe = match minimal.need {
            _ if !joined(class) => None,
            Need::OfEachClass => (!explained(class)).then_some(odds.safe),
            Need::OfTheTable => (!table_explained).then_some(all_safe),
        };
        for (part, &size) in class.sizes.iter().enumerate() {
            let certainty = odds.sensitive_if_unsafe(part, safe);
            let beyond = certainty > minimal.share.to_f64() * (1.0 + 1e-9);
            let guess = Guess { group: class.rows(), certainty, found: beyond };
            of_finer.insert(class.parts[part], guesses.len());
            guesses.push((Some(guess), size));
        }
    }
    let found_in = |finer: &u32| guesses[of_finer[finer]].0.is_some_and(|guess: Guess| guess.found);
    let found_rows =
        (0..).zip(finer).filter(|(_, finer)| found_in(finer)).map(|(row, _)| row).collect();
    let mut found = Found::of_guesses(Attack::Minimality, guesses.iter().copied());
    found.rows = found_rows;
    Some(found.with("promised", minimal.share.to_f64()))
}

/// A published class: its finer classes with their sizes, and how many rows are sensitive.
struct Class {
    parts: Vec<u32>,
    sizes: Vec<u64>,
    sensitive: u64,
}

impl Class {
    fn rows(&self) -> u64 {
        self.sizes.iter().sum()
    }
}

fn classes(finer: &[u32], published: &[u32], sensitive: &[bool]) -> Option<Vec<Class>> {
    let values = |numbers: &[u32]| numbers.iter().max().map_or(0, |&most| most as usize + 1);
    let flags: Vec<u32> = sensitive.iter().map(|&is| u32::from(is)).collect();
    let columns = [published, finer, &flags[..]];
    let codes = columns.map(|numbers| Codes::from_codes(numbers, values(numbers)));
    let keys: Vec<CodeColumn<'_>> = codes
        .iter()
        .zip(columns)
        .map(|(codes, numbers)| CodeColumn { codes, values: values(numbers) })
        .collect();
    let tally = Tally::count(&keys, finer.len());
    let mut home = vec![None; values(finer)];
    let mut classes: Vec<Class> = Vec::new();
    let mut last = None;
    for at in 0..tally.len() {
        let (class, part, count) = (tally.code(at, 0), tally.code(at, 1), tally.counts()[at]);
        if *home[part as usize].get_or_insert(class) != class {
            return None;
        }
        if last != Some(class) {
            classes.push(Class { parts: Vec::new(), sizes: Vec::new(), sensitive: 0 });
            last = Some(class);
        }
        let own = classes.last_mut()?;
        if own.parts.last() == Some(&part) {
            *own.sizes.last_mut()? += count;
        } else {
            own.parts.push(part);
            own.sizes.push(count);
        }
        own.sensitive += if tally.code(at, 2) == 1 { count } else { 0 };
    }
    Some(classes)
}

/// Minimality as the catalogue has it.
pub static MINIMALITY: Entry = AttackEntry {
    name: "minimality",
    title: "Minimality",
    aliases: &["minimality-attack"],
    formula: "the value is likelier than the requirement allows",
    summary: "An intruder who knows that nothing was generalised without need concludes what would have violated the requirement otherwise.",
    advice: "",
    facts: AttackFacts {
        knows: "everybody's quasi-identifiers, and that nothing was generalised without need",
        discloses: &[Disclosure::Attribute],
        needs: "the value that was protected",
        help: &[Help::Model("differential-privacy")],
        figures: &[("promised", "The share that the requirement allows.")],
    },
    references: &[reference::WONG_2007],
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "", text: "Suppose that at most half of a class may have cancer, and that nothing is generalised without need. Then somebody asks why class C was made so coarse: because a finer one would have been all cancer. For **3** people cancer follows for certain, those of C, who were certain anyway.", run: &["attack stays.csv released.csv --policy stays.toml --same-order --minimal disease=cancer --at-most 0.5"], says: &["attack people claimed right wrong of mean surest gain", "minimality of disease learnt 3 3 0 8 0.5 1"] },
}
.entry();

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All placements of the sensitive values, one by one.
    fn by_hand(sizes: &[Vec<u64>], sensitive: &[u64], share: Decimal, need: Need) -> Vec<Vec<f64>> {
        let unsafe_part = |size: u64, count: u64| !share.is_at_least(count.into(), size.into());
        // For each class the placements: weight, counts, whether unsafe.
        let placements = |class: usize| {
            let mut all = vec![(1.0, Vec::new())];
            for &size in &sizes[class] {
                let choose =
                    |k: u64| (0..k).map(|i| (size - i) as f64 / (i + 1) as f64).product::<f64>();
                all = all
                    .iter()
                    .flat_map(|(weight, counts): &(f64, Vec<u64>)| {
                        (0..=size).map(move |k| (weight * choose(k), [&counts[..], &[k]].concat()))
                    })
                    .collect();
            }
            all.retain(|(_, counts)| counts.iter().sum::<u64>() == sensitive[class]);
            all
        };
        let bad = |class: usize, counts: &[u64]| {
            sizes[class].len() > 1
                && sizes[class].iter().zip(counts).any(|(&n, &k)| unsafe_part(n, k))
        };
        let all: Vec<Vec<(f64, Vec<u64>)>> = (0..sizes.len()).map(placements).collect();
        let mut tables = vec![(1.0, Vec::<Vec<u64>>::new())];
        for class in &all {
            tables = tables
                .iter()
                .flat_map(|(weight, table)| {
                    class.iter().map(move |(own, counts)| {
                        (weight * own, [&table[..], std::slice::from_ref(counts)].concat())
                    })
                })
                .collect();
        }
        (0..sizes.len())
            .map(|class| {
                (0..sizes[class].len())
                    .map(|part| {
                        let can_be = |table: &Vec<Vec<u64>>| match need {
                            Need::OfEachClass => {
                                sizes[class].len() == 1 || bad(class, &table[class])
                            }
                            Need::OfTheTable => (0..sizes.len()).any(|c| bad(c, &table[c])),
                        };
                        let mean = |of: &mut dyn Iterator<Item = &(f64, Vec<Vec<u64>>)>| {
                            let (mut sum, mut all) = (0.0, 0.0);
                            for (weight, table) in of {
                                sum +=
                                    weight * table[class][part] as f64 / sizes[class][part] as f64;
                                all += weight;
                            }
                            (all > 0.0).then(|| sum / all)
                        };
                        let told = sizes[class].len() > 1;
                        let with = mean(&mut tables.iter().filter(|(_, table)| can_be(table)));
                        with.filter(|_| told)
                            .or_else(|| mean(&mut tables.iter()))
                            .expect("some placement")
                    })
                    .collect()
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]
        #[test]
        fn odds_are_those_of_all_placements(
            sizes in prop::collection::vec(prop::collection::vec(1_u64..5, 1..4), 1..3),
            fill in prop::collection::vec(0_u64..8, 3),
            share in prop_oneof![Just((1_u64, 2_u64)), Just((1, 3)), Just((2, 3))],
            whole in any::<bool>(),
        ) {
            let share = Decimal::ceil_share(share.0, share.1);
            let need = if whole { Need::OfTheTable } else { Need::OfEachClass };
            let sensitive: Vec<u64> = sizes.iter().zip(&fill)
                .map(|(sizes, &fill)| fill.min(sizes.iter().sum())).collect();
            let (mut finer, mut published, mut flags) = (vec![], vec![], vec![]);
            let mut part = 0;
            for (class, sizes) in sizes.iter().enumerate() {
                let start = flags.len();
                for &size in sizes {
                    finer.extend(vec![part; size as usize]);
                    published.extend(vec![class as u32; size as usize]);
                    flags.extend(vec![false; size as usize]);
                    part += 1;
                }
                flags[start..start + sensitive[class] as usize].fill(true);
            }
            let expected = by_hand(&sizes, &sensitive, share, need);
            let found = minimality(&finer, &published, &flags, &Minimal { share, k: 1, need }).expect("even");
            let flat: Vec<(f64, u64)> = expected.iter().zip(&sizes)
                .flat_map(|(odds, sizes)| odds.iter().copied().zip(sizes.iter().copied())).collect();
            let surest = flat.iter().map(|it| it.0).fold(0.0, f64::max);
            let mean = flat.iter().map(|(odds, size)| odds * *size as f64).sum::<f64>() / finer.len() as f64;
            let people: u64 = flat.iter().filter(|it| it.0 > share.to_f64() + 1e-9).map(|it| it.1).sum();
            prop_assert!((found.surest - surest).abs() < 1e-9, "{} {surest}", found.surest);
            prop_assert!((found.certainty - mean).abs() < 1e-9);
            prop_assert_eq!(found.people, people);
            prop_assert_eq!(found.rows.len() as u64, people);
        }
    }

    #[test]
    fn small_classes_explain_a_generalisation() {
        let finer = [0, 0, 1, 1, 1, 1, 1];
        let flags = [true, true, false, false, false, false, false];
        let share = Decimal::new(5, 1);
        for (k, people) in [(2, 2), (3, 0)] {
            for need in [Need::OfEachClass, Need::OfTheTable] {
                let found = minimality(&finer, &[0; 7], &flags, &Minimal { share, k, need });
                assert_eq!(found.map(|found| found.people), Some(people), "k = {k}");
            }
        }
        let minimal = Minimal { share, k: 1, need: Need::OfEachClass };
        assert!(minimality(&[0, 0], &[0, 1], &[true, false], &minimal).is_none());
        assert!(minimality(&[0, 0], &[0], &[true, false], &minimal).is_none());
    }
}
