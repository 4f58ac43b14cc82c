//! What a person says about a hierarchy, before it meets the data.

use super::{
    Auto, DateUnit, Decimal, Faulty, Hierarchy, HierarchyError, Intervals, Redact, Row, Tree,
    addresses, compile,
    compile::{Labels, Layer},
    cuts, dates, digits, groups, table,
};
use crate::{Code, Dictionary};

/// How a hierarchy is made. Its `Debug` shows no value and no label.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Builder {
    /// The lines of a file: `value, level 1, level 2, …`.
    Table(Vec<Row>),
    /// Numbers in intervals of growing width, or values in an order in runs of growing length.
    Intervals(Intervals),
    /// Numbers parted at points, given per level from the finest.
    Cuts(Vec<Vec<Decimal>>),
    /// Codes with more and more characters replaced.
    Redact(Redact),
    /// Days in longer and longer periods.
    Dates(Vec<DateUnit>),
    /// Trees whose leaves are the values.
    Groups(Vec<Tree>),
    /// Internet addresses cut down to prefixes of so many bits; empty for the usual ones.
    Addresses(Vec<u8>),
    /// Codes cut down to fewer and fewer characters.
    Digits(Vec<u8>),
    /// Whatever suits the data.
    Auto(Auto),
    /// The value, then `*`.
    Suppress,
}

/// What a builder sees of the column it is compiled against.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    pub name: &'a str,
    pub dictionary: &'a Dictionary,
    pub counts: &'a [u64],
    pub is_missing: &'a dyn Fn(&str) -> bool,
}

impl Builder {
    /// Makes the hierarchy for the values of a column.
    ///
    /// `counts` says in how many rows each value stands, by value code; `is_missing` which texts
    /// of a file mean "missing". The missing value is a group of its own on all levels below the
    /// top, unless the lines of a file give it a place.
    pub fn compile(
        &self,
        name: &str,
        dictionary: &Dictionary,
        counts: &[u64],
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Hierarchy, HierarchyError> {
        let column = Column { name, dictionary, counts, is_missing };
        let layers = match self {
            Self::Table(rows) => table::layers(rows, column)?,
            Self::Intervals(intervals) => intervals.layers(column)?,
            Self::Cuts(levels) => cuts::layers(levels, column)?,
            Self::Redact(redact) => redact.layers(column)?,
            Self::Dates(units) => dates::layers(units, column)?,
            Self::Groups(trees) => groups::layers(trees, column)?,
            Self::Addresses(prefixes) => addresses::layers(prefixes, column)?,
            Self::Digits(lengths) => digits::layers(lengths, column)?,
            Self::Auto(auto) => auto.layers(column)?,
            Self::Suppress => Vec::new(),
        };
        compile::finish(name, dictionary, layers, self.ends_in_one())
    }

    /// Whether a last level with a single label is the top by its nature: the root of a tree, a code
    /// without any of its characters, an address without any of its bits. That all numbers or
    /// days of a file lie in one interval is chance, and then `*` is the top.
    pub(super) fn ends_in_one(&self) -> bool {
        match self {
            Self::Table(_) | Self::Groups(_) | Self::Redact(_) => true,
            Self::Addresses(prefixes) => prefixes.last().is_none_or(|&bits| bits == 0),
            Self::Intervals(_)
            | Self::Cuts(_)
            | Self::Dates(_)
            | Self::Digits(_)
            | Self::Auto(_)
            | Self::Suppress => false,
        }
    }
}

impl Column<'_> {
    /// An error about values of the data for which `at_fault` holds, if there is any.
    pub(super) fn refuse(
        self,
        at_fault: impl Fn(usize) -> bool,
        error: impl FnOnce(String, Faulty) -> HierarchyError,
    ) -> Result<(), HierarchyError> {
        let values = (0..self.dictionary.texts().len()).filter(|&value| at_fault(value));
        let codes: Vec<Code> = values.map(|value| value as Code).collect();
        if codes.is_empty() {
            return Ok(());
        }
        let rows = |&code: &Code| self.counts.get(code as usize).copied().unwrap_or(0);
        let rows = codes.iter().map(rows).sum();
        Err(error(self.name.to_owned(), Faulty { codes, rows }))
    }

    /// The level of the labels of all values that are not missing, with the missing one added.
    pub(super) fn with_missing(self, mut labels: Labels) -> Layer {
        if self.dictionary.missing().is_some() {
            labels.push_missing();
        }
        labels.done()
    }

