//! `[output]`

use super::reader::Reader;
use super::value;
use crate::code;
use crate::policy::Output;
use ridotto_catalogue::{Problem, Spanned};
use std::path::Path;

pub(super) fn output(at: &mut Reader<'_>) -> Output {
    let output = Output {
        file: at.text("file"),
        formulas: at.choice("formulas"),
        reports: reports(at),
        recoding: at.text("recoding"),
        certificate: at.text("certificate"),
        signing_key: at.text("signing-key"),
    };
    at.report_all(output.reports.iter().filter_map(|file| not_among(&["html", "json"], file)));
    let documents = output.recoding.iter().chain(&output.certificate);
    at.report_all(documents.filter_map(|file| not_among(&["json"], file)));
    output
}

fn reports(at: &mut Reader<'_>) -> Vec<Spanned<String>> {
    let Some((key, item)) = at.item("report") else { return Vec::new() };
    if item.as_text().is_some() {
        let report = value::text(key, item);
        return at.keep(report).into_iter().collect();
    }
    at.list("report", "a text or a list of texts", value::text).unwrap_or_default()
}

fn not_among(endings: &[&str], file: &Spanned<String>) -> Option<Problem> {
    let ending = Path::new(&file.value).extension().and_then(|ending| ending.to_str());
    let known = ending.is_some_and(|ending| endings.iter().any(|e| e.eq_ignore_ascii_case(ending)));
    let dotted: Vec<_> = endings.iter().map(|ending| format!(".{ending}")).collect();
    let endings = value::listed(dotted.iter().map(String::as_str));
    (!known).then(|| {
        Problem::error(code::FILE_FORMAT, format!("the ending of `{file}` says no format"))
            .at(file.span, "unknown ending")
            .with_help(format!("it must end in one of {endings}"))
    })
}
