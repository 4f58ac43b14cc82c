//! The register as a whole: its bytes, its skew, and whether the example's hierarchies fit it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use sha2::{Digest, Sha256};

use super::Hospital;

/// Columns by their place in the header.
const PATIENT: usize = 0;
const BIRTH: usize = 2;
const SEX: usize = 3;
const ZIP: usize = 4;
const MARITAL: usize = 6;
const OCCUPATION: usize = 7;
const ADMISSION: usize = 9;

fn bytes(rows: u64, seed: u64, distinct: bool) -> Vec<u8> {
    let mut out = Vec::new();
    Hospital { rows, seed, output: None, distinct }
        .write(&mut out)
        .expect("a vector takes every byte");
    out
}

/// Header and rows. The name is the only quoted cell, and cut out.
fn cells(csv: &[u8]) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(csv).expect("the register is UTF-8");
    let split = |line: &str| {
        let Some((number, rest)) = line.split_once(",\"") else {
            return line.split(',').map(str::to_owned).collect();
        };
        let (_, rest) = rest.split_once("\",").expect("a quoted name ends");
        [number, "name"].into_iter().chain(rest.split(',')).map(str::to_owned).collect()
    };
    text.lines().map(split).collect()
}

fn distinct_values(rows: &[Vec<String>], columns: &[usize]) -> usize {
    let key = |row: &Vec<String>| columns.iter().map(|&at| row[at].clone()).collect::<Vec<_>>();
    rows.iter().map(key).collect::<BTreeSet<_>>().len()
}

#[test]
fn the_first_lines_are_these() {
    let csv = bytes(10_000, 1, false);
    let text = String::from_utf8(csv).expect("the register is UTF-8");
    let lines: Vec<&str> = text.lines().skip(1).take(3).collect();
    assert_eq!(
        lines,
        [
            "P144326815,\"Laurin, Flavia\",1971-06-01,F,55018,Marelia,Single,Homemaker,\
             General fund,2023-01-01,Surgery,I83.9,4,2914.64",
            "P125930150,\"Vidoral, Nora G.\",2022-12-30,F,28617,Marelia,Single,Young child,\
             General fund,2023-01-01,Obstetrics,Z38.0,3,1392.85",
            "P828203349,\"Jarnach, Albina\",1932-10-23,F,74551,Marelia,Widowed,Retired,\
             General fund,2023-01-01,Orthopaedics,M17.1,6,8797.38",
        ]
    );
}

#[test]
fn the_bytes_are_the_same_on_every_machine() {
    let digest = |csv: &[u8]| {
        let hex: Vec<String> =
            Sha256::digest(csv)[..8].iter().map(|b| format!("{b:02x}")).collect();
        hex.concat()
    };
    assert_eq!(digest(&bytes(10_000, 1, false)), "d81047515b22ae7c");
    assert_eq!(digest(&bytes(1_000, 7, true)), "54289996ac09a4a0");
}

#[test]
fn the_example_is_what_the_generator_makes() {
    let stored = fs::read(crate::root().join("examples/hospital/stays.csv"))
        .expect("the example is in the repository");
    assert!(stored == bytes(10_000, 1, false), "run `cargo xtask hospital` and commit its file");
}

#[test]
fn every_row_has_every_column() {
    for (rows, distinct) in [(1, false), (3, true), (2_000, false)] {
        let csv = cells(&bytes(rows, 3, distinct));
        assert_eq!(csv.len() as u64, rows + 1);
        assert!(csv.iter().all(|row| row.len() == 14));
    }
}

#[test]
fn patients_return_and_stay_the_same() {
    let csv = cells(&bytes(10_000, 2, false));
    let patients = distinct_values(&csv[1..], &[PATIENT]);
    assert!((6_500..7_500).contains(&patients), "{patients} patients");
    assert_eq!(distinct_values(&csv[1..], &[PATIENT, BIRTH, SEX]), patients);
    assert!(csv[1..].iter().all(|row| row[BIRTH] <= row[ADMISSION]));
}

#[test]
fn a_few_cells_are_missing() {
    let csv = cells(&bytes(20_000, 2, false));
    let missing = |column: usize| csv.iter().filter(|row| row[column].is_empty()).count();
    assert!((50..160).contains(&missing(ZIP)), "{} zips", missing(ZIP));
    assert!((140..270).contains(&missing(MARITAL)), "{} statuses", missing(MARITAL));
    assert!((320..480).contains(&missing(OCCUPATION)), "{} occupations", missing(OCCUPATION));
}

#[test]
fn distinct_stays_are_nearly_all_distinct() {
    let csv = cells(&bytes(20_000, 2, true));
    assert!(distinct_values(&csv[1..], &[BIRTH, ZIP]) > 19_990);
}

#[test]
fn every_value_is_in_its_hierarchy() {
    let csv = cells(&bytes(50_000, 4, false));
    for name in ["nationality", "marital_status", "occupation", "insurance", "ward", "diagnosis"] {
        let lines = hierarchy(name);
        let known: BTreeSet<&str> = lines.iter().map(|line| line[0].as_str()).collect();
        assert_eq!(known.len(), lines.len(), "{name}.csv has a value twice");
        let column = csv[0].iter().position(|title| title == name).expect("a column of the header");
        let stranger = csv[1..]
            .iter()
            .map(|row| row[column].as_str())
            .find(|&value| !value.is_empty() && !known.contains(value));
        assert_eq!(stranger, None, "not in {name}.csv");
    }
}

#[test]
fn hierarchies_are_nested_and_end_in_one_value() {
    for name in ["nationality", "marital_status", "occupation", "insurance", "ward", "diagnosis"] {
        let lines = hierarchy(name);
        for level in 0..lines[0].len() - 1 {
            let mut parents = BTreeMap::new();
            for line in &lines {
                let parent = parents.entry(&line[level]).or_insert(&line[level + 1]);
                assert_eq!(*parent, &line[level + 1], "{name}.csv, above {}", line[level]);
            }
        }
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{name}.csv is ragged");
        assert!(lines.iter().all(|line| line[line.len() - 1] == "*"), "{name}.csv has no top");
    }
}

fn hierarchy(name: &str) -> Vec<Vec<String>> {
    let file = crate::root().join("examples/hospital/hierarchies").join(format!("{name}.csv"));
    let text = fs::read_to_string(file).expect("the hierarchy is in the repository");
    text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect()
}
