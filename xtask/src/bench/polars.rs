//! polars, installed from the Python package index into a virtual environment beside the data.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::measure::{self, Measurement};

/// Reads and writes a file, and prints the seconds: those of the work, without Python's start.
const COPY: &str = "
import sys, time
import polars
source, target, separator = sys.argv[1:]
wall, cpu = time.perf_counter(), time.process_time()
table = polars.read_csv(source, separator=separator, infer_schema_length=10000)
table.write_csv(target, separator=separator)
print(time.perf_counter() - wall, time.process_time() - cpu)
";

/// A Python that has polars, and numpy for those who make data.
pub struct Polars {
    pub python: PathBuf,
}

impl Polars {
    /// Installs it if need be; without Python or network the bench goes on without it.
    pub fn prepare(folder: &Path) -> Option<Self> {
        let python = crate::python::with(&folder.join("venv"), &["polars", "numpy"])?;
        Some(Self { python })
    }

    /// The best of several runs of reading a file and writing it again.
    pub fn copy(
        &self,
        runs: u32,
        source: &Path,
        target: &Path,
        delimiter: char,
    ) -> Result<Measurement, Box<dyn Error>> {
        let best = measure::best(runs, || {
            let mut copy = Command::new(&self.python);
            copy.args(["-c", COPY]).args([source, target]).arg(delimiter.to_string());
            copy
        })?;
        let (wall, cpu) = best.output.trim().split_once(' ').ok_or("no seconds were printed")?;
        Ok(Measurement { wall: wall.parse()?, cpu: cpu.parse()?, ..best })
    }
}
