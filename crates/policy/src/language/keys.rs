//! The sections of the file and their keys.

use super::{
    DecimalMark, Encoding, FileUse, Formulas, Generalize, Key, Kind, Limits, Link, MASK, Measured,
    Missing, MissingSensitive, Named, Neighbours, REQUIRE, SHARE, Section, Shape, Statistic,
    Suppress, Suppressed, Unlisted, ValueType, Weights, Zero,
};
use ridotto_catalogue::Sort;

/// The version of the language.
pub const VERSION: Limits = Limits {
    least: 1,
    open: false,
    most: 1,
    because: "this ridotto reads version 1 of the policy language",
};

/// Levels of a hierarchy.
pub const LEVEL: Limits = Limits {
    least: 0,
    open: false,
    most: 251,
    because: "level 0 is the value itself, and no hierarchy has more than 251 levels with `*`",
};

/// Levels of a dimension that have lines.
pub const DEPTH: Limits = Limits {
    least: 1,
    open: false,
    most: 250,
    because: "the total is level 0, and a dimension without any other level tells nothing",
};

/// The first of a hundred years.
pub const FIRST_YEAR: Limits = Limits {
    least: 1000,
    open: false,
    most: 9900,
    because: "it is a year, written in full: with 1930, `29` is 2029 and `30` is 1930",
};

/// How dear an attribute is.
pub const IMPORTANCE: Limits = Limits {
    least: 0,
    open: true,
    most: 1_000_000,
    because: "1 is the usual importance, 2 counts a loss twice",
};

/// The whole file.
pub const ROOT: Section = Section {
    place: "the policy",
    doc: "A policy of ridotto: what the attributes of a file are, what a release must satisfy, \
          and how it is made.",
    keys: &[
        Key::new("version", Shape::Integer(VERSION), "1", "The version of the policy language.")
            .required(),
        Key::new(
            "kind",
            Shape::Choice(Kind::NAMES),
            "\"table\"",
            "What the data are, and what is released of them.",
        )
        .default("\"microdata\""),
        Key::new("data", Shape::Section(&DATA), "{ input = \"adult.csv\" }", DATA.doc),
        Key::new(
            "attributes",
            Shape::NamedSections(&ATTRIBUTE),
            "{ age = { role = \"quasi-identifier\" } }",
            "What each column of the data is, by its name.",
        ),
        Key::new(
            "mask",
            Shape::Masks,
            "[{ method = \"round\", attributes = [\"age\"], to = 5 }]",
            MASK.doc,
        ),
        Key::new(
            "require",
            Shape::Requirements,
            "[{ model = \"k-anonymity\", k = 5 }]",
            REQUIRE.doc,
        )
        .required(),
        Key::new(
            "table",
            Shape::Sections(&TABLE),
            "[{ dimensions = [\"region\", \"industry\"] }]",
            TABLE.doc,
        ),
        Key::new(
            "privacy",
            Shape::Section(&PRIVACY),
            "{ neighbours = \"change-one\", rows-per-person = 3 }",
            PRIVACY.doc,
        ),
        Key::new("release", Shape::Section(&RELEASE), "{ suppression = 0.02 }", RELEASE.doc),
        Key::new(
            "measure",
            Shape::Sections(&MEASURE),
            "[{ what = \"queries\", queries = [{ where = { age = \"20-39\" } }] }]",
            MEASURE.doc,
        ),
        Key::new(
            "quality",
            Shape::Section(&QUALITY),
            "{ valid = { age = \"0-120\" } }",
            QUALITY.doc,
        ),
        Key::new("output", Shape::Section(&OUTPUT), "{ file = \"anonymous.csv\" }", OUTPUT.doc),
    ],
};

