//! Consistency: everybody must have a record, and that rules out what only seems to fit.

use super::Attack;
use super::candidates::Candidates;
use super::cells::File;
use super::flow::Graph;
use super::found::{Found, Guess};
use super::likelihood::{self, Kind};
use crate::{group, reference};
use ridotto_catalogue::entry::{
    AttackEntry, AttackFacts, Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit,
};
use ridotto_catalogue::{Disclosure, Entry, Worked};

/// More pairs of distinct people and classes than this are not looked at.
const MOST_PAIRS: u64 = 50_000_000;

/// Links all people with all records at once, each person with exactly one.
///
/// A record that fits a person is still not theirs if, were it so, somebody else would be left
/// without one. What remains are the pairs that occur in some matching of all with all; a person is
/// found if one record remains. If there are more people than records, some people have none, and if
/// there are more records, some are strangers'; both count as one more possibility. Whoever cannot
/// have a record, as somebody whose record was suppressed, is unmatched.
///
/// The figures: `k-concealment`, how many records remain for the person with the fewest, and
/// `k-of-records`, how many people remain for such a record; `ruled-out`, the share of fitting pairs
/// that was; and where it can be counted `k-confusion`, 1 over the greatest probability of a pair if
/// all matchings are equally likely. `consistent` is 0 if there is no matching at all: then the
/// release is not a generalisation of these people (or a label was not understood), and all are
/// unmatched.
///
/// # Guarantee
/// A release in which `k-concealment` is at least k hides every person among k records from
/// whoever knows all people and tries all matchings, though classes may be smaller than k. They
/// may not be equally likely: only `k-confusion` says that.
///
/// # Stopped by
/// k-anonymity: all records of a class remain, or none.
///
/// # Cost
/// Equal people and equal records are taken together. Then it is a flow and a search for components
/// in the graph of those that fit; `None` if that has more than fifty million edges (or the files
/// have not equally many columns).
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, consistency, meaning::Language};
/// let language = Language::new(Reading::of_kind(Kind::Integer));
/// // 30 fits the first two labels, but 20 fits only the first, which is theirs then; and so on.
/// let [people, labels] =
///     [["20", "30", "40"], ["20-30", "30-40", "40"]].map(|texts| Cells::of_texts(texts, &language));
/// let found = consistency(&File::new(vec![&people]).unwrap(), &File::new(vec![&labels]).unwrap()).unwrap();
/// assert_eq!((found.people, found.figure("k-concealment")), (3, Some(1.0)));
/// ```
///
/// # References
/// A. Gionis, A. Mazza, T. Tassa (2008), *k-anonymization revisited*, doi:10.1109/ICDE.2008.4497483.
/// T. Tassa, A. Mazza, A. Gionis (2012), *k-concealment: an alternative model of k-type anonymity*.
/// K. Stokes, V. Torra (2012), *n-confusion: a generalization of k-anonymity*,
/// doi:10.1145/2320765.2320824.
pub fn consistency(people: &File<'_>, release: &File<'_>) -> Option<Found> {
    consistency_with_truth(people, release, None)
}

