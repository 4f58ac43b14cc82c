//! The files of a folder.

use crate::Problem;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders in folders; more is a link that leads back.
const DEEPEST: usize = 32;

/// All files below a folder, relative to it and in the order of their names. What begins with `_` or
/// `.` is not data, as the tools have it that write such folders.
pub(crate) fn files(root: &Path) -> Result<Vec<PathBuf>, Problem> {
    let mut found = Vec::new();
    gather(root, Path::new(""), 0, &mut found)?;
    found.sort_unstable();
    Ok(found)
}

fn gather(
    root: &Path,
    below: &Path,
    depth: usize,
    found: &mut Vec<PathBuf>,
) -> Result<(), Problem> {
    if depth > DEEPEST {
        return Err(Problem::StrangePart(below.to_owned()));
    }
    for entry in fs::read_dir(root.join(below))? {
        let name = entry?.file_name();
        if name.to_string_lossy().starts_with(['_', '.']) {
            continue;
        }
        let relative = below.join(name);
        if fs::metadata(root.join(&relative))?.is_dir() {
            gather(root, &relative, depth + 1, found)?;
        } else {
            found.push(relative);
        }
    }
    Ok(())
}
