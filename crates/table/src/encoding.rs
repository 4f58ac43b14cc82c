//! How the characters of a text file are encoded. What a policy calls each of them is the policy's to say.

use std::fmt;

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

impl Encoding {
    /// What a file seems to be by its first bytes, and how long its byte order mark is. A mark
    /// decides; otherwise what was said beforehand; otherwise zero bytes where UTF-16 has them;
    /// otherwise whether the bytes are UTF-8.
    pub fn detect(start: &[u8], said: Option<Self>) -> (Self, usize) {
        let marked = match start {
            [0xEF, 0xBB, 0xBF, ..] => Some((Self::Utf8, 3)),
            [0xFF, 0xFE, ..] => Some((Self::Utf16Le, 2)),
            [0xFE, 0xFF, ..] => Some((Self::Utf16Be, 2)),
            _ => None,
        };
        match (marked, said) {
            (Some(marked), None) => marked,
            (Some(marked), Some(said)) if said == marked.0 => marked,
            (Some(marked), Some(said)) if said.is_utf16() && marked.0.is_utf16() => marked,
            (_, Some(said)) => (said, 0),
            (None, None) => (Self::guess(start), 0),
        }
    }

    fn guess(start: &[u8]) -> Self {
        let zeros = |from: usize| start.iter().skip(from).step_by(2).filter(|&&b| b == 0).count();
        let (even, odd, half) = (zeros(0), zeros(1), start.len() / 2);
        if half > 0 && odd * 2 > half && even * 4 < odd {
            Self::Utf16Le
        } else if half > 0 && even * 2 > half && odd * 4 < even {
            Self::Utf16Be
        } else {
            match std::str::from_utf8(start) {
                // A character cut off at the end of the sample is no fault of the file's.
                Err(error) if error.error_len().is_some() => Self::Latin1,
                _ => Self::Utf8,
            }
        }
    }

    fn is_utf16(self) -> bool {
        matches!(self, Self::Utf16Le | Self::Utf16Be)
    }

    /// The byte order mark.
    pub fn mark(self) -> &'static [u8] {
        match self {
            Self::Utf8 => &[0xEF, 0xBB, 0xBF],
            Self::Latin1 => &[],
            Self::Utf16Le => &[0xFF, 0xFE],
            Self::Utf16Be => &[0xFE, 0xFF],
        }
    }

    /// Appends a text in this encoding; `false` if it has a character that the encoding lacks.
    #[must_use]
    pub fn encode(self, text: &str, into: &mut Vec<u8>) -> bool {
        match self {
            Self::Utf8 => into.extend_from_slice(text.as_bytes()),
            Self::Latin1 => {
                for character in text.chars() {
                    let Ok(byte) = u8::try_from(u32::from(character)) else { return false };
                    into.push(byte);
                }
            }
            Self::Utf16Le => into.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Self::Utf16Be => into.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        }
        true
    }
}
