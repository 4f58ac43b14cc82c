//! The feature `second-opinion` of `noise`: our noise beside `OpenDP`'s, which nobody else builds.

/// The same work done by both.
pub const TESTS: [&str; 6] =
    ["test", "-p", "ridotto-noise", "--features=second-opinion", "--locked", "--test=opinion"];

/// The code behind the feature.
pub const LINTS: [&str; 8] = [
    "clippy",
    "-p",
    "ridotto-noise",
    "--features=second-opinion",
    "--all-targets",
    "--locked",
    "--",
    "-Dwarnings",
];
