//! A table that was published before is kept, and what it hides is not told by another.

use crate::samples::decided;

const POLICY: &str = r#"
[attributes.region]
role = "dimension"
[attributes.size]
role = "dimension"
[attributes.branch]
role = "dimension"
[[table]]
name = "old"
dimensions = ["region", "size"]
published = "old.csv"
[[table]]
name = "new"
dimensions = ["region", "branch"]
[[require]]
model = "minimum-frequency"
n = 3
"#;

/// So many records of each region, size and branch.
const RECORDS: [(&str, &str, &str, usize); 8] = [
    ("a", "s", "x", 5),
    ("a", "m", "y", 4),
    ("a", "m", "x", 1),
    ("b", "s", "y", 2),
    ("b", "s", "x", 6),
    ("b", "m", "y", 7),
    ("c", "s", "x", 8),
    ("c", "m", "y", 9),
];

fn records() -> String {
    let line = |(region, size, branch, count): (&str, &str, &str, usize)| {
        format!("{region},{size},{branch}\n").repeat(count)
    };
    RECORDS.into_iter().map(line).fold("region,size,branch\n".to_owned(), |all, of| all + &of)
}

/// The old table, in which the total of `b` and other cells are hidden although no rule asks for it.
const OLD: &str = "region,size,value,status
a,s,5,published
a,m,5,published
b,s,,suppressed
b,m,,suppressed
c,s,,suppressed
c,m,,suppressed
a,Total,10,published
b,Total,,suppressed
c,Total,,suppressed
Total,s,21,published
Total,m,21,published
Total,Total,42,published
";

#[test]
fn what_was_hidden_stays_hidden_and_what_was_shown_is_shown() {
    let files = [("data.csv", &*records()), ("old.csv", OLD)];
    let (_, data, decision, _folder) = decided(POLICY, &files).unwrap();
    let cell = |labels: [&str; 3]| {
        let key = labels.iter().enumerate().fold(data.space.total(), |key, (at, label)| {
            data.space.with(key, at, data.space.nodes(at).called(Some(label)).unwrap())
        });
        decision.cells.index.find(0, key).unwrap() as usize
    };
    let total = "Total";
    // The total of b is a cell of both tables, and alone it would be published: 15 people are in it.
    for hidden in [["b", total, total], ["c", total, total], ["b", "s", total], ["c", "m", total]] {
        assert!(decision.outcome.hidden[cell(hidden)], "{hidden:?}");
    }
    for shown in [["a", total, total], ["a", "m", total], [total, "s", total], [total; 3]] {
        assert!(!decision.outcome.hidden[cell(shown)], "{shown:?}");
    }
    // Without the old table nobody would hide them.
    let alone = POLICY.replace("published = \"old.csv\"\n", "");
    let (_, _, free, _folder) = decided(&alone, &files).unwrap();
    assert!(!free.outcome.hidden[cell(["b", total, total])]);
}

/// What was published can make a cell known that no other table may hide then: that is said.
#[test]
fn what_cannot_be_kept_is_refused() {
    let told = |policy: &str, old: &str| {
        let files = [("data.csv", &*records()), ("old.csv", old)];
        match decided(policy, &files) {
            Err(error) => format!("{error} {error:?}"),
            Ok(_) => panic!("not refused"),
        }
    };
    for (old, expected) in [
        (OLD.replace("a,s,5", "a,s,6"), "line 2"),
        (OLD.replace("c,m,,suppressed\n", ""), "no line for cells"),
        (OLD.replace("a,s,5,published", "a,s,5,rounded"), "line 2"),
        (OLD.replace("region,size", "region,sise"), "no column `size`"),
        (OLD.replace("a,s,5", "k,s,5"), "line 2"),
    ] {
        let told = told(POLICY, &old);
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let rounded = POLICY.to_owned() + "[release]\nmethod = \"round\"\nbase = 5\n";
    assert!(told(&rounded, OLD).contains("keeps no table"), "{}", told(&rounded, OLD));
}
