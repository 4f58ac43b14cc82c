//! Privacy models as constraints on groups.

use ridotto_core::class::Single;
use ridotto_core::{Bound, Class, ClassModel, Code, CodeColumn};

/// What a group, as a class of its own, lacks of these models: 0 if all hold, else how far the
/// levels are from their bounds. `sensitive` are the columns that the models count, in the order of
/// their numbers. For [`mask_where`](super::mask_where): with all quasi-identifiers microaggregated,
/// groups are the classes of the release (or classes are unions of groups, where centers are equal
/// by chance; a model whose union rule promises nothing should be judged again after that).
pub fn lacking<'a>(
    models: &'a [&'a dyn ClassModel],
    sensitive: &'a [CodeColumn<'a>],
) -> impl Fn(&[u32]) -> f64 + Sync + 'a {
    let values: Vec<usize> = sensitive.iter().map(|column| column.values).collect();
    move |rows| {
        let mut single = Single::new(&values);
        single.set_size(rows.len() as u64);
        for (at, column) in sensitive.iter().enumerate() {
            let mut codes: Vec<Code> =
                rows.iter().map(|&row| column.codes.get(row as usize)).collect();
            codes.sort_unstable();
            let runs = codes.chunk_by(PartialEq::eq);
            single.set_histogram(at, runs.map(|run| (run[0], run.len() as u64)));
        }
        models.iter().map(|&model| lack(model, single.class())).sum()
    }
}

/// How far the level is from the bound. The model alone decides whether there is a lack at all.
fn lack(model: &dyn ClassModel, class: Class<'_>) -> f64 {
    if model.holds(class) {
        return 0.0;
    }
    let level = model.level(class);
    let away = match model.bound() {
        Bound::AtLeast(bound) => bound - level,
        Bound::AtMost(bound) | Bound::Below(bound) => level - bound,
        Bound::Within(least, most) => (least - level).max(level - most),
    };
    if away.is_finite() { away.max(1e-9) } else { 1e9 }
}
