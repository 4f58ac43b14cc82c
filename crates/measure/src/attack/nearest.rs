//! Linkage by nearness: the record that is most like a person is taken to be theirs.
//!
//! Labels need not fit: noise, swapping and averages change values, and the nearest record is often
//! the right one nevertheless. What is found is a claim; only the truth tells whether it is right.

use super::Attack;
use super::found::{Found, Guess};
use crate::linkage::Attribute;
use crate::linkage::LinkageError;
use crate::linkage::agreement::{Agreement, Patterns};
use crate::linkage::distance::{Links, Terms, link};
use crate::linkage::probabilistic::{decide, estimate_matches, link_probably};
use crate::linkage::rank::link_by_rank;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};

/// Links each person to the nearest record by [`link`]; one is singled out if no other is as near.
/// Checked if the terms have the truth, which must be asked for: `None` says that nobody knows it.
pub fn distance_linkage(
    attributes: &[Attribute<'_>],
    terms: Terms<'_>,
    is_known: bool,
) -> Result<Found, LinkageError> {
    Ok(nearest(Attack::DistanceLinkage, &link(attributes, terms)?, terms, is_known))
}

/// The same by the ranks of numbers ([`link_by_rank`]), which swapping and rounding change little.
pub fn rank_linkage(
    attributes: &[Attribute<'_>],
    terms: Terms<'_>,
    is_known: bool,
) -> Result<Found, LinkageError> {
    Ok(nearest(Attack::RankLinkage, &link_by_rank(attributes, terms)?, terms, is_known))
}

/// Who has a nearest record.
fn nearest(attack: Attack, links: &Links, terms: Terms<'_>, is_known: bool) -> Found {
    let guess = |tied: u64| Guess { group: tied, certainty: 1.0 / tied as f64, found: tied == 1 };
    let each = links.links.iter().map(|link| link.map(|link| (guess(link.tied), link.right)));
    made(attack, &each.collect::<Vec<_>>(), terms, is_known)
}

/// Links each person to the record with the greatest weight of agreement, by the model that fits the
/// files; one is singled out if no other weighs as much.
pub fn probability_linkage(
    attributes: &[Agreement<'_>],
    terms: Terms<'_>,
    is_known: bool,
) -> Result<Found, LinkageError> {
    let patterns = Patterns::of(attributes, terms)?;
    let most_share = 1.0 / attributes[0].to.len().max(1) as f64;
    let model = estimate_matches(&patterns.counts, attributes.len(), most_share, 1_000)?.model;
    let links = link_probably(&patterns, &model, &decide(&model, 0.01, 0.05));
    let guess = |tied: u64| Guess { group: tied, certainty: 1.0 / tied as f64, found: tied == 1 };
    let each = links.candidates.iter().map(|one| one.map(|one| (guess(one.tied), one.right)));
    Ok(made(Attack::ProbabilityLinkage, &each.collect::<Vec<_>>(), terms, is_known))
}

/// What was found, with the rows of the people that were looked for.
fn made(attack: Attack, each: &[Option<(Guess, f64)>], terms: Terms<'_>, is_known: bool) -> Found {
    let guesses: Vec<Option<Guess>> = each.iter().map(|one| one.map(|one| one.0)).collect();
    let mut found = Found::of_rows(attack, &guesses);
    let places = std::mem::take(&mut found.rows);
    let expected: f64 = each.iter().flatten().map(|one| one.1).sum();
    let row = |&place: &u32| terms.known.map_or(place, |known| known[place as usize]);
    found.rows = places.iter().map(row).collect();
    if !is_known {
        return found;
    }
    let right = |at: usize, _: u32| each[places[at] as usize].is_some_and(|one| one.1 > 0.0);
    found.checked(right).with("expected-links", expected)
}

/// Linkage by distance as the catalogue has it.
pub static DISTANCE_LINKAGE: Entry = AttackEntry {
    name: "distance-linkage",
    title: "Linkage by distance",
    aliases: &["nearest-record"],
    formula: "one record is nearest to the person",
    summary: "The intruder takes the record that is nearest to a person, also where no label fits.",
    advice: "Noise, swapping and averages are measured by it.",
    facts: AttackFacts {
        knows: "people's values in columns that are released, about or exactly",
        discloses: &[Disclosure::Identity],
        needs: "",
        help: &[Help::Step("noise"), Help::Step("microaggregate"), Help::Step("synthesize")],
        figures: &[(
            "expected-links",
            "How many right links drawing one of the nearest records gives on the average.",
        )],
    },
    references: &[reference::DOMINGO_FERRER_2001],
    worked: Worked::attacked("By age and postcode the records of a class are equally near, and nobody is singled out. But pay was released, too, and an intruder who knows it takes it as well: the woman of row 1 has 2100, and of class A the record with 2000 is nearest. By all columns **6** are singled out, all of them rightly; only rows 6 and 8, whose records are the same, are not.", &["attack people claimed right wrong of mean surest gain", "distance-linkage by all columns singled out 6 6 0 8 0.875 1 0.75"]),
}
.entry();

/// Linkage by rank as the catalogue has it.
pub static RANK_LINKAGE: Entry = AttackEntry {
    name: "rank-linkage",
    title: "Linkage by rank",
    aliases: &["rank-based-linkage"],
    formula: "one record is nearest to the person by the ranks of numbers",
    summary: "The intruder compares the places that numbers have in their files, and takes the record whose places are nearest.",
    advice: "It finds people though their numbers were exchanged over a few ranks, or changed by any function that keeps the order.",
    facts: AttackFacts {
        knows: "people's values in columns of numbers that are released, about or exactly",
        discloses: &[Disclosure::Identity],
        needs: "",
        help: &[Help::Step("microaggregate"), Help::Step("synthesize")],
        figures: &[(
            "expected-links",
            "How many right links drawing one of the nearest records gives on the average.",
        )],
    },
    references: &[reference::MURALIDHAR_2016],
    worked: Worked { tables: &[&small::NUMBERS, &small::MASKED], policy: "", text: "Numbers are replaced by their ranks: x of row 3 is the 6th before and after, x of row 4 the 1st. Each of the six people has one nearest record, and theirs it is for rows 3 and 4: of **6** claimed **2** are right.", run: &["attack numbers.csv masked.csv --quasi-identifiers x,y --same-order"], says: &["attack people claimed right wrong of mean surest gain", "rank-linkage singled out 6 2 4 6 1 1 0.8333"] },
}
.entry();

/// Linkage by probability as the catalogue has it.
pub static PROBABILITY_LINKAGE: Entry = AttackEntry {
    name: "probability-linkage",
    title: "Linkage by probability",
    aliases: &["probabilistic-record-linkage"],
    formula: "one record has the greatest weight of agreement with the person",
    summary: "The intruder weighs in which columns a record agrees with a person, and takes the one that weighs most.",
    advice: "It finds people though some of their values were changed.",
    facts: AttackFacts {
        knows: "people's values in columns that are released, of which some may have been changed",
        discloses: &[Disclosure::Identity],
        needs: "",
        help: &[Help::Step("noise"), Help::Step("microaggregate"), Help::Step("synthesize")],
        figures: &[(
            "expected-links",
            "How many right links drawing one of the best records gives on the average.",
        )],
    },
    references: &[reference::FELLEGI_1969],
    worked: Worked::attacked("A record agrees with a person or not, column by column: the label holds the age, or it does not. Rounded pay agrees with nobody's. By all columns, disease among them, the person of row 2 is the only one of class A with asthma, and those of class B differ, too: **3** are singled out, rightly.", &["attack people claimed right wrong of mean surest gain", "probability-linkage by all columns singled out 3 3 0 8 0.625 1 0.5"]),
}
.entry();
