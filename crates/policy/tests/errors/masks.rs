//! `[[mask]]`.

use crate::common::shown;
use crate::errors::section;
use insta::assert_snapshot;

fn step(lines: &str) -> String {
    section(&format!("[[mask]]\n{lines}"))
}

#[test]
fn steps_that_are_right() {
    for lines in [
        "method = \"recode\"\nattributes = [\"job\"]\nmap = { a = \"b\" }\nothers = \"c\"",
        "method = \"top-code\"\nattributes = [\"age\"]\nat-least = 90",
        "method = \"bottom-code\"\nattributes = [\"age\"]\nat-most = -1.5\nlabel = \"low\"",
        "method = \"top-code\"\nattributes = [\"d\"]\nat-least = \"2020-01-01\"\nlabel = \"new\"",
        "method = \"round\"\nattributes = [\"age\"]\nto = 0.25",
        "method = \"sample\"\nshare = 0.02\nstrata = [\"age\"]",
        "method = \"sample\"\nsize = 5\ncluster = \"home\"",
        "method = \"delete\"\nattributes = [\"job\"]",
        "method = \"noise\"\nattributes = [\"age\"]",
        "method = \"noise\"\nkind = \"private\"\nattributes = [\"age\"]\nepsilon = 1\nlower = 0\nupper = 9",
        "method = \"swap\"\nattributes = [\"age\"]\nrange = 0.1\nextremes = \"keep\"",
        "method = \"swap\"\nkind = \"cross-set\"\nattributes = [\"age\"]\nwith = \"b.csv\"",
        "method = \"shuffle\"\nattributes = [\"age\"]\nby = [\"job\"]",
        "method = \"pram\"\nattributes = [\"job\"]\nretain = 0.9\nnever = { a = [\"b\"] }",
        "method = \"pram\"\nattributes = [\"job\"]\nmatrix = { a = { a = 1 } }\nstrata = [\"age\"]",
        "method = \"microaggregate\"\nattributes = [\"age\"]\nk = 3\nalgorithm = \"best\"",
        "method = \"synthesize\"",
        "method = \"synthesize\"\nkind = \"partial\"\nattributes = [\"age\"]\nmodel = \"parametric\"",
    ] {
        assert_eq!(shown(&step(lines)), "no problems", "{lines}");
    }
}

