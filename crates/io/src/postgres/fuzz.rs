//! What must hold of anything that a server may send.

use super::source::each_batch;
use crate::{Known, columnar::shows, texts};
use arrow_array::Array;
use arrow_schema::{DataType, TimeUnit};

/// Reads bytes as rows of `COPY`: the first byte says of how many columns, the second of which types.
/// There are as many rows as lines, all with a text or none in each column, or there is an error; no
/// error has `secret` in it.
#[doc(hidden)]
pub fn fuzz_copy(data: &[u8], secret: &str) {
    let [width, types, bytes @ ..] = data else { return };
    let columns: Vec<Known> = (0..width % 5).map(|at| known(at, types.wrapping_add(at))).collect();
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').count();
    let (mut rows, mut counted) = (bytes, 0);
    let read = each_batch(&mut rows, columns, &mut |batch| {
        counted += batch.num_rows();
        for column in batch.columns() {
            let texts = texts(column).expect("every type has a text");
            assert_eq!(texts.len(), batch.num_rows());
        }
        true
    });
    match read {
        Ok(all) => assert!(all && counted == lines, "{counted} rows of {lines} lines"),
        Err(problem) => assert!(!shows(&problem, secret), "an error shows a cell"),
    }
}

fn known(at: u8, data_type: u8) -> Known {
    let types = [
        Some(DataType::Utf8),
        None,
        Some(DataType::Boolean),
        Some(DataType::Int16),
        Some(DataType::Int64),
        Some(DataType::Float64),
        Some(DataType::Decimal128(10, 2)),
        Some(DataType::Date32),
        Some(DataType::Timestamp(TimeUnit::Microsecond, None)),
        Some(DataType::Timestamp(TimeUnit::Microsecond, Some("+00:00".into()))),
    ];
    let told = types[usize::from(data_type) % types.len()].clone();
    Known { name: format!("c{at}"), data_type: told.clone(), told }
}
