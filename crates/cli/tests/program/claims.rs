//! What intruders claim is held against the truth, and the pages say no more than that.

use crate::case::{Case, SECRET};
use serde_json::Value;

/// What the last attack of a name claims, and how much of that is right and wrong.
fn counts(case: &Case, asked: &[&str], name: &str) -> [Option<u64>; 3] {
    let document = case.run(&[asked, &["--json"]].concat()).well().json();
    let all = document["findings"].as_array().expect("a list");
    let one = all.iter().rfind(|one| one["name"] == name);
    let one = one.unwrap_or_else(|| panic!("{name} is there: {document}"));
    ["claimed", "right", "wrong"].map(|key| one[key].as_u64())
}

#[test]
fn who_is_said_to_be_in_the_file_is_looked_up() {
    let case = Case::empty()
        .file("all.csv", "id,town\n1,A\n2,A\n3,B\n4,B\n5,B\n")
        .file("a.csv", "id,town\n1,A\n2,A\n")
        .file("true.csv", "id,town\n1,A\n2,A\n")
        // Two records of others look like the two people of A.
        .file("b.csv", "id,town\n3,B\n4,B\n")
        .file("false.csv", "id,town\n3,A\n4,A\n");
    let asked = |before: &'static str, after: &'static str, rows: &[&'static str]| {
        let mut asked = vec!["attack", before, after, "--quasi-identifiers", "town"];
        asked.extend(["--population", "all.csv"]);
        asked.extend(rows);
        counts(&case, &asked, "membership")
    };
    let by_id = ["--rows-by", "id"];
    assert_eq!(asked("a.csv", "true.csv", &by_id), [Some(2), Some(2), Some(0)]);
    assert_eq!(asked("b.csv", "false.csv", &by_id), [Some(2), Some(0), Some(2)]);
    // The order of two files says nothing of a third.
    for rows in [&[][..], &["--same-order"]] {
        assert_eq!(asked("b.csv", "false.csv", rows), [Some(2), None, None]);
    }
}

#[test]
fn what_a_hidden_cell_is_said_to_hide_is_looked_up() {
    let case = Case::empty()
        .file("release.csv", "sex,city\nf,Rome\nm,Bari\nf,*\n")
        .file("bari.csv", "sex,city\nf,Rome\nm,Bari\nf,Bari\n")
        .file("rome.csv", "sex,city\nf,Rome\nm,Bari\nf,Rome\n");
    let asked = |before: &'static str, rows: &[&'static str]| {
        let mut asked = vec!["attack", before, "release.csv", "--quasi-identifiers", "sex,city"];
        asked.extend(rows);
        counts(&case, &asked, "suppressed-cells")
    };
    // With Rome there would have been two alike, and no need to hide anything: so it is Bari.
    let known = ["--same-order"];
    assert_eq!(asked("bari.csv", &known), [Some(1), Some(1), Some(0)]);
    assert_eq!(asked("rome.csv", &known), [Some(1), Some(0), Some(1)]);
    assert_eq!(asked("rome.csv", &[]), [Some(1), None, None]);
}

