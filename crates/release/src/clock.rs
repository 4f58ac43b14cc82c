//! Time by stage.

use std::time::{Duration, Instant};

/// Measures one stage after the other.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Instant,
    lap: Instant,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        let now = Instant::now();
        Self { started: now, lap: now }
    }

    /// Seconds since the last lap, or the start.
    pub fn lap(&mut self) -> f64 {
        let now = Instant::now();
        let seconds = (now - self.lap).as_secs_f64();
        self.lap = now;
        seconds
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Seconds since the start.
    pub fn total(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// CPU seconds of the whole process so far; 0 where the system does not tell.
pub fn cpu_seconds() -> f64 {
    cpu_time::ProcessTime::try_now().map_or(0.0, |time| time.as_duration().as_secs_f64())
}
