//! `[release]` and `[output]`.

use crate::common::shown;
use crate::errors::section;
use insta::assert_snapshot;

#[test]
fn suppression_beyond_all() {
    let policy = section("[release]\nsuppression = 2");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `suppression` is 2, but must be at most 1
        ╭─[policy.toml:11:15]
     10 │ [release]
     11 │ suppression = 2
        ·               ┬
        ·               ╰── must be at most 1
        ╰────
      help: it is a share of the records: 0.02 allows two in a hundred
    "#);
}

#[test]
fn suppression_of_nothing() {
    let policy = section("[release]\nsuppress = \"none\"\nsuppression = 0.05");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `suppress = "none"` forbids what `suppression = 0.05` allows
        ╭─[policy.toml:12:15]
     11 │ suppress = "none"
     12 │ suppression = 0.05
        ·               ──┬─
        ·                 ╰── but nothing may be suppressed
        ╰────
      help: write `suppression = 0.0`, or `suppress = "record"`
    "#);
}

#[test]
fn a_share_of_records_where_cells_go() {
    let policy =
        section("[release]\ngeneralize = \"none\"\nsuppress = \"cell\"\nsuppression = 0.05");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `suppress = "cell"` forbids what `suppression = 0.05` allows
        ╭─[policy.toml:13:15]
     12 │ suppress = "cell"
     13 │ suppression = 0.05
        ·               ──┬─
        ·                 ╰── but no record may be suppressed
        ╰────
      help: write `suppression = 0.0`, or `suppress = "record"`
    "#);
}

/// What is not said follows from what is.
#[test]
fn what_local_methods_assume() {
    use ridotto_policy::language::{Generalize, Suppress};
    for (said, algorithm, generalize, suppress) in [
        ("", "optimal", Generalize::Attribute, Suppress::Record),
        ("algorithm = \"mondrian\"", "mondrian", Generalize::Cell, Suppress::Record),
        ("generalize = \"cell\"", "local-recoding", Generalize::Cell, Suppress::Record),
        (
            "algorithm = \"local-suppression\"",
            "local-suppression",
            Generalize::None,
            Suppress::Cell,
        ),
        (
            "generalize = \"none\"\nsuppress = \"cell\"",
            "local-suppression",
            Generalize::None,
            Suppress::Cell,
        ),
        ("generalize = \"none\"", "optimal", Generalize::None, Suppress::Record),
    ] {
        let policy = crate::common::parse(&section(&format!("[release]\n{said}"))).unwrap();
        let release = &policy.release;
        let found = (release.algorithm.name(), *release.generalize, *release.suppress);
        assert_eq!(found, (algorithm, generalize, suppress), "{said}");
    }
}

#[test]
fn output_over_input() {
    let policy =
        section("[data]\ninput = \"a.csv\"\n[output]\nfile = \"a.csv\"\nreport = \"a.pdf\"");
    assert_snapshot!(shown(&policy), @r#"
      × 2 problems in policy.toml

    Error: policy::contradiction

      × `a.csv` is also the input
        ╭─[policy.toml:13:8]
     12 │ [output]
     13 │ file = "a.csv"
        ·        ───┬───
        ·           ╰── would be written over the input
     14 │ report = "a.pdf"
        ╰────
      help: choose another name

    Error: policy::file-format

      × the ending of `a.pdf` says no format
        ╭─[policy.toml:14:10]
     13 │ file = "a.csv"
     14 │ report = "a.pdf"
        ·          ───┬───
        ·             ╰── unknown ending
        ╰────
      help: it must end in one of `.html`, `.json`
    "#);
}
