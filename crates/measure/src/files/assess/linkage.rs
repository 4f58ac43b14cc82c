//! Record linkage: an intruder who has the file before looks for its people in the file after.
//!
//! Every way of linking looks for the same people and counts those without a record as not found, so
//! that rates can be compared, and the worst case is the largest of them. *Before* is the file before
//! linked with itself in the same way: records that are alike are not found there, either.

mod forms;
mod method;
mod probable;

use super::wanted::Wanted;
use super::{Evidence, risk_finding};
use crate::Values;
use crate::attack::{File, linkage_with_truth};
use crate::files::attack::files_of_keys;
use crate::files::likened::Likened;
use crate::linkage::agreement::MOST;
use crate::linkage::distance::{Terms, link};
use crate::linkage::learn::{Effort, Operator, learn};
use crate::linkage::rank::link_by_rank;
use crate::linkage::{Attribute, Difference, LinkageError};
use ridotto_core::count::grouped;
use ridotto_core::{Parts, Watch};
use ridotto_release::Error;
use ridotto_report::{Finding, LinkageModel};
use std::rc::Rc;

/// Numbers agree if they differ by no more than this share of their standard deviation.
const AGREE: f64 = 0.1;
/// False links and misses that are put up with, as shares.
const ERRORS: (f64, f64) = (0.01, 0.05);

/// The names of the linkages that are made of the quasi-identifiers, and of all columns.
struct Names {
    distance: &'static str,
    rank: &'static str,
    probability: &'static str,
}

const OF_KEYS: Names = Names {
    distance: "linked-by-distance",
    rank: "linked-by-rank",
    probability: "linked-by-probability",
};
const OF_ALL: Names = Names {
    distance: "linked-by-distance-all-columns",
    rank: "linked-by-rank-all-columns",
    probability: "linked-by-probability-all-columns",
};
const LEARNED_OF_ALL: &str = "linked-by-learned-weights-all-columns";

/// So many differences of values are taken at most by one linkage of all columns: files have many more
/// columns than quasi-identifiers.
const DIFFERENCES: usize = 400_000_000;

/// Distances that are learnt, from the least to the most that they can say.
const LEARNED: [(&str, Operator); 4] = [
    ("linked-by-learned-weights", Operator::WeightedMean),
    ("linked-by-learned-order", Operator::OrderedWeights),
    ("linked-by-learned-form", Operator::Bilinear),
    ("linked-by-learned-sets", Operator::Choquet),
];

/// What linkage found so far.
#[derive(Default)]
pub(super) struct Found {
    /// What was asked for.
    pub wanted: Rc<Wanted>,
    pub findings: Vec<Finding>,
    pub notes: Vec<String>,
    /// The model of linkage by probability.
    pub model: Option<LinkageModel>,
    /// Whether nobody asks for the file before linked with itself.
    pub is_only_after: bool,
}

impl Found {
    /// Keeps a rate, if there was time for it.
    fn add(&mut self, name: &str, before: Option<f64>, rate: Option<Result<f64, LinkageError>>) {
        match rate {
            Some(Ok(rate)) => self.findings.push(risk_finding(name, before, Some(rate))),
            Some(Err(error)) => self.notes.push(format!("{name} was left out: {error}")),
            // There was no time for it, which is told with all other parts.
            None => {}
        }
    }

    fn before(&self, name: &str) -> Option<f64> {
        self.findings.iter().find(|finding| finding.name == name)?.before
    }
}

/// People of one file, and the file in which they are looked for.
struct Side<'a> {
    columns: &'a [Likened],
    truth: &'a [Option<u32>],
    known: &'a [u32],
}

impl<'a> Side<'a> {
    fn attributes(&self) -> Vec<Attribute<'a>> {
        self.columns.iter().map(Likened::by).collect()
    }

    /// The attributes but for those of which nothing is left: they are as far from everybody.
    fn told(&self) -> Vec<Attribute<'a>> {
        let is_told = |one: &&Likened| forms::is_told(&one.from) && forms::is_told(&one.to);
        self.columns.iter().filter(is_told).map(Likened::by).collect()
    }

    fn terms<'b>(&'b self, watch: &'b dyn Watch) -> Terms<'b> {
        let terms = Terms { truth: Some(self.truth), known: Some(self.known), ..Terms::default() };
        terms.watched(watch)
    }
}

/// Both files, and the file before with itself.
struct Sides {
    columns: Vec<Likened>,
    own: Vec<Likened>,
    truth: Vec<Option<u32>>,
    same: Vec<Option<u32>>,
    known: Vec<u32>,
}

