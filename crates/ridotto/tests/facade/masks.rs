//! Masking steps through the facade: how large a sample may be, and that a sample tells no more.

use crate::setting::Setting;
use ridotto::RunOptions;
use ridotto_testkit::golden;

/// Of a census, statistical offices give the public less than 5 in 100: more gets a warning.
#[test]
fn large_samples_are_not_for_the_public() {
    let vectors: Vec<_> =
        golden::all().into_iter().filter(|vector| golden::is_of(&vector.id, "sampling")).collect();
    assert_eq!(vectors.len(), 1);
    for golden::Vector { id, given, expected } in vectors {
        let warns = |percent: &u64| {
            let share = *percent as f64 / 100.0;
            let policy = format!(
                "version = 1\nattributes.age.role = \"quasi-identifier\"\n\
                 require = [{{ model = \"k-anonymity\", k = 5 }}]\n\
                 mask = [{{ method = \"sample\", share = {share} }}]\n"
            );
            let policy = ridotto::parse("policy.toml", &policy).unwrap();
            policy.lints().iter().any(|lint| lint.code == "policy::large-sample")
        };
        let all: Vec<u64> = golden::whole(&given["percent"]);
        let (warned, public): (Vec<u64>, Vec<u64>) = all.into_iter().partition(warns);
        assert_eq!(public, golden::whole::<u64>(&expected["public"]), "{id}");
        assert_eq!(warned, golden::whole::<u64>(&expected["known_researchers"]), "{id}");
    }
}

/// A value that only records outside the sample have is nowhere: not in the release, and not in the
/// saved decision, which holds values of the data.
#[test]
fn who_is_not_drawn_is_nowhere() {
    let mut data = "age,town\n".to_owned();
    (0..40).for_each(|person| data += &format!("{},Town{:02}x\n", 20 + person, person));
    let policy = r#"version = 1
[data]
input = "people.csv"
[attributes.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10] }
[attributes.town]
role = "sensitive"
[[mask]]
method = "sample"
size = 12
[[require]]
model = "k-anonymity"
k = 2
[release]
suppression = 0.5
[output]
file = "out.csv"
recoding = "recoding.json"
"#;
    let files = [("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
    for _ in 0..5 {
        let setting = Setting::new(&files);
        let plan = setting.bind(&()).unwrap();
        assert_eq!(plan.rows(), 12);
        let release = plan.run(&RunOptions::default(), &()).unwrap();
        let report = release.publish().unwrap();
        assert_eq!((report.input.rows, report.records()), (Some(40), Some(12)));
        let towns = |text: &str| text.matches("Town").count() as u64;
        assert_eq!(Some(towns(&setting.read("out.csv"))), report.output.rows);
        assert!(report.output.rows <= Some(12));
        // Ages are the only values that the decision holds, and those of the sample alone.
        let saved: serde_json::Value =
            serde_json::from_str(&setting.read("recoding.json")).unwrap();
        let ages = saved["attributes"]["attributes"][0]["values"].as_object().unwrap();
        assert_eq!(ages.len(), 12);
    }
}
