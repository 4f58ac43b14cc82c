//! What is counted beside records: persons with all their rows, and what weights stand for; and
//! cells that are suppressed once levels were chosen.

use crate::case::Case;
use insta::assert_snapshot;

/// What the program says, and what it writes.
fn shown(case: &Case) -> String {
    let ran = case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    format!("{}\n{}", ran.shown(), case.read("out.csv").replace("Zyxqueena-", ""))
}

#[test]
fn levels_and_then_cells() {
    let case = Case::people()
        .policy("suppression = 0.1", "suppress = \"cell\"\nsuppression = 0.5\nobjective = \"loss\"")
        .policy("k = 3", "k = 2");
    assert_snapshot!(shown(&case), @"");
}

/// Ada and Bea have the same rows; so have Cid and Dan; Eva has one row of each kind.
const VISITS: &str = "\
name,age,town,illness
Zyxqueena Ada,31,Zyxqueena-Alba,Zyxqueena-flu
Zyxqueena Ada,52,Zyxqueena-Celo,Zyxqueena-gout
Zyxqueena Bea,31,Zyxqueena-Alba,Zyxqueena-flu
Zyxqueena Bea,52,Zyxqueena-Celo,Zyxqueena-flu
Zyxqueena Cid,31,Zyxqueena-Alba,Zyxqueena-gout
Zyxqueena Dan,31,Zyxqueena-Alba,Zyxqueena-flu
Zyxqueena Eva,52,Zyxqueena-Celo,Zyxqueena-mumps
";

#[test]
fn all_rows_of_a_person_together() {
    let case = Case::people()
        .file("people.csv", VISITS)
        .policy(
            "input = \"people.csv\"",
            "input = \"people.csv\"\nperson = \"name\"\nlink = \"together\"",
        )
        .policy("suppression = 0.1", "suppression = 0.2")
        .policy("k = 3", "k = 2");
    assert_snapshot!(shown(&case), @"");
    let checked = case.run(&["check", "people.csv", "--policy", "policy.toml"]);
    let said = checked.shown();
    assert!(said.contains("k-anonymity (persons, together)"), "{said}");
    assert!(said.contains("DOES NOT HOLD"), "{said}");
}

#[test]
fn weights_stand_for_all() {
    // Somebody lives alone in a town, and is suppressed.
    let mut people = String::from("name,age,town,illness,weight\n");
    for at in 1..=12 {
        let town = ["Alba", "Berg", "Celo"][usize::from(at < 12) + usize::from(at < 6)];
        people += &format!("Zyxqueena,{at},Zyxqueena-{town},Zyxqueena-flu,{}\n", at * 10);
    }
    let case = Case::people()
        .file("people.csv", people)
        .policy("input = \"people.csv\"", "input = \"people.csv\"\nweight = \"weight\"")
        .policy(
            "[attributes.name]",
            "[attributes.weight]\nrole = \"insensitive\"\n\n[attributes.name]",
        )
        .policy("suppression = 0.1", "generalize = \"none\"\nsuppression = 0.8")
        .policy("k = 3", "k = 2")
        .policy("hierarchy = { intervals = [5, 10, 20] }", "")
        .policy(
            "[attributes.age]\nrole = \"quasi-identifier\"",
            "[attributes.age]\nrole = \"identifier\"",
        );
    assert_snapshot!(shown(&case), @"");
}
