//! Oracle: bounds of models, as they were kept before all numbers were one.
use std::cmp::Ordering;
use std::fmt;

/// A number that is not negative, as one whole number over another, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    above: u64,
    below: u64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { above: 0, below: 1 };
    /// One whole.
    pub const ONE: Self = Self { above: 1, below: 1 };

    /// `above / below`; `None` if `below` is 0.
    pub fn new(above: u64, below: u64) -> Option<Self> {
        if below == 0 {
            return None;
        }
        let divisor = common_divisor(above, below);
        Some(Self { above: above / divisor, below: below / divisor })
    }

    /// The decimal number that is meant: the shortest one that reads as `number`, so that 0.2 is
    /// one fifth. `None` if it is negative, not a number, or has more digits than 64 bits hold.
    pub fn from_decimal(number: f64) -> Option<Self> {
        if !number.is_finite() || number.is_sign_negative() && number != 0.0 {
            return None;
        }
        let text = number.abs().to_string();
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let above = format!("{whole}{part}").parse().ok()?;
        Self::new(above, 10_u64.checked_pow(part.len().try_into().ok()?)?)
    }

    /// A whole number.
    pub fn whole(number: u64) -> Self {
        Self { above: number, below: 1 }
    }

    /// The number above the line.
    pub fn above(self) -> u64 {
        self.above
    }

    /// The number below the line, never 0.
    pub fn below(self) -> u64 {
        self.below
    }

    /// The nearest binary number.
    pub fn value(self) -> f64 {
        self.above as f64 / self.below as f64
    }

    /// How `count / of` compares with this fraction; `of` is not 0. Exact for all numbers.
    pub fn compare_share(self, count: u128, of: u128) -> Ordering {
        let (above, below) = (u128::from(self.above), u128::from(self.below));
        match (count.checked_mul(below), above.checked_mul(of)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => compare(count, of, above, below),
        }
    }

    /// Whether `count / of` is at most this fraction.
    pub fn is_at_least(self, count: u128, of: u128) -> bool {
        self.compare_share(count, of).is_le()
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(self.above, other.below).cmp(&product(other.above, self.below))
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.above, self.below)
    }
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Compares `a / b` with `c / d` where products would not fit: whole parts first, then the rests
/// turned over, as Euclid does.
fn compare(mut a: u128, mut b: u128, mut c: u128, mut d: u128) -> Ordering {
    loop {
        let whole = (a / b).cmp(&(c / d));
        let rests = (a % b, c % d);
        match (whole, rests) {
            (Ordering::Equal, (0, 0)) => return Ordering::Equal,
            (Ordering::Equal, (0, _)) => return Ordering::Less,
            (Ordering::Equal, (_, 0)) => return Ordering::Greater,
            // a/b < c/d if and only if d/(c mod d) < b/(a mod b).
            (Ordering::Equal, (left, right)) => (a, b, c, d) = (d, right, b, left),
            (decided, _) => return decided,
        }
    }
}
