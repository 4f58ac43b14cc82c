//! How the texts of one attribute are read as meanings.

use super::super::fit::Index;
use super::{Exact, Meaning, Range};
use crate::calendar;
use ridotto_core::hierarchy::{Hierarchy, TOP};
use ridotto_core::{Code, Dictionary, KeyedMap, Kind, Reading};
use std::collections::BTreeMap;
use std::fmt;
use std::net::Ipv4Addr;

/// How the texts of one attribute are read: its kind, and labels that only a dictionary explains.
///
/// | text | means |
/// |---|---|
/// | `*`, `*****`, `{rare: 12 values}` | anything |
/// | `<15`, `<=15`, `>15`, `>=15`, `15+` | a half line |
/// | `20-24`, `[20-24]`, `[0.5, 1)`, `(0,5; 1]` | a range; of years also `1960-69` |
/// | `537**`, `64/**/**` | texts of this length |
/// | `{Divorced, Widowed}`, `{"a, b", c}` | one of these |
/// | `2024-W07`, `2024-03`, `2024-Q1`, `2024`, `2020-2029`, `2024-03-01/..` | days, if the kind is date |
/// | `192.168.*.*`, `10.0.0.0/12` | addresses |
/// | a label that was [explained](Language::explain) | one of the values said |
/// | anything else | itself |
///
/// A file with other columns' words is read by a language, too: that `F` means `female`, or that a
/// city means some postal codes, is explained like any label.
#[derive(Clone)]
pub struct Language {
    reading: Reading,
    replacement: char,
    literal: bool,
    labels: BTreeMap<String, Vec<Exact>>,
}

impl Language {
    /// The language of values of a kind, redacted with stars.
    pub fn new(reading: Reading) -> Self {
        Self { reading, replacement: '*', literal: false, labels: BTreeMap::new() }
    }

    /// The same with another character for what was redacted.
    #[must_use]
    pub fn redacted_with(self, replacement: char) -> Self {
        Self { replacement, ..self }
    }

    /// The same for a column that was not generalised: each text but `*` stands for itself, also
    /// one that looks like a range. Explained labels keep their meaning.
    #[must_use]
    pub fn literal(self) -> Self {
        Self { literal: true, ..self }
    }

