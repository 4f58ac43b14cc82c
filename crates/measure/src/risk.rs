//! Disclosure risk: how surely can a person be found, or something about them be learnt?
