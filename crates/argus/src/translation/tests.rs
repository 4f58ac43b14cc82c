//! Batches as policies.

use super::*;

const RECORDS: &str = "Size 1 2 99\n<RECODEABLE>\nRegion 3 2\n<RECODEABLE>\n<HIERARCHICAL>\n<HIERCODELIST> \"C:\\x\\R.hrc\"\n\
    Act 5 5\n<RECODEABLE>\n<HIERARCHICAL>\n<HIERLEVELS> 3 1 1\nTurnover 10 9\n<NUMERIC>\nTax 19 9\n<NUMERIC>\n\
    Wgt 28 3\n<WEIGHT>\nFirm 31 5\n<HOLDING>\nAsk 36 1\n<REQUEST> \"1\"\n";

fn find(file: &str) -> Option<String> {
    let name = file.rsplit(['/', '\\']).next()?;
    (!name.starts_with("lost")).then(|| name.to_ascii_lowercase())
}

fn made(metadata: &str, holds: Holds, commands: &str) -> Result<Translation, Refused> {
    let open = if holds == Holds::Cells { "OPENTABLEDATA" } else { "OPENMICRODATA" };
    let text = format!("<{open}> \"firms.asc\"\n<OPENMETADATA> \"firms.rda\"\n{commands}");
    let batch = Batch::read(&text).expect("a batch");
    let metadata = Metadata::read(metadata, holds).expect("metadata");
    translation(&batch, &metadata, &find)
}

fn of_records(commands: &str) -> Result<Translation, Refused> {
    made(RECORDS, Holds::Records, commands)
}

#[test]
fn records_with_rules_and_a_method() {
    let made = of_records(
        "<SPECIFYTABLE> \"size\"\"Region\"|\"Turnover\"||\n<SAFETYRULE> NK(2,75)|NK(0,0)|FREQ(3,30)|\n\
         <READMICRODATA>\n<SUPPRESS> MOD(1)\n<WRITETABLE> (1,3,AS-,\"D:\\out\\firms.txt\")\n",
    );
    let made = made.unwrap();
    let expected = r#"# Made from a batch of τ-Argus; the numbers are those of its lines.
version = 1
kind = "table"

[data]
input = "firms.asc"  # 1
metadata = "firms.rda"  # 2
unlisted = "drop"

[attributes.Size]
role = "dimension"

[attributes.Region]
role = "dimension"
hierarchy = "r.hrc"

[attributes.Turnover]
role = "response"

[[table]]
dimensions = ["Size", "Region"]  # 3
response = "Turnover"

[[require]]
model = "dominance"  # 4
n = 2
k = 0.75

[[require]]
model = "minimum-frequency"  # 4
n = 3
range = 0.3

[release]
method = "modular"  # 6
cost = "value"  # 3

[output]
file = "firms.txt"  # 7
"#;
    assert_eq!(made.policy, expected);
    assert_eq!(made.notes, [] as [String; 0]);
}

/// Two tables, costs of their own, holdings, weights and requests.
#[test]
fn what_else_there_is() {
    let rules = "P(0,1)|P(0,1)|P(15,80,1)|WGT(1)|REQ(10,20,3,5)|ZERO(20)|MIS(0)|MAN(20)";
    let made = of_records(&format!(
        "<SPECIFYTABLE> \"Size\"|\"Turnover\"||\"Tax\"\n<SAFETYRULE> {rules}\n\
         <SPECIFYTABLE> \"Act\"|\"Turnover\"|\"Turnover\"|\"Tax\"\n<SAFETYRULE> {rules}\n\
         <SOLVER> FREE\n<SUPPRESS> GH(0,75,1,0)\n<GOINTERACTIVE>\n"
    ));
    let made = made.unwrap();
    for expected in [
        "[attributes.Act]\nrole = \"dimension\"\nhierarchy = { digits = [4, 3] }\n",
        "[attributes.Tax]\nrole = \"cost\"\n",
        "[attributes.Firm]\nrole = \"respondent\"\n",
        "[attributes.Wgt]\nrole = \"weight\"\n",
        "[attributes.Ask]\nrole = \"request\"\n",
        "name = \"table-2\"\ndimensions = [\"Act\"]  # 5\n",
        "model = \"pq\"  # 4\np = 15\nq = 80\n",
        "model = \"request\"  # 4\nshare = 0.1\nrange = 0.05\n",
        "method = \"hypercube\"  # 8\nbounds = [0.25, 1.75]  # 8\nsingletons = false  # 8\n",
        "cost = { column = \"Tax\" }  # 3\nzero = \"unsafe\"\n",
    ] {
        assert!(made.policy.contains(expected), "{expected}\n{}", made.policy);
    }
    // The solver, the window, the file's name, and of requests the least frequency and who asks.
    assert_eq!(made.notes.len(), 5, "{:?}", made.notes);
}

