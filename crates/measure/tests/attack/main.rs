//! Attacks: what they find in printed tables, in releases that are broken on purpose, and in
//! releases that a model protects.

mod adult;
mod bounds;
mod broken;
mod golden;
mod sheet;
mod speed;
mod world;
