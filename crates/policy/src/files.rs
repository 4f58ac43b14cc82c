//! The files that a policy names to be read.
//!
//! They are found by the shapes of the keys, in the sections and in every entry, so that a key that is
//! added later is found as well: nothing that is read may ever be written over.

use crate::hierarchy::HierarchySource;
use crate::language::{PseudonymMethod, ROOT, Section, Shape, pseudonym};
use crate::mask::Mask;
use crate::policy::Policy;
use ridotto_catalogue::{FileUse, Given, Item, Named, Parameter};

/// What the shape of a key must be for its files to be looked for.
type Wanted<'a> = &'a dyn Fn(FileUse) -> bool;

impl Policy {
    /// The files that it names to be read, relative to its folder.
    pub fn reads(&self) -> Vec<&str> {
        self.files(&|of| of == FileUse::Read)
    }

    /// The files that it names to be gone on with: read if they are there, and written.
    pub fn continues(&self) -> Vec<&str> {
        self.files(&|of| of == FileUse::Continued)
    }

    fn files(&self, wanted: Wanted<'_>) -> Vec<&str> {
        let mut found = Vec::new();
        in_section(&ROOT, &self.written, wanted, &mut found);
        // What a program has set since the policy was read is in no text.
        if wanted(FileUse::Read) {
            found.extend(self.data.input.iter().map(|file| file.value.as_str()));
        }
        for given in self.all_given() {
            in_given(given, wanted, &mut found);
        }
        found
    }

    /// Every entry that it names, with its parameters.
    fn all_given(&self) -> impl Iterator<Item = &Given> {
        let built = self.attributes.iter().filter_map(|attribute| {
            match attribute.hierarchy.as_ref().map(|source| &source.value) {
                Some(HierarchySource::Built(given)) => Some(given),
                _ => None,
            }
        });
        let required = self.requirements.iter().map(|required| &required.given);
        let release = [&self.release.algorithm, &self.release.objective, &self.protection.method];
        self.masks.iter().map(Mask::given).chain(required).chain(release).chain(built)
    }
}

fn in_given<'a>(given: &'a Given, wanted: Wanted<'_>, found: &mut Vec<&'a str>) {
    let named = |path: &str| given.named(path).iter().map(|file| file.value.as_str());
    for parameter in given.entry().all_parameters() {
        match parameter.shape {
            Shape::File(of) if wanted(of) => found.extend(named(parameter.name)),
            Shape::Section(section) => {
                let is_wanted =
                    |key: &&Parameter| matches!(key.shape, Shape::File(of) if wanted(of));
                for key in section.keys.iter().filter(is_wanted) {
                    found.extend(named(&format!("{}.{}", parameter.name, key.name)));
                }
            }
            _ => {}
        }
    }
}

fn in_section<'a>(
    section: &Section,
    table: &'a Item,
    wanted: Wanted<'_>,
    found: &mut Vec<&'a str>,
) {
    for (name, item) in table.as_table().unwrap_or_default() {
        let Some(key) = section.key(name) else { continue };
        match key.shape {
            Shape::File(of) if wanted(of) => found.extend(item.as_text()),
            // A text is a file with one line for each value; a table is an entry's.
            Shape::Hierarchy if wanted(FileUse::Read) => found.extend(item.as_text()),
            Shape::Pseudonym => {
                for method in PseudonymMethod::ALL {
                    in_section(pseudonym(*method), item, wanted, found);
                }
            }
            Shape::Section(within) => in_section(within, item, wanted, found),
            Shape::NamedSections(within) => {
                for (_, item) in item.as_table().unwrap_or_default() {
                    in_section(within, item, wanted, found);
                }
            }
            Shape::Sections(within) => {
                for item in item.as_list().unwrap_or_default() {
                    in_section(within, item, wanted, found);
                }
            }
            _ => {}
        }
    }
}
