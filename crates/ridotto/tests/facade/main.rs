//! The facade as a program that embeds it meets it.
#![allow(clippy::format_push_string)] // small texts, made once

mod attack;
mod best;
mod book;
mod built;
mod cancel;
mod checked;
mod entries;
mod explore;
mod grid;
mod guarantees;
mod hierarchical;
mod local;
mod masks;
mod memory;
mod models;
mod noise;
mod own_model;
mod own_step;
mod persons;
mod population;
mod private;
mod public;
mod setting;
#[cfg(unix)]
mod tampered;
mod weights;
