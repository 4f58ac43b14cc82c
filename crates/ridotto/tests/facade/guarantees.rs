//! Guarantees that mean what they say: the order of texts, persons with several rows, missing values,
//! attributes with two roles, and the height of a hierarchy with a named root.

use crate::setting::{Setting, apply};
use ridotto::{CheckOptions, Error, Report, check, read_policy};

/// A policy over `people.csv` with these attributes and requirements.
fn policy(data: &str, attributes: &str, require: &str, release: &str) -> String {
    format!(
        "version = 1\n[data]\ninput = \"people.csv\"\n{data}\n{attributes}\n{require}\n\
         [release]\n{release}\n[output]\nfile = \"out.csv\"\nrecoding = \"r.json\"\n"
    )
}

fn released(data: &str, files: &[(&str, &str)], policy: &str) -> Result<(Setting, Report), Error> {
    let mut all = vec![("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
    all.extend(files.iter().map(|(name, text)| (*name, text.as_bytes())));
    let setting = Setting::new(&all);
    let report = setting.run(&())?.publish()?;
    Ok((setting, report.into_report()))
}

fn message<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => "nothing was wrong".into(),
        Err(Error::Policy(error)) => {
            error.problems().iter().map(|problem| problem.message.clone()).collect()
        }
        Err(other) => other.to_string(),
    }
}

const TOWN: &str = "[attributes.town]\nrole = \"quasi-identifier\"\n";
const RISKS: &str = "town,risk\na,low\na,low\na,medium\nb,medium\nb,high\nb,high\n";

fn close(attribute: &str, t: &str) -> String {
    let require =
        format!("[[require]]\nmodel = \"t-closeness\"\nt = {t}\ndistance = \"ordered\"\n");
    let attributes = format!("{TOWN}[attributes.risk]\nrole = \"sensitive\"\n{attribute}\n");
    policy("", &attributes, &require, "algorithm = \"none\"")
}

/// By letters `high` comes before `low`, and a class of low risks looks as if it were in the middle.
#[test]
fn texts_have_the_order_that_is_said() {
    let refused = released(RISKS, &[], &close("", "0.9"));
    assert_eq!(message(refused), "nothing says in which order the values of `risk` are");
    let ordinal = "type = \"ordinal\"\norder = [\"low\", \"medium\", \"high\"]";
    let (_, report) = released(RISKS, &[], &close(ordinal, "0.34")).unwrap();
    // Of each class a third must move by both steps of two, and a third by one.
    assert!((report.guarantees[0].attained.unwrap() - 1.0 / 3.0).abs() < 1e-12);
    let none = released(RISKS, &[], &close(ordinal, "0.33"));
    assert!(matches!(none, Err(Error::Unmet(_))), "{}", message(none));
    let tree = "low;some\nmedium;some\nhigh;much\n";
    let listed = "type = \"ordinal\"\norder = \"hierarchy\"\nhierarchy = \"risk.csv\"";
    let (setting, report) = released(RISKS, &[("risk.csv", tree)], &close(listed, "0.34")).unwrap();
    assert!((report.guarantees[0].attained.unwrap() - 1.0 / 3.0).abs() < 1e-12);
    // The decision knows the order by itself.
    let again = setting.path("again.csv");
    let applied = apply(&setting.path("r.json"), &setting.path("people.csv"), &again, &());
    let applied = applied.unwrap().publish().unwrap();
    assert!((applied.guarantees[0].attained.unwrap() - 1.0 / 3.0).abs() < 1e-12);
    let odd = released(&RISKS.replace("medium", "middling"), &[], &close(ordinal, "0.9"));
    assert_eq!(message(odd), "1 value of `risk`, in 2 records, have no place in its order");
}

