//! Tables of PostgreSQL, read and written by `COPY`.
//!
//! `COPY … TO STDOUT` sends rows as they are found, in one statement and one snapshot, and nothing is
//! kept on either side; a cursor would do the same with one more trip per block of rows, and send
//! each value with its own length. Only the columns that are wanted leave the server.
//!
//! A release is written in one transaction ([`target`]): the table is made, filled, read again and
//! judged before anybody else can see it. Whatever goes wrong, the server forgets it.

mod address;
mod connect;
mod copy;
mod fuzz;
mod source;
mod stream;
mod target;
mod tls;
mod types;
mod values;

pub(crate) use address::Address;
#[doc(hidden)]
pub use fuzz::fuzz_copy;
pub(crate) use source::TableSource;
pub(crate) use target::TableTarget;
pub use target::is_same_table;
