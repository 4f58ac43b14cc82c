//! The policy language as data: every section, key and name, and whether this version has it.
//!
//! The parser asks these tables what is known, what is misspelled and what must wait; the JSON
//! Schema is generated from them; `ridotto explain` may read them too. What the language promises
//! but this version cannot do is marked [`Status::Later`] here and nowhere else, and is refused
//! with that reason. It is never ignored: a key that no code reads is refused as well.

mod keys;
mod masks;
mod models;
mod pseudonyms;
mod values;

pub use keys::*;
pub use masks::*;
pub use models::*;
pub use pseudonyms::*;
pub use ridotto_catalogue::{
    FileUse, Generalize, Kind as ValueType, Limits, Name, Named, Parameter as Key, Section, Shape,
    Status, Suppress,
};
pub use values::*;
