//! Models of sensitive attributes, made from what the policy asks.

use super::target::Target;
use super::{Binding, dictionary, fraction, share, whole};
use crate::saved::SavedBaseline;
use ridotto_core::model::{self, Aspect, Baseline, Frequency, ModelError};
use ridotto_core::{ClassModel, ClassTable, Code, Fraction, Hierarchy, Kind};
use ridotto_io::Table;
use ridotto_policy::language::{Absent, Distance, Diversity, Likeness, MissingSensitive};
use ridotto_policy::{Problem, Requirement as Asked, Rule, Span, Spanned};
use std::sync::Arc;

/// Makes a model that compares classes with a distribution.
type Make = Box<dyn Fn(&Baseline) -> Result<Arc<dyn ClassModel>, ModelError> + Send + Sync>;

/// A model that compares classes with a distribution: that of the input, or another one.
pub(crate) struct Relative {
    target: Target,
    frequency: Frequency,
    make: Make,
}

impl Relative {
    /// The model that compares with the input.
    fn of_input(&self) -> Result<Arc<dyn ClassModel>, ModelError> {
        (self.make)(&self.target.baseline(self.frequency))
    }

    /// What it compares with, as it is kept in a recoding.
    pub fn to_save(&self, table: &Table) -> SavedBaseline {
        self.target.to_save(table)
    }

    /// The level of a table against the distribution of its own rows.
    pub fn attained_among(&self, table: &ClassTable) -> Option<f64> {
        (self.make)(&self.target.baseline_of(table, self.frequency)).ok()?.attained(table)
    }
}

