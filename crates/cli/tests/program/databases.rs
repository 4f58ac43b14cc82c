//! Tables of PostgreSQL, in and out, on a real server if there is one.

use crate::case::PEOPLE;
use crate::formats::people;
use ridotto_testkit::postgres::{
    PASSWORD, Server, USER, own_number, postgres, postgres_in_the_clear,
};

/// The people in a table of their own schema.
fn in_database(server: &Server, schema: &str) {
    let rows: Vec<String> = PEOPLE
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("('{}', {}, '{}', '{}')", cells[0], cells[1], cells[2], cells[3])
        })
        .collect();
    server.sql(&format!(
        "CREATE SCHEMA {schema}; CREATE TABLE {schema}.people (name text, age int, town text, illness text); \
         INSERT INTO {schema}.people VALUES {}",
        rows.join(", ")
    ));
}

#[test]
fn from_a_table_to_a_table() {
    let Some(server) = postgres() else { return };
    in_database(server, "one");
    let case = people();
    let (input, output) = (server.address("one.people"), server.address("one.released"));
    let run = ["anonymize", "policy.toml", "--input", &input, "-o", &output, "--report", "r.json"];
    let ran = case.run(&run).well();
    assert_eq!(server.sql("SELECT count(*), count(DISTINCT age) FROM one.released"), "11|2");
    assert_eq!(server.sql("SELECT DISTINCT town FROM one.released ORDER BY 1"), "North\nSouth");
    let report: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
    let file = report["input"]["file"].as_str().unwrap();
    assert!(file.starts_with("postgres://ada@/postgres/one.people"), "{file}");
    for text in [&ran.stdout, &ran.stderr, &case.read("r.json")] {
        assert!(!text.contains("Zyxpass"), "{text}");
    }
    case.run(&["check", &output, "--policy", "policy.toml"]).well();
    // A second run replaces nothing unless it is told to, and never its own input.
    let shown = case.refused(2, &run[..6]);
    assert!(shown.contains("io::table-exists") && !shown.contains("Zyxpass"), "{shown}");
    case.run(&[&run[..6], &["--force"]].concat()).well();
    let other = server.address("one.people") + "&port=5432";
    let run = ["anonymize", "policy.toml", "--input", &input, "-o", &other, "--force"];
    let shown = case.refused(2, &run);
    assert!(shown.contains("would replace an input"), "{shown}");
    assert_eq!(server.sql("SELECT count(*) FROM one.people"), "12");
    // What cannot be released leaves no table.
    let case = case.policy("k = 3", "k = 13");
    let missing = server.address("one.never");
    let ran = case.run(&["anonymize", "policy.toml", "--input", &input, "-o", &missing]);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert_eq!(server.sql("SELECT to_regclass('one.never') IS NULL"), "t");
}

/// What is said about files is said about tables: pages, certificates, measures, a map of choices.
#[test]
fn tables_are_told_about_like_files() {
    let Some(server) = postgres() else { return };
    in_database(server, "told");
    let case = people();
    let (input, output) = (server.address("told.people"), server.address("told.released"));
    let reports = ["--report", "page.html", "--certificate", "c.json"];
    let run = ["anonymize", "policy.toml", "--input", &input, "-o", &output];
    case.run(&[&run[..], &reports].concat()).well();
    let page = case.read("page.html");
    assert!(page.contains("the release is in a database") && page.contains("told.released"));
    assert!(!page.contains("Zyxpass"), "{page}");
    // It is not signed, so nothing is verified; but it fits until the table is changed.
    let verify = ["report", "verify", "c.json", "--output", &output, "--json"];
    assert_eq!(case.run(&verify).json()["fits"], true);
    server.sql("UPDATE told.released SET illness = illness || '!'");
    assert_eq!(case.run(&verify).json()["fits"], false);
    let shown = case.refused(2, &["report", "verify", "c.json", "--input", &input]);
    assert!(shown.contains("the columns that were used"), "{shown}");
    let pair = [&input[..], &output, "--policy", "policy.toml", "--json"];
    for verb in ["assess", "attack"] {
        let told = case.run(&[&[verb], &pair[..]].concat()).well().json();
        let name = told["before"]["file"].as_str().unwrap().to_owned();
        assert!(name.starts_with("postgres://ada@/postgres/told.people"), "{verb}: {name}");
    }
    let explore = ["explore", "policy.toml", "--input", &input, "--json"];
    let told = case.run(&explore).well().json();
    assert!(told["configurations"].as_array().is_some_and(|tried| tried.len() > 1), "{told}");
    // Queries need files, and say so before anything is done.
    let case = case.policy("[release]", "[[measure]]\nwhat = \"queries\"\nqueries = [{ where = { town = \"North\" } }]\n\n[release]");
    let shown = case.refused(2, &[&run[..], &["--force"]].concat());
    assert!(shown.contains("queries are asked of files"), "{shown}");
}

