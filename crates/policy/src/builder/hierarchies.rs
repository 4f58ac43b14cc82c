//! How values become coarser, for [`PolicyBuilder::hierarchy`](super::PolicyBuilder::hierarchy).

use ridotto_catalogue::{Item, Parameters};

/// By a builder of this name, with its own parameter; others are added by
/// [`with`](Parameters::with).
pub fn built(builder: &str, parameter: impl Into<Item>) -> Parameters {
    Parameters::default().with(builder, parameter)
}

/// Intervals, of a width for each level: `intervals([5, 10, 20]).with("lower", 15)`.
pub fn intervals(widths: impl Into<Item>) -> Parameters {
    built("intervals", widths)
}

/// Intervals that end where you say, at each level.
pub fn cuts(levels: impl Into<Item>) -> Parameters {
    built("cuts", levels)
}

/// Characters that go one after the other, from the side you say.
pub fn redact(side: impl Into<Item>) -> Parameters {
    built("redact", side)
}

/// Units of time, from fine to coarse: `dates(["month", "year"])`.
pub fn dates(units: impl Into<Item>) -> Parameters {
    built("dates", units)
}

/// Networks of internet addresses, by the bits that are left at each level.
pub fn addresses(bits: impl Into<Item>) -> Parameters {
    built("addresses", bits)
}

/// The first characters of codes, by how many are left at each level.
pub fn digits(lengths: impl Into<Item>) -> Parameters {
    built("digits", lengths)
}

/// A tree of named groups, whose leaves are lists of values.
pub fn groups(tree: impl Into<Item>) -> Parameters {
    built("groups", tree)
}

/// Groups that are made from the data.
pub fn auto() -> Parameters {
    built("auto", true)
}

/// The value, and then nothing.
pub fn suppress() -> Parameters {
    built("suppress", true)
}
