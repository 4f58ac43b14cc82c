//! Output that nobody sees until it is complete.
//!
//! A staged file has no name, or one of ours where the system has no such files ([`hidden`]), and is
//! readable by its owner alone. It vanishes when dropped; publishing it syncs it to disk and names it,
//! which replaces the target in one step or not at all. As long as it is staged nobody else stages a
//! file for the same target ([`claim`]). A table of a database is staged by a transaction, which is
//! rolled back when it is dropped.

mod claim;
mod hidden;
mod leave;
mod sweep;

pub use claim::{Claim, Claims};
pub use leave::{Placing, leave};

use crate::{
    Digest, IoError, Problem, digest::digest_of_path, is_address, postgres::TableTarget,
    without_password,
};
use hidden::Hidden;
use std::{
    fs::{self, File, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempPath;

/// A file that is to become its target.
#[derive(Debug)]
pub struct Staged {
    file: Hidden,
    target: PathBuf,
    way: Way,
    /// Nobody else writes the target; pipes and tables are nobody's.
    claim: Option<Arc<Claim>>,
    /// What the file that is replaced must be.
    replaces: Option<Digest>,
    private: bool,
}

impl Staged {
    /// The table that it is to become, if it is one.
    pub(crate) fn table(&self) -> Option<&TableTarget> {
        match &self.way {
            Way::Commit(table) => Some(table),
            _ => None,
        }
    }

    /// Whether it becomes a table of a database, and not a file.
    pub fn is_table(&self) -> bool {
        self.table().is_some()
    }
}

/// How a staged file becomes its target.
#[derive(Debug)]
enum Way {
    /// Renamed to this path, where the target's links lead; perhaps in the place of another file.
    Rename { to: PathBuf, force: bool },
    /// Copied: to standard output, a pipe or a device.
    Copy,
    /// Nothing is in the file: a transaction holds the rows, and is committed.
    Commit(Box<TableTarget>),
}

impl Staged {
    /// Creates an empty file beside `target`, which must not exist unless `force` is given, and which
    /// nobody else may be writing. The target `-` means standard output: the file is then among the
    /// system's temporary files, and copied when published; so it is for a pipe or a device. Links
    /// are followed.
    pub fn beside(target: &Path, force: bool) -> Result<Self, IoError> {
        Self::create(target, force, &[]).map_err(|problem| IoError::new(target, problem))
    }

    /// As [`beside`](Self::beside), for a file that only its owner may ever read.
    pub fn private(target: &Path, force: bool) -> Result<Self, IoError> {
        Ok(Self::beside(target, force)?.private_to_owner())
    }

    fn private_to_owner(self) -> Self {
        Self { private: true, ..self }
    }

    /// As [`private`](Self::private), for what goes on with a file that was read: it replaces that
    /// file, whose digest is `read`, and no other; or none, if there was none.
    pub fn after(target: &Path, read: Option<Digest>, claim: Arc<Claim>) -> Result<Self, IoError> {
        let staged = Self::create(target, read.is_some(), &[claim]).and_then(|staged| {
            let staged = Self { private: true, replaces: read, ..staged };
            staged.is_unchanged().map(|()| staged)
        });
        staged.map_err(|problem| IoError::new(target, problem))
    }

    /// Whether the file that is to be replaced is still the one that was read.
    fn is_unchanged(&self) -> Result<(), Problem> {
        match (&self.way, self.replaces) {
            (Way::Rename { to, .. }, Some(read)) if digest_of_path(to)? != read => {
                Err(Problem::Changed)
            }
            _ => Ok(()),
        }
    }

    fn create(target: &Path, force: bool, claims: &[Arc<Claim>]) -> Result<Self, Problem> {
        let way = way(target, force)?;
        let (folder, claim) = match &way {
            Way::Copy | Way::Commit(_) => (std::env::temp_dir(), None),
            Way::Rename { to, .. } => (folder_of(to).to_owned(), Some(claim::among(claims, to)?)),
        };
        let file = Hidden::create(&folder).map_err(on_write)?;
        let target = without_password(target);
        Ok(Self { file, target, way, claim, replaces: None, private: false })
    }

    /// Where this process can open the file, which may be nowhere for others. It tells no format.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// What it is to become.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The file, to be written.
    pub fn file(&self) -> &File {
        self.file.file()
    }

    /// Writes what is in the file to the disk. The system tells but once that it could not.
    pub fn sync(&self) -> Result<(), IoError> {
        match self.way {
            Way::Rename { .. } => {
                let synced = self.file.file().sync_data();
                synced.map_err(|error| IoError::new(&self.target, on_write(error)))
            }
            Way::Copy | Way::Commit(_) => Ok(()),
        }
    }

    /// Gives the file its target's name, with the usual permissions, durably.
    pub fn publish(self) -> Result<(), IoError> {
        self.place().map(drop)
    }

    /// As [`publish`](Self::publish), but it can be taken back.
    pub fn place(self) -> Result<Placed, IoError> {
        let target = self.target.clone();
        self.rename().map_err(|problem| IoError::new(&target, problem))
    }

    fn rename(self) -> Result<Placed, Problem> {
        self.is_unchanged()?;
        let (to, force) = match self.way {
            Way::Copy => return copy(self.file.path(), &self.target).map(|()| Placed::default()),
            Way::Commit(table) => return table.commit().map(|()| Placed::default()),
            Way::Rename { to, force } => (to, force),
        };
        // What is replaced may have had permissions of its own.
        if !self.private {
            let old = fs::metadata(&to).map(|old| old.permissions());
            set_permissions(self.file.file(), old.ok()).map_err(on_write)?;
        }
        self.file.file().sync_all().map_err(on_write)?;
        let old = if force { Old::of(&to) } else { None };
        let named = if force && to.symlink_metadata().is_ok() {
            self.file.persist(&to, folder_of(&to))
        } else {
            self.file.persist_new(&to)
        };
        named.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Problem::Exists,
            _ => on_write(error),
        })?;
        sync_folder(folder_of(&to));
        Ok(Placed { to: Some(to), old, _claim: self.claim })
    }
}

