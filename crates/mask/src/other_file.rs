//! Another file whose values take part in a swap, or whose records are completed.

use crate::perturb::Plain;
use crate::step::StepContext;

use ridotto_catalogue::similar;
use ridotto_core::{Code, Series, Values, Watch};
use ridotto_io::FileSource;
use ridotto_policy::{Problem, Spanned};
use ridotto_release::{Error, ordinal};
use ridotto_table::{ReadAs, Source};
use std::collections::BTreeMap;

/// The columns of another file under the names of these, in the same codes: a category that only
/// the other file has is added to them.
pub(crate) fn other_file(
    context: &StepContext,
    file: &Spanned<String>,
    columns: &mut [Plain],
    watch: &dyn Watch,
) -> Result<Vec<Series>, Error> {
    let source = opened(context, file)?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    let mut wants = vec![ReadAs::Skip; names.len()];
    let mut problems = Vec::new();
    for plain in &*columns {
        match names.iter().position(|name| **name == *plain.column.name) {
            Some(at) => wants[at] = ReadAs::Code { kind: Some(plain.read_as()) },
            None => problems.push(
                Problem::error(
                    "bind::no-such-column",
                    format!("`{file}` has no column `{}`", plain.column.name),
                )
                .at(file.span.or(context.span()), "this file")
                .with_help(similar(&plain.column.name, &names)),
            ),
        }
    }
    if !problems.is_empty() {
        return Err(context.policy().error(problems).into());
    }
    shared(context, &source, (&wants, watch), columns)
}

/// The columns of a file of the population that have the name of one of these, in the same codes.
pub(crate) fn frame(
    context: &StepContext,
    file: &Spanned<String>,
    columns: &mut [Plain],
    watch: &dyn Watch,
) -> Result<Vec<Series>, Error> {
    let source = opened(context, file)?;
    let want = |name: &str| {
        let same = columns.iter().find(|plain| *plain.column.name == *name);
        same.map_or(ReadAs::Skip, |plain| ReadAs::Code { kind: Some(plain.read_as()) })
    };
    let wants: Vec<ReadAs> = source.columns().iter().map(|field| want(&field.name)).collect();
    let known = wants.iter().filter(|want| **want != ReadAs::Skip).count();
    let wrong = |message: String, help: &str| {
        let problem = Problem::error("bind::mask", message);
        let problem = problem.at(file.span.or(context.span()), "this file").with_help(help);
        Err(context.error(problem))
    };
    if known == 0 {
        let message = format!("`{file}` has no column of those that are released");
        return wrong(message, "name a file with some of the same columns, or leave `frame` out");
    }
    if known == columns.len() {
        let message = format!("`{file}` has every column, so nothing is left to be drawn");
        return wrong(message, "take away from it what is to be synthetic");
    }
    shared(context, &source, (&wants, watch), columns)
}

fn opened(context: &StepContext, file: &str) -> Result<FileSource, Error> {
    Ok(FileSource::open(&ridotto_io::beside(context.folder(), file), context.reading())?)
}

/// What is wanted of a file, in the order and the codes of these columns.
fn shared(
    context: &StepContext,
    source: &FileSource,
    (wants, watch): (&[ReadAs], &dyn Watch),
    columns: &mut [Plain],
) -> Result<Vec<Series>, Error> {
    let mut table = source.read(wants, watch)?;
    let order_of = |attribute: &_| ordinal::order(context.folder(), attribute);
    ordinal::put_in_order(context.policy(), &mut table, &order_of)?;
    let place = |plain: &Plain| {
        let same =
            |at: &usize| table.names[*at] == *plain.column.name && wants[*at] != ReadAs::Skip;
        (0..table.names.len()).find(same)
    };
    let each = columns.iter_mut().filter_map(|plain| {
        let at = place(plain)?;
        Some(common(plain, Plain::of(&table, at)))
    });
    Ok(each.collect())
}

/// The other's column in the codes of this one.
fn common(plain: &mut Plain, other: Plain) -> Series {
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
    Series {
        name: other.column.name,
        values: Values::Categories { codes, categories: all, ordered: plain.is_ordinal() },
    }
}
