//! An intruder who has everything that is public about a release (data, certificate, page, JSON)
//! wants to know of the records that were left out: how many, and what their sensitive values are.
//!
//! Two intruders try. The *solver* takes figures that compare with the whole input and looks for
//! what must have been suppressed to give them. The *rerunner* knows even more: all kept records, as
//! they were, and the program. It supposes what was suppressed, runs the policy itself, and compares
//! documents. Both succeed on what is for those who may see the input, and so are worth trying on
//! what is public.

use crate::setting::Setting;
use ridotto::{Audience, Inputs, Outputs, Plan, Report, RunOptions};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

const ILLNESSES: [&str; 3] = ["flu", "gout", "mumps"];
const TOWNS: &str = "alba;north;*\nberg;north;*\ncelo;south;*\ndorf;south;*\n";

/// Models that compare classes with the whole input, of which a policy has three, and what else it
/// may say.
const RELATIVE: [&str; 4] = [
    "model = \"t-closeness\"\nt = 0.6",
    "model = \"beta-likeness\"\nbeta = 2.8\nkind = \"basic\"",
    "model = \"delta-disclosure\"\ndelta = 2.5\nabsent = \"ignored\"",
    "model = \"t-closeness\"\nt = 0.6\ndistance = \"ordered\"",
];
const RELEASES: [&str; 4] =
    ["", "objective = \"discernibility\"", "objective = \"precision\"", "algorithm = \"samarati\""];
const MASKS: [&str; 2] = ["", "[[mask]]\nmethod = \"round\"\nattributes = [\"age\"]\nto = 2\n"];

type Record = (u32, &'static str, &'static str);

/// People, and what is asked for them.
#[derive(Clone)]
struct World {
    people: Vec<(usize, Record)>,
    requirements: String,
    release: &'static str,
    mask: &'static str,
}

fn dice(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    move |sides| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % sides
    }
}

impl World {
    fn new(seed: u32) -> Self {
        let mut roll = dice(seed);
        let towns = ["alba", "berg", "celo", "dorf"];
        let mut people: Vec<Record> = (0..70 + roll(40))
            .map(|_| {
                let illness = [0, 0, 0, 1, 1, 2][roll(6) as usize];
                (20 + roll(50), towns[roll(4) as usize], ILLNESSES[illness])
            })
            .collect();
        // Somebody stands out, and will be left out.
        people.extend((0..=roll(3)).map(|at| (80 + 7 * at, "dorf", ILLNESSES[roll(3) as usize])));
        let first = roll(4) as usize;
        let k = 3 + roll(3);
        let mut requirements = format!("[[require]]\nmodel = \"k-anonymity\"\nk = {k}\n");
        for model in (first..first + 3).map(|at| RELATIVE[at % 4]) {
            requirements += &format!("[[require]]\n{model}\n");
        }
        Self {
            people: people.into_iter().enumerate().collect(),
            requirements,
            release: RELEASES[roll(4) as usize],
            mask: MASKS[roll(2) as usize],
        }
    }

    fn policy(&self) -> String {
        let Self { requirements, release, mask, .. } = self;
        format!(
            "version = 1\n[data]\ninput = \"people.csv\"\n\
             [attributes.id]\nrole = \"insensitive\"\n\
             [attributes.age]\nrole = \"quasi-identifier\"\n\
             hierarchy = {{ intervals = [5, 10, 20] }}\n\
             [attributes.town]\nrole = \"quasi-identifier\"\nhierarchy = \"town.csv\"\n\
             [attributes.illness]\nrole = \"sensitive\"\ntype = \"ordinal\"\n\
             order = [\"flu\", \"gout\", \"mumps\"]\n{mask}{requirements}\
             [release]\nsuppression = 0.12\n{release}\n[output]\nfile = \"out.csv\"\n"
        )
    }

    /// Runs the policy; `None` if it has no solution.
    fn run(&self, audience: Audience) -> Option<Documents> {
        let mut data = String::from("id,age,town,illness\n");
        for (id, (age, town, illness)) in &self.people {
            data += &format!("{id},{age},{town},{illness}\n");
        }
        let setting = Setting::new(&[
            ("people.csv", data.as_bytes()),
            ("town.csv", TOWNS.as_bytes()),
            ("policy.toml", self.policy().as_bytes()),
            ("publisher.key", PUBLISHER.as_bytes()),
        ]);
        only_mine(&setting.path("publisher.key"));
        let files = ["report.json", "page.html"].map(|name| setting.path(name));
        let pages = if audience == Audience::Public { 2 } else { 1 };
        let outputs = Outputs {
            reports: files[..pages].to_vec(),
            certificate: Some(setting.path("certificate.json")),
            signing_key: Some(setting.path("publisher.key")),
            audience,
            ..Outputs::default()
        };
        let policy = ridotto::read_policy(&setting.path("policy.toml")).unwrap();
        let plan = Plan::bind(&policy, Inputs::of_policy().threads(1));
        let truth =
            plan.unwrap().run(&outputs, &RunOptions::seeded(7), &()).ok()?.publish().unwrap();
        let json = |name: &str| serde_json::from_str(&setting.read(name)).unwrap();
        Some(Documents {
            data: setting.read("out.csv"),
            report: json("report.json"),
            certificate: json("certificate.json"),
            page: if pages == 2 { setting.read("page.html") } else { String::new() },
            truth: truth.into_report(),
        })
    }

