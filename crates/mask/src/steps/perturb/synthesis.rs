//! Synthetic records in place of true ones.

use super::super::{Masked, Setting, cells_changed, place};
use super::plain::{Plain, differing};
use super::{across, all_read, constraints, dice, method, note_seed, private, refused};
use crate::Refused;
use crate::synthesize::{Growth, Kind, Model, Options, Scale, Unfit, synthesize as draw};
use ridotto_core::{Column, count};
use ridotto_io::{self as io, Table};
use ridotto_policy::language::{Replaced, Role, SynthesisKind, SynthesisModel, Uniques};
use ridotto_policy::{Mask, Problem, Synthesize};
use ridotto_release::Error;
use ridotto_report::StepFigure;

/// How much of a true record is left in a hybrid one.
const HALF: f64 = 0.5;

/// Draws records, or the values of some attributes; how many cells are new, and what was reached.
pub(in crate::steps) fn synthesize(
    setting: Setting<'_>,
    mask: &Mask,
    step: &Synthesize,
    number: u64,
    masked: &mut Masked,
) -> Result<(u64, Vec<StepFigure>), Error> {
    let dice = dice(setting, mask, number)?;
    all_read(setting, mask, &masked.table)?;
    let places = places(setting, mask, step, &masked.table)?;
    let is_private = *step.kind == SynthesisKind::Private;
    let (plain, options) = if is_private {
        private::domains(setting, mask, step, &masked.table, &places)?
    } else {
        let mut plain: Vec<Plain> = places.iter().map(|&at| Plain::of(&masked.table, at)).collect();
        let mut options = options(setting, mask, step, &masked.table, &places);
        options.kind = match options.kind {
            Kind::MultipleImputation { .. } => {
                Kind::MultipleImputation { frame: frame(setting, mask, step, &mut plain)? }
            }
            Kind::Partial { attributes, .. } if step.records == Replaced::AtRisk => {
                let records = Some(method::at_risk(setting, mask, &masked.table)?);
                Kind::Partial { attributes, records }
            }
            other => other,
        };
        if let (Kind::MultipleImputation { frame }, Some(order)) =
            (&options.kind, &mut options.order)
        {
            // What the frame has is not drawn.
            order.retain(|&at| frame.iter().all(|known| known.name != plain[at].column.name));
        }
        options.constraints = constraints::bound(setting, mask, &step.constraints, &plain)?;
        (plain, options)
    };
    let columns: Vec<Column> = plain.iter().map(|plain| plain.column.clone()).collect();
    let drawn = draw(&options, &columns, &dice)
        .map_err(|error| refused(setting, mask, &named(error, &columns)))?;
    if let Some(spent) = drawn.spent {
        masked.trail.construction = Some(private::by_construction(step, spent, columns.len()));
    }
    let [copy] = &drawn.copies[..] else { unreachable!("one copy is drawn at a time") };
    let rows = copy.first().map_or(0, Column::len);
    let keeps_rows = matches!(*step.kind, SynthesisKind::Partial | SynthesisKind::Hybrid);
    let mut cells = 0;
    for ((&at, plain), (column, decimals)) in
        places.iter().zip(&plain).zip(copy.iter().zip(&drawn.decimals))
    {
        let decimals = decimals.map(|decimals| decimals as u8);
        let column = plain.written(&column.values, decimals);
        let changed =
            if keeps_rows { differing(&masked.table.columns[at], &column) } else { rows as u64 };
        if changed > 0 {
            masked.trail.findings.push(cells_changed(mask, &plain.column.name, changed));
        }
        cells += changed;
        masked.table.columns[at] = column;
    }
    if rows != masked.table.rows || !keeps_rows {
        masked.table.renew(rows);
    }
    let said = drawn.notes.iter().map(|note| format!("synthesize: {note}"));
    masked.trail.notes.extend(said);
    for found in &drawn.replicated {
        masked.trail.findings.push(ridotto_report::Finding {
            attribute: None,
            name: "share of unique records that are unique among the synthetic ones as well".into(),
            concern: ridotto_report::Concern::Risk,
            before: Some(1.0),
            after: Some(found.share()),
        });
    }
    note_seed(setting, mask, masked);
    let figures = drawn.figures.into_iter().map(|figure| StepFigure {
        name: figure.name,
        original: None,
        expected: figure.expected.is_finite().then_some(figure.expected),
        reached: figure.reached.is_finite().then_some(figure.reached),
    });
    Ok((cells, figures.collect()))
}

