//! Chores: `cargo xtask test`.
fn main() {}
