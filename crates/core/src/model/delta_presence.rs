//! delta-presence.

use super::k_map::needs_population;
use super::parameters::SCOPE;
use super::{
    Bound, BoundModel, ClassModel, Model, ModelContext, ModelDefinition, ModelError, Needs,
    TableModel, UnionRule, limits,
};
use crate::{Class, ClassTable, SensitiveId};
use ridotto_catalogue::entry::always;
use ridotto_catalogue::limits::SHARE;
use ridotto_catalogue::{
    Claim, Decimal, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal,
    ModelFacts, Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked, code,
    small,
};
use std::sync::Arc;

const NAME: &str = "delta-presence";

/// Of the people of the population who look like a class, the share that is in the file lies
/// between two bounds.
///
/// # Guarantee
/// Who knows a person's quasi-identifiers believes that the person is in the file with a
/// probability of `at-most` at most. With a lower bound also: of `at-least` at least, so nobody's
/// absence can be told either. The lower bound concerns people whose class is *not* in the file
/// as well, so it needs [`DeltaPresence::floor`] beside the classes.
///
/// # Does not protect against
/// Anything else that is learned about a person who is known to be in the file. A population
/// table that is not the one the attacker has.
///
/// # Parameters
/// `at-least` and `at-most`, shares; the table needs its population
/// ([`ClassTable::with_population`]). Without one no class holds.
///
/// # Cost
/// Two comparisons of integers a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Decimal, CodeColumn};
/// use ridotto_core::{class::Tally, model::DeltaPresence};
/// let key = |codes| [CodeColumn { codes, values: 2 }];
/// let sample = Codes::from_codes(&[0, 0, 1], 2);
/// let all = Codes::from_codes(&[0, 0, 0, 1, 1, 1, 1], 2);
/// let table = ClassTable::count(&key(&sample), &[], 3);
/// let table = table.with_population(Tally::count(&key(&all), 7));
/// let model = DeltaPresence::new(Decimal::ZERO, Decimal::new(5, 1)).unwrap();
/// let holds: Vec<bool> = table.classes().map(|class| model.holds(class)).collect();
/// assert_eq!(holds, [false, true]); // two of three, one of four
/// ```
///
/// # References
/// M. E. Nergiz, M. Atzori, C. Clifton (2007), *Hiding the presence of individuals from shared
/// databases*, doi:10.1145/1247480.1247554.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaPresence {
    least: Decimal,
    most: Decimal,
}

impl DeltaPresence {
    /// The model with its bounds.
    pub fn new(least: Decimal, most: Decimal) -> Result<Self, ModelError> {
        super::share(NAME, "at-most", most)?;
        if least > most {
            let needed = "a share of at most the upper bound";
            return Err(ModelError::out_of_range(NAME, "at-least", least.to_f64(), needed));
        }
        Ok(Self { least, most })
    }

    /// What the lower bound asks of the table as a whole; `None` if there is no lower bound.
    pub fn floor(&self) -> Option<PresenceFloor> {
        (self.least > Decimal::ZERO).then_some(PresenceFloor)
    }
}

impl ClassModel for DeltaPresence {
    fn name(&self) -> &'static str {
        NAME
    }

    /// Rows over people; infinite if nobody of the population has the class's key.
    fn level(&self, class: Class<'_>) -> f64 {
        class.size() as f64 / class.population().unwrap_or(0) as f64
    }

    fn bound(&self) -> Bound {
        // Where there is no lower bound, no share is too small.
        if self.least == Decimal::ZERO {
            return Bound::AtMost(self.most.to_f64());
        }
        Bound::Within(self.least.to_f64(), self.most.to_f64())
    }

    /// Rows and people of a union are sums, so its share lies between those of the classes: within
    /// the bounds if both are. A class beyond a bound can draw the union beyond it.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        let (rows, people) = (class.size().into(), class.population().unwrap_or(0).into());
        people > 0
            && self.least.cmp_share(rows, people).is_ge()
            && self.most.cmp_share(rows, people).is_le()
    }

    fn needs(&self, _: SensitiveId) -> Needs {
        Needs::Nothing
    }
}

/// Everybody of the population looks like somebody in the file: the part of a lower bound of
/// [`DeltaPresence`] that no class can show. Who looks like no class is known to be absent.
///
/// # Guarantee
/// Together with the classes' lower bound: nobody's absence can be told.
///
/// # Does not protect against
/// Telling presence: that is the classes' upper bound.
///
/// # Parameters
/// None.
///
/// # Cost
/// One look at each class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassTable, Codes, CodeColumn, TableModel, class::Tally, model::PresenceFloor};
/// let key = |codes| [CodeColumn { codes, values: 2 }];
/// let (sample, all) = (Codes::from_codes(&[0], 2), Codes::from_codes(&[0, 0, 1], 2));
/// let table = ClassTable::count(&key(&sample), &[], 1);
/// let table = table.with_population(Tally::count(&key(&all), 3));
/// assert!(!PresenceFloor.holds(&table) && PresenceFloor.level(&table) == 1.0);
/// ```
///
/// # References
/// Those of [`DeltaPresence`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceFloor;

