//! What a column is to an intruder, as far as that can be guessed.
//!
//! In doubt the guess is the safe one. What looks like an identifier is not released; what nobody
//! can place is taken for a quasi-identifier; and when these become too many, the most telling of
//! them are left out until somebody decides.

use super::facts::Facts;
use super::meaning::{Meaning, meaning};
use super::shape::Shape;
use ridotto_core::Kind;
use ridotto_policy::language::Role;

/// A guess about a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// What is known of it.
    pub facts: Facts,
    /// What it is about, by its name.
    pub meaning: Option<Meaning>,
    /// Its role.
    pub role: Role,
    /// What else it is for.
    pub duty: Option<Duty>,
    /// Why, in a few words.
    pub because: String,
    /// Whether somebody should be asked.
    pub doubtful: bool,
}

/// What a column is for, beside its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// It tells persons apart, who have several rows.
    Person,
    /// It tells who lives together.
    Household,
    /// It is a survey weight.
    Weight,
}

/// So many quasi-identifiers leave something worth releasing.
const MOST_QUASI_IDENTIFIERS: usize = 10;

/// Guesses about all columns of a file.
pub fn guesses(columns: Vec<Facts>) -> Vec<Guess> {
    let mut guesses: Vec<Guess> = columns.into_iter().map(guess).collect();
    // A file has one person and one weight.
    for duty in [Duty::Person, Duty::Household, Duty::Weight] {
        let mut with = guesses.iter_mut().filter(|guess| guess.duty == Some(duty));
        with.next();
        with.for_each(|guess| guess.duty = None);
    }
    limit(&mut guesses);
    guesses
}

/// Leaves doubtful quasi-identifiers out, the most telling first, until few enough are left.
fn limit(guesses: &mut [Guess]) {
    let is_key = |guess: &&mut Guess| guess.role == Role::QuasiIdentifier;
    let keys = guesses.iter().filter(|guess| guess.role == Role::QuasiIdentifier).count();
    let mut doubtful: Vec<&mut Guess> =
        guesses.iter_mut().filter(is_key).filter(|guess| guess.doubtful).collect();
    doubtful.sort_by(|a, b| b.facts.separation.total_cmp(&a.facts.separation));
    for guess in doubtful.into_iter().take(keys.saturating_sub(MOST_QUASI_IDENTIFIERS)) {
        guess.role = Role::Identifier;
        guess.because =
            "nobody said what it is, and there are many others: left out for now".into();
    }
}

/// A guess about one column.
pub fn guess(facts: Facts) -> Guess {
    let meaning = meaning(&facts.name);
    let (role, duty, because, doubtful) = reasons(&facts, meaning);
    Guess { facts, meaning, role, duty, because, doubtful }
}

fn reasons(of: &Facts, meaning: Option<Meaning>) -> (Role, Option<Duty>, String, bool) {
    use Meaning as M;
    let sure = |role, because: String| (role, None, because, false);
    let named = |role: Role, of: Meaning| sure(role, format!("its name says {}", of.words()));
    if of.distinct + u64::from(of.missing > 0) <= 1 {
        return sure(Role::Insensitive, "all records have the same".into());
    }
    let is_number = matches!(of.kind, Kind::Integer | Kind::Decimal);
    if let Some(M::Weight) = meaning.filter(|_| is_number && of.distinct > 10) {
        let because = format!("its name says {}", M::Weight.words());
        return (Role::Identifier, Some(Duty::Weight), because, false);
    }
    // Codes say nothing yet; and a number that passes a check may still be an amount.
    if let Some(shape) = of.shape.filter(|shape| shape.identifies()) {
        let is_amount = matches!(shape, Shape::Numbered(_)) && !of.is_many();
        let is_category = shape == Shape::Prose && !of.is_many();
        if !is_amount && !is_category {
            return sure(Role::Identifier, format!("its values look like {}", shape.words()));
        }
    }
    match meaning {
        Some(M::Person) if of.is_many() && !counts_people(of) => {
            let because = format!("its name says {}", M::Person.words());
            let duty = (of.distinct < of.rows - of.missing).then_some(Duty::Person);
            (Role::Identifier, duty, because, false)
        }
        Some(M::Household) if of.is_many() => {
            let because = format!("its name says {}", M::Household.words());
            (Role::Identifier, Some(Duty::Household), because, false)
        }
        Some(
            about @ (M::Email
            | M::Phone
            | M::Address
            | M::Account
            | M::National
            | M::Name
            | M::Street
            | M::Coordinates),
        ) if of.is_many() => named(Role::Identifier, about),
        // Few different ones name no person.
        Some(M::Record | M::Person | M::Note) if of.is_nearly_unique() && !counts_people(of) => {
            sure(
                Role::Identifier,
                "a number or text that nearly every record has for itself".into(),
            )
        }
        Some(about @ (M::Health | M::Money | M::Belief | M::Score)) if of.kind != Kind::Date => {
            if of.kind == Kind::Text && of.is_nearly_unique() {
                return sure(Role::Identifier, "nearly every record has a text of its own".into());
            }
            named(Role::Sensitive, about)
        }
        Some(
            about @ (M::Country
            | M::Postcode
            | M::Place
            | M::Birth
            | M::Age
            | M::Sex
            | M::Marital
            | M::Occupation
            | M::Education
            | M::Origin
            | M::Family
            | M::Insurance),
        ) => named(Role::QuasiIdentifier, about),
        _ if of.kind == Kind::Date => {
            sure(Role::QuasiIdentifier, "a date: others may know when it was".into())
        }
        _ if of.is_nearly_unique() && of.kind != Kind::Decimal => {
            sure(Role::Identifier, "nearly every record has a value of its own".into())
        }
        _ => {
            let because = "nobody said what it is: taken as known, to be safe".into();
            (Role::QuasiIdentifier, None, because, true)
        }
    }
}

