//! Synthetic data: what is claimed of it, on made-up files and on Adult.

mod adult;
mod pmse;
