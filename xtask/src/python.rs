//! Python packages for what Rust cannot tell: other programs to compare with.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python in a virtual environment of this folder that can import these packages. It is made if
/// need be; `None`, and a line that says so, where there is no Python or no network.
pub fn with(folder: &Path, packages: &[&str]) -> Option<PathBuf> {
    let python = folder.join("bin/python");
    let modules: Vec<&str> = packages.iter().map(|package| module(package)).collect();
    let imports = format!("import {}", modules.join(", "));
    let works = || ran(Command::new(&python).args(["-c", &imports]));
    if works() {
        return Some(python);
    }
    let names = packages.join(", ");
    eprintln!("installing {names} into {}", folder.display());
    let made = ran(Command::new("python3").args(["-m", "venv"]).arg(folder));
    let install = ["-m", "pip", "install", "--quiet"];
    if made && ran(Command::new(&python).args(install).args(packages)) && works() {
        return Some(python);
    }
    eprintln!("left out: python3 with venv could not install {names} from PyPI");
    None
}

/// The name that a package is imported by.
fn module(package: &str) -> &str {
    match package {
        "scikit-learn" => "sklearn",
        other => other,
    }
}

fn ran(command: &mut Command) -> bool {
    command.output().is_ok_and(|done| done.status.success())
}