/// Whether a column says how many people there are, and not who: `employees` of an enterprise. Its name is
/// one of many, and its values are numbers of which few are different.
pub(super) fn counts_people(of: &Facts) -> bool {
    let is_number = matches!(of.kind, Kind::Integer | Kind::Decimal);
    let is_one_of_many = of.name.to_lowercase().ends_with('s');
    is_number && is_one_of_many && of.distinction() < 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column of 1,000 records.
    fn facts(name: &str, kind: Kind, distinct: u64, shape: Option<Shape>) -> Facts {
        Facts {
            name: name.into(),
            kind,
            rows: 1000,
            missing: 0,
            distinct,
            alone: 0,
            separation: 1.0 - 1.0 / distinct as f64,
            effective: distinct as f64,
            shape,
            span: None,
            years: false,
            ambiguous_dates: false,
        }
    }

    fn role(name: &str, kind: Kind, distinct: u64) -> Role {
        guess(facts(name, kind, distinct, None)).role
    }

    #[test]
    fn roles_follow_names_types_and_counts() {
        use Role::{Identifier, Insensitive, QuasiIdentifier, Sensitive};
        for (name, kind, distinct, expected) in [
            ("name", Kind::Text, 990, Identifier),
            ("Nachname", Kind::Text, 400, Identifier),
            ("email", Kind::Text, 1000, Identifier),
            ("zip", Kind::Text, 700, QuasiIdentifier),
            ("Alter", Kind::Integer, 80, QuasiIdentifier),
            ("geburtsdatum", Kind::Date, 990, QuasiIdentifier),
            ("diagnose", Kind::Text, 40, Sensitive),
            ("Einkommen", Kind::Integer, 990, Sensitive),
            ("befund", Kind::Text, 990, Identifier),
            ("visited", Kind::Date, 300, QuasiIdentifier),
            ("q17", Kind::Text, 4, QuasiIdentifier),
            ("q18", Kind::Text, 980, Identifier),
            ("id", Kind::Integer, 1000, Identifier),
            ("constant", Kind::Text, 1, Insensitive),
            ("patient_id", Kind::Text, 1000, Identifier),
            ("student", Kind::Boolean, 2, QuasiIdentifier),
            ("card", Kind::Text, 3, QuasiIdentifier),
        ] {
            assert_eq!(role(name, kind, distinct), expected, "{name}");
        }
        let shaped = guess(facts("x", Kind::Text, 900, Some(Shape::Phone)));
        assert_eq!((shaped.role, shaped.doubtful), (Identifier, false));
        assert!(guess(facts("q17", Kind::Text, 4, None)).doubtful);
    }

    #[test]
    fn persons_and_weights_are_found() {
        let duty = |name: &str, kind, distinct| guess(facts(name, kind, distinct, None)).duty;
        assert_eq!(duty("patient_id", Kind::Text, 700), Some(Duty::Person));
        assert_eq!(duty("patient_id", Kind::Text, 1000), None);
        assert_eq!(duty("employees", Kind::Integer, 69), None);
        assert_eq!(duty("employee", Kind::Integer, 69), Some(Duty::Person));
        assert_eq!(duty("employees", Kind::Text, 69), Some(Duty::Person));
        assert_eq!(duty("fnlwgt", Kind::Integer, 900), Some(Duty::Weight));
        assert_eq!(duty("household", Kind::Integer, 400), Some(Duty::Household));
        let two = guesses(vec![
            facts("patient_id", Kind::Text, 700, None),
            facts("customer_id", Kind::Text, 600, None),
        ]);
        assert_eq!(two.iter().filter(|guess| guess.duty.is_some()).count(), 1);
    }

    #[test]
    fn too_many_doubtful_columns_are_left_out() {
        let mut columns: Vec<Facts> =
            (2..16).map(|values| facts(&format!("q{values}"), Kind::Text, values, None)).collect();
        columns.push(facts("age", Kind::Integer, 80, None));
        let guesses = guesses(columns);
        let keys = guesses.iter().filter(|guess| guess.role == Role::QuasiIdentifier).count();
        assert_eq!(keys, MOST_QUASI_IDENTIFIERS);
        // The least telling stay, and what is known to be known stays in any case.
        assert_eq!(guesses[0].role, Role::QuasiIdentifier);
        assert_eq!(guesses[13].role, Role::Identifier);
        assert_eq!(guesses[14].role, Role::QuasiIdentifier);
    }
}
