//! Mondrian: the space of the keys is cut again and again, as long as both halves are safe.

mod cut;
mod gain;
mod grow;
mod part;
mod regions;
mod summary;

pub use regions::{Region, Regions, Side};
pub(super) use summary::summarize;

use super::{Axis, GroupCheck, Grouping, NoGroups, Summary};
use part::Bounds;
use part::Part;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Generalize, Given, Named, Parameter,
    Reference, Shape, Status, Suppress, Worked, names,
};
use ridotto_core::{ClassModel, CodeColumn, Watch, class::Tally, class::number_rows};

/// Mondrian as the catalogue has it.
pub const ENTRY: Entry = Entry {
    name: "mondrian",
    title: "Mondrian",
    aliases: &["multidimensional recoding", "kd-tree", "greedy partitioning"],
    formula: "cut the widest attribute of a region at its median, while both halves satisfy",
    status: Status::Now,
    summary: "Splits the records at medians.",
    parameters: &[PARAMETERS],
    check: any,
    facts: Facts::Algorithm(AlgorithmFacts {
        family: Family::Local,
        result: Certainty::Heuristic,
        searches: "regions, cut in two",
        minimises: "the widest range, cut by cut",
        grid: &[(Generalize::Cell, &[Suppress::Record, Suppress::Cell, Suppress::None])],
        is_usual: false,
        needs_monotonicity: false,
        lists_nodes: false,
        by_hierarchies: false,
        weighs_attributes: false,
        cost: "n·log n",
        done: "It split the records at medians, again and again, as long as both sides stayed safe.",
    }),
    advice: include_str!("mondrian.md"),
    references: &[Reference {
        authors: "K. LeFevre, D. J. DeWitt, R. Ramakrishnan",
        year: 2006,
        title: "Mondrian multidimensional k-anonymity",
        doi: "10.1109/ICDE.2006.101",
    }],
    example: "[release]\nalgorithm = \"mondrian\"\nsuppression = 0.02\n",
    worked: Worked::released(
        "[release]\nalgorithm = \"mondrian\"\n",
        "The eight people are cut at the age of 40: three below, five above. The three cannot be cut again without leaving one alone; the five are cut by sex, into three men and two women. Ages and postcodes lose `(3 * 2/7 + 5 * 4/7) / 8 = 0.4643` each, sex `3/8 = 0.375`, all `(0.4643 + 0.4643 + 0.375) / 3 = 0.4345`. **0.4345** is less than any generalisation of whole columns can do, since each part has its own labels.",
        &["loss 0.4345: found by mondrian", "30-39,1220*,*,flu,2100", "40-59,1230*,m,gout,3100"],
    ),
};

names! {
    /// Where `mondrian` cuts.
    Cuts {
        /// The widest attribute, at its median.
        Median = "median" Now,
        /// Where the halves tell the most about the first sensitive attribute.
        InformationGain = "information-gain" Now,
    }

    /// What `mondrian` does with records that have the value at which it cuts.
    Partition {
        /// They stay together.
        Strict = "strict" Now,
        /// They may go to either side, so that the halves are even.
        Relaxed = "relaxed" Now,
    }
}

const PARAMETERS: &[Parameter] = &[
    Parameter::new(
        "cuts",
        Shape::Choice(Cuts::NAMES),
        "\"information-gain\"",
        "Where `mondrian` cuts.",
    )
    .default("\"median\""),
    Parameter::new(
        "partition",
        Shape::Choice(Partition::NAMES),
        "\"relaxed\"",
        "Whether `mondrian` parts records with the same value.",
    )
    .default("\"strict\""),
    Parameter::new(
        "summary",
        Shape::Choice(Summary::NAMES),
        "\"range\"",
        "What the groups of `mondrian` show. When absent: the nearest common ancestor where an \
         attribute has a hierarchy, and else the range of numbers and days and the set of \
         other values.",
    ),
];

/// The parameters of `mondrian`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutting {
    /// Where it cuts.
    pub cuts: Cuts,
    /// Whether records with the same value may be parted.
    pub partition: Partition,
    /// What groups show; by each attribute when `None`.
    pub summary: Option<Summary>,
}

impl From<&Given> for Cutting {
    fn from(given: &Given) -> Self {
        Self {
            cuts: given.choice("cuts"),
            partition: given.choice("partition"),
            summary: given.choice_if_given("summary"),
        }
    }
}

/// Where a chosen attribute is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutRule {
    /// The attribute with the widest interval, at its median.
    Median,
    /// The attribute and place that tell the most about a sensitive attribute (its number among
    /// them): releases that somebody will train a classifier on.
    InformationGain(usize),
}