#[test]
fn nothing_to_change() {
    assert_snapshot!(shown(&step("method = \"round\"\nto = 5")), @r#"
    policy::missing-key

      × `[[mask]]` has no `attributes`
        ╭─[policy.toml:10:1]
      9 │
     10 │ [[mask]]
        · ────┬───
        ·     ╰── no `attributes` here
     11 │ method = "round"
        ╰────
      help: add `attributes = ["income"]`: the attributes whose values are changed
    "#);
}

#[test]
fn no_attribute() {
    assert_snapshot!(shown(&step("method = \"delete\"\nattributes = []")), @r#"
    policy::out-of-range

      × `attributes` names nothing
        ╭─[policy.toml:12:1]
     11 │ method = "delete"
     12 │ attributes = []
        · ─────┬────
        ·      ╰── empty
        ╰────
      help: name at least one, or remove what it belongs to
    "#);
}

#[test]
fn an_attribute_twice() {
    assert_snapshot!(shown(&step("method = \"delete\"\nattributes = [\"job\", \"job\"]")), @r#"
    policy::duplicate

      × `attributes` names `job` twice
        ╭─[policy.toml:12:22]
     11 │ method = "delete"
     12 │ attributes = ["job", "job"]
        ·                      ──┬──
        ·                        ╰── again here
        ╰────
      help: remove one of the two
    "#);
}

#[test]
fn a_parameter_of_another_method() {
    let policy = step("method = \"round\"\nattributes = [\"age\"]\nto = 5\nmap = { a = \"b\" }");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `[[mask]]` has no key `map`
        ╭─[policy.toml:14:1]
     13 │ to = 5
     14 │ map = { a = "b" }
        · ─┬─
        ·  ╰── unknown key
        ╰────
      help: `map` is a parameter of `recode`
    "#);
}

#[test]
fn rounding_to_nothing() {
    assert_snapshot!(shown(&step("method = \"round\"\nattributes = [\"age\"]\nto = 0")), @r#"
    policy::out-of-range

      × `to` is 0, but must be more than 0
        ╭─[policy.toml:13:6]
     12 │ attributes = ["age"]
     13 │ to = 0
        ·      ┬
        ·      ╰── must be more than 0
        ╰────
      help: it must be more than 0
    "#);
}

#[test]
fn a_map_of_numbers() {
    let policy = step("method = \"recode\"\nattributes = [\"job\"]\nmap = { a = 1 }");
    assert_snapshot!(shown(&policy), @r#"
    policy::wrong-type

      × `map` takes texts for values, not a whole number
        ╭─[policy.toml:13:13]
     12 │ attributes = ["job"]
     13 │ map = { a = 1 }
        ·             ┬
        ·             ╰── this is a whole number
        ╰────
      help: for example `map = { widowed = "widowed or divorced", divorced =
            "widowed or divorced" }`
    "#);
}

#[test]
fn a_map_with_a_dot() {
    let policy = step("method = \"recode\"\nattributes = [\"job\"]\nmap = { 12.5 = \"few\" }");
    assert_snapshot!(shown(&policy), @r#"
    policy::wrong-type

      × `map` takes texts for values, not a table
        ╭─[policy.toml:13:9]
     12 │ attributes = ["job"]
     13 │ map = { 12.5 = "few" }
        ·         ─┬
        ·          ╰── this is a table
        ╰────
      help: a value with a dot goes in quotes: `"12.5" = "10 to 20"`
    "#);
}

#[test]
fn an_empty_map() {
    let policy = step("method = \"recode\"\nattributes = [\"job\"]\nmap = {}");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `map` maps nothing
        ╭─[policy.toml:13:7]
     12 │ attributes = ["job"]
     13 │ map = {}
        ·       ─┬
        ·        ╰── no values in here
        ╰────
      help: for example `map = { widowed = "widowed or divorced", divorced =
            "widowed or divorced" }`
    "#);
}

#[test]
fn a_threshold_of_the_wrong_type() {
    let policy = step("method = \"top-code\"\nattributes = [\"age\"]\nat-least = [90]");
    assert_snapshot!(shown(&policy), @r#"
    policy::wrong-type

      × `at-least` takes a number, or a text in quotes, not a list
        ╭─[policy.toml:13:12]
     12 │ attributes = ["age"]
     13 │ at-least = [90]
        ·            ──┬─
        ·              ╰── this is a list
        ╰────
      help: for example `at-least = 90`
    "#);
}

#[test]
fn a_threshold_without_a_label() {
    let policy = step("method = \"top-code\"\nattributes = [\"day\"]\nat-least = \"2020-01-01\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::missing-key

      × texts and dates need a `label`
        ╭─[policy.toml:13:12]
     12 │ attributes = ["day"]
     13 │ at-least = "2020-01-01"
        ·            ──────┬─────
        ·                  ╰── what are these joined to?
        ╰────
      help: add `label = "…"`: only numbers have a notation of their own
    "#);
}

#[test]
fn a_threshold_beside_the_order() {
    let policy = step(
        "method = \"bottom-code\"\nattributes = [\"degree\"]\nat-most = \"thrid\"\n\
         order = [\"first\", \"second\", \"third\"]\nlabel = \"low\"",
    );
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `thrid` is not in `order`
        ╭─[policy.toml:13:11]
     12 │ attributes = ["degree"]
     13 │ at-most = "thrid"
        ·           ───┬───
        ·              ╰── not among the values of `order`
     14 │ order = ["first", "second", "third"]
        ╰────
      help: write one of the values of `order`, letter by letter
    "#);
}

#[test]
fn an_order_of_numbers() {
    let policy = step("method = \"top-code\"\nattributes = [\"a\"]\nat-least = 3\norder = [\"3\"]");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × numbers have an order of their own
        ╭─[policy.toml:14:1]
     13 │ at-least = 3
     14 │ order = ["3"]
        · ──┬──
        ·   ╰── not used
        ╰────
      help: remove `order`, or write the value in quotes as it stands in `order`
    "#);
}

#[test]
fn a_sample_of_no_size() {
    assert_snapshot!(shown(&step("method = \"sample\"")), @r#"
    policy::missing-key

      × nothing says how large the sample is
        ╭─[policy.toml:11:10]
     10 │ [[mask]]
     11 │ method = "sample"
        ·          ────┬───
        ·              ╰── no `share` and no `size` here
        ╰────
      help: add `share = 0.05`, or `size = 1000`
    "#);
}

#[test]
fn a_sample_of_two_sizes() {
    assert_snapshot!(shown(&step("method = \"sample\"\nshare = 0.1\nsize = 10")), @r"
    policy::contradiction

      × the size of the sample is given twice
        ╭─[policy.toml:13:1]
     12 │ share = 0.1
     13 │ size = 10
        · ──┬─
        ·   ╰── the second time
        ╰────
      help: keep `share` or `size`
    ");
}

#[test]
fn a_sample_of_more_than_all() {
    assert_snapshot!(shown(&step("method = \"sample\"\nshare = 1.5")), @r#"
    policy::out-of-range

      × `share` is 1.5, but must be at most 1
        ╭─[policy.toml:12:9]
     11 │ method = "sample"
     12 │ share = 1.5
        ·         ─┬─
        ·          ╰── must be at most 1
        ╰────
      help: it is a share, more than 0 and at most 1
    "#);
}

#[test]
fn strata_of_clusters() {
    let policy = step("method = \"sample\"\nsize = 9\nstrata = [\"age\"]\ncluster = \"home\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `strata` and `cluster` exclude one another
        ╭─[policy.toml:14:11]
     13 │ strata = ["age"]
     14 │ cluster = "home"
        ·           ───┬──
        ·              ╰── the second of them
        ╰────
      help: a cluster may lie in several strata: keep one of the two
    "#);
}

#[test]
fn a_step_after_deletion() {
    let policy = step(
        "method = \"delete\"\nattributes = [\"job\"]\n\n[[mask]]\nmethod = \"sample\"\nsize = 9\n\
         strata = [\"job\"]",
    );
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × an earlier step has deleted `job`
        ╭─[policy.toml:17:11]
     16 │ size = 9
     17 │ strata = ["job"]
        ·           ──┬──
        ·             ╰── no longer there
        ╰────
      help: steps run in the order written: put `delete` after this one
    "#);
}

#[test]
fn no_steps() {
    let policy = format!("mask = []\n{}", crate::errors::MINIMAL);
    assert_snapshot!(shown(&policy), @r"
    policy::out-of-range

      × `mask` has no step
       ╭─[policy.toml:1:1]
     1 │ mask = []
       · ──┬─
       ·   ╰── empty
     2 │ version = 1
       ╰────
      help: write a table `[[mask]]` for each step, or remove the key
    ");
}

#[test]
fn the_last_quasi_identifier_deleted() {
    assert_snapshot!(shown(&step("method = \"delete\"\nattributes = [\"age\"]")), @r#"
    policy::no-quasi-identifier

      × `k-anonymity` needs a quasi-identifier, and there is none
       ╭─[policy.toml:7:9]
     6 │ [[require]]
     7 │ model = "k-anonymity"
       ·         ──────┬──────
       ·               ╰── speaks of quasi-identifiers
     8 │ k = 5
       ╰────
      help: give `role = "quasi-identifier"` to the attributes that an intruder
            may know from elsewhere, such as age, sex and place
    "#);
}

/// A step that is wrong in itself.
fn first_line(lines: &str) -> String {
    let shown = shown(&step(lines));
    shown
        .lines()
        .take_while(|line| !line.contains("policy.toml"))
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn perturbations_that_are_wrong() {
    let noise = "method = \"noise\"\nattributes = [\"age\"]\n";
    let swap = "method = \"swap\"\nattributes = [\"age\"]\n";
    let pram = "method = \"pram\"\nattributes = [\"job\"]\n";
    let all: Vec<String> = [
        format!("{noise}kind = \"private\"\nlower = 0\nupper = 1"),
        format!("{noise}epsilon = 1"),
        format!("{noise}alpha = 0"),
        format!("{noise}lower = 1"),
        format!("{noise}kind = \"restricted\"\nlower = 2\nupper = 1"),
        format!("{noise}kind = \"loud\""),
        format!("{swap}share = 0.1"),
        format!("{swap}kind = \"cross-set\""),
        format!("{swap}range = 1.5"),
        pram.to_owned(),
        format!("{pram}retain = 0.5\nmatrix = {{ a = {{ a = 1 }} }}"),
        format!("{pram}matrix = {{ a = 1 }}"),
        format!("{pram}matrix = {{ a = {{ a = 1.5 }} }}"),
        format!("{pram}matrix = {{}}"),
        format!("{pram}matrix = {{ a = {{ a = 1 }} }}\nnever = {{ a = [\"b\"] }}"),
        format!("{pram}retain = 0.5\nnever = {{ a = \"b\" }}"),
        "method = \"microaggregate\"\nattributes = [\"age\"]".into(),
        "method = \"microaggregate\"\nattributes = [\"age\"]\nk = 1".into(),
        "method = \"synthesize\"\nkind = \"partial\"".into(),
        "method = \"synthesize\"\nkind = \"private\"".into(),
        "method = \"synthesize\"\nkind = \"hybrid\"\ncopies = 5".into(),
        "method = \"synthesize\"\nkind = \"private\"\nepsilon = 1\ncopies = 5".into(),
        "method = \"synthesize\"\nframe = \"a.csv\"".into(),
        "method = \"synthesize\"\nrecords = \"at-risk\"".into(),
        "method = \"synthesize\"\nweight = 0.5".into(),
        "method = \"synthesize\"\nkind = \"hybrid\"\nweight = 1".into(),
        format!("{noise}publish = \"t.json\""),
        "method = \"microaggregate\"\nattributes = [\"age\"]\nk = 3\nmixability = 0.5".into(),
        "method = \"microaggregate\"\nattributes = [\"age\"]\nk = 3\nalgorithm = \"insensitive\"\nlower = 0\nupper = 9\nscaling = \"plain\"".into(),
        "method = \"synthesize\"\nkind = \"hybrid\"\nsize = 5".into(),
    ]
    .iter()
    .map(|lines| first_line(lines))
    .collect();
    assert_snapshot!(all.join("\n"), @r"
    policy::missing-key  × private noise needs `epsilon`
    policy::contradiction  × `epsilon` is not used here
    policy::out-of-range  × `alpha` is 0, but must be more than 0
    policy::contradiction  × `lower` is not used here
    policy::contradiction  × `lower` is not below `upper`
    policy::unknown-value  × `loud` is not a known `kind`
    policy::contradiction  × `share` is not used here
    policy::missing-key  × swapping across two files needs the other
    policy::out-of-range  × `range` is 1.5, but must be at most 1
    policy::missing-key  × nothing says how likely values change
    policy::contradiction  × the probabilities are given twice
    policy::wrong-type  × `matrix` takes a table from values to tables of probabilities, not a whole │ number
    policy::out-of-range  × `matrix` is 1.5, but must be at most 1
    policy::out-of-range  × `matrix` is empty
    policy::contradiction  × a matrix says itself what a value never becomes
    policy::wrong-type  × `never` takes a table from values to lists of values, not a text
    policy::missing-key  × `[[mask]]` has no `k`
    policy::out-of-range  × `k` is 1, but must be at least 2
    policy::missing-key  × partial synthesis needs `attributes`
    policy::missing-key  × private synthesis needs `epsilon`
    policy::contradiction  × `copies` is not used here
    policy::contradiction  × `copies` is not used here
    policy::contradiction  × `frame` is not used here
    policy::contradiction  × `records` is not used here
    policy::contradiction  × `weight` is not used here
    policy::out-of-range  × `weight` is 1, which leaves every record as it is
    policy::contradiction  × `publish` is not used here
    policy::contradiction  × `mixability` is not used here
    policy::contradiction  × `scaling` is not used here
    policy::contradiction  × `size` is not used here
    ");
}

#[test]
fn private_noise_needs_bounds() {
    let noise =
        "method = \"noise\"\nkind = \"private\"\nattributes = [\"age\"]\nepsilon = 1\nupper = 9";
    assert_snapshot!(shown(&step(noise)), @r#"
    policy::missing-key

      × private noise needs `lower`
        ╭─[policy.toml:12:8]
     11 │ method = "noise"
     12 │ kind = "private"
        ·        ────┬────
        ·            ╰── asked for here
     13 │ attributes = ["age"]
        ╰────
      help: say between which bounds values lie, without looking at the data: they
            decide how much noise is needed
    "#);
}

/// Private noise on one attribute hides nothing that an earlier step has shown elsewhere: groups within
/// `strata` of the true values, a model of whole records, exchanges among those at risk.
#[test]
fn what_looks_at_true_values_cannot_come_before_private_noise() {
    let noise = "method = \"noise\"\nkind = \"private\"\nattributes = [\"age\"]\nepsilon = 1\nlower = 0\nupper = 9";
    let other = noise.replace("age", "job");
    let within = shown(&step(&format!("{other}\nstrata = [\"age\"]")));
    assert!(within.contains("`strata` is not used here"), "each value has its own noise: {within}");
    for first in [
        "method = \"microaggregate\"\nattributes = [\"job\"]\nstrata = [\"age\"]\nk = 2",
        "method = \"microaggregate\"\nattributes = [\"job\"]\nk = 2\ndiverse = { attribute = \"age\", l = 2 }",
        "method = \"microaggregate\"\nattributes = [\"job\"]\nk = 2",
        "method = \"synthesize\"\nkind = \"partial\"\nattributes = [\"job\"]",
        "method = \"synthesize\"\nkind = \"hybrid\"\nattributes = [\"job\"]",
        "method = \"sample\"\nshare = 0.5\nstrata = [\"age\"]",
        "method = \"sample\"\nshare = 0.5\ncluster = \"age\"",
        "method = \"swap\"\nattributes = [\"job\"]\nkind = \"pairs\"\nalike = [\"age\"]",
        "method = \"swap\"\nattributes = [\"job\"]\nkind = \"targeted\"",
        "method = \"shuffle\"\nattributes = [\"job\"]\nby = [\"age\"]",
        "method = \"pram\"\nattributes = [\"job\"]\nretain = 0.9\nstrata = [\"age\"]",
    ] {
        let told = shown(&step(&format!("{first}\n\n[[mask]]\n{noise}")));
        assert!(told.contains("before private noise"), "{first}: {told}");
        let after = shown(&step(&format!("{noise}\n\n[[mask]]\n{first}")));
        assert_eq!(after, "no problems", "{first}");
    }
    for first in [
        "method = \"round\"\nattributes = [\"job\"]\nto = 5",
        "method = \"sample\"\nshare = 0.5\nstrata = [\"job\"]",
        "method = \"delete\"\nattributes = [\"job\"]",
        &other,
    ] {
        let told = shown(&step(&format!("{first}\n\n[[mask]]\n{noise}")));
        assert_eq!(told, "no problems", "{first}");
    }
}
