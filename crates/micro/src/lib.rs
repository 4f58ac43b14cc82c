//! micro