impl Binding<'_> {
    /// The model of a sensitive attribute.
    pub(super) fn attribute_model(
        &self,
        asked: &Asked,
        target: &Target,
    ) -> Result<Arc<dyn ClassModel>, Problem> {
        let wrong = |error: ModelError| {
            let about = format!("{error} (about `{}`)", target.name);
            Problem::error("bind::model", about).at(asked.span, "this model")
        };
        let id = target.subject.column();
        Ok(match &asked.rule {
            Rule::LDiversity { .. } => return self.diversity(asked, target),
            Rule::PSensitive { p, k, .. } => {
                let made = model::PSensitive::new(**p as usize, **k, vec![id]);
                target.ask(made.map_err(wrong)?, concentration(&[], true))
            }
            Rule::AlphaK { alpha, k, .. } => {
                let made = model::AlphaK::new(id, fraction(**alpha), **k, None).map_err(wrong)?;
                target.ask(made, concentration(&[], true))
            }
            _ => {
                let relative = self.relative(asked, target)?.expect("this model compares");
                relative.of_input().map_err(wrong)?
            }
        })
    }

    /// How a model that compares classes with a distribution is made from one; `None` for others.
    pub(super) fn relative(
        &self,
        asked: &Asked,
        target: &Target,
    ) -> Result<Option<Relative>, Problem> {
        let (make, frequency) = match &asked.rule {
            Rule::TCloseness { t, distance, .. } => {
                (self.closeness(fraction(**t), *distance, target)?, Frequency::Pairs)
            }
            Rule::DeltaDisclosure { delta, base, absent, .. } => {
                let absent = match **absent {
                    Absent::Violates => model::Absent::Violates,
                    Absent::Ignored => model::Absent::Ignored,
                };
                let base = base.map_or(std::f64::consts::E, |base| base.to_f64());
                let (delta, of) = (delta.to_f64(), target.clone());
                let make: Make = Box::new(move |baseline| {
                    let id = of.subject.column();
                    let made = model::DeltaDisclosure::new(id, delta, base, absent, baseline)?;
                    Ok(of.ask(made, Aspect::Shares(baseline.clone())))
                });
                (make, Frequency::Persons)
            }
            Rule::BetaLikeness { beta, kind, .. } => {
                let kind = match **kind {
                    Likeness::Basic => model::Likeness::Basic,
                    Likeness::Enhanced => model::Likeness::Enhanced,
                };
                let (beta, of) = (fraction(**beta), target.clone());
                let make: Make = Box::new(move |baseline| {
                    let id = of.subject.column();
                    let made = model::BetaLikeness::new(id, beta, kind, baseline)?;
                    Ok(of.ask(made, Aspect::Shares(baseline.clone())))
                });
                (make, Frequency::Persons)
            }
            _ => return Ok(None),
        };
        Ok(Some(Relative { target: target.clone(), frequency, make }))
    }

    /// How closeness is made from a distribution.
    fn closeness(
        &self,
        t: Fraction,
        distance: Spanned<Distance>,
        target: &Target,
    ) -> Result<Make, Problem> {
        let hierarchy = match *distance {
            Distance::Hierarchical => Some(self.hierarchy(target, distance.span)?.clone()),
            _ => None,
        };
        let numbers = match *distance {
            Distance::Continuous => self.numbers(target, distance.span)?,
            _ => Vec::new(),
        };
        if *distance == Distance::Ordered {
            target.has_order(self.setting.table, distance.span)?;
        }
        let (distance, of) = (*distance, target.clone());
        Ok(Box::new(move |baseline| {
            let with = match (distance, &hierarchy) {
                (Distance::Hierarchical, Some(of)) => model::Distance::Hierarchical(of),
                (Distance::Equal | Distance::Hierarchical, _) => model::Distance::Equal,
                (Distance::Ordered, _) => model::Distance::Ordered,
                (Distance::Continuous, _) => model::Distance::Continuous(&numbers),
                (Distance::KullbackLeibler, _) => model::Distance::KullbackLeibler,
            };
            let aspect = match with {
                model::Distance::Equal
                | model::Distance::Variational
                | model::Distance::KullbackLeibler => Aspect::Distribution(baseline.clone()),
                _ => Aspect::Places(baseline.clone()),
            };
            let made = model::TCloseness::new(of.subject.column(), t, with, baseline)?;
            Ok(of.ask(made, aspect))
        }))
    }

    fn diversity(&self, asked: &Asked, target: &Target) -> Result<Arc<dyn ClassModel>, Problem> {
        let Rule::LDiversity { l, kind, c, c2, disclosable, undeniable, .. } = &asked.rule else {
            unreachable!("only asked of l-diversity");
        };
        let wrong =
            |error: ModelError| Problem::error("bind::model", error.to_string()).at(l.span, "this");
        let id = target.subject.column();
        let entropy = |estimator| model::EntropyL::new(id, l.to_f64(), estimator).map_err(wrong);
        let whole = (whole(l.to_f64()) as usize).try_into().expect("the policy has l ≥ 1");
        let c = c.map_or(Fraction::ONE, |c| fraction(*c));
        let disclosable = self.codes(target, disclosable, false)?;
        let positive =
            || model::PositiveDisclosureL::new(id, c, whole, &disclosable).map_err(wrong);
        let spread = concentration(&disclosable, true);
        Ok(match **kind {
            Diversity::Distinct => target.ask(model::DistinctL::new(id, whole), spread),
            Diversity::Entropy => target.ask(entropy(model::EntropyEstimator::Shannon)?, spread),
            Diversity::EntropyGrassberger => {
                // Its correction of small counts is no function of the shares.
                let made = entropy(model::EntropyEstimator::Grassberger)?;
                target.ask(made, concentration(&disclosable, false))
            }
            Diversity::Recursive => {
                target.ask(model::RecursiveL::new(id, c, whole).map_err(wrong)?, spread)
            }
            Diversity::PositiveDisclosure => target.ask(positive()?, spread),
            Diversity::NegativePositiveDisclosure => {
                let least = c2.map_or(Fraction::ZERO, |c2| share(*c2));
                let undeniable = self.codes(target, undeniable, true)?;
                let made = model::NegativePositiveDisclosureL::new(positive()?, least, &undeniable);
                target.ask(made.map_err(wrong)?, spread)
            }
        })
    }

    /// The codes of values that the policy names. One that no row has is left out, or has a code
    /// that no row has, where it may be absent.
    fn codes(
        &self,
        target: &Target,
        texts: &[Spanned<String>],
        keep_absent: bool,
    ) -> Result<Vec<Code>, Problem> {
        let [column] = target.columns[..] else {
            return match texts.first() {
                None => Ok(Vec::new()),
                Some(first) => Err(Problem::error(
                    "bind::joint",
                    "values cannot be named where several attributes are taken as one",
                )
                .at(first.span, "of which attribute?")
                .with_help("write a requirement for each attribute")),
            };
        };
        let values = dictionary(self.setting.table, column);
        let mut codes = Vec::new();
        for text in texts {
            match values.code(text) {
                Some(code) => codes.push(code),
                None if self.setting.may_lack_values => {
                    codes.extend(keep_absent.then_some(Code::MAX - 1));
                }
                None => {
                    let message = format!("no record has this value of `{}`", target.name);
                    return Err(Problem::error("bind::no-such-value", message)
                        .at(text.span, "not in the data")
                        .with_help("values are written as in the data, in capitals or not"));
                }
            }
        }
        Ok(codes)
    }

    fn hierarchy(&self, target: &Target, span: Option<Span>) -> Result<&Hierarchy, Problem> {
        let found = self.setting.sensitive.iter().find(|(_, at, _)| target.columns == [*at]);
        found.and_then(|&(_, _, hierarchy)| hierarchy).ok_or_else(|| {
            let message = format!("`{}` has no hierarchy to measure by", target.name);
            Problem::error("bind::distance", message)
                .at(span, "needs a hierarchy")
                .with_help("add `hierarchy = …` to the sensitive attribute, or say \"equal\"")
        })
    }

    /// The number that each value stands for.
    fn numbers(&self, target: &Target, span: Option<Span>) -> Result<Vec<f64>, Problem> {
        let problem = || {
            let message = format!("`{}` does not have numbers to measure", target.name);
            Problem::error("bind::distance", message)
                .at(span, "needs numbers")
                .with_help("say \"ordered\" or \"equal\"; missing values have no number either")
        };
        let [column] = target.columns[..] else { return Err(problem()) };
        let values = dictionary(self.setting.table, column);
        if !matches!(values.reading().kind, Kind::Integer | Kind::Decimal | Kind::Date) {
            return Err(problem());
        }
        let is_own = *self.setting.policy.release.missing_sensitive == MissingSensitive::OwnValue;
        (0..values.len() as Code)
            .map(|code| match values.text(code) {
                Some(text) => values.reading().parse(text).as_f64(),
                // It is not among the values that the distance looks at.
                None => (!is_own).then_some(0.0),
            })
            .collect::<Option<_>>()
            .ok_or_else(problem)
    }
}

/// The aspect of models that bound how much of a class has few values.
fn concentration(disclosable: &[Code], is_by_share: bool) -> Aspect {
    Aspect::Concentration { disclosable: disclosable.iter().copied().collect(), is_by_share }
}