/// `[[table]]`
pub const TABLE: Section = Section {
    place: "[[table]]",
    doc: "A table: one cell for each combination of values of its dimensions, with all totals. Several are \
          protected together.",
    keys: &[
        Key::new(
            "name",
            Shape::Text,
            "\"enterprises\"",
            "What it is called; it must have a name where there are several.",
        ),
        Key::new(
            "dimensions",
            Shape::Texts,
            "[\"region\", \"industry\"]",
            "The attributes by which records are counted, in the order of the columns.",
        )
        .required(),
        Key::new(
            "response",
            Shape::Text,
            "\"turnover\"",
            "The attribute that is added up; records are counted when absent.",
        ),
        Key::new(
            "statistic",
            Shape::Choice(Statistic::NAMES),
            "\"mean\"",
            "What is said of the response.",
        )
        .default("\"sum\""),
        Key::new(
            "published",
            Shape::File(FileUse::Read),
            "\"enterprises-2025.csv\"",
            "The file in which the table was published before: what it shows and what it hides is kept, and what \
             it tells together with the other tables is attacked.",
        ),
    ],
};

/// Where the data is and how it is read.
pub const DATA: Section = Section {
    place: "[data]",
    doc: "Where the data is and how it is read.",
    keys: &[
        Key::new(
            "input",
            Shape::File(FileUse::Read),
            "\"adult.csv\"",
            "The file to protect, relative to the policy, or a table's address; a file that the run is given wins.",
        ),
        Key::new(
            "sheet",
            Shape::Text,
            "\"People\"",
            "The sheet of an Excel file; the first one when absent.",
        ),
        Key::new(
            "header",
            Shape::Boolean,
            "false",
            "Whether the first line of a text file, or row of a sheet, has the names of the columns. \
             If not they are `column-1`, `column-2`, …, and a release has these names.",
        )
        .default("true"),
        Key::new(
            "delimiter",
            Shape::Delimiter,
            "\";\"",
            "What parts the fields: one character, or `tab`. Detected when absent.",
        ),
        Key::new(
            "quote",
            Shape::Character,
            "\"'\"",
            "What encloses fields that contain the delimiter; `\"` when absent.",
        ),
        Key::new(
            "encoding",
            Shape::Choice(Encoding::NAMES),
            "\"latin1\"",
            "How characters are written. Detected when absent.",
        ),
        Key::new(
            "decimal",
            Shape::Choice(DecimalMark::NAMES),
            "\",\"",
            "The decimal mark of numbers. Detected when absent.",
        ),
        Key::new(
            "dates",
            Shape::Texts,
            "[\"%d.%m.%Y\", \"%Y-%m-%d\"]",
            "How dates are written, as in `strftime`. Detected when absent.",
        ),
        Key::new(
            "first-year",
            Shape::Integer(FIRST_YEAR),
            "1930",
            "The first of the hundred years that two digits (`%y`) can mean. When absent no year \
             lies in the future: in 2026 it is 1927.",
        ),
        Key::new("missing", Shape::Texts, "[\"?\", \"\"]", "The texts that are read as missing.")
            .default("[\"\"]"),
        Key::new(
            "unlisted",
            Shape::Choice(Unlisted::NAMES),
            "\"drop\"",
            "What happens to columns that the policy does not name.",
        )
        .default("\"error\""),
        Key::new(
            "weight",
            Shape::Text,
            "\"fnlwgt\"",
            "The column with the survey weight. If it has a role, it is released and adjusted.",
        ),
        Key::new(
            "weights",
            Shape::Choice(Weights::NAMES),
            "\"keep\"",
            "What becomes of a released weight.",
        )
        .default("\"adjust\""),
        Key::new(
            "person",
            Shape::Text,
            "\"patient_id\"",
            "The column that tells persons apart; classes then count persons.",
        ),
        Key::new(
            "link",
            Shape::Choice(Link::NAMES),
            "\"together\"",
            "How much an intruder knows of which rows are of one person; needs `person`.",
        )
        .default("\"apart\""),
        Key::new(
            "household",
            Shape::Text,
            "\"hh\"",
            "The column that tells apart households: people who live together. It is not released \
             unless it has a role.",
        ),
        Key::new(
            "metadata",
            Shape::File(FileUse::Read),
            "\"enterprises.rda\"",
            "The metadata of τ-Argus: which columns the data have, in a text of fixed width or without a \
             line of names.",
        ),
        Key::new(
            "cells",
            Shape::Boolean,
            "true",
            "Whether the data are cells of a table with its totals, and no records; of `kind = \"table\"` alone.",
        )
        .default("false"),
        Key::new(
            "add-totals",
            Shape::Boolean,
            "true",
            "Whether totals that have no line are worked out of their parts; of `cells = true` alone. A total that \
             has a line and is no sum is an error all the same.",
        )
        .default("false"),
        Key::new(
            "population",
            Shape::File(FileUse::Read),
            "\"census.csv\"",
            "A file of the population that the records are drawn from, for `k-map` and `delta-presence`.",
        ),
    ],
};