/// As [`consistency`], and checked against the truth, if it is known: the row of the release that is
/// each person's.
pub fn consistency_with_truth(
    people: &File<'_>,
    release: &File<'_>,
    truth: Option<&[Option<u32>]>,
) -> Option<Found> {
    let candidates = Candidates::new(people, release)?;
    let pairs = candidates.each(|| (), |(), fitting| fitting.classes.len() as u64);
    if pairs.iter().sum::<u64>() > MOST_PAIRS {
        return None;
    }
    let mut fitting = candidates.each(|| (), |(), fitting| fitting.classes.to_vec());
    let (mut left, mut right) =
        (candidates.people.counts.clone(), candidates.release.counts.clone());
    let (known, classes) = (left.len(), right.len());
    let (everybody, records) = (left.iter().sum::<u64>(), right.iter().sum::<u64>());
    if everybody > records {
        right.push(everybody - records);
        for own in &mut fitting {
            own.push(classes as u32);
        }
    } else if records > everybody {
        left.push(records - everybody);
        fitting.push((0..classes as u32).collect());
    }
    let usable = Graph::new(left.clone(), right.clone(), &fitting).usable(people.watch());
    let Some(usable) = usable else {
        let none = vec![None; known];
        let found = Found::of_tuples(Attack::Consistency, &candidates.people, &none);
        // Nobody is claimed, and so nobody rightly.
        let right = truth.map(|_| 0);
        return Some(Found { right, ..found }.with("consistent", 0.0));
    };
    let mut left_over = usable.iter();
    for own in &mut fitting {
        own.retain(|_| *left_over.next().expect("one an edge"));
    }
    let remaining = Remaining { left, right, fitting, known, classes };
    let guesses: Vec<Option<Guess>> = (0..known).map(|person| remaining.guess(person)).collect();
    let mut found = Found::of_tuples(Attack::Consistency, &candidates.people, &guesses);
    if let Some(truth) = truth {
        found = found.checked(|_, person| {
            let left = &remaining.fitting[candidates.people.of_row[person as usize] as usize];
            let own = truth[person as usize].map(|row| candidates.release.of_row[row as usize]);
            own.is_some_and(|own| left.contains(&own))
        });
    }
    let least = found.smallest_group().unwrap_or(0) as f64;
    let before: u64 = pairs.iter().sum();
    let after = remaining.pairs();
    let out = 1.0 - after as f64 / before.max(1) as f64;
    let found = found
        .with("consistent", 1.0)
        .with("k-concealment", least)
        .with("k-of-records", remaining.least_of_records() as f64)
        .with("ruled-out", out);
    Some(match remaining.surest() {
        Some(surest) if surest > 0.0 => found.with("k-confusion", 1.0 / surest),
        _ => found,
    })
}

/// The graph of the pairs that remain; people beyond `known` and records beyond `classes` stand for
/// those who are not there.
struct Remaining {
    left: Vec<u64>,
    right: Vec<u64>,
    fitting: Vec<Vec<u32>>,
    known: usize,
    classes: usize,
}

impl Remaining {
    /// What is known of a person; `None` of one who cannot have a record: nothing is shown of them.
    fn guess(&self, person: usize) -> Option<Guess> {
        let own = &self.fitting[person];
        if own.iter().all(|&class| class as usize >= self.classes) {
            return None;
        }
        let group = own.iter().map(|&class| match class as usize {
            class if class < self.classes => self.right[class],
            _ => 1,
        });
        let group: u64 = group.sum();
        let absent = own.last().is_some_and(|&class| class as usize >= self.classes);
        Some(Guess { group, certainty: 1.0 / group as f64, found: group == 1 && !absent })
    }

    fn pairs(&self) -> u64 {
        let there = |class: &&u32| (**class as usize) < self.classes;
        let of_person = |own: &Vec<u32>| own.iter().filter(there).count() as u64;
        self.fitting[..self.known].iter().map(of_person).sum()
    }

    fn least_of_records(&self) -> u64 {
        let mut people = vec![0; self.classes];
        for (person, own) in self.fitting.iter().enumerate() {
            let count = if person < self.known { self.left[person] } else { 1 };
            for &class in own.iter().filter(|&&class| (class as usize) < self.classes) {
                people[class as usize] += count;
            }
        }
        people.into_iter().min().unwrap_or(0)
    }

    /// The greatest probability of a pair of a person and a record, part by part of the graph.
    fn surest(&self) -> Option<f64> {
        let mut part = vec![usize::MAX; self.right.len()];
        let mut parts: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        let mut people_of: Vec<Vec<usize>> = vec![Vec::new(); self.right.len()];
        for (person, own) in self.fitting.iter().enumerate() {
            for &class in own {
                people_of[class as usize].push(person);
            }
        }
        let mut seen = vec![false; self.left.len()];
        for first in 0..self.right.len() {
            if part[first] != usize::MAX {
                continue;
            }
            let (mut people, mut records) = (Vec::new(), vec![first]);
            part[first] = parts.len();
            let mut at = 0;
            while at < records.len() {
                for &person in &people_of[records[at]] {
                    if std::mem::replace(&mut seen[person], true) {
                        continue;
                    }
                    people.push(person);
                    for &class in &self.fitting[person] {
                        if part[class as usize] == usize::MAX {
                            part[class as usize] = parts.len();
                            records.push(class as usize);
                        }
                    }
                }
                at += 1;
            }
            parts.push((people, records));
        }
        let of_part = |(people, records): &(Vec<usize>, Vec<usize>)| {
            if people.len().saturating_mul(records.len()) > likelihood::MOST {
                return None;
            }
            let fits = |&person: &usize| -> Vec<bool> {
                let own = &self.fitting[person];
                records.iter().map(|&it| own.binary_search(&(it as u32)).is_ok()).collect()
            };
            let kinds = |of: &[u64], nodes: &[usize], real: usize| -> Vec<Kind> {
                nodes.iter().map(|&at| Kind { count: of[at], real: at < real }).collect()
            };
            let fits: Vec<Vec<bool>> = people.iter().map(fits).collect();
            let people = kinds(&self.left, people, self.known);
            likelihood::surest(&people, &kinds(&self.right, records, self.classes), &fits)
        };
        let odds: Option<Vec<f64>> = parts.iter().map(of_part).collect();
        Some(odds?.into_iter().fold(0.0, f64::max))
    }
}

