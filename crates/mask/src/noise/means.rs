//! Differentially private means of groups that one record hardly changes: private records by answers
//! about groups of them.
//!
//! # Guarantee
//! ε-differential privacy for replacing one record by another, as long as nothing of the records but
//! these attributes is published, and in no order that tells whose they are. How many records there
//! are is taken to be public; delta is 0.
//!
//! *The argument.* Values are first put on a [`Grid`], each alone: whole numbers from 0 to n. The sizes
//! of the groups depend on the number of records and on k alone. Groups are taken from an order to
//! which each record's own place is all that matters, so that replacing one record takes at most one
//! record out of each group and puts one into it ([`insensitive`]): the sum of a group moves by n at
//! most, and those of g groups together by g·n. With one attribute the order is that of its values; then what leaves
//! a group and what enters it are neighbours on the way from the old value to the new one, the
//! changes add up to the length of that way, and all sums together move by n at most. The sums are
//! whole numbers, so nothing was rounded. [`Laplace`] noise for n or g·n and ε/p on the sums of an
//! attribute makes the list of sums ε/p-private, and p lists are ε-private together. Means are noisy
//! sums over the groups' sizes, and the published records are made of them.
//!
//! # Does not protect against
//! What stands beside the means: which group a record is in depends on the values of all records, so
//! that an attribute which is not masked would tell about others' values. A person with several
//! records loses ε with each.
//!
//! # What is preserved
//! Means of groups, in expectation. With one attribute noise is k times smaller than that of
//! [`private`](super::private); with more it is smaller only if k is more than the number of groups.
//!
//! # References
//! J. Soria-Comas, J. Domingo-Ferrer, D. Sánchez, S. Martínez (2014), *Enhancing data utility in
//! differential privacy via microaggregation-based k-anonymity*, doi:10.1007/s00778-014-0351-4.

use super::moments::numbers;
use super::private::{budget_of, decimals, impossible, plain, share_of};
use crate::masked::{Figure, Masked, Pooled};
use crate::microaggregate::{Insensitive, insensitive};
use crate::{Note, Refused};
use ridotto_catalogue::Decimal;
use ridotto_core::{Series, Values};
use ridotto_noise::{Accountant, Budget, Exact, Grid, Laplace};
use std::sync::Arc;

/// Groups of records, and noise on their means.
#[derive(Clone, Debug, PartialEq)]
pub struct PrivateMeans {
    /// What a record may lose in all its attributes together.
    pub epsilon: Decimal,
    /// The least size of a group.
    pub k: usize,
    /// The least and the greatest value of each attribute.
    pub bounds: Vec<(Decimal, Decimal)>,
}

/// Masked columns, and what they are promised to be.
#[derive(Debug)]
pub struct Means {
    /// Noisy means in the place of values.
    pub masked: Masked,
    /// By how much one record moves the means of each attribute together, at most.
    pub sensitivities: Vec<f64>,
}

/// Puts noisy means in the place of values, for which this accountant charges.
pub fn mask(
    options: &PrivateMeans,
    columns: &[Series],
    accountant: &mut Accountant,
) -> Result<Means, Refused> {
    let slices = numbers(columns)?;
    let share = share_of(options.epsilon, columns.len(), accountant)?;
    let grids = options.grids(columns.len())?;
    let placed: Vec<Series> = (columns.iter().zip(slices).zip(&grids))
        .map(|((column, values), grid)| placed(column, values, grid))
        .collect();
    let bounds: Vec<(f64, f64)> = grids.iter().map(|grid| (0.0, grid.steps() as f64)).collect();
    let grouped = insensitive(&placed, options.k, &bounds)?;
    let mut masked = Masked {
        columns: Vec::new(),
        decimals: Vec::new(),
        figures: Vec::new(),
        notes: Vec::<Note>::new(),
    };
    let mut sensitivities = Vec::new();
    for ((column, placed), grid) in columns.iter().zip(&placed).zip(&grids) {
        let sums = sums(placed, &grouped)?;
        let steps = PrivateMeans::sensitivity(grid, columns.len(), sums.len())?;
        let laplace = Laplace::new(steps, &share).map_err(impossible)?;
        // A mean is a sum over k at least.
        let of_mean = grid.step() / options.k as f64;
        let scale = laplace.scale().to_f64() * of_mean;
        let of_person = share.times(&Exact::whole(accountant.protected().records.get()));
        masked.figures.extend(figures(column, &of_person, laplace.variance().sqrt() * of_mean));
        sensitivities.push(steps as f64 * of_mean);
        let permit = accountant.charge(&column.name, laplace).map_err(impossible)?;
        let noisy = permit.release(&sums).map_err(impossible)?.into_inner();
        let sizes: Vec<usize> = grouped.groups().iter().map(<[u32]>::len).collect();
        let mut means = vec![f64::NAN; sizes.len()];
        for (&group, sum) in grouped.ranked().iter().zip(noisy) {
            let mean = sum as f64 / sizes[group as usize] as f64;
            means[group as usize] = grid.value(0) + grid.step() * mean;
        }
        let of = grouped.groups().of().iter();
        let values = Values::Numbers(of.map(|&group| means[group as usize]).collect());
        masked.columns.push(Series { name: Arc::clone(&column.name), values });
        masked.decimals.push(Some(decimals(scale)));
    }
    Ok(Means { masked, sensitivities })
}

