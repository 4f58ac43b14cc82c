//! Tests of pages: what is shown, what is not, and that nothing escapes its place.

use super::*;
use crate::chart::{
    Distribution, DistributionBin, KLossPoint, Promise, RiskUtilityPoint, StepEffect,
};
use crate::{
    Concern, FileReport, Finding, FingerprintKey, Guarantee, Known, Levels, Parameter, StepReport,
};
use proptest::prelude::*;
use ridotto_measure::MEASURES;

/// A page in which every text is this one.
fn filled_with(text: &str) -> Page {
    let name = || text.to_owned();
    let file = || FileReport { file: name(), rows: Some(7), sha256: Some(name()) };
    let measure = || Measure { name: name(), about: name(), ..Measure::default() };
    let statement = || Statement::public(text);
    let mut page = Page {
        title: name(),
        publisher: name(),
        issued: Some(name()),
        risk: Risk {
            measures: vec![measure()],
            combinations: vec![Combination {
                attributes: vec![name(), name()],
                before: 1,
                after: 0,
            }],
        },
        utility: vec![measure()],
        tradeoff: Tradeoff { reasons: vec![statement()], measures: vec![measure()] },
        limits: vec![statement()],
        reproduce: Reproduce {
            command: name(),
            policy_file: name(),
            policy_sha256: name(),
            policy_text: Some(name()),
            seed: Some(name()),
        },
        ..Page::default()
    };
    let report = &mut page.report;
    (report.input, report.output, report.ridotto) = (file(), file(), name());
    report.steps = vec![StepReport {
        transformations: Vec::new(),
        method: name(),
        attributes: vec![name()],
        cells_changed: 3,
        records: 7,
        figures: vec![],
        known: Known::default(),
    }];
    let mut release = report.of_records().clone();
    release.algorithm = name();
    release.levels = Levels(vec![(name(), 1)]);
    release.heights = Levels(vec![(name(), 2)]);
    release.objective.name = name();
    release.objective.aggregate = Some(name());
    report.release = release.into();
    report.notes = vec![name()];
    let finding = |name: String, attribute| Finding {
        name,
        attribute,
        concern: Concern::Utility,
        before: None,
        after: Some(0.5),
    };
    report.findings = vec![
        finding(name(), None),
        finding(name(), Some(name())),
        finding("height".into(), Some(name())),
    ];
    // So many attributes that their table is folded.
    let many = (0..9).map(|at| finding("hellinger".into(), Some(format!("{at}{text}"))));
    report.findings.extend(many);
    report.guarantees = vec![Guarantee {
        model: name(),
        attribute: Some(name()),
        parameters: [(name(), Parameter::Text(name()))].into(),
        required: None,
        decided_by: Some(name()),
        bound: None,
        attained: None,
        holds: Some(false),
        shown: name(),
        known: Known::default(),
    }];
    page.charts = charts_named(text);
    page
}

fn charts_named(text: &str) -> Charts {
    let name = || text.to_owned();
    let mut risk = RiskDistribution::usual();
    risk.add(text, [(0.1, 70)]);
    let bins =
        [50, 60].map(|count| DistributionBin { label: Some(name()), before: count, after: count });
    let attribute =
        Distribution { attribute: name(), bins: bins.into(), ..Distribution::default() };
    let points = [0.1, 0.2].map(|share| RiskUtilityPoint {
        name: name(),
        risk: share,
        loss: share,
        promise: Promise::Lacking,
        ..RiskUtilityPoint::default()
    });
    let steps = vec![StepEffect { name: name(), risk: 0.1, loss: Some(0.1) }];
    Charts {
        k_loss: Some(KLoss {
            points: vec![KLossPoint { k: 2, share: 0.5 }],
            required: Some(2),
            records: 7,
        }),
        class_sizes: Some(ClassSizes::new([1, 1], [2])),
        risk: Some(risk),
        distributions: Some(Distributions { attributes: vec![attribute] }),
        correlations: Some(CorrelationChange {
            attributes: vec![name(), name()],
            differences: vec![vec![], vec![Some(0.1)]],
        }),
        steps: Some(StepEffects { steps }),
        lattice: Some(Lattice { attributes: vec![name()], ..Lattice::default() }),
        map: Some(RiskUtilityMap {
            points: points.into(),
            proposed: Some(0),
            ..RiskUtilityMap::default()
        }),
    }
}

/// The tags of a page, and nothing else.
fn tags(html: &str) -> Vec<&str> {
    let tag = |rest: &'_ str| {
        rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '/' && letter != '!')
    };
    html.split('<').skip(1).map(|rest| &rest[..tag(rest).unwrap_or(rest.len())]).collect()
}