#[test]
fn two_releases_joined_wrongly_find_nobody_rightly() {
    let people = "id,town,sex,code\n1,A,f,x\n2,A,m,y\n3,B,f,z\n4,B,m,w\n";
    let case = Case::empty()
        .file("a.csv", people)
        .file("out.csv", "id,town,sex,code\n1,A,*,x\n2,A,*,y\n3,B,*,z\n4,B,*,w\n")
        .file("other.csv", "id,town,sex,code\n1,*,f,x\n2,*,m,y\n3,*,f,z\n4,*,m,w\n")
        // The codes of a woman and a man of A are exchanged: the join says of each what is the other's.
        .file("men.csv", "id,town,sex,code\n1,*,f,y\n2,*,m,x\n3,*,f,z\n4,*,m,w\n")
        // Those of two women: what the join says is so, but the rows are not the same person's.
        .file("women.csv", "id,town,sex,code\n1,*,f,z\n2,*,m,y\n3,*,f,x\n4,*,m,w\n");
    // Without the column that tells who is who, which would join the rows by itself.
    let plain = |name: &str| -> String {
        let text = case.read(name);
        text.lines().map(|line| line.split_once(',').unwrap().1.to_owned() + "\n").collect()
    };
    let (mine, others) = (plain("out.csv"), plain("men.csv"));
    let case = case.file("plain.csv", mine).file("plain-men.csv", others);
    let asked = |other: &'static str, rows: &[&'static str]| {
        let own = if other.starts_with("plain") { "plain.csv" } else { "out.csv" };
        let mut asked = vec!["attack", "a.csv", own, "--quasi-identifiers", "town,sex"];
        asked.extend(["--sensitive", "code", "--with", other]);
        asked.extend(rows);
        counts(&case, &asked, "complementary-release")
    };
    let (by_id, in_order) = (["--rows-by", "id"], ["--same-order"]);
    assert_eq!(asked("other.csv", &by_id), [Some(4), Some(4), Some(0)]);
    assert_eq!(asked("men.csv", &by_id), [Some(4), Some(2), Some(2)]);
    assert_eq!(asked("women.csv", &by_id), [Some(4), Some(2), Some(2)]);
    // Whose rows the other release has is not known then; what the join says is looked up.
    assert_eq!(asked("plain-men.csv", &in_order), [Some(4), Some(2), Some(2)]);
    assert_eq!(asked("plain-men.csv", &[]), [Some(4), None, None]);
}

/// Equal labels are equally near, however many values there are.
#[test]
fn nobody_is_singled_out_by_chance() {
    let (mut a, mut b) = ("zip,sex\n".to_owned(), "zip,sex\n".to_owned());
    for person in 0..2_000 {
        let sex = ["f", "m"][person % 2];
        a += &format!("Z{person:04},{sex}\n");
        b += &format!("*****,{sex}\n");
    }
    let case = Case::empty().file("a.csv", a).file("b.csv", b);
    let asked = ["attack", "a.csv", "b.csv", "--quasi-identifiers", "zip,sex", "--same-order"];
    for name in ["linkage", "distance-linkage", "probability-linkage"] {
        assert_eq!(counts(&case, &asked, name), [Some(0), Some(0), Some(0)], "{name}");
    }
}

#[test]
fn an_attack_has_a_page_of_its_own() {
    let (mut a, mut b) = ("age,pay\n".to_owned(), "age,pay\n".to_owned());
    for person in 0..40_u64 {
        a += &format!("{},{}\n", 20 + person, 10 * person);
        b += &format!("{},{}\n", 20 + (person + 1) % 40, 10 * person);
    }
    let case = Case::empty().file("a.csv", a).file("b.csv", b);
    let asked = ["attack", "a.csv", "b.csv", "--quasi-identifiers", "age", "--sensitive", "pay"];
    let reports = ["--report", "known.html", "--report", "known.json"];
    case.run(&[&asked[..], &["--same-order"], &reports].concat()).well();
    let document: Value = serde_json::from_str(&case.read("known.json")).unwrap();
    let page = case.read("known.html").replace('\u{a0}', " ");
    let cards = page.matches("<article class=\"card\">").count();
    assert_eq!(cards, document["findings"].as_array().unwrap().len(), "a card for each attack");
    // Everybody's age is the next one's: forty claims, and none of them is right.
    assert!(page.contains("<strong>0 right</strong>, <strong>40 wrong</strong>"));
    assert!(!page.contains("Linkage singles out"));
    case.run(&[&asked[..], &["--report", "claims.html"]].concat()).well();
    let claims = case.read("claims.html");
    assert!(claims.contains("<strong>unverified</strong>") && claims.contains("nobody checked"));
    let refused = case.refused(2, &[&asked[..], &["--report", "a.csv", "--force"]].concat());
    assert!(refused.contains("the output would replace an input"), "{refused}");
}

/// What holds of one sensitive attribute does not count as in place for another.
#[test]
fn what_is_in_place_is_told_by_attribute() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    let asked = ["attack", "people.csv", "out.csv", "--policy", "policy.toml", "--json"];
    let document = case.run(&asked).well().json();
    assert_eq!(document["in_place"], serde_json::json!([{ "model": "k-anonymity" }]));
    let case = case.policy("[release]", "[[require]]\nmodel = \"l-diversity\"\nl = 2\n\n[release]");
    let document = case.run(&asked).well().json();
    let diverse = serde_json::json!({ "model": "l-diversity", "attribute": "illness" });
    assert!(document["in_place"].as_array().unwrap().contains(&diverse), "{document}");
}

