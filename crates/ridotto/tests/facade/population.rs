//! Requirements that count the people of a population, recounted from the texts of the files.

use crate::setting::Setting;
use proptest::prelude::*;
use ridotto::{CheckOptions, Error, Outputs, RunOptions};
use ridotto_testkit::golden;
use std::collections::BTreeMap;

const TOWNS: [&str; 4] = ["Alba", "Berg", "Celo", "Dorf"];

/// A person: age, town, and whether in the data.
type Person = (u32, usize, bool);

fn file(people: &[Person], is_there: impl Fn(&Person) -> bool) -> String {
    let mut text = "age,town\n".to_owned();
    for person in people.iter().filter(|person| is_there(person)) {
        text += &format!("{},{}\n", person.0, TOWNS[person.1]);
    }
    text
}

fn setting(people: &[Person], require: &str, release: &str) -> Setting {
    let policy = format!(
        r#"version = 1
[data]
input = "people.csv"
population = "census.csv"
[attributes.age]
role = "quasi-identifier"
type = "integer"
hierarchy = {{ intervals = [5, 20] }}
[attributes.town]
role = "quasi-identifier"
hierarchy = {{ groups = {{ North = ["Alba", "Berg"], South = ["Celo", "Dorf"] }} }}
[[require]]
{require}
[release]
{release}
[output]
file = "out.csv"
"#
    );
    let (data, census) = (file(people, |person| person.2), file(people, |_| true));
    // The census has its columns in another order, and one more.
    let mut other = "id,town,age\n".to_owned();
    for (id, line) in census.lines().skip(1).enumerate() {
        let (age, town) = line.split_once(',').unwrap();
        other += &format!("{id},{town},{age}\n");
    }
    Setting::new(&[
        ("people.csv", data.as_bytes()),
        ("census.csv", other.as_bytes()),
        ("policy.toml", policy.as_bytes()),
    ])
}

/// What a person shows at these levels.
fn shown(person: &Person, levels: [u8; 2]) -> String {
    let around = |width: u32| {
        let start = person.0 / width * width;
        format!("{start}-{}", start + width - 1)
    };
    let age = match levels[0] {
        0 => person.0.to_string(),
        1 => around(5),
        2 => around(20),
        _ => "*".into(),
    };
    let town = match levels[1] {
        0 => TOWNS[person.1],
        1 => ["North", "South"][person.1 / 2],
        _ => "*",
    };
    format!("{age},{town}")
}

/// How many records and how many people show the same.
fn classes(people: &[Person], levels: [u8; 2]) -> BTreeMap<String, (u64, u64)> {
    let mut classes = BTreeMap::new();
    for person in people {
        let (records, all) = classes.entry(shown(person, levels)).or_insert((0, 0));
        *records += u64::from(person.2);
        *all += 1;
    }
    classes
}

/// A requirement on records and people of a class, and whether nobody may be known to be absent.
#[derive(Clone, Debug)]
struct Required {
    text: String,
    holds: fn(u64, u64, u64) -> bool,
    bound: u64,
    everybody: bool,
}

fn required() -> impl Strategy<Value = Required> {
    let k_map = (2_u64..9).prop_map(|k| Required {
        text: format!("model = \"k-map\"\nk = {k}\nestimate = \"population\""),
        holds: |_, people, k| people >= k,
        bound: k,
        everybody: false,
    });
    let upper = (2_u64..10).prop_map(|tenths| Required {
        text: format!("model = \"delta-presence\"\nat-most = 0.{tenths:01}").replace("0.10", "1.0"),
        holds: |records, people, tenths| records * 10 <= tenths * people,
        bound: tenths,
        everybody: false,
    });
    let both = (5_u64..10).prop_map(|tenths| Required {
        text: format!("model = \"delta-presence\"\nat-least = 0.1\nat-most = 0.{tenths}"),
        holds: |records, people, tenths| records * 10 <= tenths * people && records * 10 >= people,
        bound: tenths,
        everybody: true,
    });
    prop_oneof![k_map, upper, both]
}

