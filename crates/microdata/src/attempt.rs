//! Data, and one method by which something is decided about them: several can be tried on the same data.

use crate::bind::Method;
use crate::data::Data;
use std::ops::Deref;

/// One method on some data. All that is asked of the data alone is asked of it as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'a> {
    pub data: &'a Data,
    pub method: Method,
    /// What local recoding goes on with: the group of each row; those that have none stay out.
    pub from: Option<&'a [u32]>,
    /// Mondrian's regions, if it was run already: local recoding begins with them.
    pub regions: Option<&'a [u32]>,
}

impl Deref for Attempt<'_> {
    type Target = Data;

    fn deref(&self) -> &Data {
        self.data
    }
}

impl Data {
    /// The data with a method.
    pub(crate) fn by(&self, method: Method) -> Attempt<'_> {
        Attempt { data: self, method, from: None, regions: None }
    }

    /// The name of the algorithm that the policy asks for.
    pub fn algorithm(&self) -> &'static str {
        self.method.name()
    }

    /// Whether records with the same value may show different labels by it: then there are no
    /// generalisations to count.
    pub fn is_local(&self) -> bool {
        self.method.is_local()
    }

    /// The methods that it tries, in their order, if it tries several.
    pub fn tries(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        for method in &self.portfolio.methods {
            if !names.contains(&method.name()) {
                names.push(method.name());
            }
        }
        names
    }

    /// Why it leaves other methods out.
    pub fn left_out(&self) -> Vec<&str> {
        self.portfolio.left_out.iter().map(|of| of.why.as_str()).collect()
    }

    /// How many generalisations it has to choose from.
    pub fn nodes(&self) -> f64 {
        self.by(self.method).nodes()
    }
}

impl Attempt<'_> {
    /// How many generalisations there are to choose from.
    pub(crate) fn nodes(&self) -> f64 {
        if !self.method.has_levels() {
            // Any value but the first of each attribute may begin a group.
            let values = self.hierarchies.iter().map(|of| of.groups(0).saturating_sub(1) as f64);
            return values.sum::<f64>().min(1000.0).exp2();
        }
        self.keys.iter().map(|key| f64::from(key.max - key.min) + 1.0).product()
    }

    /// Whether there are too many generalisations to list them.
    pub(crate) fn is_large(&self) -> bool {
        self.nodes() > LISTED
    }
}

/// Lattices with more nodes are too large to list.
const LISTED: f64 = (1_u64 << 20) as f64;
