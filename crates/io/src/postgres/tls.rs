//! Encrypted connections, as libpq's `sslmode` understands them.
//!
//! | mode | encrypted | certificate |
//! |---|---|---|
//! | `disable` | no | |
//! | `allow`, `prefer` | if the server can; to another machine always | not looked at |
//! | `require` | yes | not looked at, unless there is a file of roots: then as `verify-ca` |
//! | `verify-ca` | yes | signed by a root |
//! | `verify-full` | yes | signed by a root, and of this host |
//!
//! Without a mode it is `prefer`, as there. Unlike there, `allow` and `prefer` never fall back to a plain
//! connection to another machine, a name must be among the certificate's alternative names, and its
//! common name does not count.

use crate::Problem;
use rustls::{
    AlertDescription, CertificateError, ClientConfig, DigitallySignedStruct, Error as TlsError,
    InconsistentKeys, RootCertStore, SignatureScheme,
    client::{
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_cert_signed_by_trust_anchor, verify_server_name,
    },
    crypto::{
        CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature,
        verify_tls13_signature,
    },
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem::PemObject},
    server::ParsedCertificate,
    sign::{CertifiedKey, SingleCertAndKey},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// How much a connection must be protected, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    Disable,
    Allow,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "disable" => Self::Disable,
            "allow" => Self::Allow,
            "prefer" => Self::Prefer,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            _ => return None,
        })
    }
}

/// What is said about encryption, in an address or by variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub mode: Option<Mode>,
    /// A file of certificates, or `system`.
    pub roots: Option<String>,
    pub certificate: Option<String>,
    pub key: Option<String>,
}

impl Wanted {
    /// What an address does not say, variables or the usual files may.
    pub fn or_usual(self) -> Result<Self, Problem> {
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let usual = |name: &str| {
            let file = PathBuf::from(env::var_os("HOME")?).join(".postgresql").join(name);
            file.is_file().then(|| file.to_string_lossy().into_owned())
        };
        let said = |said: Option<String>, name: &str, file: &str| {
            said.or_else(|| variable(name)).or_else(|| usual(file))
        };
        let mode = match (self.mode, variable("PGSSLMODE")) {
            (None, Some(name)) => {
                let unknown = Problem::BadAddress("PGSSLMODE is no mode that is known");
                Some(Mode::of(&name).ok_or(unknown)?)
            }
            (mode, _) => mode,
        };
        Ok(Self {
            mode,
            roots: said(self.roots, "PGSSLROOTCERT", "root.crt"),
            certificate: said(self.certificate, "PGSSLCERT", "postgresql.crt"),
            key: said(self.key, "PGSSLKEY", "postgresql.key"),
        })
    }

    /// How the connection is protected: as libpq has it, where roots make a difference.
    pub fn mode(&self) -> Result<Mode, Problem> {
        let is_system = self.roots.as_deref() == Some("system");
        match self.mode {
            None if is_system => Ok(Mode::VerifyFull),
            Some(mode) if is_system && mode < Mode::VerifyFull => {
                Err(Problem::BadAddress("`sslrootcert=system` goes with `sslmode=verify-full`"))
            }
            Some(Mode::Require) if self.roots.is_some() => Ok(Mode::VerifyCa),
            Some(Mode::VerifyCa | Mode::VerifyFull) if self.roots.is_none() => {
                Err(Problem::Certificates("there is no file of trusted roots"))
            }
            mode => Ok(mode.unwrap_or(Mode::Prefer)),
        }
    }

    /// How to speak in private with a server of this name.
    pub fn client(&self, mode: Mode) -> Result<Arc<ClientConfig>, Problem> {
        let provider = Arc::new(ring::default_provider());
        let roots = match (&self.roots, mode) {
            (Some(roots), Mode::VerifyCa | Mode::VerifyFull) => certificates_of(roots)?,
            _ => Vec::new(),
        };
        let verifier = Verifier::new(mode, roots, Arc::clone(&provider))?;
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|_| Problem::Certificates("no version of TLS can be spoken"))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let config = match &self.certificate {
            None => builder.with_no_client_auth(),
            Some(file) => {
                let key = self.key.as_ref();
                let key = key.ok_or(Problem::Certificates("the certificate has no key"))?;
                let chain = read_certificates(Path::new(file))?;
                let ours = certified(chain, private_key(Path::new(key))?, &provider)?;
                builder.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(ours)))
            }
        };
        Ok(Arc::new(config))
    }
}

/// The roots of the system, or of a file.
fn certificates_of(roots: &str) -> Result<Vec<CertificateDer<'static>>, Problem> {
    if roots != "system" {
        return read_certificates(Path::new(roots));
    }
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return Err(Problem::Certificates("the system has no trusted roots"));
    }
    Ok(found)
}

fn read_certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, Problem> {
    let unreadable = |_| Problem::Certificates("a file of certificates cannot be read");
    let read = CertificateDer::pem_file_iter(file).map_err(unreadable)?;
    let read: Vec<_> = read.collect::<Result<_, _>>().map_err(unreadable)?;
    if read.is_empty() {
        return Err(Problem::Certificates("a file of certificates has none"));
    }
    Ok(read)
}