    /// The same, where `label` stands for one of these values.
    #[must_use]
    pub fn explain<'a>(mut self, label: &str, values: impl IntoIterator<Item = &'a str>) -> Self {
        let values: Vec<Exact> = values.into_iter().map(|text| self.exact(text)).collect();
        self.labels.entry(label.to_owned()).or_default().extend(values);
        self
    }

    /// The same with the labels of a hierarchy. A label is read by itself if that gives just the
    /// values that the hierarchy puts there: then it holds values that the hierarchy's data do not
    /// have, too. If not, the hierarchy is right: a file may well call the ages 16 to 20 `15-19`.
    ///
    /// This is for the generalised file. Values that were never generalised are better read without
    /// it, and [literally](Self::literal): a value may have the same text as a group.
    #[must_use]
    pub fn with_hierarchy(mut self, hierarchy: &Hierarchy) -> Self {
        let mut places: KeyedMap<&str, usize> = KeyedMap::default();
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        let rows: Vec<Vec<Option<&str>>> = hierarchy.rows().collect();
        for row in &rows {
            let (value, above) = value_and_labels(row);
            for label in above.filter(|&label| label != TOP) {
                let place = *places.entry(label).or_insert(groups.len());
                if place == groups.len() {
                    groups.push((label, Vec::new()));
                }
                if groups[place].1.last() != Some(&value) {
                    groups[place].1.push(value);
                }
            }
        }
        let wrong = self.misread(&rows, &places, &groups);
        for ((label, values), _) in groups.into_iter().zip(wrong).filter(|(_, wrong)| *wrong) {
            self = self.explain(label, values);
        }
        self
    }

    /// Which labels do not hold, by their text, just the values that are in their group.
    fn misread(
        &self,
        rows: &[Vec<Option<&str>>],
        places: &KeyedMap<&str, usize>,
        groups: &[(&str, Vec<&str>)],
    ) -> Vec<bool> {
        let meanings: Vec<Meaning> = groups.iter().map(|(label, _)| self.read(label)).collect();
        let index = Index::new(&meanings);
        // `*****` is anything if all values are there, and `{rare: 12 values}` is not.
        let some = |values: &[&str]| values.len() < rows.len();
        let part = |(meaning, group): (&Meaning, &(&str, Vec<&str>))| {
            *meaning == Meaning::Anything && some(&group.1)
        };
        let mut wrong: Vec<bool> = meanings.iter().zip(groups).map(part).collect();
        for row in rows {
            let (value, texts) = value_and_labels(row);
            let mut held = Vec::new();
            index.holding(&self.exact(value), &mut held);
            let mut own: Vec<Code> =
                texts.filter_map(|label| places.get(label)).map(|&at| at as Code).collect();
            for list in [&mut held, &mut own] {
                list.sort_unstable();
                list.dedup();
            }
            let differing = held.iter().filter(|label| own.binary_search(label).is_err());
            let understood = |label: &&Code| meanings[**label as usize] != Meaning::Anything;
            let own = own.iter().filter(understood);
            let lacking = own.filter(|label| held.binary_search(label).is_err());
            for &label in differing.chain(lacking) {
                wrong[label as usize] = true;
            }
        }
        wrong
    }

    /// A value that stands for itself, whatever it looks like.
    pub fn exact(&self, text: &str) -> Exact {
        let value = self.reading.parse(text);
        let number = value.as_f64();
        match (self.reading.kind, number) {
            // Numbers can be written in many ways, days and truth values in fewer; one is kept.
            (Kind::Integer | Kind::Decimal | Kind::Date | Kind::Boolean, Some(number)) => {
                let whole = text.parse::<i64>().map(|whole| whole.to_string());
                let text = whole.unwrap_or_else(|_| (number + 0.0).to_string());
                Exact::new(text, Some(number))
            }
            (Kind::Text | Kind::Ordinal, _) => {
                let address = || text.parse::<Ipv4Addr>().ok().map(|it| f64::from(it.to_bits()));
                Exact::new(text, self.number(text).or_else(address))
            }
            _ => Exact::new(text, None),
        }
    }

    /// What a cell leaves possible.
    pub fn read(&self, text: &str) -> Meaning {
        if let Some(values) = self.labels.get(text) {
            return Meaning::one_of(values.clone());
        }
        if self.literal && text != TOP {
            return Meaning::Exact(self.exact(text));
        }
        let redacted = |letter: char| letter == self.replacement;
        if text == TOP || (!text.is_empty() && text.chars().all(redacted)) {
            return Meaning::Anything;
        }
        if text.starts_with("{rare: ") && text.ends_with(" values}") {
            return Meaning::Anything;
        }
        if let Some(members) = members(text) {
            return Meaning::one_of(members.iter().map(|member| self.exact(member)).collect());
        }
        if self.reading.kind == Kind::Date {
            let day = |text: &str| self.reading.parse(text).as_f64().or_else(|| iso(text));
            let exact = self.reading.parse(text).as_f64().is_some();
            let period = (!exact).then(|| calendar::period(text, day)).flatten();
            if let Some(range) = period.and_then(|(first, last)| Range::closed(first, last)) {
                return Meaning::Range(range);
            }
        }
        if let Some(range) = self.range(text).or_else(|| addresses(text)) {
            return Meaning::Range(range);
        }
        if text.chars().any(redacted) {
            let letter = |letter: char| (!redacted(letter)).then_some(letter);
            return Meaning::Pattern(text.chars().map(letter).collect());
        }
        Meaning::Exact(self.exact(text))
    }

    /// The meanings of a dictionary's values, by code. A missing value means anything unless it
    /// is said to be a value of its own.
    pub fn read_all(&self, dictionary: &Dictionary, missing_is_own_value: bool) -> Vec<Meaning> {
        let missing = || {
            let own = Meaning::Exact(Exact::new("", None));
            if missing_is_own_value { own } else { Meaning::Anything }
        };
        let read = |code: Code| dictionary.text(code).map_or_else(missing, |text| self.read(text));
        (0..dictionary.len() as Code).map(read).collect()
    }

    fn number(&self, text: &str) -> Option<f64> {
        let reading = Reading {
            kind: Kind::Decimal,
            decimal_comma: self.reading.decimal_comma,
            ..Reading::of_kind(Kind::Decimal)
        };
        let digits = text.bytes().any(|byte| byte.is_ascii_digit());
        digits.then(|| reading.parse(text).as_f64())?
    }

    /// A range of numbers; of whole numbers with both ends included.
    fn range(&self, text: &str) -> Option<Range> {
        if matches!(self.reading.kind, Kind::Date | Kind::Boolean) {
            return None;
        }
        let range = self.half_line(text).or_else(|| self.between(text))?;
        if self.reading.kind == Kind::Integer { range.whole() } else { Some(range) }
    }

    fn half_line(&self, text: &str) -> Option<Range> {
        const ENDS: [(&str, bool, bool); 6] = [
            ("<=", true, false),
            (">=", false, false),
            ("≤", true, false),
            ("≥", false, false),
            ("<", true, true),
            (">", false, true),
        ];
        let side = |number: f64, below: bool, open: bool| {
            let far = if below { f64::NEG_INFINITY } else { f64::INFINITY };
            let (near, far) = ((number, open), (far, false));
            if below { Range::new(far, near) } else { Range::new(near, far) }
        };
        if let Some(number) = text.strip_suffix('+') {
            return side(self.number(number)?, false, false);
        }
        let (sign, below, open) = ENDS.into_iter().find(|(sign, ..)| text.starts_with(sign))?;
        side(self.number(text[sign.len()..].trim())?, below, open)
    }

    fn between(&self, text: &str) -> Option<Range> {
        let low_open = text.starts_with('(');
        let inner = text.strip_prefix(['[', '(']).and_then(|rest| rest.strip_suffix([']', ')']));
        let high_open = inner.is_some() && text.ends_with(')');
        if let Some((low, high)) =
            inner.and_then(|inner| inner.split_once("; ").or_else(|| inner.split_once(", ")))
        {
            return Range::new((self.number(low)?, low_open), (self.number(high)?, high_open));
        }
        let pair = inner.unwrap_or(text);
        // The dash between two numbers is the first one that is not a sign.
        let (at, dash) = pair.char_indices().skip(1).find(|&(_, letter)| "-–".contains(letter))?;
        let (first, last) = (&pair[..at], &pair[at + dash.len_utf8()..]);
        let last = match self.reading.kind {
            // `1960-69`: the last number begins as the first one does.
            Kind::Integer | Kind::Decimal if last.len() < first.len() && !last.contains('-') => {
                let alike = format!("{}{last}", first.get(..first.len() - last.len())?);
                if self.number(last)? < self.number(first)? { alike } else { last.to_owned() }
            }
            _ => last.to_owned(),
        };
        let (low, high) = (self.number(first)?, self.number(&last)?);
        (low < high || inner.is_some()).then(|| Range::new((low, low_open), (high, high_open)))?
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({}, {} labels)", self.reading.kind, self.labels.len())
    }
}

