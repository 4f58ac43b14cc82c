//! The keys of `pseudonym`, method by method.

use super::{Alphabet, FileUse, Key, Limits, Named, PseudonymMethod, Section, Shape};

/// Bits of a pseudonym.
pub const BITS: Limits = Limits {
    least: 64,
    open: false,
    most: 256,
    because: "with fewer bits two of a few million values would get the same pseudonym, and a hash \
              has no more than 256",
};

const METHOD: Key = Key::new(
    "method",
    Shape::Choice(PseudonymMethod::NAMES),
    "\"hmac-sha256\"",
    "How pseudonyms are made.",
)
.required();
const KEY_FILE: Key = Key::new(
    "key-file",
    Shape::File(FileUse::Read),
    "\"secret.key\"",
    "The file of the secret key, relative to the policy; made by `ridotto pseudonymize keys`.",
);
const DOMAIN: Key = Key::new(
    "domain",
    Shape::Text,
    "\"people\"",
    "What the pseudonyms are of; attributes with the same domain and key can be linked. When \
     absent: the attribute's name, so that nothing is linked.",
);
const MAPPING: Key = Key::new(
    "mapping",
    Shape::File(FileUse::Continued),
    "\"names.mapping\"",
    "The file of the encrypted table that leads back, relative to the policy. If it is there, \
     values keep the pseudonyms in it and new ones are added; without it nobody can go back.",
);
const WIDTH: Key =
    Key::new("bits", Shape::Integer(BITS), "128", "How many bits a pseudonym has.").default("128");
const LETTERS: Key = Key::new(
    "alphabet",
    Shape::Choice(Alphabet::NAMES),
    "\"base32\"",
    "The letters that it is written in.",
)
.default("\"hex\"");
const SALT: Key = Key::new(
    "salt",
    Shape::Text,
    "\"trial 7, 2026\"",
    "A text that is hashed with each value. It is no secret.",
)
.required();

const fn section(keys: &'static [Key]) -> Section {
    Section { place: "pseudonym", doc: "How identifiers become pseudonyms.", keys }
}

/// A pseudonym of which only the method is known.
pub const PSEUDONYM: Section = section(&[METHOD]);

static KEYED: Section = section(&[METHOD, KEY_FILE.required(), DOMAIN, WIDTH, LETTERS]);
static RANDOM: Section = section(&[METHOD, KEY_FILE, MAPPING, DOMAIN, WIDTH, LETTERS]);
static COUNTER: Section = section(&[METHOD, KEY_FILE, MAPPING, DOMAIN]);
static FORMAT_PRESERVING: Section = section(&[METHOD, KEY_FILE.required(), DOMAIN]);
static SALTED: Section = section(&[METHOD, SALT, WIDTH, LETTERS]);

/// The keys of a pseudonym, by its method.
pub const fn pseudonym(method: PseudonymMethod) -> &'static Section {
    match method {
        PseudonymMethod::HmacSha256 => &KEYED,
        PseudonymMethod::Random => &RANDOM,
        PseudonymMethod::Counter => &COUNTER,
        PseudonymMethod::FormatPreserving => &FORMAT_PRESERVING,
        PseudonymMethod::SaltedHash => &SALTED,
    }
}
