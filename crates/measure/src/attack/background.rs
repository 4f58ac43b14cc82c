//! Background knowledge: values that are impossible, or less likely, for some people.

use super::Attack;
use super::cells::File;
use super::found::{Found, Guess};
use super::inference::{Belief, Inference};
use super::meaning::Meaning;
use crate::reference;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};
use ridotto_core::Code;

/// A rule of the intruder's: for people of whom all conditions hold, a value is so many times as
/// likely as its share of the records says.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Columns, counted as in the people's file, and what must be so of a person there.
    pub when: Vec<(usize, Meaning)>,
    /// The sensitive values that the rule is about.
    pub value: Meaning,
    /// 0 for impossible, below 1 for less likely, above 1 for more likely.
    pub factor: f64,
}

impl Rule {
    /// These values are impossible for everybody.
    pub fn impossible(value: Meaning) -> Self {
        Self { when: Vec::new(), value, factor: 0.0 }
    }

    /// The same rule for those people only of whom this is so.
    #[must_use]
    pub fn when(mut self, column: usize, meaning: Meaning) -> Self {
        self.when.push((column, meaning));
        self
    }
}

/// Rules compiled against the codes of a file and of a release.
struct Compiled {
    when: Vec<(usize, Vec<bool>)>,
    values: Vec<bool>,
    factor: f64,
}

/// Infers sensitive values with rules of the intruder's: which values some people cannot have, or
/// have less often than others.
///
/// Each value of the records that fit is weighed with the factors of all rules that hold of the
/// person. A person is found if a single value remains; certainty is the greatest weight's share.
/// A condition that is only perhaps true of a person does not apply. Other people's rows that the
/// intruder knows are left out with [`Inference::knowing_rows`].
///
/// # Stopped by
/// l-diversity as long as fewer than l − 1 values are ruled out. No model stops an intruder who
/// knows enough. `None` if a rule names a column that the people's file does not have, or has a
/// factor that is negative or not a number.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, Inference, Rule, background_knowledge, meaning::Language};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let [ages, illness, age, origin] =
///     [&["2*", "2*"][..], &["flu", "heart"], &["23"], &["Japan"]].map(|texts| Cells::of_texts(texts, &language));
/// let release = File::new(vec![&ages]).unwrap().with_sensitive(&illness).unwrap();
/// let people = File::new(vec![&age]).unwrap();
/// let inference = Inference::new(&people, &release).unwrap();
/// let rule = Rule::impossible(language.read("heart"));
/// assert_eq!(background_knowledge(&inference, &people, &[rule]).unwrap().people, 1);
/// ```
///
/// # References
/// A. Machanavajjhala et al. (2007), *l-diversity: privacy beyond k-anonymity*,
/// doi:10.1145/1217299.1217302. D. J. Martin et al. (2007), *Worst-case background knowledge for
/// privacy-preserving data publishing*, doi:10.1109/ICDE.2007.367858.
pub fn background_knowledge(
    inference: &Inference<'_>,
    people: &File<'_>,
    rules: &[Rule],
) -> Option<Found> {
    let rules: Option<Vec<Compiled>> =
        rules.iter().map(|rule| compile(rule, people, inference)).collect();
    let rules = rules?;
    let found = inference.guess(Attack::BackgroundKnowledge, |belief| {
        let (total, most, left) = weigh(inference, &rules, belief);
        // If nothing is left, the rules contradict the release, and teach nothing.
        (total > 0.0).then(|| Guess {
            group: belief.records,
            certainty: most / total,
            found: left == 1 && most > 0.0,
        })
    });
    let without = super::homogeneity(inference);
    let gained = found.people.saturating_sub(without.people) as f64;
    let before = without.certainty;
    Some(found.with("found-by-the-rules", gained).with("certainty-without-rules", before))
}

/// What is left of a person's values: each with its probability, by the rules.
pub fn belief_with_rules(
    inference: &Inference<'_>,
    people: &File<'_>,
    rules: &[Rule],
    person: usize,
) -> Option<Vec<(Code, f64)>> {
    let rules: Option<Vec<Compiled>> =
        rules.iter().map(|rule| compile(rule, people, inference)).collect();
    let rules = rules?;
    let tuple = inference.candidates.people.of_row[person] as usize;
    let weighed: Vec<(Code, f64)> = inference
        .belief(person)
        .into_iter()
        .map(|(code, share)| (code, share * factor(inference, &rules, tuple, code)))
        .filter(|&(_, weight)| weight > 0.0)
        .collect();
    let total: f64 = weighed.iter().map(|value| value.1).sum();
    Some(weighed.into_iter().map(|(code, weight)| (code, weight / total)).collect())
}

