//! Stays: who comes on which day, what for, for how long, and the line this makes.
//!
//! A row is a function of the seed and its number. Its day follows from the number, its patient
//! is drawn from three circles: people who come now and then, people who come often, and a few
//! who come all the time; and sometimes a child is born. So ten thousand stays are of about
//! seven thousand patients, at any size.

use std::io::Write as _;

use super::calendar::{Day, years};
use super::diseases::{Disease, daily, ward};
use super::draw::{Draw, Kind};
use super::people::{Patient, People, Spread};

/// The columns.
pub const HEADER: &str = "patient_id,name,birth_date,sex,zip,nationality,marital_status,\
    occupation,insurance,admission_date,ward,diagnosis,length_of_stay,cost\n";

/// The longest stay, in days.
const LONGEST: f64 = 270.0;

/// Of a thousand stays, those of infants, and of each circle; and the patients of each circle
/// for a thousand stays.
const INFANTS: u32 = 25;
const CIRCLES: [(u32, u64); 3] = [(75, 20), (270, 250), (630, 1350)];

/// The hospital and its country, ready to be asked for any stay.
pub struct Register {
    rows: u64,
    people: People,
}

impl Register {
    pub fn new(rows: u64, seed: u64, spread: Spread) -> Self {
        Self { rows, people: People::new(seed, spread) }
    }

    /// Appends a row as a line of CSV.
    #[expect(clippy::cast_sign_loss, reason = "days and costs are positive")]
    pub fn write(&self, row: u64, line: &mut Vec<u8>) {
        let mut draw = self.people.source.open(Kind::Stay, row);
        let admission = self.people.calendar.admission(row, self.rows);
        let (patient, returns) = self.patient(&mut draw, row, admission);
        let age = years(patient.birth, admission);
        let disease = self.disease(&mut draw, &patient, returns, age, admission);
        let ward = ward(&mut draw, disease, age);
        let days = draw.around(disease.days, disease.spread).round().clamp(1.0, LONGEST);
        let cost = draw.around(disease.base + daily(ward) * days, 0.16);

        self.write_patient(&mut draw, &patient, admission, line);
        line.extend(self.people.calendar.text(admission));
        let (days, cents) = (days as u32, (cost * 100.0).round() as u64);
        writeln!(line, ",{ward},{},{days},{}.{:02}", disease.code, cents / 100, cents % 100)
            .expect("a vector takes every byte");
    }

    /// Who comes, and whether it is someone who returns.
    fn patient(&self, draw: &mut Draw, row: u64, admission: Day) -> (Patient, bool) {
        if self.people.spread == Spread::Even {
            return (self.people.resident(row), false);
        }
        let mut chance = draw.below(1000);
        let mut first = 0;
        for (stays, patients) in CIRCLES {
            let patients = (self.rows * patients).div_ceil(1000);
            if chance < stays {
                let at = u64::from(draw.below(u32::try_from(patients).unwrap_or(u32::MAX)));
                return (self.people.resident(first + at), patients < self.rows);
            }
            chance -= stays;
            first += patients;
        }
        debug_assert!(chance < INFANTS, "circles and infants are a thousand");
        (self.people.infant(row, admission), false)
    }

    fn disease(
        &self,
        draw: &mut Draw,
        patient: &Patient,
        returns: bool,
        age: u32,
        admission: Day,
    ) -> &Disease {
        let complaint = self.people.diseases.get(patient.complaint);
        if returns && !complaint.passes() && draw.chance(650) {
            return complaint;
        }
        let winter = self.people.calendar.is_winter(admission);
        self.people.diseases.get(self.people.diseases.diagnose(draw, patient.sex, age, winter))
    }

    /// The columns of the patient; a few cells were left empty at the desk.
    fn write_patient(&self, draw: &mut Draw, patient: &Patient, on: Day, line: &mut Vec<u8>) {
        write!(line, "P{:09},\"{}", patient.number, patient.name.surname)
            .expect("a vector takes every byte");
        write_rest_of_name(patient, line);
        line.extend(self.people.calendar.text(patient.birth));
        line.extend([b',', patient.sex.letter(), b',']);
        let mut cell = |text: &[u8], missing| {
            if !draw.chance(missing) {
                line.extend(text);
            }
            line.push(b',');
        };
        cell(&patient.home(on).zip, 5);
        cell(patient.nationality.as_bytes(), 0);
        cell(patient.marital_status.as_bytes(), 10);
        cell(patient.occupation.as_bytes(), 20);
        cell(patient.insurance.as_bytes(), 0);
    }
}

/// All after the surname: `-Dorigo, Anna ""Nini"" K.",`.
fn write_rest_of_name(patient: &Patient, line: &mut Vec<u8>) {
    let name = &patient.name;
    if let Some(second) = name.second.filter(|&second| second != name.surname) {
        line.push(b'-');
        line.extend(second.as_bytes());
    }
    line.extend(b", ");
    line.extend(name.first.as_bytes());
    if let Some(nickname) = name.nickname {
        line.extend(b" \"\"");
        line.extend(nickname.as_bytes());
        line.extend(b"\"\"");
    }
    if let Some(initial) = name.initial {
        line.extend([b' ', initial, b'.']);
    }
    line.extend(b"\",");
}
