//! `cargo xtask bench`: the whole program on large files, beside polars on the same files.
//!
//! Each file is anonymised several times by the release build, and read and written several
//! times by polars, which does nothing else with it: a floor for what any program can do. The
//! best of the runs counts, because noise only ever slows. Nothing here passes or fails: a
//! timing is never an assertion.

pub mod measure;
mod methods;
mod polars;
mod work;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use measure::Measurement;
use polars::Polars;
use work::Work;

/// Measure the program end to end.
#[derive(clap::Args)]
pub struct Bench {
    /// Sizes to measure at.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000_000, 10_000_000])]
    rows: Vec<u64>,
    /// A folder with Adult (adult.csv, enlarge.py, hierarchies/). [default: `$RIDOTTO_DATA`]
    #[arg(long)]
    data: Option<PathBuf>,
    /// Runs of each, of which the best counts.
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// What every method keeps of the hospital's stays, and the CPU time that it takes, instead.
    #[arg(long)]
    methods: bool,
    /// How long each method may take at most.
    #[arg(long, default_value = "60s", requires = "methods")]
    limit: String,
}

/// A line of the table.
struct Line {
    work: String,
    rows: u64,
    ours: Result<Measurement, String>,
    theirs: Option<Measurement>,
}

impl Bench {
    pub fn run(self) -> Outcome {
        let folder = crate::root().join("bench-data");
        fs::create_dir_all(&folder)?;
        let program = build()?;
        if self.methods {
            return methods::run(&program, &folder, &self.rows, &self.limit);
        }
        let polars = Polars::prepare(&folder);
        let adult = self.adult();
        let mut lines = Vec::new();
        for &rows in &self.rows {
            for work in Work::all(adult.as_deref()) {
                lines.extend(self.measure(&work, rows, &folder, &program, polars.as_ref()));
            }
        }
        print!("{}", table(&lines));
        Ok(())
    }

    /// The folder with Adult, also when the one above it was given.
    fn adult(&self) -> Option<PathBuf> {
        let given = self.data.clone().or_else(|| std::env::var_os("RIDOTTO_DATA").map(Into::into));
        let found = given.and_then(|given| {
            let candidates = [given.join("data/adult"), given.join("adult"), given];
            candidates.into_iter().find(|folder| folder.join("adult.csv").is_file())
        });
        if found.is_none() {
            eprintln!("Adult is left out: give its folder with --data or RIDOTTO_DATA");
        }
        found.and_then(|folder| folder.canonicalize().ok())
    }

    fn measure(
        &self,
        work: &Work,
        rows: u64,
        folder: &Path,
        program: &Path,
        polars: Option<&Polars>,
    ) -> Option<Line> {
        let data = match work.make(rows, folder, polars) {
            Ok(data) => data,
            Err(error) => {
                eprintln!("{} at {rows} rows is left out: {error}", work.name());
                return None;
            }
        };
        eprintln!("measuring {} at {rows} rows", work.name());
        let output = data.csv.with_extension("out.csv");
        let ours = measure::best(self.runs, || {
            let mut anonymize = Command::new(program);
            anonymize.arg("anonymize").arg(&data.policy).arg("-o").arg(&output);
            anonymize.args(["--json", "--force"]).args(work.arguments(&output));
            anonymize
        });
        let theirs = polars.and_then(|polars| {
            let copied = polars.copy(self.runs, &data.csv, &output, data.delimiter);
            copied.inspect_err(|error| eprintln!("polars is left out: {error}")).ok()
        });
        // The outputs are as large as the inputs, and nobody reads them.
        let _ = fs::remove_file(output.with_extension("html"));
        let _ = fs::remove_file(output);
        let ours = ours.map_err(|error| error.to_string());
        Some(Line { work: work.name().to_owned(), rows, ours, theirs })
    }
}

/// The release build lies beside the folder of the build that runs this.
fn build() -> Result<PathBuf, Box<dyn std::error::Error>> {
    let built = crate::cargo()
        .args(["build", "--release", "--locked", "--package", "ridotto-cli"])
        .status()?;
    if !built.success() {
        return Err("the release build failed".into());
    }
    let here = std::env::current_exe()?;
    let target = here.ancestors().nth(2).ok_or("xtask does not lie in a target folder")?;
    Ok(target.join("release").join(format!("ridotto{}", std::env::consts::EXE_SUFFIX)))
}

fn table(lines: &[Line]) -> String {
    let mut table = vec![
        "| work | rows | wall s | CPU s | peak MB | polars wall s | polars CPU s | wall ÷ polars |"
            .to_owned(),
        "|---|--:|--:|--:|--:|--:|--:|--:|".to_owned(),
    ];
    table.extend(lines.iter().map(Line::text));
    table.push(String::new());
    table.join("\n")
}

impl Line {
    fn text(&self) -> String {
        let ours = match &self.ours {
            Ok(ours) => format!("{:.2} | {:.2} | {:.0}", ours.wall, ours.cpu, ours.peak_mb),
            Err(error) => format!("{error} | – | –"),
        };
        let theirs = self.theirs.as_ref();
        let theirs_text = theirs.map_or("– | –".to_owned(), |theirs| {
            format!("{:.2} | {:.2}", theirs.wall, theirs.cpu)
        });
        let ratio = match (&self.ours, theirs) {
            (Ok(ours), Some(theirs)) => format!("{:.2}", ours.wall / theirs.wall),
            _ => "–".to_owned(),
        };
        format!("| {} | {} | {ours} | {theirs_text} | {ratio} |", self.work, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_line_for_each_work_and_dashes_for_what_is_unknown() {
        let ours = Measurement { wall: 2.0, cpu: 3.5, peak_mb: 120.4, output: String::new() };
        let theirs = Measurement { wall: 1.0, cpu: 1.5, peak_mb: 0.0, output: String::new() };
        let line = |ours, theirs| Line { work: "adult".into(), rows: 10, ours, theirs };
        assert_eq!(
            line(Ok(ours), Some(theirs)).text(),
            "| adult | 10 | 2.00 | 3.50 | 120 | 1.00 | 1.50 | 2.00 |"
        );
        assert_eq!(
            line(Err("exit status: 1".into()), None).text(),
            "| adult | 10 | exit status: 1 | – | – | – | – | – |"
        );
        assert_eq!(table(&[]).lines().count(), 2);
    }
}
