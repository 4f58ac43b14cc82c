//! What parts the cells, where nobody says it.

/// Records that decide about the delimiter.
const RECORDS: usize = 200;

const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The delimiter of a text that begins with the column names: the candidate that parts most records
/// into as many cells as the names, and, among those equally good, into most cells. Where no
/// candidate parts the names, there is one column and `otherwise` is as good as any.
pub(super) fn delimiter(text: &[u8], quote: u8, otherwise: u8) -> u8 {
    let counts = cells_by_candidate(text, quote);
    let score = |candidate: usize| {
        let names = counts.first().map_or(1, |record| record[candidate]);
        let alike = counts.iter().filter(|record| record[candidate] == names).count();
        (names > 1).then_some((alike, names, CANDIDATES[candidate] == otherwise))
    };
    (0..CANDIDATES.len())
        .rev()
        .filter_map(|candidate| Some((score(candidate)?, CANDIDATES[candidate])))
        .max_by_key(|&(score, _)| score)
        .map_or(otherwise, |(_, delimiter)| delimiter)
}

/// How many cells each of the first records would have.
fn cells_by_candidate(text: &[u8], quote: u8) -> Vec<[usize; CANDIDATES.len()]> {
    let (mut records, mut inside) = (Vec::new(), false);
    let mut cells = [1; CANDIDATES.len()];
    for &byte in text {
        inside ^= byte == quote;
        if inside {
            continue;
        }
        if byte == b'\n' {
            records.push(std::mem::replace(&mut cells, [1; CANDIDATES.len()]));
            if records.len() == RECORDS {
                return records;
            }
        } else if let Some(candidate) = CANDIDATES.iter().position(|&one| one == byte) {
            cells[candidate] += 1;
        }
    }
    if records.is_empty() {
        records.push(cells);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_the_one_that_parts_records_alike() {
        for (text, expected) in [
            ("a,b\n1,2\n", b','),
            ("a;b\n1,5;2,5\n", b';'),
            ("a\tb\n1,2\t3\n", b'\t'),
            ("a|b|c\n1|2|3\n", b'|'),
            ("\"a;b;c\",d\n\"1;2\",3\n", b','),
            ("a,b;c;d\n1,2;3;4\n", b';'),
            ("name\nMiller, J.\nSmith, K.\n", b','),
            ("a;b\n", b';'),
            ("a;b", b';'),
            ("", b','),
            ("a;b,c\n1;2\n3;4\n5;6,7\n", b';'),
        ] {
            assert_eq!(delimiter(text.as_bytes(), b'"', b','), expected, "{text:?}");
        }
        assert_eq!(delimiter(b"a\n1\n", b'"', b'\t'), b'\t');
    }
}