/// What one column is.
pub const ATTRIBUTE: Section = Section {
    place: "[attributes.NAME]",
    doc: "What one column of the data is.",
    keys: &[
        Key::new(
            "role",
            Shape::Roles,
            "\"quasi-identifier\"",
            "What the attribute is to an intruder.",
        )
        .required(),
        Key::new(
            "type",
            Shape::Choice(ValueType::NAMES),
            "\"integer\"",
            "What its values are. Detected when absent.",
        ),
        Key::new(
            "order",
            Shape::Order,
            "[\"low\", \"medium\", \"high\"]",
            "The values of an ordinal attribute, from the first to the last; or `\"hierarchy\"`: as \
             its hierarchy lists them.",
        ),
        Key::new(
            "hierarchy",
            Shape::Hierarchy,
            "{ intervals = [5, 10, 20], lower = 15, upper = 95 }",
            "How values become coarser, level by level: a CSV file with one line for each value, \
             or a table that says how to build it. For quasi-identifiers, and for sensitive \
             attributes: which of their values are alike.",
        ),
        Key::new(
            "min-level",
            Shape::Integer(LEVEL),
            "1",
            "The least level to generalise to. Only for quasi-identifiers.",
        )
        .default("0"),
        Key::new(
            "max-level",
            Shape::Integer(LEVEL),
            "3",
            "The greatest level to generalise to; the top when absent. Only for quasi-identifiers.",
        ),
        Key::new(
            "importance",
            Shape::Number(IMPORTANCE),
            "2.5",
            "How dear the attribute is to the users of the data. Only for quasi-identifiers.",
        )
        .default("1.0"),
        Key::new(
            "depth",
            Shape::Integer(DEPTH),
            "2",
            "How many levels below the total have lines: what is finer is merged into its group before anything \
             is counted. Only for dimensions of records.",
        ),
        Key::new(
            "recode",
            Shape::File(FileUse::Read),
            "\"size.grc\"",
            "A file that says which values are merged before anything is counted, as τ-Argus has it: new codes and \
             the old ones that become them, or, below `<TREERECODE>`, the groups of the hierarchy that are closed. \
             Only for dimensions of records.",
        ),
        Key::new(
            "pseudonym",
            Shape::Pseudonym,
            "{ method = \"hmac-sha256\", key-file = \"secret.key\" }",
            "Replaces an identifier by a pseudonym instead of leaving it out. Only for identifiers.",
        ),
    ],
};

