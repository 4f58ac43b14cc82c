//! A masking step of one's own is parsed, explained, bound, run and reported as ours are.

use crate::setting::Setting;
use ridotto::{
    Inputs, Outputs, Plan, Randomness, Registry, RestoreOptions, RunOptions, StepContext,
    StepDefinition, explain,
};
use ridotto_catalogue::entry::{by_itself, one_copy, opaque, promises_nothing, with_others};
use ridotto_catalogue::{
    Disclosure, Entry, Facts, Given, Limit, Parameter, Privacy, Problem, Reference, Shape, Status,
    StepFacts, Truth, Worked, code, names,
};
use ridotto_core::Dictionary;
use ridotto_io::Table;
use ridotto_mask::parameters::ATTRIBUTES;
use ridotto_mask::{Changing, Replaced, Unsuited, Values};
use ridotto_release::{Error, Step, StepOutcome, StepRun};
use std::borrow::Cow;

names! {
    /// Which end of a text is kept.
    End {
        /// The first letters.
        First = "first" Now,
        /// The last letters.
        Last = "last" Now,
    }
}

const LETTERS: ridotto_catalogue::Limits =
    ridotto_catalogue::Limits { least: 1, open: false, most: 9, because: "it counts letters" };

/// Keeps a few letters of every value.
static SHORTEN: StepDefinition = StepDefinition {
    entry: entry(
        "shorten",
        &[
            ATTRIBUTES,
            &[
                Parameter::new("letters", Shape::Integer(LETTERS), "2", "How many letters stay.")
                    .required(),
                Parameter::new(
                    "end",
                    Shape::Choice(<End as ridotto::Named>::NAMES),
                    "\"first\"",
                    "Which end stays.",
                )
                .default("\"first\""),
                Parameter::new("keep", Shape::Names, "[\"unknown\"]", "Values that stay whole."),
            ],
        ],
        check,
        FACTS,
    ),
    bind: shorten,
    tries: &["letters = 2"],
};

const FACTS: StepFacts = StepFacts {
    against: &[Disclosure::Identity],
    truth: Truth::True,
    keeps: "the ends of texts",
    did: "kept a few letters of each value",
    limits: &[Limit { name: "Short texts", text: "They stay as they are." }],
    claims: &[],
    deletes: false,
    reads_records: false,
    weighs: false,
    samples: None,
    looks_at: &[],
    copies: one_copy,
    privacy: promises_nothing,
    mixes: by_itself,
    transparency: opaque,
};

const fn entry(
    name: &'static str,
    parameters: &'static [&'static [Parameter]],
    check: fn(&Given) -> Vec<Problem>,
    facts: StepFacts,
) -> Entry {
    Entry {
        name,
        title: "A step of this test",
        aliases: &[],
        formula: "x becomes a part of x",
        status: Status::Now,
        summary: "Keeps a few letters of every value.",
        parameters,
        check,
        facts: Facts::Step(facts),
        advice: "Shortening, as this test defines it.",
        references: &[Reference { authors: "Nobody", year: 2026, title: "Letters", doi: "" }],
        example: "[[mask]]\nmethod = \"shorten\"\nattributes = [\"town\"]\nletters = 2\n",
        worked: Worked::told("Of Alba `Al` is left."),
    }
}

fn check(given: &Given) -> Vec<Problem> {
    let too_short = |name: &&ridotto_catalogue::Spanned<String>| name.value.is_empty();
    let empty = given.texts("keep").iter().find(too_short);
    let problem = |at| {
        Problem::error(code::OUT_OF_RANGE, "an empty value stays whole anyway").at(at, "empty")
    };
    empty.map(|name| problem(name.span)).into_iter().collect()
}

#[derive(Debug)]
struct Shorten {
    letters: usize,
    end: End,
    keep: Vec<String>,
}

#[expect(clippy::unnecessary_wraps, reason = "a step may refuse its columns")]
fn shorten(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let given = context.given();
    let values = Shorten {
        letters: given.whole("letters") as usize,
        end: given.choice("end"),
        keep: given.texts("keep").iter().map(|text| text.value.clone()).collect(),
    };
    Ok(Box::new(Changing { context, values }))
}

impl Values for Shorten {
    fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited> {
        Ok(Replaced::new(dictionary, is_missing, |_, text| {
            let text = text?;
            if self.keep.iter().any(|kept| kept == text) {
                return Some(Cow::Borrowed(text));
            }
            let letters: Vec<char> = text.chars().collect();
            let most = self.letters.min(letters.len());
            let kept = match self.end {
                End::First => &letters[..most],
                End::Last => &letters[letters.len() - most..],
            };
            Some(Cow::Owned(kept.iter().collect()))
        }))
    }

