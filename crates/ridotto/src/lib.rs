//! Publish data about people without giving anyone away.
//!
//! *Say, bind, run.* A [`Policy`] is what a person says about data and their release. [`Plan::bind`]
//! ties it to data: columns found, parameters checked, no row read. [`Plan::run`] reads, decides, writes
//! where nobody sees it, reads that again and judges it, and only then hands out a [`Release`], which can
//! be published. One that is dropped leaves nothing behind.
//!
//! Record batches in, record batches out, and no file in between:
//!
//! ```
//! use ridotto::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
//! # let ages: ArrayRef = std::sync::Arc::new(Int64Array::from(vec![31, 33, 34, 52, 54, 51]));
//! # let ill = StringArray::from(vec!["flu", "gout", "flu", "gout", "flu", "flu"]);
//! # let columns = [("age", ages), ("diagnosis", std::sync::Arc::new(ill) as ArrayRef)];
//! # let batches = vec![RecordBatch::try_from_iter(columns)?];
//!
//! let policy = Policy::builder()
//!     .attribute("age", QuasiIdentifier).hierarchy(intervals([10, 20]))
//!     .attribute("diagnosis", Sensitive)
//!     .require("k-anonymity", [("k", 3)])
//!     .build()?;
//! let plan = Plan::bind(&policy, Inputs::batches(batches))?;
//! let release = plan.run(&Outputs::memory(), &RunOptions::default(), &())?;
//! assert!(release.report().holds());
//! let safe: Vec<RecordBatch> = release.publish()?.into_batches();
//! # assert_eq!(safe[0].num_rows(), 6);
//! # Ok(())
//! # }
//! ```
//!
//! # Policies in code
//!
//! [`Policy::builder`](BuildPolicy::builder) says everything that a policy file can say, by the same
//! names, and the same reader checks it. Whatever was begun last takes more keys by
//! [`with`](PolicyBuilder::with). Values are numbers, texts, lists, and tables as [`Parameters`] or
//! `serde_json::Value`. [`from_value`] reads a policy that is a value as a whole.
//!
//! ```
//! use ridotto::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let policy = Policy::builder()
//!     .data("missing", ["", "?"])
//!     .attribute("age", QuasiIdentifier)
//!     .hierarchy(intervals([5, 10, 20]).with("lower", 15).with("upper", 95))
//!     .importance(2)
//!     .attribute("zip", QuasiIdentifier).hierarchy(redact("right"))
//!     .attribute("job", QuasiIdentifier).hierarchy("jobs.csv") // a file
//!     .attribute("name", Identifier)
//!     .attribute("pay", Insensitive)
//!     .attribute("diagnosis", Sensitive)
//!     .mask("round", [("attributes", ["pay"])]).with("to", 100)
//!     .require("k-anonymity", [("k", 5)])
//!     .require("t-closeness", [("t", 0.2)]).with("attribute", "diagnosis")
//!     .release("suppression", 0.02)
//!     .build()?;
//! assert_eq!(policy.requirements.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! What is wrong is told all at once, each with the path of the parameter and what to do:
//!
//! ```
//! use ridotto::prelude::*;
//!
//! let wrong = Policy::builder()
//!     .attribute("age", QuasiIdentifier).hierarchy(intervals([10, 15]))
//!     .require("k-anonymity", [("k", 1)])
//!     .build()
//!     .unwrap_err();
//! let first = &wrong.problems()[0];
//! assert_eq!(first.path.as_deref(), Some("attributes.age.hierarchy.intervals[1]"));
//! assert_eq!(first.message, "the width 15 is not a multiple of 10, the one before");
//! println!("{wrong}"); // both of them, with advice
//! # assert!(wrong.to_string().contains("- require[0].k: `k` is 1, but must be at least 2\n  help: "));
//! ```
//!
//! # Files
//!
//! Policies are mostly files that people write and keep beside the data ([`read_policy`]); what is wrong
//! in them is shown with its line. CSV, Parquet, Arrow, JSON, Excel and tables of PostgreSQL are read and
//! written.
//!
//! ```
//! use ridotto::{Inputs, Outputs, Plan, RunOptions};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let (people, safe) = (folder.path().join("people.csv"), folder.path().join("safe.csv"));
//! # std::fs::write(&people, "age,diagnosis\n31,flu\n33,gout\n34,flu\n52,gout\n54,flu\n51,flu\n")?;
//! # let path = folder.path().join("policy.toml");
//! # std::fs::write(&path, r#"
//! # version = 1
//! # [data]
//! # input = "people.csv"
//! # [attributes.age]
//! # role = "quasi-identifier"
//! # hierarchy = { intervals = [10, 20] }
//! # [attributes.diagnosis]
//! # role = "sensitive"
//! # [[require]]
//! # model = "k-anonymity"
//! # k = 3
//! # [output]
//! # file = "safe.csv"
//! # report = ["report.html", "report.json"]
//! # "#)?;
//! let policy = ridotto::read_policy(&path)?;
//! let plan = Plan::bind(&policy, Inputs::of_policy())?;
//! let release = plan.run(&Outputs::of_policy(), &RunOptions::default(), &())?;
//! println!("{} classes", release.report().microdata().map_or(0, |of| of.classes));
//! release.publish()?; // the reports, and then the data
//! # assert!(safe.exists() && folder.path().join("report.html").exists());
//! # Ok(())
//! # }
//! ```
//!
//! # Progress, and an end to it
//!
//! Who waits is a [`Watch`]. It is told of every stage, and asked often what it wishes: [`Control::Continue`],
//! [`Control::Finish`] with the best found so far, or [`Control::Cancel`], after which everything is as it was.
//!
//! ```
//! use ridotto::prelude::*;
//! use ridotto::{Error, Watch, Control};
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! #[derive(Debug, Default)]
//! struct Window { closed: AtomicBool }
//!
//! impl Watch for Window {
//!     fn begin(&self, stage: &'static str, total: Option<u64>) {
//!         println!("{stage}: {total:?} to do");
//!         # self.closed.store(stage == "writing", Ordering::Relaxed);
//!     }
//!     fn control(&self) -> Control {
//!         if self.closed.load(Ordering::Relaxed) { Control::Cancel } else { Control::Continue }
//!     }
//! }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
//! # let ages: ArrayRef = std::sync::Arc::new(Int64Array::from(vec![31, 33, 34, 52, 54, 51]));
//! # let ill = StringArray::from(vec!["flu", "gout", "flu", "gout", "flu", "flu"]);
//! # let columns = [("age", ages), ("diagnosis", std::sync::Arc::new(ill) as ArrayRef)];
//! # let batches = vec![RecordBatch::try_from_iter(columns)?];
//! # let policy = Policy::builder()
//! #     .attribute("age", QuasiIdentifier).hierarchy(intervals([10, 20]))
//! #     .attribute("diagnosis", Sensitive)
//! #     .require("k-anonymity", [("k", 3)])
//! #     .build()?;
//! # let plan = Plan::bind(&policy, Inputs::batches(batches))?;
//!
//! let window = Window::default();
//! let outcome = plan.run(&Outputs::memory(), &RunOptions::default(), &window);
//! assert!(matches!(outcome, Err(Error::Cancelled))); // somebody closed the window
//!
//! /// Takes the best that there is as soon as there is one.
//! #[derive(Debug)]
//! struct Hurry;
//!
//! impl Watch for Hurry {
//!     fn control(&self) -> Control {
//!         Control::Finish
//!     }
//! }
//!
//! let release = plan.run(&Outputs::memory(), &RunOptions::default(), &Hurry)?;
//! assert!(release.report().holds()); // what was found until then, verified as any release is
//! # Ok(())
//! # }
//! ```
//!
//! # Time limits
//!
//! [`RunOptions::time_limit`] ends a search with the best that it has found. That satisfies every
//! requirement, and is verified as any release is; only that nothing better exists is not proved, and the
//! report says so. If nothing was found in time, [`Error::OutOfTime`] is the answer.
//!
//! ```
//! use ridotto::prelude::*;
//! use std::time::Duration;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
//! # let ages: ArrayRef = std::sync::Arc::new(Int64Array::from(vec![31, 33, 34, 52, 54, 51]));
//! # let ill = StringArray::from(vec!["flu", "gout", "flu", "gout", "flu", "flu"]);
//! # let columns = [("age", ages), ("diagnosis", std::sync::Arc::new(ill) as ArrayRef)];
//! # let batches = vec![RecordBatch::try_from_iter(columns)?];
//! # let policy = Policy::builder()
//! #     .attribute("age", QuasiIdentifier).hierarchy(intervals([10, 20]))
//! #     .attribute("diagnosis", Sensitive)
//! #     .require("k-anonymity", [("k", 3)])
//! #     .build()?;
//! # let plan = Plan::bind(&policy, Inputs::batches(batches))?;
//!
//! let options = RunOptions { time_limit: Some(Duration::ZERO), ..RunOptions::default() };
//! let release = plan.run(&Outputs::memory(), &options, &())?;
//! let report = release.report();
//! assert!(report.holds());
//! assert!(report.microdata().is_some_and(|of| !of.proved_optimal));
//! assert!(report.notes.iter().any(|note| note.contains("search was stopped")));
//! # Ok(())
//! # }
//! ```
//!
//! # The same decision on other data
//!
//! A decision can be saved and made again, on next month's file: values become what they became, and the
//! result is verified anew. A recoding holds values of the data, so it is for their owner alone.
//!
//! ```
//! use ridotto::prelude::*;
//! use ridotto::RestoreOptions;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let (people, safe) = (folder.path().join("people.csv"), folder.path().join("safe.csv"));
//! # std::fs::write(&people, "age,diagnosis\n31,flu\n33,gout\n34,flu\n52,gout\n54,flu\n51,flu\n")?;
//! # let recoding = folder.path().join("recoding.json");
//! # let next = people.clone();
//! # let policy = Policy::builder()
//! #     .attribute("age", QuasiIdentifier).hierarchy(intervals([10, 20]))
//! #     .attribute("diagnosis", Sensitive)
//! #     .require("k-anonymity", [("k", 3)])
//! #     .build()?;
//!
//! let plan = Plan::bind(&policy, Inputs::file(&people))?;
//! let outputs = Outputs { recoding: Some(recoding.clone()), ..Outputs::memory() };
//! plan.run(&outputs, &RunOptions::default(), &())?.publish()?;
//!
//! let again = Plan::restore(&recoding, &next, &RestoreOptions::default())?;
//! let release = again.run(&Outputs::file(&safe), &RunOptions::default(), &())?;
//! assert!(release.report().holds());
//! release.publish()?;
//! # Ok(())
//! # }
//! ```
//!
//! Without any file, [`Outputs::keep`] keeps the decision, the page and the certificate as values: what
//! [`Published::saved`] hands out is what [`SavedDecision::text`] takes.
//!
//! ```
//! use ridotto::prelude::*;
//! use ridotto::{RestoreOptions, SavedDecision};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
//! # let ages: ArrayRef = std::sync::Arc::new(Int64Array::from(vec![31, 33, 34, 52, 54, 51]));
//! # let ill = StringArray::from(vec!["flu", "gout", "flu", "gout", "flu", "flu"]);
//! # let columns = [("age", ages), ("diagnosis", std::sync::Arc::new(ill) as ArrayRef)];
//! # let january = vec![RecordBatch::try_from_iter(columns)?];
//! # let february = january.clone();
//! # let policy = Policy::builder()
//! #     .attribute("age", QuasiIdentifier).hierarchy(intervals([10, 20]))
//! #     .attribute("diagnosis", Sensitive)
//! #     .require("k-anonymity", [("k", 3)])
//! #     .build()?;
//!
//! let plan = Plan::bind(&policy, Inputs::batches(january))?;
//! let outputs = Outputs { keep: true, ..Outputs::memory() };
//! let published = plan.run(&outputs, &RunOptions::default(), &())?.publish()?;
//! let decision = SavedDecision::text(published.saved().expect("it can be made again"));
//! assert!(published.page().is_some() && published.certificate().is_some());
//!
//! let again = Plan::restore(decision, Inputs::batches(february), &RestoreOptions::default())?;
//! let release = again.run(&Outputs::memory(), &RunOptions::default(), &())?;
//! assert!(release.report().holds());
//! let safe: Vec<RecordBatch> = release.publish()?.into_batches();
//! # assert_eq!(safe[0].num_rows(), 6);
//! // And any table is checked as it is.
//! let options = ridotto::CheckOptions { quasi_identifiers: vec!["age".into()], ..Default::default() };
//! let report = ridotto::check(&safe, &options, &())?;
//! assert!(report.guarantees.iter().any(|one| one.model == "k-anonymity" && one.attained == Some(3.0)));
//! # Ok(())
//! # }
//! ```
//!
//! # Checking any file
//!
//! [`check`] counts the classes of a file, whoever made it, and says what they attain of every model; with
//! a policy also whether they satisfy it. [`attack`] tries what an intruder would, and [`assess`]
//! compares a release with what it was made of.
//!
//! ```
//! use ridotto::CheckOptions;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let (people, safe) = (folder.path().join("people.csv"), folder.path().join("safe.csv"));
//! # std::fs::write(&people, "age,diagnosis\n31,flu\n33,gout\n34,flu\n52,gout\n54,flu\n51,flu\n")?;
//!
//! let quasi_identifiers = vec!["age".to_owned()];
//! let options = CheckOptions { quasi_identifiers, ..CheckOptions::default() };
//! let report = ridotto::check(&people, &options, &())?;
//! let k = report.guarantees.iter().find(|guarantee| guarantee.model == "k-anonymity");
//! assert_eq!(k.unwrap().attained, Some(1.0)); // everybody is alone
//! # Ok(())
//! # }
//! ```
//!
//! # A model of one's own
//!
//! A model is a statistic of a class and a bound on it, and an entry that describes it. It is parsed,
//! explained, searched for, verified and reported as ours are. [`model`] has what it is made of.
//!
//! ```
//! use ridotto::model::{Bound, Class, ClassModel, SensitiveId, UnionRule};
//! use ridotto::prelude::*;
//! # use ridotto::model::*;
//!
//! /// Every class has at least so many rows beside those of its most frequent value.
//! #[derive(Debug)]
//! struct Doubt { of: SensitiveId, least: u64 }
//!
//! impl ClassModel for Doubt {
//!     fn name(&self) -> &'static str {
//!         "doubt"
//!     }
//!     fn level(&self, class: Class<'_>) -> f64 {
//!         let counts = || class.histogram(self.of).iter().map(|&(_, count)| count);
//!         (counts().sum::<u64>() - counts().max().unwrap_or(0)) as f64
//!     }
//!     fn bound(&self) -> Bound {
//!         Bound::AtLeast(self.least as f64)
//!     }
//!     /// The most frequent value of a union is at most as frequent as those of its parts together.
//!     fn union_rule(&self) -> UnionRule {
//!         UnionRule::HoldsIfEither
//!     }
//! }
//!
//! static DOUBT: ModelDefinition = ModelDefinition {
//!     entry: Entry {
//!         name: "doubt",
//!         summary: "Every class has so many rows beside those of its most frequent value.",
//!         parameters: &[
//!             SENSITIVE,
//!             &[Parameter::new("rows", Shape::Integer(limits::L), "2", "How many rows differ.").required()],
//!         ],
//!         // … and its title, formula, promise and advice
//!         # title: "doubt",
//!         # aliases: &[],
//!         # formula: "|C| - max count(v, C) >= rows, for every class C",
//!         # status: Status::Now,
//!         # check: any,
//!         # facts: Facts::Model(ModelFacts {
//!         #     against: &[Disclosure::Attribute],
//!         #     degree: Degree::Boolean,
//!         #     purposes: &[Purpose::Sharing],
//!         #     statistics: &[Wording::always("fewest rows that differ")],
//!         #     promises: &[Wording::always("At least {rows} rows of a class differ in {attribute}.")],
//!         #     limits: &[],
//!         #     claims: &[],
//!         #     least_size: None,
//!         #     hides: false,
//!         #     counts_people: never,
//!         #     vacuous: promises_something,
//!         # }),
//!         # advice: "",
//!         # references: &[],
//!         # example: "",
//!         # worked: Worked::told("Of asthma, flu and flu one row differs."),
//!     },
//!     bind: |given, context| {
//!         let (of, least) = (context.sensitive().id(), given.whole("rows"));
//!         Ok(BoundModel::per_class(Doubt { of, least }))
//!     },
//!     weakest: &[],
//!     tries: &[&[("rows", Literal::Whole(2))]],
//! };
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
//! # let ages: ArrayRef = std::sync::Arc::new(Int64Array::from(vec![31, 33, 34, 52, 54, 51]));
//! # let ill = StringArray::from(vec!["flu", "gout", "flu", "gout", "flu", "flu"]);
//! # let columns = [("age", ages), ("diagnosis", std::sync::Arc::new(ill) as ArrayRef)];
//! # let batches = vec![RecordBatch::try_from_iter(columns)?];
//!
//! let registry = Registry::default().with_model(&DOUBT);
//! let policy = registry
//!     .builder()
//!     .attribute("age", QuasiIdentifier).hierarchy(intervals([10, 20]))
//!     .attribute("diagnosis", Sensitive)
//!     .require("doubt", [("rows", 1)])
//!     .build()?;
//! let plan = Plan::bind(&policy, Inputs::batches(batches))?;
//! let release = plan.run(&Outputs::memory(), &RunOptions::default(), &())?;
//! assert_eq!(release.report().guarantees[0].model, "doubt");
//! # assert!(release.report().holds());
//! # Ok(())
//! # }
//! ```
//!
//! # A step of one's own
//!
//! A step changes values before the search, and its entry says what others must know of it: whether values
//! stay true, whether records are mixed, which files it reads. [`step`] has what it is made of.
//!
//! ```
//! use ridotto::step::*;
//! use ridotto::Registry;
//!
//! /// Keeps the first letters of each value.
//! #[derive(Debug)]
//! struct Shorten {
//!     letters: usize,
//! }
//!
//! impl Values for Shorten {
//!     fn replace(
//!         &self,
//!         dictionary: &Dictionary,
//!         is_missing: &dyn Fn(&str) -> bool,
//!     ) -> Result<Replaced, Unsuited> {
//!         let short = |text: &str| text.chars().take(self.letters).collect::<String>();
//!         Ok(Replaced::new(dictionary, is_missing, |_, text| Some(short(text?).into())))
//!     }
//!
//!     fn help(&self, _: Unsuited) -> &'static str {
//!         "name texts"
//!     }
//! }
//!
//! fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
//!     let values = Shorten { letters: context.given().whole("letters") as usize };
//!     Ok(Box::new(Changing { context, values }))
//! }
//!
//! const LETTERS: Limits =
//!     Limits { least: 1, open: false, most: 99, because: "it counts letters" };
//!
//! static SHORTEN: StepDefinition = StepDefinition {
//!     entry: Entry {
//!         name: "shorten",
//!         // … its title, formula and advice, and what is known of it as a step
//! #         title: "Shortening",
//! #         aliases: &["truncate"],
//! #         formula: "x becomes its first letters",
//! #         status: Status::Now,
//! #         summary: "Keeps the first letters of each value.",
//!         parameters: &[
//!             ATTRIBUTES,
//!             &[Parameter::new("letters", Shape::Integer(LETTERS), "2", "How many stay.")
//!                 .required()],
//!         ],
//! #         check: any,
//! #         facts: Facts::Step(StepFacts {
//! #             against: &[Disclosure::Identity],
//! #             truth: Truth::True,
//! #             keeps: "how values begin",
//! #             did: "kept the first letters of each value",
//! #             limits: &[Limit { name: "Short values", text: "They stay as they are." }],
//! #             claims: &[],
//! #             deletes: false,
//! #             reads_records: false,
//! #             weighs: false,
//! #             samples: None,
//! #             looks_at: &[],
//! #             copies: one_copy,
//! #             privacy: promises_nothing,
//! #             mixes: by_itself,
//! #             transparency: opaque,
//! #         }),
//! #         advice: "Keeps the first letters of each value.",
//! #         references: &[Reference { authors: "We", year: 2026, title: "Letters", doi: "" }],
//! #         example: "[[mask]]\nmethod = \"shorten\"\nattributes = [\"town\"]\nletters = 2\n",
//! #         worked: Worked::told("Of *London* the letters *Lo* are left."),
//!     },
//!     bind,
//!     tries: &["letters = 2"],
//! };
//!
//! let registry = Registry::default().with_step(&SHORTEN);
//! let policy = format!(
//!     "version = 1\nattributes.age.role = \"quasi-identifier\"\n\
//!      require = [{{ model = \"k-anonymity\", k = 5 }}]\n{}",
//!     SHORTEN.entry.example
//! );
//! let policy = registry.parse("policy.toml", &policy)?;
//! assert_eq!(policy.masks[0].given().whole("letters"), 2);
//! # Ok::<(), ridotto::PolicyError>(())
//! ```
//!
//! # What else there is
//!
//! - **Tables**: a policy with `kind = "table"` releases counts, sums and means. It is bound and run as any
//!   other; [`audit_table`] says what a table tells of the cells that it hides, whoever made it, and
//!   [`read_batch`] reads a batch of τ-Argus.
//! - **A map**: [`explore`] tries many configurations of a policy and tells risk and loss of each.
//! - **Pseudonyms**: [`pseudonymize`] replaces identifiers, [`reidentify`] leads back for who has the key.
//! - **Ledgers**: private noise is charged to a ledger, which [`read_ledger`] reads and [`top_up`] fills.
//! - **A first look**: [`Survey`] drafts a policy, [`inspect`] says who could be found in a file.
//! - **Explanations**: [`explain`] says what is to be known of any name.
//! - **Arrow**: [`arrow_array`] is the version of record batches that this crate takes.
//!
//! # Errors
//!
//! [`Error`] says who is at fault: the policy, a file, requirements that cannot be met, time. It is a
//! `miette` diagnostic with a code and a help that speaks of parameters of this crate, and no message
//! ever shows a value of the data.

