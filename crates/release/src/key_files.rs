//! Key files: who may read them, and how new ones are made.

use crate::{Error, publish::write_all};
use ridotto_io::{IoError, Staged};
use ridotto_keys::{Kind, Misread, SecretKey};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use zeroize::Zeroizing;

/// More than that is no key.
const MOST_KEY: u64 = 4096;

/// Makes the secret key of pseudonyms; only its owner may read the file.
pub fn make_secret_key(path: &Path, force: bool) -> Result<(), Error> {
    if path.as_os_str() == "-" {
        return Err(Error::Usage {
            message: "a key is not written to standard output".into(),
            hint: "name a file: it will be readable by you alone".into(),
        });
    }
    let staged = Staged::private(path, force)?;
    let key = SecretKey::new(random()?);
    write_all(&staged, key.write().as_bytes())?;
    Ok(staged.publish()?)
}

/// Reads the secret key of pseudonyms.
pub fn read_secret_key(path: &Path) -> Result<SecretKey, Error> {
    SecretKey::read(&read_own(path)?).map_err(|misread| {
        let (what, hint) = match misread {
            Misread::NotAKey | Misread::Other(Kind::Secret) => {
                ("this is not a key of ridotto", "make one with `make_secret_key`")
            }
            Misread::Other(Kind::Private | Kind::Public) => (
                "this is a key of certificates, and pseudonyms have keys of their own",
                "make one with `make_secret_key`",
            ),
        };
        Error::Usage { message: format!("{}: {what}", path.display()), hint: hint.into() }
    })
}

/// 32 bytes that nobody can guess.
pub fn random() -> Result<Zeroizing<[u8; 32]>, Error> {
    let mut secret = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *secret).map_err(|error| Error::Usage {
        message: format!("the operating system gives no randomness: {error}"),
        hint: "a key must be a number that nobody can guess".into(),
    })?;
    Ok(secret)
}

/// The bytes of a key that nobody else may read.
pub fn read_own(path: &Path) -> Result<Zeroizing<Vec<u8>>, Error> {
    let file = open(path)?;
    refuse_open_door(path, &file)?;
    read(path, file, MOST_KEY)
}

/// The bytes of a key that everybody may read.
pub fn read_key(path: &Path) -> Result<Zeroizing<Vec<u8>>, Error> {
    read_small(path, MOST_KEY)
}

/// The bytes of a file, of which no more than so many are looked at. They are wiped when dropped.
pub fn read_small(path: &Path, most: u64) -> Result<Zeroizing<Vec<u8>>, Error> {
    read(path, open(path)?, most)
}

fn open(path: &Path) -> Result<File, Error> {
    Ok(File::open(path).map_err(|error| IoError::new(path, error))?)
}

fn read(path: &Path, file: File, most: u64) -> Result<Zeroizing<Vec<u8>>, Error> {
    let failed = |error: std::io::Error| Error::from(IoError::new(path, error));
    let length = file.metadata().map_err(failed)?.len().min(most);
    // As long as it will be: what grows leaves copies behind.
    let capacity = usize::try_from(length).unwrap_or(0) + 1;
    let mut bytes = Zeroizing::new(Vec::with_capacity(capacity.max(4097)));
    file.take(most).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// A private key that others may read is no secret. The file that was opened is asked, and not
/// the path, which may lead elsewhere by now.
#[cfg(unix)]
fn refuse_open_door(path: &Path, file: &File) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata().map_err(|error| IoError::new(path, error))?;
    if metadata.is_file() && metadata.permissions().mode() & 0o077 != 0 {
        return Err(Error::Usage {
            message: format!("{}: others may read this private key", path.display()),
            hint: "say `chmod 600` of it, or make new keys if somebody may have read it".into(),
        });
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_open_door(_: &Path, _: &File) -> Result<(), Error> {
    Ok(())
}
