//! What was decided about records, by whatever method.

use crate::bind::Method;
use ridotto_core::Reading;
use ridotto_micro::evaluate::{Layer, Record, Seen};
use ridotto_micro::local::Summary;
use ridotto_micro::local::cell::CellRecoding;
use ridotto_micro::local::mondrian::Regions;
use ridotto_micro::{Lattice, Recoding};
use ridotto_release::Rows;
use ridotto_report::chart;
use ridotto_table::RowLabels;

/// What is decided about the records.
#[derive(Debug)]
pub struct Decision {
    /// The method that decided.
    pub method: Method,
    pub shown: Recoded,
    /// Which records are suppressed.
    pub gone: Vec<bool>,
    /// Whether these are written as `*`, and not left out.
    pub keeps: bool,
    /// How many records are suppressed.
    pub suppressed: u64,
    /// How many single cells of other records show `*`.
    pub cells: u64,
    /// The loss of each quasi-identifier.
    pub losses: Vec<f64>,
    /// What a released weight is multiplied by, if that is not 1.
    pub scale: Option<f64>,
}

impl Decision {
    /// The records that are written: all that are not suppressed, or all if these show `*`.
    pub fn rows(&self) -> Rows<'_> {
        if self.keeps { Rows::All(self.gone.len()) } else { Rows::Without(&self.gone) }
    }

    /// Suppressed records, if some are written as `*`.
    pub fn hidden(&self) -> Option<&[bool]> {
        (self.keeps && self.suppressed > 0).then_some(&self.gone)
    }
}

/// What is shown.
#[derive(Clone, Debug)]
pub enum Recoded {
    /// What a value becomes, the same for all records.
    ByValue(Recoding),
    /// What each record shows.
    ByRecord(LocalRecoding),
}

/// What was found, by whatever method.
#[derive(Debug)]
pub struct Found {
    pub decision: Decision,
    /// Whether nothing better exists.
    pub proved: bool,
    /// How many generalisations there are; 0 where they are not counted.
    pub nodes: f64,
    /// How many were looked at.
    pub checked: u64,
    /// The levels, if every attribute has one.
    pub levels: Option<Vec<u8>>,
    /// The objective's value.
    pub score: f64,
    /// What a reader of the report must know.
    pub notes: Vec<String>,
    /// All generalisations below which none satisfies, if they are known.
    pub minimal: Option<Vec<Vec<u8>>>,
    /// What was seen of the lattice, if one was searched.
    pub looked: Option<Looked>,
    /// How many single cells have to be suppressed at least, if that is known.
    pub cells_needed: Option<u64>,
    /// The sizes of the classes before anything was decided.
    pub sizes: Vec<u64>,
    /// What other methods would have done.
    pub beside: Beside,
}

/// What other methods do or would do, beside the one that decided.
#[derive(Debug, Default)]
pub struct Beside {
    /// What each method reached, if several were tried.
    pub tried: Vec<Tried>,
    /// No recoding by the hierarchies loses less than this, if that is known.
    pub bound: Option<f64>,
    /// What recoding record by record would lose, if that is much less.
    pub by_record: Option<Estimate>,
}

/// A method that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    pub method: Method,
    /// What it reached; `None` if it found nothing.
    pub objective: Option<f64>,
    pub seconds: f64,
    /// Whether it proved that nothing better exists among what it chooses from.
    pub proved: bool,
}

/// What is lost by some method, estimated from some records.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub loss: f64,
    pub records: u64,
}

/// What each record shows. Its `Debug` shows no label.
#[derive(Clone, Debug)]
pub struct LocalRecoding {
    /// The group of each record.
    pub group_of: Vec<u32>,
    /// What is shown of each quasi-identifier.
    pub attributes: Vec<LocalLabels>,
    /// The decision for other records.
    pub transfer: Transferable,
}

/// What is shown of a quasi-identifier.
#[derive(Clone, Debug)]
pub struct LocalLabels {
    pub labels: RowLabels,
    /// What kind of label it is.
    pub shows: Summary,
}

/// What other records would show.
#[derive(Clone, Debug)]
pub enum Transferable {
    /// The regions that they lie in.
    Regions(Regions),
    /// What their values became.
    Cells(CellRecoding),
    /// Nothing: the decision is about these records alone.
    None,
}

/// A lattice, and what was seen of it.
#[derive(Debug)]
pub struct Looked {
    pub record: Record,
    pub lattice: Lattice,
}

impl Looked {
    /// What was found out about the lattice of some attributes, for a chart.
    pub fn picture(&self, attributes: Vec<String>, chosen: Vec<u8>) -> chart::Lattice {
        let node = |(levels, seen): (Vec<u8>, Option<Seen>)| chart::LatticeNode {
            levels,
            outcome: match seen {
                Some(Seen::Holds) => chart::Outcome::Holds,
                Some(Seen::Fails) => chart::Outcome::Fails,
                None => chart::Outcome::Skipped,
            },
        };
        let layer = |layer: Layer| {
            let Layer { height, holds, fails, skipped } = layer;
            chart::LatticeLayer { height, holds, fails, skipped }
        };
        let (nodes, layers) = match self.record.nodes(&self.lattice) {
            Some(nodes) => (nodes.into_iter().map(node).collect(), Vec::new()),
            None => {
                let layers = self.record.layers(&self.lattice);
                (Vec::new(), layers.into_iter().map(layer).collect())
            }
        };
        chart::Lattice { attributes, nodes, layers, chosen }
    }
}

/// What a saved decision makes of the quasi-identifiers of new data.
#[derive(Debug)]
pub struct Restored {
    /// What is shown.
    pub shown: Recoded,
    /// How values are read where labels are ranges of them, by quasi-identifier.
    pub readings: Vec<Option<Reading>>,
    /// What a reader must know of values that the decision never saw.
    pub notes: Vec<String>,
    /// What a reader must know of records that it cannot place.
    pub unplaced: Option<String>,
    /// The levels and the heights of the hierarchies, if every attribute has one level.
    pub levels: Option<(Vec<u8>, Vec<u8>)>,
}
