//! Codes of all columns side by side, row by row.
//!
//! Output rows are picked from the input in random order. Where there are many, picking them from
//! each column would miss the cache once per cell; picked from packed rows they miss it once per
//! row.

use crate::{Problem, workers};
use ridotto_core::Codes;

/// From so many rows on, all rows are packed before any is picked.
const MANY: usize = 1 << 19;

/// The most memory to use for that.
const MOST: usize = 1 << 30;

/// Bytes of a row copied at once, if it has no more.
const COPY: usize = 16;

/// The columns that are packed.
#[derive(Default)]
pub(super) struct Packing<'a> {
    columns: Vec<(&'a Codes, Field)>,
    stride: usize,
}

/// Where a row has the code of a column.
#[derive(Clone, Copy)]
pub(super) struct Field {
    offset: usize,
    width: usize,
}

impl<'a> Packing<'a> {
    /// Adds a column.
    pub fn add(&mut self, codes: &'a Codes) -> Field {
        let width = match codes {
            Codes::U8(_) => 1,
            Codes::U16(_) => 2,
            Codes::U32(_) => 4,
        };
        let field = Field { offset: self.stride, width };
        self.columns.push((codes, field));
        self.stride += width;
        field
    }

    /// The bytes that the codes of a row take.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// All rows, `part` at a time, if they are so many that it is worth it.
    pub fn pack_all(&self, part: usize, threads: usize) -> Result<Option<Vec<u8>>, Problem> {
        let rows = self.columns.iter().map(|(codes, _)| codes.len()).max().unwrap_or(0);
        if rows < MANY || rows * self.stride > MOST {
            return Ok(None);
        }
        let mut packed = vec![0; rows * self.stride + COPY];
        let parts = packed[..rows * self.stride].chunks_mut(part * self.stride);
        workers::map(threads, parts.enumerate().collect(), |(at, into)| {
            let first = at * part;
            self.pack(&(first..first + into.len() / self.stride), into);
            Ok::<(), Problem>(())
        })?;
        Ok(Some(packed))
    }

    fn pack(&self, rows: &(impl Iterator<Item = usize> + Clone), into: &mut [u8]) {
        for &(codes, Field { offset, .. }) in &self.columns {
            let places = rows.clone().zip(into.chunks_exact_mut(self.stride));
            match codes {
                Codes::U8(codes) => places.for_each(|(row, into)| into[offset] = codes[row]),
                Codes::U16(codes) => places.for_each(|(row, into)| {
                    into[offset..offset + 2].copy_from_slice(&codes[row].to_le_bytes());
                }),
                Codes::U32(codes) => places.for_each(|(row, into)| {
                    into[offset..offset + 4].copy_from_slice(&codes[row].to_le_bytes());
                }),
            }
        }
    }

    /// The codes of some rows, from all that were packed, if they were.
    pub fn gather(&self, rows: &[u32], packed: Option<&[u8]>, into: &mut Vec<u8>) {
        let stride = self.stride;
        if stride == 0 {
            return;
        }
        into.resize(rows.len() * stride + COPY, 0);
        match packed {
            None => self.pack(&rows.iter().map(|&row| row as usize), into),
            Some(packed) if stride <= COPY => {
                for (at, &row) in rows.iter().enumerate() {
                    let codes: [u8; COPY] = bytes_at(packed, row as usize * stride);
                    into[at * stride..at * stride + COPY].copy_from_slice(&codes);
                }
            }
            Some(packed) => {
                for (into, &row) in into.chunks_exact_mut(stride).zip(rows) {
                    let from = row as usize * stride;
                    into.copy_from_slice(&packed[from..from + stride]);
                }
            }
        }
    }

    /// Calls `each` with a column's code in each of the packed rows and one of `places`.
    #[inline]
    pub fn for_each<T>(
        &self,
        Field { offset, width }: Field,
        packed: &[u8],
        places: impl Iterator<Item = T>,
        mut each: impl FnMut(usize, T),
    ) {
        let rows = places.zip(packed.chunks_exact(self.stride));
        match width {
            1 => rows.for_each(|(place, row)| each(row[offset].into(), place)),
            2 => rows.for_each(|(place, row)| {
                each(u16::from_le_bytes(bytes_at(row, offset)).into(), place);
            }),
            _ => rows.for_each(|(place, row)| {
                each(u32::from_le_bytes(bytes_at(row, offset)) as usize, place);
            }),
        }
    }
}

#[inline]
fn bytes_at<const N: usize>(bytes: &[u8], offset: usize) -> [u8; N] {
    bytes[offset..offset + N].try_into().expect("the slice has this length")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_or_not_rows_have_their_codes() {
        let rows = MANY + 1000;
        let codes: Vec<u32> = (0..rows as u32).collect();
        let few: Vec<u32> = codes.iter().map(|code| code % 7).collect();
        let some: Vec<u32> = codes.iter().map(|code| code % 1000).collect();
        for repeats in [1, 3] {
            let columns = [(&few, 7), (&some, 1000), (&codes, rows)];
            let columns = columns.map(|(codes, values)| Codes::from_codes(codes, values));
            let mut packing = Packing::default();
            let fields: Vec<Field> =
                columns.iter().cycle().take(3 * repeats).map(|codes| packing.add(codes)).collect();
            let packed = packing.pack_all(10_000, 2).unwrap().unwrap();
            let order: Vec<u32> = codes.iter().rev().step_by(999).copied().collect();
            for packed in [Some(&packed[..]), None] {
                let mut some = Vec::new();
                packing.gather(&order, packed, &mut some);
                for (field, column) in fields.iter().zip(columns.iter().cycle()) {
                    packing.for_each(*field, &some, order.iter(), |code, &row| {
                        assert_eq!(code as u32, column.get(row as usize));
                    });
                }
            }
        }
    }
}
