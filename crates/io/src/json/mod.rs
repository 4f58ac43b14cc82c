//! JSON lines: one flat object per line.
//!
//! A file has two passes. The first ([`survey`]) finds out which keys there are and what their values
//! are, because a key may appear for the first time on the last line. The second makes batches of
//! texts ([`read`]), which take the way of all batches. Objects are taken apart by [`object`], which
//! knows flat ones alone: it needs no stack, keeps numbers as they are written, and can say what is
//! wrong and where. The way out is [`write`].

mod fuzz;
mod object;
mod read;
mod survey;
mod write;

pub use fuzz::fuzz_json;
pub(crate) use read::JsonSource;
pub(crate) use write::write;
