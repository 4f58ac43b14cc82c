//! Persons as units, and missing values that fit anything: nodes are seen as plain counting sees
//! them, and what is suppressed at a node is suppressed below.

use proptest::prelude::*;
use ridotto_core::hierarchy::{Builder, Redact};
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{
    ClassTable, Code, CodeColumn, Codes, Dictionary, Hierarchy, Kind, Reading, Texts,
};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{
    Evaluate, PersonEvaluator, WildcardEvaluator, unmatched, wild_groups,
};
use ridotto_micro::lattice::OpenNodes;
use ridotto_micro::search::{Task, search};
use ridotto_testkit::{Small, small};
use std::collections::BTreeMap;

/// All nodes of a lattice between the bottom and these heights.
fn nodes(heights: &[u8]) -> Vec<Vec<u8>> {
    heights.iter().fold(vec![vec![]], |nodes, &height| {
        nodes
            .into_iter()
            .flat_map(|node: Vec<u8>| (0..=height).map(move |level| [&node[..], &[level]].concat()))
            .collect()
    })
}

fn scorer(table: &Small, k: u64) -> Scorer {
    let loss = Objective::Loss(Aggregate::Mean);
    Scorer::new(loss, table.scales(&[]), table.rows as u64, k)
}

/// The rows of persons whose multiset of shown rows fewer than `k` persons have.
fn plainly(table: &Small, persons: &[u32], levels: &[u8], k: u64) -> Vec<bool> {
    let shown = |row: usize| -> Vec<Code> {
        let at = table.hierarchies.iter().zip(levels).zip(&table.columns);
        at.map(|((of, &level), codes)| of.map(level.into())[codes.get(row) as usize]).collect()
    };
    let mut rows: BTreeMap<u32, Vec<Vec<Code>>> = BTreeMap::new();
    for (row, &person) in persons.iter().enumerate() {
        rows.entry(person).or_default().push(shown(row));
    }
    for own in rows.values_mut() {
        own.sort();
    }
    let mut alike: BTreeMap<&Vec<Vec<Code>>, u64> = BTreeMap::new();
    for own in rows.values() {
        *alike.entry(own).or_default() += 1;
    }
    persons.iter().map(|person| alike[&rows[person]] < k).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn persons_are_counted_by_all_their_rows(
        table in small(3, 40),
        owners in prop::collection::vec(0_u32..14, 40),
        k in 1_u64..5,
        limit in 0_u64..20,
    ) {
        // A release of nothing is none.
        let limit = limit.min(table.rows as u64 - 1);
        let persons = &owners[..table.rows];
        let codes = Codes::from_codes(persons, 14);
        let scorer = scorer(&table, 1);
        let keys = table.keys();
        let person = CodeColumn { codes: &codes, values: 14 };
        let mut together = PersonEvaluator::new((&keys, person), table.rows, &table.hierarchies, k, &scorer);
        let mut best: Option<f64> = None;
        for levels in nodes(&table.heights()) {
            let plain = plainly(&table, persons, &levels, k);
            prop_assert_eq!(&together.suppressed(&levels), &plain);
            let gone = plain.iter().filter(|&&gone| gone).count() as u64;
            let look = together.look(&levels, limit, OpenNodes::unknown());
            prop_assert_eq!(look.outcome.is_some(), gone <= limit);
            if let Some(outcome) = look.outcome {
                prop_assert_eq!(outcome.suppressed, gone);
                let score = scorer.score(&levels, &outcome);
                best = Some(best.map_or(score, |best: f64| best.min(score)));
            }
            // Coarser stays coarser: nobody is suppressed above who is not suppressed here.
            for (at, &height) in table.heights().iter().enumerate() {
                if levels[at] < height {
                    let mut above = levels.clone();
                    above[at] += 1;
                    let above = plainly(&table, persons, &above, k);
                    prop_assert!(plain.iter().zip(&above).all(|(here, above)| *here || !above));
                }
            }
        }
        let lattice = Lattice::between(vec![0; table.columns.len()], table.heights());
        let task = Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
        let found = search(&task, &mut together, None, &()).best.map(|best| best.score);
        let is_best = match (found, best) {
            (Some(found), Some(best)) => (found - best).abs() < 1e-9,
            (found, best) => found.is_none() && best.is_none(),
        };
        prop_assert!(is_best);
    }
}

