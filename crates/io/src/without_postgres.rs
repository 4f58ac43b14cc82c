//! What stands for PostgreSQL in a build without it: addresses are known, and refused.
#![allow(dead_code, reason = "nothing is ever made of it")]
#![allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "it stands for what does more")]

use crate::{Batches, Digest, Known, OutColumn, Pieces, Problem, WriteOptions};
use ridotto_core::Watch;
use std::path::Path;

/// An address that leads nowhere.
pub(crate) struct Address;

impl Address {
    pub fn parse(_: &Path) -> Result<Self, Problem> {
        Err(Problem::WithoutPostgres)
    }
}

/// A table that cannot be opened.
pub(crate) struct TableSource;

impl TableSource {
    pub fn open(_: &Address) -> Result<Self, Problem> {
        Err(Problem::WithoutPostgres)
    }

    pub fn columns(&self) -> Vec<Known> {
        Vec::new()
    }
}

impl Batches for TableSource {
    fn digest(&self) -> Result<Digest, Problem> {
        Err(Problem::WithoutPostgres)
    }

    fn pieces<'a>(&'a self, _: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        Err(Problem::WithoutPostgres)
    }
}

/// A table that cannot be made.
#[derive(Debug)]
pub(crate) struct TableTarget;

impl TableTarget {
    pub fn new(_: &Path, _: bool) -> Result<Self, Problem> {
        Err(Problem::WithoutPostgres)
    }

    pub fn write(
        &self,
        _: &WriteOptions,
        _: &[&str],
        _: &[OutColumn<'_>],
        _: &[u32],
        _: &dyn Watch,
    ) -> Result<(), Problem> {
        Err(Problem::WithoutPostgres)
    }

    pub fn open(&self) -> Result<TableSource, Problem> {
        Err(Problem::WithoutPostgres)
    }

    pub fn commit(self) -> Result<(), Problem> {
        Err(Problem::WithoutPostgres)
    }
}

/// Whether two addresses are those of one table: without a server none is.
pub fn is_same_table(_: &Path, _: &Path) -> bool {
    false
}

/// There is nothing to try.
#[doc(hidden)]
pub fn fuzz_copy(_: &[u8], _: &str) {}