/// Whether a node satisfies a requirement, as brute force sees it.
fn satisfies(people: &[Person], levels: [u8; 2], required: &Required, limit: u64) -> bool {
    let classes = classes(people, levels);
    let holds = |&(records, all): &(u64, u64)| (required.holds)(records, all, required.bound);
    let gone: u64 =
        classes.values().filter(|class| class.0 > 0 && !holds(class)).map(|class| class.0).sum();
    let kept: u64 = classes.values().filter(|class| holds(class)).map(|class| class.0).sum();
    let is_known = |class: &&(u64, u64)| class.0 == 0 || !holds(class);
    gone <= limit && kept > 0 && !(required.everybody && classes.values().any(|one| is_known(&one)))
}

fn recounted(people: &[Person], required: &Required, algorithm: &str) -> Result<(), TestCaseError> {
    let release = format!("algorithm = \"{algorithm}\"\nsuppression = 0.25");
    let setting = setting(people, &required.text, &release);
    let rows = people.iter().filter(|person| person.2).count() as u64;
    let limit = rows / 4;
    let every = (0..4).flat_map(|age| (0..3).map(move |town| [age, town]));
    let report = match setting.run(&()) {
        Ok(release) => release.publish().unwrap(),
        Err(Error::Unmet(_)) if algorithm == "optimal" => {
            for levels in every {
                prop_assert!(!satisfies(people, levels, required, limit), "{levels:?} would do");
            }
            return Ok(());
        }
        // Others may give up, or refuse what is not monotone.
        Err(_) if algorithm != "optimal" => return Ok(()),
        Err(error) => panic!("{error}"),
    };
    let levels =
        [report.microdata().unwrap().levels.0[0].1, report.microdata().unwrap().levels.0[1].1];
    prop_assert!(satisfies(people, levels, required, limit));
    let classes = classes(people, levels);
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let out = setting.read("out.csv");
    out.lines().skip(1).for_each(|line| *seen.entry(line.to_owned()).or_default() += 1);
    let mut worst: Option<f64> = None;
    for (class, &records) in &seen {
        let people = classes[class].1;
        prop_assert!((required.holds)(records, people, required.bound), "{class}");
        let is_map = required.text.contains("k-map");
        let level = if is_map { people as f64 } else { records as f64 / people as f64 };
        let nearer = if is_map { f64::min } else { f64::max };
        worst = Some(worst.map_or(level, |worst| nearer(worst, level)));
    }
    prop_assert!(!required.everybody || classes.keys().all(|class| seen.contains_key(class)));
    let told = report.guarantees[0].attained;
    if !required.everybody {
        prop_assert!(told.zip(worst).is_some_and(|(told, worst)| (told - worst).abs() < 1e-12));
    }
    // Whoever checks the file with its population finds the same.
    let policy = ridotto::read_policy(&setting.path("policy.toml")).unwrap();
    let options = CheckOptions { policy: Some(policy), ..CheckOptions::default() };
    let checked = ridotto::check(&setting.path("out.csv"), &options, &()).unwrap();
    for (mine, theirs) in report.guarantees.iter().zip(&checked.guarantees) {
        prop_assert_eq!((&mine.model, mine.holds), (&theirs.model, theirs.holds));
        prop_assert_eq!(mine.attained, theirs.attained);
    }
    Ok(())
}

fn people() -> impl Strategy<Value = Vec<Person>> {
    prop::collection::vec((0_u32..40, 0_usize..4, prop::bool::weighted(0.4)), 8..60)
        .prop_filter("somebody is there", |people| people.iter().any(|person| person.2))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What is released satisfies the requirement as recounted from the texts of both files; where
    /// nothing is, brute force over all levels finds nothing either.
    #[test]
    fn people_are_counted_as_texts_are(people in people(), required in required()) {
        recounted(&people, &required, "optimal")?;
    }

    /// Every algorithm that chooses levels counts the same.
    #[test]
    fn all_algorithms_count_people(people in people(), required in required(), at in 0_usize..8) {
        let algorithm = [
            "samarati", "incognito", "mingen", "datafly", "mu-argus", "best-first", "genetic",
            "optimal",
        ][at];
        recounted(&people, &required, algorithm)?;
    }
}

