//! Small tables: coded columns with their hierarchies.

use proptest::prelude::*;
use ridotto_core::hierarchy::{Builder, Hierarchy, Row};
use ridotto_core::objective::Scale;
use ridotto_core::{CodeColumn, Codes, Dictionary, Interner, Kind, Reading, Texts};

/// Some coded columns of a table, each with a hierarchy.
#[derive(Clone, Debug)]
pub struct Small {
    /// The columns' codes.
    pub columns: Vec<Codes>,
    /// The columns' dictionaries.
    pub dictionaries: Vec<Dictionary>,
    /// The columns' hierarchies.
    pub hierarchies: Vec<Hierarchy>,
    /// How many rows there are.
    pub rows: usize,
}

impl Small {
    /// A table of texts. `lines[column]` are the lines of that column's hierarchy file.
    ///
    /// # Panics
    /// If a hierarchy does not fit its column.
    pub fn new<T: AsRef<str>>(cells: &[Vec<T>], lines: &[Vec<Vec<String>>]) -> Self {
        let table = |lines: &Vec<Vec<String>>| {
            let rows =
                (1..).zip(lines).map(|(line, cells)| Row::line(line, cells.clone())).collect();
            (Builder::Table(rows), Reading::of_kind(Kind::Text))
        };
        Self::built(cells, &lines.iter().map(table).collect::<Vec<_>>())
    }

    /// A table whose columns are read and generalised as said, one after the other.
    ///
    /// # Panics
    /// If a hierarchy does not fit its column.
    pub fn built<T: AsRef<str>>(cells: &[Vec<T>], builders: &[(Builder, Reading)]) -> Self {
        let mut table =
            Self { columns: vec![], dictionaries: vec![], hierarchies: vec![], rows: cells.len() };
        for (column, (builder, reading)) in builders.iter().enumerate() {
            let (codes, dictionary) =
                code(cells.iter().map(|row| row[column].as_ref()), reading.clone());
            let counts = codes.histogram(dictionary.len());
            let hierarchy = builder
                .compile(&format!("column {column}"), &dictionary, &counts, &|_| false)
                .expect("the hierarchy fits");
            table.columns.push(codes);
            table.dictionaries.push(dictionary);
            table.hierarchies.push(hierarchy);
        }
        table
    }

    /// The columns to count over.
    pub fn keys(&self) -> Vec<CodeColumn<'_>> {
        let values = self.dictionaries.iter().map(Dictionary::len);
        self.columns
            .iter()
            .zip(values)
            .map(|(codes, values)| CodeColumn { codes, values })
            .collect()
    }

    /// The columns' scales, with these importances (1 where there are too few).
    pub fn scales(&self, importance: &[f64]) -> Vec<Scale> {
        let weights = importance.iter().copied().chain(std::iter::repeat(1.0));
        self.hierarchies
            .iter()
            .zip(&self.columns)
            .zip(weights)
            .map(|((hierarchy, codes), weight)| {
                Scale::new(hierarchy, &codes.histogram(hierarchy.groups(0)), weight)
            })
            .collect()
    }

    /// Each hierarchy's height.
    pub fn heights(&self) -> Vec<u8> {
        self.hierarchies.iter().map(|hierarchy| hierarchy.height() as u8).collect()
    }
}

/// Codes a column of texts.
pub fn code<'a>(texts: impl Iterator<Item = &'a str>, reading: Reading) -> (Codes, Dictionary) {
    let mut interner = Interner::new();
    let codes: Vec<_> = texts.map(|text| interner.intern(text.as_bytes())).collect();
    let texts: Texts = (0..interner.len() as u32)
        .map(|code| String::from_utf8_lossy(interner.bytes_of(code)).into_owned())
        .collect();
    let (dictionary, new) = Dictionary::new(&texts, reading, |_| false);
    let mut renumbered = Codes::for_values(dictionary.len());
    renumbered.extend_renumbered(&Codes::from_codes(&codes, interner.len()), &new);
    (renumbered, dictionary)
}

/// Random tables of up to `columns` columns and `rows` rows. Values are skewed, hierarchies have
/// one to three steps, and some of them know values that the table does not have.
pub fn small(columns: usize, rows: usize) -> impl Strategy<Value = Small> {
    let column = (2_u32..9, 1_usize..4, any::<u64>());
    (prop::collection::vec(column, 1..=columns), 1..=rows, any::<u64>()).prop_map(
        |(columns, rows, seed)| {
            let mut dice = Dice(seed | 1);
            let cells: Vec<Vec<String>> = (0..rows)
                .map(|_| {
                    columns.iter().map(|&(values, ..)| dice.skewed(values).to_string()).collect()
                })
                .collect();
            let lines: Vec<_> = columns
                .iter()
                .map(|&(values, steps, seed)| random_hierarchy(values, steps, &mut Dice(seed | 1)))
                .collect();
            Small::new(&cells, &lines)
        },
    )
}

/// Lines of a nested hierarchy over the values `0..values`.
fn random_hierarchy(values: u32, steps: usize, dice: &mut Dice) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = (0..values).map(|value| vec![value.to_string()]).collect();
    let mut groups: Vec<u32> = (0..values).collect();
    for step in 1..steps {
        let to: Vec<u32> =
            groups.iter().map(|_| dice.below(1 + values / (1 + step as u32))).collect();
        // A group goes where its first member goes, so that levels nest.
        let parent: Vec<u32> = groups
            .iter()
            .map(|group| to[groups.iter().position(|other| other == group).unwrap_or(0)])
            .collect();
        for (line, group) in lines.iter_mut().zip(&parent) {
            line.push(format!("{step}:{group}"));
        }
        groups = parent;
    }
    for line in &mut lines {
        line.push("*".into());
    }
    lines
}

/// Repeatable dice: xorshift.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(sides)) as u32
    }

    pub(crate) fn skewed(&mut self, sides: u32) -> u32 {
        let sides = 1 + self.below(sides);
        self.below(sides)
    }
}
