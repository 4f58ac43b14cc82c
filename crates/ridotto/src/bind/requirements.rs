//! The policy's requirements, tied to the data: models that judge classes.

mod attribute;
mod judge;
mod parameters;
mod target;

use attribute::Relative;
pub use judge::Judge;
pub(crate) use parameters::parameters;
pub(crate) use target::{Target, missing_rule};

use crate::Error;
use crate::saved::SavedBaseline;
use ridotto_core::class::Joint;
use ridotto_core::model::{self, Count, ModelError};
use ridotto_core::{
    ClassModel, ClassTable, Code, Dictionary, Fraction, Hierarchy, KeyColumn, Scope, SensitiveId,
};
use ridotto_io::{Column, Table};
use ridotto_micro::evaluate;
use ridotto_policy::language::{Estimate, Estimator, Link};
use ridotto_policy::{
    Decimal, Policy, Population, Problem, Requirement as Asked, Rule, Share, Size, Span, Spanned,
};
use ridotto_report::Parameter;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

/// A requirement, ready to judge.
pub struct Requirement {
    /// The model.
    pub judge: Judge,
    /// The sensitive attribute that it is about, if any; several are joined by `+`.
    pub attribute: Option<String>,
    /// Its parameters by name.
    pub parameters: Vec<(&'static str, Parameter)>,
    /// The quasi-identifiers that it is asked of.
    pub scope: Scope,
    /// How it is made from another distribution than the whole input's, if it compares with one.
    pub(crate) relative: Option<Relative>,
}

impl fmt::Debug for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { judge, attribute, parameters, scope, .. } = self;
        write!(f, "Requirement({judge:?}, {attribute:?}, {parameters:?}, {scope:?})")
    }
}

impl Requirement {
    /// The level of a table against the distribution of its own rows, for models that are asked
    /// against the whole input's.
    pub(crate) fn attained_among(&self, table: &ClassTable) -> Option<f64> {
        self.relative.as_ref()?.attained_among(table)
    }

    /// The requirement as searches ask it of this many quasi-identifiers.
    pub(crate) fn asked(&self, keys: usize) -> evaluate::Asked<'_> {
        let judge = match &self.judge {
            Judge::Class(model) => evaluate::Judge::Class(&**model),
            Judge::Table(model) => evaluate::Judge::Table(&**model),
        };
        evaluate::Asked { judge, subsets: self.scope.subsets(keys) }
    }

    /// The model, if it judges classes over all quasi-identifiers together.
    pub(crate) fn of_all(&self) -> Option<&Arc<dyn ClassModel>> {
        match &self.judge {
            Judge::Class(model) if self.scope == Scope::All => Some(model),
            _ => None,
        }
    }
}

/// A column that models look at: the histograms of a class table are made of these.
#[derive(Debug)]
pub(crate) enum Judged {
    /// A column of the data.
    Column(usize),
    /// Several columns of the data taken as one.
    Joint(Joint),
}

impl Judged {
    /// The codes, and how many values there are.
    pub fn column<'a>(&'a self, table: &'a Table) -> KeyColumn<'a> {
        match self {
            Self::Column(at) => coded(table, *at),
            Self::Joint(joint) => joint.column(),
        }
    }
}

/// A column that was read as codes.
pub(crate) fn coded(table: &Table, at: usize) -> KeyColumn<'_> {
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => KeyColumn { codes, values: dictionary.len() },
        _ => unreachable!("what is judged is read as codes"),
    }
}

fn dictionary(table: &Table, at: usize) -> &Dictionary {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary,
        _ => unreachable!("what is judged is read as codes"),
    }
}

/// What a policy's requirements are tied to.
pub(crate) struct Setting<'a> {
    /// The policy, for the places of problems.
    pub policy: &'a Policy,
    /// The data.
    pub table: &'a Table,
    /// The quasi-identifiers' names, in order.
    pub keys: Vec<&'a str>,
    /// The sensitive attributes: name, column, and hierarchy if there is one.
    pub sensitive: Vec<(&'a str, usize, Option<&'a Hierarchy>)>,
    /// Whether the population is there to be counted.
    pub has_population: bool,
    /// Whether a value that the policy names may be one that no row has: a release, or another
    /// month's file, need not have what the input had.
    pub may_lack_values: bool,
    /// Sensitive attributes whose original values the data do not show.
    pub unshown: &'a [&'a str],
    /// Distributions to compare with instead of those of the rows at hand.
    pub baselines: &'a [SavedBaseline],
}

