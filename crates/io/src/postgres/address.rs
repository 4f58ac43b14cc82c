//! The address of a table or a query.

use super::tls::{Mode, Wanted};
use crate::{Problem, percent, without_password};
use std::path::Path;

/// `postgres://user@host:port/database/schema.table`, or `…/database?query=SELECT …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub user: Option<String>,
    /// A name, or the folder of a socket; several are tried one after the other.
    pub host: Option<String>,
    /// The number to connect to, where the name only tells whose certificate it must be.
    pub number: Option<String>,
    pub port: Option<u16>,
    pub database: String,
    pub what: What,
    /// What the address says of encryption.
    pub tls: Wanted,
    /// The address itself, without a password.
    pub bare: String,
}

/// What is read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Table { schema: Option<String>, name: String },
    Query(String),
}

impl Address {
    pub fn parse(name: &Path) -> Result<Self, Problem> {
        let bare = without_password(name);
        let bare = bare.to_str().ok_or(Problem::BadAddress("it is not UTF-8"))?.to_owned();
        let rest = bare.split_once("://").ok_or(Problem::BadAddress("it has no `://`"))?.1;
        let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        let mut parts = place.split('/');
        let authority = parts.next().unwrap_or_default();
        let path: Vec<String> = parts.map(plain).collect::<Result<_, _>>()?;
        let (user, host) = match authority.rsplit_once('@') {
            Some((user, host)) => (Some(plain(user)?), host),
            None => (None, authority),
        };
        let (host, port) = split_port(host)?;
        let mut address = Self {
            user,
            host: if host.is_empty() { None } else { Some(plain(host)?) },
            port,
            database: String::new(),
            what: What::Query(String::new()),
            number: None,
            tls: Wanted::default(),
            bare: bare.clone(),
        };
        let query = address.parameters(parameters)?;
        let (database, table) = match (path.as_slice(), &query) {
            ([database], Some(_)) => (database, None),
            ([database, table], None) => (database, Some(table)),
            _ => return Err(Problem::BadAddress("it names neither a table nor a query")),
        };
        if database.is_empty() || table.is_some_and(String::is_empty) {
            return Err(Problem::BadAddress("a name is empty"));
        }
        address.database.clone_from(database);
        address.what = match (table, query) {
            (Some(table), _) => What::Table {
                schema: table.split_once('.').map(|(schema, _)| schema.to_owned()),
                name: table.split_once('.').map_or(table.as_str(), |(_, name)| name).to_owned(),
            },
            (None, query) => What::Query(query.unwrap_or_default()),
        };
        Ok(address)
    }

    /// Reads `host=`, `hostaddr=`, `port=`, `sslmode=` and its companions, and `query=`, which takes
    /// all that follows.
    fn parameters(&mut self, text: &str) -> Result<Option<String>, Problem> {
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(query) = rest.strip_prefix("query=") {
                let query = plain(query)?.trim().trim_end_matches(';').to_owned();
                return Ok(Some(query));
            }
            let (one, after) = rest.split_once('&').unwrap_or((rest, ""));
            rest = after;
            match one.split_once('=') {
                Some(("host", host)) => self.host = Some(plain(host)?),
                Some(("port", port)) => self.port = Some(number(port)?),
                Some(("hostaddr", number)) => self.number = Some(plain(number)?),
                Some(("sslmode", mode)) => {
                    let unknown = Problem::BadAddress("its `sslmode` is none that is known");
                    self.tls.mode = Some(Mode::of(mode).ok_or(unknown)?);
                }
                Some(("sslrootcert", file)) => self.tls.roots = Some(plain(file)?),
                Some(("sslcert", file)) => self.tls.certificate = Some(plain(file)?),
                Some(("sslkey", file)) => self.tls.key = Some(plain(file)?),
                _ => return Err(Problem::BadAddress("it has a parameter that is not known")),
            }
        }
        Ok(None)
    }
}

fn split_port(host: &str) -> Result<(&str, Option<u16>), Problem> {
    if host.contains(',') {
        return Err(Problem::BadAddress("several hosts are named by `?host=one,two`"));
    }
    if let Some((inside, after)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        let port = after.strip_prefix(':').map(number).transpose()?;
        return Ok((inside, port));
    }
    match host.rsplit_once(':') {
        Some((host, port)) => Ok((host, Some(number(port)?))),
        None => Ok((host, None)),
    }
}

fn number(port: &str) -> Result<u16, Problem> {
    port.parse().map_err(|_| Problem::BadAddress("its port is not a number"))
}

/// A part of an address without `%20` and the like.
pub(super) fn plain(text: &str) -> Result<String, Problem> {
    percent::unescaped(text).ok_or(Problem::BadAddress("it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Address, String> {
        Address::parse(Path::new(text)).map_err(|problem| problem.to_string())
    }

    #[test]
    fn addresses_are_taken_apart() {
        let got = parse("postgres://ada:secret@db.example:6543/clinic/ward.stays").unwrap();
        assert_eq!(got.bare, "postgres://ada@db.example:6543/clinic/ward.stays");
        assert_eq!((got.user.as_deref(), got.port), (Some("ada"), Some(6543)));
        let table = |schema: Option<&str>, name: &str| What::Table {
            schema: schema.map(str::to_owned),
            name: name.to_owned(),
        };
        assert_eq!(got.what, table(Some("ward"), "stays"));
        assert!(!format!("{got:?}").contains("secret"));
        let got =
            parse("postgresql:///clinic/my%20stays?host=/tmp/s&port=5&sslmode=disable").unwrap();
        assert_eq!((got.host.as_deref(), got.port), (Some("/tmp/s"), Some(5)));
        assert_eq!((&got.what, got.tls.mode), (&table(None, "my stays"), Some(Mode::Disable)));
        let got = parse("postgres://h/d/t?hostaddr=10.0.0.1&sslmode=verify-full&sslrootcert=a%20b")
            .unwrap();
        assert_eq!(
            (got.number.as_deref(), got.tls.mode),
            (Some("10.0.0.1"), Some(Mode::VerifyFull))
        );
        assert_eq!(got.tls.roots.as_deref(), Some("a b"));
        let got =
            parse("postgres://[::1]:7/clinic?query=SELECT a & b FROM t WHERE c='1%2';").unwrap();
        assert_eq!(got.what, What::Query("SELECT a & b FROM t WHERE c='1%2'".to_owned()));
        assert_eq!(got.host.as_deref(), Some("::1"));
    }

    #[test]
    fn addresses_that_name_nothing_are_refused() {
        for text in [
            "postgres://h/db",
            "postgres://h/db/",
            "postgres://h//t",
            "postgres://h/db/t?query=SELECT 1",
            "postgres://h:x/db/t",
            "postgres://h/db/t?user=x",
            "postgres://h/db/t?sslmode=sometimes",
            "postgres://one,two/db/t",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
