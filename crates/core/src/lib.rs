//! The kernel of ridotto: what every kind of data and every method shares.
//!
//! A column becomes *codes* and a *dictionary*; equal tuples of codes are counted once into a
//! class table; hierarchies say how codes grow coarser; models say which classes are safe.
//! The kernel does no input or output and so cannot fail that way, and it never shows a cell
//! value: not in `Debug`, not in an error, not in a panic.

pub mod class;
pub mod code;
pub mod count;
pub mod dictionary;
pub mod hierarchy;
pub mod keyed;
pub mod kind;
pub mod model;
pub mod objective;
pub mod scope;
pub mod series;
pub mod splitmix;
pub mod texts;
pub mod watch;

pub use class::{Class, ClassTable, CodeColumn, Needs, SensitiveId};
pub use code::{Code, Codes};
pub use dictionary::{Dictionary, Interner};
pub use hierarchy::{Hierarchy, HierarchyError};
pub use keyed::{Keyed, KeyedMap, KeyedSet};
pub use kind::{Kind, Reading, Value};
pub use model::{Bound, ClassModel, TableModel, UnionRule};
pub use ridotto_catalogue::{Decimal, Share};
pub use scope::Scope;
pub use series::{Series, Values};
pub use texts::Texts;
pub use watch::{Control, Parts, Watch};
