//! Small models for these tests, one for each union rule.

use ridotto_core::model::KAnonymity;
use ridotto_core::{Bound, Class, ClassModel, UnionRule};

/// At least so many distinct sensitive values: a union has at least those of either part.
#[derive(Debug)]
pub struct Distinct(pub usize);

impl ClassModel for Distinct {
    fn name(&self) -> &'static str {
        "distinct"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        class.histogram(0).len() as f64
    }
    fn bound(&self) -> Bound {
        Bound::AtLeast(self.0 as f64)
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }
}

/// The class's shares are within a distance of the table's: half of the sum of differences. The
/// distance of a union is at most the greater one, as its shares are a mean of the parts'.
#[derive(Debug)]
pub struct Close {
    pub most: f64,
    pub table: Vec<f64>,
}

impl ClassModel for Close {
    fn name(&self) -> &'static str {
        "close"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        let size = class.size() as f64;
        let mut absent = 1.0;
        let mut distance = 0.0;
        for &(code, rows) in class.histogram(0) {
            let share = self.table[code as usize];
            absent -= share;
            distance += (rows as f64 / size - share).abs();
        }
        f64::midpoint(distance, absent)
    }
    fn bound(&self) -> Bound {
        Bound::AtMost(self.most)
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    /// If `kept` records are left, at most `counts` of each value, then the shares of the table
    /// that they cannot reach are at least those that `counts / kept` does not reach. That grows
    /// with `kept`, so the most that can be kept is found by halving.
    fn least_removed(&self, class: Class<'_>) -> u64 {
        let counts = class.histogram(0);
        let present: f64 = counts.iter().map(|&(code, _)| self.table[code as usize]).sum();
        let fits = |kept: u64| {
            let lacks = |&(code, rows): &(u32, u64)| {
                (self.table[code as usize] - rows as f64 / kept as f64).max(0.0)
            };
            1.0 - present + counts.iter().map(lacks).sum::<f64>() <= self.most + 1e-9
        };
        let (mut low, mut high) = (0, class.size());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        class.size() - low
    }
    fn holds(&self, class: Class<'_>) -> bool {
        // Sums of shares in another order must not decide.
        self.level(class) <= self.most + 1e-9
    }
}

/// An even number of rows: two odd classes make an even one, and an even and an odd one do not.
#[derive(Debug)]
pub struct Even;

impl ClassModel for Even {
    fn name(&self) -> &'static str {
        "even"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        (class.size() % 2) as f64
    }
    fn bound(&self) -> Bound {
        Bound::AtMost(0.0)
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::NoPromise
    }
}

/// k-anonymity.
pub fn k_anonymity(k: u64) -> Box<dyn ClassModel> {
    Box::new(KAnonymity::new(k.try_into().expect("k is not 0")))
}
