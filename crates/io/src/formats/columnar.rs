//! Formats whose columns have types.

use super::Format;
use super::FormatDefinition;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Entry, Facts, FormatFacts, Status, Worked, small};

/// Excel workbook.
pub(super) static XLSX: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "xlsx",
        title: "Excel workbook",
        aliases: &["excel", "spreadsheet", "workbook"],
        formula: "a sheet of cells with a type each",
        status: Status::Now,
        summary: "A sheet of an Excel workbook.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &["xlsx"],
            schemes: &[],
            compressions: &[],
            is_typed: true,
            keeps: "numbers, dates, truth values and texts, cell by cell",
            reads: true,
            writes: true,
            streams: false,
        }),
        advice: include_str!("xlsx.md"),
        references: &[],
        example: "[data]\ninput = \"people.xlsx\"\nsheet = \"People\"\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "[output]\nfile = \"out.xlsx\"\n",
            text: "The release is written as a sheet and read again: **8 records, 5 columns**. Ages became labels, so their cells are **text** with 3 different ones; pay was released as it is, and its cells are numbers, **integer**.",
            run: &["anonymize stays.toml --keep-order --seed 1", "inspect out.xlsx"],
            says: &[
                "out.xlsx: 8 records, 5 columns;",
                "age quasi-identifier text 3",
                "pay sensitive integer 8",
            ],
        },
    },
    format: |_| Format::Excel,
};

/// Apache Parquet.
pub(super) static PARQUET: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "parquet",
        title: "Apache Parquet",
        aliases: &["apache parquet"],
        formula: "row groups of column chunks with a type each",
        status: Status::Now,
        summary: "Columns with types, compressed; a folder of such files is read as one table.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &["parquet"],
            schemes: &[],
            compressions: &[],
            is_typed: true,
            keeps: "the types of columns that are released as they are",
            reads: true,
            writes: true,
            streams: true,
        }),
        advice: include_str!("parquet.md"),
        references: &[],
        example: "[data]\ninput = \"people.parquet\"\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "[output]\nfile = \"out.parquet\"\n",
            text: "The release is written column by column and read again: **8 records, 5 columns**. The column of ages has labels and is **text** now; pay kept its type, **integer**. Of the labels that no record has nothing is in the file.",
            run: &["anonymize stays.toml --keep-order --seed 1", "inspect out.parquet"],
            says: &[
                "out.parquet: 8 records, 5 columns;",
                "age quasi-identifier text 3",
                "pay sensitive integer 8",
            ],
        },
    },
    format: |_| Format::Parquet,
};

/// Apache Arrow IPC.
pub(super) static ARROW: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "arrow",
        title: "Apache Arrow IPC",
        aliases: &["feather", "ipc", "apache arrow", "arrow ipc"],
        formula: "record batches of columns with a type each",
        status: Status::Now,
        summary: "Columns with types, as programs hold them in memory.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &["arrow", "ipc", "feather"],
            schemes: &[],
            compressions: &[],
            is_typed: true,
            keeps: "the types of columns that are released as they are",
            reads: true,
            writes: true,
            streams: true,
        }),
        advice: include_str!("arrow.md"),
        references: &[],
        example: "[data]\ninput = \"people.arrow\"\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "[output]\nfile = \"out.arrow\"\n",
            text: "The release is written as batches of columns and read again: **8 records, 5 columns**. The column of ages has labels and is **text** now; pay kept its type, **integer**.",
            run: &["anonymize stays.toml --keep-order --seed 1", "inspect out.arrow"],
            says: &[
                "out.arrow: 8 records, 5 columns;",
                "age quasi-identifier text 3",
                "pay sensitive integer 8",
            ],
        },
    },
    format: |_| Format::Arrow,
};

/// PostgreSQL.
pub(super) static POSTGRES: FormatDefinition = FormatDefinition {
    entry: Entry {
        name: "postgres",
        title: "PostgreSQL",
        aliases: &["postgresql", "pg", "database"],
        formula: "postgres://user@host/database/table, or ?query=SELECT …",
        status: Status::Now,
        summary: "A table of a PostgreSQL database, or what a query gives.",
        parameters: &[],
        check: any,
        facts: Facts::Format(FormatFacts {
            extensions: &[],
            schemes: &["postgres://", "postgresql://"],
            compressions: &[],
            is_typed: true,
            keeps: "the types of columns that are released as they are",
            reads: true,
            writes: true,
            streams: true,
        }),
        advice: include_str!("postgres.md"),
        references: &[],
        example: "[data]\ninput = \"postgres://ada@localhost/clinic/people\"\n",
        worked: Worked {
            tables: &[],
            policy: "",
            text: "In `postgres://clerk@localhost/hospital/stays` the user is clerk, the host localhost, the database hospital and the table stays. Without its last part the address names **neither a table nor a query**, and is refused before anybody is asked for a password. No server is needed to try that.",
            run: &["inspect postgres://clerk@localhost/hospital"],
            says: &["it names neither a table nor a query"],
        },
    },
    format: |_| Format::Postgres,
};
