//! Preferences among generalisations that are all minimal.
//!
//! # References
//! P. Samarati (2001): Protecting Respondents' Identities in Microdata Release,
//! doi:10.1109/69.971193.

use crate::lattice::height;
use crate::search::{Incumbent, Task};
use std::cmp::Ordering;

/// Which of several solutions is preferred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preference {
    /// The one with the lowest score of the task's objective.
    #[default]
    Objective,
    /// The fewest generalisation steps in all.
    MinimumAbsoluteDistance,
    /// The fewest steps, each as a share of its hierarchy's height.
    MinimumRelativeDistance,
    /// The most distinct tuples left.
    MaximumDistribution,
    /// The fewest suppressed records.
    MinimumSuppression,
}

impl Preference {
    /// All preferences.
    pub const ALL: [Self; 5] = [
        Self::Objective,
        Self::MinimumAbsoluteDistance,
        Self::MinimumRelativeDistance,
        Self::MaximumDistribution,
        Self::MinimumSuppression,
    ];

    /// Whether the preferred one may have more steps than another: the least height does not tell.
    pub fn is_beyond_the_lowest(self) -> bool {
        !matches!(self, Self::Objective | Self::MinimumAbsoluteDistance)
    }

    /// What is to be small. Levels are counted from the finest node allowed, and heights up to the
    /// coarsest.
    pub fn value(self, task: &Task<'_>, solution: &Incumbent) -> f64 {
        let (bottom, top) = (task.lattice.bottom(), task.lattice.top());
        match self {
            Self::Objective => solution.score,
            Self::MinimumAbsoluteDistance => f64::from(height(&solution.levels) - height(bottom)),
            Self::MinimumRelativeDistance => {
                let of = |at: usize| {
                    let steps = f64::from(solution.levels[at] - bottom[at]);
                    if top[at] > bottom[at] { steps / f64::from(top[at] - bottom[at]) } else { 0.0 }
                };
                (0..bottom.len()).map(of).sum()
            }
            Self::MaximumDistribution => -(solution.outcome.classes as f64),
            Self::MinimumSuppression => solution.outcome.suppressed as f64,
        }
    }

    /// The preferred solution. Of equally preferred ones the objective decides, then the rule of
    /// [`Incumbent::rank`].
    pub fn choose<'b>(
        self,
        task: &Task<'_>,
        solutions: impl IntoIterator<Item = &'b Incumbent>,
    ) -> Option<&'b Incumbent> {
        solutions.into_iter().min_by(|a, b| {
            let (of_a, of_b) = (self.value(task, a), self.value(task, b));
            let same = (of_a - of_b).abs() <= 1e-12 * of_a.abs().max(of_b.abs());
            let by_value = if same { Ordering::Equal } else { of_a.total_cmp(&of_b) };
            by_value.then_with(|| a.rank(b))
        })
    }
}
