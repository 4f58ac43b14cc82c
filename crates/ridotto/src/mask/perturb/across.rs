//! Another file whose values take part in a swap.

use super::super::Setting;
use super::plain::Plain;
use crate::Error;
use crate::bind::similar;
use ridotto_core::{Code, Column, Values};
use ridotto_io::{Source, Want};
use ridotto_policy::{Mask, Problem, Spanned};
use std::collections::BTreeMap;

/// The columns of another file under the names of these, in the same codes: a category that only
/// the other file has is added to them.
pub(super) fn other_file(
    setting: Setting<'_>,
    mask: &Mask,
    file: &Spanned<String>,
    columns: &mut [Plain],
) -> Result<Vec<Column>, Error> {
    let source = Source::open(&ridotto_io::beside(setting.folder, &file.value), setting.reading)?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    let mut wants = vec![Want::Skip; names.len()];
    let mut problems = Vec::new();
    for plain in &*columns {
        match names.iter().position(|name| **name == *plain.column.name) {
            Some(at) => wants[at] = Want::Code { kind: Some(plain.reading.kind) },
            None => problems.push(
                Problem::error(
                    "bind::no-such-column",
                    format!("`{file}` has no column `{}`", plain.column.name),
                )
                .at(file.span.unwrap_or(mask.span), "this file")
                .with_help(similar(&plain.column.name, &names)),
            ),
        }
    }
    if !problems.is_empty() {
        return Err(setting.policy.error(problems).into());
    }
    let table = source.read(&wants, &())?;
    let find = |name: &str| table.names.iter().position(|other| other == name);
    Ok(columns
        .iter_mut()
        .map(|plain| {
            let at = find(&plain.column.name).expect("it was looked for");
            common(plain, Plain::of(&table, at))
        })
        .collect())
}

/// The other's column in the codes of this one.
fn common(plain: &mut Plain, other: Plain) -> Column {
    let Values::Categories { codes, .. } = other.column.values else { return other.column };
    let known = plain.texts.iter().cloned().zip(0..);
    let mut known: BTreeMap<String, Code> = known.collect();
    let new: Vec<Code> = other
        .texts
        .into_iter()
        .map(|text| {
            *known.entry(text).or_insert_with_key(|text| {
                plain.texts.push(text.clone());
                plain.texts.len() as Code - 1
            })
        })
        .collect();
    let all = plain.texts.len();
    if let Values::Categories { categories, .. } = &mut plain.column.values {
        *categories = all;
    }
    let codes = codes.into_iter().map(|code| code.map(|code| new[code as usize])).collect();
    Column {
        name: other.column.name,
        values: Values::Categories { codes, categories: all, ordered: false },
    }
}
