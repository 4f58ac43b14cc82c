//! The files of τ-Argus, which statistical offices have: what they say, read from their text.
//!
//! τ-Argus describes data by *metadata* (`.rda`), hierarchies by indented lists (`.hrc`), what is known
//! of single cells by *a-priori files* (`.hst`), and a whole run by a *batch* (`.arb`). Its methods
//! exchange tables with solvers as *JJ* files. Each has a module here that reads text and gives values;
//! nothing here opens a file, and no error shows a cell.

pub mod apriori;
pub mod batch;
mod fault;
pub mod hierarchy;
pub mod jj;
pub mod metadata;
pub mod output;
pub mod recode;
mod text;
pub mod translation;

pub use batch::Batch;
pub use fault::Fault;
pub use metadata::Metadata;
