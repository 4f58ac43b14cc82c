//! `ridotto plan`

use crate::args::{Global, PlanArgs};
use crate::show::{self, list, nodes, percent};
use crate::watch::Terminal;
use ridotto::count::{grouped, records};
use ridotto::{Error, Overrides, Plan, Role};
use std::fmt::Write;
use std::process::ExitCode;

/// Says what would be done, and changes nothing.
pub fn run(args: &PlanArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = ridotto::read_policy(&args.policy)?;
    let overrides =
        Overrides { input: args.input.clone(), threads: global.threads, ..Overrides::default() };
    let plan = Plan::bind(policy, &overrides, watch)?;
    watch.finish();
    if global.json {
        show::document(&ridotto::to_json(&json(&plan)))?;
        return Ok(ExitCode::SUCCESS);
    }
    if !global.quiet {
        show::print(&words(&plan))?;
    }
    show::warnings_in_full(&plan.policy, plan.lints(), global);
    Ok(ExitCode::SUCCESS)
}

fn words(plan: &Plan) -> String {
    let mut text = format!("{}: {}\n", plan.input.display(), records(plan.rows()));
    let mut line = |what: &str, words: String| {
        let _ = writeln!(text, "  {what:<17} {words}");
    };
    let mut roles: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, role, is_released) in plan.roles() {
        let what = match (is_released, role) {
            (true, Role::Identifier) => continue,
            (true, role) => role.name(),
            (false, _) => "dropped",
        };
        match roles.iter_mut().find(|(other, _)| *other == what) {
            Some((_, names)) => names.push(name),
            None => roles.push((what, vec![name])),
        }
    }
    for (role, names) in &roles {
        line(role, list(names.iter().copied()));
    }
    let pseudonyms = plan.pseudonyms().map(|(name, method)| format!("{name} ({method})"));
    let pseudonyms: Vec<String> = pseudonyms.collect();
    if !pseudonyms.is_empty() {
        line("pseudonyms", pseudonyms.join(", "));
    }
    let steps: Vec<String> = plan.steps().iter().map(super::summary::step).collect();
    if !steps.is_empty() {
        line("masked first", steps.join(", "));
    }
    for (name, height, (min, max)) in plan.quasi_identifiers().filter(|_| !plan.is_local()) {
        line(name, format!("levels {min} to {max} of {height}"));
    }
    for required in plan.requirements() {
        let parameters: Vec<String> =
            required.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let about = required.attribute.as_ref().map_or(String::new(), |of| format!(" of {of}"));
        line(required.judge.name(), format!("{}{about}", parameters.join(", ")));
    }
    if let Some(private) = plan.private() {
        let (epsilon, delta) = (private.epsilon.value(), private.release.delta().value());
        let beta = show::number(private.release.beta());
        let search = private
            .search
            .map_or(String::new(), |part| format!(" ({} of it to choose levels)", part.value()));
        let words =
            format!("epsilon = {epsilon}{search}, delta = {delta}; records kept with {beta}");
        line("private", words);
    }
    let share = percent(plan.limit(), plan.rows());
    line("may be suppressed", format!("{} ({share})", grouped(plan.limit())));
    if plan.algorithm() != "optimal" {
        line("algorithm", plan.algorithm().to_owned());
    }
    if !plan.is_local() {
        line("generalisations", nodes(plan.nodes()));
    }
    text
}

fn json(plan: &Plan) -> serde_json::Value {
    let columns: Vec<_> = plan
        .roles()
        .map(|(name, role, released)| {
            let of = plan.pseudonyms().find(|(other, _)| *other == name);
            let mut column =
                serde_json::json!({ "name": name, "role": role.name(), "released": released });
            if let Some((_, method)) = of {
                column["pseudonym"] = method.into();
            }
            column
        })
        .collect();
    let keys: Vec<_> = plan
        .quasi_identifiers()
        .map(|(name, height, (min, max))| {
            serde_json::json!({ "name": name, "height": height, "min_level": min, "max_level": max })
        })
        .collect();
    let lints: Vec<_> = plan
        .lints()
        .iter()
        .map(|lint| serde_json::json!({ "code": lint.code, "message": lint.message }))
        .collect();
    let requirements: Vec<_> = plan
        .requirements()
        .iter()
        .map(|required| {
            let parameters: serde_json::Map<String, serde_json::Value> = required
                .parameters
                .iter()
                .map(|(name, value)| ((*name).to_owned(), serde_json::json!(value)))
                .collect();
            serde_json::json!({
                "model": required.judge.name(),
                "attribute": required.attribute,
                "parameters": parameters,
            })
        })
        .collect();
    serde_json::json!({
        "input": ridotto::short_name(&plan.input),
        "requirements": requirements,
        "rows": plan.rows(),
        "columns": columns,
        "quasi_identifiers": keys,
        "suppression_limit": plan.limit(),
        "algorithm": plan.algorithm(),
        "nodes": if plan.is_local() { 0.0 } else { plan.nodes() },
        "warnings": lints,
    })
}
