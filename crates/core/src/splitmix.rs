//! Numbers that look random and are the same in every run: for searches, which have to try something.
//!
//! The mixing function of `SplitMix64` (G. Steele, D. Lea, C. Flood 2014, *Fast splittable pseudorandom
//! number generators*). It hides nothing, so nothing that is released may be drawn by it.

/// What is added from one number of the sequence to the next.
pub const STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number spread evenly over all of 64 bits, from one that need not be.
pub const fn mixed(of: u64) -> u64 {
    let of = (of ^ (of >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let of = (of ^ (of >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    of ^ (of >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the sequence that begins at 1234567, as its authors' own program has them.
    #[test]
    fn it_is_the_sequence_of_its_authors() {
        let number = |place: u64| mixed(1_234_567_u64.wrapping_add(STRIDE.wrapping_mul(place)));
        let first = [1, 2, 3].map(number);
        let known =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first, known);
    }
}
