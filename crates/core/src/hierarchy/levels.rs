//! The levels of a hierarchy that a search may use.

use super::{Hierarchy, HierarchyError};

/// The lowest and the highest level that an attribute may be generalised to, both allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRange {
    /// The lowest level.
    pub min: usize,
    /// The highest level.
    pub max: usize,
}

impl LevelRange {
    /// Checks what a policy asks for against a hierarchy; the default is all of its levels.
    pub fn check(
        hierarchy: &Hierarchy,
        min: Option<usize>,
        max: Option<usize>,
    ) -> Result<Self, HierarchyError> {
        let height = hierarchy.height();
        let name = || hierarchy.name().to_owned();
        for (what, level) in [("min-level", min), ("max-level", max)] {
            if let Some(level) = level.filter(|&level| level > height) {
                return Err(HierarchyError::NoSuchLevel { hierarchy: name(), height, what, level });
            }
        }
        let (min, max) = (min.unwrap_or(0), max.unwrap_or(height));
        if min > max {
            return Err(HierarchyError::LevelsReversed { hierarchy: name(), min, max });
        }
        Ok(Self { min, max })
    }

    /// The nearest allowed level.
    pub fn clamp(self, level: usize) -> usize {
        level.clamp(self.min, self.max)
    }

    /// Whether a level is allowed.
    pub fn contains(self, level: usize) -> bool {
        (self.min..=self.max).contains(&level)
    }

    /// How many levels are allowed.
    pub fn count(self) -> usize {
        self.max - self.min + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{Builder, builder::tests::dictionary};

    #[test]
    fn ranges_are_checked_against_the_height() {
        let zips = dictionary(&["94032", "94033"]);
        let hierarchy = Builder::Suppress.compile("zip", &zips, &[1, 1], &|_| false).unwrap();
        let all = LevelRange { min: 0, max: 1 };
        assert_eq!(LevelRange::check(&hierarchy, None, None), Ok(all));
        assert_eq!((all.clamp(7), all.contains(2), all.count()), (1, false, 2));
        for (min, max, message) in [
            (Some(2), None, "hierarchy `zip` has the levels 0 to 1, so min-level cannot be 2"),
            (None, Some(5), "hierarchy `zip` has the levels 0 to 1, so max-level cannot be 5"),
            (Some(1), Some(0), "hierarchy `zip`: min-level 1 is above max-level 0"),
        ] {
            let error = LevelRange::check(&hierarchy, min, max).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }
}
