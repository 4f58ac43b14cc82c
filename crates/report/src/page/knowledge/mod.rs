//! What the page knows about models and measures: a plain sentence and a source for each name of the
//! policy. Unknown names are shown as they are.

mod limits;
mod models;

pub(super) use limits::{limits, of_tables};
pub(super) use models::model;

use crate::Guarantee;

/// What a requirement means for people, in sentences; empty if nothing is known about it.
///
/// Nothing is said to hold that does not, or that holds only for some of the attributes.
pub(super) fn meaning(guarantee: &Guarantee) -> String {
    let Some(about) = model(guarantee) else { return String::new() };
    let text = |name: &str| guarantee.parameters.get(name).map(ToString::to_string);
    let template = about.promise;
    let (over, every) = (text("over"), text("every"));
    let known = match (&over, &every) {
        (Some(names), _) => format!("a person's values of {names}, and no others,"),
        (None, Some(many)) => format!("at most {many} of a person's quasi-identifiers"),
        (None, None) => "a person's quasi-identifiers".into(),
    };
    let Some(mut sentence) = filled(template, &known, guarantee) else {
        return String::new();
    };
    if let Some(names) = over.filter(|_| !template.contains("{known}")) {
        sentence.push_str(&format!(" Classes are those of {names} alone."));
    } else if let Some(many) = every.filter(|_| !template.contains("{known}")) {
        sentence
            .push_str(&format!(" Classes are those of any {many} quasi-identifiers, not of all."));
    }
    match guarantee.holds {
        Some(true) => sentence,
        Some(false) => format!("Not attained, though required: {sentence}"),
        None if guarantee.is_open() => format!("Required, and not judged here: {sentence}"),
        None => format!("Not required: {sentence}"),
    }
}

/// A sentence with the parameters of a requirement in it; `None` if one of them is missing.
fn filled(text: &str, known: &str, guarantee: &Guarantee) -> Option<String> {
    let (mut filled, mut rest) = (String::new(), text);
    // From left to right, so that nothing is filled into what a user wrote.
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        filled.push_str(before);
        match name {
            "known" => filled.push_str(known),
            "attribute" => {
                filled
                    .push_str(guarantee.attribute.as_deref().unwrap_or("the sensitive attribute"));
            }
            _ => filled.push_str(&guarantee.parameters.get(name)?.to_string()),
        }
        rest = after;
    }
    Some(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameter;
    use ridotto_core::model::MODELS;

    fn required(model: &str) -> Guarantee {
        Guarantee { model: model.into(), ..Guarantee::default() }
    }

    #[test]
    fn every_name_of_the_policy_is_known() {
        for of in MODELS {
            assert!(model(&required(of.entry.name)).is_some(), "{} is a model", of.entry.name);
        }
    }

    #[test]
    fn a_meaning_claims_no_more_than_holds() {
        let number = |name: &str, value| (name.to_owned(), Parameter::Number(value));
        let text = |name: &str, value: &str| (name.to_owned(), Parameter::Text(value.into()));
        let k = |extra: Option<(String, Parameter)>, holds| Guarantee {
            parameters: [number("k", 5.0)].into_iter().chain(extra).collect(),
            holds,
            ..required("k-anonymity")
        };
        let said = [
            meaning(&k(None, Some(true))),
            meaning(&k(Some(number("every", 3.0)), Some(true))),
            meaning(&k(Some(text("over", "age, {k}, {zip")), Some(false))),
            meaning(&k(Some(text("k", "own_k")), Some(true))),
            meaning(&required("k-anonymity")),
            meaning(&required("unheard-of")),
        ];
        insta::assert_snapshot!(said.join("\n"));
    }

    #[test]
    fn sentences_are_sentences() {
        for of in MODELS {
            let about = model(&required(of.entry.name)).unwrap();
            assert!(about.promise.ends_with('.') && !about.reference().is_empty());
        }
    }
}
