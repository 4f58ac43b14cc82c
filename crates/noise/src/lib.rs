//! Differential privacy for every kind of data: exact noise, one accountant, and a ledger.
//!
//! Below all kinds of data, and with no other crate of ours: who judges whether the noise is right
//! reads this one alone. Three rules hold by its types:
//!
//! 1. *Nobody else draws private noise.* The samplers are private, and a [`Permit`] is what draws.
//! 2. *Nothing is drawn that was not charged for.* Only an [`Accountant`] makes a permit, after it
//!    charged for the mechanism, and after the [`Ledger`], if there is one, has it on the disk.
//! 3. *There is no floating-point noise.* Mechanisms take and give whole numbers; a [`Grid`] makes
//!    these of values, within bounds that were declared.
//!
//! Amounts are exact fractions ([`Exact`]), and what cannot be exact (e^ε, logarithms, roots) is
//! rounded so that no promise is greater than what is kept.
//!
//! ```
//! use ridotto_noise::{Accountant, Budget, Exact, Laplace, Neighbours, Protected};
//! // People are counted in four classes; one person more is one more in one of them.
//! let mut accountant = Accountant::new(
//!     Budget::pure("1".parse()?)?,
//!     Protected::record(Neighbours::AddRemove),
//! );
//! let permit = accountant.charge("four classes", Laplace::new(1, &"0.5".parse()?)?)?;
//! let noisy = permit.release(&[120, 4, 0, 33])?;
//! assert_eq!(noisy.get().len(), 4);
//! assert_eq!(accountant.spent().to_string(), "epsilon 0.5");
//! # Ok::<(), ridotto_noise::NoiseError>(())
//! ```

mod accountant;
mod budget;
mod enclosure;
mod error;
mod exact;
mod grid;
pub mod ledger;
mod loss;
mod mechanism;
mod permit;
mod sampler;
mod source;

pub use accountant::{Accountant, Charge, Parts};
pub use budget::{Budget, Neighbours, Protected};
pub use error::NoiseError;
pub use exact::Exact;
pub use grid::{Decimal, Grid};
pub use ledger::Ledger;
pub use loss::{Loss, delta_of, epsilon_of, rho_within};
pub use mechanism::{
    Gaussian, Laplace, Mechanism, Response, Scores, Selection, Thinning, Truncated,
};
pub use permit::{Permit, Released};
pub use source::Source;
