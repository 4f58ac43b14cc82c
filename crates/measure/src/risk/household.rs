//! Household risk: who finds one member has found them all.

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};

/// How several examples begin.
macro_rules! risks_of_homes {
    () => {
        "Who finds one of a household finds all. Home 1 has the individual risks 0.0576 and 0.0576: `1 - (1 - 0.0576)^2 = 0.1119`. Home 2 has 0.1934 and 0.1062: `1 - (1 - 0.1934) * (1 - 0.1062) = 0.2791`. Home 3 has 0.1062 and 0.0946: `1 - (1 - 0.1062) * (1 - 0.0946) = 0.1908`. "
    };
}

/// The risk of each household: that at least one of its members is found.
///
/// # Definition
/// 1 - Π (1 - r) over the members, whose risks `r` are taken to be independent.
///
/// # Range
/// At least the highest risk of a member, at most 1.
///
/// # What it does not see
/// An intruder who knows several members at once and looks for households with such members: the
/// household's size and composition are quasi-identifiers of their own. Count them into the classes
/// if they can be seen.
///
/// # References
/// A. Hundepool, J. Domingo-Ferrer, L. Franconi, S. Giessing, E. Schulte Nordholt, K. Spicer,
/// P.-P. de Wolf (2012), *Statistical disclosure control*, chapter 3, doi:10.1002/9781118348239.
#[derive(Clone, Debug, PartialEq)]
pub struct Household {
    /// The risk of each household.
    pub risks: Vec<f64>,
    /// The people expected to be found, if a household that is found tells all of its members.
    pub expected: f64,
    /// The same as a share of the people.
    pub average: f64,
}

/// The risks of households, given each person's household (`0..households`) and own risk. `None`
/// if there are not as many risks as people, a risk is no probability, or a household does not
/// exist.
///
/// ```
/// use ridotto_measure::risk::household::household;
/// let risk = household(&[0, 0, 1], &[0.5, 0.5, 0.1], 2).unwrap();
/// assert_eq!(risk.risks[0], 0.75);
/// assert!((risk.expected - 1.6).abs() < 1e-12);
/// ```
pub fn household(household_of: &[u32], risks: &[f64], households: usize) -> Option<Household> {
    let fits = household_of.len() == risks.len()
        && risks.iter().all(|risk| (0.0..=1.0).contains(risk))
        && household_of.iter().all(|&household| (household as usize) < households);
    if !fits {
        return None;
    }
    let (mut safe, mut members) = (vec![1.0; households], vec![0_u64; households]);
    for (&household, risk) in household_of.iter().zip(risks) {
        safe[household as usize] *= 1.0 - risk;
        members[household as usize] += 1;
    }
    let risks: Vec<f64> = safe.into_iter().map(|safe| 1.0 - safe).collect();
    let expected = risks.iter().zip(&members).map(|(risk, &of)| risk * of as f64).sum::<f64>();
    let average = if household_of.is_empty() { 0.0 } else { expected / household_of.len() as f64 };
    Some(Household { risks, expected, average })
}

/// Household risk.
pub static HOUSEHOLD_RISK_AVERAGE: Entry = MeasureEntry {
    name: "household-risk-average",
    title: "Household risk",
    aliases: &["household-risk", "hierarchical-risk"],
    formula: "mean over people of 1 - product of (1 - r) over their household",
    summary: "The share of people expected to be found if who finds one member of a household has found them all.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::HUNDEPOOL_2012],
    worked: Worked::surveyed(concat!(risks_of_homes!(), "Two people in each, so the mean is `(0.1119 + 0.2791 + 0.1907) / 3 = 0.1939`: **0.1939**, nearly twice the individual risk."), &["household-risk-average 0.1939 0.1939"]),
}
.entry();

/// Household risk: people found.
pub static HOUSEHOLD_RISK_EXPECTED: Entry = MeasureEntry {
    name: "household-risk-expected",
    title: "Household risk: people found",
    aliases: &["hierarchical risk", "expected household re-identifications"],
    formula: "sum over people of 1 - product of (1 - r) over their household",
    summary: "The same as a number of people.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Count,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::HUNDEPOOL_2012],
    worked: Worked::surveyed(
        concat!(
            risks_of_homes!(),
            "Over all six people `2 * (0.1119 + 0.2791 + 0.1907) = 1.163`, so **1.163**."
        ),
        &["household-risk-expected 1.163 1.163"],
    ),
}
.entry();
