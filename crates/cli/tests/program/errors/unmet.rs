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
