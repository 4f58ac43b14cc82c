//! The people that are linked while learning, and how many of them a distance links rightly.

use super::super::aggregation::{bilinear, choquet, factor, weighted_mean};
use super::super::space::Space;
use super::super::tree::Tree;
use super::{Linked, Operator};
use rayon::prelude::*;
use ridotto_core::Watch;

/// Some people, each with the record that is truly theirs, and the records they are looked for in.
pub(super) struct Pairs<'a> {
    pub space: &'a Space,
    pub operator: Operator,
    people: Vec<(u32, u32)>,
    /// Sorted; the truth of everybody is among them.
    to: Vec<u32>,
    /// Not for forms, each of which turns the space.
    tree: Option<Tree<'a>>,
    pub watch: &'a dyn Watch,
}

/// Whoever is compared with so many others takes long enough to ask whether somebody waits.
const MANY: usize = 1 << 14;

impl<'a> Pairs<'a> {
    pub fn new(
        space: &'a Space,
        operator: Operator,
        people: Vec<(u32, u32)>,
        to: Vec<u32>,
        watch: &'a dyn Watch,
    ) -> Self {
        let tree = (operator != Operator::Bilinear).then(|| Tree::new(space, to.clone()));
        Self { space, operator, people, to, tree, watch }
    }

    /// The same people for another kind of distance.
    pub fn with(&self, operator: Operator) -> Self {
        Self::new(self.space, operator, self.people.clone(), self.to.clone(), self.watch)
    }

    /// How many people can be linked at most.
    pub fn most(&self) -> f64 {
        self.people.len() as f64
    }

    /// How many people are nearest to their own record.
    pub fn linked(&self, parameters: &[f64]) -> Linked {
        match &self.tree {
            Some(tree) => self.linked_in(tree, self.space, &self.people, &|differences| {
                self.operator.of_squares(differences, parameters)
            }),
            None => self.linked_by_form(parameters),
        }
    }

    /// A form is the plain distance after the space was turned.
    fn linked_by_form(&self, matrix: &[f64]) -> Linked {
        let Some(factor) = factor(matrix, self.space.axes.len()) else { return Linked::default() };
        let from: Vec<u32> = self.people.iter().map(|person| person.0).collect();
        let turned = self.space.turned(&factor, (&from, &self.to));
        let tree = Tree::new(&turned, (0..self.to.len() as u32).collect());
        let place = |(person, &(_, truth)): (usize, &(u32, u32))| {
            let truth = self.to.binary_search(&truth).expect("everybody's record is searched");
            (person as u32, truth as u32)
        };
        let people: Vec<(u32, u32)> = self.people.iter().enumerate().map(place).collect();
        self.linked_in(&tree, &turned, &people, &|differences| differences.iter().sum())
    }

    fn linked_in(
        &self,
        tree: &Tree<'_>,
        space: &Space,
        people: &[(u32, u32)],
        distance: &(dyn Fn(&mut [f64]) -> f64 + Sync),
    ) -> Linked {
        let is_long = self.to.len() >= MANY;
        let one = |&(from, truth): &(u32, u32)| {
            if is_long && !self.watch.goes_on() {
                return None;
            }
            let (from, truth) = (space.from(from as usize), space.to(truth as usize));
            let axes = space.axes.iter().zip(from.iter().zip(truth));
            let mut own: Vec<f64> = axes.map(|(axis, (&a, &b))| axis.square(a, b)).collect();
            let own = distance(&mut own);
            tree.tied(from, own, &|differences| distance(differences))
        };
        // Added up in the order of the people, so that threads change nothing.
        let tied: Vec<Option<u64>> = people.par_iter().map(one).collect();
        let tied = || tied.iter().flatten();
        Linked {
            expected: tied().map(|&tied| 1.0 / tied as f64).sum(),
            certain: tied().filter(|&&tied| tied == 1).count(),
        }
    }

    /// What each person's record was changed by.
    pub fn changes(&self) -> impl Iterator<Item = Vec<f64>> {
        self.people.iter().map(|&(from, truth)| self.differences(from, truth))
    }

    fn differences(&self, from: u32, to: u32) -> Vec<f64> {
        let (a, b) = (self.space.from(from as usize), self.space.to(to as usize));
        a.iter().zip(b).map(|(a, b)| a - b).collect()
    }

    /// For each person how much farther each other record is than their own, in each of the pure
    /// distances (parameter vectors) of which every distance of the kind is a mixture.
    pub fn gaps(&self, pure: &[Vec<f64>]) -> Vec<Vec<Vec<f64>>> {
        let values = |from: u32, to: u32| -> Vec<f64> {
            let (a, b) = (self.space.from(from as usize), self.space.to(to as usize));
            let axes = self.space.axes.iter().zip(a.iter().zip(b));
            let squares: Vec<f64> = axes.map(|(axis, (&a, &b))| axis.square(a, b)).collect();
            let of = |pure: &Vec<f64>| match self.operator {
                Operator::Bilinear => bilinear(&self.differences(from, to), pure),
                operator => operator.of_squares(&mut squares.clone(), pure),
            };
            pure.iter().map(of).collect()
        };
        let of = |&(from, truth): &(u32, u32)| -> Vec<Vec<f64>> {
            let own = values(from, truth);
            let others = self.to.iter().filter(|&&other| other != truth);
            let gap = |values: Vec<f64>| values.iter().zip(&own).map(|(a, b)| a - b).collect();
            others.map(|&other| gap(values(from, other))).collect()
        };
        self.people.iter().map(of).collect()
    }
}

impl Operator {
    /// The distance that squared differences make; their order may change. A form needs more than
    /// squares, and is the plain sum of what a turned space gives.
    fn of_squares(self, squares: &mut [f64], parameters: &[f64]) -> f64 {
        match self {
            Self::WeightedMean => weighted_mean(squares, parameters),
            Self::OrderedWeights => {
                squares.sort_unstable_by(|a, b| b.total_cmp(a));
                weighted_mean(squares, parameters)
            }
            Self::Choquet => choquet(squares, parameters),
            Self::Bilinear => squares.iter().sum(),
        }
    }
}
