//! `ridotto init`

use crate::args::{Global, InitArgs, KindArg};
use crate::show;
use crate::visible::visible;
use crate::watch::Terminal;
use ridotto::program::count::{counted, records};
use ridotto::{
    Draft, Error, Guess, InitOptions, Inputs, IoError, Measured, Outputs, Plan, Role, RunOptions,
    Sensitivity, Survey,
};
use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// How long it is measured at most which algorithm keeps how much.
const MEASURING: Duration = Duration::from_secs(5);

/// Looks at data and writes a policy for them.
pub fn run(args: &InitArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    if !args.force && args.output.exists() {
        // Said before anybody answers questions.
        return Err(Error::Usage {
            message: format!("{}: the file exists already", args.output.display()),
            hint: "choose another name with -o, or pass --force to replace it".into(),
        });
    }
    let options = InitOptions {
        identifiers: args.identifiers.clone(),
        quasi_identifiers: args.quasi_identifiers.clone(),
        sensitive: args.sensitive.clone(),
        insensitive: args.insensitive.clone(),
        sensitivity: args.sensitivity.map(Sensitivity::from).unwrap_or_default(),
        no_header: args.no_header,
        threads: global.threads,
    };
    let mut survey = Survey::read(&args.data, &options, watch)?;
    watch.finish();
    if args.kind == KindArg::Table {
        let draft = survey.table_draft(&args.output)?;
        watch.go_on()?;
        draft.write(args.force)?;
        tell(&survey, &draft, args, global)?;
        return Ok(ExitCode::SUCCESS);
    }
    let is_talk = io::stdin().is_terminal() && io::stderr().is_terminal();
    if is_talk && !args.no_input && !global.json && !global.quiet {
        let (stakes, stdin, stderr) = (args.sensitivity.is_none(), io::stdin(), io::stderr());
        let asked = watch.asking(|| ask(&mut survey, stakes, &mut stdin.lock(), &mut &stderr));
        asked.map_err(|error| IoError::new(Path::new("the terminal"), error))?;
    }
    let draft = survey.draft(&args.output)?;
    watch.go_on()?;
    draft.write(args.force)?;
    // From here on there is a policy, and an interruption only ends the measuring.
    watch.end();
    let draft = match measured(&mut survey, &args.output, global, watch)? {
        Some(measured) => {
            survey.measured = Some(measured);
            let told = survey.draft(&args.output)?;
            told.write_policy()?;
            told
        }
        None => draft,
    };
    watch.finish();
    tell(&survey, &draft, args, global)?;
    Ok(ExitCode::SUCCESS)
}

/// Says what was found and written.
fn tell(survey: &Survey, draft: &Draft, args: &InitArgs, global: &Global) -> Result<(), Error> {
    if global.json {
        show::document(&ridotto::to_json(&json(survey, draft)))
    } else if global.quiet {
        Ok(())
    } else {
        match args.kind {
            KindArg::Microdata => show::print(&told(survey, draft, &args.data)),
            KindArg::Table => show::print(&told_of_tables(survey, draft, &args.data)?),
        }
    }
}

/// What `best` and `optimal` lose, if that is known soon.
fn measured(
    survey: &mut Survey,
    output: &Path,
    global: &Global,
    watch: &Terminal,
) -> Result<Option<Measured>, Error> {
    let wish = std::mem::replace(&mut survey.by_record, true);
    let draft = survey.draft(output);
    survey.by_record = wish;
    let policy = ridotto::parse(&output.to_string_lossy(), &draft?.text)?;
    let time = global.time_limit.map_or(MEASURING, |limit| limit.min(MEASURING));
    let options = RunOptions { time_limit: Some(time), ..RunOptions::default() };
    let plan = Plan::bind(&policy, Inputs::of_policy().threads(global.threads))?;
    let outputs = Outputs { alone: true, ..Outputs::memory() };
    // That nothing satisfies is said when the policy is used.
    let Ok(release) = plan.run(&outputs, &options, watch) else { return Ok(None) };
    let Some(release) = release.report().microdata() else { return Ok(None) };
    let of = |name: &str| {
        let tried = release.tried.iter().find(|of| of.algorithm == name);
        tried.and_then(|of| of.objective)
    };
    let seconds = time.as_secs_f64();
    let both = release.objective.value.zip(of("optimal"));
    Ok(both.map(|(best, optimal)| Measured { best, optimal, seconds }))
}

/// Asks what only a person can know. Whoever says nothing agrees.
fn ask(
    survey: &mut Survey,
    stakes: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let questions = survey.questions();
    if !questions.is_empty() {
        writeln!(output, "A few questions; Enter takes the answer in capitals.")?;
    }
    for question in questions {
        let name = &question.name;
        let known = format!("Could a neighbour, a colleague or another file know `{name}`? [Y/n] ");
        if answer(&known, input, output)?.is_none_or(|answer| !answer.starts_with('n')) {
            survey.answer(question.column, Role::QuasiIdentifier);
            continue;
        }
        let secret = format!("Must `{name}` stay secret? [Y/n] ");
        let open = answer(&secret, input, output)?.is_some_and(|answer| answer.starts_with('n'));
        survey.answer(question.column, if open { Role::Insensitive } else { Role::Sensitive });
    }
    let alike =
        "May two people of the same age be shown differently, if more is kept in all? [Y/n] ";
    let no = answer(alike, input, output)?.is_some_and(|answer| answer.starts_with('n'));
    survey.by_record = !no;
    if stakes {
        let what = "How much is at stake for these people: low, MEDIUM or high? ";
        let answer = answer(what, input, output)?.unwrap_or_default();
        let said = |one: &Sensitivity| !answer.is_empty() && one.name().starts_with(&answer);
        if let Some(sensitivity) = Sensitivity::ALL.into_iter().find(said) {
            survey.sensitivity = sensitivity;
        }
    }
    Ok(())
}

