//! Making pseudonyms: keys and mappings are read once, whoever shares them.

use super::{Pseudonyms, Replaced, Scheme};
use crate::{
    Drawn, FormatPreserving, Keyed, Mapping, PseudonymError, Salted, SecretKey, Way, fingerprint,
};
use rand_chacha::ChaCha20Rng;
use ridotto_core::Texts;
use ridotto_core::Watch;
use ridotto_io::{Claim, Column, Digest, IoError, Staged, Table};
use ridotto_policy::language::PseudonymMethod;
use ridotto_policy::{Policy, Problem};
use ridotto_release::Error;
use ridotto_release::{NoRandomness, Randomness};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A mapping and its file.
#[derive(Debug)]
pub(crate) struct MappingFile {
    /// Where it is.
    pub path: PathBuf,
    /// The digest of the file that is gone on with.
    read: Option<Digest>,
    /// Nobody else adds to it meanwhile. `None` if it is only read, or somebody else has it: that is
    /// told when something is to be written.
    claim: Option<Arc<Claim>>,
    key: SecretKey,
    pub(super) mapping: Mapping,
}

impl MappingFile {
    /// Reads the mapping in a file, or begins one.
    pub(super) fn open(path: &Path, key: &SecretKey) -> Result<Self, PseudonymFailure> {
        let at = |error: PseudonymError| PseudonymFailure::Mapping(path.to_owned(), error);
        let (mapping, read) = match std::fs::read(path) {
            Ok(bytes) => {
                let read = Digest::of_bytes(&bytes);
                (Mapping::open(&bytes, key).map_err(at)?, Some(read))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                (Mapping::default(), None)
            }
            Err(error) => return Err(PseudonymFailure::Error(IoError::new(path, error).into())),
        };
        Ok(Self { path: path.to_owned(), read, claim: None, key: key.clone(), mapping })
    }

    /// The same to add to it: claimed before it is read, so that what is read stays the last.
    fn claim(path: &Path, key: &SecretKey) -> Result<Self, PseudonymFailure> {
        let claim = Claim::on(path).ok().map(Arc::new);
        Ok(Self { claim, ..Self::open(path, key)? })
    }

    /// Whether there was such a file.
    pub(super) fn existed(&self) -> bool {
        self.read.is_some()
    }

    /// Stages the file, for its owner alone. It replaces the one that was read, and no other.
    pub fn stage(&self) -> Result<Staged, Error> {
        let claim = match &self.claim {
            Some(claim) => Arc::clone(claim),
            None => Arc::new(Claim::on(&self.path)?),
        };
        Ok(Staged::after(&self.path, self.read, claim)?)
    }

    /// The bytes of the file. The nonce is never that of a seed.
    pub fn close(&self) -> Result<Vec<u8>, Error> {
        Ok(self.mapping.close(&self.key, &mut Randomness::system().stream("nonce")?))
    }
}

/// Pseudonyms in the making.
#[derive(Debug)]
pub(crate) struct PseudonymMaker<'a> {
    folder: &'a Path,
    chance: ChaCha20Rng,
    is_seeded: bool,
    instead: (Option<&'a Path>, Option<&'a Path>),
    keys: Vec<(PathBuf, SecretKey)>,
    /// Names that no file keeps.
    forgotten: Mapping,
    made: Pseudonyms,
}

/// Why there are no pseudonyms.
#[derive(Debug)]
pub(crate) enum PseudonymFailure {
    /// A file, or the command line.
    Error(Error),
    /// The values and the method.
    Values(PseudonymError),
    /// A mapping.
    Mapping(PathBuf, PseudonymError),
}

impl From<Error> for PseudonymFailure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<NoRandomness> for PseudonymFailure {
    fn from(error: NoRandomness) -> Self {
        Self::Error(error.into())
    }
}

impl From<PseudonymError> for PseudonymFailure {
    fn from(error: PseudonymError) -> Self {
        Self::Values(error)
    }
}

impl PseudonymFailure {
    /// As an error about a column.
    pub fn at_column(self, name: &str) -> Error {
        match self {
            Self::Error(error) => error,
            Self::Values(PseudonymError::Cancelled) => Error::Cancelled,
            Self::Values(error) => {
                Error::Usage { message: format!("`{name}`: {error}"), hint: error.hint().into() }
            }
            Self::Mapping(path, error) => Error::Usage {
                message: format!("{}: {error}", path.display()),
                hint: error.hint().into(),
            },
        }
    }

    /// As an error about a line of the policy.
    pub fn in_policy(self, name: &str, policy: &Policy) -> Error {
        let span = policy.attribute(name).and_then(|of| Some(of.pseudonym.as_ref()?.method.span));
        match self {
            Self::Values(error) if error != PseudonymError::Cancelled => {
                let problem = Problem::error("bind::pseudonym", format!("`{name}`: {error}"))
                    .at(span.flatten(), "this method does not suit them")
                    .with_help(error.hint());
                policy.error([problem]).into()
            }
            other => other.at_column(name),
        }
    }
}

