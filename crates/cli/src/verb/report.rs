//! `ridotto report keys | verify`

use super::guarantee;
use crate::args::{Global, ReportArgs, ReportVerb, VerifyArgs};
use crate::show;
use crate::watch::Terminal;
use ridotto::{Error, Examined, Sealed, VerifyOptions};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Makes keys, or verifies a certificate.
pub fn run(args: &ReportArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    watch.finish();
    match &args.verb {
        ReportVerb::Keys { output, force } => keys(output, *force, global),
        ReportVerb::Verify(args) => verify(args, global),
    }
}

fn keys(name: &Path, force: bool, global: &Global) -> Result<ExitCode, Error> {
    let (private, public) = ridotto::make_keys(name, force)?;
    let (private, public) = (private.display().to_string(), public.display().to_string());
    if global.json {
        let document = serde_json::json!({ "private": private, "public": public });
        show::document(&ridotto::to_json(&document))?;
    } else if !global.quiet {
        show::print(&format!(
            "{private}: signs certificates; keep it to yourself\n\
             {public}: verifies them; give it to everybody, by a way that they trust\n"
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn verify(args: &VerifyArgs, global: &Global) -> Result<ExitCode, Error> {
    let options = VerifyOptions {
        public_key: args.public_key.clone(),
        signing_key: args.signing_key.clone(),
        input: args.input.clone(),
        policy: args.policy.clone(),
        output: args.output.clone(),
    };
    let examined = ridotto::verify_certificate(&args.certificate, &options)?;
    if global.json {
        show::document(&ridotto::to_json(&examined))?;
    } else if !global.quiet {
        show::print(&summary(&args.certificate, &examined))?;
    }
    Ok(ExitCode::from(u8::from(!examined.verified)))
}

fn summary(file: &Path, examined: &Examined) -> String {
    let verdict = match (examined.verified, examined.fits) {
        (true, _) => "verified",
        (false, true) => "fits, but NOT VERIFIED: who made it is unknown",
        (false, false) => "NOT VERIFIED",
    };
    let mut text = format!("{}: {verdict}\n", file.display());
    let mut line = |what: &str, words: &str| {
        let _ = writeln!(text, "  {what:<9} {words}");
    };
    let seal = match (examined.seal, &examined.fault) {
        (Sealed::Faulty, Some(fault)) => fault.clone(),
        (Sealed::Faulty, None) => "faulty".to_owned(),
        (Sealed::Unsigned, _) => "whole, and not signed: anybody could have made it".to_owned(),
        (Sealed::ByItsOwnKey, _) => {
            "whole, and signed by the key that it brings along, which anybody could have made; \
             say --public-key NAME.pub, which you got by a way that you trust"
                .to_owned()
        }
        (Sealed::ByTheGivenKey, _) => "whole, and signed by the given key".to_owned(),
    };
    line("seal", &seal);
    if let Some(signer) = &examined.signer {
        line("signer", signer);
    }
    if let (Some(issued), Some(version)) = (&examined.issued, &examined.ridotto) {
        line("issued", &format!("{issued} by ridotto {version}"));
        for (role, said) in examined.files() {
            line(&role.to_string(), &said.to_string());
        }
    }
    for guarantee in &examined.guarantees {
        let (title, attained) = (guarantee::title(guarantee), guarantee::attained(guarantee));
        let _ = writeln!(text, "  {title}: {attained} ({})", guarantee::verdict(guarantee));
    }
    text
}
