//! Making many pseudonyms at once, and seeing to it that no two are the same.

use crate::PseudonymError;
use rayon::prelude::*;
use ridotto_core::{Control, KeyedSet, Texts, Watch};

/// Values that a thread takes at a time.
const SOME: usize = 1 << 12;

/// What each text becomes, in their order, on as many threads as there are.
pub(crate) fn each<T: Send>(
    values: &Texts,
    watch: &dyn Watch,
    make: impl Fn(&str) -> T + Sync,
) -> Result<Vec<T>, PseudonymError> {
    let parts: Vec<usize> = (0..values.len()).step_by(SOME).collect();
    let part = |&start: &usize| {
        if watch.control() == Control::Cancel {
            return Err(PseudonymError::Cancelled);
        }
        let end = values.len().min(start + SOME);
        Ok((start..end).map(|at| make(values.get(at))).collect::<Vec<T>>())
    };
    let parts = parts.par_iter().map(part).collect::<Result<Vec<_>, _>>()?;
    Ok(parts.into_iter().flatten().collect())
}

/// The same texts, if no two are equal.
pub(crate) fn all_different(texts: Texts) -> Result<Texts, PseudonymError> {
    let different: KeyedSet<&str> = texts.iter().collect();
    match (texts.len() - different.len()) as u64 {
        0 => Ok(texts),
        same => Err(PseudonymError::Collision(same)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pseudonyms_are_counted_and_refused() {
        let texts = |all: &[&str]| all.iter().collect::<Texts>();
        assert_eq!(all_different(texts(&["a", "b", "a", "a"])), Err(PseudonymError::Collision(2)));
        assert!(all_different(texts(&["a", "b"])).is_ok());
    }

    #[test]
    fn order_is_kept_over_many_parts() {
        let values: Texts = (0..10_000).map(|number| number.to_string()).collect();
        let made = each(&values, &(), |text| text.parse::<usize>().unwrap()).unwrap();
        assert!(made.into_iter().eq(0..10_000));
    }
}
