//! How likely each record is to be found, for the three attackers.

use super::drawing::{Anchor, Drawing, Width, fitted, text_width};
use super::plot::Plot;
use super::scale::{Scale, share_label, ticks};
use super::{Chart, Table, framed, nothing};
use crate::audience::Disclosure;
use crate::text::{grouped, percent, significant};
use serde::{Deserialize, Serialize};

/// How records are distributed over risks, for each attacker.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RiskDistribution {
    /// Where bins end: the first one holds risks above 0 and up to `edges[0]`, and so on, each
    /// with its upper end. Risks above the last edge are counted in the last bin.
    pub edges: Vec<f64>,
    /// The attackers, in the order of the page: usually prosecutor, journalist, marketer.
    pub attackers: Vec<AttackerRisk>,
}

/// What one attacker could do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttackerRisk {
    /// `prosecutor`, `journalist` or `marketer`.
    pub name: String,
    /// Records by risk, one number for each edge.
    pub records: Vec<u64>,
    /// The highest risk of a record.
    pub highest: f64,
    /// The average.
    pub average: f64,
}

/// Ends of bins that serve usual risks.
const EDGES: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

impl RiskDistribution {
    /// A distribution over the usual bins, yet without attackers.
    pub fn usual() -> Self {
        Self { edges: EDGES.to_vec(), attackers: Vec::new() }
    }

    /// Adds an attacker from the risks of records: pairs of a risk and how many records have it.
    pub fn add(&mut self, name: &str, risks: impl IntoIterator<Item = (f64, u64)>) {
        let mut found = AttackerRisk {
            name: name.into(),
            records: vec![0; self.edges.len()],
            ..AttackerRisk::default()
        };
        let (mut total, mut sum) = (0_u64, 0.0);
        for (risk, records) in risks {
            // A class of five has the risk 1/5, which as a float may lie above 0.2 by a hair.
            let bin = self.edges.partition_point(|&edge| edge * (1.0 + 1e-9) < risk);
            if let Some(count) = found.records.get_mut(bin.min(self.edges.len().saturating_sub(1)))
            {
                *count = count.saturating_add(records);
            }
            total = total.saturating_add(records);
            sum += risk * records as f64;
            found.highest = found.highest.max(risk);
        }
        found.average = if total == 0 { 0.0 } else { sum / total as f64 };
        self.attackers.push(found);
    }

    /// What may be shown to the public: bins joined until none is small, and rounded.
    pub(crate) fn public(&self, rules: &Disclosure) -> Option<Self> {
        let count = |attacker: &AttackerRisk, at| attacker.records.get(at).copied().unwrap_or(0);
        let bins: Vec<(f64, Vec<u64>)> = self
            .edges
            .iter()
            .enumerate()
            .map(|(at, &edge)| (edge, self.attackers.iter().map(|one| count(one, at)).collect()))
            .collect();
        let bins = rules.joined(
            &bins,
            |bin| bin.1.clone(),
            |one, next| {
                (next.0, one.1.iter().zip(&next.1).map(|(a, b)| a.saturating_add(*b)).collect())
            },
        )?;
        let attackers = self.attackers.iter().enumerate().map(|(who, attacker)| AttackerRisk {
            name: attacker.name.clone(),
            records: bins.iter().map(|bin| rules.rounded(bin.1[who])).collect(),
            highest: significant(attacker.highest),
            average: significant(attacker.average),
        });
        Some(Self { attackers: attackers.collect(), edges: bins.iter().map(|bin| bin.0).collect() })
    }

    fn label(&self, at: usize) -> String {
        format!("≤ {}", share_label(self.edges[at]))
    }

