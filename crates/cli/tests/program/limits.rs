//! Large in one way or another: many columns, long cells, long files.

use crate::case::{Case, PEOPLE, SECRET, in_one_line};
use insta::assert_snapshot;

const ANONYMIZE: &[&str] = &["anonymize", "policy.toml", "--keep-order"];

/// The people with more cells at the end of each line.
fn widened(more: impl Fn(usize) -> String) -> String {
    let lines = PEOPLE.lines().enumerate();
    lines.map(|(at, line)| format!("{line}{}\n", more(at))).collect()
}

#[test]
fn ten_thousand_columns() {
    let cells = |line: usize| -> String {
        (0..9_996)
            .map(|column| if line == 0 { format!(",c{column}") } else { format!(",{column}") })
            .collect()
    };
    let case = Case::people().file("people.csv", widened(cells));
    let case = case.policy("input", "unlisted = \"insensitive\"\ninput");
    case.run(ANONYMIZE).well();
    let released = case.read("out.csv");
    let names: Vec<&str> = released.lines().next().unwrap().split(',').collect();
    assert_eq!((names.len(), names[0], names[9_998]), (9_999, "age", "c9995"));
    assert_eq!(released.lines().count(), 12);
    assert!(released.lines().skip(1).all(|line| line.ends_with(",9994,9995")));
    // Dropped as well as carried; and through Parquet.
    let case = case.policy("unlisted = \"insensitive\"", "unlisted = \"drop\"");
    case.run(&[ANONYMIZE, &["--force"]].concat()).well();
    assert!(case.read("out.csv").starts_with("age,town,illness\n"));
    let case = case.policy("unlisted = \"drop\"", "unlisted = \"insensitive\"");
    case.run(&[ANONYMIZE, &["-o", "wide.parquet"]].concat()).well();
    let args = ["check", "wide.parquet", "--policy", "policy.toml"];
    case.run(&args).well();
}

#[test]
fn a_cell_of_ten_megabytes() {
    let long = "0123456789".repeat(1_000_000);
    for role in ["insensitive", "sensitive", "quasi-identifier"] {
        let cells = |line: usize| match line {
            0 => ",note".to_owned(),
            3 => format!(",\"{long}, \"\"quoted\"\"\n{long}\""),
            _ => ",short".to_owned(),
        };
        let note = format!("[attributes.note]\nrole = \"{role}\"\n\n[attributes.town]");
        let case = Case::people().file("people.csv", widened(cells));
        let case = case.policy("[attributes.town]", &note);
        case.run(ANONYMIZE).well();
        let released = case.read("out.csv");
        let expected = if role == "quasi-identifier" { 0 } else { 2 };
        assert_eq!(released.matches(&long).count(), expected, "{role}");
        if expected > 0 {
            assert!(released.contains(", \"\"quoted\"\"\n"), "{role}");
        }
        case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    }
}

