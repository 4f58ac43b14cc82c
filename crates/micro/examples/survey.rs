//! Writes a wide table that looks like a survey, with its hierarchies and a policy, for measuring what
//! is kept of many quasi-identifiers:
//!
//! ```text
//! cargo run --release -p ridotto-micro --example survey -- 16 100000 bench-data/survey-16
//! ridotto anonymize bench-data/survey-16/policy.toml --time-limit 60s
//! ```

use ridotto_testkit::latent;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// The same table every time.
const SEED: u64 = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1);
    let (Some(columns), Some(rows), Some(folder)) = (given.next(), given.next(), given.next())
    else {
        return Err("say COLUMNS ROWS FOLDER".into());
    };
    let (columns, rows, folder): (usize, usize, PathBuf) =
        (columns.parse()?, rows.parse()?, folder.into());
    fs::create_dir_all(&folder)?;
    let table = latent(columns, rows, SEED);
    let names: Vec<String> = (1..=columns).map(|at| format!("q{at}")).collect();
    let mut data = names.join(",") + "\n";
    for row in 0..rows {
        let cells = table.columns.iter().zip(&table.dictionaries);
        let cells: Vec<&str> =
            cells.map(|(codes, of)| of.text(codes.get(row)).unwrap_or_default()).collect();
        data += &(cells.join(",") + "\n");
    }
    fs::write(folder.join("survey.csv"), data)?;
    let mut policy = String::from("version = 1\n\n[data]\ninput = \"survey.csv\"\n");
    for (name, hierarchy) in names.iter().zip(&table.hierarchies) {
        let lines: Vec<String> = hierarchy
            .rows()
            .map(|chain| {
                chain.iter().map(|label| label.unwrap_or_default()).collect::<Vec<_>>().join(";")
            })
            .collect();
        fs::write(folder.join(format!("{name}.csv")), lines.join("\n") + "\n")?;
        write!(
            policy,
            "\n[attributes.{name}]\nrole = \"quasi-identifier\"\ntype = \"text\"\nhierarchy = \"{name}.csv\"\n"
        )?;
    }
    policy += "\n[[require]]\nmodel = \"k-anonymity\"\nk = 5\n\n[release]\nalgorithm = \"best\"\n\
               suppression = 0.02\n\n[output]\nfile = \"out.csv\"\n";
    fs::write(folder.join("policy.toml"), policy)?;
    Ok(())
}
