//! `random` and `counter`: pseudonyms that nothing but a mapping ties to values.

use crate::mapping::{Names, Way};
use crate::{PseudonymError, Token};
use rand::seq::SliceRandom;
use rand::{CryptoRng, RngExt};
use ridotto_core::Texts;

/// Pseudonyms that are drawn by chance.
///
/// # Guarantee
///
/// A pseudonym tells nothing of its value, whatever an intruder computes: nothing ties the two but
/// the mapping. Without a mapping nobody can go back, not even who drew them. Numbers of a counter
/// are dealt in a shuffled order, so that the order of names, or of records, cannot be seen in them.
///
/// # Does not protect against
///
/// Who has the mapping and its key. Equal values have equal pseudonyms. Numbers of a counter that
/// was gone on with from an earlier file are higher, so they tell who is new, and how many
/// values there are can be guessed from the highest.
///
/// # Parameters
///
/// The way, and how many bits a random one has: 128 unless stated.
///
/// # Cost
///
/// Little, and a mapping in memory.
///
/// # Example
///
/// ```
/// use ridotto_pseudonym::{Drawn, Names, Token, Way};
/// use ridotto_core::Texts;
/// use rand::SeedableRng;
///
/// let mut chance = rand_chacha::ChaCha20Rng::seed_from_u64(1); // of the system, in earnest
/// let mut names = Names::new(Way::Counter);
/// let drawn = Drawn::new(Way::Counter, Token::default());
/// let values: Texts = ["Ann", "Bob", "Cem"].into_iter().collect();
/// let made = drawn.pseudonyms(&values, &mut names, &mut chance).unwrap();
/// assert_eq!(names.value(made.get(1)), Some("Bob"));
/// // Next month Ann is still who she was.
/// let again = drawn.pseudonyms(&["Ann"].into_iter().collect(), &mut names, &mut chance).unwrap();
/// assert_eq!(again.get(0), made.get(0));
/// ```
///
/// # References
///
/// ENISA (2019): Pseudonymisation techniques and best practices, sections 5.1 and 5.2.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    way: Way,
    token: Token,
}

impl Drawn {
    /// Pseudonyms in a way; numbers have no bits to choose.
    pub fn new(way: Way, token: Token) -> Self {
        Self { way, token }
    }

    /// The pseudonyms of different values, in their order. Values that have one keep it; the
    /// others' are drawn and remembered.
    pub fn pseudonyms(
        &self,
        values: &Texts,
        names: &mut Names,
        chance: &mut impl CryptoRng,
    ) -> Result<Texts, PseudonymError> {
        if names.way() != self.way {
            return Err(PseudonymError::OtherWay);
        }
        let mut new: Vec<&str> =
            values.iter().filter(|value| names.pseudonym(value).is_none()).collect();
        new.shuffle(chance);
        let mut next = names.highest();
        for value in new {
            let pseudonym = match self.way {
                Way::Counter => {
                    next += 1;
                    next.to_string()
                }
                Way::Random => self.fresh(names, chance)?,
            };
            names.insert(value, &pseudonym);
        }
        let known = |value| names.pseudonym(value).expect("each of them was drawn or known");
        Ok(values.iter().map(known).collect())
    }

    /// A random pseudonym that nobody has. With 64 bits or more it is found at once.
    fn fresh(&self, names: &Names, chance: &mut impl CryptoRng) -> Result<String, PseudonymError> {
        for _ in 0..100 {
            let mut bytes = [0; 32];
            chance.fill(&mut bytes);
            let pseudonym = self.token.text(&bytes);
            if names.value(&pseudonym).is_none() {
                return Ok(pseudonym);
            }
        }
        Err(PseudonymError::Collision(1))
    }
}
