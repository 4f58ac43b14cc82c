//! The text of a file: unpacked, decoded to UTF-8, digested on the way.

use super::encoding::Decoder;
use crate::{Compression, Digest, Digesting, Encoding, Problem, widest_window};
use flate2::bufread::MultiGzDecoder;
use memchr::memchr;
use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
};

/// How much of the file decides about its encoding.
const SAMPLE: usize = 1 << 20;

/// How much room is made for it at first: most hierarchies are short. It is enough where only a
/// byte order mark is looked for.
const SHORT: usize = 1 << 15;

/// What is read from: a file, or bytes in tests.
pub(crate) type Raw = Box<dyn Read + Send>;

type Buffered = BufReader<Digesting<Raw>>;

enum Unpacked {
    Plain(Digesting<Raw>),
    Gzip(Box<MultiGzDecoder<Buffered>>),
    Zstd(zstd::Decoder<'static, Buffered>),
}

/// A stream of UTF-8, without a byte order mark.
pub(crate) struct Stream {
    unpacked: Unpacked,
    decoder: Decoder,
    /// What was read to find the encoding, and how much of it was passed on.
    sample: Vec<u8>,
    passed: usize,
    /// Bytes before they are decoded.
    encoded: Vec<u8>,
    pub encoding: Encoding,
    pub bom: bool,
}

/// UTF-8 if the beginning of a file is plain ASCII. It need not be kept then to be looked at, as
/// what is no file to begin anew with must be.
pub(super) fn ascii(mut file: &File) -> io::Result<Option<Encoding>> {
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let (mut piece, mut seen) = (vec![0; SHORT], 0);
    let plain = loop {
        let got = file.read(&mut piece)?;
        seen += got;
        if !piece[..got].is_ascii() || memchr(0, &piece[..got]).is_some() {
            break false;
        }
        if got == 0 || seen >= SAMPLE {
            break true;
        }
    };
    file.rewind()?;
    Ok(plain.then_some(Encoding::Utf8))
}

impl Stream {
    pub fn new(
        raw: Raw,
        compression: Compression,
        said: Option<Encoding>,
        digest: bool,
    ) -> Result<Self, Problem> {
        let raw = Digesting::new(raw, digest);
        let buffered = |raw| BufReader::with_capacity(1 << 17, raw);
        let mut unpacked = match compression {
            Compression::None => Unpacked::Plain(raw),
            Compression::Gzip => Unpacked::Gzip(Box::new(MultiGzDecoder::new(buffered(raw)))),
            Compression::Zstd => {
                let mut unpacked = zstd::Decoder::with_buffer(buffered(raw))?;
                unpacked.window_log_max(widest_window())?;
                Unpacked::Zstd(unpacked)
            }
        };
        let sample = match unpacked.sample(if said.is_some() { SHORT } else { SAMPLE }) {
            Err(Problem::BrokenCompression) if unpacked.passed() == 0 => {
                return Err(Problem::Empty);
            }
            sample => sample?,
        };
        // No text in any encoding that is read begins like this.
        match &sample[..] {
            [0x1F, 0x8B, 8, ..] => return Err(Problem::Compressed("gzip")),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => return Err(Problem::Compressed("zstd")),
            _ => {}
        }
        let (encoding, passed) = Encoding::detect(&sample, said);
        let decoder = Decoder::new(encoding);
        let bom = passed > 0;
        Ok(Self { unpacked, decoder, sample, passed, encoded: Vec::new(), encoding, bom })
    }

    /// The least room for which text can be asked.
    pub fn least(&self) -> usize {
        if self.decoder.is_identity() { 1 } else { 16 }
    }

    /// Fills a buffer of at least [`least`](Self::least) bytes with text, but for a few bytes at
    /// its end, and says how much there is and whether the file has ended.
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<(usize, bool), Problem> {
        if self.decoder.is_identity() {
            let got = self.raw(buffer)?;
            return Ok((got, got < buffer.len()));
        }
        let mut filled = 0;
        loop {
            let want = self.decoder.fitting(buffer.len() - filled);
            if want == 0 {
                return Ok((filled, false));
            }
            let mut encoded = std::mem::take(&mut self.encoded);
            encoded.resize(want.max(encoded.len()), 0);
            let got = self.raw(&mut encoded[..want])?;
            let encoding = self.encoding;
            let wrong = |line| Problem::NotInEncoding { line, encoding };
            filled += self.decoder.decode(&encoded[..got], &mut buffer[filled..]).map_err(wrong)?;
            self.encoded = encoded;
            if got < want {
                self.decoder.finish().map_err(wrong)?;
                return Ok((filled, true));
            }
        }
    }

    /// Fills a buffer with bytes as they are in the unpacked file.
    fn raw(&mut self, buffer: &mut [u8]) -> Result<usize, Problem> {
        let left = &self.sample[self.passed..];
        let length = left.len().min(buffer.len());
        buffer[..length].copy_from_slice(&left[..length]);
        self.passed += length;
        if length < buffer.len() && !self.sample.is_empty() {
            self.sample = Vec::new();
            self.passed = 0;
        }
        Ok(length + self.unpacked.fill(&mut buffer[length..])?)
    }

