//! How likely each pair is, if all matchings that leave nobody out are equally likely.
//!
//! Counting matchings is hard in general. It is easy where everybody fits every record, and can be
//! done by looking at all fillings where few records are concerned; the rest is left open.

/// At most so many fillings, or pairs of kinds, are looked at.
pub(super) const MOST: usize = 200_000;

/// One kind of people or of records: how many there are, and whether they are real. Those that are
/// not stand for who has no record, or whose people are not known.
pub(super) struct Kind {
    pub count: u64,
    pub real: bool,
}

/// The greatest probability with which one real person has one real record, in a part of the graph
/// where people of the kind `i` fit the kinds of records `fits[i]`. `None` if that is too much to
/// count.
pub(super) fn surest(people: &[Kind], records: &[Kind], fits: &[Vec<bool>]) -> Option<f64> {
    let all: u64 = records.iter().map(|kind| kind.count).sum();
    let real = |kinds: &[Kind]| kinds.iter().any(|kind| kind.real);
    if !real(people) || !real(records) {
        return Some(0.0);
    }
    if fits.iter().flatten().all(|&fit| fit) {
        return Some(1.0 / all as f64);
    }
    let sizes: Vec<usize> = records.iter().map(|kind| kind.count as usize + 1).collect();
    let states = sizes.iter().try_fold(1_usize, |product, &size| {
        product.checked_mul(size).filter(|&product| product <= MOST)
    })?;
    let strides: Vec<usize> = sizes
        .iter()
        .scan(1, |stride, &size| Some(std::mem::replace(stride, *stride * size)))
        .collect();
    let order: Vec<usize> = people
        .iter()
        .enumerate()
        .flat_map(|(at, kind)| std::iter::repeat_n(at, kind.count as usize))
        .collect();
    if order.len().saturating_mul(states) > 10 * MOST {
        return None;
    }
    let room = |state: usize, record: usize| state / strides[record] % sizes[record];
    // before[n][state]: in how many ways the first n people leave this room.
    let full = states - 1;
    let mut before = vec![vec![0.0; states]; order.len() + 1];
    before[0][full] = 1.0;
    for (person, &kind) in order.iter().enumerate() {
        let (done, rest) = before.split_at_mut(person + 1);
        for (state, &ways) in done[person].iter().enumerate().filter(|(_, ways)| **ways > 0.0) {
            for record in (0..records.len()).filter(|&record| fits[kind][record]) {
                if room(state, record) > 0 {
                    rest[0][state - strides[record]] += ways * room(state, record) as f64;
                }
            }
        }
    }
    let total = before[order.len()][0];
    // after[state]: in how many ways the people who follow fill this room.
    let mut after = vec![0.0; states];
    after[0] = 1.0;
    let mut most = 0.0_f64;
    for (person, &kind) in order.iter().enumerate().rev() {
        let mut earlier = vec![0.0; states];
        for record in (0..records.len()).filter(|&record| fits[kind][record]) {
            let mut pairs = 0.0;
            for state in 0..states {
                let free = room(state, record);
                if free > 0 {
                    let ways = after[state - strides[record]] * free as f64;
                    earlier[state] += ways;
                    pairs += before[person][state] * ways;
                }
            }
            if people[kind].real && records[record].real {
                most = most.max(pairs / total / records[record].count as f64);
            }
        }
        after = earlier;
    }
    (total > 0.0).then_some(most)
}