/// Steps go by the order, too: the median of low, medium and high is medium, by letters it is low.
#[test]
fn steps_go_by_the_order_that_is_said() {
    let ordinal = "type = \"ordinal\"\norder = [\"low\", \"medium\", \"high\", \"highest\"]";
    let run = |step: &str, data: &str| {
        let attributes = format!("{TOWN}[attributes.risk]\nrole = \"sensitive\"\n{ordinal}\n");
        let require = format!("[[mask]]\n{step}\n[[require]]\nmodel = \"k-anonymity\"\nk = 2\n");
        let policy = policy("", &attributes, &require, "algorithm = \"none\"");
        let (setting, _) = released(data, &[], &policy).unwrap();
        let text = setting.read("out.csv");
        let mut risks: Vec<String> =
            text.lines().skip(1).map(|line| line[2..].to_owned()).collect();
        risks.sort_unstable();
        risks
    };
    let data = "town,risk\na,low\na,medium\na,high\n";
    let median = "method = \"microaggregate\"\nattributes = [\"risk\"]\nk = 3\ncenter = \"median\"";
    assert_eq!(run(median, data), ["medium"; 3]);
    let range = median.replace("median", "interval");
    assert_eq!(run(&range, data), ["\"{low, medium, high}\""; 3]);
    let top =
        "method = \"top-code\"\nattributes = [\"risk\"]\nat-least = \"medium\"\nlabel = \"medium\"";
    assert_eq!(run(top, data), ["low", "medium", "medium"]);
    // Neighbours in the order change places, and nobody goes further.
    let many: String = ["low", "medium", "high", "highest"]
        .iter()
        .flat_map(|risk| (0..10).map(move |_| format!("a,{risk}\n")))
        .collect();
    let swap = "method = \"swap\"\nkind = \"rank\"\nattributes = [\"risk\"]\nrange = 0.25\nextremes = \"swap\"";
    let swapped = run(swap, &format!("town,risk\n{many}"));
    assert_eq!(swapped.iter().filter(|risk| *risk == "highest").count(), 10);
}

#[test]
fn combinations_have_no_order() {
    let attributes = format!(
        "{TOWN}[attributes.risk]\nrole = \"sensitive\"\n[attributes.cost]\nrole = \"sensitive\"\n"
    );
    let require = "[[require]]\nmodel = \"t-closeness\"\nt = 0.9\ndistance = \"ordered\"\n\
                   attribute = [\"risk\", \"cost\"]\njointly = true\n";
    let data = "town,risk,cost\na,1,2\na,2,3\n";
    let refused = released(data, &[], &policy("", &attributes, require, "algorithm = \"none\""));
    assert_eq!(message(refused), "combinations of several attributes (`risk+cost`) have no order");
}

/// A town in which one patient has four stays with four illnesses: four rows, and one person.
const STAYS: &str = "who,town,ill\np1,a,flu\np1,a,gout\np1,a,cold\np1,a,corn\n\
    p2,b,flu\np3,b,gout\np4,b,cold\np5,b,corn\n";

#[test]
fn one_person_is_no_crowd_for_any_model() {
    let attributes = format!(
        "[attributes.who]\nrole = \"identifier\"\n{TOWN}[attributes.ill]\nrole = \"sensitive\"\n"
    );
    for (require, of_rows, of_persons) in [
        ("model = \"k-anonymity\"\nk = 4", 4.0, 1.0),
        // Of these k decides, which one person does not reach.
        ("model = \"p-sensitive\"\np = 2\nk = 4", 4.0, 1.0),
        ("model = \"alpha-k\"\nalpha = 0.5\nk = 2", 0.25, 1.0),
        ("model = \"l-diversity\"\nl = 3", 4.0, 1.0),
        ("model = \"l-diversity\"\nl = 3\nkind = \"entropy\"", 4.0, 1.0),
        ("model = \"l-diversity\"\nl = 3\nkind = \"entropy-grassberger\"", 4.0, 1.0),
        ("model = \"l-diversity\"\nl = 2\nc = 2\nkind = \"recursive\"", 1.0 / 3.0, f64::INFINITY),
        (
            "model = \"l-diversity\"\nl = 2\nc = 2\nkind = \"positive-disclosure\"",
            1.0 / 3.0,
            f64::INFINITY,
        ),
        // Every illness is one in four patients' or more, and all are p1's.
        ("model = \"beta-likeness\"\nbeta = 0.9\nkind = \"basic\"", 0.0, 1.5),
        ("model = \"delta-disclosure\"\ndelta = 0.5", 0.0, 2.5_f64.ln()),
        ("model = \"average-risk\"\nat-most = 0.3", 0.25, 2.0 / 5.0),
        ("model = \"sample-uniqueness\"\nat-most = 0.1", 0.0, 1.0 / 5.0),
        ("model = \"k-map\"\nk = 9\nsampling-fraction = 0.05\nestimate = \"poisson\"", 4.0, 1.0),
    ] {
        let require = format!("[[require]]\n{require}\n");
        let release = "algorithm = \"none\"";
        let rows = policy("", &attributes, &require, release);
        let (_, report) = released(STAYS, &[], &rows)
            .unwrap_or_else(|error| panic!("{require} of rows: {error}"));
        let attained = report.guarantees[0].attained.unwrap();
        assert!((attained - of_rows).abs() < 1e-6, "{require} of rows: {attained}");
        let persons = policy("person = \"who\"", &attributes, &require, release);
        assert!(matches!(released(STAYS, &[], &persons), Err(Error::Unmet(_))), "{require}");
        // The owner's file shows what it is.
        let setting =
            Setting::new(&[("people.csv", STAYS.as_bytes()), ("policy.toml", persons.as_bytes())]);
        let policy = Some(read_policy(&setting.path("policy.toml")).unwrap());
        let options = CheckOptions { policy, ..CheckOptions::default() };
        let told = check(&setting.path("people.csv"), &options, &()).unwrap();
        let judged = &told.guarantees[0];
        assert_eq!(judged.holds, Some(false), "{require}");
        let attained = judged.attained.unwrap_or(f64::INFINITY);
        assert!(
            attained.total_cmp(&of_persons).is_eq() || (attained - of_persons).abs() < 1e-6,
            "{require}: {attained}"
        );
    }
    let require = "[[require]]\nmodel = \"population-uniqueness\"\nat-most = 0.5\n\
                   sampling-fraction = 0.1\n";
    let policy = policy("person = \"who\"", &attributes, require, "algorithm = \"none\"");
    let refused = message(released(STAYS, &[], &policy));
    assert!(refused.contains("estimates from rows that are one person each"), "{refused}");
}

