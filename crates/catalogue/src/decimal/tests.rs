//! The one decimal beside the three kinds of numbers that it replaced, and beside plain arithmetic.

#[expect(dead_code, reason = "an oracle is kept whole")]
mod boundary;
#[expect(dead_code, reason = "an oracle is kept whole")]
mod fraction;
#[expect(dead_code, reason = "an oracle is kept whole")]
mod written;

use super::*;
use fraction::Fraction;
use proptest::prelude::*;

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a decimal"))
}

/// Texts that are numbers or nearly so: short and long, with signs, marks and exponents.
fn texts() -> impl Strategy<Value = String> {
    let number = "[-+]?[0-9]{0,22}[.]?[0-9]{0,20}";
    prop_oneof![
        4 => number,
        2 => "[-+]?[0-9]{0,6}[.]?[0-9]{0,6}",
        1 => (number, "[eE][-+]?[0-9]{1,3}").prop_map(|(number, power)| number + &power),
        1 => "[-+0-9.,eE]{0,12}",
    ]
}

/// Numbers of up to 18 digits and places.
fn written() -> impl Strategy<Value = (i64, u32)> {
    let most = 10_i64.pow(18) - 1;
    (prop_oneof![-most..=most, -1000_i64..1000], 0_u32..=18)
}

/// Any decimal, also such as no text has.
fn any_decimal() -> impl Strategy<Value = Decimal> {
    let digits =
        prop_oneof![any::<i128>(), (-100_000_i128..100_000), any::<i64>().prop_map(i128::from)];
    (digits, 0_u32..=18).prop_map(|(digits, places)| Decimal::new(digits, places))
}

#[test]
fn reads_and_writes() {
    for (text, written) in [
        ("0", "0"),
        ("-0.0", "0"),
        ("+5", "5"),
        ("1.50", "1.5"),
        ("1e3", "1000"),
        ("1.25e1", "12.5"),
        ("-3E-2", "-0.03"),
        ("120", "120"),
        ("0.000000000000000001", "0.000000000000000001"),
        ("999999999999999999", "999999999999999999"),
    ] {
        assert_eq!(decimal(text).to_string(), written, "{text}");
    }
}

#[test]
fn refuses_what_it_cannot_keep() {
    let refused =
        ["", "-", "nan", "inf", "1e", "1e99", "1e-19", "1000000000000000000", "1.2.3", "é", "e5"];
    for text in refused {
        assert_eq!(Decimal::parse(text), None, "{text}");
    }
}

#[test]
fn tenths_are_exact() {
    assert!(decimal("0.3").is_multiple_of(decimal("0.1")));
    assert!(!decimal("0.3").is_multiple_of(decimal("0.2")));
    assert!(!decimal("1").is_multiple_of(Decimal::ZERO));
    assert!(decimal("0.30") == decimal("3e-1") && decimal("-2") < decimal("-1.5"));
}

#[test]
fn texts_are_read_down_to_whole_units() {
    let far = Decimal::FAR;
    for (text, places, units) in [
        ("12.5", 0, 12),
        ("-12.5", 0, -13),
        ("-12", 0, -12),
        ("0.3", 1, 3),
        ("0.29999999999999999999999999999999999999999999999999999", 1, 2),
        ("-0.30000000000000000000000000000000000000000000000000001", 1, -4),
        ("1e3", 0, 1000),
        ("1.5E-1", 2, 15),
        ("1e300", 2, far),
        ("-1e300", 2, -far),
        ("1e-300", 2, 0),
        ("-1e-300", 2, -1),
        ("0e900", 2, 0),
        ("1e99999999999", 2, far),
        ("-1e-99999999999", 2, -1),
        (".5", 1, 5),
        ("99999999999999999999.999999999999999999", 18, far - 1),
    ] {
        assert_eq!(floor_units(text, '.', places), Some(units), "{text} at {places}");
    }
    assert_eq!(floor_units("121,2345", ',', 2), Some(12_123));
    for text in ["", "-", ".", "1.2.3", "1,5", "x", "1e", "inf", "NaN"] {
        assert_eq!(floor_units(text, '.', 0), None, "{text}");
    }
}

#[test]
fn floats_become_the_decimals_people_wrote() {
    for (number, text) in [(0.1, "0.1"), (-2.50, "-2.5"), (30.0, "30"), (1e15, "1000000000000000")]
    {
        assert_eq!(Decimal::try_from(number).unwrap().to_string(), text);
    }
    for number in [f64::NAN, f64::INFINITY, 1e20, 1e-19] {
        assert_eq!(Decimal::try_from(number), Err(NotDecimal), "{number}");
    }
    assert_eq!("5.00".parse::<Decimal>(), Ok(Decimal::from(5)));
    assert_eq!("-0.05".parse::<Decimal>().unwrap().text(','), "-0,05");
}