/// Consistency as the catalogue has it.
pub static CONSISTENCY: Entry = AttackEntry {
    name: "consistency",
    title: "Consistency",
    aliases: &["consistency-attack"],
    formula: "one record is left in all matchings of people and records",
    summary: "If everybody has exactly one record, some assignments of records to people are impossible, and what is left may be unique (k-concealment).",
    advice: "",
    facts: AttackFacts {
        knows: "everybody's quasi-identifiers, and that each person has exactly one record",
        discloses: &[Disclosure::Identity],
        needs: "",
        help: &[],
        figures: &[("consistent", "1 if people and records can be matched at all, else 0."), ("k-concealment", "How many records are left for the person with the fewest."), ("k-of-records", "How many people are left for the record with the fewest."), ("k-confusion", "One over the greatest probability of a pair, if all matchings are equally likely."), ("ruled-out", "The share of fitting pairs that was ruled out.")],
    },
    references: &[reference::GIONIS_2008, reference::TASSA_2012],
    worked: Worked::attacked("Eight people and eight records, one for each. The three people of class A can have its three records in any way, and those of B their two: nothing is ruled out that linkage left, **0** are singled out. Were a record of A also good for somebody of B only, it would be.", &["attack people claimed right wrong of mean surest gain", "consistency singled out 0 0 0 8 0.375 0.5 0.25"]),
}
.entry();

/// Records that a person could be.
pub static K_CONCEALMENT: Entry = MeasureEntry {
    name: "k-concealment",
    title: "Records that a person could be",
    aliases: &["k-concealed", "candidates of a person"],
    formula: "min over people of the records left in some matching of all with all",
    summary: "If everybody has exactly one record: the fewest records that anybody could be. Equal classes alone may promise less.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Count,
        better: Better::More,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::TASSA_2012],
    worked: Worked::assessed("Each person has one record and each record one person. The three of class A can be matched with its three records in any way, those of B with two. The fewest records that anybody can be matched with are **2**.", &["k-concealment – 2"]),
}
.entry();

/// Equally likely records.
pub static K_CONFUSION: Entry = MeasureEntry {
    name: "k-confusion",
    title: "Equally likely records",
    aliases: &["n-confusion"],
    formula: "1 / the greatest probability of a pair over all matchings",
    summary: "The same where records are weighed by how likely they are: one over the best chance of being right.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Number,
        better: Better::More,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::STOKES_2012],
    worked: Worked::assessed("Of all matchings of people with records, the two people of B have each of their two records in half of them: the greatest probability of any pair is 1/2, and one over it is `1 / (1/2) = 2`, so **2**.", &["k-confusion – 2"]),
}
.entry();

#[cfg(test)]
mod tests {
    use super::super::cells::Cells;
    use super::super::meaning::Language;
    use super::*;
    use proptest::prelude::*;
    use ridotto_core::{Kind, Reading};

    fn cells(texts: &[String]) -> Cells {
        Cells::of_texts(texts, &Language::new(Reading::of_kind(Kind::Integer)))
    }

    fn attack(people: &Cells, release: &Cells) -> Found {
        let file = |cells| File::new(vec![cells]).expect("one column");
        consistency(&file(people), &file(release)).expect("small")
    }

