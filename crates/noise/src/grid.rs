//! From numbers to whole steps and back: values are cut off at declared bounds and rounded to a
//! declared grid before noise, so that noise is a whole number and its sensitivity is exact.

use crate::NoiseError;

/// A decimal number: units of 10^-places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The units.
    pub digits: i128,
    /// How many digits stand behind the point.
    pub places: u32,
}

/// Bounds and a step between them.
///
/// # Sensitivity
/// Two values within the bounds are [`steps`](Self::steps) apart at most: each becomes a whole number
/// from 0 to `steps`, whatever it was, and that is what noise is added to. So rounding is counted, and
/// nothing else is: what was lost by it is lost before noise is drawn. If the step does not divide the
/// range, the last step reaches beyond the upper bound and counts as a whole one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Of the lower bound and of a step, in units of 10^-places.
    lower: i128,
    step: i128,
    places: u32,
    steps: u64,
}

/// More steps are not told apart in the numbers that data have.
const MOST_STEPS: u64 = 1 << 53;

impl Grid {
    /// A grid of this step between two bounds, which must not come from the data.
    pub fn new(lower: Decimal, upper: Decimal, step: Decimal) -> Result<Self, NoiseError> {
        let places = lower.places.max(upper.places).max(step.places);
        let units = |of: Decimal| {
            let scale = 10_i128.checked_pow(places - of.places)?;
            of.digits.checked_mul(scale)
        };
        let (lower, upper) = units(lower).zip(units(upper)).ok_or(NoiseError::Bounds)?;
        let step = units(step).ok_or(NoiseError::Step)?;
        let range = upper.checked_sub(lower).filter(|range| *range > 0);
        let range = range.ok_or(NoiseError::Bounds)?;
        if step <= 0 {
            return Err(NoiseError::Step);
        }
        let steps = range / step + i128::from(range % step > 0);
        let steps = u64::try_from(steps).ok().filter(|steps| *steps <= MOST_STEPS);
        Ok(Self { lower, step, places, steps: steps.ok_or(NoiseError::Step)? })
    }

    /// How many steps apart two values are at most.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The step as a number.
    pub fn step(&self) -> f64 {
        self.value_of(self.step)
    }

    /// The whole number of steps from the lower bound that is nearest to a value; of one beyond the
    /// bounds, the end. `None` if it is no number. Numbers are compared in floating point, which is
    /// a function of this value alone and so moves no neighbour further than the ends.
    pub fn place(&self, value: f64) -> Option<i64> {
        if value.is_nan() {
            return None;
        }
        let steps = (value - self.value_of(self.lower)) / self.step();
        // Casts of floating point end at the ends.
        Some((steps.round() as i64).clamp(0, self.steps.cast_signed()))
    }

    /// The number at so many steps from the lower bound, which may lie beyond the bounds.
    pub fn value(&self, place: i64) -> f64 {
        self.value_of(self.lower.saturating_add(self.step.saturating_mul(i128::from(place))))
    }

    /// The same, at the bounds if it is beyond them.
    pub fn value_within(&self, place: i64) -> f64 {
        self.value(place.clamp(0, self.steps.cast_signed()))
    }

    fn value_of(&self, units: i128) -> f64 {
        // Both are exact up to 2^53 and 10^22, and then the quotient is the nearest number.
        units as f64 / 10_f64.powi(self.places.cast_signed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(digits: i128, places: u32) -> Decimal {
        Decimal { digits, places }
    }

    #[test]
    fn places_are_steps_from_the_lower_bound() {
        let grid = Grid::new(decimal(-15, 1), decimal(10, 0), decimal(25, 2)).unwrap();
        assert_eq!(grid.steps(), 46);
        for (value, place) in [
            (-1.5, 0),
            (-1.3, 1),
            (0.0, 6),
            (10.0, 46),
            (1e300, 46),
            (f64::INFINITY, 46),
            (f64::NEG_INFINITY, 0),
        ] {
            assert_eq!(grid.place(value), Some(place), "{value}");
        }
        assert_eq!(grid.place(f64::NAN), None);
        assert_eq!((grid.value(6), grid.value(-4)), (0.0, -2.5));
        assert_eq!((grid.value_within(-4), grid.value_within(99)), (-1.5, 10.0));
        // The last step reaches beyond: 10 in steps of 3 are four.
        let odd = Grid::new(decimal(0, 0), decimal(10, 0), decimal(3, 0)).unwrap();
        assert_eq!(odd.steps(), 4);
    }

    #[test]
    fn senseless_grids_are_refused() {
        let (zero, one) = (decimal(0, 0), decimal(1, 0));
        assert!(matches!(Grid::new(one, zero, one), Err(NoiseError::Bounds)));
        assert!(matches!(Grid::new(one, one, one), Err(NoiseError::Bounds)));
        assert!(matches!(Grid::new(zero, one, zero), Err(NoiseError::Step)));
        assert!(matches!(Grid::new(zero, one, decimal(-1, 0)), Err(NoiseError::Step)));
        assert!(matches!(Grid::new(zero, one, decimal(1, 18)), Err(NoiseError::Step)));
        let far = decimal(i128::MAX, 0);
        assert!(matches!(Grid::new(decimal(i128::MIN, 0), far, one), Err(NoiseError::Bounds)));
        assert!(Grid::new(zero, far, decimal(1, 3)).is_err());
    }

    proptest! {
        /// Whatever two values are, they are no more than `steps` apart, and each is at most half a
        /// step away from what it was, if it is within the bounds.
        #[test]
        fn sensitivity_counts_the_rounding(
            lower in -1000_i128..1000,
            range in 1_i128..100_000,
            step in 1_i128..50,
            places in 0_u32..4,
            a in any::<f64>(),
            b in -2000.0_f64..200_000.0,
        ) {
            let of = |digits| decimal(digits, places);
            let grid = Grid::new(of(lower), of(lower + range), of(step)).unwrap();
            if let (Some(one), Some(other)) = (grid.place(a), grid.place(b)) {
                prop_assert!(one.abs_diff(other) <= grid.steps());
            }
            let inside = b.clamp(grid.value(0), of(lower + range).digits as f64 / 10_f64.powi(places.cast_signed()));
            let off = (grid.value(grid.place(inside).unwrap()) - inside).abs();
            prop_assert!(off <= grid.step() * 0.5001 + 1e-9, "{off}");
        }
    }
}
