//! What stands for the values of a column when it is written.

use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, CodeColumn, Codes, Dictionary, Texts};

/// A column's codes translated to labels: what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    /// For each code of the column the position of its label.
    pub label_of: Vec<Code>,
    /// The labels.
    pub labels: Texts,
    /// The label that stands for "missing", if there is one.
    pub missing: Option<Code>,
    /// Whether every label is the value itself.
    pub is_raw: bool,
}

impl Labelling {
    /// Every value is its own label.
    pub fn raw(dictionary: &Dictionary) -> Self {
        let mut labels = dictionary.texts().clone();
        let missing = dictionary.missing();
        if missing.is_some() {
            labels.push("");
        }
        Self { label_of: (0..dictionary.len() as Code).collect(), labels, missing, is_raw: true }
    }

    /// Gives hidden rows a code of their own, whose label is `*`.
    pub(crate) fn hide(&mut self, codes: &Codes, hidden: &[bool]) -> Codes {
        let star = self.label_of.len() as Code;
        self.label_of.push(self.labels.len() as Code);
        self.labels.push(TOP);
        self.is_raw = false;
        let shown = |(code, &hidden): (Code, &bool)| if hidden { star } else { code };
        let new: Vec<Code> = codes.iter().zip(hidden).map(shown).collect();
        Codes::from_codes(&new, star as usize + 1)
    }
}

/// What each row shows of an attribute, where rows with the same value may show different labels.
/// Its `Debug` shows no label.
#[derive(Clone, Debug)]
pub struct RowLabels {
    /// The label of each row.
    pub codes: Codes,
    /// The labels.
    pub labels: Texts,
    /// The label that stands for "missing".
    pub missing: Option<Code>,
}

impl RowLabels {
    /// The labels as a column to count by.
    pub fn column(&self) -> CodeColumn<'_> {
        CodeColumn { codes: &self.codes, values: self.labels.len() }
    }

    /// How many of some rows show `*` and had another value; `codes` are the rows' values, and
    /// `raw` is the value `*` itself.
    pub fn stars(&self, rows: &[u32], codes: &Codes, raw: Option<Code>) -> u64 {
        let is_star = |label: Code| self.text(label) == Some(TOP);
        let stars: Vec<bool> = (0..self.labels.len() as Code).map(is_star).collect();
        let hides = |&&row: &&u32| {
            let row = row as usize;
            stars[self.codes.get(row) as usize] && Some(codes.get(row)) != raw
        };
        rows.iter().filter(hides).count() as u64
    }

    /// A label; `None` is missing.
    pub fn text(&self, label: Code) -> Option<&str> {
        (self.missing != Some(label)).then(|| self.labels.get(label as usize))
    }

    /// The labels of rows as those of codes: every label has a code.
    pub(crate) fn labelling(&self) -> Labelling {
        Labelling {
            label_of: (0..self.labels.len() as Code).collect(),
            labels: self.labels.clone(),
            missing: self.missing,
            is_raw: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::{Kind, Reading};

    #[test]
    fn values_are_their_own_labels_until_rows_are_hidden() {
        let texts: Texts = ["b", "?", "a"].into_iter().collect();
        let reading = Reading::of_kind(Kind::Text);
        let (dictionary, codes) = Dictionary::new(&texts, reading, |text| text == "?");
        let codes = Codes::from_codes(&codes, dictionary.len());
        let mut labelling = Labelling::raw(&dictionary);
        assert!(labelling.is_raw);
        assert_eq!(labelling.missing, dictionary.missing());
        let hidden = labelling.hide(&codes, &[false, false, true]);
        let label = |row: usize| {
            let label = labelling.label_of[hidden.get(row) as usize];
            (labelling.missing != Some(label)).then(|| labelling.labels.get(label as usize))
        };
        assert_eq!([label(0), label(1), label(2)], [Some("b"), None, Some("*")]);
        assert!(!labelling.is_raw);
    }

    #[test]
    fn stars_are_counted_where_they_hide_something() {
        let rows = RowLabels {
            codes: Codes::from_codes(&[0, 1, 1, 2], 3),
            labels: ["a", "*", ""].into_iter().collect(),
            missing: Some(2),
        };
        let values = Codes::from_codes(&[0, 1, 2, 1], 3);
        assert_eq!(rows.stars(&[0, 1, 2, 3], &values, None), 2);
        assert_eq!(rows.stars(&[0, 1, 2, 3], &values, Some(2)), 1, "it was `*` before");
        assert_eq!((rows.text(0), rows.text(2)), (Some("a"), None));
        assert_eq!(rows.column().values, 3);
    }
}
