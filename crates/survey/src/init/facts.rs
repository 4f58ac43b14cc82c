//! What is known of a column before anything is guessed. No value of the data is in it.

use super::shape::{self, Shape};
use ridotto_core::{Codes, Dictionary, Kind};

/// What a column is like.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Its name.
    pub name: String,
    /// The type of its values.
    pub kind: Kind,
    /// Records of the file.
    pub rows: u64,
    /// Records without a value.
    pub missing: u64,
    /// Different values.
    pub distinct: u64,
    /// Records whose value no other record has.
    pub alone: u64,
    /// The share of pairs of records that it tells apart.
    pub separation: f64,
    /// How many equally frequent values would be as mixed: e to the entropy.
    pub effective: f64,
    /// What its values look like.
    pub shape: Option<Shape>,
    /// From the least number to the greatest; of dates, in days.
    pub span: Option<f64>,
    /// All are whole numbers between 1850 and 2100.
    pub years: bool,
    /// Dates may be read in two ways.
    pub ambiguous_dates: bool,
}

impl Facts {
    /// Looks at a column.
    pub fn of(name: &str, codes: &Codes, dictionary: &Dictionary) -> Self {
        let counts = codes.histogram(dictionary.len());
        let missing_code = dictionary.missing();
        let missing = missing_code.map_or(0, |code| counts[code as usize]);
        let (rows, reading) = (codes.len() as u64, dictionary.reading());
        let present = || {
            let all = counts.iter().enumerate();
            all.filter(move |(code, count)| **count > 0 && Some(*code as u32) != missing_code)
        };
        let texts = || present().filter_map(|(code, _)| dictionary.text(code as u32));
        let distinct = present().count();
        let numbers: Vec<f64> = match reading.kind {
            Kind::Text | Kind::Boolean | Kind::Ordinal => Vec::new(),
            _ => texts().filter_map(|text| reading.parse(text).as_f64()).collect(),
        };
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let filled = (rows - missing) as f64;
        let entropy = |count: u64| {
            let share = count as f64 / filled;
            -share * share.ln()
        };
        // A missing value is a value like others to an intruder.
        let same: f64 = counts.iter().map(|&count| count as f64 * (count as f64 - 1.0)).sum();
        let pairs = rows as f64 * (rows as f64 - 1.0);
        Self {
            name: name.to_owned(),
            kind: reading.kind,
            rows,
            missing,
            distinct: distinct as u64,
            alone: present().filter(|(_, count)| **count == 1).count() as u64,
            separation: if pairs > 0.0 { 1.0 - same / pairs } else { 0.0 },
            effective: present().map(|(_, &count)| entropy(count)).sum::<f64>().exp(),
            shape: match reading.kind {
                Kind::Text | Kind::Integer => shape::detect(texts(), distinct),
                _ => None,
            },
            span: (!numbers.is_empty()).then_some(most - least),
            years: reading.kind == Kind::Integer
                && !numbers.is_empty()
                && least >= 1850.0
                && most <= 2100.0,
            ambiguous_dates: reading.ambiguous_dates,
        }
    }

    /// What its values look like, in a few words.
    pub fn looks_like(&self) -> Option<&'static str> {
        self.shape.map(Shape::words)
    }

    /// Different values as a share of the records that have one.
    pub fn distinction(&self) -> f64 {
        let filled = self.rows - self.missing;
        if filled == 0 { 0.0 } else { self.distinct as f64 / filled as f64 }
    }

    /// Whether nearly every record has a value of its own.
    pub fn is_nearly_unique(&self) -> bool {
        self.distinct >= 20 && self.distinction() >= 0.9
    }

    /// Whether there are so many values that each belongs to few.
    pub fn is_many(&self) -> bool {
        let few = self.distinct >= 3 && self.distinction() >= 0.5;
        few || (self.distinct >= 20 && self.distinct * 100 >= self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::{Reading, Texts};

    fn facts(texts: &[&str]) -> Facts {
        let mut all = Texts::new();
        let mut seen = Vec::new();
        let codes: Vec<u32> = texts
            .iter()
            .map(|text| {
                seen.iter().position(|other| other == text).unwrap_or_else(|| {
                    seen.push(*text);
                    all.push(text);
                    seen.len() - 1
                }) as u32
            })
            .collect();
        let filled = all.iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
        let reading = Reading::detect(filled.iter().copied(), None, &[]);
        let (dictionary, new) = Dictionary::new(&all, reading, str::is_empty);
        let renumbered: Vec<u32> = codes.iter().map(|&code| new[code as usize]).collect();
        Facts::of("x", &Codes::from_codes(&renumbered, dictionary.len()), &dictionary)
    }

    #[test]
    fn columns_are_counted() {
        let of = facts(&["3", "1", "", "3"]);
        assert_eq!((of.kind, of.rows, of.missing), (Kind::Integer, 4, 1));
        assert_eq!((of.distinct, of.alone, of.span), (2, 1, Some(2.0)));
        assert!((of.separation - 5.0 / 6.0).abs() < 1e-12);
        assert!((of.distinction() - 2.0 / 3.0).abs() < 1e-12);
        assert!(!of.years && facts(&["1971", "2003"]).years);
        let even = facts(&["a", "b", "a", "b"]);
        assert!((even.effective - 2.0).abs() < 1e-12, "{}", even.effective);
    }

    #[test]
    fn empty_columns_are_no_trouble() {
        let of = facts(&["", ""]);
        assert_eq!((of.distinct, of.missing, of.shape, of.span), (0, 2, None, None));
        assert!(of.distinction() == 0.0 && of.separation == 0.0 && of.effective.is_finite());
    }

    #[test]
    fn no_value_is_shown() {
        let shown = format!("{:?}", facts(&["4711", "4712", "4790"]));
        assert!(!shown.contains("4711") && !shown.contains("4790"), "{shown}");
    }
}
