//! Attacks on columns of numbers that were released unchanged, swapped by rank, or averaged.

use super::Attack;
use super::found::{Found, Guess};
use crate::reference;
use crate::risk::interval::{Deviation, standard_deviation};
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};

/// Matches numbers that were released unchanged with the numbers of an outside file.
///
/// An exact income or weight is hardly ever shared by two people. `pairs` are columns of the outside
/// file with the release's columns that should say the same; numbers are equal if they differ by
/// `tolerance` at most. A person is found if in some column exactly one record has their number,
/// and nobody else in the outside file would be taken for it. Missing numbers (`NaN`) match
/// nothing. A match by mere chance cannot be told from a true one: among few possible values there
/// are few that stand alone, so there are few of these, too. Groups are those of the best column.
///
/// # Stopped by
/// Noise, microaggregation, or rounding so coarse that groups are as large as they should be.
///
/// # Cost
/// Sorting each column.
///
/// # Example
/// ```
/// use ridotto_measure::attack::exact_values;
/// let found = exact_values(&[(&[51.3, 20.0, 7.5], &[20.0, 7.5, 20.0])], 0.0).unwrap();
/// assert_eq!((found.people, found.unmatched, &found.rows[..]), (1, 1, &[2][..]));
/// ```
///
/// `None` if there is no column, or columns of one file have not equally many rows.
pub fn exact_values(pairs: &[(&[f64], &[f64])], tolerance: f64) -> Option<Found> {
    let people = pairs.first()?.0.len();
    let records = pairs[0].1.len();
    if pairs.iter().any(|(own, their)| own.len() != people || their.len() != records) {
        return None;
    }
    let mut best: Vec<Option<Guess>> = vec![None; people];
    for (own, their) in pairs {
        let (outside, release) = (sorted(own), sorted(their));
        for (guess, &number) in best.iter_mut().zip(*own) {
            let group = within(&release, number, tolerance);
            let found = group == 1 && within(&outside, number, 2.0 * tolerance) == 1;
            let certainty = 1.0 / group as f64;
            let new = Guess { group, certainty, found };
            let better = guess.is_none_or(|old| (found, certainty) > (old.found, old.certainty));
            if group > 0 && better {
                *guess = Some(new);
            }
        }
    }
    Some(Found::of_rows(Attack::ExactValues, &best))
}

