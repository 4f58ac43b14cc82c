//! Whole numbers modulo the prime 2^61 − 1, as the heuristic reckons with them.
//!
//! The audit has residues of its own: what attacks a table shares no code with what protects it.

use ridotto_core::splitmix::{STRIDE, mixed};

/// The modulus.
const PRIME: u64 = (1 << 61) - 1;

pub fn product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    reduced((product as u64 & PRIME) + (product >> 61) as u64)
}

pub fn sum(a: u64, b: u64) -> u64 {
    reduced(a + b)
}

pub fn minus(a: u64) -> u64 {
    if a == 0 { 0 } else { PRIME - a }
}

/// The number that makes 1 of another by multiplication; of 0 it is 0.
pub fn inverse(of: u64) -> u64 {
    if of == 1 || of == PRIME - 1 {
        return of;
    }
    let (mut power, mut left, mut result) = (of, PRIME - 2, 1);
    while left > 0 {
        if left & 1 == 1 {
            result = product(result, power);
        }
        power = product(power, power);
        left >>= 1;
    }
    result
}

/// A number that looks random, from its place in a row: a step of splitmix.
pub fn scattered(seed: u64, at: u64) -> u64 {
    let x = (seed.wrapping_mul(0xD129_0A2B_51E5_9C05)).wrapping_add(at + 1);
    reduced(mixed(x.wrapping_mul(STRIDE)) & PRIME).max(1)
}

fn reduced(of: u64) -> u64 {
    if of >= PRIME { of - PRIME } else { of }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_make_one() {
        for at in 0..100 {
            let number = scattered(7, at);
            assert_eq!(product(number, inverse(number)), 1);
            assert_eq!(sum(number, minus(number)), 0);
        }
        assert_eq!((inverse(0), minus(0)), (0, 0));
    }
}