/// How the release is made. Parameters of algorithms and objectives are keys of it, too.
pub const RELEASE: Section = Section {
    place: "[release]",
    doc: "How the release is made.",
    keys: &[
        Key::new(
            "algorithm",
            Shape::Entry(Sort::Algorithm),
            "\"optimal\"",
            "How the release is searched for.",
        )
        .default("\"optimal\""),
        Key::new(
            "objective",
            Shape::Entry(Sort::Objective),
            "\"discernibility\"",
            "What the search makes as small as it can.",
        )
        .default("\"loss\""),
        Key::new(
            "generalize",
            Shape::Choice(Generalize::NAMES),
            "\"attribute\"",
            "What is generalised at once. When absent: cells by `best`, `mondrian` and \
             `local-recoding`, nothing by `local-suppression`, and else attributes.",
        ),
        Key::new(
            "suppress",
            Shape::Choice(Suppress::NAMES),
            "\"none\"",
            "What is suppressed at once. When absent: cells by `local-suppression`, else records.",
        ),
        Key::new(
            "suppression",
            Shape::Number(SHARE),
            "0.02",
            "At most this share of the records is suppressed, rounded down to whole records. Where \
             attributes are generalised and cells suppressed: of so many records the levels may \
             leave the class too small.",
        )
        .default("0.0"),
        Key::new(
            "missing",
            Shape::Choice(Missing::NAMES),
            "\"own-value\"",
            "How a missing quasi-identifier counts. `local-suppression`, algorithms that choose \
             levels, and `check` can let it match anything.",
        )
        .default("\"own-value\""),
        Key::new(
            "missing-sensitive",
            Shape::Choice(MissingSensitive::NAMES),
            "\"worst-case\"",
            "What a missing sensitive value counts as. In the worst case all that are missing in a \
             class are the same value, the one that is worst for the model.",
        )
        .default("\"worst-case\""),
        Key::new(
            "suppressed",
            Shape::Choice(Suppressed::NAMES),
            "\"keep\"",
            "What becomes of suppressed records in the output.",
        )
        .default("\"drop\""),
        Key::new(
            "total",
            Shape::Text,
            "\"All\"",
            "What a total over all values of a dimension is called, in tables.",
        )
        .default("\"Total\""),
        Key::new(
            "method",
            Shape::Entry(Sort::Method),
            "\"optimal\"",
            "How tables are protected.",
        )
        .default("\"fast\""),
        Key::new(
            "group",
            Shape::Boolean,
            "true",
            "Whether a cell is sensitive that has all contributors of a total it is a part of, in tables.",
        )
        .default("false"),
        Key::new(
            "zero",
            Shape::Choice(Zero::NAMES),
            "\"unsafe\"",
            "Whether the value 0 may be told of a cell that has contributors, in tables.",
        )
        .default("\"safe\""),
        Key::new(
            "apriori",
            Shape::File(FileUse::Read),
            "\"enterprises.hst\"",
            "A file that says of cells that they are safe, unsafe, or must be published, in tables.",
        ),
        Key::new(
            "bounds",
            Shape::Bounds,
            "[0.5, 2.0]",
            "Between which shares of a cell's value everybody knows it to lie, in tables; from 0 up when absent.",
        ),
    ],
};

/// How many records of a person are looked at.
pub const ROWS_PER_PERSON: Limits = Limits {
    least: 1,
    open: false,
    most: 1_000_000,
    because: "it is how many records of a person are kept: at least one",
};

/// Whom everything protects that is differentially private, and what it is charged to.
pub const PRIVACY: Section = Section {
    place: "[privacy]",
    doc: "Whom everything in the policy protects that is differentially private, and what it is charged \
          to: one account for the whole run.",
    keys: &[
        Key::new(
            "neighbours",
            Shape::Choice(Neighbours::NAMES),
            "\"change-one\"",
            "Which files cannot be told apart. When absent: those that the proof of what is private is \
             about.",
        ),
        Key::new(
            "rows-per-person",
            Shape::Integer(ROWS_PER_PERSON),
            "3",
            "At most so many records of each `person` of `[data]` are kept, the first ones, and all of \
             them together lose `epsilon`; further ones, and records that name no person, are left out \
             before anything looks at the data.",
        ),
        Key::new(
            "ledger",
            Shape::File(FileUse::Read),
            "\"budget.ledger\"",
            "The ledger that is charged before anything is drawn; nothing is released when what it grants \
             is spent. `ridotto ledger top-up` makes one.",
        ),
        Key::new(
            "user",
            Shape::Text,
            "\"anna\"",
            "Whose budget of the ledger it is; everybody's when absent.",
        ),
    ],
};

/// What is written.
pub const OUTPUT: Section = Section {
    place: "[output]",
    doc: "What is written, relative to the policy.",
    keys: &[
        Key::new("file", Shape::File(FileUse::Written), "\"adult-anonymous.csv\"", "The released file; one that the run is given wins."),
        Key::new(
            "formulas",
            Shape::Choice(Formulas::NAMES),
            "\"escape\"",
            "What becomes of cells of a text file that a spreadsheet would run: those that begin with \
             `=`, `+`, `-` or `@` and are no numbers.",
        )
        .default("\"keep\""),
        Key::new(
            "report",
            Shape::TextOrTexts,
            "\"report.json\"",
            "Reports: pages (`.html`) for people, documents (`.json`) for programs.",
        ),
        Key::new(
            "recoding",
            Shape::File(FileUse::Written),
            "\"recoding.json\"",
            "The decision, to be applied to other data later. It holds values: keep it private.",
        ),
        Key::new(
            "certificate",
            Shape::File(FileUse::Written),
            "\"certificate.json\"",
            "The certificate: digests of input, policy and output, and what holds.",
        ),
        Key::new(
            "signing-key",
            Shape::File(FileUse::Read),
            "\"publisher.key\"",
            "The private key that signs the certificate, made by `ridotto report keys`.",
        ),
    ],
};

