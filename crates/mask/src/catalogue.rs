//! All masking steps.

use crate::definition::StepDefinition;
use crate::delete::DELETE;
use crate::ends::{BOTTOM_CODE, TOP_CODE};
use crate::microaggregate::MICROAGGREGATE;
use crate::noise::NOISE;
use crate::pram::PRAM;
use crate::recode::RECODE;
use crate::round::ROUND;
use crate::sample::SAMPLE;
use crate::swap::{SHUFFLE, SWAP};
use crate::synthesize::SYNTHESIZE;
use ridotto_catalogue::Entry;

/// All masking steps, in the order of the book.
pub static STEPS: &[&StepDefinition] = &[
    &RECODE,
    &TOP_CODE,
    &BOTTOM_CODE,
    &ROUND,
    &DELETE,
    &SAMPLE,
    &NOISE,
    &SWAP,
    &SHUFFLE,
    &PRAM,
    &MICROAGGREGATE,
    &SYNTHESIZE,
];

/// What is known of the step of a name.
pub fn entry_of(name: &str) -> Option<&'static Entry> {
    STEPS.iter().map(|step| &step.entry).find(|entry| entry.name == name)
}
