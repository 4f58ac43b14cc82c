//! Randomised response: every record answers for itself, and perhaps not truly.

use super::{Mechanism, each, released, sealed};
use crate::sampler::coin;
use crate::{Exact, Loss, Neighbours, NoiseError, Permit, Released};

/// One of k answers for each record: the true one with the probability e^ε/(e^ε + k − 1), and each
/// other with the same.
///
/// # Guarantee
/// ε-differential privacy for changing what one record says, whoever sees the answers, and also
/// against those who collect them (*local*): for any two values the probabilities of an answer differ
/// by the factor e^ε at most, which is that of the truth and of a lie.
///
/// # Does not protect against
/// Which records there are, and how many. More answers of one person lose ε each.
///
/// *Drawn exactly.* A candidate is drawn evenly; the true one is taken, another with the probability
/// e^−ε, and if not, one is drawn anew. So the weights are 1 and e^−ε.
///
/// # References
/// S. Warner (1965), *Randomized response: a survey technique for eliminating evasive answer bias*,
/// doi:10.1080/01621459.1965.10480775. P. Kairouz, S. Oh, P. Viswanath (2016), *Extremal mechanisms
/// for local differential privacy*, arXiv:1407.1338.
#[derive(Clone, Debug)]
pub struct Response {
    answers: u32,
    epsilon: Exact,
    parts: (u128, u128),
}

impl Response {
    /// Among so many answers: two at least.
    pub fn new(answers: u32, epsilon: &Exact) -> Result<Self, NoiseError> {
        if answers < 2 {
            return Err(NoiseError::Nothing);
        }
        if epsilon.is_zero() {
            return Err(NoiseError::Positive { parameter: "epsilon" });
        }
        let parts = epsilon.short_parts().ok_or(NoiseError::Fine)?;
        Ok(Self { answers, epsilon: epsilon.clone(), parts })
    }

    /// The probability of the true answer.
    pub fn truth(&self) -> f64 {
        1.0 / (1.0 + f64::from(self.answers - 1) * (-self.epsilon.to_f64()).exp())
    }
}

impl sealed::Sealed for Response {}

impl Mechanism for Response {
    fn loss(&self) -> Loss {
        Loss::Pure { epsilon: self.epsilon.clone() }
    }

    fn name(&self) -> &'static str {
        "randomised-response"
    }

    fn sensitivity(&self) -> Option<u64> {
        None
    }

    fn noise(&self) -> String {
        format!("one of {} answers, true with probability {:.6}", self.answers, self.truth())
    }

    /// An answer for each record tells how many there are.
    fn argued_for(&self) -> Option<Neighbours> {
        Some(Neighbours::ChangeOne)
    }
}

impl Permit<Response> {
    /// An answer for each record. What is none of the answers counts as the last.
    pub fn answer(self, values: &[u32]) -> Released<Vec<u32>> {
        let Response { answers, parts: (above, under), .. } = self.mechanism;
        let answer = |value: u32, random: &mut rand_chacha::ChaCha20Rng| loop {
            let candidate = coin::below(answers.into(), random) as u32;
            let is_true = candidate == value.min(answers - 1);
            if is_true || coin::exponential(above, under, random) {
                return candidate;
            }
        };
        released(each(&self.key, values, answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accountant::tests::permit;

    /// Vector `dp.randomised_response`: the truth with probability 0.75, of two, is ε = ln 3.
    #[test]
    fn the_lectures_coin() {
        let ln_3 = Exact::of_f64(3.0_f64.ln()).unwrap();
        assert!((Response::new(2, &ln_3).unwrap().truth() - 0.75).abs() < 1e-12);
    }

    #[test]
    fn answers_have_the_exact_probabilities() {
        let response = Response::new(4, &"1.5".parse().unwrap()).unwrap();
        let records = 400_000;
        let answers = permit(response.clone(), 3).answer(&vec![2; records]).into_inner();
        let mut seen = [0.0; 4];
        for &answer in &answers {
            seen[answer as usize] += 1.0;
        }
        let truth = response.truth();
        let chi: f64 = (0..4)
            .map(|at| {
                let p = if at == 2 { truth } else { (1.0 - truth) / 3.0 };
                (seen[at] - p * records as f64).powi(2) / (p * records as f64)
            })
            .sum();
        assert!(chi < 21.0, "{chi} with 3 degrees: {seen:?}");
        assert!(Response::new(1, &Exact::whole(1)).is_err());
        assert!(Response::new(2, &Exact::zero()).is_err());
        // What is no answer is the last one, and not a panic.
        assert!(permit(response, 4).answer(&[99]).get()[0] < 4);
    }
}
