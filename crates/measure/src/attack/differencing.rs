//! Differencing: tables of means and sums that give single people away together.

use super::Attack;
use super::found::{Found, Guess};
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};

/// A published mean, and of how many.
#[derive(Clone, Copy, PartialEq)]
pub struct Mean {
    /// How many people it is of.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
}

impl Mean {
    /// What the others have, if these are known to be among the people: the mean of those that
    /// remain. `None` if none remains.
    ///
    /// Of a mean of two somebody who is one of them learns the other's value; of two means over
    /// groups that differ by one person everybody learns that person's.
    ///
    /// ```
    /// use ridotto_measure::attack::Mean;
    /// let all = Mean { count: 2, mean: 130.0 };
    /// let other = all.without(Mean { count: 1, mean: 120.0 }).unwrap();
    /// assert_eq!((other.count, other.mean), (1, 140.0));
    /// ```
    #[must_use]
    pub fn without(self, known: Self) -> Option<Self> {
        let count = self.count.checked_sub(known.count).filter(|&count| count > 0)?;
        let sum = self.mean * self.count as f64 - known.mean * known.count as f64;
        Some(Self { count, mean: sum / count as f64 })
    }
}

/// Without the mean: of one person it is that person's value.
impl std::fmt::Debug for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mean({} people)", self.count)
    }
}

/// Solves the published cells for single people.
///
/// Each cell is the list of the people whose sum (or mean and count) was published. The values of
/// the people in `known` are the intruder's to begin with. Whatever can be had by adding and
/// subtracting cells is: a person is found if their value follows. `people` is how many there are.
/// The figures: `cells`, and `independent`, how many of these say something new.
///
/// # Stopped by
/// Differential privacy; or cells of which no sums and differences are small, which an audit of all
/// answers shows. A least size of each cell does not stop it.
///
/// # Cost
/// That of solving linear equations: cells² · people.
///
/// # Example
/// ```
/// use ridotto_measure::attack::differencing;
/// // All four, and all but the last one.
/// let found = differencing(4, &[vec![0, 1, 2, 3], vec![0, 1, 2]], &[]).unwrap();
/// assert_eq!((found.people, &found.rows[..]), (1, &[3][..]));
/// ```
///
/// `None` if a cell names somebody who is not there, or twice.
///
/// # References
/// D. E. Denning, P. J. Denning, M. D. Schwartz (1979), *The tracker: a threat to statistical
/// database security*, doi:10.1145/320064.320069.
pub fn differencing(people: usize, cells: &[Vec<u32>], known: &[u32]) -> Option<Found> {
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(cells.len());
    let mut is_known = vec![false; people];
    for &person in known {
        *is_known.get_mut(person as usize)? = true;
    }
    for cell in cells {
        let mut row = vec![0; people];
        for &person in cell {
            let entry = row.get_mut(person as usize)?;
            if *entry == 1 {
                return None;
            }
            *entry = 1;
        }
        // What is known is subtracted at once.
        row.iter_mut().zip(&is_known).for_each(|(entry, known)| *entry *= u64::from(!known));
        rows.push(row);
    }
    let independent = reduce(&mut rows);
    let alone = rows.iter().filter_map(|row| {
        let mut entries = (0_u32..).zip(row).filter(|(_, entry)| **entry != 0);
        entries.next().filter(|_| entries.next().is_none()).map(|(person, _)| person)
    });
    let mut found_rows: Vec<u32> = alone.collect();
    found_rows.sort_unstable();
    let is_found = |person: u32| found_rows.binary_search(&person).is_ok();
    let guess = |person: u32| {
        let found = is_found(person);
        (Some(Guess { group: 1, certainty: f64::from(u8::from(found)), found }), 1)
    };
    let attacked = (0..people as u32).filter(|&person| !is_known[person as usize]);
    let mut found = Found::of_guesses(Attack::Differencing, attacked.map(guess));
    found.group_sizes.clear();
    found.rows = found_rows;
    Some(found.with("cells", cells.len() as f64).with("independent", independent as f64))
}

/// A prime below 2^61: remainders by it are exact, where fractions would be rounded. That a number
/// of the elimination is a multiple of it by chance is as good as excluded.
const PRIME: u64 = (1 << 61) - 1;

/// Brings the rows to reduced echelon form, and tells how many are not 0. A person's value follows
/// from the rows if and only if a reduced row has that person alone.
fn reduce(rows: &mut [Vec<u64>]) -> usize {
    let columns = rows.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in 0..columns {
        let Some(pivot) = (done..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
        rows.swap(done, pivot);
        let scale = power(rows[done][column], PRIME - 2);
        rows[done].iter_mut().for_each(|entry| *entry = times(*entry, scale));
        let own = std::mem::take(&mut rows[done]);
        for row in rows.iter_mut().filter(|row| !row.is_empty() && row[column] != 0) {
            let factor = PRIME - row[column];
            for (entry, &own) in row.iter_mut().zip(&own) {
                *entry = (*entry + times(own, factor)) % PRIME;
            }
        }
        rows[done] = own;
        done += 1;
    }
    done
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(base: u64, mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

/// Differencing as the catalogue has it.
pub static DIFFERENCING: Entry = AttackEntry {
    name: "differencing",
    title: "Differencing",
    aliases: &["tracker", "difference-attack"],
    formula: "a person's value follows from the cells by adding and subtracting",
    summary: "Two tables of sums or means whose groups differ by one person give that person's value away.",
    advice: "",
    facts: AttackFacts {
        knows: "tables of means or sums with their counts, and perhaps some people's values",
        discloses: &[Disclosure::Attribute],
        needs: "attributes by which means are published",
        help: &[Help::Model("differential-privacy"), Help::Habit("a least difference of the groups")],
        figures: &[("cells", "How many cells were published."), ("independent", "How many of them say something new."), ("groups", "How many means of groups follow.")],
    },
    references: &[reference::DENNING_1979],
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "", text: "Two tables of mean pay were published, by sex and by age. Each age is one person's, so the mean of its cell is that person's pay: all **8** are learnt. A least cell of several people is the first remedy.", run: &["attack stays.csv released.csv --policy stays.toml --same-order --means-by sex --means-by age"], says: &["attack people claimed right wrong of mean surest gain", "differencing learnt 8 8 0 8 1 1"] },
}
.entry();
