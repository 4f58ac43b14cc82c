//! Attributes are generalised as a whole, and cells of the records that still fail are suppressed.
//!
//! The search looks for the best levels as if failing records were suppressed, within the limit.
//! Then each loses the cells without which it is safe, judged on what the levels show. Where that
//! loses more than suppressing the records themselves, these are suppressed ([`Attempt::find`]).

use super::{LocalLabels, LocalRecoding, Transferable};
use crate::attempt::Attempt;
use crate::bind::Method;
use crate::data::Data;
use crate::decision::{Beside, Decision, Found, Recoded};
use ridotto_core::Watch;
use ridotto_core::hierarchy::TOP;
use ridotto_core::objective::granularity;
use ridotto_core::{ClassModel, Code, CodeColumn, Codes, Dictionary, Kind, Reading, Texts};
use ridotto_micro::Generalized;
use ridotto_micro::algorithm::AlgorithmResult;
use ridotto_micro::cut::Scored;
use ridotto_micro::local::suppression::{
    CellSet, Hidden, LocalSuppression, Matching, Suppressed, SuppressionKey, hide,
};
use ridotto_micro::local::{NoGroups, Summary};
use ridotto_table::Labelling;
use ridotto_table::RowLabels;

/// One quasi-identifier at its level: what rows show unless they hide it.
struct Level {
    /// The label of each row.
    codes: Codes,
    labels: Texts,
    missing: Option<Code>,
    /// The share of its domain that each row's value is spread over.
    shares: Vec<f64>,
    /// The labels once more, as a dictionary of numbers; only `*` is itself.
    numbers: Dictionary,
    /// The label of each row as a value of that dictionary.
    numbered: Codes,
}

impl Attempt<'_> {
    /// Suppresses cells of what the search's levels show, until every requirement holds; `None` if
    /// it never does.
    pub(crate) fn then_cells(
        &self,
        (answer, best): (&AlgorithmResult, &Scored),
        watch: &dyn Watch,
    ) -> Option<Found> {
        let levels: Vec<Level> = (0..self.keys.len()).map(|at| self.level(at, best)).collect();
        let Hidden { cells, cut_short, .. } = self.hide(&levels, watch).ok()?;
        let losses: Vec<f64> =
            levels.iter().enumerate().map(|(at, level)| level.loss(at, &cells)).collect();
        let score = self.mean_loss(&losses);
        let attributes: Vec<LocalLabels> = levels
            .iter()
            .enumerate()
            .map(|(at, level)| LocalLabels {
                labels: level.show(at, &cells),
                shows: Summary::Ancestor,
            })
            .collect();
        let suppressed =
            levels.iter().enumerate().map(|(at, level)| level.hidden(at, &cells)).sum();
        let records = cells.iter().filter(|&&set| set != 0).count() as u64;
        let rows = self.table.rows;
        let local =
            LocalRecoding { group_of: vec![0; rows], attributes, transfer: Transferable::None };
        let shown = Recoded::ByRecord(local);
        let decision = Decision {
            method: self.method,
            shown,
            gone: vec![false; rows],
            keeps: false,
            suppressed: 0,
            cells: suppressed,
            losses,
            scale: None,
        };
        let name = self.method.name();
        let mut notes = vec![format!(
            "`{name}` chose the levels as if failing records were suppressed; then cells of {} were \
             suppressed instead, which is not proved to be the best",
            ridotto_core::count::records(records)
        )];
        notes.extend(cut_short.then(super::stopped));
        Some(Found {
            decision,
            proved: false,
            // Cells are chosen beside levels: nobody counts what there is to choose from.
            nodes: 0.0,
            checked: answer.checked,
            levels: answer.levels(),
            score,
            notes,
            minimal: None,
            looked: None,
            cells_needed: None,
            sizes: Vec::new(),
            beside: Beside::default(),
        })
    }

    /// The cells to suppress.
    fn hide(&self, levels: &[Level], watch: &dyn Watch) -> Result<Hidden, NoGroups> {
        let keys: Vec<SuppressionKey<'_>> = levels
            .iter()
            .zip(&self.keys)
            .map(|(level, key)| SuppressionKey {
                column: CodeColumn { codes: &level.numbered, values: level.numbers.len() },
                dictionary: &level.numbers,
                importance: key.importance,
            })
            .collect();
        let rows = self.table.rows;
        if let Method::ThenCells(_, Matching::Anything) = self.method {
            let (k, scopes) = self.sizes()?;
            let method = LocalSuppression { k, matching: Matching::Anything, scopes };
            let Suppressed { cells, cut_short, least, .. } = method.fit(&keys, rows, watch)?;
            return Ok(Hidden { cells, cut_short, least });
        }
        let models: Vec<&dyn ClassModel> = self.models().map(|model| &**model as _).collect();
        let judged: Vec<CodeColumn<'_>> =
            self.judged.iter().map(|judged| judged.column(&self.table)).collect();
        hide(&keys, &judged, &models, rows, watch)
    }
}