mod explain;
mod explore;
mod explore_tables;
mod hierarchies;
mod pairs;
mod plan;
mod registry;

pub mod hierarchy {
    //! How values become coarser, for a policy in code: `.hierarchy(intervals([10, 20]))`.

    pub use ridotto_policy::builder::{
        addresses, auto, built, cuts, dates, digits, groups, intervals, redact, suppress,
    };
}

pub mod model {
    //! What a model of one's own is made of.

    pub use ridotto_catalogue::entry::{any, never, promises_something};
    pub use ridotto_catalogue::{
        Degree, Disclosure, Entry, Facts, Given, Literal, ModelFacts, Parameter, Problem, Purpose,
        Reference, Shape, Status, Wording, Worked, limits,
    };
    pub use ridotto_core::model::parameters::{SCOPE, SENSITIVE};
    pub use ridotto_core::model::{BoundModel, ModelContext, ModelDefinition};
    pub use ridotto_core::{Bound, Class, ClassModel, SensitiveId, UnionRule};
}

pub mod step {
    //! What a masking step of one's own is made of.

    pub use ridotto_catalogue::entry::{
        any, by_itself, one_copy, opaque, promises_nothing, with_others,
    };
    pub use ridotto_catalogue::{
        Disclosure, Entry, Facts, FileUse, Given, Limit, Limits, Parameter, Privacy, Problem,
        Reference, Shape, Status, StepFacts, Transparency, Truth, Worked,
    };
    pub use ridotto_core::Dictionary;
    pub use ridotto_io::Table;
    pub use ridotto_mask::parameters::ATTRIBUTES;
    pub use ridotto_mask::{Changing, Replaced, StepContext, StepDefinition, Unsuited, Values};
    pub use ridotto_release::{Step, StepOutcome, StepRun};
}

