//! Verification: the written file is read again from its bytes, and judged as a stranger would.
//!
//! Records are grouped by the *texts* of their quasi-identifiers ([`seen`]), which shares nothing
//! with the packed engine that decided; classes are judged anew; and every cell must be the cell
//! of its input record, or an ancestor of it, or what covers it ([`truth`]). What a release must not show (which input record is
//! which output record) comes from the order in which records were written.

mod alike;
mod allowed;
mod check;
mod column;
mod companion;
mod error;
mod fitting;
mod reader;
mod rule;
mod runs;
mod seen;
mod truth;

pub use column::OutputColumn;
pub use error::VerifyError;
pub use rule::{CellRule, NO_GROUP};

use check::Check;
use companion::Companion;
use reader::Reader;
use ridotto_core::class::Tally;
use ridotto_core::{ClassTable, KeyColumn, Watch};
use ridotto_table::{Digest, IoError, Source, SourceOptions, StagedTable};
use seen::Seen;

/// What the output must be.
#[derive(Debug)]
pub struct Expected<'a> {
    /// Its columns.
    pub columns: &'a [OutputColumn<'a>],
    /// The input record of each output record.
    pub order: &'a [u32],
    /// The records whose values were hidden and not left out.
    pub hidden: Option<&'a [bool]>,
    /// The text of a missing value.
    pub missing: &'a str,
    /// The columns that models look at, by input record: what judging needs is taken from the
    /// record that was found to stand here.
    pub judged: &'a [KeyColumn<'a>],
    /// Everybody of the population, if requirements count them.
    pub people: Option<Everybody<'a>>,
    /// Whether cells that a spreadsheet would run have an apostrophe in front.
    pub escaped: bool,
}

/// The population as a private companion of the file: what everybody would show.
#[derive(Debug)]
pub struct Everybody<'a> {
    /// How many people have which values.
    pub tally: &'a Tally,
    /// What each value of each quasi-identifier would be shown as; missing is `None`.
    pub labels: Vec<Vec<Option<String>>>,
}

/// What the file was seen to hold.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Records.
    pub rows: u64,
    /// The digest of the file's bytes, if it is wanted.
    pub sha256: Option<Digest>,
    seen: Seen,
    /// The text of a missing value.
    missing: String,
    /// How many values each judged column has.
    values: Vec<usize>,
}

impl Verified {
    /// A file that has columns and no record.
    fn nothing(sha256: Digest, expected: &Expected<'_>) -> Self {
        let keys = expected.columns.iter().filter(|column| column.key.is_some()).count();
        Self {
            rows: 0,
            sha256: Some(sha256),
            seen: Seen::new(keys, expected.judged.len()),
            missing: expected.missing.to_owned(),
            values: expected.judged.iter().map(|column| column.values).collect(),
        }
    }

    /// How many classes there are; hidden records form none.
    pub fn classes(&self) -> usize {
        self.seen.classes.counts().len()
    }

    /// The sizes of the classes, in ascending order.
    pub fn sizes(&self) -> Vec<u64> {
        let mut sizes = self.seen.classes.counts().to_vec();
        sizes.sort_unstable();
        sizes
    }

    /// The fewest records that fit a record over some of the quasi-identifiers, if `*` and missing
    /// cells fit anything; `None` if there is no record.
    pub fn least_fitting(&self, keys: &[usize]) -> Option<u64> {
        self.seen.least_fitting(keys, self.missing.as_bytes())
    }

    /// The fewest persons whose records, all of them, show the same; `None` if there is no record.
    /// `person` is the place of a judged column that tells persons apart.
    pub fn least_alike(&self, person: usize) -> Option<u64> {
        self.seen.least_alike(person)
    }

    /// The classes over some of the quasi-identifiers, named by their places.
    pub fn table(&self, keys: &[usize]) -> ClassTable {
        self.seen.table(keys, &self.values)
    }
}

/// Reads a file again and compares it with what it must be.
pub fn verify(
    staged: &dyn StagedTable,
    options: &SourceOptions,
    expected: &Expected<'_>,
    watch: &dyn Watch,
) -> Result<Verified, VerifyError> {
    std::thread::scope(|scope| {
        // The file must reach the disk before it is published: it may as well go there now.
        let synced = scope.spawn(|| staged.sync());
        let verified = verify_source(staged.reopen(options), &|| staged.digest(), expected, watch);
        synced.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        verified
    })
}

fn verify_source(
    opened: Result<Box<dyn Source>, IoError>,
    digest: &dyn Fn() -> Result<Digest, IoError>,
    expected: &Expected<'_>,
    watch: &dyn Watch,
) -> Result<Verified, VerifyError> {
    let source = match opened {
        // Without an object there are no keys, and none is to be there.
        Err(error) if expected.order.is_empty() && error.code() == "io::empty" => {
            return Ok(Verified::nothing(digest()?, expected));
        }
        source => source?,
    };
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if names != expected.columns.iter().map(|column| column.name).collect::<Vec<_>>() {
        return Err(VerifyError::Columns);
    }
    let checks = Check::all(expected.columns);
    let all: Vec<usize> = (0..checks.len()).collect();
    let companion = Companion::new(&checks, expected.order.len());
    watch.begin("verifying", Some(expected.order.len() as u64));
    let scanned = source.scan::<_, VerifyError>(
        &all,
        || Reader::new(&checks, expected.judged.len()),
        |reader, block| reader.read(block, expected, &checks, companion.as_ref()),
        watch,
    );
    let scanned = match scanned {
        // Read to its end, and no record found: as it must be if none was to be written.
        Err(VerifyError::Io(error))
            if expected.order.is_empty() && error.code() == "io::header-alone" =>
        {
            return Ok(Verified::nothing(digest()?, expected));
        }
        other => other?,
    };
    let due = expected.order.len() as u64;
    if scanned.rows != due {
        return Err(VerifyError::Records { found: scanned.rows, due });
    }
    let seen = scanned.states.into_iter().map(|reader| reader.seen).reduce(|mut all, other| {
        all.take_in(&other);
        all
    });
    let mut seen = seen.unwrap_or_else(|| Seen::new(0, expected.judged.len()));
    if let Some(people) = &expected.people {
        seen.count_people(people, expected.missing.as_bytes());
    }
    Ok(Verified {
        rows: scanned.rows,
        sha256: scanned.sha256,
        seen,
        missing: expected.missing.to_owned(),
        values: expected.judged.iter().map(|column| column.values).collect(),
    })
}

#[cfg(test)]
mod tests;
