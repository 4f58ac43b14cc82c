//! Synthesis as a step: records in place of true ones.

use super::private::{changes, charged};
use super::{
    Growth, Kind, Model, Options, Outcome, ReplacedRecords, Scale, SynthesisKind, SynthesisModel,
    Unfit, Uniques, bound, domains, synthesize,
};
use crate::at_risk::at_risk;
use crate::noise::private::budget_of;
use crate::perturb::{Plain, differing, refused};
use crate::step::StepContext;
use crate::{Refused, other_file};
use ridotto_catalogue::Entry;
use ridotto_core::{Series, Watch, count};
use ridotto_noise::{Budget, Neighbours, Protected};
use ridotto_numbers::Dice;
use ridotto_policy::language::Role;
use ridotto_policy::{Mask, Problem};
use ridotto_release::{Error, Privacy, Promise, Step, StepOutcome, StepRun};
use ridotto_report::{Concern, Finding, StepFigure};
use ridotto_table::Table;

/// Draws records, or the values of some attributes.
#[derive(Debug)]
struct Synthesis {
    context: StepContext,
    /// The columns that are drawn, or that explain them.
    places: Vec<usize>,
}

/// The step that a policy asks for.
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    context.all_present()?;
    let places = places(&context)?;
    Ok(Box::new(Synthesis { context, places }))
}

impl Step for Synthesis {
    fn method(&self) -> &'static str {
        self.context.method()
    }

    fn entry(&self) -> Option<&'static Entry> {
        Some(self.context.entry())
    }

    fn attributes(&self) -> Vec<String> {
        self.context.attributes()
    }

    fn draws(&self) -> bool {
        true
    }

    fn spends(&self) -> Result<Option<(Budget, Protected)>, Error> {
        if kind(&self.context) != SynthesisKind::Private {
            return Ok(None);
        }
        let budget = budget_of(self.context.given().number("epsilon"));
        let budget = budget.map_err(|error| refused(&self.context, &error))?;
        Ok(Some((budget, self.context.protected())))
    }

    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let dice = self.context.dice(run)?;
        let (plain, options) = self.prepare(table, run.watch)?;
        let columns: Vec<Series> = plain.iter().map(|plain| plain.column.clone()).collect();
        let drawn = self.draw(&options, &columns, &dice, &mut run.trail.privacy)?;
        let cells_changed = self.put(table, &plain, &drawn, run);
        self.tell(&drawn, run);
        let figures = drawn.figures.into_iter().map(|figure| StepFigure {
            name: figure.name,
            original: None,
            expected: figure.expected.is_finite().then_some(figure.expected),
            reached: figure.reached.is_finite().then_some(figure.reached),
        });
        Ok(StepOutcome { cells_changed, figures: figures.collect(), ..StepOutcome::default() })
    }
}

impl Synthesis {
    /// Draws; the run's accountant charges for what is private.
    fn draw(
        &self,
        options: &Options,
        columns: &[Series],
        dice: &Dice,
        privacy: &mut Privacy,
    ) -> Result<Outcome, Error> {
        let fits = |error: Refused| refused(&self.context, &named(error, columns));
        let Kind::Private(private) = &options.kind else {
            return synthesize(options, columns, dice).map_err(fits);
        };
        let budget = private.budget().map_err(fits)?;
        let accountant = privacy.allow(budget, self.context.protected());
        let accountant = accountant.map_err(|error| fits(Unfit::from(error).into()))?;
        let (copies, size) = (options.copies, options.size);
        let drawn = charged(private, columns, copies, size, accountant, dice).map_err(fits)?;
        privacy.promise(promise(columns.len(), self.context.protected().neighbours));
        Ok(drawn)
    }

    /// The columns as they are drawn, and how.
    fn prepare(&self, table: &Table, watch: &dyn Watch) -> Result<(Vec<Plain>, Options), Error> {
        let Self { context, places } = self;
        if kind(context) == SynthesisKind::Private {
            return domains::domains(context, table, places);
        }
        let mut plain: Vec<Plain> = places.iter().map(|&at| Plain::of(table, at)).collect();
        let mut options = options(context, places);
        options.kind = match options.kind {
            Kind::MultipleImputation { .. } => {
                Kind::MultipleImputation { frame: frame(context, &mut plain, watch)? }
            }
            Kind::Partial { attributes, .. }
                if context.given().choice::<ReplacedRecords>("records")
                    == ReplacedRecords::AtRisk =>
            {
                Kind::Partial { attributes, records: Some(at_risk(context, table)?) }
            }
            other => other,
        };
        if let (Kind::MultipleImputation { frame }, Some(order)) =
            (&options.kind, &mut options.order)
        {
            // What the frame has is not drawn.
            order.retain(|&at| frame.iter().all(|known| known.name != plain[at].column.name));
        }
        options.constraints = bound::bound(context, &plain)?;
        Ok((plain, options))
    }

