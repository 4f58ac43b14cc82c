//! `ridotto pseudonymize`

use crate::args::{Global, PseudonymizeArgs, PseudonymizeVerb, SchemeArgs};
use crate::flags::with_flags;
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::{counted, records};
use ridotto::{Error, PseudonymMethod, PseudonymReport, PseudonymizeOptions, Scheme};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Replaces columns of a file by pseudonyms, or makes the key for that.
pub fn run(args: &PseudonymizeArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    if let Some(PseudonymizeVerb::Keys { output, force }) = &args.verb {
        return keys(output, *force, global);
    }
    let (Some(data), Some(output)) = (&args.data, &args.output) else {
        unreachable!("clap asks for both where there is no verb");
    };
    let options = PseudonymizeOptions {
        attributes: args.scheme.attributes.clone(),
        scheme: scheme(&args.scheme),
        policy: args.scheme.policy.as_deref().map(ridotto::read_policy).transpose()?,
        threads: global.threads,
        force: args.force,
        seed: args.seed,
        keep_order: args.keep_order,
        escape_formulas: args.escape_formulas,
    };
    let made = ridotto::pseudonymize(data, output, &options, watch)?;
    watch.finish();
    watch.go_on()?;
    told(&made.publish()?, output, "became pseudonyms", global)?;
    Ok(ExitCode::SUCCESS)
}

fn keys(output: &Path, force: bool, global: &Global) -> Result<ExitCode, Error> {
    ridotto::make_secret_key(output, force)?;
    let name = output.display().to_string();
    if global.json {
        show::document(&ridotto::to_json(&serde_json::json!({ "secret": name })))?;
    } else if !global.quiet {
        show::print(&format!(
            "{name}: makes pseudonyms and leads back from them; keep it to yourself, and a copy \
             where nobody else finds it\n"
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How pseudonyms are made, if a method is named or follows from what is: a mapping is that of
/// random ones, and a key alone makes keyed ones.
pub fn scheme(args: &SchemeArgs) -> Option<Scheme> {
    let usual = match (&args.mapping, &args.key_file) {
        _ if args.attributes.is_empty() => None,
        (Some(_), _) => Some(PseudonymMethod::Random),
        (None, Some(_)) => Some(PseudonymMethod::HmacSha256),
        (None, None) => None,
    };
    Some(Scheme {
        key_file: args.key_file.clone(),
        mapping: args.mapping.clone(),
        domain: args.domain.clone(),
        bits: args.bits,
        alphabet: args.alphabet,
        salt: args.salt.clone(),
        ..Scheme::new(args.method.or(usual)?)
    })
}

/// Says what was done: as a document, or in a line for each column.
pub fn told(
    report: &PseudonymReport,
    output: &Path,
    verb: &str,
    global: &Global,
) -> Result<(), Error> {
    let is_standard = output.as_os_str() == "-";
    if global.json {
        return if is_standard { Ok(()) } else { show::document(&ridotto::to_json(report)) };
    }
    if global.quiet {
        return Ok(());
    }
    let name = if is_standard { "standard output".into() } else { output.display().to_string() };
    let mut text = format!("{name}: {}\n", records(report.output.rows.unwrap_or(0)));
    for column in &report.attributes {
        let values = counted(column.values - column.unknown, "value", "values");
        let _ = writeln!(text, "  {:<13} {values} {verb} ({})", column.name, column.method);
        if column.unknown > 0 {
            let unknown = counted(column.unknown, "pseudonym", "pseudonyms");
            let _ = writeln!(text, "  {:<13} {unknown} not known, and left as before", "");
        }
    }
    if !report.dropped.is_empty() {
        let dropped = show::list(report.dropped.iter().map(String::as_str));
        let _ = writeln!(text, "  {:<13} {dropped}", "dropped");
    }
    for note in &report.notes {
        let _ = writeln!(text, "  {:<13} {}", "note", with_flags(note));
    }
    show::tell(&text);
    Ok(())
}
