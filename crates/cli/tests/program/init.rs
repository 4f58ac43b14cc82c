//! `ridotto init`: what it finds and writes, and that what it writes runs at once.

use super::case::Case;
use insta::assert_snapshot;
use std::path::Path;

/// People of whom everything is made up by counting.
fn staff() -> String {
    let towns = ["Arlen", "Brem", "Cort", "Dole"];
    let jobs = ["cook", "clerk", "nurse", "smith", "baker", "guard"];
    let illnesses = ["flu", "gout", "cold", "asthma", "none", "ulcer", "measles", "angina"];
    let mut text =
        "Nr;Name;E-Mail;Telefon;Geburtsdatum;Geschlecht;PLZ;Wohnort;Beruf;Diagnose;Lohn\n"
            .to_owned();
    for at in 0..240_usize {
        let person = at * 7919 % 240;
        text += &format!(
            "{at};Vorname{person} Nachname{at};p{person}@firma.example;+41 44 {:03} 11 {:02};{}.{}.{};{};\
             {};{};{};{};{}\n",
            person % 1000,
            at % 100,
            1 + person % 28,
            1 + person % 12,
            1950 + person % 50,
            if at % 3 == 0 { "w" } else { "m" },
            8000 + person % 37,
            towns[person % 4],
            if at % 50 == 7 { "?" } else { jobs[person % 6] },
            illnesses[(person / 3 + at) % 8],
            40_000 + person * 137,
        );
    }
    text
}

