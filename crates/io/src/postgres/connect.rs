//! Connecting, and what can go wrong with a server.

use super::address::{Address, plain};
use crate::{Problem, location};
use postgres::{Client, Config, NoTls, error::SqlState};
use std::{env, fs, path::PathBuf, time::Duration};

/// Connects. The password is that of the address, of `PGPASSWORD`, or of the file `~/.pgpass`.
pub(super) fn connect(address: &Address) -> Result<Client, Problem> {
    if !address.is_local() && !address.is_plain {
        return Err(Problem::NoEncryption);
    }
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let host = address.host.clone().or_else(|| variable("PGHOST")).unwrap_or_else(socket);
    let port = address.port.or_else(|| variable("PGPORT")?.parse().ok()).unwrap_or(5432);
    let user = address.user.clone().or_else(|| variable("PGUSER")).or_else(|| variable("USER"));
    let user = user.unwrap_or_else(|| "postgres".to_owned());
    let mut config = Config::new();
    config.host(&host).port(port).user(&user).dbname(&address.database);
    config.application_name("ridotto").connect_timeout(Duration::from_secs(10));
    let given = location::password_of(&address.bare).map(|password| plain(&password));
    let password = given.transpose()?.or_else(|| variable("PGPASSWORD"));
    if let Some(password) = password.or_else(|| kept(&host, port, &address.database, &user)) {
        config.password(password);
    }
    let mut client = config.connect(NoTls).map_err(|error| refused(&error, address, &user))?;
    // Texts of values must not depend on how somebody has set up the server.
    client
        .batch_execute(
            "SET datestyle = 'ISO'; SET timezone = 'UTC'; SET extra_float_digits = 1; \
             SET client_encoding = 'UTF8'; SET bytea_output = 'hex'; SET intervalstyle = 'iso_8601'",
        )
        .map_err(|error| problem(&error))?;
    Ok(client)
}

/// Where the socket of a server on this machine usually is.
fn socket() -> String {
    let usual = "/var/run/postgresql";
    if fs::metadata(usual).is_ok() { usual.to_owned() } else { "localhost".to_owned() }
}

/// The password in `~/.pgpass`, or the file that `PGPASSFILE` names: the first line that fits, of
/// `host:port:database:user:password`. A file that others may read is not trusted.
fn kept(host: &str, port: u16, database: &str, user: &str) -> Option<String> {
    let path = env::var_os("PGPASSFILE")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".pgpass")))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(&path).ok()?.permissions().mode() & 0o077 != 0 {
            return None;
        }
    }
    let host = if host.starts_with('/') { "localhost" } else { host };
    password_in(&fs::read_to_string(path).ok()?, [host, &port.to_string(), database, user])
}

fn password_in(text: &str, wanted: [&str; 4]) -> Option<String> {
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut fields = vec![String::new()];
        let mut characters = line.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => fields.last_mut()?.extend(characters.next()),
                ':' if fields.len() < 5 => fields.push(String::new()),
                other => fields.last_mut()?.push(other),
            }
        }
        let fits = |(field, wanted): (&String, &str)| field == "*" || field == wanted;
        let [.., password] = fields.as_slice() else { return None };
        (fields.len() == 5 && fields.iter().zip(wanted).all(fits)).then(|| password.clone())
    })
}

fn refused(error: &postgres::Error, address: &Address, user: &str) -> Problem {
    match error.code() {
        Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
            Problem::WrongPassword { user: user.to_owned() }
        }
        Some(&SqlState::INVALID_CATALOG_NAME) => {
            Problem::NoSuchDatabase { database: address.database.clone() }
        }
        Some(_) => problem(error),
        None if error.to_string().contains("password missing") => {
            Problem::WrongPassword { user: user.to_owned() }
        }
        None => Problem::NoServer,
    }
}

/// Messages of a server may quote values. Those about names and rights do not: class 42.
pub(super) fn problem(error: &postgres::Error) -> Problem {
    let Some(state) = error.code() else { return Problem::ServerGone };
    if *state == SqlState::INSUFFICIENT_PRIVILEGE {
        return Problem::NotPermitted;
    }
    let is_about_names = state.code().starts_with("42");
    let message = error.as_db_error().filter(|_| is_about_names);
    Problem::Server {
        state: state.code().to_owned(),
        message: message.map(|error| error.message().to_owned()),
    }
}

/// A name as it stands in a statement.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let text = "# h:1:d:u:no\nother:*:*:*:no\nh:1:d:u\nh:*:d:u:a\\:b:c\n*:*:*:*:last\n";
        assert_eq!(password_in(text, ["h", "1", "d", "u"]).as_deref(), Some("a:b:c"));
        assert_eq!(password_in(text, ["h", "1", "d", "v"]).as_deref(), Some("last"));
        assert_eq!(password_in("", ["h", "1", "d", "u"]), None);
    }
}
