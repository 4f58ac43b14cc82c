//! Tables of measures by attribute or statistic.

use super::view::{Matrix, MatrixRow, RowsAre};
use crate::audience::Figure;
use crate::text::counted;
use maud::{Markup, html};

/// Tables with more rows than this are folded.
const MOST_ROWS: usize = 8;

/// All tables of a section.
pub(super) fn matrices(list: &[Matrix]) -> Markup {
    html! { @for one in list { (matrix(one)) } }
}

fn matrix(matrix: &Matrix) -> Markup {
    let rows = matrix.rows.len() as u64;
    let size = match matrix.rows_are {
        RowsAre::Attributes => counted(rows, "attribute", "attributes"),
        RowsAre::Statistics => counted(rows, "statistic", "statistics"),
        RowsAre::Queries => counted(rows, "query", "queries"),
    };
    html! {
        @if matrix.rows.len() > MOST_ROWS {
            details.fold {
                summary { h3 { (matrix.title) } span.unit { (size) } }
                (table(matrix))
            }
        } @else {
            h3 { (matrix.title) }
            (table(matrix))
        }
    }
}

fn table(matrix: &Matrix) -> Markup {
    let (each, head) = match matrix.rows_are {
        RowsAre::Attributes => ("Attribute by attribute", "Attribute"),
        RowsAre::Statistics => ("Statistic by statistic", "Statistic"),
        RowsAre::Queries => ("Query by query", "Query"),
    };
    let changes = matrix.columns.iter().any(|column| column.has_before);
    let figures = matrix.rows.iter().flat_map(|row| &row.figures);
    let is_rounded = |figure: Figure| matches!(figure, Figure::About(_) | Figure::Below(_));
    let rounded =
        figures.into_iter().any(|&(before, after)| is_rounded(before) || is_rounded(after));
    let explained = matrix.columns.iter().any(|column| !column.about.is_empty());
    html! {
        div.box tabindex="0" role="region" aria-label=(matrix.title) {
            table.matrix {
                caption {
                    (each) @if changes { ", before → after" } @else { ", after" }
                    @if rounded { " (≈ about, < less than)" }
                }
                thead {
                    tr {
                        th scope="col" { (head) }
                        @for column in &matrix.columns { th.number scope="col" { (column.name) } }
                    }
                }
                tbody { @for one in &matrix.rows { (row(matrix, one)) } }
            }
        }
        @if explained {
            dl.terms {
                @for column in matrix.columns.iter().filter(|column| !column.about.is_empty()) {
                    div { dt { (column.name) } dd { (column.about) } }
                }
            }
        }
    }
}

fn row(matrix: &Matrix, row: &MatrixRow) -> Markup {
    html! {
        tr {
            th scope="row" { bdi { (row.name) } }
            @for (column, &(before, after)) in matrix.columns.iter().zip(&row.figures) {
                @if before == Figure::Unknown && after == Figure::Unknown {
                    td.number.missing { "–" }
                } @else {
                    td.number data-label=(column.name) {
                        span {
                            @if column.has_before { span.was { (before.signs(column.unit)) } " → " }
                            (after.signs(column.unit))
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Page;
    use crate::{Audience, Concern, Disclosure, Finding};
    use ridotto_measure::MEASURES;

    #[test]
    fn attributes_are_read_in_tables_with_headers() {
        let finding = |name: &str, attribute: &str, before, after| Finding {
            name: name.into(),
            attribute: Some(attribute.into()),
            concern: Concern::Utility,
            before: Some(before),
            after: Some(after),
        };
        let mut page = Page::default();
        page.report.findings = vec![
            finding("loss", "age", 0.0, 0.25),
            finding("mean", "age", 38.5, 38.25),
            finding("loss", "<sex>", 0.0, 1.0),
        ];
        let html = page.to_html(&Disclosure::new(MEASURES)).replace('\u{a0}', " ");
        assert!(html.contains(r#"<th scope="row"><bdi>&lt;sex&gt;</bdi></th>"#));
        assert!(html.contains(r#"<th class="number" scope="col">Loss</th>"#));
        // An untouched file loses nothing, so that is not said.
        assert!(html.contains(r#"data-label="Loss"><span>25 %</span>"#));
        assert!(html.contains(r#"<span class="was">38.5</span> → 38.2"#));
        assert!(!html.contains(r#"<details class="fold">"#));
        // What compares with the input is for those who may see it.
        let public = Page { audience: Audience::Public, ..page.clone() };
        let view = public.view(&Disclosure::new(MEASURES));
        assert_eq!(view.utility_tables, []);
        let names = (0..9).map(|at| finding("loss", &format!("attribute {at}"), 0.0, 0.5));
        page.report.findings = names.collect();
        assert!(page.to_html(&Disclosure::new(MEASURES)).contains(r#"<details class="fold">"#));
    }
}