impl TableModel for PresenceFloor {
    fn name(&self) -> &'static str {
        NAME
    }

    /// How many people look like no class; infinite without a population.
    fn level(&self, table: &ClassTable) -> f64 {
        table.population().map_or(f64::INFINITY, |population| population.outside() as f64)
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(0.0)
    }
}

/// delta-presence as the catalogue has it.
pub static DELTA_PRESENCE: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "δ-presence",
        aliases: &["presence"],
        formula: "at-least <= |C| / |{p of the population : p fits C}| <= at-most, for every class C",
        status: Status::Now,
        summary: "How sure one can be that a person is in the file at all is bounded.",
        parameters: &[BOUNDS, SCOPE],
        check: |given| fits(given).err().into_iter().collect(),
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Membership],
            degree: Degree::Gradual,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by(
                    "at-least",
                    "least share of the people alike who are in the file",
                ),
                Wording::decided_by(
                    "at-most",
                    "largest share of the people alike who are in the file",
                ),
                Wording::always("people known to be absent"),
            ],
            promises: &[Wording::always(
                "How sure one can be that a person of the population is in the file stays between {at-least} and {at-most}.",
            )],
            limits: &[limits::HOMOGENEITY],
            claims: &[
                Claim::new(
                    "membership",
                    "",
                    Leaves::AtMost(Figure::Certainty, Formula::itself("at-most")),
                    "of the people who fit a class at most this share is in the release",
                ),
                Claim::new(
                    "membership",
                    "at-least",
                    Leaves::AtMost(Figure::ShareUnmatched, Formula { text: "0", of: |_| 0.0 }),
                    "everybody fits some class",
                ),
            ],
            least_size: None,
            hides: false,
            counts_people: always,
            vacuous,
        }),
        advice: include_str!("delta_presence.md"),
        references: &[Reference {
            authors: "M. E. Nergiz, M. Atzori, C. Clifton",
            year: 2007,
            title: "Hiding the presence of individuals from shared databases",
            doi: "10.1145/1247480.1247554",
        }],
        example: "[[require]]\nmodel = \"delta-presence\"\nat-most = 0.2\n",
        worked: Worked {
            tables: &[&small::RELEASED, &small::PEOPLE],
            policy: "[data]\ninput = \"stays.csv\"\npopulation = \"people.csv\"\n\n[[require]]\nmodel = \"delta-presence\"\nat-most = 0.8\n",
            text: "Six people fit class A and 3 of them are in the release: `3/6 = 0.5`. B: `2/3 = 0.667`. C: three people fit, and three records are there: `3/3 = 1`. So **1** is the highest certainty that somebody was in the hospital: all in their fifties were.",
            run: &["check released.csv --policy stays.toml"],
            says: &[
                "delta-presence (at-least = 0, at-most = 0.8) 1 (DOES NOT HOLD, at-most 0.8 allowed)",
            ],
        },
    },
    bind,
    weakest: &[],
    tries: &[&[("at-least", Literal::Number("0.25")), ("at-most", Literal::Number("0.66"))]],
};

const BOUNDS: &[Parameter] = &[
    Parameter::new(
        "at-least",
        Shape::Number(SHARE),
        "0.0",
        "The least probability that a person of the population is in the file.",
    )
    .default("0.0"),
    Parameter::new(
        "at-most",
        Shape::Number(SHARE),
        "0.5",
        "The greatest probability that a person of the population is in the file.",
    )
    .required(),
];

fn fits(given: &Given) -> Result<(), Problem> {
    let (least, most) = (given.share("at-least"), given.share("at-most"));
    if least <= most {
        return Ok(());
    }
    let message = format!("`at-least = {least}` is more than `at-most = {most}`");
    Err(Problem::error(code::CONTRADICTION, message)
        .at(given.at("at-least"), "the lower bound")
        .with_help("nothing can satisfy both; exchange them?"))
}

/// From nothing to everybody is every share.
fn vacuous(given: &Given) -> Option<&'static str> {
    let (least, most) = (given.number("at-least"), given.number("at-most"));
    (least == Decimal::ZERO && most == Decimal::ONE).then_some("at-most")
}

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    needs_population(given, context)?;
    let (least, most) = (given.share("at-least").decimal(), given.share("at-most").decimal());
    let made = DeltaPresence::new(least, most).map_err(|error| given.problem(error.to_string()))?;
    // Who looks like nobody in the release is known to be absent, and no class shows it.
    let floor = made.floor().map(|floor| (Model::PerTable(Arc::new(floor)), ABSENT));
    Ok(BoundModel { beside: floor, ..BoundModel::per_class(made) })
}

const ABSENT: &str = "people known to be absent";
