//! The shape of a value: which characters may change, and to what.
//!
//! A digit stays a digit, a small letter a small letter and a capital a capital; everything else in
//! ASCII (blanks, hyphens, points, slashes) stays where it is. The changing characters of a
//! value are one number in a mixed radix, below the number of values that have its shape.

/// A shape that fewer values have is refused: NIST SP 800-38G Revision 1 (draft of 2019) asks for a
/// million, because by tables and guesses a smaller one can be found out.
pub const SMALLEST_DOMAIN: u128 = 1_000_000;

/// What a character may become.
fn class(byte: u8) -> Option<(u8, u8)> {
    match byte {
        b'0'..=b'9' => Some((b'0', 10)),
        b'a'..=b'z' => Some((b'a', 26)),
        b'A'..=b'Z' => Some((b'A', 26)),
        _ => None,
    }
}

/// Whether every character is one that has a shape.
pub(crate) fn is_known(value: &str) -> bool {
    value.is_ascii()
}

/// The shape as a text: `00-aA` for `17-xY`. Values of the same shape have the same one.
pub(crate) fn shape(value: &str) -> String {
    let letter = |byte: u8| char::from(class(byte).map_or(byte, |(first, _)| first));
    value.bytes().map(letter).collect()
}

/// Whether nothing but digits changes.
pub(crate) fn has_only_digits(value: &str) -> bool {
    !value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The digits of a value.
pub(crate) fn digits(value: &str) -> Vec<u16> {
    value.bytes().filter(u8::is_ascii_digit).map(|byte| u16::from(byte - b'0')).collect()
}

/// A value with other digits in the places of its own.
pub(crate) fn with_digits(value: &str, digits: &[u16]) -> String {
    let mut next = digits.iter();
    let mut put = |byte: u8| match byte {
        b'0'..=b'9' => b'0' + next.next().map_or(0, |&digit| digit as u8),
        other => other,
    };
    value.bytes().map(|byte| char::from(put(byte))).collect()
}

/// How many values have this shape; `None` beyond 2^120.
pub(crate) fn values(value: &str) -> Option<u128> {
    let radices = value.bytes().filter_map(class).map(|(_, radix)| u128::from(radix));
    let mut values = 1_u128;
    for radix in radices {
        values = values.checked_mul(radix).filter(|&values| values < 1 << 120)?;
    }
    Some(values)
}

/// The number of a value among those of its shape.
pub(crate) fn rank(value: &str) -> u128 {
    let add = |rank: u128, byte: u8| match class(byte) {
        Some((first, radix)) => rank * u128::from(radix) + u128::from(byte - first),
        None => rank,
    };
    value.bytes().fold(0, add)
}

/// The value of a number, in the shape of another value.
pub(crate) fn unrank(mut rank: u128, shape: &str) -> String {
    let mut bytes = shape.as_bytes().to_vec();
    for byte in bytes.iter_mut().rev() {
        if let Some((first, radix)) = class(*byte) {
            let radix = u128::from(radix);
            *byte = first + (rank % radix) as u8;
            rank /= radix;
        }
    }
    bytes.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shapes_are_what_they_should_be() {
        assert_eq!(shape("AB-12.x 9"), "AA-00.a 0");
        assert_eq!(values("AB-12"), Some(26 * 26 * 100));
        assert_eq!((rank("AA-00"), rank("AB-12")), (0, 112));
        assert_eq!(unrank(112, "ZZ-99"), "AB-12");
        assert_eq!(values("--"), Some(1));
        assert_eq!(values(&"a".repeat(25)), Some(26_u128.pow(25)));
        assert_eq!(values(&"a".repeat(26)), None);
        assert_eq!(with_digits("1-2x3", &[7, 8, 9]), "7-8x9");
    }

    proptest! {
        #[test]
        fn ranks_are_read_back(value in "[a-zA-Z0-9 ./-]{0,18}") {
            prop_assert_eq!(unrank(rank(&value), &value), value.clone());
            prop_assert!(rank(&value) < values(&value).unwrap());
            prop_assert_eq!(with_digits(&value, &digits(&value)), value);
        }
    }
}
