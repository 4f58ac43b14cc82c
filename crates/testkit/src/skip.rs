//! The one way in which a test says that it cannot run here.
//!
//! The runner hides what a passed test prints, and knows no third outcome: a test that returns early has
//! passed. So the test also adds a line to the file that `cargo xtask test` names in `RIDOTTO_SKIPPED`;
//! the command takes these tests off the passed ones, and names them in its last lines.

use std::io::Write;

/// Names the file that lists skipped tests.
const FILE: &str = "RIDOTTO_SKIPPED";

/// Says that the test of this thread cannot run here, and why: call it, and return.
///
/// What is written is one line of four cells, parted by tabs: the package, the test program, the test and the
/// reason. Saying it twice counts once.
///
/// # Panics
/// If the file that `RIDOTTO_SKIPPED` names cannot be written: else the test would count as passed.
pub fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
    let Some(file) = std::env::var_os(FILE) else { return };
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let thread = std::thread::current();
    let line = line(&package, &program(), thread.name().unwrap_or_default(), reason);
    // One write of the whole line: several tests add theirs at once.
    let mut file = std::fs::File::options().create(true).append(true).open(file);
    let written = file.as_mut().map(|file| file.write_all(line.as_bytes()));
    assert!(matches!(written, Ok(Ok(()))), "the list of skipped tests cannot be written");
}

/// The test program without the digits that cargo adds to its name.
fn program() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    name.rsplit_once('-').map_or(&*name, |(name, _)| name).to_owned()
}

fn line(package: &str, program: &str, test: &str, reason: &str) -> String {
    let cells = [package, program, test, reason];
    cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_four_cells_whatever_the_reason() {
        assert_eq!(line("p", "q", "a::b", "no\tpostgres\n"), "p\tq\ta::b\tno postgres \n");
        assert_eq!(program(), "ridotto_testkit");
    }
}
