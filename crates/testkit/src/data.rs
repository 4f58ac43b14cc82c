//! The large public data sets that some tests and benches measure on. They are not part of the
//! repository; a test that wants them is skipped when they are absent.

use crate::skip;
use std::path::PathBuf;

/// A file of the folder with data sets: the one that `RIDOTTO_DATA` names, or a folder `shared`
/// beside the repository. Says that the test is skipped when the file is not there.
pub fn find(file: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../..").join("shared");
    let folder = std::env::var_os("RIDOTTO_DATA").map_or_else(beside, PathBuf::from);
    let path = folder.join(file);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("the data set {file} is not here (set RIDOTTO_DATA to its folder)"));
    None
}
