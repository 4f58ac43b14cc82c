//! A PostgreSQL server for tests, if there is one on the machine.
//!
//! It is started once for each test program, in a folder of its own below `/tmp`, and listens to a
//! socket there and to nothing else, or also to the network, with a certificate or without, and one
//! asks its clients for certificates, too. A shell holds it: when the test program ends, however it
//! ends, the shell's input ends, and it stops the server and removes the folder. The server refuses
//! to run as root, so that then another user runs it.

use crate::skip;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;

/// A server that runs until the test program ends.
#[derive(Debug)]
pub struct Server {
    folder: PathBuf,
    programs: PathBuf,
    /// Where it listens to the network.
    pub port: u16,
    /// Open for as long as the server is to run.
    _held: ChildStdin,
}

/// The user that the server knows, and their password.
pub const USER: &str = "ada";
/// See [`USER`].
pub const PASSWORD: &str = "Zyxpass word";

const SCRIPT: &str = r#"
set -e
d=$(mktemp -d /tmp/ridotto-pg-XXXXXX)
trap 'rm -rf "$d"' EXIT
chmod 755 "$d"
printf '%s' "$2" > "$d/password"
"$1/initdb" -D "$d/data" -U ada -A scram-sha-256 --pwfile="$d/password" -E UTF8 --no-locale -N > /dev/null
listen=
if [ "$3" != socket ]; then
    listen='*'
    echo 'host all all all scram-sha-256' >> "$d/data/pg_hba.conf"
fi
if [ "$3" = tls ] || [ "$3" = clients ]; then
    cd "$d"
    key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
    for name in root other; do
        openssl req -x509 $key -keyout $name.key -out $name.crt -subj /CN=$name -days 2 2> /dev/null
    done
    openssl req $key -keyout server.key -out server.csr -subj /CN=server 2> /dev/null
    echo 'subjectAltName=DNS:db.example' > names
    openssl x509 -req -in server.csr -CA root.crt -CAkey root.key -CAcreateserial -days 2 -extfile names -out server.crt 2> /dev/null
    chmod 600 server.key
    printf "ssl = on\nssl_cert_file = '$d/server.crt'\nssl_key_file = '$d/server.key'\n" >> data/postgresql.conf
fi
if [ "$3" = clients ]; then
    for name in root other; do
        openssl req $key -keyout by-$name.key -out client.csr -subj /CN=ada 2> /dev/null
        openssl x509 -req -in client.csr -CA $name.crt -CAkey $name.key -CAcreateserial -days 2 -out by-$name.crt 2> /dev/null
        openssl x509 -req -in client.csr -CA $name.crt -CAkey $name.key -CAcreateserial -days 2 -extfile names -out by-$name-3.crt 2> /dev/null
        chmod 600 by-$name.key
    done
    echo "ssl_ca_file = '$d/root.crt'" >> data/postgresql.conf
    printf 'local all all scram-sha-256\nhostssl all all all cert\n' > data/pg_hba.conf
fi
"$1/pg_ctl" -D "$d/data" -s -w -l "$d/log" -o "-k $d -c listen_addresses='$listen' -c port=$4 -c fsync=off" start > /dev/null
echo "$d"
cat > /dev/null
"$1/pg_ctl" -D "$d/data" -s -m immediate stop > /dev/null
"#;

/// The server of this test program; `None`, and one line that says so, if there is no PostgreSQL here.
pub fn postgres() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    said(SERVER.get_or_init(|| start("socket", 5432)).as_ref())
}

/// A server that listens to the network and has no certificate.
pub fn postgres_in_the_clear() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    said(SERVER.get_or_init(|| start("network", free_port()?)).as_ref())
}

/// A server that listens to the network, with a certificate for `db.example`: [`Server::file`] has
/// `root.crt`, which signed it, and `other.crt`, which did not.
pub fn postgres_with_tls() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    said(SERVER.get_or_init(|| start("tls", free_port()?)).as_ref())
}

/// As [`postgres_with_tls`], for those alone who show a certificate of [`USER`] that `root.crt` has
/// signed, as it has `by-root.crt` with the key `by-root.key`, and not `by-other.crt`; `by-root-3.crt` is of
/// the same key, and of version 3. A password does not help.
pub fn postgres_that_asks_for_certificates() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    said(SERVER.get_or_init(|| start("clients", free_port()?)).as_ref())
}

/// A port that nobody has at this moment.
fn free_port() -> Option<u16> {
    Some(std::net::TcpListener::bind(("127.0.0.1", 0)).ok()?.local_addr().ok()?.port())
}

/// A number of this machine that is not the one every machine has for itself; `None`, and one line that
/// says so, if it has none.
pub fn own_number() -> Option<std::net::IpAddr> {
    let number = numbered();
    if number.is_none() {
        skip("this machine has no number in a network");
    }
    number
}

fn numbered() -> Option<std::net::IpAddr> {
    let socket = std::net::UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    // Nothing is sent; the system only says from where it would be.
    socket.connect(("203.0.113.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|number| !number.is_loopback())
}

fn said(server: Option<&'static Server>) -> Option<&'static Server> {
    if server.is_none() {
        skip("there is no PostgreSQL here (Debian's package is `postgresql`)");
    }
    server
}

fn start(kind: &str, port: u16) -> Option<Server> {
    let programs = programs()?;
    let mut command = match others() {
        None => Command::new("sh"),
        Some(user) => {
            let mut command = Command::new("runuser");
            command.args(["-u", user, "--", "sh"]);
            command
        }
    };
    let script = command.arg("-c").arg(SCRIPT).arg("sh").arg(&programs).arg(PASSWORD);
    let script = script.arg(kind).arg(port.to_string());
    let script = script.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut shell = script.spawn().ok()?;
    let (held, output) = (shell.stdin.take()?, shell.stdout.take()?);
    let mut folder = String::new();
    BufReader::new(output).read_line(&mut folder).ok()?;
    let folder = PathBuf::from(folder.trim());
    folder.is_dir().then_some(Server { folder, programs, port, _held: held })
}

/// Where the programs of the server are.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = debian.chain(std::env::split_paths(&path)).collect();
    all.retain(|folder| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file());
    all.into_iter().next()
}

/// Another user than root, if root runs the tests.
fn others() -> Option<&'static str> {
    let id = Command::new("id").arg("-u").output().ok()?;
    if String::from_utf8_lossy(&id.stdout).trim() != "0" {
        return None;
    }
    let is_known = |user: &&str| {
        Command::new("id").args(["-u", user]).output().is_ok_and(|done| done.status.success())
    };
    ["postgres", "nobody"].into_iter().find(is_known)
}

impl Server {
    /// The folder of its socket.
    pub fn socket(&self) -> &Path {
        &self.folder
    }

    /// A file beside it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The address of a table, with the password.
    pub fn address(&self, table: &str) -> String {
        let password = PASSWORD.replace(' ', "%20");
        format!("postgres://{USER}:{password}@/postgres/{table}?host={}", self.folder.display())
    }

    /// What statements print, one row per line, cells parted by bars.
    pub fn sql(&self, statements: &str) -> String {
        let psql = self.programs.join("psql");
        let psql = if psql.is_file() { psql } else { "psql".into() };
        let mut command = Command::new(psql);
        command.arg("-h").arg(&self.folder).arg("-p").arg(self.port.to_string());
        command.args(["-U", USER, "-d", "postgres", "-AtXq"]);
        command.args(["-v", "ON_ERROR_STOP=1", "-c", statements]).env("PGPASSWORD", PASSWORD);
        let done = command.output().expect("psql is beside the server");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim_end().to_owned()
    }
}
