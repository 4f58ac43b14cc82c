//! Hierarchies in which a value stands alone.
//!
//! Usually a hierarchy is compiled against all values of a column, and a value that does not fit is
//! an error: somebody forgot it. In a differentially private release neither may be. An error would
//! tell about a record, and whoever then mends the hierarchy lets the data decide about it. So here
//! the policy alone decides how many levels there are, each value is looked at by itself, and one
//! that the hierarchy does not name or cannot read is shown as `*` from the first level on. What
//! becomes of a record depends on that record and the policy, and on nothing else.

use ridotto_core::hierarchy::{Builder, TOP};
use ridotto_core::{Dictionary, Hierarchy, HierarchyError, Reading, Texts};
use ridotto_release::hierarchy::named;
use std::collections::BTreeSet;

/// The hierarchy for the values of a column; errors are those of the hierarchy itself.
pub(crate) fn total(
    name: &str,
    builder: &Builder,
    reading: &Reading,
    column: &Dictionary,
    is_missing: &dyn Fn(&str) -> bool,
) -> Result<Hierarchy, HierarchyError> {
    let named = Compiled::new(name, builder, &named(builder), reading, is_missing)?;
    let height = named.hierarchy.height();
    let labels: Vec<Vec<Option<String>>> = (0..column.len() as u32)
        .map(|code| match column.text(code) {
            None => named.labels(named.dictionary.missing(), None),
            Some(text) => match named.dictionary.code(text) {
                Some(known) => named.labels(Some(known), None),
                None if is_written_out(builder) => vec![Some(TOP.to_owned()); height - 1],
                None => {
                    let alone = [text.to_owned()].into();
                    let alone = Compiled::new(name, builder, &alone, reading, is_missing).ok();
                    match alone.filter(|alone| alone.hierarchy.height() == height) {
                        Some(alone) => alone.labels(Some(0), Some(TOP)),
                        None => vec![Some(TOP.to_owned()); height - 1],
                    }
                }
            },
        })
        .collect();
    let level = |level: usize| labels.iter().map(|of| of[level].as_deref()).collect();
    let levels: Vec<Vec<Option<&str>>> = (0..height - 1).map(level).collect();
    Hierarchy::of_levels(name, column, &levels).ok_or_else(|| HierarchyError::Parameter {
        hierarchy: name.to_owned(),
        what: "values that share a label part again".into(),
    })
}

/// Whether the hierarchy lists its values.
fn is_written_out(builder: &Builder) -> bool {
    matches!(builder, Builder::Table(_) | Builder::Groups(_))
}

/// A hierarchy compiled against values that are not the data's.
struct Compiled {
    dictionary: Dictionary,
    hierarchy: Hierarchy,
}

impl Compiled {
    fn new(
        name: &str,
        builder: &Builder,
        values: &BTreeSet<String>,
        reading: &Reading,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Self, HierarchyError> {
        let texts: Texts = values.iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, reading.clone(), is_missing);
        let counts = vec![1; dictionary.len()];
        let hierarchy = builder.compile(name, &dictionary, &counts, is_missing)?;
        Ok(Self { dictionary, hierarchy })
    }

