//! Neither trees nor smoothing move what skewed numbers have on average.

use crate::synthesize::people::{averages, statistics};
use rand::RngExt;
use ridotto_core::{Code, Series, Values};
use ridotto_mask::Dice;
use ridotto_numbers::dice::normal;

const ROWS: usize = 3000;
const DRAWS: u64 = 100;

/// A group, and two log-normal amounts of money, the first by the group and the second by the first, as
/// in a census: most have little, a tenth has nothing, and few have a hundred times the median. With
/// `decimals`, or continuous. Trees of the second amount have leaves of few records.
fn money(decimals: bool) -> Vec<Series> {
    let mut stream = Dice::seeded(11).stream(0);
    let (mut groups, mut wealth, mut interest) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROWS {
        let group: Code = stream.random_range(0..3);
        let log = 5.0 + 0.5 * f64::from(group) + 1.5 * normal(&mut stream);
        let nothing = stream.random::<f64>() < 0.1;
        let amount = |log: f64| if decimals { log.exp().round() } else { log.exp() };
        groups.push(Some(group));
        wealth.push(if nothing { 0.0 } else { amount(log) });
        interest.push(amount(2.0 + 0.5 * log + 1.2 * normal(&mut stream)));
    }
    let groups = Values::Categories { codes: groups, categories: 3, ordered: false };
    let column = |name: &str, values| Series { name: name.into(), values };
    let [wealth, interest] = [wealth, interest].map(Values::Numbers);
    vec![column("group", groups), column("wealth", wealth), column("interest", interest)]
}

/// Five standard errors of the mean of 100 files, and no more than 2 % of the truth beyond, which the
/// chain of trees may be off. Halves of the way to the next number in a leaf lose 11 % of the wealth's
/// deviation, and normal kernels that are mirrored at zero raise medians by as much.
#[test]
fn means_deviations_and_medians_of_skewed_numbers_stay() {
    for decimals in [true, false] {
        let columns = money(decimals);
        let (plain, smooth) = (averages(&columns, false, DRAWS), averages(&columns, true, DRAWS));
        for at in [1, 2] {
            let truth = statistics(&columns[at]);
            for what in 0..3 {
                let ((own, error), (other, more)) = (smooth[at][what], plain[at][what]);
                let told = format!("{at} {what}, {decimals}: {own} {other} {}", truth[what]);
                assert!((own - truth[what]).abs() < 5.0 * error + 0.02 * truth[what], "{told}");
                // Smoothing alone is off by chance only.
                assert!((own - other).abs() < 5.0 * error.hypot(more), "{told}");
            }
        }
    }
}