/// A file whose first MiB is plain, so that it is taken for UTF-8, and which then is not.
#[test]
fn latin_1_that_shows_late() {
    let mut data = PEOPLE.as_bytes().to_vec();
    let block: Vec<u8> =
        PEOPLE.lines().skip(1).flat_map(|line| format!("{line}\n").into_bytes()).collect();
    while data.len() < 1_500_000 {
        data.extend_from_slice(&block);
    }
    let lines = data.split(|&byte| byte == b'\n').count() - 1;
    data.extend_from_slice(b"Zyxqueena Zo\xeb,31,Zyxqueena-Alba,Zyxqueena-flu\n");
    data.extend_from_slice(&block);
    let case = Case::people().file("people.csv", data);
    let shown = case.refused(2, &["anonymize", "policy.toml"]);
    let shown = shown.replace(&format!("line {}", lines + 1), "line [the line]");
    assert_snapshot!(shown, @r"
    exit 2
    io::not-in-encoding

      × people.csv: line [the line]: bytes that are not UTF-8
      help: set the encoding: utf-8, latin1 or utf-16
    ");
    // As the hint says.
    let case = case.policy("input", "encoding = \"latin1\"\ninput");
    case.run(&["anonymize", "policy.toml"]).well();
}

/// A file must not take as much memory as it has bytes, neither when it is read nor when it is written.
#[cfg(target_os = "linux")]
#[test]
fn a_file_larger_than_half_of_the_memory() {
    use std::io::Write;
    const FILE: u64 = 150_000_000;
    let case = Case::people();
    let file = std::fs::File::create(case.path("people.csv")).unwrap();
    let mut file = std::io::BufWriter::new(file);
    writeln!(file, "name,age,town,illness").unwrap();
    let (mut written, mut person) = (0, 0_u64);
    while written < FILE {
        let mixed = person.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let town = ["Alba", "Berg", "Celo", "Dorf"][(mixed % 4) as usize];
        let age = 18 + mixed / 4 % 70;
        let line = format!("{SECRET} {person},{age},{SECRET}-{town},{SECRET}-{}\n", mixed % 1000);
        file.write_all(line.as_bytes()).unwrap();
        (written, person) = (written + line.len() as u64, person + 1);
    }
    file.into_inner().unwrap();
    let (ended, most) = case.peak(&["anonymize", "policy.toml", "--threads", "2"]);
    eprintln!("{person} records, {most} kB resident at most");
    assert!(ended.success() && most * 1024 < FILE, "{ended}, {most} kB");
    let size = std::fs::metadata(case.path("out.csv")).unwrap().len();
    assert!(size > FILE / 3, "{size}");
}

/// Towns with so many levels between them and `*`: the last ones are regions.
fn tall_towns(levels: usize) -> String {
    let towns = [("Alba", "North"), ("Berg", "North"), ("Celo", "South"), ("Dorf", "South")];
    let line = |(town, region): (&str, &str)| {
        let labels: String = (1..levels).map(|level| format!(";{town}-{level}")).collect();
        format!("{SECRET}-{town}{labels};{region}\n")
    };
    towns.map(line).concat()
}

#[test]
fn hierarchies_have_so_many_levels() {
    let case = Case::people().file("towns.csv", tall_towns(250));
    case.run(&[ANONYMIZE, &["--recoding", "r.json"]].concat()).well();
    let released = case.read("out.csv");
    for levels in [251, 253, 254, 255, 256, 300] {
        let case = Case::people().file("towns.csv", tall_towns(levels));
        let shown = in_one_line(&case.refused(2, ANONYMIZE));
        let said = format!(
            "hierarchy `town` has {levels} levels between the values and `*`, and no more than 250 are \
             allowed"
        );
        assert!(shown.contains(&said), "{shown}");
        case.refused(2, &["hierarchy", "check", "towns.csv"]);
    }
    let apply = &["apply", "r.json", "people.csv", "-o", "new.csv", "--keep-order"];
    case.run(apply).well();
    assert_eq!(case.read("new.csv"), released);
    // A decision that was made by hand, or by an earlier version.
    for height in ["252", "255", "256"] {
        let saved =
            case.read("r.json").replacen("\"height\": 251", &format!("\"height\": {height}"), 1);
        assert!(saved.contains(height));
        let case = Case::people().file("r.json", saved);
        case.refused(2, apply);
    }
}

/// Without a time limit `k-optimize` stops after an amount of work, the same everywhere, and says how
/// far it came.
#[test]
fn k_optimize_comes_to_an_end() {
    let rows = (0..30_u32).map(|at| {
        format!("{},{},{}\n", at * 7 % 30 * 3, (at * 11 + at / 7) % 30 * 2, at * at % 31)
    });
    let data: String = std::iter::once("a,b,c\n".to_owned()).chain(rows).collect();
    let policy = "version = 1\n[data]\ninput = \"d.csv\"\n[attributes.a]\nrole = \"quasi-identifier\"\n\
                  [attributes.b]\nrole = \"quasi-identifier\"\n[attributes.c]\nrole = \"quasi-identifier\"\n\
                  [[require]]\nmodel = \"k-anonymity\"\nk = 2\n[release]\nalgorithm = \"k-optimize\"\n\
                  suppression = 0.1\n\
                  [output]\nfile = \"out.csv\"\n";
    let case = Case::empty().file("d.csv", data).file("policy.toml", policy);
    let told = |threads: &str| {
        let args =
            ["anonymize", "policy.toml", "--threads", threads, "--force", "--report", "r.json"];
        case.run(&args).well();
        let report: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
        (report["notes"].clone(), report["release"]["checked"].clone())
    };
    let (notes, checked) = told("1");
    assert!(notes.to_string().contains("`k-optimize` was stopped after"), "{notes}");
    assert!(notes.to_string().contains("none costs less than"), "{notes}");
    assert_eq!(told("2"), (notes, checked));
}
