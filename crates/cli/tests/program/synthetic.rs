//! Synthetic records keep to ranges, sums and what cannot be.

use crate::case::Case;
use insta::assert_snapshot;

/// Households whose income is the sum of wage and rent, in which no child is married.
fn households() -> String {
    let mut text = "age,status,wage,rent,income\n".to_owned();
    for row in 0..400_u32 {
        let chance = |salt: u32| row.wrapping_mul(2_654_435_761).wrapping_add(salt * 40_503) >> 16;
        let age = chance(1) % 80;
        let status = if age < 16 {
            "single"
        } else {
            ["single", "married", "widowed"][(chance(2) % 3) as usize]
        };
        let (wage, rent) = (chance(3) % 3000, chance(4) % 900);
        // A wage in ten is not known, and then neither is the income.
        let (wage, income) = if chance(5) % 10 == 0 {
            (String::new(), String::new())
        } else {
            (wage.to_string(), (wage + rent).to_string())
        };
        text += &format!("{age},{status},{wage},{rent},{income}\n");
    }
    text
}

fn household(keys: &str) -> Case {
    let policy = format!(
        "version = 1\n\n[data]\ninput = \"people.csv\"\nunlisted = \"insensitive\"\n\n[attributes.age]\nrole = \"quasi-identifier\"\n\n\
         [release]\nalgorithm = \"none\"\n\n[output]\nfile = \"out.csv\"\n\n[[mask]]\nmethod = \"synthesize\"\n{keys}\n"
    );
    Case::empty().file("people.csv", households()).file("policy.toml", policy)
}

