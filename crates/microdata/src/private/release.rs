//! Making a differentially private release.

use crate::attempt::Attempt;
use crate::bind::Method;
use crate::data::Data;
use crate::decision::{Beside, Found};
use crate::guarantee::guarantee;
use ridotto_catalogue::{Decimal, Proved};
use ridotto_core::ClassModel;
use ridotto_core::count::grouped;
use ridotto_core::model::DifferentialPrivacy;
use ridotto_core::model::Private;
use ridotto_io::Column;
use ridotto_micro::algorithm::Algorithm;
use ridotto_micro::cut::{Grouping, Scored, score};
use ridotto_noise::{Accountant, Budget, Exact, Loss, NoiseError, Thinning};
use ridotto_policy::Policy;
use ridotto_release::private::protected;
use ridotto_release::{Error, Privacy, Siblings, silence, years};
use ridotto_report::{
    Finding, Guarantee, Known, Levels, ObjectiveReport, Parameter, ReleaseReport, Report, Way,
};
use ridotto_verify::Verified;

impl Data {
    /// Chooses the levels, and keeps a sample of the records: what is not kept is not looked at again.
    /// Both are charged for before they are drawn.
    pub(crate) fn make_private(
        &mut self,
        private: &Private,
        privacy: &mut Privacy,
    ) -> Result<(), Error> {
        let accountant = accountant(private, &self.policy, privacy)?;
        self.settled = Some(self.private_levels(private, accountant)?);
        self.sample(&private.release, accountant)
    }

    /// Generalises to levels that were settled, and leaves small classes out. Whatever the data are,
    /// there is a release, if only an empty one.
    pub(crate) fn at_levels(&self, levels: &[u8]) -> Result<Found, Error> {
        let classes = self.class_table();
        let own = self.by(Method::ByValue(Algorithm::None));
        let decision = own.decide(&classes, &own.generalized(&classes, levels))?;
        Ok(Found {
            decision,
            proved: false,
            nodes: self.nodes(),
            checked: self.keys.iter().map(|key| u64::from(key.max - key.min) + 1).product(),
            levels: Some(levels.to_vec()),
            score: 0.0,
            notes: Vec::new(),
            minimal: None,
            looked: None,
            cells_needed: None,
            sizes: Vec::new(),
            beside: Beside::default(),
        })
    }

    /// Tells what follows from the written file and the policy, and nothing else.
    pub(crate) fn account_privately(
        &self,
        private: &Private,
        siblings: &Siblings,
        verified: &Verified,
        report: &mut Report,
    ) {
        let levels = self.settled.as_deref().unwrap_or_default();
        report.steps = Vec::new();
        report.release = self.settled(verified, private, levels).into();
        report.findings = of_output(verified, siblings);
        report.notes = [silence::NOTE.to_owned()]
            .into_iter()
            .chain(years::note_of_policy(&self.policy))
            .collect();
    }

    /// Keeps each record with the probability β, by the operating system's randomness. What is not
    /// kept is not looked at again. What is charged is the loss of the whole release, as
    /// [`DifferentialPrivacy`] proves it. All cells are written as texts: whether a column's could be
    /// written as numbers would be found out from all of them.
    fn sample(
        &mut self,
        model: &DifferentialPrivacy,
        accountant: &mut Accountant,
    ) -> Result<(), Error> {
        let loss = Loss::of(exact(model.epsilon()), exact(model.delta())).map_err(refused)?;
        let kept = Thinning::new(model.units(), loss)
            .and_then(|thinning| accountant.charge("records", thinning))
            .map_err(refused)?
            .keep(self.table.rows)
            .into_inner();
        for column in &mut self.table.columns {
            *column = match std::mem::replace(column, Column::Skipped) {
                Column::Coded { codes, dictionary, .. } => {
                    Column::Coded { codes: codes.take(&kept), dictionary, native: None }
                }
                _ => Column::Skipped,
            };
        }
        self.table.rows = kept.len();
        for key in &mut self.keys {
            if let Column::Coded { codes, dictionary, .. } = &self.table.columns[key.column] {
                key.counts = codes.histogram(dictionary.len());
            }
        }
        Ok(())
    }

    /// What the written file shows of the requirements. A file without a record has no class that
    /// could be too small.
    pub(crate) fn seen(&self, verified: &Verified) -> Vec<Guarantee> {
        let table = |subset: &[usize]| verified.table(subset);
        let each = self.requirements.iter().map(|required| {
            let seen = guarantee(required, self.keys.len(), verified.rows, &table);
            if verified.rows == 0 { Guarantee { holds: Some(true), ..seen } } else { seen }
        });
        each.collect()
    }

