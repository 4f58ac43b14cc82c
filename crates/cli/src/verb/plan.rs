//! `ridotto plan`

use crate::args::{Global, PlanArgs};
use crate::show::{self, list, nodes, percent};
use crate::watch::Terminal;
use ridotto::program::count::{grouped, records};
use ridotto::{Data, Error, Given, Inputs, Plan, PlannedStep, Role, TableRequest, Value};
use std::fmt::Write;
use std::process::ExitCode;

/// Says what would be done, and changes nothing.
pub fn run(args: &PlanArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    let policy = ridotto::read_policy(&args.policy)?;
    let inputs = args.input.as_ref().map_or_else(Inputs::of_policy, Inputs::file);
    let plan = Plan::bind(&policy, inputs.threads(global.threads))?;
    let Some(data) = plan.preview(watch)? else { return of_tables(&plan, global, watch) };
    watch.finish();
    if global.json {
        show::document(&ridotto::to_json(&json(&plan, &data)))?;
        return Ok(ExitCode::SUCCESS);
    }
    if !global.quiet {
        show::print(&words(&plan, &data))?;
    }
    show::warnings_in_full(plan.policy(), data.lints().to_vec(), global);
    Ok(ExitCode::SUCCESS)
}

/// Says which tables would be made.
fn of_tables(plan: &Plan, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    watch.finish();
    let policy = plan.policy();
    let dimensions = |table: &TableRequest| list(table.dimensions.iter().map(|name| name.as_str()));
    if global.json {
        let tables = policy.tables.iter().map(|table| {
            let names: Vec<&str> = table.dimensions.iter().map(|name| name.as_str()).collect();
            let name = table.name.as_ref().map(|name| name.as_str());
            let response = table.response.as_ref().map(|name| name.as_str());
            serde_json::json!({ "name": name, "dimensions": names, "response": response })
        });
        show::document(&ridotto::to_json(&serde_json::json!({
            "input": ridotto::program::short_name(plan.input()),
            "kind": policy.kind.name(),
            "tables": tables.collect::<Vec<_>>(),
        })))?;
    } else if !global.quiet {
        let mut text = format!("{}: tables\n", plan.input().display());
        for table in &policy.tables {
            let name = table.name.as_ref().map_or("table", |name| name.as_str());
            let of = table.response.as_ref().map_or(String::new(), |response| {
                format!(": {} of {}", table.statistic, response.as_str())
            });
            let _ = writeln!(text, "  {name:<17} {}{of}", dimensions(table));
        }
        for required in &policy.requirements {
            let _ = writeln!(text, "  {:<17} {}", required.model(), parameters(&required.given));
        }
        let method = &policy.protection.method;
        let said = parameters(method);
        let said = if said.is_empty() { said } else { format!(" ({said})") };
        let _ = writeln!(text, "  {:<17} {}{said}", "method", method.name());
        show::print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was given, in words.
fn parameters(given: &Given) -> String {
    let told = given.values().filter_map(|(name, value)| {
        let value = match value {
            Value::Whole(number) => number.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.value.clone(),
            Value::Choice(name) => (*name).to_owned(),
            Value::Boolean(is) => is.to_string(),
            Value::Column(column) => format!("column {}", column.value),
            _ => return None,
        };
        Some(format!("{name} = {value}"))
    });
    told.collect::<Vec<_>>().join(", ")
}

fn words(plan: &Plan, data: &Data) -> String {
    let mut text = format!("{}: {}\n", plan.input().display(), records(data.rows()));
    let mut line = |what: &str, words: String| {
        let _ = writeln!(text, "  {what:<17} {words}");
    };
    let mut roles: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, role, is_released) in data.roles() {
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
    let pseudonyms = data.pseudonyms().map(|(name, method)| format!("{name} ({method})"));
    let pseudonyms: Vec<String> = pseudonyms.collect();
    if !pseudonyms.is_empty() {
        line("pseudonyms", pseudonyms.join(", "));
    }
    let steps: Vec<String> = data.steps().iter().map(step).collect();
    if !steps.is_empty() {
        line("masked first", steps.join(", "));
    }
    for (name, height, (min, max)) in data.quasi_identifiers().filter(|_| !data.is_local()) {
        line(name, format!("levels {min} to {max} of {height}"));
    }
    for required in data.requirements() {
        let parameters: Vec<String> =
            required.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let about = required.attribute.as_ref().map_or(String::new(), |of| format!(" of {of}"));
        line(required.model.name(), format!("{}{about}", parameters.join(", ")));
    }
    if let Some(private) = data.private() {
        let (epsilon, delta) = (private.epsilon.to_f64(), private.release.delta().to_f64());
        let beta = show::number(private.release.beta());
        let search = private
            .search
            .map_or(String::new(), |part| format!(" ({} of it to choose levels)", part.to_f64()));
        let words =
            format!("epsilon = {epsilon}{search}, delta = {delta}; records kept with {beta}");
        line("private", words);
    }
    let share = percent(data.limit(), data.rows());
    line("may be suppressed", format!("{} ({share})", grouped(data.limit())));
    if data.algorithm() != "optimal" {
        line("algorithm", data.algorithm().to_owned());
    }
    if !data.tries().is_empty() {
        line("tries", data.tries().join(", "));
    }
    if !data.left_out().is_empty() {
        line("leaves out", data.left_out().join("; "));
    }
    if !data.is_local() {
        line("generalisations", nodes(data.nodes()));
    }
    text
}

/// A step and what it does, if that is known before it has drawn anything.
fn step(planned: &PlannedStep) -> String {
    match &planned.done {
        Some(done) => super::summary::step(done),
        None if planned.attributes.is_empty() => planned.method.clone(),
        None => {
            let attributes = planned.attributes.iter().map(String::as_str);
            format!("{} of {}", planned.method, list(attributes))
        }
    }
}

fn json(plan: &Plan, data: &Data) -> serde_json::Value {
    let columns: Vec<_> = data
        .roles()
        .map(|(name, role, released)| {
            let of = data.pseudonyms().find(|(other, _)| *other == name);
            let mut column =
                serde_json::json!({ "name": name, "role": role.name(), "released": released });
            if let Some((_, method)) = of {
                column["pseudonym"] = method.into();
            }
            column
        })
        .collect();
    let keys: Vec<_> = data
        .quasi_identifiers()
        .map(|(name, height, (min, max))| {
            serde_json::json!({ "name": name, "height": height, "min_level": min, "max_level": max })
        })
        .collect();
    let lints: Vec<_> = data
        .lints()
        .iter()
        .map(|lint| serde_json::json!({ "code": lint.code, "message": lint.message }))
        .collect();
    let requirements: Vec<_> = data
        .requirements()
        .iter()
        .map(|required| {
            let parameters: serde_json::Map<String, serde_json::Value> = required
                .parameters
                .iter()
                .map(|(name, value)| ((*name).to_owned(), serde_json::json!(value)))
                .collect();
            serde_json::json!({
                "model": required.model.name(),
                "attribute": required.attribute,
                "parameters": parameters,
            })
        })
        .collect();
    let mut told = serde_json::json!({
        "input": ridotto::program::short_name(plan.input()),
        "requirements": requirements,
        "rows": data.rows(),
        "columns": columns,
        "quasi_identifiers": keys,
        "suppression_limit": data.limit(),
        "algorithm": data.algorithm(),
        "nodes": if data.is_local() { 0.0 } else { data.nodes() },
        "warnings": lints,
    });
    if !data.tries().is_empty() {
        told["tries"] = data.tries().into();
        told["left_out"] = data.left_out().into();
    }
    told
}
