//! What users do wrong: the message names the place, says what to do, shows no value of the data,
//! and nothing is left behind. One file per theme.

mod apply;
mod binding;
mod command_line;
mod data;
mod output;
mod policy;
mod unmet;

pub const ANONYMIZE: &[&str] = &["anonymize", "policy.toml"];
