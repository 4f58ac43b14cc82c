//! Counts in messages, as people write them: `1 record`, `2 records`, `10,000 records`.

/// So many things, with the noun in the right number.
///
/// ```
/// use ridotto_core::count::counted;
///
/// assert_eq!(counted(1, "class", "classes"), "1 class");
/// assert_eq!(counted(2500, "class", "classes"), "2,500 classes");
/// ```
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A whole number with its digits in groups of three: `10,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Records, the noun that messages count most.
pub fn records(number: u64) -> String {
    counted(number, "record", "records")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one_and_all_others_are_many() {
        assert_eq!([0, 1, 2].map(records), ["0 records", "1 record", "2 records"]);
        let shown = [0, 999, 1000, 1_234_567, u64::MAX].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567", "18,446,744,073,709,551,615"]);
    }
}
