//! Which labels of one column fit which of another: computed once for each pair of distinct labels.

use super::cells::Cells;
use super::meaning::{Exact, Meaning, Range};
use rayon::prelude::*;
use ridotto_core::{Code, KeyedMap};

/// For each label on the people's side the labels on the release's side that it can stand with,
/// in order.
pub(super) struct Fit(Vec<Vec<Code>>);

impl Fit {
    /// Compares all labels. What people are known by is mostly values that stand for themselves,
    /// and these find their labels by an index; only coarse knowledge is compared label by label.
    pub fn new(people: &Cells, release: &Cells) -> Self {
        let index = Index::new(release.meanings());
        let fitting = |own: &Meaning| -> Vec<Code> {
            let meets = |code: &Code| own.meets(&release.meanings()[*code as usize]);
            let all = 0..release.meanings().len() as Code;
            let Some(values) = own.values() else { return all.filter(meets).collect() };
            let mut found = index.anything.clone();
            for value in values {
                index.holding(value, &mut found);
            }
            found.sort_unstable();
            found.dedup();
            found
        };
        Self(people.meanings().par_iter().map(fitting).collect())
    }

    /// The release's labels that fit a label of the people's.
    pub fn of(&self, code: Code) -> &[Code] {
        &self.0[code as usize]
    }

    /// The mean share of the release's labels that fit: the smaller, the more it tells apart.
    pub fn share(&self, labels: usize) -> f64 {
        let fitting: usize = self.0.iter().map(Vec::len).sum();
        fitting as f64 / (self.0.len() * labels).max(1) as f64
    }
}

/// Labels by what they hold.
#[derive(Default)]
pub(super) struct Index<'a> {
    anything: Vec<Code>,
    by_text: KeyedMap<&'a str, Vec<Code>>,
    /// Ranges by their lower end; with each the greatest upper end so far.
    ranges: Vec<(Range, f64, Code)>,
    patterns: Vec<Patterns>,
}

/// Patterns with gaps at the same places, by what they show.
struct Patterns {
    shown: Vec<bool>,
    by_letters: KeyedMap<String, Vec<Code>>,
}

impl<'a> Index<'a> {
    pub fn new(labels: &'a [Meaning]) -> Self {
        let mut index = Self::default();
        for (code, label) in (0..).zip(labels) {
            match label {
                Meaning::Anything => index.anything.push(code),
                Meaning::Range(range) => index.ranges.push((*range, range.high(), code)),
                Meaning::Pattern(letters) => index.add_pattern(letters, code),
                Meaning::Exact(_) | Meaning::OneOf(_) => {
                    for value in label.values().unwrap_or_default() {
                        index.by_text.entry(value.text()).or_default().push(code);
                    }
                }
            }
        }
        index.ranges.sort_by(|a, b| a.0.low().total_cmp(&b.0.low()));
        let mut greatest = f64::NEG_INFINITY;
        for (_, so_far, _) in &mut index.ranges {
            greatest = greatest.max(*so_far);
            *so_far = greatest;
        }
        index
    }

    fn add_pattern(&mut self, letters: &[Option<char>], code: Code) {
        let shown: Vec<bool> = letters.iter().map(Option::is_some).collect();
        let place = self.patterns.iter().position(|known| known.shown == shown);
        let place = place.unwrap_or_else(|| {
            self.patterns.push(Patterns { shown, by_letters: KeyedMap::default() });
            self.patterns.len() - 1
        });
        let letters: String = letters.iter().flatten().collect();
        self.patterns[place].by_letters.entry(letters).or_default().push(code);
    }

    /// Appends the labels that hold a value, but for those that hold anything.
    pub fn holding(&self, value: &Exact, into: &mut Vec<Code>) {
        into.extend(self.by_text.get(value.text()).into_iter().flatten());
        if let Some(number) = value.number() {
            let begun = self.ranges.partition_point(|(range, ..)| range.low() <= number);
            // Before the first range that could reach the number none does.
            let open = self.ranges[..begun].iter().rev().take_while(|label| label.1 >= number);
            into.extend(open.filter(|(range, ..)| range.contains(number)).map(|label| label.2));
        }
        if !self.patterns.is_empty() {
            let letters: Vec<char> = value.text().chars().collect();
            for patterns in self.patterns.iter().filter(|it| it.shown.len() == letters.len()) {
                let shown = letters.iter().zip(&patterns.shown).filter(|(_, shown)| **shown);
                let shown: String = shown.map(|(letter, _)| letter).collect();
                into.extend(patterns.by_letters.get(&shown).into_iter().flatten());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::meaning::Language;
    use super::*;
    use proptest::prelude::*;
    use ridotto_core::{Kind, Reading};

    fn label() -> impl Strategy<Value = String> {
        prop_oneof![
            (0_u32..120).prop_map(|n| n.to_string()),
            (0_u32..90, 1_u32..50).prop_map(|(n, m)| format!("{n}-{}", n + m)),
            (0_u32..120).prop_map(|n| format!(">{n}")),
            (0_u32..120).prop_map(|n| format!("<={n}")),
            (0_u32..10).prop_map(|n| format!("{n}*")),
            (0_u32..10).prop_map(|n| format!("*{n}")),
            (0_u32..10).prop_map(|n| format!("1{n}*")),
            prop::collection::vec(0_u32..120, 2..4).prop_map(|ns| {
                let texts: Vec<String> = ns.iter().map(u32::to_string).collect();
                format!("{{{}}}", texts.join(", "))
            }),
            Just("*".to_owned()),
            Just("none".to_owned()),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn the_index_finds_what_comparing_finds(
            people in prop::collection::vec(label(), 1..20),
            release in prop::collection::vec(label(), 1..20),
            whole in any::<bool>(),
        ) {
            let kind = if whole { Kind::Integer } else { Kind::Text };
            let language = Language::new(Reading::of_kind(kind));
            let (own, their) = (Cells::of_texts(&people, &language), Cells::of_texts(&release, &language));
            let fit = Fit::new(&own, &their);
            for (code, meaning) in (0..).zip(own.meanings()) {
                let meets = |label: &Code| meaning.meets(&their.meanings()[*label as usize]);
                let expected: Vec<Code> = (0..their.meanings().len() as Code).filter(meets).collect();
                prop_assert_eq!(fit.of(code), &expected[..]);
            }
        }
    }
}
