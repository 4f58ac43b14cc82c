//! Certificates: issued with a release, and held against files later.

use crate::inputs::folder_of;
use crate::{Error, Outputs, key_files, place_files, write_all};
use ridotto_io::{Staged, digest_of};
use ridotto_policy::Policy;
use ridotto_report::certificate::{
    AtHand, Certificate, Examined, Expected, KeyFault, SigningKey, VerifyingKey, digest_key,
    examine, private_text, public_text, read_private, read_public,
};
use ridotto_report::{Audience, Fingerprint, Report};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A certificate that will be written, and who signs it.
pub(crate) struct Certifier {
    /// The file; `None` if it is kept as a value alone.
    staged: Option<Staged>,
    key: Option<SigningKey>,
    policy: Fingerprint,
    audience: Audience,
}

impl std::fmt::Debug for Certifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certifier").field("staged", &self.staged).finish_non_exhaustive()
    }
}

/// Where a plan's certificate goes, and which key signs it: what the options say, or the policy.
pub(crate) fn wanted(policy: &Policy, outputs: &Outputs) -> (Option<PathBuf>, Option<PathBuf>) {
    let folder = folder_of(policy);
    let beside = |file: &ridotto_policy::Spanned<String>| folder.join(&file.value);
    let output = &policy.output;
    let certificate = output.certificate.as_ref().filter(|_| !outputs.alone);
    let key = output.signing_key.as_ref().filter(|_| !outputs.alone);
    (
        outputs.certificate.clone().or_else(|| certificate.map(beside)),
        outputs.signing_key.clone().or_else(|| key.map(beside)),
    )
}

impl Certifier {
    /// Stages the certificate of a plan, if there is to be one.
    pub fn stage(policy: &Policy, outputs: &Outputs) -> Result<Option<Self>, Error> {
        let (certificate, key) = wanted(policy, outputs);
        let is_told = outputs.keep && (key.is_some() || outputs.audience == Audience::Internal);
        if certificate.is_none() && !is_told {
            return match key {
                None => Ok(None),
                Some(_) => Err(Error::Usage {
                    message: "there is a signing key, but nothing to sign".into(),
                    hint: "say `Outputs::certificate` too, or leave out the key".into(),
                }),
            };
        }
        let key = key.map(|path| read_signing_key(&path)).transpose()?;
        if outputs.audience == Audience::Public && key.is_none() {
            return Err(Error::Usage {
                message: "a certificate for the public needs a signing key: without one, its \
                          digests would confirm guesses of the input"
                    .into(),
                hint: "make one with `make_keys`, and say `Outputs::signing_key`".into(),
            });
        }
        Ok(Some(Self {
            staged: certificate
                .map(|file| outputs.claims.beside(&file, outputs.force))
                .transpose()?,
            key,
            policy: Fingerprint::of(policy.source().text().as_bytes()),
            audience: outputs.audience,
        }))
    }

    /// Writes the certificate about a report, and hands it out; nothing is in its place yet.
    pub fn write(&self, report: &Report) -> Result<String, Error> {
        // Times would tell how long a differentially private release took.
        let is_private = report.seconds.is_none();
        let mut certificate = Certificate::of(report, self.policy.clone(), &now(is_private));
        if let (Audience::Public, Some(key)) = (self.audience, &self.key) {
            let published = certificate.published(&digest_key(key));
            certificate = published
                .ok_or_else(|| Error::Unverified("a file has no digest to certify".to_owned()))?;
        }
        let document = certificate
            .issue(self.key.as_ref())
            .map_err(|error| Error::Unverified(error.to_string()))?;
        if let Some(staged) = &self.staged {
            write_all(staged, document.as_bytes())?;
        }
        Ok(document)
    }

    /// The file that will be it, if there is to be one.
    pub fn into_staged(self) -> Option<Staged> {
        self.staged
    }
}

/// The time in UTC, as RFC 3339 has it; of a whole day only its beginning.
fn now(whole_day: bool) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut seconds = i64::try_from(since.as_secs()).unwrap_or(0);
    if whole_day {
        seconds -= seconds % 86_400;
    }
    jiff::Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

