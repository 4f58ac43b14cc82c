//! The small tables that examples are worked on: few enough rows to count with a finger.
//!
//! They are shown with the examples, and a test gives them to the real program.

use serde::Serialize;

/// A table of a few rows.
#[derive(Debug, Serialize)]
pub struct SmallTable {
    /// Its name; the file is called so, too.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its rows, parted by commas, after a row of names.
    pub csv: &'static str,
}

/// All of them, in the order of the book.
pub static SMALL_TABLES: &[&SmallTable] = &[
    &STAYS, &RELEASED, &PEOPLE, &SURVEY, &HOLES, &NUMBERS, &MASKED, &VISITS, &EARLIER, &SECOND,
    &FIRMS,
];

/// The policies of the small tables, by the names of their files.
pub static POLICIES: &[(&str, &str)] = &[
    (
        "stays.toml",
        r#"version = 1

[data]
input = "stays.csv"

[attributes.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20] }

[attributes.postcode]
role = "quasi-identifier"
type = "text"
hierarchy = { redact = "right" }

[attributes.sex]
role = "quasi-identifier"
hierarchy = { suppress = true }

[attributes.disease]
role = "sensitive"

[attributes.pay]
role = "sensitive"

[[require]]
model = "k-anonymity"
k = 2

[output]
file = "out.csv"
"#,
    ),
    (
        "people.toml",
        r#"version = 1

[data]
input = "people.csv"

[attributes.age]
role = "insensitive"

[attributes.postcode]
role = "identifier"

[attributes.sex]
role = "quasi-identifier"

[attributes.area]
role = "quasi-identifier"

[[require]]
model = "k-anonymity"
k = 2

[output]
file = "out.csv"
"#,
    ),
    (
        "survey.toml",
        r#"version = 1

[data]
input = "survey.csv"

[attributes.age]
role = "quasi-identifier"

[attributes.sex]
role = "quasi-identifier"

[attributes.home]
role = "insensitive"

[attributes.weight]
role = "insensitive"

[[require]]
model = "k-anonymity"
k = 2

[output]
file = "out.csv"
"#,
    ),
    (
        "holes.toml",
        r#"version = 1

[data]
input = "holes.csv"

[attributes.age]
role = "quasi-identifier"

[attributes.sex]
role = "quasi-identifier"

[attributes.disease]
role = "sensitive"

[[require]]
model = "k-anonymity"
k = 2

[release]
missing = "matches-anything"

[output]
file = "out.csv"
"#,
    ),
    (
        "firms.toml",
        r#"version = 1
kind = "table"

[data]
input = "firms.csv"

[attributes.region]
role = "dimension"

[attributes.industry]
role = "dimension"

[attributes.firm]
role = "respondent"

[attributes.turnover]
role = "response"

[attributes.asks]
role = "request"

[[table]]
dimensions = ["region", "industry"]
response = "turnover"

[[require]]
model = "p-percent"
p = 15

[output]
file = "out.csv"
"#,
    ),
];

/// Other files that examples use: their names, what they are, and what is in them.
pub static OTHER_FILES: &[(&str, &str, &str)] = &[
    (
        "rules.toml",
        "What an intruder knows of diseases: women hardly ever have gout.",
        "[[rule]]\nabout = \"disease\"\nvalues = [\"gout\"]\nwhen = { sex = \"f\" }\n",
    ),
    ("matrix.csv", "A bilinear form in which y counts four times as much as x.", "x,y\n1,0\n0,4\n"),
];

/// A policy in which each section that an example writes itself takes the place of the usual one; or all
/// that the example writes, if it begins with the version.
pub fn policy_with(usual: &str, piece: &str) -> String {
    if piece.starts_with("version") || piece.is_empty() {
        return if piece.is_empty() { usual } else { piece }.to_owned();
    }
    let is_written = |section: &&str| {
        section.lines().next().is_some_and(|head| piece.lines().any(|line| line == head))
    };
    let kept = usual.split_inclusive("\n\n").filter(|section| !is_written(section));
    format!("{}\n{piece}", kept.collect::<String>())
}

impl SmallTable {
    /// The name of its file.
    pub fn file(&self) -> String {
        format!("{}.csv", self.name)
    }

    /// Its rows as lines whose columns stand below each other, each with its number, after the names.
    pub fn lines(&self) -> Vec<String> {
        let table: Vec<Vec<String>> = self.csv.lines().enumerate().map(numbered).collect();
        let longest = |column: usize| table.iter().map(|row| row[column].len()).max();
        let widths: Vec<usize> =
            (0..table[0].len()).map(|column| longest(column).unwrap_or(0)).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        table.iter().map(line).collect()
    }

    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let rows = self.csv.lines().enumerate().map(numbered);
        let mut lines: Vec<String> = rows.map(|row| format!("| {} |", row.join(" | "))).collect();
        let columns = self.csv.lines().next().map_or(0, |names| names.split(',').count());
        lines.insert(1, "|---".repeat(columns + 1) + "|");
        lines.join("\n").replace('*', "\\*") + "\n"
    }
}

/// The cells of a line with the number of its row before them.
fn numbered((row, line): (usize, &str)) -> Vec<String> {
    let number = if row == 0 { "row".to_owned() } else { row.to_string() };
    std::iter::once(number).chain(line.split(',').map(str::to_owned)).collect()
}

