//! Golden vectors: small inputs with results that were worked out elsewhere, by hand or by other
//! programs, and that ours must reproduce.
//!
//! In the folder `golden`: `ids.txt` names every vector there is, one a line, so that none is
//! forgotten; `vectors.json` has those that are tested by now, what is *given* and what is
//! *expected* (a fraction is a text such as `"5/9"`); `tables` the tables they speak of; and
//! `adult.csv` the best full-domain generalisations of the Adult data set.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// One golden vector.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its name: a family, a dot, and what tells it from its siblings.
    pub id: String,
    /// The input.
    pub given: Value,
    /// What must come out.
    pub expected: Value,
}

/// A table of texts.
#[derive(Clone, Debug)]
pub struct Table {
    /// The columns' names.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// The best generalisation of Adult for one setting.
#[derive(Clone, Debug)]
pub struct Adult {
    /// The objective's name; `loss` is the geometric one.
    pub objective: String,
    /// How many of [`ADULT`] are quasi-identifiers.
    pub attributes: usize,
    /// The k of k-anonymity.
    pub k: u64,
    /// The largest share of records that may be suppressed.
    pub suppression: f64,
    /// How many nodes the lattice has.
    pub nodes: u128,
    /// The best node.
    pub levels: Vec<u8>,
    /// The records suppressed there.
    pub suppressed: u64,
    /// Its score.
    pub score: f64,
    /// Each attribute's part of the score, where the objective has such parts, else empty.
    pub parts: Vec<f64>,
}

/// The attributes of Adult in the order of its files.
pub const ADULT: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];

/// Where the vectors are tested: vectors or families, and the test.
pub const TESTED: &[(&str, &str)] = &[
    ("kl", "crates/micro/tests/golden"),
    ("k", "crates/micro/tests/golden"),
    ("misc.best_k_prob", "crates/micro/tests/golden"),
    ("topcode", "crates/micro/tests/golden"),
    ("bottomcode", "crates/micro/tests/golden"),
    ("recode", "crates/micro/tests/golden"),
    ("kanon", "crates/micro/tests/golden"),
    ("lpl.min_level", "crates/micro/tests/golden"),
    ("recoding", "crates/micro/tests/golden"),
    ("searchspace", "crates/micro/tests/golden"),
    ("lattice", "crates/micro/tests/golden"),
    ("monotonicity", "crates/micro/tests/golden"),
    ("samarati", "crates/micro/tests/golden"),
    ("distancevector", "crates/micro/tests/golden"),
    ("kminimal", "crates/micro/tests/golden"),
    ("kmindist", "crates/micro/tests/golden"),
    ("datafly", "crates/micro/tests/golden"),
    ("muargus", "crates/micro/tests/golden"),
    ("precision", "crates/micro/tests/golden"),
    ("height", "crates/micro/tests/golden"),
    ("lm", "crates/micro/tests/golden"),
    ("cavg", "crates/micro/tests/golden"),
    ("dm", "crates/micro/tests/golden"),
    ("ambiguity", "crates/micro/tests/golden"),
    ("ldiv", "crates/core/tests/golden"),
    ("psens", "crates/core/tests/golden"),
    ("tclose", "crates/core/tests/golden"),
    ("delta", "crates/core/tests/golden"),
    ("beta", "crates/core/tests/golden"),
    ("beta_delta", "crates/core/tests/golden"),
    ("delta_presence", "crates/core/tests/golden"),
    ("misc.max_classes_2div", "crates/core/tests/golden"),
    ("misc.skew_classes", "crates/core/tests/golden"),
    ("mondrian", "crates/micro/tests/golden"),
    ("localsupp", "crates/micro/tests/golden"),
    ("sampling", "crates/ridotto/tests/facade"),
    ("sse_ned", "crates/measure/tests/utility"),
    ("record_sse", "crates/measure/tests/utility"),
    ("dataquality", "crates/measure/tests/utility"),
    ("woo", "crates/measure/tests/utility"),
    ("il", "crates/measure/tests/utility"),
    ("ruscore", "crates/measure/tests/utility"),
    ("rumap", "crates/measure/tests/utility"),
    ("misc.sweeney_871", "crates/measure/tests/risk"),
    ("misc.sweeney_37", "crates/measure/tests/risk"),
    ("rid", "crates/measure/tests/risk"),
    ("sdid", "crates/measure/tests/risk"),
    ("uniqueness", "crates/measure/tests/risk"),
    ("dbrl", "crates/measure/tests/risk"),
    ("prl", "crates/measure/tests/risk"),
    ("agg", "crates/measure/tests/risk"),
    ("transparency", "crates/measure/tests/risk"),
    ("attack", "crates/measure/tests/attack"),
    ("noise", "crates/mask/tests/masking"),
    ("dataswap", "crates/mask/tests/masking"),
    ("rankswap", "crates/mask/tests/masking"),
    ("pram", "crates/mask/tests/masking"),
    ("ward", "crates/mask/tests/microaggregate"),
    ("kward", "crates/mask/tests/microaggregate"),
    ("microagg", "crates/mask/tests/microaggregate"),
    ("hansen_mukherjee", "crates/mask/tests/microaggregate"),
    ("pseudonym", "crates/pseudonym/tests/pseudonyms.rs"),
    ("dp", "crates/noise/tests/golden.rs"),
];

