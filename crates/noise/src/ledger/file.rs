//! The file: locked, only ever added to, and synced before anybody is told.

use super::LedgerError;
use super::entry::{Contents, Event, FIRST, line, read};
use crate::{Exact, Loss, Protected};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A ledger that is open, and that no other process can open.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    contents: Contents,
    /// Whether a write failed: then the file may have more than the memory, and nothing more is
    /// charged until somebody has read it again.
    is_unknown: bool,
}

/// A longer name or purpose is none.
const LONGEST: usize = 1000;

impl Ledger {
    /// A new one.
    pub fn create(path: &Path, protected: Protected) -> Result<Self, LedgerError> {
        let event = Event::Open { neighbours: protected.neighbours, records: protected.records };
        let (text, _) = line(1, now(), FIRST, &event);
        let contents = Contents::of(text.as_bytes(), path)?;
        let file = begun(path, &text, &|from, to| std::fs::hard_link(from, to))?;
        sync_folder(path)?;
        Ok(Self { path: path.to_owned(), file, contents, is_unknown: false })
    }

    /// One that is there: its chain is checked, a torn last line is cut off, and one that only lacks its
    /// end gets it.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let file = OpenOptions::new().read(true).append(true).open(path);
        let mut file = file.map_err(LedgerError::io(path))?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(LedgerError::io(path))?;
        let contents = Contents::of(&bytes, path)?;
        let mut ledger = Self { path: path.to_owned(), file, contents, is_unknown: false };
        if let Some(torn) = ledger.contents.torn.take() {
            // Nobody got an answer for it. If we crash in between, only the entry is missing.
            let cut = ledger.file.set_len(torn.at).and_then(|()| ledger.file.sync_all());
            cut.map_err(LedgerError::io(path))?;
            ledger.add(&Event::Recovered { bytes: torn.bytes })?;
        }
        if ledger.contents.lacks_end {
            ledger.write("\n")?;
            ledger.contents.lacks_end = false;
        }
        Ok(ledger)
    }

    /// One that is there, or a new one.
    pub fn open_or_create(path: &Path, protected: Protected) -> Result<Self, LedgerError> {
        if path.exists() {
            let ledger = Self::open(path)?;
            ledger.is_for(protected)?;
            return Ok(ledger);
        }
        Self::create(path, protected)
    }

    /// Reads one without opening it for charges: a torn last line stays, and is told.
    pub fn read(path: &Path) -> Result<Contents, LedgerError> {
        let bytes = std::fs::read(path).map_err(LedgerError::io(path))?;
        Contents::of(&bytes, path)
    }

    /// What it says.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Refuses if it protects others than these.
    pub fn is_for(&self, protected: Protected) -> Result<(), LedgerError> {
        let found = self.contents.protected;
        if found == protected {
            return Ok(());
        }
        let words = |of: Protected| format!("{} of {} records", of.neighbours.name(), of.records);
        let (found, wanted) = (words(found), words(protected));
        Err(LedgerError::Other { path: self.path.clone(), found, wanted })
    }

    /// Writes a charge down. When this returns it is on the disk.
    pub(crate) fn charge(
        &mut self,
        user: Option<&str>,
        purpose: &str,
        mechanism: &str,
        loss: &Loss,
    ) -> Result<(), LedgerError> {
        is_text(purpose)?;
        let (epsilon, delta, rho) = match loss {
            Loss::Pure { epsilon } => (Some(epsilon.clone()), None, None),
            Loss::Approximate { epsilon, delta } => {
                (Some(epsilon.clone()), Some(delta.clone()), None)
            }
            Loss::Concentrated { rho } => (None, None, Some(rho.clone())),
        };
        self.add(&Event::Charge {
            user: named(user)?,
            purpose: purpose.to_owned(),
            mechanism: mechanism.to_owned(),
            epsilon,
            delta,
            rho,
        })
    }

    /// Grants more than the policy says.
    pub fn grant(
        &mut self,
        user: Option<&str>,
        epsilon: Exact,
        delta: Exact,
    ) -> Result<(), LedgerError> {
        let (_, granted) = self.contents.granted(user);
        if granted.plus(&delta) >= Exact::whole(1) {
            return Err(LedgerError::Delta { path: self.path.clone() });
        }
        self.add(&Event::Grant { user: named(user)?, epsilon, delta })
    }

    /// Refuses a name that no user of a ledger can have.
    pub fn check_user(user: &str) -> Result<(), LedgerError> {
        is_text(user)
    }

    fn add(&mut self, event: &Event) -> Result<(), LedgerError> {
        if self.is_unknown {
            return Err(LedgerError::Unknown { path: self.path.clone() });
        }
        let number = self.contents.entries.len() as u64 + 1;
        let before = self.contents.last_hash();
        let (text, entry) = line(number, now(), before, event);
        // A line that nobody could read again would make all of the ledger worthless.
        if read(text.trim_end().as_bytes(), number, before).as_ref() != Ok(&entry) {
            return Err(LedgerError::Amount { path: self.path.clone() });
        }
        self.write(&text)?;
        self.contents.push(entry);
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), LedgerError> {
        // Until it is surely written, nobody knows.
        self.is_unknown = true;
        let written = self.file.seek(SeekFrom::End(0)).and_then(|_| {
            self.file.write_all(text.as_bytes())?;
            self.file.sync_all()
        });
        written.map_err(LedgerError::io(&self.path))?;
        self.is_unknown = false;
        Ok(())
    }
}

/// How a file gets a second name.
pub(super) type Link<'a> = &'a dyn Fn(&Path, &Path) -> std::io::Result<()>;

/// A file of this name with its first line, locked. It has the name only when the line is on the disk, so
/// that a crash leaves no half ledger; and where there is a file of the name, that one stays.
///
/// On a disk on which a file has one name only, the file is made under its name, which nobody can have taken
/// before, and then gets its line. A crash in between leaves a file without a line: nothing was charged
/// to it, it is refused as no ledger, and whoever reads why removes it.
pub(super) fn begun(path: &Path, text: &str, link: Link<'_>) -> Result<File, LedgerError> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-{}.new", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed)));
    let other = PathBuf::from(name);
    let made = with_line(&other, text).and_then(|file| match link(&other, path) {
        Ok(()) => Ok(file),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(LedgerError::Exists { path: path.to_owned() })
        }
        Err(_) => with_line(path, text),
    });
    _ = std::fs::remove_file(&other);
    made
}

/// A new file with a line, locked and synced.
fn with_line(path: &Path, text: &str) -> Result<File, LedgerError> {
    let file = OpenOptions::new().read(true).append(true).create_new(true).open(path);
    let mut file = file.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => LedgerError::Exists { path: path.to_owned() },
        _ => LedgerError::io(path)(error),
    })?;
    lock(&file, path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.map_err(LedgerError::io(path)).map(|()| file)
}

fn lock(file: &File, path: &Path) -> Result<(), LedgerError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => LedgerError::InUse { path: path.to_owned() },
        TryLockError::Error(error) => LedgerError::io(path)(error),
    })
}

/// So that the name of a new file is on the disk, too.
fn sync_folder(path: &Path) -> Result<(), LedgerError> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
    folder.map_err(LedgerError::io(path))
}

fn named(user: Option<&str>) -> Result<Option<String>, LedgerError> {
    user.map(|user| is_text(user).map(|()| user.to_owned())).transpose()
}

fn is_text(text: &str) -> Result<(), LedgerError> {
    let is_line = text.len() <= LONGEST && !text.chars().any(char::is_control);
    if is_line { Ok(()) } else { Err(LedgerError::Text) }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
