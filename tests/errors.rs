//! Every mistake an author can make has a report, and each report is a snapshot.

mod common;

use annotate_snippets::Renderer;
use common::Disk;
use kiothi::check::{check, check_answers};
use kiothi::diagnostics::Code;
use kiothi::experiment;
use kiothi::rules::{Memory, Opened};
use std::collections::BTreeSet;

/// What `check` prints of a file.
fn report(opened: &Opened) -> (String, BTreeSet<Code>) {
    let loading = opened.answering(&[]);
    let mut mistakes = loading.mistakes;
    if let Some(variant) = &loading.variant {
        mistakes.extend(check(variant, loading.file));
        mistakes.extend(check_answers(variant, loading.file, opened));
    }
    let codes = mistakes.iter().map(|mistake| mistake.code).collect();
    (
        loading.library.render_all(&mistakes, &Renderer::plain()),
        codes,
    )
}

#[test]
fn each_broken_file_is_reported() {
    insta::glob!("errors/*.mancala", |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (report, codes) = report(&Opened::new(&format!("tests/errors/{name}"), &Disk));
        assert!(!codes.is_empty(), "{name} is not broken");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("error", report);
        });
    });
}

/// What `check` prints of an experiment.
fn experiment_report(path: &str) -> (String, BTreeSet<Code>) {
    let reading = experiment::read(path, &Disk);
    assert_eq!(reading.experiment.is_none(), !reading.mistakes.is_empty());
    let codes = reading
        .mistakes
        .iter()
        .map(|mistake| mistake.code)
        .collect();
    (
        reading
            .library
            .render_all(&reading.mistakes, &Renderer::plain()),
        codes,
    )
}

#[test]
fn each_broken_experiment_is_reported() {
    insta::glob!("errors/experiments/*.toml", |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (report, codes) = experiment_report(&format!("tests/errors/experiments/{name}"));
        assert!(!codes.is_empty(), "{name} is not broken");
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("experiment", report);
        });
    });
}

#[test]
fn every_shipped_experiment_is_clean() {
    insta::glob!("../experiments", "*.toml", |path| {
        let (report, _) = experiment_report(&path.to_string_lossy());
        assert_eq!(report, "");
    });
}

#[test]
fn a_file_of_ten_megabytes_is_refused_by_its_size() {
    let text = "# nothing\n".repeat(1 << 20);
    let (report, codes) = report(&Opened::new(
        "big.mancala",
        &Memory::from([("big.mancala", text)]),
    ));
    assert_eq!(codes, BTreeSet::from([Code::TooLarge]));
    insta::assert_snapshot!(report, @r"
    error[K0002]: the file has 10485760 bytes; a variant file has at most 1048576
    --> big.mancala
     = help: is this a variant file?
    ");
}

#[test]
fn a_file_that_is_not_there_is_reported() {
    let (report, codes) = report(&Opened::new("nowhere.mancala", &Disk));
    assert_eq!(codes, BTreeSet::from([Code::Unreadable]));
    insta::assert_snapshot!(report, @r"
    error[K0001]: the file cannot be read: there is no such file
    --> nowhere.mancala
    ");
}

/// A code that no broken file shows is one that nobody has seen rendered.
#[test]
fn every_code_is_shown_by_a_broken_file() {
    let mut shown = BTreeSet::from([Code::Unreadable, Code::TooLarge, Code::Uncited]);
    for entry in std::fs::read_dir("tests/errors").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "mancala") {
            shown.extend(report(&Opened::new(&path.to_string_lossy(), &Disk)).1);
        }
    }
    for entry in std::fs::read_dir("tests/errors/experiments").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            shown.extend(experiment_report(&path.to_string_lossy()).1);
        }
    }
    let missing: Vec<_> = Code::ALL
        .iter()
        .filter(|code| !shown.contains(code))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Long files that are no variants at all: none may hang or run out of memory, and each
/// says what is wrong.
#[test]
fn a_long_file_of_anything_is_reported() {
    let head = "language 1\ngame \"x\"\n";
    let many = |text: &str| text.repeat((1 << 17) / text.len());
    for body in [
        many("lift all; "),
        many("lift all\n"),
        format!(
            "lap ends {{ relay when {} first lap }}",
            many("last pit is own and ")
        ),
        format!("board {{ pits {} }}", many("9")),
        many("mark m\n"),
        many("\"a\n"),
        many("}"),
        many("{}"),
        many("@"),
        many("é€"),
    ] {
        let text = format!("{head}{body}");
        let (report, codes) = report(&Opened::new(
            "v.mancala",
            &Memory::from([("v.mancala", text)]),
        ));
        assert!(!codes.is_empty());
        assert!(
            report.lines().count() < 2_000,
            "a report that someone can read"
        );
    }
}

/// Whatever stands in a file, loading it ends in a report or a variant.
mod anything {
    use super::*;
    use proptest::prelude::*;

    /// Words of the language and of none, in any order.
    fn scrambled() -> impl Strategy<Value = String> {
        let words = prop::sample::select(vec![
            "language", "1", "game", "\"x\"", "turn", "{", "}", "\n", "lift", "all", "relay",
            "when", "last", "pit", "was", "occupied", "and", "or", "not", "(", ")", "each", "of",
            "the", "3", "pits", "right", "opposite", "is", "holds", "board", "rows", "2", ";", ",",
            ":", "@es", "@assumed", "mark", "nki", "drop", "before", "stop", "example", "move",
            "a2", "then", "\"", "#", "é", "\u{feff}", "take", "them", "capture", "lap", "ends",
            "ending", "draw",
        ]);
        prop::collection::vec(words, 0..80).prop_map(|words| words.join(" "))
    }

    /// Pieces of experiments, in any order.
    fn scrambled_toml() -> impl Strategy<Value = String> {
        let pieces = prop::sample::select(vec![
            "variants",
            "games",
            "until",
            "seed",
            "=",
            "=",
            "[",
            "]",
            "{",
            "}",
            "\n",
            "\n",
            "\"x\"",
            ",",
            "1",
            "-3",
            "0.5",
            "\"0.5%\"",
            "true",
            "'",
            "\"",
            "\"\"\"",
            "#",
            ".",
            "é",
            "\u{feff}",
            "players",
            "[[a]]",
            "\"random\"",
        ]);
        prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.join(" "))
    }

    proptest! {
        #![proptest_config(common::cases(256))]

        #[test]
        fn scrambled_words_are_reported_and_rendered(text in scrambled()) {
            let with_head = format!("language 1\ngame \"x\"\n{text}");
            for text in [text, with_head] {
                let opened = Opened::new("v.mancala", &Memory::from([("v.mancala", text)]));
                let loading = opened.answering(&[]);
                prop_assert!(loading.variant.is_some() || !loading.mistakes.is_empty());
                report(&opened);
            }
        }

        #[test]
        fn scrambled_experiments_are_reported_and_rendered(text in scrambled_toml()) {
            let reading = experiment::read("e.toml", &Memory::from([("e.toml", text)]));
            prop_assert!(!reading.mistakes.is_empty());
            reading.library.render_all(&reading.mistakes, &Renderer::plain());
        }

        #[test]
        fn arbitrary_bytes_are_reported_and_rendered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let opened = Opened::new("v.mancala", &Memory::from([("v.mancala", bytes)]));
            prop_assert!(!opened.answering(&[]).mistakes.is_empty());
            report(&opened);
        }
    }
}
