//! What a kind of data must say so that it can be released: microdata, tables, sets, places, graphs.
//!
//! A [`Domain`] answers questions, and [`Bound::run`](crate::Bound::run) asks them in the one right order. Nothing
//! of a domain is known here: its data, its decision and what its verifier counts are its own types.

use crate::{Error, FileTarget, Opened, Order, Run, Siblings};
use ridotto_policy::Policy;
use ridotto_report::page::Page;
use ridotto_report::{Guarantee, Report};
use ridotto_table::{Digest, Look, OutColumn, ReadAs, StagedTable, Table};
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

/// A kind of data that can be released.
pub trait Domain: Debug + Send + Sync + 'static {
    /// Its name in a policy.
    const KIND: &'static str;
    /// A policy bound to columns: what will be done.
    type Plan: Debug + Send + Sync + 'static;
    /// The data as the domain works with them.
    type Data: Debug + Send;
    /// What was decided about them.
    type Decision: Debug + Send;
    /// A table that is written.
    type Output<'a>: Output;
    /// What was counted in the tables that were written.
    type Verified: Debug;

    /// Ties a policy to columns. Nothing is read, drawn or written: `plan` changes nothing.
    fn bind(
        policy: &Arc<Policy>,
        inputs: &Opened,
        siblings: &Siblings,
    ) -> Result<Self::Plan, Error>;

    /// What the pipeline must know of a plan before it begins.
    fn facts(plan: &Self::Plan) -> Facts;

    /// Makes data of the tables that were read, one for each input. The steps run here.
    fn prepare(
        plan: &Self::Plan,
        tables: Vec<Table>,
        run: &mut Run<'_>,
    ) -> Result<Self::Data, Error>;

    /// Decides what is shown.
    fn decide(
        plan: &Self::Plan,
        data: &Self::Data,
        run: &mut Run<'_>,
    ) -> Result<Self::Decision, Error>;

    /// The tables to be written, in the order of [`Facts::tables`].
    fn outputs<'a>(
        plan: &'a Self::Plan,
        data: &'a Self::Data,
        decision: &'a Self::Decision,
    ) -> Result<Vec<Self::Output<'a>>, Error>;

    /// Judges the tables that were written, by what leaves and not by what was decided. An error if
    /// they are not what they should be.
    fn verify(
        plan: &Self::Plan,
        data: &Self::Data,
        decision: &Self::Decision,
        written: &[Written<'_, Self::Output<'_>>],
        run: &mut Run<'_>,
    ) -> Result<Verdict<Self::Verified>, Error>;

    /// Tells what was decided and what it cost. Files, steps and guarantees are in the report already;
    /// `notes` are those about the tables that were written.
    fn account(
        plan: &Self::Plan,
        data: &Self::Data,
        decision: &Self::Decision,
        verdict: &Verdict<Self::Verified>,
        notes: Vec<String>,
        report: &mut Report,
    );

    /// Adds pictures of its own to the page.
    fn illustrate(_: &Self::Plan, _: &Self::Data, _: &Self::Decision, _: &Run<'_>, _: &mut Page) {}

    /// Adds pictures to the page of a release that tells nothing of its input: of what is released, and of
    /// nothing else.
    fn illustrate_silent(_: &Self::Plan, _: &Self::Data, _: &Self::Decision, _: &mut Page) {}

    /// Between which ends each hidden cell is known to lie, as a file for the owner alone; `None` of a
    /// kind that hides no cells.
    fn intervals(
        _: &Self::Plan,
        _: &Self::Data,
        _: &Self::Decision,
        _: &Run<'_>,
    ) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// The decision as a document for its owner, so that it can be made again on other data; `None` if
    /// it is about these data alone.
    fn save(_: &Self::Plan, _: &Self::Data, _: &Self::Decision) -> Option<String> {
        None
    }
}

/// What the pipeline must know of a plan before it begins.
#[derive(Debug, Default)]
pub struct Facts {
    /// What is read of each column of each input.
    pub reads: Vec<Vec<ReadAs>>,
    /// The names of the tables that will be written; the first is what people call the data.
    pub tables: Vec<String>,
    /// Files that steps publish beside them.
    pub files: Vec<FileTarget>,
    /// Files that are gone on with, such as mappings of pseudonyms: written, and no other output.
    pub continued: Vec<PathBuf>,
    /// Files that are read besides those that the policy names: none may be written to.
    pub others: Vec<PathBuf>,
    /// Whether nothing may be told of the input: neither counts, nor digests, nor times.
    pub is_silent: bool,
    /// How somebody asks for cells to be escaped that a spreadsheet would run, if not in the policy.
    pub escaped_by: Option<&'static str>,
    /// Whether it can be told between which ends hidden cells lie.
    pub has_intervals: bool,
    /// Why the decision cannot be saved, if it cannot: what is wrong, and what to do.
    pub unsaved: Option<(String, String)>,
}

/// A table that is to be written.
pub trait Output: Debug {
    /// The names of its columns.
    fn names(&self) -> Vec<&str>;

    /// Its columns, as many as names.
    fn columns(&self) -> Vec<OutColumn<'_>>;

    /// Which rows of the columns are written.
    fn rows(&self) -> Rows<'_>;

    /// In which order they are written.
    fn order(&self) -> Order;

    /// How each row of the columns is drawn, where a format draws.
    fn looks(&self) -> Option<&[Look]> {
        None
    }
}

/// Rows of a table, in ascending order.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    /// So many, from the first.
    All(usize),
    /// All but those that are marked.
    Without(&'a [bool]),
    /// These.
    These(&'a [u32]),
}

impl<'a> Rows<'a> {
    /// Their numbers.
    pub fn iter(self) -> impl Iterator<Item = u32> + Clone + 'a {
        let count = match self {
            Self::All(count) => count,
            Self::Without(marked) => marked.len(),
            Self::These(rows) => rows.len(),
        };
        (0..count as u32).filter_map(move |at| match self {
            Self::All(_) => Some(at),
            Self::Without(marked) => (!marked[at as usize]).then_some(at),
            Self::These(rows) => Some(rows[at as usize]),
        })
    }
}

/// A table that was written and is not yet published.
#[derive(Debug)]
pub struct Written<'a, O> {
    /// What was to be written.
    pub output: &'a O,
    /// What was written.
    pub staged: &'a dyn StagedTable,
    /// The row of the columns that each written row was.
    pub order: &'a [u32],
}

/// What the verifier says of the tables that were written.
#[derive(Debug)]
pub struct Verdict<V> {
    /// What is attained of what was required; a release needs all of it to hold.
    pub guarantees: Vec<Guarantee>,
    /// How many rows each table has, and the digest of what was written, if it is wanted.
    pub tables: Vec<(u64, Option<Digest>)>,
    /// What was counted.
    pub seen: V,
}
