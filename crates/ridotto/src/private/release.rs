//! Making a differentially private release.

use crate::bind::Plan;
use crate::release::{Outputs, Release};
use crate::run::{file_report, guarantee};
use crate::verify::Verified;
use crate::{Error, RunOptions, Watch, findings};
use arrow::datatypes::DataType;
use ridotto_core::ClassModel;
use ridotto_core::count::grouped;
use ridotto_core::model::DifferentialPrivacy;
use ridotto_io::{Column, Dialect};
use ridotto_micro::cut::{Grouping, Scored, score};
use ridotto_report::{
    FileReport, Finding, Guarantee, Levels, ObjectiveReport, Parameter, ReleaseReport, Report,
};

impl Plan {
    /// Samples, generalises as the policy says, leaves small classes out, writes and verifies.
    /// Whatever the data are, there is a release, if only an empty one.
    pub(crate) fn run_private(
        mut self,
        model: &DifferentialPrivacy,
        options: &RunOptions,
        watch: &dyn Watch,
    ) -> Result<Release, Error> {
        refuse(options)?;
        let outputs = Outputs::stage(&self, options)?;
        self.settle_dialect()?;
        self.sample(model)?;
        let classes = self.class_table();
        let decision = self.decide(&classes, &self.fixed(&classes), options)?;
        drop(classes);
        let columns = self.output_columns(&decision);
        self.write(&outputs, &columns, &decision, watch)?;
        let verified = self.verify(&outputs, &columns, &decision, watch)?;
        drop(columns);
        let mut guarantees = vec![by_construction(model)];
        guarantees.extend(self.seen(&verified));
        if let Some(broken) = guarantees.iter().find(|guarantee| guarantee.holds != Some(true)) {
            return Err(Error::Unverified(format!("{} is not attained", broken.model)));
        }
        let report = Report {
            ridotto: env!("CARGO_PKG_VERSION").to_owned(),
            input: FileReport { rows: None, sha256: None, ..file_report(&self.input, 0, "") },
            output: file_report(outputs.data.target(), verified.rows, &verified.sha256),
            steps: Vec::new(),
            release: self.settled(&verified),
            guarantees,
            findings: of_output(&verified),
            notes: vec![NOTE.to_owned()],
            seconds: None,
        };
        Release::new(outputs, report, None)
    }

    /// The output looks as the policy says and not as the input does; and dates that were stated
    /// in one way must have been read so.
    fn settle_dialect(&mut self) -> Result<(), Error> {
        let is_text = self.table.dialect.is_some();
        let plain = |dialect| Dialect { bom: false, crlf: false, ..dialect };
        self.table.dialect = self.table.dialect.map(plain);
        let stated = self.policy.data.dates.first().map(|format| format.value.as_str());
        for key in &self.keys {
            let Column::Coded { dictionary, native, .. } = &self.table.columns[key.column] else {
                continue;
            };
            let is_day = |own: &DataType| matches!(own, DataType::Date32 | DataType::Date64);
            if !is_text && native.as_ref().is_some_and(|native| is_day(native.data_type())) {
                continue;
            }
            let reading = dictionary.reading();
            let is_date = reading.kind == ridotto_core::Kind::Date;
            if is_date && !dictionary.texts().is_empty() && Some(&*reading.date_format) != stated {
                return Err(Error::Usage {
                    message: format!("`{}` has dates that are written otherwise", key.name),
                    hint: "every date must be written as `dates` in `[data]` says".into(),
                });
            }
        }
        Ok(())
    }

