//! What dead runs have left is removed by the next one that comes into their folder.
//!
//! Every file that a run gives a name of ours is locked as long as the run lives: locks of this kind
//! die with their process, however it ends. So a file of such a name that can be locked is nobody's.

use std::{
    ffi::OsStr,
    fs::{self, File},
    path::Path,
};

/// How the names of our files begin.
const PREFIX: &str = ".ridotto-";
/// How many random letters and digits follow.
const LETTERS: usize = 6;
/// How many digits a claim has instead, and how it ends.
const DIGITS: usize = 16;
const CLAIM: &str = ".lock";

/// Makes names of our own.
pub(super) fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).rand_bytes(LETTERS);
    builder
}

/// The name of the file that says who writes another one.
pub(super) fn claim_name(of: &OsStr) -> String {
    let digest = crate::Digest::of_bytes(of.as_encoded_bytes()).to_string();
    format!("{PREFIX}{}{CLAIM}", &digest[..DIGITS])
}

/// Removes the files of dead runs. A folder that cannot be looked at stays as it is.
pub(super) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_ours(&entry.file_name()) {
            remove_dead(&entry.path());
        }
    }
}

fn remove_dead(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    if lock_own(&file, path) {
        _ = fs::remove_file(path);
    }
}

/// Locks a file, if nobody has; `false` also if the name has become another file's meanwhile.
pub(super) fn lock_own(file: &File, path: &Path) -> bool {
    file.try_lock().is_ok() && is_at(file, path)
}

/// Whether a file still has this name.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
pub(super) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Whether a name is one that we give: random letters, or the digits of a claim.
fn is_ours(name: &OsStr) -> bool {
    let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { return false };
    match rest.strip_suffix(CLAIM) {
        Some(digits) => {
            digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        }
        None => rest.len() == LETTERS && rest.bytes().all(|letter| letter.is_ascii_alphanumeric()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_names_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let claim = claim_name(OsStr::new("out.csv"));
        let others =
            [".ridotto-notes.txt", ".ridotto-abcdefg", "ridotto-abc123", ".ridotto-x.lock"];
        for name in others.into_iter().chain([".ridotto-abc123", &claim]) {
            fs::write(path(name), "").unwrap();
        }
        fs::create_dir(path(".ridotto-folder")).unwrap();
        sweep(folder.path());
        assert!(others.iter().all(|name| path(name).exists()));
        assert!(path(".ridotto-folder").exists());
        assert!(!path(".ridotto-abc123").exists() && !path(&claim).exists());
    }

    #[test]
    fn a_locked_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".ridotto-abc123");
        let file = File::create(&path).unwrap();
        file.lock().unwrap();
        sweep(folder.path());
        assert!(path.exists());
        drop(file);
        sweep(folder.path());
        assert!(!path.exists());
    }
}
