//! Adult, if it is there: what an intruder with everybody's quasi-identifiers finds in it.

use ridotto_core::{ClassTable, Code, Codes, Kind, Reading};
use ridotto_measure::attack::meaning::Language;
use ridotto_measure::attack::{Cells, File, consistency, linkage};
use ridotto_testkit::{Small, adult};

/// The columns as they are, and generalised to these levels.
fn files(adult: &Small, levels: &[usize]) -> (Vec<Cells>, Vec<Cells>) {
    let columns = adult.columns.iter().zip(&adult.dictionaries).zip(&adult.hierarchies);
    let both = columns.zip(levels).map(|(((codes, dictionary), hierarchy), &level)| {
        let kind = dictionary.reading().kind;
        let language = Language::new(Reading::of_kind(kind));
        let own = Cells::of_column(codes.clone(), dictionary, &language.clone().literal(), true);
        let language = language.with_hierarchy(hierarchy);
        let groups: Vec<Code> =
            codes.iter().map(|code| hierarchy.map(level)[code as usize]).collect();
        let label =
            |group: usize| hierarchy.label(level, group as Code).expect("nothing is missing");
        let meanings = (0..hierarchy.groups(level)).map(|group| language.read(label(group)));
        let groups = Codes::from_codes(&groups, hierarchy.groups(level));
        (own.expect("all are read"), Cells::new(groups, meanings.collect()).expect("all are read"))
    });
    both.unzip()
}

fn file(cells: &[Cells]) -> File<'_> {
    File::new(cells.iter().collect()).expect("even")
}

#[test]
fn the_intruder_finds_as_many_as_there_are_uniques() {
    let Some(adult) = adult() else {
        return; // It was said that the data set is not here.
    };
    assert!(adult.dictionaries.iter().all(|one| one.reading().kind == Kind::Text));
    for levels in [[0; 8], [0, 2, 1, 1, 1, 1, 1, 1], [1, 3, 1, 2, 2, 2, 2, 2]] {
        let (people, release) = files(&adult, &levels);
        let found = linkage(&file(&people), &file(&release)).expect("eight columns");
        let maps: Vec<&[Code]> =
            adult.hierarchies.iter().zip(levels).map(|(it, level)| it.map(level)).collect();
        let values: Vec<usize> =
            adult.hierarchies.iter().zip(levels).map(|(it, level)| it.groups(level)).collect();
        let classes = ClassTable::count(&adult.keys(), &[], adult.rows).coarsen(&maps, &values);
        let uniques = classes.classes().filter(|class| class.size() == 1).count() as u64;
        assert_eq!((found.people, found.unmatched), (uniques, 0), "{levels:?}");
        let mean = classes.len() as f64 / classes.rows() as f64;
        assert!((found.certainty - mean).abs() < 1e-9, "{levels:?}");
        let all = consistency(&file(&people), &file(&release)).expect("eight columns");
        let least = classes.classes().map(ridotto_core::Class::size).min().expect("a class");
        assert_eq!(all.figure("k-concealment"), Some(least as f64));
        assert_eq!(all.figure("ruled-out"), Some(0.0));
    }
}
