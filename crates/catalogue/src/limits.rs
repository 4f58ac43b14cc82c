//! Limits that parameters share.

use crate::Limits;

/// k of k-anonymity and its relatives.
pub const K: Limits = Limits {
    least: 2,
    open: false,
    most: 1_000_000_000,
    because: "`k = 1` protects nobody: every record may be alone in its class",
};

/// l of l-diversity and p of p-sensitive k-anonymity.
pub const L: Limits = Limits {
    least: 1,
    open: false,
    most: 1_000_000_000,
    because: "with less than 2 a class may have one sensitive value for all its records",
};

/// A part of the whole.
pub const SHARE: Limits = Limits {
    least: 0,
    open: false,
    most: 1,
    because: "it is a share of the records: 0.02 allows two in a hundred",
};

/// A part of the whole that is not nothing.
pub const SOME: Limits =
    Limits { least: 0, open: true, most: 1, because: "it is a share, more than 0 and at most 1" };

/// How far apart two distributions may be.
pub const APART: Limits =
    Limits { least: 0, open: false, most: 1_000_000, because: "it is a distance: 0 means equal" };

/// Any number above 0.
pub const POSITIVE: Limits =
    Limits { least: 0, open: true, most: 1_000_000_000, because: "it must be more than 0" };

/// The base of a logarithm.
pub const BASE: Limits = Limits {
    least: 1,
    open: true,
    most: 1_000_000_000,
    because: "the base of a logarithm is more than 1; without it the natural one is taken",
};

/// People.
pub const PEOPLE: Limits =
    Limits { least: 1, open: false, most: i32::MAX, because: "it counts people" };

/// How many attributes are combined at a time.
pub const EVERY: Limits =
    Limits { least: 1, open: false, most: 255, because: "it counts quasi-identifiers" };
