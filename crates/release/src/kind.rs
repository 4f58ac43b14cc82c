//! Some verbs look at records, and a policy of tables is about none.

use crate::Error;
use ridotto_policy::{Kind, Policy, Problem};

/// Refuses a policy of tables where records are looked at, and says who looks at tables.
pub fn expect_records(policy: Option<&Policy>) -> Result<(), Error> {
    let Some(policy) = policy.filter(|policy| *policy.kind == Kind::Table) else { return Ok(()) };
    let problem =
        Problem::error("bind::kind", "the policy is of tables, and records are looked at")
            .at(policy.kind.span, "of tables")
            .with_help("`audit_table` says what a table tells of the cells that it hides");
    Err(policy.error([problem]).into())
}
