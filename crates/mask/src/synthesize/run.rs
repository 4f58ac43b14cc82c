//! From what was asked to synthetic files.

use super::chain::{Chain, Drawn, Learning, put, take};
use super::constraints::Rules;
use super::{Constraints, Replicated, private, without};
use super::{
    Kind, Model, Note, Options, Outcome, Unfit, figures, hybrid, order, replicated_uniques,
};
use crate::Refused;
use rand::RngExt;
use ridotto_core::{Series, Values};
use ridotto_numbers::Dice;
use ridotto_numbers::dice::Stream;

/// Records that there must be at least.
const LEAST: usize = 10;

/// Synthesises. See [the module](super) for what is preserved and what is not protected.
pub fn synthesize(options: &Options, columns: &[Series], dice: &Dice) -> Result<Outcome, Refused> {
    if let Kind::Private(private) = &options.kind {
        let none = Constraints::default();
        if options.constraints != none || !options.keys.is_empty() || options.order.is_some() {
            let must_be = "left out, and so must keys and an order: they look at the data again";
            return Err(Refused::Parameter { parameter: "constraints", must_be });
        }
        return private::synthesize(private, columns, options.copies, options.size, dice);
    }
    check(options, columns)?;
    let rules = Rules::compile(&options.constraints, columns, options.smooth)?;
    let plan = Plan::new(options, columns)?;
    let learning = Learning {
        columns,
        kept: &plan.kept,
        order: &plan.order,
        rows: &plan.learnt_from,
        model: options.model,
        smooth: options.smooth,
        posterior: plan.posterior,
        is_like_original: plan.kept.is_empty() && plan.replaced.is_none(),
        rules: &rules,
    };
    let mut notes = plan.notes(options, columns);
    let (mut copies, mut replicated, mut forced) = (Vec::new(), Vec::new(), 0);
    // Without a posterior every copy is drawn from the same models.
    let shared = (!plan.posterior).then(|| Chain::fit(&learning, &dice.part(0)));
    for copy in 0..options.copies {
        let dice = dice.part(1 + copy as u64);
        let own = shared.is_none().then(|| Chain::fit(&learning, &dice.part(0)));
        let chain = shared.as_ref().or(own.as_ref()).expect("one of them was learnt");
        if copy == 0 {
            let instead = chain.trees_instead.iter();
            notes.extend(instead.map(|&at| Note::TreeInstead(columns[at].name.clone())));
        }
        let given = plan.given(columns, &mut dice.stream(1));
        let drawn = chain.draw(plan.size, &given, &dice.part(2))?;
        forced += drawn.forced;
        let mut file = plan.file(columns, drawn);
        if let Kind::Hybrid { weight } = options.kind {
            file = hybrid::mix(columns, &file, weight, &rules, &dice.part(3));
        }
        if !options.keys.is_empty() {
            let found = replicated_uniques(columns, &file, &options.keys)?;
            notes.extend(note(&found, copy, options.remove_replicated));
            if options.remove_replicated {
                file = without(&file, &found.rows);
            }
            replicated.push(found);
        }
        copies.push(file);
    }
    notes.extend((forced > 0).then_some(Note::Forced(forced)));
    let decimals = rules.grids.iter().map(|grid| grid.as_ref().and_then(|grid| grid.decimals));
    let figures = figures::figures(columns, &copies[0]);
    Ok(Outcome { decimals: decimals.collect(), figures, copies, replicated, notes, spent: None })
}

fn note(found: &Replicated, copy: usize, removed: bool) -> Option<Note> {
    let records = found.rows.len() as u64;
    (records > 0).then_some(Note::ReplicatedUniques { copy: copy + 1, records, removed })
}

fn check(options: &Options, columns: &[Series]) -> Result<(), Refused> {
    let records = columns.first().ok_or(Unfit::NoAttribute)?.len();
    if columns.iter().any(|column| column.len() != records) {
        return Err(Unfit::Lengths.into());
    }
    let refuse = |parameter, must_be| Err(Refused::Parameter { parameter, must_be });
    if !(1..=100).contains(&options.copies) {
        return refuse("copies", "between 1 and 100");
    }
    if options.size == Some(0) {
        return refuse("size", "at least 1");
    }
    if options.size.is_some() && matches!(options.kind, Kind::Partial { .. } | Kind::Hybrid { .. })
    {
        return refuse("size", "left out: every record is replaced by one of its own");
    }
    if let Kind::Hybrid { weight } = options.kind {
        if !(0.0..=1.0).contains(&weight) {
            return refuse("weight", "between 0 and 1");
        }
        if !columns.iter().any(|column| matches!(column.values, Values::Numbers(_))) {
            return Err(Unfit::NoNumbers.into());
        }
    }
    let least = match options.model {
        Model::Cart(growth) => {
            if growth.least == 0 || growth.depth == 0 {
                return refuse("least", "at least 1, and so must `depth`");
            }
            if !(growth.complexity >= 0.0 && growth.complexity < 1.0) {
                return refuse("complexity", "at least 0 and below 1");
            }
            growth.least.max(LEAST)
        }
        Model::Parametric(_) => LEAST,
    };
    if records < least {
        return Err(Refused::TooFew { needed: least as u64, records: records as u64 });
    }
    Ok(())
}

/// What is kept, what is drawn, and for which records.
struct Plan<'a> {
    kept: Vec<usize>,
    order: Vec<usize>,
    learnt_from: Vec<u32>,
    posterior: bool,
    size: usize,
    /// Columns of the population of which records are drawn.
    frame: Vec<&'a Series>,
    /// Records that are replaced, if the others stay.
    replaced: Option<Vec<u32>>,
}

