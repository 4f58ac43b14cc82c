//! How characters are encoded.

use std::{fmt, str::FromStr};

/// How the characters of a text file are encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// ISO 8859-1: one byte per character.
    Latin1,
    /// UTF-16, little end first.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Latin1 => "Latin-1",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
        })
    }
}

/// The names of the policy: `utf-8`, `latin1`, `utf-16`, `utf-16le`, `utf-16be`.
impl FromStr for Encoding {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Ok(match name.to_lowercase().replace(['-', '_'], "").as_str() {
            "utf8" => Self::Utf8,
            "latin1" | "iso88591" => Self::Latin1,
            "utf16" | "utf16le" => Self::Utf16Le,
            "utf16be" => Self::Utf16Be,
            _ => return Err(()),
        })
    }
}
