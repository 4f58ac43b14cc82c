//! What cannot be met: exit 1, what came nearest, and what would help.

use super::ANONYMIZE;
use crate::case::Case;
use insta::assert_snapshot;

#[test]
fn k_larger_than_the_data() {
    let case = Case::people().policy("k = 3", "k = 13");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: the data have 12 records, so no class can have 13 of them.
            The largest k that holds is 12.
    ");
}

#[test]
fn k_larger_than_the_data_and_all_may_go() {
    let case = Case::people().policy("k = 3", "k = 13").policy("0.1", "1.0");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: the data have 12 records, so no class can have 13 of them.
            The largest k that holds is 12.
    ");
}

#[test]
fn one_row() {
    let case = Case::people()
        .file("people.csv", "name,age,town,illness\nZyxqueena,31,Zyxqueena-Alba,Zyxqueena\n");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: the data have 1 record, so no class can have 3 of them.
    ");
}

#[test]
fn no_solution_because_of_max_level() {
    let case = Case::people()
        .policy("[5, 10, 20] }", "[5, 10, 20] }\nmax-level = 1")
        .policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 0");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × no generalisation makes every requirement hold
      help: even with every attribute at its coarsest level, 3 of 12 records are in classes
            smaller than 3, and 1 may be suppressed.
            Allow `suppression = 0.25` or more, or ask for `k = 2` or less, or raise the
            `max-level` of `age`, `town`.
    ");
}

/// Four records of which no class but `a` is mixed: `a1`, `a2`, `b1`, `b1`. All have the same `p`.
fn mixed(release: &str) -> Case {
    let policy = format!(
        "version = 1\n[data]\ninput = \"q.csv\"\n[attributes.q]\nrole = \"quasi-identifier\"\n\
         [attributes.p]\nrole = \"quasi-identifier\"\n[attributes.s]\nrole = \"sensitive\"\n[[require]]\nmodel = \"alpha-k\"\nalpha = 0.6\n\
         k = 2\n[release]\nsuppression = 0.5\n{release}\n[output]\nfile = \"out.csv\"\n"
    );
    Case::empty().file("q.csv", "p,q,s\nx,a,1\nx,a,2\nx,b,1\nx,b,1\n").file("policy.toml", policy)
}

/// The coarsest generalisation fails and a finer one holds: an algorithm that does not get there
/// says that it found none, and not that there is none.
#[test]
fn a_search_that_looks_at_some_says_so() {
    mixed("algorithm = \"optimal\"").run(ANONYMIZE).well();
    assert_snapshot!(mixed("algorithm = \"top-down\"").refused(1, ANONYMIZE), @r#"
    exit 1
    release::unmet

      × `top-down` found no generalisation that makes every requirement hold
      help: with every attribute at its coarsest level, 4 of 4 records are in classes that
            fail a requirement, and 2 may be suppressed.
            `top-down` does not look at every generalisation: `algorithm = "optimal"` does.
    "#);
    assert_snapshot!(mixed("algorithm = \"mu-argus\"").refused(1, ANONYMIZE), @r#"
    exit 1
    release::unmet

      × `mu-argus` found no generalisation that makes every requirement hold
      help: with every attribute at its coarsest level, 4 of 4 records are in classes that
            fail a requirement, and 2 may be suppressed.
            `mu-argus` does not look at every generalisation: `algorithm = "optimal"` does.
    "#);
    let mondrian = mixed("algorithm = \"mondrian\"").run(ANONYMIZE);
    assert!(!mondrian.stderr.contains("no generalisation makes"), "{mondrian:?}");
}

#[test]
fn nothing_is_generalised() {
    let case =
        Case::people().policy("suppression = 0.1", "suppression = 0.1\ngeneralize = \"none\"");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r#"
    exit 1
    release::unmet

      × nothing may be generalised, and the values as they stand do not make every
      │ requirement hold
      help: as they stand, 12 of 12 records are in classes smaller than 3, and 1 may be
            suppressed.
            Let values be generalised: `generalize = "attribute"`.
    "#);
    let case = Case::people()
        .policy("k = 3", "k = 13")
        .policy("suppression = 0.1", "generalize = \"none\"\nsuppress = \"attribute\"");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r"
    exit 1
    release::unmet

      × suppression alone does not make every requirement hold
      help: the data have 12 records, so no class can have 13 of them.
            The largest k that holds is 12.
    ");
    let case = Case::people()
        .policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 1")
        .policy("suppression = 0.1", "suppression = 0.1\nalgorithm = \"none\"");
    assert_snapshot!(case.refused(1, ANONYMIZE), @r#"
    exit 1
    release::unmet

      × nothing was searched for, and the values as they stand do not make every requirement
      │ hold
      help: as they stand, 12 of 12 records are in classes smaller than 3, and 1 may be
            suppressed.
            Let `algorithm = "optimal"` search for levels.
    "#);
}
