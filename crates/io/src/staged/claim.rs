//! Who writes a file: one run at a time.
//!
//! Two runs that write the same files would leave the data of one beside the report of the other. So
//! a run claims every file that it will write before it begins, and whoever comes second is told. A
//! claim is a lock on an empty file beside the target, which dies with its process; what is left of a
//! killed run is taken over or swept.

use super::{Staged, Way, folder_of, leave, sweep, way};
use crate::{IoError, Problem};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// How often a claim is tried, and how long in between: a sweeper holds the lock for a moment.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(20);

/// The right to write a file, which nobody else has as long as this lives.
#[derive(Debug)]
pub struct Claim {
    /// Locked; closed after the name is gone.
    lock: Option<File>,
    path: PathBuf,
}

impl Claim {
    /// Claims a file, whether it is there or not. Links are followed.
    pub fn on(target: &Path) -> Result<Self, IoError> {
        Self::take(&led_to(target)).map_err(|problem| IoError::new(target, problem))
    }

    /// The same for a path whose links were followed.
    pub(super) fn take(to: &Path) -> Result<Self, Problem> {
        let path = lock_of(to).map_err(super::on_write)?;
        for again in 0..TRIES {
            if again > 0 {
                std::thread::sleep(PAUSE);
            }
            let mut options = File::options();
            let opened = options.create(true).truncate(false).write(true).open(&path);
            // What somebody else's dead run left can be read, and locked, in a folder that is shared.
            let opened = opened.or_else(|error| File::open(&path).map_err(|_| error));
            let file = opened.map_err(super::on_write)?;
            match file.try_lock() {
                Ok(()) if sweep::is_at(&file, &path) => {
                    {
                        leave::named(&path);
                        return Ok(Self { lock: Some(file), path });
                    };
                }
                Ok(()) | Err(fs::TryLockError::WouldBlock) => {}
                // A file system without locks: nobody can be kept out, and nobody need be.
                Err(fs::TryLockError::Error(error)) if is_unsupported(&error) => {
                    _ = fs::remove_file(&path);
                    return Ok(Self { lock: None, path });
                }
                Err(fs::TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        Err(Problem::InUse)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if self.lock.is_some() {
            _ = fs::remove_file(&self.path);
            leave::unnamed(&self.path);
        }
    }
}

/// The file whose lock is the claim on a file.
fn lock_of(to: &Path) -> io::Result<PathBuf> {
    let name = to.file_name().unwrap_or_default();
    Ok(folder_of(to).canonicalize()?.join(sweep::claim_name(name)))
}

/// Claims that are made before the work begins, and handed over when there is something to stage: a
/// run that could not write its files learns so before it has read anything.
#[derive(Clone, Debug, Default)]
pub struct Claims(Vec<Arc<Claim>>);

impl Claims {
    /// Claims these files. One that is there is refused unless it may be replaced. What is no file, such
    /// as a pipe, standard output or a table, need not be claimed; and what cannot be written is told by
    /// staging, after all that is wrong with what is read.
    pub fn on<'a>(
        targets: impl IntoIterator<Item = &'a Path>,
        force: bool,
    ) -> Result<Self, IoError> {
        let files = targets.into_iter().filter(|target| !crate::is_address(target));
        let each = files.map(|target| {
            let claim = match way(target, force) {
                Ok(Way::Rename { to, .. }) => Claim::take(&to).map(|claim| Some(Arc::new(claim))),
                Ok(Way::Copy | Way::Commit(_)) => Ok(None),
                Err(problem) => Err(problem),
            };
            match claim {
                Err(problem @ (Problem::InUse | Problem::Exists)) => {
                    Err(IoError::new(target, problem))
                }
                claim => Ok(claim.unwrap_or_default()),
            }
        });
        let claims: Result<Vec<_>, _> = each.collect();
        Ok(Self(claims?.into_iter().flatten().collect()))
    }

    /// As [`Staged::beside`], by the claim on the target if there is one.
    pub fn beside(&self, target: &Path, force: bool) -> Result<Staged, IoError> {
        let staged = Staged::create(target, force, &self.0);
        staged.map_err(|problem| IoError::new(target, problem))
    }

    /// As [`Staged::private`], by the claim on the target if there is one.
    pub fn private(&self, target: &Path, force: bool) -> Result<Staged, IoError> {
        Ok(self.beside(target, force)?.private_to_owner())
    }
}

/// The claim on a file among some, or a new one.
pub(super) fn among(claims: &[Arc<Claim>], to: &Path) -> Result<Arc<Claim>, Problem> {
    let lock = lock_of(to).map_err(super::on_write)?;
    match claims.iter().find(|claim| claim.path == lock) {
        Some(claim) => Ok(Arc::clone(claim)),
        None => Claim::take(to).map(Arc::new),
    }
}

fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported)
}

/// Where a path leads: its links are followed, if they lead somewhere.
pub(super) fn led_to(target: &Path) -> PathBuf {
    target.canonicalize().unwrap_or_else(|_| target.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A claim is handed over to what is staged, and held until both are gone.
    #[test]
    fn claims_are_handed_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (target, old) = (path("out.csv"), path("old.csv"));
        fs::write(&old, "old").unwrap();
        let pipe = Path::new("-");
        let refused = Claims::on([target.as_path(), &old], false).unwrap_err();
        assert_eq!(refused.code(), "io::exists");
        Claim::on(&target).expect("what was refused holds nothing");
        let claims = Claims::on([target.as_path(), &old, pipe], true).unwrap();
        assert_eq!(Claim::on(&target).unwrap_err().code(), "io::in-use");
        assert_eq!(Staged::beside(&old, true).unwrap_err().code(), "io::in-use");
        let staged = claims.beside(&target, false).unwrap();
        claims.private(&path("new.csv"), false).expect("what was not claimed is claimed now");
        drop(claims);
        assert_eq!(Claim::on(&target).unwrap_err().code(), "io::in-use");
        Claim::on(&old).expect("nobody has it any more");
        drop(staged);
        Claim::on(&target).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left");
    }

    #[test]
    fn one_at_a_time_under_any_spelling() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.csv");
        fs::create_dir(folder.path().join("sub")).unwrap();
        for exists in [false, true] {
            if exists {
                fs::write(&target, "").unwrap();
            }
            let claim = Claim::on(&target).unwrap();
            for same in [target.clone(), folder.path().join("sub/../out.csv")] {
                assert_eq!(Claim::on(&same).unwrap_err().code(), "io::in-use");
            }
            Claim::on(&folder.path().join("other.csv")).unwrap();
            drop(claim);
            Claim::on(&target).unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_what_it_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("out.csv"), folder.path().join("link.csv"));
        fs::write(&target, "").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let _claim = Claim::on(&link).unwrap();
        assert_eq!(Claim::on(&target).unwrap_err().code(), "io::in-use");
    }

    #[test]
    fn what_a_dead_run_left_blocks_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.csv");
        let left = folder.path().join(sweep::claim_name("out.csv".as_ref()));
        fs::write(&left, "").unwrap();
        drop(Claim::on(&target).unwrap());
        assert!(!left.exists());
    }
}
