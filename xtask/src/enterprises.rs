//! `cargo xtask enterprises`: the enterprises of a country that does not exist.
//!
//! What statistical offices publish of real ones is never their records. These are made up, in the same
//! country as the hospital, and have what makes tables of enterprises hard: turnovers with long tails, so
//! that one enterprise is half of a cell; districts with one mill; groups that own several enterprises and
//! know what all of them sold. The same seed gives the same bytes on every machine.

use crate::Outcome;
use crate::hospital::draw::{Draw, Kind, Source, Wheel};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Make enterprises.
#[derive(clap::Args)]
pub struct Enterprises {
    /// Enterprises.
    #[arg(long, default_value_t = 1_500, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub rows: u64,
    /// The same seed gives the same bytes.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where to. [default: examples/enterprises/enterprises.csv]
    #[arg(short, long)]
    pub output: Option<PathBuf>,
}

/// Districts, and how many enterprises are in each, in arbitrary units.
const DISTRICTS: [(&str, u32); 12] = [
    ("Alvera City", 40),
    ("Alvera Hills", 9),
    ("Alvera Coast", 14),
    ("Bressa City", 26),
    ("Bressa Plain", 12),
    ("Bressa Lakes", 4),
    ("Upper Bressa", 3),
    ("Corvano City", 18),
    ("Corvano Valley", 7),
    ("Corvano Pass", 2),
    ("Dolmare Port", 15),
    ("Dolmare Isles", 2),
];

/// Industries: how many enterprises each has, in arbitrary units, how many employees half of them exceed,
/// and what an employee sells in a year, in thousands.
const INDUSTRIES: [(&str, u32, f64, f64); 13] = [
    ("Crops", 22, 2.0, 60.0),
    ("Livestock", 14, 2.0, 70.0),
    ("Forestry", 5, 3.0, 90.0),
    ("Food", 12, 9.0, 180.0),
    ("Textiles", 5, 12.0, 110.0),
    ("Metal", 8, 16.0, 190.0),
    ("Machines", 5, 24.0, 230.0),
    ("Wholesale", 14, 6.0, 520.0),
    ("Retail", 34, 3.0, 210.0),
    ("Hotels", 18, 5.0, 75.0),
    ("Transport", 11, 8.0, 140.0),
    ("Software", 7, 5.0, 160.0),
    ("Health", 12, 6.0, 95.0),
];

impl Enterprises {
    pub fn run(self) -> Outcome {
        let output = self.output.clone();
        let output =
            output.unwrap_or_else(|| crate::root().join("examples/enterprises/enterprises.csv"));
        fs::write(&output, self.lines())?;
        eprintln!("{} enterprises in {}", self.rows, output.display());
        Ok(())
    }

    /// The file: a line for each enterprise.
    fn lines(&self) -> String {
        let source = Source::new(self.seed);
        let districts = Wheel::new(DISTRICTS);
        let industries = Wheel::new(INDUSTRIES.iter().map(|of| (of, of.1)));
        let groups = (self.rows / 25).max(1) as u32;
        let mut lines =
            String::from("enterprise,group,district,industry,size,employees,turnover\n");
        for number in 0..self.rows {
            let mut draw = source.open(Kind::Enterprise, number);
            let district = districts.spin(&mut draw);
            let &(industry, _, median, sells) = industries.spin(&mut draw);
            let employees = employees(&mut draw, median);
            let turnover = f64::from(employees) * draw.around(sells, 0.7);
            let group = if draw.chance(90) {
                format!("G{:03}", draw.below(groups) + 1)
            } else {
                format!("E{:04}", number + 1)
            };
            let size = size(employees);
            writeln!(
                lines,
                "E{:04},{group},{district},{industry},{size},{employees},{:.0}",
                number + 1,
                turnover.max(1.0)
            )
            .expect("a text takes every line");
        }
        lines
    }
}

/// How many work there. One in a hundred is many times as large as the others of its kind.
#[expect(clippy::cast_sign_loss, reason = "at least one works there")]
fn employees(draw: &mut Draw, median: f64) -> u32 {
    let scale = if draw.chance(10) { 12.0 } else { 1.0 };
    draw.around(median * scale, 0.9).round().max(1.0) as u32
}

fn size(employees: u32) -> &'static str {
    match employees {
        0..10 => "1-9",
        10..50 => "10-49",
        _ => "50 and more",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn enterprises(rows: u64, seed: u64) -> String {
        Enterprises { rows, seed, output: None }.lines()
    }

    #[test]
    fn the_example_is_what_is_made() {
        let shipped = crate::root().join("examples/enterprises/enterprises.csv");
        let shipped = fs::read_to_string(shipped).expect("the example is in the repository");
        assert!(shipped == enterprises(1_500, 1), "run `cargo xtask enterprises`");
        assert_ne!(enterprises(10, 1), enterprises(10, 2));
    }

    /// Hierarchies of the example know every district and industry.
    #[test]
    fn the_examples_hierarchies_fit() {
        for (file, names) in [
            ("district.csv", DISTRICTS.map(|of| of.0).to_vec()),
            ("industry.csv", INDUSTRIES.map(|of| of.0).to_vec()),
        ] {
            let path = crate::root().join("examples/enterprises/hierarchies").join(file);
            let text = fs::read_to_string(path).expect("the example is in the repository");
            let known: Vec<&str> = text.lines().filter_map(|line| line.split(';').next()).collect();
            assert!(names.iter().all(|name| known.contains(name)), "{file}");
            assert_eq!(known.len(), names.len(), "{file}");
        }
    }

    /// What makes the tables hard: cells with one or two, cells that one of many dominates, groups with
    /// several enterprises.
    #[test]
    fn there_is_somebody_to_protect() {
        let text = enterprises(1_500, 1);
        let (mut cells, mut groups) = (BTreeMap::<_, Vec<f64>>::new(), BTreeMap::new());
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let turnover = fields[6].parse().expect("a turnover is a number");
            cells.entry((fields[2], fields[3])).or_default().push(turnover);
            *groups.entry(fields[1]).or_insert(0) += 1;
        }
        let small = cells.values().filter(|of| of.len() < 3).count();
        let is_dominated = |of: &&Vec<f64>| {
            let largest = of.iter().copied().fold(0.0, f64::max);
            of.len() > 5 && largest > 0.5 * of.iter().sum::<f64>()
        };
        let dominated = cells.values().filter(is_dominated).count();
        let large = groups.values().filter(|&&count| count > 1).count();
        assert!(small > 20 && dominated > 5 && large > 20, "{small} {dominated} {large}");
    }
}