    /// The same people but for those who were left out of a release: other illnesses, one of them
    /// fewer, one more who is the same.
    fn alternatives(&self, release: &Documents) -> Vec<Self> {
        let kept = release.kept();
        let left_out = |(id, _): &&(usize, Record)| !kept.contains(id);
        let gone: Vec<(usize, Record)> = self.people.iter().filter(left_out).copied().collect();
        let mut all = Vec::new();
        for step in 1..ILLNESSES.len() {
            let mut world = self.clone();
            for (_, record) in world.people.iter_mut().filter(|(id, _)| !kept.contains(id)) {
                let at = ILLNESSES.iter().position(|of| *of == record.2).unwrap();
                record.2 = ILLNESSES[(at + step) % ILLNESSES.len()];
            }
            all.push(world);
        }
        if let Some(first) = gone.first() {
            let mut fewer = self.clone();
            fewer.people.retain(|(id, _)| *id != first.0);
            all.push(fewer);
            let mut more = self.clone();
            more.people.push((100_000, first.1));
            all.push(more);
        }
        all
    }
}

const PUBLISHER: &str =
    "ridotto-private-key-1 0707070707070707070707070707070707070707070707070707070707070707\n";

fn only_mine(path: &std::path::Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
}

/// What a run leaves, and what is true.
struct Documents {
    data: String,
    report: Value,
    certificate: Value,
    page: String,
    truth: Report,
}

impl Documents {
    fn records(&self) -> impl Iterator<Item = Vec<&str>> {
        self.data.lines().skip(1).map(|line| line.split(',').collect())
    }

    fn kept(&self) -> HashSet<usize> {
        self.records().map(|record| record[0].parse().unwrap()).collect()
    }

    fn suppressed(&self) -> u64 {
        self.truth.microdata().unwrap().suppressed_rows.unwrap()
    }

    /// The histograms of the released classes.
    fn classes(&self) -> Vec<[f64; 3]> {
        let mut classes: BTreeMap<(&str, &str), [f64; 3]> = BTreeMap::new();
        for record in self.records() {
            let at = ILLNESSES.iter().position(|of| *of == record[3]).unwrap();
            classes.entry((record[1], record[2])).or_default()[at] += 1.0;
        }
        classes.into_values().collect()
    }

    /// All that an intruder sees, without what differs from run to run.
    fn seen(&self) -> String {
        let mut report = self.report.clone();
        let mut certificate = self.certificate["certificate"].clone();
        for (document, names) in
            [(&mut report, &["seconds", "input"][..]), (&mut certificate, &["issued", "input"])]
        {
            let fields = document.as_object_mut().unwrap();
            for name in names {
                fields.remove(*name);
            }
        }
        format!("{report}{certificate}{}", self.page)
    }

    /// What the documents say is attained, by model.
    fn figures(&self) -> Vec<(String, f64)> {
        let lists = [&self.report["guarantees"], &self.certificate["certificate"]["verdicts"]];
        let each = lists.into_iter().flat_map(|list| list.as_array().unwrap());
        let figure = |one: &Value| {
            let distance = one["parameters"]["distance"].as_str().unwrap_or_default();
            let model = format!("{} {distance}", one["model"].as_str().unwrap());
            Some((model.trim().to_owned(), one["attained"].as_f64()?))
        };
        each.filter_map(figure).collect()
    }
}

/// The worst level of the released classes against the illnesses of everybody.
fn level(model: &str, classes: &[[f64; 3]], all: [f64; 3]) -> Option<f64> {
    let shares = |of: [f64; 3]| of.map(|count| count / of.iter().sum::<f64>());
    let all = shares(all);
    let of = |class: &[f64; 3]| {
        let pairs = shares(*class).into_iter().zip(all);
        let present = pairs.clone().filter(|(own, _)| *own > 0.0);
        Some(match model {
            "t-closeness equal" => pairs.map(|(own, of)| (own - of).abs()).sum::<f64>() / 2.0,
            "t-closeness ordered" => {
                let apart: Vec<f64> = pairs.map(|(own, of)| own - of).collect();
                f64::midpoint(apart[0].abs(), (apart[0] + apart[1]).abs())
            }
            "beta-likeness" => present.map(|(own, of)| own / of - 1.0).fold(0.0, f64::max),
            "delta-disclosure" => {
                present.map(|(own, of)| (own / of).ln().abs()).fold(0.0, f64::max)
            }
            _ => return None,
        })
    };
    classes.iter().map(of).try_fold(0.0, |worst: f64, level| Some(worst.max(level?)))
}

