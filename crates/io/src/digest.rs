//! Digests of files and folders.

use crate::{Digest, Digesting, Problem, folder};
use std::{fs::File, path::Path};

/// The digest of a file. That of a folder is the digest of the list of its files, as `sha256sum`
/// writes it: digest, two spaces, path within the folder, line end; in the order of the paths.
pub(crate) fn digest_of_path(path: &Path) -> Result<Digest, Problem> {
    if !path.is_dir() {
        let mut digesting = Digesting::new(File::open(path)?, true);
        digesting.drain()?;
        return Ok(digesting.finish().0.expect("it was asked for"));
    }
    let mut list = String::new();
    for file in folder::files(path)? {
        let digest = digest_of_path(&path.join(&file))?;
        list += &format!("{digest}  {}\n", file.display());
    }
    Ok(Digest::of_bytes(list.as_bytes()))
}