/// The smaller share counts where two codes have two; a share that is not there is none.
#[test]
fn what_is_dropped_of_a_request_is_said() {
    let two = RECORDS.replace("<REQUEST> \"1\"", "<REQUEST> \"1\" \"2\"");
    let request = |metadata: &str, rule: &str| {
        let commands = format!("<SPECIFYTABLE> \"Size\"|\"Turnover\"||\n<SAFETYRULE> {rule}\n");
        made(metadata, Holds::Records, &commands)
    };
    let made = request(&two, "REQ(70,40,1,5)").unwrap();
    assert!(made.policy.contains("share = 0.4\n"), "{}", made.policy);
    assert!(made.notes.iter().any(|note| note.contains("the smaller of the two shares")));
    assert_eq!(request(&two, "REQ(70,0,1,5)").unwrap_err().batch[0].line, 4);
    assert!(request(RECORDS, "REQ(70,0,1,5)").unwrap().policy.contains("share = 0.7\n"));
}

/// Keys and the perturbation table are those of the metadata, or two runs have different noise.
#[test]
fn record_keys_are_those_of_the_metadata() {
    let keys = "Key 37 9\n<RECORDKEY>\n<DECIMALS> 7\n<PFILE> \"p.txt\"\n";
    let metadata = RECORDS.to_owned() + keys;
    let counted = "<SPECIFYTABLE> \"Size\"|<freq>||\n<SAFETYRULE> FREQ(3,1)\n<SUPPRESS> CKM(1)";
    let with_keys = made(&metadata, Holds::Records, &format!("{counted}\n")).unwrap();
    for expected in ["record-key = \"Key\"  # 5\n", "ptable = \"p.txt\"  # 5\n"] {
        assert!(with_keys.policy.contains(expected), "{}", with_keys.policy);
    }
    let own = made(&metadata, Holds::Records, &format!("{counted} \"own.txt\"\n")).unwrap();
    assert!(own.policy.contains("ptable = \"own.txt\""), "{}", own.policy);
    let drawn = of_records(&format!("{counted}\n")).unwrap();
    assert!(drawn.notes.iter().any(|note| note.contains("no record keys")), "{:?}", drawn.notes);
    let lost = metadata.replace("p.txt", "lost.txt");
    assert_eq!(made(&lost, Holds::Records, &format!("{counted}\n")).unwrap_err().batch[0].line, 5);
    // What τ-Argus does with amounts is not what we do: each parameter that is not here is named.
    let amounts = counted.replace("<freq>", "\"Turnover\"");
    let of_amounts = metadata.replace(
        "Turnover 10 9\n<NUMERIC>\n",
        "Turnover 10 9\n<NUMERIC>\n<CKM> T(3)\n\
        <SEPARATION> Y\n<SCALING> F(0.03,0.30,1000,3,0.5,0.2)\n",
    );
    let refused = made(&of_amounts, Holds::Records, &format!("{amounts}\n")).unwrap_err();
    assert_eq!(refused.batch[0].line, 3);
    let asked = "(`<CKM>` in line 13, `<SEPARATION>` in line 14, `<SCALING>` in line 15)";
    assert!(refused.batch[0].message.contains(asked), "{}", refused.batch[0].message);
}

/// A batch for the window names no file; its table is written all the same.
#[test]
fn a_table_without_a_file_has_a_name() {
    let made = of_records("<SPECIFYTABLE> \"Size\"|\"Turnover\"||\n<SAFETYRULE> P(5,3)\n").unwrap();
    assert!(made.policy.contains("file = \"table.csv\"  # 3\n"), "{}", made.policy);
    assert!(made.policy.contains("p = 5\npool = 3\n"), "{}", made.policy);
    assert!(made.notes.iter().any(|note| note.contains("`table.csv`")), "{:?}", made.notes);
}

