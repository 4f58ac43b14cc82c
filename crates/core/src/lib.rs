//! The kernel of ridotto: what every kind of data and every method shares.
//!
//! A column becomes *codes* and a *dictionary*; equal tuples of codes are counted once into a
//! class table; hierarchies say how codes grow coarser; models say which classes are safe.
//! The kernel does no input or output and so cannot fail that way, and it never shows a cell
//! value: not in `Debug`, not in an error, not in a panic.

pub mod code;
pub mod dictionary;
pub mod hierarchy;
pub mod kind;
pub mod texts;

pub use code::{Code, Codes};
pub use dictionary::{Dictionary, Interner};
pub use hierarchy::{Hierarchy, HierarchyError};
pub use kind::{Kind, Reading, Value};
pub use texts::Texts;
