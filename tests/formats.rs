//! The forms for programs: what each command prints is what the page on them documents, field by field; JSON and TOML say
//! the same; CSV has a cell for each name.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Commands that print each field there is, by the section of the page that documents it.
const COMMANDS: &[(&str, &[&str])] = &[
    (
        "check",
        &[
            "check variants/kiothi/czech.mancala experiments/kiothi-accounts.toml",
            "check tests/errors/three-mistakes.mancala tests/errors/experiments/games-and-precision.toml",
            "check tests/errors/example-refused-otherwise.mancala",
        ],
    ),
    (
        "explain",
        &[
            "explain variants/kiothi/hindi.mancala",
            "explain variants/kiothi/kyrgyz.mancala",
            "explain variants/kiothi/mancala-world.mancala",
            "explain tests/formats/overruling.mancala",
        ],
    ),
    (
        "diff",
        &[
            "diff variants/kiothi/kiothi.mancala variants/kiothi/english-wikipedia.mancala",
            "diff variants/kiothi/kiothi.mancala variants/kiothi/kyrgyz.mancala",
            "diff tests/formats/first.mancala tests/formats/second.mancala",
        ],
    ),
    ("accounts", &["accounts variants/kiothi"]),
    (
        "sweep",
        &[
            "sweep variants/kiothi/kiothi.mancala --questions first-lap,trigger --games 4 --bites 2",
            "sweep tests/formats/sweep.mancala --games 4 --bites 2",
        ],
    ),
    ("wear", &["wear variants/kiothi/czech.mancala --games 3"]),
    (
        "runs",
        &[
            "runs tests/formats/runs.sqlite",
            "runs tests/formats/runs.sqlite 2",
        ],
    ),
    (
        "distinguish",
        &[
            "distinguish variants/kiothi/kiothi.mancala variants/kiothi/filipino.mancala --games 60",
            "distinguish variants/kiothi/kiothi.mancala variants/kiothi/without-first-lap.mancala --games 2",
            "distinguish variants/kiothi/kiothi.mancala variants/kiothi/czech.mancala --games 2",
            "distinguish variants/family/mikro-tsoro.mancala tests/formats/taken-from-play.mancala --games 2",
            "distinguish variants/kiothi/kiothi.mancala variants/kiothi/spanish.mancala variants/kiothi/czech.mancala --games 2",
        ],
    ),
    (
        "snapshot",
        &["snapshot --diff tests/cli/planted.in/account.mancala tests/errors/parents/base.mancala"],
    ),
    (
        "play",
        &[
            "play variants/kiothi/czech.mancala",
            "play variants/family/mikro-tsoro.mancala",
        ],
    ),
    (
        "moves",
        &[
            "moves variants/kiothi/czech.mancala",
            "moves variants/family/mikro-tsoro.mancala",
            "moves variants/kiothi/spanish.mancala --position 'board b3 c2 e1 f2 h2 G1 H1; stores south 21, north 27'",
        ],
    ),
    ("moves --why", WHY),
    ("position", &["position variants/kiothi/czech.mancala"]),
    (
        "verify",
        &[
            "verify variants/kiothi/czech.mancala tests/oracles/kiothi/cs.jsonl",
            "verify variants/kiothi/spanish.mancala tests/oracles/kiothi/five.jsonl",
            "verify variants/kiothi/without-first-lap.mancala tests/oracles/kiothi/es.jsonl",
        ],
    ),
    (
        "bench",
        &["bench variants/family/kalah.mancala --seconds 0.02"],
    ),
];

const WHY: &[&str] = &[
    "moves variants/kiothi/spanish.mancala --position 'board b3 c2 e1 f2 h2 G1 H1' --why b2",
    "moves variants/kiothi/spanish.mancala --position 'board g2 j1 G2 H1' --why g2",
    "moves variants/kiothi/spanish.mancala --position 'board b1 c2 G1 H3' --why b1",
    "moves variants/family/mikro-tsoro.mancala --position 'board a1 c1 A1 B2 D2' --why a",
];

/// The arguments of a command; those in quotes are one.
fn arguments(command: &str) -> Vec<&str> {
    command
        .split('\'')
        .enumerate()
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// What a command prints in a form.
fn printed(command: &str, form: &str) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_kiothi"))
        .args(arguments(command))
        .args(["--format", form])
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&out.stderr);
    assert!(
        !out.stdout.is_empty(),
        "{command} --format {form}: {complaints}"
    );
    String::from_utf8(out.stdout).unwrap()
}

/// The paths of all fields of a value.
fn paths(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = match path {
                    "" => name.clone(),
                    path => format!("{path}.{name}"),
                };
                paths(value, &path, found);
            }
        }
        Value::Array(items) => {
            for item in items {
                paths(item, &format!("{path}[]"), found);
            }
        }
        _ => {
            found.insert(path.to_owned());
        }
    }
}

/// Whether a path is what a documented one stands for: `pits.<pit>.sown` for `pits.a.sown`.
fn fits(documented: &str, path: &str) -> bool {
    let (documented, path): (Vec<&str>, Vec<&str>) =
        (documented.split('.').collect(), path.split('.').collect());
    documented.len() == path.len()
        && documented
            .iter()
            .zip(&path)
            .all(|(documented, part)| documented.starts_with('<') || documented == part)
}

