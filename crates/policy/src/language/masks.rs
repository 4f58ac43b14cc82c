//! `[[mask]]`: tables whose keys depend on their method, which the entries know.

use super::{Key, Section, Shape};
use ridotto_catalogue::Sort;

/// The key that names the step.
pub const METHOD: Key =
    Key::new("method", Shape::Entry(Sort::Step), "\"round\"", "What is done.").required();

/// A step of which only the method is known.
pub const MASK: Section = Section {
    place: "[[mask]]",
    doc: "A step that masks values before the search; steps run in the order written.",
    keys: &[METHOD],
};
