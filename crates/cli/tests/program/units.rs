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
        .policy("suppression = 0.1", "suppress = \"cell\"\nsuppression = 0.5")
        .policy("k = 3", "k = 2");
    assert_snapshot!(shown(&case), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 2` lets an intruder be right half of the time
    out.csv: 11 of 12 records in 4 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 2, 2 required (read from the written file)
      as they were  town
      coarser       age 1/4
      dropped       name
      loss          0.1591: levels by optimal, then records
      note          the records are in the order of the input: for tests only
      note          suppressing 1 record loses less than suppressing cells would
      seconds       [time]
    age,town,illness
    30-34,Alba,flu
    30-34,Alba,gout
    30-34,Alba,flu
    35-39,Berg,flu
    35-39,Berg,mumps
    35-39,Berg,gout
    50-54,Celo,flu
    50-54,Celo,mumps
    50-54,Celo,flu
    55-59,Dorf,gout
    55-59,Dorf,flu
    ");
}

/// Ada and Bea have the same rows; so have Cid and Dan; Eva's row is like none.
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
    assert_snapshot!(shown(&case), @r#"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 2` lets an intruder be right half of the time
    warning: `suppression = 0.2` may remove more than a tenth of the records
    out.csv: 6 of 7 records in 2 classes, 1 suppressed (14.3 %)
      k-anonymity (persons, together) holds: fewest persons with all rows the same 2, 2 required (read from the written file)
      as they were  age, town
      dropped       name
      loss          0.1429: the least possible of 15 generalisations (4 looked at)
      note          the records are in the order of the input: for tests only
      seconds       [time]
    age,town,illness
    31,Alba,flu
    52,Celo,gout
    31,Alba,flu
    52,Celo,flu
    31,Alba,gout
    31,Alba,flu
    "#);
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
    assert_snapshot!(shown(&case), @r#"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 2` lets an intruder be right half of the time
    warning: `suppression = 0.8` may remove more than a tenth of the records
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 2 required (read from the written file)
      as they were  town
      dropped       name, age
      loss          0.08333: the least possible of 1 generalisations (1 looked at)
      note          the records are in the order of the input: for tests only
      note          `weight` was multiplied by 1.181818, so that its total stays what it was
      seconds       [time]
    town,illness,weight
    Celo,flu,11.8182
    Celo,flu,23.6364
    Celo,flu,35.4545
    Celo,flu,47.2727
    Celo,flu,59.0909
    Berg,flu,70.9091
    Berg,flu,82.7273
    Berg,flu,94.5455
    Berg,flu,106.3636
    Berg,flu,118.1818
    Berg,flu,130
    "#);
}
