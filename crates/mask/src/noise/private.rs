//! Differentially private noise for each record.
//!
//! # Guarantee
//! Whatever a person's values are within the bounds, the published record is nearly as likely as with
//! any other values: the probability of no outcome differs by more than the factor `exp(epsilon)`.
//! This is local differential privacy: it holds against everybody, whatever they know, also against
//! who sees all other records. Neighbours are files that differ in what one record says of these
//! attributes; delta is 0.
//!
//! *The argument.* Each value is first put on a [`Grid`]: a whole number of steps from the lower bound,
//! cut off at both bounds, which looks at no other value. So a record moves an attribute's column by
//! at most as many steps as the bounds are apart, in one place, whatever rounding did: that is the
//! sensitivity. [`Laplace`] noise for it with ε/p on each of p attributes is ε/p-private, and p of
//! them are ε-private together, because fractions are added up without rounding. How noisy numbers
//! are written, and cutting them off once more, is a function of them.
//!
//! # Does not protect against
//! That a record is there, whose it is, and that a value is missing, stay visible: records are published one by
//! one, so that files of which one has a record more can be told apart, and are no neighbours here. A person
//! with several records loses `epsilon` with each, unless the accountant protects persons: then each record
//! loses a share, and all that a person has lose `epsilon` together. Attributes that are not masked here are not covered. Bounds must come
//! from common knowledge, not from the data, or they tell the largest value.
//!
//! # Parameters
//! `epsilon`: of a whole record; 1 is much protection and much noise. `lower` and `upper`: values
//! beyond are moved to the bound before noise is added (that is part of the guarantee). `grid`: the
//! step to which values are rounded; without it a power of ten so small that nobody sees it.
//! `clamp`: whether results are moved into the bounds as well, which hides that they are noisy, and
//! brings a bias; without it means have none.
//!
//! # What is preserved
//! In expectation: means (of values within the bounds). The variance grows by `2 s²`, with
//! `s = p (upper − lower) / epsilon`.
//!
//! # Cost
//! Some microseconds per value. There is no seed, so no two runs are alike.
//!
//! # References
//! S. Kasiviswanathan and others (2011), *What can we learn privately?*, doi:10.1137/090756090. For
//! the noise see `ridotto-noise`.

use super::moments::numbers;
use crate::masked::{Figure, Masked, Pooled};
use crate::{Note, Refused};
use ridotto_catalogue::Decimal;
use ridotto_core::{Series, Values};
use ridotto_noise::{Accountant, Budget, Exact, Grid, Laplace, Neighbours, NoiseError, Protected};
use std::num::NonZeroU64;
use std::sync::Arc;

/// Parameters of differentially private noise.
#[derive(Clone, Debug, PartialEq)]
pub struct PrivateNoise {
    /// What a record may lose in all its attributes together.
    pub epsilon: Decimal,
    /// The least value: one for all attributes, or one for each.
    pub lower: Vec<Decimal>,
    /// The largest value: one for all attributes, or one for each.
    pub upper: Vec<Decimal>,
    /// The step to which values are rounded; a small power of ten if it is not given.
    pub grid: Option<Decimal>,
    /// Whether results are moved into the bounds, too.
    pub clamp: bool,
}

/// Whom the noise protects where nothing else is said: what one record says, and not that it is there.
pub const PROTECTED: Protected = Protected::record(Neighbours::ChangeOne);

/// The loss of one record in one of so many attributes, where all records of a person lose ε in all of them.
pub(super) fn share_of(
    epsilon: Decimal,
    columns: usize,
    accountant: &Accountant,
) -> Result<Exact, Refused> {
    let protected = accountant.protected();
    if protected.neighbours != Neighbours::ChangeOne {
        return Err(impossible(NoiseError::TellsRecords));
    }
    let attributes = NonZeroU64::new(columns as u64).ok_or(Refused::Uneven)?;
    Ok(positive("epsilon", epsilon)?.share(attributes).share(protected.records))
}

/// Masked columns, and what they are promised to be.
#[derive(Debug)]
pub struct Noisy {
    /// The noisy values.
    pub masked: Masked,
    /// By how much one record moves each attribute, at most.
    pub sensitivities: Vec<f64>,
}