#[test]
fn names_cannot_become_markup() {
    let everything = Disclosure { show_values: true, ..Disclosure::new(MEASURES) };
    let harmless = filled_with("harmless");
    let attacks = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</style><script>alert(1)</script>",
        "]]><svg onload=alert(1)>",
        "&lt;script&gt;",
        "a\u{0}b\u{202e}c",
        "{k} {attribute}",
    ];
    for attack in attacks {
        let page = filled_with(attack);
        let (html, expected) = (page.to_html(&everything), harmless.to_html(&everything));
        assert_eq!(tags(&html), tags(&expected), "{attack}");
        // Quotes are escaped too, so the number of attributes is the same.
        assert_eq!(html.matches("=\"").count(), expected.matches("=\"").count(), "{attack}");
        assert!(!html.contains('\u{0}') && !html.contains('\u{202e}'));
    }
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let html = filled_with("name").to_html(&Disclosure::new(MEASURES));
    for forbidden in ["<script", "<link", "<img", "<iframe", " src=", "@import", "javascript:"] {
        assert!(!html.contains(forbidden), "{forbidden}");
    }
    // The only addresses are places in the page and the name of the SVG standard.
    for address in html.split("url(").skip(1) {
        assert!(address.starts_with('#'));
    }
    for address in html.split("href=\"").skip(1) {
        assert!(address.starts_with('#'));
    }
    let standard = html.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(html.matches("http").count() - html.matches("http-equiv").count(), standard);
}

#[test]
fn identifiers_occur_once() {
    let html = filled_with("name").to_html(&Disclosure::new(MEASURES));
    let mut seen = std::collections::BTreeSet::new();
    for found in html.split(" id=\"").skip(1) {
        let identifier = &found[..found.find('"').unwrap()];
        assert!(seen.insert(identifier), "{identifier} occurs twice");
    }
    assert!(seen.len() > 30, "the pictures were looked at");
}

/// What the public must not see, each under a mark of its own.
fn secretive() -> Page {
    let mut page = filled_with("open");
    page.audience = Audience::Public;
    page.report.input.file = "SECRET-FILE".into();
    page.report.input.sha256 = Some("ab".repeat(32));
    page.report.output.sha256 = Some("cd".repeat(32));
    page.report.notes = vec!["SECRET-NOTE".into()];
    page.report.findings.push(Finding {
        name: "SECRET-FINDING".into(),
        attribute: None,
        concern: Concern::Risk,
        before: Some(3.0),
        after: Some(3.0),
    });
    page.report.findings.push(Finding {
        name: "SECRET-COLUMN".into(),
        attribute: Some("open".into()),
        concern: Concern::Risk,
        before: Some(3.0),
        after: Some(3.0),
    });
    page.risk.combinations[0].attributes = vec!["SECRET-COMBINATION".into()];
    page.tradeoff.reasons.push(Statement::internal("SECRET-REASON"));
    page.limits.push(Statement::internal("SECRET-LIMIT"));
    page.reproduce.seed = Some("SECRET-SEED".into());
    page.reproduce.command = "SECRET-COMMAND".into();
    page.reproduce.policy_text = Some("SECRET-POLICY".into());
    page.reproduce.policy_file = "SECRET-POLICY-FILE".into();
    page.reproduce.policy_sha256 = "ef".repeat(32);
    page.report.guarantees[0]
        .parameters
        .insert("seed".into(), Parameter::Text("SECRET-SEED".into()));
    let labelled = page.charts.distributions.as_mut().unwrap();
    labelled.attributes[0].bins[0].label = Some("SECRET-VALUE".into());
    page.charts.lattice =
        Some(Lattice { attributes: vec!["SECRET-LATTICE".into()], ..Lattice::default() });
    page
}

#[test]
fn the_public_sees_no_secret() {
    let rules = Disclosure { show_values: true, ..Disclosure::new(MEASURES) };
    for text in [secretive().to_html(&rules), secretive().to_json(&rules)] {
        assert!(!text.contains("SECRET"), "{:?}", text.find("SECRET").map(|at| &text[at..at + 24]));
        assert!(!text.contains(&"ab".repeat(32)) && !text.contains(&"ef".repeat(32)));
        assert!(text.contains(&"cd".repeat(32)), "the release is in the reader's hands");
    }
    // The same page for those who may see the input has all of it, so the marks are real.
    let internal = Page { audience: Audience::Internal, ..secretive() };
    let html = internal.to_html(&rules);
    for part in [
        "FILE",
        "NOTE",
        "FINDING",
        "COLUMN",
        "COMBINATION",
        "REASON",
        "LIMIT",
        "SEED",
        "COMMAND",
        "POLICY",
        "VALUE",
        "LATTICE",
    ] {
        assert!(html.contains(&format!("SECRET-{part}")), "{part}");
    }
}

