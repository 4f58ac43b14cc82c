//! Everything has an explanation, and every example is a policy.

use super::*;
use ridotto_policy::code;
use ridotto_policy::language::Role;
use ridotto_testkit::examples::policy_around;
use std::collections::BTreeSet;
use std::path::Path;

fn names(area: Area) -> Vec<String> {
    explained(&Registry::default())
        .into_iter()
        .filter(|one| one.area == area)
        .map(|one| one.name)
        .collect()
}

fn of<N: Named>() -> Vec<&'static str> {
    N::NAMES.iter().map(|name| name.name).collect()
}

#[test]
fn every_name_of_the_policy_has_a_page() {
    assert_eq!(names(Area::Pseudonym), of::<PseudonymMethod>());
    let registry = Registry::default();
    for area in Area::ALL {
        let Some(sort) = area.sort() else { continue };
        let entries: Vec<&str> = registry.of(sort).map(|entry| entry.name).collect();
        assert_eq!(names(area), entries);
    }
    let concepts = names(Area::Concept);
    for role in of::<Role>() {
        assert!(concepts.iter().any(|concept| concept == role), "{role}");
    }
    let attackers = registry.table_attacks().iter().map(|entry| entry.name);
    let attacks: Vec<&str> = Attack::ALL.map(Attack::name).into_iter().chain(attackers).collect();
    assert_eq!(names(Area::Attack), attacks);
}

#[test]
fn every_measure_and_what_it_is_called_is_explained() {
    let registry = Registry::default();
    let areas = [
        (Area::Measure, [registry.measures(), registry.table_measures()].concat()),
        (Area::Attack, [registry.attacks(), registry.table_attacks()].concat()),
    ];
    let mut taken: Vec<&str> = Vec::new();
    for (area, entries) in areas {
        let own: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        assert_eq!(names(area), own);
        for entry in entries {
            let is_it = |one: &Explanation| one.area == area && one.name == entry.name;
            let is_found = |name: &&str| explain(name, &registry).iter().any(is_it);
            taken.extend(entry.aliases.iter().copied().filter(|name| !is_found(name)));
        }
    }
    assert!(taken.is_empty(), "something else has these names: {taken:?}");
}

#[test]
fn sections_say_what_one_must_know() {
    let choosing = ["**Pros**", "**Cons**", "**Use it when**", "**Do not use it when**"];
    let marks = |area| match area {
        Area::Model => &["**Guarantee**", "**Does not protect against**", "**Disclosure**"][..],
        Area::Mask | Area::Method | Area::Pseudonym => &["**Promises**", "**Does not promise**"],
        Area::Code => &["**What to do**"],
        Area::Attack => &["**The intruder knows**", "Disclosure: "],
        _ => &[],
    };
    for one in explained(&Registry::default()) {
        let chosen = matches!(
            one.area,
            Area::Model
                | Area::Algorithm
                | Area::Mask
                | Area::Method
                | Area::Pseudonym
                | Area::Builder
                | Area::Format
        );
        let needed = marks(one.area).iter().chain(choosing.iter().filter(|_| chosen));
        for mark in needed {
            // The kinds of diversity each have a guarantee of their own.
            assert!(one.text.contains(mark), "{} has no {mark}", one.name);
        }
        let has_example = chosen || one.area == Area::Objective;
        assert_eq!(one.example.is_some(), has_example || is_role(&one), "{}", one.name);
        assert!(one.text.len() > 10 && !one.summary().is_empty(), "{}", one.name);
    }
}

fn is_role(one: &Explanation) -> bool {
    one.area == Area::Concept && one.example.is_some()
}

#[test]
fn every_example_is_a_policy() {
    let mut tried = 0;
    for one in explained(&Registry::default()) {
        let Some(example) = &one.example else { continue };
        tried += 1;
        let text = policy_around(example);
        match crate::registry::parse("example.toml", &text) {
            Ok(_) => assert!(one.available, "{} is said not to be in this version", one.name),
            Err(error) => {
                let later =
                    |problem: &ridotto_policy::Problem| problem.code == code::NOT_IN_THIS_VERSION;
                let excused = !one.available && error.problems().iter().any(later);
                assert!(excused, "{}: {error:?}\n{text}", one.name);
            }
        }
        assert!(example.contains(&one.name) || one.area == Area::Concept, "{}", one.name);
    }
    assert!(tried > 60, "{tried}");
}

