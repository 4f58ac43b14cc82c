//! What a run spends of privacy: one accountant for everything that is drawn privately in it, and the one
//! guarantee that follows from what was charged.
//!
//! Every step that is private brings its own budget and charges the same accountant, so that what a record
//! loses is the sum of them all, and is said as that. What is said is read off the accountant and not off
//! the policy.

use crate::{Error, folder_of};
use ridotto_io::beside;
use ridotto_noise::ledger::LedgerError;
use ridotto_noise::{
    Accountant, Budget, Charge, Exact, Ledger, Loss, NoiseError, Protected, epsilon_of,
};
use ridotto_policy::Policy;
use ridotto_report::{Guarantee, Known, Parameter, Way};
use std::sync::{Arc, Mutex};

/// Who charges in a run, and what is promised for it.
#[derive(Debug, Default)]
pub struct Privacy {
    accountant: Option<Accountant>,
    promises: Vec<Promise>,
    /// What a budget that is counted in rho is in epsilon and delta.
    stated: Option<(Exact, Exact)>,
    ledger: Option<Book>,
    /// Whether the persons are known that records are of, so that all records of one are protected.
    of_persons: bool,
}

/// The ledger that is charged, and for whom. No other process can open it while the run is under way.
#[derive(Clone, Debug)]
struct Book {
    ledger: Arc<Mutex<Ledger>>,
    user: Option<String>,
}

/// What somebody who charged promises.
#[derive(Clone, Debug)]
pub struct Promise {
    /// The attributes that are protected; `None` for all that is released.
    pub attributes: Option<Vec<String>>,
    /// By how much one record moves what noise is added to: of what, and how far.
    pub sensitivities: Vec<(String, f64)>,
    /// What is not covered.
    pub not_protected: &'static str,
    /// Why it holds.
    pub argument: String,
}

impl Privacy {
    /// What a policy says of persons, and its ledger, which is opened: before anything is read, so that
    /// nobody waits to learn that there is none.
    pub fn of(policy: &Policy) -> Result<Self, Error> {
        let terms = &policy.privacy;
        let open = |file: &String| -> Result<Book, Error> {
            let path = beside(folder_of(policy), file);
            let ledger = Ledger::open(&path).map_err(of_ledger)?;
            let user = terms.user.as_ref().map(|user| user.value.clone());
            Ok(Book { ledger: Arc::new(Mutex::new(ledger)), user })
        };
        let ledger = terms.ledger.as_ref().map(|file| open(&file.value)).transpose()?;
        Ok(Self { ledger, of_persons: terms.rows_per_person.is_some(), ..Self::default() })
    }

    /// Refuses a run that will spend so much, if its ledger has not so much left: before anything is
    /// charged of it.
    pub fn expect(&self, whole: &Budget, protected: Protected) -> Result<(), Error> {
        let Some(book) = &self.ledger else { return Ok(()) };
        let account = book.charged(Accountant::new(whole.clone(), protected));
        account.and_then(|account| account.affords(whole)).map_err(refused)
    }

    /// The accountant of the run, with so much more to spend. All that is drawn in a run protects the same:
    /// losses for other neighbours do not add up.
    pub fn allow(
        &mut self,
        budget: Budget,
        protected: Protected,
    ) -> Result<&mut Accountant, NoiseError> {
        match &mut self.accountant {
            Some(accountant) => accountant.allow(&budget, protected)?,
            none => {
                let accountant = Accountant::new(budget, protected);
                *none = Some(match &self.ledger {
                    Some(book) => book.charged(accountant)?,
                    None => accountant,
                });
            }
        }
        Ok(self.accountant.as_mut().expect("it was just made, or was there"))
    }

    /// The accountant of a run that has (epsilon, delta) to spend in all, and counts it in rho, in which
    /// Gaussian noise costs least. Nothing else may be drawn in that run.
    pub fn allow_concentrated(
        &mut self,
        epsilon: &Exact,
        delta: &Exact,
        protected: Protected,
    ) -> Result<&mut Accountant, NoiseError> {
        if self.is_used() {
            return Err(NoiseError::Protected);
        }
        let budget = Budget::concentrated_within(epsilon, delta)?;
        self.stated = Some((epsilon.clone(), delta.clone()));
        self.allow(budget, protected)
    }

