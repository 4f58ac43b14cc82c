//! What patients have, how long they stay for it, where, and what it costs.
//!
//! The table in `world/diseases.csv` gives for each three-character category the usual ward, the
//! median stay, the spread of the stay, the cost apart from the days, how it falls on women and
//! men, on winter (100 is no season) and on eight ages, and its codes with their weights.

use super::draw::{Draw, Wheel};
use super::people::Sex;
use super::table;

/// A diagnosis: its place in the list of codes.
pub type Diagnosis = usize;

/// Where each of the eight ages of the table ends.
const AGES: [u32; 8] = [1, 5, 18, 35, 50, 65, 80, u32::MAX];

/// Chapters whose diseases come and go; nobody returns for the same birth.
const PASSING: &str = "ABOPRSTZ";

pub struct Disease {
    pub code: String,
    pub ward: &'static str,
    /// Median stay in days.
    pub days: f64,
    /// Standard deviation of the logarithm of the stay.
    pub spread: f64,
    /// Cost apart from the days.
    pub base: f64,
}

impl Disease {
    pub fn passes(&self) -> bool {
        PASSING.contains(&self.code[..1])
    }
}

pub struct Diseases {
    list: Vec<Disease>,
    /// For each season, sex and age what people have then.
    wheels: Vec<Wheel<Diagnosis>>,
}

/// The weights of one code.
struct Incidence {
    code: u32,
    sexes: [u32; 2],
    seasons: [u32; 2],
    ages: Vec<u32>,
}

impl Diseases {
    pub fn new() -> Self {
        let (mut list, mut incidences) = (Vec::new(), Vec::new());
        for row in table(include_str!("world/diseases.csv")) {
            for code in row[11].split(' ') {
                let (digit, weight) = code.split_once(':').expect("a code is written digit:weight");
                list.push(disease(&row, digit));
                incidences.push(incidence(&row, number(weight)));
            }
        }
        let wheel = |season: usize, sex: usize, age: usize| {
            let weight = |one: &Incidence| {
                one.code * one.sexes[sex] * one.seasons[season] * one.ages[age] / 100
            };
            Wheel::new(incidences.iter().map(weight).enumerate())
        };
        let wheels = (0..2 * 2 * AGES.len())
            .map(|at| wheel(at / AGES.len() / 2, at / AGES.len() % 2, at % AGES.len()))
            .collect();
        Self { list, wheels }
    }

    pub fn diagnose(&self, draw: &mut Draw, sex: Sex, age: u32, winter: bool) -> Diagnosis {
        let sex = match sex {
            Sex::Female => 0,
            Sex::Male => 1,
            Sex::Other => draw.below(2) as usize,
        };
        let age = AGES.iter().position(|&end| age < end).expect("the last age has no end");
        self.wheels[(usize::from(winter) * 2 + sex) * AGES.len() + age].spin(draw)
    }

    pub fn get(&self, diagnosis: Diagnosis) -> &Disease {
        &self.list[diagnosis]
    }
}

/// The usual ward, unless the patient is a child or very old, or it turned out to be grave.
pub fn ward(draw: &mut Draw, disease: &Disease, age: u32) -> &'static str {
    let chance = draw.below(1000);
    match disease.ward {
        kept @ ("Obstetrics" | "Neonatology" | "Psychiatry" | "Intensive care") => kept,
        _ if chance < 22 => "Intensive care",
        _ if age < 16 && chance < 880 => "Paediatrics",
        "Internal medicine" | "Cardiology" | "Neurology" | "Trauma surgery"
            if age >= 78 && chance < 190 =>
        {
            "Geriatrics"
        }
        kept => kept,
    }
}

/// What a day costs.
pub fn daily(ward: &str) -> f64 {
    match ward {
        "Intensive care" => 1480.0,
        "Neonatology" => 690.0,
        "Psychiatry" => 295.0,
        "Oncology" | "Cardiology" => 470.0,
        _ => 385.0,
    }
}

fn disease(row: &[&'static str], digit: &str) -> Disease {
    Disease {
        code: format!("{}.{digit}", row[0]),
        ward: row[3],
        days: number(row[4]).into(),
        spread: f64::from(number(row[5])) / 100.0,
        base: number(row[6]).into(),
    }
}

fn incidence(row: &[&str], code: u32) -> Incidence {
    let winter = number(row[9]);
    Incidence {
        code,
        sexes: [number(row[7]), number(row[8])],
        seasons: [200_u32.saturating_sub(winter).max(10), winter],
        ages: row[10].split(' ').map(number).collect(),
    }
}

fn number(cell: &str) -> u32 {
    cell.parse().expect("diseases.csv holds whole numbers")
}
