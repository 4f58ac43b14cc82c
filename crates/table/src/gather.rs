//! Fresh arrays of chosen rows.
//!
//! The library's own kernels may keep what lies under a null or share buffers with their input.
//! Here each value is appended to a new array, and a null is appended as a null.

use arrow_array::builder::{BooleanBuilder, GenericStringBuilder, PrimitiveBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, NullArray, OffsetSizeTrait};
use arrow_schema::{DataType, TimeUnit};
use std::sync::Arc;

/// The chunks of a column, and where each begins.
pub struct Chunks<'a> {
    arrays: &'a [ArrayRef],
    /// The first row of each chunk.
    starts: Vec<usize>,
}

impl<'a> Chunks<'a> {
    /// The chunks of a column, one after the other.
    pub fn new(arrays: &'a [ArrayRef]) -> Self {
        let mut next = 0;
        let starts = arrays.iter().map(|array| {
            let start = next;
            next += array.len();
            start
        });
        Self { arrays, starts: starts.collect() }
    }

    /// The type; that of nothing if there is no chunk.
    pub fn data_type(&self) -> DataType {
        self.arrays.first().map_or(DataType::Null, |array| array.data_type().clone())
    }

    /// The chunk of a row, and the row's place in it.
    #[inline]
    pub fn place(&self, row: usize) -> (usize, usize) {
        let chunk = self.starts.partition_point(|&start| start <= row) - 1;
        (chunk, row - self.starts[chunk])
    }

    /// The values of some rows, in a new array. `None` marks a null.
    pub fn gather(&self, rows: impl ExactSizeIterator<Item = Option<u32>>) -> ArrayRef {
        let data_type = self.data_type();
        match &data_type {
            DataType::Boolean => self.booleans(rows),
            DataType::Utf8 => self.strings::<i32>(rows),
            DataType::LargeUtf8 => self.strings::<i64>(rows),
            DataType::Int8 => self.primitives::<Int8Type>(rows),
            DataType::Int16 => self.primitives::<Int16Type>(rows),
            DataType::Int32 => self.primitives::<Int32Type>(rows),
            DataType::Int64 => self.primitives::<Int64Type>(rows),
            DataType::UInt8 => self.primitives::<UInt8Type>(rows),
            DataType::UInt16 => self.primitives::<UInt16Type>(rows),
            DataType::UInt32 => self.primitives::<UInt32Type>(rows),
            DataType::UInt64 => self.primitives::<UInt64Type>(rows),
            DataType::Float32 => self.primitives::<Float32Type>(rows),
            DataType::Float64 => self.primitives::<Float64Type>(rows),
            DataType::Date32 => self.primitives::<Date32Type>(rows),
            DataType::Date64 => self.primitives::<Date64Type>(rows),
            DataType::Decimal128(_, _) => self.primitives::<Decimal128Type>(rows),
            DataType::Timestamp(unit, _) => match unit {
                TimeUnit::Second => self.primitives::<TimestampSecondType>(rows),
                TimeUnit::Millisecond => self.primitives::<TimestampMillisecondType>(rows),
                TimeUnit::Microsecond => self.primitives::<TimestampMicrosecondType>(rows),
                TimeUnit::Nanosecond => self.primitives::<TimestampNanosecondType>(rows),
            },
            _ => Arc::new(NullArray::new(rows.len())),
        }
    }

    fn primitives<T: ArrowPrimitiveType>(
        &self,
        rows: impl ExactSizeIterator<Item = Option<u32>>,
    ) -> ArrayRef {
        let arrays: Vec<_> = self.arrays.iter().map(AsArray::as_primitive::<T>).collect();
        let mut builder =
            PrimitiveBuilder::<T>::with_capacity(rows.len()).with_data_type(self.data_type());
        for row in rows {
            let value = row.and_then(|row| {
                let (chunk, at) = self.place(row as usize);
                arrays[chunk].is_valid(at).then(|| arrays[chunk].value(at))
            });
            builder.append_option(value);
        }
        Arc::new(builder.finish())
    }

    fn strings<O: OffsetSizeTrait>(
        &self,
        rows: impl ExactSizeIterator<Item = Option<u32>>,
    ) -> ArrayRef {
        let arrays: Vec<_> = self.arrays.iter().map(AsArray::as_string::<O>).collect();
        let mut builder = GenericStringBuilder::<O>::with_capacity(rows.len(), rows.len() * 8);
        for row in rows {
            let value = row.and_then(|row| {
                let (chunk, at) = self.place(row as usize);
                arrays[chunk].is_valid(at).then(|| arrays[chunk].value(at))
            });
            builder.append_option(value);
        }
        Arc::new(builder.finish())
    }

    fn booleans(&self, rows: impl ExactSizeIterator<Item = Option<u32>>) -> ArrayRef {
        let arrays: Vec<_> = self.arrays.iter().map(AsArray::as_boolean).collect();
        let mut builder = BooleanBuilder::with_capacity(rows.len());
        for row in rows {
            let value = row.and_then(|row| {
                let (chunk, at) = self.place(row as usize);
                arrays[chunk].is_valid(at).then(|| arrays[chunk].value(at))
            });
            builder.append_option(value);
        }
        Arc::new(builder.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Int32Array, StringArray};
    use arrow_buffer::{NullBuffer, ScalarBuffer};

    #[test]
    fn rows_come_from_their_chunks() {
        let chunks: Vec<ArrayRef> = vec![
            Arc::new(StringArray::from(vec![Some("a"), None])),
            Arc::new(StringArray::from(Vec::<&str>::new())),
            Arc::new(StringArray::from(vec!["b", "c", "d"]).slice(1, 2)),
        ];
        let rows = [3, 0, 1, 2].map(Some).into_iter().chain([None]).collect::<Vec<_>>();
        let got = Chunks::new(&chunks).gather(rows.into_iter());
        let expected = StringArray::from(vec![Some("d"), Some("a"), None, Some("c"), None]);
        assert_eq!(got.as_string::<i32>(), &expected);
    }

    #[test]
    fn what_lies_under_a_null_stays_there() {
        let values = ScalarBuffer::from(vec![1234, 5678]);
        let hidden = Int32Array::new(values, Some(NullBuffer::from(vec![false, true])));
        let chunks: Vec<ArrayRef> = vec![Arc::new(hidden)];
        let got = Chunks::new(&chunks).gather([Some(0), Some(1)].into_iter());
        assert_eq!(got.as_primitive::<Int32Type>().values(), &[0, 5678]);
        assert!(got.is_null(0));
    }
}
