//! Reading, scanning and writing text tables.

fn main() {}
