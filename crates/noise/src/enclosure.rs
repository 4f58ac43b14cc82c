//! Exponentials, logarithms and roots between two bounds: what conversions between notions of privacy
//! need, rounded so that nobody is promised too much.
//!
//! Numbers are whole multiples of 2⁻¹⁹². Every operation rounds the lower bound down and the upper
//! bound up, and series say what they leave out.

use crate::Exact;
use num_bigint::{BigInt, BigUint};

/// How fine the numbers are, in bits.
const BITS: u32 = 192;

/// Terms of a series: with at most a third to the power of two in each, what is left is below a unit.
const TERMS: u32 = 80;

/// e to a greater power is no number that a budget needs.
const MOST_POWER: u64 = 100_000;

/// A number that lies between two, which are counted in units of 2⁻¹⁹².
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Enclosure {
    low: BigInt,
    high: BigInt,
}

fn one() -> BigInt {
    BigInt::from(1) << BITS
}

fn floor_div(above: &BigInt, under: &BigInt) -> BigInt {
    let quotient = above / under;
    if &quotient * under > *above { quotient - 1 } else { quotient }
}

fn ceil_div(above: &BigInt, under: &BigInt) -> BigInt {
    -floor_div(&-above, under)
}

impl Enclosure {
    fn whole(number: u64) -> Self {
        let units = BigInt::from(number) << BITS;
        Self { low: units.clone(), high: units }
    }

    /// A fraction.
    pub(crate) fn of(number: &Exact) -> Self {
        let above = BigInt::from(number.numerator().clone()) << BITS;
        let under = BigInt::from(number.denominator().clone());
        Self { low: floor_div(&above, &under), high: ceil_div(&above, &under) }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self { low: &self.low - &other.high, high: &self.high - &other.low }
    }

    /// The product with a number that is not negative.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let product = |a: &BigInt, b: &BigInt| (a * b, one());
        // A negative number is furthest down with the greater factor.
        let is_below = |number: &BigInt| *number < BigInt::ZERO;
        let (low, unit) =
            product(&self.low, if is_below(&self.low) { &other.high } else { &other.low });
        let (high, _) =
            product(&self.high, if is_below(&self.high) { &other.low } else { &other.high });
        Self { low: floor_div(&low, &unit), high: ceil_div(&high, &unit) }
    }

    /// The quotient by a number that is surely above 0; `None` if it is not.
    pub(crate) fn over(&self, other: &Self) -> Option<Self> {
        if other.low <= BigInt::ZERO {
            return None;
        }
        let is_below = |number: &BigInt| *number < BigInt::ZERO;
        let (low, high) = (&self.low << BITS, &self.high << BITS);
        let under_low = if is_below(&self.low) { &other.low } else { &other.high };
        let under_high = if is_below(&self.high) { &other.high } else { &other.low };
        Some(Self { low: floor_div(&low, under_low), high: ceil_div(&high, under_high) })
    }

    /// e to a power; `None` if that is too large a number.
    pub(crate) fn exp(power: &Exact) -> Option<Self> {
        let wholes = power.floor().filter(|wholes| *wholes <= MOST_POWER)?;
        let rest = power.minus(&Exact::whole(wholes))?;
        let mut product = exp_of_part(&rest);
        let (mut base, mut left) = (exp_of_part(&Exact::whole(1)), wholes);
        while left > 0 {
            if left & 1 == 1 {
                product = product.times(&base);
            }
            left >>= 1;
            if left > 0 {
                base = base.times(&base);
            }
        }
        Some(product)
    }

    /// e to a negative power.
    pub(crate) fn exp_of_minus(power: &Exact) -> Self {
        match Self::exp(power) {
            Some(exp) => Self::whole(1).over(&exp).expect("e to a power is at least 1"),
            // Less than can be told from 0.
            None => Self { low: BigInt::ZERO, high: BigInt::from(1) },
        }
    }

    /// The natural logarithm of a number of at least 1; `None` of a smaller one.
    pub(crate) fn ln(number: &Exact) -> Option<Self> {
        if *number < Exact::whole(1) {
            return None;
        }
        // 2^doublings is not above the number, and twice that is.
        let mut doublings = number.floor().map_or_else(
            || number.numerator().bits() - number.denominator().bits(),
            |floor| u64::from(floor.ilog2()),
        );
        let mut part = divided(number, doublings);
        // For long numbers the guess may be one off.
        while part >= Exact::whole(2) {
            doublings += 1;
            part = divided(number, doublings);
        }
        while part < Exact::whole(1) {
            doublings -= 1;
            part = divided(number, doublings);
        }
        let two = ln_of_part(&Exact::whole(2));
        Some(ln_of_part(&part).plus(&two.times(&Self::whole(doublings))))
    }

    /// The square root of a number that is not negative.
    pub(crate) fn sqrt(number: &Exact) -> Self {
        let units = Self::of(number);
        let root = |units: &BigInt| (units.magnitude() << BITS).sqrt();
        let (low, high) = (root(&units.low), root(&units.high));
        Self { low: low.into(), high: BigInt::from(high) + 1 }
    }

    /// The upper bound, or 0 if it is below.
    pub(crate) fn upper(&self) -> Exact {
        fraction(&self.high)
    }

    /// The lower bound, or 0 if it is below.
    pub(crate) fn lower(&self) -> Exact {
        fraction(&self.low)
    }
}

fn fraction(units: &BigInt) -> Exact {
    let digits = BigUint::try_from(units.clone()).unwrap_or_default();
    Exact::of_parts(digits, BigUint::from(1_u32) << BITS)
}

