//! What a run spends of privacy: one accountant for everything that is drawn privately in it, and the one
//! guarantee that follows from what was charged.
//!
//! Every step that is private brings its own budget and charges the same accountant, so that what a record
//! loses is the sum of them all, and is said as that. What is said is read off the accountant and not off
//! the policy.

use ridotto_noise::{Accountant, Budget, Charge, Exact, Loss, NoiseError, Protected, epsilon_of};
use ridotto_report::{Guarantee, Known, Parameter, Way};

/// Who charges in a run, and what is promised for it.
#[derive(Debug, Default)]
pub struct Privacy {
    accountant: Option<Accountant>,
    promises: Vec<Promise>,
    /// What a budget that is counted in rho is in epsilon and delta.
    stated: Option<(Exact, Exact)>,
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
    /// The accountant of the run, with so much more to spend. All that is drawn in a run protects the same:
    /// losses for other neighbours do not add up.
    pub fn allow(
        &mut self,
        budget: Budget,
        protected: Protected,
    ) -> Result<&mut Accountant, NoiseError> {
        match &mut self.accountant {
            Some(accountant) => accountant.allow(&budget, protected)?,
            none => *none = Some(Accountant::new(budget, protected)),
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
            format!("{} by {}: {}", charge.purpose, charge.mechanism, charge.loss)
        };
        self.charges().iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// What all promises together are, by what was charged. `None` if nothing was promised.
    pub fn guarantee(&self) -> Option<Guarantee> {
        let accountant = self.accountant.as_ref().filter(|_| !self.promises.is_empty())?;
        let (budget, fails) = self.in_epsilon(accountant.budget().whole())?;
        let (spent, lost) = self.in_epsilon(accountant.spent())?;
        let text = |text: String| Parameter::Text(text);
        let sensitivities = self.promises.iter().flat_map(|promise| &promise.sensitivities);
        let sensitivities = sensitivities.map(|(of, by)| format!("{} of {of}", shown(*by)));
        let parameters = [
            ("epsilon", Parameter::Number(budget.to_f64())),
            ("delta", Parameter::Number(fails.to_f64())),
            ("spent", Parameter::Number(spent.to_f64())),
            ("neighbours", text(accountant.protected().neighbours.name().to_owned())),
            ("sensitivity", text(sensitivities.collect::<Vec<_>>().join(", "))),
            ("charges", text(self.told())),
            ("not-protected", text(self.each(|promise| promise.not_protected.to_owned()))),
            ("argument", text(self.each(|promise| promise.argument.clone()))),
        ];
        Some(Guarantee {
            model: "differential-privacy".into(),
            attribute: self.attributes(),
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).into(),
            required: Some(budget.to_f64()),
            decided_by: Some("epsilon".into()),
            bound: Some(Way::AtMost),
            attained: Some(spent.to_f64()),
            holds: Some(spent <= budget && lost <= fails && !accountant.is_seeded()),
            shown: Guarantee::BY_CONSTRUCTION.into(),
            known: Known::default(),
        })
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
