//! The texts that may stand for a value: its own and those of its ancestors.

use ridotto_core::texts::{prefetch, same};
use ridotto_core::{Code, Dictionary, Hierarchy, Texts};

/// The group of each value, unless each is its own, the groups' labels, and the group that means
/// "missing".
type AllowedLevel<'a> = (Option<&'a [Code]>, &'a Texts, Option<Code>);

/// The texts that may stand in the output for each value of a column: the value itself and, with
/// a hierarchy, its ancestors. `None` is the missing value.
#[derive(Debug)]
pub struct Ancestors<'a> {
    values: usize,
    levels: Vec<AllowedLevel<'a>>,
}

impl<'a> Ancestors<'a> {
    /// What a column's cells may become.
    pub fn new(dictionary: &'a Dictionary, hierarchy: Option<&'a Hierarchy>) -> Self {
        let mut levels = vec![(None, dictionary.texts(), dictionary.missing())];
        if let Some(hierarchy) = hierarchy {
            levels.extend((1..=hierarchy.height()).map(|level| {
                (
                    Some(hierarchy.map(level)),
                    hierarchy.labels(level),
                    hierarchy.missing_group(level),
                )
            }));
        }
        Self { values: dictionary.len(), levels }
    }

    /// How many values there are.
    pub fn values(&self) -> usize {
        self.values
    }

    /// The text of a value that is not missing.
    pub fn value(&self, code: Code) -> Option<&'a str> {
        let (_, texts, missing) = self.levels[0];
        (missing != Some(code)).then(|| texts.get(code as usize))
    }

    /// Whether a cell is the value or an ancestor of it; `hint` is the level that fitted last.
    #[inline]
    pub fn admits(
        &self,
        code: Code,
        cell: Option<&[u8]>,
        missing: &[u8],
        hint: &mut usize,
    ) -> bool {
        self.fits(*hint, code, cell, missing) || self.fits_elsewhere(code, cell, missing, hint)
    }

    /// Looks at the labels of some values at a level, if there are more than stay in a cache: they
    /// would have to be waited for one by one.
    pub fn prefetch(&self, codes: &[Code], level: usize, cached: usize) {
        let (map, labels, _) = &self.levels[level];
        if labels.len() > cached {
            let group = |&code: &Code| map.map_or(code, |map| map[code as usize]) as usize;
            let groups = codes.iter().map(group).filter(|&group| group < labels.len());
            prefetch(
                groups.map(|group| labels.bytes(group).first().map_or(0, |&byte| byte.into())),
            );
        }
    }

    #[inline]
    fn fits(&self, level: usize, code: Code, cell: Option<&[u8]>, missing: &[u8]) -> bool {
        let (map, labels, missing_group) = &self.levels[level];
        let group = map.map_or(code, |map| map[code as usize]);
        if Some(group) == *missing_group {
            return cell.is_none_or(|cell| cell == missing);
        }
        cell.is_some_and(|cell| same(cell, labels.bytes(group as usize)))
    }

    #[cold]
    fn fits_elsewhere(
        &self,
        code: Code,
        cell: Option<&[u8]>,
        missing: &[u8],
        hint: &mut usize,
    ) -> bool {
        let level = (0..self.levels.len()).find(|&level| self.fits(level, code, cell, missing));
        *hint = level.unwrap_or(*hint);
        level.is_some()
    }
}
