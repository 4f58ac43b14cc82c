//! Texts that stand for a missing value.

use ridotto_core::{Dictionary, Kind};

/// What people write where there is nothing.
const TEXTS: [&str; 19] = [
    "NA", "N/A", "n/a", "#N/A", "NULL", "null", "(null)", "NaN", "nan", "?", "-", "--", ".", "..",
    "missing", "k.A.", "k. A.", "n.d.", "s.o.",
];
/// What they write among numbers that are not negative.
const NUMBERS: [&str; 4] = ["-9", "-99", "-999", "-9999"];

/// The texts of a file's columns that stand for missing values; never a value of its own.
pub fn codes(columns: &[&Dictionary]) -> Vec<String> {
    let listed = TEXTS.into_iter().filter(|text| {
        let having = columns.iter().filter(|column| column.code(text).is_some());
        let mut having = having.peekable();
        having.peek().is_some() && having.all(|column| !is_value(text, column))
    });
    let numbers = NUMBERS.into_iter().filter(|text| {
        let mut having = columns.iter().filter(|column| column.code(text).is_some()).peekable();
        having.peek().is_some() && having.all(|column| stands_out(text, column))
    });
    listed.chain(numbers).map(str::to_owned).collect()
}

/// Whether a text is a value like the others of its column.
fn is_value(text: &str, column: &Dictionary) -> bool {
    let others = || column.texts().iter().filter(|other| *other != text);
    match text {
        // Namibia, among the codes of countries.
        "NA" => {
            let is_code =
                |text: &str| text.len() == 2 && text.chars().all(|c| c.is_ascii_uppercase());
            others().count() >= 3 && others().all(is_code)
        }
        // Negative, beside positive.
        "-" | "--" => others().any(|other| matches!(other, "+" | "++" | "+/-" | "±")),
        _ => false,
    }
}

/// Whether a negative number is the only one in a column of numbers.
fn stands_out(text: &str, column: &Dictionary) -> bool {
    let reading = column.reading();
    let is_other = |other: &&str| !NUMBERS.contains(other) && !TEXTS.contains(other);
    let others = || column.texts().iter().filter(is_other);
    let is_positive = |other: &str| other.parse::<f64>().is_ok_and(|number| number >= 0.0);
    matches!(reading.kind, Kind::Integer | Kind::Decimal | Kind::Text)
        && text.parse::<f64>().is_ok()
        && others().count() >= 5
        && others().all(|other| other.is_empty() || is_positive(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::Reading;

    fn column(texts: &[&str]) -> Dictionary {
        let reading = Reading::detect(texts.iter().copied(), None, &[]);
        Dictionary::of_labels(texts.iter().map(|text| Some(*text)), &reading).0
    }

    fn found(columns: &[&[&str]]) -> Vec<String> {
        let columns: Vec<Dictionary> = columns.iter().map(|texts| column(texts)).collect();
        codes(&columns.iter().collect::<Vec<_>>())
    }

    #[test]
    fn codes_are_told_from_values() {
        assert_eq!(found(&[&["a", "?"], &["1", "2", "NULL"]]), ["NULL", "?"]);
        assert_eq!(found(&[&["DE", "CH", "NA", "FR"]]), Vec::<String>::new());
        assert_eq!(found(&[&["DE", "CH", "NA", "Frankreich"]]), ["NA"]);
        assert_eq!(found(&[&["+", "-"]]), Vec::<String>::new());
        assert_eq!(found(&[&["ham", "-"]]), ["-"]);
    }

    #[test]
    fn numbers_stand_out_or_do_not() {
        assert_eq!(found(&[&["1", "2", "3", "4", "5", "-9"]]), ["-9"]);
        assert_eq!(found(&[&["1", "2", "3", "4", "5", "-9", "-3"]]), Vec::<String>::new());
        // In one column it is a value, so it is in none a code.
        let mixed: [&[&str]; 2] = [&["1", "2", "3", "4", "5", "-9"], &["-8", "-9", "-10"]];
        assert_eq!(found(&mixed), Vec::<String>::new());
    }
}
