//! Publish data about people without giving anyone away.
//!
//! *Say, bind, run.* A [`Policy`] is what a person wrote. [`Plan::bind`] reads the data and ties
//! the policy to it: columns found, hierarchies compiled, every user error with its line.
//! [`Plan::run`] finds the best generalisation, writes the result to a staged file, reads that file
//! again and judges it, and only then hands out a [`Release`] that can be published.
//!
//! Record batches in, record batches out, and no file in between:
//!
//! ```
//! use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
//! use ridotto::{Inputs, Outputs, Plan, RunOptions};
//! use std::sync::Arc;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let ages: ArrayRef = Arc::new(Int64Array::from(vec![31, 33, 34, 52, 54, 51]));
//! # let ill: ArrayRef = Arc::new(StringArray::from(vec!["flu", "gout", "flu", "gout", "flu", "flu"]));
//! # let batch = RecordBatch::try_from_iter([("age", ages), ("diagnosis", ill)])?;
//! let policy = ridotto::parse("policy", r#"
//!     version = 1
//!     [attributes.age]
//!     role = "quasi-identifier"
//!     hierarchy = { intervals = [10, 20] }
//!     [attributes.diagnosis]
//!     role = "sensitive"
//!     [[require]]
//!     model = "k-anonymity"
//!     k = 3
//! "#)?;
//! let plan = Plan::bind(&policy, Inputs::batches([batch]))?;
//! let release = plan.run(&Outputs::memory(), &RunOptions::default(), &())?;
//! assert!(release.report().holds());
//! let safe: Vec<RecordBatch> = release.publish()?.into_batches();
//! # assert_eq!(safe[0].num_rows(), 6);
//! # Ok(())
//! # }
//! ```
//!
//! The same with files: [`read_policy`], [`Plan::bind`], and a release that is published where the
//! policy says.
//!
//! ```no_run
//! use ridotto::{Inputs, Outputs, Plan, RunOptions};
//! # fn main() -> Result<(), ridotto::Error> {
//! let policy = ridotto::read_policy("policy.toml".as_ref())?;
//! let plan = Plan::bind(&policy, Inputs::of_policy())?;
//! let release = plan.run(&Outputs::of_policy(), &RunOptions::default(), &())?;
//! println!("{} classes", release.report().microdata().classes);
//! release.publish()?;
//! # Ok(())
//! # }
//! ```

mod combine;
mod explain;
mod explore;
mod hierarchies;
mod plan;
mod registry;

pub use combine::{CombineOptions, Copies, combine};
pub use explain::{
    Area, Explanation, ParameterText, algorithm_grid, algorithm_taxonomy, explain, explained,
};
pub use explore::{ExploreOptions, explore};
pub use hierarchies::{
    ColumnHierarchy, HierarchyFile, hierarchy_alone, hierarchy_for, parse_builder, read_hierarchy,
};
pub use plan::{Plan, RestoreOptions};
pub use registry::{Registry, check, disclosure, parse, read_policy, schema};
pub use ridotto_catalogue::similar;
pub use ridotto_core::model::{Model, ModelDefinition, Private};
pub use ridotto_core::{Hierarchy, Watch, Wish, count};
pub use ridotto_io::{
    Claims, IoError, SourceOptions, bytes_in_words, is_guarded, leave, limit_memory,
    machine_memory, memory_limit, short_name, without_password,
};
pub use ridotto_measure::files::assess::{AssessOptions, Assessment, Effort, assess, read_matrix};
pub use ridotto_measure::files::attack::{AttackOptions, Protected, attack, attacks};
pub use ridotto_measure::files::pair::{PairOptions, Rows};
pub use ridotto_microdata::{
    CheckOptions, Data, Plan as MicrodataPlan, PlannedStep, Requirement, WILDCARDS,
};
pub use ridotto_policy::language::{Alphabet, Named, PseudonymMethod, Role};
pub use ridotto_policy::{Kind, Mask, Policy, PolicyError, Problem, TableRequest, nearest};
pub use ridotto_pseudonym::{
    PseudonymizeOptions, Pseudonymized, ReidentifyOptions, Scheme, pseudonymize, reidentify,
};
pub use ridotto_release::key_files::make_secret_key;
pub use ridotto_release::{
    Artifact, Deadline, Destination, Error, Inputs, Outputs, OwnersFile, Place, Published,
    Randomness, Release, Reports, RunOptions, Unmet, VerifyOptions, make_keys, stage_owners_file,
    stage_reports, verify_certificate,
};
pub use ridotto_report::certificate::{Examined, FileRole, Match, Sealed};
pub use ridotto_report::page::inspection_page;
pub use ridotto_report::page::{Charts, Page, Statement, Tradeoff};
pub use ridotto_report::{
    AgreementModel, AssessReport, AttackReport, AttackResult, Audience, CheckReport, CombineReport,
    CombinedReport, Concern, Configuration, Disclosure, ExploreReport, Finding, Guarantee,
    InspectReport, Levels, LinkageModel, MinimalReport, PairCounts, Parameter, PseudonymReport,
    PublicReport, ReleaseReport, Report, Seconds, StepReport, Way, to_json,
};
pub use ridotto_survey::{
    Draft, Guess, InitOptions, InspectOptions, Question, Sensitivity, Survey, inspect,
};
