//! `cargo xtask hospital`: the register of a hospital that does not exist.
//!
//! Real registers may not be shown, and small public data sets are too tidy. This one is made up
//! from a country of our own (Marelia: its places, its names, who lives where) and has what makes
//! real ones hard: villages with one patient, rare nationalities and occupations, people who
//! return, empty cells, names with commas and quotes. The same seed gives the same bytes on
//! every machine, and memory does not grow with the rows.

mod calendar;
mod diseases;
pub(crate) mod draw;
mod nations;
mod people;
mod places;
mod stay;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::Outcome;
use people::Spread;
use stay::{HEADER, Register};

/// Bytes collected before they are written.
const CHUNK: usize = 1 << 18;

/// Make hospital stays.
#[derive(clap::Args)]
pub struct Hospital {
    /// Stays.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=300_000_000))]
    pub rows: u64,
    /// The same seed gives the same bytes.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where to; `-` is the standard output. [default: examples/hospital/stays.csv]
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Spread people so evenly that nearly every stay is unlike every other.
    #[arg(long)]
    pub distinct: bool,
}

impl Hospital {
    pub fn run(self) -> Outcome {
        let output = self
            .output
            .clone()
            .unwrap_or_else(|| crate::root().join("examples/hospital/stays.csv"));
        if output == Path::new("-") {
            self.write(&mut io::stdout().lock())?;
            return Ok(());
        }
        self.write_file(&output)?;
        eprintln!("{} stays in {}", self.rows, output.display());
        Ok(())
    }

    /// Writes beside the target and renames, so that no half file is ever found.
    pub fn write_file(&self, output: &Path) -> io::Result<()> {
        let mut unfinished = output.as_os_str().to_owned();
        unfinished.push(".tmp");
        let unfinished = PathBuf::from(unfinished);
        self.write(&mut File::create(&unfinished)?)?;
        fs::rename(unfinished, output)
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let spread = if self.distinct { Spread::Even } else { Spread::Real };
        let register = Register::new(self.rows, self.seed, spread);
        let mut lines = Vec::with_capacity(CHUNK + 1024);
        lines.extend(HEADER.as_bytes());
        for row in 0..self.rows {
            register.write(row, &mut lines);
            if lines.len() >= CHUNK {
                output.write_all(&lines)?;
                lines.clear();
            }
        }
        output.write_all(&lines)
    }
}

/// The rows of one of the world's tables, without the heading.
fn table(text: &'static str) -> Vec<Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split(';').collect()).collect()
}