    /// An error about a parameter.
    pub(super) fn parameter(self, what: impl Into<String>) -> HierarchyError {
        HierarchyError::Parameter { hierarchy: self.name.to_owned(), what: what.into() }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::hierarchy::MOST_LEVELS;
    use crate::{Kind, Reading, Texts};

    /// A dictionary of texts whose kind is detected; `?` is missing.
    pub(crate) fn dictionary(texts: &[&str]) -> Dictionary {
        let shown = texts.iter().copied().filter(|&text| text != "?");
        let reading = Reading::detect(shown, None, &[]);
        let texts: Texts = texts.iter().collect();
        Dictionary::new(&texts, reading, |text| text == "?").0
    }

    /// Compiles a builder against distinct texts, each in one row; `?` is missing.
    pub(crate) fn compiled(builder: &Builder, texts: &[&str]) -> Result<Hierarchy, HierarchyError> {
        let dictionary = dictionary(texts);
        let counts = vec![1; dictionary.len()];
        builder.compile("test", &dictionary, &counts, &|text| text == "?")
    }

    /// The labels of a value from level 0 to the top, missing as `?`.
    pub(crate) fn chain(hierarchy: &Hierarchy, value: &str) -> Vec<String> {
        let row = hierarchy.rows().find(|row| row[0].unwrap_or("?") == value);
        row.expect("a value").iter().map(|label| label.unwrap_or("?").to_owned()).collect()
    }

    #[test]
    fn suppression_has_two_levels() {
        let hierarchy = compiled(&Builder::Suppress, &["b", "a", "?"]).unwrap();
        assert_eq!((hierarchy.name(), hierarchy.height(), hierarchy.domain()), ("test", 1, 3));
        assert_eq!(hierarchy.map(0), [0, 1, 2]);
        assert_eq!(hierarchy.map(1), [0, 0, 0]);
        assert_eq!((hierarchy.groups(0), hierarchy.groups(1)), (3, 1));
        assert_eq!((hierarchy.missing_group(0), hierarchy.missing_group(1)), (Some(2), None));
        assert_eq!((hierarchy.label(0, 2), hierarchy.label(1, 0)), (None, Some("*")));
        assert_eq!((hierarchy.leaves(0), hierarchy.leaves(1)), (&[1, 1, 1][..], &[3][..]));
        assert_eq!(hierarchy.step(0, 1), [0, 0, 0]);
        assert_eq!(format!("{hierarchy:?}"), "Hierarchy(test, groups by level [3, 1])");
    }

    #[test]
    fn values_that_are_not_of_the_kind_given_are_counted() {
        let texts: Texts = ["5", "secret", "x", "?"].into_iter().collect();
        for (kind, builder, needs) in [
            (
                Kind::Integer,
                Builder::Intervals(Intervals { widths: vec![5.into()], ..Intervals::default() }),
                "it needs numbers, but 1 value, in 30 rows, is something else",
            ),
            (
                Kind::Date,
                Builder::Dates(vec![DateUnit::Year]),
                "it needs dates, but 2 values, in 40 rows, are something else",
            ),
        ] {
            let is_missing = |text: &str| text == "?" || text == "x";
            let (column, _) = Dictionary::new(&texts, Reading::of_kind(kind), is_missing);
            let error = builder.compile("own", &column, &[10, 30, 7], &is_missing).unwrap_err();
            assert_eq!(error.to_string(), format!("hierarchy `own`: {needs}"));
        }
    }

    /// Whatever it is made of, a hierarchy has as many levels as can be searched, or none.
    #[test]
    fn levels_are_limited() {
        // Two values that never meet below `*`.
        let label = |value: &str, level: usize| format!("{value} at {level}");
        let table = |levels: usize| {
            let row = |(line, value): (u64, &str)| {
                let labels = (1..=levels).map(|level| label(value, level));
                Row::line(line, std::iter::once(value.to_owned()).chain(labels))
            };
            Builder::Table([(1, "5"), (2, "6")].map(row).into())
        };
        let cuts = |levels: usize| Builder::Cuts(vec![vec![Decimal::from(6)]; levels]);
        let groups = |levels: usize| {
            let nest = |value: &str| {
                let up = |tree, level| Tree::node(label(value, level), [tree]);
                (1..=levels).fold(Tree::leaf(value), up)
            };
            Builder::Groups(["5", "6"].map(nest).into())
        };
        let height =
            |builder: Builder| compiled(&builder, &["5", "6"]).map(|hierarchy| hierarchy.height());
        for levels in [MOST_LEVELS, MOST_LEVELS + 1, 253, 254, 255, 256, 1000] {
            let expected = if levels <= MOST_LEVELS {
                Ok(levels + 1)
            } else {
                Err(HierarchyError::TooManyLevels { hierarchy: "test".into(), levels })
            };
            assert_eq!(height(table(levels)), expected);
            assert_eq!(height(cuts(levels)), expected);
            assert_eq!(height(groups(levels)), expected);
        }
    }

    #[test]
    fn a_column_without_values_has_a_top_all_the_same() {
        let hierarchy = compiled(&Builder::Suppress, &[]).unwrap();
        assert_eq!((hierarchy.height(), hierarchy.groups(0), hierarchy.groups(1)), (1, 0, 1));
        let (none, _) = Dictionary::new(&Texts::new(), Reading::of_kind(Kind::Integer), |_| false);
        let intervals = Intervals { widths: vec![5.into()], ..Intervals::default() };
        let built = Builder::Intervals(intervals).compile("none", &none, &[], &|_| false).unwrap();
        assert_eq!((built.height(), built.label(2, 0)), (2, Some("*")));
    }
}
