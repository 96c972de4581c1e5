//! What the files say, told to people: sentences, differences, and the matrix of the accounts.

mod common;

use common::{Disk, small_variant, variant, whole};
use kiothi::report::{accounts, diff, explanation};
use kiothi::rules::accounts::Matrix;
use kiothi::rules::{Memory, load};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// What a command prints.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kiothi"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The path of a file as it is written from the root of this repository.
fn from_the_root(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .canonicalize()
        .unwrap();
    let path = path.canonicalize().unwrap();
    path.strip_prefix(root)
        .unwrap()
        .to_string_lossy()
        .into_owned()
}

#[track_caller]
fn fits_a_page(text: &str) {
    for line in text.lines() {
        let one_word = !line.trim().contains(' ');
        assert!(line.chars().count() <= 80 || one_word, "{line}");
    }
}

#[test]
fn every_variant_is_told_in_sentences() {
    insta::glob!("../variants", "**/*.mancala", |path| {
        let loading = load(&from_the_root(path), &Disk);
        let variant = loading
            .variant
            .unwrap_or_else(|| panic!("{:#?}", loading.mistakes));
        let text = explanation::text(&variant, &loading.library);
        fits_a_page(&text);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("explain", text);
        });
    });
}

#[test]
fn the_accounts_side_by_side() {
    let table = printed(&["accounts", "variants/kiothi"]);
    let markdown = printed(&["accounts", "variants/kiothi", "--format", "markdown"]);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("accounts-table", table);
        insta::assert_snapshot!("accounts-markdown", markdown);
    });
}

#[test]
fn the_page_on_kiothi_is_what_the_variant_files_say() {
    let made = printed(&["accounts", "variants/kiothi", "--format", "markdown"]);
    common::generated("docs/kiothi.md", "accounts", &(made + "\n"));
}

#[test]
fn the_differences_of_two_accounts() {
    for (a, b) in [
        ("kiothi", "hindi"),
        ("hindi", "kyrgyz"),
        ("kiothi", "english-wikipedia"),
        ("english-wikipedia", "italian-wikipedia"),
    ] {
        let [a_file, b_file] = [a, b].map(|name| format!("variants/kiothi/{name}.mancala"));
        let (a_loaded, b_loaded) = (load(&a_file, &Disk), load(&b_file, &Disk));
        let text = diff::text(
            (&a_loaded.variant.unwrap(), &a_loaded.library),
            (&b_loaded.variant.unwrap(), &b_loaded.library),
        );
        fits_a_page(&text);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("diff@{a}-{b}"), text);
        });
    }
}

/// A small game that others build on.
const BASE: &str = "language 1
game \"base\"
mark safe
board { rows 2; pits 6 }
setup { place 4 seeds in each own pit }
turn { from an occupied own pit; lift all; sow counterclockwise }
lap ends { stop }
ending { when any own pit holds 60 or more: draw }";

/// The sentences of the rules that a file says which builds on the small game.
fn sentences(clauses: &str) -> String {
    let file = format!("language 1\ngame \"small\"\nextends \"base.mancala\"\n{clauses}");
    let files = Memory::from([("small.mancala", file.as_str()), ("base.mancala", BASE)]);
    let variant = whole(load("small.mancala", &files));
    let sections = variant.ruleset.explain();
    let told: Vec<&str> = sections
        .iter()
        .flat_map(|section| &section.points)
        .filter(|point| point.line.said.is_some_and(|said| said.file == 0))
        .map(|point| point.sentence.as_str())
        .collect();
    told.join("\n  ")
}

#[test]
fn any_condition_is_a_sentence() {
    let conditions = [
        "last pit was occupied",
        "last pit was empty and is own",
        "last pit is enemy and holds 2 or 3",
        "last pit holds 1",
        "last pit was not (own or occupied)",
        "last pit is rightmost enemy",
        "last pit is leftmost own and was empty",
        "last pit is own pit 3",
        "last pit is one of the leftmost 3 own pits",
        "last pit is own and not one of own pits 1, 3 and 5",
        "last pit is origin",
        "last pit is not origin and first lap",
        "not first lap and last pit is enemy",
        "last pit held 4 or more",
        "last pit holds an even number",
        "last pit is own and not (last pit holds 2 or 3)",
        "opposite pit is occupied and not safe",
        "opposite pit was empty and next pit is marked safe",
        "opposite pit holds 2 or fewer",
        "opposite pit was empty at opening or sown from",
        "opposite pit was not sown into",
        "any enemy pit was not empty at start of turn",
        "last pit is the leftmost of occupied enemy pits",
        "last pit is not one of the rightmost 2 of occupied own pits",
        "each of the 3 pits right of opposite pit is occupied and (safe or sown into)",
        "any of the 2 pits left of last pit is empty",
        "none of enemy pits is occupied",
        "every own pit is occupied or every enemy pit is empty",
        "any of own pits holds 6 or more",
        "each of all pits is occupied",
        "any of own pits is empty and any of own pits holds 6 or more and every own pit is not safe",
        "opposite pit is one of all pits",
        "crossed the enemy row and last pit is own",
        "not crossed the enemy row",
        "captured this turn",
        "(last pit is own and was empty) or (last pit is enemy and holds 3)",
        "(first lap or opposite pit is empty) and last pit was occupied",
        "not (last pit is own and opposite pit is empty)",
    ];
    let mut text = String::new();
    for condition in conditions {
        let told = sentences(&format!(
            "lap ends {{ before stop relay when {condition} }}"
        ));
        let _ = writeln!(text, "{condition}\n  {told}");
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("sentence-conditions", text);
    });
}