#[test]
fn texts_are_rounded_to_the_nearest_multiple() {
    for (to, text, rounded) in [
        ("5", "12", "10"),
        ("5", "12.5", "15"),
        ("5", "12.4999999999999999999999999999999999999999", "10"),
        ("5", "-12.5", "-15"),
        ("5", "-2.4", "0"),
        ("0.1", "0.25", "0.3"),
        ("0.1", "1e-3", "0"),
        ("2.5", "4", "5"),
        ("1000", "+499", "0"),
        ("7", "3.5", "7"),
        ("0.000000000000000003", "1.0000000000000000015", "1.000000000000000002"),
    ] {
        let to: Decimal = to.parse().unwrap();
        assert_eq!(to.nearest_multiple(text, '.').as_deref(), Some(rounded), "{text} to {to}");
    }
    let five = Decimal::from(5);
    assert_eq!(five.nearest_multiple("12,5", ',').as_deref(), Some("15"));
    for text in ["", "x", "--5", "+-5", "1e30", "12,5"] {
        assert_eq!(five.nearest_multiple(text, '.'), None, "{text}");
    }
}

#[test]
fn the_ends_of_what_can_be_kept_do_not_overflow() {
    let (least, most) = (Decimal::new(i128::MIN, 0), Decimal::new(i128::MAX, 0));
    let tiny = Decimal::new(1, 18);
    assert!(least < tiny && tiny < most);
    assert_eq!(least.compare_gap(most, most), Ordering::Greater);
    assert_eq!(most.compare_gap(least, least), Ordering::Less);
    assert_eq!((most.checked_sub(least), most.floor_of(2)), (None, None));
    assert!(most.is_multiple_of(tiny) && !tiny.is_multiple_of(most) && least.gap(most) > 1e38);
    assert_eq!(most.cmp_share(u128::MAX, 1), Ordering::Greater);
    assert_eq!(least.cmp_share(0, 1), Ordering::Greater);
}