#[test]
fn cells_by_their_status_or_by_rules() {
    let metadata = "<SEPARATOR> \";\"\nRegion\n<RECODEABLE>\n<TOTCODE> \"All\"\nV\n<NUMERIC>\nF\n<FREQUENCY>\n\
        A\n<MAXSCORE>\nB\n<MAXSCORE>\nS\n<STATUS>\nL\n<NUMERIC> <LOWERPL>\nU\n<NUMERIC> <UPPERPL>\n";
    let table = "<SPECIFYTABLE> \"Region\"|\"V\"||\n";
    let cells = |rules: &str| {
        made(metadata, Holds::Cells, &format!("{table}{rules}<READTABLE>\n<SUPPRESS> OPT(1,5)\n"))
    };
    let by_status = cells("<SAFETYRULE> MAN(20)\n").unwrap().policy;
    for expected in [
        "cells = true",
        "role = \"status\"",
        "role = \"lower\"",
        "total = \"All\"",
        "role = \"frequency\"",
    ] {
        assert!(by_status.contains(expected), "{by_status}");
    }
    assert!(!by_status.contains("top1") && !by_status.contains("[[require]]"));
    let by_rules = cells("<SAFETYRULE> P(15,1)\n").unwrap().policy;
    assert!(by_rules.contains("[attributes.B]\nrole = \"top2\""), "{by_rules}");
    assert!(!by_rules.contains("status"), "{by_rules}");
    // Totals that are worked out, and options that there are and are not.
    let read = |how: &str| {
        made(metadata, Holds::Cells, &format!("{table}<SAFETYRULE> P(15,1)\n<READTABLE> {how}\n"))
    };
    for (how, adds, notes) in
        [("", false, 0), ("0", false, 0), ("1", true, 1), ("1T", true, 1), ("2", false, 1)]
    {
        let made = read(how).unwrap();
        assert_eq!(
            made.policy.contains("add-totals = true  # 5\n"),
            adds,
            "{how}: {}",
            made.policy
        );
        let about = made.notes.iter().filter(|note| note.starts_with("line 5:")).count();
        assert_eq!(about, notes, "{how}: {:?}", made.notes);
    }
    assert_eq!(read("7").unwrap_err().batch[0].line, 5);
    let recode = made(
        metadata,
        Holds::Cells,
        &format!("{table}<SAFETYRULE> P(15,1)\n<RECODE> 1,Region,1\n"),
    );
    assert_eq!(recode.unwrap_err().batch[0].line, 5);
}

/// A variable is recoded in all tables that have it, by a level or by a file.
#[test]
fn recodes_are_keys_of_their_dimensions() {
    let tables = "<SPECIFYTABLE> \"Size\"\"Region\"|\"Turnover\"||\n<SAFETYRULE> P(5)\n\
        <SPECIFYTABLE> \"Region\"\"Act\"|\"Turnover\"||\n<SAFETYRULE> P(5)\n<READMICRODATA>\n";
    let recodes = "<RECODE> 1, size, \"D:\\Codes\\GK.grc\"\n<RECODE> 1, Region, 2\n<RECODE> 2, Act, \"Act.grc\"\n";
    let made = of_records(&format!("{tables}{recodes}")).unwrap();
    for expected in [
        "[attributes.Size]\nrole = \"dimension\"\nrecode = \"gk.grc\"  # 8\n",
        "hierarchy = \"r.hrc\"\ndepth = 2  # 9\n",
        "hierarchy = { digits = [4, 3] }\nrecode = \"act.grc\"  # 10\n",
    ] {
        assert!(made.policy.contains(expected), "{expected}\n{}", made.policy);
    }
    let in_all =
        made.notes.iter().filter(|note| note.starts_with("line 9: the variable is recoded in all"));
    assert_eq!(in_all.count(), 1, "{:?}", made.notes);
    for (recode, message) in [
        ("<RECODE> 3, Size, 2\n", "a recode of a table that there is not"),
        ("<RECODE> 2, Size, \"GK.grc\"\n", "a recode of a variable that its table does not have"),
        ("<RECODE> 1, Size, 2\n", "a level of a variable that has no hierarchy"),
        ("<RECODE> 1, Size, \"lost.grc\"\n", "the file of a recode is not there"),
        ("<RECODE> 1, Region, 2\n<RECODE> 2, Region, 1\n", "a variable is recoded twice"),
    ] {
        let refused = of_records(&format!("{tables}{recode}")).unwrap_err();
        assert_eq!(refused.batch.len(), 1, "{refused:?}");
        let fault = &refused.batch[0];
        let last = 7 + recode.lines().count() as u64;
        assert_eq!((fault.message.as_str(), fault.line), (message, last), "{recode}");
    }
}

