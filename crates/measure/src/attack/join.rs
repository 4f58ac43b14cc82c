//! Two releases joined: what both rows together say of the person behind them.

use super::cells::Cells;
use super::labels::Labels;
use ridotto_core::{Code, Codes};
use rustc_hash::FxHashMap;

/// A column of `one` made more precise by the partners of its rows in `other`. A row without a
/// partner stays as it is; a pair that cannot be the same person's is `None`.
pub(super) fn join(one: &Cells, other: &Cells, partners: &[Option<u32>]) -> Option<Cells> {
    let mut places: FxHashMap<(Code, Option<Code>), Code> = FxHashMap::default();
    let mut labels = Labels::default();
    let mut codes: Vec<Code> = Vec::with_capacity(partners.len());
    for (row, partner) in partners.iter().enumerate() {
        let own = one.codes().get(row);
        let theirs = partner.map(|partner| other.codes().get(partner as usize));
        let code = match places.get(&(own, theirs)) {
            Some(&code) => code,
            None => {
                let meaning = &one.meanings()[own as usize];
                let joined = match theirs {
                    Some(theirs) => meaning.both(&other.meanings()[theirs as usize])?,
                    None => meaning.clone(),
                };
                // Equal meanings are one label, so that classes are counted rightly.
                let code = labels.number(&joined);
                places.insert((own, theirs), code);
                code
            }
        };
        codes.push(code);
    }
    let meanings = labels.into_meanings();
    Cells::new(Codes::from_codes(&codes, meanings.len()), meanings)
}
