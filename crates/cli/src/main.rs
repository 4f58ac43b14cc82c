//! The program `ridotto`.
fn main() {}
