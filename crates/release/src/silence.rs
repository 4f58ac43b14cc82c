//! Releases that tell nothing of their input, because it would tell about single records.

use crate::{Error, Outputs, Privacy, RunOptions};
use ridotto_report::{FileReport, Report};

/// What a reader is told instead.
pub const NOTE: &str = "differentially private: counts, digests and times of the input are not told, \
                        because they would tell about single records";

/// Refuses what would let somebody repeat what was drawn, or recognise a record by its place.
pub fn refuse(options: &RunOptions, outputs: &Outputs) -> Result<(), Error> {
    let refused = [
        (
            options.randomness.is_seeded(),
            "`Randomness::seeded`",
            "who knows the seed knows what was drawn",
        ),
        (
            options.keep_order,
            "`RunOptions::keep_order`",
            "a record's place would tell which one it is",
        ),
        (
            outputs.recoding.is_some(),
            "a saved decision",
            "a decision applied to other data would be a release without a sample",
        ),
    ];
    match refused.into_iter().find(|(is_given, ..)| *is_given) {
        None => Ok(()),
        Some((_, what, why)) => Err(Error::Usage {
            message: format!("{what} is refused where differential privacy is required"),
            hint: format!("leave it out: {why}"),
        }),
    }
}

/// Takes out of a report what lets somebody who knows all of the input but one value try the others, where
/// values were hidden by noise and records were not: its digest, and how long all took.
pub fn keep_from_guessing(report: &mut Report, privacy: &Privacy) {
    if privacy.is_used() {
        report.input.sha256 = None;
        report.seconds = None;
    }
}

/// Takes out of a report what it must not tell.
pub fn keep(report: &mut Report) {
    let file = std::mem::take(&mut report.input.file);
    report.input = FileReport { file, rows: None, sha256: None };
    report.seconds = None;
    if report.notes.iter().all(|note| note != NOTE) {
        report.notes.push(NOTE.to_owned());
    }
}
