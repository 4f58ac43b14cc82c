//! Scales: from numbers to places, and the round numbers to write beside them.

use crate::text::{grouped, number, percent};

/// A straight scale from an interval of numbers to an interval of places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    logarithmic: bool,
}

impl Scale {
    pub(crate) fn linear((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        // An interval of one number would have no scale; it gets some room.
        let to = if to > from { to } else { from + 1.0 };
        Self { from, to, start, end, logarithmic: false }
    }

    /// For numbers above zero, by their logarithms.
    pub(crate) fn logarithmic((from, to): (f64, f64), places: (f64, f64)) -> Self {
        let from = from.max(f64::MIN_POSITIVE);
        let to = if to > from { to } else { from * 10.0 };
        Self { logarithmic: true, ..Self::linear((from.ln(), to.ln()), places) }
    }

    /// The place of a number; numbers outside are at the ends.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(f64::MIN_POSITIVE).ln() } else { value };
        let part = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.start + part * (self.end - self.start)
    }
}

/// Round numbers from 0 to at least `most`: 1, 2 or 5 times a power of ten apart, about `steps`.
pub(crate) fn ticks(most: f64, steps: f64) -> Vec<f64> {
    if !most.is_finite() || most <= 0.0 {
        return vec![0.0, 1.0];
    }
    let rough = (most / steps).max(f64::MIN_POSITIVE);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|times| times * power)
        .into_iter()
        .find(|&step| step >= rough * 0.999)
        .unwrap_or(power * 10.0);
    let last = (most / step * 0.999_999).ceil().max(1.0) as u64;
    (0..=last).map(|times| times as f64 * step).collect()
}

/// The numbers 1, 2, 5, 10, 20, 50 … between two ends.
pub(crate) fn decades(from: f64, to: f64) -> Vec<f64> {
    let mut list = Vec::new();
    let mut power = 1.0;
    while power <= to && list.len() < 60 {
        list.extend([1.0, 2.0, 5.0].map(|times| times * power));
        power *= 10.0;
    }
    list.retain(|&tick| tick >= from && tick <= to);
    list
}

/// A short label for a tick of shares.
pub(crate) fn share_label(share: f64) -> String {
    percent((share * 1e6).round() / 1e6)
}

/// A short label for a tick of counts: `5`, `200`, `20k`, `5M`.
pub(crate) fn count_label(count: f64) -> String {
    match count {
        _ if !count.is_finite() => number(count),
        _ if count >= 1e9 => format!("{}G", number(count / 1e9)),
        _ if count >= 1e6 => format!("{}M", number(count / 1e6)),
        _ if count >= 1e4 => format!("{}k", number(count / 1e3)),
        _ if count.fract() == 0.0 => grouped(count as u64),
        _ => number(count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_the_end() {
        assert_eq!(ticks(1.0, 4.0), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(30.0, 5.0), [0.0, 10.0, 20.0, 30.0]);
        assert_eq!(ticks(0.0, 5.0), [0.0, 1.0]);
        assert_eq!(ticks(f64::NAN, 5.0), [0.0, 1.0]);
        for most in [1e-9, 0.013, 0.7, 3.0, 99.0, 1e12, f64::MAX / 4.0] {
            let ticks = ticks(most, 5.0);
            let last = *ticks.last().unwrap();
            assert!(last >= most * 0.999_99 && ticks.len() <= 12, "{most}: {ticks:?}");
        }
    }

    #[test]
    fn places_stay_within() {
        let scale = Scale::linear((0.0, 10.0), (100.0, 200.0));
        assert_eq!(
            [-5.0, 0.0, 5.0, 99.0].map(|value| scale.place(value)),
            [100.0, 100.0, 150.0, 200.0]
        );
        let scale = Scale::logarithmic((1.0, 100.0), (0.0, 10.0));
        assert_eq!(
            [0.0, 1.0, 10.0, 100.0].map(|value| scale.place(value).round()),
            [0.0, 0.0, 5.0, 10.0]
        );
        assert!(Scale::linear((3.0, 3.0), (0.0, 1.0)).place(3.0).is_finite());
        assert_eq!(decades(2.0, 50.0), [2.0, 5.0, 10.0, 20.0, 50.0]);
    }

    #[test]
    fn labels_are_short() {
        assert_eq!([5.0, 1500.0, 20_000.0, 5e6].map(count_label), ["5", "1,500", "20k", "5M"]);
        assert_eq!([0.0, 0.25, 1.0].map(share_label), ["0 %", "25 %", "100 %"]);
    }
}