/// Eight stays in a hospital.
pub static STAYS: SmallTable = SmallTable {
    name: "stays",
    about: "Eight stays in a hospital, as they are. An intruder may know `age`, `postcode` and `sex` of a person; nobody should learn `disease` and `pay`.",
    csv: "\
age,postcode,sex,disease,pay
31,12201,f,flu,2100
34,12209,f,asthma,2400
38,12203,m,flu,2700
45,12305,m,gout,3100
47,12301,f,cancer,3400
52,12308,m,cancer,4100
55,12306,f,cancer,2900
58,12302,m,cancer,3900
",
};

/// The same stays as somebody released them.
pub static RELEASED: SmallTable = SmallTable {
    name: "released",
    about: "The same eight stays, in the same order, as somebody released them: ages by decades, postcodes by their first four digits, sex hidden, and pay rounded to 500. Its classes are A (rows 1 to 3), B (rows 4 and 5) and C (rows 6 to 8).",
    csv: "\
age,postcode,sex,disease,pay
30-39,1220*,*,flu,2000
30-39,1220*,*,asthma,2500
30-39,1220*,*,flu,2500
40-49,1230*,*,gout,3000
40-49,1230*,*,cancer,3500
50-59,1230*,*,cancer,4000
50-59,1230*,*,cancer,3000
50-59,1230*,*,cancer,4000
",
};

/// Everybody whom the stays may be of.
pub static PEOPLE: SmallTable = SmallTable {
    name: "people",
    about: "The twelve people of the neighbourhood: the eight of `stays`, and four who were not in the hospital (rows 4, 5, 6 and 9).",
    csv: "\
age,postcode,sex,area
31,12201,f,north
34,12209,f,north
38,12203,m,north
36,12205,m,north
39,12207,f,north
33,12204,m,north
45,12305,m,south
47,12301,f,south
42,12304,f,south
52,12308,m,south
55,12306,f,south
58,12302,m,south
",
};

/// A sample of a population.
pub static SURVEY: SmallTable = SmallTable {
    name: "survey",
    about: "Six people who were drawn from a hundred. `weight` says how many people each stands for, and those with the same `home` live together.",
    csv: "\
age,sex,home,weight
30-39,f,1,10
30-39,f,1,20
30-39,m,2,15
40-49,m,2,5
40-49,m,3,10
40-49,f,3,40
",
};

/// A file with suppressed cells.
pub static HOLES: SmallTable = SmallTable {
    name: "holes",
    about: "Five records of which two cells were suppressed.",
    csv: "\
age,sex,disease
30-39,f,flu
30-39,*,asthma
*,f,flu
40-49,m,gout
40-49,m,cancer
",
};

/// Numbers of six people.
pub static NUMBERS: SmallTable = SmallTable {
    name: "numbers",
    about: "Two numbers of six people.",
    csv: "\
x,y
5,11
3,9
19,13
0,6
13,11
6,7
",
};

/// The same numbers with noise.
pub static MASKED: SmallTable = SmallTable {
    name: "masked",
    about: "The same six people, in the same order, after noise was added.",
    csv: "\
x,y
2,14
7,3
23,14
0,7
10,5
3,10
",
};

/// Days and internet addresses.
pub static VISITS: SmallTable = SmallTable {
    name: "visits",
    about: "Four visits of a page: the day, and the internet address of the visitor.",
    csv: "\
day,address
2024-01-05,192.0.2.17
2024-01-31,192.0.2.200
2024-03-02,192.0.7.4
2025-03-02,198.51.100.6
",
};

/// What was released of the stays a month before.
pub static EARLIER: SmallTable = SmallTable {
    name: "earlier",
    about: "What was released a month before, when the person of row 3 of `stays` had not come yet.",
    csv: "\
age,postcode,sex,disease,pay
30-39,1220*,*,flu,2000
30-39,1220*,*,asthma,2500
40-49,1230*,*,gout,3000
40-49,1230*,*,cancer,3500
50-59,1230*,*,cancer,4000
50-59,1230*,*,cancer,3000
50-59,1230*,*,cancer,4000
",
};

/// Another release of the stays.
pub static SECOND: SmallTable = SmallTable {
    name: "second",
    about: "A second release of the eight stays, in another order: it hides ages and shows sex.",
    csv: "\
age,postcode,sex,disease,pay
*,12***,f,cancer,3500
*,12***,f,flu,2000
*,12***,f,cancer,3000
*,12***,f,asthma,2500
*,12***,m,gout,3000
*,12***,m,cancer,4000
*,12***,m,flu,2500
*,12***,m,cancer,4000
",
};

/// Firms, for tables of amounts.
pub static FIRMS: SmallTable = SmallTable {
    name: "firms",
    about: "Sixteen firms with what each sold. Turnover is published by region and industry; what a single firm sold nobody should learn. One of them asks to be protected.",
    csv: "\
region,industry,firm,turnover,asks
north,food,Abel,90,0
north,food,Berg,5,0
north,food,Cole,3,0
north,food,Dorn,2,0
north,steel,Egon,60,0
north,steel,Falk,25,0
north,steel,Gurt,10,0
north,steel,Hein,5,0
south,food,Ibis,30,1
south,food,Jahn,28,0
south,food,Kuhn,22,0
south,food,Lahn,20,0
south,steel,Mohn,40,0
south,steel,Nord,35,0
south,steel,Olde,25,0
south,steel,Pohl,20,0
",
};
