//! Where patients live: an invented country of ten provinces, a few cities and many villages.
//!
//! A zip has five digits and the first is the province, so some zips begin with zero. A city
//! fills one or more three-digit areas; every other area is empty or has a few villages. Half of
//! the people live in the cities, most villages have a handful of patients: the skew that makes
//! places hard to hide.

use super::draw::Wheel;

/// A postal district.
#[derive(Clone, Copy)]
pub struct Place {
    pub zip: [u8; 5],
    pub province: u8,
    pub city: bool,
}

impl Place {
    pub fn new(zip: u32, city: bool) -> Self {
        let digit = |unit| b'0' + (zip / unit % 10) as u8;
        let digits = [10_000, 1_000, 100, 10, 1].map(digit);
        Self { zip: digits, province: digits[0] - b'0', city }
    }
}

/// How many people live in the villages of each province, in arbitrary units.
const VILLAGES: [u32; 10] = [9, 4, 13, 12, 8, 11, 7, 10, 9, 6];

/// First and last three-digit area of a city, its people in the same units times ten, and its
/// zips per area.
const CITIES: [(u32, u32, u32, u32); 13] = [
    (10, 11, 26, 14),
    (61, 61, 13, 12),
    (100, 107, 230, 25),
    (150, 151, 42, 12),
    (200, 202, 88, 20),
    (270, 270, 16, 14),
    (300, 301, 60, 18),
    (400, 400, 34, 22),
    (500, 502, 92, 20),
    (550, 550, 14, 10),
    (600, 600, 31, 18),
    (700, 701, 66, 16),
    (800, 800, 38, 22),
];

/// The whole country, weighted by people.
pub fn country() -> Wheel<Place> {
    Wheel::new((0..1000).flat_map(|area| match CITIES.iter().find(|city| within(city, area)) {
        Some(city) => city_zips(area, city),
        None => village_zips(area),
    }))
}

fn within(city: &(u32, u32, u32, u32), area: u32) -> bool {
    (city.0..=city.1).contains(&area)
}

fn city_zips(area: u32, &(first, last, people, zips): &(u32, u32, u32, u32)) -> Vec<(Place, u32)> {
    let each = people * 2000 / ((last - first + 1) * zips);
    (0..zips)
        .map(|i| (Place::new(area * 100 + i * 3 % 100, true), each * (60 + scatter(area, i)) / 110))
        .collect()
}

fn village_zips(area: u32) -> Vec<(Place, u32)> {
    if scatter(area, 0) < 35 {
        return Vec::new();
    }
    let province = VILLAGES[(area / 100) as usize];
    (0..2 + scatter(area, 1) % 5)
        .map(|i| {
            let size = 8 + scatter(area, 2 + i) * scatter(area, 2 + i) / 60;
            (Place::new(area * 100 + i * 17 % 100, false), province * size)
        })
        .collect()
}

/// An irregular but fixed number from 0 to 99: the same country for every seed.
fn scatter(area: u32, i: u32) -> u32 {
    let mixed = (area * 131 + i * 7 + 1).wrapping_mul(2_654_435_761);
    ((mixed ^ mixed >> 15).wrapping_mul(2_246_822_519) >> 16) % 100
}

#[cfg(test)]
mod tests {
    use super::super::draw::{Kind, Source};
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn a_place_is_in_the_province_of_its_first_digit() {
        assert_eq!(&Place::new(1003, true).zip, b"01003");
        assert_eq!(Place::new(1003, true).province, 0);
        assert_eq!(Place::new(87_650, false).province, 8);
    }

    #[test]
    fn half_of_the_people_live_in_cities_and_every_province_has_some() {
        let country = country();
        let mut draw = Source::new(1).open(Kind::Resident, 0);
        let people: Vec<Place> = (0..20_000).map(|_| country.spin(&mut draw)).collect();
        let city = people.iter().filter(|place| place.city).count();
        assert!((9_000..12_500).contains(&city), "{city} of 20000 in cities");
        let mut provinces = BTreeMap::new();
        for place in &people {
            *provinces.entry(place.province).or_insert(0) += 1;
        }
        assert_eq!(provinces.len(), 10);
        assert!(provinces.values().all(|&count| count > 200), "{provinces:?}");
        let zips: BTreeSet<_> = people.iter().map(|place| place.zip).collect();
        assert!((1_500..3_000).contains(&zips.len()), "{} zips", zips.len());
    }
}
