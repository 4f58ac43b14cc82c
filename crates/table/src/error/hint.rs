//! What to do about a problem.

use super::{JsonPlace, Problem};

impl Problem {
    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::System(_) | Self::Cancelled | Self::TooManyRows => return None,
            Self::NotFound => "check the path; it is relative to the policy or to where you are",
            Self::NotReadable => "ask its owner for permission to read it",
            Self::NotWritable => "choose another folder for the output",
            Self::NoSpace => "free some space or choose another disk; nothing was written",
            Self::Exists => "choose another name, or replace it: `Outputs::force`",
            Self::Changed => {
                "nothing was written: run it again, and it goes on with what is there now"
            }
            Self::InUse => {
                "two runs would mix their files: wait until the other has ended, or choose another name"
            }
            Self::Folder => "name a file in it",
            Self::UnknownFormat => {
                "use .csv, .tsv, .txt, .json or .jsonl (also with .gz or .zst), .parquet, .arrow or \
                 .xlsx"
            }
            Self::ForeignFormat(foreign) => foreign.hint(),
            Self::Empty | Self::HeaderAlone => "was the file exported without its rows?",
            Self::LoneCarriageReturns => "convert the line ends, for example with `mac2unix`",
            Self::BadDialect => "line ends and zero bytes are not among them either",
            Self::Closed => "write to a file, and look at that; nothing else was written",
            Self::EndlessName { .. } => "is a quote left open there, or is the encoding another?",
            Self::NoHeader { .. } => {
                "is it a record? Then say `header = false` in `[data]`, or `InitOptions::no_header`: columns are called `column-1`, `column-2`, … If it is a header, compare it \
                 with the names that are asked for; it is not shown here, because it may be a person's"
            }
            Self::EmptyNames { .. } | Self::DuplicateName { .. } => {
                "give each column a name of its own; is the first line the column names?"
            }
            Self::RaggedRow { .. } => {
                "look for a delimiter in an unquoted cell on this line, or set the delimiter"
            }
            Self::QuoteInside { .. } | Self::TextAfterQuote { .. } => {
                "quote the whole cell and double the quotes within it, or set another quote"
            }
            Self::UnterminatedQuote { .. } | Self::EndlessRecord { .. } => {
                "close the quote, or double it if it is part of the text"
            }
            Self::NotInEncoding { .. } => "set the encoding: utf-8, latin1 or utf-16",
            Self::Compressed(_) => "let its name end in .gz or .zst, or unpack it",
            Self::BrokenCompression
            | Self::BrokenParquet
            | Self::BrokenPart(_)
            | Self::BrokenSheet
            | Self::BrokenArrow => {
                "was it copied to its end? does the end of its name tell what it is?"
            }
            Self::UnsupportedType { .. } => "convert the column, or drop it before",
            Self::NotOfKind { .. } => {
                "correct the cells, list their text as missing, or change the column's type"
            }
            Self::NotEncodable { .. } => "write to a file in UTF-8: set the encoding to utf-8",
            other => return other.hint_of_sources(),
        })
    }

    /// About JSON lines, sheets, folders and databases.
    fn hint_of_sources(&self) -> Option<&'static str> {
        Some(match self {
            Self::BrokenJson { at: JsonPlace { record: None, .. } } => {
                "write one object per line; of one large array, `jq -c '.[]'` makes lines, or let \
                 its name end in .json"
            }
            Self::BrokenJson { .. } => {
                "each element of the list is an object, `{\"column\": value, …}`, and closed"
            }
            Self::NotAList { .. } => {
                "of one object per line the name ends in .jsonl; with `jq -s .` they become a list"
            }
            Self::OpenList { .. } => "was it copied to its end?",
            Self::NestedValue { .. } => {
                "a table has one value in each cell: give what is within it keys of its own, for \
                 example with `jq`"
            }
            Self::RepeatedKey { .. } => "which of the two values counts? leave the other one out",
            Self::TooManyKeys { .. } => {
                "are the keys data? a key is the name of a column, the same in every object"
            }
            Self::LockedSheet => "open it in Excel and save it without a password",
            Self::NoRoom { .. } => {
                "is it what it seems? If it is, allow more: `limit_memory`, on a machine that has it"
            }
            Self::WideWindow { .. } => {
                "is it what it seems? If it is, allow more: `limit_memory`; or compress it again \
                 with a smaller window, as `zstd` does without `--long` and `--ultra`"
            }
            Self::BurstingSheet => "is it what it seems? save it again in Excel, or as .csv",
            Self::NoSuchSheet { .. } => "name one of these in `[data]`: `sheet = \"…\"`",
            Self::CellOutside { .. } => {
                "give the column a name in the first row, or delete what is beside the table"
            }
            Self::FaultyCell { .. } => {
                "correct the formula, or list the error's text as missing in `[data]`: \
                 `missing = [\"\", \"#N/A\"]`"
            }
            Self::TooLargeForSheet { .. } | Self::TooLongForSheet { .. } => {
                "write a .csv or .parquet file"
            }
            Self::WithoutPostgres => "build it with the feature `postgres`, which is usual",
            Self::BadAddress(_) => {
                "write `postgres://user@host:port/database/table`, or \
                 `postgres://user@host/database?query=SELECT …`"
            }
            Self::NoEncryption => {
                "turn on `ssl` at the server, or go through a tunnel (`ssh -L 5432:localhost:5432 \
                 host`); no password goes unencrypted to another machine"
            }
            Self::Untrusted(_) => {
                "`sslrootcert=FILE` names the certificate of who signed the server's, and the host \
                 must be written as the certificate has it"
            }
            Self::Certificates(_) => {
                "look at `sslrootcert`, `sslcert` and `sslkey`, or at the files in ~/.postgresql"
            }
            Self::NotCertified => {
                "`sslcert=FILE` and `sslkey=FILE` name one that the server's `ssl_ca_file` has \
                 signed for this user; the usual place is ~/.postgresql"
            }
            Self::NoServer => "is it running, and are the host and the port right?",
            Self::WrongPassword { .. } => {
                "set PGPASSWORD, or write a line `host:port:database:user:password` to ~/.pgpass, \
                 which only you may read"
            }
            Self::NoSuchDatabase { .. } => "`psql -l` lists the databases",
            Self::NoSuchSchema { .. } | Self::NoSuchTable { .. } => {
                "capitals count; a table of another schema is `schema.table`"
            }
            Self::TableExists => "choose another name, or replace it: `Outputs::force`",
            Self::TableInUse => "drop what depends on it, or choose another name",
            Self::NoTable => "choose another name",
            Self::NotPermitted => "ask the database's owner for the right, or use another user",
            Self::StrangeValue { .. } => {
                "read it as text by a query: `postgres://…?query=SELECT the_column::text, …`"
            }
            Self::ServerGone => "try again; nothing was written",
            Self::Server { .. } => "PostgreSQL's manual lists these numbers, in its appendix A",
            Self::NoParts => "name a file, or a folder with .parquet files in it",
            Self::StrangePart(_) => {
                "take it out of the folder; only names that begin with `_` or `.` are passed over"
            }
            Self::BatchesDiffer { .. } => "give batches of one schema",
            Self::NoBatches => "give one at least",
            Self::NoRows => "there is nothing to release",
            Self::BrokenBatch => "convert the column, or leave it out",
            Self::PartsDiffer(_) => {
                "write all parts with the same columns, types and names of folders"
            }
            _ => return None,
        })
    }
}