/// Rows are read as they come: a table of 100 MB and more takes far less memory.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_is_not_held_in_memory() {
    let Some(server) = postgres() else { return };
    server.sql(
        "CREATE SCHEMA large; CREATE TABLE large.people AS SELECT i::text AS name, \
         18 + i % 70 AS age, \
         'Zyxqueena-' || (ARRAY['Alba', 'Berg', 'Celo', 'Dorf'])[1 + i % 4] AS town, \
         rpad('Zyxqueena-' || i % 1000, 300, '.') AS illness FROM generate_series(1, 400000) AS i",
    );
    let size = server.sql("SELECT pg_relation_size('large.people')").parse::<u64>().unwrap();
    assert!(size > 100_000_000, "{size}");
    let (case, input) = (people(), server.address("large.people"));
    let args = ["anonymize", "policy.toml", "--input", &input, "--threads", "2", "-o", "large.csv"];
    let (ended, most) = case.peak(&args);
    eprintln!("{size} bytes, {most} kB resident at most");
    assert!(ended.success() && most * 1024 < size / 2, "{ended}, {most} kB");
    assert_eq!(case.read("large.csv").lines().count(), 400_001);
}

#[test]
fn passwords_are_nowhere() {
    let Some(server) = postgres() else { return };
    in_database(server, "two");
    let address = server.address("two.people");
    let bare = address.replace(":Zyxpass%20word", "");
    let case = people().policy("[data]", &format!("[data]\ninput = \"{address}\""));
    let shown = case.refused(2, &["plan", "policy.toml"]);
    assert!(shown.contains("there is a password in the policy"), "{shown}");
    assert!(!shown.contains("Zyxpass"), "{shown}");
    let case = case.policy(&address, &bare);
    let command = |name: &str, value: &str| {
        let output = case.command(&["plan", "policy.toml"]).env(name, value).output().unwrap();
        case.ran(&output)
    };
    command("PGPASSWORD", "Zyxpass word").well();
    let shown = command("PGPASSWORD", "hunter2");
    assert!(shown.code == 2 && !shown.shown().contains("hunter2"), "{}", shown.shown());
    let file = case.path("passwords");
    std::fs::write(&file, "*:*:postgres:ada:Zyxpass word\n").unwrap();
    let named = file.display().to_string();
    assert_eq!(command("PGPASSFILE", &named).code, 2, "others may read it");
    std::process::Command::new("chmod").args(["600", &named]).status().unwrap();
    command("PGPASSFILE", &named).well();
    // The other verbs, by the address on the command line.
    let run = case.run(&["init", &address, "-o", "made.toml", "--no-input"]).well();
    assert!(!run.shown().contains("Zyxpass") && !case.read("made.toml").contains("Zyxpass"));
    assert!(case.read("made.toml").contains(&format!("input = \"{bare}\"")));
    let keys = ["--quasi-identifiers", "age,town"];
    case.run(&[&["inspect", &address][..], &keys].concat()).well();
    let wrong = address.replace("people", "peopel");
    let shown = case.refused(2, &[&["check", &wrong][..], &keys].concat());
    assert!(shown.contains("did you mean \"two.people\"?"), "{shown}");
    assert!(!shown.contains("Zyxpass"), "{shown}");
}

/// The host of a variable is judged as one of the address is.
#[test]
fn a_variable_does_not_lead_around_the_refusal() {
    let Some(server) = postgres_in_the_clear() else { return };
    let Some(number) = own_number() else { return };
    in_database(server, "far");
    let address = format!("postgres://{USER}@/postgres/far.people");
    for variable in ["PGHOST", "PGHOSTADDR"] {
        let case = people();
        let mut command = case.command(&["check", &address, "--quasi-identifiers", "age"]);
        command.env(variable, number.to_string()).env("PGPORT", server.port.to_string());
        let ran = case.ran(&command.env("PGPASSWORD", PASSWORD).output().unwrap());
        let shown = ran.shown();
        assert_eq!(ran.code, 2, "{variable}: {shown}");
        assert!(shown.contains("io::no-encryption"), "{variable}: {shown}");
    }
}
