//! The one who waits at the terminal: progress bars and Ctrl-C.

use crate::args::Global;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ridotto::{Watch, Wish};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Watches from a terminal; draws nothing where there is none.
#[derive(Debug)]
pub struct Terminal {
    bar: Mutex<ProgressBar>,
    is_drawn: bool,
    interrupted: Arc<AtomicBool>,
    is_asking: Arc<AtomicBool>,
}

impl Terminal {
    /// Begins to watch, and to listen for Ctrl-C.
    pub fn new(global: &Global) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        let is_asking = Arc::new(AtomicBool::new(false));
        let (heard, waits) = (Arc::clone(&interrupted), Arc::clone(&is_asking));
        // Without a handler Ctrl-C still ends the program; only the staged file would stay.
        let _ = ctrlc::set_handler(move || {
            heard.store(true, Ordering::Relaxed);
            if waits.load(Ordering::Relaxed) {
                eprintln!();
                std::process::exit(130);
            }
        });
        Self {
            bar: Mutex::new(ProgressBar::hidden()),
            is_drawn: !global.quiet && !global.json,
            interrupted,
            is_asking,
        }
    }

    /// Asks a person something, and Ctrl-C ends the program at once: who waits for an answer does not
    /// look up. Nothing may have been written before.
    pub fn asking<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.is_asking.store(true, Ordering::Relaxed);
        let answer = ask();
        self.is_asking.store(false, Ordering::Relaxed);
        answer
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar().finish_and_clear();
    }

    fn bar(&self) -> std::sync::MutexGuard<'_, ProgressBar> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Terminal {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        if !self.is_drawn {
            return;
        }
        let mut bar = self.bar();
        bar.finish_and_clear();
        // The target is hidden by itself where standard error is no terminal.
        let target = ProgressDrawTarget::stderr_with_hz(10);
        *bar = ProgressBar::with_draw_target(total, target);
        let template = match (total, stage) {
            (Some(_), "reading") => "{msg:>10} {bar:40} {bytes} of {total_bytes}",
            (Some(_), _) => "{msg:>10} {bar:40} {human_pos} of {human_len}",
            (None, "counting") => "{msg:>10} {spinner}",
            (None, _) => "{msg:>10} {human_pos}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(stage);
        bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn advance(&self, units: u64) {
        if self.is_drawn {
            self.bar().inc(units);
        }
    }

    fn wish(&self) -> Wish {
        if self.interrupted.load(Ordering::Relaxed) { Wish::Cancel } else { Wish::GoOn }
    }
}
