//! What must be carried about of a class's values.

use super::SensitiveId;

/// What a model asks of the values that a sensitive attribute, or a companion column, has in a
/// class. The greater asks for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// Nothing: the column is no concern of the model.
    Nothing,
    /// Whether there are at least so many different ones. So many of them are as good as all.
    Distinct(u64),
    /// How often each occurs.
    All,
}

impl Needs {
    /// These, if a column is the one that a model judges, and nothing otherwise.
    pub(crate) fn if_same(self, judged: SensitiveId, of: SensitiveId) -> Self {
        if judged == of { self } else { Self::Nothing }
    }
}