/// A way of linking.
type Way<'a> = &'a dyn Fn(&Side<'_>, &dyn Watch) -> Option<Result<f64, LinkageError>>;

impl Sides {
    /// People looked for by the quasi-identifiers; `rows` is the row before of each row after.
    fn new(of: &Evidence<'_>, rows: &[u32]) -> Self {
        Self::by(of, rows, &of.keys, of.options.effort.people(of.pair.after.rows))
    }

    /// The same by these columns, which are more than the quasi-identifiers; `None` if they are not.
    fn by_more(of: &Evidence<'_>, rows: &[u32], columns: &[usize]) -> Option<Self> {
        let compared = columns.len() * of.pair.after.rows.max(1);
        let most = of.options.effort.people(of.pair.after.rows);
        let most = most.min((DIFFERENCES / compared).max(100));
        (columns.len() > of.keys.len()).then(|| Self::by(of, rows, columns, most))
    }

    /// So many people at most, looked for by these columns.
    fn by(of: &Evidence<'_>, rows: &[u32], columns: &[usize], most: usize) -> Self {
        let before = of.pair.before.rows;
        let mut truth = vec![None; before];
        for (row, &was) in (0..).zip(rows) {
            truth[was as usize] = Some(row);
        }
        let by = || columns.iter().map(|&at| &of.attributes[at]);
        Self {
            columns: by().map(|one| Likened::new(one, of.options.seed)).collect(),
            own: by().map(Likened::with_itself).collect(),
            truth,
            same: (0..before as u32).map(Some).collect(),
            known: people(before, most),
        }
    }

    fn after(&self) -> Side<'_> {
        Side { columns: &self.columns, truth: &self.truth, known: &self.known }
    }

    fn before(&self) -> Side<'_> {
        Side { columns: &self.own, truth: &self.same, known: &self.known }
    }

    /// Links in one way, both files and the file before with itself.
    fn both(&self, name: &'static str, found: &mut Found, parts: &mut Parts<'_>, way: Way<'_>) {
        if !found.wanted.any(&[name]) {
            return;
        }
        let rates = parts.part(name, |watch| {
            let is_wanted = !found.is_only_after;
            let before = is_wanted.then(|| way(&self.before(), watch)).flatten();
            way(&self.after(), watch).map(|rate| (before.and_then(Result::ok), rate))
        });
        if let Some((before, rate)) = rates {
            found.add(name, before, Some(rate));
        }
    }
}

/// The shares of people that are found by the linkages of the literature, if it is known which row was
/// whose: by distance, by rank and by probability; of the quasi-identifiers, and of these with what else
/// an intruder could know.
pub(super) fn usual(of: &Evidence<'_>, more: &[usize], found: &mut Found, parts: &mut Parts<'_>) {
    let Some(rows) = of.pair.alignment.pairs(of.pair.before.rows, of.pair.after.rows) else {
        return;
    };
    usual_of(of, (&Sides::new(of, &rows), &OF_KEYS), found, parts);
    if let Some(sides) = Sides::by_more(of, &rows, more) {
        usual_of(of, (&sides, &OF_ALL), found, parts);
    }
}

fn usual_of(
    of: &Evidence<'_>,
    (sides, names): (&Sides, &Names),
    found: &mut Found,
    parts: &mut Parts<'_>,
) {
    let all = of.pair.before.rows;
    if sides.known.len() < all && found.wanted.any(&[names.distance, names.rank]) {
        found.notes.push(format!(
            "record linkage by {} columns looked for a sample of {} of the {} people, drawn evenly",
            sides.columns.len(),
            grouped(sides.known.len() as u64),
            grouped(all as u64)
        ));
    }
    sides.both(names.distance, found, parts, &|side, watch| {
        Some(link(&side.attributes(), side.terms(watch)).map(|links| links.rate))
    });
    sides.both(names.rank, found, parts, &|side, watch| {
        Some(link_by_rank(&side.attributes(), side.terms(watch)).map(|links| links.rate))
    });
    probable(of, (sides, names.probability), found, parts);
}