pub mod program {
    //! What a program around this crate needs: words for numbers and names, the memory that may be used,
    //! and an end that leaves nothing behind.

    pub use ridotto_catalogue::similar;
    pub use ridotto_core::count;
    pub use ridotto_io::{
        bytes_in_words, is_guarded, leave, limit_memory, machine_memory, memory_limit, short_name,
        without_password,
    };
    pub use ridotto_policy::nearest;
}

/// Record batches, in the version that this crate takes.
pub use arrow_array;

pub mod prelude {
    //! What a program needs that builds a policy and runs it: `use ridotto::prelude::*`.

    pub use crate::Role::{Dimension, Identifier, Insensitive, QuasiIdentifier, Sensitive};
    pub use crate::hierarchy::*;
    pub use crate::{BuildPolicy, Inputs, Outputs, Plan, Policy, Registry, RunOptions};
}

pub use explain::{
    Area, Explanation, ParameterText, algorithm_grid, algorithm_taxonomy, explain, explained,
    small_tables,
};
pub use explore::{explore, explore_telling};
pub use hierarchies::{
    ColumnHierarchy, HierarchyFile, builder_from_value, hierarchy_alone, hierarchy_for,
    parse_builder, read_hierarchy,
};
pub use pairs::{assess, attack};
pub use plan::{Plan, RestoreOptions, SavedDecision};
pub use registry::{
    BuildPolicy, Registry, check, disclosure, from_value, parse, read_batch, read_policy, schema,
};
pub use ridotto_catalogue::small::{self, SmallTable};
pub use ridotto_catalogue::{Definition, Given, Value, Worked};
pub use ridotto_core::hierarchy::Builder;
pub use ridotto_core::model::{Model, ModelDefinition, Private};
pub use ridotto_core::{Control, Hierarchy, Watch};
pub use ridotto_explore::{Exploration, ExploreOptions, PolicyFile, Told};
pub use ridotto_io::Place as TableAt;
pub use ridotto_io::{Claims, IoError, SourceOptions};
pub use ridotto_mask::synthesize::{CombineOptions, Copies, combine_file as combine};
pub use ridotto_mask::{StepContext, StepDefinition};
pub use ridotto_measure::files::assess::{AssessOptions, Assessment, Effort, read_matrix};
pub use ridotto_measure::files::attack::{AttackOptions, Protected, attacks};
pub use ridotto_measure::files::pair::{PairOptions, Rows};
pub use ridotto_microdata::{
    CheckOptions, Data, Plan as MicrodataPlan, PlannedStep, Requirement, WILDCARDS,
};
pub use ridotto_policy::language::{Alphabet, Named, PseudonymMethod, Role};
pub use ridotto_policy::{
    Decimal, Item, Kind, Mask, Parameters, Policy, PolicyBuilder, PolicyError, Problem,
    TableRequest,
};
pub use ridotto_pseudonym::{
    PseudonymizeOptions, Pseudonymized, ReidentifyOptions, Scheme, pseudonymize, reidentify,
};
pub use ridotto_release::key_files::make_secret_key;
pub use ridotto_release::ledger::{
    LedgerCharge, LedgerOf, LedgerReport, LedgerUser, Neighbours, read_ledger, read_ledger_with,
    top_up,
};
pub use ridotto_release::{
    Artifact, Converted, Deadline, Destination, Error, Inputs, Outputs, OwnersFile, Place,
    Published, Randomness, Release, Reports, RunOptions, Unmet, VerifyOptions, make_keys,
    stage_owners_file, stage_reports, verify_certificate,
};
pub use ridotto_report::certificate::{Examined, FileRole, Match, Sealed};
pub use ridotto_report::page::{Charts, Page, Statement, Tradeoff};
pub use ridotto_report::page::{attack_page, exploration_page, inspection_page};
pub use ridotto_report::{
    AgreementModel, AssessReport, AttackReport, AttackResult, Audience, ByRecordReport,
    CheckReport, CombineReport, CombinedReport, Concern, Configuration, Disclosure, ExploreReport,
    Finding, Guarantee, InPlace, InspectReport, Levels, LinkageModel, MinimalReport, PairCounts,
    Parameter, PseudonymReport, PublicReport, ReleaseReport, Report, Seconds, StepReport, Stopped,
    TableAuditReport, TriedReport, Way, to_json,
};
pub use ridotto_survey::{
    Draft, Guess, InitOptions, InspectOptions, Measured, Question, Sensitivity, Survey, inspect,
};
pub use ridotto_tabular::{TableAuditOptions, audit_table, ptable};
