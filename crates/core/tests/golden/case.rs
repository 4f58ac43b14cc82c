//! A vector's table or counts, made ready.

use ridotto_core::hierarchy::Hierarchy;
use ridotto_core::model::Baseline;
use ridotto_core::{Class, ClassTable, Code, CodeColumn, Codes, Decimal};
use ridotto_testkit::{Small, golden};
use serde_json::Value;

/// A class table with the texts behind its codes.
pub struct Case {
    pub table: ClassTable,
    keys: Vec<Vec<String>>,
    /// The values of each sensitive attribute, by code.
    pub values: Vec<Vec<String>>,
}

impl Case {
    /// Some columns of a vector's table.
    pub fn new(table: &str, keys: &[String], sensitive: &[String]) -> Self {
        let table = golden::table(table);
        let columns = |names: &[String]| -> Vec<(Codes, Vec<String>)> {
            names.iter().map(|name| code(&table.columns(&[name]).concat())).collect()
        };
        let (keys, sensitive) = (columns(keys), columns(sensitive));
        let (counted, rows) = (key_columns(&keys), table.rows.len());
        let counted = ClassTable::count(&counted, &key_columns(&sensitive), rows);
        let values =
            |columns: Vec<(Codes, Vec<String>)>| columns.into_iter().map(|one| one.1).collect();
        Self { table: counted, keys: values(keys), values: values(sensitive) }
    }

    /// The table, keys and sensitive attribute that a vector names.
    pub fn given(given: &Value) -> Self {
        let sensitive = text(&given["sensitive"]).to_owned();
        Self::new(text(&given["table"]), &golden::texts(&given["keys"]), &[sensitive])
    }

    /// The class with a key.
    pub fn class(&self, key: &Value) -> Class<'_> {
        let key = golden::texts(key);
        let is_it = |class: &Class<'_>| {
            class.key().zip(&self.keys).map(|(code, texts)| &texts[code as usize]).eq(&key)
        };
        self.table.classes().find(is_it).unwrap_or_else(|| panic!("no class {key:?}"))
    }

    pub fn baseline(&self) -> Baseline {
        Baseline::of_table(&self.table, 0)
    }
}

fn key_columns(columns: &[(Codes, Vec<String>)]) -> Vec<CodeColumn<'_>> {
    columns.iter().map(|(codes, values)| CodeColumn { codes, values: values.len() }).collect()
}

/// Codes in the order of the numbers that texts such as `20k` begin with, then of the texts.
fn code(cells: &[String]) -> (Codes, Vec<String>) {
    let number = |text: &String| text.trim_end_matches('k').parse::<u64>().ok();
    let mut values = cells.to_vec();
    values.sort_by_key(|text| (number(text), text.clone()));
    values.dedup();
    let place = |cell| values.iter().position(|value| value == cell).expect("it is there") as Code;
    let codes: Vec<Code> = cells.iter().map(place).collect();
    (Codes::from_codes(&codes, values.len()), values)
}

/// A table whose classes have these counts of sensitive values.
pub fn classes(counts: &[Vec<u64>]) -> ClassTable {
    let values = counts[0].len();
    let rows = || {
        (0..).zip(counts).flat_map(|(class, counts)| {
            let codes = (0..).zip(counts);
            codes.flat_map(move |(code, &count)| std::iter::repeat_n((class, code), count as usize))
        })
    };
    let key = Codes::from_codes(&rows().map(|row| row.0).collect::<Vec<Code>>(), counts.len());
    let sensitive = Codes::from_codes(&rows().map(|row| row.1).collect::<Vec<Code>>(), values);
    ClassTable::count(
        &[CodeColumn { codes: &key, values: counts.len() }],
        &[CodeColumn { codes: &sensitive, values }],
        key.len(),
    )
}

/// Counts by name, in the order of `names`.
pub fn counts(object: &Value, names: &[String]) -> Vec<u64> {
    names.iter().map(|name| object[name].as_u64().unwrap_or(0)).collect()
}

pub fn names(object: &Value) -> Vec<String> {
    object.as_object().expect("an object").keys().cloned().collect()
}

/// The codes of some names.
pub fn codes(some: &Value, names: &[String]) -> Vec<Code> {
    let place = |name: &String| names.iter().position(|other| other == name).expect("it is there");
    golden::texts(some).iter().map(|name| place(name) as Code).collect()
}

/// The hierarchy of a tree over some values, whose leaves are all equally deep.
pub fn tree(tree: &Value, values: &[String]) -> Hierarchy {
    fn walk(node: &Value, above: &[String], lines: &mut Vec<Vec<String>>) {
        if let Some(leaves) = node.as_array() {
            let line = |leaf: &Value| {
                let leaf = leaf.as_str().expect("a text").to_owned();
                std::iter::once(leaf).chain(above.iter().rev().cloned()).collect()
            };
            lines.extend(leaves.iter().map(line));
            return;
        }
        for (name, node) in node.as_object().expect("groups") {
            walk(node, &[above, std::slice::from_ref(name)].concat(), lines);
        }
    }
    let mut lines = Vec::new();
    walk(tree.as_object().and_then(|tree| tree.values().next()).expect("a root"), &[], &mut lines);
    for line in &mut lines {
        line.push("*".to_owned());
    }
    let cells: Vec<Vec<String>> = values.iter().map(|value| vec![value.clone()]).collect();
    let small = Small::new(&cells, &[lines]);
    // The dictionary sorts as we do.
    let texts = (0..values.len() as Code).map(|code| small.dictionaries[0].text(code));
    assert!(texts.map(|text| text.expect("a text")).eq(values));
    small.hierarchies[0].clone()
}

/// A fraction, a number, or a whole number written as a text: the nearest decimals at or below it, and
/// at or above it. They are one where the fraction is a decimal.
pub fn around(value: &Value) -> [Decimal; 2] {
    let parts = |text: &str| {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let (above, below) = (above.parse().ok()?, below.parse().ok()?);
        Some([Decimal::floor_share(above, below), Decimal::ceil_share(above, below)])
    };
    let decimal = || Some([Decimal::try_from(value.as_f64()?).ok()?; 2]);
    value.as_str().map_or_else(decimal, parts).unwrap_or_else(|| panic!("{value} is no fraction"))
}

/// The least decimal that is not below a fraction.
pub fn fraction(value: &Value) -> Decimal {
    around(value)[1]
}

/// The decimal that comes after another.
pub fn next(decimal: Decimal) -> Decimal {
    let units = decimal.checked_units(Decimal::MOST_PLACES).expect("a short number");
    Decimal::new(units + 1, Decimal::MOST_PLACES)
}

/// The decimal that comes before another.
pub fn previous(decimal: Decimal) -> Decimal {
    let units = decimal.checked_units(Decimal::MOST_PLACES).expect("a short number");
    Decimal::new(units - 1, Decimal::MOST_PLACES)
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[track_caller]
pub fn same(found: f64, expected: &Value, id: &str) {
    if expected == "inf" {
        assert!(found.is_infinite(), "{id}: {found} is not infinite");
        return;
    }
    let expected = golden::number(expected);
    assert!(
        (found - expected).abs() <= 1e-12 * expected.abs().max(1.0),
        "{id}: {found} instead of {expected}"
    );
}
