//! Measures `assess`, everything that it can tell, of 10,000 records with eight quasi-identifiers, whose
//! rows are known: a copy in which numbers are rounded and a tenth of the categories is exchanged.
//!
//! ```text
//! cargo run --release -p ridotto-measure --example assess [ROWS]
//! ```

use ridotto_measure::files::assess::{AssessOptions, assess};
use ridotto_measure::files::pair::{PairOptions, Rows};
use std::fmt::Write;
use std::time::Duration;

/// What a person has in a column: skewed, and always the same.
fn value(person: u64, column: u64, values: u64) -> u64 {
    let mut mixed = (person * 8 + column + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let (one, other) = ((mixed >> 32) % values, (mixed & 0xFFFF_FFFF) % values);
    one.min(other)
}

/// Names of the columns, and how many values they have; those of the first four are numbers.
const COLUMNS: [(&str, u64); 8] = [
    ("age", 90),
    ("income", 20_000),
    ("hours", 80),
    ("year", 60),
    ("town", 40),
    ("work", 25),
    ("school", 12),
    ("sex", 2),
];

/// The records, and the same after masking.
fn files(people: u64) -> (String, String) {
    let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let head = format!("{},illness\n", names.join(","));
    let (mut before, mut after) = (head.clone(), head);
    for person in 0..people {
        for (at, (_, values)) in (0..).zip(COLUMNS) {
            let own = value(person, at, values);
            // The neighbour's, of one in ten.
            let given = if person % 10 == at { value(person + 1, at, values) } else { own };
            let rounded = if at < 4 { 5 * (own / 5) } else { given };
            let word = if at < 4 { "" } else { "c" };
            let _ = write!(before, "{word}{own},");
            let _ = write!(after, "{word}{rounded},");
        }
        let illness = value(person, 9, 15);
        let _ = writeln!(before, "i{illness}");
        let _ = writeln!(after, "i{illness}");
    }
    (before, after)
}

/// The processor time of this process so far, to a hundredth of a second; nothing but on Linux.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or("").split(' ');
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

fn main() {
    let rows = std::env::args().nth(1).map_or(10_000, |rows| rows.parse().expect("a number"));
    let folder = std::env::temp_dir().join(format!("ridotto-assess-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let [before, after] = ["before.csv", "after.csv"].map(|name| folder.join(name));
    let (one, other) = files(rows);
    std::fs::write(&before, one).expect("it can be written");
    std::fs::write(&after, other).expect("it can be written");
    let pair = PairOptions {
        quasi_identifiers: COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        sensitive: vec!["illness".to_owned()],
        rows: Rows::SameOrder,
        ..PairOptions::default()
    };
    let options = AssessOptions { pair, ..AssessOptions::default() };
    let begun = processor_time();
    let assessment = assess(&before, after.as_path(), &options, &());
    let spent = processor_time().saturating_sub(begun);
    let found = assessment.expect("the files can be read").report.findings.len();
    println!(
        "{rows} records, 8 quasi-identifiers: {found} figures, {:.1} s CPU",
        spent.as_secs_f64()
    );
    let _ = std::fs::remove_dir_all(&folder);
}
