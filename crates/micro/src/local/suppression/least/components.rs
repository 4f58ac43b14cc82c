//! Parts of a table whose records cannot help each other.

use super::needs::Needs;

/// The units in need, in parts: what the rows of one hide makes none of another fit.
pub(super) fn components(needs: &Needs<'_>) -> Vec<Vec<usize>> {
    let units = needs.units.len();
    linked(units, |a, b| can_help(needs, a, b))
}

/// Whether rows of two units can be made to fit in a scope where one of them needs it.
pub(super) fn can_help(needs: &Needs<'_>, a: usize, b: usize) -> bool {
    needs.scopes_of(a).chain(needs.scopes_of(b)).any(|scope| {
        let apart = needs.apart(a, b) & scope;
        apart != 0 && needs.can_fit(a, b, apart)
    })
}

/// The parts of a graph, each in order, by their first members.
pub(super) fn linked(count: usize, is_edge: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = (0..count).collect();
    let mut parts = Vec::new();
    while let Some(first) = open.first().copied() {
        let mut part = vec![first];
        open.remove(0);
        let mut next = 0;
        while next < part.len() {
            let (near, far) = open.iter().partition(|&&other| is_edge(part[next], other));
            open = far;
            let near: Vec<usize> = near;
            part.extend(near);
            next += 1;
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}
