//! A toy domain on the pipeline: two inputs, two outputs, no shuffle, and a decision that cannot be
//! saved. What it shows holds for every domain.

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use ridotto_core::{Code, Codes, Texts, Watch};
use ridotto_policy::Policy;
use ridotto_release::{
    Bound, Domain, Error, Facts, Inputs, Opened, Order, Output, Outputs, Place, Randomness, Rows,
    Run, RunOptions, Siblings, Verdict, Written,
};
use ridotto_report::{Figures, Guarantee, Report};
use ridotto_table::{Block, Column, OutColumn, ReadAs, SourceOptions, Table};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Names that two lists have in common are published beside those that only the first has, if both
/// outputs have `LEAST` names.
#[derive(Debug)]
struct Lists;

const LEAST: u64 = 2;

#[derive(Debug)]
struct Plan {
    wants: Vec<Vec<ReadAs>>,
    /// What the verifier is to say, where that is tried.
    verdict: Option<Result<bool, String>>,
}

#[derive(Debug)]
struct Both {
    codes: Codes,
    texts: Texts,
    labels: Vec<Code>,
    common: Vec<u32>,
    others: Vec<u32>,
}

#[derive(Debug)]
struct Names<'a>(&'a Both, &'a [u32]);

impl Output for Names<'_> {
    fn names(&self) -> Vec<&str> {
        vec!["name"]
    }

    fn columns(&self) -> Vec<OutColumn<'_>> {
        vec![OutColumn::Coded {
            codes: &self.0.codes,
            labels_of: &self.0.labels,
            labels: &self.0.texts,
            missing: None,
            native: None,
        }]
    }

    fn rows(&self) -> Rows<'_> {
        Rows::These(self.1)
    }

    fn order(&self) -> Order {
        Order::AsGiven
    }
}

fn coded(table: &Table) -> (&Codes, &Texts) {
    let Column::Coded { codes, dictionary, .. } = &table.columns[0] else { panic!("not coded") };
    (codes, dictionary.texts())
}

impl Domain for Lists {
    const KIND: &'static str = "lists";
    type Plan = Plan;
    type Data = Both;
    type Decision = [Vec<u32>; 2];
    type Output<'a> = Names<'a>;
    type Verified = Vec<u64>;

    fn bind(_: &Arc<Policy>, inputs: &Opened, _: &Siblings) -> Result<Plan, Error> {
        let wants = |_| vec![ReadAs::Code { kind: None }];
        Ok(Plan { wants: inputs.inputs.iter().map(wants).collect(), verdict: None })
    }

    fn facts(plan: &Plan) -> Facts {
        Facts {
            reads: plan.wants.clone(),
            tables: vec!["common".into(), "others".into()],
            unsaved: Some(("lists are not saved".into(), "leave it out".into())),
            ..Facts::default()
        }
    }

    fn prepare(_: &Plan, tables: Vec<Table>, run: &mut Run<'_>) -> Result<Both, Error> {
        run.trail.records = tables[0].rows as u64;
        let ((codes, texts), (_, second)) = (coded(&tables[0]), coded(&tables[1]));
        let is_common = |row: &u32| {
            let text = texts.get(codes.get(*row as usize) as usize);
            second.iter().any(|other| other == text)
        };
        let (common, others) = (0..tables[0].rows as u32).partition(is_common);
        let labels = (0..texts.len() as Code).collect();
        Ok(Both { codes: codes.clone(), texts: texts.clone(), labels, common, others })
    }

    fn decide(_: &Plan, data: &Both, _: &mut Run<'_>) -> Result<[Vec<u32>; 2], Error> {
        Ok([data.common.clone(), data.others.clone()])
    }

    fn outputs<'a>(
        _: &'a Plan,
        data: &'a Both,
        [common, others]: &'a [Vec<u32>; 2],
    ) -> Result<Vec<Names<'a>>, Error> {
        Ok(vec![Names(data, common), Names(data, others)])
    }

    fn verify(
        plan: &Plan,
        _: &Both,
        _: &[Vec<u32>; 2],
        written: &[Written<'_, Names<'_>>],
        run: &mut Run<'_>,
    ) -> Result<Verdict<Vec<u64>>, Error> {
        let mut counts = Vec::new();
        for Written { staged, .. } in written {
            let source = staged.reopen(&SourceOptions::default())?;
            let count = |rows: &mut u64, block: &Block<'_>| -> Result<(), Error> {
                *rows += block.rows() as u64;
                Ok(())
            };
            let counted = source.scan(&[0], || 0, count, run.watch)?;
            counts.push(counted.states.into_iter().sum());
        }
        let holds = match &plan.verdict {
            Some(Err(why)) => return Err(Error::Unverified(why.clone())),
            Some(Ok(holds)) => *holds,
            None => counts.iter().all(|&count| count >= LEAST),
        };
        let guarantee =
            Guarantee { model: "least".into(), holds: Some(holds), ..Guarantee::default() };
        let tables = counts.iter().map(|&rows| (rows, None)).collect();
        Ok(Verdict { guarantees: vec![guarantee], tables, seen: counts })
    }

    fn account(
        _: &Plan,
        _: &Both,
        _: &[Vec<u32>; 2],
        verdict: &Verdict<Vec<u64>>,
        notes: Vec<String>,
        report: &mut Report,
    ) {
        report.notes.extend(notes);
        report.release = Figures::default().with("common", verdict.seen[0]).into();
    }
}

