//! `ridotto assess`

use super::guarantee;
use crate::args::{AssessArgs, Global, PairArgs};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::{grouped, records};
use ridotto::{
    AssessOptions, AssessReport, Audience, Deadline, Effort, Error, Finding, LinkageModel,
    PairOptions, Rows,
};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Measures a pair of files, and says what it found.
pub fn run(args: &AssessArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let options = AssessOptions {
        pair: pair(&args.pair, global)?,
        targets: args.target.clone(),
        population: args.population,
        threshold: args.threshold,
        rank_swapped: args.swap_width.map(|width| (args.rank_swapped.clone(), width)),
        averaged: args.averaged.clone(),
        weights: args.weights.clone(),
        matrix: args.matrix.as_deref().map(ridotto::read_matrix).transpose()?,
        errors: (args.false_links.is_some() || args.misses.is_some())
            .then(|| (args.false_links.unwrap_or(0.01), args.misses.unwrap_or(0.05))),
        interval: args.interval,
        special_size: args.special_size,
        only: args.only.clone(),
        by_record: args.records.is_some(),
        effort: Effort::Full,
        seed: 0,
    };
    let policy = options.pair.policy.as_ref();
    let read = [&args.pair.before, &args.pair.after].into_iter().chain(&args.matrix);
    let read: Vec<&Path> = read.map(PathBuf::as_path).collect();
    let outputs = ridotto::stage_reports(&args.report, &read, policy, args.force)?;
    let owners = args
        .records
        .as_ref()
        .map(|target| ridotto::stage_owners_file(target, &args.report, &read, policy, args.force));
    let owners = owners.transpose()?;
    watch.limit_reading(global);
    let limited = &Deadline::new(watch, global.time_limit);
    let assessment = ridotto::assess(&args.pair.before, &args.pair.after, &options, limited)?;
    watch.finish();
    watch.go_on()?;
    let page = assessment.page(args.audience.into());
    let rules = ridotto::disclosure();
    outputs.publish(&page, &assessment.report, &rules)?;
    if let (Some(owners), Some(records)) = (owners, &assessment.records) {
        owners.publish(records)?;
    }
    if global.json {
        show::document(&match page.audience {
            Audience::Internal => ridotto::to_json(&assessment.report),
            Audience::Public => page.report.published(&rules).to_json(),
        })?;
    } else if !global.quiet {
        show::print(&summary(&assessment.report, global.verbose))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the arguments say of two files.
pub fn pair(args: &PairArgs, global: &Global) -> Result<PairOptions, Error> {
    let rows = match &args.rows_by {
        Some(column) => Rows::By(column.clone()),
        None if args.same_order => Rows::SameOrder,
        None => Rows::Unknown,
    };
    Ok(PairOptions {
        policy: args.policy.as_deref().map(ridotto::read_policy).transpose()?,
        quasi_identifiers: args.quasi_identifiers.clone(),
        sensitive: args.sensitive.clone(),
        rows,
        threads: global.threads,
    })
}

/// The figures as tables: of the whole file, and of each attribute if asked for.
fn summary(report: &AssessReport, verbose: bool) -> String {
    let mut text = format!(
        "{}, {}; {}, {}\n",
        report.before.file,
        records(report.before.rows.unwrap_or(0)),
        report.after.file,
        records(report.after.rows.unwrap_or(0))
    );
    text.push_str(&guarantee::table(&report.guarantees));
    for (title, is_of) in [("risk", "risk"), ("utility", "utility")] {
        let of = |finding: &&Finding| finding.concern.name() == is_of;
        let whole: Vec<_> = report.findings.iter().filter(of).collect();
        let shown = whole.iter().filter(|finding| verbose || finding.attribute.is_none());
        let rows = shown.map(|finding| {
            let name = match &finding.attribute {
                Some(attribute) => format!("{} of {attribute}", finding.name),
                // As an objective it is what is lost, which is minimised.
                None if finding.name == "precision" => "precision kept".to_owned(),
                None => finding.name.clone(),
            };
            (name, figure(finding.before), figure(finding.after))
        });
        table(&mut text, title, &rows.collect::<Vec<_>>());
    }
    if let Some(model) = report.linkage.as_ref().filter(|_| verbose) {
        text.push_str(&fitted(model));
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if !verbose {
        text.push_str("figures of single attributes: -v; everything for programs: --json\n");
    }
    text
}

/// The model of linkage by probability.
fn fitted(model: &LinkageModel) -> String {
    let widths = model.attributes.iter().map(|one| one.attribute.chars().count());
    let width = widths.max().unwrap_or(0).max("agreement".len());
    let mut text = format!(
        "{:<width$}    {:>10}  {:>10}  {:>10}  {:>10}\n",
        "agreement", "m", "u", "weight", "if not"
    );
    for one in &model.attributes {
        let [m, u, yes, no] =
            [one.m, one.u, one.agreement_weight, one.disagreement_weight].map(show::number);
        let _ =
            writeln!(text, "  {:<width$}  {m:>10}  {u:>10}  {yes:>10}  {no:>10}", one.attribute);
    }
    let (pairs, right) = (&model.pairs, &model.true_pairs);
    let _ = writeln!(
        text,
        "pairs: {} linked ({} rightly), {} to be looked at ({} are one person), {} not linked ({} are); \
         false links {}, misses {}, one person in a share of {}",
        grouped(pairs.linked),
        grouped(right.linked),
        grouped(pairs.clerical),
        grouped(right.clerical),
        grouped(pairs.not_linked),
        grouped(right.not_linked),
        show::number(model.false_links),
        show::number(model.misses),
        show::number(model.share),
    );
    text
}

fn figure(figure: Option<f64>) -> String {
    figure.map_or_else(|| "–".to_owned(), show::number)
}

fn table(text: &mut String, title: &str, rows: &[(String, String, String)]) {
    if rows.is_empty() {
        return;
    }
    let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let _ = writeln!(text, "{title:<width$}    {:>10}  {:>10}", "before", "after");
    for (name, before, after) in rows {
        let _ = writeln!(text, "  {name:<width$}  {before:>10}  {after:>10}");
    }
}
