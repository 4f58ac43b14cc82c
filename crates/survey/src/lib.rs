//! What is a file like before anything is done?
//!
//! A [`Survey`] reads a file and guesses what its columns are, and a [`Draft`] is the first policy that
//! follows. [`inspect`] says who could be found in the file as it is, and how good its data are.

mod init;
mod inspect;

pub use init::{Draft, Guess, InitOptions, Measured, Question, Sensitivity, Survey};
pub use inspect::{InspectOptions, inspect};