fn compile(rule: &Rule, people: &File<'_>, inference: &Inference<'_>) -> Option<Compiled> {
    let condition = |(column, meaning): &(usize, Meaning)| {
        let own = people.keys().get(*column)?.meanings();
        Some((*column, own.iter().map(|own| own.within(meaning)).collect()))
    };
    let when: Option<Vec<(usize, Vec<bool>)>> = rule.when.iter().map(condition).collect();
    let values = inference.meanings.iter().map(|value| value.within(&rule.value)).collect();
    let sound = rule.factor >= 0.0 && rule.factor.is_finite();
    sound.then_some(Compiled { when: when?, values, factor: rule.factor })
}

fn factor(inference: &Inference<'_>, rules: &[Compiled], person: usize, code: Code) -> f64 {
    let holds = |rule: &&Compiled| {
        let is_so = |(column, own): &(usize, Vec<bool>)| {
            own[inference.candidates.code(person, *column) as usize]
        };
        rule.values[code as usize] && rule.when.iter().all(is_so)
    };
    rules.iter().filter(holds).map(|rule| rule.factor).product()
}

/// The sum of the weights, the greatest one of a value that tells something, and how many are left.
fn weigh(inference: &Inference<'_>, rules: &[Compiled], belief: &Belief<'_>) -> (f64, f64, usize) {
    let (mut total, mut most, mut left) = (0.0, 0.0_f64, 0);
    for &(code, count) in belief.values {
        let weight = count as f64 * factor(inference, rules, belief.person, code);
        total += weight;
        left += usize::from(weight > 0.0);
        if inference.tells(code) {
            most = most.max(weight);
        }
    }
    (total, most, left)
}

/// Background knowledge as the catalogue has it.
pub static BACKGROUND_KNOWLEDGE: Entry = AttackEntry {
    name: "background-knowledge",
    title: "Background knowledge",
    aliases: &["background-knowledge-attack"],
    formula: "one value is left that no rule excludes",
    summary: "The intruder knows values that some people cannot, or hardly, have, and excludes them until one is left.",
    advice: "",
    facts: AttackFacts {
        knows: "people's quasi-identifiers, and which values some people cannot or hardly have",
        discloses: &[Disclosure::Attribute],
        needs: "rules of what is known",
        help: &[],
        figures: &[("found-by-the-rules", "How many people are found only because of the rules."), ("certainty-without-rules", "How sure the intruder would be on the average without them.")],
    },
    references: &[reference::MACHANAVAJJHALA_2007, reference::MARTIN_2007],
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "", text: "`rules.toml` says that women hardly ever have gout. The woman of row 5 is in class B, whose records have gout and cancer: with gout ruled out, cancer is left. With the three of class C, who are known without any rule, **4** people's disease is learnt.", run: &["attack stays.csv released.csv --policy stays.toml --same-order --know rules.toml"], says: &["attack people claimed right wrong of mean surest gain", "background-knowledge of disease with rules.toml learnt 4 4 0 8 0.8125 1 0.3125"] },
}
.entry();

#[cfg(test)]
mod tests {
    use super::super::cells::Cells;
    use super::super::meaning::Language;
    use super::*;
    use ridotto_core::{Kind, Reading};

    #[test]
    fn factors_weigh_values_for_those_they_are_about() {
        let language = Language::new(Reading::of_kind(Kind::Text));
        let cells = |texts: &[&str]| Cells::of_texts(texts, &language);
        let (ages, values) = (cells(&["2*"; 4]), cells(&["a", "a", "b", "*"]));
        let (age, sex) = (cells(&["20", "21", "22"]), cells(&["f", "m", "*"]));
        let any = cells(&["*"; 4]);
        let release = File::new(vec![&ages, &any]).and_then(|file| file.with_sensitive(&values));
        let people = File::new(vec![&age, &sex]).expect("even");
        let inference = Inference::new(&people, &release.expect("even")).expect("two columns");
        let rule = |factor| Rule { when: Vec::new(), value: language.read("a"), factor };
        let women = |factor| rule(factor).when(1, language.read("f"));
        let belief = |rule: Rule, person| {
            belief_with_rules(&inference, &people, &[rule], person).expect("a sound rule")
        };
        assert_eq!(belief(women(0.5), 0), [(0, 1.0 / 3.0), (1, 1.0 / 3.0), (2, 1.0 / 3.0)]);
        for other in [1, 2] {
            assert_eq!(belief(women(0.5), other), [(0, 0.5), (1, 0.25), (2, 0.25)]);
        }
        assert_eq!(belief(women(0.0), 0), [(1, 0.5), (2, 0.5)]);
        let found = background_knowledge(&inference, &people, &[women(0.0)]).expect("sound");
        assert_eq!((found.people, found.certainty), (0, 0.5), "a cell taken away may be anything");
        // Ruled out twice over nothing is left, and nothing is learnt.
        let all = Rule::impossible(Meaning::Anything);
        let found = background_knowledge(&inference, &people, &[all]).expect("sound");
        assert_eq!((found.people, found.unmatched), (0, 3));
        for factor in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(background_knowledge(&inference, &people, &[rule(factor)]).is_none());
        }
        let nowhere = rule(0.0).when(2, Meaning::Anything);
        assert!(background_knowledge(&inference, &people, &[nowhere]).is_none());
    }
}
