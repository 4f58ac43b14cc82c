//! Tests of the page about attacks.

use super::*;
use crate::FileReport;

fn result(name: &str, finds: &str) -> AttackResult {
    AttackResult {
        name: name.into(),
        knows: "people's quasi-identifiers".into(),
        finds: finds.into(),
        claimed: 40,
        right: Some(3),
        wrong: Some(37),
        people: 3,
        of: 100,
        certainty: 0.5,
        surest: 1.0,
        guess: Some(0.01),
        gain: Some(0.49),
        ..AttackResult::default()
    }
}

fn page(findings: Vec<AttackResult>, in_place: &[&str]) -> String {
    let report = AttackReport {
        ridotto: "0".into(),
        before: FileReport { file: "a&b.csv".into(), rows: Some(100), ..FileReport::default() },
        after: FileReport { file: "out.csv".into(), rows: Some(100), ..FileReport::default() },
        findings,
        in_place: in_place
            .iter()
            .map(|&model| InPlace { model: model.into(), attribute: None })
            .collect(),
        notes: vec!["a <note>.".into()],
    };
    attack_page(&report).replace('\u{a0}', " ")
}

#[test]
fn the_headline_is_what_is_right() {
    let html = page(vec![result("linkage", "singled-out")], &[]);
    assert!(html.contains("linkage singles out 3 of 100 people, rightly."), "{html}");
    assert!(html.contains("<strong>3 right</strong>, <strong>37 wrong</strong>"));
    assert!(html.contains("Of 40 of 100 people that one record is theirs."));
    assert!(html.contains("the gain is 49 points of a hundred"));
    assert!(!html.contains("unverified: nothing"));
}

#[test]
fn a_claim_that_nobody_checked_is_unverified_and_not_right() {
    let one = AttackResult { right: None, wrong: None, ..result("linkage", "singled-out") };
    let html = page(vec![one], &[]);
    assert!(html.contains("singles out 40 of 100 people, as it claims; nobody checked that."));
    assert!(html.contains("<strong>unverified</strong>"));
    assert!(!html.contains("rightly") && !html.contains(" right</strong>"));
}

/// Claims that are all wrong frighten nobody, and what is likelier is neither learnt nor singled out.
#[test]
fn what_is_wrong_or_merely_likelier_is_no_finding() {
    let wrong =
        AttackResult { right: Some(0), wrong: Some(40), ..result("linkage", "singled-out") };
    let html = page(vec![wrong, result("skewness", "likelier")], &[]);
    assert!(html.contains("No attack that was tried singles anybody out or learns anything"));
    assert!(!html.contains("✗"));
    // The three are told side by side, each with its own count.
    let tiles: Vec<&str> = html.split("<div class=\"kind\">").skip(1).take(3).collect();
    assert!(tiles[0].contains("Singled out") && tiles[0].contains(">0<"), "{}", tiles[0]);
    assert!(tiles[1].contains("No attack of this kind was tried."), "{}", tiles[1]);
    assert!(tiles[2].contains("Merely likelier") && tiles[2].contains(">3<"), "{}", tiles[2]);
}

#[test]
fn what_is_in_place_and_did_not_stop_it_is_no_remedy() {
    let stopped_by = vec!["k-anonymity".to_owned(), "noise".to_owned()];
    let one =
        || AttackResult { stopped_by: stopped_by.clone(), ..result("linkage", "singled-out") };
    let open = page(vec![one()], &[]);
    let advice = |html: &str| html.split("What would stop it").nth(1).unwrap().to_owned();
    assert!(advice(&open).contains("<strong>k-anonymity</strong>"));
    assert!(advice(&open).contains("certainty ≤ 1/k"), "the promise is told: {}", advice(&open));
    let held = advice(&page(vec![one()], &["k-anonymity"]));
    assert!(!held.contains("<strong>k-anonymity</strong>") && held.contains("<strong>noise"));
    assert!(held.contains("In place, and did not stop it: k-anonymity."));
    // What protects one attribute says nothing of another.
    let about = InPlace { model: "t-closeness".into(), attribute: Some("ward+pay".into()) };
    let asked = [Some("ward"), Some("pay"), Some("age"), None];
    assert_eq!(asked.map(|name| about.is_about(name)), [true, true, false, false]);
    // What found nobody needs no remedy.
    let vain = AttackResult { claimed: 0, right: Some(0), wrong: Some(0), ..one() };
    assert!(!page(vec![vain], &[]).contains("What would stop it"));
}

#[test]
fn the_page_loads_nothing_and_escapes_names() {
    let one = AttackResult {
        attribute: Some("<pay>".into()),
        columns: vec!["<age>".into()],
        beside: Some("<x>.csv".into()),
        likelier: Some(7),
        ..result("homogeneity", "learnt")
    };
    let html = page(vec![one], &[]);
    assert!(html.contains("a&amp;b.csv") && html.contains("homogeneity of &lt;pay&gt;"));
    for name in ["<pay>", "<age>", "<x>", "<note>"] {
        assert!(!html.contains(name), "{name}");
    }
    assert!(html.contains("besides, of 100"), "those who are merely likelier have their own count");
    assert!(!html.contains("://") && !html.contains("<script") && !html.contains("src="));
}