/// Columns of zip codes, some of them missing.
fn zips(rows: &[[Option<u8>; 2]]) -> (Vec<Codes>, Vec<Dictionary>, Vec<Hierarchy>) {
    let texts: Texts = ["00", "01", "10", "11", "?"].into_iter().collect();
    let column = |at: usize| {
        let reading = Reading::of_kind(Kind::Text);
        let (dictionary, new) = Dictionary::new(&texts, reading, |text| text == "?");
        let codes: Vec<Code> = rows.iter().map(|row| new[row[at].map_or(4, usize::from)]).collect();
        let redact = Builder::Redact(Redact::default());
        let hierarchy = redact.compile("zip", &dictionary, &[1; 5], &|_| false).unwrap();
        (Codes::from_codes(&codes, 5), dictionary, hierarchy)
    };
    let columns: Vec<_> = (0..2).map(column).collect();
    let mut parts = (Vec::new(), Vec::new(), Vec::new());
    for (codes, dictionary, hierarchy) in columns {
        parts.0.push(codes);
        parts.1.push(dictionary);
        parts.2.push(hierarchy);
    }
    parts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Rows are deleted one after the other until all fit `k`, compared pair by pair as texts.
    #[test]
    fn missing_values_fit_anything(
        rows in prop::collection::vec([prop::option::of(0_u8..4), prop::option::of(0_u8..4)], 1..25),
        k in 1_u64..6,
        both in any::<bool>(),
    ) {
        let (columns, _, hierarchies) = zips(&rows);
        prop_assert!(WildcardEvaluator::is_monotone(&hierarchies));
        let keys: Vec<CodeColumn<'_>> =
            columns.iter().map(|codes| CodeColumn { codes, values: 5 }).collect();
        let table = ClassTable::count(&keys, &[], rows.len());
        let scopes = if both {
            vec![(vec![0, 1], k), (vec![1], k + 1)]
        } else {
            vec![(vec![0], k), (vec![1], k)]
        };
        let mut suppressed: BTreeMap<Vec<u8>, Vec<bool>> = BTreeMap::new();
        for levels in nodes(&[2, 2]) {
            let shown: Vec<[Option<&str>; 2]> = (0..rows.len())
                .map(|row| {
                    [0, 1].map(|at| {
                        let level = usize::from(levels[at]);
                        let group = hierarchies[at].map(level)[columns[at].get(row) as usize];
                        hierarchies[at].label(level, group).filter(|label| *label != "*")
                    })
                })
                .collect();
            let fit = |a: usize, b: usize, subset: &[usize]| {
                subset.iter().all(|&at| match (shown[a][at], shown[b][at]) {
                    (Some(a), Some(b)) => a == b,
                    _ => true,
                })
            };
            let mut gone = vec![false; rows.len()];
            while let Some(row) = (0..rows.len()).filter(|&row| !gone[row]).find(|&row| {
                scopes.iter().any(|(subset, k)| {
                    let left = (0..rows.len()).filter(|&other| !gone[other]);
                    (left.filter(|&other| fit(row, other, subset)).count() as u64) < *k
                })
            }) {
                gone[row] = true;
            }
            let up: Vec<&[Code]> = (0..2).map(|at| hierarchies[at].map(levels[at].into())).collect();
            let groups: Vec<usize> = (0..2).map(|at| hierarchies[at].groups(levels[at].into())).collect();
            let recoded = table.coarsen(&up, &groups);
            let found = unmatched(&recoded, &wild_groups(&hierarchies, &levels), &scopes);
            let sizes = recoded.keys().counts().iter().zip(&found);
            let count: u64 = sizes.filter(|(_, gone)| **gone).map(|(size, _)| size).sum();
            prop_assert_eq!(count, gone.iter().filter(|&&gone| gone).count() as u64);
            for (at, lower) in levels.iter().enumerate().filter(|(_, level)| **level > 0) {
                let mut below = levels.clone();
                below[at] = lower - 1;
                let below = &suppressed[&below];
                prop_assert!(gone.iter().zip(below).all(|(here, below)| !here || *below));
            }
            suppressed.insert(levels, gone);
        }
    }
}