impl PrivateMeans {
    /// What a record may lose by it.
    pub fn budget(&self) -> Result<Budget, Refused> {
        budget_of(self.epsilon)
    }

    /// Grids with so many steps that nobody sees them: a million, or as fine as the bounds are written.
    fn grids(&self, columns: usize) -> Result<Vec<Grid>, Refused> {
        if self.bounds.len() != columns {
            let must_be = "a lower and a greater upper bound of each attribute";
            return Err(Refused::Parameter { parameter: "bounds", must_be });
        }
        let grid = |&(lower, upper): &(Decimal, Decimal)| {
            if lower >= upper {
                return Err(Refused::Parameter {
                    parameter: "lower",
                    must_be: "less than `upper`",
                });
            }
            let step = super::private::fine_step(lower, upper, &Exact::whole(1));
            Grid::new(plain(lower), plain(upper), step).map_err(impossible)
        };
        self.bounds.iter().map(grid).collect()
    }

    /// How far one record moves all sums of an attribute together, in steps.
    fn sensitivity(grid: &Grid, attributes: usize, groups: usize) -> Result<u64, Refused> {
        let groups = if attributes == 1 { 1 } else { groups as u64 };
        grid.steps().checked_mul(groups).ok_or(Refused::PrivateNoise {
            reason: "there are too many groups for bounds so far apart".into(),
        })
    }
}

/// Whole numbers of steps. A missing value would take a record out of a mean: it is the middle, for
/// everyone.
fn placed(column: &Series, values: &[f64], grid: &Grid) -> Series {
    let middle = (grid.steps() / 2).cast_signed();
    let place = |&value: &f64| grid.place(value).unwrap_or(middle) as f64;
    let values = Values::Numbers(values.iter().map(place).collect());
    Series { name: Arc::clone(&column.name), values }
}

/// The sum of each group, without rounding, in the order that groups were taken from: the sums of two
/// neighbours are close place by place in it, and in no other.
fn sums(placed: &Series, grouped: &Insensitive) -> Result<Vec<i64>, Refused> {
    let Values::Numbers(steps) = &placed.values else { return Err(Refused::NeedsNumbers) };
    let sum = |rows: &[u32]| {
        // They are whole and at most 2^53.
        let own = rows.iter().map(|&row| steps[row as usize] as i64);
        own.into_iter().try_fold(0_i64, i64::checked_add)
    };
    let lists: Vec<&[u32]> = grouped.groups().iter().collect();
    let sums = grouped.ranked().iter().map(|&group| sum(lists[group as usize]));
    sums.collect::<Option<_>>().ok_or(Refused::PrivateNoise {
        reason: "the groups are too large for bounds so far apart".into(),
    })
}

