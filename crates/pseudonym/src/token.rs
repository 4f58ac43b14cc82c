//! Bits as texts: how long a pseudonym is, and in which letters.

/// The bits that a pseudonym may have. Fewer than 64 would collide among a few million values;
/// SHA-256 has no more than 256.
pub const BITS: std::ops::RangeInclusive<u32> = 64..=256;

/// The letters of a pseudonym.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// `0` to `9` and `a` to `f`: four bits each.
    #[default]
    Hexadecimal,
    /// `a` to `z` and `2` to `7`, as RFC 4648 has them but in lower case: five bits each.
    Base32,
}

impl Alphabet {
    const fn letters(self) -> &'static [u8] {
        match self {
            Self::Hexadecimal => b"0123456789abcdef",
            Self::Base32 => b"abcdefghijklmnopqrstuvwxyz234567",
        }
    }
}

/// How bits are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    bits: u32,
    alphabet: Alphabet,
}

impl Default for Token {
    /// 128 bits: among a thousand million values two collide with a chance of 10^-21.
    fn default() -> Self {
        Self { bits: 128, alphabet: Alphabet::Hexadecimal }
    }
}

impl Token {
    /// So many bits, rounded up to whole letters; `None` if they are not within [`BITS`].
    pub fn new(bits: u32, alphabet: Alphabet) -> Option<Self> {
        BITS.contains(&bits).then_some(Self { bits, alphabet })
    }

    /// The first bits of 32 bytes as a text. The last letter may stand for fewer bits than others;
    /// bits that are not asked for are nought.
    pub fn text(self, bytes: &[u8; 32]) -> String {
        let letters = self.alphabet.letters();
        let each = letters.len().ilog2();
        let bit = |at: u32| {
            let byte = bytes.get(at as usize / 8).filter(|_| at < self.bits);
            byte.map_or(0, |byte| usize::from(byte >> (7 - at % 8) & 1))
        };
        let letter = |at: u32| {
            let number = (0..each).fold(0, |number, next| number * 2 + bit(at * each + next));
            char::from(letters[number])
        };
        (0..self.bits.div_ceil(each)).map(letter).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(first: &[u8]) -> [u8; 32] {
        let mut bytes = [0xff; 32];
        bytes[..first.len()].copy_from_slice(first);
        bytes
    }

    #[test]
    fn texts_are_those_of_the_standard() {
        // RFC 4648, section 10, without padding: `foobar` is ten letters, `fooba` eight.
        let foobar = bytes(b"foobarfo");
        let base32 = |bits| Token { bits, alphabet: Alphabet::Base32 }.text(&foobar);
        assert_eq!(base32(48), "mzxw6ytboi");
        assert_eq!(base32(40), "mzxw6ytb");
        assert_eq!(base32(8), "my");
        let token = Token::new(64, Alphabet::Hexadecimal).unwrap();
        assert_eq!(token.text(&foobar), "666f6f626172666f");
    }

    #[test]
    fn lengths_are_within_limits() {
        for (bits, alphabet, length) in [
            (64, Alphabet::Hexadecimal, 16),
            (65, Alphabet::Hexadecimal, 17),
            (128, Alphabet::Base32, 26),
            (256, Alphabet::Hexadecimal, 64),
            (256, Alphabet::Base32, 52),
        ] {
            let text = Token::new(bits, alphabet).unwrap().text(&[0xff; 32]);
            assert_eq!(text.len(), length);
        }
        assert_eq!(Token::new(63, Alphabet::Base32), None);
        assert_eq!(Token::new(257, Alphabet::Base32), None);
        assert_eq!(Token::default().text(&[0; 32]).len(), 32);
    }
}
