//! What users do wrong: the message names the place, says what to do, shows no value of the data,
//! and nothing is left behind.

use crate::case::Case;
use insta::assert_snapshot;

const ANONYMIZE: &[&str] = &["anonymize", "policy.toml"];

// --- The data.

#[test]
fn ragged_row() {
    let case = Case::people().data(",33,", ",33,Zyxqueena,");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn text_after_quote() {
    let case = Case::people().data("Zyxqueena Bea", "\"Zyxqueena\" Bea");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn quote_inside() {
    let case = Case::people().data("Zyxqueena Bea", "Zyxqueena \"Bea\"");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn unterminated_quote() {
    let case = Case::people().data("Zyxqueena Leo", "\"Zyxqueena Leo");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn not_utf_8() {
    let mut data = Case::people().bytes("people.csv");
    let at = data.windows(3).position(|bytes| bytes == b"Eva").unwrap();
    data[at] = 0xff;
    let case = Case::people()
        .file("people.csv", data)
        .policy("input = \"people.csv\"", "input = \"people.csv\"\nencoding = \"utf-8\"");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn duplicate_column() {
    let case = Case::people().data("name,age,town", "name,age,age");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn empty_column_name() {
    let case = Case::people().data("name,age,town", "name,,town");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn empty_file() {
    let case = Case::people().file("people.csv", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn header_alone() {
    let case = Case::people().file("people.csv", "name,age,town,illness\n");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn truncated_gzip() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "-o", "out.csv.gz"]).well();
    let whole = case.bytes("out.csv.gz");
    let case = Case::people().file("cut.csv.gz", &whole[..whole.len() / 2]);
    assert_snapshot!(case.refused(2, &["check", "cut.csv.gz", "--quasi-identifiers", "age,town"]), @"");
}

#[test]
fn truncated_parquet() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "-o", "out.parquet"]).well();
    let whole = case.bytes("out.parquet");
    let case = Case::people().file("cut.parquet", &whole[..whole.len() - 9]);
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "cut.parquet"]), @"");
}

#[test]
fn truncated_arrow() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "-o", "out.arrow"]).well();
    let whole = case.bytes("out.arrow");
    let case = Case::people().file("cut.arrow", &whole[..whole.len() / 2]);
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "cut.arrow"]), @"");
}

#[test]
fn missing_input() {
    let case = Case::people().policy("people.csv", "peple.csv");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn input_is_a_folder() {
    let case = Case::people();
    std::fs::create_dir(case.path("folder.csv")).unwrap();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "folder.csv"]), @"");
}

#[test]
fn unknown_extension_of_the_input() {
    let case = Case::people().file("people.xyz", "name\n");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--input", "people.xyz"]), @"");
}

#[test]
fn unknown_extension_of_the_output() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "out.xyz"]), @"");
}

#[test]
fn integer_expected() {
    let case = Case::people()
        .data(",36,", ",Zyxqueena,")
        .policy("hierarchy = { intervals", "type = \"integer\"\nhierarchy = { intervals");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn intervals_of_text() {
    let case = Case::people().data(",36,", ",Zyxqueena,");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

// --- The output.

#[test]
fn output_exists() {
    let case = Case::people().file("out.csv", "precious");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn output_is_input() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "people.csv", "--force"]), @"");
}

#[test]
fn report_is_input() {
    let case = Case::people();
    assert_snapshot!(
        case.refused(2, &["anonymize", "policy.toml", "--report", "towns.csv", "--recoding", "people.csv", "--force"]),
        @""
    );
}

#[test]
fn two_outputs_of_one_name() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--report", "out.csv"]), @"");
}

#[test]
fn folder_is_a_file() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "towns.csv/out.csv"]), @"");
}

#[test]
fn no_such_folder() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "nowhere/out.csv"]), @"");
}

#[test]
fn report_as_a_page() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--report", "report.html"]), @"");
}