/// Adds noise to columns of numbers, for which this accountant charges.
pub fn mask(
    options: &PrivateNoise,
    columns: &[Series],
    accountant: &mut Accountant,
) -> Result<Noisy, Refused> {
    let slices = numbers(columns)?;
    let share = share_of(options.epsilon, columns.len(), accountant)?;
    let grids = options.grids(columns.len(), &share)?;
    let sensitivities = grids.iter().map(|grid| grid.steps() as f64 * grid.step()).collect();
    let mechanisms: Vec<Laplace> = (grids.iter())
        .map(|grid| Laplace::new(grid.steps(), &share).map_err(impossible))
        .collect::<Result<_, _>>()?;
    let mut masked = Masked {
        columns: Vec::new(),
        decimals: Vec::new(),
        figures: Vec::new(),
        notes: vec![Note::ValuesPrivate { epsilon: options.epsilon.to_f64() }],
    };
    for ((column, values), (grid, laplace)) in
        columns.iter().zip(slices).zip(grids.into_iter().zip(mechanisms))
    {
        let of_person = share.times(&Exact::whole(accountant.protected().records.get()));
        masked.figures.extend(figures(column, &of_person, &grid, &laplace));
        masked.decimals.push(Some(options.decimals(&grid, &laplace)));
        let places: Vec<Option<i64>> = values.iter().map(|&value| grid.place(value)).collect();
        let known: Vec<i64> = places.iter().copied().flatten().collect();
        let permit = accountant.charge(&column.name, laplace).map_err(impossible)?;
        let noisy = permit.release(&known).map_err(impossible)?.into_inner();
        let value =
            |place| if options.clamp { grid.value_within(place) } else { grid.value(place) };
        let mut noisy = noisy.into_iter().map(value);
        let numbers: Vec<f64> = (places.iter())
            .map(|place| place.and_then(|_| noisy.next()).unwrap_or(f64::NAN))
            .collect();
        let records = (numbers.len() - known.len()) as u64;
        let name = Arc::clone(&column.name);
        masked.columns.push(Series { name, values: Values::Numbers(numbers) });
        if records > 0 {
            masked.notes.push(Note::GapsShown { attribute: column.name.to_string(), records });
        }
    }
    Ok(Noisy { masked, sensitivities })
}

impl PrivateNoise {
    /// What a record may lose by it.
    pub fn budget(&self) -> Result<Budget, Refused> {
        budget_of(self.epsilon)
    }

    /// A grid for each of so many attributes.
    fn grids(&self, columns: usize, share: &Exact) -> Result<Vec<Grid>, Refused> {
        let each = |parameter, given: &[Decimal]| match given {
            [one] => Ok(vec![*one; columns]),
            all if all.len() == columns => Ok(all.to_vec()),
            _ => Err(refused(parameter, "one number, or one for each attribute")),
        };
        let both = each("lower", &self.lower)?.into_iter().zip(each("upper", &self.upper)?);
        both.map(|(lower, upper)| {
            if lower >= upper {
                return Err(refused("lower", "less than `upper`"));
            }
            let step = self.grid.map_or_else(|| fine_step(lower, upper, share), plain);
            Grid::new(plain(lower), plain(upper), step).map_err(|error| match error {
                NoiseError::Step => {
                    refused("grid", "more than 0, and no less than 2^-53 of the range")
                }
                other => impossible(other),
            })
        })
        .collect()
    }

    /// Those of the grid if it was given, and else so many that they show a thousandth of the noise;
    /// they depend on nothing in the data.
    fn decimals(&self, grid: &Grid, laplace: &Laplace) -> u8 {
        let of_noise = decimals(laplace.scale().to_f64() * grid.step());
        self.grid.map_or(of_noise, |step| step.places().min(of_noise.into()) as u8)
    }
}

/// A power of ten that is a millionth of the range, or of the noise if that is less; bounds are
/// multiples of it, as far as numbers can tell them apart.
pub(super) fn fine_step(lower: Decimal, upper: Decimal, share: &Exact) -> ridotto_noise::Decimal {
    let range = upper.to_f64() - lower.to_f64();
    let smaller = range.min(range / share.to_f64());
    let power = (6.0 - smaller.log10()).ceil();
    // No more steps than are told apart; a range of more than 2^53 steps of one has larger ones.
    let finest = (15.0 - range.log10()).floor();
    let written = f64::from(lower.places().max(upper.places()));
    let power = power.max(written).min(finest).clamp(-20.0, 18.0) as i32;
    ridotto_noise::Decimal {
        digits: 10_i128.pow(power.min(0).unsigned_abs()),
        places: power.max(0).unsigned_abs(),
    }
}

