//! The six dimensions of data quality, as far as the policy says what good data would be like.

use super::plain;
use crate::init::{Guess, Survey};
use ridotto_catalogue::similar;
use ridotto_core::Code;
use ridotto_core::Watch;
use ridotto_measure::attack::meaning::{Language, Meaning};
use ridotto_measure::quality::{Age, Quality, Questions, Relation, Rule};
use ridotto_measure::{Series, Values};
use ridotto_policy::Policy;
use ridotto_policy::measure::{Condition, Says, Timely};
use ridotto_policy::{Problem, Spanned};
use ridotto_release::Error;
use std::path::Path;

/// Measures a file.
pub(super) fn quality(
    survey: &Survey,
    policy: Option<&Policy>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Quality, Error> {
    let columns = plain(survey);
    let Some(policy) = policy else { return Ok(Quality::of(&columns, &Questions::default())) };
    let asked = Asked { survey, policy };
    let good = &policy.quality;
    let truth = good.truth.as_ref().map(|file| asked.truth(file, threads, watch)).transpose()?;
    let mut problems = Vec::new();
    let mut keep = |read: Result<(), Problem>| problems.extend(read.err());
    let mut rules = Vec::new();
    for condition in &good.valid {
        keep(asked.rule(condition).map(|rule| rules.push(rule)));
    }
    // What is compared as numbers and days.
    let mut numbers = columns.clone();
    let mut relations = Vec::new();
    for relation in &good.consistent {
        keep(asked.relation(&relation.attribute, &relation.says, &mut numbers).map(|relation| {
            relations.push(relation);
        }));
    }
    let mut age = None;
    if let Some(timely) = &good.timely {
        keep(asked.age(timely, &mut numbers).map(|of| age = Some(of)));
    }
    if !problems.is_empty() {
        return Err(policy.error(problems).into());
    }
    let truth = truth.as_deref();
    let cells = Quality::of(&columns, &Questions { rules, truth, ..Questions::default() });
    let records = Quality::of(&numbers, &Questions { age, relations, ..Questions::default() });
    let Quality { timeliness, consistency, .. } = records;
    Ok(Quality { timeliness, consistency, ..cells })
}

/// A file, and the policy that says what it should be like.
struct Asked<'a> {
    survey: &'a Survey,
    policy: &'a Policy,
}

impl Asked<'_> {
    fn place(&self, name: &Spanned<String>) -> Result<usize, Problem> {
        let columns = self.survey.columns().iter();
        let names: Vec<&str> = columns.map(|column| column.facts.name.as_str()).collect();
        names.iter().position(|other| *other == name.value).ok_or_else(|| {
            Problem::error("bind::quality", format!("the file has no column `{name}`"))
                .at(name.span, "asked for here")
                .with_help(similar(name, &names))
        })
    }

    fn language(&self, at: usize) -> Language {
        Language::new(self.survey.column(at).1.reading().clone())
    }

    /// The values that are allowed. That none of them is in the data is no mistake.
    fn rule(&self, condition: &Condition) -> Result<Rule, Problem> {
        let at = self.place(&condition.attribute)?;
        let (language, (_, dictionary)) = (self.language(at), self.survey.column(at));
        let allowed: Vec<Meaning> =
            condition.among.iter().map(|text| language.read(text)).collect();
        let is_allowed = |code: &Code| {
            let value = dictionary.text(*code).map(|text| language.exact(text));
            value.is_some_and(|value| allowed.iter().any(|meaning| meaning.holds(&value)))
        };
        Ok(Rule::Among(at, (0..dictionary.len() as Code).filter(is_allowed).collect()))
    }

    fn relation(
        &self,
        first: &Spanned<String>,
        says: &Says,
        columns: &mut [Series],
    ) -> Result<Relation, Problem> {
        match says {
            Says::AtMost(second) => Ok(Relation::AtMost(
                self.as_numbers(first, columns)?,
                self.as_numbers(second, columns)?,
            )),
            Says::Determines(second) => {
                Ok(Relation::Determines(self.place(first)?, self.place(second)?))
            }
        }
    }

    fn age(&self, timely: &Timely, columns: &mut [Series]) -> Result<Age, Problem> {
        let column = self.as_numbers(&timely.attribute, columns)?;
        let today = match &timely.today {
            None => days_until_now(),
            Some(day) => self.language(column).exact(day).number().ok_or_else(|| {
                Problem::error(
                    "bind::quality",
                    format!("`{day}` is no day of `{}`", timely.attribute),
                )
                .at(day.span, "not a day")
                .with_help("write it as the days in the data are written")
            })?,
        };
        Ok(Age { column, today, days: f64::from(*timely.within) })
    }

    /// Makes numbers of a column, of days as well, and says its place.
    fn as_numbers(&self, name: &Spanned<String>, columns: &mut [Series]) -> Result<usize, Problem> {
        let at = self.place(name)?;
        let (language, (codes, dictionary)) = (self.language(at), self.survey.column(at));
        let number =
            |code: Code| dictionary.text(code).and_then(|text| language.exact(text).number());
        let of_code: Vec<Option<f64>> = (0..dictionary.len() as Code).map(number).collect();
        if of_code.iter().all(Option::is_none) && dictionary.len() > 1 {
            return Err(Problem::error(
                "bind::quality",
                format!("`{name}` has neither numbers nor days"),
            )
            .at(name.span, "cannot be compared")
            .with_help("name another attribute, or give this one its `type`"));
        }
        let numbers = codes.iter().map(|code| of_code[code as usize].unwrap_or(f64::NAN));
        columns[at].values = Values::Numbers(numbers.collect());
        Ok(at)
    }

    /// The true columns, in the codes of the file's. What the file does not name is not known.
    fn truth(
        &self,
        file: &Spanned<String>,
        threads: usize,
        watch: &dyn Watch,
    ) -> Result<Vec<Series>, Error> {
        let folder = Path::new(self.policy.source().name()).parent().unwrap_or(Path::new(""));
        let truth =
            Survey::by_policy((&folder.join(&file.value)).into(), self.policy, threads, watch)?;
        if truth.rows() != self.survey.rows() {
            let message = format!(
                "`{file}` and the file have {} and {} records",
                truth.rows(),
                self.survey.rows()
            );
            let problem = Problem::error("bind::quality", message)
                .at(file.span, "not the same records")
                .with_help("it must have the same records in the same order");
            return Err(self.policy.error([problem]).into());
        }
        let column = |(at, guess): (usize, &Guess)| {
            let (_, own) = self.survey.column(at);
            let same = |other: &Guess| other.facts.name == guess.facts.name;
            let codes = match truth.columns().iter().position(same) {
                Some(place) => {
                    let (codes, dictionary) = truth.column(place);
                    // A value that the file does not have has a code of its own.
                    let other = own.len() as Code;
                    let code = |code: Code| Some(own.code(dictionary.text(code)?).unwrap_or(other));
                    codes.iter().map(code).collect()
                }
                None => vec![None; truth.rows() as usize],
            };
            let values = Values::Categories { codes, categories: own.len() + 1, ordered: false };
            Series { name: guess.facts.name.as_str().into(), values }
        };
        Ok(self.survey.columns().iter().enumerate().map(column).collect())
    }
}

/// Today, as a number of days since 1970-01-01.
fn days_until_now() -> f64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    (since.as_secs() / 86_400) as f64
}
