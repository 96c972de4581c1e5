//! Games and positions that another program recorded, replayed against the shipped variants.

mod common;

use common::{Disk, program, whole};
use kiothi::engine::Program;
use kiothi::rules::load;
use kiothi::verify::{Trouble, verify};

/// The folders of recorded games of the family: how many files, and how many games each at least.
const FAMILY: [(&str, usize, u64); 4] = [
    ("family", 32, 2),
    ("openspiel", 2, 5),
    ("boards", 7, 1),
    ("simulator-tests", 7, 1),
];

/// Recording and variant.
const RECORDED: [(&str, &str); 9] = [
    ("es", "spanish"),
    ("cs", "czech"),
    ("hi", "hindi"),
    ("ky", "kyrgyz"),
    ("fil", "filipino"),
    ("five", "twenty-five"),
    ("no-first-lap", "without-first-lap"),
    ("enwiki", "english-wikipedia"),
    ("itwiki", "italian-wikipedia"),
];

fn recording(folder: &str, name: &str) -> String {
    std::fs::read_to_string(format!("tests/oracles/{folder}/{name}.jsonl")).unwrap()
}

#[test]
fn every_recorded_game_is_played_the_same() {
    for (recorded, variant) in RECORDED {
        let agreement = verify(&program(variant), &recording("kiothi", recorded))
            .unwrap_or_else(|trouble| panic!("{variant}: {trouble:#?}"));
        assert_eq!(agreement.games, 10, "{variant}");
        assert!(agreement.moves > 400, "{variant}");
    }
}

#[test]
fn every_move_of_every_recorded_position_comes_out_the_same() {
    for (recorded, variant) in RECORDED {
        let agreement = verify(&program(variant), &recording("kiothi-positions", recorded))
            .unwrap_or_else(|trouble| panic!("{variant}: {trouble:#?}"));
        assert!(agreement.positions >= 14, "{variant}");
        assert!(agreement.moves >= 100, "{variant}");
    }
}

#[test]
fn the_base_is_the_spanish_account() {
    verify(&program("kiothi"), &recording("kiothi", "es")).unwrap();
}

/// What the engine is told apart by: each reading must be refuted by the recordings of another.
#[test]
fn a_recording_of_another_reading_is_not_agreed_with() {
    for (recorded, variant) in [
        ("fil", "spanish"),
        ("five", "spanish"),
        ("no-first-lap", "spanish"),
        ("enwiki", "spanish"),
        ("itwiki", "english-wikipedia"),
    ] {
        let found = verify(&program(variant), &recording("kiothi", recorded));
        assert!(
            matches!(found, Err(Trouble::Disagreement(_))),
            "{recorded} against {variant}: {found:?}"
        );
    }
}

/// A shipped game of the family, compiled.
fn family(name: &str) -> Program {
    let loading = load(&format!("variants/family/{name}.mancala"), &Disk);
    Program::compile(&whole(loading).ruleset)
}

/// Which file a recording is played by, where they are not called the same.
fn played_by<'a>(folder: &str, recorded: &'a str) -> &'a str {
    match (folder, recorded) {
        ("family", "kalah") => "kalah-until-decided",
        ("family", "oware") => "oware-until-decided",
        ("boards", "toguzkumalak") => "toguz-kumalak-1906",
        _ => recorded,
    }
}

#[test]
fn every_recorded_game_of_the_family_is_played_the_same() {
    for (folder, files, least) in FAMILY {
        let mut found = 0;
        for entry in std::fs::read_dir(format!("tests/oracles/{folder}")).unwrap() {
            let path = entry.unwrap().path();
            let recorded = path.file_stem().unwrap().to_str().unwrap();
            let variant = played_by(folder, recorded);
            let agreement = verify(&family(variant), &recording(folder, recorded))
                .unwrap_or_else(|trouble| panic!("{folder}/{recorded}: {trouble:#?}"));
            assert!(agreement.games >= least, "{recorded}");
            found += 1;
        }
        assert_eq!(found, files, "{folder}");
    }
}

