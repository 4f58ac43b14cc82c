//! Pseudonyms: names that stand for identifiers.
//!
//! A pseudonym lets records of one person be told to belong together without saying whose they
//! are. There are five ways to make one, and they differ in who can go back:
//!
//! | method | made from | who can go back |
//! |---|---|---|
//! | [`Keyed`] | HMAC-SHA-256 under a secret key | who has the key and can list the candidates |
//! | [`Drawn`], random | chance | who has the key and the mapping; nobody if none was kept |
//! | [`Drawn`], counter | chance: numbers in a shuffled order | the same |
//! | [`FormatPreserving`] | FF1 under a secret key | who has the key |
//! | [`Salted`] | SHA-256 of a salt and the value | **everybody who can guess values** |
//!
//! Everything here works on the *different* values of a column, in the order in which they are
//! given; what is missing has no pseudonym. Two values never get the same one: that is checked, and
//! an error where it would happen. A `Debug` shows neither keys nor values, and errors count values
//! and never show one.
//!
//! **A pseudonym is not anonymous.** Whoever has the key has the person, and what stands beside a
//! pseudonym may tell who it is without any key. Under the GDPR pseudonymised data are personal
//! data (article 4(5), recital 26).

mod columns;
mod derive;
mod distinct;
mod drawn;
mod error;
mod format_preserving;
mod keyed;
mod mapping;
mod salted;
mod seal;
mod shape;
mod token;

pub use columns::{
    PseudonymStep, PseudonymizeOptions, Pseudonymized, ReidentifyOptions, Scheme, lints,
    pseudonymize, reidentify,
};
pub use derive::fingerprint;
pub use drawn::Drawn;
pub use error::PseudonymError;
pub use format_preserving::FormatPreserving;
pub use keyed::{Keyed, mac};
pub use mapping::{Mapping, Names, Way};
pub use ridotto_keys::{Kind, Misread, SecretKey};
pub use salted::Salted;
pub use shape::SMALLEST_DOMAIN;
pub use token::{Alphabet, BITS, Token};
