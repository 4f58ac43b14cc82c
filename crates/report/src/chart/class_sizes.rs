//! Class sizes before and after, in bins that grow.

use super::drawing::{Drawing, Width};
use super::plot::{Key, Plot, legend, legend_height};
use super::scale::{Scale, share_label, ticks};
use super::{Chart, Table, framed, nothing};
use crate::audience::Disclosure;
use crate::text::{grouped, percent};
use serde::{Deserialize, Serialize};

/// How many records lie in classes of which size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassSizes {
    /// The bins, by size, without gaps.
    pub bins: Vec<SizeBin>,
}

/// Classes of similar sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeBin {
    /// The smallest size in it.
    pub from: u64,
    /// The largest size in it.
    pub to: u64,
    /// Records of the input in such classes.
    pub before: u64,
    /// Records of the output in such classes.
    pub after: u64,
}

/// The bin of a size: 1, 2–4, 5–9, 10–19, 20–49, 50–99 and so on.
fn bin_of(size: u64) -> (u64, u64) {
    let mut power = 1_u64;
    loop {
        for (from, next) in [(1, 2), (2, 5), (5, 10)] {
            let last = power.checked_mul(next).map_or(u64::MAX, |next| next - 1);
            if size <= last {
                return (power * from, last);
            }
        }
        match power.checked_mul(10) {
            Some(larger) => power = larger,
            None => return (power, u64::MAX),
        }
    }
}

impl ClassSizes {
    /// From the sizes of all classes, before and after.
    pub fn new(
        before: impl IntoIterator<Item = u64>,
        after: impl IntoIterator<Item = u64>,
    ) -> Self {
        let mut bins: Vec<SizeBin> = Vec::new();
        let mut size = 1;
        while bins.len() < 64 && size < u64::MAX {
            let (from, to) = bin_of(size);
            bins.push(SizeBin { from, to, before: 0, after: 0 });
            size = to.saturating_add(1);
        }
        let place = |bins: &[SizeBin], size: u64| bins.partition_point(|bin| bin.to < size);
        for size in before.into_iter().filter(|&size| size > 0) {
            let at = place(&bins, size);
            bins[at].before = bins[at].before.saturating_add(size);
        }
        for size in after.into_iter().filter(|&size| size > 0) {
            let at = place(&bins, size);
            bins[at].after = bins[at].after.saturating_add(size);
        }
        let used =
            bins.iter().rposition(|bin| bin.before > 0 || bin.after > 0).map_or(0, |at| at + 1);
        bins.truncate(used);
        Self { bins }
    }

    /// What may be shown to the public: the release alone, bins joined until none is small, and
    /// rounded.
    pub(crate) fn public(&self, rules: &Disclosure) -> Option<Self> {
        let join = |one: &SizeBin, next: &SizeBin| SizeBin {
            from: one.from,
            to: next.to,
            before: 0,
            after: one.after.saturating_add(next.after),
        };
        // Where bins end must not tell which sizes there were before.
        let last = self.bins.iter().rposition(|bin| bin.after > 0)?;
        let mut bins = rules.joined(&self.bins[..=last], |bin| vec![bin.after], join)?;
        for bin in &mut bins {
            (bin.before, bin.after) = (0, rules.rounded(bin.after));
        }
        Some(Self { bins })
    }

    /// Whether it is told what was before.
    fn has_before(&self) -> bool {
        self.bins.iter().any(|bin| bin.before > 0)
    }

    fn shares(&self) -> Vec<(f64, f64)> {
        let total = |count: fn(&SizeBin) -> u64| {
            self.bins.iter().map(|bin| count(bin) as f64).sum::<f64>().max(1.0)
        };
        let (before, after) = (total(|bin| bin.before), total(|bin| bin.after));
        let share = |bin: &SizeBin| (bin.before as f64 / before, bin.after as f64 / after);
        self.bins.iter().map(share).collect()
    }

    fn draw(&self, width: Width) -> Drawing {
        let shares = self.shares();
        if shares.is_empty() {
            return nothing(width, "There is no class before or after.");
        }
        let keys = [Key::Box("before", "before"), Key::Box("after", "after")];
        let keys = if self.has_before() { &keys[..] } else { &keys[1..] };
        let head = legend_height(width, keys) + 12.0;
        let mut drawing = Drawing::new(width, head + width.pick(286.0, 270.0));
        legend(&mut drawing, 2.0, keys);
        let plot = Plot::inside(&drawing, head);
        let highest = shares.iter().fold(0.01_f64, |most, pair| most.max(pair.0).max(pair.1));
        let rows = ticks(highest, 5.0);
        let up = Scale::linear((0.0, rows[rows.len() - 1]), plot.upward());
        plot.rows(&mut drawing, &up, &rows, share_label, "share of the file's records");
        let slot = (plot.right - plot.left) / shares.len() as f64;
        let bar = (slot * 0.4).min(34.0);
        let middle = |at: usize| plot.left + (at as f64 + 0.5) * slot;
        for (at, &(before, after)) in shares.iter().enumerate() {
            for (share, x, class) in
                [(before, middle(at) - bar, "before"), (after, middle(at), "after")]
            {
                if share > 0.0 {
                    let y = up.place(share);
                    drawing.rectangle(x, y, bar - 1.0, plot.bottom - y, class);
                }
            }
        }
        let labels = self.bins.iter().enumerate().map(|(at, bin)| (middle(at), label(*bin)));
        plot.columns(&mut drawing, labels, "size of the class a record lies in");
        drawing
    }
}

