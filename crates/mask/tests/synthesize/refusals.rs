//! What does not fit is refused, and why is said.

use crate::synthesize::people::{AGE, SEX, people};
use ridotto_core::{Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::synthesize::{Growth, Kind, Model, Options, synthesize};

fn refused(options: &Options, columns: &[Series]) -> String {
    synthesize(options, columns, &Dice::seeded(1)).unwrap_err().to_string()
}

/// Makes options senseless.
type Change = fn(&mut Options);

#[test]
fn options_that_make_no_sense() {
    let columns = people(100, 31);
    let options = |change: Change| {
        let mut options = Options::default();
        change(&mut options);
        options
    };
    let cases: [(Change, &str); 10] = [
        (|o| o.copies = 0, "`copies` must be between 1 and 100"),
        (|o| o.size = Some(0), "`size` must be at least 1"),
        (|o| o.kind = Kind::Hybrid { weight: 1.5 }, "`weight` must be between 0 and 1"),
        (
            |o| o.order = Some(vec![0, 1, 2]),
            "`order` must name attributes that are there, each once",
        ),
        (
            |o| o.kind = Kind::Partial { attributes: vec![9], records: None },
            "`attributes` must name attributes that are there, each once",
        ),
        (
            |o| o.kind = Kind::Partial { attributes: Vec::new(), records: None },
            "there is no attribute to synthesise",
        ),
        (
            |o| o.kind = Kind::Partial { attributes: vec![AGE], records: Some(vec![true]) },
            "all columns must have as many records as the first",
        ),
        (|o| o.keys = vec![SEX, SEX], "`keys` must name attributes that are there, each once"),
        (
            |o| o.model = Model::Cart(Growth { least: 0, ..Growth::default() }),
            "`least` must be at least 1, and so must `depth`",
        ),
        (
            |o| o.model = Model::Cart(Growth { complexity: 1.0, ..Growth::default() }),
            "`complexity` must be at least 0 and below 1",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(refused(&options(change), &columns), expected);
    }
}

#[test]
fn data_that_cannot_be_synthesised() {
    let options = Options::default();
    assert_eq!(refused(&options, &[]), "there is no attribute to synthesise");
    assert_eq!(refused(&options, &people(9, 1)), "it needs at least 10 records, and there are 9");
    let mut uneven = people(20, 1);
    uneven[1] = people(19, 1)[1].clone();
    assert_eq!(refused(&options, &uneven), "all columns must have as many records as the first");
    let all = (0..50).map(f64::from).collect();
    let column = [Series { name: "number".into(), values: Values::Numbers(all) }];
    assert!(refused(&options, &column).starts_with("every number that the attribute can have is"));
    let hybrid = Options { kind: Kind::Hybrid { weight: 0.5 }, ..Options::default() };
    assert_eq!(
        refused(&hybrid, &people(20, 1)[..2]),
        "hybrid data mix numbers, and no attribute has any"
    );
}

#[test]
fn empty_and_constant_columns_stay_so() {
    let numbers = |number: f64| Values::Numbers(vec![number; 30]);
    let codes = |code| Values::Categories { codes: vec![code; 30], categories: 2, ordered: false };
    let values = [numbers(f64::NAN), numbers(7.0), codes(None), codes(Some(1))];
    let columns = values.map(|values| Series { name: "x".into(), values });
    for model in
        [Model::Cart(Growth::default()), Model::Parametric(ridotto_mask::synthesize::Scale::Ranks)]
    {
        let options = Options { model, ..Options::default() };
        let copy = &synthesize(&options, &columns, &Dice::seeded(1)).unwrap().copies[0];
        assert_eq!(
            crate::synthesize::people::bits(copy),
            crate::synthesize::people::bits(&columns)
        );
    }
}
