//! Whose row is whose: which record of the file before a record of the file after was.

/// What is known about which record was which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Nothing, as of a release whose rows were shuffled. Measures that compare row by row are
    /// left out.
    Unknown,
    /// The rows of both files are in the same order, and there are as many.
    Same,
    /// For each row after, the row before; rows before that are not named were removed.
    Rows(Vec<u32>),
}

impl Alignment {
    /// For each row before, the row after, if it is still there; `None` if nothing is known or
    /// what is known does not fit so many rows.
    pub(crate) fn after_of(
        &self,
        before: usize,
        after: usize,
    ) -> Option<Box<dyn Fn(usize) -> Option<usize> + Sync>> {
        match self {
            Self::Unknown => None,
            Self::Same => (before == after).then(|| Box::new(Some) as Box<_>),
            Self::Rows(rows) => {
                let mut now: Vec<Option<usize>> = vec![None; before];
                for (at, &row) in rows.iter().enumerate() {
                    *now.get_mut(row as usize)? = Some(at);
                }
                (rows.len() == after).then(|| Box::new(move |row: usize| now[row]) as Box<_>)
            }
        }
    }

    /// The row before of each row after; `None` as above.
    pub fn pairs(&self, before: usize, after: usize) -> Option<Vec<u32>> {
        match self {
            Self::Unknown => None,
            Self::Same => (before == after).then(|| (0..before as u32).collect()),
            Self::Rows(rows) => {
                let fits = rows.len() == after && rows.iter().all(|&row| (row as usize) < before);
                fits.then(|| rows.clone())
            }
        }
    }
}
