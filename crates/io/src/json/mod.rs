//! Flat objects: one per line, or all in one list.
//!
//! Which of the two a file is, is told by its name; [`blocks`] gives its records either way, and
//! [`list`] cuts a list into them.
//! A file has two passes. The first ([`survey`]) finds out which keys there are and what their values
//! are, because a key may appear for the first time on the last line. The second makes batches of
//! texts ([`read`]), which take the way of all batches. Objects are taken apart by [`object`], which
//! knows flat ones alone: it needs no stack, keeps numbers as they are written, and can say what is
//! wrong and where. The way out is [`write`].

mod blocks;
mod fuzz;
mod list;
mod object;
mod read;
mod survey;
mod write;

pub(crate) use blocks::Form;
pub use fuzz::fuzz_json;
pub(crate) use read::JsonSource;
pub(crate) use write::write;
