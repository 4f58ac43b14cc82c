//! The walls: a permit to draw once, and the mark of what was drawn.

use crate::source::Key;
use std::fmt;

/// Leave to use a mechanism once. Only an [`Accountant`](crate::Accountant) makes one, after it has
/// charged for it and, if there is a ledger, after the ledger is on the disk.
///
/// A permit cannot be made elsewhere,
/// ```compile_fail,E0451
/// use ridotto_noise::{Exact, Laplace, Permit};
/// let mechanism = Laplace::new(1, &Exact::whole(1)).unwrap();
/// let permit = Permit { mechanism, key: unreachable!() };
/// ```
/// nor be used twice,
/// ```compile_fail,E0382
/// # use ridotto_noise::{Accountant, Budget, Exact, Laplace, Neighbours, Protected};
/// let protected = Protected::record(Neighbours::AddRemove);
/// let mut accountant = Accountant::new(Budget::pure(Exact::whole(1)).unwrap(), protected);
/// let laplace = Laplace::new(1, &Exact::whole(1)).unwrap();
/// let permit = accountant.charge("a count", laplace).unwrap();
/// let once = permit.release(&[7]);
/// let twice = permit.release(&[7]); // it was given away
/// ```
/// nor copied,
/// ```compile_fail,E0599
/// # use ridotto_noise::{Accountant, Budget, Exact, Laplace, Neighbours, Protected};
/// # let protected = Protected::record(Neighbours::AddRemove);
/// # let mut accountant = Accountant::new(Budget::pure(Exact::whole(1)).unwrap(), protected);
/// # let laplace = Laplace::new(1, &Exact::whole(1)).unwrap();
/// let permit = accountant.charge("a count", laplace).unwrap();
/// let copy = permit.clone();
/// ```
/// and no mechanism draws without one:
/// ```compile_fail,E0599
/// use ridotto_noise::{Exact, Laplace};
/// let laplace = Laplace::new(1, &Exact::whole(1)).unwrap();
/// let noisy = laplace.release(&[7]);
/// ```
/// The samplers cannot be reached,
/// ```compile_fail,E0603
/// use ridotto_noise::sampler::laplace::Laplace;
/// ```
/// and a mechanism of one's own, which could state any loss, cannot be charged for:
/// ```compile_fail,E0277
/// use ridotto_noise::{Exact, Loss, Mechanism};
/// #[derive(Debug)]
/// struct Free;
/// impl Mechanism for Free {
///     fn loss(&self) -> Loss { Loss::Pure { epsilon: Exact::zero() } }
///     fn name(&self) -> &'static str { "free" }
///     fn sensitivity(&self) -> Option<u64> { None }
///     fn noise(&self) -> String { String::new() }
/// }
/// ```
/// This is how it goes:
/// ```
/// use ridotto_noise::{Accountant, Budget, Exact, Laplace, Neighbours, Protected};
/// let protected = Protected::record(Neighbours::AddRemove);
/// let mut accountant = Accountant::new(Budget::pure(Exact::whole(1))?, protected);
/// let permit = accountant.charge("how many people", Laplace::new(1, &Exact::whole(1))?)?;
/// let noisy = permit.release(&[120])?;
/// assert_eq!(noisy.get().len(), 1);
/// # Ok::<(), ridotto_noise::NoiseError>(())
/// ```
#[derive(Debug)]
#[must_use = "it was charged for"]
pub struct Permit<M> {
    pub(crate) mechanism: M,
    pub(crate) key: Key,
}

/// What a permit drew: a value that was made private, and can be shown.
///
/// It cannot be made from another value:
/// ```compile_fail,E0423
/// use ridotto_noise::Released;
/// let secret = Released(vec![42]);
/// ```
/// nor changed into one: there is no function of it that keeps the mark, because that could forget what was
/// drawn and return a secret.
/// ```compile_fail,E0599
/// # use ridotto_noise::{Accountant, Budget, Exact, Laplace, Neighbours, Protected};
/// # let protected = Protected::record(Neighbours::AddRemove);
/// # let mut accountant = Accountant::new(Budget::pure(Exact::whole(1)).unwrap(), protected);
/// # let laplace = Laplace::new(1, &Exact::whole(1)).unwrap();
/// let noisy = accountant.charge("a count", laplace).unwrap().release(&[7]).unwrap();
/// let secret = noisy.map(|_| 42);
/// ```
/// What is computed from the value stays private whatever is done, as long as nothing else of the data goes
/// in; that is for whoever takes it out to show.
#[derive(Clone, PartialEq, Eq)]
pub struct Released<T>(pub(crate) T);

impl<T> Released<T> {
    /// The value.
    pub fn get(&self) -> &T {
        &self.0
    }

    /// The value alone, without the mark.
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// How many there are is not shown either: who wants to see must say so.
impl<T> fmt::Debug for Released<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Released")
    }
}
