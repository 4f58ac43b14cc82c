//! What several releases say together.

use super::super::sheet::{Sheet, language};
use super::{name, near};
use ridotto_core::Kind;
use ridotto_measure::attack::meaning::Language;
use ridotto_measure::attack::{
    Candidates, Cells, File, Inference, belief_of_both, comings_and_goings, complementary_release,
    homogeneity, intersection, joined, joined_in_order, linkage, temporal, unsorted_matching,
};
use ridotto_testkit::golden::{self, Vector, texts};
use serde_json::Value;

pub fn john(vector: &Vector) {
    let read = |column: &str| language(if column == "Age" { Kind::Integer } else { Kind::Text });
    let one = Sheet::golden(name(&vector.given["release1"]), read);
    let other = Sheet::golden(name(&vector.given["release2"]), read);
    let people = Sheet::people(
        &["zip", "Age"],
        &[&["94011", "<30"], &["94011", "30-39"], &["94011", "40-49"]],
        read,
    );
    let people = people.file(&["zip", "Age"]);
    let first = Inference::new(&people, &one.with(&["Postal Code", "Age"], "Diagnose"))
        .expect("two columns");
    let second = Inference::new(&people, &other.with(&["Postal code", "Age"], "Diagnose"))
        .expect("two columns");
    for (person, key) in ["age<30", "age30-39", "age40-49"].into_iter().enumerate() {
        let left = belief_of_both(&first, &second, person).expect("the same people");
        let left: Vec<String> = one.named("Diagnose", &left).into_iter().map(|it| it.0).collect();
        assert_eq!(left, texts(&vector.expected[key]), "{key}");
    }
    let found = intersection(&first, &second).expect("the same people");
    assert_eq!((found.people, found.rows), (2, vec![0, 1]));
    assert_eq!(homogeneity(&first).people + homogeneity(&second).people, 0);
}

/// How the tables of Sweeney's examples are to be read.
fn sweeney(column: &str) -> Language {
    match column {
        "Race" => language(Kind::Text)
            .explain("person", ["black", "white"])
            .explain("Person", ["Asian", "Black", "White"]),
        "Gender" => language(Kind::Text).explain("human", ["male", "female"]),
        "ZIP" => language(Kind::Text)
            .explain("0213", ["02138", "02139"])
            .explain("0214", ["02141", "02142"]),
        "BirthDate" => language(Kind::Integer),
        _ => language(Kind::Text),
    }
}

/// The size of the smallest class.
fn k(file: &File<'_>) -> u64 {
    let found = linkage(file, file).expect("the same columns");
    found.smallest_group().expect("rows")
}

#[track_caller]
fn same_cells(joined: &[Cells], columns: &[&str], expected: &Sheet) {
    for (cells, column) in joined.iter().zip(columns) {
        let of = expected.cells(column);
        (0..cells.codes().len())
            .for_each(|row| assert!(cells.meaning(row) == of.meaning(row), "{column} {row}"));
    }
}

pub fn unsorted(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let columns = ["Race", "ZIP"];
    let [one, other] = ["GT1", "GT2"].map(|key| Sheet::golden(name(&given[key]), sweeney));
    let (first, second) = (one.file(&columns), other.file(&columns));
    let found = unsorted_matching(&first, &second).expect("as many rows");
    assert_eq!((found.people, found.figure("rows-that-fit")), (12, Some(1.0)));
    near(found.figure("by-chance").expect("a share"), 0.5);
    assert_eq!(
        [k(&first), k(&second)].map(Value::from),
        [expected["k_GT1"].clone(), expected["k_GT2"].clone()]
    );
    assert_eq!(found.smallest_group().map(Value::from), Some(expected["k_PT"].clone()));
    let joined = joined_in_order(&first, &second).expect("the rows fit");
    same_cells(&joined, &columns, &Sheet::golden("003_unsorted_PT", sweeney));
    // In another order the rows do not fit, and nothing is claimed.
    let table = golden::table(name(&given["GT2"]));
    let mut rows = table.rows;
    rows.rotate_left(1);
    let turned = Sheet::new(&table.header, &rows, sweeney);
    let found = unsorted_matching(&first, &turned.file(&columns)).expect("as many rows");
    assert_eq!((found.people, found.unmatched), (0, 12));
}