proptest! {
    /// What policies said is read, written and compared as before.
    #[test]
    fn it_is_what_policies_had(a in texts(), b in texts()) {
        let (new, old) = (Decimal::parse(&a), written::Decimal::parse(&a));
        prop_assert_eq!(new.map(|n| n.to_string()), old.map(|n| n.to_string()));
        let pair = Decimal::parse(&b).zip(written::Decimal::parse(&b));
        if let (Some((new, old)), Some((other, before))) = (new.zip(old), pair) {
            prop_assert_eq!(new.cmp(&other), old.cmp(&before));
        }
    }

    #[test]
    fn it_reckons_as_numbers_of_policies_did(
        (a, p) in written(), (b, q) in written(), (c, r) in written(), things: u64,
    ) {
        let text = |units: i64, places: u32| format!("{units}e-{places}");
        let new = [(a, p), (b, q), (c, r)].map(|(n, p)| decimal(&text(n, p)));
        let old = [(a, p), (b, q), (c, r)].map(|(n, p)| written::Decimal::parse(&text(n, p)).unwrap());
        prop_assert_eq!(new[0].is_multiple_of(new[1]), old[0].is_multiple_of(old[1]));
        prop_assert_eq!(new[0].compare_gap(new[1], new[2]), old[0].compare_gap(old[1], old[2]));
        prop_assert_eq!(new[0].to_f64().to_bits(), old[0].to_f64().to_bits());
        prop_assert_eq!(new[0].is_whole(), old[0].is_whole());
        prop_assert_eq!(new[0].is_positive(), old[0].is_positive());
        let (gap, before) = (new[0].gap(new[1]), old[0].gap(old[1]));
        prop_assert!((gap - before).abs() <= 4.0 * f64::EPSILON * before.abs());
        let shares = Share::new(new[0]).zip(written::Share::new(old[0]));
        prop_assert_eq!(Share::new(new[0]).is_some(), written::Share::new(old[0]).is_some());
        if let Some((new, old)) = shares {
            prop_assert_eq!(new.of(things), old.of(things));
        }
    }

    /// Boundaries are read and rounded as before; they may have three digits more.
    #[test]
    fn it_is_what_boundaries_were(text in texts(), to in texts(), scale in 0_u32..=15) {
        if let Ok(old) = text.parse::<boundary::Decimal>() {
            let new = text.parse::<Decimal>().expect("it was one");
            prop_assert_eq!(new.to_string(), old.to_string());
            prop_assert_eq!(new.text(','), old.text(','));
        }
        let far = boundary::FAR;
        let new = floor_units(&text, '.', scale).map(|units| units.clamp(-far, far));
        prop_assert_eq!(new, boundary::floor_units(&text, '.', scale));
        if let Ok(old) = to.parse::<boundary::Decimal>() {
            let new = to.parse::<Decimal>().expect("it was one");
            prop_assert_eq!(new.nearest_multiple(&text, '.'), old.nearest_multiple(&text, '.'));
        }
    }

    /// A share of counts is above or below a bound as before.
    #[test]
    fn it_is_what_bounds_were(
        units in 0_u64..=10_u64.pow(18), places in 0_u32..=18, count: u128, of in 1_u128.., near: bool,
    ) {
        let new = Decimal::new(units.into(), places);
        let old = Fraction::new(units, 10_u64.pow(places)).unwrap();
        let count = if near { count % of.saturating_mul(2) } else { count };
        prop_assert_eq!(new.cmp_share(count, of), old.compare_share(count, of));
        prop_assert_eq!(new.is_at_least(count, of), old.is_at_least(count, of));
        let (exact, one) = (u128::from(units), 10_u128.pow(places));
        prop_assert_eq!(new.cmp_share(exact * 3, one * 3), Ordering::Equal);
        prop_assert_eq!(new.cmp_share(exact * 3 + 1, one * 3), Ordering::Greater);
    }

    /// A bound given as a binary number is the decimal that was meant, as before.
    #[test]
    fn it_is_the_decimal_that_was_meant(units in 0_u32.., places in 0_i32..12) {
        let number = f64::from(units) / 10_f64.powi(places);
        let old = Fraction::from_decimal(number).expect("few digits");
        let new = Decimal::try_from(number).expect("few digits");
        prop_assert_eq!(new.cmp_share(old.above().into(), old.below().into()), Ordering::Equal);
    }

    #[test]
    fn any_two_are_in_one_order(a in any_decimal(), b in any_decimal(), c in any_decimal()) {
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
        if let Some(less) = a.checked_sub(b) {
            prop_assert_eq!(less.cmp(&Decimal::ZERO), a.cmp(&b));
            prop_assert_eq!(b.compare_gap(a, less), Ordering::Equal);
            prop_assert_eq!(b.compare_gap(a, c), less.cmp(&c));
        }
    }

    #[test]
    fn what_is_printed_is_read(digits in -Decimal::FAR + 1..Decimal::FAR, places in 0_u32..=18) {
        let most = 10_i128.pow(Decimal::MOST_WHOLE + places);
        let number = Decimal::new(digits % most, places);
        prop_assert_eq!(number.to_string().parse(), Ok(number));
    }

    #[test]
    fn rounding_is_near_and_happens_once(
        number in -10_i128.pow(12)..10_i128.pow(12),
        places in 0..6_u32,
        to in 1..10_i128.pow(6),
        to_places in 0..6_u32,
    ) {
        let (number, to) = (Decimal::new(number, places), Decimal::new(to, to_places));
        let rounded = to.nearest_multiple(&number.to_string(), '.').unwrap();
        let exact: Decimal = rounded.parse().unwrap();
        let [near, from, step] = [exact, number, to].map(|n| n.checked_units(6).unwrap());
        prop_assert_eq!(near % step, 0);
        prop_assert!(2 * (near - from).abs() <= step);
        prop_assert!(2 * (near - from).abs() < step || near.abs() > from.abs());
        prop_assert_eq!(to.nearest_multiple(&rounded, '.'), Some(rounded.clone()));
    }

    #[test]
    fn share_is_the_largest_part_within(ten_thousandths in 0_u64..=10_000, things in 0_u64..1 << 40) {
        let share = Share::new(decimal(&format!("{ten_thousandths}e-4"))).unwrap();
        prop_assert_eq!(share.of(things), things * ten_thousandths / 10_000);
    }

    #[test]
    fn no_text_panics(text in ".{0,30}|[-+0-9.eE]{0,30}") {
        if let Some(number) = Decimal::parse(&text) {
            prop_assert_eq!(Decimal::parse(&number.to_string()), Some(number));
        }
        let _ = (text.parse::<Decimal>(), floor_units(&text, ',', 18));
    }
}
