//! Certificates of our own, and what variables and the usual files say of encryption.
//!
//! Variables are a process's: what is to see others is another process of this test program, which
//! runs [`told_by_variables`] alone.

use super::by_network_at;
use ridotto_testkit::postgres::{Server, postgres_that_asks_for_certificates, postgres_with_tls};
use std::{env, fs, path::Path, process::Command};
use tempfile::TempDir;

/// What names the address in the other process.
const ADDRESS: &str = "RIDOTTO_TEST_ADDRESS";

/// A table by network as the user, without a password, and with what is said of encryption.
fn address(server: &Server, parameters: &str) -> String {
    super::make_way(server);
    let port = server.port;
    format!("postgres://ada@db.example:{port}/postgres/way?hostaddr=127.0.0.1{parameters}")
}

fn file(server: &Server, name: &str) -> String {
    server.file(name).display().to_string()
}

/// How another process fares that has these variables, and this folder as its home.
fn elsewhere(address: &str, home: &Path, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "postgres::certificates::told_by_variables", "--nocapture"]);
    for name in ["PGSSLMODE", "PGSSLROOTCERT", "PGSSLCERT", "PGSSLKEY"] {
        command.env_remove(name);
    }
    command.env(ADDRESS, address).env("HOME", home).envs(variables.iter().copied());
    let output = command.output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = shown.lines().find_map(|line| line.split_once("told: "));
    told.unwrap_or_else(|| panic!("{shown}")).1.to_owned()
}

/// Does nothing but in the process that [`elsewhere`] starts.
#[test]
fn told_by_variables() {
    let Ok(address) = env::var(ADDRESS) else { return };
    // The name of the test may stand in the same line.
    println!("\ntold: {}", in_words(by_network_at(&address)));
}

