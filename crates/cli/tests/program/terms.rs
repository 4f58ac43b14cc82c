//! `[privacy]`: whom everything protects that is differentially private, and the ledger that is charged.

use crate::case::{Case, in_one_line};
use crate::perturb::{columns, report};
use serde_json::Value;

/// Forty people with one to five visits each, three visits that name nobody, and their ages.
fn visits() -> String {
    let mut text = "person,age,job\n".to_owned();
    for person in 0..40_u32 {
        for visit in 0..=person % 5 {
            let job = ["nurse", "clerk"][(person % 2) as usize];
            text += &format!("p{person},{},{job}\n", 20 + (person * 7 + visit) % 50);
        }
    }
    text + ",33,nurse\n,34,nurse\n,35,clerk\n"
}

const NOISE: &str = "[[mask]]\nmethod = \"noise\"\nkind = \"private\"\nattributes = [\"age\"]\nepsilon = 1\nlower = 0\nupper = 100\n";

const DRAW: &str = "[[mask]]\nmethod = \"synthesize\"\nkind = \"private\"\nepsilon = 2\ndomains = { age = { lower = 0, upper = 100, bins = 5 }, job = [\"clerk\", \"nurse\"] }\n";

const RELEASE: &str = "[[require]]\nmodel = \"differential-privacy\"\nepsilon = 1\ndelta = 0.01\n";

/// A policy with a person, with these terms and this private thing.
fn case(terms: &str, private: &str) -> Case {
    let levels = if private == RELEASE {
        "hierarchy = { suppress = true }\nmin-level = 0\nmax-level = 0\n"
    } else {
        ""
    };
    let release = if private == RELEASE { "" } else { "[release]\nalgorithm = \"none\"\n" };
    let policy = format!(
        "version = 1\n[data]\ninput = \"visits.csv\"\ndelimiter = \",\"\nencoding = \"utf-8\"\n\
         unlisted = \"drop\"\nperson = \"person\"\n\
         [attributes.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\n{levels}\
         [attributes.job]\nrole = \"quasi-identifier\"\ntype = \"text\"\n{levels}\
         {release}[output]\nfile = \"out.csv\"\n{terms}\n{private}"
    );
    Case::empty().file("visits.csv", visits()).file("policy.toml", policy)
}

const TWO: &str = "[privacy]\nrows-per-person = 2\n";

fn guarantee(case: &Case) -> Value {
    report(case)["guarantees"][0]["parameters"].clone()
}

