//! Steps that make a whole file differentially private, and what must not come before them.

use crate::case::Case;
use crate::perturb::{SWAP, people, with};
use crate::perturb::{columns, report};
use insta::assert_snapshot;
use serde_json::Value;

const MEANS: &str = "[[mask]]\nmethod = \"noise\"\nkind = \"private\"\nattributes = [\"age\"]\nepsilon = 1\nlower = 0\nupper = 120\n";

pub(crate) fn groups_of_age(keys: &str) -> String {
    format!("[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\"]\nk = 10\n{keys}\n\n")
}

/// Plain groups before private noise would be taken for less noise than is needed.
#[test]
fn plain_groups_do_not_make_private_noise_smaller() {
    let shown = |steps: &str| {
        let case = with(steps);
        let ran = case.run(&["anonymize", "policy.toml"]);
        assert!(!case.path("out.csv").exists());
        ran.shown()
    };
    assert_snapshot!(shown(&format!("{}{MEANS}", groups_of_age(""))), @r#"
    exit 2
    policy::contradiction

      × `microaggregate` cannot come before private noise
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "microaggregate"
        ·          ────────┬───────
        ·                  ╰── one record may change every group, and the noise is for one
     29 │ attributes = ["age"]
        ╰────
      help: take `algorithm = "insensitive"` with `lower` and `upper`, whose groups one
            record hardly changes; or remove this step
    "#);
    let insensitive =
        |bounds: &str| groups_of_age(&format!("algorithm = \"insensitive\"\n{bounds}"));
    assert_snapshot!(shown(&insensitive("")), @r#"
    exit 2
    policy::missing-key

      × `insensitive` groups need `lower` and `upper`
        ╭─[policy.toml:31:13]
     30 │ k = 10
     31 │ algorithm = "insensitive"
        ·             ──────┬──────
        ·                   ╰── asked for here
     32 │
        ╰────
      help: say between which bounds values lie, without looking at the data: an order that
            the data have no say in is made of them
    "#);
    let other = insensitive("lower = 0\nupper = 100");
    assert_snapshot!(shown(&format!("{other}{MEANS}")), @r#"
    exit 2
    policy::contradiction

      × the two steps do not make one
        ╭─[policy.toml:36:10]
     35 │ [[mask]]
     36 │ method = "noise"
        ·          ───┬───
        ·             ╰── noise for the groups
     37 │ kind = "private"
        ╰────
      help: private noise follows `insensitive` groups at once, on the same attributes, with
            the same `lower` and `upper`, and both without `strata`
    "#);
    // What stands beside the means tells which group a record is in.
    let fitting = insensitive("lower = 0\nupper = 120");
    assert_snapshot!(shown(&format!("{fitting}{MEANS}")), @r#"
    exit 2
      × 8 problems in policy.toml

    Error: bind::private

      × how the file is written would be found out from its records
       ╭─[policy.toml:4:9]
     3 │ [data]
     4 │ input = "people.csv"
       ·         ──────┬─────
       ·               ╰── this file
     5 │
       ╰────
      help: say it in `[data]`: `delimiter = ","` and `encoding = "utf-8"`

    Error: bind::private

      × what the values of `age` are would be guessed from all of them
        ╭─[policy.toml:9:13]
      8 │
      9 │ [attributes.age]
        ·             ─┬─
        ·              ╰── no `type`
     10 │ role = "quasi-identifier"
        ╰────
      help: add `type = "text"` to `[attributes.age]`, or another type

    Error: bind::private

      × what the values of `job` are would be guessed from all of them
        ╭─[policy.toml:12:13]
     11 │
     12 │ [attributes.job]
        ·             ─┬─
        ·              ╰── no `type`
     13 │ role = "insensitive"
        ╰────
      help: add `type = "text"` to `[attributes.job]`, or another type

    Error: bind::private

      × `job` would stand beside the means of groups, and tell which records are in them
        ╭─[policy.toml:12:13]
     11 │
     12 │ [attributes.job]
        ·             ─┬─
        ·              ╰── not masked
     13 │ role = "insensitive"
        ╰────
      help: name all released attributes in both steps, or leave this one out: `role =
            "identifier"`

    Error: bind::private

      × what the values of `income` are would be guessed from all of them
        ╭─[policy.toml:15:13]
     14 │
     15 │ [attributes.income]
        ·             ───┬──
        ·                ╰── no `type`
     16 │ role = "sensitive"
        ╰────
      help: add `type = "text"` to `[attributes.income]`, or another type

    Error: bind::private

      × `income` would stand beside the means of groups, and tell which records are in them
        ╭─[policy.toml:15:13]
     14 │
     15 │ [attributes.income]
        ·             ───┬──
        ·                ╰── not masked
     16 │ role = "sensitive"
        ╰────
      help: name all released attributes in both steps, or leave this one out: `role =
            "identifier"`

    Error: bind::private

      × what the values of `joined` are would be guessed from all of them
        ╭─[policy.toml:18:13]
     17 │
     18 │ [attributes.joined]
        ·             ───┬──
        ·                ╰── no `type`
     19 │ role = "insensitive"
        ╰────
      help: add `type = "text"` to `[attributes.joined]`, or another type

    Error: bind::private

      × `joined` would stand beside the means of groups, and tell which records are in them
        ╭─[policy.toml:18:13]
     17 │
     18 │ [attributes.joined]
        ·             ───┬──
        ·                ╰── not masked
     19 │ role = "insensitive"
        ╰────
      help: name all released attributes in both steps, or leave this one out: `role =
            "identifier"`
    "#);
    let swapped = "[[mask]]\nmethod = \"swap\"\nattributes = [\"age\"]\n\n";
    assert_snapshot!(shown(&format!("{swapped}{MEANS}")), @r#"
    exit 2
    policy::contradiction

      × `swap` cannot come before private noise
        ╭─[policy.toml:28:10]
     27 │ [[mask]]
     28 │ method = "swap"
        ·          ───┬──
        ·             ╰── what it makes of a record depends on others, and the noise is for one
     29 │ attributes = ["age"]
        ╰────
      help: put it after the noise, or remove it
    "#);
}

/// A policy that settles all that the data may not.
fn private_file(keys: &str) -> Case {
    let policy = format!(
        "version = 1\n\n[data]\ninput = \"people.csv\"\ndelimiter = \",\"\nencoding = \"utf-8\"\nunlisted = \"drop\"\n\n\
         [attributes.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\n\n\
         [attributes.job]\nrole = \"insensitive\"\ntype = \"text\"\n\n\
         [release]\nalgorithm = \"none\"\n\n[output]\nfile = \"out.csv\"\n\n{keys}\n"
    );
    Case::empty().file("people.csv", people()).file("policy.toml", policy)
}

const DRAW: &str = "[[mask]]\nmethod = \"synthesize\"\nkind = \"private\"\nepsilon = 2\n\
                    domains = { age = { lower = 10, upper = 80, bins = 7 }, job = [\"baker\", \"clerk\", \"nurse\", \"smith\"] }";

/// What the data may not say must stand in the policy.
#[test]
fn private_synthesis_is_settled_by_the_policy() {
    let shown = |case: &Case| {
        let ran = case.run(&["anonymize", "policy.toml"]);
        assert!(!case.path("out.csv").exists());
        ran.shown()
    };
    let case = private_file(DRAW);
    assert_snapshot!(shown(&private_file(DRAW).policy("delimiter = \",\"\n", "")), @r#"
    exit 2
    bind::private

      × how the file is written would be found out from its records
       ╭─[policy.toml:4:9]
     3 │ [data]
     4 │ input = "people.csv"
       ·         ──────┬─────
       ·               ╰── this file
     5 │ encoding = "utf-8"
       ╰────
      help: say it in `[data]`: `delimiter = ","`
    "#);
    assert_snapshot!(shown(&private_file(DRAW).policy("type = \"integer\"\n", "")), @r#"
    exit 2
    bind::private

      × what the values of `age` are would be guessed from all of them
        ╭─[policy.toml:9:13]
      8 │
      9 │ [attributes.age]
        ·             ─┬─
        ·              ╰── no `type`
     10 │ role = "quasi-identifier"
        ╰────
      help: add `type = "text"` to `[attributes.age]`, or another type
    "#);
    assert_snapshot!(shown(&private_file(&DRAW.replace(", job = [\"baker\", \"clerk\", \"nurse\", \"smith\"]", ""))), @r#"
    exit 2
    bind::private

      × which values `job` can have is not stated, and the data may not say
        ╭─[policy.toml:24:10]
     23 │ [[mask]]
     24 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── draws it
     25 │ kind = "private"
        ╰────
      help: add it to `domains`: `job = ["a", "b"]` or `job = { lower = 0, upper = 100, bins
            = 10 }`; a hierarchy file, `groups` or `intervals` with `lower` and `upper`
            state it, too
    "#);
    assert_snapshot!(shown(&private_file(&format!("{SWAP}\n\n{DRAW}").replace("joined", "age"))), @r#"
    exit 2
    policy::contradiction

      × `swap` cannot come before this
        ╭─[policy.toml:24:10]
     23 │ [[mask]]
     24 │ method = "swap"
        ·          ───┬──
        ·             ╰── looks at the records first
     25 │ attributes = ["age"]
        ╰────
      help: the proof of `synthesize` begins with the records as they are: put other steps
            after it
    "#);
    let by_person = "[[mask]]\nmethod = \"swap\"\nattributes = [\"age\"]\nstrata = [\"person\"]\n";
    let looks = private_file(&format!("{DRAW}\n\n{by_person}"));
    assert_snapshot!(shown(&looks), @r#"
    exit 2
    bind::private

      × `person` is not made private
        ╭─[policy.toml:32:11]
     31 │ attributes = ["age"]
     32 │ strata = ["person"]
        ·           ────┬───
        ·               ╰── true values
     33 │
        ╰────
      help: steps may look at what is released, and at nothing else
    "#);
    assert_snapshot!(case.run(&["anonymize", "policy.toml", "--seed", "1"]).shown(), @r"
    exit 2
    usage

      × `--seed` is refused where differential privacy is required
      help: leave it out: who knows the seed knows what was drawn
    ");
}

/// Nothing of the input is in the report, no value that the policy does not
/// state is in the file, and the guarantee is by construction.
#[test]
fn private_files_tell_nothing_of_the_input() {
    let insensitive = groups_of_age("algorithm = \"insensitive\"\nlower = 0\nupper = 120");
    let means = private_file(&format!("{insensitive}{MEANS}")).policy(
        "[attributes.job]\nrole = \"insensitive\"",
        "[attributes.job]\nrole = \"identifier\"",
    );
    for case in [private_file(DRAW), means] {
        let case = case.file("people.csv", people() + "7,x,y,z,w\n");
        let run = ["anonymize", "policy.toml", "--report", "r.json", "--report", "r.html"];
        let said = case.run(&run).well().stderr;
        let held = "differential-privacy holds by construction: epsilon ";
        assert!(said.contains(held) && said.contains(" spent, delta 0, neighbours "), "{said}");
        let report = report(&case);
        assert_eq!(report["input"]["rows"], Value::Null, "{report}");
        assert_eq!(report["input"]["sha256"], Value::Null);
        assert_eq!(report["seconds"], Value::Null);
        let guarantee = &report["guarantees"][0];
        assert_eq!(guarantee["model"], "differential-privacy");
        assert_eq!(guarantee["shown"], "by construction");
        assert_eq!(guarantee["attained"], guarantee["required"], "all of it is spent, and no more");
        let told = |name: &str| guarantee["parameters"][name].clone();
        assert_eq!(told("delta"), 0.0);
        let is_means = told("neighbours") == "change-one";
        assert!(is_means || told("neighbours") == "add-remove");
        let sensitivity = if is_means {
            "12 of age"
        } else {
            "2 of the tables of attributes, 1 of the score of a pair, 1 of the tables of pairs"
        };
        assert_eq!(told("sensitivity"), sensitivity);
        assert!(told("not-protected").as_str().unwrap().contains("several records"));
        let after = columns(&case.read("out.csv"));
        if let Some(jobs) = after.get("job") {
            let known = ["baker", "clerk", "nurse", "smith", ""];
            assert!(jobs.iter().all(|job| known.contains(&job.as_str())), "no pilot: not stated");
            let ages = after["age"].iter().filter(|age| !age.is_empty());
            assert!(
                ages.map(|age| age.parse::<f64>().unwrap()).all(|age| (10.0..=80.0).contains(&age))
            );
            // About as many records as there are, with noise.
            assert!((200..400).contains(&jobs.len()), "{}", jobs.len());
        }
    }
}

/// Where `domains` does not name an attribute, its hierarchy says which values there can be: those
/// of the data that it does not name never come out, and those that it names may.
#[test]
fn hierarchies_state_private_domains() {
    let draw = "[[mask]]\nmethod = \"synthesize\"\nkind = \"private\"\nepsilon = 20\nsize = 4000";
    let file = "hierarchy = \"jobs.csv\"";
    let groups = "hierarchy = { groups = { care = [\"nurse\"], craft = [\"baker\", \"smith\"] } }";
    for jobs in [file, groups] {
        let case = private_file(draw)
            .policy(
                "role = \"quasi-identifier\"\ntype = \"integer\"",
                "role = \"quasi-identifier\"\ntype = \"integer\"\nhierarchy = { intervals = [10, 40], lower = 20, upper = 60 }",
            )
            .policy(
                "role = \"insensitive\"\ntype = \"text\"",
                &format!("role = \"quasi-identifier\"\ntype = \"text\"\n{jobs}"),
            )
            .file("jobs.csv", "nurse;care\nbaker;craft\nsmith;craft\n");
        case.run(&["anonymize", "policy.toml"]).well();
        let after = columns(&case.read("out.csv"));
        let count = |job: &str| after["job"].iter().filter(|one| *one == job).count();
        // Clerks and pilots, half of the people, are not named: they count as missing.
        assert_eq!(count("clerk") + count("pilot"), 0);
        assert_eq!(count("baker") + count("nurse") + count("smith") + count(""), 4000);
        // A fourth each; noise of scale 12/20 on a table of 300 records, and a sample of 4,000,
        // whose standard error is 27.
        assert!((700..1300).contains(&count("baker")), "{}", count("baker"));
        assert!((1600..2400).contains(&count("")), "{}", count(""));
        // Nobody's age is missing, but noise may give that value some records, as it may any other.
        let known = after["age"].iter().filter(|age| !age.is_empty());
        assert!(known.clone().count() > 3600, "{}", known.count());
        let ages = known.map(|age| age.parse::<f64>().unwrap());
        let (mut ends, mut whole) = (0, 0);
        for age in ages {
            assert!((20.0..=60.0).contains(&age) && age.fract() == 0.0, "{age}");
            whole += 1;
            ends += u32::from(age >= 50.0);
        }
        // Ages are even from 18 to 67, and who is older than 60 counts as 60: 18 of 50 are 50 or
        // more, and would be 10 of 40 if they were left out. Four standard errors of 4,000 draws,
        // and the people's own.
        let share = f64::from(ends) / f64::from(whole);
        assert!((share - 0.36).abs() < 0.08, "{share}");
    }
}

/// Noise on two attributes, in a policy that settles how they are read.
fn two_noises() -> String {
    let noise = |attribute: &str, epsilon: &str, upper: u32| {
        format!(
            "[[mask]]\nmethod = \"noise\"\nkind = \"private\"\nattributes = [\"{attribute}\"]\n\
             epsilon = {epsilon}\nlower = 0\nupper = {upper}\n\n"
        )
    };
    noise("age", "0.1", 120) + &noise("income", "0.2", 9000)
}

fn noisy(steps: &str) -> Case {
    let income = "[attributes.income]\nrole = \"insensitive\"\ntype = \"decimal\"\n\n[release]";
    private_file(steps)
        .policy("[release]", income)
        .policy("unlisted = \"drop\"", "unlisted = \"drop\"\ndecimal = \".\"")
}

/// What a record loses is the sum of all steps, read off one accountant, and everybody is told; what would
/// help somebody who knows all values but one is not.
#[test]
fn losses_of_private_steps_add_up_and_are_told() {
    for audience in ["internal", "public"] {
        let case = noisy(&two_noises());
        let run = ["anonymize", "policy.toml", "--report", "r.json", "--audience", audience];
        let said = case.run(&run).well().stderr;
        let told =
            "differential-privacy of age, income holds by construction: epsilon 0.3 of 0.3 spent";
        assert!(said.contains(told), "{said}");
        let report = report(&case);
        let guarantee = &report["guarantees"][0];
        assert_eq!(guarantee["attribute"], "age, income");
        let parameter = |name: &str| &guarantee["parameters"][name];
        assert_eq!((parameter("epsilon"), parameter("spent")), (&0.3.into(), &0.3.into()));
        assert_eq!(parameter("neighbours"), "change-one");
        assert_eq!(parameter("sensitivity"), "120 of age, 9000 of income");
        assert_eq!(
            parameter("charges"),
            "age by laplace: epsilon 0.1; income by laplace: epsilon 0.2"
        );
        let not_protected = parameter("not-protected").as_str().unwrap();
        assert!(not_protected.contains("attributes without this noise"), "{not_protected}");
        assert!(report["input"]["sha256"].is_null() && report["seconds"].is_null());
        if audience == "internal" {
            // All cells count as changed: which noise was nothing is nobody's business.
            assert_eq!(report["steps"][0]["cells_changed"], 300);
        }
    }
}

/// Cells are read alone: one that is no number is missing, and changes nothing for the others, and what
/// would be guessed from all of them must be said.
#[test]
fn no_record_decides_how_others_are_read() {
    let odd = people().replacen("0,", "odd,", 1) + "301,twelve,clerk,much,2020-01-01\n";
    let case = noisy(&two_noises()).file("people.csv", odd);
    case.run(&["anonymize", "policy.toml"]).well();
    let after = columns(&case.read("out.csv"));
    for name in ["age", "income"] {
        let missing = after[name].iter().filter(|cell| cell.is_empty()).count();
        assert_eq!(missing, 1, "{name}");
    }
    for (from, to, told) in [
        ("type = \"integer\"", "type = \"date\"", "the way to write a date of `age`"),
        ("type = \"integer\"\n", "", "what the values of `age` are would be guessed"),
        ("decimal = \".\"\n", "", "the decimal mark of `income`"),
        ("delimiter = \",\"\n", "", "how the file is written would be found out"),
        (
            "type = \"integer\"",
            "type = \"ordinal\"\norder = [\"a\", \"b\"]",
            "noise is for numbers and dates",
        ),
        ("unlisted", "person = \"person\"\nunlisted", "records, not persons"),
    ] {
        let case = noisy(&two_noises()).policy(from, to);
        let shown = case.run(&["anonymize", "policy.toml"]).shown();
        assert!(shown.starts_with("exit 2") && shown.contains(told), "{to}: {shown}");
        assert!(!case.path("out.csv").exists());
    }
}

/// Whether somebody has a value that the order lacks is told by no error: it counts as missing.
#[test]
fn values_outside_an_order_are_no_error_where_files_are_private() {
    let draw = DRAW.replace(", \"nurse\", \"smith\"", "").replace("epsilon = 2", "epsilon = 9");
    let case = private_file(&draw)
        .policy("type = \"text\"", "type = \"ordinal\"\norder = [\"baker\", \"clerk\"]");
    case.run(&["anonymize", "policy.toml"]).well();
    let jobs = &columns(&case.read("out.csv"))["job"];
    assert!(jobs.iter().all(|job| ["baker", "clerk", ""].contains(&job.as_str())));
    let missing = jobs.iter().filter(|job| job.is_empty()).count();
    assert!((90..210).contains(&missing), "nurses and pilots, half of all: {missing}");
}

/// With an epsilon of next to nothing the number of records would be noise: millions, or no memory.
#[test]
fn a_private_file_of_noise_alone_needs_a_size() {
    let draw = DRAW.replace("epsilon = 2", "epsilon = 0.000000000000001");
    let shown = private_file(&draw).run(&["anonymize", "policy.toml"]).shown();
    assert!(shown.starts_with("exit 2") && shown.contains("`size`"), "{shown}");
    let case = private_file(&(draw + "\nsize = 20"));
    case.run(&["anonymize", "policy.toml"]).well();
    assert_eq!(columns(&case.read("out.csv"))["job"].len(), 20);
}
