//! `hierarchy =`: builders and the nesting of their levels.

use crate::common::shown;
use crate::errors::{attribute, hierarchy};
use insta::assert_snapshot;

#[test]
fn widths_not_nested() {
    let policy = hierarchy("{ intervals = [5, 8, 20] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::not-nested

      × the width 8 is not a multiple of 5, the one before
        ╭─[policy.toml:12:31]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { intervals = [5, 8, 20] }
        ·                               ┬
        ·                               ╰── must be a multiple of 5
        ╰────
      help: wider intervals must consist of whole narrower ones: [5, 10, 20], not
            [5, 8]
    "#);
}

#[test]
fn width_of_zero() {
    let policy = hierarchy("{ intervals = [0, 5], lower = 3, upper = 9 }");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × an interval cannot be 0 wide
        ╭─[policy.toml:12:28]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { intervals = [0, 5], lower = 3, upper = 9 }
        ·                            ┬
        ·                            ╰── must be more than 0
        ╰────
      help: give the width at each level: `intervals = [5, 10, 20]`
    "#);
}

#[test]
fn nothing_between_lower_and_upper() {
    let policy = hierarchy("{ intervals = [5], lower = 9, upper = 3 }");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `lower` is 9 and not below `upper`, which is 3
        ╭─[policy.toml:12:40]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { intervals = [5], lower = 9, upper = 3 }
        ·                                        ┬
        ·                                        ╰── must be less than 3
        ╰────
      help: between them lie the intervals; outside, all values fall into one
    "#);
}

#[test]
fn cuts_not_nested() {
    let policy = hierarchy("{ cuts = [[18, 30, 65], [30, 50]] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::not-nested

      × the cut point 50 is not in the level before
        ╭─[policy.toml:12:42]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { cuts = [[18, 30, 65], [30, 50]] }
        ·                                          ─┬
        ·                                           ╰── new here
        ╰────
      help: a coarser level keeps some cut points of the finer one and adds none
    "#);
}

#[test]
fn cuts_not_ascending() {
    let policy = hierarchy("{ cuts = [18, 65, 30] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::not-nested

      × the cut point 30 comes after 65
        ╭─[policy.toml:12:31]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { cuts = [18, 65, 30] }
        ·                               ─┬
        ·                                ╰── must be more than 65
        ╰────
      help: cut points are written in ascending order, each once
    "#);
}

#[test]
fn weeks_do_not_nest() {
    let policy = hierarchy("{ dates = [\"week\", \"month\"] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::not-nested

      × `month` cannot follow `week`
        ╭─[policy.toml:12:32]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { dates = ["week", "month"] }
        ·                                ───┬───
        ·                                   ╰── weeks cross its borders
        ╰────
      help: a week can begin in one month or year and end in the next, so weeks do
            not nest: let `week` be the only unit, or leave it out
    "#);
}

#[test]
fn dates_backwards() {
    let policy = hierarchy("{ dates = [\"year\", \"month\"] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::not-nested

      × `month` is not coarser than `year`, the unit before
        ╭─[policy.toml:12:32]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { dates = ["year", "month"] }
        ·                                ───┬───
        ·                                   ╰── must be coarser than `year`
        ╰────
      help: the order is `month`, `quarter`, `year`, `decade`, `century`
    "#);
}

#[test]
fn prefixes_not_shorter() {
    let policy = hierarchy("{ addresses = [16, 24] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::not-nested

      × the prefix of 24 bits is not shorter than 16
        ╭─[policy.toml:12:32]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { addresses = [16, 24] }
        ·                                ─┬
        ·                                 ╰── must be less than 16
        ╰────
      help: each level keeps fewer bits: [24, 16, 8]
    "#);
}

#[test]
fn groups_overlap() {
    let policy = hierarchy("{ groups = { North = [\"SE\", \"NO\"], South = [\"IT\", \"SE\"] } }");
    assert_snapshot!(shown(&policy), @r#"
    policy::duplicate

      × the value `SE` appears twice in the tree
        ╭─[policy.toml:12:63]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { groups = { North = ["SE", "NO"], South = ["IT", "SE"] } }
        ·                                                               ──┬─
        ·                                                                 ╰── again here
        ╰────
      help: a value climbs on one way only: remove or rename one of the two
    "#);
}

#[test]
fn groups_empty() {
    let policy = hierarchy("{ groups = { North = [], South = 3 } }");
    assert_snapshot!(shown(&policy), @r#"
      × 2 problems in policy.toml

    Error: policy::out-of-range

      × a group without members
        ╭─[policy.toml:12:34]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { groups = { North = [], South = 3 } }
        ·                                  ─┬
        ·                                   ╰── no values in here
        ╰────
      help: for example `groups = { Europe = { North = ["SE", "NO"], South =
            ["IT"] }, Asia = ["JP"] }`

    Error: policy::wrong-type

      × `groups` takes groups, or lists of values, not a whole number
        ╭─[policy.toml:12:46]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { groups = { North = [], South = 3 } }
        ·                                              ┬
        ·                                              ╰── this is a whole number
        ╰────
      help: for example `groups = { Europe = { North = ["SE", "NO"], South =
            ["IT"] }, Asia = ["JP"] }`
    "#);
}

#[test]
fn builder_misspelled() {
    let policy = hierarchy("{ interval = [5, 10] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::builder

      × `interval` builds no hierarchy
        ╭─[policy.toml:12:15]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { interval = [5, 10] }
        ·               ────┬───
        ·                   ╰── not a builder
        ╰────
      help: did you mean `intervals`?
    "#);
}

#[test]
fn two_builders() {
    let policy = hierarchy("{ redact = \"right\", auto = true }");
    assert_snapshot!(shown(&policy), @r#"
    policy::builder

      × the hierarchy is built in 2 ways at once
        ╭─[policy.toml:12:13]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { redact = "right", auto = true }
        ·             ────────────────┬────────────────
        ·                             ╰── has `redact`, `auto`
        ╰────
      help: keep one of them
    "#);
}

#[test]
fn no_builder() {
    let policy = hierarchy("{ lower = 5 }");
    assert_snapshot!(shown(&policy), @r#"
    policy::builder

      × the hierarchy does not say what it is built from
        ╭─[policy.toml:12:13]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { lower = 5 }
        ·             ──────┬──────
        ·                   ╰── no builder in here
        ╰────
      help: name a file, or use one of `intervals`, `cuts`, `redact`, `digits`,
            `dates`, `groups`, `addresses`, `auto`, `suppress`
    "#);
}

#[test]
fn key_of_another_builder() {
    let policy = hierarchy("{ redact = \"right\", upper = 5 }");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `{ redact = … }` has no key `upper`
        ╭─[policy.toml:12:33]
     11 │ role = "quasi-identifier"
     12 │ hierarchy = { redact = "right", upper = 5 }
        ·                                 ──┬──
        ·                                   ╰── unknown key
        ╰────
      help: its keys are `redact`, `char`, `step`
    "#);
}

#[test]
fn hierarchy_of_the_wrong_type() {
    let policy =
        attribute("role = \"quasi-identifier\"\ntype = \"text\"\nhierarchy = { intervals = [5] }");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `intervals` needs numbers or values in an order, but the type is `text`
        ╭─[policy.toml:13:13]
     12 │ type = "text"
     13 │ hierarchy = { intervals = [5] }
        ·             ─────────┬─────────
        ·                      ╰── needs numbers or values in an order
        ╰────
      help: the type must be one of `integer`, `decimal`, `ordinal`; it is
            detected when absent
    "#);
}
