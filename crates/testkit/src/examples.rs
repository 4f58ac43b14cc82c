//! The examples of entries as whole policies.

/// The rest of a policy around an example.
pub fn policy_around(example: &str) -> String {
    let mut text = "version = 1\noutput.file = \"out.csv\"\n".to_owned();
    if !example.contains("[data]") {
        text += "data.input = \"in.csv\"\n";
    }
    if example.contains("delta-presence") {
        text += "data.population = \"all.csv\"\n";
    }
    text += example;
    text.push('\n');
    if example.contains("kind = \"table\"") {
        return text;
    }
    let quasi_identifier = "role = \"quasi-identifier\"\n";
    let roles = [("age", quasi_identifier), ("diagnosis", "role = \"sensitive\"\n")];
    let others = ["income", "cost", "status", "region", "note"];
    let others = others.map(|name| (name, "role = \"insensitive\"\n"));
    for (name, role) in roles.into_iter().chain(others) {
        if !example.contains(&format!("[attributes.{name}]")) {
            text += &format!("[attributes.{name}]\n{role}");
        }
    }
    if !example.contains("[[require]]") {
        text += "[[require]]\nmodel = \"k-anonymity\"\nk = 5\n";
    }
    text
}