fn in_words(told: Result<bool, &'static str>) -> &'static str {
    match told {
        Ok(true) => "encrypted",
        Ok(false) => "plain",
        Err(code) => code,
    }
}

#[test]
fn a_server_asks_for_a_certificate() {
    let Some(server) = postgres_that_asks_for_certificates() else { return };
    let [right, key, wrong, its_key] =
        ["by-root.crt", "by-root.key", "by-other.crt", "by-other.key"].map(|of| file(server, of));
    let newer = file(server, "by-root-3.crt");
    let roots = format!("&sslmode=verify-full&sslrootcert={}", file(server, "root.crt"));
    let nobody = TempDir::new().unwrap();
    let bundled = nobody.path().join("missing.crt").display().to_string();
    for (shown, expected) in [
        (String::new(), "io::no-certificate"),
        (format!("&sslcert={right}&sslkey={key}"), "encrypted"),
        (format!("&sslcert={newer}&sslkey={key}"), "encrypted"),
        (format!("&sslcert={newer}&sslkey={its_key}"), "io::certificates"),
        (format!("&sslcert={wrong}&sslkey={its_key}"), "io::no-certificate"),
        // A key of another certificate, none at all, and no certificate where one should be.
        (format!("&sslcert={right}&sslkey={its_key}"), "io::certificates"),
        (format!("&sslcert={right}"), "io::certificates"),
        (format!("&sslcert={bundled}&sslkey={key}"), "io::certificates"),
        (format!("&sslcert={key}&sslkey={key}"), "io::certificates"),
        (format!("&sslcert={right}&sslkey={right}"), "io::certificates"),
    ] {
        let told = elsewhere(&address(server, &format!("{roots}{shown}")), nobody.path(), &[]);
        assert_eq!(told, expected, "{shown}");
    }
    // Who shows a certificate does not therefore trust everybody.
    let other = format!("&sslmode=verify-ca&sslrootcert={}", file(server, "other.crt"));
    let shown = format!("{other}&sslcert={right}&sslkey={key}");
    assert_eq!(elsewhere(&address(server, &shown), nobody.path(), &[]), "io::untrusted");
}

#[test]
fn variables_say_what_the_address_does_not() {
    let Some(server) = postgres_with_tls() else { return };
    let home = TempDir::new().unwrap();
    let (right, wrong) = (file(server, "root.crt"), file(server, "other.crt"));
    let (mode, roots) = ("PGSSLMODE", "PGSSLROOTCERT");
    let password = [("PGPASSWORD", super::PASSWORD)];
    for (said, variables, expected) in [
        (String::new(), vec![], "encrypted"),
        (String::new(), vec![(mode, "disable")], "plain"),
        (String::new(), vec![(mode, "sometimes")], "io::bad-address"),
        (String::new(), vec![(mode, "verify-full")], "io::certificates"),
        (String::new(), vec![(mode, "verify-full"), (roots, &right)], "encrypted"),
        (String::new(), vec![(mode, "verify-full"), (roots, &wrong)], "io::untrusted"),
        // What is empty says nothing.
        (String::new(), vec![(mode, "")], "encrypted"),
        // The address says it otherwise.
        ("&sslmode=require".to_owned(), vec![(mode, "disable")], "encrypted"),
        ("&sslmode=disable".to_owned(), vec![(mode, "verify-full")], "plain"),
        ("&sslmode=require".to_owned(), vec![(mode, "sometimes")], "encrypted"),
        (format!("&sslrootcert={right}"), vec![(mode, "verify-ca"), (roots, &wrong)], "encrypted"),
        (
            format!("&sslrootcert={wrong}"),
            vec![(mode, "verify-ca"), (roots, &right)],
            "io::untrusted",
        ),
    ] {
        let variables = [&variables[..], &password].concat();
        let told = elsewhere(&address(server, &said), home.path(), &variables);
        assert_eq!(told, expected, "{said} {variables:?}");
    }
}

#[test]
fn variables_name_the_certificate_and_its_key() {
    let Some(server) = postgres_that_asks_for_certificates() else { return };
    let home = TempDir::new().unwrap();
    let [right, key, wrong, its_key] =
        ["by-root.crt", "by-root.key", "by-other.crt", "by-other.key"].map(|of| file(server, of));
    let (of_wrong, of_right) =
        (format!("&sslcert={wrong}&sslkey={its_key}"), format!("&sslcert={right}&sslkey={key}"));
    for (said, certificate, its, expected) in [
        ("", &right, &key, "encrypted"),
        ("", &wrong, &its_key, "io::no-certificate"),
        ("", &right, &its_key, "io::certificates"),
        (&of_right, &wrong, &its_key, "encrypted"),
        (&of_wrong, &right, &key, "io::no-certificate"),
    ] {
        let variables = [("PGSSLCERT", certificate.as_str()), ("PGSSLKEY", its)];
        let told = elsewhere(&address(server, said), home.path(), &variables);
        assert_eq!(told, expected, "{said} {variables:?}");
    }
}

/// A home with files of a server in `.postgresql`, under their usual names.
fn home(server: &Server, files: &[(&str, &str)]) -> TempDir {
    let home = TempDir::new().unwrap();
    let folder = home.path().join(".postgresql");
    fs::create_dir(&folder).unwrap();
    for (of, usual) in files {
        fs::copy(server.file(of), folder.join(usual)).unwrap();
    }
    home
}

#[test]
fn the_usual_files_are_used() {
    let Some(server) = postgres_that_asks_for_certificates() else { return };
    let ours = [("by-root.crt", "postgresql.crt"), ("by-root.key", "postgresql.key")];
    let (right, wrong) = (("root.crt", "root.crt"), ("other.crt", "root.crt"));
    let full = address(server, "&sslmode=verify-full");
    let plain = address(server, "");
    for (address, files, expected) in [
        (&full, vec![right, ours[0], ours[1]], "encrypted"),
        (&full, vec![wrong, ours[0], ours[1]], "io::untrusted"),
        (&full, vec![ours[0], ours[1]], "io::certificates"),
        (&full, vec![right], "io::no-certificate"),
        (&full, vec![right, ours[0]], "io::certificates"),
        // A key alone is no certificate.
        (&full, vec![right, ours[1]], "io::no-certificate"),
        (&plain, vec![ours[0], ours[1]], "encrypted"),
    ] {
        let home = home(server, &files);
        assert_eq!(elsewhere(address, home.path(), &[]), expected, "{files:?}");
    }
    // Whoever names another file does not get the usual one.
    let home = home(server, &[wrong, ours[0], ours[1]]);
    let root = file(server, "root.crt");
    assert_eq!(elsewhere(&full, home.path(), &[("PGSSLROOTCERT", &root)]), "encrypted");
    let said = format!("{full}&sslrootcert={root}");
    assert_eq!(elsewhere(&said, home.path(), &[]), "encrypted");
}

#[test]
#[cfg(unix)]
fn a_key_that_others_may_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let Some(server) = postgres_that_asks_for_certificates() else { return };
    let ours = [("by-root.crt", "postgresql.crt"), ("by-root.key", "postgresql.key")];
    let home = home(server, &ours);
    let key = home.path().join(".postgresql/postgresql.key");
    for (mode, expected) in [
        (0o600, "encrypted"),
        (0o400, "encrypted"),
        (0o604, "io::certificates"),
        (0o660, "io::certificates"),
        (0o644, "io::certificates"),
    ] {
        fs::set_permissions(&key, fs::Permissions::from_mode(mode)).unwrap();
        let told = elsewhere(&address(server, ""), home.path(), &[]);
        assert_eq!(told, expected, "{mode:o}");
    }
}