fn sorted(numbers: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn within(sorted: &[f64], number: f64, tolerance: f64) -> u64 {
    let low = sorted.partition_point(|&other| other < number - tolerance);
    let high = sorted.partition_point(|&other| other <= number + tolerance);
    if number.is_nan() { 0 } else { high.saturating_sub(low) as u64 }
}

/// Reads the numbers of those who are known to have the greatest or the least ones.
///
/// Swapping changes who has a number, and not the numbers: who is known to be the richest has the
/// greatest income in the file, whichever row it stands in. Of each end of the original column the
/// `ends` outermost people are attacked, and the number of their rank is said to be theirs. That is
/// right if it is theirs up to a tenth of the standard deviation: rounding does not hide who is far
/// out. The rows are those of the original.
///
/// A number that more than twice as many records have as there are people to attack at an end was
/// joined of others, so nothing is claimed; the intruder sees that without knowing the truth, and is the
/// less sure the more records have a number.
///
/// # Stopped by
/// Top and bottom coding, microaggregation, noise.
///
/// # Example
/// ```
/// use ridotto_measure::attack::known_extremes;
/// let found = known_extremes(&[10.0, 20.0, 30.0, 1000.0], &[20.0, 10.0, 1000.0, 30.0], 1).unwrap();
/// assert_eq!((found.people, found.right, &found.rows[..]), (2, Some(2), &[0, 3][..]));
/// ```
///
/// `None` if a number is missing or there are fewer than `2 * ends` rows.
pub fn known_extremes(original: &[f64], released: &[f64], ends: usize) -> Option<Found> {
    let enough = original.len() >= 2 * ends && released.len() >= 2 * ends && ends > 0;
    let missing = |numbers: &[f64]| numbers.iter().any(|number| number.is_nan());
    if !enough || missing(original) || missing(released) {
        return None;
    }
    let shown = sorted(released);
    let mut rows: Vec<usize> = (0..original.len()).collect();
    rows.sort_by(|&a, &b| original[a].total_cmp(&original[b]));
    let reach = 0.1 * standard_deviation(original, Deviation::Sample);
    let mut guesses: Vec<(usize, Guess, bool)> = Vec::with_capacity(2 * ends);
    let close = |a: f64, b: f64| (a - b).abs() <= reach;
    let guess = |number: f64| {
        let group = within(&shown, number, 0.0);
        let certainty = (ends as f64 / group as f64).min(1.0);
        Guess { group, certainty, found: group <= 2 * ends as u64 }
    };
    let mut add = |row: usize, number: f64| {
        guesses.push((row, guess(number), close(number, original[row])));
    };
    for rank in 0..ends {
        add(rows[rank], shown[rank]);
        add(rows[original.len() - 1 - rank], shown[shown.len() - 1 - rank]);
    }
    guesses.sort_by_key(|it| it.0);
    let counted = guesses.iter().map(|it| (Some(it.1), 1));
    let mut found = Found::of_guesses(Attack::KnownExtremes, counted);
    let claimed: Vec<_> = guesses.iter().filter(|it| it.1.found).collect();
    found.rows = claimed.iter().map(|it| it.0 as u32).collect();
    Some(found.checked(|at, _| claimed[at].2))
}

/// Between which numbers each original number must lie, if a column was sorted by itself and each
/// group of neighbours replaced by its mean.
///
/// The groups do not overlap, so a number is at least the mean of the group below its own, and at
/// most the mean of the group above. The lowest and the highest group are open at one end.
pub fn bounds_of_averages(averages: &[f64]) -> Vec<(f64, f64)> {
    let mut means = sorted(averages);
    means.dedup();
    let bound = |&mean: &f64| {
        let at = means.partition_point(|&other| other < mean);
        let below = at.checked_sub(1).map_or(f64::NEG_INFINITY, |below| means[below]);
        let above = means.get(at + 1).copied().unwrap_or(f64::INFINITY);
        if mean.is_nan() { (f64::NEG_INFINITY, f64::INFINITY) } else { (below, above) }
    };
    averages.iter().map(bound).collect()
}

/// Bounds the original numbers of a column that was microaggregated by itself (individual ranking).
///
/// A person is found if their number is known up to `share` of the column's range
/// ([`bounds_of_averages`]); certainty is 1 minus the share of the range within which it must lie,
/// and 0 if one end is open. Groups are the rows with the same mean. The figure `mean-width` is the
/// share of the range on the average of those who are bounded.
///
/// # Assumes
/// That means are released unrounded.
///
/// # Stopped by
/// Microaggregation of several columns at once: its groups overlap in each column.
///
/// # Example
/// ```
/// use ridotto_measure::attack::sorted_averages;
/// let means = [1.0, 1.0, 5.0, 5.0, 6.0, 6.0, 11.0, 11.0];
/// let found = sorted_averages(&means, 0.5).unwrap();
/// assert_eq!((found.people, found.surest), (2, 0.5));
/// ```
///
/// `None` if no two numbers differ.
pub fn sorted_averages(averages: &[f64], share: f64) -> Option<Found> {
    let means = sorted(averages);
    let range = means.last()? - means.first()?;
    if range <= 0.0 {
        return None;
    }
    let (mut widths, mut bounded) = (0.0, 0_u64);
    let bounds = bounds_of_averages(averages);
    let guesses: Vec<Option<Guess>> = averages
        .iter()
        .zip(bounds)
        .map(|(&mean, (low, high))| {
            let width = (high - low) / range;
            if width.is_finite() {
                (widths, bounded) = (widths + width, bounded + 1);
            }
            let group = within(&means, mean, 0.0);
            let certainty = (1.0 - width).max(0.0);
            (group > 0).then_some(Guess { group, certainty, found: width <= share })
        })
        .collect();
    let found = Found::of_rows(Attack::SortedAverages, &guesses);
    Some(found.with("mean-width", if bounded > 0 { widths / bounded as f64 } else { 1.0 }))
}

/// Exact values as the catalogue has it.
pub static EXACT_VALUES: Entry = AttackEntry {
    name: "exact-values",
    title: "Exact values",
    aliases: &["exact-matching"],
    formula: "one record has the person's number, and nobody else has it",
    summary: "A number that was released unchanged is looked up in another file by its digits.",
    advice: "",
    facts: AttackFacts {
        knows: "a number of each person that was released unchanged",
        discloses: &[Disclosure::Identity],
        needs: "",
        help: &[Help::Step("noise"), Help::Step("microaggregate"), Help::Step("round")],
        figures: &[],
    },
    references: &[],
    worked: Worked { tables: &[&small::STAYS], policy: "", text: "The program's own release of `stays` leaves pay as it is. 2100 is one person's pay and in one record, and so are the other seven: **8** are singled out by a number that nobody thought of as identifying. Rounded to 500, as in `released`, nobody is.", run: &["anonymize stays.toml --keep-order --seed 1", "attack stays.csv out.csv --policy stays.toml --same-order"], says: &["attack people claimed right wrong of mean surest gain", "exact-values of pay singled out 8 8 0 8 1 1 0.875"] },
}
.entry();

/// Known extremes as the catalogue has it.
pub static KNOWN_EXTREMES: Entry = AttackEntry {
    name: "known-extremes",
    title: "Known extremes",
    aliases: &["outlier attack", "rank attack on extremes"],
    formula: "the number of the person's rank is theirs up to a tenth of the deviation",
    summary: "Everybody knows who is the oldest or the richest; the greatest value is theirs.",
    advice: "",
    facts: AttackFacts {
        knows: "who has the greatest or the least values",
        discloses: &[Disclosure::Identity, Disclosure::Attribute],
        needs: "",
        help: &[
            Help::Step("top-code"),
            Help::Step("bottom-code"),
            Help::Step("microaggregate"),
            Help::Step("noise"),
        ],
        figures: &[],
    },
    references: &[],
    worked: Worked { tables: &[&small::STAYS], policy: "", text: "Pay was released as it is. Who knows the three best paid and the three worst paid people, as colleagues do, gives them the three greatest and the three least numbers: 4100, 3900 and 3400, and 2100, 2400 and 2700. `3 + 3 = 6` people's pay is learnt: **6**, all right.", run: &["anonymize stays.toml --keep-order --seed 1", "attack stays.csv out.csv --policy stays.toml --same-order"], says: &["attack people claimed right wrong of mean surest gain", "known-extremes of pay learnt 6 6 0 6 1 1"] },
}
.entry();

/// Sorted averages as the catalogue has it.
pub static SORTED_AVERAGES: Entry = AttackEntry {
    name: "sorted-averages",
    title: "Sorted averages",
    aliases: &["individual-ranking-attack"],
    formula: "the number must lie within a share of the range",
    summary: "Columns that were microaggregated one by one are put together again.",
    advice: "",
    facts: AttackFacts {
        knows: "that each column was microaggregated by itself",
        discloses: &[Disclosure::Identity],
        needs: "the columns that were averaged",
        help: &[Help::Habit("microaggregate over several columns at once")],
        figures: &[("mean-width", "The share of the range within which numbers must lie, on the average of those who are bounded.")],
    },
    references: &[reference::NIN_2009],
    worked: Worked { tables: &[&small::STAYS], policy: "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"pay\"]\nk = 3\n", text: "Pay was averaged by itself, in groups of neighbours: 2640 five times, 3800 three times. Groups of sorted numbers do not overlap, so who has 3800 earns more than all who have 2640, and the border lies between the two means. That is wider than a tenth of the range, and **0** are learnt. With groups of two out of many it would be narrow.", run: &["anonymize stays.toml --keep-order --seed 1", "attack stays.csv out.csv --policy stays.toml --same-order --averages pay"], says: &["attack people claimed right wrong of mean surest gain", "sorted-averages of pay learnt 0 0 0 8"] },
}
.entry();
