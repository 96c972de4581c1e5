//! Commands that are stopped before their end tell what they have found so far, say so, and end with a code of its own.
#![cfg(unix)]

mod common;

use common::running::{MANY, SMALL, folder, printed, stopped};
use serde_json::Value;
use std::fs;

/// What a command prints as JSON that is stopped, and what it says of it.
fn partial(test: &str, asked: &str, signal: &str) -> (Value, String) {
    let folder = folder(test);
    let asking = SMALL.replace("lift all; ", "")
        + "question lifting \"How many seeds are lifted?\" {\n\
           choice all \"all\" { turn { lift all } }\n\
           choice some \"as many as one likes\" { turn { lift any number } }\n}\n\
           answer lifting: all\n";
    fs::write(folder.join("asking.mancala"), asking).unwrap();
    let asked = format!("{asked} --format json");
    let (code, text, told) = stopped(&folder, &format!("{asked} {MANY}"), signal);
    assert_eq!(code, Some(130), "{told}");
    assert!(told.starts_with("stopped: "), "{told}");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["partial"], true);
    let games = value["games"].as_u64().unwrap();
    assert!(games > 0);
    // Of as many games as were played under each of the two, where there are two.
    let each = games
        / if asked.starts_with("distinguish") {
            2
        } else {
            1
        };
    let asked = asked.replace(" --report page.html", "");
    let whole = printed(&folder, &format!("{asked} --games {each}"));
    let mut expected: Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(expected.get("partial"), None);
    let mut found = value.clone();
    for form in [&mut found, &mut expected] {
        let form = form.as_object_mut().unwrap();
        form.remove("partial");
        for answer in form.get_mut("questions").into_iter().flat_map(answers) {
            answer.remove("bite");
        }
    }
    assert_eq!(found, expected);
    (value, told)
}

/// The answers to the questions of a sweep.
fn answers(questions: &mut Value) -> impl Iterator<Item = &mut serde_json::Map<String, Value>> {
    let questions = questions.as_array_mut().unwrap().iter_mut();
    let answers = questions.flat_map(|asked| asked["answers"].as_array_mut().unwrap());
    answers.map(|answer| answer.as_object_mut().unwrap())
}

#[test]
fn a_sweep_that_is_stopped_tells_of_the_games_it_has_played() {
    let asked = "sweep asking.mancala --report page.html";
    let (sweep, told) = partial("stopped-sweep", asked, "-INT");
    assert!(told.contains("no report is written to page.html"), "{told}");
    // Games are searched for bites when the rest is played.
    assert_eq!(
        sweep["questions"][0]["answers"][0]["bite"]["found"],
        "not-searched"
    );
}

#[test]
fn the_wear_of_games_that_were_stopped_is_that_of_the_first_of_them() {
    partial("stopped-wear", "wear small.mancala", "-TERM");
}

#[test]
fn lines_of_what_was_stopped_say_so_too() {
    let folder = folder("stopped-lines");
    let asked = "wear small.mancala --format csv";
    let (_, text, _) = stopped(&folder, &format!("{asked} {MANY}"), "-INT");
    let whole = printed(&folder, &format!("{asked} --games 10"));
    for (text, partial) in [(text, "true"), (whole, "false")] {
        let mut lines = text.lines();
        let last = |line: &str| line.rsplit(',').next().map(str::to_owned);
        assert_eq!(lines.next().and_then(last).as_deref(), Some("partial"));
        assert!(lines.clone().count() > 0);
        assert!(
            lines.all(|line| last(line).as_deref() == Some(partial)),
            "{text}"
        );
    }
}

#[test]
fn two_variants_are_told_apart_by_the_games_played_until_stopped() {
    let asked = "distinguish asking.mancala other.mancala";
    partial("stopped-distinguish", asked, "-INT");
}

#[test]
fn pairs_that_were_not_asked_are_told_as_not_known() {
    let folder = folder("stopped-pairs");
    fs::write(
        folder.join("third.mancala"),
        SMALL.replace("place 2", "place 4"),
    )
    .unwrap();
    let asked = format!("distinguish small.mancala other.mancala third.mancala {MANY}");
    let (code, text, told) = stopped(&folder, &asked, "-INT");
    assert_eq!(code, Some(130), "{told}");
    assert!(text.contains("a pair (stopped before the end) ·"), "{text}");
    assert!(
        text.contains("? not known: the run was stopped before\n"),
        "{text}"
    );
    let last = text.lines().find(|line| line.contains("  third")).unwrap();
    assert!(last.ends_with("?*  ?*"), "{text}");
}

#[test]
fn snapshots_that_are_taken_stay_and_the_others_are_named() {
    let folder = folder("stopped-snapshot");
    fs::write(
        folder.join("long.toml"),
        "variants = [\"small.mancala\"]\ngames = 900000000\n",
    )
    .unwrap();
    let asked = "snapshot small.mancala long.toml other.mancala";
    let (code, text, told) = stopped(&folder, asked, "-INT");
    assert_eq!(code, Some(130), "{told}");
    assert_eq!(text, "small.mancala: snapshot taken\n");
    assert!(
        told.ends_with("not done: long.toml, other.mancala\n"),
        "{told}"
    );
    let kept = fs::read_dir(folder.join("snapshots")).unwrap();
    let names = kept.map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["small.snap"]);
    assert_eq!(
        printed(&folder, "snapshot small.mancala"),
        "small.mancala: as its snapshot has it\n"
    );
}
