//! What people see when a policy is wrong: each test is a small policy and the whole message.

mod attributes;
mod file;
mod hierarchies;
mod masks;
mod models;
mod pseudonyms;
mod release;
mod requirements;

use crate::common;
use crate::common::MINIMAL;

/// The least policy with a section of these lines.
fn section(lines: &str) -> String {
    format!("{MINIMAL}\n{lines}\n")
}

/// An attribute `zip` with these lines, added to the least policy.
fn attribute(lines: &str) -> String {
    section(&format!("[attributes.zip]\n{lines}"))
}

/// A quasi-identifier `zip` with this hierarchy.
fn hierarchy(value: &str) -> String {
    attribute(&format!("role = \"quasi-identifier\"\nhierarchy = {value}"))
}

#[test]
fn the_least_policy_is_right() {
    assert_eq!(common::shown(MINIMAL), "no problems");
}