fn figures(column: &Series, share: &Exact, deviation: f64) -> [Figure; 2] {
    let told = |name: String, number: f64| Figure {
        name,
        original: 0.0,
        expected: Some(number),
        reached: number,
        pooled: Pooled::Largest,
    };
    [
        told(format!("epsilon of {}", column.name), share.to_f64()),
        told(format!("standard deviation of the noise of {}", column.name), deviation),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::private::PROTECTED;
    use super::*;
    use proptest::prelude::*;
    use ridotto_noise::{Neighbours, Protected, Source};
    use ridotto_testkit::neighbours::beyond_claim;
    use std::num::NonZeroU64;

    fn column(name: &str, values: Vec<f64>) -> Series {
        Series { name: name.into(), values: Values::Numbers(values) }
    }

    fn with(options: &PrivateMeans, columns: &[Series], source: Source) -> Result<Means, Refused> {
        for_whom(options, columns, source, PROTECTED)
    }

    fn for_whom(
        options: &PrivateMeans,
        columns: &[Series],
        source: Source,
        protected: Protected,
    ) -> Result<Means, Refused> {
        let mut accountant = Accountant::new(options.budget()?, protected).drawing_from(source);
        let means = mask(options, columns, &mut accountant)?;
        assert_eq!(accountant.spent(), accountant.budget().whole(), "all of it, and no more");
        Ok(means)
    }

    fn options(epsilon: &str, k: usize, upper: &[&str]) -> PrivateMeans {
        let bounds = upper.iter().map(|upper| (Decimal::ZERO, upper.parse().unwrap())).collect();
        PrivateMeans { epsilon: epsilon.parse().unwrap(), k, bounds }
    }

    /// One attribute: noise of scale (upper − lower)/(k ε), once for each group. Two thousand
    /// groups: the mean size of the noise has a standard error of s/√2000.
    #[test]
    fn noise_is_that_of_the_sensitivity() {
        let values: Vec<f64> = (0..10_000).map(|row| f64::from(row % 100)).collect();
        let columns = [column("x", values)];
        let means = with(&options("0.5", 5, &["100"]), &columns, Source::seeded_for_tests(1));
        let means = means.unwrap();
        let Values::Numbers(noisy) = &means.masked.columns[0].values else { unreachable!() };
        let grouped = insensitive(&columns, 5, &[(0.0, 100.0)]).unwrap();
        let Values::Numbers(truth) = &columns[0].values else { unreachable!() };
        let mut sizes = Vec::new();
        for rows in grouped.groups().iter() {
            let own = noisy[rows[0] as usize];
            assert!(rows.iter().all(|&row| noisy[row as usize].to_bits() == own.to_bits()));
            let mean = rows.iter().map(|&row| truth[row as usize]).sum::<f64>() / rows.len() as f64;
            sizes.push((own - mean).abs());
        }
        let scale = 100.0 / 5.0 / 0.5;
        let mean = sizes.iter().sum::<f64>() / sizes.len() as f64;
        assert!((mean - scale).abs() < 5.0 * scale / (sizes.len() as f64).sqrt(), "{mean}");
        assert_eq!(means.sensitivities, [20.0]);
    }

    /// The whole step, groups included: files that differ in one record are told apart by ε and no more,
    /// and a step that spends one and a half times that is found out. The record goes from the first of
    /// two groups of two to the second.
    #[test]
    fn neighbours_are_told_apart_by_epsilon_and_no_more() {
        let beyond = |spent: &str| {
            let options = options(spent, 2, &["4"]);
            let run = |value: f64| {
                let (options, columns) = (&options, [column("x", vec![value, 0.0, 4.0, 4.0])]);
                move |seed| {
                    let means = with(options, &columns, Source::seeded_for_tests(seed)).unwrap();
                    let Values::Numbers(shown) = &means.masked.columns[0].values else {
                        unreachable!()
                    };
                    let mut groups = [shown[1], shown[2]];
                    groups.sort_by(f64::total_cmp);
                    groups.map(|mean| mean.round().clamp(-2.0, 6.0) as i64).to_vec()
                }
            };
            beyond_claim([&run(0.0), &run(4.0)], 40_000, (1.0, 0.0))
        };
        let (honest, sabotaged) = (beyond("1"), beyond("1.5"));
        println!("honest {honest}, sabotaged {sabotaged}");
        assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
        assert!(sabotaged > 5.0, "a saboteur is not found out: {sabotaged}");
    }

    /// A person whose two records, a group of their own, say something else: both lose ε together where persons
    /// are protected, and who protects records is found out.
    #[test]
    fn all_records_of_a_person_lose_epsilon_together() {
        let beyond = |rows| {
            let protected =
                Protected::person(Neighbours::ChangeOne, NonZeroU64::new(rows).unwrap());
            let options = options("1.5", 2, &["4"]);
            let run = |value: f64| {
                let (options, columns) = (&options, [column("x", vec![value, value, 4.0, 4.0])]);
                move |seed| {
                    let source = Source::seeded_for_tests(seed);
                    let means = for_whom(options, &columns, source, protected).unwrap();
                    let Values::Numbers(shown) = &means.masked.columns[0].values else {
                        unreachable!()
                    };
                    vec![i64::from(shown[0] >= 2.0)]
                }
            };
            beyond_claim([&run(0.0), &run(4.0)], 60_000, (1.5, 0.0))
        };
        let (honest, forgets) = (beyond(2), beyond(1));
        println!("honest {honest:.1}, without the factor {forgets:.1}");
        assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
        assert!(forgets > 5.0, "who forgets the group is not found out: {forgets}");
    }

    /// Two attributes: every group may change in each, and each has half of ε.
    #[test]
    fn more_attributes_have_more_noise() {
        let values: Vec<f64> = (0..60).map(f64::from).collect();
        let columns = [column("x", values.clone()), column("y", values)];
        let made = with(&options("1", 6, &["60", "6"]), &columns, Source::system()).unwrap();
        let scale = |at: usize| made.masked.figures[at].reached / std::f64::consts::SQRT_2;
        // Ten groups, a sixth of the range, and half of ε.
        assert!((scale(1) / (10.0 * 60.0 / 6.0 / 0.5) - 1.0).abs() < 1e-6, "{}", scale(1));
        assert!((scale(3) / (10.0 * 6.0 / 6.0 / 0.5) - 1.0).abs() < 1e-6, "{}", scale(3));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let columns = [column("x", vec![1.0, 2.0, 3.0])];
        for (epsilon, k, upper) in [("0", 2, "9"), ("-1", 2, "9"), ("1", 1, "9"), ("1", 2, "0")] {
            let refused =
                with(&options(epsilon, k, &[upper]), &columns, Source::system()).unwrap_err();
            assert!(matches!(refused, Refused::Parameter { .. }), "{refused}");
        }
        let few = with(&options("1", 4, &["9"]), &columns, Source::system()).unwrap_err();
        assert!(matches!(few, Refused::TooFew { .. }));
        assert!(with(&options("1", 2, &[]), &columns, Source::system()).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        /// The distance that noise is made for, by brute force: one record is replaced by any other, and
        /// the sums of all groups together move by no more.
        #[test]
        fn one_record_moves_all_sums_by_the_sensitivity(
            rows in prop::collection::vec((-20.0_f64..120.0, -1.0_f64..7.0), 6..40),
            at in 0_usize..6,
            new in (-20.0_f64..120.0, -1.0_f64..7.0),
            k in 2_usize..4,
            both in any::<bool>(),
        ) {
            let options = options("1", k, if both { &["100", "5"] } else { &["100"] });
            let grids = options.grids(options.bounds.len()).unwrap();
            let all_sums = |rows: &[(f64, f64)]| -> Vec<Vec<i64>> {
                let columns = [rows.iter().map(|row| row.0).collect::<Vec<_>>(),
                    rows.iter().map(|row| row.1).collect()];
                let placed: Vec<Series> = columns.iter().zip(&grids)
                    .map(|(values, grid)| placed(&column("x", Vec::new()), values, grid))
                    .collect();
                let bounds: Vec<_> = grids.iter().map(|grid| (0.0, grid.steps() as f64)).collect();
                let grouped = insensitive(&placed, k, &bounds).unwrap();
                placed.iter().map(|one| sums(one, &grouped).unwrap()).collect()
            };
            let before = all_sums(&rows);
            let mut rows = rows;
            rows[at] = new;
            let after = all_sums(&rows);
            for ((old, new), grid) in before.iter().zip(&after).zip(&grids) {
                let moved: u64 = old.iter().zip(new).map(|(a, b)| a.abs_diff(*b)).sum();
                let most = PrivateMeans::sensitivity(grid, grids.len(), old.len()).unwrap();
                prop_assert!(moved <= most, "{moved} > {most}");
            }
        }
    }
}