    /// Puts what was drawn in the table; how many cells are new.
    fn put(
        &self,
        table: &mut Table,
        plain: &[Plain],
        drawn: &Outcome,
        run: &mut StepRun<'_>,
    ) -> u64 {
        let [copy] = &drawn.copies[..] else { unreachable!("one copy is drawn at a time") };
        let rows = copy.first().map_or(0, Series::len);
        let keeps_rows =
            matches!(kind(&self.context), SynthesisKind::Partial | SynthesisKind::Hybrid);
        let mut cells = 0;
        for ((&at, plain), (column, decimals)) in
            self.places.iter().zip(plain).zip(copy.iter().zip(&drawn.decimals))
        {
            let decimals = decimals.map(|decimals| decimals as u8);
            let column = plain.written(&column.values, decimals);
            let changed =
                if keeps_rows { differing(&table.columns[at], &column) } else { rows as u64 };
            if changed > 0 {
                run.trail.findings.push(self.context.cells_changed(&plain.column.name, changed));
            }
            cells += changed;
            table.columns[at] = column;
        }
        if rows != table.rows || !keeps_rows {
            table.renew(rows);
        }
        cells
    }

    /// What is to be said of what was drawn.
    fn tell(&self, drawn: &Outcome, run: &mut StepRun<'_>) {
        let said = drawn.notes.iter().map(|note| format!("synthesize: {note}"));
        run.trail.notes.extend(said);
        for found in &drawn.replicated {
            run.trail.findings.push(Finding {
                attribute: None,
                name: "share of unique records that are unique among the synthetic ones as well"
                    .into(),
                concern: Concern::Risk,
                before: Some(1.0),
                after: Some(found.share()),
            });
        }
        self.context.note_seed(run);
    }
}

/// What a private synthesis promises. One record more is one more in a table of each of d attributes, and in
/// a table of each of d − 1 pairs; and it moves the score of a pair by one. One that says something else moves
/// each by twice that.
fn promise(attributes: usize, neighbours: Neighbours) -> Promise {
    let times = changes(neighbours) as f64;
    let of = |what: &str, by: usize| (what.to_owned(), times * by as f64);
    Promise {
        attributes: None,
        sensitivities: vec![
            of("the tables of attributes", attributes),
            of("the score of a pair", 1),
            of("the tables of pairs", attributes - 1),
        ],
        not_protected: match neighbours {
            Neighbours::AddRemove => {
                "persons with several records; measures that compare with the original; what is true of \
                 everybody"
            }
            Neighbours::ChangeOne => {
                "how many records there are; persons with several records; measures that compare with the \
                 original; what is true of everybody"
            }
        },
        argument: argument(attributes, neighbours),
    }
}

/// Which values are synthetic.
fn kind(context: &StepContext) -> SynthesisKind {
    context.given().choice("kind")
}

/// How many records are drawn, if the policy says it.
pub(super) fn size(context: &StepContext) -> Option<usize> {
    context.given().whole_if_given("size").map(|size| size as usize)
}

/// Why a private synthetic file keeps its promise.
fn argument(attributes: usize, neighbours: Neighbours) -> String {
    let record = match neighbours {
        Neighbours::AddRemove => "one record more or less",
        Neighbours::ChangeOne => {
            "one record that says something else, which is one less and one more"
        }
    };
    format!(
        "records were drawn from noisy tables alone: counts of each of the {attributes} \
         attributes, a choice of pairs by permute-and-flip, and counts of these pairs, \
         each with exact noise for {record}; what the values can be was stated by \
         the policy"
    )
}

