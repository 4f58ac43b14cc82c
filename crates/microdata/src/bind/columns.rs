//! Which column of the data is which attribute of the policy.

use ridotto_catalogue::similar;
use ridotto_core::Kind;
use ridotto_io::{ReadAs, Source};
use ridotto_policy::language::{Role, Unlisted};
use ridotto_policy::{Policy, PolicyError, Problem};
pub(crate) use ridotto_release::reading::kind;

/// A column of the data and what the policy says about it.
#[derive(Clone, Debug)]
pub struct BoundColumn {
    /// Its role.
    pub role: Role,
    /// The attribute of the policy, if it names the column.
    pub attribute: Option<usize>,
    /// How it is read.
    pub want: ReadAs,
    /// Whether it is in the output. What requirements look at may be read and not released.
    pub is_released: bool,
}

impl BoundColumn {
    /// Whether it is in the output.
    pub fn is_released(&self) -> bool {
        self.is_released
    }
}

/// Finds every attribute among the columns and every column among the attributes.
pub fn bind(policy: &Policy, source: &dyn Source) -> Result<Vec<BoundColumn>, PolicyError> {
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    let mut problems: Vec<Problem> = policy
        .attributes
        .iter()
        .filter(|attribute| !names.contains(&attribute.name.as_str()))
        .map(|attribute| {
            let message = format!("the data have no column `{}`", attribute.name);
            Problem::error("bind::no-such-column", message)
                .at(attribute.name.span, "not in the data")
                .with_help(similar(&attribute.name, &names))
        })
        .collect();
    problems.extend(policy.companions().filter(|name| !names.contains(&name.as_str())).map(
        |name| {
            Problem::error("bind::no-such-column", format!("the data have no column `{name}`"))
                .at(name.span, "not in the data")
                .with_help(similar(name, &names))
        },
    ));
    let bound: Vec<BoundColumn> = names.iter().map(|name| column(policy, name)).collect();
    if *policy.data.unlisted == Unlisted::Error {
        let is_companion = |name: &str| policy.companions().any(|other| other.value == name);
        problems.extend(unlisted(&names, &bound, is_companion));
    }
    if problems.is_empty() { Ok(bound) } else { Err(policy.error(problems)) }
}

fn column(policy: &Policy, name: &str) -> BoundColumn {
    let attribute = policy.attributes.iter().position(|attribute| *attribute.name == name);
    let is_companion = policy.companions().any(|other| other.value == name);
    let column = as_listed(policy, attribute);
    match column.want {
        ReadAs::Skip | ReadAs::Carry if is_companion => {
            let is_released = column.is_released && attribute.is_some();
            BoundColumn { want: ReadAs::Code { kind: None }, is_released, ..column }
        }
        _ => column,
    }
}

/// Queries are asked of what is released.
pub fn asked(
    policy: &Policy,
    source: &dyn Source,
    columns: &[BoundColumn],
) -> Result<(), PolicyError> {
    let names = source.columns().iter().map(|field| field.name.as_str());
    let released: Vec<&str> = names
        .zip(columns)
        .filter(|(name, column)| column.is_released && !policy.is_deleted(name))
        .map(|(name, _)| name)
        .collect();
    let problems: Vec<Problem> = policy
        .queried()
        .filter(|name| !released.contains(&name.as_str()))
        .map(|name| {
            Problem::error(
                "bind::query",
                format!("a query asks for `{name}`, which is not released"),
            )
            .at(name.span, "not in the release")
            .with_help(similar(name, &released))
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(policy.error(problems)) }
}

/// A column as the policy lists it, or does not.
fn as_listed(policy: &Policy, attribute: Option<usize>) -> BoundColumn {
    let Some(at) = attribute else {
        let keep = *policy.data.unlisted == Unlisted::Insensitive;
        let (role, want) = if keep {
            (Role::Insensitive, ReadAs::Carry)
        } else {
            (Role::Identifier, ReadAs::Skip)
        };
        return BoundColumn { role, attribute: None, want, is_released: keep };
    };
    let attribute = &policy.attributes[at];
    let kind = attribute.value_type.map(|value_type| kind(*value_type));
    let want = match *attribute.role {
        // A pseudonym stands for the text, whatever it may mean: 007 is not 7.
        Role::Identifier if attribute.pseudonym.is_some() => {
            ReadAs::Code { kind: Some(Kind::Text) }
        }
        Role::QuasiIdentifier | Role::Sensitive => ReadAs::Code { kind },
        // A stated type is a check, and only codes are checked.
        Role::Insensitive if kind.is_some() => ReadAs::Code { kind },
        Role::Insensitive => ReadAs::Carry,
        // All others are roles of tables alone.
        _ => ReadAs::Skip,
    };
    BoundColumn {
        role: *attribute.role,
        attribute: Some(at),
        want,
        is_released: want != ReadAs::Skip,
    }
}

/// Columns that nobody decided about are an error and not a leak.
fn unlisted(
    names: &[&str],
    bound: &[BoundColumn],
    is_companion: impl Fn(&str) -> bool,
) -> Option<Problem> {
    let forgotten: Vec<&str> = names
        .iter()
        .zip(bound)
        .filter(|(name, column)| column.attribute.is_none() && !is_companion(name))
        .map(|(name, _)| *name)
        .collect();
    let first = forgotten.first()?;
    let shown: Vec<String> = forgotten.iter().take(8).map(|name| format!("`{name}`")).collect();
    let more = forgotten.len().saturating_sub(8);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let are = if forgotten.len() == 1 {
        "column that the policy does not name"
    } else {
        "columns that the policy does not name"
    };
    let message = format!("the data have {} {are}: {}{more}", forgotten.len(), shown.join(", "));
    Some(Problem::error("bind::unlisted-column", message).with_help(format!(
        "add `[attributes.{first}]` with a `role`, or say `unlisted = \"drop\"` (or \"insensitive\", \
         which releases them as they are) in `[data]`"
    )))
}
