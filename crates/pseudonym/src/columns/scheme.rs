//! How pseudonyms are made, as the policy or the command line says it.

use crate::Token;
use ridotto_policy::Pseudonym;
use ridotto_policy::language::{self, Alphabet, PseudonymMethod};
use ridotto_release::Error;
use std::path::PathBuf;

/// How pseudonyms are made.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// The method.
    pub method: PseudonymMethod,
    /// The file of the secret key.
    pub key_file: Option<PathBuf>,
    /// The file of the table that leads back.
    pub mapping: Option<PathBuf>,
    /// What the pseudonyms are of; the attribute's name when `None`.
    pub domain: Option<String>,
    /// How many bits one has; 128 when `None`.
    pub bits: Option<u32>,
    /// The letters that it is written in; hexadecimal digits when `None`.
    pub alphabet: Option<Alphabet>,
    /// What is hashed with each value.
    pub salt: Option<String>,
}

impl Scheme {
    /// A method, and nothing else said.
    pub fn new(method: PseudonymMethod) -> Self {
        let (key_file, mapping, domain) = (None, None, None);
        Self { method, key_file, mapping, domain, bits: None, alphabet: None, salt: None }
    }

    /// What a policy says.
    pub(crate) fn of(pseudonym: &Pseudonym) -> Self {
        let path = |file: &ridotto_policy::Spanned<String>| PathBuf::from(&file.value);
        Self {
            method: *pseudonym.method,
            key_file: pseudonym.key_file.as_ref().map(path),
            mapping: pseudonym.mapping.as_ref().map(path),
            domain: pseudonym.domain.as_ref().map(|domain| domain.value.clone()),
            bits: Some(*pseudonym.bits),
            alphabet: Some(*pseudonym.alphabet),
            salt: pseudonym.salt.as_ref().map(|salt| salt.value.clone()),
        }
    }

    /// How bits are written.
    pub(super) fn token(&self) -> Option<Token> {
        let alphabet = match self.alphabet.unwrap_or(Alphabet::Hex) {
            Alphabet::Hex => crate::Alphabet::Hexadecimal,
            Alphabet::Base32 => crate::Alphabet::Base32,
        };
        Token::new(self.bits.unwrap_or(128), alphabet)
    }

    /// Whether the method is given what it needs and nothing else, as the policy asks of its own.
    pub(super) fn check(&self) -> Result<(), Error> {
        let section = language::pseudonym(self.method);
        let method = self.method;
        let usage = |message: String, hint: &str| Err(Error::Usage { message, hint: hint.into() });
        let said = [
            ("key-file", self.key_file.is_some()),
            ("mapping", self.mapping.is_some()),
            ("domain", self.domain.is_some()),
            ("bits", self.bits.is_some()),
            ("alphabet", self.alphabet.is_some()),
            ("salt", self.salt.is_some()),
        ];
        for (name, is_said) in said {
            let field = name.replace('-', "_");
            match section.key(name) {
                None if is_said => {
                    let hint = "`ridotto explain` with the method's name tells what it takes";
                    return usage(format!("`{method}` takes no `Scheme::{field}`"), hint);
                }
                Some(key) if key.required && !is_said => {
                    let hint = match name {
                        "key-file" => "make a key with `make_secret_key`",
                        _ => "for example \"trial 7, 2026\"; it is no secret",
                    };
                    return usage(format!("`{method}` needs `Scheme::{field}`"), hint);
                }
                _ => {}
            }
        }
        if self.mapping.is_some() != self.key_file.is_some() && section.key("mapping").is_some() {
            return usage(
                "a mapping is closed by a key: `Scheme::mapping` and `Scheme::key_file` go together".into(),
                "say both, so that you can go back; or neither, and nobody can",
            );
        }
        if self.mapping.is_some() && self.mapping == self.key_file {
            let hint = "choose another name for the mapping";
            return usage("the mapping would be written over its key".into(), hint);
        }
        if self.token().is_none() {
            return usage("`Scheme::bits` must be from 64 to 256".into(), language::BITS.because);
        }
        Ok(())
    }
}
