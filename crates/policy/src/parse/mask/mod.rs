//! `[[mask]]`: tables whose keys depend on their method.
//!
//! If the method is wrong or must wait, the other keys cannot be judged and are left alone.

mod constraints;
mod perturbation;

use crate::code;
use crate::language::{self, MaskMethod};
use crate::mask::{Amount, Design, Ends, Mask, Step, Threshold};
use crate::parse::reader::Reader;
use crate::parse::require::{number, optional};
use crate::parse::value::{self, Item, Written, all, wrong_type};
use ridotto_catalogue::{Problem, Share, Spanned};

/// All steps, in the order written.
pub(super) fn masks(root: &mut Reader<'_>) -> Option<Vec<Mask>> {
    let items = root.tables("mask");
    let written = root.item("mask").is_some_and(|(_, item)| !item.is_list());
    let empty = items.is_empty() && !written && root.key_span("mask").is_some();
    if empty {
        root.report(
            Problem::error(code::OUT_OF_RANGE, "`mask` has no step")
                .at(root.key_span("mask"), "empty")
                .with_help("write a table `[[mask]]` for each step, or remove the key"),
        );
    }
    all(items.into_iter().map(|item| mask(item, root)))
}

fn mask(item: &Item, root: &mut Reader<'_>) -> Option<Mask> {
    let mut at = root.inside(item, &language::MASK)?;
    at.require("method");
    let method = at.choice::<MaskMethod>("method")?;
    drop(at);
    let mut at = root.inside(item, language::step(*method))?;
    _ = at.item("method");
    let attributes = match *method {
        MaskMethod::Sample => Some(Vec::new()),
        MaskMethod::Synthesize => optional(&mut at, "attributes", |at| names(at, "attributes"))
            .map(Option::unwrap_or_default),
        _ => {
            at.require("attributes");
            names(&mut at, "attributes")
        }
    };
    let has_strata = *method != MaskMethod::Sample
        && language::step(*method).keys.iter().any(|key| key.name == "strata");
    let strata = if has_strata {
        optional(&mut at, "strata", |at| names(at, "strata")).map(Option::unwrap_or_default)
    } else {
        Some(Vec::new())
    };
    let step = step(method, &mut at);
    at.finish();
    Some(Mask { span: method.span?, attributes: attributes?, strata: strata?, step: step? })
}

fn step(method: Spanned<MaskMethod>, at: &mut Reader<'_>) -> Option<Step> {
    match *method {
        MaskMethod::Recode => {
            at.require("map");
            let (map, others) = (mapping(at), optional(at, "others", |at| at.text("others")));
            Some(Step::Recode { map: map?, others: others? })
        }
        MaskMethod::TopCode => {
            let (at_least, ends) = (threshold(at, "at-least"), ends(at));
            let (at_least, ends) = (at_least?, ends?);
            fits(&at_least, &ends, at).then_some(Step::TopCode { at_least, ends })
        }
        MaskMethod::BottomCode => {
            let (at_most, ends) = (threshold(at, "at-most"), ends(at));
            let (at_most, ends) = (at_most?, ends?);
            fits(&at_most, &ends, at).then_some(Step::BottomCode { at_most, ends })
        }
        MaskMethod::Round => Some(Step::Round { to: number(at, "to", &language::POSITIVE)? }),
        MaskMethod::Delete => Some(Step::Delete),
        MaskMethod::Sample => {
            let (amount, design) = (amount(method, at), design(at));
            Some(Step::Sample { amount: amount?, design: design? })
        }
        MaskMethod::Noise => Some(Step::Noise(perturbation::noise(method, at)?)),
        MaskMethod::Swap => Some(Step::Swap(perturbation::swap(method, at)?)),
        MaskMethod::Shuffle => {
            let by = optional(at, "by", |at| names(at, "by"))?;
            Some(Step::Shuffle { by: by.unwrap_or_default() })
        }
        MaskMethod::Pram => Some(Step::Pram(perturbation::pram(method, at)?)),
        MaskMethod::Microaggregate => Some(Step::Microaggregate(constraints::microaggregate(at)?)),
        MaskMethod::Synthesize => Some(Step::Synthesize(perturbation::synthesize(method, at)?)),
    }
}

/// A list of different names; at least one.
pub(super) fn names(at: &mut Reader<'_>, key: &'static str) -> Option<Vec<Spanned<String>>> {
    let names = at.texts(key)?;
    if names.is_empty() {
        at.report(
            Problem::error(code::OUT_OF_RANGE, format!("`{key}` names nothing"))
                .at(at.key_span(key), "empty")
                .with_help("name at least one, or remove what it belongs to"),
        );
        return None;
    }
    for (index, name) in names.iter().enumerate() {
        if names[..index].iter().any(|other| other.value == name.value) {
            at.report(
                Problem::error(code::DUPLICATE, format!("`{key}` names `{name}` twice"))
                    .at(name.span, "again here")
                    .with_help("remove one of the two"),
            );
            return None;
        }
    }
    Some(names)
}

