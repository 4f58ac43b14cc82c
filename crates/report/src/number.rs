//! Numbers as people write them: 5 and not 5.0 where a number is whole.

use serde::{Serialize, Serializer};

/// A number that is written without a fraction where it has none.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Beyond 2^53 a float is whole by accident.
        if self.0.fract() == 0.0 && self.0.abs() < 9e15 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
pub fn whole<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Number(*number).serialize(serializer)
}

#[expect(clippy::ref_option, reason = "serde hands out references")]
pub fn whole_or_null<S: Serializer>(
    number: &Option<f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    number.map(Number).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_fraction() {
        let shown = |number| serde_json::to_string(&Number(number)).unwrap();
        let shown = [5.0, 0.25, -3.0, 1e20, 0.0].map(shown);
        assert_eq!(
            shown,
            ["5", "0.25", "-3", "1e20", "0"]
                .map(String::from)
                .map(|text| text.replace("1e20", "1e+20"))
        );
    }
}
