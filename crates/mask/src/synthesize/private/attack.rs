//! An attacker who knows everything but whether one person is in the file sees all that is looked at.
//!
//! A private synthesis looks at the data three times, with a third of ε each. Each look is tried by itself, on
//! two files of which one has the person, while the others are the same for both files, whatever they were:
//! what the attacker sees of it is the noisy tables, or the pair that was chosen, and they take the outcomes
//! that tell most. ε = 3, so that each look may tell 1; one that spends one and a half times as much is found
//! out.

use super::*;
use ridotto_core::Values;
use ridotto_noise::{Exact, Source};
use ridotto_testkit::neighbours::beyond_claim;

const RUNS: u64 = 40_000;

/// One look at the data with noise; all others see what is given.
struct Only {
    look: usize,
    number: usize,
    accountant: Accountant,
    times: Exact,
    /// The tables of attributes and of pairs that are seen instead.
    others: Vec<Vec<i64>>,
    seen: Vec<i64>,
}

impl Look for Only {
    fn add(&mut self, counts: &[i64], distance: u64, epsilon: &Exact) -> Result<Vec<i64>, Unfit> {
        self.number += 1;
        if self.number != self.look {
            return Ok(self.others.remove(0));
        }
        self.seen = self.accountant.add(counts, distance, &epsilon.times(&self.times))?;
        self.others.remove(0);
        Ok(self.seen.clone())
    }

    fn choose(&mut self, scores: &[i64], epsilon: &Exact) -> Result<usize, Unfit> {
        self.number += 1;
        if self.number != self.look {
            return Ok(0);
        }
        let chosen = self.accountant.choose(scores, &epsilon.times(&self.times))?;
        self.seen = vec![chosen.cast_signed() as i64];
        Ok(chosen)
    }
}

/// People who are all alike, and perhaps one who is not.
fn file(attributes: usize, with_person: bool) -> Vec<Series> {
    let mut codes = vec![Some(0); 8];
    codes.extend(with_person.then_some(Some(1)));
    let column = |_| {
        let values = Values::Categories { codes: codes.clone(), categories: 2, ordered: false };
        Series { name: "a".into(), values }
    };
    (0..attributes).map(column).collect()
}

/// What is told beyond a claim by one look, which spends so many times its share. `others` are the tables that
/// everybody sees of the other looks.
fn beyond(
    (attributes, look): (usize, usize),
    others: &[Vec<i64>],
    (claim, times): (f64, &str),
    of: impl Fn(&[i64]) -> i64,
) -> f64 {
    let epsilon = "3".parse().unwrap();
    let private = Private { epsilon, domains: vec![Domain::Categories(2); attributes] };
    let run = |with_person| {
        let (file, private, of) = (file(attributes, with_person), &private, &of);
        move |seed| {
            let budget = Budget::pure(Exact::whole(100)).unwrap();
            let accountant =
                Accountant::new(budget, PROTECTED).drawing_from(Source::seeded_for_tests(seed));
            let times = times.parse().unwrap();
            let (others, seen) = (others.to_vec(), Vec::new());
            let mut only = Only { look, number: 0, accountant, times, others, seen };
            looking(private, &file, 1, Some(1), &mut only, &Dice::seeded(seed)).unwrap();
            vec![of(&only.seen)]
        }
    };
    beyond_claim([&run(false), &run(true)], RUNS, (claim, 0.0))
}

fn is_kept_and_a_saboteur_found_out(tried: impl Fn(&str) -> f64) {
    let (honest, sabotaged) = (tried("1"), tried("1.5"));
    println!("honest {honest:.1}, sabotaged {sabotaged:.1} standard errors beyond the claim");
    assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
    assert!(sabotaged > 5.0, "a saboteur is not found out: {sabotaged}");
}

