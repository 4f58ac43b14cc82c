//! Which crates `--quick` tests: those that were named, or those with changes that are not committed.

use crate::{Outcome, root};
use std::collections::BTreeSet;
use std::error::Error;
use std::process::Command;

/// The packages to test, of which there is at least one.
pub fn packages(named: &[String]) -> Result<Vec<String>, Box<dyn Error>> {
    let packages: BTreeSet<String> = if named.is_empty() {
        let folders = folders(&status()?);
        folders.iter().filter_map(|folder| package_in(folder)).collect()
    } else {
        named.iter().map(|name| package(name)).collect()
    };
    if packages.is_empty() {
        return Err("no crate has changes that are not committed: name one with -p CRATE".into());
    }
    Ok(packages.into_iter().collect())
}

/// A package by its name, or by that of its folder below `crates`.
fn package(name: &str) -> String {
    package_in(&format!("crates/{name}")).unwrap_or_else(|| name.to_owned())
}

fn package_in(folder: &str) -> Option<String> {
    let manifest = std::fs::read_to_string(root().join(folder).join("Cargo.toml")).ok()?;
    let mut names = manifest.lines().filter_map(|line| line.strip_prefix("name = \""));
    names.next()?.strip_suffix('"').map(str::to_owned)
}

/// What git says of the files that differ from the last commit, also of those that it does not know yet.
fn status() -> Result<String, Box<dyn Error>> {
    let mut git = Command::new("git");
    let git = git.args(["status", "--porcelain", "--no-renames", "--untracked-files=all"]);
    let said = git.current_dir(root()).output()?;
    let known: Outcome = if said.status.success() { Ok(()) } else { Err("git failed".into()) };
    known.map_err(|error| format!("{error}: name the crates to test with -p CRATE"))?;
    Ok(String::from_utf8_lossy(&said.stdout).into_owned())
}

/// The folders of crates in which the files lie; a file outside of them is of no crate.
fn folders(status: &str) -> BTreeSet<String> {
    let paths = status.lines().filter_map(|line| line.get(3..));
    let folder = |path: &str| {
        let mut parts = path.trim_matches('"').split('/');
        match (parts.next()?, parts.next()?) {
            ("crates", name) => Some(format!("crates/{name}")),
            ("xtask", _) => Some("xtask".to_owned()),
            _ => None,
        }
    };
    paths.filter_map(folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_means_its_crate() {
        let status = " M crates/io/src/lib.rs\nA  crates/io/tests/new.rs\n D xtask/src/net.rs\n\
                      ?? \"crates/core/odd name\"\n M README.md\n?? docs/new/page.md\n";
        let folders = folders(status);
        assert_eq!(Vec::from_iter(folders), ["crates/core", "crates/io", "xtask"]);
    }

    #[test]
    fn a_crate_has_two_names() {
        let named = ["io", "ridotto-io", "xtask", "ridotto"].map(str::to_owned);
        assert_eq!(packages(&named).unwrap(), ["ridotto", "ridotto-io", "xtask"]);
        assert_eq!(package_in("xtask").as_deref(), Some("xtask"));
        assert_eq!(package_in("docs"), None);
    }
}
