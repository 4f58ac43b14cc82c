//! Skewness: what is believed of a person moves away from what is believed of everybody.

use super::Attack;
use super::found::{Found, Guess};
use super::inference::Inference;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts};
use ridotto_catalogue::{Disclosure, Entry, Worked};
use ridotto_core::Code;

/// What a skewness attack looks for.
#[derive(Clone, Debug)]
pub struct Skew {
    /// What everybody knows: how often each value occurs, by code. `None`: as in the release.
    pub prior: Option<Vec<u64>>,
    /// The values that would hurt; `None`: all.
    pub values: Option<Vec<Code>>,
    /// A person is found if such a value becomes so many times as likely.
    pub factor: f64,
}

impl Default for Skew {
    fn default() -> Self {
        Self { prior: None, values: None, factor: 2.0 }
    }
}

/// Learns that a value is more likely for a person than for others.
///
/// Certainty is the probability of the value that gained most. The figures: `largest-factor` and
/// `largest-shift`, by how much a value's probability grew at most, as a quotient and as a
/// difference; `mean-shift` on the average of people; `largest-distance`, the variational distance
/// of a person's values from everybody's (what t-closeness with equal distances bounds).
///
/// # Stopped by
/// t-closeness: no probability moves by more than t. β-likeness: none grows by more than the factor
/// 1 + β. δ-disclosure: none by more than the factor bˣ with b its base and x its δ. l-diversity does
/// not stop it.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, Inference, Skew, meaning::Language, skewness};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let [ages, test, age] = [&["2*", "2*"][..], &["positive", "negative"], &["23"]]
///     .map(|texts| Cells::of_texts(texts, &language));
/// let release = File::new(vec![&ages]).unwrap().with_sensitive(&test).unwrap();
/// let inference = Inference::new(&File::new(vec![&age]).unwrap(), &release).unwrap();
/// let skew = Skew { prior: Some(vec![1, 99]), ..Skew::default() };
/// assert_eq!(skewness(&inference, &skew).unwrap().figure("largest-factor"), Some(50.0));
/// ```
///
/// `None` if the prior has not as many values as the release, or no record.
///
/// # References
/// N. Li, T. Li, S. Venkatasubramanian (2007), *t-closeness: privacy beyond k-anonymity and
/// l-diversity*, doi:10.1109/ICDE.2007.367856.
pub fn skewness(inference: &Inference<'_>, skew: &Skew) -> Option<Found> {
    let prior = skew.prior.clone().unwrap_or_else(|| inference.overall());
    let all: u64 = prior.iter().sum();
    if prior.len() != inference.meanings.len() || all == 0 {
        return None;
    }
    let share = |code: Code| prior[code as usize] as f64 / all as f64;
    let watched = |code: Code| skew.values.as_ref().is_none_or(|values| values.contains(&code));
    let moves = inference.each(|belief| {
        (belief.records > 0).then(|| {
            let mut shift = Move { group: belief.records, ..Move::default() };
            for &(code, count) in belief.values {
                let (now, before) = (count as f64 / belief.records as f64, share(code));
                // What grew in all is what shrank in all: half of the distance of sums.
                shift.distance += (now - before).max(0.0);
                if watched(code) && inference.tells(code) && now > before {
                    shift.factor = shift.factor.max(now / before);
                    if now - before > shift.most {
                        (shift.most, shift.certainty, shift.code) = (now - before, now, code);
                    }
                }
            }
            shift
        })
    });
    let guess = |shift: &Move| Guess {
        group: shift.group,
        certainty: shift.certainty,
        found: shift.factor >= skew.factor && shift.most > 0.0,
    };
    let guesses: Vec<Option<Guess>> = moves.iter().map(|shift| shift.as_ref().map(guess)).collect();
    let people = &inference.candidates.people;
    let mut found = Found::of_tuples(Attack::Skewness, people, &guesses);
    let code = |&row: &u32| moves[people.of_row[row as usize] as usize].map_or(0, |it| it.code);
    found.values = found.rows.iter().map(code).collect();
    let largest = |of: fn(&Move) -> f64| moves.iter().flatten().map(of).fold(0.0, f64::max);
    let shifted = moves.iter().zip(&people.counts);
    let sum: f64 =
        shifted.map(|(shift, &count)| shift.map_or(0.0, |it| it.most) * count as f64).sum();
    let mean = sum / found.of.max(1) as f64;
    Some(
        found
            .with("largest-factor", largest(|shift| shift.factor))
            .with("largest-shift", largest(|shift| shift.most))
            .with("mean-shift", mean)
            .with("largest-distance", largest(|shift| shift.distance)),
    )
}

#[derive(Clone, Copy, Default)]
struct Move {
    group: u64,
    factor: f64,
    most: f64,
    certainty: f64,
    code: Code,
    distance: f64,
}

/// Skewness as the catalogue has it.
pub static SKEWNESS: Entry = AttackEntry {
    name: "skewness",
    title: "Skewness",
    aliases: &["skewness-attack"],
    formula: "a value is so many times as likely as in general",
    summary: "A value is far more frequent among the records that fit than in general.",
    advice: "It is not certain, but likelier than anybody should know.",
    facts: AttackFacts {
        knows: "people's quasi-identifiers, and how often values occur in general",
        discloses: &[Disclosure::Attribute],
        needs: "",
        help: &[],
        figures: &[
            ("largest-factor", "How many times as likely a value became at most."),
            ("largest-shift", "By how much the probability of a value grew at most."),
            ("mean-shift", "The same on the average of people."),
            (
                "largest-distance",
                "The greatest variational distance of a person's values from everybody's.",
            ),
        ],
    },
    references: &[reference::LI_2007],
    worked: Worked::attacked("In general 1 of 8 has gout; in class B 1 of 2: `(1/2) / (1/8) = 4` times as likely. Flu is `(2/3) / (2/8) = 2.667` times as likely in A, cancer `1 / (4/8) = 2` times in C. All three are twice or more, so something became likelier for all **8**; taking it for true is right for 2 of A, 1 of B and 3 of C, `2 + 1 + 3 = 6`.", &["attack people claimed right wrong of mean surest gain", "skewness of disease likelier 8 6 2 8 0.75 1 0.4375"]),
}
.entry();