/// Vectors and families that wait for what they test, and what that is. Of the family `kl` the
/// classes and k are tested there, and its figures of diversity in `crates/core/tests/golden`.
pub const LATER: &[(&str, &str)] = &[
    ("linked_tables", "tables: linked tables"),
    ("sensitivity", "tables: sensitive cells"),
    ("dominance", "tables: sensitive cells"),
    ("suppression", "tables: cell suppression"),
    ("controlled_rounding", "tables: rounding"),
    ("cta", "tables: adjustment"),
    ("tabular", "tables: loss"),
    ("audit", "queries: restriction"),
    ("camouflage", "queries: camouflage"),
    ("band", "sets: band matrices"),
    ("transaction", "sets: generalisation"),
    ("setvalued", "sets: k^m-anonymity"),
    ("kdegree", "graphs: k-degree anonymity"),
    ("cloaking", "places: cloaking"),
    ("querylog", "query logs"),
    ("lpl.step1", "policies: order of steps"),
    ("lpl.step2", "policies: order of steps"),
    ("lpl.step3", "policies: order of steps"),
    ("lpl.bad_order", "policies: order of steps"),
    ("special", "policies: usage control"),
    ("smc", "policies: secure computation"),
];

/// Whether a vector is the named one or of the named family.
pub fn is_of(id: &str, family: &str) -> bool {
    id.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The names of all vectors, also of those that are not tested yet.
pub fn ids() -> Vec<String> {
    read("ids.txt").lines().map(str::to_owned).collect()
}

/// All vectors that have been copied here.
///
/// # Panics
/// If the file is damaged.
pub fn all() -> Vec<Vector> {
    let vectors: BTreeMap<String, Value> =
        serde_json::from_str(&read("vectors.json")).expect("vectors.json is JSON");
    let vector = |(id, mut value): (String, Value)| Vector {
        id,
        given: value["given"].take(),
        expected: value["expected"].take(),
    };
    vectors.into_iter().map(vector).collect()
}

/// A table by name.
///
/// # Panics
/// If there is no such table, or it is ragged.
pub fn table(name: &str) -> Table {
    let text = read(&format!("tables/{name}.csv"));
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
    let header: Vec<String> = lines.next().expect("a table has a header");
    let rows: Vec<Vec<String>> = lines.collect();
    assert!(rows.iter().all(|row| row.len() == header.len()), "table {name} is ragged");
    Table { header, rows }
}

impl Table {
    /// The cells of some columns, row by row.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn columns<T: AsRef<str>>(&self, names: &[T]) -> Vec<Vec<String>> {
        let place = |name: &T| {
            let place = self.header.iter().position(|column| column == name.as_ref());
            place.unwrap_or_else(|| panic!("no column {}", name.as_ref()))
        };
        let places: Vec<usize> = names.iter().map(place).collect();
        self.rows.iter().map(|row| places.iter().map(|&at| row[at].clone()).collect()).collect()
    }
}

