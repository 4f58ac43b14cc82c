//! Comparing decimals with parts of a whole, with differences and with multiples, exactly.

use super::Decimal;
use std::cmp::Ordering;

impl Decimal {
    /// The greatest decimal that is at most `count / of`; `of` is not 0.
    pub fn floor_share(count: u64, of: u64) -> Self {
        let (count, of) = (u128::from(count), u128::from(of));
        // Below 2^64 times 10^18, with what is whole.
        let units = count / of * super::PARTS + count % of * super::PARTS / of;
        Self::new(units.cast_signed(), Self::MOST_PLACES)
    }

    /// The least decimal that is at least `count / of`; `of` is not 0.
    ///
    /// ```
    /// use ridotto_catalogue::Decimal;
    /// let third = Decimal::ceil_share(1, 3);
    /// assert!(third.is_at_least(1, 3) && !Decimal::floor_share(1, 3).is_at_least(1, 3));
    /// assert_eq!(Decimal::ceil_share(1, 4), "0.25".parse().unwrap());
    /// ```
    pub fn ceil_share(count: u64, of: u64) -> Self {
        let floor = Self::floor_share(count, of);
        if floor.cmp_share(count.into(), of.into()).is_eq() {
            return floor;
        }
        let units = floor.checked_units(Self::MOST_PLACES).expect("shares of 64 bits fit");
        Self::new(units + 1, Self::MOST_PLACES)
    }

    /// How `count / of` compares with this number; `of` is not 0. Exact for all numbers.
    pub fn cmp_share(self, count: u128, of: u128) -> Ordering {
        let Ok(digits) = u128::try_from(self.digits) else { return Ordering::Greater };
        let one = 10_u128.pow(self.places);
        match (count.checked_mul(one), digits.checked_mul(of)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => ratios(count, of, digits, one),
        }
    }

    /// Whether `count / of` is at most this number.
    pub fn is_at_least(self, count: u128, of: u128) -> bool {
        self.cmp_share(count, of).is_le()
    }

    /// Whether this is a whole number of times `other`; never so if `other` is zero.
    pub fn is_multiple_of(self, other: Self) -> bool {
        let places = self.places.max(other.places);
        match other.checked_units(places).map(i128::unsigned_abs) {
            Some(0) => false,
            Some(unit) => {
                let mut rest = self.digits.unsigned_abs() % unit;
                for _ in self.places..places {
                    rest = ten_times(rest, unit);
                }
                rest == 0
            }
            // The other one is greater than any number with so many places.
            None => self.digits == 0,
        }
    }

    /// How far it is from this number to a greater one, as the nearest binary number.
    pub fn gap(self, greater: Self) -> f64 {
        match greater.checked_sub(self) {
            Some(gap) => gap.digits as f64 / 10_f64.powi(gap.places.cast_signed()),
            None => greater.to_f64() - self.to_f64(),
        }
    }

    /// How far it is from this number to a greater one, compared with another number, exactly.
    pub fn compare_gap(self, greater: Self, gap: Self) -> Ordering {
        let ((from, from_rest), (to, to_rest)) = (self.parts(), greater.parts());
        let (rest, borrow) = match to_rest.checked_sub(from_rest) {
            Some(rest) => (rest, 0),
            None => (to_rest + super::PARTS - from_rest, 1),
        };
        match to.checked_sub(from).and_then(|whole| whole.checked_sub(borrow)) {
            Some(whole) => (whole, rest).cmp(&gap.parts()),
            // Further apart than any number is from 0.
            None => to.cmp(&from),
        }
    }
}

/// `10 * rest` modulo a number that is above `rest` and at most 2^127.
fn ten_times(rest: u128, modulo: u128) -> u128 {
    let plus = |a: u128, b: u128| (a + b) % modulo;
    let two = plus(rest, rest);
    let four = plus(two, two);
    plus(plus(four, four), two)
}

/// Compares `a / b` with `c / d` where products would not fit: whole parts first, then the rests
/// turned over, as Euclid does.
fn ratios(mut a: u128, mut b: u128, mut c: u128, mut d: u128) -> Ordering {
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
