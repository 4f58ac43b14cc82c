//! A model of one's own is parsed, explained, searched for, verified and reported as ours are.

use crate::setting::Setting;
use ridotto::ExploreOptions;
use ridotto::model::{
    Bound, BoundModel, Class, ClassModel, Degree, Disclosure, Entry, Facts, Given, Literal,
    ModelContext, ModelFacts, Parameter, Problem, Purpose, Reference, SCOPE, SENSITIVE,
    SensitiveId, Shape, Status, UnionRule, Wording, any, limits, never, promises_something,
};
use ridotto::{
    CheckOptions, Inputs, ModelDefinition, Outputs, Plan, Registry, RestoreOptions, RunOptions,
    explain,
};

/// Every class has at least so many rows beside those of its most frequent value.
#[derive(Debug)]
struct Doubt {
    of: SensitiveId,
    least: u64,
}

impl ClassModel for Doubt {
    fn name(&self) -> &'static str {
        MINE.entry.name
    }
    fn level(&self, class: Class<'_>) -> f64 {
        let counts = || class.histogram(self.of).iter().map(|&(_, count)| count);
        (counts().sum::<u64>() - counts().max().unwrap_or(0)) as f64
    }
    fn bound(&self) -> Bound {
        Bound::AtLeast(self.least as f64)
    }
    /// The most frequent value of a union is at most as frequent as those of its parts together.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }
}

static MINE: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: "doubt",
        title: "doubt",
        aliases: &[],
        formula: "|C| - max count(v, C) >= rows, for every class C",
        status: Status::Now,
        summary: "Every class has so many rows beside those of its most frequent value.",
        parameters: &[
            SENSITIVE,
            &[Parameter::new("rows", Shape::Integer(limits::L), "2", "How many rows differ.")
                .required()],
            SCOPE,
        ],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Sharing],
            statistics: &[Wording::always("fewest rows that differ")],
            promises: &[Wording::always("At least {rows} rows of a class differ in {attribute}.")],
            limits: &[],
            claims: &[],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: "Doubt, as this test defines it.",
        references: &[Reference { authors: "Nobody", year: 2026, title: "Doubt", doi: "" }],
        example: "[[require]]\nmodel = \"doubt\"\nrows = 2\n",
        worked: ridotto_catalogue::Worked::told(
            "Of four rows with two gouts, two differ from the commonest.",
        ),
    },
    bind,
    weakest: &[],
    tries: &[&[("rows", Literal::Whole(2))]],
};

#[expect(clippy::unnecessary_wraps, reason = "a model may refuse what it is given")]
fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let of = context.sensitive();
    Ok(BoundModel::per_class(Doubt { of: of.id(), least: given.whole("rows") }))
}