/// The fields that a section of the page documents.
fn documented(page: &str, section: &str) -> Vec<String> {
    let (_, rest) = page.split_once(&format!("\n## {section}\n")).unwrap();
    let text = rest.split("\n## ").next().unwrap();
    text.lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| line[2..].split(" | ").next())
        .flat_map(|fields| fields.split(", "))
        .map(|field| field.trim_matches('`').to_owned())
        .collect()
}

#[test]
fn every_field_is_documented_and_every_documented_field_is_printed() {
    let page = std::fs::read_to_string("docs/formats.md").unwrap();
    for (section, commands) in COMMANDS {
        let mut found = BTreeSet::new();
        for command in *commands {
            let value: Value = serde_json::from_str(&printed(command, "json")).unwrap();
            paths(&value, "", &mut found);
        }
        assert!(found.remove("schema"), "{section}");
        // What the page says of one of these it says of all.
        let found: BTreeSet<String> = found
            .into_iter()
            .map(|path| {
                let alike = ["only_in_a[].", "only_in_b[].", "cited_differently[]."];
                match *section {
                    "diff" => alike
                        .iter()
                        .find_map(|list| path.strip_prefix(list))
                        .map_or_else(|| path.clone(), |rest| format!("changed[].{rest}"))
                        .replace("[].b.", "[].a."),
                    "distinguish" => path.strip_prefix("pairs[].").unwrap_or(&path).to_owned(),
                    "accounts" => path.replace("agreed[].", "rows[]."),
                    _ => path,
                }
            })
            .collect();
        let documented = documented(&page, section);
        let unsaid: Vec<&String> = found
            .iter()
            .filter(|path| !documented.iter().any(|field| fits(field, path)))
            .collect();
        assert!(
            unsaid.is_empty(),
            "docs/formats.md says nothing of {unsaid:?} of `{section}`"
        );
        let unseen: Vec<&String> = documented
            .iter()
            .filter(|field| !found.iter().any(|path| fits(field, path)))
            .collect();
        assert!(unseen.is_empty(), "`{section}` does not print {unseen:?}");
    }
}

#[test]
fn every_field_of_results_is_documented() {
    let page = std::fs::read_to_string("docs/results.md").unwrap();
    for command in ["simulate", "compare"] {
        let command = format!(
            "{command} variants/kiothi/czech.mancala variants/kiothi/twenty-five.mancala --games 20"
        );
        let value: Value = serde_json::from_str(&printed(&command, "json")).unwrap();
        for result in value["results"].as_array().unwrap() {
            for field in result.as_object().unwrap().keys() {
                assert!(page.contains(&format!("`{field}`")), "{field}");
            }
        }
    }
}

/// Whether two values are the same. The parsers differ in the last bit of fractions.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, value)| other.get(name).is_some_and(|other| alike(value, other)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| alike(one, other))
        }
        (Value::Number(one), Value::Number(other)) if one.is_f64() => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            (one - other).abs() <= 1e-12 * one.abs()
        }
        (one, other) => one == other,
    }
}

#[test]
fn json_and_toml_say_the_same_and_csv_has_a_cell_for_each_name() {
    let run = "run tests/experiments/small.toml";
    let commands = COMMANDS
        .iter()
        .flat_map(|(section, commands)| commands.iter().map(|command| (*section, *command)));
    for (section, command) in commands.chain([("run", run)]) {
        let json: Value = serde_json::from_str(&printed(command, "json")).unwrap();
        let toml: Value = toml::from_str(&printed(command, "toml")).unwrap();
        if section == "bench" {
            // What is measured is never the same; that it is told is.
            let [mut one, mut other] = [BTreeSet::new(), BTreeSet::new()];
            paths(&json, "", &mut one);
            paths(&toml, "", &mut other);
            assert_eq!(one, other);
        } else {
            assert!(alike(&json, &toml), "{command}:\n{json}\n{toml}");
        }
        if matches!(section, "distinguish" | "moves --why" | "verify") {
            continue;
        }
        let text = printed(command, "csv");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        assert!(!reader.headers().unwrap().is_empty());
        for row in reader.records() {
            row.unwrap();
        }
    }
}

/// What a command does not have is refused before anything is played.
#[test]
fn a_form_that_a_command_does_not_have_is_refused() {
    for (command, form) in [
        ("check variants", "markdown"),
        ("simulate variants", "markdown"),
        (
            "verify variants/kiothi/czech.mancala tests/oracles/kiothi/cs.jsonl",
            "csv",
        ),
        ("moves variants/kiothi/czech.mancala --count", "csv"),
        ("explain variants/kiothi/czech.mancala", "xml"),
    ] {
        let out = Command::new(env!("CARGO_BIN_EXE_kiothi"))
            .args(arguments(command))
            .args(["--format", form])
            .output()
            .unwrap();
        assert_eq!(out.status.code(), Some(2), "{command}");
        assert!(out.stdout.is_empty(), "{command}");
        let complaint = String::from_utf8(out.stderr).unwrap();
        assert!(complaint.contains("json"), "{complaint}");
    }
}