#[test]
fn a_recording_of_another_game_of_the_family_is_not_agreed_with() {
    for (recorded, variant) in [
        ("wari", "oware-until-decided"),
        ("oware", "mangala_ii"),
        ("kalah", "kalah"),
        ("ayoayo", "endodoi"),
        ("obridjie", "anywoli"),
        ("longbeu-a-cha", "bay_khom"),
        ("mbothe", "ndoto"),
    ] {
        let found = verify(&family(variant), &recording("family", recorded));
        assert!(found.is_err(), "{recorded} against {variant}: {found:?}");
    }
}

/// Changes one thing in a recording and expects it to be found.
#[test]
fn a_change_in_a_recording_is_found() {
    let spanish = program("spanish");
    let recorded = recording("kiothi", "es");
    let first = recorded.lines().next().unwrap();
    for (what, from, to) in [
        ("the legal moves", "\"f3\",\"f5\"", "\"f5\""),
        ("the laps", "\"laps\":4", "\"laps\":5"),
        (
            "where the last seed fell",
            "\"last\":\"D\"",
            "\"last\":\"E\"",
        ),
        (
            "what was captured",
            "\"took\":{\"D\":1}",
            "\"took\":{\"D\":2}",
        ),
        ("the stores", "\"store\":[2,0]", "\"store\":[3,0]"),
        ("the pits marked nki", "\"acdhjABCGHI\"", "\"acdhjABCGH\""),
        (
            "the final stores",
            "\"final_store\":[",
            "\"final_store\":[1",
        ),
    ] {
        let changed = first.replacen(from, to, 1);
        assert_ne!(changed, first, "{what}: nothing was changed");
        match verify(&spanish, &changed) {
            Err(Trouble::Disagreement(found)) => assert_eq!(found.what, what),
            other => panic!("{what}: {other:?}"),
        }
    }
}

#[test]
fn a_field_that_is_not_known_is_refused() {
    let changed = recording("kiothi", "es").replacen("\"laps\":1", "\"lapps\":1", 1);
    let found = verify(&program("spanish"), &changed);
    let Err(Trouble::Unreadable { line: 1, why }) = found else {
        panic!("{found:?}");
    };
    assert!(why.contains("`lapps`"), "{why}");
}

/// A recorded game without its first moves, beginning from this.
fn without_first_moves(recorded: &str, moves: usize, start: serde_json::Value) -> String {
    let first = recorded.lines().next().unwrap();
    let mut game: serde_json::Value = serde_json::from_str(first).unwrap();
    game["moves"].as_array_mut().unwrap().drain(..moves);
    game["start"] = start;
    game.to_string()
}

#[test]
fn a_game_that_begins_elsewhere_is_played_from_where_it_says() {
    let kalah = family("kalah-until-decided");
    let recorded = recording("family", "kalah");
    let whole = verify(&kalah, recorded.lines().next().unwrap()).unwrap();
    let later = "board b5 c5 d5 e5 f4 A4 B4 D5 E5 F5; stores south 0, north 1; mover north";
    let game = without_first_moves(&recorded, 2, later.into());
    let agreement = verify(&kalah, &game).unwrap();
    assert_eq!(agreement.moves, whole.moves - 2);

    // Not from where the variant begins, nor from elsewhere.
    let again = "board b5 c5 d5 e5 f4 A4 B4 D5 E5 F5; stores south 0, north 1; mover south";
    for start in ["setup", again] {
        let game = without_first_moves(&recorded, 2, start.into());
        assert!(verify(&kalah, &game).is_err(), "{start}");
    }
}

#[test]
fn a_start_that_is_no_position_or_not_the_variants_is_told() {
    let kalah = family("kalah-until-decided");
    let recorded = recording("family", "kalah");
    let game = without_first_moves(&recorded, 2, "board z5".into());
    let Err(Trouble::Unreadable { line: 1, why }) = verify(&kalah, &game) else {
        panic!();
    };
    assert!(
        why.starts_with("the start: ") && why.contains("`z` is not a pit"),
        "{why}"
    );
    let set_up = serde_json::json!({ "board": [0, 5, 5, 5, 5, 4, 4, 4, 0, 5, 5, 5], "store": [0, 1], "next": "N" });
    let game = without_first_moves(&recorded, 2, set_up);
    let Err(Trouble::Disagreement(found)) = verify(&kalah, &game) else {
        panic!();
    };
    assert_eq!((found.what.as_str(), found.ply), ("the start", 0));
    assert!(found.help.unwrap().contains("board a3"));
}