/// The reference results for Adult.
///
/// # Panics
/// If the file is damaged.
pub fn adult() -> Vec<Adult> {
    fn one<T: std::str::FromStr>(text: &str) -> T {
        text.parse().unwrap_or_else(|_| panic!("adult.csv has the number {text}"))
    }
    fn many<T: std::str::FromStr>(text: &str) -> Vec<T> {
        text.split_whitespace().map(one).collect()
    }
    let line = |line: &str| {
        let cells: Vec<&str> = line.split(';').collect();
        Adult {
            objective: cells[0].to_owned(),
            attributes: one(cells[1]),
            k: one(cells[2]),
            suppression: one(cells[3]),
            nodes: one(cells[4]),
            levels: many(cells[5]),
            suppressed: one(cells[6]),
            score: one(cells[7]),
            parts: many(cells[8]),
        }
    };
    read("adult.csv").lines().skip(1).map(line).collect()
}

/// A number, or a fraction written as a text.
///
/// # Panics
/// If it is neither.
pub fn number(value: &Value) -> f64 {
    let fraction = |text: &str| {
        let (above, below) = text.split_once('/')?;
        Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?)
    };
    let text = || value.as_str().and_then(fraction);
    value.as_f64().or_else(text).unwrap_or_else(|| panic!("{value} is no number"))
}

/// A list of texts.
///
/// # Panics
/// If it is none.
pub fn texts(value: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    value.as_array().expect("a list of texts").iter().map(text).collect()
}

/// A list of whole numbers.
///
/// # Panics
/// If it is none, or a number does not fit.
pub fn whole<T: TryFrom<u64>>(value: &Value) -> Vec<T> {
    let number = |value: &Value| {
        let number = value.as_u64().and_then(|number| T::try_from(number).ok());
        number.expect("a whole number that fits")
    };
    value.as_array().expect("a list of whole numbers").iter().map(number).collect()
}

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Runs a check on every vector of a family.
///
/// # Panics
/// If the family has none, or a check fails.
pub fn each(family: &str, check: impl Fn(&Vector)) {
    let vectors: Vec<Vector> =
        all().into_iter().filter(|vector| is_of(&vector.id, family)).collect();
    assert!(!vectors.is_empty(), "the family {family} has no vector");
    vectors.iter().for_each(check);
}

/// Asserts that a test runs just those families that [`TESTED`] says it does.
///
/// # Panics
/// If it does not.
pub fn assert_all_run(test: &str, families: &[&str]) {
    let own = TESTED.iter().filter(|(_, other)| *other == test);
    let mut own: Vec<&str> = own.map(|&(family, _)| family).collect();
    let mut run = families.to_vec();
    own.sort_unstable();
    run.sort_unstable();
    assert_eq!(own, run);
}

/// Makes a test of each family, named by a folder in [`TESTED`], and one that none is forgotten.
#[macro_export]
macro_rules! golden_families {
    ($folder:literal; $($test:ident: $family:literal => $check:path;)*) => {
        $(
            #[test]
            fn $test() {
                $crate::golden::each($family, $check);
            }
        )*

        #[test]
        fn all_families_of_this_test_are_run() {
            $crate::golden::assert_all_run($folder, &[$($family),*]);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_vector_is_forgotten() {
        let (ids, copied) = (ids(), all());
        let families = || TESTED.iter().chain(LATER).map(|&(family, _)| family);
        for id in &ids {
            let of: Vec<&str> = families().filter(|family| is_of(id, family)).collect();
            assert_eq!(of.len(), 1, "{id} must be tested or left for later: {of:?}");
            let tested = TESTED.iter().any(|(family, _)| is_of(id, family));
            let here = copied.iter().any(|vector| vector.id == *id);
            assert_eq!(tested, here, "{id} is tested if and only if it was copied");
        }
        assert!(copied.iter().all(|vector| ids.contains(&vector.id)));
        for family in families() {
            assert!(ids.iter().any(|id| is_of(id, family)), "{family} has no vector");
        }
        assert_eq!((ids.len(), copied.len(), adult().len()), (311, 258, 42));
    }
}
