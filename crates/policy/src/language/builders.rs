//! The tables that build a hierarchy, and their keys.

use super::{AddressFamily, AutoMethod, DateUnit, Key, Limits, Named, Section, Shape, Side};

/// Characters redacted at each level.
pub const STEP: Limits =
    Limits { least: 1, open: false, most: 255, because: "each level must redact something" };

/// Bits of an address that are kept.
pub const PREFIX: Limits =
    Limits { least: 1, open: false, most: 32, because: "an IPv4 address has 32 bits" };

/// Groups that are made from the data.
pub const GROUPS: Limits =
    Limits { least: 2, open: false, most: 1_000_000, because: "one group is the top, `*`" };

/// The tables that build a hierarchy. Each is known by its first key.
pub const BUILDERS: &[&Section] =
    &[&INTERVALS, &CUTS, &REDACT, &DATES, &GROUP_TREE, &ADDRESSES, &AUTO, &SUPPRESS];

/// Intervals of equal widths.
pub const INTERVALS: Section = Section {
    place: "{ intervals = … }",
    doc: "Numbers become intervals of equal width, wider at each level.",
    keys: &[
        Key::new(
            "intervals",
            Shape::Widths,
            "[5, 10, 20]",
            "The width at each level; each a multiple of the one before.",
        )
        .required(),
        Key::new("lower", Shape::Decimal, "15", "Lower values fall into one open interval."),
        Key::new("upper", Shape::Decimal, "95", "Values from here on fall into one interval."),
        Key::new("origin", Shape::Decimal, "2", "Where one interval begins; `lower`, or else 0, when absent."),
    ],
};

/// Intervals between chosen points.
pub const CUTS: Section = Section {
    place: "{ cuts = … }",
    doc: "Numbers become the intervals between cut points.",
    keys: &[Key::new(
        "cuts",
        Shape::Cuts,
        "[[18, 30, 45, 65], [30, 65]]",
        "The cut points of each level, ascending; each level keeps some of the one before. \
         One list is one level.",
    )
    .required()],
};

/// Texts that lose characters.
pub const REDACT: Section = Section {
    place: "{ redact = … }",
    doc: "Texts lose a character at each level: 53711, 5371*, 537**.",
    keys: &[
        Key::new("redact", Shape::Choice(Side::NAMES), "\"right\"", "At which end it begins.")
            .required(),
        Key::new("char", Shape::Character, "\"#\"", "What stands for a redacted character.")
            .default("\"*\""),
        Key::new("step", Shape::Integer(STEP), "2", "How many characters go at each level.")
            .default("1"),
    ],
};

/// Dates that become units of the calendar.
pub const DATES: Section = Section {
    place: "{ dates = … }",
    doc: "Dates become units of the calendar.",
    keys: &[Key::new(
        "dates",
        Shape::Choices(DateUnit::NAMES),
        "[\"month\", \"year\", \"decade\"]",
        "The unit at each level, coarser and coarser.",
    )
    .required()],
};

/// A tree in the policy itself.
pub const GROUP_TREE: Section = Section {
    place: "{ groups = … }",
    doc: "A tree of groups whose leaves list the values.",
    keys: &[Key::new(
        "groups",
        Shape::Groups,
        "{ Europe = { North = [\"SE\", \"NO\"], South = [\"IT\"] }, Asia = [\"JP\"] }",
        "Groups of groups, or of values.",
    )
    .required()],
};

/// Network addresses that become prefixes.
pub const ADDRESSES: Section = Section {
    place: "{ addresses = … }",
    doc: "Network addresses become prefixes.",
    keys: &[Key::new(
        "addresses",
        Shape::Prefixes(PREFIX, AddressFamily::NAMES),
        "[24, 16, 8]",
        "The bits kept at each level, fewer and fewer, or `ipv4` for the usual ones.",
    )
    .required()],
};

/// Groups found in the data.
pub const AUTO: Section = Section {
    place: "{ auto = … }",
    doc: "Groups are found in the data.",
    keys: &[Key::new(
        "auto",
        Shape::Auto(GROUPS, AutoMethod::NAMES),
        "8",
        "`true`, the number of finest groups, or how values are grouped.",
    )
    .required()],
};

/// The value or nothing.
pub const SUPPRESS: Section = Section {
    place: "{ suppress = true }",
    doc: "The value, and above it only `*`.",
    keys: &[Key::new("suppress", Shape::Yes, "true", "Always `true`.").required()],
};
