//! Prints a sample page, made of invented numbers that look like those of a census extract:
//!
//! ```text
//! cargo run -p ridotto-report --example page -- internal > page.html
//! cargo run -p ridotto-report --example page -- public   > page.html
//! cargo run -p ridotto-report --example page -- strange  > page.html   # little is known, and it fails
//! ```

mod sample;
mod strange;

use ridotto_measure::MEASURES;
use ridotto_report::page::Page;
use ridotto_report::{Audience, Disclosure, FingerprintKey};

fn main() {
    let asked = std::env::args().nth(1).unwrap_or_default();
    let page = match asked.as_str() {
        "public" => Page { audience: Audience::Public, ..sample::page() },
        "strange" => strange::page(),
        _ => sample::page(),
    };
    // Anybody can read this key; a real one is secret.
    let digest_key = FingerprintKey::new(b"not a secret, only an example").ok();
    let html = page.to_html(&Disclosure { digest_key, ..Disclosure::new(MEASURES) });
    print!("{html}");
}
