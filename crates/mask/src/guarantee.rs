//! What a step promises that makes the whole file differentially private.

use ridotto_catalogue::Decimal;
use ridotto_noise::Neighbours;
use ridotto_report::{Guarantee, Known, Parameter, Way};

/// Differential privacy by the way a file is made, and why. Delta is 0.
pub(crate) struct Spent {
    /// The budget.
    pub epsilon: Decimal,
    /// What was charged.
    pub charged: f64,
    /// Which files cannot be told apart.
    pub neighbours: Neighbours,
    /// By how much one record moves what noise is added to: of what, and how far.
    pub sensitivities: Vec<(String, f64)>,
    /// What is not covered.
    pub not_protected: &'static str,
    /// Why it holds.
    pub argument: String,
}

/// A number as people read it: what binary numbers lose beyond twelve digits is left out.
fn shown(number: f64) -> String {
    let rounded: Option<f64> = format!("{number:.11e}").parse().ok();
    rounded.unwrap_or(number).to_string()
}

impl Spent {
    /// As the report has it.
    pub fn by_construction(self) -> Guarantee {
        let (epsilon, spent) = (self.epsilon.to_f64(), self.charged);
        let sensitivity =
            self.sensitivities.iter().map(|(of, by)| format!("{} of {of}", shown(*by)));
        let sensitivity = sensitivity.collect::<Vec<_>>().join(", ");
        let text = |text: &str| Parameter::Text(text.to_owned());
        let parameters = [
            ("epsilon", Parameter::Number(epsilon)),
            ("delta", Parameter::Number(0.0)),
            ("spent", Parameter::Number(spent)),
            ("neighbours", text(self.neighbours.name())),
            ("sensitivity", text(&sensitivity)),
            ("not-protected", text(self.not_protected)),
            ("argument", Parameter::Text(self.argument)),
        ];
        Guarantee {
            model: "differential-privacy".into(),
            attribute: None,
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).into(),
            required: Some(epsilon),
            decided_by: Some("epsilon".into()),
            bound: Some(Way::AtMost),
            attained: Some(spent),
            holds: Some(spent <= epsilon),
            shown: Guarantee::BY_CONSTRUCTION.into(),
            known: Known::default(),
        }
    }
}
