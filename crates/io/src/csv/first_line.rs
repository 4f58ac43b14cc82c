//! Is the first line a header, or is it somebody's record?
//!
//! Files without names are common, and a program that takes the first record for names shows a person
//! in its first message. So names are looked at before anybody sees them: a name that stands again
//! below it, a day, an address, or mostly numbers are values.

use super::record::{cells, end_of_record};
use ridotto_core::{Kind, Reading};

/// Records that are looked at.
const RECORDS: usize = 100;

/// How a column is called that has no name.
const UNNAMED: &str = "column-";

/// The names of columns that have none: `column-1`, `column-2`, ….
pub(crate) fn unnamed(columns: usize) -> Vec<String> {
    (1..=columns).map(|number| format!("{UNNAMED}{number}")).collect()
}

/// Whether these are names that we have made: some of them may have been left out since.
pub(crate) fn are_unnamed(names: &[String]) -> bool {
    names.iter().all(|name| {
        let number = name.strip_prefix(UNNAMED);
        number.is_some_and(|number| number.parse::<u32>().is_ok_and(|number| number > 0))
    })
}

/// Whether the first line looks like a record; `below` is what follows it.
pub(super) fn is_record(names: &[String], below: &[u8], delimiter: u8, quote: u8) -> bool {
    look_like_values(names.iter().map(String::as_str)) || recur(names, below, delimiter, quote)
}

/// Whether some of the names can only be values, or most are numbers.
pub(crate) fn look_like_values<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let (mut numbers, mut all) = (0, 0);
    for (name, place) in names.zip(0_i64..) {
        all += 1;
        let name = name.trim();
        let is_address = name.contains('@') && name.contains('.');
        if is_address || Reading::detect([name].into_iter(), None, &[]).kind == Kind::Date {
            return true;
        }
        // Years are names in tables of figures, and places in what other programs write.
        let whole = name.parse::<i64>();
        let is_usual =
            whole.is_ok_and(|it| (1900..=2100).contains(&it) || (place..=place + 1).contains(&it));
        numbers += usize::from(name.parse::<f64>().is_ok() && !is_usual);
    }
    numbers * 2 >= all && numbers > 0
}

/// Whether a name stands again in its column. A line that is all of them is the header once more.
fn recur(names: &[String], mut below: &[u8], delimiter: u8, quote: u8) -> bool {
    for _ in 0..RECORDS {
        let Some(end) = end_of_record(below, quote) else { return false };
        let record = std::str::from_utf8(&below[..end]).ok();
        let cells = record.and_then(|it| cells(it, char::from(delimiter), char::from(quote)).ok());
        let alike = |cells: &Vec<String>| {
            let pairs = cells.iter().zip(names).filter(|(cell, _)| !cell.is_empty());
            pairs.filter(|(cell, name)| cell == name).count()
        };
        if cells.as_ref().is_some_and(|cells| cells != names && alike(cells) > 0) {
            return true;
        }
        below = &below[end..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_record(file: &str) -> bool {
        let end = end_of_record(file.as_bytes(), b'"').unwrap();
        let names = cells(&file[..end], ',', '"').unwrap();
        super::is_record(&names, &file.as_bytes()[end..], b',', b'"')
    }

    #[test]
    fn records_are_told_from_names() {
        for file in [
            "John Smith,34,53711,flu\nJane Doe,41,53703,gout\n",
            "John Smith,m,flu\nJane Doe,f,gout\nJim Roe,m,cold\n",
            "Ada,1964-04-12\nBea,1970-01-01\n",
            "Ada,12.04.1964\nBea,01.01.1970\n",
            "ada@example.org,x\nbea@example.org,y\n",
        ] {
            assert!(is_record(file), "{file}");
        }
        for file in [
            "name,age,town,illness\nAda,31,Alba,flu\nBea,33,Berg,flu\n",
            "country,2019,2020\nIT,5.1,5.2\n",
            "0,1,2\na,b,c\n",
            "1,2,3\n7,8,9\n",
            "age,q25,q50\n31,1,2\n",
            "name,age\nAda,31\nname,age\nBea,33\n",
            "name,,x\nAda,,1\n",
        ] {
            assert!(!is_record(file), "{file}");
        }
    }

    #[test]
    fn our_own_names_are_known_again() {
        assert!(are_unnamed(&unnamed(12)) && are_unnamed(&["column-7".into(), "column-2".into()]));
        assert!(!are_unnamed(&["column-1".into(), "age".into()]));
        assert!(!are_unnamed(&["column-0".into()]) && !are_unnamed(&["column-".into()]));
    }
}