/// Three known illnesses, and two rows without one.
const GAPS: &str = "town,ill\na,flu\na,flu\na,gout\na,?\na,?\nb,flu\nb,gout\nb,cold\n";

#[test]
fn what_is_missing_may_be_the_worst() {
    let attributes = format!("{TOWN}[attributes.ill]\nrole = \"sensitive\"\n");
    let level = |require: &str, rule: &str| {
        let require = format!("[[require]]\n{require}\n");
        let release = format!("algorithm = \"none\"\n{rule}");
        let text = policy("missing = [\"?\"]", &attributes, &require, &release);
        let setting =
            Setting::new(&[("people.csv", GAPS.as_bytes()), ("policy.toml", text.as_bytes())]);
        let policy = Some(read_policy(&setting.path("policy.toml")).unwrap());
        let options = CheckOptions { policy, ..CheckOptions::default() };
        let told = check(&setting.path("people.csv"), &options, &()).unwrap();
        let rule = told.guarantees[0].parameters.get("missing-sensitive").cloned();
        (told.guarantees[0].attained.unwrap(), rule.map(|rule| format!("{rule:?}")))
    };
    let own = "missing-sensitive = \"own-value\"";
    let ignored = "missing-sensitive = \"ignored\"";
    for (require, worst, as_value, left_out) in [
        // Class a: flu, flu, gout, and two that are not known.
        ("model = \"l-diversity\"\nl = 2", 2.0, 3.0, 2.0),
        ("model = \"alpha-k\"\nalpha = 1.0\nk = 2", 4.0 / 5.0, 2.0 / 5.0, 2.0 / 3.0),
        ("model = \"l-diversity\"\nl = 2\nc = 9\nkind = \"recursive\"", 4.0, 2.0 / 3.0, 2.0),
        // The table has 3 flu, 2 gout and 1 cold. At worst all unknown ones are a cold, 2/5 instead
        // of 1/6; or flu, 4/5 instead of 1/2.
        ("model = \"beta-likeness\"\nbeta = 9\nkind = \"basic\"", 7.0 / 5.0, 5.0 / 3.0, 1.0),
        ("model = \"t-closeness\"\nt = 1.0", 0.3, 7.0 / 24.0, 1.0 / 6.0),
    ] {
        let (attained, told) = level(require, "");
        assert!((attained - worst).abs() < 1e-9, "{require} at worst: {attained}");
        assert!(told.unwrap().contains("worst-case"));
        let (attained, _) = level(require, own);
        assert!((attained - as_value).abs() < 1e-9, "{require} as a value: {attained}");
        let (attained, _) = level(require, ignored);
        assert!((attained - left_out).abs() < 1e-9, "{require} left out: {attained}");
    }
}

