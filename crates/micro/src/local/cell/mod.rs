//! Cell generalisation: each cell shows its own node of the attribute's hierarchy.

mod atoms;
mod field;
mod given;
mod improve;
mod ladder;
mod lattice;
mod partition;
mod place;
mod saved;
mod search;
mod settle;
mod start;
mod sweep;
mod whole;
mod window;

pub use improve::MOST_ATTRIBUTES;
pub use saved::{CellAttribute, CellRecoding, Held};
pub use whole::fit_whole;

use super::{GroupCheck, Grouping, NoGroups, SUPPRESSED, Share, assign_rows};
use field::Field;
use given::Units;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Entry, Facts, Family, Generalize, Reference, Status, Suppress,
    Worked,
};
use ridotto_core::class::Tally;
use ridotto_core::{ClassModel, CodeColumn, Dictionary, Hierarchy, Watch};
use start::Starts;

/// Local recoding as the catalogue has it.
pub const ENTRY: Entry = Entry {
    name: "local-recoding",
    title: "Local recoding",
    aliases: &[
        "cell generalisation",
        "CG",
        "local generalisation",
        "cell-level generalisation",
        "cell generalization",
        "CG-AS",
    ],
    formula: "for groups near each other: part them anew at their nearest common ancestors, and keep what loses less",
    status: Status::Now,
    summary: "Generalises each class on its own.",
    parameters: &[],
    check: any,
    facts: Facts::Algorithm(AlgorithmFacts {
        family: Family::Local,
        result: Certainty::Heuristic,
        searches: "neighbouring groups, pass after pass",
        minimises: "loss",
        grid: &[(
            Generalize::Cell,
            &[Suppress::Record, Suppress::Attribute, Suppress::Cell, Suppress::None],
        )],
        is_usual: true,
        needs_monotonicity: false,
        lists_nodes: false,
        by_hierarchies: true,
        weighs_attributes: true,
        cost: "some microseconds for each distinct record and pass",
        done: "It generalised each group of records on its own, no further than that group needs.",
    }),
    advice: include_str!("local_recoding.md"),
    references: &[Reference {
        authors: "J. Xu, W. Wang, J. Pei, X. Wang, B. Shi, A. W.-C. Fu",
        year: 2006,
        title: "Utility-based anonymization using local recoding",
        doi: "10.1145/1150402.1150504",
    }],
    example: "[release]\nalgorithm = \"local-recoding\"\nsuppression = 0.02\n",
    worked: Worked::released(
        "[release]\nalgorithm = \"local-recoding\"\n",
        "Pairs that are cheap to join are settled first: rows 1 and 2 (women of 30-39), 6 and 8 (men of 50-59), 5 and 7 (women of 40-59); rows 3 and 4 are left, and have only `*`, `12***` and their sex in common. Ages lose `(2 * 2/7 + 2 * 1 + 2 * 4/7 + 2 * 2/7) / 8 = 0.5357`, postcodes `(2 * 2/7 + 2 * 1 + 4 * 4/7) / 8 = 0.6071`, sex nothing: `(0.5357 + 0.6071 + 0) / 3 = 0.381`. **0.381** is a third less than 0.5714.",
        &["loss 0.381: found by local-recoding", "*,12***,m,flu,2700", "50-59,1230*,m,cancer,4100"],
    ),
};

/// One attribute to be generalised cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct CellKey<'a> {
    /// The column.
    pub column: CodeColumn<'a>,
    /// Its values.
    pub dictionary: &'a Dictionary,
    /// How its values grow coarser.
    pub hierarchy: &'a Hierarchy,
    /// How dear the attribute is; 1 is usual.
    pub importance: f64,
}

/// Where the search begins besides its own starts, and how long it goes on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort<'a> {
    /// Groups that somebody else found, each as a number for each row; rows that are [`SUPPRESSED`]
    /// are in none. What is in groups that are not safe joins others.
    pub from: &'a [&'a [u32]],
    /// What Mondrian found with the same hierarchies, if somebody ran it already: a number for each row,
    /// none of which is suppressed. It is not run again then.
    pub regions: Option<&'a [u32]>,
    /// So many passes, unless nothing is left to gain; as many as are worth it if it is not said.
    pub passes: Option<usize>,
}

