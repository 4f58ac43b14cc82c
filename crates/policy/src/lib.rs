//! The policy language of ridotto: what a person says about data and its release.
//!
//! A policy is a TOML file, a value ([`Policy::from_value`]) or built in code ([`PolicyBuilder`]); one
//! reader reads them all. It keeps the exact place of everything that a later stage may have to point at, fills in defaults, finds all mistakes at once with advice for
//! each, and warns of what is allowed but hardly wise. It knows names and no algorithms: which
//! columns exist, how a hierarchy is compiled and what a model computes is for others.
//!
//! ```
//! use ridotto_catalogue::Definition;
//! use ridotto_core::{hierarchy::BUILDERS, model::MODELS, objective::OBJECTIVES};
//! use ridotto_micro::ALGORITHMS;
//! use ridotto_policy::{Entries, Policy, Role};
//!
//! let models = MODELS.iter().map(|of| *of as &dyn Definition);
//! let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
//! let algorithms = ALGORITHMS.iter().map(|of| *of as &dyn Definition);
//! let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
//! let entries = Entries::new(models.chain(objectives).chain(algorithms).chain(builders));
//! let policy = Policy::parse("adult.toml", r#"
//!     version = 1
//!
//!     [data]
//!     input     = "adult.csv"
//!     delimiter = ";"
//!     missing   = ["?"]
//!
//!     [attributes.age]
//!     role       = "quasi-identifier"
//!     type       = "integer"
//!     hierarchy  = { intervals = [5, 10, 20], lower = 15, upper = 95 }
//!     max-level  = 3
//!     importance = 2.0
//!
//!     [attributes.marital-status]
//!     role      = "quasi-identifier"
//!     hierarchy = "hierarchies/marital-status.csv"
//!
//!     [attributes.zip]
//!     role      = "quasi-identifier"
//!     hierarchy = { redact = "right" }
//!
//!     [attributes.birth]
//!     role      = "quasi-identifier"
//!     hierarchy = { dates = ["month", "year", "decade"] }
//!
//!     [attributes.name]
//!     role = "identifier"
//!
//!     [attributes.occupation]
//!     role = "sensitive"
//!
//!     [[require]]
//!     model = "k-anonymity"
//!     k     = 5
//!
//!     [[require]]
//!     model = "t-closeness"
//!     t     = 0.2
//!
//!     [release]
//!     objective   = "loss"
//!     suppression = 0.02
//!
//!     [output]
//!     file   = "adult-anonymous.csv"
//!     report = "adult-report.html"
//! "#, &entries)?;
//!
//! assert_eq!(policy.with_role(Role::QuasiIdentifier).count(), 4);
//! assert_eq!(policy.requirements[0].given.whole("k"), 5);
//! assert_eq!(policy.release.suppression.of(30_162), 603);
//! assert_eq!(policy.release.objective.word("aggregate"), Some("mean")); // the default
//! assert_eq!(policy.lints(), []);
//! # Ok::<(), ridotto_policy::PolicyError>(())
//! ```

pub mod builder;
pub mod edit;
mod entries;
mod files;
mod hierarchy;
pub mod language;
mod lint;
mod mask;
pub mod measure;
mod parse;
mod policy;
mod pseudonym;
mod requirement;
mod schema;
mod table;
mod unsaid;

pub use builder::PolicyBuilder;
pub use entries::Entries;
pub use hierarchy::HierarchySource;
pub use language::{
    DecimalMark, Encoding, Generalize, Kind, Missing, Role, Suppress, Suppressed, Unlisted,
    ValueType,
};
pub use mask::Mask;
pub use policy::{Attribute, Data, Idle, Order, Output, Policy, PrivacyTerms, Release};
pub use pseudonym::Pseudonym;
pub use requirement::{About, Requirement, Scope};
pub use ridotto_catalogue::code;
pub use ridotto_catalogue::{
    Decimal, Given, Item, Parameters, PolicyError, Problem, Severity, Share, Source, Span, Spanned,
    nearest,
};
pub use schema::schema;
pub use table::{Protection, TOTAL, TableRequest};