/// What is known of the population, if the step names a file of it: at least as many records as are
/// drawn.
fn frame(
    setting: Setting<'_>,
    mask: &Mask,
    step: &Synthesize,
    plain: &mut [Plain],
) -> Result<Vec<Column>, Error> {
    let Some(file) = &step.frame else { return Ok(Vec::new()) };
    let records = plain.first().map_or(0, |plain| plain.column.len());
    let wanted = step.size.map_or(records, |size| *size as usize);
    let frame = across::frame(setting, mask, file, plain)?;
    let people = frame.first().map_or(0, Column::len);
    if people >= wanted {
        return Ok(frame);
    }
    let message = format!(
        "`{file}` has {}, and {} are drawn",
        count::records(people as u64),
        count::grouped(wanted as u64)
    );
    let problem = Problem::error("bind::mask", message)
        .at(file.span.unwrap_or(mask.span), "each of its records is drawn once at most")
        .with_help("draw fewer with `size`, or name a file with more people");
    Err(setting.policy.error([problem]).into())
}

/// The columns that are drawn, or that explain them. Records are drawn whole: a column that is not
/// drawn would not belong to them.
fn places(
    setting: Setting<'_>,
    mask: &Mask,
    step: &Synthesize,
    table: &Table,
) -> Result<Vec<usize>, Error> {
    let is_there =
        |at: &usize| setting.wanted[*at] && !matches!(table.columns[*at], io::Column::Skipped);
    let all: Vec<usize> = (0..table.columns.len()).filter(is_there).collect();
    let named: Vec<usize> = mask.attributes.iter().map(|name| place(table, name)).collect();
    let wrong = |message: String, help: &str| {
        let problem = Problem::error("bind::mask", message).at(mask.span, "draws whole records");
        Err(setting.policy.error([problem.with_help(help)]).into())
    };
    if *step.kind == SynthesisKind::Partial {
        let others = all.into_iter().filter(|at| !named.contains(at));
        return Ok(others.chain(named.iter().copied()).collect());
    }
    let data = &setting.policy.data;
    if let Some(unit) = data.person.as_ref().or(data.household.as_ref()) {
        return wrong(
            format!("synthetic records have no `{unit}`"),
            "remove the key from `[data]`, or use `kind = \"partial\"`, which keeps the records",
        );
    }
    let later = setting.policy.masks.iter().skip_while(|other| other.span != mask.span).skip(1);
    let mut looked_at = later.flat_map(Mask::looks_at);
    if let Some(name) = looked_at.find(|name| !setting.wanted[place(table, name)]) {
        return wrong(
            format!("synthetic records have no `{name}`, and a later step looks at it"),
            "put that step before this one, or leave the name out of it",
        );
    }
    if named.is_empty() {
        return Ok(all);
    }
    if let Some(&left) = all.iter().find(|at| !named.contains(at)) {
        return wrong(
            format!("`{}` is released and not drawn", table.names[left]),
            "name all released attributes, or none; or use `kind = \"partial\"`",
        );
    }
    Ok(named)
}

/// A refusal with the name of the attribute that it is about.
fn named(refused: Refused, columns: &[Column]) -> Refused {
    let Refused::Synthesis(Unfit::Broken { attribute, .. } | Unfit::NothingFree { attribute }) =
        &refused
    else {
        return refused;
    };
    match columns.get(attribute - 1) {
        Some(column) => {
            Refused::Of { attribute: column.name.to_string(), reason: Box::new(refused) }
        }
        None => refused,
    }
}

fn options(
    setting: Setting<'_>,
    mask: &Mask,
    step: &Synthesize,
    table: &Table,
    places: &[usize],
) -> Options {
    let among = |name: &str| places.iter().position(|&at| table.names[at] == name);
    let named: Vec<usize> = mask.attributes.iter().filter_map(|name| among(name)).collect();
    let kind = match *step.kind {
        SynthesisKind::Sequential => Kind::Sequential,
        SynthesisKind::MultipleImputation => Kind::MultipleImputation { frame: Vec::new() },
        SynthesisKind::Partial => Kind::Partial { attributes: named.clone(), records: None },
        SynthesisKind::Hybrid => {
            Kind::Hybrid { weight: step.weight.map_or(HALF, |weight| weight.to_f64()) }
        }
        SynthesisKind::Private => unreachable!("its options are made from its domains"),
    };
    let is_whole = *step.kind != SynthesisKind::Partial;
    let keys = setting.policy.with_role(Role::QuasiIdentifier);
    Options {
        kind,
        copies: 1,
        size: step.size.map(|size| *size as usize),
        order: (is_whole && !named.is_empty()).then_some(named),
        model: match *step.model {
            SynthesisModel::Cart => Model::Cart(Growth::default()),
            SynthesisModel::Parametric => Model::Parametric(Scale::Ranks),
        },
        smooth: step.smooth,
        keys: keys.filter_map(|attribute| among(&attribute.name)).collect(),
        remove_replicated: step.uniques == Uniques::Remove,
        ..Options::default()
    }
}
