//! The feature `private`: `OpenDP`, and OpenSSL's generator.
//!
//! OpenSSL comes from the system where its headers are; else it is compiled from its C sources, which
//! needs perl with its usual modules, and make. Where neither is there, Debian's package is tried.

use std::path::Path;
use std::process::Command;

/// Only what differs from the default build: tests whose names say so.
pub const TESTS: [&str; 10] = [
    "test",
    "--workspace",
    "--features",
    "private",
    "--locked",
    "--lib",
    "--test=program",
    "--",
    "private",
    "means",
];

/// The code behind the feature is all in one crate.
pub const LINTS: [&str; 10] = [
    "clippy",
    "-p",
    "ridotto-mask",
    "--features",
    "private",
    "--lib",
    "--locked",
    "--",
    "-D",
    "warnings",
];

/// Whether OpenSSL can be had; a line says so if not.
pub fn can_be_built() -> bool {
    if has_headers() || has_perl() {
        return true;
    }
    eprintln!(
        "no headers of OpenSSL, and no perl to build it: trying `apt-get install libssl-dev`"
    );
    let wanted = ["install", "--yes", "--quiet", "libssl-dev", "pkg-config"];
    if ran("apt-get", &wanted) && has_headers() {
        return true;
    }
    eprintln!("left out: the feature `private`, because OpenSSL cannot be had");
    false
}

/// Takes OpenSSL from the system, if it is there.
pub fn environment() -> Vec<(&'static str, &'static str)> {
    if has_headers() { vec![("OPENSSL_NO_VENDOR", "1")] } else { Vec::new() }
}

fn has_headers() -> bool {
    Path::new("/usr/include/openssl/ssl.h").exists() && ran("pkg-config", &["--exists", "openssl"])
}

/// What OpenSSL's own build asks of perl.
fn has_perl() -> bool {
    ran("perl", &["-MIPC::Cmd", "-MFindBin", "-e", "1"]) && ran("make", &["--version"])
}

fn ran(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|done| done.status.success())
}
