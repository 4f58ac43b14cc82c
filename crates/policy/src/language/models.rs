//! `[[require]]`: tables whose keys depend on their model, which the entries know.

use super::{Key, Section, Shape};
use ridotto_catalogue::Sort;

pub use ridotto_catalogue::limits::{APART, BASE, EVERY, K, L, PEOPLE, POSITIVE, SHARE, SOME};

/// The key that names the model.
pub const MODEL: Key =
    Key::new("model", Shape::Entry(Sort::Model), "\"k-anonymity\"", "The model of privacy.")
        .required();

/// A requirement of which only the model is known.
pub const REQUIRE: Section = Section {
    place: "[[require]]",
    doc: "What the release must satisfy. All requirements must hold.",
    keys: &[MODEL],
};
