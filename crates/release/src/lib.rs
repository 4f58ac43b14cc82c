//! The one way from data to a release.
//!
//! Whatever the kind of data: rows are read, steps change them, something is decided, the result is
//! written where nobody sees it, read again and judged, reported, and only then put in its place. This
//! crate knows nothing of any kind of data, of its models or of its searches.

mod artifact;
mod clock;
mod deadline;
mod error;
pub mod key_files;
mod order;
mod publish;
mod step;
pub mod targets;

pub use artifact::Artifact;
pub use clock::{Clock, cpu_seconds};
pub use deadline::{Deadline, Impatient, heed, left_out};
pub use error::{Error, Unmet};
pub use order::Order;
pub use publish::{place_all, place_files, write_all};
pub use ridotto_numbers::{NoRandomness, Randomness};
pub use step::{FileTarget, Step, StepOutcome, StepRun, Steps, Trail};
