//! Tables of texts, read as an intruder reads them.

use ridotto_core::{Code, Kind, Reading};
use ridotto_measure::attack::meaning::Language;
use ridotto_measure::attack::{Cells, File};
use ridotto_testkit::golden;

/// A language of a kind.
pub fn language(kind: Kind) -> Language {
    Language::new(Reading::of_kind(kind))
}

/// Columns by name, with their texts by code.
pub struct Sheet {
    columns: Vec<(String, Cells, Vec<String>)>,
}

impl Sheet {
    /// Rows of texts; `read` says how each column is read.
    pub fn new(header: &[String], rows: &[Vec<String>], read: impl Fn(&str) -> Language) -> Self {
        let column = |(at, name): (usize, &String)| {
            let texts: Vec<&String> = rows.iter().map(|row| &row[at]).collect();
            let mut distinct: Vec<String> = Vec::new();
            for text in &texts {
                if !distinct.contains(text) {
                    distinct.push((*text).clone());
                }
            }
            (name.clone(), Cells::of_texts(&texts, &read(name)), distinct)
        };
        Self { columns: header.iter().enumerate().map(column).collect() }
    }

    /// A table of the golden vectors.
    pub fn golden(table: &str, read: impl Fn(&str) -> Language) -> Self {
        let table = golden::table(table);
        Self::new(&table.header, &table.rows, read)
    }

    /// A few people of whom something is known.
    pub fn people(header: &[&str], rows: &[&[&str]], read: impl Fn(&str) -> Language) -> Self {
        let header: Vec<String> = header.iter().map(|&name| name.to_owned()).collect();
        let texts = |row: &&[&str]| row.iter().map(|&text| text.to_owned()).collect();
        Self::new(&header, &rows.iter().map(texts).collect::<Vec<_>>(), read)
    }

    fn column(&self, name: &str) -> &(String, Cells, Vec<String>) {
        let found = self.columns.iter().find(|column| column.0 == name);
        found.unwrap_or_else(|| panic!("no column {name}"))
    }

    pub fn cells(&self, name: &str) -> &Cells {
        &self.column(name).1
    }

    pub fn file(&self, keys: &[&str]) -> File<'_> {
        File::new(keys.iter().map(|name| self.cells(name)).collect()).expect("even columns")
    }

    pub fn with(&self, keys: &[&str], sensitive: &str) -> File<'_> {
        self.file(keys).with_sensitive(self.cells(sensitive)).expect("even columns")
    }

    /// The text of a code.
    pub fn text(&self, column: &str, code: Code) -> &str {
        &self.column(column).2[code as usize]
    }

    /// A belief with texts for codes, in the order of the texts.
    pub fn named(&self, column: &str, belief: &[(Code, f64)]) -> Vec<(String, f64)> {
        let name = |&(code, odds): &(Code, f64)| (self.text(column, code).to_owned(), odds);
        let mut named: Vec<(String, f64)> = belief.iter().map(name).collect();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    }
}