/// What was answered, in small letters; `None` for nothing.
fn answer(
    question: &str,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<Option<String>> {
    write!(output, "{}", visible(question))?;
    output.flush()?;
    let mut line = String::new();
    input.read_line(&mut line)?;
    let answer = line.trim().to_lowercase();
    Ok((!answer.is_empty()).then_some(answer))
}

/// What was found and written, without a value.
fn told(survey: &Survey, draft: &Draft, data: &Path) -> String {
    let columns = survey.columns();
    let mut text = format!(
        "{}: {}, {}\n",
        data.display(),
        records(survey.rows()),
        counted(columns.len() as u64, "column", "columns")
    );
    let width = columns.iter().map(|guess| guess.facts.name.chars().count()).max().unwrap_or(0);
    for guess in columns {
        let Guess { facts, role, because, doubtful, .. } = guess;
        let mark = if *doubtful { "?" } else { " " };
        let role = role.to_string();
        let _ = writeln!(text, "{mark} {:width$}  {role:16}  {because}", facts.name);
    }
    if columns.iter().any(|guess| guess.doubtful) {
        text += "? is a guess: look at it in the policy first\n";
    }
    if !survey.missing().is_empty() {
        let known: Vec<String> = survey.missing().iter().map(|text| format!("{text:?}")).collect();
        let _ = writeln!(text, "read as missing: {}", known.join(", "));
    }
    let _ = writeln!(text, "\nwritten: {}", draft.policy.display());
    let files: Vec<&Path> = draft.hierarchies().collect();
    if let Some(folder) = files.first().and_then(|file| file.parent()) {
        let _ = writeln!(
            text,
            "         {} in {}, with values of the data: only you can read them",
            counted(files.len() as u64, "hierarchy", "hierarchies"),
            folder.display()
        );
    }
    let policy = draft.policy.display();
    let _ = writeln!(text, "next:    read it, then `ridotto anonymize {policy}`");
    text
}

/// What was written about tables, without a value.
fn told_of_tables(survey: &Survey, draft: &Draft, data: &Path) -> Result<String, Error> {
    let written = draft.policy.display().to_string();
    let policy = ridotto::parse(&written, &draft.text)?;
    let columns = counted(survey.columns().len() as u64, "column", "columns");
    let mut text = format!("{}: {}, {columns}\n", data.display(), records(survey.rows()));
    let names = policy.attributes.iter().map(|attribute| attribute.name.chars().count());
    let width = names.max().unwrap_or(0);
    for attribute in &policy.attributes {
        let _ = writeln!(text, "  {:width$}  {}", attribute.name.as_str(), *attribute.role);
    }
    let _ = writeln!(text, "\nwritten: {written}");
    let _ = writeln!(text, "next:    read it, then `ridotto table {written}`");
    Ok(text)
}

fn json(survey: &Survey, draft: &Draft) -> serde_json::Value {
    let column = |guess: &Guess| {
        let facts = &guess.facts;
        serde_json::json!({
            "name": facts.name,
            "type": facts.kind.to_string(),
            "role": guess.role.to_string(),
            "because": guess.because,
            "doubtful": guess.doubtful,
            "looks_like": facts.looks_like(),
            "distinct": facts.distinct,
            "missing": facts.missing,
            "distinction": facts.distinction(),
            "separation": facts.separation,
        })
    };
    let columns: Vec<_> = survey.columns().iter().map(column).collect();
    let files: Vec<String> = draft.hierarchies().map(|path| path.display().to_string()).collect();
    serde_json::json!({
        "rows": survey.rows(),
        "missing_codes": survey.missing(),
        "columns": columns,
        "policy": draft.policy.display().to_string(),
        "hierarchies": files,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(folder: &Path) -> Survey {
        let data = folder.join("data.csv");
        let lines: Vec<String> =
            (0..40).map(|at| format!("{},{},{}", at % 9, at % 4, at)).collect();
        std::fs::write(&data, format!("age,colour,q\n{}\n", lines.join("\n"))).unwrap();
        Survey::read(&data, &InitOptions::default(), &()).unwrap()
    }

    fn roles(answers: &str) -> (Vec<Role>, Sensitivity, String) {
        let folder = tempfile::tempdir().unwrap();
        let mut survey = survey(folder.path());
        let mut asked = Vec::new();
        ask(&mut survey, true, &mut answers.as_bytes(), &mut asked).unwrap();
        let roles = survey.columns().iter().map(|guess| guess.role).collect();
        (roles, survey.sensitivity, String::from_utf8(asked).unwrap())
    }

    #[test]
    fn whoever_says_nothing_agrees() {
        let (roles, sensitivity, asked) = roles("");
        assert_eq!(roles, [Role::QuasiIdentifier, Role::QuasiIdentifier, Role::Identifier]);
        assert_eq!(sensitivity, Sensitivity::Medium);
        assert!(asked.contains("could a neighbour") || asked.contains("Could a neighbour"));
        assert!(asked.contains("`colour`") && !asked.contains("`age`"), "{asked}");
    }

    #[test]
    fn answers_are_heeded() {
        let (secret, sensitivity, _) = roles("n\n\n\nhigh\n");
        assert_eq!((secret[1], sensitivity), (Role::Sensitive, Sensitivity::High));
        let (open, sensitivity, _) = roles("No\nno\n\nL\n");
        assert_eq!((open[1], sensitivity), (Role::Insensitive, Sensitivity::Low));
    }
}
