//! Which pseudonym stands for which value: the table that leads back.
//!
//! A mapping holds the names of several *domains*: usually one for each attribute, or one for
//! several that must be linked. In a file it is closed by a key ([`seal`](crate::seal)).

use crate::seal::{Parts, Reader};
use crate::{PseudonymError, SecretKey};
use rand::CryptoRng;
use ridotto_core::KeyedMap;
use std::collections::BTreeMap;
use std::fmt;
use zeroize::Zeroizing;

/// In which way pseudonyms are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Each is a number by chance.
    Random,
    /// They are numbered in an order by chance.
    Counter,
}

/// The names of one domain. Its `Debug` counts them.
#[derive(Clone, PartialEq, Eq)]
pub struct Names {
    way: Way,
    of_values: KeyedMap<String, String>,
    of_pseudonyms: KeyedMap<String, String>,
    highest: u64,
}

impl Names {
    /// No names yet; they will be drawn in this way.
    pub fn new(way: Way) -> Self {
        let (of_values, of_pseudonyms) = <_>::default();
        Self { way, of_values, of_pseudonyms, highest: 0 }
    }

    /// The way in which they were drawn.
    pub fn way(&self) -> Way {
        self.way
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.of_values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.of_values.is_empty()
    }

    /// The pseudonym of a value.
    pub fn pseudonym(&self, value: &str) -> Option<&str> {
        self.of_values.get(value).map(String::as_str)
    }

    /// The value that a pseudonym stands for.
    pub fn value(&self, pseudonym: &str) -> Option<&str> {
        self.of_pseudonyms.get(pseudonym).map(String::as_str)
    }

    /// The highest number of a counter.
    pub(crate) fn highest(&self) -> u64 {
        self.highest
    }

    /// Adds a pair; `false` if the value or the pseudonym has another partner already.
    pub(crate) fn insert(&mut self, value: &str, pseudonym: &str) -> bool {
        if self.way == Way::Counter {
            self.highest = self.highest.max(pseudonym.parse().unwrap_or(0));
        }
        self.of_values.insert(value.to_owned(), pseudonym.to_owned()).is_none()
            && self.of_pseudonyms.insert(pseudonym.to_owned(), value.to_owned()).is_none()
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Names({:?}, {})", self.way, self.len())
    }
}

/// The names of all domains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    domains: BTreeMap<String, Names>,
}

impl Mapping {
    /// The names of a domain.
    pub fn domain(&self, domain: &str) -> Option<&Names> {
        self.domains.get(domain)
    }

    /// The names of a domain, to be added to; an error if they were drawn in another way.
    pub fn of_way(&mut self, domain: &str, way: Way) -> Result<&mut Names, PseudonymError> {
        let names = self.domains.entry(domain.to_owned()).or_insert_with(|| Names::new(way));
        if names.way == way { Ok(names) } else { Err(PseudonymError::OtherWay) }
    }

    /// The domains, by name.
    pub fn domains(&self) -> impl Iterator<Item = &str> {
        self.domains.keys().map(String::as_str)
    }

    /// The bytes of its file, closed by a key. The nonce is drawn by chance.
    pub fn close(&self, key: &SecretKey, chance: &mut impl CryptoRng) -> Vec<u8> {
        crate::seal::close(&self.parts(), key, chance)
    }

    /// Opens the bytes of a file. Whoever changed a byte of it is found out.
    pub fn open(bytes: &[u8], key: &SecretKey) -> Result<Self, PseudonymError> {
        let plain = crate::seal::open(bytes, key)?;
        // What was closed by the key was written by us: this cannot be misread.
        Self::read(&plain).ok_or(PseudonymError::Damaged)
    }

    /// Everything in a fixed order, each text after its length.
    fn parts(&self) -> Zeroizing<Vec<u8>> {
        let pairs = self.domains.values().flat_map(|names| &names.of_values);
        let texts: usize = pairs.map(|(value, pseudonym)| value.len() + pseudonym.len() + 8).sum();
        let heads: usize = self.domains.keys().map(|domain| domain.len() + 13).sum();
        let mut parts = Parts::with_capacity(texts + heads);
        for (domain, names) in &self.domains {
            parts.text(domain);
            parts.byte(match names.way {
                Way::Random => 0,
                Way::Counter => 1,
            });
            let mut pairs: Vec<_> = names.of_values.iter().collect();
            pairs.sort_unstable();
            parts.number(pairs.len() as u64);
            for (value, pseudonym) in pairs {
                parts.text(value);
                parts.text(pseudonym);
            }
        }
        parts.bytes
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let mut mapping = Self::default();
        while !reader.0.is_empty() {
            let domain = reader.text()?;
            let way = match reader.byte()? {
                0 => Way::Random,
                1 => Way::Counter,
                _ => return None,
            };
            let mut names = Names::new(way);
            for _ in 0..reader.number()? {
                let (value, pseudonym) = (reader.text()?, reader.text()?);
                names.insert(value, pseudonym).then_some(())?;
            }
            mapping.domains.insert(domain.to_owned(), names).is_none().then_some(())?;
        }
        Some(mapping)
    }
}
