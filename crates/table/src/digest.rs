//! SHA-256 of what is read.

use sha2::{Digest as _, Sha256};
use std::{
    fmt,
    io::{self, Read},
};

/// The SHA-256 of a file's bytes. Displayed in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of some bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Counts whatever is read from `inner`, and digests it if that is wanted.
#[derive(Clone)]
pub struct Digesting<T> {
    inner: T,
    hash: Option<Sha256>,
    bytes: u64,
}

impl<T> Digesting<T> {
    /// Reads from `inner`.
    pub fn new(inner: T, is_wanted: bool) -> Self {
        Self { inner, hash: is_wanted.then(Sha256::new), bytes: 0 }
    }

    /// How many bytes have passed.
    pub fn passed(&self) -> u64 {
        self.bytes
    }

    /// The digest of all bytes that passed, if it is wanted, and what they came from.
    pub fn finish(self) -> (Option<Digest>, T) {
        (self.hash.map(|hash| Digest(hash.finalize().into())), self.inner)
    }
}

impl<R: Read> Digesting<R> {
    /// Reads to the end, for the digest alone.
    pub fn drain(&mut self) -> io::Result<()> {
        // Nearly always there is nothing left.
        if self.read(&mut [0; 64])? > 0 {
            let mut buffer = vec![0; 1 << 18];
            while self.read(&mut buffer)? > 0 {}
        }
        Ok(())
    }
}

impl<R: Read> Read for Digesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if let Some(hash) = &mut self.hash {
            hash.update(&buffer[..count]);
        }
        self.bytes += count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_bytes() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        for is_wanted in [true, false] {
            let mut reader = Digesting::new(&b"abc"[..], is_wanted);
            reader.drain().unwrap();
            assert_eq!(reader.passed(), 3);
            let digest = reader.finish().0.map(|digest| digest.to_string());
            assert_eq!(digest.as_deref(), is_wanted.then_some(abc));
        }
    }
}