/// A private key that others may read is no secret.
fn private_key(file: &Path) -> Result<PrivateKeyDer<'static>, Problem> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o077 != 0);
        if open {
            return Err(Problem::Certificates("others may read the private key"));
        }
    }
    PrivateKeyDer::from_pem_file(file)
        .map_err(|_| Problem::Certificates("the private key cannot be read"))
}

/// A certificate of our own with its key, which must be of it.
fn certified(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
    provider: &CryptoProvider,
) -> Result<CertifiedKey, Problem> {
    let key = provider.key_provider.load_private_key(key);
    let key = key.map_err(|_| Problem::Certificates("the private key cannot be used"))?;
    let ours = CertifiedKey::new(chain, key);
    let fits = match ours.keys_match() {
        Ok(()) | Err(TlsError::InconsistentKeys(InconsistentKeys::Unknown)) => true,
        // The library reads no certificate of version 1, as `openssl x509 -req` makes them in the
        // manual of PostgreSQL. The server will; here it is enough that the public key is in it.
        Err(TlsError::InvalidCertificate(_)) => has_public_key(&ours),
        Err(_) => false,
    };
    fits.then_some(ours).ok_or(Problem::Certificates("the private key is not of the certificate"))
}

/// Whether the public key stands in the certificate, byte by byte as every certificate has it.
fn has_public_key(ours: &CertifiedKey) -> bool {
    let (Some(key), Ok(certificate)) = (ours.key.public_key(), ours.end_entity_cert()) else {
        return false;
    };
    certificate.windows(key.len().max(1)).any(|part| part == key.as_ref())
}

/// Looks at a server's certificate as closely as the mode asks.
#[derive(Debug)]
struct Verifier {
    mode: Mode,
    roots: RootCertStore,
    /// The same as they are: a server may show one of them.
    trusted: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn new(
        mode: Mode,
        trusted: Vec<CertificateDer<'static>>,
        provider: Arc<CryptoProvider>,
    ) -> Result<Self, Problem> {
        let mut roots = RootCertStore::empty();
        let (taken, _) = roots.add_parsable_certificates(trusted.iter().cloned());
        if taken == 0 && !trusted.is_empty() {
            return Err(Problem::Certificates("a file of certificates has none that can be used"));
        }
        Ok(Self { mode, roots, trusted, provider })
    }

    fn algorithms(&self) -> &WebPkiSupportedAlgorithms {
        &self.provider.signature_verification_algorithms
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if self.mode < Mode::VerifyCa {
            return Ok(ServerCertVerified::assertion());
        }
        let certificate = ParsedCertificate::try_from(end_entity)?;
        // Who signs for itself and is in the file is trusted; elsewhere it would be no server's.
        if !self.trusted.iter().any(|root| root == end_entity) {
            verify_server_cert_signed_by_trust_anchor(
                &certificate,
                &self.roots,
                intermediates,
                now,
                self.algorithms().all,
            )?;
        }
        if self.mode == Mode::VerifyFull {
            verify_server_name(&certificate, name)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls12_signature(message, certificate, signed, self.algorithms())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls13_signature(message, certificate, signed, self.algorithms())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms().supported_schemes()
    }
}

/// Why a server is not trusted, in our words; `None` if that is not the trouble.
pub(super) fn distrust(error: &TlsError) -> Option<&'static str> {
    let TlsError::InvalidCertificate(fault) = error else { return None };
    Some(match fault {
        CertificateError::UnknownIssuer => "no trusted root has signed it",
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is of another host"
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet"
        }
        _ => "it cannot be verified",
    })
}

/// Whether the server tells that it does not accept the certificate that it was shown.
pub(super) fn is_refusal(error: &TlsError) -> bool {
    use AlertDescription as Alert;
    let TlsError::AlertReceived(alert) = error else { return false };
    matches!(
        alert,
        Alert::BadCertificate
            | Alert::UnsupportedCertificate
            | Alert::CertificateRevoked
            | Alert::CertificateExpired
            | Alert::CertificateUnknown
            | Alert::CertificateRequired
            | Alert::UnknownCA
            | Alert::AccessDenied
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_make_a_mode_stronger() {
        let wanted = |mode: &str, roots: Option<&str>| Wanted {
            mode: Mode::of(mode),
            roots: roots.map(str::to_owned),
            ..Wanted::default()
        };
        for (said, roots, expected) in [
            ("", None, Some(Mode::Prefer)),
            ("prefer", Some("root.crt"), Some(Mode::Prefer)),
            ("require", None, Some(Mode::Require)),
            ("require", Some("root.crt"), Some(Mode::VerifyCa)),
            ("verify-ca", None, None),
            ("verify-full", Some("root.crt"), Some(Mode::VerifyFull)),
            ("", Some("system"), Some(Mode::VerifyFull)),
            ("require", Some("system"), None),
        ] {
            assert_eq!(wanted(said, roots).mode().ok(), expected, "{said} {roots:?}");
        }
        assert_eq!(Mode::of("sometimes"), None);
    }
}
