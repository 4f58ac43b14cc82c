//! Every measure, in the order of the book and of the page.

use crate::{attack, linkage, quality, risk, steps, utility};
use ridotto_catalogue::Entry;

/// Every measure that a report can name.
pub static MEASURES: &[&Entry] = &[
    &risk::attacker::HIGHEST_RISK,
    &risk::attacker::AVERAGE_RISK,
    &risk::attacker::PROSECUTOR_HIGHEST,
    &risk::attacker::PROSECUTOR_AVERAGE,
    &risk::attacker::RISK_THRESHOLD,
    &risk::attacker::PROSECUTOR_SHARE_ABOVE,
    &risk::attacker::MARKETER_EXPECTED,
    &risk::attacker::JOURNALIST_HIGHEST,
    &risk::attacker::JOURNALIST_AVERAGE,
    &risk::attacker::JOURNALIST_SHARE_ABOVE,
    &risk::attacker::JOURNALIST_EXPECTED,
    &risk::individual::INDIVIDUAL_RISK_HIGHEST,
    &risk::individual::INDIVIDUAL_RISK_AVERAGE,
    &risk::individual::INDIVIDUAL_RISK_EXPECTED,
    &risk::household::HOUSEHOLD_RISK_AVERAGE,
    &risk::household::HOUSEHOLD_RISK_EXPECTED,
    &risk::attacker::SMALLEST_CLASS,
    &attack::K_CONCEALMENT,
    &attack::K_CONFUSION,
    &risk::uniqueness::UNIQUE_RECORDS,
    &risk::uniqueness::SAMPLE_UNIQUENESS,
    &risk::uniqueness::POPULATION_UNIQUENESS,
    &risk::uniqueness::POPULATION_UNIQUE_IF_SAMPLE_UNIQUE,
    &risk::special_unique::SPECIAL_UNIQUES,
    &risk::special_unique::SPECIAL_UNIQUE_HIGHEST_SCORE,
    &risk::special_unique::DIS_SUDA_HIGHEST,
    &linkage::distance::LINKED_BY_DISTANCE,
    &linkage::rank::LINKED_BY_RANK,
    &linkage::probabilistic::LINKED_BY_PROBABILITY,
    &linkage::entries::LINKED_BY_DISTANCE_ALL_COLUMNS,
    &linkage::entries::LINKED_BY_RANK_ALL_COLUMNS,
    &linkage::entries::LINKED_BY_PROBABILITY_ALL_COLUMNS,
    &linkage::entries::LINKED_BY_LEARNED_WEIGHTS_ALL_COLUMNS,
    &linkage::entries::LINKED_BY_FIT,
    &linkage::entries::LINKED_BY_OWN_SCALES,
    &linkage::entries::LINKED_BY_MAHALANOBIS,
    &linkage::entries::LINKED_BY_GIVEN_WEIGHTS,
    &linkage::entries::LINKED_BY_GIVEN_FORM,
    &linkage::learn::LINKED_BY_LEARNED_WEIGHTS,
    &linkage::learn::LINKED_BY_LEARNED_ORDER,
    &linkage::learn::LINKED_BY_LEARNED_FORM,
    &linkage::learn::LINKED_BY_LEARNED_SETS,
    &linkage::transparency::LINKED_KNOWING_RANK_SWAPPING,
    &linkage::transparency::LINKED_KNOWING_AVERAGES,
    &linkage::entries::LINKED_WORST_CASE,
    &risk::contribution::DISTINCTION,
    &risk::contribution::SEPARATION,
    &risk::contribution::ADDS_TO_AVERAGE_RISK,
    &risk::guess::BEST_GUESS,
    &risk::guess::BEST_GUESS_WITHOUT_CLASS,
    &risk::guess::CERTAIN_GUESS,
    &linkage::entries::GUESSED_BY_DISTANCE,
    &linkage::entries::GUESSED_WITHOUT_FILE,
    &risk::interval::RANK_INTERVAL_DISCLOSURE,
    &risk::interval::DEVIATION_INTERVAL_DISCLOSURE,
    &utility::INFORMATION_LOSS,
    &utility::DISCLOSURE_RISK,
    &utility::SCORE,
    &steps::REPLICATED_UNIQUES,
    &steps::LEVEL_AMONG_RELEASED,
    &utility::RECORDS,
    &utility::CLASSES,
    &utility::AVERAGE_CLASS_SIZE,
    &utility::CLASS_SIZE,
    &utility::CLASS_SIZE_BY_K,
    &utility::DISCERNIBILITY,
    &utility::DISCERNIBILITY_ONE_CLASS,
    &utility::LOSS,
    &utility::HEIGHT,
    &utility::PRECISION,
    &utility::AMBIGUITY,
    &utility::NON_UNIFORM_ENTROPY,
    &utility::summary::TRUE_CELLS,
    &utility::UNREADABLE_CELLS,
    &utility::distribution::HELLINGER,
    &utility::distribution::TOTAL_VARIATION,
    &utility::distribution::DIVERGENCE,
    &utility::distribution::CRAMERS_V,
    &utility::distribution::TWO_WAY_HELLINGER,
    &utility::distribution::TWO_WAY_TOTAL_VARIATION,
    &utility::distribution::TWO_WAY_CRAMERS_V,
    &utility::distribution::TWO_WAY_CRAMERS_V_CHANGE,
    &quality::COMPLETENESS,
    &quality::UNIQUENESS,
    &utility::PROPENSITY_LOGISTIC,
    &utility::PROPENSITY_QUADRATIC,
    &utility::PROPENSITY_TREE,
    &utility::PREDICTION_BASELINE,
    &utility::PREDICTION_REGRESSION,
    &utility::PREDICTION_TREES,
    &utility::queries::QUERY_ERROR,
    &utility::queries::QUERY_ERROR_MEDIAN,
    &utility::queries::QUERY_ERROR_WORST,
    &utility::summary::MEAN,
    &utility::summary::STANDARD_DEVIATION,
    &utility::SQUARED_ERROR_BY_RANGE,
    &utility::SQUARED_ERROR_BY_DEVIATION,
    &utility::RECORD_SQUARED_ERROR,
    &utility::SSE_BY_SST,
    &utility::STANDARDISED_SSE_BY_SST,
    &utility::IL1S,
    &utility::EIGENVALUES,
    &utility::STATISTICS[0][0],
    &utility::STATISTICS[0][1],
    &utility::STATISTICS[0][2],
    &utility::STATISTICS[1][0],
    &utility::STATISTICS[1][1],
    &utility::STATISTICS[1][2],
    &utility::STATISTICS[2][0],
    &utility::STATISTICS[2][1],
    &utility::STATISTICS[2][2],
    &utility::STATISTICS[3][0],
    &utility::STATISTICS[3][1],
    &utility::STATISTICS[3][2],
    &utility::STATISTICS[4][0],
    &utility::STATISTICS[4][1],
    &utility::STATISTICS[4][2],
    &utility::STATISTICS[5][0],
    &utility::STATISTICS[5][1],
    &utility::STATISTICS[5][2],
    &utility::STATISTICS[6][0],
    &utility::STATISTICS[6][1],
    &utility::STATISTICS[6][2],
    &utility::STATISTICS[7][0],
    &utility::STATISTICS[7][1],
    &utility::STATISTICS[7][2],
    &steps::CELLS_CHANGED,
    &steps::RECORDS_KEPT,
    &steps::SAMPLE_SHIFT_OF_MEAN,
    &steps::SAMPLE_DEVIATION,
    &steps::SAMPLE_TOTAL_VARIATION,
    &steps::TOTAL_OF_WEIGHTS,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::{ATTACKS, Attack};
    use crate::group::GROUPS;
    use ridotto_catalogue::entry::{Files, Form};
    use ridotto_catalogue::{Entry, Figure, Help, Leaves, MeasureFacts, Measures, Reader};
    use ridotto_core::model::MODELS;
    use std::collections::BTreeSet;

    fn measures() -> impl Iterator<Item = (&'static Entry, &'static MeasureFacts)> {
        MEASURES.iter().map(|&entry| (entry, entry.measure().expect("it is a measure")))
    }

    #[test]
    fn every_measure_says_what_it_is() {
        for (entry, facts) in measures() {
            let name = entry.name;
            let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(kebab) && !entry.formula.is_empty(), "{name}");
            assert!(!entry.title.is_empty() && !entry.title.contains(". "), "{name}");
            assert!(entry.summary.ends_with('.'), "{name}");
            // What tells of two files must not be told of one, and what holds of any file is of two.
            assert!(facts.reader == Reader::Owner || facts.files == Files::One, "{name}");
            assert!(facts.untouched.is_none() || facts.files == Files::Pair, "{name}");
            // Names that hold any attribute could be any name.
            let is_plain = matches!(facts.form, Form::Name | Form::Cell(..));
            assert!(facts.reader == Reader::Owner || is_plain, "{name}");
            let own = if let Form::Sentence(sentence) = facts.form { sentence } else { name };
            let (found, _) = Measures(MEASURES).of(own).expect("findings of it are known");
            assert_eq!(found.name, name);
        }
    }

    #[test]
    fn names_titles_and_aliases_are_of_one_measure() {
        let mut names = BTreeSet::new();
        let mut titles = BTreeSet::new();
        for (entry, _) in measures() {
            assert!(titles.insert(entry.title), "{}", entry.title);
            for name in entry.aliases.iter().chain([&entry.name]) {
                assert!(names.insert(*name), "{name}");
            }
        }
    }

    #[test]
    fn groups_are_in_order_and_none_is_empty() {
        let places: Vec<u8> = GROUPS.iter().map(|group| group.place).collect();
        assert!(places.is_sorted() && places.iter().collect::<BTreeSet<_>>().len() == places.len());
        for group in GROUPS {
            assert!(measures().any(|(_, facts)| facts.group == *group), "{}", group.title);
            assert!(group.about.ends_with('.'), "{}", group.title);
        }
        for (entry, facts) in measures() {
            assert!(GROUPS.contains(&facts.group), "{}", entry.name);
        }
    }

    /// A twin is another measure of the same group, with the same unit, and has no twin itself.
    #[test]
    fn twins_are_there() {
        for (entry, facts) in measures() {
            let Some(name) = facts.twin else { continue };
            let (twin, its) = Measures(MEASURES).of(name).expect("a twin is a measure");
            assert!(twin != entry && its.twin.is_none(), "{name}");
            assert!(its.group == facts.group && its.unit == facts.unit, "{name}");
            assert_eq!(its.better, facts.better, "{name}");
        }
    }

    #[test]
    fn every_attack_says_what_it_is() {
        assert_eq!(ATTACKS, Attack::ALL.map(Attack::entry));
        let mut names = BTreeSet::new();
        for (entry, attack) in ATTACKS.iter().zip(Attack::ALL) {
            let facts = attack.facts();
            assert!(!facts.knows.is_empty() && !facts.discloses.is_empty(), "{}", entry.name);
            assert!(entry.summary.ends_with('.') && !entry.formula.is_empty(), "{}", entry.name);
            assert!(!attack.stopped_by().is_empty(), "{}", entry.name);
            for name in entry.aliases.iter().chain([&entry.name]) {
                assert!(names.insert(*name), "{name}");
            }
            let figures: BTreeSet<&str> = facts.figures.iter().map(|(name, _)| *name).collect();
            assert_eq!(figures.len(), facts.figures.len(), "{}", entry.name);
            assert!(facts.figures.iter().all(|(_, about)| about.ends_with('.')), "{}", entry.name);
        }
    }

    /// Models claim of attacks that there are, and of figures that these have; and what an attack
    /// says of models it does not say twice.
    #[test]
    fn attacks_and_models_know_each_other() {
        for model in MODELS {
            for claim in model.facts().claims {
                let attack = ATTACKS.iter().find(|attack| attack.name == claim.attack);
                let attack = attack.unwrap_or_else(|| panic!("{} is no attack", claim.attack));
                let facts = attack.attack().expect("it is an attack");
                if let Leaves::AtMost(Figure::Named(name), _)
                | Leaves::AtLeast(Figure::Named(name), _) = claim.leaves
                {
                    assert!(facts.figures.iter().any(|(own, _)| *own == name), "{name}");
                }
            }
        }
        for attack in ATTACKS {
            for help in attack.attack().expect("it is an attack").help {
                let Help::Model(name) = help else { continue };
                let model = ridotto_core::model::of_name(name).expect("a model");
                let mut claims = model.facts().claims.iter();
                assert!(claims.all(|claim| claim.attack != attack.name), "{name}");
            }
        }
    }
}