    /// How many bytes of the file were read.
    pub fn bytes(&self) -> u64 {
        self.unpacked.passed()
    }

    /// The digest of the whole file, which was read to its end, if it is wanted.
    pub fn finish(self) -> Result<Option<Digest>, Problem> {
        let mut raw = match self.unpacked {
            Unpacked::Plain(raw) => raw,
            Unpacked::Gzip(unpacked) => unpacked.into_inner().into_inner(),
            Unpacked::Zstd(unpacked) => unpacked.finish().into_inner(),
        };
        raw.drain()?;
        Ok(raw.finish().0)
    }
}

impl Unpacked {
    /// How many bytes of the file were read.
    fn passed(&self) -> u64 {
        match self {
            Self::Plain(raw) => raw.passed(),
            Self::Gzip(unpacked) => unpacked.get_ref().get_ref().passed(),
            Self::Zstd(unpacked) => unpacked.get_ref().get_ref().passed(),
        }
    }

    /// So many bytes of the file's beginning, or all of it if it is short.
    fn sample(&mut self, most: usize) -> Result<Vec<u8>, Problem> {
        let (mut sample, mut length) = (Vec::new(), 0);
        loop {
            sample.resize(if length == 0 { SHORT } else { most }, 0);
            length += self.fill(&mut sample[length..])?;
            if length < sample.len() || length == most {
                sample.truncate(length);
                return Ok(sample);
            }
        }
    }

    /// Reads until the buffer is full or the file has ended.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, Problem> {
        let mut filled = 0;
        while filled < buffer.len() {
            let got = match self {
                Self::Plain(raw) => raw.read(&mut buffer[filled..]),
                Self::Gzip(unpacked) => unpacked.read(&mut buffer[filled..]),
                Self::Zstd(unpacked) => unpacked.read(&mut buffer[filled..]),
            };
            match got {
                Ok(0) => break,
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // An error without a system's number comes from the unpacking.
                Err(error) if error.raw_os_error().is_none() => return Err(self.broken(&error)),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(filled)
    }

    /// Why a file cannot be unpacked. A window that is too wide is no damage.
    fn broken(&self, error: &io::Error) -> Problem {
        // The number of this error in the library's interface, which it keeps.
        const TOO_WIDE: usize = 16;
        let too_wide = || zstd::zstd_safe::get_error_name(TOO_WIDE.wrapping_neg());
        match self {
            Self::Zstd(_) if error.to_string() == too_wide() => {
                Problem::WideWindow { limit: 1 << widest_window() }
            }
            _ => Problem::BrokenCompression,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(bytes: &[u8], size: usize) -> Result<(Vec<u8>, Option<Digest>), Problem> {
        let raw: Raw = Box::new(io::Cursor::new(bytes.to_vec()));
        let mut stream = Stream::new(raw, Compression::None, None, true)?;
        let (mut text, mut buffer) = (Vec::new(), vec![0; size]);
        loop {
            let (got, ended) = stream.fill(&mut buffer)?;
            text.extend_from_slice(&buffer[..got]);
            if ended {
                return Ok((text, stream.finish()?));
            }
        }
    }

    #[test]
    fn plain_ascii_is_told_without_keeping_it() {
        let plain = "plain,1\n".repeat(SAMPLE / 4).into_bytes();
        let with = |at: usize, byte: u8| {
            let mut bytes = plain.clone();
            bytes[at] = byte;
            bytes
        };
        for (bytes, expected) in [
            (plain.clone(), Some(Encoding::Utf8)),
            (Vec::new(), Some(Encoding::Utf8)),
            (with(3 * SHORT, 0xE9), None),
            (with(SAMPLE - 1, 0xE9), None),
            (with(3 * SHORT, 0), None),
            // As late as this nobody looks.
            (with(SAMPLE + SHORT, 0xE9), Some(Encoding::Utf8)),
        ] {
            let mut file = tempfile::tempfile().unwrap();
            io::Write::write_all(&mut file, &bytes).unwrap();
            file.rewind().unwrap();
            assert_eq!(ascii(&file).unwrap(), expected);
            assert_eq!(file.stream_position().unwrap(), 0);
        }
    }

    #[test]
    fn text_is_the_same_in_pieces_of_any_size() {
        let text = "a,é\n".repeat(9);
        for encoding in [Encoding::Utf8, Encoding::Latin1, Encoding::Utf16Le, Encoding::Utf16Be] {
            let mut bytes = encoding.mark().to_vec();
            assert!(encoding.encode(&text, &mut bytes));
            for size in [16, 17, 18, 19, 50, 1000] {
                let (got, digest) = text_of(&bytes, size).unwrap();
                assert_eq!(got, text.as_bytes(), "{encoding} {size}");
                let mut whole = Digesting::new(&bytes[..], true);
                whole.drain().unwrap();
                assert_eq!(digest, whole.finish().0);
            }
        }
    }
}
