//! What is known of an objective: what a search makes as small as it can.

/// What is known of an objective.
#[derive(Debug)]
pub struct ObjectiveFacts {
    /// What is made small, in a few words.
    pub minimises: &'static str,
    /// In what it is counted.
    pub unit: &'static str,
    /// What it is where nothing is lost.
    pub best: &'static str,
    /// Whether the losses of attributes are made one number by a rule that can be chosen.
    pub is_aggregated: bool,
    /// Whether it adds up what is lost on each attribute, so that importance has an effect.
    pub weighs_attributes: bool,
    /// What a suppressed record costs.
    pub suppressed: &'static str,
    /// The one algorithm that it is for, if it is not for all.
    pub only_for: Option<&'static str>,
}