/// A size of many digits in few.
fn short(size: u64) -> String {
    super::scale::count_label(size as f64)
}

fn label(bin: SizeBin) -> String {
    if bin.from == bin.to {
        short(bin.from)
    } else if bin.from < 1000 && bin.to < 10_000 {
        format!("{}–{}", bin.from, bin.to)
    } else {
        format!("{}+", short(bin.from))
    }
}

impl Chart for ClassSizes {
    fn identifier(&self) -> &'static str {
        "class-sizes"
    }

    fn title(&self) -> String {
        if self.has_before() { "Class sizes before and after" } else { "Class sizes" }.into()
    }

    fn shows(&self) -> String {
        "How many records share their combination of quasi-identifiers with how many others.".into()
    }

    fn reading(&self) -> String {
        let moved = if self.has_before() {
            " Bars should move from the left to the right: the"
        } else {
            " The"
        };
        format!(
            "A record in a class of size 1 is unique.{moved} larger the class, the better a person is hidden in it."
        )
    }

    fn description(&self) -> String {
        let shares = self.shares();
        let mode = |pick: fn(&(f64, f64)) -> f64| {
            let best =
                (0..shares.len()).max_by(|&a, &b| pick(&shares[a]).total_cmp(&pick(&shares[b])))?;
            Some(format!(
                "{} in classes of size {}",
                percent(pick(&shares[best])),
                label(self.bins[best])
            ))
        };
        match (mode(|pair| pair.0), mode(|pair| pair.1)) {
            (_, Some(after)) if !self.has_before() => {
                format!("Bars by class size. The highest bar: {after}.")
            }
            (Some(before), Some(after)) => format!(
                "Paired bars by class size. The highest bar before: {before}. The highest after: {after}."
            ),
            _ => "An empty chart: there are no classes.".into(),
        }
    }

    fn table(&self) -> Table {
        let mut table = if self.has_before() {
            Table::new(&["class size", "records before", "records after"])
        } else {
            Table::new(&["class size", "records"])
        };
        for bin in &self.bins {
            let size = match bin.to {
                to if to == bin.from => grouped(to),
                u64::MAX => format!("{} and more", grouped(bin.from)),
                to => format!("{} to {}", grouped(bin.from), grouped(to)),
            };
            if self.has_before() {
                table.push([size, grouped(bin.before), grouped(bin.after)]);
            } else {
                table.push([size, grouped(bin.after)]);
            }
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
    fn bins_follow_one_two_five() {
        assert_eq!(
            [1, 2, 4, 5, 9, 10, 49, 99, 100].map(bin_of).map(|bin| bin.0),
            [1, 2, 2, 5, 5, 10, 20, 50, 100]
        );
        assert_eq!(bin_of(u64::MAX).1, u64::MAX);
    }

    #[test]
    fn records_are_counted_by_the_size_of_their_class() {
        let chart = ClassSizes::new([1, 1, 3, 7], [5, 7]);
        let counts: Vec<_> =
            chart.bins.iter().map(|bin| (bin.from, bin.before, bin.after)).collect();
        assert_eq!(counts, [(1, 2, 0), (2, 3, 0), (5, 7, 12)]);
        insta::assert_snapshot!(check(&chart));
    }

    #[test]
    fn nothing_one_class_and_huge_ones_are_drawn() {
        assert!(check(&ClassSizes::default()).contains("no class"));
        check(&ClassSizes::new([1], []));
        check(&ClassSizes::new([u64::MAX, 1], [u64::MAX]));
    }

    #[test]
    fn the_public_sees_no_small_bin() {
        let chart = ClassSizes::new([1, 1, 3, 7, 400], [5, 7, 400]);
        let shown = chart.public(&Disclosure::new(MEASURES)).unwrap();
        let counts: Vec<_> =
            shown.bins.iter().map(|bin| (bin.from, bin.to, bin.before, bin.after)).collect();
        assert_eq!(counts[..3], [(1, 1, 0, 0), (2, 4, 0, 0), (5, 9, 0, 10)]);
        assert_eq!(counts.last().map(|last| (last.2, last.3)), Some((0, 400)));
        assert_eq!(ClassSizes::new([3], [3]).public(&Disclosure::new(MEASURES)), None);
        let other = ClassSizes::new([2, 9_000], [5, 7, 400]).public(&Disclosure::new(MEASURES));
        assert_eq!(other, Some(shown.clone()), "whatever was before");
        assert!(!check(&shown).contains("before"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_sizes_make_a_picture(before in prop::collection::vec(any::<u64>(), 0..20), after in prop::collection::vec(0_u64..50, 0..20)) {
            check(&ClassSizes::new(before, after));
        }
    }
}
