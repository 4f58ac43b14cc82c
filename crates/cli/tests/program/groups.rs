//! Microaggregation: what groups must hold, and how they can be seen.

use crate::case::Case;
use crate::perturb::{columns, mean, numbers, people, report, with};
use crate::private_steps::groups_of_age;
use insta::assert_snapshot;

/// Groups that are diverse and close make a release that is: the requirement is judged on the
/// written file, and without the keys it fails.
#[test]
fn groups_hold_what_is_required_of_them() {
    let case = |keys: &str| {
        with(&format!(
            "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\", \"income\"]\nk = 3\n{keys}\n\n\
             [[require]]\nmodel = \"k-anonymity\"\nk = 3\n\n\
             [[require]]\nmodel = \"l-diversity\"\nattribute = \"job\"\nl = 3\n\n\
             [[require]]\nmodel = \"t-closeness\"\nattribute = \"job\"\nt = 0.3\n"
        ))
        .policy("role = \"sensitive\"", "role = \"quasi-identifier\"")
        .policy("[attributes.job]\nrole = \"insensitive\"", "[attributes.job]\nrole = \"sensitive\"")
    };
    let both = "diverse = { attribute = \"job\", l = 3 }\nclose = { attribute = \"job\", t = 0.3 }";
    let done = case(both);
    let ran = done.run(&["anonymize", "policy.toml", "--seed", "1", "--report", "r.json"]).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: the quasi-identifier `age` has no hierarchy
    warning: the quasi-identifier `income` has no hierarchy
    warning: `k = 3` is for data of low sensitivity, and `job` is sensitive
    out.csv: 300 of 300 records in 68 classes, 0 suppressed (0.0 %)
      masked first  microaggregate of age, income (600 cells)
      k-anonymity   holds: smallest class 3, 3 required (read from the written file)
      l-diversity (distinct) of job holds: fewest distinct values in a class 3, 3 required (read from the written file)
      t-closeness (equal) of job holds: largest distance from the whole table 0.28, 0.3 allowed (read from the written file)
      dropped       person
      note          the records were shuffled by a known seed: for tests only
      note          microaggregate: groups had to grow to keep what was required of them: the largest has 15 records
      seconds       [time]
    ");
    let guarantees = report(&done)["guarantees"].clone();
    let attained = |at: usize| guarantees[at]["attained"].as_f64().unwrap();
    assert!(attained(0) >= 3.0 && attained(1) >= 3.0 && attained(2) <= 0.3, "{guarantees}");
    assert!(guarantees.as_array().unwrap().iter().all(|one| one["holds"] == true));
    for less in ["", "diverse = { attribute = \"job\", l = 3 }"] {
        let case = case(less);
        let ran = case.run(&["anonymize", "policy.toml", "--seed", "1"]).shown();
        assert!(ran.starts_with("exit 1"), "{less}: the test would say nothing\n{ran}");
        assert!(!case.path("out.csv").exists());
    }
    let never = case("diverse = { attribute = \"job\", l = 9 }");
    assert_snapshot!(never.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × `microaggregate` cannot be done: not even all records together hold what is required
      │ of each group
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "microaggregate"
        ·          ────────┬───────
        ·                  ╰── not suited
     29 │ attributes = ["age", "income"]
        ╰────
      help: ask for less: a smaller `l`, a greater `t`, or fewer `strata`
    "#);
    let own = case("diverse = { attribute = \"income\", l = 2 }");
    assert_snapshot!(own.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × `income` is changed by the step that judges groups by it
        ╭─[policy.toml:31:25]
     30 │ k = 3
     31 │ diverse = { attribute = "income", l = 2 }
        ·                         ────┬───
        ·                             ╰── among `attributes`, too
     32 │
        ╰────
      help: group by the quasi-identifiers, and judge groups by what is sensitive
    "#);
    let tree = case("close = { attribute = \"job\", t = 0.3, distance = \"hierarchical\" }");
    assert_snapshot!(tree.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::distance

      × groups cannot be close by the distance `hierarchical`
        ╭─[policy.toml:31:50]
     30 │ k = 3
     31 │ close = { attribute = "job", t = 0.3, distance = "hierarchical" }
        ·                                                  ───────┬──────
        ·                                                         ╰── known to requirements alone
     32 │
        ╰────
      help: say `equal`, `ordered` or `kullback-leibler`
    "#);
}

/// By themselves insensitive groups are groups like others.
#[test]
fn insensitive_groups_make_classes() {
    let keys = "algorithm = \"insensitive\"\nlower = 0\nupper = 120";
    let require = "[[require]]\nmodel = \"k-anonymity\"\nk = 10\n";
    let case = with(&format!("{}{require}", groups_of_age(keys)));
    case.run(&["anonymize", "policy.toml", "--seed", "1", "--report", "r.json"]).well();
    let (before, after) = (columns(&people()), columns(&case.read("out.csv")));
    let (before, after) = (numbers(&before["age"]), numbers(&after["age"]));
    assert!((mean(&before) - mean(&after)).abs() < 0.1);
    let figures = report(&case)["steps"][0]["figures"].clone();
    assert_eq!(figures[0]["reached"], 10.0);
    // 120 years over ten records.
    assert_eq!(figures[1]["reached"], 12.0);
}

/// The tree has a joint less than there are records, and tells no value; the table of what unions
/// cost is symmetric.
#[test]
fn wards_tree_can_be_seen() {
    let few: String = people().lines().take(61).map(|line| format!("{line}\n")).collect();
    let step = "[[mask]]\nmethod = \"microaggregate\"\nalgorithm = \"ward\"\nattributes = [\"age\", \"income\"]\nk = 3\n";
    let case =
        |file: &str| with(&format!("{step}tree = \"{file}\"")).file("people.csv", few.clone());
    let tree = case("tree.svg");
    tree.run(&["anonymize", "policy.toml", "--seed", "1"]).well();
    let picture = tree.read("tree.svg");
    assert_eq!(picture.matches("<path").count(), 59, "{picture}");
    let table = case("costs.csv");
    table.run(&["anonymize", "policy.toml", "--seed", "1"]).well();
    let costs = table.read("costs.csv");
    let rows: Vec<Vec<&str>> = costs.lines().map(|line| line.split(',').collect()).collect();
    assert!((0..60).all(|a| (0..60).all(|b| rows[a][b] == rows[b][a])));
    assert!((0..60).all(|a| rows[a][a] == "0.000000" && rows[a].len() == 60));
    let many = with(&format!("{step}tree = \"tree.svg\""));
    assert_snapshot!(many.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × `microaggregate` cannot be done: `tree` must be left out: a picture has room for 200
      │ records
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "microaggregate"
        ·          ────────┬───────
        ·                  ╰── not suited
     29 │ algorithm = "ward"
        ╰────
      help: `ridotto explain` tells what the method needs
    "#);
}

/// The units of distances and how readily groups grow are the policy's.
#[test]
fn distances_and_growth_are_chosen() {
    let run = |keys: &str| {
        let case = with(&format!(
            "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\", \"income\"]\nk = 4\n{keys}\n"
        ));
        case.run(&["anonymize", "policy.toml", "--seed", "1", "--keep-order"]).well();
        case.read("out.csv")
    };
    // Income is in hundreds and age in tens: as they are, income alone decides.
    let (usual, plain) = (run(""), run("scaling = \"plain\""));
    assert_eq!(usual, run("scaling = \"z-score\""));
    assert_ne!(usual, plain);
    assert_ne!(usual, run("scaling = \"whitened\""));
    let spread = |text: &str| {
        let age = |line: &str| line.split(',').next().unwrap().parse::<f64>().unwrap();
        let before: Vec<f64> = people()
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(1).unwrap().parse::<f64>().unwrap())
            .collect();
        text.lines().skip(1).zip(before).map(|(line, x)| (age(line) - x).powi(2)).sum::<f64>()
    };
    assert!(spread(&plain) > 2.0 * spread(&usual), "{} {}", spread(&plain), spread(&usual));
    let ward = run("algorithm = \"ward\"");
    assert_eq!(ward, run("algorithm = \"ward\"\nmixability = 1"));
    assert_ne!(ward, run("algorithm = \"ward\"\nmixability = 0"));
}

/// Categories with a hierarchy are grouped with those that are near in it.
#[test]
fn categories_are_near_by_their_hierarchy() {
    let towns = ["A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4"];
    // Each town twice: alone it cannot make a group of four.
    let rows: String = (0..16).map(|at| format!("{at},{}\n", towns[at % 8])).collect();
    let policy = |hierarchy: &str| {
        format!(
            "version = 1\n[data]\ninput = \"people.csv\"\n[attributes.person]\nrole = \"insensitive\"\n\
             [attributes.town]\nrole = \"quasi-identifier\"\n{hierarchy}\n\
             [[mask]]\nmethod = \"microaggregate\"\nattributes = [\"town\"]\nk = 4\ncenter = \"mode\"\n\
             [[require]]\nmodel = \"k-anonymity\"\nk = 4\n\
             [release]\nalgorithm = \"none\"\n[output]\nfile = \"out.csv\"\n"
        )
    };
    let strayed = |hierarchy: &str| {
        let case = Case::empty()
            .file("people.csv", format!("person,town\n{rows}"))
            .file("policy.toml", policy(hierarchy));
        case.run(&["anonymize", "policy.toml", "--seed", "1"]).well();
        let released = case.read("out.csv");
        let strayed = released.lines().skip(1).filter(|line| {
            let (person, town) = line.split_once(',').unwrap();
            let before = towns[person.parse::<usize>().unwrap() % 8];
            before.as_bytes()[0] != town.as_bytes()[0]
        });
        strayed.count()
    };
    let near = "hierarchy = { groups = { A = [\"A1\", \"A2\", \"A3\", \"A4\"], B = [\"B1\", \"B2\", \"B3\", \"B4\"] } }";
    assert_eq!(strayed(near), 0);
    assert!(strayed("") > 0, "the test would say nothing");
}
