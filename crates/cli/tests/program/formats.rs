//! Every format in and out; and no raw value survives in any of them.

use crate::case::{Case, PEOPLE};
use parquet::basic::PageType;
use std::io::Read;

const NAMES: [&str; 12] = [
    "a.csv",
    "a.tsv",
    "a.csv.gz",
    "a.tsv.gz",
    "a.csv.zst",
    "a.parquet",
    "a.arrow",
    "a.jsonl",
    "a.ndjson.gz",
    "a.json",
    "a.json.zst",
    "a.xlsx",
];

/// Releases every column as it is: `all` is the same for everybody.
const AS_IT_IS: &str = r#"version = 1
[data]
unlisted = "insensitive"
[attributes.all]
role = "quasi-identifier"
[[require]]
model = "k-anonymity"
k = 2
"#;

/// The people in another format.
pub fn converted(case: Case, name: &str) -> Case {
    let mut data = String::new();
    for (at, line) in PEOPLE.lines().enumerate() {
        data += &format!("{line},{}\n", if at == 0 { "all" } else { "1" });
    }
    let case = case.file("with-all.csv", data).file("as-it-is.toml", AS_IT_IS);
    let args =
        ["anonymize", "as-it-is.toml", "--input", "with-all.csv", "-o", name, "--keep-order"];
    case.run(&args).well();
    case
}

pub fn people() -> Case {
    Case::people().policy("input = \"people.csv\"", "unlisted = \"drop\"")
}

#[test]
fn every_format_gives_the_same_release() {
    let plain = Case::people();
    plain.run(&["anonymize", "policy.toml"]).well();
    let expected = plain.sorted("out.csv");
    for input in NAMES {
        let mut case = converted(people(), input);
        for output in NAMES {
            let output = output.replacen('a', "out", 1);
            let run = ["anonymize", "policy.toml", "--input", input, "-o", &output, "--json"];
            let document = case.run(&run).well().json();
            assert_eq!(document["release"]["classes"], 2, "{input} to {output}");
            // Read it again through the program, as CSV.
            let back = r#"version = 1
[attributes.age]
role = "quasi-identifier"
[attributes.town]
role = "quasi-identifier"
[attributes.illness]
role = "sensitive"
[[require]]
model = "k-anonymity"
k = 2
"#;
            case = case.file("back.toml", back);
            let args = ["anonymize", "back.toml", "--input", &output, "-o", "back.csv", "--force"];
            case.run(&args).well();
            let lines: Vec<String> =
                case.sorted("back.csv").iter().map(|line| line.replace('\t', ",")).collect();
            assert_eq!(lines, expected, "{input} to {output}");
            let check = ["check", &output, "--policy", "policy.toml"];
            case.run(&check).well();
        }
    }
}

/// The name of a file tells what parts its cells, whatever the input had.
#[test]
fn tabs_in_tsv_and_commas_in_csv() {
    let case = converted(people(), "a.tsv");
    assert!(case.read("a.tsv").starts_with("name\tage\ttown\tillness\tall\n"));
    case.run(&["anonymize", "policy.toml", "--input", "a.tsv", "-o", "out.csv"]).well();
    assert!(case.read("out.csv").starts_with("age,town,illness\n"));
    case.run(&["anonymize", "policy.toml", "--input", "a.tsv", "-o", "out.tsv"]).well();
    assert!(case.read("out.tsv").starts_with("age\ttown\tillness\n"));
    // A semicolon stays a semicolon.
    let case = case.file("semi.csv", PEOPLE.replace(',', ";"));
    case.run(&["anonymize", "policy.toml", "--input", "semi.csv", "-o", "semi-out.csv"]).well();
    assert!(case.read("semi-out.csv").starts_with("age;town;illness\n"));
}

