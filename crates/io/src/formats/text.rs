//! Formats that are text: whoever reads them finds out what values are.

use super::Format;
use super::FormatDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Entry, Facts, FormatFacts, Reference, Status, Worked};

/// How a text file may be compressed as a whole.
const COMPRESSIONS: &[&str] = &["gz", "zst"];

/// Delimited text.
pub(super) static CSV: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "csv",
        title: "Delimited text",
        aliases: &["comma-separated values", "txt", "delimited"],
        formula: "record = field (delimiter field)* end of line",
        status: Status::Now,
        summary: "Text, one record after the other, with fields parted by a delimiter.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &["csv", "txt"],
            schemes: &[],
            compressions: COMPRESSIONS,
            is_typed: false,
            keeps: "texts as they are written",
            reads: true,
            writes: true,
            streams: true,
        }),
        advice: include_str!("csv.md"),
        references: &[Reference {
            authors: "Y. Shafranovich",
            year: 2005,
            title: "Common format and MIME type for comma-separated values (CSV) files",
            doi: "10.17487/RFC4180",
        }],
        example: "[data]\ninput = \"people.csv.gz\"\ndelimiter = \";\"\n",
        worked: Worked::released(
            "",
            "The first line has the names, and each record is a line of fields with commas between them. A field that has a comma, a quotation mark or a line break is put between quotation marks. The first record is **`30-39,1220*,*,flu,2100`**.",
            &["age,postcode,sex,disease,pay 30-39,1220*,*,flu,2100"],
        ),
    },
    format: |compression| Format::Csv { compression },
};

/// Text parted by tabs.
pub(super) static TSV: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "tsv",
        title: "Text parted by tabs",
        aliases: &["tab-separated values", "tab"],
        formula: "record = field (tab field)* end of line",
        status: Status::Now,
        summary: "Delimited text whose delimiter is the tab.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &["tsv"],
            schemes: &[],
            compressions: COMPRESSIONS,
            is_typed: false,
            keeps: "texts as they are written",
            reads: true,
            writes: true,
            streams: true,
        }),
        advice: include_str!("tsv.md"),
        references: &[],
        example: "[data]\ninput = \"people.tsv\"\n",
        worked: Worked::released(
            "[output]\nfile = \"out.tsv\"\n",
            "As CSV, with a tab between fields, so that commas need no quotation marks. The first record is **`30-39 1220* * flu 2100`**, with tabs.",
            &["age postcode sex disease pay 30-39 1220* * flu 2100"],
        ),
    },
    format: |compression| Format::Csv { compression },
};

/// JSON lines.
pub(super) static JSONL: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "jsonl",
        title: "JSON lines",
        aliases: &["ndjson", "json lines", "newline-delimited json"],
        formula: "record = { \"column\": value, … } end of line",
        status: Status::Now,
        summary: "One flat object on each line, with columns by name.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &["jsonl", "ndjson"],
            schemes: &[],
            compressions: COMPRESSIONS,
            is_typed: true,
            keeps: "numbers, truth values and nulls; all else is text",
            reads: true,
            writes: true,
            streams: true,
        }),
        advice: include_str!("jsonl.md"),
        references: &[Reference {
            authors: "T. Bray",
            year: 2017,
            title: "The JavaScript object notation (JSON) data interchange format",
            doi: "10.17487/RFC8259",
        }],
        example: "[data]\ninput = \"people.jsonl\"\n",
        worked: Worked::released(
            "[output]\nfile = \"out.jsonl\"\n",
            "Each record is a line of JSON with the names of its columns. Labels are texts and stand between quotation marks; pay was released as it is and is a number still, **\"pay\":2100**.",
            &[
                "{\"age\":\"30-39\",\"postcode\":\"1220*\",\"sex\":\"*\",\"disease\":\"flu\",\"pay\":2100}",
            ],
        ),
    },
    format: |compression| Format::Json { compression },
};

/// One list of objects.
pub(super) static JSON: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "json",
        title: "A list of JSON objects",
        aliases: &["json array", "json list", "list of objects"],
        formula: "[ { \"column\": value, … }, … ]",
        status: Status::Now,
        summary: "One list with a flat object for each record, with columns by name.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &["json"],
            schemes: &[],
            compressions: COMPRESSIONS,
            is_typed: true,
            keeps: "numbers, truth values and nulls; all else is text",
            reads: true,
            writes: true,
            streams: true,
        }),
        advice: include_str!("json.md"),
        references: &[Reference {
            authors: "T. Bray",
            year: 2017,
            title: "The JavaScript object notation (JSON) data interchange format",
            doi: "10.17487/RFC8259",
        }],
        example: "[data]\ninput = \"people.json\"\n",
        worked: Worked::released(
            "[output]\nfile = \"out.json\"\n",
            "The list begins on the first line and ends on the last, and each record is an object on a line of its own. Labels are texts; pay was released as it is and is a number still, **\"pay\":2100**.",
            &[
                "{\"age\":\"30-39\",\"postcode\":\"1220*\",\"sex\":\"*\",\"disease\":\"flu\",\"pay\":2100},",
            ],
        ),
    },
    format: |compression| Format::JsonList { compression },
};
