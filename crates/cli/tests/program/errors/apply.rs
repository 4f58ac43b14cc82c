//! Applying a saved decision.

use crate::case::Case;
use insta::assert_snapshot;

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
    assert_snapshot!(case.refused(2, APPLY), @r"
    exit 2
    usage

      × people.csv: there is no column `town`
      help: a recoding fits files with the columns of the one it was made from
    ");
}

#[test]
fn apply_to_data_with_a_new_column() {
    let case = saved().file("people.csv", "name,age,town,illness,more\nZyxqueena,1,2,3,4\n");
    assert_snapshot!(case.refused(2, APPLY), @r"
    exit 2
    usage

      × people.csv: the column `more` is new
      help: the recoding does not say what to do with it: remove the column, or make a new
            recoding
    ");
}

#[test]
fn apply_to_its_own_input() {
    assert_snapshot!(saved().refused(2, &["apply", "recoding.json", "people.csv", "-o", "people.csv", "--force"]), @r"
    exit 2
    usage

      × people.csv: the output would replace an input
      help: choose another name: inputs are never changed
    ");
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
    assert_snapshot!(saved().refused(2, &args), @r"
    exit 2
    usage

      × recoding.json: the output would replace an input
      help: choose another name: inputs are never changed
    ");
}

#[test]
fn broken_recoding() {
    let case = saved();
    let recoding = case.read("recoding.json");
    let case = case.file("recoding.json", &recoding[..recoding.len() / 2]);
    assert_snapshot!(case.refused(2, APPLY), @r"
    exit 2
    document::faulty

      × recoding.json: not a recoding of ridotto (line 52, column 17)
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
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
    assert_snapshot!(change(&|it| it["attributes"]["attributes"][0]["name"] = "agee".into()), @r"
    exit 2
    document::faulty

      × recoding.json: its roles and its attributes do not agree about `age`
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["attributes"]["attributes"][0]["name"] = "name".into()), @r"
    exit 2
    document::faulty

      × recoding.json: its roles and its attributes do not agree about `name`
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["attributes"]["attributes"] = serde_json::json!([])), @r"
    exit 2
    document::faulty

      × recoding.json: its roles and its attributes do not agree about `age`
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["columns"][1]["role"] = "quasi".into()), @r"
    exit 2
    document::faulty

      × recoding.json: the column `age` has a role that this version lacks
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["columns"][0]["name"] = "age".into()), @r"
    exit 2
    document::faulty

      × recoding.json: the column `age` is listed twice
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["requirements"] = serde_json::json!([])), @r"
    exit 2
    document::faulty

      × recoding.json: it requires nothing
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
    assert_snapshot!(change(&|it| it["suppression"] = "2".into()), @r"
    exit 2
    document::faulty

      × recoding.json: `suppression` is not a share between 0 and 1
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
}

#[test]
fn apply_beyond_the_limit() {
    let case = saved();
    let strangers = case.read("people.csv").replace("-Alba", "-Nowhere");
    let strangers = strangers.replace(",52,", ",99,").replace(",58,", ",98,");
    let case = case.file("people.csv", strangers);
    assert_snapshot!(case.refused(1, APPLY), @r"
    exit 1
    release::unmet

      × the recoding does not make every requirement hold on these data
      help: as the recoding shows them, 3 of 12 records are in classes smaller than 3, and 1
            may be suppressed.
            The largest k that holds is 2.
            Nothing was searched for: `ridotto anonymize` makes a recoding for these data.
    ");
}
