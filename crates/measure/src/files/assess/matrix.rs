//! The matrix of a bilinear form, as a person writes it: a line of column names, and a line of numbers
//! for each of them.

use crate::linkage::aggregation::factor;
use ridotto_release::Error;
use std::path::Path;

/// Reads the names of columns and the matrix of their differences, row by row.
pub fn read_matrix(path: &Path) -> Result<(Vec<String>, Vec<f64>), Error> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::Usage {
        message: format!("{}: {error}", path.display()),
        hint: "a file with a line of column names, and a line of numbers for each of them".into(),
    })?;
    parse(&text).map_err(|wrong| Error::Usage {
        message: format!("{}: {wrong}", path.display()),
        hint: "write the column names in the first line, parted by commas, and below them a \
               symmetric matrix that makes no distance negative"
            .into(),
    })
}

fn parse(text: &str) -> Result<(Vec<String>, Vec<f64>), &'static str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let parts = |line: &str| -> Vec<String> {
        line.split([',', ';', '\t']).map(|part| part.trim().to_owned()).collect()
    };
    let names = lines.next().map(parts).ok_or("there is nothing in it")?;
    let numbers: Option<Vec<f64>> =
        lines.flat_map(parts).map(|number| number.parse().ok()).collect();
    let matrix = numbers.ok_or("something below the names is no number")?;
    if matrix.len() != names.len() * names.len() {
        return Err("there are not as many lines, and numbers in each, as names");
    }
    factor(&matrix, names.len())
        .ok_or("the matrix is not symmetric, or makes distances negative")?;
    Ok((names, matrix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_are_read_and_wrong_ones_refused() {
        let (names, matrix) = parse("a, b\n2,1\n\n1,2\n").unwrap();
        assert_eq!((names, matrix), (vec!["a".into(), "b".into()], vec![2.0, 1.0, 1.0, 2.0]));
        for wrong in ["", "a,b\n1,2\n", "a,b\n1,0\n0,x\n", "a,b\n1,2\n2,1\n", "a,b\n1,0\n1,1\n"] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