#[test]
fn every_kind_of_rule_is_a_sentence() {
    let rules = [
        "setup { place 1 seed in every pit }",
        "setup { place 3 seeds in each of own pits 2 and 5; first to move is north }",
        "setup { mark safe on the rightmost 1 own pit }",
        "setup { mark safe on empty pits }",
        "opening { redistribute exactly 1 occupied own pits into the leftmost 2 own pits }",
        "opening { redistribute up to 1 own pits into empty pits }",
        "opening { redistribute up to 3 own pits into own pits; mark safe on own pits 1 and 2 }",
        "turn { from an own pit that holds 2 or more }",
        "turn { from the leftmost 3 own pits }",
        "turn { from an occupied own pit that is not safe }",
        "turn { lift any number }",
        "turn { sow clockwise }",
        "turn { pass over origin }",
        "turn { pass over no pit }",
        "turn { clear safe from enemy pits emptied }",
        "turn { clear safe from own pits captured from }",
        "turn { keep safe on every pit lifted from }",
        "turn { forbid a lap that ends in an own pit when captured this turn }",
        "turn { forbid a first lap that ends in any pit when every enemy pit is empty }",
        "turn { forbid \"no return\" a lap that ends in any pit when not first lap and last pit is origin }",
        "lap ends { before stop capture when last pit holds 2 or 3 { take last pit, every enemy pit } }",
        "lap ends { before stop also when first lap and last pit is own { take own pit 2, enemy pits 1, 2 and 3 } }",
        "lap ends { before stop also when last pit was empty { take the unbroken run of occupied pits left of last pit } }",
        "lap ends { before stop capture when next pit is occupied { take next pit, the 1 pit right of opposite pit } }",
        "lap ends { before stop capture \"take\" when last pit is own { take opposite pit }
           before stop also when \"take\" captured and captured this turn { take last pit } }",
        "ending { when opponent has no move: remaining seeds to mover }",
        "ending { when mover has no move: remaining seeds to opponent }",
        "ending { when neither player has a move: remaining seeds to the row's owner }",
        "ending { when every own pit is empty or every enemy pit is empty: remaining seeds to nobody }",
        "ending { endless relay: forbidden; relay past 10000 laps: forbidden }",
        "ending { endless relay: ends the turn; relay past 1 laps: ends the turn }",
        "ending { endless relay: a draw; relay past 50 laps: draw }",
        "ending { position repeated 2 times: remaining seeds to the row's owner }",
        "ending { winner has most seeds; tie is a draw }",
        "match { win by exactly 1 counts as 3 }",
        "match { win by exactly 2 counts as 2, at times up to 10 }",
    ];
    let mut text = String::new();
    for rule in rules {
        let _ = writeln!(text, "{rule}\n  {}", sentences(rule));
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("sentence-rules", text);
    });
}

#[test]
fn names_are_used_for_one_and_for_several() {
    let file = |pit: &str, seed: &str| {
        let text = format!(
            "language 1\ngame \"small\"\nboard {{ rows 2; pits 6 called \"{pit}\"; seeds called \"{seed}\" }}\n\
             setup {{ place 4 seeds in each own pit }}\n\
             turn {{ from an occupied own pit; lift all; sow clockwise }}\n\
             lap ends {{ stop }}\nending {{ when mover has no move: draw }}"
        );
        let variant = common::loading(&text).variant.unwrap();
        let sections = variant.ruleset.explain();
        sections
            .iter()
            .flat_map(|section| &section.points)
            .find(|point| point.line.topic == "place")
            .unwrap()
            .sentence
            .clone()
    };
    assert_eq!(
        file("boma", "warrior"),
        "At the start, each player puts 4 warriors in each of his boma."
    );
    assert_eq!(
        file("house", "cows"),
        "At the start, each player puts 4 cows in each of his houses."
    );
}

