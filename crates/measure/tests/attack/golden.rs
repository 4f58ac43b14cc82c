//! The vectors of printed examples.

use super::sheet::{Sheet, language};
use ridotto_core::Kind;
use ridotto_measure::attack::meaning::Language;
use ridotto_measure::attack::{
    Alike, Candidates, Cells, File, Inference, Mean, Rule, Skew, background_knowledge,
    belief_of_both, belief_with_rules, comings_and_goings, complementary_release, differencing,
    homogeneity, intersection, joined, joined_in_order, known_extremes, linkage, similarity,
    skewness, temporal, unsorted_matching,
};
use ridotto_testkit::golden::{self, Vector, number, texts, whole};
use serde_json::Value;

#[test]
fn attacks_find_what_is_printed_or_known() {
    let mut seen = 0;
    for vector in golden::all().into_iter().filter(|vector| golden::is_of(&vector.id, "attack")) {
        check(&vector);
        seen += 1;
    }
    assert_eq!(seen, 23);
}

fn check(vector: &Vector) {
    match vector.id.as_str() {
        "attack.external" | "attack.internal" | "attack.mean_rich" => means(vector),
        "attack.voter_link" => voters(vector),
        "attack.identity_link.louise" => louise(vector),
        "attack.homog.000" | "attack.background.000" => heart(vector),
        "attack.homog.001" | "attack.background.001" => income(vector),
        "attack.homog.002" | "attack.external.002" => illness(vector),
        "attack.homog.003.bob" | "attack.background.003.umeko" => inpatients(vector),
        "attack.3diverse.revisit" => revisited(vector),
        "attack.similarity.bob" | "attack.similarity.001" => similar(vector),
        "attack.skewness.003" => skewed(vector),
        "attack.intersection.john" => john(vector),
        "attack.unsorted" => unsorted(vector),
        "attack.complementary" => complementary(vector),
        "attack.temporal" => later(vector),
        "attack.temporal.removal" => removal(vector),
        "attack.rankswap_extreme" => extreme(vector),
        other => panic!("{other} is not tested"),
    }
}

