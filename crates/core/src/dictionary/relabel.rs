//! Other dictionaries from a dictionary: of new labels, or of the values that are left.
//!
//! Work is per distinct value. What is no longer a value is nowhere in what is made.

use super::{Dictionary, Interner};
use crate::{Code, Kind, Reading, Texts, Value};

impl Dictionary {
    /// The dictionary of some labels, and the code that each of them gets in it. Equal labels get
    /// the same code; `None` is the missing value.
    ///
    /// Labels are read as before if they still can be: numbers with a label such as `90+` among
    /// them are texts from now on, and whole numbers with a fraction among them are decimals.
    pub fn of_labels<'a>(
        labels: impl Iterator<Item = Option<&'a str>> + Clone,
        reading: &Reading,
    ) -> (Self, Vec<Code>) {
        let mut interner = Interner::new();
        let numbers: Vec<Option<Code>> =
            labels.map(|label| label.map(|text| interner.intern(text.as_bytes()))).collect();
        let texts = interner.into_texts().expect("labels are UTF-8");
        let reading = fitting(reading, &texts);
        let (mut dictionary, new) = Self::new(&texts, reading, |_| false);
        dictionary.missing = numbers.contains(&None);
        let missing = texts.len() as Code;
        let code = |label: &Option<Code>| label.map_or(missing, |label| new[label as usize]);
        let codes = numbers.iter().map(code).collect();
        (dictionary, codes)
    }

    /// The dictionary of those values that are in use, and the new code of each; values that are
    /// not in use have none. The order stays.
    pub fn in_use(&self, is_used: impl Fn(Code) -> bool) -> (Self, Vec<Option<Code>>) {
        let (mut texts, mut new) = (Texts::new(), Vec::with_capacity(self.len()));
        for (code, text) in (0..).zip(self.texts.iter()) {
            new.push(is_used(code).then_some(texts.len() as Code));
            if is_used(code) {
                texts.push(text);
            }
        }
        let missing = self.missing().is_some_and(&is_used);
        if self.missing {
            new.push(missing.then_some(texts.len() as Code));
        }
        (Self { reading: self.reading.clone(), texts, missing }, new)
    }
}

/// The reading under which all texts are values, as near to the old one as can be.
fn fitting(reading: &Reading, texts: &Texts) -> Reading {
    let reads = |reading: &Reading| texts.iter().all(|text| reading.parse(text) != Value::Text);
    let of = |kind| Reading { kind, ..reading.clone() };
    if reading.kind == Kind::Text || reads(reading) {
        reading.clone()
    } else if reading.kind == Kind::Integer && reads(&of(Kind::Decimal)) {
        of(Kind::Decimal)
    } else {
        Reading::of_kind(Kind::Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(labels: &[Option<&str>], kind: Kind) -> (Vec<String>, Vec<Code>, Kind, Option<Code>) {
        let (dictionary, codes) =
            Dictionary::of_labels(labels.iter().copied(), &Reading::of_kind(kind));
        let texts = dictionary.texts().iter().map(str::to_owned).collect();
        (texts, codes, dictionary.reading().kind, dictionary.missing())
    }

    #[test]
    fn labels_are_numbered_in_the_order_of_their_kind() {
        let labels = [Some("10"), None, Some("9"), Some("10")];
        let (texts, codes, kind, missing) = of(&labels, Kind::Integer);
        assert_eq!((texts, codes), (vec!["9".into(), "10".into()], vec![1, 2, 0, 1]));
        assert_eq!((kind, missing), (Kind::Integer, Some(2)));
        for (labels, before, after) in [
            (["2.5", "5"], Kind::Integer, Kind::Decimal),
            (["90+", "5"], Kind::Integer, Kind::Text),
            (["90+", "5"], Kind::Decimal, Kind::Text),
            (["1", "2"], Kind::Text, Kind::Text),
            (["later", "2020-01-01"], Kind::Date, Kind::Text),
            (["2020-01-02", "2020-01-01"], Kind::Date, Kind::Date),
        ] {
            assert_eq!(of(&labels.map(Some), before).2, after, "{labels:?}");
        }
        assert_eq!(of(&[None], Kind::Integer), (vec![], vec![0], Kind::Integer, Some(0)));
        assert_eq!(of(&[], Kind::Integer), (vec![], vec![], Kind::Integer, None));
    }

    #[test]
    fn what_is_not_in_use_is_gone() {
        let labels = [Some("a"), Some("b"), None, Some("c")];
        let (all, _) = Dictionary::of_labels(labels.into_iter(), &Reading::of_kind(Kind::Text));
        let (some, new) = all.in_use(|code| code == 0 || code == 2);
        assert_eq!(some.texts().iter().collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!((new, some.missing()), (vec![Some(0), None, Some(1), None], None));
        let (some, new) = all.in_use(|code| code == 3);
        assert_eq!((new, some.missing()), (vec![None, None, None, Some(0)], Some(0)));
    }
}
