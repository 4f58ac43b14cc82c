//! From which sizes on a table is looked at stage by stage.

/// Sizes that decide what a look costs, and never what is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Tables with fewer classes are looked at as they are: few looks at them are cheaper than
    /// coarsening them once.
    pub whole: usize,
    /// Stages with fewer classes are looked at as they are.
    pub small: usize,
    /// A stage has about so many times fewer classes than what it is in.
    pub fewer: usize,
    /// Open nodes for which the whole table is coarsened.
    pub worth_whole: usize,
    /// Open nodes for which a stage is coarsened further.
    pub worth: usize,
    /// Runs of equal first attributes to have at least, where nodes are probed.
    pub runs: usize,
    /// Tuples to count before a probe looks at the sum.
    pub wave: usize,
    /// Pairs of attributes are counted if at most one in so many records may be suppressed. Where
    /// more may be, pairs say little of all attributes together.
    pub rare: u64,
}

impl Default for Steps {
    /// Measured on ten million hospital stays, as they are and nearly all of them distinct; `rare`
    /// on Adult.
    fn default() -> Self {
        let (whole, small, runs, wave) = (1 << 22, 1 << 19, 1 << 10, 1 << 19);
        Self { whole, small, fewer: 4, worth_whole: 40, worth: 16, runs, wave, rare: 256 }
    }
}
