//! Connecting, and what can go wrong with a server.
//!
//! Whether a server is on this machine is judged by the number that is connected to, whoever named it:
//! the address, a variable, or the names of the network. To another machine no password goes in the
//! clear, and no row either unless somebody says so.

use super::address::{Address, plain};
use super::stream::Encrypt;
use super::tls::{Mode, Wanted, distrust, is_refusal};
use crate::{Problem, password_of};
use postgres::{Client, Config, NoTls, config::SslMode, error::SqlState};
use rustls::pki_types::ServerName;
use std::{
    env,
    error::Error,
    fs, io,
    net::{IpAddr, ToSocketAddrs},
    path::PathBuf,
    time::Duration,
};

/// Connects. The password is that of the address, of `PGPASSWORD`, or of the file `~/.pgpass`.
pub(super) fn connect(address: &Address) -> Result<Client, Problem> {
    let wanted = address.tls.clone().or_usual()?;
    let mode = wanted.mode()?;
    let mut last = Problem::NoServer;
    for endpoint in Endpoint::all(address, &variable)? {
        match endpoint.connect(address, &wanted, mode) {
            Ok(client) => return prepared(client),
            // Another one may answer.
            Err(Problem::NoServer) => last = Problem::NoServer,
            Err(problem) => return Err(problem),
        }
    }
    Err(last)
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Texts of values must not depend on how somebody has set up the server.
fn prepared(mut client: Client) -> Result<Client, Problem> {
    client
        .batch_execute(
            "SET datestyle = 'ISO'; SET timezone = 'UTC'; SET extra_float_digits = 1; \
             SET client_encoding = 'UTF8'; SET bytea_output = 'hex'; SET intervalstyle = 'iso_8601'",
        )
        .map_err(|error| problem(&error))?;
    Ok(client)
}

/// One place where a server may be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Endpoint {
    /// What it is called: whose certificate it must be; or the folder of a socket.
    host: String,
    /// What is connected to; `None` for a socket.
    number: Option<IpAddr>,
    port: u16,
}

impl Endpoint {
    /// The places that an address and variables lead to, in the order in which they are tried.
    fn all(
        address: &Address,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<Self>, Problem> {
        let port = address.port.or_else(|| variable("PGPORT")?.parse().ok()).unwrap_or(5432);
        let numbers = address.number.clone().or_else(|| variable("PGHOSTADDR"));
        let hosts = address.host.clone().or_else(|| variable("PGHOST"));
        let hosts = hosts.or_else(|| numbers.clone()).unwrap_or_else(socket);
        let hosts: Vec<&str> = hosts.split(',').map(str::trim).collect();
        let Some(numbers) = numbers else {
            return Ok(hosts.iter().flat_map(|host| Self::found(host, port)).collect());
        };
        let numbers: Vec<&str> = numbers.split(',').map(str::trim).collect();
        if numbers.len() != hosts.len() {
            return Err(Problem::BadAddress("it has not as many names as numbers of hosts"));
        }
        let both = hosts.iter().zip(numbers).map(|(host, number)| {
            let number = number.parse();
            let number = number.map_err(|_| Problem::BadAddress("its `hostaddr` is no number"))?;
            Ok(Self { host: (*host).to_owned(), number: Some(number), port })
        });
        both.collect()
    }

    /// Where a name leads: the system is asked here, so that what is judged is what is connected to.
    fn found(host: &str, port: u16) -> Vec<Self> {
        let at = |number| Self { host: host.to_owned(), number, port };
        if host.starts_with('/') {
            return vec![at(None)];
        }
        let found = (host, port).to_socket_addrs().into_iter().flatten();
        found.map(|found| at(Some(found.ip()))).collect()
    }

    /// Whether it is on this machine.
    fn is_local(&self) -> bool {
        self.number.is_none_or(|number| number.to_canonical().is_loopback())
    }

    /// How a connection to it is protected: to another machine it is plain only if somebody says so.
    fn mode(&self, mode: Mode) -> Mode {
        match (self.number, mode) {
            (None, _) => Mode::Disable,
            (Some(_), Mode::Allow | Mode::Prefer) if !self.is_local() => Mode::Require,
            (Some(_), mode) => mode,
        }
    }

    fn connect(&self, address: &Address, wanted: &Wanted, mode: Mode) -> Result<Client, Problem> {
        let mode = self.mode(mode);
        let user = address.user.clone().or_else(|| variable("PGUSER"));
        let user = user.or_else(|| variable("USER")).unwrap_or_else(|| "postgres".to_owned());
        let mut config = Config::new();
        config.host(&self.host).port(self.port).user(&user).dbname(&address.database);
        config.application_name("ridotto").connect_timeout(Duration::from_secs(10));
        if let Some(number) = self.number {
            config.hostaddr(number);
        }
        let given = password_of(&address.bare).map(|password| plain(&password));
        let password = given.transpose()?.or_else(|| variable("PGPASSWORD"));
        let kept = || kept(&self.host, self.port, &address.database, &user);
        if let Some(password) = password.or_else(kept) {
            if mode == Mode::Disable && !self.is_local() {
                return Err(Problem::NoEncryption);
            }
            config.password(password);
        }
        let connected = if mode == Mode::Disable {
            config.ssl_mode(SslMode::Disable).connect(NoTls)
        } else {
            let is_needed = mode >= Mode::Require;
            config.ssl_mode(if is_needed { SslMode::Require } else { SslMode::Prefer });
            let name = ServerName::try_from(self.host.clone());
            let name = name.map_err(|_| Problem::BadAddress("its host has no name or number"))?;
            config.connect(Encrypt { config: wanted.client(mode)?, name })
        };
        connected.map_err(|error| refused(&error, address, &user))
    }
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
    if let Some(reason) = of_tls(error).find_map(distrust) {
        return Problem::Untrusted(reason);
    }
    if of_tls(error).any(is_refusal) || asks_for_certificate(error) {
        return Problem::NotCertified;
    }
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
        None if causes(error).any(|cause| cause.to_string().contains("not support TLS")) => {
            Problem::NoEncryption
        }
        None => Problem::NoServer,
    }
}