    fn settled(&self, verified: &Verified, private: &Private, levels: &[u8]) -> ReleaseReport {
        let named = |level: &dyn Fn(usize) -> u8| {
            let keys = self.keys.iter().enumerate();
            Levels(keys.map(|(at, key)| (key.name.clone(), level(at))).collect())
        };
        let nothing = Some(&Algorithm::None.definition().entry);
        ReleaseReport {
            algorithm: if private.search.is_some() { "permute-and-flip" } else { "none" }.into(),
            known: Known(nothing.filter(|_| private.search.is_none())),
            proved_optimal: false,
            nodes: self.nodes(),
            checked: self.keys.iter().map(|key| u64::from(key.max - key.min) + 1).product(),
            levels: named(&|at| levels[at]),
            heights: named(&|at| self.hierarchies[at].height() as u8),
            suppressed_rows: None,
            suppressed_cells: 0,
            classes: verified.classes() as u64,
            objective: ObjectiveReport { name: "none".into(), aggregate: None, value: None },
            ..ReleaseReport::default()
        }
    }
}

/// Who charges for a release: neighbours are files of which one has a record more, or all records of a person.
fn accountant<'a>(
    private: &Private,
    policy: &Policy,
    privacy: &'a mut Privacy,
) -> Result<&'a mut Accountant, Error> {
    let (epsilon, delta) = (exact(private.epsilon), exact(private.delta));
    let budget = Budget::approximate(epsilon, delta).map_err(refused)?;
    let protected = protected(policy, Proved::OF_SAMPLES);
    privacy.expect(&budget, protected)?;
    privacy.allow(budget, protected).map_err(refused)
}

/// A parameter without rounding; none of them is negative.
fn exact(number: Decimal) -> Exact {
    Exact::decimal(number.digits().unsigned_abs(), number.places())
}

/// What the accountant refused.
#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
pub(super) fn refused(error: NoiseError) -> Error {
    let hint = match error {
        NoiseError::NoRandomness(_) => "records must be sampled by numbers that nobody can guess",
        _ => "take an `epsilon` and a `search` with fewer digits",
    };
    Error::Usage { message: error.to_string(), hint: hint.into() }
}

impl Attempt<'_> {
    /// The generalisation to these levels, and what it suppresses.
    fn generalized(&self, classes: &ridotto_core::ClassTable, levels: &[u8]) -> Scored {
        let levels = levels.iter().map(|&level| Grouping::Level(level)).collect();
        let models = self.requirements.iter().filter_map(|required| required.of_all());
        let models: Vec<Box<dyn ClassModel>> =
            models.map(|model| Box::new(model.clone()) as Box<_>).collect();
        score(&self.scorer(), levels, classes, &self.hierarchies, &models)
    }
}

/// Measures of the written file alone.
fn of_output(verified: &Verified, siblings: &Siblings) -> Vec<Finding> {
    let sizes = verified.sizes();
    let findings = (siblings.of_classes)(&sizes, &sizes, 0);
    findings.into_iter().map(|finding| Finding { before: None, ..finding }).collect()
}

/// What the guarantee is not about.
const NOT_PROTECTED: &str = "persons with several records; conclusions about groups; what is told \
                             beside the release; what is true of everybody";

/// What one record can change of what chance decides about; what was charged says how far a score moves.
fn sensitivity(private: &Private, charged: Option<&Privacy>) -> String {
    let of_class = "1 of the size of one class";
    if private.search.is_none() {
        return of_class.to_owned();
    }
    let all = charged.map_or(&[][..], Privacy::charges);
    match all.iter().find_map(|charge| charge.sensitivity) {
        Some(most) => format!("{of_class}; {most} of the score of levels"),
        None => format!(
            "{of_class}; the detail of a record at the finest levels of the score of levels"
        ),
    }
}

/// The guarantee with its arithmetic; of a release that was made, with what was charged for it, which
/// decides whether it holds.
pub(crate) fn by_construction(private: &Private, charged: Option<&Privacy>) -> Guarantee {
    let spent = charged.and_then(Privacy::spent).and_then(Loss::epsilon_delta);
    let bound = bound(private);
    let allowed = private.delta.to_f64();
    let is_within = spent.is_none_or(|(spent, fails)| {
        spent <= exact(private.epsilon) && fails <= exact(private.delta)
    });
    let parameters = parameters(private, charged);
    Guarantee {
        model: "differential-privacy".into(),
        attribute: None,
        parameters: parameters.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        required: Some(allowed),
        decided_by: Some("delta".into()),
        bound: Some(Way::AtMost),
        attained: Some(bound),
        holds: Some(bound <= allowed && is_within),
        shown: Guarantee::BY_CONSTRUCTION.into(),
        known: Known::default(),
    }
}