/// Makes a pair of keys, `NAME.key` and `NAME.pub`: the first signs and only its owner may read it,
/// the second is for everybody.
pub fn make_keys(name: &Path, force: bool) -> Result<(PathBuf, PathBuf), Error> {
    let with = |ending: &str| {
        let mut path = name.as_os_str().to_owned();
        path.push(ending);
        PathBuf::from(path)
    };
    if name.file_name().is_none() {
        return Err(Error::Usage {
            message: format!("{}: keys need a name", name.display()),
            hint: "for example `publisher`".into(),
        });
    }
    let (private, public) = (with(".key"), with(".pub"));
    let staged = (Staged::private(&private, force)?, Staged::beside(&public, force)?);
    let key = SigningKey::from_bytes(&*key_files::random()?);
    write_all(&staged.0, private_text(&key).as_bytes())?;
    write_all(&staged.1, public_text(&key.verifying_key()).as_bytes())?;
    place_files([staged.0, staged.1])?;
    Ok((private, public))
}

/// What a certificate is held against.
#[derive(Clone, Debug, Default)]
pub struct VerifyOptions {
    /// The public key of who must have signed.
    pub public_key: Option<PathBuf>,
    /// The publisher's private key, for certificates that were made for the public.
    pub signing_key: Option<PathBuf>,
    /// The data that came in.
    pub input: Option<PathBuf>,
    /// The policy.
    pub policy: Option<PathBuf>,
    /// The data that went out.
    pub output: Option<PathBuf>,
}

/// Holds a certificate against a key and files.
pub fn verify_certificate(certificate: &Path, options: &VerifyOptions) -> Result<Examined, Error> {
    let digest = |path: &Option<PathBuf>| -> Result<Option<Fingerprint>, Error> {
        let Some(path) = path else { return Ok(None) };
        Ok(Some(Fingerprint::plain(&digest_of(path)?.to_string())))
    };
    if options.input.as_deref().is_some_and(ridotto_io::is_address) {
        return Err(Error::Usage {
            message:
                "the digest of a table that came in is that of the columns that were used, and \
                      they are not known here"
                    .into(),
            hint: "leave out `VerifyOptions::input`; a table that went out can be compared".into(),
        });
    }
    let signing = options.signing_key.as_deref().map(read_signing_key).transpose()?;
    let public = options.public_key.as_deref().map(read_public_key).transpose()?;
    let expected = Expected {
        // Who has the private key knows the public one.
        key: public.or_else(|| signing.as_ref().map(SigningKey::verifying_key)),
        input: digest(&options.input)?,
        policy: digest(&options.policy)?,
        output: digest(&options.output)?,
    };
    let document = key_files::read_small(certificate, MOST_CERTIFICATE)?;
    Ok(examine(&document, &AtHand { expected, digests: signing.as_ref().map(digest_key) }))
}

/// More than that is no certificate.
const MOST_CERTIFICATE: u64 = 16 << 20;

fn read_signing_key(path: &Path) -> Result<SigningKey, Error> {
    read_private(&key_files::read_own(path)?).map_err(|fault| wrong_key(path, fault))
}

fn read_public_key(path: &Path) -> Result<VerifyingKey, Error> {
    read_public(&key_files::read_key(path)?).map_err(|fault| wrong_key(path, fault))
}

fn wrong_key(path: &Path, fault: KeyFault) -> Error {
    let hint = match fault {
        KeyFault::NotAKey | KeyFault::Secret => "make a pair of keys with `make_keys`",
        KeyFault::Public => "it is the file `NAME.key` beside `NAME.pub`",
        KeyFault::Private => "it is the file `NAME.pub`; never give away `NAME.key`",
    };
    Error::Usage { message: format!("{}: {fault}", path.display()), hint: hint.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_standard() {
        let (second, day) = (now(false), now(true));
        assert!(second.len() == 20 && second.ends_with('Z'), "{second}");
        assert_eq!(&day[10..], "T00:00:00Z");
        assert!(day <= second);
    }
}
