//! The ledger: what was charged, in a file that survives a crash.
//!
//! Each line is one entry, a JSON object that ends with its SHA-256, and each has the digest of the one
//! before: a chain, so that a line which is changed, left out or put elsewhere is found out. Lines are only ever
//! added. A charge is written and synced to the disk before anything is answered, so that after a
//! crash at any moment the ledger says at least what was answered, and perhaps one charge more.
//!
//! # A torn last line
//! A process that is killed while it writes may leave a part of a line, without its end. Its answer was
//! never given, because answers come after the line is on the disk; so the part is cut off when the
//! ledger is opened the next time, and an entry says that. A last line that is whole and lacks its end alone
//! (somebody's editor, or a copy) may have been answered: it counts. Lines that end and do not fit the chain
//! are no crash of ours: such a ledger is refused.
//!
//! # Does not protect against
//! Whoever may write the file: a chain can be made anew from any line on, and its last lines can be cut
//! off. Keep the last digest, which `show` prints, elsewhere if that matters, and ask for it
//! ([`Contents::has`]). Two processes never write at once, because the file
//! is locked; that holds on one machine, and on network disks as far as these lock.

mod entry;
mod file;

pub use crate::error::LedgerError;
pub use entry::{Contents, Entry, Event, Torn};
pub use file::Ledger;

#[cfg(test)]
mod tests;