/// As the crate of noise has it.
pub(crate) fn plain(number: Decimal) -> ridotto_noise::Decimal {
    ridotto_noise::Decimal { digits: number.digits(), places: number.places() }
}

/// A budget of ε.
pub(crate) fn budget_of(epsilon: Decimal) -> Result<Budget, Refused> {
    Budget::pure(positive("epsilon", epsilon)?).map_err(impossible)
}

/// A positive number without rounding.
pub(crate) fn positive(parameter: &'static str, number: Decimal) -> Result<Exact, Refused> {
    let digits = u128::try_from(number.digits()).ok().filter(|digits| *digits > 0);
    let digits = digits.ok_or(Refused::Parameter { parameter, must_be: "greater than 0" })?;
    Ok(Exact::decimal(digits, number.places()))
}

fn refused(parameter: &'static str, must_be: &'static str) -> Refused {
    Refused::Parameter { parameter, must_be }
}

/// What the crate of noise says.
#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
pub(crate) fn impossible(error: NoiseError) -> Refused {
    Refused::PrivateNoise { reason: error.to_string() }
}

/// Nothing of the data: what is in a report may be published.
fn figures(column: &Series, share: &Exact, grid: &Grid, laplace: &Laplace) -> [Figure; 3] {
    let name = &column.name;
    let deviation = laplace.variance().sqrt() * grid.step();
    let told = |name: String, number: f64, pooled| Figure {
        name,
        original: 0.0,
        expected: Some(number),
        reached: number,
        pooled,
    };
    [
        told(format!("epsilon of {name}"), share.to_f64(), Pooled::Largest),
        told(format!("sensitivity of {name}"), grid.steps() as f64 * grid.step(), Pooled::Largest),
        told(format!("standard deviation of the noise of {name}"), deviation, Pooled::Mean),
    ]
}

