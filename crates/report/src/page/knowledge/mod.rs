//! What the page knows about models, algorithms, masking methods and measures: a plain sentence
//! and a source for each name of the policy. Unknown names are shown as they are.

mod algorithms;
mod limits;
mod methods;
mod models;

pub(super) use algorithms::algorithm;
pub(super) use limits::limits;
pub(super) use methods::method;
pub(super) use models::model;

use crate::Guarantee;

/// What is known about a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub name: &'static str,
    /// A sentence; `{k}` and the like stand for parameters.
    pub text: &'static str,
    pub reference: &'static str,
}

fn find(list: &'static [Entry], name: &str) -> Option<&'static Entry> {
    list.iter().find(|entry| entry.name == name)
}

/// A sentence with the parameters of a requirement in it; `None` if one of them is missing.
pub(super) fn filled(text: &str, guarantee: &Guarantee) -> Option<String> {
    let mut text = text.to_owned();
    for (name, value) in &guarantee.parameters {
        text = text.replace(&format!("{{{name}}}"), &value.to_string());
    }
    let attribute = guarantee.attribute.as_deref().unwrap_or("the sensitive attribute");
    let text = text.replace("{attribute}", attribute);
    // What a user called `{x}` may stay; a place of ours that was not filled may not.
    let ours = ["k", "l", "t", "p", "alpha", "beta", "delta", "epsilon", "at-most", "at-least"];
    let open = ours.iter().any(|name| text.contains(&format!("{{{name}}}")));
    (!open).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_policy::language::{Algorithm, MaskMethod, Model, Named};

    fn required(model: &str) -> Guarantee {
        Guarantee { model: model.into(), ..Guarantee::default() }
    }

    #[test]
    fn every_name_of_the_policy_is_known() {
        for name in Model::NAMES {
            assert!(model(&required(name.name)).is_some(), "{} is a model", name.name);
        }
        for name in Algorithm::NAMES {
            assert!(algorithm(name.name).is_some(), "{} is an algorithm", name.name);
        }
        for name in MaskMethod::NAMES {
            assert!(method(name.name).is_some(), "{} is a method", name.name);
        }
    }

    #[test]
    fn sentences_are_sentences() {
        for name in Model::NAMES {
            let about = model(&required(name.name)).unwrap();
            assert!(about.entry.text.ends_with('.') && !about.entry.reference.is_empty());
        }
    }
}