/// Two attributes, each of two values and missing. The person is in the second cell of both: the first is at
/// 1, and of the second table at 4.
#[test]
fn tables_of_attributes_tell_their_share() {
    let pair = vec![8, 0, 0, 0, 0, 0, 0, 0, 0];
    is_kept_and_a_saboteur_found_out(|times| {
        // How many of the two cells are above what they are without the person: all that tells.
        let above = |seen: &[i64]| i64::from(seen[1] >= 1) + i64::from(seen[4] >= 1);
        beyond((2, 1), &[vec![8, 0, 0, 8, 0, 0], pair.clone()], (1.0, times), above)
    });
}

/// One attribute; a file and another one, seen by their noisy table, for those whom an accountant protects.
fn told(protected: Protected, claim: f64, files: [&[u32]; 2]) -> f64 {
    let epsilon = claim.to_string().parse().unwrap();
    let private = Private { epsilon, domains: vec![Domain::Categories(2)] };
    let run = |codes: &[u32]| {
        let codes = codes.iter().map(|code| Some(*code)).collect();
        let values = Values::Categories { codes, categories: 2, ordered: false };
        let (file, private) = (vec![Series { name: "a".into(), values }], &private);
        move |seed| {
            let budget = Budget::pure(Exact::whole(100)).unwrap();
            let accountant =
                Accountant::new(budget, protected).drawing_from(Source::seeded_for_tests(seed));
            let (others, seen) = (vec![vec![0; 3]], Vec::new());
            let times = Exact::whole(1);
            let mut only = Only { look: 1, number: 0, accountant, times, others, seen };
            looking(private, &file, 1, Some(1), &mut only, &Dice::seeded(seed)).unwrap();
            vec![i64::from(only.seen[0] >= 8), i64::from(only.seen[1] >= 1)]
        }
    };
    beyond_claim([&run(files[0]), &run(files[1])], RUNS, (claim, 0.0))
}

fn who_forgets_is_found_out(honest: f64, forgets: f64) {
    println!("honest {honest:.1}, who forgets {forgets:.1} standard errors beyond the claim");
    assert!(honest < 5.0, "beyond the claim by {honest} standard errors");
    assert!(forgets > 5.0, "who forgets is not found out: {forgets}");
}

/// A person with three records is there, or is not: three records lose ε together, and who protects records alone
/// is found out.
#[test]
fn persons_with_several_records_lose_no_more() {
    let files: [&[u32]; 2] = [&[0; 8], &[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]];
    let person = |rows| {
        let rows = std::num::NonZeroU64::new(rows).unwrap();
        told(Protected::person(Neighbours::AddRemove, rows), 1.5, files)
    };
    who_forgets_is_found_out(person(3), person(1));
}

/// A record that says something else is one less and one more: noise for a record more or less is too little.
#[test]
fn records_that_say_something_else_lose_no_more() {
    let files: [&[u32]; 2] = [&[0, 0, 0, 0, 0, 0, 0, 0], &[0, 0, 0, 0, 0, 0, 0, 1]];
    let of = |neighbours| told(Protected::record(neighbours), 1.5, files);
    who_forgets_is_found_out(of(Neighbours::ChangeOne), of(Neighbours::AddRemove));
}

/// Two attributes have one pair, which is chosen without a look that tells; the person is in its cell 4.
#[test]
fn tables_of_pairs_tell_their_share() {
    is_kept_and_a_saboteur_found_out(|times| {
        let above = |seen: &[i64]| i64::from(seen[4] >= 1);
        let tables = vec![8, 0, 0, 8, 0, 0];
        beyond((2, 3), &[tables, vec![0; 9]], (1.0, times), above)
    });
}

/// Three attributes, of which two pairs are chosen, each with half of the share. What was seen of the
/// attributes makes the score of the first pair rise by the person, and the others' fall.
#[test]
fn choices_of_pairs_tell_their_share() {
    let tables = vec![93, 7, 0, 93, 7, 0, 50, 50, 0];
    is_kept_and_a_saboteur_found_out(|times| {
        let others = [tables.clone(), vec![0; 18]];
        beyond((3, 2), &others, (0.5, times), |seen| i64::from(seen[0] == 0))
    });
}