fn iso(text: &str) -> Option<f64> {
    Reading::of_kind(Kind::Date).parse(text).as_f64()
}

/// A value of a hierarchy with its labels. A missing value is a value that groups hold like any other:
/// its text is empty.
fn value_and_labels<'a>(row: &'a [Option<&'a str>]) -> (&'a str, impl Iterator<Item = &'a str>) {
    let value = row.first().copied().flatten().unwrap_or_default();
    (value, row.iter().skip(1).flatten().copied())
}

/// IPv4 addresses by whole bytes (`192.168.*.*`) or by bits (`10.0.0.0/12`).
fn addresses(text: &str) -> Option<Range> {
    let first_and_last = |start: u32, bits: u32| {
        let rest = u32::MAX.checked_shr(bits).unwrap_or(0);
        Range::closed(f64::from(start & !rest), f64::from(start | rest))
    };
    if let Some((address, bits)) = text.split_once('/') {
        let bits = bits.parse().ok().filter(|&bits: &u32| bits <= 32)?;
        return first_and_last(address.parse::<Ipv4Addr>().ok()?.to_bits(), bits);
    }
    let kept = text.trim_end_matches(".*");
    let stars = (text.len() - kept.len()) / 2;
    let whole = format!("{kept}{}", ".0".repeat(stars));
    (1..4).contains(&stars).then_some(())?;
    first_and_last(whole.parse::<Ipv4Addr>().ok()?.to_bits(), 32 - 8 * stars as u32)
}

/// The members of a set in braces: a member with a comma is quoted, quotation marks are doubled.
fn members(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    let (mut members, mut quoted) = (vec![String::new()], false);
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        let member = members.last_mut()?;
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => member.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => {
                letters.next_if_eq(&' ');
                members.push(String::new());
            }
            letter => member.push(letter),
        }
    }
    (!quoted).then_some(members)
}
