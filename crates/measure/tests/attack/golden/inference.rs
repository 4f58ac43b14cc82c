//! What is learnt of people: homogeneity, background knowledge, similarity, skewness.

use super::super::sheet::{Sheet, language};
use super::{name, near, same_belief};
use ridotto_core::Kind;
use ridotto_measure::attack::meaning::Language;
use ridotto_measure::attack::{
    Alike, Candidates, Cells, File, Inference, Rule, Skew, background_knowledge, belief_with_rules,
    homogeneity, similarity, skewness,
};
use ridotto_testkit::golden::{Vector, number, texts, whole};

pub fn heart(vector: &Vector) {
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

pub fn income(vector: &Vector) {
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

pub fn illness(vector: &Vector) {
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

pub fn inpatients(vector: &Vector) {
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

pub fn revisited(vector: &Vector) {
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

pub fn similar(vector: &Vector) {
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

pub fn skewed(vector: &Vector) {
    let class: Vec<usize> = whole(&vector.given["class"]);
    let rows: Vec<String> =
        [vec!["positive".to_owned(); class[0]], vec!["negative".to_owned(); class[1]]].concat();
    let text = language(Kind::Text);
    let (results, key) =
        (Cells::of_texts(&rows, &text), Cells::of_texts(vec!["A"; rows.len()], &text));
    let person = Cells::of_texts(["A"], &text);
    let people = File::new(vec![&person]).expect("a column");
    let release =
        File::new(vec![&key]).and_then(|file| file.with_sensitive(&results)).expect("columns");
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
