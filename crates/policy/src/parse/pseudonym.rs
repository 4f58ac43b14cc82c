//! `pseudonym`: a table whose keys depend on its method.
//!
//! If the method is wrong, the other keys cannot be judged and are left alone.

use super::reader::Reader;
use super::require::optional;
use super::value::wrong_type;
use crate::code;
use crate::language::{self, Alphabet, PseudonymMethod};
use crate::pseudonym::Pseudonym;
use ridotto_catalogue::{Problem, Span, Spanned};

/// Bits when nothing is said.
const USUAL: u32 = 128;

/// The pseudonym of an attribute, if it has one that is sound.
pub(super) fn pseudonym(of: &mut Reader<'_>) -> Option<Pseudonym> {
    let (key, item) = of.item("pseudonym")?;
    let Some(mut at) = of.inside(item, &language::PSEUDONYM) else {
        of.report(
            wrong_type(key, "a table", item)
                .with_help(format!("for example `pseudonym = {}`", key.example)),
        );
        return None;
    };
    at.require("method");
    let method = at.choice::<PseudonymMethod>("method")?;
    drop(at);
    let section = language::pseudonym(*method);
    let mut at = of.inside(item, section)?;
    _ = at.item("method");
    let has = |key: &str| section.key(key).is_some();
    let text = |at: &mut Reader<'_>, key: &'static str| {
        if !has(key) {
            return Some(None);
        }
        if section.key(key).is_some_and(|key| key.required) {
            at.require(key);
        }
        let text = optional(at, key, |at| at.text(key))?;
        if let Some(empty) = text.as_ref().filter(|text| text.value.is_empty()) {
            at.report(
                Problem::error(code::OUT_OF_RANGE, format!("`{key}` is an empty text"))
                    .at(empty.span, "empty")
                    .with_help("say what it is, or remove the key"),
            );
            return None;
        }
        Some(text)
    };
    let key_file = text(&mut at, "key-file");
    let mapping = text(&mut at, "mapping");
    let domain = text(&mut at, "domain");
    let salt = text(&mut at, "salt");
    let bits = if has("bits") {
        optional(&mut at, "bits", |at| at.integer("bits", &language::BITS))
    } else {
        Some(None)
    };
    let alphabet = if has("alphabet") {
        optional(&mut at, "alphabet", |at| at.choice::<Alphabet>("alphabet"))
    } else {
        Some(None)
    };
    at.finish();
    let (key_file, mapping) = (key_file?, mapping?);
    if !is_closed(*method, key_file.as_ref(), mapping.as_ref(), item.span, of) {
        return None;
    }
    Some(Pseudonym {
        method,
        key_file,
        mapping,
        domain: domain?,
        bits: bits?.unwrap_or(Spanned::assumed(USUAL)),
        alphabet: alphabet?.unwrap_or(Spanned::assumed(Alphabet::Hex)),
        salt: salt?,
    })
}

/// A mapping is closed by a key, and a key that closes nothing is a misunderstanding.
fn is_closed(
    method: PseudonymMethod,
    key_file: Option<&Spanned<String>>,
    mapping: Option<&Spanned<String>>,
    whole: Option<Span>,
    of: &mut Reader<'_>,
) -> bool {
    let problem = match (mapping, key_file) {
        (Some(mapping), None) => {
            Problem::error(code::MISSING_KEY, "a `mapping` is closed by a key, and none is named")
                .at(mapping.span, "no `key-file` beside it")
                .with_help("add `key-file = \"secret.key\"`; `ridotto pseudonymize keys` makes one")
        }
        (None, Some(key))
            if matches!(method, PseudonymMethod::Random | PseudonymMethod::Counter) =>
        {
            let message = format!("`{method}` needs a key for its `mapping` alone, and has none");
            Problem::error(code::CONTRADICTION, message).at(key.span, "closes nothing").with_help(
                "add `mapping = \"names.mapping\"` so that you can go back, or remove `key-file`",
            )
        }
        (Some(mapping), Some(key)) if mapping.value == key.value => {
            Problem::error(code::CONTRADICTION, "the mapping would be written over its key")
                .at(whole, "one file for both")
                .with_help("choose another name for the mapping")
        }
        _ => return true,
    };
    of.report(problem);
    false
}
