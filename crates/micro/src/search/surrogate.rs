//! A surrogate: what a node would suppress and cost, guessed from the nodes looked at.
//!
//! What share of the records is suppressed is expected before the first look, from how rare values
//! are were attributes independent ([`Surprisal`]). What attributes have in common the looks then teach:
//! a regression on the level of each corrects the logit of that share.
//!
//! A guess steers the search; it never closes a node.

use super::rarity::Surprisal;
use super::regression::Regression;
use super::{Observation, Task};
use ridotto_core::objective::{Objective, Scorer, Terms};

/// How the logit of a table as a whole may differ from what is expected.
const OFFSET_DEVIATION: f64 = 1.0;
/// How it may differ with each bit of entropy, of all attributes alike.
const SLOPE_DEVIATION: f64 = 0.12;
/// How it may differ with each bit of entropy of one level of one attribute.
const LEVEL_DEVIATION: f64 = 0.12;
/// How far the logit of a node lies from any such sum.
const NOISE: f64 = 0.1;
/// Half of the records go about so many bits of entropy beyond log2(records / least class).
const BEYOND: f64 = 3.0;
/// By so much of a half a bit of entropy makes classes smaller.
const SMALLER: f64 = 0.45;
/// Logits are rounded to this where bounds are looked up.
const STEP: f64 = 0.25;
/// Above every score.
const HOPELESS: f64 = 1e300;

/// Guesses about nodes.
#[derive(Debug)]
pub struct Surrogate<'a> {
    scorer: &'a Scorer,
    /// Where the features of each attribute begin; the first feature is always present.
    starts: Vec<usize>,
    /// How rare the groups of each level are; nothing for the first feature.
    rarity: Vec<Surprisal>,
    /// log2(records / least class): what is rarer is suppressed.
    rarest: f64,
    /// What is added to the expected logit of the share suppressed.
    correction: Regression,
    /// The logarithm of the score over its bound.
    excess: Regression,
    /// The bounds' terms by logit of the share suppressed, from that of half a record.
    terms: Vec<Terms>,
    /// A score too small to matter.
    small: f64,
}

/// What is guessed of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guess {
    rarity: Surprisal,
    correction: f64,
    /// The logarithm of the score over its bound.
    excess: f64,
}

impl<'a> Surrogate<'a> {
    #[expect(clippy::cast_sign_loss, reason = "a logit of half a record is negative")]
    /// What is known of a table before the first look.
    pub fn new(task: &Task<'a>) -> Self {
        let scorer = task.scorer;
        let (mut rarity, mut starts) = (vec![Surprisal::default()], Vec::new());
        for scale in scorer.scales() {
            starts.push(rarity.len());
            rarity.extend(scale.levels.iter().map(|level| Surprisal::of(&level.rows)));
        }
        let scaled = |by: f64, first: f64| {
            let mut scaled: Vec<f64> = rarity.iter().map(|rarity| by * rarity.mean).collect();
            scaled[0] = first;
            scaled
        };
        let rarest = (scorer.rows() as f64 / scorer.least_class() as f64).max(1.0).log2();
        let deviation = scaled(LEVEL_DEVIATION, OFFSET_DEVIATION);
        let mut correction = Regression::new(vec![0.0; rarity.len()], &deviation, NOISE);
        let half = rarest + BEYOND;
        correction.vary_along(&scaled(SLOPE_DEVIATION, -SLOPE_DEVIATION * half));
        let excess = match scorer.objective() {
            // Nothing but the size of classes counts, and a bit of entropy makes them smaller.
            Objective::Discernibility | Objective::ClassSize => {
                let by = -SMALLER * std::f64::consts::LN_2;
                Regression::new(scaled(by, -by * half), &scaled(0.1, 1.0), 0.2)
            }
            _ => Regression::new(vec![0.0; rarity.len()], &scaled(0.02, 0.1), 0.05),
        };
        let small = 1e-3 * scorer.bound_at(task.lattice.top(), 0);
        let terms = Vec::new();
        let mut surrogate =
            Self { scorer, starts, rarity, rarest, correction, excess, terms, small };
        let steps = (-2.0 * surrogate.least_logit() / STEP) as usize + 1;
        surrogate.terms = (0..steps)
            .map(|step| {
                scorer.terms(surrogate.records(surrogate.least_logit() + step as f64 * STEP))
            })
            .collect();
        surrogate
    }

    /// The guess about a node.
    pub fn guess(&self, levels: &[u8]) -> Guess {
        let present = || self.features(levels);
        Guess {
            rarity: self.rarity_of(levels),
            correction: self.correction.expect(present()),
            excess: self.excess.expect(present()),
        }
    }

    /// The guess after one attribute's level was changed.
    pub fn after(&self, guess: Guess, attribute: usize, from: u8, to: u8) -> Guess {
        let start = self.starts[attribute];
        let (from, to) = (start + usize::from(from), start + usize::from(to));
        let change = |of: &Regression| of.weight(to) - of.weight(from);
        Guess {
            rarity: guess.rarity + self.rarity[to] - self.rarity[from],
            correction: guess.correction + change(&self.correction),
            excess: guess.excess + change(&self.excess),
        }
    }

