//! A policy that is written: beside the one that it was made from, because it names the same files.

use ridotto_io::Staged;
use ridotto_policy::Policy;
use ridotto_release::targets::{distinct, files_of};
use ridotto_release::{Error, folder_of, place_files, write_all};
use std::path::{Path, PathBuf};

/// A file for a policy, staged before anything is explored.
#[derive(Debug)]
pub struct PolicyFile(Staged);

impl PolicyFile {
    /// Stages a policy that is made from another one. It may take that one's place if this is forced, and
    /// replaces nothing that is read besides.
    pub fn stage(
        policy: &Policy,
        target: &Path,
        inputs: &[&Path],
        force: bool,
    ) -> Result<Self, Error> {
        let folder = |path: &Path| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
        };
        let own = Path::new(policy.source().name());
        if folder(target) != folder(own) {
            let folder = folder_of(policy);
            let beside = folder.join(target.file_name().unwrap_or_default());
            return Err(Error::Usage {
                message: format!(
                    "{}: this is not the folder of the policy, and the files that a policy names lie \
                     relative to its own",
                    target.display()
                ),
                hint: format!("write it beside the policy: {}", beside.display()),
            });
        }
        let is_own = |path: &Path| path.canonicalize().ok() == own.canonicalize().ok();
        let named = files_of(policy).into_iter().filter(|path| !(force && is_own(path)));
        let read: Vec<PathBuf> =
            named.chain(inputs.iter().map(|path| (*path).to_owned())).collect();
        distinct(&[target], &read)?;
        Ok(Self(Staged::beside(target, force)?))
    }

    /// Writes it, and puts it in its place.
    pub fn publish(self, text: &str) -> Result<(), Error> {
        write_all(&self.0, text.as_bytes())?;
        place_files(vec![self.0])
    }
}