const LINKED: [&str; 5] = ["Race", "BirthDate", "Gender", "ZIP", "Problem"];

pub fn complementary(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let [one, other] = ["GT1", "GT3"].map(|key| Sheet::golden(name(&given[key]), sweeney));
    let (first, second) = (one.file(&LINKED), other.file(&LINKED));
    let found = complementary_release(&first, &second, 4).expect("the same columns");
    assert_eq!(found.figure("joined"), Some(12.0));
    let links = Candidates::new(&first, &second).expect("the same columns").counts();
    assert_eq!(Value::from(links == [1; 12]), expected["each_row_links_uniquely"]);
    assert_eq!(found.smallest_group().map(Value::from), Some(expected["k_LT"].clone()));
    let unique: Vec<Vec<String>> =
        expected["unique_tuples"].as_array().expect("tuples").iter().map(texts).collect();
    let table = golden::table("003_comp_LT");
    let rows: Vec<Vec<String>> =
        found.rows.iter().map(|&row| table.rows[row as usize][..4].to_vec()).collect();
    assert_eq!(rows, unique);
    same_cells(
        &joined(&first, &second).expect("the same columns"),
        &LINKED,
        &Sheet::golden("003_comp_LT", sweeney),
    );
    let by_problem =
        Candidates::new(&one.file(&["Problem"]), &other.file(&["Problem"])).expect("one each");
    assert_eq!(
        by_problem.counts().iter().sum::<u64>(),
        expected["pairs_joining_on_Problem_only"].as_u64().expect("a count")
    );
}

pub fn later(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let earlier = Sheet::golden(name(&given["release_t0"]), sweeney);
    let with_new = |table: &str| {
        let table = golden::table(table);
        let new = given["new_tuples"].as_array().expect("tuples").iter().map(texts);
        Sheet::new(&table.header, &table.rows.into_iter().chain(new).collect::<Vec<_>>(), sweeney)
    };
    let first = name(&given["release_t1"]).split(' ').next().expect("a table");
    let (wrong, right) = (with_new(first), with_new(name(&given["release_t0"])));
    let identifying = &LINKED[..4];
    let found =
        temporal(&earlier.file(&LINKED), &wrong.file(&LINKED), 4).expect("the same columns");
    assert_eq!(Value::from(k(&earlier.file(identifying))), expected["k_t0"]);
    assert_eq!(Value::from(k(&wrong.file(identifying))), expected["k_t1"]);
    assert_eq!(found.smallest_group().map(Value::from), Some(expected["k_linked"].clone()));
    let linked = joined(&earlier.file(&LINKED), &wrong.file(&LINKED)).expect("the same columns");
    same_cells(&linked, &LINKED, &Sheet::golden(name(&expected["linked_rows_recover"]), sweeney));
    let safe = temporal(&earlier.file(&LINKED), &right.file(&LINKED), 4).expect("the same columns");
    assert_eq!(
        (safe.people, safe.smallest_group().map(Value::from)),
        (0, Some(expected["k_safe_alternative"].clone()))
    );
}

pub fn removal(vector: &Vector) {
    let text = language(Kind::Text);
    let of = |when: &str| texts(&vector.given[when]["class"]);
    let (before, after) = (of("t0"), of("t1_after_one_person_left"));
    let cells = |values: &[String]| {
        (Cells::of_texts(vec!["*"; values.len()], &text), Cells::of_texts(values, &text))
    };
    let (old, new) = (cells(&before), cells(&after));
    let (old_file, new_file) = (
        File::new(vec![&old.0]).and_then(|file| file.with_sensitive(&old.1)).expect("columns"),
        File::new(vec![&new.0]).and_then(|file| file.with_sensitive(&new.1)).expect("columns"),
    );
    let found = comings_and_goings(&old_file, &new_file).expect("the same columns");
    assert_eq!((found.people, found.of, found.figure("left")), (1, 1, Some(1.0)));
    let mut left = before.clone();
    for value in &after {
        let at = left.iter().position(|it| it == value);
        left.remove(at.expect("still there"));
    }
    assert_eq!(left, [name(&vector.expected["leaver_value"])]);
}
