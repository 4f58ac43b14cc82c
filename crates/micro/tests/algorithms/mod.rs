//! The algorithms of the literature: against brute force, and recounted from scratch.

mod adult;
mod brute;
mod complete;
mod cuts;
mod evaluators;
mod models;
mod satisfy;
mod setting;
mod wide;