    /// Keeps each record with the probability β, by the operating system's randomness. Nothing was
    /// counted before, and what is not kept is not looked at again.
    fn sample(&mut self, model: &DifferentialPrivacy) -> Result<(), Error> {
        let kept = sampled(self.table.rows, model)?;
        for column in &mut self.table.columns {
            *column = match std::mem::replace(column, Column::Skipped) {
                Column::Coded { codes, dictionary, native } => {
                    Column::Coded { codes: codes.take(&kept), dictionary, native }
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

    /// The generalisation that the policy fixes, and what it suppresses.
    fn fixed(&self, classes: &ridotto_core::ClassTable) -> Scored {
        let levels = self.keys.iter().map(|key| Grouping::Level(key.min)).collect();
        let models = self.requirements.iter().filter_map(|required| required.of_all());
        let models: Vec<Box<dyn ClassModel>> =
            models.map(|model| Box::new(model.clone()) as Box<_>).collect();
        score(&self.gauge(), levels, classes, &self.hierarchies, &models)
    }

    /// What the written file shows of the requirements. A file without a record has no class that
    /// could be too small.
    fn seen(&self, verified: &Verified) -> Vec<Guarantee> {
        let table = |subset: &[usize]| verified.table(subset);
        let each = self.requirements.iter().map(|required| {
            let seen = guarantee(required, self.keys.len(), verified.rows, &table);
            if verified.rows == 0 { Guarantee { holds: Some(true), ..seen } } else { seen }
        });
        each.collect()
    }

    fn settled(&self, verified: &Verified) -> ReleaseReport {
        let named = |level: &dyn Fn(usize) -> u8| {
            let keys = self.keys.iter().enumerate();
            Levels(keys.map(|(at, key)| (key.name.clone(), level(at))).collect())
        };
        ReleaseReport {
            algorithm: "none".into(),
            proved_optimal: false,
            nodes: 1.0,
            checked: 1,
            levels: named(&|at| self.keys[at].min),
            heights: named(&|at| self.hierarchies[at].height() as u8),
            suppressed_rows: None,
            suppressed_cells: 0,
            classes: verified.classes() as u64,
            objective: ObjectiveReport { name: "none".into(), aggregate: None, value: None },
        }
    }
}

const NOTE: &str = "differentially private: counts, digests and times of the input are not told, \
                    because they would tell about single records";

/// What would let somebody repeat the sample, or recognise a record by its place.
fn refuse(options: &RunOptions) -> Result<(), Error> {
    let refused = [
        (options.seed.is_some(), "--seed", "who knows the seed knows who was sampled"),
        (options.keep_order, "--keep-order", "a record's place would tell which one it is"),
        (
            options.recoding.is_some(),
            "--recoding",
            "a decision applied to other data would be a release without a sample",
        ),
    ];
    match refused.into_iter().find(|(is_given, ..)| *is_given) {
        None => Ok(()),
        Some((_, option, why)) => Err(Error::Usage {
            message: format!("{option} is refused where differential privacy is required"),
            hint: format!("leave it out: {why}"),
        }),
    }
}

/// The records that are kept.
fn sampled(rows: usize, model: &DifferentialPrivacy) -> Result<Vec<u32>, Error> {
    let mut kept = Vec::new();
    let mut drawn = vec![0; 8 * 4096];
    let rows: Vec<u32> = (0..rows as u32).collect();
    for rows in rows.chunks(4096) {
        getrandom::fill(&mut drawn).map_err(|error| Error::Usage {
            message: format!("the operating system gives no randomness: {error}"),
            hint: "records must be sampled by numbers that nobody can guess".into(),
        })?;
        let numbers = drawn.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes));
        kept.extend(
            rows.iter().zip(numbers).filter(|(_, drawn)| model.keeps(*drawn)).map(|(row, _)| row),
        );
    }
    Ok(kept)
}

/// Measures of the written file alone.
fn of_output(verified: &Verified) -> Vec<Finding> {
    let sizes = verified.sizes();
    let findings = findings::of_classes(&sizes, &sizes, 0);
    findings.into_iter().map(|finding| Finding { before: None, ..finding }).collect()
}

/// The guarantee with its arithmetic.
pub(crate) fn by_construction(model: &DifferentialPrivacy) -> Guarantee {
    let proof = model.proof();
    let number = |number: f64| Parameter::Number(number);
    let parameters = [
        ("epsilon", number(model.epsilon().value())),
        ("delta", number(model.delta().value())),
        ("beta", number(model.beta())),
        ("k", number(model.k().get() as f64)),
        ("gamma", number(proof.gamma)),
        ("delta-bound", number(proof.bound)),
        ("chernoff-rate", number(proof.rate)),
        ("argument", Parameter::Text(argument(model))),
    ];
    Guarantee {
        model: "differential-privacy".into(),
        attribute: None,
        parameters: parameters.map(|(name, value)| (name.to_owned(), value)).into(),
        required: Some(model.delta().value()),
        attained: Some(proof.bound),
        holds: Some(proof.bound <= model.delta().value()),
        shown: "by construction".into(),
    }
}

fn argument(model: &DifferentialPrivacy) -> String {
    let proof = model.proof();
    format!(
        "each record was kept with probability beta = {beta} <= 1 - e^-epsilon; levels were fixed \
         by the policy; classes below k = {k} were left out. With gamma = 1 - (1 - beta) \
         e^-epsilon = {gamma}, delta is at most the greatest P(Bin(ceil(m / gamma) - 1, beta) >= \
         m) over m >= k. It is at m = {sampled} of {of} records and at most {bound}: each m below \
         {beyond} was bounded with intervals rounded outward, and all others by Chernoff's bound \
         {rate}^m",
        beta = model.beta(),
        k = grouped(model.k().get()),
        gamma = proof.gamma,
        sampled = grouped(proof.sampled),
        of = grouped(proof.of),
        bound = proof.bound,
        beyond = grouped(proof.beyond),
        rate = proof.rate,
    )
}