impl<'a> Plan<'a> {
    fn new(options: &'a Options, columns: &[Series]) -> Result<Self, Refused> {
        let records = columns[0].len();
        let (mut kept, mut frame, mut replaced) = (Vec::new(), Vec::new(), None);
        let mut size = options.size.unwrap_or(records);
        let mut learnt_from: Vec<u32> = (0..records as u32).collect();
        match &options.kind {
            Kind::Sequential | Kind::Hybrid { .. } | Kind::Private(_) => {}
            Kind::MultipleImputation { frame: known } => {
                (kept, frame) = frame_places(known, columns)?;
                if let Some(people) = frame.first().map(|column| column.len())
                    && people < size
                {
                    return Err(Refused::TooFew { needed: size as u64, records: people as u64 });
                }
            }
            Kind::Partial { attributes, records: chosen } => {
                let unknown = Unfit::Attributes { parameter: "attributes" };
                let mut sorted = attributes.clone();
                sorted.sort_unstable();
                sorted.dedup();
                if sorted.len() != attributes.len() || sorted.last() >= Some(&columns.len()) {
                    return Err(unknown.into());
                }
                kept = (0..columns.len()).filter(|at| !sorted.contains(at)).collect();
                if let Some(chosen) = chosen {
                    if chosen.len() != records {
                        return Err(Unfit::Lengths.into());
                    }
                    let rows = (0..records as u32).filter(|&row| chosen[row as usize]);
                    let rows: Vec<u32> = rows.collect();
                    size = rows.len();
                    replaced = Some(rows);
                }
            }
        }
        // What was chosen may be special, so its models are its own as long as it is enough.
        if let Some(rows) = &replaced
            && rows.len() >= records / 4
            && rows.len() >= 100
        {
            learnt_from.clone_from(rows);
        }
        let drawn: Vec<usize> = (0..columns.len()).filter(|at| !kept.contains(at)).collect();
        if drawn.is_empty() {
            return Err(Unfit::NoAttribute.into());
        }
        let order = order::order(options.order.as_deref(), &drawn, columns, &options.constraints)?;
        let posterior =
            matches!(options.kind, Kind::MultipleImputation { .. } | Kind::Partial { .. });
        Ok(Self { kept, order, learnt_from, posterior, size, frame, replaced })
    }

    fn notes(&self, options: &Options, columns: &[Series]) -> Vec<Note> {
        let mut notes = Vec::new();
        if !self.kept.is_empty() {
            notes.push(Note::Kept(self.kept.len() as u64));
        }
        let is_number = |&at: &usize| matches!(columns[at].values, Values::Numbers(_));
        let tree = matches!(options.model, Model::Cart(_));
        if tree && !options.smooth && self.order.iter().any(is_number) {
            notes.push(Note::NumbersCopied);
        }
        notes
    }

    /// The values of kept attributes, for as many records as are drawn.
    fn given(&self, columns: &[Series], stream: &mut Stream) -> Vec<Values> {
        if let Some(people) = self.frame.first().map(|column| column.len()) {
            let rows = sample(people, self.size, stream);
            return self.frame.iter().map(|column| column.take(&rows).values).collect();
        }
        let values = self.kept.iter().map(|&at| &columns[at].values);
        match &self.replaced {
            Some(rows) => values.map(|values| take(values, rows)).collect(),
            None => values.cloned().collect(),
        }
    }

    /// The file of what was drawn.
    fn file(&self, columns: &[Series], drawn: Drawn) -> Vec<Series> {
        let whole = |(column, new): (&Series, Values)| {
            let values = match &self.replaced {
                Some(rows) => {
                    let mut values = column.values.clone();
                    put(&mut values, rows, &new);
                    values
                }
                None => new,
            };
            Series { name: column.name.clone(), values }
        };
        columns.iter().zip(drawn.values).map(whole).collect()
    }
}

/// The places of a frame's columns, and the columns with the codes of the original.
fn frame_places<'a>(
    frame: &'a [Series],
    columns: &[Series],
) -> Result<(Vec<usize>, Vec<&'a Series>), Unfit> {
    let unknown = Unfit::Attributes { parameter: "frame" };
    let mut places = Vec::new();
    for column in frame {
        let place = columns.iter().position(|own| own.name == column.name);
        let place = place.filter(|place| !places.contains(place)).ok_or_else(|| unknown.clone())?;
        let fits = match (&columns[place].values, &column.values) {
            (Values::Numbers(_), Values::Numbers(_)) => true,
            (Values::Categories { categories, .. }, Values::Categories { codes, .. }) => {
                codes.iter().flatten().all(|&code| (code as usize) < *categories)
            }
            _ => false,
        };
        if !fits {
            return Err(unknown);
        }
        if column.len() != frame[0].len() {
            return Err(Unfit::Lengths);
        }
        places.push(place);
    }
    Ok((places, frame.iter().collect()))
}

/// A simple random sample without replacement, in the order of the frame.
fn sample(people: usize, size: usize, stream: &mut Stream) -> Vec<u32> {
    let (mut rows, mut wanted) = (Vec::with_capacity(size), size);
    for person in 0..people {
        if wanted == 0 {
            break;
        }
        if stream.random_range(0..people - person) < wanted {
            rows.push(person as u32);
            wanted -= 1;
        }
    }
    rows
}