/// What is known of the population, if the step names a file of it: at least as many records as are
/// drawn.
fn frame(
    context: &StepContext,
    plain: &mut [Plain],
    watch: &dyn Watch,
) -> Result<Vec<Series>, Error> {
    let Some(file) = context.given().text("frame") else { return Ok(Vec::new()) };
    let records = plain.first().map_or(0, |plain| plain.column.len());
    let wanted = size(context).unwrap_or(records);
    let frame = other_file::frame(context, file, plain, watch)?;
    let people = frame.first().map_or(0, Series::len);
    if people >= wanted {
        return Ok(frame);
    }
    let message = format!(
        "`{file}` has {}, and {} are drawn",
        count::records(people as u64),
        count::grouped(wanted as u64)
    );
    let problem = Problem::error("bind::mask", message)
        .at(file.span.or(context.span()), "each of its records is drawn once at most")
        .with_help("draw fewer with `size`, or name a file with more people");
    Err(context.error(problem))
}

/// The columns that are drawn, or that explain them. Records are drawn whole: a column that is not
/// drawn would not belong to them.
fn places(context: &StepContext) -> Result<Vec<usize>, Problem> {
    let is_there = |at: &usize| context.is_wanted(*at) && context.is_present(*at);
    let all: Vec<usize> = (0..context.names().len()).filter(is_there).collect();
    let named = context.places();
    let wrong = |message: String, help: &str| {
        let problem = Problem::error("bind::mask", message);
        Err(problem.at(context.span(), "draws whole records").with_help(help))
    };
    if kind(context) == SynthesisKind::Partial {
        let others = all.into_iter().filter(|at| !named.contains(at));
        return Ok(others.chain(named.iter().copied()).collect());
    }
    let data = &context.policy().data;
    // A private run has forgotten by then who its persons are.
    if let Some(unit) = data.person.as_ref().or(data.household.as_ref()) {
        return wrong(
            format!("synthetic records have no `{unit}`"),
            "remove the key from `[data]`, or use `kind = \"partial\"`, which keeps the records",
        );
    }
    let mut looked_at = context.later().iter().flat_map(Mask::looks_at);
    if let Some(name) = looked_at.find(|name| !context.is_wanted(context.place(name))) {
        return wrong(
            format!("synthetic records have no `{name}`, and a later step looks at it"),
            "put that step before this one, or leave the name out of it",
        );
    }
    if named.is_empty() {
        return Ok(all);
    }
    if let Some(&left) = all.iter().find(|at| !named.contains(at)) {
        return wrong(
            format!("`{}` is released and not drawn", context.names()[left]),
            "name all released attributes, or none; or use `kind = \"partial\"`",
        );
    }
    Ok(named)
}

/// A refusal with the name of the attribute that it is about.
fn named(refused: Refused, columns: &[Series]) -> Refused {
    let Refused::Synthesis(Unfit::Broken { attribute, .. } | Unfit::NothingFree { attribute }) =
        &refused
    else {
        return refused;
    };
    match columns.get(attribute - 1) {
        Some(column) => {
            Refused::Of { attribute: column.name.to_string(), reason: Box::new(refused) }
        }
        None => refused,
    }
}

fn options(context: &StepContext, places: &[usize]) -> Options {
    let given = context.given();
    let among = |name: &str| places.iter().position(|&at| context.names()[at] == name);
    let named: Vec<usize> =
        context.mask().attributes().iter().filter_map(|name| among(name)).collect();
    let asked = kind(context);
    let kind = match asked {
        SynthesisKind::Sequential => Kind::Sequential,
        SynthesisKind::MultipleImputation => Kind::MultipleImputation { frame: Vec::new() },
        SynthesisKind::Partial => Kind::Partial { attributes: named.clone(), records: None },
        SynthesisKind::Hybrid => Kind::Hybrid { weight: given.share("weight").to_f64() },
        SynthesisKind::Private => unreachable!("its options are made from its domains"),
    };
    let is_whole = asked != SynthesisKind::Partial;
    let keys = context.policy().with_role(Role::QuasiIdentifier);
    Options {
        kind,
        copies: 1,
        size: size(context),
        order: (is_whole && !named.is_empty()).then_some(named),
        model: match given.choice("model") {
            SynthesisModel::Cart => Model::Cart(Growth::default()),
            SynthesisModel::Parametric => Model::Parametric(Scale::Ranks),
        },
        smooth: given.is("smooth"),
        keys: keys.filter_map(|attribute| among(&attribute.name)).collect(),
        remove_replicated: given.choice::<Uniques>("uniques") == Uniques::Remove,
        ..Options::default()
    }
}