fn probable(
    of: &Evidence<'_>,
    (sides, name): (&Sides, &'static str),
    found: &mut Found,
    parts: &mut Parts<'_>,
) {
    if !found.wanted.any(&[name]) {
        return;
    }
    if sides.columns.len() > MOST {
        found.notes.push(format!("{name} was left out: more than {MOST} attributes"));
        return;
    }
    // All pairs of people and records are compared, so there are fewer people in large files.
    let records = of.pair.before.rows.max(of.pair.after.rows).max(1);
    let most = (of.options.effort.pairs() / records).max(50).min(sides.known.len());
    let known: Vec<u32> =
        people(sides.known.len(), most).into_iter().map(|at| sides.known[at as usize]).collect();
    if known.len() < sides.known.len() {
        let people = grouped(known.len() as u64);
        found.notes.push(format!("{name} looked for a sample of {people} people"));
    }
    let errors = of.options.errors.unwrap_or(ERRORS);
    let rates = parts.part(name, |watch| {
        let of = |side: Side<'_>| probable::link(&Side { known: &known, ..side }, errors, watch);
        let before = (!found.is_only_after).then(|| of(sides.before()));
        Some((before.and_then(Result::ok), of(sides.after())))
    });
    if let Some((before, after)) = rates {
        let rate = after.map(|(rate, model)| {
            // What is told is the model of the quasi-identifiers, which come first.
            found.model.get_or_insert(model);
            rate
        });
        found.add(name, before.map(|before| before.0), Some(rate));
    }
}

/// All other ways of linking, and the worst of all.
pub(super) fn measure(
    of: &Evidence<'_>,
    found: &mut Found,
    parts: &mut Parts<'_>,
) -> Result<(), Error> {
    let options = of.options;
    let asks_method = options.rank_swapped.is_some() || !options.averaged.is_empty();
    let asks_distance = !options.weights.is_empty() || options.matrix.is_some();
    let Some(rows) = of.pair.alignment.pairs(of.pair.before.rows, of.pair.after.rows) else {
        if asks_method || asks_distance {
            return Err(Error::Usage {
                message: "whether the method gives people away is known only if it is known which \
                          row was which"
                    .into(),
                hint: "say `Rows::SameOrder` or `Rows::By`".into(),
            });
        }
        return Ok(());
    };
    if !found.wanted.any(&["linked-"]) {
        return Ok(());
    }
    let sides = Sides::new(of, &rows);
    usual_of(of, (&sides, &OF_KEYS), found, parts);
    everything(of, &rows, found, parts);
    sides.both("linked-by-own-scales", found, parts, &|side, watch| {
        let mut by = side.attributes();
        let mut numbers = 0;
        for one in by.iter_mut().filter(|one| matches!(one.to.values, Values::Numbers(_))) {
            one.difference = Difference::Standardised;
            numbers += 1;
        }
        (numbers > 0).then(|| link(&by, side.terms(watch)).map(|links| links.rate))
    });
    sides.both("linked-by-mahalanobis", found, parts, &|side, watch| {
        forms::by_mahalanobis(side, watch)
    });
    given(of, &sides, found, parts)?;
    fitting(of, &sides, found, parts);
    learned(of, &sides, found, parts);
    method::measure(of, &rows, found, parts)?;
    worst(found);
    Ok(())
}

/// Linked by all columns that both files have: an intruder could know what is no quasi-identifier.
fn everything(of: &Evidence<'_>, rows: &[u32], found: &mut Found, parts: &mut Parts<'_>) {
    let all: Vec<usize> = (0..of.attributes.len()).collect();
    let Some(sides) = Sides::by_more(of, rows, &all) else { return };
    usual_of(of, (&sides, &OF_ALL), found, parts);
    // A page that comes with every release has no time for it.
    if of.options.effort == super::Effort::Full && found.wanted.any(&[LEARNED_OF_ALL]) {
        let effort: Effort = of.options.effort.learning();
        let side = sides.after();
        let before = found.before(OF_ALL.distance);
        let learned = parts.part(LEARNED_OF_ALL, |watch| {
            Some(learn(&side.told(), Operator::WeightedMean, side.terms(watch), effort))
        });
        found.add(LEARNED_OF_ALL, before, learned.map(|it| it.map(|learned| learned.rate)));
    }
}

/// Linked by the weights and the matrix that somebody gave.
fn given(
    of: &Evidence<'_>,
    sides: &Sides,
    found: &mut Found,
    parts: &mut Parts<'_>,
) -> Result<(), Error> {
    let names: Vec<&str> = of.keys.iter().map(|&at| of.pair.shared[at].name.as_str()).collect();
    let place = |name: &String| {
        names.iter().position(|other| other == name).ok_or_else(|| Error::Usage {
            message: format!("no quasi-identifier `{name}` is in both files"),
            hint: ridotto_catalogue::similar(name, &names),
        })
    };
    if !of.options.weights.is_empty() {
        let mut weights = vec![1.0; names.len()];
        for (name, weight) in &of.options.weights {
            weights[place(name)?] = *weight;
        }
        sides.both("linked-by-given-weights", found, parts, &|side, watch| {
            Some(forms::by_weights(side, &weights, watch))
        });
    }
    if let Some((columns, matrix)) = &of.options.matrix {
        let places: Vec<usize> = columns.iter().map(place).collect::<Result<_, _>>()?;
        sides.both("linked-by-given-form", found, parts, &|side, watch| {
            Some(forms::by_matrix(side, &places, matrix, watch))
        });
    }
    Ok(())
}

/// Linked by what labels stand for: one of the records that fit is drawn.
fn fitting(of: &Evidence<'_>, sides: &Sides, found: &mut Found, parts: &mut Parts<'_>) {
    if !found.wanted.any(&["linked-by-fit"]) {
        return;
    }
    let rates = parts.part("linked-by-fit", |watch| {
        let (people, release) = files_of_keys(of.pair);
        let (people, release) =
            (File::new(people.iter().collect())?, File::new(release.iter().collect())?);
        let people = people.watched(watch);
        let share = |expected: Option<f64>| Some(expected? / sides.truth.len().max(1) as f64);
        let rate = |file: &File<'_>, truth: &[Option<u32>]| {
            share(linkage_with_truth(&people, file, truth)?.figure("expected-links"))
        };
        Some((rate(&people, &sides.same), rate(&release, &sides.truth)?))
    });
    if let Some((before, rate)) = rates {
        found.add("linked-by-fit", before, Some(Ok(rate)));
    }
}

