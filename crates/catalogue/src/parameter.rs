//! What can be written: the parameters of an entry, which are the keys of a table in a policy.
//!
//! The parser asks what is known, what is misspelled and what must wait; the JSON Schema and
//! `ridotto explain` are made from the same values.

use crate::{Name, Sort, Status};

/// A table of the file and the keys it can have.
#[derive(Debug)]
pub struct Section {
    /// How a person writes or calls it: `[data]`.
    pub place: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its keys.
    pub keys: &'static [Parameter],
}

impl Section {
    /// The key of this name.
    pub fn key(&self, name: &str) -> Option<&'static Parameter> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The keys that this version accepts.
    pub fn available(&self) -> impl Iterator<Item = &'static Parameter> {
        self.keys.iter().filter(|key| key.is_available())
    }
}

/// A key of the policy.
#[derive(Debug)]
pub struct Parameter {
    /// As written in the policy.
    pub name: &'static str,
    /// Whether it works.
    pub status: Status,
    /// Whether its section must have it.
    pub required: bool,
    /// What values it takes.
    pub shape: Shape,
    /// A good value, in TOML.
    pub example: &'static str,
    /// What holds without it, in TOML, if that is a plain value.
    pub default: Option<&'static str>,
    /// What it means.
    pub doc: &'static str,
    /// With which names of another parameter it goes, if it does not go with all.
    pub only: Option<Only>,
    /// How a report calls it where it is absent.
    pub told: Option<&'static str>,
}

/// With which names of another parameter one goes.
#[derive(Clone, Copy, Debug)]
pub struct Only {
    /// The other parameter, a choice.
    pub key: &'static str,
    /// The names.
    pub names: &'static [&'static str],
    /// Whether it must be there with these.
    pub needed: bool,
}

impl Parameter {
    /// A key with all that must be said of it.
    pub const fn new(
        name: &'static str,
        shape: Shape,
        example: &'static str,
        doc: &'static str,
    ) -> Self {
        let (status, required, default) = (Status::Now, false, None);
        Self { name, status, required, shape, example, default, doc, only: None, told: None }
    }

    /// It goes with these names of another parameter alone.
    #[must_use]
    pub const fn with(self, key: &'static str, names: &'static [&'static str]) -> Self {
        Self { only: Some(Only { key, names, needed: false }), ..self }
    }

    /// It goes with these names of another parameter alone, and must be there with them.
    #[must_use]
    pub const fn needed_with(self, key: &'static str, names: &'static [&'static str]) -> Self {
        Self { only: Some(Only { key, names, needed: true }), ..self }
    }

    /// How a report calls it where it is absent.
    #[must_use]
    pub const fn told(self, absent: &'static str) -> Self {
        Self { told: Some(absent), ..self }
    }

    /// Its section must have it.
    #[must_use]
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// What holds without it, in TOML.
    #[must_use]
    pub const fn default(self, value: &'static str) -> Self {
        Self { default: Some(value), ..self }
    }

    /// Whether this version accepts the key with any value at all.
    pub fn is_available(&self) -> bool {
        self.status == Status::Now && self.shape.is_available()
    }
}

/// What becomes of a file that a key names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileUse {
    /// It is read, so that nothing may be written in its place.
    Read,
    /// It is written.
    Written,
    /// It is read if it is there, and written with what is new.
    Continued,
}

/// What values a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A text.
    Text,
    /// The name of a file, relative to the policy.
    File(FileUse),
    /// A list of texts.
    Texts,
    /// A text or a list of texts.
    TextOrTexts,
    /// A text of one character.
    Character,
    /// A text of one character, or `tab`.
    Delimiter,
    /// A whole number.
    Integer(Limits),
    /// A number.
    Number(Limits),
    /// Any number.
    Decimal,
    /// A whole number, or a table.
    IntegerOr(Limits, &'static Section),
    /// One of some names.
    Choice(&'static [Name]),
    /// A role, or the roles of an attribute that has two.
    Roles,
    /// A list of at least two different texts, or `hierarchy`.
    Order,
    /// One table.
    Section(&'static Section),
    /// A table for each name that the user chooses: `[attributes.NAME]`.
    NamedSections(&'static Section),
    /// A list of tables: `[[require]]`.
    Sections(&'static Section),
    /// A file name, or a table with one of the builders.
    Hierarchy,
    /// The name of an entry of this sort.
    Entry(Sort),
    /// `[[require]]`: tables whose keys depend on their model.
    Requirements,
    /// `[[mask]]`: tables whose keys depend on their method.
    Masks,
    /// A table whose keys depend on its method.
    Pseudonym,
    /// A list of different names; at least one.
    Names,
    /// A table from texts to texts; at least one.
    Mapping,
    /// A table from texts to lists of texts; at least one.
    Lists,
    /// A table from texts to tables from texts to numbers; at least one.
    Matrix,
    /// A table from attributes to a value, or to a list of values; at least one.
    Conditions,
    /// A table from attributes to lists of two numbers, the least and the greatest; at least one.
    Ranges,
    /// A list of tables from at least two attributes to a value, a list of values, or a table with
    /// ends of a range; at least one.
    Combinations,
    /// A table from attributes to a list of values, or to a table about numbers; at least one.
    Domains,
    /// One of some names, or a table that names a column.
    ChoiceOr(&'static [Name], &'static Section),
    /// A list of two numbers, the least and the greatest.
    Bounds,
    /// A number, or a text.
    NumberOrText,
    /// `true` or `false`.
    Boolean,
    /// The word `true`.
    Yes,
    /// Widths of intervals.
    Widths,
    /// Cut points: one list, or a list for each level.
    Cuts,
    /// A list of some names.
    Choices(&'static [Name]),
    /// A tree of groups.
    Groups,
    /// Prefix lengths, or one of some names.
    Prefixes(Limits, &'static [Name]),
    /// How many characters are left at each level: fewer and fewer.
    Lengths(Limits),
    /// `true`, a number of groups, or one of some names.
    Auto(Limits, &'static [Name]),
}

impl Shape {
    /// Whether this version accepts any value of the shape.
    fn is_available(self) -> bool {
        let has_all =
            |section: &Section| section.keys.iter().all(|key| !key.required || key.is_available());
        match self {
            Self::Choice(names) => names.iter().any(|name| name.status == Status::Now),
            Self::Section(section) | Self::NamedSections(section) | Self::Sections(section) => {
                has_all(section)
            }
            _ => true,
        }
    }
}

/// The limits of a number.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The least value allowed.
    pub least: i32,
    /// Whether the least value itself is excluded.
    pub open: bool,
    /// The greatest value allowed.
    pub most: i32,
    /// Why less or more makes no sense.
    pub because: &'static str,
}
