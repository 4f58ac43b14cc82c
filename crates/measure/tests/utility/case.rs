//! Attributes from texts, as a facade makes them from files.

use ridotto_core::hierarchy::Builder;
use ridotto_core::{Codes, Dictionary, Hierarchy, Interner, Kind, Reading};
use ridotto_measure::utility::{Attribute, Cells};
use ridotto_measure::{Series, Values};

/// A column of texts, coded; an empty text is missing.
pub struct Coded {
    pub dictionary: Dictionary,
    pub codes: Codes,
}

impl Coded {
    pub fn new<T: AsRef<str>>(texts: &[T], kind: Kind) -> Self {
        let mut known = Interner::new();
        let first: Vec<u32> =
            texts.iter().map(|text| known.intern(text.as_ref().as_bytes())).collect();
        let texts = known.into_texts().expect("texts are texts");
        let (dictionary, new) = Dictionary::new(&texts, Reading::of_kind(kind), str::is_empty);
        let codes: Vec<u32> = first.iter().map(|&code| new[code as usize]).collect();
        let codes = Codes::from_codes(&codes, dictionary.len());
        Self { dictionary, codes }
    }

    fn cells(&self) -> Cells<'_> {
        Cells { dictionary: &self.dictionary, codes: &self.codes }
    }
}

/// Sets in braces, as a facade would read them.
fn covers(label: Option<&str>, value: Option<&str>, _: &Reading) -> bool {
    let set = label.and_then(|label| label.strip_prefix('{')?.strip_suffix('}'));
    set.zip(value).is_some_and(|(set, value)| set.split(", ").any(|member| member == value))
}

/// An attribute from the texts before and after.
pub fn attribute<T: AsRef<str>, U: AsRef<str>>(
    name: &str,
    kind: Kind,
    before: &[T],
    after: &[U],
    builder: Option<&Builder>,
) -> Attribute {
    let before = Coded::new(before, kind);
    let after = Coded::new(after, Kind::Text);
    let hierarchy: Option<Hierarchy> = builder.map(|builder| {
        let counts = before.codes.histogram(before.dictionary.len());
        let compiled = builder.compile(name, &before.dictionary, &counts, &str::is_empty);
        compiled.expect("the hierarchy is good")
    });
    Attribute::new(name, before.cells(), after.cells(), hierarchy.as_ref(), &covers)
}

pub fn numbers(name: &str, numbers: Vec<f64>) -> Series {
    Series { name: name.into(), values: Values::Numbers(numbers) }
}

pub fn categories(name: &str, codes: &[u32], categories: usize) -> Series {
    let codes = codes.iter().map(|&code| Some(code)).collect();
    Series { name: name.into(), values: Values::Categories { codes, categories, ordered: false } }
}

pub fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * 1.0_f64.max(a.abs()).max(b.abs())
}

/// Random numbers below 1, always the same.
pub fn random(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..count).map(|_| next()).collect()
}

/// Random whole numbers below some other, always the same.
#[expect(clippy::cast_sign_loss, reason = "they are not negative")]
pub fn random_codes(seed: u64, count: usize, below: u32) -> Vec<u32> {
    random(seed, count).iter().map(|number| (number * f64::from(below)) as u32).collect()
}
