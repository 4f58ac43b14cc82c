//! Any two steps, one after the other, on one column of numbers: both are done, or one is refused and
//! it is said which and of what. Nothing panics, and nothing goes missing on the way.

use crate::done::case::{done, table, texts};
use ridotto_core::Kind;
use ridotto_mask::STEPS;
use ridotto_table::{Column, Table};

const ROWS: usize = 60;

/// Ages from 18 to 67, jobs, and towns.
fn people() -> Table {
    let ages: Vec<String> = (0..ROWS).map(|row| (18 + row * 7 % 50).to_string()).collect();
    let ages: Vec<&str> = ages.iter().map(String::as_str).collect();
    let jobs: Vec<&str> = (0..ROWS).map(|row| ["a", "b", "c"][row % 3]).collect();
    let towns: Vec<&str> = (0..ROWS).map(|row| ["x", "y"][row / 30]).collect();
    table(&ages, &jobs, &towns)
}

/// A step of some kind.
struct Tried {
    name: &'static str,
    policy: String,
}

/// Each step as it is tried elsewhere, and with labels that are texts or numbers.
fn tried() -> Vec<Tried> {
    let mut all = Vec::new();
    for step in STEPS {
        let name = step.entry.name;
        let more: &[&str] = match name {
            "top-code" => &["at-least = 60\nlabel = \"60+\"", "at-least = 60\nlabel = \"62\""],
            "bottom-code" => &["at-most = 20\nlabel = \"young\""],
            "recode" => &["map = { 18 = \"young\" }", "map = { 18 = \"19\" }"],
            "noise" => &["kind = \"linear\"\nreveal = true"],
            "microaggregate" => &["k = 3\nstrata = [\"town\"]"],
            _ => &[],
        };
        // What reads another file is tried elsewhere.
        let lines = step.tries.iter().chain(more).filter(|lines| !lines.contains(".csv"));
        for lines in lines {
            let of_all = name == "sample" || name == "synthesize" && !lines.contains("partial");
            let attributes = if of_all { "" } else { "attributes = [\"age\"]\n" };
            let policy = format!("[[mask]]\nmethod = \"{name}\"\n{attributes}{lines}\n");
            all.push(Tried { name, policy });
        }
    }
    all
}

/// What ages are read as, if they are there.
fn kind(table: &Table) -> Option<Kind> {
    match &table.columns[0] {
        Column::Coded { dictionary, .. } => Some(dictionary.reading().kind),
        _ => None,
    }
}

/// Steps that may follow a label: they look at texts as texts.
const OF_TEXTS: [&str; 8] =
    ["recode", "top-code", "bottom-code", "delete", "sample", "swap", "pram", "synthesize"];

#[test]
fn any_two_steps_are_done_or_refused_by_name() {
    let mut met = [0, 0];
    for first in tried() {
        let mut alone = people();
        let before = done(&first.policy, &mut alone).map(|_| kind(&alone));
        for second in tried() {
            let both = format!("{}{}", first.policy, second.policy);
            let mut people = people();
            match done(&both, &mut people) {
                Ok(_) => {
                    met[0] += 1;
                    let was = *before.as_ref().expect("what is refused alone is refused");
                    is_sound(&people, was, &first, &second);
                }
                Err(error) => {
                    met[1] += 1;
                    let said = format!("{error:?}");
                    // What is done alone fails for the second step.
                    let step = if before.is_ok() { second.name } else { first.name };
                    let of_all = ["sample", "synthesize"].contains(&step);
                    // What was deleted cannot be changed, and the place in the policy tells by what.
                    let is_gone = said.contains("an earlier step has deleted `age`");
                    assert!(is_gone || said.contains(step), "{both}{said}");
                    assert!(of_all || said.contains("`age`"), "{both}{said}");
                }
            }
        }
    }
    assert!(met[0] > 500 && met[1] > 300, "{met:?}");
}

/// Whether nothing was lost, and no text was taken for a number.
fn is_sound(people: &Table, was: Option<Kind>, first: &Tried, second: &Tried) {
    let both = format!("{}{}", first.policy, second.policy);
    let samples = first.name == "sample" || second.name == "sample";
    assert_eq!(people.rows == ROWS, !samples, "{both}");
    if was == Some(Kind::Text) {
        assert!(OF_TEXTS.contains(&second.name), "{both}");
    }
    if kind(people).is_none() {
        assert!([first.name, second.name].contains(&"delete"), "{both}");
        return;
    }
    let ages = texts(people, 0);
    assert!(ages.iter().all(|age| !age.is_empty()), "{both}");
    let label = ["60+", "young", ">=40", "<=20"].iter().find(|label| first.policy.contains(*label));
    if let (Some(label), "swap") = (label, second.name) {
        let mut alone = crate::done::pairs::people();
        done(&first.policy, &mut alone).unwrap();
        let count = |of: &[String]| of.iter().filter(|age| age == label).count();
        assert_eq!(count(&ages), count(&texts(&alone, 0)), "{both}");
    }
}

/// After a label that is a text, steps that need numbers are refused, and it is said what to do; after
/// one that is a number they are done.
#[test]
fn numbers_with_a_label_are_no_numbers() {
    let top = |label: &str| {
        format!(
            "[[mask]]\nmethod = \"top-code\"\nattributes = [\"age\"]\nat-least = 60\nlabel = \"{label}\"\n"
        )
    };
    let then = |method: &str, more: &str| {
        format!("[[mask]]\nmethod = \"{method}\"\nattributes = [\"age\"]\n{more}\n")
    };
    for (method, more) in [
        ("round", "to = 10"),
        ("noise", "alpha = 0.1"),
        ("microaggregate", "k = 3"),
        ("swap", "kind = \"rank\""),
        ("shuffle", ""),
    ] {
        let said =
            format!("{:?}", done(&(top("60+") + &then(method, more)), &mut people()).unwrap_err());
        assert!(said.contains(&format!("`{method}` cannot be done to `age`")), "{said}");
        assert!(said.contains("`top-code` before left texts among its numbers"), "{said}");
        let mut coded = people();
        done(&(top("62") + &then(method, more)), &mut coded).unwrap();
        assert_eq!(coded.rows, ROWS, "{method}");
    }
    // A step before that gives another label is named, and one that is done first is fine.
    let recode = then("recode", "map = { 18 = \"young\" }");
    let said = format!(
        "{:?}",
        done(&(recode.clone() + &then("round", "to = 10")), &mut people()).unwrap_err()
    );
    assert!(said.contains("`recode` before left texts"), "{said}");
    let mut rounded = people();
    done(&(then("round", "to = 10") + &top("60+")), &mut rounded).unwrap();
    assert!(texts(&rounded, 0).contains(&"60+".to_owned()));
    // It panicked once: recoding has no label of its own.
    let said = format!("{:?}", done(&(recode + &top("60+")), &mut people()).unwrap_err());
    assert!(said.contains("`top-code` cannot be done to `age`"), "{said}");
    let mut both = people();
    done(&(then("recode", "map = { 18 = \"19\" }") + &top("60+")), &mut both).unwrap();
    assert!(!texts(&both, 0).contains(&"18".to_owned()));
}
