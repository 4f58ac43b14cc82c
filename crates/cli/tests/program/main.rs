//! The real program: what it prints, what it leaves behind, and with which code it ends.

mod behaviour;
mod case;
mod errors;
mod formats;
mod success;