/// What was put in its place, and what was there before. Dropped, it stays.
#[derive(Debug, Default)]
pub struct Placed {
    to: Option<PathBuf>,
    old: Option<Old>,
    /// Nobody else writes here until all of a set are in their places.
    _claim: Option<Arc<Claim>>,
}

impl Placed {
    /// Takes it back: what was there is there again. What was copied to somebody cannot be.
    pub fn withdraw(self) {
        _ = match (self.to, self.old) {
            (Some(to), Some(old)) => old.name.persist(to).map_err(|error| error.error),
            (Some(to), None) => fs::remove_file(to),
            (None, _) => Ok(()),
        };
    }
}

/// A file that is replaced, under another name.
#[derive(Debug)]
struct Old {
    name: TempPath,
    /// Locked, so that nobody takes it for a dead one's.
    _lock: Option<File>,
}

impl Old {
    /// Gives the file at a path another name, if there is one, and the file system has second names.
    fn of(path: &Path) -> Option<Self> {
        // Locked before it has a name of ours.
        let lock = File::open(path).ok().inspect(|file| _ = file.try_lock());
        let linked = sweep::builder().make_in(folder_of(path), |name| fs::hard_link(path, name));
        Some(Self { name: linked.ok()?.into_temp_path(), _lock: lock })
    }
}

fn way(target: &Path, force: bool) -> Result<Way, Problem> {
    if target.as_os_str() == "-" {
        return Ok(Way::Copy);
    }
    if is_address(target) {
        return Ok(Way::Commit(Box::new(TableTarget::new(target, force)?)));
    }
    match fs::metadata(target) {
        Ok(old) if old.is_dir() => Err(Problem::Folder),
        Ok(old) if !old.is_file() => Ok(Way::Copy),
        // A link that leads nowhere is something, too.
        _ if !force && target.symlink_metadata().is_ok() => Err(Problem::Exists),
        _ => Ok(Way::Rename { to: claim::led_to(target), force }),
    }
}

fn copy(from: &Path, target: &Path) -> Result<(), Problem> {
    let mut from = File::open(from)?;
    if target.as_os_str() == "-" {
        let mut out = io::stdout().lock();
        io::copy(&mut from, &mut out).and_then(|_| out.flush()).map_err(on_copy)
    } else {
        let mut out = File::options().write(true).open(target).map_err(on_write)?;
        io::copy(&mut from, &mut out).map(|_| ()).map_err(on_copy)
    }
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn on_copy(error: io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Problem::Closed,
        _ => error.into(),
    }
}

fn on_write(error: io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Problem::NotWritable,
        // The system's own words would name the temporary file.
        io::ErrorKind::NotADirectory => Problem::NotFound,
        _ => error.into(),
    }
}

/// Sets the permissions of the file that is replaced, or those that any new file has: all but what
/// the mask forbids. The mask can be asked for without changing it only where there is `/proc`.
#[cfg(unix)]
fn set_permissions(file: &File, old: Option<Permissions>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    let mask = mask.and_then(|mask| u32::from_str_radix(mask.trim(), 8).ok()).unwrap_or(0o022);
    file.set_permissions(old.unwrap_or_else(|| Permissions::from_mode(0o666 & !mask)))
}

#[cfg(not(unix))]
fn set_permissions(file: &File, old: Option<Permissions>) -> io::Result<()> {
    old.map_or(Ok(()), |old| file.set_permissions(old))
}