fn divided(number: &Exact, doublings: u64) -> Exact {
    Exact::of_parts(number.numerator().clone(), number.denominator() << doublings)
}

/// e to a power between 0 and 1, by Taylor's series. What is left after so many terms is less than
/// twice the next term, which is far below one unit.
fn exp_of_part(power: &Exact) -> Enclosure {
    let x = Enclosure::of(power);
    let (mut sum, mut term) = (Enclosure::whole(1), Enclosure::whole(1));
    for number in 1..=TERMS {
        let number = BigInt::from(number);
        term = term.times(&x);
        term =
            Enclosure { low: floor_div(&term.low, &number), high: ceil_div(&term.high, &number) };
        sum = sum.plus(&term);
    }
    Enclosure { low: sum.low, high: sum.high + 1 }
}

/// The logarithm of a number from 1 to 2: twice the inverse hyperbolic tangent of z = (x − 1)/(x + 1),
/// which is at most a third, Σ 2 z^(2j+1)/(2j+1). What is left is less than the next term by 8/9.
fn ln_of_part(number: &Exact) -> Enclosure {
    let less = number.minus(&Exact::whole(1)).unwrap_or_else(Exact::zero);
    let more = number.plus(&Exact::whole(1));
    let z = Enclosure::of(&less.over(&more).expect("it is at least 2"));
    let square = z.times(&z);
    let (mut sum, mut power) = (Enclosure::whole(0), z);
    for term in 0..TERMS {
        let odd = BigInt::from(2 * term + 1);
        let part = Enclosure {
            low: floor_div(&(&power.low * 2), &odd),
            high: ceil_div(&(&power.high * 2), &odd),
        };
        sum = sum.plus(&part);
        power = power.times(&square);
    }
    Enclosure { low: sum.low, high: sum.high + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exact(text: &str) -> Exact {
        text.parse().unwrap()
    }

    /// A hundred terms of the series of e^x as one exact fraction: below the number, and with twice
    /// the next term above it, for x up to 4.
    fn series(power: &Exact) -> (Exact, Exact) {
        let (mut sum, mut term) = (Exact::whole(1), Exact::whole(1));
        for number in 1..100 {
            term = term.times(power).over(&Exact::whole(number)).unwrap();
            sum = sum.plus(&term);
        }
        (sum.clone(), sum.plus(&term))
    }

    #[test]
    fn exponentials_enclose_the_exact_series() {
        for text in ["0", "0.1", "1/3", "0.5", "1", "1.5", "2", "3.999", "4"] {
            let (low, high) = series(&exact(text));
            let got = Enclosure::exp(&exact(text)).unwrap();
            assert!(got.lower() <= high && low <= got.upper(), "{text}");
            let width = got.upper().minus(&got.lower()).unwrap();
            assert!(width < Exact::ratio(1, 1 << 126).unwrap(), "{text}");
            let minus = Enclosure::exp_of_minus(&exact(text));
            // Both bounds of e^-x times those of e^x are about 1.
            assert!(minus.lower().times(&low) <= Exact::whole(1));
            assert!(minus.upper().times(&high) >= Exact::whole(1));
        }
        assert_eq!(Enclosure::exp(&Exact::whole(MOST_POWER + 1)), None);
        assert!(Enclosure::exp_of_minus(&Exact::whole(u64::MAX)).upper() > Exact::zero());
    }

    #[test]
    fn logarithms_undo_exponentials() {
        for text in ["1", "1.1", "2", "3", "10", "1000000", "12345678901234567890123/7"] {
            let number = exact(text);
            let ln = Enclosure::ln(&number).unwrap();
            let below = Enclosure::exp(&ln.lower()).unwrap().lower();
            let above = Enclosure::exp(&ln.upper()).unwrap().upper();
            assert!(below <= number && number <= above, "{text}");
            let width = ln.upper().minus(&ln.lower()).unwrap();
            assert!(width < Exact::ratio(1, 1 << 126).unwrap(), "{text}");
        }
        assert_eq!(Enclosure::ln(&exact("0.99")), None);
    }

    proptest! {
        #[test]
        fn roots_enclose(above in 0_u64..1_000_000_000, under in 1_u64..1000) {
            let number = Exact::ratio(above.into(), under.into()).unwrap();
            let root = Enclosure::sqrt(&number);
            prop_assert!(root.lower().times(&root.lower()) <= number);
            prop_assert!(root.upper().times(&root.upper()) >= number);
        }

        #[test]
        fn arithmetic_encloses(a in 0_u64..10_000, b in 1_u64..10_000, c in 1_u64..10_000) {
            let number = |n: u64| Exact::ratio(n.into(), 977).unwrap();
            let (x, y, z) = (number(a), number(b), number(c));
            let (ex, ey, ez) = (Enclosure::of(&x), Enclosure::of(&y), Enclosure::of(&z));
            let got = ex.times(&ey).over(&ez).unwrap();
            let exact = x.times(&y).over(&z).unwrap();
            prop_assert!(got.lower() <= exact && exact <= got.upper());
            // Below 0 as well: (x − y)·z + y·z = x·z.
            let back = ex.minus(&ey).times(&ez).plus(&ey.times(&ez));
            prop_assert!(back.lower() <= x.times(&z) && x.times(&z) <= back.upper());
            let quotient = ex.minus(&ey).over(&ez).unwrap().plus(&ey.over(&ez).unwrap());
            let exact = x.over(&z).unwrap();
            prop_assert!(quotient.lower() <= exact && exact <= quotient.upper());
        }
    }
}
