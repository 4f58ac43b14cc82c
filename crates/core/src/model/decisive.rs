//! What decides whether a class holds: of the bounds that a model has, the one that is broken, or
//! nearest to it.
//!
//! A verdict that shows a figure beside a bound that did not decide misleads: "0.25, 0.67 allowed"
//! of a share that is too *low*. Most models have one bound. Those that have more say for each class
//! which one it is ([`ClassModel::decides`](super::ClassModel::decides)).

use super::{Bound, ClassModel, TOLERANCE};
use crate::{Class, ClassTable};

/// The bound that decides, and the figure that it is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decisive {
    /// The parameter that is the bound, where it is not the one that the model is known by.
    pub part: Option<&'static str>,
    /// The bound; never a range.
    pub bound: Bound,
    /// The figure.
    pub level: f64,
}

impl Decisive {
    /// That of a model with one bound, or one range.
    pub fn of_bound(bound: Bound, level: f64) -> Self {
        Self { part: bound.side(level), bound: bound.deciding(level), level }
    }

    /// That of a part of a model.
    pub(super) fn of_part(part: &'static str, bound: Bound, level: f64) -> Self {
        Self { part: Some(part), bound, level }
    }

    /// That of a class of fewer than `k` rows.
    pub(super) fn too_small(class: Class<'_>, k: u64) -> Option<Self> {
        let size = class.size();
        (size < k).then(|| Self::of_part("k", Bound::AtLeast(k as f64), size as f64))
    }

    /// Whether this is worse than what decides elsewhere, where a model of this bound holds as
    /// well, or fails as well. Of different parts none is worse.
    pub fn is_worse_than(self, other: Self, bound: Bound) -> bool {
        // The ends of a range are compared by the range, and the figures of a part by its own bound.
        let is_range = matches!(bound, Bound::Within(..));
        let bound = if is_range { bound } else { self.bound };
        let comparable = is_range || self.part == other.part;
        comparable && bound.worse(self.level, other.level).total_cmp(&other.level).is_ne()
    }
}

/// Finds what decides about all of several: what fails first, and of those the worst.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst(Option<(bool, Decisive)>);

impl Worst {
    /// Adds what decides about one, which holds or not, of a model with this bound.
    pub fn add(&mut self, holds: bool, decisive: Decisive, bound: Bound) {
        let is_worse = self.0.is_none_or(|(held, of)| match (held, holds) {
            (true, false) => true,
            (false, true) => false,
            _ => decisive.is_worse_than(of, bound),
        });
        if is_worse {
            self.0 = Some((holds, decisive));
        }
    }

    /// What was found; `None` if nothing was added.
    pub fn decisive(self) -> Option<Decisive> {
        self.0.map(|(_, decisive)| decisive)
    }
}

impl Bound {
    /// The end of a range that a level is nearer to, or beyond; any other bound is what it is.
    #[must_use]
    pub fn deciding(self, level: f64) -> Self {
        match self {
            Self::Within(least, _) if self.is_low(level) => Self::AtLeast(least),
            Self::Within(_, most) => Self::AtMost(most),
            one => one,
        }
    }

    /// The name of that end.
    fn side(self, level: f64) -> Option<&'static str> {
        match self {
            Self::Within(..) if self.is_low(level) => Some("at-least"),
            Self::Within(..) => Some("at-most"),
            _ => None,
        }
    }

    fn is_low(self, level: f64) -> bool {
        matches!(self, Self::Within(least, most) if level - least < most - level - TOLERANCE)
    }
}

/// What decides about a table's classes; `None` if it has none.
pub(super) fn of_table(model: &(impl ClassModel + ?Sized), table: &ClassTable) -> Option<Decisive> {
    let mut worst = Worst::default();
    for class in table.classes() {
        worst.add(model.holds(class), model.decides(class), model.bound());
    }
    worst.decisive()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_that_decides_is_the_nearer_one() {
        let range = Bound::Within(0.3, 0.67);
        for (level, part, bound) in [
            (0.25, "at-least", Bound::AtLeast(0.3)),
            (0.31, "at-least", Bound::AtLeast(0.3)),
            (0.66, "at-most", Bound::AtMost(0.67)),
            (0.9, "at-most", Bound::AtMost(0.67)),
            (f64::INFINITY, "at-most", Bound::AtMost(0.67)),
        ] {
            let decisive = Decisive::of_bound(range, level);
            assert_eq!((decisive.part, decisive.bound), (Some(part), bound), "{level}");
            assert_eq!(decisive.bound.admits(level), range.admits(level), "{level}");
        }
        assert_eq!(Bound::Below(2.0).deciding(2.0), Bound::Below(2.0));
    }

    #[test]
    fn what_fails_decides_before_what_holds() {
        let bound = Bound::AtMost(0.5);
        let main = |level| Decisive::of_bound(bound, level);
        let small = |size| Decisive::of_part("k", Bound::AtLeast(3.0), size);
        let worst = |all: &[(bool, Decisive)]| {
            let mut worst = Worst::default();
            for &(holds, one) in all {
                worst.add(holds, one, bound);
            }
            worst.decisive()
        };
        assert_eq!(worst(&[(true, main(0.5)), (false, small(2.0))]), Some(small(2.0)));
        let sizes = [(false, small(2.0)), (false, small(1.0)), (true, main(0.4))];
        assert_eq!(worst(&sizes), Some(small(1.0)));
        assert_eq!(worst(&[(true, main(0.1)), (true, main(0.4))]), Some(main(0.4)));
        assert_eq!(worst(&[]), None);
    }
}
