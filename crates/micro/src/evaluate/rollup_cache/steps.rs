//! From which sizes on a table is looked at stage by stage.

/// Sizes that decide what a look costs, and never what is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Tables with fewer classes are looked at as they are: few looks at them are cheaper than
    /// coarsening them once.
    pub whole: usize,
    /// The same of tables whose halves have nearly as many combinations as there are classes: to
    /// count them in dense rows is slow.
    pub whole_sparse: usize,
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

impl Default for Thresholds {
    /// Measured on a hundred thousand to ten million hospital stays, as they are and nearly all of
    /// them distinct; `rare` on Adult.
    fn default() -> Self {
        Self {
            whole: 1 << 22,
            whole_sparse: 1 << 17,
            small: 1 << 17,
            fewer: 4,
            worth_whole: 40,
            worth: 16,
            runs: 1 << 10,
            wave: 1 << 19,
            rare: 256,
        }
    }
}

impl Thresholds {
    /// Where models ask for histograms: to look at these costs more, so coarser tables are worth it
    /// sooner. Measured on hospital stays whose persons and diagnoses count.
    pub fn of_histograms() -> Self {
        let whole = 1 << 15;
        let small = 1 << 13;
        Self { whole, whole_sparse: whole, small, worth_whole: 8, worth: 8, ..Self::default() }
    }
}