    /// How often each person has each record over all ways to give records to people (or, with
    /// fewer records, to leave people without), and the number of ways.
    fn by_hand(fits: &[Vec<bool>]) -> (Vec<Vec<f64>>, f64) {
        fn place(
            fits: &[Vec<bool>],
            taken: &mut Vec<Option<usize>>,
            spare: usize,
            pairs: &mut [Vec<f64>],
        ) -> f64 {
            let Some(own) = fits.get(taken.len()) else {
                let records = fits[0].len();
                let used = taken.iter().flatten().count();
                // With more records than people the others are strangers'.
                if used < records.min(fits.len()) {
                    return 0.0;
                }
                for (person, record) in taken.iter().enumerate() {
                    if let Some(record) = record {
                        pairs[person][*record] += 1.0;
                    }
                }
                return 1.0;
            };
            let mut ways = 0.0;
            for (record, &fits_it) in own.iter().enumerate() {
                if fits_it && !taken.contains(&Some(record)) {
                    taken.push(Some(record));
                    ways += place(fits, taken, spare, pairs);
                    taken.pop();
                }
            }
            if spare > 0 {
                taken.push(None);
                ways += place(fits, taken, spare - 1, pairs);
                taken.pop();
            }
            ways
        }
        let mut pairs = vec![vec![0.0; fits[0].len()]; fits.len()];
        let spare = fits.len().saturating_sub(fits[0].len());
        let ways = place(fits, &mut Vec::new(), spare, &mut pairs);
        (pairs, ways)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn concealment_and_confusion_are_those_of_all_matchings(
            people in prop::collection::vec(0_u32..6, 1..6),
            labels in prop::collection::vec((0_u32..6, 0_u32..4), 1..6),
        ) {
            let people: Vec<String> = people.iter().map(u32::to_string).collect();
            let labels: Vec<String> = labels.iter().map(|(low, more)| match more {
                0 => low.to_string(),
                more => format!("{low}-{}", low + more),
            }).collect();
            let (own, their) = (cells(&people), cells(&labels));
            let fits: Vec<Vec<bool>> = (0..people.len())
                .map(|p| (0..labels.len()).map(|r| own.meaning(p).meets(their.meaning(r))).collect())
                .collect();
            let (pairs, ways) = by_hand(&fits);
            let found = attack(&own, &their);
            prop_assert_eq!(found.figure("consistent"), Some(f64::from(u8::from(ways > 0.0))));
            if ways == 0.0 {
                prop_assert_eq!(found.unmatched, people.len() as u64);
                return Ok(());
            }
            let left = |person: &Vec<f64>| {
                let absent = ways - person.iter().sum::<f64>() > 0.5;
                let records = person.iter().filter(|count| **count > 0.0).count();
                (records > 0).then_some((records + usize::from(absent), absent))
            };
            let groups: Vec<(usize, bool)> = pairs.iter().filter_map(left).collect();
            prop_assert_eq!(found.unmatched, (people.len() - groups.len()) as u64);
            let least = groups.iter().map(|it| it.0).min().unwrap_or(0);
            prop_assert_eq!(found.figure("k-concealment"), Some(least as f64));
            let alone = groups.iter().filter(|it| **it == (1, false)).count();
            prop_assert_eq!(found.people, alone as u64);
            if groups.is_empty() {
                return Ok(());
            }
            let most = pairs.iter().flatten().copied().fold(0.0, f64::max) / ways;
            let confusion = found.figure("k-confusion").expect("few records");
            prop_assert!((confusion * most - 1.0).abs() < 1e-9, "{} {}", confusion, 1.0 / most);
        }
    }

    #[test]
    fn classes_smaller_than_k_can_conceal_k() {
        // Each label is there once, and still each person may have two records.
        let people = ["1", "2", "3"].map(str::to_owned);
        let labels = ["1-2", "2-3", "{1, 3}"].map(str::to_owned);
        let found = attack(&cells(&people), &cells(&labels));
        assert_eq!((found.people, found.figure("k-concealment")), (0, Some(2.0)));
        assert_eq!(
            (found.figure("k-of-records"), found.figure("k-confusion")),
            (Some(2.0), Some(2.0))
        );
    }
}
