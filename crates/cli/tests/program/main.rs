//! The real program: what it prints, what it leaves behind, and with which code it ends.
#![allow(clippy::format_push_string, clippy::format_collect)] // small texts, made once
#![allow(clippy::too_many_lines, clippy::similar_names)] // snapshots are long

mod argus;
mod attacks;
mod audited;
mod behaviour;
mod bombs;
mod book;
mod case;
mod certificates;
mod changed_tables;
mod claims;
mod combine;
#[cfg(feature = "postgres")]
mod databases;
mod documents;
mod edges;
mod entries;
mod errors;
mod explain;
mod explore;
mod formats;
mod formulas;
mod groups;
mod headers;
mod init;
mod inputs;
mod inspect;
mod intruder;
mod later;
mod ledgers;
mod limits;
mod local;
mod masks;
mod measures;
mod models;
mod net;
mod orders;
mod ordinals;
mod pairs;
mod perturb;
mod population;
mod private;
mod private_steps;
mod private_tables;
#[cfg(target_os = "linux")]
mod processes;
mod pseudonyms;
mod pycanon;
mod saved;
mod seeds;
mod sources;
mod success;
mod suppressed;
mod synthetic;
mod system;
mod tables;
mod terminal;
mod terms;
mod units;
mod verdicts;
mod worked;
mod years;
