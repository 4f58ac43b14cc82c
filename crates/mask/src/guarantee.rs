//! What a step promises that makes the whole file differentially private.

use ridotto_report::{Guarantee, Known, Parameter, Way};

/// Differential privacy by the way a file is made, and why.
pub(crate) fn by_construction(epsilon: f64, spent: f64, argument: String) -> Guarantee {
    let parameters = vec![
        ("epsilon".to_owned(), Parameter::Number(epsilon)),
        ("spent".to_owned(), Parameter::Number(spent)),
        ("argument".to_owned(), Parameter::Text(argument)),
    ];
    Guarantee {
        model: "differential-privacy".into(),
        attribute: None,
        parameters: parameters.into_iter().collect(),
        required: Some(epsilon),
        decided_by: Some("epsilon".into()),
        bound: Some(Way::AtMost),
        attained: Some(spent),
        holds: Some(spent <= epsilon),
        shown: Guarantee::BY_CONSTRUCTION.into(),
        known: Known::default(),
    }
}
