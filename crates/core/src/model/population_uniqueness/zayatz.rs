//! Zayatz's estimate.
//!
//! A class of one row may come from a population class of any size. The chance that it comes from
//! one of size 1 follows by Bayes' rule, if population classes have each size as often as sample
//! classes have. Each unique record is unique in the population with that chance, and stands for
//! as many people as the inverse of the sampling fraction.

use super::Sample;

pub(super) fn uniques(sample: &Sample) -> f64 {
    let (people, rows) = (sample.people, sample.rows);
    // The chance that exactly one of `size` people is drawn, over that for one person:
    // size · Π (people − rows − j + 1) / (people − j) for j from 1 to size − 1.
    let (mut chance, mut reached, mut all) = (1.0, 1.0, 0.0);
    for (size, classes) in sample.each() {
        while reached < size && chance > 0.0 {
            chance *= ((people - rows - reached + 1.0) / (people - reached)).max(0.0);
            reached += 1.0;
        }
        all += classes * size * chance;
    }
    let unique = sample.of_size(1);
    unique * (unique / all) / sample.fraction()
}
