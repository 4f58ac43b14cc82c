//! Patients, each a function of the seed and a number.
//!
//! Nothing about a patient is remembered: whoever needs patient 1,234 draws patient 1,234 again
//! and gets the same name, birth date and home. Marital status, occupation and insurance follow
//! from age and sex as they do in most countries.

use super::calendar::{Calendar, Day, years};
use super::diseases::{Diagnosis, Diseases};
use super::draw::{Draw, Kind, Source, Wheel};
use super::nations::{HOME, Name, Nations};
use super::places::{Place, country};
use super::table;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sex {
    Female,
    Male,
    Other,
}

impl Sex {
    pub fn letter(self) -> u8 {
        match self {
            Self::Female => b'F',
            Self::Male => b'M',
            Self::Other => b'X',
        }
    }
}

/// How people are spread over birth dates and places.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// As in a country: cities and villages, an age pyramid.
    Real,
    /// Every zip and every birth date of a century as likely as any other.
    Even,
}

/// Days of birth that an even spread draws from.
const EVEN_DAYS: u32 = 36_500;

pub struct Patient {
    /// The number in the register, unlike for every patient.
    pub number: u64,
    pub name: Name,
    pub birth: Day,
    pub sex: Sex,
    pub nationality: &'static str,
    pub marital_status: &'static str,
    pub occupation: &'static str,
    pub insurance: &'static str,
    /// What the patient comes for again and again.
    pub complaint: Diagnosis,
    homes: [Place; 2],
    moved: Day,
}

impl Patient {
    pub fn home(&self, on: Day) -> Place {
        self.homes[usize::from(on >= self.moved)]
    }
}

/// The country, where patients come from.
pub struct People {
    pub source: Source,
    pub calendar: Calendar,
    pub diseases: Diseases,
    pub spread: Spread,
    places: Wheel<Place>,
    nations: Nations,
    ages: Wheel<u32>,
    occupations: [Wheel<&'static str>; 2],
}

/// Patients in each five years of age, from 0–4 to 100–104.
const PYRAMID: [u32; 21] = [
    260, 180, 170, 240, 320, 430, 510, 460, 420, 460, 590, 690, 760, 840, 880, 840, 680, 420, 170,
    40, 5,
];

impl People {
    pub fn new(seed: u64, spread: Spread) -> Self {
        let occupations = table(include_str!("world/occupations.csv"));
        let of = |column: usize| {
            let weigh = |row: &Vec<&'static str>| {
                (row[0], row[column].parse().expect("a weight is a number"))
            };
            Wheel::new(occupations.iter().map(weigh))
        };
        Self {
            source: Source::new(seed),
            calendar: Calendar::new(),
            diseases: Diseases::new(),
            spread,
            places: country(),
            nations: Nations::new(),
            ages: Wheel::new((0..).step_by(5).zip(PYRAMID)),
            occupations: [of(1), of(2)],
        }
    }

    /// Someone born before the register opens, who may come several times.
    pub fn resident(&self, number: u64) -> Patient {
        let mut draw = self.source.open(Kind::Resident, number);
        let days = match self.spread {
            Spread::Real => {
                let years = self.ages.spin(&mut draw) + draw.below(5);
                years * 1461 / 4 + 1 + draw.below(365)
            }
            Spread::Even => 1 + draw.below(EVEN_DAYS),
        };
        let birth = self.calendar.opening - days;
        self.person(&mut draw, birth, number * 2)
    }

    /// A child born on or shortly before the day of a stay.
    pub fn infant(&self, stay: u64, admission: Day) -> Patient {
        let mut draw = self.source.open(Kind::Infant, stay);
        let days = if draw.chance(250) { draw.below(360) } else { draw.below(3) };
        self.person(&mut draw, admission - days, stay * 2 + 1)
    }

    fn person(&self, draw: &mut Draw, birth: Day, number: u64) -> Patient {
        let age = years(birth, self.calendar.opening.max(birth));
        let sex = sex(draw, age);
        let home = self.home(draw);
        let relocates = draw.chance(40);
        let moved =
            self.calendar.opening + draw.below(self.calendar.closing() - self.calendar.opening);
        let nation = self.nations.nationality(draw, home);
        let occupation = self.occupation(draw, age, sex);
        Patient {
            number: register_number(number),
            name: self.nations.name(draw, nation, sex, self.calendar.year(birth)),
            birth,
            sex,
            nationality: nation.country,
            marital_status: marital_status(draw, age, sex),
            occupation,
            insurance: insurance(draw, occupation, nation.country),
            complaint: self.diseases.diagnose(draw, sex, age, true),
            homes: [home, if relocates { self.home(draw) } else { home }],
            moved,
        }
    }

    fn home(&self, draw: &mut Draw) -> Place {
        match self.spread {
            Spread::Real => self.places.spin(draw),
            Spread::Even => Place::new(draw.below(100_000), false),
        }
    }

