//! A file that is written and has no name yet.
//!
//! Where the system has files without a name (Linux, most file systems), a run that is killed leaves
//! nothing: the last handle goes, and the file with it. Elsewhere the file has a name beside its
//! target, and a lock that is held as long as its owner lives; [`sweep`](super::sweep) removes what
//! the dead have left.

use super::{leave, sweep};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};
use tempfile::{NamedTempFile, TempPath};

/// How often a name is tried that somebody sweeps away at that moment.
const TRIES: u32 = 16;

/// An empty file, readable by its owner alone, that vanishes when dropped.
#[derive(Debug)]
pub(super) struct Hidden {
    file: File,
    /// Where this process can open it again.
    path: PathBuf,
    /// Its name, if it had to have one.
    name: Option<TempPath>,
}

impl Hidden {
    /// Creates a file on the file system of a folder, and sweeps the folder.
    pub fn create(folder: &Path) -> io::Result<Self> {
        sweep::sweep(folder);
        unnamed(folder).map_or_else(|| Self::named(folder), Ok)
    }

    /// Creates a file with a name.
    fn named(folder: &Path) -> io::Result<Self> {
        for _ in 0..TRIES {
            let named = sweep::builder().tempfile_in(folder)?;
            // Between its creation and its lock somebody may have taken it for a dead one's.
            if sweep::lock_own(named.as_file(), named.path()) {
                return Ok(named.into());
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    /// The file, to be written.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Where this process can open it; nobody else may be able to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it a name that nothing has.
    pub fn persist_new(mut self, to: &Path) -> io::Result<()> {
        match self.name.take() {
            Some(name) => name.persist_noclobber(to).map_err(|error| error.error),
            None => link(&self.path, to),
        }
    }

    /// Gives it a name, in the place of whatever has it.
    pub fn persist(mut self, to: &Path, folder: &Path) -> io::Result<()> {
        let name = match self.name.take() {
            Some(name) => name,
            // A link replaces nothing, and a rename does.
            None => {
                sweep::builder().make_in(folder, |name| link(&self.path, name))?.into_temp_path()
            }
        };
        name.persist(to).map_err(|error| error.error)
    }
}

impl Drop for Hidden {
    /// Its name went when it got another one, or goes now.
    fn drop(&mut self) {
        drop(self.name.take());
        leave::unnamed(&self.path);
    }
}

impl From<NamedTempFile> for Hidden {
    fn from(named: NamedTempFile) -> Self {
        let (file, name) = named.into_parts();
        leave::named(&name);
        Self { file, path: name.to_path_buf(), name: Some(name) }
    }
}

/// A file without a name, if the system has them and lets us open it again.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<Hidden> {
    use rustix::fs::{Mode, OFlags};
    use std::os::fd::AsRawFd;
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(folder, flags, Mode::RUSR | Mode::WUSR).ok()?);
    let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    // Without `/proc` it could be neither read again nor named.
    fs::metadata(&path).ok()?;
    // It has a name for a moment when it replaces another file.
    let _ = file.try_lock();
    Some(Hidden { file, path, name: None })
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<Hidden> {
    None
}

/// Gives the file behind a link of `/proc` a name.
#[cfg(target_os = "linux")]
fn link(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    Ok(rustix::fs::linkat(CWD, from, CWD, to, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::hard_link(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> =
            entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Both ways give the same files.
    fn each_way(check: impl Fn(fn(&Path) -> io::Result<Hidden>)) {
        check(Hidden::named);
        check(Hidden::create);
    }

    #[test]
    fn it_can_be_read_again_and_named() {
        each_way(|create| {
            let folder = tempfile::tempdir().unwrap();
            let (new, old) = (folder.path().join("new"), folder.path().join("old"));
            fs::write(&old, "old").unwrap();
            let hidden = create(folder.path()).unwrap();
            hidden.file().write_all(b"text").unwrap();
            assert_eq!(fs::read(hidden.path()).unwrap(), b"text");
            hidden.persist_new(&new).unwrap();
            let hidden = create(folder.path()).unwrap();
            hidden.file().write_all(b"later").unwrap();
            hidden.persist(&old, folder.path()).unwrap();
            assert_eq!(fs::read(&new).unwrap(), b"text");
            assert_eq!(fs::read(&old).unwrap(), b"later");
            let refused = create(folder.path()).unwrap().persist_new(&old).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(names_in(folder.path()), ["new", "old"]);
        });
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn it_has_no_name_where_the_system_has_such_files() {
        let folder = tempfile::tempdir().unwrap();
        let hidden = Hidden::create(folder.path()).unwrap();
        if hidden.name.is_some() {
            ridotto_testkit::skip("this file system has no files without names");
            return;
        }
        hidden.file().write_all(b"text").unwrap();
        assert_eq!(names_in(folder.path()), [""; 0]);
    }

    #[test]
    fn a_living_ones_file_is_not_swept_and_a_dead_ones_is() {
        let folder = tempfile::tempdir().unwrap();
        let living = Hidden::named(folder.path()).unwrap();
        let dead = Hidden::named(folder.path()).unwrap();
        // Its owner dies: the file stays, the lock does not.
        let mut dead = dead;
        dead.name.take().unwrap().keep().unwrap();
        drop(dead);
        assert_eq!(names_in(folder.path()).len(), 2);
        Hidden::create(folder.path()).unwrap();
        assert_eq!(names_in(folder.path()).len(), 1);
        assert!(living.path().exists());
    }
}
