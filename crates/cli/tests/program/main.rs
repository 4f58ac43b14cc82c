//! The real program: what it prints, what it leaves behind, and with which code it ends.
#![allow(clippy::format_push_string)] // small texts, made once

mod behaviour;
mod case;
mod errors;
mod formats;
mod success;
