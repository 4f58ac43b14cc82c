//! Rules of the repository that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

/// Files of ours; what git ignores or others made is not ours.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let foreign = name.starts_with('.') || name.starts_with("target") || name == "bench-data";
        if path.is_dir() && !foreign {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

fn files_of_the_repository() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in it");
    let mut found = Vec::new();
    files(root, &mut found);
    assert!(found.len() > 20, "the repository was found");
    found
}

fn ends_with(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|its| its == extension)
}

#[test]
fn documents_refer_to_nothing_outside() {
    let outside = ["..", "shared"].join("/");
    for path in files_of_the_repository() {
        let document = ["md", "toml", "html"].iter().any(|extension| ends_with(&path, extension));
        let documented = path.components().any(|part| part.as_os_str() == "docs");
        if document || documented {
            let text = fs::read(&path).expect("a document can be read");
            let text = String::from_utf8_lossy(&text);
            assert!(!text.contains(&outside), "{} refers to {outside}", path.display());
        }
    }
}

#[test]
fn every_source_file_says_what_it_is() {
    let mut sources = 0;
    for path in files_of_the_repository() {
        let in_src = path.components().any(|part| part.as_os_str() == "src");
        if in_src && ends_with(&path, "rs") {
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            assert!(text.starts_with("//!"), "{} opens without `//!`", path.display());
            sources += 1;
        }
    }
    assert!(sources > 10, "only {sources} source files were found");
}