/// What each value becomes, in the order written.
fn mapping(at: &mut Reader<'_>) -> Option<Vec<(Spanned<String>, Spanned<String>)>> {
    let (key, item) = at.item("map")?;
    let Written::Table(table) = &item.value else {
        at.report(wrong_type(key, "a table from values to values", item));
        return None;
    };
    if table.is_empty() {
        at.report(
            Problem::error(code::OUT_OF_RANGE, "`map` maps nothing")
                .at(item.span, "no values in here")
                .with_help(format!("for example `map = {}`", key.example)),
        );
        return None;
    }
    all(table.iter().map(|(name, item)| {
        let from = name.clone();
        if item.is_table() {
            at.report(
                wrong_type(key, "texts for values", item)
                    .with_help("a value with a dot goes in quotes: `\"12.5\" = \"10 to 20\"`"),
            );
            return None;
        }
        let to = value::text(key, item).map_err(|_| wrong_type(key, "texts for values", item));
        Some((from, at.keep(to)?))
    }))
}

fn threshold(at: &mut Reader<'_>, name: &'static str) -> Option<Spanned<Threshold>> {
    at.require(name);
    let (key, item) = at.item(name)?;
    let read = match &item.value {
        Written::Text(text) => {
            Ok(Spanned { value: Threshold::Text(text.clone()), span: item.span })
        }
        Written::Whole(_) | Written::Number(_) => {
            value::decimal(key, item).map(|number| number.map(Threshold::Number))
        }
        _ => Err(wrong_type(key, "a number, or a text in quotes", item)),
    };
    at.keep(read)
}

fn ends(at: &mut Reader<'_>) -> Option<Ends> {
    let label = optional(at, "label", |at| at.text("label"));
    let order = optional(at, "order", |at| names(at, "order"));
    Some(Ends { label: label?, order: order?.unwrap_or_default() })
}

/// Whether a threshold, a label and an order go together.
fn fits(threshold: &Spanned<Threshold>, ends: &Ends, at: &mut Reader<'_>) -> bool {
    let problem = match &threshold.value {
        Threshold::Number(_) if !ends.order.is_empty() => {
            Problem::error(code::CONTRADICTION, "numbers have an order of their own")
                .at(at.key_span("order"), "not used")
                .with_help("remove `order`, or write the value in quotes as it stands in `order`")
        }
        Threshold::Text(value)
            if !ends.order.is_empty() && ends.order.iter().all(|other| other.value != *value) =>
        {
            Problem::error(code::CONTRADICTION, format!("`{value}` is not in `order`"))
                .at(threshold.span, "not among the values of `order`")
                .with_help("write one of the values of `order`, letter by letter")
        }
        Threshold::Text(_) if ends.label.is_none() => {
            Problem::error(code::MISSING_KEY, "texts and dates need a `label`")
                .at(threshold.span, "what are these joined to?")
                .with_help("add `label = \"…\"`: only numbers have a notation of their own")
        }
        _ => return true,
    };
    at.report(problem);
    false
}

fn amount(method: Spanned<MaskMethod>, at: &mut Reader<'_>) -> Option<Amount> {
    let second = at.key_span("share").and(at.key_span("size"));
    let share = optional(at, "share", |at| at.number("share", &language::SOME))?;
    let size = optional(at, "size", |at| at.integer("size", &language::RECORDS))?;
    match (share, size) {
        (Some(part), None) => {
            let share = Share::new(*part).expect("the limits are those of a share");
            Some(Amount::Share(part.map(|_| share)))
        }
        (None, Some(size)) => Some(Amount::Size(size.map(u64::from))),
        (Some(_), Some(_)) => {
            at.report(
                Problem::error(code::CONTRADICTION, "the size of the sample is given twice")
                    .at(second, "the second time")
                    .with_help("keep `share` or `size`"),
            );
            None
        }
        (None, None) => {
            at.report(
                Problem::error(code::MISSING_KEY, "nothing says how large the sample is")
                    .at(method.span, "no `share` and no `size` here")
                    .with_help("add `share = 0.05`, or `size = 1000`"),
            );
            None
        }
    }
}

fn design(at: &mut Reader<'_>) -> Option<Design> {
    let strata = optional(at, "strata", |at| names(at, "strata"));
    let cluster = optional(at, "cluster", |at| at.text("cluster"));
    match (strata?, cluster?) {
        (None, None) => Some(Design::Simple),
        (Some(strata), None) => Some(Design::Strata(strata)),
        (None, Some(cluster)) => Some(Design::Cluster(cluster)),
        (Some(_), Some(cluster)) => {
            at.report(
                Problem::error(code::CONTRADICTION, "`strata` and `cluster` exclude one another")
                    .at(cluster.span, "the second of them")
                    .with_help("a cluster may lie in several strata: keep one of the two"),
            );
            None
        }
    }
}