/// What else is measured of the release.
pub const MEASURE: Section = Section {
    place: "[[measure]]",
    doc: "What else is measured of the release, by `anonymize` for its page and by `assess`.",
    keys: &[
        Key::new("what", Shape::Choice(Measured::NAMES), "\"queries\"", "What is measured.")
            .required(),
        Key::new(
            "queries",
            Shape::Sections(&QUERY),
            "[{ mean = \"pay\", where = { age = \"20-39\", town = [\"Alba\", \"Berg\"] } }]",
            "The questions that users of the data will ask; one of them a table.",
        )
        .required(),
    ],
};

/// A question to the data.
pub const QUERY: Section = Section {
    place: "a query",
    doc: "A question to the data: a mean, a sum or, without either, how many records there are.",
    keys: &[
        Key::new(
            "name",
            Shape::Text,
            "\"pay of the young\"",
            "What it is called in reports; `query 1` and so on when absent.",
        ),
        Key::new("mean", Shape::Text, "\"pay\"", "The attribute whose mean is asked for."),
        Key::new("sum", Shape::Text, "\"pay\"", "The attribute whose sum is asked for."),
        Key::new(
            "where",
            Shape::Conditions,
            "{ age = \"20-39\", town = [\"Alba\", \"Berg\"] }",
            "Which records: for each attribute a value, a range such as `20-39` or `>=65`, or a \
             list of them. All records when absent.",
        ),
    ],
};

/// What good data would be like.
pub const QUALITY: Section = Section {
    place: "[quality]",
    doc: "What good data would be like; `inspect` says how much of the file is.",
    keys: &[
        Key::new(
            "valid",
            Shape::Conditions,
            "{ age = \"0-120\", sex = [\"female\", \"male\"] }",
            "For each attribute the values and ranges that are allowed.",
        ),
        Key::new(
            "timely",
            Shape::Section(&TIMELY),
            "{ attribute = \"admission\", within = 730 }",
            TIMELY.doc,
        ),
        Key::new(
            "consistent",
            Shape::Sections(&RELATION),
            "[{ attribute = \"admission\", at-most = \"discharge\" }]",
            "What must hold between two attributes of a record.",
        ),
        Key::new(
            "truth",
            Shape::File(FileUse::Read),
            "\"register.csv\"",
            "A file with the true values: the same records in the same order.",
        ),
    ],
};

/// How old a record may be.
pub const TIMELY: Section = Section {
    place: "what is timely",
    doc: "How old a record may be.",
    keys: &[
        Key::new("attribute", Shape::Text, "\"admission\"", "The attribute with its day.")
            .required(),
        Key::new("within", Shape::Integer(DAYS), "730", "The greatest age in days.").required(),
        Key::new(
            "today",
            Shape::Text,
            "\"2026-01-31\"",
            "The day that counts as today, written as in the data; the day it is when absent.",
        ),
    ],
};

/// What must hold between two attributes.
pub const RELATION: Section = Section {
    place: "a relation",
    doc: "What must hold between two attributes of a record.",
    keys: &[
        Key::new("attribute", Shape::Text, "\"zip\"", "The first attribute.").required(),
        Key::new(
            "at-most",
            Shape::Text,
            "\"discharge\"",
            "An attribute whose number or day is not below that of the first.",
        ),
        Key::new(
            "determines",
            Shape::Text,
            "\"town\"",
            "An attribute that is the same wherever the first is.",
        ),
    ],
};

/// The age of a record.
pub const DAYS: Limits = Limits {
    least: 0,
    open: false,
    most: 100_000,
    because: "it is a number of days, and 100,000 are more than two hundred years",
};

/// Every section, for "this key belongs elsewhere".
pub const SECTIONS: &[&Section] = &[
    &DATA, &ATTRIBUTE, &MASK, &REQUIRE, &PRIVACY, &RELEASE, &OUTPUT, &MEASURE, &QUERY, &QUALITY,
    &TIMELY, &RELATION, &TABLE,
];