/// An error and what caused it.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// What the library of TLS says among the causes of an error.
fn of_tls(error: &postgres::Error) -> impl Iterator<Item = &rustls::Error> {
    causes(error).filter_map(|cause| {
        let inner = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let inner = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
        inner.or_else(|| cause.downcast_ref())
    })
}

/// Whether it is a certificate that the server misses. Only its words tell; where it speaks another
/// language it is told as any other refusal to let somebody in.
fn asks_for_certificate(error: &postgres::Error) -> bool {
    error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION)
        && error.as_db_error().is_some_and(|error| error.message().contains("certificate"))
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
    use std::path::Path;

    /// The places that an address and some variables lead to, as host, number and whether it is here.
    fn places(address: &str, variables: &[(&str, &str)]) -> Vec<(String, bool, Mode)> {
        let address = Address::parse(Path::new(address)).unwrap();
        let variable = |name: &str| {
            let found = variables.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let all = Endpoint::all(&address, &variable).unwrap().into_iter();
        all.map(|one| (one.host.clone(), one.is_local(), one.mode(Mode::Prefer))).collect()
    }

    #[test]
    fn the_place_that_is_connected_to_is_judged() {
        let far = [("PGHOST", "203.0.113.7")];
        let number = [("PGHOSTADDR", "203.0.113.7")];
        let table = "postgres:///db/t";
        for (address, variables, expected) in [
            (table, &far[..], (false, Mode::Require)),
            (table, &number[..], (false, Mode::Require)),
            (table, &[("PGHOST", "localhost"), number[0]][..], (false, Mode::Require)),
            ("postgres://localhost/db/t?hostaddr=203.0.113.7", &[], (false, Mode::Require)),
            ("postgres://203.0.113.7/db/t?hostaddr=127.0.0.1", &[], (true, Mode::Prefer)),
            ("postgres://203.0.113.7/db/t", &[("PGHOST", "localhost")], (false, Mode::Require)),
            ("postgres://127.0.0.1/db/t", &far[..], (true, Mode::Prefer)),
            ("postgres://[::1]/db/t", &far[..], (true, Mode::Prefer)),
            ("postgres:///db/t?host=/tmp/s", &far[..], (true, Mode::Disable)),
        ] {
            let places = places(address, variables);
            assert_eq!(places.len(), 1, "{address} {variables:?}");
            assert_eq!((places[0].1, places[0].2), expected, "{address} {variables:?}");
        }
        let several = places("postgres:///db/t", &[("PGHOST", "/tmp/s,203.0.113.7")]);
        assert_eq!(several.iter().map(|place| place.1).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let text = "# h:1:d:u:no\nother:*:*:*:no\nh:1:d:u\nh:*:d:u:a\\:b:c\n*:*:*:*:last\n";
        assert_eq!(password_in(text, ["h", "1", "d", "u"]).as_deref(), Some("a:b:c"));
        assert_eq!(password_in(text, ["h", "1", "d", "v"]).as_deref(), Some("last"));
        assert_eq!(password_in("", ["h", "1", "d", "u"]), None);
    }
}