    /// The guessed logit of the share suppressed.
    pub fn logit(&self, guess: Guess) -> f64 {
        self.unlearned(guess.rarity) + guess.correction
    }

    /// The logit of the share suppressed at a node that is expected before the first look.
    pub fn prior(&self, levels: &[u8]) -> f64 {
        self.unlearned(self.rarity_of(levels))
    }

    /// The guessed logit of the share suppressed at a node, if its [`prior`](Self::prior) is known.
    pub fn corrected(&self, prior: f64, levels: &[u8]) -> f64 {
        prior + self.correction.expect(self.features(levels))
    }

    fn unlearned(&self, rarity: Surprisal) -> f64 {
        let least = self.least_logit();
        rarity.beyond(self.rarest).clamp(least, -least)
    }

    fn rarity_of(&self, levels: &[u8]) -> Surprisal {
        self.features(levels).map(|feature| self.rarity[feature]).sum()
    }

    /// The score to expect of a node. One that suppresses more than the affordable share is worse
    /// than any that does not, and the worse the more it does.
    pub fn score(&self, guess: Guess, levels: &[u8], affordable: f64) -> f64 {
        self.score_at(self.logit(guess), || guess.excess, levels, affordable)
    }

    #[expect(clippy::cast_sign_loss, reason = "it is at least 0")]
    fn score_at(
        &self,
        logit: f64,
        excess: impl Fn() -> f64,
        levels: &[u8],
        affordable: f64,
    ) -> f64 {
        let beyond = logit - affordable;
        if beyond > 0.0 {
            return HOPELESS * (1.0 + beyond);
        }
        let step = ((logit - self.least_logit()) / STEP).round().max(0.0) as usize;
        let bound = self.scorer.lower_bound(&self.terms[step.min(self.terms.len() - 1)], levels);
        (bound + self.small) * excess().exp()
    }

    /// The score to expect of a node whose [`prior`](Self::prior) is known, as [`score`](Self::score)
    /// gives it. Of what is not affordable no more than that is worked out.
    pub fn expect(&self, prior: f64, levels: &[u8], affordable: f64) -> f64 {
        let excess = || self.excess.expect(self.features(levels));
        self.score_at(self.corrected(prior, levels), excess, levels, affordable)
    }

    /// A bound on the score of a node that may suppress nothing.
    pub fn least(&self, levels: &[u8]) -> f64 {
        self.scorer.lower_bound(&self.terms[0], levels)
    }

    /// Learns what was seen at a node; it fails if it suppresses more than `affordable`.
    pub fn learn(&mut self, levels: &[u8], lesson: Observation, affordable: u64) {
        match lesson {
            Observation::Fails { suppressed, .. } => {
                self.learn_share(levels, suppressed, affordable);
            }
            Observation::Holds { score, suppressed, .. } => {
                self.learn_share(levels, Some(suppressed), affordable);
                let present: Vec<usize> = self.features(levels).collect();
                let bound = self.scorer.bound_at(levels, suppressed);
                self.excess.learn(&present, ((score + self.small) / (bound + self.small)).ln());
            }
        }
    }

    /// Learns how many records a node suppresses; `None` if that is known to be more than
    /// `affordable` and no more.
    pub fn learn_share(&mut self, levels: &[u8], suppressed: Option<u64>, affordable: u64) {
        let present: Vec<usize> = self.features(levels).collect();
        let prior = self.prior(levels);
        let expected = self.corrected(prior, levels);
        let logit = match suppressed {
            Some(suppressed) => self.logit_of(suppressed),
            None => self.logit_of(affordable) + NOISE,
        };
        // None suppressed may mean that far fewer combinations are there than could be, and where
        // too many are, all that is known is that it is more.
        let is_news = match suppressed {
            Some(0) => expected > logit,
            Some(_) => true,
            None => expected < logit,
        };
        if is_news {
            self.correction.learn(&present, logit - prior);
        }
    }

    /// The logit of the share that so many records are.
    pub fn logit_of(&self, records: u64) -> f64 {
        let kept = self.scorer.rows().saturating_sub(records);
        ((records as f64 + 0.5) / (kept as f64 + 0.5)).ln()
    }

    fn least_logit(&self) -> f64 {
        self.logit_of(0)
    }

    #[expect(clippy::cast_sign_loss, reason = "a share of the rows")]
    fn records(&self, logit: f64) -> u64 {
        (self.scorer.rows() as f64 / (1.0 + (-logit).exp())) as u64
    }

    fn features(&self, levels: &[u8]) -> impl Iterator<Item = usize> {
        let at = self.starts.iter().zip(levels).map(|(start, &level)| start + usize::from(level));
        std::iter::once(0).chain(at)
    }
}

/// How much more suppression than the limit, in logits, is allowed for in a guess: a better node
/// raises it, a miss lowers it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Optimism(f64);

/// What a better node adds, what a miss takes, and the most either way.
const HIT: f64 = 0.3;
const MISS: f64 = 0.05;
const MOST: f64 = 0.6;

impl Optimism {
    /// What came of a look.
    pub fn learn(&mut self, better: bool) {
        self.0 = (if better { self.0 + HIT } else { self.0 - MISS }).clamp(-MOST, MOST);
    }

    /// The logits to allow for.
    pub fn logits(self) -> f64 {
        self.0
    }
}
