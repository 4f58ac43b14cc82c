//! How much a test tries: little in the minutes in between, much when somebody has the time.
//!
//! What is slow and finds nothing new runs in full only with `cargo xtask test --long`, which sets
//! `RIDOTTO_LONG`. Every assertion holds in both: only the number of cases, seeds or rows differs.

/// Whether everything is to be tried, also what only repeats at a larger size.
pub fn is_long() -> bool {
    std::env::var_os("RIDOTTO_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}

/// So many usually, and so many when [everything](is_long) is to be tried.
pub fn usually<T>(usual: T, long: T) -> T {
    if is_long() { long } else { usual }
}