/// Decimals that show a thousandth of the noise; they depend on nothing in the data.
#[expect(clippy::cast_sign_loss, reason = "it was made to be from 0 to 15")]
pub(super) fn decimals(scale: f64) -> u8 {
    (1000.0 / scale).log10().ceil().clamp(0.0, 15.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_noise::Source;
    use ridotto_testkit::neighbours::beyond_claim;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn column(values: Vec<f64>) -> Series {
        Series { name: "x".into(), values: Values::Numbers(values) }
    }

    fn options(epsilon: &str, lower: &str, upper: &str) -> PrivateNoise {
        let (lower, upper) = (vec![decimal(lower)], vec![decimal(upper)]);
        PrivateNoise { epsilon: decimal(epsilon), lower, upper, grid: None, clamp: false }
    }

    fn drawn(options: &PrivateNoise, columns: &[Series], seed: u64) -> Masked {
        with(options, columns, Source::seeded_for_tests(seed)).unwrap()
    }

    fn with(options: &PrivateNoise, columns: &[Series], source: Source) -> Result<Masked, Refused> {
        for_whom(options, columns, source, PROTECTED)
    }

    fn for_whom(
        options: &PrivateNoise,
        columns: &[Series],
        source: Source,
        protected: Protected,
    ) -> Result<Masked, Refused> {
        let mut accountant = Accountant::new(options.budget()?, protected).drawing_from(source);
        let noisy = mask(options, columns, &mut accountant)?;
        assert_eq!(accountant.spent(), accountant.budget().whole(), "all of it, and no more");
        Ok(noisy.masked)
    }

    fn of(masked: &Masked, at: usize) -> &[f64] {
        let Values::Numbers(numbers) = &masked.columns[at].values else { unreachable!() };
        numbers
    }

    /// The scale is p (upper − lower)/ε to the last digit: rounding costs nothing, because the bounds
    /// are multiples of the step.
    #[test]
    fn the_budget_is_split_and_the_grid_costs_nothing() {
        for (epsilon, attributes) in [("1", 1), ("0.1", 3), ("3", 7), ("0.000001", 10), ("20", 49)]
        {
            let share = positive("epsilon", decimal(epsilon)).unwrap();
            let share = share.share(NonZeroU64::new(attributes).unwrap());
            for (lower, upper) in
                [("0", "1"), ("-1000000000", "1000000000"), ("0", "0.000000001"), ("17", "99.5")]
            {
                let options = options(epsilon, lower, upper);
                let grid = options.grids(1, &share).unwrap()[0];
                let laplace = Laplace::new(grid.steps(), &share).unwrap();
                let range = decimal(upper).to_f64() - decimal(lower).to_f64();
                let scale = laplace.scale().to_f64() * grid.step();
                let exact = range / share.to_f64();
                assert!((scale / exact - 1.0).abs() < 1e-9, "{epsilon} {lower} {upper}: {scale}");
                // And a step is a millionth of the noise, or finer than numbers are told apart.
                assert!(grid.step() <= scale.min(range) * 1.0001e-6 || grid.steps() > 1 << 49);
            }
        }
        // A range so wide that numbers are not told apart to one: a coarser step that counts as such.
        let far = options("1", "0", "10000000000000000001");
        let grid = far.grids(1, &Exact::whole(1)).unwrap()[0];
        assert!(grid.steps() as f64 * grid.step() >= 1e19);
    }

    /// 5,000 draws: the mean of Laplace noise has the standard error s √(2/n), and its mean
    /// size, s, has s/√n.
    #[test]
    fn noise_is_that_of_laplace() {
        let mut values = vec![30.0; 5_000];
        values.extend(std::iter::repeat_n(-500.0, 5_000));
        values.push(f64::NAN);
        let private = options("2", "0", "100");
        let columns = [column(values.clone()), column(values)];
        let masked = drawn(&private, &columns, 3);
        let noisy = of(&masked, 0);
        // Two attributes: an epsilon of 1 for each, so the scale is 100. What is below the
        // bound counts as the bound.
        for (rows, center) in [(0..5_000, 30.0), (5_000..10_000, 0.0)] {
            let apart: Vec<f64> = noisy[rows].iter().map(|x| x - center).collect();
            let mean = apart.iter().sum::<f64>() / 5_000.0;
            let size = apart.iter().map(|x| x.abs()).sum::<f64>() / 5_000.0;
            assert!(mean.abs() < 12.0, "{mean}");
            assert!((size - 100.0).abs() < 8.5, "{size}");
        }
        assert!(noisy[10_000].is_nan());
        assert_eq!(masked.notes[0], Note::ValuesPrivate { epsilon: 2.0 });
        assert_eq!(masked.notes[1], Note::GapsShown { attribute: "x".to_owned(), records: 1 });
        let figure = |at: usize| (masked.figures[at].name.as_str(), masked.figures[at].reached);
        assert_eq!(figure(0), ("epsilon of x", 1.0));
        assert_eq!(figure(1), ("sensitivity of x", 100.0));
        assert!((figure(2).1 - 100.0 * 2.0_f64.sqrt()).abs() < 1e-6);
        assert_eq!(masked.decimals, [Some(1), Some(1)]);
        let again = with(&private, &columns, Source::system()).unwrap();
        assert!(noisy[..100] != of(&again, 0)[..100], "the system repeats nothing");
        let clamped = drawn(&PrivateNoise { clamp: true, ..private }, &columns, 3);
        assert!(of(&clamped, 0)[..10_000].iter().all(|x| (0.0..=100.0).contains(x)));
    }

    /// The whole step, bounds, rounding and the budget of two attributes included: what one record says is
    /// told no better than ε allows, and a step that spends one and a half times that is found out. Values
    /// are at opposite bounds; eight steps of the grid, so that outcomes can be told apart.
    #[test]
    fn neighbours_are_told_apart_by_epsilon_and_no_more() {
        let beyond = |spent: &str| {
            let mut private = options(spent, "0", "8");
            private.grid = Some(Decimal::ONE);
            let run = |value: f64| {
                let (private, columns) = (private.clone(), [value, 8.0 - value]);
                move |seed| {
                    let columns = columns.map(|value| column(vec![value]));
                    let masked = drawn(&private, &columns, seed);
                    let side = |at: usize| (of(&masked, at)[0] / 4.0).floor() as i64;
                    vec![side(0).clamp(-2, 3), side(1).clamp(-2, 3)]
                }
            };
            beyond_claim([&run(-100.0), &run(100.0)], 40_000, (1.0, 0.0))
        };
        let (honest, sabotaged) = (beyond("1"), beyond("1.5"));
        assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
        assert!(sabotaged > 5.0, "a saboteur is not found out: {sabotaged}");
    }

    /// A person with three records that all say something else is told no better than ε allows where the
    /// accountant protects persons; who forgets that, and protects records, is found out.
    #[test]
    fn all_records_of_a_person_lose_epsilon_together() {
        let beyond = |rows| {
            let mut private = options("1.5", "0", "8");
            private.grid = Some(Decimal::ONE);
            let protected = Protected::person(Neighbours::ChangeOne, rows);
            let run = |value: f64| {
                let private = private.clone();
                move |seed| {
                    let columns = [column(vec![value; 3])];
                    let source = Source::seeded_for_tests(seed);
                    let masked = for_whom(&private, &columns, source, protected).unwrap();
                    let sides = of(&masked, 0).iter().map(|x| i64::from(*x >= 4.0));
                    vec![sides.sum()]
                }
            };
            beyond_claim([&run(0.0), &run(8.0)], 60_000, (1.5, 0.0))
        };
        let (honest, forgets) = (beyond(NonZeroU64::new(3).unwrap()), beyond(NonZeroU64::MIN));
        println!("honest {honest:.1}, without the factor {forgets:.1}");
        assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
        assert!(forgets > 5.0, "who forgets the group is not found out: {forgets}");
    }

    /// Records are published one by one: that one is there cannot be hidden by noise on it.
    #[test]
    fn records_that_are_published_cannot_be_hidden() {
        let hides = Protected::record(Neighbours::AddRemove);
        let columns = [column(vec![1.0])];
        let refused =
            for_whom(&options("1", "0", "9"), &columns, Source::system(), hides).unwrap_err();
        assert!(refused.to_string().contains("not that it is there"), "{refused}");
    }

    /// A declared grid: whole numbers stay whole, and the last step counts as a whole one.
    #[test]
    fn a_declared_grid_is_kept_to() {
        let private = PrivateNoise { grid: Some(decimal("3")), ..options("1", "0", "100") };
        let masked = drawn(&private, &[column(vec![50.0; 200])], 4);
        assert!(of(&masked, 0).iter().all(|x| (x / 3.0).fract() == 0.0));
        let reached = Some(masked.figures[1].reached);
        assert_eq!((reached, &masked.decimals[..]), (Some(102.0), &[Some(0)][..]));
        for bad in ["0", "-1", "0.00000000000000001"] {
            let bad = PrivateNoise { grid: Some(decimal(bad)), ..private.clone() };
            let refused = with(&bad, &[column(vec![1.0])], Source::system()).unwrap_err();
            assert!(matches!(refused, Refused::Parameter { parameter: "grid", .. }), "{refused}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let columns = [column(vec![1.0, 2.0])];
        let good = options("1", "0", "9");
        for bad in [
            PrivateNoise { epsilon: Decimal::ZERO, ..good.clone() },
            PrivateNoise { epsilon: decimal("-1"), ..good.clone() },
            PrivateNoise { lower: vec![decimal("9")], ..good.clone() },
            PrivateNoise { lower: vec![decimal("10")], ..good.clone() },
            PrivateNoise { upper: vec![decimal("9"), decimal("9")], ..good.clone() },
        ] {
            assert!(
                matches!(with(&bad, &columns, Source::system()), Err(Refused::Parameter { .. })),
                "{bad:?}"
            );
        }
        let codes = Values::Categories { codes: vec![None], categories: 1, ordered: true };
        let word = [Series { name: "w".into(), values: codes }];
        assert_eq!(
            with(&good, &word, Source::system()).unwrap_err(),
            Refused::NeedsNumbers.of("w")
        );
        assert!(with(&good, &[], Source::system()).is_err());
    }

    /// Numbers that are none or without end are missing or at a bound, and an empty file is empty.
    #[test]
    fn odd_numbers_tell_nothing() {
        let values = vec![f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300];
        let masked = drawn(&options("0.5", "0", "9"), &[column(values)], 5);
        let noisy = of(&masked, 0);
        assert!(noisy[2].is_nan() && [0, 1, 3].iter().all(|&at| noisy[at].is_finite()));
        assert!(of(&drawn(&options("0.5", "0", "9"), &[column(vec![])], 5), 0).is_empty());
    }
}
