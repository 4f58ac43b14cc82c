//! Prints a sample page, made of invented numbers that look like those of a census extract:
//!
//! ```text
//! cargo run -p ridotto-report --example page -- internal > page.html
//! cargo run -p ridotto-report --example page -- public   > page.html
//! ```

mod sample;

use ridotto_report::{Audience, DigestKey, Disclosure};

fn main() {
    let public = std::env::args().nth(1).as_deref() == Some("public");
    let mut page = sample::page();
    page.audience = if public { Audience::Public } else { Audience::Internal };
    // Anybody can read this key; a real one is secret.
    let digest_key = DigestKey::new(b"not a secret, only an example").ok();
    let html = page.to_html(&Disclosure { digest_key, ..Disclosure::default() });
    print!("{html}");
}