impl<'a> PseudonymMaker<'a> {
    /// Files are named relative to a folder. A seed is for tests.
    pub fn new(folder: &'a Path, randomness: Randomness) -> Result<Self, Error> {
        let chance = randomness.stream("pseudonyms")?;
        let (forgotten, made) = <_>::default();
        let (is_seeded, instead, keys) = (randomness.is_seeded(), (None, None), Vec::new());
        Ok(Self { folder, chance, is_seeded, instead, keys, forgotten, made })
    }

    /// Another key, and another mapping, than the schemes name.
    pub fn instead(&mut self, key_file: Option<&'a Path>, mapping: Option<&'a Path>) {
        self.instead = (key_file, mapping);
    }

    /// Makes the pseudonyms of a column.
    pub fn column(
        &mut self,
        name: &str,
        scheme: &Scheme,
        table: &Table,
        at: usize,
        watch: &dyn Watch,
    ) -> Result<(), PseudonymFailure> {
        let Column::Coded { dictionary, .. } = &table.columns[at] else {
            unreachable!("what is replaced is read as codes");
        };
        let key = self.key(scheme)?;
        let labels = self.labels(name, scheme, key.as_ref(), dictionary.texts(), watch)?;
        self.made.columns.push(Replaced {
            column: at,
            method: scheme.method,
            labels,
            key: key.as_ref().map(fingerprint),
            is_mapped: scheme.mapping.is_some(),
        });
        Ok(())
    }

    fn labels(
        &mut self,
        name: &str,
        scheme: &Scheme,
        key: Option<&SecretKey>,
        values: &Texts,
        watch: &dyn Watch,
    ) -> Result<Texts, PseudonymFailure> {
        let domain = scheme.domain.as_deref().unwrap_or(name);
        let token = scheme.token().expect("bits are checked before");
        let keyed = || key.expect("it is checked that these have a key");
        Ok(match scheme.method {
            PseudonymMethod::HmacSha256 => {
                Keyed::new(keyed(), domain, token).pseudonyms(values, watch)?
            }
            PseudonymMethod::FormatPreserving => {
                FormatPreserving::new(keyed(), domain).pseudonyms(values, watch)?
            }
            PseudonymMethod::SaltedHash => {
                let salt = scheme.salt.as_deref().unwrap_or_default();
                Salted::new(salt, token).pseudonyms(values, watch)?
            }
            PseudonymMethod::Random | PseudonymMethod::Counter => {
                let way = match scheme.method {
                    PseudonymMethod::Random => Way::Random,
                    _ => Way::Counter,
                };
                let place = self.mapping(scheme, key)?;
                // What is kept for years is never drawn by a seed that somebody knows.
                let (mapping, mut chance) = match place {
                    Some(place) => {
                        let drawn = Randomness::system().stream("pseudonyms")?;
                        (&mut self.made.mappings[place].mapping, drawn)
                    }
                    None => (&mut self.forgotten, self.chance.clone()),
                };
                let names = mapping.of_way(domain, way)?;
                let made = Drawn::new(way, token).pseudonyms(values, names, &mut chance)?;
                if place.is_none() {
                    self.made.is_seeded |= self.is_seeded;
                    self.chance = chance;
                }
                made
            }
        })
    }

    /// Everything that was made.
    pub fn made(&mut self) -> Pseudonyms {
        self.made.keys = self.keys.iter().map(|(path, _)| path.clone()).collect();
        std::mem::take(&mut self.made)
    }

    /// The key of a scheme, read once.
    fn key(&mut self, scheme: &Scheme) -> Result<Option<SecretKey>, Error> {
        let Some(written) = &scheme.key_file else { return Ok(None) };
        let path = self.instead.0.map_or_else(|| self.folder.join(written), Path::to_owned);
        if let Some((_, key)) = self.keys.iter().find(|(other, _)| *other == path) {
            return Ok(Some(key.clone()));
        }
        let key = ridotto_release::key_files::read_secret_key(&path)?;
        self.keys.push((path, key.clone()));
        Ok(Some(key))
    }

    /// The place of a scheme's mapping, read once.
    fn mapping(
        &mut self,
        scheme: &Scheme,
        key: Option<&SecretKey>,
    ) -> Result<Option<usize>, PseudonymFailure> {
        let (Some(written), Some(key)) = (&scheme.mapping, key) else { return Ok(None) };
        let path = self.instead.1.map_or_else(|| self.folder.join(written), Path::to_owned);
        let known = self.made.mappings.iter().position(|file| file.path == path);
        if let Some(place) = known {
            if fingerprint(&self.made.mappings[place].key) != fingerprint(key) {
                return Err(PseudonymFailure::Mapping(path, PseudonymError::WrongKey));
            }
            return Ok(Some(place));
        }
        self.made.mappings.push(MappingFile::claim(&path, key)?);
        Ok(Some(self.made.mappings.len() - 1))
    }
}