/// Every text in the sources of the workspace that looks like a code.
fn codes_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes_in(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for piece in code.flat_map(|line| line.split('"').skip(1).step_by(2)) {
                let Some((stage, rest)) = piece.split_once("::") else { continue };
                let is_word = |text: &str| {
                    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                };
                if is_word(stage) && is_word(rest) {
                    found.insert(piece.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_code_in_the_sources_has_a_section() {
    let mut found = BTreeSet::from(["usage".to_owned()]);
    for krate in std::fs::read_dir("..").unwrap() {
        // Readers are tried there with texts of any kind, and tests are helped.
        let path = krate.unwrap().path();
        if !["fuzz", "testkit"].iter().any(|name| path.ends_with(name)) {
            codes_in(&path.join("src"), &mut found);
        }
    }
    assert!(found.len() > 80, "{}", found.len());
    let explained: BTreeSet<String> = names(Area::Code).into_iter().collect();
    let missing: Vec<_> = found.difference(&explained).collect();
    assert!(missing.is_empty(), "no section in docs/codes.md: {missing:?}");
    let idle: Vec<_> = explained.difference(&found).collect();
    assert!(idle.is_empty(), "codes that nothing says: {idle:?}");
}

#[test]
fn names_are_found_however_they_are_written() {
    for name in ["k-anonymity", "K_Anonymity", "k anonymity"] {
        let found = explain(name, &Registry::default());
        assert_eq!((found.len(), found[0].area), (1, Area::Model), "{name}");
    }
    let areas = |name: &str| {
        explain(name, &Registry::default()).iter().map(|one| one.area).collect::<Vec<_>>()
    };
    assert_eq!(areas("average-risk"), [Area::Model, Area::Measure]);
    assert_eq!(areas("k"), [Area::Concept, Area::Key]);
    assert_eq!(areas("recursive"), [Area::Value]);
    assert_eq!(areas("suppression"), [Area::Key]);
    assert!(explain("suppressoin", &Registry::default()).is_empty());
    // What else people call things.
    let called = |name: &str| {
        explain(name, &Registry::default()).into_iter().map(|one| one.name).collect::<Vec<_>>()
    };
    for (name, meant) in
        [("TDS", "top-down"), ("flash", "optimal"), ("NCP", "loss"), ("Feather", "arrow")]
    {
        let found = called(name);
        assert!(!found.is_empty() && found.iter().all(|one| one == meant), "{name}: {found:?}");
    }
    // What readers of the literature type; some of it is also the name of something else.
    for (name, meant) in [
        ("QI", "quasi-identifier"),
        ("EI", "identifier"),
        ("SA", "sensitive"),
        ("PII", "identifier"),
        ("equivalence class", "class"),
        ("q-block", "class"),
        ("lattice", "lattice"),
        ("DGH", "hierarchy"),
        ("DGH", "groups"),
        ("VGH", "hierarchy"),
        ("EMD", "earth-movers-distance"),
        ("generalisation", "generalisation"),
        ("generalization", "generalisation"),
        ("monotonicity", "monotonicity"),
        ("TDS", "top-down"),
        ("AllMin", "samarati"),
        ("sampling", "sampling"),
        ("recoding", "recoding"),
        ("recoding", "generalisation"),
        ("uniqueness", "uniqueness"),
        ("NP-hard", "np-hardness"),
        ("posterior belief", "prior-and-posterior-belief"),
        ("a posteriori", "a-priori-and-a-posteriori-risk"),
        ("PPDM", "disclosure-control"),
        ("governor", "famous-re-identifications"),
        ("taxonomy", "algorithms"),
        ("taxonomy of algorithms", "algorithms"),
        ("combination grid", "algorithms"),
        ("CG_AS", "algorithms"),
        ("AG", "algorithms"),
        ("TS", "algorithms"),
        ("AS", "algorithms"),
        ("cell generalization", "local-recoding"),
        ("IL", "information-loss"),
        ("distance vector", "lattice"),
        ("Personal Genome", "famous-re-identifications"),
        ("q*-block", "class"),
        ("key attribute", "quasi-identifier"),
        ("prior", "prior-and-posterior-belief"),
        ("posterior", "prior-and-posterior-belief"),
        ("k-minimal generalization", "minimal-generalisation"),
        ("k-Ward", "microaggregate"),
        ("ward", "ward"),
        ("Hansen-Mukherjee", "microaggregate"),
        ("dendrogram", "microaggregate"),
        ("SSE", "sse-by-sst"),
        ("additive noise", "noise"),
        ("perturbative masking", "masking"),
        ("synthetic data", "synthesize"),
        ("pseudonymisation", "pseudonymisation"),
        ("rid", "rank-interval-disclosure"),
        ("sdid", "deviation-interval-disclosure"),
        ("EM", "linked-by-probability"),
        ("learned weights", "linked-by-learned-weights"),
        ("R-U map", "risk-utility-map"),
        ("R-U score", "score"),
        ("propensity", "propensity-logistic"),
        ("skewness attack", "skewness"),
        ("similarity attack", "similarity"),
        ("unsorted matching attack", "unsorted-matching"),
        ("background knowledge attack", "background-knowledge"),
        ("transparency attack", "linked-knowing-rank-swapping"),
        ("degree attack", "degree-attack"),
        ("SMC", "secure-computation"),
        ("homomorphic encryption", "secure-computation"),
        ("camouflage", "camouflage"),
        ("result privacy", "result-privacy"),
        ("PPDP", "disclosure-control"),
        ("GDPR", "gdpr"),
        ("personalised privacy", "personalised-privacy"),
    ] {
        assert!(called(name).iter().any(|one| one == meant), "{name}: {:?}", called(name));
    }
}

/// What the schema lets people write.
#[derive(Default)]
struct Words {
    keys: BTreeSet<String>,
    values: BTreeSet<String>,
}

impl Words {
    fn walk(&mut self, of: &serde_json::Value) {
        let names = of["properties"].as_object().into_iter().flatten().map(|(name, _)| name);
        self.keys.extend(names.cloned());
        let text = |value: &serde_json::Value| Some(value.as_str()?.to_owned());
        self.values.extend(text(&of["const"]));
        self.values.extend(of["enum"].as_array().into_iter().flatten().filter_map(text));
        // Examples and defaults say what somebody writes, and not what can be written.
        let within = of.as_object().into_iter().flatten();
        for (_, of) in within.filter(|(name, _)| !["examples", "default"].contains(&name.as_str()))
        {
            match of {
                serde_json::Value::Array(all) => all.iter().for_each(|of| self.walk(of)),
                of => self.walk(of),
            }
        }
    }
}

/// Whatever an editor proposes is explained.
#[test]
fn every_word_of_the_schema_is_explained() {
    let registry = Registry::default();
    let all = explained(&registry);
    let known: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
    let mut words = Words::default();
    words.walk(&registry.schema());
    assert!(words.keys.len() > 150 && words.values.len() > 150);
    let unknown = |words: &BTreeSet<String>| -> Vec<String> {
        words.iter().filter(|word| !known.contains(word.as_str())).cloned().collect()
    };
    assert!(unknown(&words.keys).is_empty(), "keys: {:?}", unknown(&words.keys));
    // A tab can be written as in a program, too.
    words.values.remove("\\t");
    assert!(unknown(&words.values).is_empty(), "values: {:?}", unknown(&words.values));
}

/// The word for all of a kind gives a list of them.
#[test]
fn what_there_is_can_be_asked_for() {
    let registry = Registry::default();
    for (asked, has) in [
        ("models", "k-anonymity"),
        ("algorithms", "datafly"),
        ("objectives", "loss"),
        ("steps", "round"),
        ("methods", "cell-key"),
        ("pseudonyms", "hmac-sha256"),
        ("hierarchies", "intervals"),
        ("formats", "csv"),
        ("measures", "highest-risk"),
        ("attacks", "linkage"),
        ("keys", "dimensions"),
        ("values", "ward"),
        ("codes", "usage"),
        ("concepts", "small-tables"),
    ] {
        let found = explain(asked, &registry);
        assert!(
            found.iter().any(|one| one.text.contains(&format!("`{has}`"))),
            "{asked}: {found:?}"
        );
    }
}

/// No page explains a word twice.
#[test]
fn codes_are_explained_once() {
    let mut codes = names(Area::Code);
    codes.sort();
    let all = codes.len();
    codes.dedup();
    assert_eq!(codes.len(), all);
}

/// A word that others are explained with is shown at work, too. Cases and tables of years are examples
/// themselves.
#[test]
fn concepts_have_an_example() {
    let own = ["history", "famous-re-identifications"];
    let bare: Vec<&str> = pages::sections(Area::Concept)
        .filter(|section| !own.contains(&section.name) && !section.text.contains("**Example**"))
        .map(|section| section.name)
        .collect();
    assert!(bare.is_empty(), "{bare:?}");
}