/// Linked by distances that are learnt from both files side by side.
fn learned(of: &Evidence<'_>, sides: &Sides, found: &mut Found, parts: &mut Parts<'_>) {
    let effort: Effort = of.options.effort.learning();
    let side = sides.after();
    // Equal records cannot be told apart by any distance, and others are by equal weights.
    let before = found.before("linked-by-distance");
    let is_number = |one: &Likened| matches!(one.to.values, Values::Numbers(_));
    let has_gaps = side.columns.iter().all(is_number);
    let (mut tried, mut learnt_from) = (0, 0);
    for (name, operator) in LEARNED {
        if !found.wanted.any(&[name]) {
            continue;
        }
        let learned = parts
            .part(name, |watch| Some(learn(&side.told(), operator, side.terms(watch), effort)));
        if let Some(Ok(learned)) = &learned {
            tried = tried.max(learned.tried);
            learnt_from = learned.learnt_from;
        }
        match learned {
            Some(Err(LinkageError::Kind(_))) if has_gaps => found.notes.push(format!(
                "{name} was left out: it is of numbers that are all there, and some are missing"
            )),
            // A form is of numbers, a weight for every set of few attributes only, and nothing is
            // learnt where nothing is left.
            Some(Err(
                LinkageError::Kind(_) | LinkageError::TooMany { .. } | LinkageError::NoAttribute,
            )) => {}
            other => found.add(name, before, other.map(|it| it.map(|learned| learned.rate))),
        }
    }
    if tried > 0 {
        found.notes.push(format!(
            "of each kind of distance up to {} were tried, on {} people; the best was then tried on all",
            grouped(tried as u64),
            grouped(learnt_from as u64)
        ));
    }
}

/// For each record of the file after how likely its person is linked to it by distance of some columns;
/// `None` if it is not known which row was whose.
pub(super) fn by_row(of: &Evidence<'_>, columns: &[usize], watch: &dyn Watch) -> Option<Vec<f64>> {
    let rows = of.pair.alignment.pairs(of.pair.before.rows, of.pair.after.rows)?;
    let sides = Sides { known: rows.clone(), ..Sides::by(of, &rows, columns, rows.len()) };
    let side = sides.after();
    let links = link(&side.attributes(), side.terms(watch)).ok()?;
    Some(links.links.iter().map(|link| link.map_or(0.0, |link| link.right)).collect())
}

/// The largest share of all ways that were tried.
fn worst(found: &mut Found) {
    if !found.wanted.any(&["linked-worst-case"]) {
        return;
    }
    let largest = |of: fn(&Finding) -> Option<f64>| {
        let linked = found.findings.iter().filter(|one| one.name.starts_with("linked-"));
        linked.filter_map(of).max_by(f64::total_cmp)
    };
    let (before, after) = (largest(|one| one.before), largest(|one| one.after));
    if after.is_some() {
        found.findings.push(risk_finding("linked-worst-case", before, after));
    }
}

/// The people to look for: all, or as many as there may be, evenly.
fn people(rows: usize, most: usize) -> Vec<u32> {
    let stride = rows.div_ceil(most.max(1)).max(1);
    (0..rows as u32).step_by(stride).collect()
}