#[test]
fn the_order_of_rules_is_a_difference() {
    let rules = |order: &str| {
        let clauses = format!(
            "turn {{ from an occupied own pit; lift all; sow counterclockwise }}\n\
             lap ends {{ {order}\n stop }}\nending {{ when mover has no move: draw }}"
        );
        small_variant(6, 4, &clauses)
    };
    let one = "relay \"go on\" when last pit was occupied";
    let other = "capture \"take\" when last pit is own { take opposite pit }";
    let a = rules(&format!("{one}\n {other}"));
    let b = rules(&format!("{other}\n {one}"));
    assert_ne!(a.hash, b.hash);
    let differences = a.ruleset.differences(&b.ruleset);
    let words: Vec<_> = differences
        .iter()
        .map(|difference| (difference.topic(), difference.words()))
        .collect();
    assert_eq!(
        words,
        [(
            "lap ends",
            vec!["in this order: take, go on, stop".to_owned()]
        )]
    );
    let both = [a, b];
    let matrix = Matrix::of(&both);
    assert!(accounts::table(&matrix).contains("take, go on, stop"));
}

#[test]
fn who_says_it_is_no_difference_of_rules_but_is_told() {
    let (a, b) = (variant("hindi"), variant("kyrgyz"));
    assert!(!a.ruleset.differences(&b.ruleset).is_empty());
    let (a, b) = (variant("kiothi"), variant("spanish"));
    assert!(a.ruleset.differences(&b.ruleset).is_empty());
    assert!(a.ruleset.recited(&b.ruleset).is_empty());
    let said = "language 1\ngame \"small\"\nboard { rows 2; pits 6 }\nsource a { title \"A\" }\n\
                setup { place 4 seeds in each own pit }\n\
                turn { from an occupied own pit; lift all; sow clockwise }\n\
                lap ends { stop }\nending { when mover has no move: draw; tie is a draw @a \"equal\" }";
    let unsaid = said.replace("; tie is a draw @a \"equal\"", "");
    let [a, b] = [said, &unsaid].map(|text| common::loading(text).variant.unwrap());
    assert_eq!(a.hash, b.hash);
    let recited = a.ruleset.recited(&b.ruleset);
    assert_eq!(recited.len(), 1);
    assert_eq!(recited[0].old.as_ref().unwrap().topic, "tie");
}

#[test]
fn names_and_an_order_that_means_nothing_are_no_difference_of_rules() {
    let small = |clauses: &str| {
        let file =
            format!("language 1\ngame \"small\"\nextends \"base.mancala\"\nmark other\n{clauses}");
        let files = Memory::from([("small.mancala", file.as_str()), ("base.mancala", BASE)]);
        let loading = load("small.mancala", &files);
        let variant = loading
            .variant
            .unwrap_or_else(|| panic!("{:#?}", loading.mistakes));
        (variant, loading.library)
    };
    let text = |(a, in_a): &(_, _), (b, in_b): &(_, _)| diff::text((a, in_a), (b, in_b));
    let one = small("setup { mark safe on own pits; mark other on enemy pits }");
    let turned = small("setup { mark other on enemy pits; mark safe on own pits }");
    assert_eq!(one.0.hash, turned.0.hash);
    assert!(text(&one, &turned).ends_with("\nsame rules\n"));
    // A rule that is named like a clause is not taken for it.
    let named = small(
        "lap ends { before stop relay when last pit is safe
           before stop capture \"relay\" when last pit is own { take last pit } }",
    );
    let renamed = small(
        "lap ends { before stop relay when last pit is safe
           before stop capture \"take\" when last pit is own { take last pit } }",
    );
    let told = text(&named, &renamed);
    assert!(told.contains("same rules"), "{told}");
    assert!(!told.contains("Changed"), "{told}");
}

#[test]
fn programs_can_read_the_accounts() {
    let text = printed(&["accounts", "variants/kiothi", "--format", "json"]);
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["schema"], 1);
    let variants = read["variants"].as_array().unwrap();
    let rows = read["rows"].as_array().unwrap();
    for row in rows.iter().chain(read["agreed"].as_array().unwrap()) {
        assert_eq!(row["cells"].as_array().unwrap().len(), variants.len());
    }
    let bonus = rows
        .iter()
        .find(|row| row["rule"] == "leftmost bonus")
        .unwrap();
    let hindi = bonus["cells"]
        .as_array()
        .unwrap()
        .iter()
        .find(|cell| cell["variant"] == "hindi")
        .unwrap();
    assert_eq!(hindi["unclear"][0]["source"], "hi");
    assert!(hindi["assumed"].is_string());
    let csv = printed(&["accounts", "variants/kiothi", "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns = reader.headers().unwrap().len();
    // The base and the Spanish account, which have the same rules, share a column.
    assert_eq!(columns, 3 + variants.len() - 1);
    assert!(
        reader
            .records()
            .all(|record| record.unwrap().len() == columns)
    );
}
