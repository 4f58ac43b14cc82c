//! What a policy asks of a private table, and what it must settle.
//!
//! Whatever else would be found out from records stands in the policy, or the policy is refused: how the file
//! is written, which values there can be, how many records a person has. What looks at true counts, such as a
//! rule, has no place beside it.

use super::Promise;
use crate::plan::Plan;
use ridotto_catalogue::{Decimal, Given, Problem, Span};
use ridotto_noise::Exact;
use ridotto_policy::Policy;
use ridotto_policy::language::{Neighbours, Role, Zero};
use ridotto_release::private::{drawn, idle_terms, refused, written};
use ridotto_release::{Error, Opened};
use std::num::NonZeroU64;

/// What a policy asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What is promised.
    pub promise: Promise,
    /// As what a value counts that is not declared.
    pub other: Option<String>,
}

impl Asked {
    /// By the parameters of the method.
    pub fn of(given: &Given) -> Self {
        let neighbours: Neighbours = given.choice("neighbours");
        let records = given.whole_if_given("rows-per-person").and_then(NonZeroU64::new);
        Self {
            promise: Promise {
                epsilon: exact(given.number("epsilon")),
                delta: exact(given.number("delta")),
                neighbours: drawn(neighbours),
                records: records.unwrap_or(NonZeroU64::MIN),
            },
            other: given.text("other").map(|other| other.value.clone()),
        }
    }
}

/// A number that is not negative, without rounding.
fn exact(number: Decimal) -> Exact {
    Exact::decimal(number.digits().unsigned_abs(), number.places())
}

/// Refuses a policy that leaves something to the records, or brings true counts in.
pub fn refuse(plan: &Plan, inputs: &Opened) -> Result<(), Error> {
    let policy = &*plan.policy;
    if !plan.is_private() {
        let idle = idle_terms(policy);
        return idle.map_or(Ok(()), |problem| Err(policy.error([problem]).into()));
    }
    let input = inputs.first();
    let mut problems = Vec::new();
    problems.extend(written(policy, input.format, input.dialect.as_ref()));
    problems.extend(of_data(plan));
    problems.extend(persons(plan));
    problems.extend(of_tables(policy));
    problems.extend(of_truth(policy));
    problems.extend(types(plan));
    problems.extend(ledger(policy));
    if problems.is_empty() { Ok(()) } else { Err(policy.error(problems).into()) }
}

/// Records are counted, each once.
fn of_data(plan: &Plan) -> Vec<Problem> {
    let policy = &plan.policy;
    let mut problems = Vec::new();
    if plan.has_cells {
        problems.push(
            refused(
                "noise is for what one record changes, and the data are cells",
                policy.data.cells.span,
                "no records",
            )
            .with_help("make the table from records: how much one of them changes is known then"),
        );
    }
    let named = |role: Role| policy.with_role(role).next().map(|of| of.role.span);
    let weight = policy.data.weight.as_ref().map(|weight| weight.span);
    let others = [
        (named(Role::Weight).or(weight), "a weight says how much a record counts, without a bound"),
        (named(Role::Shadow), "a shadow is for rules, and none looks at true counts here"),
        (named(Role::Request), "who asks for protection is protected here as everybody is"),
        (named(Role::Cost), "nothing is hidden, so that nothing costs anything"),
    ];
    let given = others.into_iter().filter_map(|(span, why)| Some((span?, why)));
    problems.extend(given.map(|(span, why)| {
        refused(why, span, "not used by `private`").with_help("leave it out of the policy")
    }));
    problems
}

