//! The sensitive attributes of a file that somebody released.

use super::CheckOptions;
use crate::bind::{kind, parameters};
use crate::saved::SavedBaseline;
use ridotto_core::{Code, Dictionary, Kind};
use ridotto_io::{Column, Table};
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_release::ordinal;
use ridotto_release::source_options;
use ridotto_report::{Guarantee, Known};
use std::path::Path;

/// The columns with sensitive values. One that is a quasi-identifier, too, is not among them: what
/// is released of it is generalised.
pub(super) fn names(options: &CheckOptions) -> Vec<&str> {
    match &options.policy {
        Some(policy) => policy
            .attributes
            .iter()
            .filter(|attribute| *attribute.role == Role::Sensitive)
            .map(|attribute| attribute.name.as_str())
            .collect(),
        None => options.sensitive.iter().map(String::as_str).collect(),
    }
}

/// The attributes whose original values are protected and not released.
pub(super) fn unshown(policy: Option<&Policy>) -> Vec<&str> {
    let all = policy.into_iter().flat_map(|policy| &policy.attributes);
    all.filter(|attribute| attribute.also_sensitive).map(|of| of.name.as_str()).collect()
}

/// What is required of values that the file does not show: no file can tell.
pub(super) fn not_shown<'a>(
    policy: &'a Policy,
    unshown: &'a [&'a str],
) -> impl Iterator<Item = Guarantee> + 'a {
    policy.requirements.iter().flat_map(move |asked| {
        let about = asked.about.as_ref();
        let is_asked = move |name: &&&str| {
            about.is_some_and(|about| {
                about.names.is_empty() || about.names.iter().any(|other| other.value == **name)
            })
        };
        unshown.iter().filter(is_asked).map(move |name| Guarantee {
            model: asked.model().into(),
            attribute: Some((*name).to_owned()),
            parameters: parameters(asked)
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            required: None,
            decided_by: None,
            bound: None,
            attained: None,
            holds: None,
            shown: Guarantee::BY_NO_FILE.into(),
            known: Known(Some(asked.entry())),
        })
    })
}

/// Reads the values of sensitive columns as the policy, or they themselves, say, now that suppressed
/// records are gone: a column of numbers with `*` among them looked like texts. Values that the
/// input had and the file has not are added, so that distances are those of the input.
pub(super) fn read_again(
    policy: &Policy,
    table: &mut Table,
    sensitive: &[(&str, usize)],
    baselines: &[SavedBaseline],
) -> Result<(), Error> {
    let options = source_options(policy, 0);
    for &(name, at) in sensitive {
        let Column::Coded { dictionary, .. } = &table.columns[at] else { continue };
        let stated = policy.attribute(name).and_then(|of| of.value_type).map(|of| kind(*of));
        let saved = || baselines.iter().filter(|saved| saved.attribute == name);
        let texts = saved().flat_map(SavedBaseline::texts);
        let absent: Vec<&str> = texts.filter(|text| dictionary.code(text).is_none()).collect();
        // Where a missing value is one of its own, it is one that the file may lack, too.
        let lacks_missing =
            dictionary.missing().is_none() && saved().any(SavedBaseline::has_missing);
        let reading = match dictionary.reading() {
            own if stated.is_none() && own.kind != Kind::Text => own.clone(),
            _ => {
                let texts = dictionary.texts().iter().chain(absent.iter().copied());
                ridotto_io::reading(texts, stated, None, &options)
            }
        };
        let own = (0..dictionary.len() as Code).map(|code| dictionary.text(code));
        let labels = own.chain(absent.iter().map(|text| Some(*text)));
        let labels = labels.chain(lacks_missing.then_some(None));
        let (again, new) = Dictionary::of_labels(labels, &reading);
        let column = std::mem::replace(&mut table.columns[at], Column::Skipped);
        table.columns[at] = column.relabelled(again, &new);
    }
    let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
    let is_judged = |name: &str| sensitive.iter().any(|(other, _)| *other == name);
    ordinal::put_in_order(policy, table, &|attribute| {
        if is_judged(&attribute.name) { ordinal::order(folder, attribute) } else { Ok(None) }
    })
}