/// Nothing that we do not have is passed over.
#[test]
fn what_is_not_there_is_refused_with_its_line() {
    let table = "<SPECIFYTABLE> \"Size\"|\"Turnover\"||\n";
    for (commands, lines) in [
        (format!("{table}<SAFETYRULE> P(20,1)|MIS(1)|X(1)\n"), vec![4, 4]),
        (format!("{table}<SAFETYRULE> FREQ(3)\n"), vec![4]),
        (table.to_owned(), vec![3]),
        (format!("{table}<SAFETYRULE> P(5)\n<RECODE> 1,Size,2\n"), vec![5]),
        (format!("{table}<SAFETYRULE> P(5)\n<CLEAR>\n<ANCO>\n"), vec![5, 6]),
        (format!("{table}<SAFETYRULE> P(5)\n<WRITETABLE> (1,4,,\"a\")\n<WRITETABLE> (1,5,,\"a\")\n"), vec![5, 6]),
        (format!("{table}<SAFETYRULE> P(5)\n<SUPPRESS> XYZ(1)\n"), vec![5]),
        (format!("{table}<SAFETYRULE> P(5)\n{table}<SAFETYRULE> P(6)\n"), vec![6]),
        (format!("{table}<SAFETYRULE> P(5)\n<SUPPRESS> MOD(1,1,1,1,1,20)\n<SUPPRESS> OPT(1)\n"), vec![5, 6]),
        ("<SPECIFYTABLE> \"Nobody\"|\"Turnover\"||\n<SAFETYRULE> P(5)\n".to_owned(), vec![3]),
        ("<SPECIFYTABLE> \"Size\"|\"Turnover\"||-3\n<SAFETYRULE> P(5)\n<SUPPRESS> OPT(1)\n".to_owned(), vec![3]),
        ("<SPECIFYTABLE> \"Size\"|\"Turnover\"||,0.5\n<SAFETYRULE> P(5)\n<SUPPRESS> OPT(1)\n".to_owned(), vec![3]),
        ("<SPECIFYTABLE> \"Size\"|\"Size\"||\n<SAFETYRULE> P(5)\n".to_owned(), vec![3]),
        ("<SPECIFYTABLE> \"Size\"|<freq>||\n<SAFETYRULE> FREQ(3,1)\n<SUPPRESS> CKM(1) \"lost.txt\"\n".to_owned(), vec![5]),
    ] {
        let refused = of_records(&commands).unwrap_err();
        let found: Vec<u64> = refused.batch.iter().map(|fault| fault.line).collect();
        assert_eq!(found, lines, "{commands}: {refused:?}");
    }
    let metadata = RECORDS.replace("C:\\x\\R.hrc", "lost.hrc");
    let commands = "<SPECIFYTABLE> \"Region\"|\"Turnover\"||\n<SAFETYRULE> P(5)\n";
    let refused = made(&metadata, Holds::Records, commands).unwrap_err();
    assert_eq!((refused.batch.len(), refused.metadata[0].line), (0, 3));
}

#[test]
fn files_are_opened_once() {
    let files = |text: &str| opened(&Batch::read(text).unwrap());
    let found = files("<OPENTABLEDATA> \"a.tab\"\n<OPENMETADATA> \"a.rda\"\n").unwrap();
    assert_eq!((found.holds, &*found.data, &*found.metadata), (Holds::Cells, "a.tab", "a.rda"));
    assert!(files("<OPENMETADATA> \"a.rda\"\n").is_err());
    assert!(files("<OPENMICRODATA> \"a\"\n").is_err());
    let twice = "<OPENMICRODATA> \"a\"\n<OPENMETADATA> \"b\"\n<OPENMICRODATA> \"c\"\n";
    assert_eq!(files(twice).unwrap_err()[0].line, 3);
}
