//! What is known of a format: which files have it, and what is kept of a table.

/// What is known of a format that tables are read from and written to.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct FormatFacts {
    /// How names of such files end, without the dot; none for what is no file.
    pub extensions: &'static [&'static str],
    /// How an address begins, of what is no file.
    pub schemes: &'static [&'static str],
    /// Endings that may follow, of files that are compressed as a whole.
    pub compressions: &'static [&'static str],
    /// Whether columns have types; else all is text, and what values are is detected.
    pub is_typed: bool,
    /// What is written with the types that were read.
    pub keeps: &'static str,
    /// Whether it is read.
    pub reads: bool,
    /// Whether it is written.
    pub writes: bool,
    /// Whether it is read block by block, so that a pipe or a database will do.
    pub streams: bool,
}

impl FormatFacts {
    /// Whether a file's name, in lower case, has one of its endings.
    pub fn has_name(&self, name: &str) -> bool {
        self.extensions.iter().any(|extension| ends(name, extension))
            || self.compressions.iter().any(|compression| {
                let stem = name.strip_suffix(compression).and_then(|stem| stem.strip_suffix('.'));
                stem.is_some_and(|stem| self.extensions.iter().any(|of| ends(stem, of)))
            })
    }
}

fn ends(name: &str, extension: &str) -> bool {
    name.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.'))
}