#[test]
fn configurations_have_a_page_that_tells_their_promises() {
    let case = Case::people().policy("k = 3", "k = 4");
    let asked = ["explore", "policy.toml", "--k", "2,4,13", "--suppression", "0"];
    let more = ["--algorithm", "optimal,mondrian", "--report", "map.html", "--report", "map.json"];
    case.run(&[&asked[..], &more].concat()).well();
    let document: Value = serde_json::from_str(&case.read("map.json")).unwrap();
    let page = case.read("map.html").replace('\u{a0}', " ");
    let with = |holds: bool| {
        let all = document["configurations"].as_array().unwrap().iter();
        all.filter(|one| one["holds"] == holds).count()
    };
    assert!(with(false) > 0, "k = 2 is too little");
    assert_eq!(page.matches("✗ less than required").count(), with(false));
    assert_eq!(page.matches("✓ as required").count(), with(true));
    assert!(page.contains("class=\"bad\""), "the map marks them, too");
    assert!(page.contains("Without a release") && page.contains("k = 13"));
    for half in ["Nothing was required", "The algorithm was", "No other configuration was"] {
        assert!(!page.contains(half), "{half}");
    }
    assert!(!page.contains(SECRET));
}

#[test]
fn every_requirement_of_the_policy_is_judged() {
    let more = "[[require]]\nmodel = \"l-diversity\"\nl = 2\n\n[[require]]\nmodel = \"t-closeness\"\nt = 0.6\n\n[release]";
    let case = Case::people().policy("[release]", more);
    case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    let assess = |after: &'static str| {
        let asked = ["assess", "people.csv", after, "--policy", "policy.toml", "--force"];
        let more = ["--report", "page.html", "--json"];
        let document = case.run(&[&asked[..], &more].concat()).well().json();
        (document["guarantees"].clone(), case.read("page.html"))
    };
    let verdicts = |guarantees: &Value| -> Vec<(String, Option<bool>)> {
        let all = guarantees.as_array().expect("a list").iter();
        let one = |one: &Value| (one["model"].as_str().unwrap().to_owned(), one["holds"].as_bool());
        all.map(one).collect()
    };
    let (held, page) = assess("out.csv");
    let models = ["k-anonymity", "l-diversity", "t-closeness"];
    assert_eq!(verdicts(&held), models.map(|model| (model.to_owned(), Some(true))));
    assert!(page.contains("All 3 requirements hold."));
    // The figures are those that the release was verified with.
    let released = case.run(&["anonymize", "policy.toml", "--force", "--json"]).well().json();
    for (one, other) in
        held.as_array().unwrap().iter().zip(released["guarantees"].as_array().unwrap())
    {
        assert_eq!(one["attained"], other["attained"], "{one}");
    }
    let (failed, page) = assess("people.csv");
    assert!(verdicts(&failed).iter().all(|(_, holds)| *holds == Some(false)), "{failed}");
    assert!(page.contains("0 of 3 requirements hold. This must not be released."));
}

/// A release does not show who is who: what counts persons cannot be judged, and is named.
#[test]
fn what_cannot_be_judged_is_named() {
    let case = Case::people()
        .policy("input = \"people.csv\"", "input = \"people.csv\"\nperson = \"name\"");
    case.run(&["anonymize", "policy.toml"]).well();
    let asked = ["assess", "people.csv", "out.csv", "--policy", "policy.toml"];
    let ran = case.run(&[&asked[..], &["--report", "page.html"]].concat()).well();
    assert!(
        ran.stdout.contains("k-anonymity  cannot be judged from these files"),
        "{}",
        ran.stdout
    );
    let page = case.read("page.html");
    assert!(page.contains("– cannot be judged") && page.contains("one cannot be judged"));
    assert!(!page.contains("holds.") && !page.contains("✓"));
    assert!(page.contains("cannot be judged from these files: "), "the reason is told");
}