#[test]
fn no_output() {
    let case = Case::people().policy("[output]\nfile = \"out.csv\"\n", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

// --- Policy and data together.

#[test]
fn missing_column() {
    let case = Case::people().policy("[attributes.town]", "[attributes.twon]");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn unlisted_column() {
    let case = Case::people().policy("[attributes.illness]\nrole = \"sensitive\"\n", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn hierarchy_file_missing() {
    let case = Case::people().policy("towns.csv", "villages.csv");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn hierarchy_not_nested() {
    let towns = "Zyxqueena-Alba;North;Earth\nZyxqueena-Berg;North;Moon\n\
                 Zyxqueena-Celo;South;Earth\nZyxqueena-Dorf;South;Earth\n";
    let case = Case::people().file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn hierarchy_not_total() {
    let case = Case::people().data("Zyxqueena-Celo", "Zyxqueena-Elva");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn hierarchy_with_a_cycle() {
    let towns = "Zyxqueena-Alba;Zyxqueena-Berg;North\nZyxqueena-Berg;Zyxqueena-Alba;South\n\
                 Zyxqueena-Celo;x;South\nZyxqueena-Dorf;x;South\n";
    let case = Case::people().file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn ragged_hierarchy() {
    let case = Case::people();
    let towns = case.read("towns.csv").replace("Berg;North", "Berg;North;Zyxqueena");
    let case = case.file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn hierarchy_with_a_value_twice() {
    let case = Case::people();
    let towns = case.read("towns.csv") + "Zyxqueena-Alba;South\n";
    let case = case.file("towns.csv", towns);
    assert_snapshot!(case.refused(2, &["hierarchy", "check", "towns.csv"]), @"");
}

#[test]
fn max_level_too_high() {
    let case = Case::people().policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 7");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

// --- The policy.

#[test]
fn policy_is_missing() {
    assert_snapshot!(Case::people().refused(2, &["plan", "police.toml"]), @"");
}

#[test]
fn policy_is_not_text() {
    let case = Case::people().file("policy.toml", [0xff, 0xfe, 0x00, 0x41]);
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn unknown_key() {
    let case = Case::people().policy("suppression = 0.1", "supression = 0.1");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn bad_toml() {
    let case = Case::people().policy("[release]", "[release");
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

#[test]
fn model_of_a_later_version() {
    let case = Case::people().policy(
        "k = 3",
        "k = 3\n\n[[require]]\nmodel = \"l-diversity\"\nattribute = \"illness\"\nl = 2",
    );
    assert_snapshot!(case.refused(2, ANONYMIZE), @"");
}

// --- What cannot be met.

#[test]
fn k_larger_than_the_data() {
    let case = Case::people().policy("k = 3", "k = 13");
    assert_snapshot!(case.refused(1, ANONYMIZE), @"");
}

#[test]
fn k_larger_than_the_data_and_all_may_go() {
    let case = Case::people().policy("k = 3", "k = 13").policy("0.1", "1.0");
    assert_snapshot!(case.refused(1, ANONYMIZE), @"");
}

#[test]
fn one_row() {
    let case = Case::people()
        .file("people.csv", "name,age,town,illness\nZyxqueena,31,Zyxqueena-Alba,Zyxqueena\n");
    assert_snapshot!(case.refused(1, ANONYMIZE), @"");
}

#[test]
fn no_solution_because_of_max_level() {
    let case = Case::people()
        .policy("[5, 10, 20] }", "[5, 10, 20] }\nmax-level = 1")
        .policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 0");
    assert_snapshot!(case.refused(1, ANONYMIZE), @"");
}

// --- The command line.

#[test]
fn bad_time_limit() {
    assert_snapshot!(Case::people().refused(2, &["anonymize", "policy.toml", "--time-limit", "soon"]), @"");
}

#[test]
fn unknown_verb() {
    assert_snapshot!(Case::people().refused(2, &["anonymise", "policy.toml"]), @"");
}

#[test]
fn check_without_quasi_identifiers() {
    assert_snapshot!(Case::people().refused(2, &["check", "people.csv"]), @"");
}

#[test]
fn check_of_a_column_that_is_not_there() {
    assert_snapshot!(Case::people().refused(2, &["check", "people.csv", "--quasi-identifiers", "age,twon"]), @"");
}

#[test]
fn hierarchy_of_a_column_that_is_not_there() {
    let args = ["hierarchy", "make", "people.csv", "--column", "aged", "--auto", "-o", "h.csv"];
    assert_snapshot!(Case::people().refused(2, &args), @"");
}

#[test]
fn hierarchy_of_intervals_without_numbers() {
    let args = [
        "hierarchy",
        "make",
        "people.csv",
        "--column",
        "town",
        "--intervals",
        "5,10",
        "-o",
        "h.csv",
    ];
    assert_snapshot!(Case::people().refused(2, &args), @"");
}

#[test]
fn hierarchy_that_the_data_do_not_fit() {
    let case = Case::people().data("Zyxqueena-Celo", "Zyxqueena-Elva");
    let args = ["hierarchy", "check", "towns.csv", "--data", "people.csv", "--column", "town"];
    assert_snapshot!(case.refused(2, &args), @"");
}

// --- Applying a saved decision.

fn saved() -> Case {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--recoding", "recoding.json"]).well();
    let recoding = case.read("recoding.json");
    Case::people().file("recoding.json", recoding)
}

const APPLY: &[&str] = &["apply", "recoding.json", "people.csv", "-o", "new.csv"];

#[test]
fn apply_to_data_that_lack_a_column() {
    let case = saved().data("name,age,town,illness", "name,age,place,illness");
    assert_snapshot!(case.refused(2, APPLY), @"");
}

#[test]
fn apply_to_data_with_a_new_column() {
    let case = saved().file("people.csv", "name,age,town,illness,more\nZyxqueena,1,2,3,4\n");
    assert_snapshot!(case.refused(2, APPLY), @"");
}

#[test]
fn apply_to_its_own_input() {
    assert_snapshot!(saved().refused(2, &["apply", "recoding.json", "people.csv", "-o", "people.csv", "--force"]), @"");
}

#[test]
fn apply_over_the_recoding() {
    let args = [
        "apply",
        "recoding.json",
        "people.csv",
        "-o",
        "new.csv",
        "--report",
        "recoding.json",
        "--force",
    ];
    assert_snapshot!(saved().refused(2, &args), @"");
}

#[test]
fn apply_with_a_page_as_report() {
    let args = ["apply", "recoding.json", "people.csv", "-o", "new.csv", "--report", "r.html"];
    assert_snapshot!(saved().refused(2, &args), @"");
}

#[test]
fn broken_recoding() {
    let case = saved();
    let recoding = case.read("recoding.json");
    let case = case.file("recoding.json", &recoding[..recoding.len() / 2]);
    assert_snapshot!(case.refused(2, APPLY), @"");
}

/// Well-formed, but by hand: none of these may panic or release a column that is not decided.
#[test]
fn recodings_that_contradict_themselves() {
    let saved = saved();
    let whole = saved.read("recoding.json");
    let change = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut document = serde_json::from_str(&whole).unwrap();
        change(&mut document);
        let case = Case::people().file("recoding.json", document.to_string());
        case.refused(2, APPLY)
    };
    assert_snapshot!(change(&|it| it["attributes"]["attributes"][0]["name"] = "agee".into()), @"");
    assert_snapshot!(change(&|it| it["attributes"]["attributes"][0]["name"] = "name".into()), @"");
    assert_snapshot!(change(&|it| it["attributes"]["attributes"] = serde_json::json!([])), @"");
    assert_snapshot!(change(&|it| it["columns"][1]["role"] = "quasi".into()), @"");
    assert_snapshot!(change(&|it| it["columns"][0]["name"] = "age".into()), @"");
    assert_snapshot!(change(&|it| it["requirements"] = serde_json::json!([])), @"");
    assert_snapshot!(change(&|it| it["suppression"] = "2".into()), @"");
}

#[test]
fn apply_beyond_the_limit() {
    let case = saved();
    let strangers = case.read("people.csv").replace("-Alba", "-Nowhere");
    let strangers = strangers.replace(",52,", ",99,").replace(",58,", ",98,");
    let case = case.file("people.csv", strangers);
    assert_snapshot!(case.refused(1, APPLY), @"");
}
