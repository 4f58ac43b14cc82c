//! The facade as a program that embeds it meets it.

mod attack;
mod cancel;
mod noise;
mod setting;
