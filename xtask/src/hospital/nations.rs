//! Nationalities and names, and how they hang together.
//!
//! Most people are Marelians. The others live where people of their country live: a province
//! near the border attracts its neighbours, the cities attract everybody. A name mostly follows
//! the nationality, and a first name the generation, so that a name alone already tells
//! something: the reason why names are dropped and not merely shortened.

use super::draw::{Draw, Wheel};
use super::people::Sex;
use super::places::Place;
use super::table;

/// The invented country where the hospital stands.
pub const HOME: &str = "Marelia";

/// Marelians among a thousand people in villages and in cities.
const AT_HOME: [u32; 2] = [930, 800];

#[derive(Clone, Copy)]
pub struct Nation {
    pub country: &'static str,
    names: usize,
}

/// Nationalities by where people live, and the names they bear.
pub struct Nations {
    home: Nation,
    /// People from elsewhere, for each province.
    abroad: Vec<Wheel<Nation>>,
    names: Vec<Names>,
}

struct Names {
    surnames: Vec<&'static str>,
    women: Vec<&'static str>,
    men: Vec<&'static str>,
}

/// A name in its parts; most have only a surname and a first name.
pub struct Name {
    pub surname: &'static str,
    /// The second half of a double surname.
    pub second: Option<&'static str>,
    pub first: &'static str,
    pub initial: Option<u8>,
    pub nickname: Option<&'static str>,
}

const NICKNAMES: [&str; 8] = ["Bobo", "Charly", "Dodo", "Lolo", "Mimi", "Nini", "Pippo", "Titi"];

impl Nations {
    pub fn new() -> Self {
        let names_table = table(include_str!("world/names.csv"));
        let group = |name| {
            let found = names_table.iter().position(|row| row[0] == name);
            found.expect("nations.csv names only groups of names.csv")
        };
        let nations: Vec<(Nation, u32, &str)> = table(include_str!("world/nations.csv"))
            .iter()
            .map(|row| {
                let weight = row[1].parse().expect("a weight is a number");
                (Nation { country: row[0], names: group(row[2]) }, weight, row[3])
            })
            .collect();
        let abroad = |province: char| {
            let weigh = |&(nation, weight, near): &(Nation, u32, &str)| {
                (nation, if near.contains(province) { weight * 5 } else { weight })
            };
            Wheel::new(nations.iter().map(weigh))
        };
        Self {
            home: Nation { country: HOME, names: group("marelian") },
            abroad: ('0'..='9').map(abroad).collect(),
            names: names_table.iter().map(|row| Names::new(row)).collect(),
        }
    }

    pub fn nationality(&self, draw: &mut Draw, place: Place) -> Nation {
        if draw.chance(AT_HOME[usize::from(place.city)]) {
            self.home
        } else {
            self.abroad[usize::from(place.province)].spin(draw)
        }
    }

    pub fn name(&self, draw: &mut Draw, nation: Nation, sex: Sex, born: u32) -> Name {
        let settled = nation.country == HOME && draw.chance(90);
        let surnames =
            if settled { draw.below(self.names.len() as u32) as usize } else { nation.names };
        let surnames = &self.names[surnames].surnames;
        let firsts = &self.names[nation.names];
        let woman = match sex {
            Sex::Female => true,
            Sex::Male => false,
            Sex::Other => draw.chance(500),
        };
        let firsts = if woman { &firsts.women } else { &firsts.men };
        Name {
            surname: draw.pick(surnames),
            second: draw.chance(40).then(|| draw.pick(surnames)),
            first: generation(draw, firsts, born),
            initial: draw.chance(180).then(|| b'A' + draw.below(26) as u8),
            nickname: draw.chance(4).then(|| draw.pick(&NICKNAMES)),
        }
    }
}

impl Names {
    fn new(row: &[&'static str]) -> Self {
        let words = |cell: &'static str| cell.split(' ').collect();
        Self { surnames: words(row[1]), women: words(row[2]), men: words(row[3]) }
    }
}

/// A first name of the generation: the lists run from the names of the oldest to the youngest.
fn generation(draw: &mut Draw, names: &[&'static str], born: u32) -> &'static str {
    let len = names.len() as u32;
    let fashion = born.clamp(1925, 2024) - 1925;
    let reach = len / 2 + 1;
    let at = fashion * len / 100 + draw.below(reach) + draw.below(reach);
    names[at.saturating_sub(reach - 1).min(len - 1) as usize]
}