impl Setting<'_> {
    /// The place of a column that requirements look at.
    fn companion(&self, name: &Spanned<String>) -> Result<usize, Problem> {
        let names: Vec<&str> = self.table.names.iter().map(String::as_str).collect();
        let found = names.iter().position(|other| *other == name.value);
        let coded = found.filter(|&at| matches!(self.table.columns[at], Column::Coded { .. }));
        coded.ok_or_else(|| {
            let message = format!("the data have no column `{name}`, which this needs to judge");
            Problem::error("bind::no-such-column", message)
                .at(name.span, "not in the data")
                .with_help("a release does not show it: judge the file before it is released")
        })
    }
}

/// All requirements, and the columns that they look at.
pub(crate) fn bind(setting: &Setting<'_>) -> Result<(Vec<Requirement>, Vec<Judged>), Error> {
    let mut binding = Binding { setting, judged: Vec::new(), problems: Vec::new() };
    binding.problems.extend(of_nobody(setting.policy));
    let requirements: Vec<Requirement> =
        setting.policy.requirements.iter().flat_map(|asked| binding.requirement(asked)).collect();
    let Binding { judged, problems, .. } = binding;
    if problems.is_empty() {
        Ok((requirements, judged))
    } else {
        Err(setting.policy.error(problems).into())
    }
}

/// The place of the column that tells persons apart among those that are judged, if all rows of a
/// person are taken together.
pub(crate) fn person_together(policy: &Policy, judged: &[Judged], table: &Table) -> Option<usize> {
    let name = policy.data.person.as_ref().filter(|_| *policy.data.link == Link::Together)?;
    let is_it =
        |judged: &Judged| matches!(judged, Judged::Column(at) if table.names[*at] == name.value);
    judged.iter().position(is_it)
}

/// Rows are taken together by person, and no column tells persons apart.
fn of_nobody(policy: &Policy) -> Option<Problem> {
    let data = &policy.data;
    (*data.link == Link::Together && data.person.is_none()).then(|| {
        let message = "`link` speaks of the rows of persons, and no column tells persons apart";
        Problem::error("bind::link", message)
            .at(data.link.span, "whose rows?")
            .with_help("name the column in `[data]`: `person = \"patient_id\"`")
    })
}

/// What all rows of a person together are not asked for.
fn not_together(span: Span) -> Problem {
    let message = "all rows of a person together serve k-anonymity alone, over all \
                   quasi-identifiers and with one k";
    Problem::error("bind::link", message)
        .at(span, "not together")
        .with_help("leave `link` out: then every row is judged by itself")
}

struct Binding<'a> {
    setting: &'a Setting<'a>,
    judged: Vec<Judged>,
    problems: Vec<Problem>,
}