/// The bytes of a file, followed by what is packed in them: the pages of a Parquet file, with those
/// of its dictionaries, or the text of a compressed file.
pub fn unpacked(case: &Case, name: &str) -> Vec<u8> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let mut bytes = case.bytes(name);
    let file = std::fs::File::open(case.path(name)).unwrap();
    match name.rsplit_once('.').unwrap().1 {
        "gz" => _ = flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap(),
        "xlsx" => {
            let mut archive = zip::ZipArchive::new(file).unwrap();
            for at in 0..archive.len() {
                archive.by_index(at).unwrap().read_to_end(&mut bytes).unwrap();
            }
        }
        "zst" => _ = zstd::Decoder::new(file).unwrap().read_to_end(&mut bytes).unwrap(),
        "parquet" => {
            let reader = SerializedFileReader::new(file).unwrap();
            let mut dictionaries = 0;
            for group in 0..reader.num_row_groups() {
                let group = reader.get_row_group(group).unwrap();
                for column in 0..group.num_columns() {
                    for page in group.get_column_page_reader(column).unwrap() {
                        let page = page.unwrap();
                        dictionaries += usize::from(page.page_type() == PageType::DICTIONARY_PAGE);
                        bytes.extend_from_slice(page.buffer());
                    }
                }
            }
            assert!(dictionaries > 0, "pages of dictionaries are among them");
        }
        _ => {}
    }
    bytes
}

pub fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Generalised away, suppressed or dropped: none of it may be in the bytes of the output, not in a
/// dictionary, a statistic or the metadata.
#[test]
fn raw_values_do_not_survive() {
    for name in ["a.parquet", "a.arrow"] {
        // Towns are wholly hidden, and the only one of 71 years is suppressed with its illness.
        let case =
            converted(people(), name).policy("\"towns.csv\"", "\"towns.csv\"\nmin-level = 1");
        assert!(holds(&case.bytes(name), "Zyxqueena-Alba"), "the input has them");
        for output in
            ["out.parquet", "out.arrow", "out.csv", "out.jsonl.zst", "out.json", "out.xlsx"]
        {
            let run = ["anonymize", "policy.toml", "--input", name, "-o", output, "--force"];
            case.run(&run).well();
            let bytes = unpacked(&case, output);
            assert!(holds(&bytes, "North"), "what was released is found: {name} to {output}");
            for gone in ["Alba", "Berg", "Celo", "Dorf", "Zyxqueena Ada", "name"] {
                // The parts of a workbook that are always the same have that word.
                let is_format = gone == "name" && output == "out.xlsx";
                assert!(is_format || !holds(&bytes, gone), "{gone} in {output} made from {name}");
            }
        }
    }
}

/// An illness that only a suppressed record has must vanish with it.
#[test]
fn a_suppressed_sensitive_value_does_not_survive() {
    for kept in ["drop", "keep"] {
        let case = Case::people().file(
            "people.csv",
            PEOPLE.replace("71,Zyxqueena-Dorf,Zyxqueena-gout", "71,Zyxqueena-Dorf,Rarity"),
        );
        let case = if kept == "keep" {
            case.policy("suppression = 0.1", "suppression = 0.1\nsuppressed = \"keep\"")
        } else {
            case
        };
        for output in [
            "out.parquet",
            "out.arrow",
            "out.csv",
            "out.csv.zst",
            "out.csv.gz",
            "out.jsonl",
            "out.xlsx",
        ] {
            let run = ["anonymize", "policy.toml", "-o", output, "--json"];
            let document = case.run(&run).well().json();
            assert_eq!(document["release"]["suppressed_rows"], 1);
            let bytes = unpacked(&case, output);
            assert!(holds(&bytes, "Zyxqueena-mumps"), "what was released is found: {output}");
            assert!(!holds(&bytes, "Rarity"), "{kept}: {output}");
        }
    }
}

/// The libraries that read these formats panic on some damaged files. The program says that the file
/// is damaged, or reads what it can; it has no fault and shows no value.
#[test]
fn damage_is_no_fault() {
    for (name, step) in [("a.parquet", 13), ("a.arrow", 13), ("a.xlsx", 29)] {
        let case = converted(people(), name);
        let whole = case.bytes(name);
        let mut refused = 0;
        for at in (0..whole.len()).step_by(step) {
            let mut bytes = whole.clone();
            bytes[at] = if bytes[at] == 0x7F { 0 } else { 0x7F };
            std::fs::write(case.path(name), bytes).unwrap();
            let ran = case.run(&["check", name, "--policy", "policy.toml"]);
            assert!((0..=2).contains(&ran.code), "{name} at {at}: {}", ran.shown());
            let shown = ran.shown();
            for text in ["panicked", "internal::", "Zyxqueena"] {
                assert!(!shown.contains(text), "{name} at {at}: {shown}");
            }
            refused += u32::from(ran.code == 2);
        }
        assert!(refused > 10, "{name}: {refused}");
    }
}