#[test]
fn values_are_shown_only_when_asked_for() {
    let internal = Page { audience: Audience::Internal, ..secretive() };
    let silent = Disclosure::new(MEASURES);
    assert!(!internal.to_html(&silent).contains("SECRET-VALUE"));
    assert!(!internal.to_json(&silent).contains("SECRET-VALUE"));
}

#[test]
fn digests_of_the_input_have_a_key_or_are_left_out() {
    let digest = |rules: &Disclosure| secretive().view(rules).provenance.files[0].digest.clone();
    assert_eq!(digest(&Disclosure::new(MEASURES)), None);
    let digest_key = Some(FingerprintKey::new(&[9; 32]).unwrap());
    let found = digest(&Disclosure { digest_key, ..Disclosure::new(MEASURES) }).unwrap();
    assert_eq!(found.kind, crate::FingerprintKind::HmacSha256);
    assert_ne!(found.value, "ab".repeat(32));
}

#[test]
fn a_page_says_what_does_not_hold() {
    let page = filled_with("x");
    assert_eq!(page.view(&Disclosure::new(MEASURES)).holds, Some(false));
    assert!(page.to_html(&Disclosure::new(MEASURES)).contains("This must not be released."));
    let empty = Page::default().to_html(&Disclosure::new(MEASURES));
    assert!(empty.contains("nothing is promised"));
}

#[test]
fn the_content_as_json_can_be_read_again() {
    let view = filled_with("x").view(&Disclosure::new(MEASURES));
    let read: View = serde_json::from_str(&crate::to_json(&view)).unwrap();
    assert_eq!(read.verdicts, view.verdicts);
    assert_eq!(read.charts, view.charts);
    let page: Page = serde_json::from_str(&crate::to_json(&filled_with("x"))).unwrap();
    assert_eq!(page.charts, filled_with("x").charts);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_names_make_the_same_page(name in "\\PC{1,12}") {
        let rules = Disclosure::new(MEASURES);
        let (html, expected) = (filled_with(&name).to_html(&rules), filled_with("name").to_html(&rules));
        prop_assert_eq!(tags(&html).len(), tags(&expected).len());
    }

    /// What the input had before is in no public view, and neither is how many were suppressed, up to
    /// the next ten.
    #[test]
    fn the_public_reads_nothing_of_the_input(rows in 0_u64..60, suppressed in 0_u64..60, unique in 0_u64..30) {
        let page = |suppressed: u64, unique: u64| {
            let mut page = filled_with("open");
            page.audience = Audience::Public;
            let report = &mut page.report;
            report.input.rows = Some(rows + suppressed);
            report.output.rows = Some(rows);
            report.steps[0].records = rows + suppressed;
            report.steps[0].cells_changed = unique;
            let mut release = report.of_records().clone();
            release.suppressed_rows = Some(suppressed);
            release.suppressed_cells = unique;
            release.objective.value = Some(unique as f64 / 60.0);
            release.heights.0[0].1 = 2 + u8::from(unique > 9);
            report.release = release.into();
            report.guarantees[0].attained = Some(1.0 / (1.0 + unique as f64));
            for name in ["unique-records", "certain-guess"] {
                report.findings.push(Finding {
                    name: name.into(),
                    attribute: None,
                    concern: Concern::Risk,
                    before: Some(unique as f64),
                    after: Some(0.0),
                });
            }
            page.charts.class_sizes = Some(ClassSizes::new([unique, 7], [40]));
            page.charts.k_loss.as_mut().unwrap().records = rows + unique;
            page
        };
        let rules = Disclosure::new(MEASURES);
        let told = |suppressed, unique| page(suppressed, unique).view(&rules);
        let alike = if suppressed == 0 { 0 } else { (suppressed / 10 * 10).max(1) };
        prop_assert_eq!(told(suppressed, unique), told(alike, 0));
        prop_assert_eq!(page(suppressed, unique).to_html(&rules), page(alike, 0).to_html(&rules));
        let story = told(suppressed, unique).done.iter().map(|one| one.text.as_str()).collect::<String>();
        if (1..10).contains(&suppressed) {
            prop_assert!(story.contains("ewer than 10 records were suppressed"), "{}", story);
        }
    }
}