/// Of each person two visits are kept, and none that names nobody; all of a person's lose epsilon together, and
/// every document says so.
#[test]
fn all_records_of_a_person_are_protected_together() {
    let case = case(TWO, NOISE);
    let args = ["anonymize", "policy.toml", "--report", "r.json", "--report", "r.html"];
    let said = in_one_line(&case.run(&args).well().stderr);
    assert!(
        said.contains("neighbours change-one, for all of a person's records, 2 at most"),
        "{said}"
    );
    assert!(said.contains("records were left out: of each person 2 are kept at most"), "{said}");
    assert!(!said.contains("persons with several records"), "{said}");
    // Eight people with one visit, and 32 with two or more.
    let after = columns(&case.read("out.csv"));
    assert_eq!(after["age"].len(), 8 + 2 * 32);
    assert!(!after.contains_key("person"));
    let told = guarantee(&case);
    assert_eq!(
        (&told["rows-per-person"], &told["epsilon"], &told["spent"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!(told["charges"], "age by laplace: epsilon 1");
    assert!(!told["not-protected"].as_str().unwrap().contains("several"), "{told}");
    assert_eq!(report(&case)["input"]["rows"], 123);
    // Each record has half of epsilon, so that the noise is twice as large: 100 / 0.5 · √2.
    let figures = report(&case)["steps"][0]["figures"].clone();
    let deviation = figures[2]["reached"].as_f64().unwrap();
    assert!((deviation / (200.0 * 2.0_f64.sqrt()) - 1.0).abs() < 1e-6, "{figures}");
    let page = case.read("r.html");
    assert!(page.contains("rows-per-person"), "the page says it, too");
    // One record of each is as much noise as without persons.
    let one = self::case("[privacy]\nrows-per-person = 1\nneighbours = \"change-one\"\n", NOISE);
    one.run(&["anonymize", "policy.toml", "--report", "r.json"]).well();
    assert_eq!(columns(&one.read("out.csv"))["age"].len(), 40);
    assert_eq!(guarantee(&one)["rows-per-person"], 1);
}

/// Where the whole file is private nobody is told how many records were left out, and no record is anybody's.
#[test]
fn private_files_forget_who_their_persons_are() {
    for (terms, private) in [
        (TWO, DRAW),
        ("[privacy]\nrows-per-person = 2\nneighbours = \"change-one\"\n", DRAW),
        (TWO, RELEASE),
    ] {
        let case = case(terms, private);
        let said = case.run(&["anonymize", "policy.toml", "--report", "r.json"]).well().stderr;
        assert!(!said.contains("left out:"), "{said}");
        let said = in_one_line(&said);
        assert!(said.contains("for all of a person's records, 2 at most"), "{said}");
        let told = guarantee(&case);
        assert_eq!(told["rows-per-person"], 2);
        let is_changed = terms.contains("change-one");
        assert_eq!(told["neighbours"], if is_changed { "change-one" } else { "add-remove" });
        if private == DRAW {
            let tables = if is_changed { 4 } else { 2 };
            let sensitivity = told["sensitivity"].as_str().unwrap();
            assert!(sensitivity.starts_with(&format!("{tables} of the tables")), "{sensitivity}");
            assert_eq!(told["spent"], 2.0);
        } else {
            // Half of epsilon and a third of delta for each record ask for larger classes.
            let one = self::case("[privacy]\nrows-per-person = 1\n", RELEASE);
            one.run(&["anonymize", "policy.toml", "--report", "r.json"]).well();
            let k = |told: &Value| told["k"].as_f64().unwrap();
            assert!(k(&told) > k(&guarantee(&one)), "{told}");
            assert!(told["charges"].as_str().unwrap().len() < 100, "{told}");
            assert_eq!(told["release-epsilon"], 0.5);
            assert!(
                told["spent"].as_f64().unwrap() <= 1.0
                    && told["delta-spent"].as_f64().unwrap() <= 0.01
            );
        }
        let text = case.read("out.csv");
        assert!(!text.contains("person") && !text.contains("p1"), "{text}");
        assert_eq!(report(&case)["input"]["rows"], Value::Null);
    }
}

/// A checked file says what the construction promises to persons, and is counted by records.
#[test]
fn files_are_checked_as_they_were_made() {
    let case = case(TWO, RELEASE);
    case.run(&["anonymize", "policy.toml"]).well();
    let file = case.read("out.csv") + &"20,nurse\n".repeat(400);
    let case = case.file("out.csv", file);
    let shown = case.run(&["check", "out.csv", "--policy", "policy.toml"]).shown();
    assert!(!shown.contains("person"), "{shown}");
}

/// Each combination holds, or is refused and says why.
#[test]
fn what_is_not_proved_is_refused() {
    let refused = |terms: &str, private: &str| {
        let shown = case(terms, private).refused(2, &["anonymize", "policy.toml"]);
        in_one_line(&shown)
    };
    let add = "[privacy]\nrows-per-person = 2\nneighbours = \"add-remove\"\n";
    let change = "[privacy]\nrows-per-person = 2\nneighbours = \"change-one\"\n";
    let groups = "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\"]\nk = 10\nalgorithm = \"insensitive\"\nlower = 0\nupper = 100\n";
    let means = format!("{groups}{NOISE}");
    let k = "[[require]]\nmodel = \"k-anonymity\"\nk = 2\n";
    let by_bounds = NOISE.replace("lower = 0", "lower = 100");
    for (terms, private, told) in [
        ("", NOISE, "say in `[privacy]` how many records of a person are kept"),
        ("", DRAW, "say in `[privacy]` how many records of a person are kept"),
        ("", RELEASE, "say in `[privacy]` how many records of a person are kept"),
        (
            add,
            NOISE,
            "`add-remove` cannot be promised here: as many records are published as there are",
        ),
        (add, &means, "`add-remove` cannot be promised here"),
        (change, RELEASE, "`change-one` cannot be promised here: the proof is about a sample"),
        (
            TWO,
            "",
            "`rows-per-person` speaks of what is differentially private, and nothing here is",
        ),
        ("[privacy]\nrows-per-person = 0\n", NOISE, "at least one"),
        ("[privacy]\nrows-per-person = 2\nneighbours = \"both\"\n", NOISE, "change-one"),
        ("[privacy]\nrows-per-person = 2\nuser = \"anna\"\n", NOISE, "in which ledger?"),
        (TWO, &format!("{DRAW}{k}"), "`k-anonymity` would count persons"),
        (TWO, &format!("{RELEASE}{k}"), "counts persons"),
        (TWO, &by_bounds, "`lower` is not below `upper`"),
        (TWO, &format!("{NOISE}strata = [\"job\"]\n"), "`strata` is not used here"),
    ] {
        let shown = refused(terms, private);
        assert!(shown.contains(told), "{terms}{private}: {shown}");
    }
    let nobody = case(TWO, NOISE).policy("person = \"person\"\n", "");
    let shown = in_one_line(&nobody.refused(2, &["anonymize", "policy.toml"]));
    assert!(shown.contains("no column tells them apart"), "{shown}");
}

/// A cell that is no number does not end the run, and no step before the noise tells how many were what.
#[test]
fn steps_before_noise_tell_nothing_of_a_record() {
    let round = "[[mask]]\nmethod = \"round\"\nattributes = [\"age\"]\nto = 10\n\
                 [[mask]]\nmethod = \"top-code\"\nattributes = [\"age\"]\nat-least = 60\n";
    let told = |cell: &str| {
        let data = visits().replacen("p0,20,", &format!("p0,{cell},"), 1);
        let case = case(TWO, &format!("{round}{NOISE}")).file("visits.csv", data);
        let said = case.run(&["anonymize", "policy.toml", "--report", "r.json"]).well().stderr;
        let changed: Vec<Value> = (report(&case)["steps"].as_array().unwrap().iter())
            .map(|step| step["cells_changed"].clone())
            .collect();
        let ages = columns(&case.read("out.csv"))["age"].clone();
        let noisy = ages.iter().filter(|age| age.parse::<f64>().is_ok()).count();
        (noisy, changed, said.contains("changes no"))
    };
    let [low, high, none] = ["20", "99", "no number"].map(told);
    assert_eq!(low, high, "a record that says something else");
    assert_eq!((low.0, none.0), (72, 72));
    // That a cell is missing is not hidden, but that a step made a label of a value is: all have noise.
    let counts = |counts: [u64; 3]| counts.map(Value::from).to_vec();
    assert_eq!((low.1, none.1), (counts([72, 72, 72]), counts([71, 71, 72])));
}

/// A case with a ledger that grants so much.
fn with_ledger(epsilon: &str, private: &str) -> Case {
    let case = case("[privacy]\nrows-per-person = 2\nledger = \"budget.ledger\"\n", private);
    let neighbours = if private == NOISE { "change-one" } else { "add-remove" };
    let create = [
        "ledger",
        "top-up",
        "budget.ledger",
        "--create",
        "--epsilon",
        epsilon,
        "--delta",
        "0.1",
        "--neighbours",
        neighbours,
        "--records",
        "2",
    ];
    case.run(&create).well();
    case
}

/// How many charges of the ledger there are, and what they add up to.
fn charged(case: &Case) -> (usize, f64) {
    let ledger = case.run(&["ledger", "show", "budget.ledger", "--json"]).well().json();
    let charges = ledger["charges"].as_array().unwrap().len();
    let spent = ledger["users"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["epsilon"].as_str().unwrap().parse::<f64>().unwrap());
    (charges, spent.sum())
}

/// A release is charged before anything is drawn; when the budget is spent, nothing is released, and nothing
/// more is charged.
#[test]
fn a_release_is_charged_to_its_ledger() {
    for (private, times, each) in [(NOISE, 2, 1.0), (DRAW, 1, 2.0), (RELEASE, 2, 1.0)] {
        let case = with_ledger("2", private);
        for verb in
            [&["plan", "policy.toml"][..], &["check", "visits.csv", "--policy", "policy.toml"]]
        {
            let _ = case.run(verb);
        }
        assert_eq!(charged(&case), (0, 0.0), "only a release is charged");
        for run in 1..=times {
            let anonymize = ["anonymize", "policy.toml", "--force", "--report", "r.json"];
            let said = in_one_line(&case.run(&anonymize).well().stderr);
            assert!(said.contains("ledger: epsilon"), "{said}");
            let spent = f64::from(run) * each;
            assert!((charged(&case).1 - spent).abs() < 1e-9, "{:?}", charged(&case));
            let told = guarantee(&case)["ledger"].as_str().unwrap().to_owned();
            assert!(told.contains("spent in all, of epsilon 2"), "{told}");
            assert!(guarantee(&case)["spent"].as_f64().unwrap() <= each, "this run alone");
        }
        let before = charged(&case);
        std::fs::remove_file(case.path("out.csv")).unwrap();
        let shown = case.refused(1, &["anonymize", "policy.toml"]);
        let shown = in_one_line(&shown);
        assert!(shown.contains("ledger::spent") && shown.contains("too little left"), "{shown}");
        assert!(!case.path("out.csv").exists());
        assert_eq!(charged(&case), before);
        case.run(&["ledger", "top-up", "budget.ledger", "--epsilon", "2"]).well();
        case.run(&["anonymize", "policy.toml"]).well();
        case.run(&["ledger", "verify", "budget.ledger"]).well();
    }
}

/// Two steps that the ledger cannot both pay for: neither is charged.
#[test]
fn steps_are_paid_for_together_or_not_at_all() {
    let other = NOISE.replace("[\"age\"]", "[\"pay\"]");
    let case = with_ledger("1.5", NOISE);
    let policy = case.read("policy.toml").replace(
        "[attributes.job]\nrole = \"quasi-identifier\"\ntype = \"text\"",
        "[attributes.pay]\nrole = \"sensitive\"\ntype = \"integer\"",
    );
    let case = case.file("policy.toml", policy + "\n" + &other);
    let data = visits()
        .replace("person,age,job", "person,age,pay")
        .replace("nurse", "4")
        .replace("clerk", "5");
    let case = case.file("visits.csv", data);
    let shown = case.refused(1, &["anonymize", "policy.toml"]);
    assert!(shown.contains("epsilon would be 2 of 1.5"), "{shown}");
    assert_eq!(charged(&case).0, 0);
}

/// A ledger has users with budgets of their own, protects whom it was made for, and is found beside the policy.
#[test]
fn ledgers_have_users_and_a_notion_of_neighbours() {
    let case = with_ledger("1", NOISE).policy("ledger = ", "user = \"anna\"\nledger = ");
    let shown = case.refused(1, &["anonymize", "policy.toml"]);
    assert!(shown.contains("epsilon would be 1 of 0"), "{shown}");
    case.run(&["ledger", "top-up", "budget.ledger", "--epsilon", "1", "--user", "anna"]).well();
    // From another folder: what the policy names is beside the policy.
    std::fs::create_dir(case.path("elsewhere")).unwrap();
    let mut away = case.command(&["anonymize", "../policy.toml"]);
    let away = case.ran(&away.current_dir(case.path("elsewhere")).output().unwrap());
    away.well();
    let ledger = case.run(&["ledger", "show", "budget.ledger", "--json"]).well().json();
    assert_eq!(ledger["charges"][0]["user"], "anna");
    let case = case.policy("rows-per-person = 2", "rows-per-person = 3");
    let shown = in_one_line(&case.refused(2, &["anonymize", "policy.toml", "-o", "other.csv"]));
    assert!(
        shown.contains("this ledger protects change-one of 2 records, and not change-one of 3"),
        "{shown}"
    );
    let case = case.policy("budget.ledger", "none.ledger");
    let shown = in_one_line(&case.refused(2, &["anonymize", "policy.toml", "-o", "other.csv"]));
    assert!(shown.contains("ridotto ledger top-up"), "{shown}");
    let case = case.policy("none.ledger", "visits.csv");
    let shown = case.refused(2, &["anonymize", "policy.toml", "-o", "other.csv"]);
    assert!(shown.contains("visits.csv"), "{shown}");
}

/// Nothing that a run writes takes the place of its ledger, whatever is forced.
#[test]
fn no_output_replaces_the_ledger() {
    let case = with_ledger("1", NOISE);
    for args in [
        &["anonymize", "policy.toml", "-o", "budget.ledger", "--force"][..],
        &["anonymize", "policy.toml", "--report", "./budget.ledger", "--force"],
        &["anonymize", "policy.toml", "--recoding", "budget.ledger", "--force"],
        &["explore", "policy.toml"],
    ] {
        let shown = case.refused(2, args);
        assert!(shown.contains("ledger"), "{shown}");
    }
    let shown = case
        .policy("file = \"out.csv\"", "file = \"budget.ledger\"")
        .refused(2, &["anonymize", "policy.toml"]);
    assert!(shown.contains("is also the ledger"), "{shown}");
}

/// A private table is charged to a ledger as records are; whom it protects is said beside its method.
#[test]
fn tables_are_charged_too() {
    let policy = "version = 1\nkind = \"table\"\n[data]\ninput = \"visits.csv\"\n\
                  delimiter = \",\"\nencoding = \"utf-8\"\n[attributes.job]\nrole = \"dimension\"\n\
                  [attributes.person]\nrole = \"respondent\"\n[[table]]\ndimensions = [\"job\"]\n\
                  [release]\nmethod = \"private\"\nepsilon = 1\nrows-per-person = 2\n\
                  domains = { job = [\"nurse\", \"clerk\"] }\n[output]\nfile = \"out.csv\"\n\
                  [privacy]\nledger = \"budget.ledger\"\n";
    let case = with_ledger("1.5", RELEASE).file("policy.toml", policy);
    let said = in_one_line(&case.run(&["table", "policy.toml"]).well().stderr);
    assert!(said.contains("ledger: epsilon 1 spent in all, of epsilon 1.5"), "{said}");
    assert_eq!(charged(&case), (1, 1.0));
    std::fs::remove_file(case.path("out.csv")).unwrap();
    let shown = case.refused(1, &["table", "policy.toml"]);
    assert!(shown.contains("ledger::spent") && !case.path("out.csv").exists(), "{shown}");
    assert_eq!(charged(&case), (1, 1.0));
    let shown = case.refused(2, &["table", "policy.toml", "-o", "budget.ledger", "--force"]);
    assert!(shown.contains("ledger"), "{shown}");

    let case = case.policy("epsilon = 1\n", "epsilon = 1\ndelta = 0.000001\n");
    let shown = in_one_line(&case.refused(2, &["table", "policy.toml"]));
    assert!(shown.contains("noise for a `delta` is counted in rho"), "{shown}");
    assert_eq!(charged(&case), (1, 1.0));
    let case = case.policy("delta = 0.000001\n", "");

    let case = case.policy("[privacy]\n", "[privacy]\nrows-per-person = 2\n");
    let shown = in_one_line(&case.refused(2, &["table", "policy.toml"]));
    assert!(shown.contains("is a parameter of the method"), "{shown}");
    let case = case
        .policy("[privacy]\nrows-per-person = 2\n", "[privacy]\n")
        .policy("[output]\n", "[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n[output]\n")
        .policy("method = \"private\"\nepsilon = 1\nrows-per-person = 2\n", "method = \"fast\"\n")
        .policy("domains = { job = [\"nurse\", \"clerk\"] }\n", "");
    let shown = in_one_line(&case.refused(2, &["table", "policy.toml"]));
    assert!(shown.contains("and nothing here is"), "{shown}");
}

/// A charge stays, whatever becomes of the run: one that fails later, and one that is killed.
#[cfg(target_os = "linux")]
#[test]
fn what_was_charged_stays_charged() {
    let case = with_ledger("1000", NOISE);
    let pages = case.path("no-folder").join("r.json").display().to_string();
    _ = case.run(&["anonymize", "policy.toml", "--report", &pages]);
    assert_eq!(charged(&case).0, 0, "what can be seen beforehand is");
    // All its classes cannot have a thousand records: that is found out after the noise.
    let fails = case.read("policy.toml") + "\n[[require]]\nmodel = \"k-anonymity\"\nk = 1000\n";
    let case = case.file("fails.toml", fails);
    assert_eq!(case.run(&["anonymize", "fails.toml"]).code, 1);
    assert_eq!(charged(&case), (1, 1.0));
    assert!(!case.path("out.csv").exists());
    // Many records, so that there is time to kill it after its charge.
    let many: String = (0..120_000).map(|row| format!("q{row},30,nurse\n")).collect();
    let case = case.file("visits.csv", format!("person,age,job\n{many}"));
    let (mut killed, lines) = (0, |case: &Case| case.read("budget.ledger").lines().count());
    for round in 0..6 {
        let before = lines(&case);
        let mut child = case.command(&["anonymize", "policy.toml", "--force"]).spawn().unwrap();
        let is_charged = || lines(&case) > before;
        while !is_charged() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(is_charged(), "it charged before it ended");
        std::thread::sleep(std::time::Duration::from_millis(round * 4));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        case.run(&["ledger", "verify", "budget.ledger"]).well();
        assert_eq!(lines(&case), before + 1, "one charge for one run");
    }
    assert!(killed > 0, "none was killed in time");
}

/// Of two runs at once each is charged, or is told that the other has the ledger: nothing is released that was not
/// charged.
#[test]
fn two_runs_at_once_are_both_charged() {
    let case = with_ledger("1000", NOISE);
    let (mut released, mut in_use) = (0, 0);
    for round in 0..6 {
        let start = |name: String| {
            let mut command = case.command(&["anonymize", "policy.toml", "-o", &name]);
            command.stderr(std::process::Stdio::piped()).spawn().unwrap()
        };
        let children = [start(format!("a{round}.csv")), start(format!("b{round}.csv"))];
        for child in children {
            let ran = case.ran(&child.wait_with_output().unwrap());
            match ran.code {
                0 => released += 1,
                2 if in_one_line(&ran.stderr).contains("another process is using this ledger") => {
                    in_use += 1;
                }
                _ => panic!("{}", ran.shown()),
            }
        }
    }
    println!("{released} released, {in_use} were told to wait");
    assert!(released >= 6);
    assert_eq!(charged(&case), (released, released as f64));
}

/// Why steps that look at true values come after the noise. Two files differ in one age; means of incomes within
/// each age are published beside noisy ages. Done one after the other, as two policies, they tell the age every time,
/// whatever the noise; as one policy, which would promise an epsilon for it, they are refused.
#[test]
fn a_look_before_the_noise_would_tell_what_it_hides() {
    const MEANS: &str = "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"income\"]\nk = 2\nstrata = [\"age\"]\n";
    let noise = NOISE.replace("epsilon = 1", "epsilon = 0.01");
    let policy = |input: &str, output: &str, steps: &str| {
        format!(
            "version = 1\n[data]\ninput = \"{input}\"\ndelimiter = \",\"\nencoding = \"utf-8\"\n\
             [attributes.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\n\
             [attributes.income]\nrole = \"sensitive\"\ntype = \"decimal\"\n\
             [release]\nalgorithm = \"none\"\n[output]\nfile = \"{output}\"\n{steps}"
        )
        .replace("encoding", "decimal = \".\"\nencoding")
    };
    let naive = |age: u32| {
        let people = format!("age,income\n{age},100\n30,1000\n30,1000\n40,5000\n40,5000\n");
        let case = Case::empty()
            .file("people.csv", people)
            .file("first.toml", policy("people.csv", "means.csv", MEANS))
            .file("second.toml", policy("means.csv", "out.csv", &noise))
            .file("both.toml", policy("people.csv", "out.csv", &format!("{MEANS}{noise}")));
        let shown = in_one_line(&case.refused(2, &["anonymize", "both.toml"]));
        assert!(shown.contains("cannot come before private noise"), "{shown}");
        case.run(&["anonymize", "first.toml"]).well();
        case.run(&["anonymize", "second.toml"]).well();
        columns(&case.read("out.csv"))["income"].clone()
    };
    let guess = |incomes: &[String]| {
        let low = incomes.iter().filter(|income| income.parse::<f64>().unwrap() < 900.0).count();
        if low == 3 { 30 } else { 40 }
    };
    for age in [30, 40, 30, 40] {
        assert_eq!(guess(&naive(age)), age, "the intruder is right every time");
    }
}