/// Makes the new name durable. Not every file system can; the file itself is synced anyway.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(staged: &Staged, text: &str) {
        staged.file().write_all(text.as_bytes()).unwrap();
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
        fs::read_dir(folder).unwrap().map(|entry| name(entry).unwrap()).collect()
    }

    #[test]
    fn a_file_is_there_only_when_published() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.csv");
        let staged = Staged::beside(&target, false).unwrap();
        write(&staged, "a");
        assert!(!target.exists());
        staged.publish().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "a");
        assert_eq!(names_in(folder.path()), ["out.csv"]);
    }

    #[test]
    fn nothing_is_left_of_what_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let staged = Staged::beside(&folder.path().join("out.csv"), false).unwrap();
        write(&staged, "a");
        drop(staged);
        assert!(names_in(folder.path()).is_empty());
    }

    #[test]
    fn replacing_must_be_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.csv");
        let late = Staged::beside(&target, false).unwrap();
        fs::write(&target, "old").unwrap();
        assert_eq!(Staged::beside(&target, false).unwrap_err().code(), "io::exists");
        assert_eq!(late.publish().unwrap_err().code(), "io::exists");
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        let staged = Staged::beside(&target, true).unwrap();
        write(&staged, "new");
        staged.publish().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(names_in(folder.path()), ["out.csv"]);
    }

    #[test]
    fn what_was_placed_can_be_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let (new, old) = (folder.path().join("new.json"), folder.path().join("old.json"));
        fs::write(&old, "old").unwrap();
        for target in [&new, &old] {
            let staged = Staged::beside(target, true).unwrap();
            write(&staged, "later");
            let placed = staged.place().unwrap();
            assert_eq!(fs::read_to_string(target).unwrap(), "later");
            placed.withdraw();
        }
        assert_eq!(fs::read_to_string(&old).unwrap(), "old");
        assert_eq!(names_in(folder.path()), ["old.json"]);
        let staged = Staged::beside(&old, true).unwrap();
        write(&staged, "later");
        drop(staged.place().unwrap());
        assert_eq!(fs::read_to_string(&old).unwrap(), "later");
        assert_eq!(names_in(folder.path()), ["old.json"]);
    }

    #[test]
    fn only_what_was_read_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("names.mapping");
        let read = Digest::of_bytes(b"old");
        let after = |read: Option<Digest>| {
            let claim = Arc::new(Claim::on(&target).unwrap());
            Staged::after(&target, read, claim)
        };
        // There was none, and then there is one.
        let first = after(None).unwrap();
        fs::write(&target, "old").unwrap();
        assert_eq!(first.publish().unwrap_err().code(), "io::exists");
        // It is changed while it is gone on with, or before.
        let second = after(Some(read)).unwrap();
        fs::write(&target, "newer").unwrap();
        assert_eq!(second.publish().unwrap_err().code(), "io::changed");
        assert_eq!(after(Some(read)).unwrap_err().code(), "io::changed");
        assert_eq!(fs::read_to_string(&target).unwrap(), "newer");
        let third = after(Some(Digest::of_bytes(b"newer"))).unwrap();
        write(&third, "newest");
        third.publish().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "newest");
        assert_eq!(names_in(folder.path()), ["names.mapping"]);
    }

    #[test]
    fn a_target_is_staged_once_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.csv");
        let staged = Staged::beside(&target, false).unwrap();
        assert_eq!(Staged::beside(&target, true).unwrap_err().code(), "io::in-use");
        // Until all of a set are in their places, nobody else begins.
        let placed = staged.place().unwrap();
        assert_eq!(Staged::beside(&target, true).unwrap_err().code(), "io::in-use");
        drop(placed);
        Staged::beside(&target, true).unwrap();
    }

    #[test]
    fn impossible_targets_say_why() {
        let folder = tempfile::tempdir().unwrap();
        for (target, code) in [
            (folder.path().join("no/such/folder/out.csv"), "io::not-found"),
            (folder.path().to_owned(), "io::folder"),
        ] {
            assert_eq!(Staged::beside(&target, true).unwrap_err().code(), code);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_and_a_device_is_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (link, file) = (folder.path().join("link.csv"), other.path().join("file.csv"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let staged = Staged::beside(&link, true).unwrap();
        write(&staged, "new");
        staged.publish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        let staged = Staged::beside(Path::new("/dev/null"), false).unwrap();
        staged.publish().unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[cfg(unix)]
    #[test]
    fn a_staged_file_is_its_owners_alone_and_a_published_one_as_usual() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        let usual = folder.path().join("usual.csv");
        fs::write(&usual, "").unwrap();
        let target = folder.path().join("out.csv");
        let staged = Staged::beside(&target, false).unwrap();
        assert_eq!(mode(staged.path()), 0o600);
        staged.publish().unwrap();
        assert_eq!(mode(&target), mode(&usual));
        fs::set_permissions(&target, Permissions::from_mode(0o640)).unwrap();
        Staged::beside(&target, true).unwrap().publish().unwrap();
        assert_eq!(mode(&target), 0o640);
    }
}
