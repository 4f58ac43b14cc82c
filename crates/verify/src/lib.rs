//! Verification: the written file is read again from its bytes, and judged as a stranger would.
//!
//! Records are grouped by the *texts* of their quasi-identifiers, which shares nothing with the
//! packed engine that decided; classes are judged anew; and every cell must be the cell of its input
//! record, or what its [`CellRule`] allows: an ancestor of it, or what covers it. What a release must
//! not show (which input record is which output record) comes from the order in which records were
//! written.
//!
//! This crate uses the kernel and tables, and nothing else of ours: it cannot reach a search, a
//! masking step or a policy, and so shares no fault with them.

mod alike;
mod ancestors;
mod check;
mod column;
mod compiled_rule;
mod error;
mod expected;
mod fitting;
mod packed_rows;
pub mod plain;
mod progress;
mod reader;
mod rule;
mod runs;
mod seen;
#[cfg(test)]
mod tests;
mod thresholds;
mod verified;
mod whole;

pub use column::OutputColumn;
pub use error::VerifyError;
pub use expected::{Expected, PopulationLabels};
pub use rule::{CellRule, NO_GROUP};
pub use thresholds::Thresholds;
pub use verified::Verified;

use check::Check;
use packed_rows::PackedRows;
use reader::Reader;
use ridotto_core::Watch;
use ridotto_table::{Digest, IoError, Source, SourceOptions, StagedTable};
use seen::Seen;
use whole::Whole;

/// Reads a file again and compares it with what it must be.
pub fn verify(
    staged: &dyn StagedTable,
    options: &SourceOptions,
    expected: &Expected<'_>,
    watch: &dyn Watch,
) -> Result<Verified, VerifyError> {
    verify_with(staged, options, expected, &Thresholds::default(), watch)
}

/// As [`verify`], with other sizes: what is said does not depend on them.
pub fn verify_with(
    staged: &dyn StagedTable,
    options: &SourceOptions,
    expected: &Expected<'_>,
    sizes: &Thresholds,
    watch: &dyn Watch,
) -> Result<Verified, VerifyError> {
    std::thread::scope(|scope| {
        // The file must reach the disk before it is published: it may as well go there now.
        let synced = scope.spawn(|| staged.sync());
        let verified =
            verify_source(staged.reopen(options), &|| staged.digest(), expected, sizes, watch);
        synced.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        verified
    })
}

fn verify_source(
    opened: Result<Box<dyn Source>, IoError>,
    digest: &dyn Fn() -> Result<Digest, IoError>,
    expected: &Expected<'_>,
    sizes: &Thresholds,
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
    let companion =
        PackedRows::new(checks.iter().map(Check::coded), expected.order.len(), sizes.packed);
    watch.begin("verifying", Some(expected.order.len() as u64));
    let scanned = source.scan::<_, VerifyError>(
        &all,
        || Reader::new(&checks, expected.judged.len(), sizes),
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
    let read = scanned.states.into_iter().map(|reader| (reader.seen, reader.whole));
    let read = read.reduce(|(mut seen, mut whole), (other, others)| {
        seen.take_in(&other);
        whole.take_in(&others);
        (seen, whole)
    });
    let (mut seen, whole) =
        read.unwrap_or_else(|| (Seen::new(0, expected.judged.len()), Whole::new(&checks)));
    if let Some(at) = whole.broken() {
        return Err(VerifyError::NotWhole { column: checks[at].name.to_owned() });
    }
    if let Some(people) = &expected.people {
        seen.count_people(people, expected.missing.as_bytes());
    }
    Ok(Verified::new(scanned.rows, scanned.sha256, seen, expected))
}
