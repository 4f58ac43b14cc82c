//! The sample page as people read it: its words without its markup.

#[path = "../examples/sample/mod.rs"]
mod sample;

use ridotto_measure::MEASURES;
use ridotto_report::page::Page;
use ridotto_report::{Audience, Disclosure, FingerprintKey};

/// The words of a page, a line for each piece of text. Pictures and their numbers are left out:
/// they have snapshots of their own.
fn words(html: &str) -> String {
    let (mut lines, mut hidden) = (Vec::new(), 0_usize);
    for part in html.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("every tag ends");
        let name = tag.split(' ').next().unwrap_or_default();
        if ["svg", "style", "details"].contains(&name) {
            hidden += 1;
        }
        if ["/svg", "/style", "/details"].contains(&name) {
            hidden -= 1;
        }
        if hidden == 0 && !text.trim().is_empty() {
            lines.push(text.trim().replace('\u{a0}', " "));
        }
    }
    lines.join("\n")
}

fn rules() -> Disclosure {
    Disclosure { digest_key: FingerprintKey::new(&[1; 32]).ok(), ..Disclosure::new(MEASURES) }
}

#[test]
fn those_who_may_see_the_input_read_this() {
    insta::assert_snapshot!(words(&sample::page().to_html(&rules())));
}

#[test]
fn the_public_reads_this() {
    let page = Page { audience: Audience::Public, ..sample::page() };
    insta::assert_snapshot!(words(&page.to_html(&rules())));
}

#[test]
fn the_page_is_small() {
    let html = sample::page().to_html(&rules());
    assert!(html.len() < 300_000, "{} bytes", html.len());
}