#[test]
fn a_file_becomes_a_policy() {
    let case = Case::empty().file("personal.csv", staff());
    assert_snapshot!(case.run(&["init", "personal.csv"]).well().shown(), @r#"
    exit 0
    personal.csv: 240 records, 11 columns
      Nr            identifier        a number or text that nearly every record has for itself
      Name          identifier        its name says a person's name
      E-Mail        identifier        its values look like e-mail addresses
      Telefon       identifier        its values look like telephone numbers
      Geburtsdatum  quasi-identifier  its name says a birth
      Geschlecht    quasi-identifier  its name says sex or gender
      PLZ           quasi-identifier  its name says a postal code
      Wohnort       quasi-identifier  its name says a place
      Beruf         quasi-identifier  its name says work
      Diagnose      sensitive         its name says health
      Lohn          sensitive         its name says money
    read as missing: "?"

    written: policy.toml
             2 hierarchies in hierarchies, with values of the data: only you can read them
    next:    read it, then `ridotto anonymize policy.toml`
    "#);
    assert_snapshot!(case.read("policy.toml"), @r#"
    # A first policy, written by `ridotto init`. It runs as it is:
    #
    #     ridotto anonymize POLICY
    #
    # Read it before you trust it. What a column is to an intruder is a guess; only you
    # know. `ridotto explain NAME` tells about every name below.

    version = 1

    [data]
    input = "personal.csv"
    missing = ["", "?"]

    # --- Identifiers: each names a person, or nearly. They are dropped.

    [attributes.Nr]  # a number or text that nearly every record has for itself; 240 different
    role = "identifier"

    [attributes.Name]  # its name says a person's name; 240 different
    role = "identifier"

    [attributes.E-Mail]  # its values look like e-mail addresses; 240 different
    role = "identifier"

    [attributes.Telefon]  # its values look like telephone numbers; 240 different
    role = "identifier"

    # --- Quasi-identifiers: what a neighbour, a colleague or another file may know. The search
    # makes them coarser, as little as it can. A hierarchy in a file is a first try that knows nothing
    # of what values mean: edit it.

    [attributes.Geburtsdatum]  # its name says a birth; 240 different
    role = "quasi-identifier"
    hierarchy = { dates = ["month", "year", "decade"] }  # day, month, year, decade, *

    [attributes.Geschlecht]  # its name says sex or gender; 2 different
    role = "quasi-identifier"
    hierarchy = { suppress = true }  # the value, then *

    [attributes.PLZ]  # its name says a postal code; 37 different
    role = "quasi-identifier"
    type = "text"  # a code and not a quantity
    hierarchy = { redact = "right" }  # the last characters go first

    [attributes.Wohnort]  # its name says a place; 4 different
    role = "quasi-identifier"
    hierarchy = "hierarchies/wohnort.csv"  # rare values together

    [attributes.Beruf]  # its name says work; 6 different, 5 missing
    role = "quasi-identifier"
    hierarchy = "hierarchies/beruf.csv"  # rare values together

    # --- Sensitive: what nobody should learn about somebody. They stay as they are.

    [attributes.Diagnose]  # its name says health; 8 different
    role = "sensitive"

    [attributes.Lohn]  # its name says money; 240 different
    role = "sensitive"

    # --- What must hold. How large k should be is a matter of what is at stake. A rule of thumb:
    #
    #     little: low sensitivity, recipients bound by contract     k from  3 to  5
    #     the usual: medium sensitivity                             k from  5 to 10
    #     much: high sensitivity, anybody may read the release      k from 10 to 20

    [[require]]
    model = "k-anonymity"
    k = 5  # medium sensitivity

    [[require]]
    model = "l-diversity"
    attribute = "Diagnose"
    kind = "entropy"
    l = 3  # in every class as mixed as three equally frequent values

    # "Lohn" has 240 different values, which are released as they are: whoever has seen
    # one may find its record by it. Round it (`[[mask]] method = "round"`), or drop it.

    [release]
    algorithm = "best"  # keeps the most: two people of the same age may be shown differently;
    # `optimal` shows all people of an age alike, which is easier to count and explain
    # Measured on these data in 5 s at most: `best` loses 0.476 of all detail, `optimal`
    # 0.640. With more time either may lose less.
    suppression = 0.05  # at most one record in twenty is left out, so that a few odd ones do not
                        # make everything coarser

    [output]
    file = "personal-anonymous.csv"
    report = "personal-report.html"
    "#);
    assert_snapshot!(case.read("hierarchies/beruf.csv"), @r"
    baker;baker;baker;*
    clerk;{rare: 3 values};{rare: 5 values};*
    cook;cook;{rare: 5 values};*
    guard;{rare: 3 values};{rare: 5 values};*
    nurse;nurse;{rare: 5 values};*
    smith;{rare: 3 values};{rare: 5 values};*
    ;;;*
    ");
}

#[test]
fn what_it_writes_runs_at_once() {
    for (name, data) in files() {
        let case = Case::empty().file(name, data);
        case.run(&["init", name, "--no-input"]).well();
        let ran = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
        let holds = ran["guarantees"].as_array().unwrap();
        assert!(holds.iter().all(|one| one["holds"] != false), "{name}: {ran}");
        assert!(ran["output"]["rows"].as_u64().unwrap() > 0, "{name}");
        case.run(&["plan", "policy.toml"]).well();
    }
}

/// Files of several kinds.
fn files() -> Vec<(&'static str, String)> {
    let hospital = include_str!("../../../../examples/hospital/stays.csv");
    let part: String = hospital.lines().take(1500).map(|line| format!("{line}\n")).collect();
    let mut wide = (0..30).map(|at| format!("q{at}")).collect::<Vec<_>>().join(",") + "\n";
    for row in 0..60_usize {
        let cells: Vec<String> =
            (0..30).map(|at| ((row * (at + 3)) % (at + 2)).to_string()).collect();
        wide += &(cells.join(",") + "\n");
    }
    let quoted = "\"native country\",\"a.b\",\"Größe (cm)\",\"say \"\"hi\"\"\"\n".to_owned()
        + &(0..50)
            .map(|at| format!("c{},{},{}.5,{}\n", at % 6, at % 5, 150 + at % 40, at % 2))
            .collect::<String>();
    vec![
        ("personal.csv", staff()),
        ("stays.csv", part),
        ("wide.csv", wide),
        ("odd names.csv", quoted),
        ("tiny.csv", "age,zip\n30,11111\n40,11112\n50,22222\n".into()),
        ("gaps.tsv", "age\ttown\tfnlwgt\n30\t?\t7\n\tArlen\t8\n31\tBrem\t9\n30\tNA\t7\n".into()),
    ]
}

#[test]
fn roles_can_be_said() {
    let case = Case::empty().file("personal.csv", staff());
    let args = [
        "init",
        "personal.csv",
        "-o",
        "mine.toml",
        "--sensitive",
        "Beruf",
        "--insensitive",
        "Lohn",
        "--sensitivity",
        "high",
        "--json",
    ];
    let told = case.run(&args).well().json();
    let role = |name: &str| {
        let all = told["columns"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["role"].clone()
    };
    assert_eq!((role("Beruf"), role("Lohn")), ("sensitive".into(), "insensitive".into()));
    assert_eq!(told["policy"], "mine.toml");
    assert!(case.read("mine.toml").contains("k = 10  # high sensitivity"));
}

#[test]
fn mistakes() {
    let case = Case::people();
    assert_snapshot!(case.run(&["init", "people.csv"]).shown(), @r"
    exit 2
    usage

      × policy.toml: the file exists already
      help: choose another name with -o, or pass --force to replace it
    ");
    assert_snapshot!(case.run(&["init", "people.csv", "-o", "p.toml", "--sensitive", "ilness"]).shown(), @r"
    exit 2
    usage

      × people.csv: there is no column `ilness`
      help: did you mean `illness`?
    ");
    assert_snapshot!(case.run(&["init", "nobody.csv", "-o", "p.toml"]).shown(), @r"
    exit 2
    io::not-found

      × nobody.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
    let case = case.file("one.csv", "a\n1\n").file("same.csv", "a\n1\n1\n");
    assert_snapshot!(case.run(&["init", "same.csv", "-o", "p.toml"]).shown(), @r"
    exit 2
    usage

      × no column looks like one that others could know of a person
      help: name those that a neighbour could know: `--quasi-identifiers age,zip`
    ");
    assert!(!case.path("p.toml").exists() && !case.path("hierarchies").exists());
}

/// A hierarchy that is in the way is not replaced, and nothing else is written then.
#[test]
fn nothing_is_overwritten() {
    let case = Case::empty().file("personal.csv", staff());
    std::fs::create_dir(case.path("hierarchies")).unwrap();
    let case = case.file("hierarchies/beruf.csv", "mine;too\n");
    let before = case.files();
    assert_snapshot!(case.run(&["init", "personal.csv"]).shown(), @r"
    exit 2
    io::exists

      × hierarchies/beruf.csv: the file exists already
      help: choose another name, or replace it: `--force`
    ");
    assert_eq!(before, case.files());
    case.run(&["init", "personal.csv", "--force"]).well();
    assert!(case.read("hierarchies/beruf.csv").contains("clerk"));
}

#[cfg(unix)]
#[test]
fn hierarchies_are_for_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::empty().file("personal.csv", staff());
    case.run(&["init", "personal.csv"]).well();
    let mode = std::fs::metadata(case.path("hierarchies/beruf.csv")).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
}

/// Neither what is printed nor the policy has a value of the data.
#[test]
fn no_value_is_told() {
    let case = Case::empty().file("personal.csv", staff());
    let ran = case.run(&["init", "personal.csv"]).well();
    let told = ran.shown() + &case.read("policy.toml");
    for value in ["nurse", "Arlen", "asthma", "8017", "Vorname1", "firma.example", "45000"] {
        assert!(!told.contains(value), "{value}");
    }
}

/// A policy for tables: what cells are told apart by, what is added up, whose records are whose. It runs.
#[test]
fn tables_are_proposed() {
    let mut data = String::from("firm,region,size,sold\n");
    for at in 0..300 {
        let (region, size) =
            (["north", "south", "west"][at * 7 % 3], ["large", "small"][at * at % 5 % 2]);
        data += &format!("F{},{region},{size},{}\n", at % 170, 100 + at * 37 % 251);
    }
    let case = Case::empty().file("firms.csv", data);
    assert_snapshot!(case.run(&["init", "firms.csv", "--kind", "table", "--identifiers", "firm"]).well().shown(), @r"
    exit 0
    firms.csv: 300 records, 4 columns
      region  dimension
      size    dimension
      firm    respondent
      sold    response

    written: policy.toml
    next:    read it, then `ridotto table policy.toml`
    ");
    assert_snapshot!(case.read("policy.toml"), @r#"
    # A first policy for tables, written by `ridotto init`. It runs as it is:
    #
    #     ridotto table POLICY
    #
    # Read it before you trust it. `ridotto explain NAME` tells about every name below. Columns without a
    # role are not read.

    version = 1
    kind = "table"

    [data]
    input = "firms.csv"

    # --- What cells are told apart by. A hierarchy adds totals of groups: a file with a line for each
    # value (`value;group;*`), or one of τ-Argus (`.hrc`).

    [attributes.region]  # 3 different values
    role = "dimension"

    [attributes.size]  # 2 different values
    role = "dimension"

    # --- Whose records are whose: they count once, and are added first.

    [attributes.firm]  # 170 different values
    role = "respondent"

    # --- What is added up.

    [attributes.sold]  # 251 different values
    role = "response"

    [[table]]
    dimensions = ["region", "size"]  # 12 cells at most, totals among them, of 300 records
    response = "sold"

    # --- Which cells are sensitive.

    [[require]]
    model = "minimum-frequency"
    n = 3   # a cell of one tells of them, and in a cell of two each learns the other's

    [[require]]
    model = "p-percent"
    p = 10  # nobody learns another's part to within a tenth

    [release]
    method = "fast"  # hides sensitive cells, and as few others as it finds

    [output]
    file = "firms-table.csv"
    report = "firms-table.html"
    "#);
    let ran = case.run(&["table", "policy.toml"]).well();
    assert!(ran.stderr.contains("p-percent"), "{}", ran.stderr);
    let shown = case.refused(2, &["init", "firms.csv", "--kind", "table"]);
    assert!(shown.contains("--force"), "{shown}");
    let alone = Case::empty().file("one.csv", "name,x\na,1\nb,2\n");
    let shown =
        alone.refused(2, &["init", "one.csv", "--kind", "table", "--identifiers", "name,x"]);
    assert!(shown.contains("no column has few enough values"), "{shown}");
}

/// The example of enterprises: who is one group is one respondent, and not who has as many employees; the
/// hierarchies beside the data are found.
#[test]
fn the_enterprises_have_groups_and_hierarchies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/enterprises");
    let read = |file: &str| std::fs::read(folder.join(file)).expect("a file of the example");
    let mut case = Case::empty();
    for folder in ["hierarchies", "below"] {
        std::fs::create_dir(case.path(folder)).expect("a new folder");
    }
    for file in ["enterprises.csv", "hierarchies/district.csv", "hierarchies/industry.csv"] {
        case = case.file(file, read(file));
    }
    case.run(&["init", "enterprises.csv", "--kind", "table"]).well();
    let policy = case.read("policy.toml");
    let role_of = |name: &str| {
        let (_, of) = policy.split_once(&format!("[attributes.{name}]"))?;
        of.lines().nth(1).map(str::to_owned)
    };
    assert_eq!(role_of("group").as_deref(), Some("role = \"respondent\""), "{policy}");
    assert_eq!(role_of("employees"), None, "{policy}");
    assert_eq!(role_of("turnover").as_deref(), Some("role = \"response\""), "{policy}");
    for name in ["district", "industry"] {
        assert!(policy.contains(&format!("hierarchy = \"hierarchies/{name}.csv\"")), "{policy}");
    }
    case.run(&["plan", "policy.toml"]).well();
    // From another folder the same files are meant.
    case.run(&["init", "enterprises.csv", "--kind", "table", "-o", "below/p.toml"]).well();
    let below = case.read("below/p.toml");
    assert!(below.contains("/hierarchies/district.csv\""), "{below}");
}