impl Data {
    /// A quasi-identifier as the search decided to show it.
    fn level(&self, at: usize, best: &Scored) -> Level {
        let (hierarchy, grouping) = (&self.hierarchies[at], &best.groupings[at]);
        let (map, dictionary) = (grouping.map(hierarchy), self.dictionary(at));
        let name = &self.keys[at].name;
        let labelling =
            Generalized::grouped(name, dictionary, hierarchy, grouping).label(dictionary);
        let Labelling { label_of, labels, missing, .. } = labelling;
        let domain = grouping.domain(hierarchy);
        let share = |code: Code| granularity(map.leaves[map.of[code as usize] as usize], domain);
        let values = self.key_columns()[at].codes;
        let codes: Vec<Code> = values.iter().map(|code| label_of[code as usize]).collect();
        let is_star = |label: usize| missing != Some(label as Code) && labels.get(label) == TOP;
        let number = |label| if is_star(label) { TOP.to_owned() } else { format!("{label:09}") };
        let texts: Texts = (0..labels.len()).map(number).collect();
        let (numbers, renumbered) =
            Dictionary::new(&texts, Reading::of_kind(Kind::Text), |_| false);
        let numbered: Vec<Code> = codes.iter().map(|&label| renumbered[label as usize]).collect();
        Level {
            shares: values.iter().map(share).collect(),
            numbered: Codes::from_codes(&numbered, numbers.len()),
            codes: Codes::from_codes(&codes, labels.len()),
            labels,
            missing,
            numbers,
        }
    }
}

impl Level {
    /// The mean share of the domain that values are spread over; a hidden one over all of it.
    fn loss(&self, at: usize, cells: &[CellSet]) -> f64 {
        let lost = |(set, share): (&CellSet, &f64)| if set & (1 << at) != 0 { 1.0 } else { *share };
        cells.iter().zip(&self.shares).map(lost).sum::<f64>() / cells.len().max(1) as f64
    }

    /// How many cells are hidden that would have shown something.
    fn hidden(&self, at: usize, cells: &[CellSet]) -> u64 {
        let star = self.star();
        let rows = cells.iter().zip(self.codes.iter());
        rows.filter(|(set, label)| *set & (1 << at) != 0 && Some(*label) != star).count() as u64
    }

    /// The label `*`, if there is one.
    fn star(&self) -> Option<Code> {
        let is_star =
            |&label: &Code| self.missing != Some(label) && self.labels.get(label as usize) == TOP;
        (0..self.labels.len() as Code).find(is_star)
    }

    /// What each row shows.
    fn show(&self, at: usize, cells: &[CellSet]) -> RowLabels {
        let mut labels = self.labels.clone();
        let star = self.star().unwrap_or_else(|| {
            labels.push(TOP);
            labels.len() as Code - 1
        });
        let shown =
            |(set, label): (&CellSet, Code)| if set & (1 << at) != 0 { star } else { label };
        let codes: Vec<Code> = cells.iter().zip(self.codes.iter()).map(shown).collect();
        RowLabels { codes: Codes::from_codes(&codes, labels.len()), labels, missing: self.missing }
    }
}
