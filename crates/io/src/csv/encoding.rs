//! How characters are encoded: detection, and the ways to UTF-8 and back.
//!
//! Everything within works on UTF-8. Latin-1 and UTF-16 are turned into it while they are read,
//! and labels and cells are turned back before they are written.

use crate::Encoding;

/// Turns a stream of bytes into UTF-8, piece by piece.
#[derive(Debug)]
pub(super) struct Decoder {
    encoding: Encoding,
    /// The first byte of a unit of which the second is still to come.
    half: Option<u8>,
    /// The first unit of a pair of which the second is still to come.
    high: Option<u16>,
    /// Line ends decoded so far, for errors.
    lines: u64,
}

impl Decoder {
    pub fn new(encoding: Encoding) -> Self {
        Self { encoding, half: None, high: None, lines: 0 }
    }

    /// How many encoded bytes surely fit into `room` bytes of UTF-8.
    pub fn fitting(&self, room: usize) -> usize {
        match self.encoding {
            Encoding::Utf8 => room,
            Encoding::Latin1 => room / 2,
            Encoding::Utf16Le | Encoding::Utf16Be => (room / 3).saturating_sub(2) * 2,
        }
    }

    /// Whether bytes pass unchanged, so that they need not go through here.
    pub fn is_identity(&self) -> bool {
        self.encoding == Encoding::Utf8
    }

    /// Decodes `from` to the front of `into`, which is long enough, and tells the length there. If
    /// the bytes are not in the encoding, the error is the line on which they are.
    pub fn decode(&mut self, from: &[u8], into: &mut [u8]) -> Result<usize, u64> {
        match self.encoding {
            Encoding::Utf8 => {
                into[..from.len()].copy_from_slice(from);
                Ok(from.len())
            }
            Encoding::Latin1 => Ok(decode_latin1(from, into)),
            Encoding::Utf16Le => self.decode_utf16(from, into, u16::from_le_bytes),
            Encoding::Utf16Be => self.decode_utf16(from, into, u16::from_be_bytes),
        }
    }

    fn decode_utf16(
        &mut self,
        from: &[u8],
        into: &mut [u8],
        unit: fn([u8; 2]) -> u16,
    ) -> Result<usize, u64> {
        let mut length = 0;
        let first = self.half.take();
        let mut bytes = first.iter().chain(from).copied();
        while let Some(a) = bytes.next() {
            let Some(b) = bytes.next() else {
                self.half = Some(a);
                break;
            };
            if let Some(character) = self.pair(unit([a, b]))? {
                length += character.encode_utf8(&mut into[length..]).len();
            }
        }
        Ok(length)
    }

    /// The character that a unit completes; none if it is the first of a pair.
    fn pair(&mut self, unit: u16) -> Result<Option<char>, u64> {
        let here = self.lines + 1;
        let character = match (self.high.take(), unit) {
            (None, 0xD800..=0xDBFF) => {
                self.high = Some(unit);
                return Ok(None);
            }
            (None, _) => char::from_u32(u32::from(unit)),
            (Some(high), 0xDC00..=0xDFFF) => char::from_u32(
                0x1_0000 + ((u32::from(high) - 0xD800) << 10) + (u32::from(unit) - 0xDC00),
            ),
            (Some(_), _) => None,
        };
        self.lines += u64::from(character == Some('\n'));
        character.map(Some).ok_or(here)
    }

    /// Whether the stream may end here; the error is the line on which a character is cut off.
    pub fn finish(&self) -> Result<(), u64> {
        if self.half.is_none() && self.high.is_none() { Ok(()) } else { Err(self.lines + 1) }
    }
}

fn decode_latin1(from: &[u8], into: &mut [u8]) -> usize {
    let mut length = 0;
    for &byte in from {
        if byte < 0x80 {
            into[length] = byte;
            length += 1;
        } else {
            into[length] = 0xC0 | (byte >> 6);
            into[length + 1] = 0x80 | (byte & 0x3F);
            length += 2;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
        let mut bytes = Vec::new();
        assert!(encoding.encode(text, &mut bytes));
        bytes
    }

    #[test]
    fn encodings_are_told_by_mark_zeros_and_validity() {
        type Case = (&'static [u8], Option<Encoding>, (Encoding, usize));
        let cases: [Case; 10] = [
            (b"a,b\n", None, (Encoding::Utf8, 0)),
            (b"\xEF\xBB\xBFa", None, (Encoding::Utf8, 3)),
            (b"\xFF\xFEa\0", None, (Encoding::Utf16Le, 2)),
            (b"\xFE\xFF\0a", None, (Encoding::Utf16Be, 2)),
            (b"\xFE\xFF\0a", Some(Encoding::Utf16Le), (Encoding::Utf16Be, 2)),
            (b"a\0,\0b\0\n\0", None, (Encoding::Utf16Le, 0)),
            (b"\0a\0,\0b\0\n", None, (Encoding::Utf16Be, 0)),
            (b"caf\xE9,1\n", None, (Encoding::Latin1, 0)),
            (b"caf\xC3", None, (Encoding::Utf8, 0)),
            (b"", None, (Encoding::Utf8, 0)),
        ];
        for (bytes, said, expected) in cases {
            assert_eq!(Encoding::detect(bytes, said), expected, "{bytes:?}");
        }
    }

    #[test]
    fn every_way_of_cutting_decodes_the_same() {
        let text = "na\u{EF}ve,x\r\n\u{FF};\u{E9}\n";
        for encoding in [Encoding::Utf8, Encoding::Latin1, Encoding::Utf16Le, Encoding::Utf16Be] {
            let text = format!("{text}{}", if encoding == Encoding::Latin1 { "" } else { "𝄞€" });
            let bytes = encoded(&text, encoding);
            for size in 1..=bytes.len() {
                let (mut decoder, mut got) = (Decoder::new(encoding), Vec::new());
                for piece in bytes.chunks(size) {
                    let mut into = [0; 256];
                    let length = decoder.decode(piece, &mut into).unwrap();
                    got.extend_from_slice(&into[..length]);
                }
                assert_eq!((got.as_slice(), decoder.finish()), (text.as_bytes(), Ok(())));
            }
        }
    }

    #[test]
    fn lone_surrogates_and_odd_bytes_name_their_line() {
        let mut decoder = Decoder::new(Encoding::Utf16Be);
        let mut into = [0; 64];
        assert_eq!(decoder.decode(b"\0a\0\n\xDC\0", &mut into), Err(2));
        let mut decoder = Decoder::new(Encoding::Utf16Be);
        assert_eq!(decoder.decode(b"\0a\0\n\0", &mut into), Ok(2));
        assert_eq!(decoder.finish(), Err(2));
        assert!(!Encoding::Latin1.encode("€", &mut Vec::new()));
    }
}