    fn draw(&self, width: Width) -> Drawing {
        let bins = self.edges.len();
        if self.attackers.is_empty() || bins == 0 {
            return nothing(width, "No risk was measured.");
        }
        // A panel alone is taller, or the name of its axis would not fit.
        let tall = if self.attackers.len() == 1 { 176.0 } else { 116.0 };
        let mut drawing = Drawing::new(width, 4.0 + self.attackers.len() as f64 * tall + 30.0);
        for (who, attacker) in self.attackers.iter().enumerate() {
            let top = 4.0 + who as f64 * tall;
            let plot = Plot {
                left: 58.0,
                top: top + 26.0,
                right: drawing.width - 14.0,
                bottom: top + tall - 16.0,
            };
            let figures = format!(
                "highest {}, average {}",
                percent(attacker.highest),
                percent(attacker.average)
            );
            let room = plot.right - plot.left - text_width(&figures) - 12.0;
            let name = fitted(&attacker.name, room);
            drawing.text((plot.left, top + 13.0), Anchor::Start, "label strong", &name);
            drawing.text((plot.right, top + 13.0), Anchor::End, "soft", &figures);
            let total = attacker.records.iter().map(|&count| count as f64).sum::<f64>().max(1.0);
            let shares: Vec<f64> =
                attacker.records.iter().take(bins).map(|&count| count as f64 / total).collect();
            let highest = shares.iter().copied().fold(0.01, f64::max);
            let rows = ticks(highest, 2.0);
            let up = Scale::linear((0.0, rows[rows.len() - 1]), plot.upward());
            let name = if who == self.attackers.len() / 2 { "share of records" } else { "" };
            plot.rows(&mut drawing, &up, &rows, share_label, name);
            let slot = (plot.right - plot.left) / bins as f64;
            for (at, &share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
                let (x, y) = (plot.left + at as f64 * slot, up.place(share));
                // What is there must be seen, however little.
                let y = y.min(plot.bottom - 1.5);
                drawing.rectangle(x + slot * 0.12, y, slot * 0.76, plot.bottom - y, "after");
            }
            if who + 1 == self.attackers.len() {
                let middle = |at: usize| plot.left + (at as f64 + 0.5) * slot;
                let labels = (0..bins).map(|at| (middle(at), self.label(at)));
                plot.columns(&mut drawing, labels, "chance that a record is found");
            } else {
                drawing.line((plot.left, plot.bottom), (plot.right, plot.bottom), "axis");
            }
        }
        drawing
    }
}

impl Chart for RiskDistribution {
    fn identifier(&self) -> &'static str {
        "risk-distribution"
    }

    fn title(&self) -> String {
        "Risk of the released records".into()
    }

    fn shows(&self) -> String {
        "How many records an attacker would find with which chance, for each kind of attacker."
            .into()
    }

    fn reading(&self) -> String {
        "The prosecutor looks for one person who is known to be in the file; the journalist does \
         not know who is in it; the marketer wants as many as possible. The further left the bars, the harder it is to find a record."
            .into()
    }

    fn description(&self) -> String {
        if self.attackers.is_empty() || self.edges.is_empty() {
            return "An empty chart: no risk was measured.".into();
        }
        let one = |attacker: &AttackerRisk| {
            let (highest, average) = (percent(attacker.highest), percent(attacker.average));
            format!("{}: highest {highest}, average {average}.", attacker.name)
        };
        let all: Vec<String> = self.attackers.iter().map(one).collect();
        format!("Bars of records by risk, one panel for each attacker. {}", all.join(" "))
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["chance"]);
        table
            .head
            .extend(self.attackers.iter().map(|attacker| format!("records, {}", attacker.name)));
        for at in 0..self.edges.len() {
            let mut row = vec![self.label(at)];
            row.extend(
                self.attackers.iter().map(|one| grouped(one.records.get(at).copied().unwrap_or(0))),
            );
            table.rows.push(row);
        }
        table
    }

    fn svg(&self, width: Width) -> String {
        framed(self, width, &self.draw(width))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;
    use super::*;
    use proptest::prelude::*;
    use ridotto_measure::MEASURES;

    #[test]
    fn risks_fall_into_bins_with_their_upper_end() {
        let mut chart = RiskDistribution { edges: vec![0.2, 0.5, 1.0], attackers: vec![] };
        chart.add("prosecutor", [(1.0 / 5.0, 10), (1.0 / 3.0, 30), (1.0, 20)]);
        assert_eq!(chart.attackers[0].records, [10, 30, 20]);
        assert!((chart.attackers[0].average - 32.0 / 60.0).abs() < 1e-12);
        insta::assert_snapshot!(check(&chart));
    }

    #[test]
    fn nothing_and_strange_numbers_are_drawn() {
        assert!(check(&RiskDistribution::default()).contains("No risk"));
        check(&RiskDistribution::usual());
        let mut chart = RiskDistribution::usual();
        chart.add("<script>alert(1)</script>", [(2.0, u64::MAX), (f64::NAN, u64::MAX)]);
        chart.add("nobody", []);
        assert!(!check(&chart).contains("<script"));
    }

    #[test]
    fn the_public_sees_no_small_bin() {
        let mut chart = RiskDistribution::usual();
        chart.add("prosecutor", [(0.001, 100), (0.2, 7), (0.1, 2), (0.05, 44)]);
        let shown = chart.public(&Disclosure::new(MEASURES)).unwrap();
        assert!(shown.attackers[0].records.iter().all(|&count| count == 0 || count >= 10));
        assert_eq!(shown.edges.len(), shown.attackers[0].records.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn any_risks_make_a_picture(risks in prop::collection::vec((any::<f64>(), any::<u64>()), 0..12), name in ".*") {
            let mut chart = RiskDistribution::usual();
            chart.add(&name, risks.clone());
            chart.add("journalist", risks);
            check(&chart);
        }
    }
}
