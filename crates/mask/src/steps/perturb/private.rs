//! Steps that are differentially private: noise for each record, means of groups with noise, and
//! synthetic files.
//!
//! A step that makes the whole file private looks at each cell alone: how it is read, and which
//! values there can be, is the policy's, and what does not fit counts as missing.

use super::super::{Masked, Setting};
use super::plain::Plain;
use super::{Outcome, refused};
use crate::microaggregate::insensitive;
use crate::noise::means;
use crate::noise::private::{PrivateNoise, mask as noisy};
use crate::synthesize::private::{Domain, Private};
use crate::synthesize::{Kind, Options};
use crate::{Masked as Drawn, Refused};
use ridotto_core::{Code, Column, Values};
use ridotto_io::{self as io, Native, Table};
use ridotto_policy::{self as policy, Attribute, Decimal, Mask, Noise, Spanned, Step, Synthesize};
use ridotto_release::Error;
use ridotto_report::{Guarantee, Known, Parameter, StepFigure, Way};

/// Adds noise to each record, if this build has the vetted generator. It takes no seed.
pub(super) fn noise(noise: &Noise, columns: &[Column]) -> Result<Drawn, Refused> {
    let number = |of: &Option<Spanned<Decimal>>| of.as_ref().map_or(0.0, |number| number.to_f64());
    let options = PrivateNoise {
        epsilon: number(&noise.epsilon),
        lower: vec![number(&noise.lower)],
        upper: vec![number(&noise.upper)],
        clamp: false,
    };
    noisy(&options, columns)
}

/// Groups in a fixed order, and noise on their means: two steps of the policy at once.
pub(super) fn means(
    setting: Setting<'_>,
    mask: &Mask,
    number: usize,
    masked: &mut Masked,
) -> Result<(u64, Vec<StepFigure>), Error> {
    let (Step::Noise(noise), Step::Microaggregate(groups)) =
        (&mask.step, &setting.policy.masks[number - 1].step)
    else {
        unreachable!("the policy says which two steps are one");
    };
    let places: Vec<usize> =
        mask.attributes.iter().map(|name| super::place(&masked.table, name)).collect();
    let plain: Vec<Plain> =
        places.iter().map(|&at| alone(setting, &masked.table, at, None)).collect();
    let columns: Vec<Column> = plain.iter().map(|plain| plain.column.clone()).collect();
    let (lower, upper) = groups.bounds.expect("insensitive groups have bounds");
    let bounds = vec![(lower.to_f64(), upper.to_f64()); columns.len()];
    let epsilon = noise.epsilon.as_ref().map_or(0.0, |epsilon| epsilon.to_f64());
    let k = *groups.k as usize;
    let done = insensitive(&columns, k, &bounds)
        .and_then(|made| means::mask(&made, epsilon))
        .map_err(|error| refused(setting, mask, &error))?;
    let Outcome { columns: new, figures, .. } = super::method::outcome(done);
    let spent: f64 = figures
        .iter()
        .filter(|one| one.name.starts_with("epsilon of "))
        .filter_map(|one| one.reached)
        .sum();
    for ((&at, plain), new) in places.iter().zip(&plain).zip(&new) {
        if let super::New::Values(values, decimals) = new {
            masked.table.columns[at] = plain.written(values, *decimals);
        }
    }
    let rows = masked.table.rows;
    masked.table.renew(rows);
    masked.trail.construction = Some(guarantee(
        epsilon,
        spent,
        format!(
            "records were put in an order that is a function of each alone, and each {k} of them \
             became a group; replacing one record moves the means of all groups together by a \
             known distance in each of the {} attributes, for which each mean got Laplace noise \
             from OpenDP; nothing else of a record is released, and the number of records is taken \
             to be public",
            plain.len()
        ),
    ));
    Ok(((rows * plain.len()) as u64, figures))
}

/// The columns by their stated domains, and what to draw.
pub(super) fn domains(
    setting: Setting<'_>,
    mask: &Mask,
    step: &Synthesize,
    table: &Table,
    places: &[usize],
) -> Result<(Vec<Plain>, Options), Error> {
    let (mut plain, mut domains) = (Vec::new(), Vec::new());
    for &at in places {
        let attribute = attribute(setting, table, at);
        let (policy, folder) = (setting.policy, setting.folder);
        let values = crate::steps::private::named_values(policy, folder, (mask, step), attribute)?;
        let (domain, texts) = match values {
            policy::Domain::Numbers { lower, upper, bins, decimals } => {
                let (least, most) = (lower.to_f64(), upper.to_f64());
                let (bins, decimals) = (bins as usize, Some(decimals));
                (Domain::Numbers { least, most, bins, decimals }, None)
            }
            policy::Domain::Values(texts) => {
                let texts: Vec<String> = texts.into_iter().map(|text| text.value).collect();
                (Domain::Categories(texts.len()), Some(texts))
            }
        };
        plain.push(alone(setting, table, at, texts));
        domains.push(domain);
    }
    let epsilon = step.epsilon.map_or(0.0, |epsilon| epsilon.to_f64());
    let kind = Kind::Private(Private { epsilon, domains });
    let size = step.size.map(|size| *size as usize);
    Ok((plain, Options { kind, size, ..Options::default() }))
}

/// A column of which each cell is read alone: a category of these, or a number, or missing.
fn alone(setting: Setting<'_>, table: &Table, at: usize, texts: Option<Vec<String>>) -> Plain {
    let io::Column::Coded { codes, dictionary, native } = &table.columns[at] else {
        unreachable!("what a step needs is read as codes");
    };
    let own = native.as_ref().map(Native::data_type);
    let reading =
        ridotto_release::reading::reading(setting.policy, attribute(setting, table, at), own);
    let every = 0..dictionary.len() as Code;
    let known = |code: Code| dictionary.text(code).filter(|text| !setting.is_missing(text));
    let (values, texts) = match texts {
        Some(texts) => {
            let place = |text: &str| texts.iter().position(|other| other == text);
            let new: Vec<Option<Code>> =
                every.map(|code| known(code).and_then(place).map(|code| code as Code)).collect();
            let codes = codes.iter().map(|code| new[code as usize]).collect();
            let categories = texts.len();
            (Values::Categories { codes, categories, ordered: false }, texts)
        }
        None => {
            let number = |code: Code| known(code).and_then(|text| reading.parse(text).as_f64());
            let new: Vec<f64> = every.map(|code| number(code).unwrap_or(f64::NAN)).collect();
            (Values::Numbers(codes.iter().map(|code| new[code as usize]).collect()), Vec::new())
        }
    };
    let column = Column { name: table.names[at].as_str().into(), values };
    Plain { column, reading, texts }
}

fn attribute<'a>(setting: Setting<'a>, table: &Table, at: usize) -> &'a Attribute {
    let named = |attribute: &&Attribute| *attribute.name.value == *table.names[at];
    setting.policy.attributes.iter().find(named).expect("every released column has its attribute")
}

/// What a synthetic file promises.
pub(super) fn by_construction(step: &Synthesize, spent: f64, attributes: usize) -> Guarantee {
    let epsilon = step.epsilon.map_or(0.0, |epsilon| epsilon.to_f64());
    guarantee(
        epsilon,
        spent,
        format!(
            "records were drawn from noisy tables alone: counts of each of the {attributes} \
             attributes, a choice of pairs by the exponential mechanism, and counts of these pairs, \
             each with noise from OpenDP for one record more or less; what the values can be was \
             stated by the policy"
        ),
    )
}

fn guarantee(epsilon: f64, spent: f64, argument: String) -> Guarantee {
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