/// Multidimensional recoding by greedy cuts.
///
/// All records are one region at first. A region is cut in two at the median of its widest
/// attribute, if both halves satisfy every model; else the next widest is tried, and when none can
/// be cut the region is a group, whose records all show the same summary: the range, the set, the
/// nearest common ancestor or the mean of their values.
///
/// # Guarantee
/// Every group satisfies every model, if all records together do. Groups whose summaries are the
/// same text are judged again as one, and cuts are taken back where that fails.
///
/// # Does not protect against
/// What the models do not: see there. Ranges tell the extreme values of a group. With means
/// nothing shown is the truth about a record.
///
/// # Parameters
/// `relaxed`: records with the median's value may go to either side, so that halves are even;
/// regions may then overlap. `cut`: see [`CutRule`]. Ties are broken by the attributes' order.
///
/// # Cost
/// n log n: each record is moved once for each cut above its group. When it is told to finish,
/// regions stay as they are, and it says so.
///
/// # Example
/// ```
/// use ridotto_core::{model::KAnonymity, Codes, Dictionary, CodeColumn, Kind, Reading, Texts};
/// use ridotto_micro::local::{mondrian::Mondrian, Axis, Summary};
/// let ages: Texts = ["25", "26", "27", "28"].into_iter().collect();
/// let (ages, _) = Dictionary::new(&ages, Reading::of_kind(Kind::Integer), |_| false);
/// let codes = Codes::from_codes(&[0, 1, 2, 3], 4);
/// let keys = [CodeColumn { codes: &codes, values: 4 }];
/// let axes = [Axis::ordered(&ages, Summary::Range)];
/// let k = KAnonymity::new(2.try_into().unwrap());
/// let groups = Mondrian::default().fit(&keys, &axes, &[], &[&k], 4, &()).unwrap().grouping;
/// assert_eq!(groups.shown(0, 0), Some("25-26"));
/// assert_eq!(groups.shown(3, 0), Some("27-28"));
/// ```
///
/// # References
/// K. LeFevre, D. J. DeWitt, R. Ramakrishnan (2006), *Mondrian multidimensional k-anonymity*,
/// doi:10.1109/ICDE.2006.101; (2006), *Workload-aware anonymization*, doi:10.1145/1150402.1150435.
#[expect(clippy::doc_markdown, reason = "names of people")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mondrian {
    /// Whether records with the same value may be parted.
    pub relaxed: bool,
    /// Where regions are cut.
    pub cut: CutRule,
}

impl Default for Mondrian {
    fn default() -> Self {
        Self { relaxed: false, cut: CutRule::Median }
    }
}

/// What Mondrian decided.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The group of each row.
    pub grouping: Grouping,
    /// The cuts, as they can be applied to other rows.
    pub regions: Regions,
    /// Whether it was told to finish before every region was tried.
    pub cut_short: bool,
}

/// A region while it is cut.
enum Branch {
    Leaf { bounds: Bounds, units: usize },
    Cut { axis: usize, last: u32, sides: Box<[Branch; 2]> },
}

impl Mondrian {
    /// Groups rows. `sensitive` are the attributes that the models look at, in their order.
    pub fn fit(
        &self,
        keys: &[CodeColumn<'_>],
        axes: &[Axis<'_>],
        sensitive: &[CodeColumn<'_>],
        models: &[&dyn ClassModel],
        rows: usize,
        watch: &dyn Watch,
    ) -> Result<Fitted, NoGroups> {
        let columns: Vec<CodeColumn<'_>> = keys.iter().chain(sensitive).copied().collect();
        let judge = GroupCheck::new(
            models.iter().copied(),
            sensitive.iter().map(|column| column.values).collect(),
        );
        let tally = Tally::count(&columns, rows);
        let cells = self.partition(&tally, axes, &judge, watch)?;
        Ok(summary::fitted(cells, &tally, axes, &judge, &number_rows(&tally, &columns, rows)))
    }

    /// The search alone: cuts the tuples of keys and sensitive values.
    pub fn partition(
        &self,
        tally: &Tally,
        axes: &[Axis<'_>],
        judge: &GroupCheck<'_>,
        watch: &dyn Watch,
    ) -> Result<Cells, NoGroups> {
        let mut columns = part::load(tally, axes, self.relaxed);
        let mut views: Vec<&mut [u32]> = columns.iter_mut().map(Vec::as_mut_slice).collect();
        let part = Part { columns: &mut views, axes: axes.len() };
        let (root, cut_short) = grow::root(self, part, axes, judge, watch)?;
        let counts = columns.swap_remove(axes.len() + 1);
        Ok(Cells { units: columns.swap_remove(axes.len()), counts, root, cut_short })
    }
}

/// The regions found, and the units in them, region by region from left to right.
pub struct Cells {
    units: Vec<u32>,
    counts: Vec<u32>,
    root: Branch,
    cut_short: bool,
}

impl Cells {
    /// How many regions there are.
    pub fn regions(&self) -> usize {
        fn leaves(branch: &Branch) -> usize {
            match branch {
                Branch::Leaf { .. } => 1,
                Branch::Cut { sides, .. } => sides.iter().map(leaves).sum(),
            }
        }
        leaves(&self.root)
    }

    /// The units of each region, from left to right.
    pub(in crate::local) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        summary::leaves(&self.root).into_iter().map(|leaf| &self.units[leaf.units])
    }
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cells({} units, {} regions)", self.units.len(), self.regions())
    }
}
