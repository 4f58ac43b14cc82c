//! How values are read, as the policy says it.

use crate::years;
use arrow_schema::DataType;
use ridotto_core::{Kind, Reading};
use ridotto_policy::language::{DecimalMark, ValueType};
use ridotto_policy::{Attribute, Order, Policy};

/// The kind of values that a type of the policy is.
pub fn kind(value_type: ValueType) -> Kind {
    match value_type {
        // Its order is given to it when it has been read.
        ValueType::Text | ValueType::Ordinal => Kind::Text,
        ValueType::Integer => Kind::Integer,
        ValueType::Decimal => Kind::Decimal,
        ValueType::Date => Kind::Date,
        ValueType::Boolean => Kind::Boolean,
    }
}

/// The kind that a file's own type says; texts and points in time say none.
pub fn own_kind(own: &DataType) -> Option<Kind> {
    match own {
        DataType::Boolean => Some(Kind::Boolean),
        DataType::Date32 | DataType::Date64 => Some(Kind::Date),
        number if number.is_integer() => Some(Kind::Integer),
        number if number.is_numeric() => Some(Kind::Decimal),
        _ => None,
    }
}

/// How an attribute's texts are read, by the policy and the file's type and never by the texts.
pub fn reading(policy: &Policy, attribute: &Attribute, own: Option<&DataType>) -> Reading {
    // An order that the policy lists is no more than the policy says.
    if let Some(Order::Listed(values)) = attribute.order.as_ref().map(|order| &order.value) {
        return Reading::of_order(values.clone());
    }
    let own = own.and_then(own_kind);
    let stated = attribute.value_type.map(|stated| kind(*stated));
    match (stated, own) {
        (None, Some(own)) => Reading::of_kind(own),
        (Some(stated), Some(own)) if stated == own => Reading::of_kind(own),
        (stated, _) => {
            let usual = Reading::of_kind(stated.unwrap_or(Kind::Text));
            let data = &policy.data;
            Reading {
                decimal_comma: data.decimal.is_some_and(|mark| *mark == DecimalMark::Comma),
                date_format: match data.dates.first() {
                    Some(format) => format.value.clone(),
                    None => usual.date_format,
                },
                first_year: years::first_year(policy),
                ..usual
            }
        }
    }
}
