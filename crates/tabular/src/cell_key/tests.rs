//! Noise that averages out where it is drawn anew, and stays where it belongs to the cell.

use super::*;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

fn table() -> Ptable {
    MaximumEntropy { variance: 2.0, deviation: 5, unpublished: 2 }.table().unwrap()
}

fn drawn(secret: [u8; 32], records: usize) -> Vec<CellKey> {
    super::drawn(&mut ChaCha20Rng::from_seed(secret), records)
}

fn sum(keys: &[CellKey]) -> CellKey {
    let mut sum = CellKey::default();
    for key in keys {
        sum += *key;
    }
    sum
}

/// An attacker asks for a cell in a thousand tables. With noise drawn for each table the mean is the
/// truth; with cell keys all answers are the same, and mostly wrong.
#[test]
fn asking_again_tells_nothing() {
    let table = table();
    let keys = drawn([7; 32], 9);
    let naive: Vec<i64> = (0..1000_u32)
        .map(|at| {
            let mut secret = [0; 32];
            secret[..4].copy_from_slice(&at.to_le_bytes());
            perturbed_counts(&table, &[9], &[sum(&drawn(secret, 9))])[0]
        })
        .collect();
    let mean = naive.iter().sum::<i64>() as f64 / 1000.0;
    assert!((mean - 9.0).abs() < 0.3, "{mean}");
    let ours: Vec<i64> =
        (0..1000).map(|_| perturbed_counts(&table, &[9], &[sum(&keys)])[0]).collect();
    assert!(ours.iter().all(|count| *count == ours[0]));
}

/// The noise of many cells has the table's distribution.
#[test]
fn keys_hit_the_tables_probabilities() {
    let table = table();
    let keys = drawn([1; 32], 100_000);
    let counts = vec![8; keys.len()];
    let noisy = perturbed_counts(&table, &counts, &keys);
    let change = |of: &i64| (of - 8) as f64;
    let mean = noisy.iter().map(change).sum::<f64>() / 1e5;
    let square = noisy.iter().map(|of| change(of).powi(2)).sum::<f64>() / 1e5;
    assert!(mean.abs() < 0.02 && (square - 2.0).abs() < 0.05, "{mean} {square}");
}

/// Files of statistical offices, where they are present.
#[test]
fn the_fields_tables_are_read() {
    let Some(folder) = ridotto_testkit::data::find("data/tables/tauargus/cellkey") else {
        return;
    };
    let read = |name: &str| read(&std::fs::read_to_string(folder.join(name)).unwrap());
    for name in ["Frequency/tau_testW_ptable.txt", "Magnitude/ptab_freq.txt"] {
        assert!(read(name).is_ok(), "{name}: {:?}", read(name));
    }
    for name in ["Magnitude/ptab_savings_all.txt", "Magnitude/ptab_savings_smallcells.txt"] {
        assert!(read(name).is_ok(), "{name}: {:?}", read(name));
    }
    let census = read("Frequency/20160511_szenario_5a.txt").unwrap();
    for (theirs, ours) in census.variances().zip(table().variances()) {
        assert!(
            (theirs.0 - ours.0).abs() < 1e-9 && (theirs.1 - ours.1).abs() < 2e-3,
            "{theirs:?} {ours:?}"
        );
    }
}

proptest! {
    /// Wherever records are counted, the noise is the same; zeros stay, nothing is negative, and nothing
    /// that is published is 1 or 2.
    #[test]
    fn noise_keeps_its_promises(count in 0_i64..40, secret: [u8; 32], back: bool) {
        let mut keys = drawn(secret, count.unsigned_abs() as usize);
        let one = perturbed_counts(&table(), &[count], &[sum(&keys)])[0];
        if back {
            keys.reverse();
        }
        prop_assert_eq!(perturbed_counts(&table(), &[count], &[sum(&keys)])[0], one);
        prop_assert!(one == 0 || one > 2);
        prop_assert!((one - count).abs() <= 5);
        prop_assert!(count > 0 || one == 0);
    }

    /// The noise of a sum is no larger than the largest contribution, and never turns its sign.
    #[test]
    fn sums_keep_their_sign(
        parts in proptest::collection::vec(0_i64..100_000, 1..9),
        secret: [u8; 32],
    ) {
        let key = sum(&drawn(secret, parts.len()));
        let (total, largest) = (parts.iter().sum::<i64>(), *parts.iter().max().unwrap());
        let noisy = perturbed_sums(&table(), (&[total], &[largest]), &[key])[0];
        prop_assert!((noisy - total).abs() <= largest + 1);
        prop_assert!(noisy >= -1);
        let below = perturbed_sums(&table(), (&[-total], &[largest]), &[key])[0];
        prop_assert_eq!(below, -noisy);
    }
}
