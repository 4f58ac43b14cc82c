//! From units back to rows.

/// So many rows of a unit go to a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The unit: a place in the tally of distinct tuples.
    pub unit: u32,
    /// Where its rows go.
    pub group: u32,
    /// How many of them.
    pub rows: u32,
}

/// The group of each row. `unit_of` is the unit of each row; the shares of a unit are given out in
/// their order to its rows in theirs.
///
/// # Panics
/// If a unit has more rows than its shares give.
pub fn assign_rows(shares: &[Share], units: usize, unit_of: &[u32]) -> Vec<u32> {
    // Where the shares of each unit begin, once they are sorted by unit.
    let mut starts = vec![0_u32; units + 1];
    for share in shares {
        starts[share.unit as usize + 1] += 1;
    }
    for unit in 0..units {
        starts[unit + 1] += starts[unit];
    }
    let mut sorted = vec![(0_u32, 0_u32); shares.len()];
    let mut next = starts.clone();
    for share in shares {
        sorted[next[share.unit as usize] as usize] = (share.group, share.rows);
        next[share.unit as usize] += 1;
    }
    let mut cursor = starts;
    let take = |&unit: &u32| {
        let at = &mut cursor[unit as usize];
        while sorted[*at as usize].1 == 0 {
            *at += 1;
        }
        let (group, rows) = &mut sorted[*at as usize];
        *rows -= 1;
        *group
    };
    unit_of.iter().map(take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_given_out_in_order() {
        let share = |unit, group, rows| Share { unit, group, rows };
        let shares = [share(1, 0, 2), share(0, 1, 1), share(1, 2, 1)];
        assert_eq!(assign_rows(&shares, 2, &[1, 0, 1, 1]), [0, 1, 0, 2]);
    }
}