fn name(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

/// A belief, or counts, as the vectors write them.
#[track_caller]
fn same_belief(belief: &[(String, f64)], expected: &Value) {
    let expected = expected.as_object().expect("values with numbers");
    let all: f64 = expected.values().map(number).sum();
    assert_eq!(belief.len(), expected.len());
    belief.iter().for_each(|(text, odds)| near(*odds, number(&expected[text]) / all));
}

fn means(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let mean = |count: &Value, mean: &Value| Mean {
        count: count.as_u64().expect("a count"),
        mean: number(mean),
    };
    match vector.id.as_str() {
        "attack.external" => {
            let cell = mean(&given["freq_cell"], &given["mean_blood_pressure"]);
            assert_eq!(cell.count, 1);
            near(cell.mean, number(&expected["disclosed"]));
            assert_eq!(differencing(1, &[vec![0]], &[]).expect("one").people, 1);
        }
        "attack.internal" => {
            let own = Mean { count: 1, mean: number(&given["own_value"]) };
            let other = mean(&given["freq_cell"], &given["mean"]).without(own).expect("one more");
            near(other.mean, number(&expected["other"]));
            assert_eq!(differencing(2, &[vec![0, 1]], &[0]).expect("two").rows, [1]);
            assert_eq!(differencing(2, &[vec![0, 1]], &[]).expect("two").people, 0);
        }
        _ => {
            let of = |key: &str| {
                let values: Vec<f64> =
                    whole::<u32>(&given[key]).into_iter().map(f64::from).collect();
                Mean {
                    count: values.len() as u64,
                    mean: values.iter().sum::<f64>() / values.len() as f64,
                }
            };
            let (all, others) = (of("incomes"), of("without_rich"));
            near(all.mean, number(&expected["mean_with"]));
            near(others.mean, number(&expected["mean_without"]));
            let rich = all.without(others).expect("one more");
            assert_eq!((rich.count, rich.mean.round()), (1, 1000.0));
        }
    }
}

fn voters(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let read = |column: &str| language(if column == "Age" { Kind::Integer } else { Kind::Text });
    let (published, external) = (
        Sheet::golden(name(&given["published"]), read),
        Sheet::golden(name(&given["external"]), read),
    );
    let on = texts(&given["on"]);
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let (people, release) = (external.file(&on), published.with(&on, "Condition"));
    let found = linkage(&people, &release).expect("same columns");
    assert_eq!((found.people, found.unmatched), (1, 3));
    let candidates = Candidates::new(&people, &release).expect("same columns");
    let person = found.rows[0] as usize;
    let row = candidates.rows_fitting(person)[0];
    let link = &expected["links"][0];
    let of_row = |sheet: &Sheet, column: &str, row: usize| {
        sheet.text(column, sheet.cells(column).codes().get(row)).to_owned()
    };
    assert_eq!(of_row(&external, "Name", person), name(&link[0]));
    assert_eq!(of_row(&published, "#", row), link[1].to_string());
    let belief = Inference::new(&people, &release).expect("same columns").belief(person);
    assert_eq!(published.text("Condition", belief[0].0), name(&expected["condition"]));
}

fn louise(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    // What is known has another schema: a city, which means postal codes.
    let read = |_: &str| language(Kind::Text);
    let release = Sheet::golden(name(&given["table"]), read);
    let known = &given["known"];
    let zip = name(&known["city"])
        .split(['(', ')'])
        .nth(1)
        .expect("a postal code")
        .trim_start_matches("ZIP ");
    let city = language(Kind::Text).redacted_with('x');
    let zip = Cells::of_texts([zip], &city);
    let louise = Sheet::people(
        &["DoB", "Marital Status"],
        &[&[name(&known["DoB"]), name(&known["Marital Status"])]],
        read,
    );
    let keys = ["DoB", "ZIP", "Marital Status"];
    let own = vec![louise.cells("DoB"), &zip, louise.cells("Marital Status")];
    let people = File::new(own).expect("one row each");
    let of = release.with(&keys, "Income");
    let candidates = Candidates::new(&people, &of).expect("three columns");
    assert_eq!(candidates.rows_fitting(0), whole::<usize>(&expected["matching_rows_0based"]));
    let inference = Inference::new(&people, &of).expect("three columns");
    assert_eq!(
        release.named("Income", &inference.belief(0)),
        [(name(&expected["income"]).to_owned(), 1.0)]
    );
    let by_birth =
        Candidates::new(&louise.file(&["DoB"]), &release.file(&["DoB"])).expect("one each");
    assert_eq!(by_birth.counts()[0], expected["n_with_dob_only"].as_u64().expect("a count"));
}

fn heart(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let release = Sheet::golden(name(&given["table"]), |_| language(Kind::Text));
    let class = texts(&given["class"]);
    let key: Vec<&str> = class.iter().map(String::as_str).collect();
    let people = Sheet::people(&["Age", "Zipcode"], &[&key], |_| language(Kind::Text));
    let keys = ["Age", "Zipcode"];
    let inference =
        Inference::new(&people.file(&keys), &release.with(&keys, "Disease")).expect("same columns");
    let belief = release.named("Disease", &inference.belief(0));
    let found = homogeneity(&inference);
    if vector.id == "attack.homog.000" {
        same_belief(&belief, &expected["values"]);
        near(found.certainty, number(&expected["certainty"]));
        assert_eq!((found.people, found.group_sizes), (1, vec![(3, 1)]));
    } else {
        same_belief(&belief, &expected["posterior"]);
        assert_eq!(found.people, 0);
    }
}

fn income(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let release = Sheet::golden(name(&given["table"]), |_| language(Kind::Text));
    let known = given["known"].as_object().expect("what is known");
    let columns: Vec<&str> = known.keys().map(String::as_str).collect();
    // Born in 64 means any day of 64.
    let cell = |column: &str| match column {
        "DoB" => format!("{}/**/**", name(&known[column])),
        _ => name(&known[column]).to_owned(),
    };
    let cells: Vec<String> = columns.iter().map(|column| cell(column)).collect();
    let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
    let person = Sheet::people(&columns, &[&cells], |_| language(Kind::Text));
    let people = person.file(&columns);
    let inference =
        Inference::new(&people, &release.with(&columns, "Income")).expect("same columns");
    let belief = release.named("Income", &inference.belief(0));
    if vector.id == "attack.homog.001" {
        same_belief(&belief, &expected["values"]);
        assert_eq!(homogeneity(&inference).people, 1);
    } else {
        let candidates: Vec<u32> =
            belief.iter().map(|it| it.0.parse().expect("an income")).collect();
        assert_eq!(candidates, whole::<u32>(&expected["candidates"]));
        // An expensive car rules a small income out.
        let rule = [Rule::impossible(language(Kind::Text).read("<100000"))];
        let left = belief_with_rules(&inference, &people, &rule, 0).expect("a sound rule");
        let left = release.named("Income", &left);
        assert_eq!(left, [(expected["inferred"].to_string(), 1.0)]);
        let found = background_knowledge(&inference, &people, &rule).expect("a sound rule");
        assert_eq!((found.people, found.figure("found-by-the-rules")), (1, Some(1.0)));
    }
}

fn illness(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let release = Sheet::golden(name(&given["table"]), |_| language(Kind::Text));
    let keys = ["City", "Age"];
    let file = release.with(&keys, "Illness");
    if vector.id == "attack.homog.002" {
        let inference = Inference::new(&release.file(&keys), &file).expect("same columns");
        let found = homogeneity(&inference);
        assert_eq!((found.people, found.group_sizes.len()), (4, 1));
        let mut homogeneous = 0;
        for (class, values) in
            expected.as_object().expect("classes").iter().filter(|it| it.1.is_object())
        {
            let (city, age) = class.split_once(',').expect("a city and an age");
            let person = Sheet::people(&keys, &[&[city, age]], |_| language(Kind::Text));
            let inference = Inference::new(&person.file(&keys), &file).expect("same columns");
            same_belief(&release.named("Illness", &inference.belief(0)), values);
            homogeneous += homogeneity(&inference).people;
        }
        assert_eq!(homogeneous, expected["homogeneous_classes"].as_u64().expect("a count"));
        return;
    }
    let class = texts(&given["class"]);
    let person = Sheet::people(&keys, &[&[class[0].as_str(), &class[1]]], |_| language(Kind::Text));
    let people = person.file(&keys);
    let before = Inference::new(&people, &file).expect("same columns");
    same_belief(&release.named("Illness", &before.belief(0)), &expected["class_values"]);
    let own = name(&given["attacker"]).split(' ').next().expect("a name");
    let rows = release.cells("Respondent").codes();
    let row = (0..file.rows()).find(|&row| release.text("Respondent", rows.get(row)) == own);
    let after =
        Inference::knowing_rows(&people, &file, &[row.expect("the attacker's row")]).expect("same");
    same_belief(&release.named("Illness", &after.belief(0)), &expected["after_removing_own"]);
    let found = homogeneity(&after);
    near(found.certainty, number(&expected["certainty"]));
    assert_eq!((found.people, homogeneity(&before).people), (1, 0));
}

const PATIENT: [&str; 3] = ["Zip", "Age", "Nationality"];

fn patients(column: &str) -> Language {
    language(if column == "Age" { Kind::Integer } else { Kind::Text })
}

fn inpatients(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let release = Sheet::golden(name(&given["table"]), patients);
    let known: [&str; 3] = match vector.id.as_str() {
        "attack.homog.003.bob" => ["13053", "31", "American"],
        _ => ["13068", "21", "Japanese"],
    };
    let person = Sheet::people(&PATIENT, &[&known], patients);
    let (people, file) = (person.file(&PATIENT), release.with(&PATIENT, "Condition"));
    let rows = Candidates::new(&people, &file).expect("same columns").rows_fitting(0);
    let printed: Vec<usize> = rows.into_iter().map(|row| row + 1).collect();
    assert_eq!(printed, whole::<usize>(&expected["rows"]));
    let inference = Inference::new(&people, &file).expect("same columns");
    same_belief(&release.named("Condition", &inference.belief(0)), &expected["values"]);
    let found = homogeneity(&inference);
    if vector.id == "attack.homog.003.bob" {
        near(found.certainty, number(&expected["certainty"]));
        assert_eq!(found.people, 1);
    } else {
        near(found.certainty, number(&expected["posterior_without_background"]));
        let japanese = language(Kind::Text).read("Japanese");
        let rule = Rule::impossible(language(Kind::Text).read("Heart Disease")).when(2, japanese);
        let found = background_knowledge(&inference, &people, &[rule]).expect("a sound rule");
        near(found.certainty, number(&expected["posterior_excluding_heart"]));
        assert_eq!(found.people, 1);
    }
}

fn revisited(vector: &Vector) {
    let release = Sheet::golden(name(&vector.given["table"]), patients);
    let known: [&[&str]; 2] = [&["13053", "31", "American"], &["13068", "21", "Japanese"]];
    let people = Sheet::people(&PATIENT, &known, patients);
    let (people, file) = (people.file(&PATIENT), release.with(&PATIENT, "Condition"));
    let inference = Inference::new(&people, &file).expect("same columns");
    let belief = |person| release.named("Condition", &inference.belief(person));
    same_belief(&belief(0), &vector.expected["Bob"]);
    same_belief(&belief(1), &vector.expected["Umeko"]);
    let text = language(Kind::Text);
    let rule = [Rule::impossible(text.read("Heart Disease")).when(2, text.read("Japanese"))];
    let left =
        |person| belief_with_rules(&inference, &people, &rule, person).expect("a sound rule");
    same_belief(&release.named("Condition", &left(1)), &vector.expected["Umeko_excluding_heart"]);
    same_belief(&release.named("Condition", &left(0)), &vector.expected["Bob"]);
    let found = background_knowledge(&inference, &people, &rule).expect("a sound rule");
    assert_eq!(found.people, 0);
}

fn similar(vector: &Vector) {
    let expected = &vector.expected;
    let bob = vector.id == "attack.similarity.bob";
    let read = |column: &str| language(if column == "Age" { Kind::Integer } else { Kind::Text });
    let release = Sheet::golden(name(&vector.given["table"]), read);
    let (keys, known): ([&str; 2], [&str; 2]) =
        if bob { (["Zipcode", "Age"], ["47678", "27"]) } else { (["CAP", "Age"], ["60121", "23"]) };
    let person = Sheet::people(&keys, &[&known], read);
    let people = person.file(&keys);
    let salary = Inference::new(&people, &release.with(&keys, "Salary")).expect("same columns");
    let parsed = |text: &str| text.trim_end_matches('k').parse::<f64>().expect("a salary");
    let numbers: Vec<f64> = (0..release.cells("Salary").meanings().len() as u32)
        .map(|code| parsed(release.text("Salary", code)))
        .collect();
    let mut left: Vec<f64> =
        salary.belief(0).iter().map(|&(code, _)| numbers[code as usize]).collect();
    left.sort_by(f64::total_cmp);
    let mut all = numbers.clone();
    all.sort_by(f64::total_cmp);
    let width = (left[left.len() - 1] - left[0]) / (all[all.len() - 1] - all[0]);
    let found = similarity(&salary, &Alike::Numbers(numbers.clone(), width)).expect("numbers");
    assert_eq!(found.people, 1);
    near(found.surest, 1.0 - width);
    let closer = similarity(&salary, &Alike::Numbers(numbers, width - 0.01)).expect("numbers");
    assert_eq!(closer.people, 0);
    let whole_of = |numbers: &[f64]| -> Vec<u64> {
        numbers.iter().map(|n| format!("{n}").parse().expect("whole")).collect()
    };
    if !bob {
        assert_eq!(whole_of(&left), whole::<u64>(&expected["salaries_k"]));
        let rank = |salary: f64| 1 + all.iter().filter(|other| **other < salary).count();
        assert_eq!(
            [rank(left[0]), rank(left[2])].to_vec(),
            whole::<usize>(&expected["rank_range"])
        );
        assert_eq!(all.len() as u64, expected["of"].as_u64().expect("a count"));
        return;
    }
    assert_eq!(whole_of(&[left[0], left[2]]), whole::<u64>(&expected["salary_range_k"]));
    assert_eq!(whole_of(&[all[0], all[all.len() - 1]]), whole::<u64>(&expected["overall_range_k"]));
    let disease = Inference::new(&people, &release.with(&keys, "Disease")).expect("same columns");
    let left: Vec<String> =
        release.named("Disease", &disease.belief(0)).into_iter().map(|it| it.0).collect();
    assert_eq!(left, texts(&expected["diseases"]));
    assert_eq!(homogeneity(&disease).people, 0);
    let stomach = |code: u32| {
        u32::from(!texts(&expected["diseases"]).contains(&release.text("Disease", code).to_owned()))
    };
    let groups: Vec<u32> =
        (0..release.cells("Disease").meanings().len() as u32).map(stomach).collect();
    let found = similarity(&disease, &Alike::Groups(groups)).expect("groups");
    assert_eq!(
        (found.people, expected["hierarchical_distinct_at_parent_level"].as_u64()),
        (1, Some(1))
    );
}

fn skewed(vector: &Vector) {
    let class: Vec<usize> = whole(&vector.given["class"]);
    let rows: Vec<String> =
        [vec!["positive".to_owned(); class[0]], vec!["negative".to_owned(); class[1]]].concat();
    let text = language(Kind::Text);
    let (test, key) =
        (Cells::of_texts(&rows, &text), Cells::of_texts(vec!["A"; rows.len()], &text));
    let person = Cells::of_texts(["A"], &text);
    let people = File::new(vec![&person]).expect("a column");
    let release =
        File::new(vec![&key]).and_then(|file| file.with_sensitive(&test)).expect("columns");
    let inference = Inference::new(&people, &release).expect("same columns");
    let prior = number(&vector.given["prior_positive"]);
    near(prior, 0.01);
    let skew = Skew { prior: Some(vec![1, 99]), values: Some(vec![0]), ..Skew::default() };
    let found = skewness(&inference, &skew).expect("two values");
    near(found.certainty, number(&vector.expected["posterior_positive"]));
    near(
        found.figure("largest-factor").expect("a factor"),
        number(&vector.expected["gain_factor"]),
    );
    assert_eq!(found.people, 1);
}

fn john(vector: &Vector) {
    let read = |column: &str| language(if column == "Age" { Kind::Integer } else { Kind::Text });
    let one = Sheet::golden(name(&vector.given["release1"]), read);
    let other = Sheet::golden(name(&vector.given["release2"]), read);
    let people = Sheet::people(
        &["zip", "Age"],
        &[&["94011", "<30"], &["94011", "30-39"], &["94011", "40-49"]],
        read,
    );
    let people = people.file(&["zip", "Age"]);
    let first = Inference::new(&people, &one.with(&["Postal Code", "Age"], "Diagnose"))
        .expect("two columns");
    let second = Inference::new(&people, &other.with(&["Postal code", "Age"], "Diagnose"))
        .expect("two columns");
    for (person, key) in ["age<30", "age30-39", "age40-49"].into_iter().enumerate() {
        let left = belief_of_both(&first, &second, person).expect("the same people");
        let left: Vec<String> = one.named("Diagnose", &left).into_iter().map(|it| it.0).collect();
        assert_eq!(left, texts(&vector.expected[key]), "{key}");
    }
    let found = intersection(&first, &second).expect("the same people");
    assert_eq!((found.people, found.rows), (2, vec![0, 1]));
    assert_eq!(homogeneity(&first).people + homogeneity(&second).people, 0);
}

/// How the tables of Sweeney's examples are to be read.
fn sweeney(column: &str) -> Language {
    match column {
        "Race" => language(Kind::Text)
            .explain("person", ["black", "white"])
            .explain("Person", ["Asian", "Black", "White"]),
        "Gender" => language(Kind::Text).explain("human", ["male", "female"]),
        "ZIP" => language(Kind::Text)
            .explain("0213", ["02138", "02139"])
            .explain("0214", ["02141", "02142"]),
        "BirthDate" => language(Kind::Integer),
        _ => language(Kind::Text),
    }
}

/// The size of the smallest class.
fn k(file: &File<'_>) -> u64 {
    let found = linkage(file, file).expect("the same columns");
    found.smallest_group().expect("rows")
}

#[track_caller]
fn same_cells(joined: &[Cells], columns: &[&str], expected: &Sheet) {
    for (cells, column) in joined.iter().zip(columns) {
        let of = expected.cells(column);
        (0..cells.codes().len())
            .for_each(|row| assert!(cells.meaning(row) == of.meaning(row), "{column} {row}"));
    }
}

fn unsorted(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let columns = ["Race", "ZIP"];
    let [one, other] = ["GT1", "GT2"].map(|key| Sheet::golden(name(&given[key]), sweeney));
    let (first, second) = (one.file(&columns), other.file(&columns));
    let found = unsorted_matching(&first, &second).expect("as many rows");
    assert_eq!((found.people, found.figure("rows-that-fit")), (12, Some(1.0)));
    near(found.figure("by-chance").expect("a share"), 0.5);
    assert_eq!(
        [k(&first), k(&second)].map(Value::from),
        [expected["k_GT1"].clone(), expected["k_GT2"].clone()]
    );
    assert_eq!(found.smallest_group().map(Value::from), Some(expected["k_PT"].clone()));
    let joined = joined_in_order(&first, &second).expect("the rows fit");
    same_cells(&joined, &columns, &Sheet::golden("003_unsorted_PT", sweeney));
    // In another order the rows do not fit, and nothing is claimed.
    let table = golden::table(name(&given["GT2"]));
    let mut rows = table.rows;
    rows.rotate_left(1);
    let turned = Sheet::new(&table.header, &rows, sweeney);
    let found = unsorted_matching(&first, &turned.file(&columns)).expect("as many rows");
    assert_eq!((found.people, found.unmatched), (0, 12));
}

const LINKED: [&str; 5] = ["Race", "BirthDate", "Gender", "ZIP", "Problem"];

fn complementary(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let [one, other] = ["GT1", "GT3"].map(|key| Sheet::golden(name(&given[key]), sweeney));
    let (first, second) = (one.file(&LINKED), other.file(&LINKED));
    let found = complementary_release(&first, &second, 4).expect("the same columns");
    assert_eq!(found.figure("joined"), Some(12.0));
    assert_eq!(found.smallest_group().map(Value::from), Some(expected["k_LT"].clone()));
    let unique: Vec<Vec<String>> =
        expected["unique_tuples"].as_array().expect("tuples").iter().map(texts).collect();
    let table = golden::table("003_comp_LT");
    let rows: Vec<Vec<String>> =
        found.rows.iter().map(|&row| table.rows[row as usize][..4].to_vec()).collect();
    assert_eq!(rows, unique);
    same_cells(
        &joined(&first, &second).expect("the same columns"),
        &LINKED,
        &Sheet::golden("003_comp_LT", sweeney),
    );
    let by_problem =
        Candidates::new(&one.file(&["Problem"]), &other.file(&["Problem"])).expect("one each");
    assert_eq!(
        by_problem.counts().iter().sum::<u64>(),
        expected["pairs_joining_on_Problem_only"].as_u64().expect("a count")
    );
}

fn later(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let earlier = Sheet::golden(name(&given["release_t0"]), sweeney);
    let with_new = |table: &str| {
        let table = golden::table(table);
        let new = given["new_tuples"].as_array().expect("tuples").iter().map(texts);
        Sheet::new(&table.header, &table.rows.into_iter().chain(new).collect::<Vec<_>>(), sweeney)
    };
    let first = name(&given["release_t1"]).split(' ').next().expect("a table");
    let (wrong, right) = (with_new(first), with_new(name(&given["release_t0"])));
    let identifying = &LINKED[..4];
    let found =
        temporal(&earlier.file(&LINKED), &wrong.file(&LINKED), 4).expect("the same columns");
    assert_eq!(Value::from(k(&earlier.file(identifying))), expected["k_t0"]);
    assert_eq!(Value::from(k(&wrong.file(identifying))), expected["k_t1"]);
    assert_eq!(found.smallest_group().map(Value::from), Some(expected["k_linked"].clone()));
    let linked = joined(&earlier.file(&LINKED), &wrong.file(&LINKED)).expect("the same columns");
    same_cells(&linked, &LINKED, &Sheet::golden(name(&expected["linked_rows_recover"]), sweeney));
    let safe = temporal(&earlier.file(&LINKED), &right.file(&LINKED), 4).expect("the same columns");
    assert_eq!(
        (safe.people, safe.smallest_group().map(Value::from)),
        (0, Some(expected["k_safe_alternative"].clone()))
    );
}

fn removal(vector: &Vector) {
    let text = language(Kind::Text);
    let of = |when: &str| texts(&vector.given[when]["class"]);
    let (before, after) = (of("t0"), of("t1_after_one_person_left"));
    let cells = |values: &[String]| {
        (Cells::of_texts(vec!["*"; values.len()], &text), Cells::of_texts(values, &text))
    };
    let (old, new) = (cells(&before), cells(&after));
    let (old_file, new_file) = (
        File::new(vec![&old.0]).and_then(|file| file.with_sensitive(&old.1)).expect("columns"),
        File::new(vec![&new.0]).and_then(|file| file.with_sensitive(&new.1)).expect("columns"),
    );
    let found = comings_and_goings(&old_file, &new_file).expect("the same columns");
    assert_eq!((found.people, found.of, found.figure("left")), (1, 1, Some(1.0)));
    let mut left = before.clone();
    after.iter().for_each(|value| {
        drop(left.remove(left.iter().position(|it| it == value).expect("still there")))
    });
    assert_eq!(left, [name(&vector.expected["leaver_value"])]);
}

fn extreme(vector: &Vector) {
    let values: Vec<f64> =
        whole::<u32>(&vector.given["values"]).into_iter().map(f64::from).collect();
    let mut swapped = values.clone();
    swapped.swap(0, 1);
    swapped.swap(2, 3);
    let found = known_extremes(&values, &swapped, 1).expect("four numbers");
    assert_eq!(found.rows, [0, 3]);
    near(values[3], number(&vector.expected["max_still_published"]));
}
