//! The one who waits at the terminal: progress bars and Ctrl-C.
//!
//! A signal is a wish, which most work heeds at once and puts away what it has. What does not look up
//! in [`GRACE`] is left: the process ends, with nothing published and nothing left behind.

use crate::args::Global;
use crate::show;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ridotto::{Control, Error, Watch};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long work that was interrupted may go on.
const GRACE: Duration = Duration::from_millis(600);

/// Watches from a terminal; draws nothing where there is none.
#[derive(Debug)]
pub struct Terminal {
    bar: Arc<Mutex<ProgressBar>>,
    /// What is lost by the best answer so far.
    loss: Mutex<Option<f64>>,
    is_drawn: bool,
    interrupted: Arc<AtomicBool>,
    is_asking: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
    has_ended: AtomicBool,
    has_read: Arc<AtomicBool>,
}

impl Terminal {
    /// Begins to watch, and to listen for Ctrl-C.
    pub fn new(global: &Global) -> Self {
        let flag = || Arc::new(AtomicBool::new(false));
        let (interrupted, is_asking, is_over) = (flag(), flag(), flag());
        let bar = Arc::new(Mutex::new(ProgressBar::hidden()));
        let (heard, waits) = (Arc::clone(&interrupted), Arc::clone(&is_asking));
        let (over, drawn, global_of) = (Arc::clone(&is_over), Arc::clone(&bar), global.clone());
        // Without a handler Ctrl-C still ends the program, and leaves no more than empty files.
        let _ = ctrlc::set_handler(move || {
            heard.store(true, Ordering::Relaxed);
            if waits.load(Ordering::Relaxed) {
                eprintln!();
                std::process::exit(130);
            }
            std::thread::sleep(GRACE);
            leave(&over, &drawn, &global_of, &Error::Cancelled);
        });
        let is_drawn = !global.quiet && !global.json;
        let (loss, has_ended) = (Mutex::new(None), AtomicBool::new(false));
        let has_read = flag();
        Self { bar, loss, is_drawn, interrupted, is_asking, is_over, has_ended, has_read }
    }

    /// Ends the program when its time limit is over: for work that has nothing to tell before its end.
    pub fn limit(&self, global: &Global) {
        let Some(limit) = global.time_limit else { return };
        let (over, drawn, global) =
            (Arc::clone(&self.is_over), Arc::clone(&self.bar), global.clone());
        std::thread::spawn(move || {
            std::thread::sleep(limit);
            leave(&over, &drawn, &global, &Error::OutOfTime(limit));
        });
    }

    /// The same as long as nothing but reading was done: for work that tells what it has when time is up,
    /// but has nothing before it has read its files.
    pub fn limit_reading(&self, global: &Global) {
        self.limit_reading_to(global, global.time_limit);
    }

    /// The same with another limit than was said.
    pub fn limit_reading_to(&self, global: &Global, limit: Option<Duration>) {
        let Some(limit) = limit else { return };
        let (over, drawn, global) =
            (Arc::clone(&self.is_over), Arc::clone(&self.bar), global.clone());
        let has_read = Arc::clone(&self.has_read);
        std::thread::spawn(move || {
            std::thread::sleep(limit);
            if !has_read.load(Ordering::SeqCst) {
                leave(&over, &drawn, &global, &Error::OutOfTime(limit));
            }
        });
    }

    /// Goes on, unless somebody wishes otherwise: asked before anything is published.
    pub fn go_on(&self) -> Result<(), Error> {
        if self.control() == Control::Cancel { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Ends the watch: whoever hears a signal now leaves the process to itself. If it is being left
    /// already, this never returns.
    pub fn end(&self) {
        if self.has_ended.swap(true, Ordering::SeqCst) {
            return;
        }
        while self.is_over.swap(true, Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(10));
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

    /// Says a line, above the bar if there is one.
    pub fn line(&self, text: &str) {
        self.bar().suspend(|| show::tell(&format!("{text}\n")));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar().finish_and_clear();
    }

    /// What stands before the bar: the stage, and in a search what is lost by the best answer so far.
    fn said_of(&self, stage: &'static str) -> Cow<'static, str> {
        let loss = *self.loss.lock().unwrap_or_else(PoisonError::into_inner);
        match loss.filter(|_| stage == "searching") {
            Some(loss) => format!("{stage}, loss so far {loss:.4}").into(),
            None => stage.into(),
        }
    }

    fn bar(&self) -> std::sync::MutexGuard<'_, ProgressBar> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the process from outside, unless it is ending, or everything is published.
fn leave(is_over: &AtomicBool, bar: &Mutex<ProgressBar>, global: &Global, why: &Error) {
    if is_over.swap(true, Ordering::SeqCst) {
        return;
    }
    if !ridotto::program::leave() {
        is_over.store(false, Ordering::SeqCst);
        return;
    }
    bar.lock().unwrap_or_else(PoisonError::into_inner).finish_and_clear();
    show::error(why, global);
    std::process::exit(i32::from(why.exit_code()));
}

impl Watch for Terminal {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        if stage == "reading" {
            *self.loss.lock().unwrap_or_else(PoisonError::into_inner) = None;
        } else {
            self.has_read.store(true, Ordering::SeqCst);
        }
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
        bar.set_message(self.said_of(stage));
        bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn advance(&self, units: u64) {
        if self.is_drawn {
            self.bar().inc(units);
        }
    }

    fn found(&self, loss: f64) {
        if !self.is_drawn {
            return;
        }
        {
            let mut least = self.loss.lock().unwrap_or_else(PoisonError::into_inner);
            *least = Some(least.map_or(loss, |before| before.min(loss)));
        }
        self.bar().set_message(self.said_of("searching"));
    }

    fn control(&self) -> Control {
        if self.interrupted.load(Ordering::Relaxed) { Control::Cancel } else { Control::Continue }
    }
}