    fn help(&self, _: Unsuited) -> &'static str {
        "name texts"
    }
}

const DATA: &str = "age,town,illness\n31,Graz,flu\n32,Graz,gout\n33,Wien,flu\n34,Wien,gout\n";
const POLICY: &str = "version = 1
[data]
input = \"data.csv\"
[attributes.age]
role = \"quasi-identifier\"
hierarchy = { suppress = true }
[attributes.town]
role = \"insensitive\"
[attributes.illness]
role = \"insensitive\"
[[mask]]
method = \"shorten\"
attributes = [\"town\"]
letters = 2
[[require]]
model = \"k-anonymity\"
k = 2
[output]
file = \"out.csv\"
report = [\"report.json\", \"report.html\"]
";

#[test]
fn a_step_of_ones_own_is_one_of_ours() {
    let registry = Registry::default().with_step(&SHORTEN);
    assert!(ridotto::parse("policy.toml", POLICY).is_err(), "ours do not have it");
    let help = |from: &str, to: &str| {
        let wrong = registry.parse("policy.toml", &POLICY.replace(from, to)).unwrap_err();
        let helps =
            wrong.problems().iter().filter_map(|one| one.help.as_deref().map(str::to_owned));
        helps.collect::<Vec<_>>().join("; ")
    };
    assert!(help("letters = 2", "letter = 2").contains("did you mean `letters`?"));
    assert!(help("letters = 2", "letters = 10").contains("it counts letters"));
    assert!(help("letters = 2", "letters = 2\nto = 5").contains("is a parameter of `round`"));
    assert!(help("\"shorten\"", "\"shortn\"").contains("did you mean `shorten`?"));
    let wrong = POLICY.replace("letters = 2", "letters = 2\nkeep = [\"\"]");
    let wrong = registry.parse("policy.toml", &wrong).unwrap_err();
    assert_eq!(wrong.to_string(), "an empty value stays whole anyway");
    assert!(registry.schema().to_string().contains("How many letters stay."));
    let explained = explain("shorten", &registry);
    assert!(explained[0].text.starts_with(SHORTEN.entry.advice));
    assert!(explained[0].text.ends_with(SHORTEN.entry.formula));
    assert!(explained[0].parameters.iter().any(|one| one.name == "letters" && one.required));
    assert!(explain("letters", &registry)[0].text.contains("`[[mask]]` shorten"));

    let files = [("data.csv", DATA.as_bytes()), ("policy.toml", POLICY.as_bytes())];
    let setting = Setting::new(&files);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let release = Plan::bind(&policy, Inputs::of_policy().threads(1))
        .unwrap()
        .run(&Outputs::of_policy(), &RunOptions::default(), &())
        .unwrap();
    let step = &release.report().steps[0];
    assert_eq!((step.method.as_str(), step.cells_changed), ("shorten", 4));
    release.publish().unwrap();
    let out = setting.read("out.csv");
    let mut towns: Vec<&str> =
        out.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    towns.sort_unstable();
    assert_eq!(towns, ["Gr", "Gr", "Wi", "Wi"]);
    assert!(setting.read("report.html").contains("kept a few letters of each value"));
}

/// One that has the name of ours takes its place.
#[test]
fn a_step_may_take_the_place_of_ours() {
    static ROUND: StepDefinition = StepDefinition {
        entry: entry("round", &[ATTRIBUTES], ridotto_catalogue::entry::any, FACTS),
        bind: |_| Err(Problem::error("mine::round", "this one does nothing")),
        tries: &[],
    };
    let registry = Registry::default().with_step(&ROUND);
    let rounds = |registry: &Registry| {
        registry.steps().iter().filter(|step| step.entry.name == "round").count()
    };
    assert_eq!((rounds(&Registry::default()), rounds(&registry)), (1, 1));
    let text = POLICY.replace("\"shorten\"", "\"round\"").replace("letters = 2\n", "");
    let files = [("data.csv", DATA.as_bytes()), ("policy.toml", text.as_bytes())];
    let setting = Setting::new(&files);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let refused = Plan::bind(&policy, Inputs::of_policy().threads(1)).unwrap_err();
    assert_eq!(refused.to_string(), "this one does nothing");
}

/// A saved decision needs the step that came before it.
#[test]
fn a_decision_after_it_is_made_again() {
    let registry = Registry::default().with_step(&SHORTEN);
    let text = POLICY.replace("[output]\n", "[output]\nrecoding = \"recoding.json\"\n");
    let files = [("data.csv", DATA.as_bytes()), ("policy.toml", text.as_bytes())];
    let setting = Setting::new(&files);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let plan = Plan::bind(&policy, Inputs::of_policy().threads(1)).unwrap();
    plan.run(&Outputs::of_policy(), &RunOptions::default(), &()).unwrap().publish().unwrap();
    let (recoding, data) = (setting.path("recoding.json"), setting.path("data.csv"));
    let usual = RestoreOptions { threads: 1, ..RestoreOptions::default() };
    assert!(Plan::restore(&recoding, &data, &usual).is_err(), "ours do not have it");
    let known = RestoreOptions { registry, ..usual };
    let again = Plan::restore(&recoding, &data, &known).unwrap();
    let release = again.run(&Outputs::memory(), &RunOptions::default(), &()).unwrap();
    assert_eq!(release.report().steps[0].method, "shorten");
}

/// What a step says of itself is believed: what mixes records cannot come before private noise, and
/// who promises privacy takes no seed.
#[test]
fn facts_of_ones_own_step_count() {
    static MIXES: StepDefinition = StepDefinition {
        entry: entry(
            "mixes",
            &[ATTRIBUTES],
            ridotto_catalogue::entry::any,
            StepFacts { mixes: with_others, ..FACTS },
        ),
        bind: |context| Ok(Box::new(Draws(context))),
        tries: &[],
    };
    static DRAWS: StepDefinition = StepDefinition {
        entry: entry(
            "draws",
            &[ATTRIBUTES],
            ridotto_catalogue::entry::any,
            StepFacts { privacy: |_| Privacy::File, ..FACTS },
        ),
        bind: |context| Ok(Box::new(Draws(context))),
        tries: &[],
    };
    let registry = Registry::default().with_step(&MIXES).with_step(&DRAWS);
    let step = "method = \"shorten\"\nattributes = [\"town\"]\nletters = 2";
    let noise = "method = \"mixes\"\nattributes = [\"age\"]\n[[mask]]\nmethod = \"noise\"\n\
                 kind = \"private\"\nattributes = [\"age\"]\nepsilon = 1\nlower = 0\nupper = 99";
    let refused = registry.parse("policy.toml", &POLICY.replace(step, noise)).unwrap_err();
    assert_eq!(refused.to_string(), "`mixes` cannot come before private noise");

    let text = POLICY.replace("\"shorten\"", "\"draws\"").replace("letters = 2\n", "");
    let policy = registry.parse("policy.toml", &text).unwrap();
    assert_eq!(policy.private_file(), Some((0, 0)));
    // What the data would have to settle is refused, as for a step of ours.
    let files = [("data.csv", DATA.as_bytes()), ("policy.toml", text.as_bytes())];
    let setting = Setting::new(&files);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let refused = Plan::bind(&policy, Inputs::of_policy().threads(1)).unwrap_err();
    assert!(refused.to_string().contains("problems in"), "{refused}");
}

/// A step that takes random numbers.
#[derive(Debug)]
struct Draws(StepContext);

impl Step for Draws {
    fn method(&self) -> &'static str {
        self.0.method()
    }
    fn entry(&self) -> Option<&'static Entry> {
        Some(self.0.entry())
    }
    fn attributes(&self) -> Vec<String> {
        self.0.attributes()
    }
    fn draws(&self) -> bool {
        true
    }
    fn run(&self, _: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        self.0.dice(run)?;
        Ok(StepOutcome::default())
    }
}

/// Who promises nothing may be drawn by a seed.
#[test]
fn a_seed_is_for_steps_that_promise_nothing() {
    static DRAWN: StepDefinition = StepDefinition {
        entry: entry("drawn", &[ATTRIBUTES], ridotto_catalogue::entry::any, FACTS),
        bind: |context| Ok(Box::new(Draws(context))),
        tries: &[],
    };
    let registry = Registry::default().with_step(&DRAWN);
    let text = POLICY.replace("\"shorten\"", "\"drawn\"").replace("letters = 2\n", "");
    let files = [("data.csv", DATA.as_bytes()), ("policy.toml", text.as_bytes())];
    let setting = Setting::new(&files);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let plan = Plan::bind(&policy, Inputs::of_policy().threads(1)).unwrap();
    let options = RunOptions { randomness: Randomness::seeded(1), ..RunOptions::default() };
    assert!(plan.run(&Outputs::memory(), &options, &()).is_ok());
}