/// Ages are known to intruders, and must not become known where only a part of them is.
#[test]
fn an_attribute_has_two_roles() {
    let data = "town,age\na,21\na,21\na,22\na,23\nb,31\nb,31\nb,31\nb,35\n";
    let attributes = format!(
        "{TOWN}[attributes.age]\nrole = [\"quasi-identifier\", \"sensitive\"]\n\
         hierarchy = {{ intervals = [5, 10, 20] }}\n"
    );
    let require = "[[require]]\nmodel = \"k-anonymity\"\nk = 2\n\
                   [[require]]\nmodel = \"l-diversity\"\nl = 3\n";
    let text = policy("", &attributes, require, "suppression = 0.0");
    let (setting, report) = released(data, &[], &text).unwrap();
    assert!(report.guarantees.iter().all(|of| of.holds == Some(true)));
    // Both towns must be taken together: b has two ages only, however coarse they are shown.
    let lines = setting.read("out.csv");
    assert!(lines.lines().skip(1).all(|line| line.starts_with("*,")), "{lines}");
    assert_eq!(report.guarantees[1].attribute.as_deref(), Some("age"));
    assert!(report.guarantees[1].attained >= Some(3.0));
    let file = setting.path("out.csv");
    let policy = Some(read_policy(&setting.path("policy.toml")).unwrap());
    let options = CheckOptions { policy, ..CheckOptions::default() };
    let told = check(&file, &options, &()).unwrap();
    let unshown = told.guarantees.iter().find(|of| of.attribute.as_deref() == Some("age")).unwrap();
    assert_eq!((unshown.holds, unshown.shown.as_str()), (None, "by no file"));
    let again = apply(&setting.path("r.json"), &setting.path("people.csv"), &file, &());
    let again = again.unwrap().publish().unwrap();
    assert_eq!(again.guarantees[1].attained, report.guarantees[1].attained);
    for wrong in ["[\"identifier\", \"sensitive\"]", "[\"sensitive\", \"insensitive\"]", "[]"] {
        let text = text.replace("[\"quasi-identifier\", \"sensitive\"]", wrong);
        let refused = released(data, &[], &text);
        assert!(matches!(refused, Err(Error::Policy(_))), "{wrong}");
    }
}

const TREE: &str = "flu;infection;lung;ANY\npneumonia;infection;lung;ANY\n\
    bronchitis;infection;lung;ANY\nedema;vessel;lung;ANY\nembolism;vessel;lung;ANY\n\
    ulcer;stomach;gut;ANY\ncancer;stomach;gut;ANY\ngastritis;stomach;gut;ANY\n\
    colitis;colon;gut;ANY\ncolon cancer;colon;gut;ANY\n";
const GROUPS: &str = "hierarchy = { groups = { ANY = { \
    lung = { infection = [\"flu\", \"pneumonia\", \"bronchitis\"], vessel = [\"edema\", \"embolism\"] }, \
    gut = { stomach = [\"ulcer\", \"cancer\", \"gastritis\"], colon = [\"colitis\", \"colon cancer\"] } \
    } } }";

/// The lectures' table of salaries and diseases (000, t-closeness): 8/27, whatever the root is called.
#[test]
fn the_root_of_a_tree_is_its_top() {
    let data = "town,ill\na,ulcer\na,cancer\na,pneumonia\nb,gastritis\nb,flu\nb,bronchitis\n\
                c,gastritis\nc,bronchitis\nc,cancer\n";
    let levels = |root: &str, hierarchy: &str, t: &str| {
        let attributes = format!("{TOWN}[attributes.ill]\nrole = \"sensitive\"\n{hierarchy}\n");
        let require =
            format!("[[require]]\nmodel = \"t-closeness\"\nt = {t}\ndistance = \"hierarchical\"\n");
        let policy = policy("", &attributes, &require, "algorithm = \"none\"");
        let tree = TREE.replace("ANY", root);
        released(data, &[("ill.csv", &tree)], &policy)
            .map(|(_, report)| report.guarantees[0].attained)
    };
    let file = "hierarchy = \"ill.csv\"";
    for (root, hierarchy) in
        [("*", file), ("disease", file), ("disease", &GROUPS.replace("ANY", "disease"))]
    {
        let attained = levels(root, hierarchy, "0.3").unwrap().unwrap();
        assert!((attained - 8.0 / 27.0).abs() < 1e-12, "{root}: {attained}");
        assert!(matches!(levels(root, hierarchy, "0.25"), Err(Error::Unmet(_))), "{root}");
    }
}

#[test]
fn everything_hidden_has_no_precision_left() {
    let data = "zip,ip,town\n94032,192.168.1.127,a\n53711,10.0.0.1,b\n";
    let tops = "town;any\na;any\nb;any\n".split_once('\n').unwrap().1;
    let attributes = "[attributes.zip]\nrole = \"quasi-identifier\"\ntype = \"text\"\n\
        hierarchy = { redact = \"right\" }\n[attributes.ip]\nrole = \"quasi-identifier\"\n\
        hierarchy = { addresses = \"ipv4\" }\n[attributes.town]\nrole = \"quasi-identifier\"\n\
        hierarchy = \"town.csv\"\n";
    let require = "[[require]]\nmodel = \"k-anonymity\"\nk = 2\n";
    let text = policy("", attributes, require, "objective = \"precision\"");
    let (setting, report) = released(data, &[("town.csv", tops)], &text).unwrap();
    assert_eq!(report.microdata().unwrap().objective.value, Some(1.0));
    let heights: Vec<u8> =
        report.microdata().unwrap().heights.0.iter().map(|(_, height)| *height).collect();
    assert_eq!(heights, [5, 4, 1]);
    assert_eq!(setting.read("out.csv").lines().nth(1), Some("*****,*.*.*.*,any"));
}
