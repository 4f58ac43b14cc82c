//! Parameters that methods of suppression share.

use ridotto_catalogue::{Named, Parameter, Section, Shape, names};

names! {
    /// What it costs to hide a cell.
    CostKind {
        /// Every cell costs the same: as few as possible are hidden.
        Number = "number" Now,
        /// A cell costs its value.
        Value = "value" Now,
        /// A cell costs the number of its contributors.
        Frequency = "frequency" Now,
        /// A cell costs the logarithm of its value.
        Log = "log" Now,
    }

    /// Whether totals may be hidden.
    Totals {
        /// They may, as any cell.
        Suppressible = "suppressible" Now,
        /// They are published whatever happens.
        Published = "published" Now,
    }
}

/// The column that says what it costs.
pub const COLUMN: Section = Section {
    place: "{ column = … }",
    doc: "A column that says it.",
    keys: &[Parameter::new("column", Shape::Text, "\"cost\"", "An attribute of role `cost`.")
        .required()],
};

/// What all methods of suppression take.
pub const SUPPRESSION: &[Parameter] = &[
    Parameter::new(
        "cost",
        Shape::ChoiceOr(CostKind::NAMES, &COLUMN),
        "\"value\"",
        "What it costs to hide a cell that is not sensitive: the method hides what is cheapest.",
    )
    .default("\"number\""),
    Parameter::new(
        "totals",
        Shape::Choice(Totals::NAMES),
        "\"published\"",
        "Whether totals may be hidden.",
    )
    .default("\"suppressible\""),
    Parameter::new(
        "singletons",
        Shape::Boolean,
        "false",
        "Whether somebody who is alone in a cell of amounts is taken to know it: nobody then finds a \
         sensitive cell with what they know.",
    )
    .default("true"),
    Parameter::new(
        "presence",
        Shape::Boolean,
        "true",
        "Whether the line of a hidden count is taken to tell that somebody is in the cell, as a count of nobody has \
         no line. Sensitive cells are then kept in doubt of those, too, who make use of that; more cells are hidden, and it \
         takes longer.",
    )
    .default("false"),
];
