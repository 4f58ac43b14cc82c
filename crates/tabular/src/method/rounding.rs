//! Controlled rounding, and the rounding of small counts.

use super::common::{adds_up, changed, counts_alone, known_within, parts, refuse_means};
use super::{Case, MethodDefinition, Outcome, Published};
use crate::additive::Sums;
use crate::round::{Fits, NotAdditive, Rounded, Way, round_small, round_where};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    Entry, Facts, Limit, Limits, MethodFacts, Parameter, Problem, Reference, Shape, Status,
    Wording, Worked, small,
};
use ridotto_core::count::counted;
use ridotto_release::{Error, Unmet};

/// What a base may be.
const BASE: Limits = Limits {
    least: 2,
    open: false,
    most: 1_000_000_000,
    because: "every whole number is a multiple of 1",
};

/// Rounds all values to multiples of a base, so that totals stay sums.
///
/// # Guarantee
/// Published values are multiples of the base and add up. Who knows the base, that multiples of it stayed as
/// they are (if so), and all sums, finds it possible of every sensitive cell that it is as far from its value as
/// its rule demands: the audit says so. A cell that is published as 0 has no line, so that a 0 may be a true one.
///
/// # Does not protect against
/// Who knows how the nearest table is chosen. Tables that were published elsewhere.
///
/// # References
/// L. H. Cox (1987), *A constructive procedure for unbiased controlled rounding*.
pub static ROUND: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "round",
        title: "Controlled rounding",
        aliases: &["controlled rounding", "rounding"],
        formula: "r(c) = b·floor(c/b) or b·ceil(c/b), r(total) = sum of r(parts), minimising sum |r(c) - c| over inner cells",
        status: Status::Now,
        summary: "Rounds every value to one of the two multiples of a base beside it, so that totals stay sums of what is published.",
        parameters: &[&[
            Parameter::new(
                "base",
                Shape::Integer(BASE),
                "5",
                "Published values are multiples of it; for `small-counts` counts below it are rounded.",
            )
            .required(),
            Parameter::new(
                "zero-restricted",
                Shape::Boolean,
                "false",
                "Whether multiples of the base stay as they are.",
            )
            .default("true"),
        ]],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "rounds values",
            status: "rounded",
            is_exact: false,
            promises: &[
                Wording::always("Every published value is a multiple of {base}, and published values add up."),
            ],
            limits: &[Limit {
                name: "The choice",
                text: "Which of the two multiples is published follows from the whole table; what that choice tells is not bounded.",
            }],
            serves: "tables in which no value may be missing",
        }),
        advice: include_str!("round.md"),
        references: &[Reference {
            authors: "L. H. Cox",
            year: 1987,
            title: "A constructive procedure for unbiased controlled rounding",
            doi: "10.1080/01621459.1987.10478456",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"round\"\nbase = 5\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[release]\nmethod = \"round\"\nbase = 50\n",
            text: "All **9** cells become multiples of 50. Northern steel is 100, which is a multiple of 50 already, and so are northern food, southern food (100) and both totals of the north and of food (`100 + 100 = 200`). Southern steel is 120, between 100 and 150; whichever it becomes, its totals (220 and 420) follow. 100 is nearer: the south is told as `100 + 100 = 200` and everything as 400.",
            run: &["table firms.toml"],
            says: &["rounded 9 of 9 cells, together 80 from the truth"],
        },
    },
    protect: rounded,
    keeps: multiples,
    keeps_rules: true,
};

fn rounded(case: &Case<'_>) -> Result<Outcome, Error> {
    refuse_means(case)?;
    let base = i64::try_from(case.given.whole("base")).unwrap_or(i64::MAX);
    let asked = case.given.is("zero-restricted");
    let mut tried = Tried::new(case, base, asked)?;
    // Where multiples need not stay everybody knows less, so what is not safe may become so.
    if tried.unprotected > 0 && tried.is_restricted {
        let farther = Tried::new(case, base, false)?;
        if farther.unprotected == 0 {
            tried = farther;
            tried.notes.push(format!(
                "multiples of {base} may change, too, because otherwise a sensitive cell would stay too well \
                 known: values are within {base} of true ones"
            ));
        }
    }
    let Tried { values, notes, unprotected, .. } = tried;
    let advice = format!(
        "{} would stay too well known, although every value is only known to be near what is published, by \
         the base of {base}.\nChoose a larger `base`.",
        counted(unprotected, "sensitive cell", "sensitive cells")
    );
    Ok(Outcome { notes, unprotected, advice: Some(advice), ..changed(case, values) })
}