    fn occupation(&self, draw: &mut Draw, age: u32, sex: Sex) -> &'static str {
        let woman = sex == Sex::Female;
        let chance = draw.below(1000);
        match age {
            0..=5 => "Young child",
            6..=15 => "Pupil",
            16..=18 if chance < 720 => "Pupil",
            16..=21 if chance < 870 && age < 19 || chance < 150 => "Apprentice",
            19..=26 if chance < 480 => "Student",
            60..=66 if chance < 380 => "Retired",
            67.. if chance < 960 => "Retired",
            _ if chance > 950 => "Unemployed",
            _ if chance > if woman { 840 } else { 940 } => "Homemaker",
            _ => self.occupations[usize::from(!woman)].spin(draw),
        }
    }
}

/// Hands out numbers up to a thousand million in no visible order, and none twice: the factor
/// has no divisor in common with the modulus.
fn register_number(number: u64) -> u64 {
    (number * 618_033_989 + 271_828_183) % 1_000_000_000
}

fn sex(draw: &mut Draw, age: u32) -> Sex {
    let women = match age {
        0..=17 | 45..=74 => 475,
        18..=44 => 610,
        75..=84 => 545,
        _ => 640,
    };
    match draw.below(1000) {
        0 if (14..90).contains(&age) => Sex::Other,
        chance if chance < women => Sex::Female,
        _ => Sex::Male,
    }
}

const MARITAL: [&str; 6] =
    ["Single", "Married", "Registered partnership", "Separated", "Divorced", "Widowed"];

/// Of a hundred women and a hundred men of an age, in the order of [`MARITAL`].
const MARITAL_BY_AGE: [(u32, [u32; 6], [u32; 6]); 7] = [
    (18, [100, 0, 0, 0, 0, 0], [100, 0, 0, 0, 0, 0]),
    (25, [90, 8, 1, 1, 0, 0], [95, 4, 1, 0, 0, 0]),
    (35, [53, 39, 3, 2, 3, 0], [64, 31, 2, 1, 2, 0]),
    (50, [25, 56, 3, 4, 11, 1], [32, 53, 3, 3, 9, 0]),
    (65, [11, 62, 2, 3, 17, 5], [16, 63, 2, 3, 15, 1]),
    (80, [6, 54, 1, 1, 13, 25], [7, 73, 1, 1, 11, 7]),
    (u32::MAX, [6, 22, 0, 1, 6, 65], [4, 67, 1, 1, 5, 22]),
];

fn marital_status(draw: &mut Draw, age: u32, sex: Sex) -> &'static str {
    let row = MARITAL_BY_AGE.iter().find(|row| age < row.0).expect("the last row has no end");
    let weights = if sex == Sex::Female { row.1 } else { row.2 };
    choose(draw, &MARITAL, &weights)
}

/// What those have whose occupation does not decide it.
const FUNDS: [&str; 6] = [
    "General fund",
    "Company fund",
    "Private",
    "Seafarers and miners fund",
    "Social assistance",
    "Self-payer",
];

fn insurance(draw: &mut Draw, occupation: &str, nationality: &str) -> &'static str {
    if nationality != HOME && draw.chance(45) {
        return if draw.chance(600) { "Foreign fund" } else { "Travel insurance" };
    }
    let usual = match occupation {
        "Civil servant" | "Judge" | "Police officer" | "Soldier" | "School teacher" => {
            ("Civil servants aid", 720)
        }
        "Farmer" | "Forester" | "Gardener" => ("Farmers fund", 700),
        "Fisher" | "Machine operator" | "Welder" => ("Seafarers and miners fund", 160),
        "Company director" | "Lawyer" | "Physician" | "Dentist" | "Architect" => ("Private", 560),
        "Engineer" | "Software developer" | "Accountant" => ("Private", 220),
        "Unemployed" => ("Social assistance", 480),
        "Retired" => ("General fund", 150),
        _ => ("Company fund", 60),
    };
    if draw.chance(usual.1) {
        return usual.0;
    }
    choose(draw, &FUNDS, &[66, 20, 9, 2, 2, 1])
}

/// Draws by weights that add up to a hundred.
fn choose(draw: &mut Draw, from: &[&'static str], weights: &[u32]) -> &'static str {
    let mut at = draw.below(100);
    for (item, &weight) in from.iter().zip(weights) {
        if at < weight {
            return item;
        }
        at -= weight;
    }
    unreachable!("the weights add up to a hundred")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_number_is_given_twice() {
        let numbers: BTreeSet<u64> = (0..50_000).map(register_number).collect();
        assert_eq!(numbers.len(), 50_000);
    }

    #[test]
    fn weights_by_age_add_up() {
        for (_, women, men) in MARITAL_BY_AGE {
            assert_eq!((women.iter().sum::<u32>(), men.iter().sum::<u32>()), (100, 100));
        }
    }
}
