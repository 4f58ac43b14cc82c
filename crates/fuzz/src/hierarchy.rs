//! Hierarchy files: what compiles is nested and total, ends in `*`, and survives being written.

use crate::{SECRET, Target};
use ridotto::{ColumnHierarchy, Error, Hierarchy};
use ridotto_core::{Dictionary, Kind, Reading, Texts};
use std::path::Path;

pub(crate) const TARGET: Target = Target {
    name: "hierarchy",
    run,
    words: &[
        ";", ",", "\t", "|", "\"", "\"\"", "\n", "\r\n", "*", ";*\n", ";*;*\n", "a", "b", "é",
        "\u{feff}", "\0", " ", "\n\n", "\"\"; ", SECRET,
    ],
    cases: 3_000,
};

fn run(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for the file");
    let [file, copy] = ["h.csv", "copy.csv"].map(|name| folder.path().join(name));
    std::fs::write(&file, bytes).expect("the file can be written");
    let Some(compiled) = compiled(&file) else { return };
    check(&compiled);
    lacking(&file, &compiled.hierarchy);
    let file = ridotto::HierarchyFile::stage(&copy, &[], false).expect("it can be staged");
    file.write(&compiled.hierarchy).expect("it can be written");
    let again = self::compiled(&copy).expect("what was written can be read");
    let (before, after) = (compiled.hierarchy.rows(), again.hierarchy.rows());
    assert!(before.eq(after), "writing changes a hierarchy");
}

/// The hierarchy of a file by itself; if it is refused, not with a text of it.
fn compiled(file: &Path) -> Option<ColumnHierarchy> {
    match ridotto::hierarchy_alone(file) {
        Ok(compiled) => Some(compiled),
        Err(error) => {
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains(SECRET), "an error shows a text");
            None
        }
    }
}

/// Total: every value has a group on every level. Nested: values that share a group share all above
/// it. The top is one group, `*` or the root by its name, and it has all the leaves.
fn check(compiled: &ColumnHierarchy) {
    let hierarchy = &compiled.hierarchy;
    let values = hierarchy.map(0).len();
    assert_eq!(values, compiled.counts.len());
    for level in 0..=hierarchy.height() {
        let map = hierarchy.map(level);
        assert_eq!(map.len(), values, "every value has a group");
        assert!(map.iter().all(|&group| (group as usize) < hierarchy.groups(level)));
        assert_eq!(hierarchy.leaves(level).iter().sum::<u64>(), hierarchy.domain());
        if level < hierarchy.height() {
            let above = hierarchy.map(level + 1);
            let step = hierarchy.step(level, level + 1);
            let is_nested = map.iter().zip(above).all(|(&low, &high)| step[low as usize] == high);
            assert!(is_nested, "level {level} is nested in the next");
        }
    }
    let top = hierarchy.height();
    assert_eq!(hierarchy.groups(top), 1);
    assert!(hierarchy.label(top, 0).is_some(), "the top has a label");
}

/// With one more value in the data than in the file, that value is missed, and only that one.
fn lacking(file: &Path, hierarchy: &Hierarchy) {
    let builder = ridotto::read_hierarchy(file).expect("it was read before");
    let mut texts: Texts = hierarchy.labels(0).clone();
    let stranger = "nobody has this for a value";
    if texts.iter().any(|text| text == stranger) {
        return;
    }
    texts.push(stranger);
    let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(Kind::Text), |_| false);
    let counts = vec![1; dictionary.len()];
    let error =
        builder.compile("h", &dictionary, &counts, &|_| false).expect_err("it is not total");
    let error = Error::from(error).to_string();
    assert!(error.contains("lacks 1 value of the data, in 1 row"), "{error}");
}