/// The example worked out by hand: of three young people two are in the file, of four others one.
#[test]
fn golden_presence() {
    let vectors: Vec<_> = golden::all()
        .into_iter()
        .filter(|vector| golden::is_of(&vector.id, "delta_presence"))
        .collect();
    assert_eq!(vectors.len(), 1);
    for golden::Vector { id, given, expected } in vectors {
        let members: Vec<&str> = given["private_members"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|of| of.as_str())
            .collect();
        let (mut data, mut census) = ("age\n".to_owned(), "age\n".to_owned());
        for person in given["public"].as_array().unwrap() {
            let (name, age) = (person[0].as_str().unwrap(), person[1].as_str().unwrap());
            census += &format!("{age}\n");
            if members.contains(&name) {
                data += &format!("{age}\n");
            }
        }
        let attained = |bounds: &str| {
            let policy = format!(
                "version = 1\n[data]\ninput = \"people.csv\"\npopulation = \"census.csv\"\n\
                 [attributes.age]\nrole = \"quasi-identifier\"\n\
                 [[require]]\nmodel = \"delta-presence\"\n{bounds}\n[output]\nfile = \"o.csv\"\n"
            );
            let setting = Setting::new(&[
                ("people.csv", data.as_bytes()),
                ("census.csv", census.as_bytes()),
                ("policy.toml", policy.as_bytes()),
            ]);
            let policy = ridotto::read_policy(&setting.path("policy.toml")).unwrap();
            let options = CheckOptions { policy: Some(policy), ..CheckOptions::default() };
            let checked = ridotto::check(&setting.path("people.csv"), &options, &()).unwrap();
            (checked.guarantees[0].attained.unwrap(), checked.guarantees[0].holds)
        };
        let near = |level: f64, name: &str| (level - golden::number(&expected[name])).abs() < 1e-12;
        let (level, holds) = attained("at-most = 0.5");
        assert!(near(level, "delta_max") && holds == Some(false), "{id}: {level}");
        let (level, holds) = attained("at-least = 0.25\nat-most = 1.0");
        assert!(near(level, "delta_min") && holds == Some(true), "{id}: {level}");
        let (_, holds) = attained("at-least = 0.26\nat-most = 1.0");
        assert_eq!(holds, Some(false), "{id}");
    }
}

/// Who is in the population alone is nowhere in the release, in no format: its values have codes
/// beside those of the data, and codes are not written.
#[test]
fn who_is_not_in_the_data_is_nowhere() {
    let people: Vec<Person> = (0..40).map(|at| (at % 10 + 20, at as usize % 2, at < 20)).collect();
    let require = "model = \"k-map\"\nk = 2\nestimate = \"population\"";
    let setting = setting(&people, require, "suppression = 0.0");
    let census = setting.read("census.csv") + "90,Zyxtown,77\n91,Zyxtown,77\n";
    std::fs::write(setting.path("census.csv"), census).unwrap();
    let policy = setting.read("policy.toml").replace("\"Dorf\"]", "\"Dorf\", \"Zyxtown\"]");
    std::fs::write(setting.path("policy.toml"), policy).unwrap();
    for output in ["out.csv", "out.parquet", "out.arrow"] {
        let outputs = Outputs::file(setting.path(output));
        let report = setting
            .bind()
            .unwrap()
            .run(&outputs, &RunOptions::default(), &())
            .unwrap()
            .publish()
            .unwrap();
        assert_eq!(report.output.rows, Some(20));
        assert!(report.notes.iter().any(|note| note.ends_with("which has 42 people")));
        let bytes = std::fs::read(setting.path(output)).unwrap();
        assert!(!bytes.windows(7).any(|window| window == b"Zyxtown"), "{output}");
        assert!(bytes.windows(4).any(|window| window == b"Alba"), "{output}");
    }
}
