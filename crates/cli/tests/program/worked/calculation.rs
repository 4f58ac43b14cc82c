//! Evaluates what an example calculates: `(3 * 1/3 + 2 * 1/2) / 8 = 0.375`.
//!
//! Sums, products, powers, brackets, absolute values between bars, and the functions `sqrt`, `ln`,
//! `log2` and `exp`. What stands right of an equals sign is rounded to as many digits as it has.

/// What is wrong with a calculation.
pub fn mistake(text: &str) -> Option<String> {
    let mut sides = text.split(" = ");
    let value = value(sides.next().unwrap_or_default());
    let is_right = |side: &str| {
        let digits = side.split_once('.').map_or(0, |(_, digits)| digits.len());
        let unit = 10_f64.powi(-i32::try_from(digits).unwrap_or(i32::MAX));
        let stated: Option<f64> = side.parse().ok();
        value.zip(stated).is_some_and(|(value, stated)| (value - stated).abs() <= 0.500_001 * unit)
    };
    let sides: Vec<&str> = sides.collect();
    let is_right = !sides.is_empty() && sides.into_iter().all(is_right);
    (!is_right).then(|| format!("`{text}` is {value:?}"))
}

/// The value of an expression; `None` if it cannot be read.
fn value(text: &str) -> Option<f64> {
    let mut reader = Reader { rest: text };
    let value = reader.sum()?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Takes a sign, if it is next.
    fn takes(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = if self.takes("-") { -self.product()? } else { self.product()? };
        loop {
            if self.takes("+") {
                value += self.product()?;
            } else if self.takes("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.power()?;
        loop {
            if self.takes("*") {
                value *= self.power()?;
            } else if self.takes("/") {
                value /= self.power()?;
            } else {
                return Some(value);
            }
        }
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.factor()?;
        if self.takes("^") { Some(base.powf(self.power()?)) } else { Some(base) }
    }

    fn factor(&mut self) -> Option<f64> {
        if self.takes("|") {
            return self.until("|").map(f64::abs);
        }
        if self.takes("(") {
            return self.until(")");
        }
        for (name, function) in FUNCTIONS {
            if self.takes(name) {
                return self.until(")").map(function);
            }
        }
        self.number()
    }

    fn until(&mut self, end: &str) -> Option<f64> {
        let value = self.sum()?;
        self.takes(end).then_some(value)
    }

    fn number(&mut self) -> Option<f64> {
        self.rest = self.rest.trim_start();
        let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok()
    }
}

type Function = fn(f64) -> f64;

const FUNCTIONS: [(&str, Function); 4] =
    [("sqrt(", f64::sqrt), ("log2(", f64::log2), ("ln(", f64::ln), ("exp(", f64::exp)];

#[test]
fn calculations_are_evaluated() {
    for right in [
        "1/3 = 0.3333",
        "2 + 3 * 4 = 14",
        "(2 + 3) * 4^2 / 8 = 10",
        "1/2 * (|2/3 - 2/8| + 1/8) = 0.27083",
        "2 ^ (-1 * log2(1/4)) = 4",
        "sqrt(2) * sqrt(2) - ln(exp(1)) = 1",
        "46/6 = 7.667 = 7.67",
    ] {
        assert_eq!(mistake(right), None);
    }
    for wrong in
        ["1/3 = 0.334", "1 + 1 = 3", "2 = two", "(1 + 1 = 2", "k = 2", "1/3 = 0.3333 = 0.4"]
    {
        assert!(mistake(wrong).is_some(), "{wrong}");
    }
}