    /// The labels of a value on the levels between itself and the top. Where there is none, the
    /// other one: `None` leaves a missing value missing.
    fn labels(&self, code: Option<u32>, other: Option<&str>) -> Vec<Option<String>> {
        let label = |level: usize| {
            let code = code? as usize;
            self.hierarchy.label(level, self.hierarchy.map(level)[code])
        };
        let levels = 1..self.hierarchy.height();
        levels.map(|level| label(level).or(other).map(str::to_owned)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ridotto_core::Kind;
    use ridotto_core::hierarchy::{DateUnit, Intervals, Row, Tree};
    use ridotto_release::reading::reading;

    fn hierarchies() -> Vec<(Builder, Reading)> {
        let of_kind = Reading::of_kind;
        let rows = vec![
            Row::line(1, ["Alba", "North", "Land"]),
            Row::line(2, ["Berg", "South", "Land"]),
            Row::line(3, ["5", "5", "Land"]),
        ];
        let town = |name: &str| vec![Tree::leaf(name)];
        let north = Tree::node("North", town("Alba"));
        let trees = vec![Tree::node("Land", [north, Tree::node("South", town("Berg"))])];
        let runs = Intervals { widths: vec![2.into(), 4.into()], ..Intervals::default() };
        let order = ["Berg", "Alba", "5"].map(str::to_owned).to_vec();
        let widths = vec![1.into(), 10.into()];
        let intervals = Intervals { widths, ..Intervals::default() };
        vec![
            (Builder::Table(rows), of_kind(Kind::Text)),
            (Builder::Table(vec![Row::line(1, ["?", "?"])]), of_kind(Kind::Text)),
            (Builder::Table(vec![Row::line(1, ["Alba", "*"])]), of_kind(Kind::Text)),
            (Builder::Groups(trees), of_kind(Kind::Text)),
            (Builder::Groups(town("Alba")), of_kind(Kind::Text)),
            (Builder::Intervals(intervals.clone()), of_kind(Kind::Integer)),
            (Builder::Intervals(intervals), of_kind(Kind::Decimal)),
            (Builder::Cuts(vec![vec![5.into(), 9.into()], vec![9.into()]]), of_kind(Kind::Integer)),
            (Builder::Dates(vec![DateUnit::Month, DateUnit::Year]), of_kind(Kind::Date)),
            (Builder::Addresses(vec![16, 8]), of_kind(Kind::Text)),
            (Builder::Digits(vec![2, 1]), of_kind(Kind::Text)),
            (Builder::Suppress, of_kind(Kind::Text)),
            (Builder::Intervals(runs), Reading::of_order(order)),
        ]
    }

    const VALUES: [&str; 14] = [
        "Alba",
        "Berg",
        "Celo",
        "North",
        "Land",
        "5",
        "17",
        "1e300",
        "4.5",
        "2024-03-01",
        "2024-03",
        "10.1.2.3",
        "*",
        "?",
    ];

    fn chains(builder: &Builder, reading: &Reading, values: &[&str]) -> Vec<Vec<Option<String>>> {
        let texts: Texts = values.iter().collect();
        let is_missing = |text: &str| text == "?";
        let plain = Reading::of_kind(Kind::Text);
        let (column, codes) = Dictionary::new(&texts, plain, is_missing);
        let hierarchy = total("test", builder, reading, &column, &is_missing).unwrap();
        let label = |level: usize, code: u32| {
            let label = hierarchy.label(level, hierarchy.map(level)[code as usize]);
            label.map(str::to_owned)
        };
        let all = |code: u32| (0..=hierarchy.height()).map(|level| label(level, code)).collect();
        codes.into_iter().map(all).collect()
    }

    proptest! {
        /// What becomes of a value is the same whichever others there are, and no value is an error.
        #[test]
        fn others_do_not_matter(chosen in prop::collection::btree_set(0_usize..VALUES.len(), 1..14)) {
            let values: Vec<&str> = chosen.into_iter().map(|at| VALUES[at]).collect();
            for (builder, reading) in hierarchies() {
                let together = chains(&builder, &reading, &values);
                for (value, chain) in values.iter().zip(together) {
                    let alone = chains(&builder, &reading, &[value]).remove(0);
                    prop_assert_eq!(chain, alone, "{} in {:?}", value, builder);
                }
            }
        }
    }

    /// Values that fit get what they always get.
    #[test]
    fn what_is_usual_stays() {
        for (builder, reading) in hierarchies() {
            for value in VALUES {
                let texts: Texts = [value].into_iter().collect();
                let is_missing = |text: &str| text == "?";
                let (column, _) = Dictionary::new(&texts, reading.clone(), is_missing);
                let Ok(usual) = builder.compile("test", &column, &[1], &is_missing) else {
                    continue;
                };
                let got = chains(&builder, &reading, &[value]).remove(0);
                let rows: Vec<_> = usual.rows().next().unwrap();
                let usual: Vec<_> = rows.iter().map(|label| label.map(str::to_owned)).collect();
                // A value may make a level of its own out of nothing: the top is above all. It is
                // called `*`, whatever a tree calls it: values that the tree lacks are in it, too.
                if got.len() == usual.len() {
                    let top = got.len() - 1;
                    assert_eq!(got[..top], usual[..top], "{value} in {builder:?}");
                    assert_eq!(got[top].as_deref(), Some(TOP));
                }
            }
        }
    }

    #[test]
    fn an_order_is_read_from_the_policy() {
        let text = "version = 1\n[attributes.pain]\nrole = \"quasi-identifier\"\n\
                    type = \"ordinal\"\norder = [\"low\", \"high\"]\n\
                    hierarchy = { intervals = [2] }\n\
                    [[require]]\nmodel = \"k-anonymity\"\nk = 2\n";
        let policy = crate::entries::parse("policy.toml", text).unwrap();
        assert_eq!(reading(&policy, &policy.attributes[0], None).order, ["low", "high"]);
        // A value that the order lacks is hidden, and no error.
        let (runs, reading) = hierarchies().pop().unwrap();
        let got = chains(&runs, &reading, &["Alba", "Celo"]);
        let texts = |at: usize| got[at].iter().map(|label| label.as_deref().unwrap()).collect();
        let (known, unknown): (Vec<&str>, Vec<&str>) = (texts(0), texts(1));
        assert_eq!(known, ["Alba", "{Berg, Alba}", "*"]);
        assert_eq!(unknown, ["Celo", "*", "*"]);
    }

    #[test]
    fn what_is_unknown_is_hidden() {
        let (towns, reading) = hierarchies().swap_remove(0);
        let star = |value: &'static str| vec![value, "*", "*"];
        for (value, expected) in [
            ("Alba", vec!["Alba", "North", "*"]),
            ("Celo", star("Celo")),
            ("North", star("North")),
            ("*", star("*")),
        ] {
            let got = chains(&towns, &reading, &[value]).remove(0);
            assert_eq!(
                got.iter().map(|label| label.as_deref().unwrap()).collect::<Vec<_>>(),
                expected
            );
        }
        let (ages, reading) = hierarchies().swap_remove(5);
        let got = chains(&ages, &reading, &["1e300", "17"]);
        let texts = |at: usize| got[at].iter().map(|label| label.as_deref().unwrap()).collect();
        let (unread, read): (Vec<&str>, Vec<&str>) = (texts(0), texts(1));
        assert_eq!(unread, ["1e300", "*", "*", "*"]);
        assert_eq!(read, ["17", "17", "10-19", "*"]);
    }

    /// A hierarchy that is wrong in itself is refused, whatever the data are.
    #[test]
    fn faults_of_the_hierarchy_are_told() {
        let rows = vec![Row::line(1, ["A", "B"]), Row::line(2, ["B", "A"])];
        let (column, _) = Dictionary::new(&Texts::new(), Reading::of_kind(Kind::Text), |_| false);
        let reading = Reading::of_kind(Kind::Text);
        assert!(total("test", &Builder::Table(rows), &reading, &column, &|_| false).is_err());
        let dates = Builder::Dates(vec![DateUnit::Year]);
        assert!(total("test", &dates, &reading, &column, &|_| false).is_err(), "of the kind text");
    }
}
