//! Drawn numbers brought back to the distribution of the original.
//!
//! A tree is right on average for records that are like those it grew on. Drawn records are not quite:
//! some lie where no original does, in leaves that outliers rule, so that what is drawn there is too
//! great, and so is what is drawn from that. Along a chain this adds up; on skewed business data to half
//! of the mean. So after each step the drawn numbers are put in order, the smallest becomes the smallest
//! of as many numbers that are drawn from the original with replacement, and so on. Which record has the
//! greater number stays as it was drawn, and what follows is drawn from what was put right.
//!
//! That is for records that are drawn whole, and for numbers that depend on drawn numbers. What is drawn
//! for given records, or from categories alone, hits leaves as often as it should, and numbers stay
//! within what their leaf has.

use super::step::{Cell, Draw};
use rand::RngExt;
use ridotto_numbers::dice::Stream;

/// Gives numbers the distribution of `truth`, of which none is missing, and keeps their order; of equal
/// ones any may be the greater. Missing numbers stay so.
pub(super) fn restore(drawn: &mut [Draw], truth: &[f64], stream: &mut Stream) {
    let mut order: Vec<(f64, u64, usize)> = Vec::new();
    for (at, draw) in drawn.iter().enumerate() {
        if let Cell::Number(number) = draw.seen
            && !number.is_nan()
        {
            order.push((number, stream.random(), at));
        }
    }
    if truth.is_empty() {
        return;
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut numbers: Vec<f64> =
        order.iter().map(|_| truth[stream.random_range(0..truth.len())]).collect();
    numbers.sort_by(f64::total_cmp);
    for ((.., at), number) in order.into_iter().zip(numbers) {
        drawn[at].seen = Cell::Number(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_numbers::Dice;

    #[test]
    fn the_order_stays_and_the_distribution_is_the_originals() {
        let drawn = [9.0, f64::NAN, 90.0, 900.0].map(|number| Cell::Number(number).into());
        let mut drawn: Vec<Draw> = drawn.to_vec();
        restore(&mut drawn, &[1.0, 2.0, 3.0], &mut Dice::seeded(1).stream(0));
        let seen: Vec<f64> = drawn
            .iter()
            .map(|draw| match draw.seen {
                Cell::Number(number) => number,
                Cell::Code(_) => f64::INFINITY,
            })
            .collect();
        assert!(seen[1].is_nan());
        assert!(1.0 <= seen[0] && seen[0] <= seen[2] && seen[2] <= seen[3] && seen[3] <= 3.0);
    }

    /// Whatever was drawn, the mean is right over many draws.
    #[test]
    fn means_are_right_over_many_draws() {
        let truth = [0.0, 1.0, 10.0, 100.0];
        let mut stream = Dice::seeded(2).stream(0);
        let mut sum = 0.0;
        for _ in 0..2_000 {
            let mut drawn: Vec<Draw> = vec![Cell::Number(100.0).into(); 10];
            restore(&mut drawn, &truth, &mut stream);
            for draw in drawn {
                let Cell::Number(number) = draw.seen else { continue };
                sum += number / 20_000.0;
            }
        }
        assert!((sum - 27.75).abs() < 1.5, "{sum}");
    }
}