fn names(list: &[&str]) -> Vec<RecordBatch> {
    let column: ArrayRef = Arc::new(StringArray::from(list.to_vec()));
    vec![RecordBatch::try_from_iter([("name", column)]).unwrap()]
}

fn bound(first: &[&str], second: &[&str]) -> Bound<Lists> {
    let policy = Policy::empty("policy");
    let inputs = Inputs::batches(names(first)).and("second", Place::Batches(names(second)));
    let opened = inputs.open(&policy).unwrap();
    Bound::new(Arc::new(policy), opened, &Siblings::default()).unwrap()
}

const FIRST: [&str; 5] = ["ada", "eve", "kim", "leo", "ann"];
const SECOND: [&str; 3] = ["leo", "zoe", "eve"];

/// Nothing may be drawn.
fn without_chance() -> RunOptions {
    RunOptions { randomness: Randomness::forbidden(), ..RunOptions::default() }
}

#[test]
fn two_inputs_become_two_outputs() {
    let release = bound(&FIRST, &SECOND).run(&Outputs::memory(), &without_chance(), &(), &());
    let release = release.unwrap();
    let report = release.report().clone();
    assert!(report.holds());
    assert_eq!((report.input.rows, report.output.rows), (Some(5), Some(2)));
    assert_eq!(report.outputs[0].rows, Some(3));
    assert_eq!(report.release.figure("common"), Some(&2.into()));
    let tables = release.publish().unwrap().into_tables();
    let texts = |batches: &[RecordBatch]| -> Vec<String> {
        let column = batches[0].column(0).as_string::<i32>();
        column.iter().map(|text| text.unwrap().to_owned()).collect()
    };
    let tables: Vec<Vec<String>> = tables.iter().map(|table| texts(table)).collect();
    assert_eq!(tables, [vec!["eve", "leo"], vec!["ada", "kim", "ann"]]);
}

/// The names of all files in a folder, hidden ones too.
fn files(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn files_of_a_release_appear_all_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let to = Outputs::file(folder.path().join("out.csv"));
    let bound = bound(&FIRST, &SECOND);
    let release = bound.run(&to, &without_chance(), &(), &()).unwrap();
    assert_eq!(files(folder.path()).len(), 2, "claims alone: {:?}", files(folder.path()));
    drop(release);
    assert!(files(folder.path()).is_empty());
    bound.run(&to, &without_chance(), &(), &()).unwrap().publish().unwrap();
    assert_eq!(files(folder.path()), ["out-others.csv", "out.csv"]);
    // The second cannot take its place: the first is not there either.
    let second = tempfile::tempdir().unwrap();
    let to = Outputs::file(second.path().join("out.csv"));
    let release = bound.run(&to, &without_chance(), &(), &()).unwrap();
    std::fs::create_dir(second.path().join("out-others.csv")).unwrap();
    release.publish().unwrap_err();
    assert_eq!(files(second.path()), ["out-others.csv"]);
}

#[test]
fn nothing_is_released_that_does_not_hold() {
    let folder = tempfile::tempdir().unwrap();
    let to = Outputs::file(folder.path().join("out.csv"));
    for verdict in [Ok(false), Err("the cells are wrong".to_owned())] {
        let mut bound = bound(&FIRST, &SECOND);
        bound.plan.verdict = Some(verdict.clone());
        let error = bound.run(&to, &without_chance(), &(), &()).unwrap_err();
        assert!(matches!(error, Error::Unverified(_)), "{verdict:?}: {error}");
        assert!(files(folder.path()).is_empty(), "{verdict:?}");
    }
    // By the count of what was written.
    let error = bound(&FIRST, &["eve"]).run(&to, &without_chance(), &(), &()).unwrap_err();
    assert_eq!(error.to_string(), Error::Unverified("least is not attained".into()).to_string());
}

#[test]
fn what_cannot_be_saved_is_said_before_anything_is_read() {
    /// Panics when something is read.
    #[derive(Debug)]
    struct Nothing;
    impl Watch for Nothing {
        fn begin(&self, stage: &'static str, _: Option<u64>) {
            panic!("{stage}");
        }
    }
    let recoding = Some(PathBuf::from("decision.json"));
    let to = Outputs { recoding, ..Outputs::memory() };
    let bound = bound(&FIRST, &SECOND);
    let error = bound.run(&to, &without_chance(), &(), &Nothing).unwrap_err();
    assert_eq!(error.to_string(), "lists are not saved");
}

#[test]
fn stages_come_in_their_order() {
    #[derive(Debug, Default)]
    struct Stages(Mutex<Vec<&'static str>>);
    impl Watch for Stages {
        fn begin(&self, stage: &'static str, _: Option<u64>) {
            self.0.lock().unwrap().push(stage);
        }
    }
    let stages = Stages::default();
    let bound = bound(&FIRST, &SECOND);
    bound.run(&Outputs::memory(), &without_chance(), &(), &stages).unwrap();
    let stages = stages.0.into_inner().unwrap();
    assert_eq!(stages, ["reading", "reading", "counting", "writing", "writing"]);
}
