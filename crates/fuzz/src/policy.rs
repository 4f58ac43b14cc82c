//! Policies: whatever the text is, there is a policy or a list of problems that can be shown.

use crate::Target;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use ridotto_policy::Problem;

pub(crate) const TARGET: Target = Target {
    name: "policy",
    run,
    words: &[
        "version = 1\n",
        "[data]\n",
        "[attributes.a]\n",
        "[attributes.\"b c\"]\n",
        "[[require]]\n",
        "[release]\n",
        "[output]\n",
        "[[mask]]\n",
        "role = \"quasi-identifier\"\n",
        "role = \"sensitive\"\n",
        "hierarchy = ",
        "{ intervals = [5, 10] }",
        "{ redact = \"right\" }",
        "{ dates = [\"year\"] }",
        "{ groups = { A = [\"x\"] } }",
        "{ cuts = [[1, 2], [2]] }",
        "{ auto = true }",
        "model = \"k-anonymity\"\n",
        "k = 5\n",
        "suppression = 0.5\n",
        "1e400",
        "-1",
        "\"",
        "'''",
        "\"\"\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        "#",
        "\n",
        "\r\n",
        "é",
        "日本",
        "\0",
        "nan",
        "18446744073709551616",
        "0.1",
        ".",
        ",",
        "true",
        "1979-05-27",
    ],
    cases: 6_000,
};

/// Every problem has words and a known code; its place is within the text, between characters; and
/// all of them together can be drawn. Parsing twice gives the same.
fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (problems, error) = match ridotto::parse("policy.toml", text) {
        Ok(policy) => {
            let lints = policy.lints();
            (lints.clone(), policy.error(lints))
        }
        Err(error) => {
            assert!(!error.problems().is_empty(), "an error without a problem");
            (error.problems().to_vec(), error)
        }
    };
    for Problem { code, span, message, .. } in &problems {
        assert!(!message.is_empty(), "{code} says nothing");
        assert!(ridotto_policy::code::ALL.iter().any(|(known, _)| known == code), "{code}");
        if let Some(span) = span {
            assert!(text.get(span.start..span.end).is_some(), "{span:?} of {code} is no text");
        }
    }
    let shown = drawn(&error);
    assert!(!shown.contains("Failed to read contents"), "a place cannot be drawn");
    let again = match ridotto::parse("policy.toml", text) {
        Ok(policy) => policy.error(policy.lints()),
        Err(error) => error,
    };
    assert_eq!(shown, drawn(&again), "parsing twice gives two results");
}

fn drawn(error: &dyn Diagnostic) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor());
    let mut shown = String::new();
    handler.render_report(&mut shown, error).expect("a problem can be drawn");
    shown
}