/// Local recoding by large neighbourhood search.
///
/// It begins with the better of Mondrian's regions and, where a table is not too large, a sweep: the
/// generalisations of the lattice are tried from the cheapest to the dearest, and groups of what is
/// still left are settled where they satisfy every model. Then, pass after pass, a few groups that lie
/// near each other are taken apart and put together anew, and what is better is kept. A group shows the
/// nearest common ancestor of its values, attribute by attribute. Records that are alike stay together.
/// If one generalisation for all records turns out to be better, it is taken instead.
///
/// # Guarantee
/// Every group satisfies every model, if all records together do, and nothing is suppressed.
/// Groups that show the same texts are judged as one. Every cell shows its value or an ancestor
/// of it. It loses no more than Mondrian with the same hierarchies, than the groups that it was given,
/// if they are safe, and than after fewer passes. No rows are suppressed but such as are in no group of
/// what it was given; a suppressed row loses as much as one that shows nothing.
///
/// # Does not protect against
/// What the models do not: see there. A value may show different labels in different records, so
/// counts of labels do not add up as they do in full-domain releases.
///
/// # Parameters
/// The importance of each attribute: a dear one is generalised later. [`Effort`].
///
/// # Cost
/// Some microseconds for each distinct tuple and pass, and as many passes as gain something: 64 at
/// most, 16 at most for a million tuples, unless it is said how many. Groups are not improved where there
/// are more than [`MOST_ATTRIBUTES`] attributes. When it is told to finish, it keeps what it has, and says so.
///
/// # Example
/// ```
/// use ridotto_core::hierarchy::{Builder, Redact};
/// use ridotto_core::{Codes, Dictionary, CodeColumn, Kind, Reading, Texts, model::KAnonymity};
/// use ridotto_micro::local::cell::{self, CellKey};
/// let zips: Texts = ["53703", "53711", "53712"].into_iter().collect();
/// let (zips, _) = Dictionary::new(&zips, Reading::of_kind(Kind::Text), |_| false);
/// let redact = Builder::Redact(Redact::default());
/// let hierarchy = redact.compile("zip", &zips, &[2, 1, 1], &|_| false).unwrap();
/// let codes = Codes::from_codes(&[0, 1, 2, 0], 3);
/// let column = CodeColumn { codes: &codes, values: 3 };
/// let key = CellKey { column, dictionary: &zips, hierarchy: &hierarchy, importance: 1.0 };
/// let k = KAnonymity::new(2.try_into().unwrap());
/// let fitted = cell::fit(&[key], &[], &[&k], 4, cell::Effort::default(), &()).unwrap();
/// let shown: Vec<_> = (0..4).filter_map(|row| fitted.grouping.shown(row, 0)).collect();
/// assert_eq!(shown, ["53703", "5371*", "5371*", "53703"]);
/// ```
///
/// # References
/// J. Xu et al. (2006), *Utility-based anonymization using local recoding*,
/// doi:10.1145/1150402.1150504, has the measure; P. Shaw (1998), *Using constraint programming and local
/// search methods to solve vehicle routing problems*, doi:10.1007/3-540-49481-2_30, takes neighbours
/// apart and puts them together anew; F. Prasser et al. (2020), *Flexible data anonymization using ARX*,
/// doi:10.1002/spe.2812, generalises what is left again and again.
///
/// # Panics
/// If a start has not a number for each row.
pub fn fit(
    keys: &[CellKey<'_>],
    sensitive: &[CodeColumn<'_>],
    models: &[&dyn ClassModel],
    rows: usize,
    effort: Effort<'_>,
    watch: &dyn Watch,
) -> Result<CellFitted, NoGroups> {
    let columns: Vec<CodeColumn<'_>> =
        keys.iter().map(|key| key.column).chain(sensitive.iter().copied()).collect();
    let values = sensitive.iter().map(|column| column.values).collect();
    let judge = GroupCheck::new(models.iter().copied(), values);
    let from: Vec<&[u32]> = effort.from.iter().copied().chain(effort.regions).collect();
    let Units { tally, unit_of, mut starts } = Units::new(&columns, rows, &from);
    let regions = effort.regions.and_then(|_| starts.pop());
    let field = Field::new(&tally, keys, &judge);
    let starts = Starts { given: &starts, regions: regions.as_deref() };
    let found = field.search((&tally, keys), starts, effort.passes, watch)?;
    let Clustering { clusters, gone, loss, attributes, cut_short } = found;
    let counts = tally.counts();
    let share =
        |group: u32| move |&unit: &u32| Share { unit, group, rows: counts[unit as usize] as u32 };
    let shares: Vec<Share> = (0..)
        .zip(&clusters)
        .flat_map(|(group, cluster)| cluster.units.iter().map(share(group)))
        .chain(gone.iter().map(share(SUPPRESSED)))
        .collect();
    let group_of = assign_rows(&shares, tally.len(), &unit_of);
    let recoding = CellRecoding::new(keys, &tally, &clusters, &attributes);
    let grouping = Grouping { group_of, groups: clusters.len(), attributes };
    Ok(CellFitted { grouping, recoding, loss, cut_short })
}

/// The search alone: which distinct tuples show the same.
pub fn cluster(
    tally: &Tally,
    keys: &[CellKey<'_>],
    judge: &GroupCheck<'_>,
    passes: Option<usize>,
    watch: &dyn Watch,
) -> Result<Clustering, NoGroups> {
    Field::new(tally, keys, judge).search((tally, keys), Starts::default(), passes, watch)
}

/// What cell generalisation decided.
#[derive(Clone, Debug)]
pub struct CellFitted {
    /// The group of each row.
    pub grouping: Grouping,
    /// What each tuple of values becomes, for other rows.
    pub recoding: CellRecoding,
    /// The share of its domain that a value was spread over, averaged over records and attributes
    /// (weighted by importance): 1 less the granularity. All of it where a record is suppressed.
    pub loss: f64,
    /// Whether it was told to finish, and generalises more than it would have in the end.
    pub cut_short: bool,
}

/// Clusters of distinct tuples, and what each cluster shows.
#[derive(Debug)]
pub struct Clustering {
    clusters: Vec<Cluster>,
    /// The units that are suppressed.
    gone: Vec<u32>,
    attributes: Vec<super::Shown>,
    /// As in [`CellFitted`].
    pub loss: f64,
    cut_short: bool,
}

/// Units that show the same.
#[derive(Clone, Debug)]
struct Cluster {
    units: Vec<u32>,
    /// The node of each attribute.
    nodes: Vec<u32>,
    rows: u64,
    /// The loss of one row.
    loss: f64,
}
