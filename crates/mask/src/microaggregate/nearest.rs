//! The nearest few of many, and the farthest one. Of equal distances the lower number counts, so
//! that the order in which they are offered does not.

/// The nearest few of all that were offered, nearest first.
pub(super) struct Nearest {
    most: usize,
    /// Distance, number and place.
    kept: Vec<(f64, u32, u32)>,
}

impl Nearest {
    pub(super) fn new(most: usize) -> Self {
        Self { most, kept: Vec::with_capacity(most + 1) }
    }

    #[inline]
    pub(super) fn offer(&mut self, distance: f64, number: u32, place: u32) {
        let full = self.kept.len() == self.most;
        if full && self.kept.last().is_none_or(|last| distance > last.0) {
            return;
        }
        self.insert(distance, number, place);
    }

    /// Takes all at once, if many are to be kept: then sorting is quicker than inserting.
    pub(super) fn of(most: usize, all: impl Iterator<Item = (f64, u32, u32)>) -> Self {
        let mut nearest = Self::new(most);
        if most <= 32 {
            all.for_each(|(distance, number, place)| nearest.offer(distance, number, place));
            return nearest;
        }
        let order =
            |a: &(f64, u32, u32), b: &(f64, u32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        nearest.kept = all.collect();
        if nearest.kept.len() > most {
            nearest.kept.select_nth_unstable_by(most - 1, order);
            nearest.kept.truncate(most);
        }
        nearest.kept.sort_unstable_by(order);
        nearest
    }

    fn insert(&mut self, distance: f64, number: u32, place: u32) {
        let before = |other: &(f64, u32, u32)| (other.0, other.1) < (distance, number);
        let at = self.kept.partition_point(before);
        self.kept.insert(at, (distance, number, place));
        self.kept.truncate(self.most);
    }

    /// The places of what was kept, nearest first.
    pub(super) fn places(&self) -> impl Iterator<Item = u32> {
        self.kept.iter().map(|&(_, _, place)| place)
    }

    /// The distance and place of the nearest.
    pub(super) fn first(&self) -> Option<(f64, u32)> {
        self.kept.first().map(|&(distance, _, place)| (distance, place))
    }
}

/// The place of the greatest distance; of equal ones, that with the lowest number.
pub(super) fn farthest(distances: impl Iterator<Item = (f64, u32)>) -> usize {
    let (mut best, mut number, mut place) = (f64::NEG_INFINITY, u32::MAX, 0);
    for (at, (distance, other)) in distances.enumerate() {
        if distance > best || (distance >= best && other < number) {
            (best, number, place) = (distance, other, at);
        }
    }
    place
}