/// How many records a person has must be declared, if somebody has several.
fn persons(plan: &Plan) -> Option<Problem> {
    let policy = &plan.policy;
    let given = &policy.protection.method;
    let bound = given.whole_if_given("rows-per-person");
    let of_role = policy.with_role(Role::Respondent).next().map(|of| of.role.span);
    let person = of_role.or_else(|| policy.data.person.as_ref().map(|person| person.span));
    match (person, bound) {
        (Some(span), None) => Some(
            refused("how many records a person has would be found out from the records", span, "of how many records at most?").with_help(
                "say it in `[release]`: `rows-per-person = 3`; what a person has beyond that is not counted, and the \
                 noise grows with it",
            ),
        ),
        (None, Some(_)) => Some(
            refused("nothing says whose a record is", given.at("rows-per-person"), "rows of whom?").with_help(
                "give the column that says it `role = \"respondent\"`; or leave this out: then a record is protected, \
                 and a person with several as far as several records are",
            ),
        ),
        _ => None,
    }
}

/// One table of counts.
fn of_tables(policy: &Policy) -> Vec<Problem> {
    let mut problems = Vec::new();
    for table in &policy.tables {
        if let Some(response) = &table.response {
            problems.push(
                refused(
                    "how far one record moves a sum has no bound",
                    response.span,
                    "a table of amounts",
                )
                .with_help("leave `response` out: `private` is for tables of counts"),
            );
        }
    }
    if let Some(second) = policy.tables.get(1) {
        let span = second.name.as_ref().map_or(second.dimensions[0].span, |name| name.span);
        problems.push(
            refused("the noise is for the cells of one table", span, "another table").with_help(
                "a table by all dimensions has the others as its totals; or make a policy for each, whose \
                 losses add up",
            ),
        );
    }
    problems
}

/// Whatever asks for true counts.
fn of_truth(policy: &Policy) -> Vec<Problem> {
    let protection = &policy.protection;
    let mut found: Vec<(Option<Span>, String)> = (policy.requirements.iter())
        .map(|asked| {
            let why =
                format!("`{}` looks at true counts, which nothing may follow from", asked.model());
            (Some(asked.span), why)
        })
        .collect();
    if *protection.group {
        found.push((protection.group.span, "`group` looks at true counts".into()));
    }
    if *protection.zero == Zero::Unsafe {
        found.push((protection.zero.span, "`zero` looks at true counts".into()));
    }
    if let Some(file) = &protection.apriori {
        found.push((
            file.span,
            "what the owner says of single cells follows from true counts".into(),
        ));
    }
    if let Some(bounds) = &protection.bounds {
        found.push((bounds.span, "`bounds` are shares of true values".into()));
    }
    let one = |(span, why): (Option<Span>, String)| {
        refused(why, span, "not beside `private`")
            .with_help("leave it out: noise protects every cell alike")
    };
    found.into_iter().map(one).collect()
}

/// What Gaussian noise loses is counted in rho, and ledgers grant epsilon and delta.
fn ledger(policy: &Policy) -> Option<Problem> {
    let ledger = policy.privacy.ledger.as_ref()?;
    let is_pure = policy.protection.method.number("delta") == Decimal::ZERO;
    (!is_pure).then(|| {
        refused(
            "a ledger grants epsilon, and noise for a `delta` is counted in rho",
            ledger.span,
            "cannot be charged for this noise",
        )
        .with_help("leave `delta` out of `[release]`: noise for `epsilon` alone is charged to it")
    })
}

/// Values are compared with declared ones as texts, so that no value decides how others are read.
fn types(plan: &Plan) -> Vec<Problem> {
    let policy = &plan.policy;
    let dimensions = plan.dimensions.iter().filter_map(|(name, _)| policy.attribute(name));
    let stated = dimensions.filter_map(|of| Some((of, of.value_type?)));
    let others = stated.filter(|(_, stated)| !matches!(stated.name(), "text" | "ordinal"));
    others
        .map(|(of, stated)| {
            let message = format!(
                "values of `{}` are compared with declared ones as they are written",
                of.name
            );
            refused(message, stated.span, "read as numbers or dates")
                .with_help("say `type = \"text\"`, or leave the type out")
        })
        .collect()
}