/// So many suppressed records are thought of at most.
const MOST: u32 = 9;

/// The solver: every histogram of suppressed illnesses that fits all figures, and their number if
/// that is told.
fn solutions(seen: &Documents) -> Vec<[f64; 3]> {
    let (classes, figures) = (seen.classes(), seen.figures());
    let told = seen.report["release"]["suppressed_rows"].as_u64();
    let released =
        classes.iter().fold([0.0; 3], |sum, class| [0, 1, 2].map(|at| sum[at] + class[at]));
    let mut found = Vec::new();
    for many in (1..=MOST).filter(|&many| told.is_none_or(|told| told == u64::from(many))) {
        for first in 0..=many {
            for second in 0..=many - first {
                let gone = [first, second, many - first - second].map(f64::from);
                let all = [0, 1, 2].map(|at| released[at] + gone[at]);
                let fits = |(model, figure): &(String, f64)| {
                    level(model, &classes, all).is_none_or(|level| (level - figure).abs() < 1e-9)
                };
                if figures.iter().all(fits) {
                    found.push(gone);
                }
            }
        }
    }
    found
}

/// Releases in which some records were left out, and not too many to be thought of.
fn worlds(audience: Audience, many: usize) -> Vec<(World, Documents)> {
    let run = |seed| {
        let world = World::new(seed);
        let documents = world.run(audience)?;
        (1..=u64::from(MOST)).contains(&documents.suppressed()).then_some((world, documents))
    };
    (0..400).filter_map(run).take(many).collect()
}

#[test]
fn the_suppressed_cannot_be_solved_for() {
    let every = (1..=MOST).map(|many| ((many + 1) * (many + 2) / 2) as usize).sum::<usize>();
    let mut alone = 0;
    let internal = worlds(Audience::Internal, 30);
    for (world, documents) in &internal {
        let found = solutions(documents);
        let kept = documents.kept();
        let mut truth = [0.0; 3];
        for (_, (_, _, illness)) in world.people.iter().filter(|(id, _)| !kept.contains(id)) {
            truth[ILLNESSES.iter().position(|of| of == illness).unwrap()] += 1.0;
        }
        assert!(found.contains(&truth), "the solver works");
        alone += usize::from(found.len() == 1);
    }
    assert!(internal.len() == 30 && alone >= 24, "everything is found out {alone} times of 30");
    for (_, documents) in worlds(Audience::Public, 30) {
        assert_eq!(documents.figures(), []);
        assert_eq!(solutions(&documents).len(), every, "whatever was suppressed fits");
    }
}

#[test]
fn rerunning_with_other_suppressed_records_tells_nothing() {
    let (mut tried, mut told_apart) = (0, 0);
    for (world, internal) in worlds(Audience::Internal, 12) {
        let public = world.run(Audience::Public).unwrap();
        for other in world.alternatives(&internal) {
            let Some(again) = other.run(Audience::Internal) else { continue };
            // Another release is another decision, which the data themselves tell. And the number
            // is told in steps of ten.
            if again.data != internal.data || again.suppressed() >= 10 || again.suppressed() == 0 {
                continue;
            }
            tried += 1;
            told_apart += usize::from(again.seen() != internal.seen());
            let supposed = other.run(Audience::Public).unwrap();
            assert_eq!(supposed.data, public.data);
            assert_eq!(supposed.seen(), public.seen());
        }
    }
    assert!(tried >= 20, "{tried} suppositions give the same release");
    // But for illnesses that were exchanged for each other, so that all are as frequent as before.
    assert!(told_apart * 10 >= tried * 9, "{told_apart} of {tried} are told apart by the internal");
}

#[test]
fn public_documents_name_what_they_may() {
    let (_, documents) = worlds(Audience::Public, 1).remove(0);
    let names = |of: &Value| of.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        names(&documents.report),
        "audience findings guarantees output release ridotto".to_owned()
            + if documents.report["steps"].is_null() { "" } else { " steps" }
    );
    assert_eq!(names(&documents.report["release"]), "algorithm classes levels suppressed");
    assert_eq!(documents.report["release"]["suppressed"], serde_json::json!({ "below": 10.0 }));
    for verdict in documents.certificate["certificate"]["verdicts"].as_array().unwrap() {
        assert_eq!((&verdict["attained"], &verdict["holds"]), (&Value::Null, &true.into()));
        assert!(verdict["required"].is_number());
    }
    let kind = |file: &str| documents.certificate["certificate"][file]["kind"].clone();
    assert_eq!((kind("input"), kind("policy")), ("hmac-sha256".into(), "hmac-sha256".into()));
}