/// A rounding, and what attackers know of it.
struct Tried {
    values: Vec<i64>,
    notes: Vec<String>,
    /// Whether the cells of some measure are zero-restricted.
    is_restricted: bool,
    /// Sensitive cells that are too well known.
    unprotected: u64,
}

impl Tried {
    fn new(case: &Case<'_>, base: i64, restricted: bool) -> Result<Self, Error> {
        let mut values = case.cells.values.clone();
        let mut ends = vec![(0.0, 0.0); values.len()];
        let (mut notes, mut is_restricted) = (Vec::new(), false);
        for part in parts(case) {
            let own = part.start..part.start + part.system.cells();
            let base = in_units(base, part.one).ok_or_else(|| too_large(case))?;
            let fits = |cell: usize, published: i64| {
                leaves_doubt(case, part.start + cell, known(case, published, base - 1))
            };
            let fits: Option<Fits<'_>> = if restricted { Some(&fits) } else { None };
            let truth = &case.cells.values[own.clone()];
            let found = round_where(&part.system, truth, base, fits, &|| case.is_over());
            let found = found.map_err(|error| Error::from(unrounded(error)))?;
            for (at, &value) in own.clone().zip(&found.values) {
                ends[at] = within(case, &part.system, at - part.start, value, (base, &found));
            }
            values[own].copy_from_slice(&found.values);
            is_restricted |= found.way == Way::Restricted;
            notes.extend(told(&found, base / part.one, restricted));
        }
        let unprotected = known_within(case, &ends);
        Ok(Self { values, notes, is_restricted, unprotected })
    }
}

/// Whether ends between which everybody knows a cell to be leave it in as much doubt as it needs.
fn leaves_doubt(case: &Case<'_>, cell: usize, (low, high): (f64, f64)) -> bool {
    let need = (case.judgement.needs).binary_search_by_key(&(cell as u32), |need| need.cell);
    let Ok(at) = need else { return true };
    let (need, value) = (case.judgement.needs[at], case.values[cell]);
    low <= value - need.down && high >= value + need.up
}

/// Between which ends a value is that is so far from what is published at most.
fn known(case: &Case<'_>, published: i64, far: i64) -> (f64, f64) {
    let (low, high) = ((published - far) as f64, (published + far) as f64);
    let is_signed = case.units.iter().any(|unit| unit.is_signed);
    (if is_signed { low } else { low.max(0.0) }, high)
}

/// A base in the units of a measure, if sums can still be calculated with.
fn in_units(base: i64, one: i64) -> Option<i64> {
    base.checked_mul(one).filter(|base| *base <= 1 << 60)
}

fn too_large(case: &Case<'_>) -> Error {
    let problem =
        Problem::error("bind::too-large", "the base has more digits than can be calculated with")
            .at(case.given.at("base"), "too large for so many decimals")
            .with_help("choose a smaller one, or give the response fewer decimals");
    case.plan.policy.error([problem]).into()
}

