//! Dice that a seed throws: the same seed and place always fall alike, whatever was thrown before.
//! They choose folds and samples, and hide nothing.

/// A number for a place of a sequence, spread evenly over all of 64 bits (the mixing function of
/// `SplitMix64`: G. Steele, D. Lea, C. Flood 2014, *Fast splittable pseudorandom number generators*).
pub fn dice(seed: u64, place: u64) -> u64 {
    let mut mixed = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A whole number below `end`, each as likely as another (to within 2^-32).
pub fn below(seed: u64, place: u64, end: usize) -> usize {
    ((u128::from(dice(seed, place)) * end as u128) >> 64) as usize
}

/// The numbers below `length` in a random order.
pub fn shuffled(seed: u64, length: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..length as u32).collect();
    for at in (1..length).rev() {
        order.swap(at, below(seed, at as u64, at + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_fair_enough() {
        let mut faces = [0_u32; 6];
        (0..60_000).for_each(|place| faces[below(7, place, 6)] += 1);
        assert!(faces.iter().all(|&count| (9_700..10_300).contains(&count)), "{faces:?}");
        let mut order = shuffled(3, 1000);
        assert_ne!(order, shuffled(4, 1000));
        order.sort_unstable();
        assert!(order.iter().zip(0..).all(|(&one, at)| one == at));
    }
}