    /// What a loss is in epsilon and delta, rounded so that no less is said than is lost.
    fn in_epsilon(&self, loss: &Loss) -> Option<(Exact, Exact)> {
        let Loss::Concentrated { rho } = loss else { return loss.epsilon_delta() };
        let (epsilon, delta) = self.stated.clone()?;
        // The whole budget was made to be no more than what is stated.
        let is_whole = self.accountant.as_ref()?.budget().whole() == loss;
        let epsilon = if is_whole { epsilon } else { epsilon_of(rho, &delta).ok()? };
        Some((epsilon, delta))
    }

    /// Says what was promised for a charge.
    pub fn promise(&mut self, promise: Promise) {
        self.promises.push(promise);
    }

    /// Whether something was drawn privately.
    pub fn is_used(&self) -> bool {
        self.accountant.is_some()
    }

    /// What was charged in the run, in its order.
    pub fn charges(&self) -> &[Charge] {
        self.accountant.as_ref().map_or(&[], Accountant::charges)
    }

    /// What all charges cost together.
    pub fn spent(&self) -> Option<&Loss> {
        self.accountant.as_ref().map(Accountant::spent)
    }

    /// Each charge in words: for what, by which mechanism, and what it cost.
    pub fn told(&self) -> String {
        let one = |charge: &Charge| {
            format!("{} by {}: {}", charge.purpose, charge.mechanism, in_words(&charge.loss))
        };
        self.charges().iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// What the ledger that was charged says in words: what was spent of it in all, and what it grants.
    pub fn told_of_ledger(&self) -> Option<String> {
        let (spent, granted) = self.accountant.as_ref()?.of_ledger()?;
        Some(format!("{} spent in all, of {}", in_words(spent), in_words(granted)))
    }

    /// How many records of a person all promises are about; `None` if they are about single records.
    pub fn rows_per_person(&self) -> Option<u64> {
        let accountant = self.accountant.as_ref().filter(|_| self.of_persons)?;
        Some(accountant.protected().records.get())
    }

    /// What is not covered, which is less where it is known of which person a record is.
    pub fn not_protected(&self, of: &str) -> String {
        let persons = "persons with several records; ";
        if self.of_persons { of.replacen(persons, "", 1) } else { of.to_owned() }
    }

    /// What all promises together are, by what was charged. `None` if nothing was promised.
    pub fn guarantee(&self) -> Option<Guarantee> {
        let accountant = self.accountant.as_ref().filter(|_| !self.promises.is_empty())?;
        let (budget, fails) = self.in_epsilon(accountant.budget().whole())?;
        let (spent, lost) = self.in_epsilon(accountant.spent())?;
        let text = |text: String| Parameter::Text(text);
        let sensitivities = self.promises.iter().flat_map(|promise| &promise.sensitivities);
        let sensitivities = sensitivities.map(|(of, by)| format!("{} of {of}", shown(*by)));
        let mut parameters = vec![
            ("epsilon", Parameter::Number(budget.to_f64())),
            ("delta", Parameter::Number(fails.to_f64())),
            ("spent", Parameter::Number(spent.to_f64())),
            ("neighbours", text(accountant.protected().neighbours.name().to_owned())),
            ("sensitivity", text(sensitivities.collect::<Vec<_>>().join(", "))),
            ("charges", text(self.told())),
            ("not-protected", text(self.each(|promise| self.not_protected(promise.not_protected)))),
            ("argument", text(self.each(|promise| promise.argument.clone()))),
        ];
        parameters.extend(self.terms());
        Some(Guarantee {
            model: "differential-privacy".into(),
            attribute: self.attributes(),
            parameters: parameters
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            required: Some(budget.to_f64()),
            decided_by: Some("epsilon".into()),
            bound: Some(Way::AtMost),
            attained: Some(spent.to_f64()),
            holds: Some(spent <= budget && lost <= fails && !accountant.is_seeded()),
            shown: Guarantee::BY_CONSTRUCTION.into(),
            known: Known::default(),
        })
    }

    /// What a guarantee says because of `[privacy]`.
    pub fn terms(&self) -> impl Iterator<Item = (&'static str, Parameter)> {
        let rows = self.rows_per_person().map(|rows| Parameter::Number(rows as f64));
        let ledger = self.told_of_ledger().map(Parameter::Text);
        let both = [("rows-per-person", rows), ("ledger", ledger)];
        both.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// The attributes that are protected; `None` if one promise is about all that is released.
    fn attributes(&self) -> Option<String> {
        let each: Option<Vec<&[String]>> =
            self.promises.iter().map(|promise| promise.attributes.as_deref()).collect();
        let mut names: Vec<&str> = Vec::new();
        for name in each?.into_iter().flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        Some(names.join(", "))
    }

    /// What promises say, each once.
    fn each(&self, of: impl Fn(&Promise) -> String) -> String {
        let mut said: Vec<String> = Vec::new();
        for text in self.promises.iter().map(of) {
            if !said.contains(&text) {
                said.push(text);
            }
        }
        said.join("; ")
    }
}

impl Book {
    fn charged(&self, accountant: Accountant) -> Result<Accountant, NoiseError> {
        accountant.charged_to(Arc::clone(&self.ledger), self.user.as_deref())
    }
}

/// Why nothing is drawn: a ledger that has too little left is another matter than one that is wrong.
fn refused(error: NoiseError) -> Error {
    match error {
        NoiseError::Ledger(error) => of_ledger(error),
        NoiseError::Exhausted { .. } => Error::Spent {
            message: format!("the ledger has too little left: {error}"),
            hint: "nothing was drawn, and nothing charged: take a smaller `epsilon` or `delta`, or grant \
                   more with `ridotto ledger top-up`"
                .into(),
        },
        other => Error::Usage {
            message: other.to_string(),
            hint: "the ledger counts what this run cannot be added to: take another one".into(),
        },
    }
}

/// What is wrong with a ledger, and what to do.
#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn of_ledger(error: LedgerError) -> Error {
    let hint = match &error {
        LedgerError::Io { .. } => {
            "is the name right? `ridotto ledger top-up` makes a new ledger, and grants what may be spent"
        }
        LedgerError::InUse { .. } => {
            "wait until the other run has ended: nothing was charged for this one"
        }
        LedgerError::Broken { .. } => {
            "somebody or something changed the file: go on with a copy of it that was kept, or with a new \
             ledger and what is left of the budget"
        }
        LedgerError::Other { .. } => {
            "a ledger is for one notion of neighbours and so many records of a person: take another one, or \
             say the same in `[privacy]`"
        }
        _ => "see to the file and its disk, and begin again",
    };
    Error::Usage { message: error.to_string(), hint: hint.into() }
}

/// A loss as people read it: what has too many digits is rounded up.
fn in_words(loss: &Loss) -> String {
    let amount = |number: &Exact| {
        let text = number.to_string();
        if text.len() <= 20 { text } else { number.to_f64().next_up().to_string() }
    };
    match loss.epsilon_delta() {
        Some((epsilon, delta)) if delta.is_zero() => format!("epsilon {}", amount(&epsilon)),
        Some((epsilon, delta)) => format!("epsilon {}, delta {}", amount(&epsilon), amount(&delta)),
        None => loss.to_string(),
    }
}

/// A number as people read it: what binary numbers lose beyond twelve digits is left out.
fn shown(number: f64) -> String {
    let rounded: Option<f64> = format!("{number:.11e}").parse().ok();
    rounded.unwrap_or(number).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_noise::{Gaussian, Laplace, Neighbours, rho_within};

    fn budget(epsilon: &str) -> Budget {
        Budget::pure(epsilon.parse().unwrap()).unwrap()
    }

    fn promise(attribute: &str) -> Promise {
        Promise {
            attributes: Some(vec![attribute.to_owned()]),
            sensitivities: vec![(attribute.to_owned(), 120.0)],
            not_protected: "what is true of everybody",
            argument: "noise was added".to_owned(),
        }
    }

    /// Two steps of 0.1 and 0.2 cost 0.3 together, and that is what is said.
    #[test]
    fn all_that_charges_adds_up() {
        let mut privacy = Privacy::default();
        assert!(!privacy.is_used() && privacy.guarantee().is_none());
        let protected = Protected::record(Neighbours::ChangeOne);
        for (attribute, epsilon) in [("age", "0.1"), ("pay", "0.2")] {
            let accountant = privacy.allow(budget(epsilon), protected).unwrap();
            let laplace = Laplace::new(120, &epsilon.parse().unwrap()).unwrap();
            _ = accountant.charge(attribute, laplace).unwrap();
            privacy.promise(promise(attribute));
        }
        let guarantee = privacy.guarantee().unwrap();
        assert_eq!(guarantee.attribute.as_deref(), Some("age, pay"));
        assert_eq!((guarantee.required, guarantee.attained), (Some(0.3), Some(0.3)));
        assert_eq!(guarantee.holds, Some(true));
        let told = |name: &str| guarantee.parameters[name].to_string();
        assert_eq!(told("charges"), "age by laplace: epsilon 0.1; pay by laplace: epsilon 0.2");
        assert_eq!(told("sensitivity"), "120 of age, 120 of pay");
        assert_eq!(told("argument"), "noise was added");
        // Other neighbours, or other persons, are another promise.
        let others = Protected::record(Neighbours::AddRemove);
        assert!(privacy.allow(budget("1"), others).is_err());
    }

    /// A budget that is counted in rho is told as what was stated, and a part of it as less.
    #[test]
    fn rho_is_told_as_epsilon_and_delta() {
        let exact = |text: &str| -> Exact { text.parse().unwrap() };
        let protected = Protected::record(Neighbours::AddRemove);
        let rho = rho_within(&exact("1"), &exact("0.000001")).unwrap();
        let told = |rho: &Exact| {
            let mut privacy = Privacy::default();
            let account = privacy.allow_concentrated(&exact("1"), &exact("0.000001"), protected);
            _ = account.unwrap().charge("cells", Gaussian::new(6, rho).unwrap()).unwrap();
            assert!(privacy.allow(budget("1"), protected).is_err(), "another currency");
            assert!(privacy.allow_concentrated(&exact("1"), &exact("0.1"), protected).is_err());
            privacy.promise(Promise { attributes: None, ..promise("") });
            privacy.guarantee().unwrap()
        };
        let whole = told(&rho);
        assert_eq!(
            (whole.required, whole.attained, whole.holds),
            (Some(1.0), Some(1.0), Some(true))
        );
        assert_eq!(whole.parameters["delta"].to_string(), "0.000001");
        let part = told(&rho.share(std::num::NonZeroU64::new(4).unwrap()));
        let spent = part.attained.unwrap();
        // By a quarter of rho: half of epsilon, or a little less.
        assert!(part.required == Some(1.0) && (0.4..0.51).contains(&spent), "{spent}");
    }

    /// What was not charged is not claimed to be spent, whatever the budget was.
    #[test]
    fn what_is_said_is_what_was_charged() {
        let mut privacy = Privacy::default();
        let protected = Protected::record(Neighbours::ChangeOne);
        let accountant = privacy.allow(budget("2"), protected).unwrap();
        _ = accountant.charge("age", Laplace::new(1, &"0.5".parse().unwrap()).unwrap()).unwrap();
        privacy.promise(promise("age"));
        let guarantee = privacy.guarantee().unwrap();
        assert_eq!((guarantee.required, guarantee.attained), (Some(2.0), Some(0.5)));
        privacy.promise(Promise { attributes: None, ..promise("age") });
        assert_eq!(privacy.guarantee().unwrap().attribute, None);
    }
}
