//! The one way from data to a release.
//!
//! Whatever the kind of data: rows are read, steps change them, something is decided, the result is
//! written where nobody sees it, read again and judged, reported, and only then put in its place. A
//! kind of data is a [`Domain`]; this crate knows nothing of any of them, of models or of searches.

pub mod argus;
mod artifact;
mod assessor;
mod batch;
mod before;
mod bound;
mod certificate;
mod clock;
mod deadline;
mod domain;
mod error;
mod file_report;
mod formulas;
pub mod hierarchy;
mod inputs;
pub mod key_files;
mod kind;
pub mod ledger;
mod options;
mod order;
pub mod ordinal;
mod outputs;
pub mod persons;
mod privacy;
pub mod private;
mod publish;
pub mod reading;
mod release;
mod reports;
mod run;
mod runnable;
mod siblings;
pub mod silence;
mod staging;
mod step;
pub mod targets;
mod trail;
mod verification;
pub mod years;

pub use artifact::Artifact;
pub use assessor::{Assessor, BeforeAfter, PageFigures};
pub use batch::{Converted, read_batch};
pub use bound::Bound;
pub use certificate::{VerifyOptions, make_keys, verify_certificate};
pub use clock::{Clock, cpu_seconds};
pub use deadline::{Deadline, Impatient, heed, left_out};
pub use domain::{Domain, Facts, Output, Rows, Verdict, Written};
pub use error::{Error, Unmet};
pub use file_report::file_report;
pub use inputs::{Input, Inputs, Opened, Place, encoding, folder_of, metadata, source_options};
pub use kind::expect_records;
pub use options::RunOptions;
pub use order::Order;
pub use outputs::{Destination, Outputs};
pub use privacy::{Privacy, Promise};
pub use publish::{place_all, place_files, write_all};
pub use release::{Published, Release};
pub use reports::{OwnersFile, Reports, stage_owners_file, stage_reports};
pub use ridotto_numbers::{NoRandomness, Randomness};
pub use run::Run;
pub use runnable::Runnable;
pub use siblings::{BindReads, ColumnsThatStand, Instead, Siblings, StepsOf};
pub use step::{FileTarget, Step, StepOutcome, StepRun, Steps};
pub use trail::Trail;
pub use verification::verify;
