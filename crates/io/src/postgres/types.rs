//! Which type of Arrow a type of PostgreSQL is, and back.

use arrow_schema::{DataType, TimeUnit};
use postgres::types::Type;

/// The type in which the texts of a column are read. `None` if they tell it themselves: numbers of any
/// length and fraction. Whatever has no type of its own here is text, as the server writes it.
pub(super) fn of_column(of: &Type, modifier: i32) -> Option<DataType> {
    Some(match *of {
        Type::BOOL => DataType::Boolean,
        Type::INT2 => DataType::Int16,
        Type::INT4 => DataType::Int32,
        Type::INT8 => DataType::Int64,
        Type::FLOAT4 => DataType::Float32,
        Type::FLOAT8 => DataType::Float64,
        Type::DATE => DataType::Date32,
        Type::TIMESTAMP => DataType::Timestamp(TimeUnit::Microsecond, None),
        Type::TIMESTAMPTZ => DataType::Timestamp(TimeUnit::Microsecond, Some("+00:00".into())),
        Type::NUMERIC => return decimal(modifier),
        _ => DataType::Utf8,
    })
}

/// A number of fixed length: its modifier has both, after the length of a header.
fn decimal(modifier: i32) -> Option<DataType> {
    let both = modifier.checked_sub(4).filter(|both| *both >= 0)?;
    let precision = u8::try_from(both >> 16 & 0xFFFF).ok()?;
    let scale = i8::try_from(both & 0x7FF).ok()?;
    let is_held = (1..=38).contains(&precision) && scale.unsigned_abs() <= precision;
    is_held.then_some(DataType::Decimal128(precision, scale))
}

/// The type of the column in which values are written.
pub(super) fn of_values(data_type: &DataType) -> String {
    match data_type {
        DataType::Boolean => "boolean".to_owned(),
        DataType::Int8 | DataType::UInt8 | DataType::Int16 => "smallint".to_owned(),
        DataType::UInt16 | DataType::Int32 => "integer".to_owned(),
        DataType::UInt32 | DataType::Int64 => "bigint".to_owned(),
        DataType::UInt64 => "numeric(20,0)".to_owned(),
        DataType::Float32 => "real".to_owned(),
        DataType::Float64 => "double precision".to_owned(),
        DataType::Decimal128(precision, scale) if *scale >= 0 => {
            format!("numeric({precision},{scale})")
        }
        DataType::Date32 => "date".to_owned(),
        DataType::Timestamp(unit, zone) if *unit != TimeUnit::Nanosecond => {
            if zone.is_some() { "timestamptz" } else { "timestamp" }.to_owned()
        }
        _ => "text".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_come_back() {
        for data_type in [
            DataType::Boolean,
            DataType::Int16,
            DataType::Int64,
            DataType::Float64,
            DataType::Utf8,
            DataType::Date32,
        ] {
            let name = of_values(&data_type);
            let of = match name.as_str() {
                "boolean" => Type::BOOL,
                "smallint" => Type::INT2,
                "bigint" => Type::INT8,
                "double precision" => Type::FLOAT8,
                "date" => Type::DATE,
                _ => Type::TEXT,
            };
            assert_eq!(of_column(&of, -1), Some(data_type));
        }
        assert_eq!(
            of_column(&Type::NUMERIC, (10 << 16 | 2) + 4),
            Some(DataType::Decimal128(10, 2))
        );
        assert_eq!(of_column(&Type::NUMERIC, -1), None);
        assert_eq!(of_column(&Type::NUMERIC, (50 << 16 | 2) + 4), None);
        assert_eq!(of_column(&Type::UUID, -1), Some(DataType::Utf8));
    }
}