/// In every record that is drawn: a range, a sum, and what cannot be. Missing values are about as
/// many as there were.
#[test]
fn synthetic_records_keep_to_constraints() {
    let asked = "ranges = { age = [0, 120] }\nsums = { income = [\"wage\", \"rent\"] }\n\
                 impossible = [{ age = { upper = 15 }, status = [\"married\", \"widowed\"] }]";
    let rows = |case: &Case| -> Vec<Vec<String>> {
        let text = case.read("out.csv");
        text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let broken = |rows: &[Vec<String>]| {
        let number = |cell: &str| cell.parse::<f64>().ok();
        let is_broken = |row: &&Vec<String>| {
            let sum = number(&row[2]).zip(number(&row[3])).zip(number(&row[4]));
            let apart =
                sum.is_some_and(|((wage, rent), income)| (wage + rent - income).abs() > 1e-6);
            let child = number(&row[0]).is_some_and(|age| age <= 15.0) && row[1] != "single";
            apart || child
        };
        rows.iter().filter(is_broken).count()
    };
    for kind in ["sequential", "hybrid"] {
        let lines = format!("kind = \"{kind}\"\nmodel = \"parametric\"\n");
        let kept = household(&format!("{lines}{asked}"));
        kept.run(&["anonymize", "policy.toml", "--seed", "5"]).well();
        let drawn = rows(&kept);
        assert_eq!(broken(&drawn), 0, "{kind}");
        let gaps = drawn.iter().filter(|row| row[2].is_empty()).count();
        assert!((20..=65).contains(&gaps), "{kind}: {gaps} of about 40");
        let free = household(&lines);
        free.run(&["anonymize", "policy.toml", "--seed", "5"]).well();
        assert!(broken(&rows(&free)) > 0, "{kind}: the test would say nothing");
    }
}

/// What the data themselves break is refused, with counts and without values.
#[test]
fn constraints_that_the_data_break_are_refused() {
    let shown = |keys: &str| household(keys).run(&["anonymize", "policy.toml"]).shown();
    assert_snapshot!(shown("ranges = { age = [10, 120] }"), @r#"
    exit 2
    bind::mask

      × `synthesize` cannot be done to `age`: 52 records of the data themselves do not keep
      │ to the range
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── not suited
     18 │ ranges = { age = [10, 120] }
        ╰────
      help: correct the constraint, or mend these records before
    "#);
    assert_snapshot!(shown("sums = { income = [\"wage\"] }"), @r#"
    exit 2
    bind::mask

      × `synthesize` cannot be done to `income`: 365 records of the data themselves do not
      │ keep to the sum
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── not suited
     18 │ sums = { income = ["wage"] }
        ╰────
      help: correct the constraint, or mend these records before
    "#);
    assert_snapshot!(shown("impossible = [{ age = { lower = 16 }, status = \"married\" }]"), @r#"
    exit 2
    bind::mask

      × `synthesize` cannot be done to `age`: 98 records of the data themselves do not keep
      │ to the rule about impossible combinations
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── not suited
     18 │ impossible = [{ age = { lower = 16 }, status = "married" }]
        ╰────
      help: correct the constraint, or mend these records before
    "#);
    assert_snapshot!(shown("impossible = [{ age = { lower = 16 }, status = \"divorced\" }]"), @r#"
    exit 2
    bind::mask

      × `status` has no value `divorced`
        ╭─[policy.toml:18:48]
     17 │ method = "synthesize"
     18 │ impossible = [{ age = { lower = 16 }, status = "divorced" }]
        ·                                                ─────┬────
        ·                                                     ╰── no record has it
        ╰────
      help: values are compared letter by letter; leave out those that do not occur
    "#);
    assert_snapshot!(shown("ranges = { status = [0, 1] }"), @r#"
    exit 2
    bind::mask

      × `status` has no numbers
        ╭─[policy.toml:18:12]
     17 │ method = "synthesize"
     18 │ ranges = { status = [0, 1] }
        ·            ───┬──
        ·               ╰── has categories
        ╰────
      help: ranges and sums are about numbers; give the attribute its `type`
    "#);
}

/// Records that are drawn have no columns but those that are drawn.
#[test]
fn later_steps_look_at_what_is_drawn() {
    let later = "\n[[mask]]\nmethod = \"swap\"\nattributes = [\"wage\"]\nstrata = [\"status\"]";
    let case = household(later)
        .policy("[release]", "[attributes.status]\nrole = \"identifier\"\n\n[release]");
    assert_snapshot!(case.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × synthetic records have no `status`, and a later step looks at it
        ╭─[policy.toml:20:10]
     19 │ [[mask]]
     20 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── draws whole records
     21 │
        ╰────
      help: put that step before this one, or leave the name out of it
    "#);
}

/// A register that knows age and status of a thousand people, all of them single, of even ages.
fn register(rows: u32) -> String {
    let line = |row: u32| format!("{},single,x{row}\n", 2 * (row * 7 % 40));
    format!("age,status,street\n{}", (0..rows).map(line).collect::<String>())
}

/// What the register knows is taken from it, each record once at most; what it lacks is drawn.
#[test]
fn copies_are_made_from_a_frame() {
    let keys = "kind = \"multiple-imputation\"\ncopies = 3\nframe = \"register.csv\"\nsize = 500\n\
                sums = { income = [\"wage\", \"rent\"] }";
    let case = household(keys).file("register.csv", register(600));
    let ran = case.run(&["anonymize", "policy.toml", "--seed", "5"]).well();
    let kept = "2 attributes are the true ones";
    assert!(ran.shown().contains(kept), "{}", ran.shown());
    let known = households();
    let mut files = Vec::new();
    for copy in 1..=3 {
        let text = case.read(&format!("out-{copy}.csv"));
        assert!(text.starts_with("age,status,wage,rent,income\n"));
        let rows: Vec<Vec<&str>> =
            text.lines().skip(1).map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.len(), 500);
        let mut of_age = [0; 80];
        for row in &rows {
            of_age[row[0].parse::<usize>().unwrap()] += 1;
            assert_eq!(row[1], "single");
        }
        // Fifteen people of each even age are in the register.
        assert!(of_age.iter().enumerate().all(|(age, n)| *n <= if age % 2 == 0 { 15 } else { 0 }));
        let mean = |text: &mut dyn Iterator<Item = &str>| {
            let all: Vec<f64> = text.filter_map(|cell| cell.parse().ok()).collect();
            all.iter().sum::<f64>() / all.len() as f64
        };
        let before = mean(&mut known.lines().skip(1).filter_map(|line| line.split(',').nth(2)));
        let after = mean(&mut rows.iter().map(|row| row[2]));
        // Wages are even from 0 to 3000, with a deviation of 866: five standard errors of 360 known
        // ones, of 450 drawn ones, and of the model that was drawn.
        assert!((before - after).abs() < 5.0 * 866.0 * (2.0 / 360.0 + 1.0 / 450.0_f64).sqrt());
        files.push(text);
    }
    assert!(files[0] != files[1] && files[1] != files[2] && files[0] != files[2]);
}

#[test]
fn frames_that_do_not_fit_are_refused() {
    let shown = |frame: String| {
        let keys = "kind = \"multiple-imputation\"\nframe = \"register.csv\"";
        let case = household(keys).file("register.csv", frame);
        let ran = case.run(&["anonymize", "policy.toml"]);
        assert!(!case.path("out-1.csv").exists());
        ran.shown()
    };
    assert_snapshot!(shown(register(100)), @r#"
    exit 2
    bind::mask

      × `register.csv` has 100 records, and 400 are drawn
        ╭─[policy.toml:19:9]
     18 │ kind = "multiple-imputation"
     19 │ frame = "register.csv"
        ·         ───────┬──────
        ·                ╰── each of its records is drawn once at most
        ╰────
      help: draw fewer with `size`, or name a file with more people
    "#);
    assert_snapshot!(shown("street\nx\ny\n".to_owned()), @r#"
    exit 2
    bind::mask

      × `register.csv` has no column of those that are released
        ╭─[policy.toml:19:9]
     18 │ kind = "multiple-imputation"
     19 │ frame = "register.csv"
        ·         ───────┬──────
        ·                ╰── this file
        ╰────
      help: name a file with some of the same columns, or leave `frame` out
    "#);
    assert_snapshot!(shown(households()), @r#"
    exit 2
    bind::mask

      × `register.csv` has every column, so nothing is left to be drawn
        ╭─[policy.toml:19:9]
     18 │ kind = "multiple-imputation"
     19 │ frame = "register.csv"
        ·         ───────┬──────
        ·                ╰── this file
        ╰────
      help: take away from it what is to be synthetic
    "#);
}

/// Values are drawn for those who stand alone by their quasi-identifiers, and for nobody else.
#[test]
fn only_records_at_risk_are_drawn() {
    let keys = "kind = \"partial\"\nattributes = [\"rent\"]\nrecords = \"at-risk\"";
    let case = household(keys)
        .policy("[release]", "[attributes.status]\nrole = \"quasi-identifier\"\n\n[release]");
    case.run(&["anonymize", "policy.toml", "--seed", "5", "--keep-order"]).well();
    let (before, after) = (households(), case.read("out.csv"));
    let key = |line: &str| line.split(',').take(2).collect::<Vec<_>>().join(",");
    let others = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        [&cells[..3], &cells[4..]].concat().join(",")
    };
    let (mut alone, mut moved) = (0, 0);
    for (old, new) in before.lines().zip(after.lines()).skip(1) {
        assert_eq!(others(old), others(new));
        let is_alone = before.lines().filter(|line| key(line) == key(old)).count() == 1;
        assert!(is_alone || old == new, "who is not at risk stays");
        alone += u32::from(is_alone);
        moved += u32::from(old != new);
    }
    // Rents have nine hundred values.
    assert!(alone > 10 && moved > alone * 9 / 10 && moved <= alone, "{moved} of {alone}");
    let nobody = household(keys).policy("role = \"quasi-identifier\"", "role = \"insensitive\"");
    assert_snapshot!(nobody.run(&["anonymize", "policy.toml"]).shown(), @r#"
    exit 2
    bind::mask

      × nobody is at risk without a quasi-identifier
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── changes those at risk
     18 │ kind = "partial"
        ╰────
      help: give `role = "quasi-identifier"` to what an intruder may know
    "#);
}
