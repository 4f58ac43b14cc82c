//! How Ward's algorithm joins records: a picture without values, or a table of what unions cost.

use crate::Refused;
use crate::microaggregate::{Merge, Options, dendrogram, dissimilarities, places};
use crate::perturb::Plain;
use ridotto_core::Series;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Records that can be told apart in a picture.
const MOST: usize = 200;
const HEIGHT: f64 = 400.0;
const STEP: f64 = 8.0;
const MARGIN: f64 = 30.0;

/// What is in the file: a table if its name ends so, otherwise a picture. Records are as far apart as
/// the step has them, by its scaling and hierarchies.
pub(super) fn text(options: &Options, plain: &[Plain], file: &str) -> Result<String, Refused> {
    let columns: Vec<Series> = plain.iter().map(|plain| plain.column.clone()).collect();
    let rows = columns.first().map_or(0, Series::len);
    if rows > MOST {
        let must_be = "left out: a picture has room for 200 records";
        return Err(Refused::Parameter { parameter: "tree", must_be });
    }
    let points = places(options, &columns)?;
    if !file.to_ascii_lowercase().ends_with(".csv") {
        return Ok(picture(&dendrogram(&points), rows));
    }
    let single: Vec<Vec<u32>> = (0..rows as u32).map(|row| vec![row]).collect();
    let matrix = dissimilarities(&points, &single);
    let line = |row: usize| {
        let cells: Vec<String> =
            (0..rows).map(|other| format!("{:.6}", matrix.at(row, other))).collect();
        cells.join(",") + "\n"
    };
    Ok((0..rows).map(line).collect())
}

/// A tree whose joints stand the higher the more the squared error had grown by then. The records at
/// its foot have no names.
fn picture(merges: &[Merge], rows: usize) -> String {
    let mut text = String::new();
    let width = STEP * rows as f64 + 2.0 * MARGIN;
    let total: f64 = merges.iter().map(|merge| merge.cost).sum();
    // Roots of costs are distances, which the eye can compare.
    let most = merges.iter().map(|merge| merge.cost.sqrt()).fold(f64::MIN_POSITIVE, f64::max);
    let level = |cost: f64| MARGIN + HEIGHT * (1.0 - cost.sqrt() / most);
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" role=\"img\">\n\
         <title>Ward's dendrogram of {rows} records: the sum of squares is {total:.4}</title>\n\
         <g fill=\"none\" stroke=\"currentColor\">\n",
        HEIGHT + 2.0 * MARGIN,
    );
    // Of each group, known by its first row: where its stem stands, and how high.
    let mut stems: BTreeMap<u32, (f64, f64)> = foot(merges, rows)
        .into_iter()
        .enumerate()
        .map(|(at, row)| (row, (MARGIN + STEP * (at as f64 + 0.5), MARGIN + HEIGHT)))
        .collect();
    for merge in merges {
        let take = |stems: &mut BTreeMap<u32, (f64, f64)>, rows: &[u32]| {
            stems.remove(&rows[0]).expect("a group is known by its first row")
        };
        let (left, low) = take(&mut stems, &merge.first);
        let (right, other) = take(&mut stems, &merge.second);
        let top = level(merge.cost);
        let _ = writeln!(text, "<path d=\"M{left:.1} {low:.1}V{top:.1}H{right:.1}V{other:.1}\"/>");
        stems.insert(merge.first[0], (f64::midpoint(left, right), top));
    }
    text + "</g>\n</svg>\n"
}

/// The records in an order in which no two branches cross: as the last group has them.
fn foot(merges: &[Merge], rows: usize) -> Vec<u32> {
    match merges.last() {
        Some(last) => last.first.iter().chain(&last.second).copied().collect(),
        None => (0..rows as u32).collect(),
    }
}
