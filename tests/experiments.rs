//! Experiments: what a file says is what is played, and the pages that are made from the keys and codes do not lag.

mod common;

use common::{Disk, generated};
use kiothi::analyse::sweep::Settings;
use kiothi::experiment::{self, Experiment, KEYS, Length, Swept};
use kiothi::report::words;
use kiothi::rules::{Memory, load};
use kiothi::simulate::Watch;
use kiothi::snapshot;

const SMALL: &str = "language 1\ngame \"Small\"\nboard { rows 2; pits 3 }\nsetup { place 2 seeds in each own pit }\n\
     turn { from an occupied own pit; lift all; sow counterclockwise }\n\
     lap ends { capture when last pit is own and was empty { take last pit }; stop }\n\
     ending { when mover has no move: remaining seeds to opponent }\n";

/// An experiment of this text, two games in a folder, and one that asks a question.
fn files(text: &str) -> Memory {
    let other = SMALL.replace("place 2", "place 3");
    let asking = SMALL.replace("lift all; ", "")
        + "question lifting \"How many?\" {\nchoice all \"all\" { turn { lift all } }\n\
           choice some \"some\" { turn { lift any number } }\n}\nanswer lifting: all\n";
    Memory::from([
        ("e/e.toml", text),
        ("games/small.mancala", SMALL),
        ("games/other.mancala", &other),
        ("asking.mancala", &asking),
    ])
}

fn read(text: &str) -> Experiment {
    let reading = experiment::read("e/e.toml", &files(text));
    let shown = reading
        .library
        .render_all(&reading.mistakes, &annotate_snippets::Renderer::plain());
    reading.experiment.unwrap_or_else(|| panic!("{shown}"))
}

#[test]
fn what_a_file_says_is_what_is_played() {
    let experiment = read(
        "title = \"Two\"\nvariants = [\"../games/small.mancala\", '../games/other.mancala']\n\
         games = 1_000\nseed = 7\nmax_turns = 0x20\nplayers = [\"random\", \"random\"]\n\
         measures = [\"drama\", \"south\"]\nreference = \"other\"\nlevel = 0.01\n",
    );
    let names: Vec<&str> = experiment
        .variants
        .iter()
        .map(|v| v.name.as_str())
        .collect();
    assert_eq!(names, ["small", "other"]);
    assert_eq!(experiment.title(), "Two");
    assert_eq!(experiment.length, Length::Games(1000));
    assert_eq!((experiment.seed, experiment.max_turns), (7, 32));
    let comparison = experiment.compare(None, &Watch::default());
    assert_eq!(comparison.results.results.len(), 2);
    let measures: Vec<&str> = comparison.measures.iter().map(|m| m.name).collect();
    assert_eq!(measures, ["drama", "south"]);
    assert_eq!((comparison.reference, comparison.level), (1, 0.01));
    for result in &comparison.results.results {
        assert_eq!((result.seed, result.games), (7, 1000));
        assert!(result.turns.max <= 32);
    }
}

#[test]
fn a_file_that_asks_for_a_sweep_says_how_it_is_played() {
    let read = |keys: &str| read(&format!("variants = ['../asking.mancala']\n{keys}"));
    let experiment = read("sweep = ['all']");
    let asked = experiment.sweep.as_ref().unwrap();
    assert_eq!(experiment.settings(asked), Settings::default());
    let keys = "sweep = ['lifting']\ngames = 40\nseed = 3\nmax_turns = 60\nlevel = 0.01\nbites = 5";
    let experiment = read(keys);
    let asked = experiment.sweep.as_ref().unwrap();
    let expected = Swept {
        questions: vec![0],
        games: Some(40),
        bites: 5,
    };
    assert_eq!(*asked, expected);
    let settings = Settings {
        games: Some(40),
        until: None,
        seed: 3,
        max_turns: 60,
        level: 0.01,
        bites: 5,
    };
    assert_eq!(experiment.settings(asked), settings);
    let until = read("sweep = ['all']\nuntil = '2%'");
    let asked_until = until.sweep.as_ref().unwrap();
    assert_eq!(until.settings(asked_until).until, Some(0.02));
    // Its snapshot is of all combinations.
    let taken = snapshot::take_sweep(&experiment, asked, &files(""), &Watch::default());
    let taken = taken.unwrap().unwrap();
    let count = |name: &str| -> u64 {
        let line = taken.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().last().unwrap().parse().unwrap()
    };
    assert_eq!((count("rulesets"), count("games  ")), (2, 80));
    assert!((1..=10).contains(&count("lifting: some")));
    let hash = &experiment.variants[0].hash;
    assert!(
        taken.contains(&format!("\nasking, ruleset {hash}\n")),
        "{taken}"
    );
}

#[test]
fn a_folder_means_the_variants_in_it() {
    let experiment = read("variants = ['../games']");
    let names: Vec<&str> = experiment
        .variants
        .iter()
        .map(|v| v.name.as_str())
        .collect();
    assert_eq!(names, ["other", "small"]);
}

