//! The intruder is as strong as he is: linkages, what is claimed and what is right of it.

use crate::case::Case;
use insta::assert_snapshot;
use serde_json::Value;

fn list(document: &Value) -> &Vec<Value> {
    document["findings"].as_array().expect("a list")
}

fn figure(document: &Value, name: &str, which: &str) -> Option<f64> {
    list(document).iter().find(|finding| finding["name"] == name)?[which].as_f64()
}

fn near(found: Option<f64>, expected: f64) {
    let found = found.expect("it is told");
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

/// A number in a range that looks drawn.
fn drawn(seed: u64, below: u64) -> u64 {
    let mut mixed = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed ^ (mixed >> 31)) % below
}

#[test]
fn an_unmasked_part_of_a_file_is_linked_wholly() {
    let rows = |count: u32| -> String {
        let line = |i: u32| format!("{i},{}\n", 10 * i * i);
        format!("id,x\n{}", (1..=count).map(line).collect::<String>())
    };
    let case = Case::empty().file("a.csv", rows(6)).file("b.csv", rows(3));
    let asked = ["assess", "a.csv", "b.csv", "--quasi-identifiers", "x", "--rows-by", "id"];
    let document = case.run(&[&asked[..], &["--json"]].concat()).well().json();
    for way in ["distance", "probability", "fit", "learned-weights", "learned-form"] {
        let name = format!("linked-by-{way}");
        near(figure(&document, &name, "after"), 0.5);
        near(figure(&document, &name, "before"), 1.0);
    }
    near(figure(&document, "linked-worst-case", "after"), 0.5);
    // Twice the same key tells nobody which row was whose.
    let case = case.file("twice.csv", "id,x\n1,10\n1,40\n");
    let asked = ["assess", "a.csv", "twice.csv", "--quasi-identifiers", "x", "--rows-by", "id"];
    assert_snapshot!(case.refused(2, &asked), @r"
    exit 2
    usage

      × `id` does not tell rows of the file after apart: 1 have a value again
      help: rows are matched by a column in which no value occurs twice
    ");
}

#[test]
fn before_is_the_file_linked_with_itself() {
    let towns = "town,sex\n".to_owned() + &"A,f\n".repeat(10) + "B,f\nC,m\n";
    let case = Case::empty().file("a.csv", &towns);
    let asked =
        ["assess", "a.csv", "a.csv", "--quasi-identifiers", "town,sex", "--same-order", "--json"];
    let document = case.run(&asked).well().json();
    for way in ["distance", "probability", "fit", "learned-weights", "learned-sets"] {
        // Ten are alike, and two are alone.
        near(figure(&document, &format!("linked-by-{way}"), "before"), 0.25);
        near(figure(&document, &format!("linked-by-{way}"), "after"), 0.25);
    }
    let model = &document["linkage"];
    let pairs = &model["pairs"];
    let sum = ["linked", "clerical", "not_linked"].map(|kind| pairs[kind].as_u64().unwrap());
    assert_eq!(sum.iter().sum::<u64>(), 144);
    for one in model["attributes"].as_array().unwrap() {
        assert!(one["m"].as_f64() > one["u"].as_f64(), "{one}");
        assert!(one["agreement_weight"].as_f64() > Some(0.0), "{one}");
    }
    let shown = case.run(&[&asked[..6], &["-v"]].concat()).well().stdout;
    assert!(shown.contains("agreement") && shown.contains("pairs: "), "{shown}");
}

#[test]
fn distances_can_be_given() {
    let case = Case::empty()
        .file("a.csv", "x,y\n5,11\n3,9\n19,13\n0,6\n13,11\n6,7\n")
        .file("b.csv", "x,y\n2,14\n7,3\n23,14\n0,7\n10,5\n3,10\n")
        .file("form.csv", "x,y\n1,0\n0,1\n")
        .file("wrong.csv", "x,y\n1,2\n2,1\n");
    let asked = |more: &[&'static str]| -> Vec<&'static str> {
        let keys = ["--quasi-identifiers", "x,y", "--same-order"];
        ["assess", "a.csv", "b.csv"].into_iter().chain(keys).chain(more.iter().copied()).collect()
    };
    let given = ["--weights", "x=1,y=0", "--matrix", "form.csv", "--interval", "60", "--json"];
    let document = case.run(&asked(&given)).well().json();
    assert!(figure(&document, "linked-by-learned-form", "after") >= Some(5.0 / 6.0));
    assert!(figure(&document, "linked-by-mahalanobis", "after").is_some());
    let plain = figure(&document, "linked-by-distance", "after");
    // The unit matrix is the plain distance of numbers over their deviations.
    assert_eq!(figure(&document, "linked-by-given-form", "after"), plain);
    let by_x = figure(&document, "linked-by-given-weights", "after").expect("weights were given");
    assert!((by_x * 6.0 * 6.0).fract().abs() < 1e-6 && Some(by_x) != plain, "{by_x} {plain:?}");
    let all = list(&document).iter();
    let linked = all.filter(|it| it["name"].as_str().unwrap().starts_with("linked-by"));
    let worst = linked.filter_map(|it| it["after"].as_f64()).fold(0.0, f64::max);
    near(figure(&document, "linked-worst-case", "after"), worst);
    let narrow = case.run(&asked(&["--json"])).well().json();
    let within = |of: &Value| figure(of, "deviation-interval-disclosure", "after");
    assert!(within(&document) > within(&narrow));
    let wrong = [asked(&["--matrix", "wrong.csv"]), asked(&["--weights", "z=1"])];
    let shown: Vec<String> = wrong.iter().map(|args| case.refused(2, args)).collect();
    assert_snapshot!(shown.join("\n"), @r"
    exit 2
    usage

      × wrong.csv: the matrix is not symmetric, or makes distances negative
      help: write the column names in the first line, parted by commas, and below them a
            symmetric matrix that makes no distance negative
    exit 2
    usage

      × no quasi-identifier `z` is in both files
      help: the columns are `x`, `y`
    ");
}

#[test]
fn the_population_is_counted() {
    let policy = "version = 1\n[data]\ninput = \"a.csv\"\npopulation = \"all.csv\"\n\
        [attributes.key]\nrole = \"quasi-identifier\"\n[[require]]\nmodel = \"k-map\"\n\
        estimate = \"population\"\nk = 2\n[output]\nfile = \"out.csv\"\n";
    let case = Case::empty()
        .file("all.csv", "key\na\nb\nc\nc\nd\nd\nd\ne\nf\nf\n")
        .file("a.csv", "key\na\nc\nd\ne\nf\n")
        .file("policy.toml", policy);
    let asked = ["assess", "a.csv", "a.csv", "--policy", "policy.toml", "--json"];
    let document = case.run(&asked).well().json();
    near(figure(&document, "population-unique-if-sample-unique", "after"), 0.4);
    near(figure(&document, "journalist-expected", "after"), 10.0 / 3.0);
    near(figure(&document, "journalist-highest", "before"), 1.0);
    assert!(document["notes"].to_string().contains("`all.csv`, which has 10 people"));
}

#[test]
fn single_figures_and_the_risk_of_every_record() {
    let case = Case::empty().file("a.csv", "town,sex,pay\nA,f,1\nA,f,2\nB,f,3\nB,m,4\nC,m,9\n");
    let asked = |more: &[&'static str]| -> Vec<&'static str> {
        let keys = ["--quasi-identifiers", "town,sex", "--same-order"];
        ["assess", "a.csv", "a.csv"].into_iter().chain(keys).chain(more.iter().copied()).collect()
    };
    let document = case.run(&asked(&["--only", "suda,unique-records", "--json"])).well().json();
    let names: Vec<&str> =
        list(&document).iter().map(|finding| finding["name"].as_str().unwrap()).collect();
    let expected =
        ["unique-records", "special-uniques", "special-unique-highest-score", "dis-suda-highest"];
    assert_eq!(names, expected);
    near(figure(&document, "special-uniques", "after"), 3.0);
    let lacking = case.run(&asked(&["--only", "individual-risk", "--json"])).well().json();
    assert!(
        lacking["notes"].to_string().contains("individual-risk was left out: nothing says how")
    );
    let document = case.run(&asked(&["--only", "score", "--json"])).well().json();
    let of = |name: &str| figure(&document, name, "after").expect("it is told");
    near(Some(of("information-loss")), 0.0);
    // Pay is in both files, and no quasi-identifier.
    let linked = of("linked-by-distance-all-columns") + of("linked-by-probability-all-columns");
    near(Some(of("disclosure-risk")), 50.0 * linked);
    near(Some(of("score")), 25.0 * linked);
    case.run(&asked(&["--records", "risks.csv", "--only", "unique-records"])).well();
    let written = case.read("risks.csv");
    let mut lines = written.lines();
    let head = "row,risk,made-by,records-alike,prosecutor,linked-by-distance,\
        linked-by-distance-all-columns,suda,dis-suda";
    assert_eq!(lines.next(), Some(head));
    let first = "1,1,linked-by-distance-all-columns,2,0.5,0.5,1,0,0";
    assert!(lines.next().unwrap().starts_with(first), "{written}");
    assert!(lines.nth(1).unwrap().starts_with("3,1,prosecutor,1,1,1,1,1,"), "{written}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(case.path("risks.csv")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "only the owner may read it");
    }
    let wrong = [asked(&["--only", "sudda"]), asked(&["--records", "a.csv", "--force"])];
    let shown: Vec<String> = wrong.iter().map(|args| case.refused(2, args)).collect();
    assert_snapshot!(shown.join("\n"), @r"
    exit 2
    usage

      × there is no measure `sudda`
      help: did you mean `suda`?
    exit 2
    usage

      × a.csv: the output would replace an input
      help: choose another name: inputs are never changed
    ");
}

#[test]
fn missing_values_match_anything_if_the_policy_says_so() {
    let rows = "town,sex\nA,f\nA,\nB,m\nB,m\n";
    let policy = "version = 1\n[data]\ninput = \"a.csv\"\n[attributes.town]\n\
        role = \"quasi-identifier\"\n[attributes.sex]\nrole = \"quasi-identifier\"\n\
        [[require]]\nmodel = \"k-anonymity\"\nk = 2\n[release]\n\
        algorithm = \"local-suppression\"\nmissing = \"matches-anything\"\n\
        [output]\nfile = \"out.csv\"\n";
    let case = Case::empty().file("a.csv", rows).file("policy.toml", policy);
    let asked = ["assess", "a.csv", "a.csv", "--policy", "policy.toml", "--json"];
    let document = case.run(&asked).well().json();
    near(figure(&document, "unique-records", "after"), 0.0);
    near(figure(&document, "prosecutor-highest", "after"), 0.5);
    let case = case.policy("\nmissing = \"matches-anything\"", "");
    let document = case.run(&asked).well().json();
    near(figure(&document, "unique-records", "after"), 2.0);
}

/// What an attack says, by its name.
fn attack(case: &Case, args: &[&str], name: &str) -> Value {
    let document = case.run(&[args, &["--json"]].concat()).well().json();
    let mut of = list(&document).iter().filter(|one| one["name"] == name);
    of.next_back().unwrap_or_else(|| panic!("{name} is there: {document}")).clone()
}

fn counts(attack: &Value) -> [Option<u64>; 3] {
    ["claimed", "right", "wrong"].map(|key| attack[key].as_u64())
}

#[test]
fn noise_is_seen_through_by_who_knows_the_numbers() {
    let (mut a, mut b) = ("town,pay\n".to_owned(), "town,pay\n".to_owned());
    for person in 0..400_u64 {
        let town = drawn(person, 4);
        let pay = 1_000 * drawn(person + 1_000, 60) + drawn(person + 2_000, 1_000);
        a += &format!("{town},{pay}\n");
        b += &format!("{town},{}\n", pay + drawn(person + 3_000, 3));
    }
    let case = Case::empty().file("a.csv", a).file("b.csv", b);
    let asked = ["attack", "a.csv", "b.csv", "--quasi-identifiers", "town", "--same-order"];
    let linked = attack(&case, &asked, "distance-linkage");
    assert_eq!(linked["columns"], serde_json::json!(["town", "pay"]));
    let [claimed, right, wrong] = counts(&linked).map(Option::unwrap);
    assert!(right > 360 && claimed == right + wrong, "{linked}");
    assert_eq!(linked["people"], right);
    assert_eq!(linked["finds"], "singled-out");
    // Without the truth it is a claim.
    let claims = attack(&case, &asked[..5], "distance-linkage");
    assert_eq!(counts(&claims), [Some(claimed), None, None]);
    let shown = case.run(&asked[..5]).well().stdout;
    assert!(shown.contains("claimed and was not checked"), "{shown}");
}

#[test]
fn wrong_claims_are_told_as_wrong() {
    // Everybody's quasi-identifiers are the next one's.
    let (mut a, mut b) = ("age,pay\n".to_owned(), "age,pay\n".to_owned());
    for person in 0..40_u64 {
        a += &format!("{},{}\n", 20 + person, 10 * person);
        b += &format!("{},{}\n", 20 + (person + 1) % 40, 10 * person);
    }
    let case = Case::empty().file("a.csv", a).file("b.csv", b);
    let keys = ["--quasi-identifiers", "age", "--sensitive", "pay", "--same-order"];
    let asked: Vec<&str> = ["attack", "a.csv", "b.csv"].into_iter().chain(keys).collect();
    assert_eq!(counts(&attack(&case, &asked, "linkage")), [Some(40), Some(0), Some(40)]);
    assert_eq!(counts(&attack(&case, &asked, "consistency")), [Some(40), Some(0), Some(40)]);
    let learnt = attack(&case, &asked, "homogeneity");
    assert_eq!((counts(&learnt), &learnt["people"]), ([Some(40), Some(0), Some(40)], &0.into()));
    // The numbers themselves stand where they stood.
    assert_eq!(counts(&attack(&case, &asked, "exact-values")), [Some(40), Some(40), Some(0)]);
}

#[test]
fn likelier_is_not_learnt_and_what_is_in_place_did_not_stop_it() {
    let (mut a, mut b) = ("town,illness,pay\n".to_owned(), "town,illness,pay\n".to_owned());
    for person in 0..60_u64 {
        let illness = if person < 3 { "rare" } else { ["flu", "gout"][(person % 2) as usize] };
        let row = format!("{},{illness},{}\n", if person < 30 { "A" } else { "B" }, 7 * person);
        a += &row;
        b += &row;
    }
    let case = Case::empty().file("a.csv", a).file("b.csv", b);
    let keys = ["--quasi-identifiers", "town", "--sensitive", "illness", "--same-order"];
    let asked: Vec<&str> =
        ["attack", "a.csv", "b.csv"].into_iter().chain(keys).chain(["--factor", "1.5"]).collect();
    let likelier = attack(&case, &asked, "skewness");
    assert_eq!(likelier["finds"], "likelier");
    assert_eq!(counts(&likelier), [Some(30), Some(3), Some(27)]);
    assert!(likelier["gain"].as_f64() < Some(0.1), "{likelier}");
    // The release is 30-anonymous by the town, which stops nobody who knows the pay.
    let exact = attack(&case, &asked, "exact-values");
    assert_eq!(counts(&exact), [Some(60), Some(60), Some(0)]);
    let stops = exact["stopped_by"].to_string();
    assert!(!stops.contains("k-anonymity") && stops.contains("noise"), "{stops}");
    assert_snapshot!(case.run(&asked).well().shown(), @r"
    exit 0
    attack                              people         claimed      right      wrong         of      mean    surest      gain  stopped by
    linkage                             singled out          0          0          0         60   0.03333   0.03333   0.01667
    consistency                         singled out          0          0          0         60   0.03333   0.03333   0.01667
    unsorted-matching                   singled out          0          0          0         60   0.03333   0.03333   0.01667
    homogeneity of illness              learnt               0          0          0         60    0.4833       0.5         0
    skewness of illness                 likelier            30          3         27         60       0.3       0.5   0.04167  t-closeness, delta-disclosure, beta-likeness
    distance-linkage                    singled out          0          0          0         60   0.03333   0.03333   0.01667
    probability-linkage                 singled out          0          0          0         60   0.03333   0.03333   0.01667
    distance-linkage by all columns     singled out         60         60          0         60         1         1    0.9833  noise, microaggregate, synthesize
    rank-linkage by all columns         singled out         60         60          0         60         1         1    0.9833  microaggregate, synthesize
    probability-linkage by all columns  singled out         60         60          0         60         1         1    0.9833  noise, microaggregate, synthesize
    exact-values of pay                 singled out         60         60          0         60         1         1    0.9833  noise, microaggregate, round
    known-extremes of pay               learnt               6          6          0          6         1         1         –  top-code, bottom-code, microaggregate, noise
    singled out: one record is taken to be theirs; learnt: something is taken to be known; likelier: something became likelier
    right, wrong: of those claimed, as far as it is known; mean, surest: how sure the intruder is; gain: how much surer than by a guess without the release
    ");
}

#[test]
fn a_pair_of_files_has_a_page_of_its_own() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    let page = |before: &'static str, after: &'static str, name: &'static str| {
        let asked = ["assess", before, after, "--policy", "policy.toml", "--report", name];
        case.run(&asked).well();
        case.read(name)
    };
    let release = page("people.csv", "out.csv", "release.html");
    assert!(release.contains("The requirement holds.") && release.contains("k-anonymity"));
    let copy = page("people.csv", "people.csv", "copy.html");
    assert!(copy.contains("This must not be released."));
    for page in [&release, &copy] {
        for half in ["Nothing was required", "The algorithm was", "No other configuration"] {
            assert!(!page.contains(half), "{half}");
        }
    }
    let asked = ["assess", "people.csv", "people.csv", "--policy", "policy.toml", "--same-order"];
    case.run(&[&asked[..], &["--report", "known.html"]].concat()).well();
    let known = case.read("known.html");
    let names = [
        "Information loss (IL)",
        "Disclosure risk (DR)",
        "Score, (IL + DR)/2",
        "Distance-based record linkage",
        "Probabilistic record linkage",
        "Interval disclosure by rank",
        "Interval disclosure by deviation",
    ];
    for name in names {
        assert!(known.contains(name), "{name}");
    }
}

/// What is no quasi-identifier tells as much to who knows it: the worst case is of all columns, and says
/// no less than what `attack` finds.
#[test]
fn all_columns_are_linked_by() {
    let (mut before, mut after) = (String::from("id,age,zip,pay\n"), "id,age,zip,pay\n".to_owned());
    for row in 0..60_i64 {
        let (age, pay) = (20 + row % 20, 1_000 + 37 * row);
        before += &format!("{row},{age},{},{pay}\n", 100 + row % 7);
        after +=
            &format!("{row},{}-{},*,{}\n", age / 10 * 10, age / 10 * 10 + 9, pay + row % 3 - 1);
    }
    let case = Case::empty().file("a.csv", &before).file("b.csv", &after);
    let keys =
        ["--quasi-identifiers", "age,zip", "--sensitive", "pay", "--rows-by", "id", "--json"];
    let asked = |verb| [&[verb, "a.csv", "b.csv"][..], &keys].concat();
    let document = case.run(&asked("assess")).well().json();
    let after = |name: &str| figure(&document, name, "after").expect(name);
    assert!(after("linked-by-distance") < 0.1);
    near(Some(after("linked-by-distance-all-columns")), 1.0);
    near(Some(after("linked-by-rank-all-columns")), 1.0);
    near(Some(after("linked-worst-case")), 1.0);
    let both = after("linked-by-distance-all-columns") + after("linked-by-probability-all-columns");
    near(Some(after("disclosure-risk")), 50.0 * both);
    assert!(document["notes"].to_string().contains("linkage by all 3 columns"));
    let attacked = case.run(&asked("attack")).well().json();
    let right = |of: &Value| of["right"].as_f64().unwrap_or(0.0) / 60.0;
    let found = attacked["findings"].as_array().unwrap().iter();
    let linked = found.filter(|it| it["name"].as_str().unwrap().ends_with("linkage"));
    let most = linked.map(right).fold(0.0, f64::max);
    assert!(most > 0.9 && after("linked-worst-case") >= most - 1e-9, "{most}");
    // The file of records for the owner has it, too.
    let more = ["--records", "risks.csv", "--only", "unique-records"];
    case.run(&[&asked("assess")[..], &more].concat()).well();
    let written = case.read("risks.csv");
    assert!(
        written.lines().nth(1).unwrap().contains(",linked-by-distance-all-columns,"),
        "{written}"
    );
    // Without other columns there is nothing to add.
    let same = case.run(&[
        "assess",
        "a.csv",
        "b.csv",
        "--quasi-identifiers",
        "age,zip,pay",
        "--rows-by",
        "id",
        "--json",
    ]);
    assert_eq!(figure(&same.well().json(), "linked-by-distance-all-columns", "after"), None);
}

/// Values that were moved within their group of the hierarchy are found by it.
#[test]
fn a_hierarchy_says_who_is_near() {
    let (mut before, mut after) = (String::from("town,n\n"), String::from("town,n\n"));
    let mut tree = String::new();
    for town in 0..40 {
        before += &format!("T{town:02},{}\n", town % 4);
        // The next one of its region, of which each has two.
        after += &format!("T{:02},{}\n", town ^ 1, town % 4);
        tree += &format!("T{town:02};R{:02};*\n", town / 2);
    }
    let policy = "version = 1\n[data]\ninput = \"a.csv\"\n[attributes.town]\nrole = \"quasi-identifier\"\n\
        hierarchy = \"tree.csv\"\n[attributes.n]\nrole = \"quasi-identifier\"\n[[require]]\n\
        model = \"k-anonymity\"\nk = 2\n[output]\nfile = \"out.csv\"\n";
    let case = Case::empty()
        .file("a.csv", &before)
        .file("b.csv", &after)
        .file("tree.csv", &tree)
        .file("policy.toml", policy);
    let with = ["assess", "a.csv", "b.csv", "--policy", "policy.toml", "--same-order", "--json"];
    let keys = ["--quasi-identifiers", "town,n", "--same-order", "--json"];
    let linked = |args: &[&str]| {
        let document = case.run(args).well().json();
        figure(&document, "linked-by-distance", "after").expect("it was measured")
    };
    near(Some(linked(&with)), 1.0);
    assert!(linked(&[&["assess", "a.csv", "b.csv"][..], &keys].concat()) < 0.2);
}

/// A column that was wholly suppressed tells nothing, and does not hide what the others tell.
#[test]
fn a_suppressed_column_disables_no_linkage() {
    let (mut before, mut after, mut plain) =
        (String::from("a,b,c\n"), String::from("a,b,c\n"), String::from("a,b\n"));
    for row in 0..80_i64 {
        let (a, b) = (row * 13 % 80, row * 13 % 80 * 3 + row % 5);
        before += &format!("{a},{b},{}\n", row % 9);
        after += &format!("{},{},*\n", a + 2 * (row % 3) - 2, b + 6 * (row % 3) - 6);
        plain += &format!("{},{}\n", a + 2 * (row % 3) - 2, b + 6 * (row % 3) - 6);
    }
    let case = Case::empty().file("a.csv", &before).file("b.csv", &after).file("p.csv", &plain);
    let linked = |file: &str, keys: &str, name: &str| {
        let args = ["assess", "a.csv", file, "--quasi-identifiers", keys, "--same-order", "--json"];
        figure(&case.run(&args).well().json(), name, "after")
    };
    for name in ["linked-by-mahalanobis", "linked-by-learned-form"] {
        let (with, without) = (linked("b.csv", "a,b,c", name), linked("p.csv", "a,b", name));
        let (with, without) = (with.expect(name), without.expect(name));
        assert!(without > 0.3 && with > 0.9 * without, "{name}: {with} {without}");
    }
}

/// Values exchanged over ranks are found by ranks, where few great numbers rule all distances.
#[test]
fn ranks_find_who_was_swapped() {
    let (mut before, mut after) = (String::from("x,y\n"), String::from("x,y\n"));
    let skewed = |rank: i32| 1.2_f64.powi(rank).floor() + f64::from(rank);
    for row in 0..100 {
        let cells = |by: i32| [row, row * 37 % 100].map(|rank| skewed(rank ^ by).to_string());
        before += &format!("{}\n", cells(0).join(","));
        after += &format!("{}\n", cells(3).join(","));
    }
    let case = Case::empty().file("a.csv", &before).file("b.csv", &after);
    let args = ["attack", "a.csv", "b.csv", "--quasi-identifiers", "x,y", "--same-order", "--json"];
    let document = case.run(&args).well().json();
    let found = document["findings"].as_array().unwrap().iter();
    let right =
        |name: &str| found.clone().find(|it| it["name"] == *name).unwrap()["right"].as_u64();
    assert_eq!(right("rank-linkage"), Some(100));
    assert!(right("distance-linkage") < Some(50), "{:?}", right("distance-linkage"));
}