impl Binding<'_> {
    /// A requirement as asked, once for each sensitive attribute that it is asked of alone.
    fn requirement(&mut self, asked: &Asked) -> Vec<Requirement> {
        let Some(scope) = self.scope(asked) else { return Vec::new() };
        let mut parameters = parameters(asked);
        if let Some(Ok(private)) = crate::private::model(&asked.rule) {
            // What a file shows of it is that classes are large enough.
            parameters = vec![("k", Parameter::Number(private.release.k().get() as f64))];
        }
        if self.setting.policy.data.person.is_some() {
            parameters.push(("counts", Parameter::Text("persons".into())));
        }
        if *self.setting.policy.data.link == Link::Together {
            parameters.push(("link", Parameter::Text("together".into())));
            let is_one = matches!(asked.rule, Rule::KAnonymity { k: Size::Same(_) });
            if !is_one || scope != Scope::All {
                self.problems.push(not_together(asked.span));
                return Vec::new();
            }
        }
        let targets: Vec<Option<Target>> = match asked.about() {
            None => vec![None],
            Some(about) => self.targets(about, asked.span).into_iter().map(Some).collect(),
        };
        let mut bound = Vec::new();
        for target in targets {
            let relative = match &target {
                Some(target) => match self.relative(asked, target) {
                    Ok(relative) => relative,
                    Err(problem) => {
                        self.problems.push(problem);
                        continue;
                    }
                },
                None => None,
            };
            match self.judge(asked, target.as_ref()) {
                Ok(judge) => {
                    let mut parameters = parameters.clone();
                    if target.as_ref().is_some_and(Target::has_missing) {
                        let rule = self.setting.policy.release.missing_sensitive.name();
                        parameters.push(("missing-sensitive", Parameter::Text(rule.into())));
                    }
                    bound.push(Requirement {
                        relative,
                        judge,
                        attribute: target.map(|target| target.name),
                        parameters,
                        scope: scope.clone(),
                    });
                }
                Err(problem) => self.problems.push(problem),
            }
        }
        if matches!(&asked.rule, Rule::DeltaPresence { at_least, .. } if **at_least > Share::ZERO) {
            // Who looks like nobody in the release is known to be absent, and no class shows it.
            bound.push(Requirement {
                relative: None,
                judge: Judge::Table(Box::new(model::PresenceFloor)),
                attribute: None,
                parameters: vec![("counts", Parameter::Text("people known to be absent".into()))],
                scope,
            });
        }
        bound
    }

    fn scope(&mut self, asked: &Asked) -> Option<Scope> {
        let keys = &self.setting.keys;
        match &asked.scope {
            ridotto_policy::Scope::All => Some(Scope::All),
            ridotto_policy::Scope::Every(every) if **every as usize > keys.len() => {
                let message =
                    format!("`every = {every}`, but there are {} quasi-identifiers", keys.len());
                self.problems.push(
                    Problem::error("bind::scope", message)
                        .at(every.span, "more than there are")
                        .with_help("leave it out: then all count together"),
                );
                None
            }
            ridotto_policy::Scope::Every(every) => Some(Scope::Every(**every as usize)),
            ridotto_policy::Scope::Over(names) => {
                let place = |name: &Spanned<String>| {
                    let found = keys.iter().position(|key| *key == name.value);
                    found.ok_or_else(|| {
                        Problem::error("bind::scope", format!("`{name}` is not a quasi-identifier"))
                            .at(name.span, "not a quasi-identifier")
                            .with_help(ridotto_catalogue::similar(name, keys))
                    })
                };
                let places: Result<Vec<usize>, Problem> = names.iter().map(place).collect();
                places.map(Scope::Over).map_err(|problem| self.problems.push(problem)).ok()
            }
        }
    }

    fn judge(&mut self, asked: &Asked, target: Option<&Target>) -> Result<Judge, Problem> {
        let wrong = |error: ModelError| {
            Problem::error("bind::model", error.to_string()).at(asked.span, "this model")
        };
        if let Some(target) = target {
            return self.attribute_model(asked, target).map(Judge::Class);
        }
        let class: Arc<dyn ClassModel> = match &asked.rule {
            Rule::KAnonymity { k } => {
                let count = self.count()?;
                match k {
                    Size::Same(k) => Arc::new(model::KAnonymity::counting(size(*k), count)),
                    Size::Own(name) => {
                        let column = self.setting.companion(name)?;
                        let wishes = self.wishes(column, name)?;
                        Arc::new(model::PersonalK::new(self.column(column), wishes, 1, count))
                    }
                }
            }
            Rule::KMap { k, estimate, population: Some(population) } => {
                let estimate = match **estimate {
                    Estimate::ZeroTruncatedPoisson => model::Estimate::ZeroTruncatedPoisson,
                    _ => model::Estimate::Poisson,
                };
                let fraction = self.fraction(*population)?;
                let made = model::KMap::estimated(size(*k), estimate, fraction, ERROR);
                Arc::new(made.map_err(wrong)?.counting(self.count()?))
            }
            Rule::KMap { k, population: None, .. } => {
                self.counts_people(asked)?;
                Arc::new(model::KMap::counted(size(*k)))
            }
            Rule::DeltaPresence { at_least, at_most } => {
                self.counts_people(asked)?;
                let made = model::DeltaPresence::new(share(**at_least), share(**at_most));
                Arc::new(made.map_err(wrong)?)
            }
            Rule::AverageRisk { at_most } => {
                let made = model::AverageRisk::new(share(**at_most)).map_err(wrong)?;
                return Ok(Judge::Table(Box::new(made.counting(self.count()?))));
            }
            Rule::SampleUniqueness { at_most } => {
                let made = model::SampleUniqueness::new(share(**at_most)).map_err(wrong)?;
                return Ok(Judge::Table(Box::new(made.counting(self.count()?))));
            }
            Rule::PopulationUniqueness { at_most, estimator, population } => {
                self.one_row_each(asked)?;
                let estimator = match **estimator {
                    Estimator::Dankar => model::Uniqueness::Dankar,
                    Estimator::Pitman => model::Uniqueness::Pitman,
                    Estimator::Zayatz => model::Uniqueness::Zayatz,
                    Estimator::Snb => model::Uniqueness::ShiftedNegativeBinomial,
                };
                let rows = self.setting.table.rows as f64;
                let people = whole(rows / self.fraction(*population)?);
                let made = model::PopulationUniqueness::new(share(**at_most), people, estimator);
                return Ok(Judge::Table(Box::new(made.map_err(wrong)?)));
            }
            Rule::DifferentialPrivacy { .. } => match crate::private::model(&asked.rule) {
                Some(Ok(private)) => Arc::new(model::KAnonymity::new(private.release.k())),
                Some(Err(error)) => {
                    return Err(crate::private::out_of_range(&error).at(asked.span, "this model"));
                }
                None => unreachable!("it is such a rule"),
            },
            _ => unreachable!("the parser refuses what is not in this version"),
        };
        Ok(Judge::Class(class))
    }

    /// The place of a column among those that models look at.
    fn column(&mut self, column: usize) -> SensitiveId {
        self.place(Judged::Column(column))
    }

    /// Puts what is judged among what models look at; a column stands there once.
    fn place(&mut self, judged: Judged) -> SensitiveId {
        let is_it = |other: &Judged| match (other, &judged) {
            (Judged::Column(other), Judged::Column(at)) => other == at,
            _ => false,
        };
        self.judged.iter().position(is_it).unwrap_or_else(|| {
            self.judged.push(judged);
            self.judged.len() - 1
        })
    }

    /// The column that tells persons apart, where a person may have several rows.
    fn persons(&self) -> Result<Option<usize>, Problem> {
        let Some(person) = &self.setting.policy.data.person else { return Ok(None) };
        let column = self.setting.companion(person)?;
        let has_several = coded(self.setting.table, column).values < self.setting.table.rows;
        Ok(has_several.then_some(column))
    }

    /// What a model counts that asks how many there are.
    fn count(&mut self) -> Result<Count, Problem> {
        match &self.setting.policy.data.person {
            Some(person) => {
                let person = self.setting.companion(person)?;
                Ok(Count::Distinct(self.column(person)))
            }
            None => Ok(Count::Rows),
        }
    }

    /// Estimates of the population's classes take the rows for a random sample of people.
    fn one_row_each(&self, asked: &Asked) -> Result<(), Problem> {
        if self.persons()?.is_none() {
            return Ok(());
        }
        let message = format!(
            "`{}` estimates from rows that are one person each, and here persons have several",
            asked.model()
        );
        Err(Problem::error("bind::persons", message)
            .at(asked.span, "takes rows for people")
            .with_help(
                "make one record of each person first and remove `person`, or ask for \
                 `sample-uniqueness` or `k-anonymity`, which count persons",
            ))
    }

    /// How many there are of what is counted: persons, or rows.
    fn counted(&self) -> Result<u64, Problem> {
        let rows = self.setting.table.rows as u64;
        Ok(match self.persons()? {
            Some(person) => coded(self.setting.table, person).values as u64,
            None => rows,
        })
    }

    /// Who counts people needs them.
    fn counts_people(&self, asked: &Asked) -> Result<(), Problem> {
        if self.setting.has_population {
            return Ok(());
        }
        let message = format!("`{}` counts the people of a file, and there is none", asked.model());
        Err(Problem::error("bind::population", message)
            .at(asked.span, "counts the population")
            .with_help(
                "name the file in `[data]`: `population = \"census.csv\"`; it needs the \
                 quasi-identifiers of everybody, the people of the data among them",
            ))
    }

    /// The k that each value of a column asks for.
    fn wishes(&self, column: usize, name: &Spanned<String>) -> Result<Vec<u64>, Problem> {
        let values = dictionary(self.setting.table, column);
        let wish = |code: Code| {
            let number = values.reading().parse(values.text(code)?).as_f64()?;
            (number >= 1.0 && number.fract() == 0.0 && number < 1e9).then_some(whole(number))
        };
        let wishes: Vec<Option<u64>> = (0..values.len() as Code).map(wish).collect();
        let wrong = wishes.iter().filter(|wish| wish.is_none()).count();
        wishes.into_iter().collect::<Option<_>>().ok_or_else(|| {
            let values = ridotto_core::count::counted(wrong as u64, "value", "values");
            let message = format!("{values} of `{name}` cannot be a k");
            Problem::error("bind::own-k", message)
                .at(name.span, "each record's own k")
                .with_help("every record needs a whole number of at least 1; 1 asks for nothing")
        })
    }

    /// The share of the population that is in the file.
    fn fraction(&self, population: Population) -> Result<f64, Problem> {
        let rows = self.counted()?;
        let what = if self.persons()?.is_some() { "persons" } else { "records" };
        match population {
            Population::Fraction(fraction) => Ok(fraction.to_f64()),
            Population::Size(people) if *people < rows => Err(Problem::error(
                "bind::population",
                format!("the population has {people} people, but the file {rows} {what}"),
            )
            .at(people.span, "less than the file has")
            .with_help("the records are a part of the population, so it cannot be smaller")),
            Population::Size(people) => Ok(rows as f64 / *people as f64),
        }
    }
}

/// The probability of calling a class of fewer than k people safe that an estimate may have.
const ERROR: f64 = 0.05;

fn size(k: Spanned<u64>) -> NonZeroU64 {
    k.value.try_into().expect("the policy has k ≥ 2")
}

/// The nearest whole number of something that is counted.
#[expect(clippy::cast_sign_loss, reason = "what is counted is not negative")]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

fn fraction(number: Decimal) -> Fraction {
    Fraction::from_decimal(number.to_f64()).expect("the policy's numbers have at most 18 digits")
}

fn share(share: Share) -> Fraction {
    fraction(share.decimal())
}