#[test]
fn a_reference_is_named_or_is_a_file() {
    for reference in [
        "other",
        "../games/other.mancala",
        "../games/../games/other.mancala",
    ] {
        let experiment = read(&format!(
            "variants = ['../games/small.mancala', '../games/other.mancala']\nreference = '{reference}'"
        ));
        assert_eq!(experiment.reference, 1, "{reference}");
    }
}

#[test]
fn a_snapshot_counts_the_games_that_are_compared() {
    for length in ["games = 300", "until = \"2%\""] {
        let experiment = read(&format!(
            "variants = ['../games/small.mancala', '../games/other.mancala']\n{length}"
        ));
        let watch = Watch::default();
        let taken = snapshot::take_experiment(&experiment, &watch).unwrap();
        let comparison = experiment.compare(None, &watch);
        for result in &comparison.results.results {
            let (_, counts) = taken
                .split_once(&format!("\n{}, ", result.variant))
                .unwrap();
            for (name, number) in [
                ("games", result.games),
                ("South wins", result.outcomes.south),
                ("drawn", result.outcomes.draw),
            ] {
                let line = format!("\n{name:<24}{number:>10}\n");
                let first = counts.split("\n\n").next().unwrap().to_owned() + "\n";
                assert!(first.contains(&line), "{length}: {name} {number}\n{first}");
            }
        }
    }
}

#[test]
fn what_is_not_said_is_as_for_the_command_line() {
    let experiment = read("variants = ['../games/small.mancala']");
    let unsaid = Experiment::of(Vec::new());
    assert_eq!(experiment.title(), "Small");
    assert_eq!(experiment.length, unsaid.length);
    assert_eq!(experiment.seed, unsaid.seed);
    assert_eq!(experiment.max_turns, unsaid.max_turns);
    assert_eq!(experiment.reference, unsaid.reference);
    assert_eq!(experiment.level, unsaid.level);
    assert!(experiment.measures.is_none());
}

#[test]
fn a_precision_is_a_percentage_with_or_without_its_sign() {
    for until in ["\"2%\"", "2", "2.0", "'2'"] {
        let experiment = read(&format!(
            "variants = ['../games/small.mancala']\nuntil = {until}"
        ));
        assert_eq!(experiment.length, Length::Until(0.02), "{until}");
    }
}

#[test]
fn each_key_has_an_example_that_can_be_read() {
    for key in KEYS {
        let mut text = key
            .example
            .replace("../variants/kiothi", "../games")
            .replace("\"kiothi\"", "\"small\"")
            .replace("\"first-lap\", \"trigger\"", "\"lifting\"");
        text.push_str(match key.name {
            "variants" => "",
            "sweep" => "\nvariants = ['../asking.mancala']",
            "bites" => "\nvariants = ['../asking.mancala']\nsweep = ['all']",
            _ => "\nvariants = ['../games']",
        });
        read(&text);
        assert!(key.example.starts_with(key.name), "{}", key.name);
    }
}

/// The table of the keys is words; they say what is done.
#[test]
fn the_table_of_keys_has_the_numbers_that_hold() {
    let key = |name| KEYS.iter().find(|key| key.name == name).unwrap();
    for (name, most, usual) in [
        ("games", *experiment::GAMES.end(), experiment::USUAL_GAMES),
        (
            "seed",
            *experiment::SEEDS.end(),
            Experiment::of(Vec::new()).seed,
        ),
        (
            "max_turns",
            *experiment::MAX_TURNS.end(),
            experiment::USUAL_MAX_TURNS.into(),
        ),
    ] {
        assert!(key(name).takes.ends_with(&format!(" to {most}")), "{name}");
        let unsaid = key(name).unsaid.split(';').next().unwrap();
        assert_eq!(unsaid, usual.to_string(), "{name}");
    }
    let bites = key("bites");
    let most = format!(" to {}", experiment::BITES.end());
    assert!(bites.takes.ends_with(&most));
    assert_eq!(bites.unsaid, Settings::default().bites.to_string());
    assert_eq!(key("level").unsaid, kiothi::analyse::LEVEL.to_string());
}

#[test]
fn the_shipped_experiment_is_what_compare_does_with_the_accounts() {
    let reading = experiment::read("experiments/kiothi-accounts.toml", &Disk);
    let experiment = reading.experiment.unwrap();
    let files = kiothi::rules::variants_in("variants/kiothi", &Disk).unwrap();
    let variants: Vec<_> = files
        .iter()
        .map(|file| load(file, &Disk).variant.unwrap().hash)
        .collect();
    let own: Vec<_> = experiment.variants.iter().map(|v| v.hash.clone()).collect();
    assert_eq!(own, variants);
}

#[test]
fn the_pages_on_keys_and_codes_do_not_lag() {
    generated("docs/experiments.md", "keys", &words::keys());
    generated("docs/mistakes.md", "codes", &words::codes());
    generated("docs/measures.md", "measures", &words::measure_reference());
}