const DATA: &str = "age,illness\n31,flu\n32,flu\n33,gout\n34,gout\n51,flu\n52,gout\n53,flu\n";
const POLICY: &str = "version = 1
[data]
input = \"data.csv\"
[attributes.age]
role = \"quasi-identifier\"
hierarchy = { intervals = [10] }
[attributes.illness]
role = \"sensitive\"
[[require]]
model = \"doubt\"
rows = 2
[release]
suppression = 0.5
[output]
file = \"out.csv\"
report = [\"report.json\", \"report.html\"]
";

#[test]
fn a_model_of_ones_own_is_one_of_ours() {
    let registry = Registry::default().with_model(&MINE);
    assert!(ridotto::parse("policy.toml", POLICY).is_err(), "ours do not have it");
    let wrong = registry.parse("policy.toml", &POLICY.replace("rows = 2", "row = 2")).unwrap_err();
    assert!(wrong.problems().iter().any(|one| one.help.as_deref() == Some("did you mean `rows`?")));
    assert!(registry.schema().to_string().contains("How many rows differ."));
    let explained = explain("doubt", &registry);
    assert!(explained[0].text.starts_with(MINE.entry.advice));
    assert!(explained[0].text.ends_with(MINE.entry.formula));
    assert!(explained[0].parameters.iter().any(|one| one.name == "rows" && one.required));

    let setting =
        Setting::new(&[("data.csv", DATA.as_bytes()), ("policy.toml", POLICY.as_bytes())]);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let release = Plan::bind(&policy, Inputs::of_policy().threads(1))
        .unwrap()
        .run(&Outputs::of_policy(), &RunOptions::default(), &())
        .unwrap();
    let verdict = release.report().guarantees[0].clone();
    assert_eq!((verdict.model.as_str(), verdict.holds), ("doubt", Some(true)));
    assert_eq!((verdict.required, verdict.attained), (Some(2.0), Some(2.0)));
    release.publish().unwrap();
    // The three of the fifties have one row of doubt, and are suppressed.
    assert_eq!(setting.read("out.csv").lines().count(), 5);
    let page = setting.read("report.html");
    assert!(page.contains("At least 2 rows of a class differ in illness."), "{page}");
    assert!(page.contains("fewest rows that differ"));
}

/// A decision for a model of one's own is made again where the model is known, and nowhere else.
#[test]
fn a_decision_for_it_is_made_again() {
    let registry = Registry::default().with_model(&MINE);
    let text = POLICY.replace("[output]\n", "[output]\nrecoding = \"recoding.json\"\n");
    let files = [("data.csv", DATA.as_bytes()), ("policy.toml", text.as_bytes())];
    let setting = Setting::new(&files);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let plan = Plan::bind(&policy, Inputs::of_policy().threads(1)).unwrap();
    let release = plan.run(&Outputs::of_policy(), &RunOptions::default(), &()).unwrap();
    release.publish().unwrap();
    let (recoding, data) = (setting.path("recoding.json"), setting.path("data.csv"));
    let usual = RestoreOptions { threads: 1, ..RestoreOptions::default() };
    let unknown = Plan::restore(&recoding, &data, &usual).unwrap_err();
    assert!(unknown.to_string().contains("its policy cannot be read"), "{unknown}");
    let known = RestoreOptions { registry: registry.clone(), ..usual };
    let again = Plan::restore(&recoding, &data, &known).unwrap();
    let release = again.run(&Outputs::memory(), &RunOptions::default(), &()).unwrap();
    let verdict = &release.report().guarantees[0];
    assert_eq!((verdict.model.as_str(), verdict.holds), ("doubt", Some(true)));
    let checked = CheckOptions { recoding: Some(recoding), threads: 1, ..CheckOptions::default() };
    let out = setting.path("out.csv");
    assert!(ridotto::check(&out, &checked, &()).is_err(), "ours do not have it");
    let report = registry.check(&out, &checked, &()).unwrap();
    assert!(report.guarantees.iter().any(|one| one.model == "doubt" && one.holds == Some(true)));
}

/// What is explored is read again with every change, by whoever knows the model.
#[test]
fn it_is_explored_as_ours_are() {
    let registry = Registry::default().with_model(&MINE);
    let setting =
        Setting::new(&[("data.csv", DATA.as_bytes()), ("policy.toml", POLICY.as_bytes())]);
    let policy = registry.read_policy(&setting.path("policy.toml")).unwrap();
    let algorithms = vec!["optimal".to_owned()];
    let options = ExploreOptions { k: vec![2, 3], algorithms, threads: 1, ..Default::default() };
    assert!(ridotto::explore(&policy, &options, &()).is_err(), "ours do not have it");
    let report = registry.explore(&policy, &options, &()).unwrap();
    let is_it = |one: &ridotto::Guarantee| one.model == "doubt" && one.holds == Some(true);
    let tried = &report.configurations;
    assert!(tried.iter().any(|one| one.guarantees.iter().any(is_it)), "{tried:#?}");
}

/// (k,e)-anonymity through all of it: exact at the bound, with numbers and with dates.
#[test]
fn values_are_many_and_far_apart() {
    let data = "age,cost,day\n31,0.1,2024-01-01\n32,0.2,2024-01-31\n33,0.4,2024-01-11\n\
                51,1,2024-03-01\n52,1,2024-03-02\n53,9,2024-03-03\n";
    let run = |attribute: &str, k: u32, e: &str| {
        let policy = POLICY
            .replace("[attributes.illness]", &format!("[attributes.{attribute}]"))
            .replace("input = ", "unlisted = \"drop\"\ninput = ")
            .replace("\"doubt\"\nrows = 2", &format!("\"ke-anonymity\"\nk = {k}\ne = {e}"));
        let setting =
            Setting::new(&[("data.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())]);
        let release = setting.run(&()).unwrap();
        let verdict = release.report().guarantees[0].clone();
        assert_eq!((verdict.model.as_str(), verdict.holds), ("ke-anonymity", Some(true)));
        release.publish().unwrap();
        (setting.read("out.csv").lines().count() - 1, verdict.attained.unwrap())
    };
    assert_eq!(run("cost", 3, "0.3"), (3, 0.3));
    assert_eq!(run("cost", 2, "0.3"), (6, 0.3));
    assert_eq!(run("day", 3, "30"), (3, 30.0));
    assert_eq!(run("day", 3, "2"), (6, 2.0));
}
