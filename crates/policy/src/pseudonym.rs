//! How an identifier becomes a pseudonym, as a policy says it.

use crate::language::{Alphabet, PseudonymMethod};
use ridotto_catalogue::Spanned;

/// How the values of an identifier are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pseudonym {
    /// How pseudonyms are made.
    pub method: Spanned<PseudonymMethod>,
    /// The file of the secret key, relative to the policy.
    pub key_file: Option<Spanned<String>>,
    /// The file of the table that leads back, relative to the policy.
    pub mapping: Option<Spanned<String>>,
    /// What the pseudonyms are of; the attribute's name when absent.
    pub domain: Option<Spanned<String>>,
    /// How many bits one has.
    pub bits: Spanned<u32>,
    /// The letters that it is written in.
    pub alphabet: Spanned<Alphabet>,
    /// What is hashed with each value.
    pub salt: Option<Spanned<String>>,
}
