//! A file that `cargo xtask hospital` made, with the hierarchies of `examples/hospital`; missing cells
//! are filled with a value.

use ridotto_core::hierarchy::{Builder, DateUnit, Redact, Row};
use ridotto_core::{Kind, Reading};
use ridotto_testkit::Small;
use std::path::Path;

/// The lines of one of the hospital's hierarchies.
fn lines(name: &str) -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hospital/hierarchies");
    let text = std::fs::read_to_string(folder.join(name).with_extension("csv"));
    let text = text.expect("the example has its hierarchies");
    let cells = |line: &str| line.split(';').map(str::to_owned).collect::<Vec<_>>();
    (1..).zip(text.lines()).map(|(number, line)| Row::line(number, cells(line))).collect()
}

/// The hospital's quasi-identifiers as its policy generalises them.
pub fn stays(file: &str) -> Small {
    let text = std::fs::read_to_string(file).expect("the file is readable");
    let table = |name: &str| (Builder::Table(lines(name)), Reading::of_kind(Kind::Text));
    let dates =
        |units: [DateUnit; 3]| (Builder::Dates(units.to_vec()), Reading::of_kind(Kind::Date));
    let builders = [
        dates([DateUnit::Month, DateUnit::Year, DateUnit::Decade]),
        (Builder::Suppress, Reading::of_kind(Kind::Text)),
        (Builder::Redact(Redact::default()), Reading::of_kind(Kind::Text)),
        table("nationality"),
        table("marital_status"),
        table("occupation"),
        table("insurance"),
        dates([DateUnit::Month, DateUnit::Quarter, DateUnit::Year]),
    ];
    // The name is quoted and has a comma: the cells behind it are counted from the end.
    let instead =
        ["1971-06-01", "F", "55018", "Marelia", "Single", "Farmer", "General fund", "2023-01-01"];
    let cells = |line: &'static str| -> Vec<&'static str> {
        let mut cells: Vec<&str> = line.rsplit(',').skip(4).take(instead.len()).collect();
        cells.reverse();
        let filled = cells.iter().zip(instead);
        filled.map(|(&cell, instead)| if cell.is_empty() { instead } else { cell }).collect()
    };
    let text: &'static str = Box::leak(text.into_boxed_str());
    Small::built(&text.lines().skip(1).map(cells).collect::<Vec<_>>(), &builders)
}
