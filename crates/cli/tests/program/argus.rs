//! What an office has: batches, metadata and hierarchies of τ-Argus, and tables that others made.

use crate::case::Case;
use flate2::read::GzDecoder;
use insta::assert_snapshot;
use ridotto_testkit::data::find;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

const METADATA: &str = "Size 1 1\r
  <RECODEABLE>\r
  <TOTCODE> \"All\"\r
Town 2 4\r
  <RECODEABLE>\r
  <HIERARCHICAL>\r
  <HIERCODELIST> \"\\\\server\\office\\TOWNS.HRC\"\r
  <HIERLEADSTRING> \"@\"\r
Turnover 6 5 99999\r
  <NUMERIC>\r
";

const TOWNS: &str = "North\r\n@Alba\r\n@Brin\r\nSouth\r\n@Celo\r\n@Dorn\r\n";

pub const BATCH: &str = "//What the office runs\r
<LOGBOOK> \"log.txt\"\r
<OPENMICRODATA> \"firms.asc\"\r
<OPENMETADATA> \"firms.rda\"\r
<SPECIFYTABLE> \"Size\"\"Town\"|\"Turnover\"||\r
<SAFETYRULE> P(20,1)|FREQ(3,30)\r
<READMICRODATA>\r
<WRITETABLE> (1,3,AS+,\"firms.csv\")\r
";

/// Firms of two sizes in four towns. One of the small ones in Brin is nearly alone.
const FIRMS: [(&str, &str, &[u32]); 8] = [
    ("1", "Alba", &[30, 25, 20, 22]),
    ("1", "Brin", &[90, 5, 3]),
    ("1", "Celo", &[40, 35, 30]),
    ("1", "Dorn", &[20, 22, 26, 30]),
    ("2", "Alba", &[300, 250, 200]),
    ("2", "Brin", &[400, 350, 300]),
    ("2", "Celo", &[210, 220, 240]),
    ("2", "Dorn", &[500, 400, 450]),
];

/// The files of an office, with a batch.
pub fn office(batch: &str) -> Case {
    let mut text = String::new();
    for (size, town, amounts) in FIRMS {
        for amount in amounts {
            text += &format!("{size}{town:>4}{amount:>5}\r\n");
        }
    }
    let case = Case::empty().file("firms.asc", text).file("firms.rda", METADATA);
    case.file("towns.hrc", TOWNS).file("firms.arb", batch)
}

/// The lines of a table, by their codes: the value and the status.
fn lines(text: &str) -> BTreeMap<String, (String, String)> {
    let line = |line: &str| {
        let mut cells: Vec<&str> = line.split(',').collect();
        let (status, value) = (cells.pop().unwrap_or_default(), cells.pop().unwrap_or_default());
        (cells.join(","), (value.to_owned(), status.to_owned()))
    };
    text.lines().skip(1).map(line).collect()
}

#[test]
fn a_batch_is_run_as_it_is() {
    let case = office(BATCH);
    assert_snapshot!(case.run(&["table", "firms.arb"]).well().shown(), @r"
    exit 0
    warning: line 2: no log is written; a report tells what was done
    warning: line 8: the status never says which suppression is primary; `--intervals FILE.csv` does, for the owner alone
    warning: line 5: the batch protects nothing; ridotto does, by its usual method
    firms.csv: 21 cells, counting 26 records
      sensitive     1 of 21 cells
      hidden        4 of 21 cells, 3 of them so that no other follows
      p-percent     holds: smallest error of the best estimate, in per cent 75, 20 required (read from the written file)
      minimum-frequency (n = 3, range = 0.3) holds: fewest contributors of a published cell 3, n 3 required (read from the written file)
      seconds       [time]
    ");
    let table = lines(&case.read("firms.csv"));
    assert_eq!(table["1,Brin"], (String::new(), "suppressed".to_owned()));
    assert_eq!(table["All,All"].0, truth()["All,All"].to_string());
    let hidden = table.values().filter(|(_, status)| status == "suppressed").count();
    assert!((4..=8).contains(&hidden), "{table:?}");
    let audit = case.run(&["table", "audit", "firms.csv", "--policy", "firms.arb", "--json", "-q"]);
    let audit = audit.well().json();
    assert_eq!((&audit["unsafe"], &audit["exact"]), (&0.into(), &0.into()), "{audit}");
    assert_eq!(audit["suppressed"], hidden);
}

/// The owner may have all of it as JJ, and attack that.
#[test]
fn the_owner_may_have_jj() {
    let case = office(BATCH);
    case.run(&["table", "firms.arb", "--intervals", "firms.jj", "-q"]).well();
    let text = case.read("firms.jj");
    assert!(text.starts_with("0\n21\n"), "{text}");
    let audit = case.run(&["table", "audit", "firms.jj", "--json", "-q"]).well().json();
    assert_eq!((&audit["cells"], &audit["unsafe"]), (&21.into(), &0.into()), "{audit}");
}

/// What a batch becomes makes the same table as the batch.
#[test]
fn a_batch_becomes_a_policy() {
    let case = office(BATCH);
    let policy = case.run(&["table", "firms.arb", "--convert"]).well();
    assert_snapshot!(policy.shown(), @r#"
    exit 0
    # line 2: no log is written; a report tells what was done
    # line 8: the status never says which suppression is primary; `--intervals FILE.csv` does, for the owner alone
    # line 5: the batch protects nothing; ridotto does, by its usual method
    # Made from a batch of τ-Argus; the numbers are those of its lines.
    version = 1
    kind = "table"

    [data]
    input = "firms.asc"  # 3
    metadata = "firms.rda"  # 4
    unlisted = "drop"

    [attributes.Size]
    role = "dimension"

    [attributes.Town]
    role = "dimension"
    hierarchy = "towns.hrc"

    [attributes.Turnover]
    role = "response"

    [[table]]
    dimensions = ["Size", "Town"]  # 5
    response = "Turnover"

    [[require]]
    model = "p-percent"  # 6
    p = 20

    [[require]]
    model = "minimum-frequency"  # 6
    n = 3
    range = 0.3

    [release]
    cost = "value"  # 5
    total = "All"

    [output]
    file = "firms.csv"  # 8
    "#);
    case.run(&["table", "firms.arb"]).well();
    let first = case.bytes("firms.csv");
    case.run(&["table", "firms.arb", "--convert", "-o", "firms.toml"]).well();
    case.run(&["table", "firms.toml", "--force"]).well();
    assert_eq!(case.bytes("firms.csv"), first);
}

#[test]
fn what_is_not_there_is_refused_with_its_line() {
    let batch = BATCH.replace("P(20,1)|FREQ(3,30)", "P(20,1)|MIS(1)");
    let case = office(&(batch + "<RECODE> 1,Size,1\r\n<SUPPRESS> XYZ(1)\r\n"));
    let refused = case.refused(2, &["table", "firms.arb"]);
    for (line, fault) in [
        (6, "cells of missing codes are not safe here"),
        (9, "a level of a variable that has no hierarchy"),
        (10, "a method that is not there in ridotto"),
    ] {
        assert!(refused.contains(fault), "{refused}");
        assert!(refused.contains(&format!("firms.arb:{line}:")), "{refused}");
    }
    let case = office(BATCH).file("firms.rda", METADATA.replace("<NUMERIC>", "<NUMERICAL>"));
    let refused = case.refused(2, &["table", "firms.arb"]);
    assert!(refused.contains("firms.rda:10:3"), "{refused}");
    let case = office(BATCH).file("towns.hrc", TOWNS.replace("@Brin", "@@@Brin"));
    let refused = case.refused(2, &["table", "firms.arb"]);
    assert!(refused.contains("towns.hrc: line 3: a code lies 3 levels deep"), "{refused}");
    assert!(!refused.contains("Brin"), "{refused}");
}

/// A table in which only the sensitive cell is hidden, as τ-Argus writes it: a sum gives it away. With the
/// rest of a rectangle it is safe.
#[test]
fn a_naive_table_of_theirs_is_found_out() {
    let case = office(BATCH);
    case.run(&["table", "firms.arb"]).well();
    let ours = lines(&case.read("firms.csv"));
    let truth = truth();
    let theirs = |is_hidden: &dyn Fn(&str) -> bool| {
        let mut text = String::from("\"Size\",\"Town\",\"Turnover\",\"Status\"\n");
        for (codes, value) in &truth {
            let (size, town) = codes.split_once(',').expect("two codes");
            let shown = if is_hidden(codes) { "x,11".to_owned() } else { format!("{value}.00,1") };
            text += &format!("\"{size}\",\"{town:>5}\",{shown}\n");
        }
        text
    };
    let case = case
        .file("naive.csv", theirs(&|codes| codes == "1,Brin"))
        .file("closed.csv", theirs(&|codes| ours[codes].1 == "suppressed"));
    let audit =
        |file: &str| case.run(&["table", "audit", file, "--policy", "firms.arb", "--json", "-q"]);
    let naive = audit("naive.csv");
    assert_eq!(naive.code, 1);
    let naive = naive.json();
    assert_eq!(
        (&naive["suppressed"], &naive["exact"], &naive["unsafe"]),
        (&1.into(), &1.into(), &1.into())
    );
    assert_eq!(naive["unsafe_by"]["outsider"], 1);
    assert!(naive["largest_violation"].as_f64() > Some(0.0), "{naive}");
    assert_eq!(audit("closed.csv").well().json()["unsafe"], 0);
    let case = case.file("published.csv", theirs(&|_| false));
    let published = case.run(&["table", "audit", "published.csv", "--policy", "firms.arb", "-q"]);
    assert_eq!(published.shown(), "exit 1");
    let wrong = theirs(&|_| false).replacen(".00", ".01", 1);
    let refused = case
        .file("wrong.csv", wrong)
        .refused(2, &["table", "audit", "wrong.csv", "--policy", "firms.arb"]);
    assert!(
        refused.contains("1 published cell is not what the data give; the first is in line 2"),
        "{refused}"
    );
}

/// Without the data it is known what is certain, and nothing else.
#[test]
fn a_table_is_audited_without_its_data() {
    let case = office(BATCH);
    case.run(&["table", "firms.arb"]).well();
    case.run(&["table", "firms.arb", "--convert", "-o", "firms.toml"]).well();
    let policy = case.read("firms.toml");
    let policy: Vec<&str> = policy
        .lines()
        .filter(|line| !line.starts_with("input =") && !line.starts_with("metadata ="))
        .collect();
    let naive = case.read("firms.csv").replace(",,suppressed", ",0,published").replacen(
        "1,Brin,0,published",
        "1,Brin,,suppressed",
        1,
    );
    let case = case.file("alone.toml", policy.join("\n") + "\n").file("naive.csv", naive);
    let audit =
        |file: &str| case.run(&["table", "audit", file, "--policy", "alone.toml", "--json", "-q"]);
    let ours = audit("firms.csv").well().json();
    assert_eq!((&ours["unsafe"], &ours["exact"]), (&serde_json::Value::Null, &0.into()), "{ours}");
    // What was published in place of hidden cells is not true, and does not add up.
    case.refused(2, &["table", "audit", "naive.csv", "--policy", "alone.toml"]);
}

/// All cells of the office's table.
fn truth() -> BTreeMap<String, u32> {
    let region = |town: &str| if ["Alba", "Brin"].contains(&town) { "North" } else { "South" };
    let mut truth = BTreeMap::new();
    for (size, town, amounts) in FIRMS {
        for size in [size, "All"] {
            for town in [town, region(town), "All"] {
                *truth.entry(format!("{size},{town}")).or_insert(0) += amounts.iter().sum::<u32>();
            }
        }
    }
    truth
}

#[test]
fn a_jj_file_needs_no_policy() {
    let cells = [
        (100, 's'),
        (30, 's'),
        (70, 's'),
        (40, 's'),
        (60, 's'),
        (10, 'u'),
        (20, 'm'),
        (30, 's'),
        (40, 's'),
    ];
    let cell = |(at, (value, status)): (usize, &(u32, char))| {
        let need = u32::from(*status == 'u');
        format!("{at} {value} 1 {status} 0 1000 {need} {need} 0\n")
    };
    let cells: String = cells.iter().enumerate().map(cell).collect();
    let table = format!(
        "0\n9\n{cells}6\n0 3 : 0 (-1) 1 (1) 2 (1)\n0 3 : 0 (-1) 3 (1) 4 (1)\n0 3 : 1 (-1) 5 (1) 6 (1)\n\
         0 3 : 2 (-1) 7 (1) 8 (1)\n0 3 : 3 (-1) 5 (1) 7 (1)\n0 3 : 4 (-1) 6 (1) 8 (1)\n"
    );
    let case = Case::empty().file("table.jj", table);
    assert_snapshot!(case.run(&["table", "audit", "table.jj"]).shown(), @r"
    exit 1
    table.jj: 9 cells, 2 hidden
      known exactly to everybody: 2
      too well known: 1
        to everybody: 1
    ");
    let audit = case.run(&["table", "audit", "table.jj", "--json"]).json();
    assert_eq!(
        (&audit["cells"], &audit["suppressed"], &audit["exact"]),
        (&9.into(), &2.into(), &2.into())
    );
}

/// τ-Argus's own example, with rules and output: the same cells are sensitive. What is hidden besides costs
/// no more here, or what is hidden there is not enough.
#[test]
fn their_example_is_protected_as_well() {
    let files = [
        "data/tables/checks/doc__Simple2D_InputData/tau_testW.asc.gz",
        "data/tables/tauargus/Tau_TestW.rda",
        "data/tables/checks/doc__Simple2D_InputData/region2.hrc",
        "data/tables/checks/doc__Simple2D_Expected_Output/Simple2D.txt",
    ];
    let found: Option<Vec<_>> = files.iter().map(|file| find(file)).collect();
    let Some(found) = found else { return };
    let [data, metadata, regions, theirs] = &found[..] else { panic!("four files") };
    let read = |path: &Path| std::fs::read(path).expect("it is there");
    let mut records = Vec::new();
    GzDecoder::new(&read(data)[..]).read_to_end(&mut records).expect("it is packed");
    let case = Case::empty()
        .file("tau.asc", records)
        .file("tau.rda", read(metadata))
        .file("region2.hrc", read(regions))
        .file("theirs.csv", read(theirs))
        .file(
            "tau.arb",
            "<OPENMICRODATA> \"tau.asc\"\n<OPENMETADATA> \"tau.rda\"\n\
             <SPECIFYTABLE> \"Size\"\"Region\"|\"Var2\"||\n<SAFETYRULE> P(15,1)|MAN(20)\n<READMICRODATA>\n\
             <WRITETABLE> (1,3,,\"ours.csv\")\n",
        );
    case.run(&["table", "tau.arb", "--intervals", "why.csv", "-q"]).well();
    // `Size,Region`, and whether a rule says that the cell is sensitive.
    let (mut ours, mut cost) = (Vec::new(), 0.0);
    for line in case.read("why.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        if cells[2] == "secondary" {
            cost += cells[3].parse::<f64>().expect("a value");
        } else {
            ours.push(format!("{},{}", cells[0], cells[1]));
        }
    }
    let (mut sensitive, mut their_cost) = (Vec::new(), 0.0);
    for line in String::from_utf8_lossy(&read(theirs)).lines() {
        let cells: Vec<&str> = line.split(',').map(|cell| cell.trim_matches('"').trim()).collect();
        match cells[3] {
            "3" => sensitive.push(format!("{},{}", cells[0], cells[1])),
            "11" => their_cost += cells[2].parse::<f64>().expect("a value"),
            _ => {}
        }
    }
    ours.sort();
    sensitive.sort();
    assert_eq!(ours, sensitive, "the same cells are sensitive");
    let audit = |file: &str| {
        case.run(&["table", "audit", file, "--policy", "tau.arb", "--json", "-q"]).json()
    };
    assert_eq!(audit("ours.csv")["unsafe"], 0);
    let theirs = audit("theirs.csv");
    let is_unsafe = theirs["unsafe"] != 0;
    assert!(cost <= their_cost || is_unsafe, "{cost} here, {their_cost} there: {theirs}");
}

/// Recodes join codes before anything is counted: by a file, by groups that are closed, or below a level.
#[test]
fn recodes_join_codes() {
    let recoded = |recode: &str| {
        let case = office(&(BATCH.to_owned() + recode))
            .file("size.grc", "9:1-2\r\n")
            .file("towns.grc", "<TREERECODE>\r\nNorth\r\n");
        case.run(&["table", "firms.arb", "-q"]).well();
        lines(&case.read("firms.csv"))
    };
    let truth = truth();
    let value = |table: &BTreeMap<String, (String, String)>, codes: &str| {
        table[codes].0.parse::<u32>().ok()
    };
    let regions = recoded("<RECODE> 1, Town, 1\r\n");
    let expected = [
        "1,All",
        "1,North",
        "1,South",
        "2,All",
        "2,North",
        "2,South",
        "All,All",
        "All,North",
        "All,South",
    ];
    assert_eq!(regions.keys().collect::<Vec<_>>(), expected);
    let all = regions.keys().all(|codes| value(&regions, codes) == Some(truth[codes]));
    assert!(all, "{regions:?}");
    let north = recoded("<RECODE> 1, town, \"C:\\Codes\\towns.grc\"\r\n");
    assert!(!north.contains_key("1,Brin") && north.contains_key("1,Celo"), "{north:?}");
    assert_eq!(value(&north, "1,North"), Some(truth["1,North"]));
    let sizes = recoded("<RECODE> 1, Size, \"size.grc\"\r\n");
    assert_eq!(value(&sizes, "9,Brin"), Some(truth["All,Brin"]));
    assert!(!sizes.contains_key("1,Brin"));
    for (recode, file, text, expected) in [
        (
            "<RECODE> 1, Town, \"x.grc\"\r\n",
            "x.grc",
            "<TREERECODE>\nEast\n",
            "closes no group that the dimension has",
        ),
        (
            "<RECODE> 1, Town, \"x.grc\"\r\n",
            "x.grc",
            "1:2\n",
            "joins codes, and the dimension has a hierarchy",
        ),
        ("<RECODE> 1, Size, \"x.grc\"\r\n", "x.grc", "All:1-2\n", "called as totals are"),
        ("<RECODE> 1, Size, \"x.grc\"\r\n", "x.grc", "1:1\n2\n", "x.grc: line 2: no colon"),
    ] {
        let case = office(&(BATCH.to_owned() + recode)).file(file, text);
        let refused = case.refused(2, &["table", "firms.arb"]);
        assert!(crate::case::in_one_line(&refused).contains(expected), "{refused}");
    }
}

/// τ-Argus's own batch with recodes, run to its end.
#[test]
fn their_recodes_are_run() {
    let files = [
        "data/tables/checks/doc__Simple2D_InputData/tau_testW.asc.gz",
        "data/tables/tauargus/Tau_TestW.rda",
        "data/tables/checks/doc__Simple2D_InputData/region2.hrc",
        "data/tables/tauargus/TestRecode.arb",
        "data/tables/tauargus/GK.GRC",
        "data/tables/tauargus/IndCode2.grc",
    ];
    let found: Option<Vec<_>> = files.iter().map(|file| find(file)).collect();
    let Some(found) = found else { return };
    let [data, metadata, regions, batch, sizes, industries] = &found[..] else {
        panic!("six files")
    };
    let read = |path: &Path| std::fs::read(path).expect("it is there");
    let mut records = Vec::new();
    GzDecoder::new(&read(data)[..]).read_to_end(&mut records).expect("it is packed");
    let case = Case::empty()
        .file("tau_testW.asc", records)
        .file("tau_testW.rda", read(metadata))
        .file("region2.hrc", read(regions))
        .file("recode.arb", read(batch))
        .file("GK.GRC", read(sizes))
        .file("IndCode2.grc", read(industries));
    case.run(&["table", "recode.arb", "-q"]).well();
    let text = case.read("table.csv");
    let column = |name: &str| {
        let at = text.lines().next().expect("a header").split(',').position(|of| of == name);
        let at = at.expect("a column");
        text.lines()
            .skip(1)
            .map(|line| line.split(',').nth(at).expect("a cell").to_owned())
            .collect::<std::collections::BTreeSet<_>>()
    };
    let sizes = column("Size");
    assert!(sizes.contains("1") && sizes.contains("6") && !sizes.contains("2"), "{sizes:?}");
    let industries = column("IndustryCode");
    let below = |code: &str| {
        industries.iter().filter(|of| of.len() > code.len() && of.starts_with(code)).count()
    };
    assert!(industries.contains("142"), "{industries:?}");
    assert_eq!([below("142"), below("1500"), below("1512")], [0, 0, 0]);
}