/// What δ is at most for all records of a person together: what is proved for one is that of a group.
fn bound(private: &Private) -> f64 {
    let bound = private.release.proof().bound;
    if private.rows.get() == 1 {
        return bound;
    }
    let loss = Exact::of_f64(bound).map(|delta| Loss::of(exact(private.release.epsilon()), delta));
    let group = loss.and_then(Result::ok).and_then(|loss| loss.of_group(private.rows).ok());
    // Whatever cannot be said is not said to hold.
    group.and_then(|loss| loss.epsilon_delta()).map_or(1.0, |(_, delta)| delta.to_f64())
}

/// What is told of how the release was made.
fn parameters(private: &Private, charged: Option<&Privacy>) -> Vec<(&'static str, Parameter)> {
    let Private { epsilon, delta, search, rows, release, .. } = private;
    let proof = release.proof();
    let number = |number: f64| Parameter::Number(number);
    let text = |text: &str| Parameter::Text(text.to_owned());
    let not_protected = match charged {
        Some(charged) => charged.not_protected(NOT_PROTECTED),
        None => NOT_PROTECTED.to_owned(),
    };
    let mut parameters = vec![
        ("epsilon", number(epsilon.to_f64())),
        ("delta", number(delta.to_f64())),
        ("beta", number(release.beta())),
        ("k", number(release.k().get() as f64)),
        ("gamma", number(proof.gamma)),
        ("delta-bound", number(bound(private))),
        ("chernoff-rate", number(proof.rate)),
        ("neighbours", text(Proved::OF_SAMPLES.usual.name())),
        ("sensitivity", Parameter::Text(sensitivity(private, charged))),
        ("not-protected", Parameter::Text(not_protected)),
        ("argument", Parameter::Text(argument(private))),
    ];
    if let Some(search) = search {
        parameters.push(("search", number(search.to_f64())));
    }
    if search.is_some() || rows.get() > 1 {
        parameters.push(("release-epsilon", number(release.epsilon().to_f64())));
    }
    if rows.get() > 1 {
        parameters.push(("release-delta", number(release.delta().to_f64())));
    }
    let spent = charged.and_then(Privacy::spent).and_then(Loss::epsilon_delta);
    if let (Some((epsilon, delta)), Some(charged)) = (spent, charged) {
        parameters.push(("spent", number(epsilon.to_f64())));
        parameters.push(("delta-spent", number(delta.to_f64())));
        parameters.push(("charges", Parameter::Text(charged.told())));
        parameters.extend(charged.terms());
    }
    parameters
}

fn argument(private: &Private) -> String {
    let release = &private.release;
    let proof = release.proof();
    let is_whole = private.search.is_none() && private.rows.get() == 1;
    let rest = if is_whole { "epsilon" } else { "release-epsilon" };
    let levels = match private.search {
        None => "levels were fixed by the policy".to_owned(),
        Some(search) => format!(
            "levels were chosen by permute-and-flip with {} of epsilon, and \
             release-epsilon = {} is left",
            search.to_f64(),
            release.epsilon().to_f64()
        ),
    };
    format!(
        "{persons}each record was kept with probability beta = {beta} <= 1 - e^-{rest}; {levels}; classes \
         below k = {k} were left out. With gamma = 1 - (1 - beta) e^-{rest} = {gamma}, delta is at \
         most the greatest P(Bin(ceil(m / gamma) - 1, beta) >= m) over m >= k. It is at m = \
         {sampled} of {of} records and at most {bound}: each m below {beyond} was bounded with \
         intervals rounded outward, and all others by Chernoff's bound {rate}^m",
        beta = release.beta(),
        k = grouped(release.k().get()),
        gamma = proof.gamma,
        sampled = grouped(proof.sampled),
        of = grouped(proof.of),
        bound = proof.bound,
        beyond = grouped(proof.beyond),
        rate = proof.rate,
        persons = of_persons(private),
    )
}

/// How what is proved for a record is so for a person.
fn of_persons(private: &Private) -> String {
    let rows = private.rows.get();
    if rows == 1 {
        return String::new();
    }
    format!(
        "of each person at most {rows} records were kept; what follows is proved for one record, with delta at \
         most release-delta = {}, and {rows} records lose {rows} times epsilon and the delta of such a group: ",
        private.release.delta().to_f64(),
    )
}