/// Published values are multiples of the base that add up.
fn multiples(of: &Published<'_>) -> Result<(), &'static str> {
    let base = i64::try_from(of.plan.policy.protection.method.whole("base")).unwrap_or(i64::MAX);
    let is_multiple = |cell: usize| {
        let measure = of.cells.index.measure(cell as u32);
        let one = 10_i64.pow(of.units[measure].places);
        in_units(base, one).is_some_and(|base| of.values[cell] % base == 0)
    };
    if !(0..of.values.len()).all(is_multiple) {
        return Err("a value is no multiple of the base");
    }
    adds_up(of)
}

/// Nothing above 0 and below the base is published, and everything adds up.
fn none_small(of: &Published<'_>) -> Result<(), &'static str> {
    let base = i64::try_from(of.plan.policy.protection.method.whole("base")).unwrap_or(i64::MAX);
    if of.values.iter().any(|value| (1..base).contains(value)) {
        return Err("a count is above 0 and below the base");
    }
    adds_up(of)
}

/// Between which ends everybody knows a value to be that is published as a multiple. What is
/// zero-restricted is less than a base away, and so, as all values are whole units, a unit less.
fn within(
    case: &Case<'_>,
    system: &ridotto_audit::System,
    cell: usize,
    published: i64,
    (base, found): (i64, &Rounded),
) -> (f64, f64) {
    let is_own = |&at: &u32| system.relation(at as usize).total() == cell as u32;
    let is_total = || system.relations_of(cell as u32).iter().any(is_own);
    let far = match found.way {
        Way::Restricted => base - 1,
        // How far the farthest is stands in the report.
        Way::AddedUp if is_total() => found.farthest.max(base),
        Way::Adjacent | Way::AddedUp => base,
    };
    known(case, published, far)
}

/// What a reader must know of a rounding: nothing that the values do not say.
fn told(of: &Rounded, base: i64, restricted: bool) -> Option<String> {
    match of.way {
        Way::Restricted => None,
        Way::Adjacent if !restricted => None,
        Way::Adjacent => Some(format!(
            "no table was found in which all multiples of {base} stay and no sensitive cell is too well known: \
             values are within {base} of true ones"
        )),
        Way::AddedUp => Some(format!(
            "no table was found in which all values are within {base} of true ones: inner cells are, and \
             totals are the sums of these"
        )),
    }
}

fn unrounded(error: NotAdditive) -> Unmet {
    let sure = if error.is_proved { "There is none" } else { "None was found in the time" };
    Unmet {
        message: "no table of multiples adds up".into(),
        advice: format!(
            "{sure} in which linked tables fit together.\nChoose another `base`, or release the tables \
             one by one."
        ),
    }
}

/// Rounds counts below a base to 0 or the base, and adds totals up anew.
///
/// # Guarantee
/// No published count is above 0 and below the base, and published counts add up. Of a sensitive inner cell
/// everybody knows only that it is below the base, or from 1 to the base; also who is in it does not know it.
///
/// # Does not protect against
/// Who knows how likely small counts are. Counts of the base and more are published as they are, unless small
/// counts are below them.
///
/// # References
/// Ø. Langsrud and J. Heldal (2018), *An algorithm for small count rounding of tabular data*.
pub static SMALL_COUNTS: MethodDefinition = MethodDefinition {
    entry: Entry {
        name: "small-counts",
        title: "Small-count rounding",
        aliases: &["small count rounding", "PLS rounding"],
        formula: "r(c) = 0 or b where 0 < c < b, r(c) = c for other inner cells, r(total) = sum of r(parts)",
        status: Status::Now,
        summary: "Rounds inner counts below a base to 0 or the base so that totals stay near, and adds totals up anew.",
        parameters: &[&[Parameter::new(
            "base",
            Shape::Integer(BASE),
            "5",
            "Published values are multiples of it; for `small-counts` counts below it are rounded.",
        )
        .required()]],
        check: any,
        facts: Facts::Method(MethodFacts {
            does: "rounds small counts",
            status: "rounded",
            is_exact: false,
            promises: &[Wording::always(
                "No published count is above 0 and below {base}, and published counts add up.",
            )],
            limits: &[
                Limit {
                    name: "Larger counts",
                    text: "A count that is not below the base is published as it is, unless a smaller one is part of it.",
                },
                Limit {
                    name: "Narrow doubt",
                    text: "An inner 0 is a count below the base, and an inner base one from 1 to it: with a small base that is little doubt, and no rule bounds it.",
                },
            ],
            serves: "large tables of counts",
        }),
        advice: include_str!("small_counts.md"),
        references: &[Reference {
            authors: "Ø. Langsrud, J. Heldal",
            year: 2018,
            title: "An algorithm for small count rounding of tabular data",
            doi: "",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]\nmethod = \"small-counts\"\nbase = 3\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "version = 1\nkind = \"table\"\n\n[data]\ninput = \"stays.csv\"\n\n[attributes.sex]\nrole = \"dimension\"\n\n[attributes.disease]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"sex\", \"disease\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 2\n\n[release]\nmethod = \"small-counts\"\nbase = 3\n\n[output]\nfile = \"out.csv\"\n",
            text: "Women and men with cancer are 2 each, and four counts are 1: women with flu, women with asthma, men with flu and men with gout. With base 3 each of these six becomes 0 or 3, and together they are told as `3 * 3 = 9` where they are `2 * 2 + 4 * 1 = 8`. All **13** cells are told as rounded, so that nobody sees which are; those that became 0 have no line, as women with gout have none, of whom there is nobody.",
            run: &["table stays.toml"],
            says: &["rounded 13 of 13 cells,"],
        },
    },
    protect: small_counts,
    keeps: none_small,
    keeps_rules: false,
};

fn small_counts(case: &Case<'_>) -> Result<Outcome, Error> {
    counts_alone(case)?;
    let base = i64::try_from(case.given.whole("base")).unwrap_or(i64::MAX);
    let (system, values) = (&case.cells.system, &case.cells.values);
    let found = round_small(system, values, base, &|| case.is_over());
    let Some(found) = found else {
        return Err(unrounded(NotAdditive { is_proved: false }).into());
    };
    // An inner count that was not small is told, and so is a total all of whose parts are told.
    let told = system_told(case, base);
    let (low, high) = small_ends(system, values, &found.values, base);
    let is_known = |need: &&ridotto_audit::Need| {
        let cell = need.cell as usize;
        // Who is in it knows that it is not 0.
        told[cell] || low[cell].max(1) >= high[cell]
    };
    let unprotected = case.judgement.needs.iter().filter(is_known).count() as u64;
    let advice = format!(
        "{} would stay too well known: counts of {base} and more are published as they are, and who is in a \
         cell that becomes 0 knows that it is below {base}.\nChoose a `base` of 3 or more that is not below \
         the `n` of the rule.",
        counted(unprotected, "sensitive cell", "sensitive cells")
    );
    Ok(Outcome {
        told: Some(told),
        unprotected,
        advice: Some(advice),
        ..changed(case, found.values)
    })
}

/// Between which ends everybody knows counts to be: an inner 0 is below the base, an inner base is not above it
/// and not 0, and other inner counts are true. Totals are sums of what is published, and tell no more.
fn small_ends(
    system: &ridotto_audit::System,
    truth: &[i64],
    published: &[i64],
    base: i64,
) -> (Vec<i64>, Vec<i64>) {
    let sums = Sums::of(system).expect("counts were rounded as sums of inner counts");
    let (mut low, mut high) = (truth.to_vec(), truth.to_vec());
    for &leaf in sums.leaves() {
        let leaf = leaf as usize;
        (low[leaf], high[leaf]) = match published[leaf] {
            0 => (0, base - 1),
            of if of == base => (1, base),
            of => (of, of),
        };
    }
    sums.fill(system, &mut low);
    sums.fill(system, &mut high);
    (low, high)
}

fn is_total(case: &Case<'_>, cell: u32) -> bool {
    let system = &case.cells.system;
    let own = |&at: &u32| system.relation(at as usize).total() == cell;
    system.relations_of(cell).iter().any(own)
}

/// Which cells everybody knows to be published as they are.
fn system_told(case: &Case<'_>, base: i64) -> Vec<bool> {
    let values = &case.cells.values;
    let inner = |cell: usize| values[cell] >= base;
    let mut told: Vec<bool> =
        (0..values.len()).map(|cell| is_total(case, cell as u32) || inner(cell)).collect();
    // What is not told of a part is not told of its totals.
    let mut open: Vec<u32> =
        (0..values.len() as u32).filter(|&cell| !told[cell as usize]).collect();
    while let Some(cell) = open.pop() {
        for &at in case.cells.system.relations_of(cell) {
            let total = case.cells.system.relation(at as usize).total();
            if std::mem::take(&mut told[total as usize]) {
                open.push(total);
            }
        }
    }
    told
}
